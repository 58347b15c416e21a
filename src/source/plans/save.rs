//! Writing a plan that others may write to as well: through the one loop, each time on what it is now.

use std::convert::Infallible;

use anyhow::anyhow;

use super::{Half, Kept, Lookup};
use crate::domain::precheck::UpdatePlan;
use crate::error::{Error, Result};
use crate::source::Source;
use crate::source::write::{
    ATTEMPTS, Applied, LostWrite, OptimisticWrite, WriteDecision, WriteOutcome, apply,
};

impl Source {
    /// Writes a half of a plan, changed like this; where others write meanwhile, their part stays.
    pub(crate) async fn save_plan(
        &self,
        kept: Kept,
        half: Half,
        change: &(dyn Fn(&mut UpdatePlan) + Sync),
    ) -> Result<Kept> {
        let mut write = PlanWrite { reader: PlanReader::new(self, kept), half, change };
        match apply(&mut write).await? {
            Applied::Stored { after, .. } => Ok(after),
            Applied::Finished(never) => match never {},
        }
    }
}

/// Reads a plan before each attempt to write it; before the first it was read already.
pub(crate) struct PlanReader<'a> {
    source: &'a Source,
    kept: Kept,
    is_current: bool,
}

impl<'a> PlanReader<'a> {
    pub(crate) fn new(source: &'a Source, kept: Kept) -> Self {
        Self { source, kept, is_current: true }
    }

    pub(crate) async fn read(&mut self) -> Result<Kept> {
        if !std::mem::replace(&mut self.is_current, false) {
            self.kept = self.read_stored().await?;
        }
        Ok(self.kept.clone())
    }

    /// Reads it anew. One that is gone has no newer revision, so that what the server says of it counts.
    pub(crate) async fn read_stored(&self) -> Result<Kept> {
        Ok(match self.source.find_plan(&self.kept.plan.target).await? {
            Lookup::Found(theirs) => *theirs,
            Lookup::Missing { .. } => self.kept.clone(),
        })
    }
}

struct PlanWrite<'a> {
    reader: PlanReader<'a>,
    half: Half,
    change: &'a (dyn Fn(&mut UpdatePlan) + Sync),
}

impl OptimisticWrite for PlanWrite<'_> {
    type State = Kept;
    type Change = Kept;
    type Stored = Kept;
    type Ending = Infallible;

    async fn read(&mut self) -> Result<Kept> {
        self.reader.read().await
    }

    fn revision<'a>(&self, kept: &'a Kept) -> Option<&'a str> {
        kept.revision.as_deref()
    }

    fn decide(&self, kept: &Kept) -> Result<WriteDecision<Kept, Infallible>> {
        let mut kept = kept.clone();
        (self.change)(&mut kept.plan);
        Ok(WriteDecision::Send(kept))
    }

    /// Nobody is shown it.
    fn is_unchanged(&self, _: &Kept, _: &Kept) -> bool {
        true
    }

    fn confirm(&mut self, _: &Kept, _: &Kept, _: Option<&Kept>) -> Result<Option<Infallible>> {
        Ok(None)
    }

    async fn send(&mut self, kept: &Kept) -> Result<WriteOutcome<Kept>> {
        self.reader.source.write_plan(kept, self.half).await
    }

    /// A server may know less of a plan than we do; what it leaves out is gathered again.
    fn verify(&self, _: &Kept, _: &Kept) -> Result<()> {
        Ok(())
    }

    async fn read_stored(&mut self) -> Result<Kept> {
        self.reader.read_stored().await
    }

    fn is_stored(&self, kept: &Kept, stored: &Kept) -> bool {
        let (sent, stored) = (&kept.plan, &stored.plan);
        match self.half {
            Half::Spec => {
                let spec = |plan: &UpdatePlan| (plan.requested, plan.informer_update);
                spec(sent) == spec(stored) && sent.accepted == stored.accepted
            }
            Half::Status => sent.collection == stored.collection,
        }
    }

    fn refused(&self, _: &Kept, said: &str) -> Error {
        refused(said)
    }

    fn contested(&self, _: &Kept) -> Result<Infallible> {
        let error = anyhow!("the plan was changed by others {ATTEMPTS} times in a row");
        Err(Error::new("Conflict", error).hint("run the command again"))
    }

    fn hint_of_lost(&self, lost: LostWrite) -> String {
        hint_of_lost(lost)
    }
}

/// Says that somebody on the server objects to a plan.
pub(crate) fn refused(said: &str) -> Error {
    Error::new("Conflict", anyhow!("the API server does not take the plan (409): {said}"))
}

pub(crate) fn hint_of_lost(lost: LostWrite) -> String {
    match lost {
        LostWrite::NotStored => "the plan was not changed; run the command again".to_owned(),
        LostWrite::Unknown => "it is not known whether the plan was changed".to_owned(),
    }
}
