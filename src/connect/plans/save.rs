//! Writes a plan that others may write as well: in the common write loop, each time based on the
//! current plan.

use std::convert::Infallible;

use anyhow::anyhow;

use super::{PlanLookup, PlanSection, StoredPlan};
use crate::connect::Source;
use crate::connect::write::{
    ATTEMPTS, Applied, LostWrite, OptimisticWrite, WriteDecision, WriteOutcome, apply, replaced,
};
use crate::error::{Error, Hint, Result};
use upgrade_core::pre_checks::UpdatePlan;

impl Source {
    /// Writes a half of a plan with a change; changes of others meanwhile are kept.
    pub(crate) async fn save_plan(
        &self,
        stored: StoredPlan,
        half: PlanSection,
        change: &(dyn Fn(&mut UpdatePlan) + Sync),
    ) -> Result<StoredPlan> {
        let mut write = PlanWrite { reader: PlanReader::new(self, stored), half, change };
        match apply(&mut write).await? {
            // A server may know fewer fields of a plan; what it drops is collected again.
            Applied::Stored { after, .. } => Ok(after),
            Applied::Finished(never) => match never {},
        }
    }
}

/// Reads a plan before each attempt to write it; for the first one it was read already.
pub(crate) struct PlanReader<'a> {
    source: &'a Source,
    stored: StoredPlan,
    is_current: bool,
}

impl<'a> PlanReader<'a> {
    pub(crate) fn new(source: &'a Source, stored: StoredPlan) -> Self {
        Self { source, stored, is_current: true }
    }

    pub(crate) async fn read(&mut self) -> Result<StoredPlan> {
        if !std::mem::replace(&mut self.is_current, false) {
            self.stored = self.read_stored().await?;
        }
        Ok(self.stored.clone())
    }

    /// Reads it again. A deleted plan has no newer revision, so that the server's answer counts.
    pub(crate) async fn read_stored(&self) -> Result<StoredPlan> {
        Ok(match self.source.find_plan(&self.stored.plan.target).await? {
            PlanLookup::Found(theirs) => *theirs,
            PlanLookup::Missing { .. } => self.stored.clone(),
        })
    }
}

struct PlanWrite<'a> {
    reader: PlanReader<'a>,
    half: PlanSection,
    change: &'a (dyn Fn(&mut UpdatePlan) + Sync),
}

impl OptimisticWrite for PlanWrite<'_> {
    type State = StoredPlan;
    type Change = StoredPlan;
    type Stored = StoredPlan;
    type Ending = Infallible;

    async fn read(&mut self) -> Result<StoredPlan> {
        self.reader.read().await
    }

    fn revision<'a>(&self, stored: &'a StoredPlan) -> Option<&'a str> {
        stored.revision.as_deref()
    }

    fn replaced(&self, before: &StoredPlan, now: &StoredPlan) -> Option<String> {
        before.replaced_by(now)
    }

    fn decide(&self, stored: &StoredPlan) -> Result<WriteDecision<StoredPlan, Infallible>> {
        let mut stored = stored.clone();
        (self.change)(&mut stored.plan);
        Ok(WriteDecision::Send(stored))
    }

    /// The user does not see it.
    fn is_unchanged(&self, _: &StoredPlan, _: &StoredPlan) -> bool {
        true
    }

    fn confirm(
        &mut self,
        _: &StoredPlan,
        _: &StoredPlan,
        _: Option<&StoredPlan>,
    ) -> Result<Option<Infallible>> {
        Ok(None)
    }

    async fn send(&mut self, stored: &StoredPlan) -> Result<WriteOutcome<StoredPlan>> {
        self.reader.source.write_plan(stored, self.half).await
    }

    async fn read_stored(&mut self) -> Result<StoredPlan> {
        self.reader.read_stored().await
    }

    fn is_stored(&self, sent: &StoredPlan, stored: &StoredPlan) -> bool {
        let (sent, stored) = (&sent.plan, &stored.plan);
        match self.half {
            PlanSection::Spec => {
                let spec = |plan: &UpdatePlan| (plan.requested, plan.informer_update);
                spec(sent) == spec(stored) && sent.accepted == stored.accepted
            }
            PlanSection::Status => sent.collection == stored.collection,
        }
    }

    fn is_same(&self, before: &StoredPlan, stored: &StoredPlan) -> bool {
        before.replaced_by(stored).is_none()
    }

    fn refused(&self, _: &StoredPlan, said: &str) -> Error {
        refused(said)
    }

    fn end_replaced(&self, _: &StoredPlan, _: &StoredPlan, how: String) -> Result<Infallible> {
        Err(replaced(&how))
    }

    fn contested(&self, _: &StoredPlan) -> Result<Infallible> {
        let error = anyhow!("conflict: the plan changed {ATTEMPTS} times in a row");
        Err(Error::new("Conflict", error).hint("run the command again"))
    }

    fn hint_of_lost(&self, lost: LostWrite) -> Hint {
        hint_of_lost(lost)
    }
}

/// Returns the error for a plan that the server rejects.
pub(crate) fn refused(said: &str) -> Error {
    Error::new("Conflict", anyhow!("conflict (409): the API server rejected the plan: {said}"))
}

pub(crate) fn hint_of_lost(lost: LostWrite) -> Hint {
    match lost {
        LostWrite::NotStored => "the plan was not changed; run the command again".into(),
        LostWrite::Unknown => {
            "cannot confirm whether the plan changed. Run the command again".into()
        }
    }
}
