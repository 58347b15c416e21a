//! Accepting insights of a plan: exactly those that were shown, or none.

use std::collections::BTreeSet;

use anyhow::anyhow;

use super::{CheckedPlan, PreChecksRequest};
use crate::actions::confirm::{NotSent, Prompt, confirm};
use crate::cli::Session;
use crate::cli::values::DryRun;
use crate::cli::write_args::RequestOptions;
use crate::commands::pre_checks::view::{AcceptOutcome, PreCheckReport};
use crate::connect::Source;
use crate::connect::plans::save::{PlanReader, hint_of_lost, refused};
use crate::connect::plans::{PlanSection, PlanStore, StoredPlan};
use crate::connect::write::{
    Applied, LostWrite, OptimisticWrite, WriteDecision, WriteOutcome, apply,
};
use crate::error::{Error, Hint, Result};
use upgrade_core::insight::Level;
use upgrade_core::insight::id::InsightId;
use upgrade_core::pre_checks::{AcceptChange, AcceptError, InsightSelection, UpdatePlan};

/// Changes what the plan accepts, and returns the outcome.
pub(super) async fn accept(
    checked: CheckedPlan,
    wanted: &InsightSelection,
    request: &PreChecksRequest,
    source: &Source,
    session: &mut Session,
) -> Result<(CheckedPlan, PreCheckReport)> {
    let dry_run = if request.dry_run { DryRun::Client } else { DryRun::None };
    let options = RequestOptions { dry_run, yes: request.yes, pre_checks: false, wait: None };
    let mut write = AcceptWrite {
        checked: &checked,
        wanted,
        options,
        also_accept_risks: request.also_accept_risks,
        reader: PlanReader::new(source, checked.stored.clone()),
        source,
        session,
        sent: false,
    };
    match apply(&mut write).await? {
        Applied::Finished(report) => Ok((checked, report)),
        Applied::Stored { as_sent: false, .. } => {
            let error = anyhow!("the API server did not store all of the plan");
            Err(Error::new("NotStored", error))
        }
        Applied::Stored { change, after, .. } => {
            let target = &after.plan.target;
            session.ui.record_change(format!("the accepted insights for {target} were changed"));
            let checked = CheckedPlan { stored: after, ..checked };
            let report = checked.report(&checked.stored.plan, session);
            let report = report.with(&change.edited, AcceptOutcome::Accepted);
            Ok((checked, report))
        }
    }
}

/// Writes what a plan accepts.
struct AcceptWrite<'a> {
    checked: &'a CheckedPlan,
    wanted: &'a InsightSelection,
    options: RequestOptions,
    /// Whether to accept the risks on the cluster, too.
    also_accept_risks: bool,
    reader: PlanReader<'a>,
    source: &'a Source,
    session: &'a mut Session,
    sent: bool,
}

/// The new plan, and what it changes.
struct PlanAcceptance {
    stored: StoredPlan,
    edited: AcceptChange,
}

impl OptimisticWrite for AcceptWrite<'_> {
    type State = StoredPlan;
    type Change = PlanAcceptance;
    type Stored = StoredPlan;
    type Ending = PreCheckReport;

    async fn read(&mut self) -> Result<StoredPlan> {
        self.reader.read().await
    }

    fn revision<'a>(&self, stored: &'a StoredPlan) -> Option<&'a str> {
        stored.revision.as_deref()
    }

    fn replaced(&self, before: &StoredPlan, now: &StoredPlan) -> Option<String> {
        before.replaced_by(now)
    }

    fn decide(&self, stored: &StoredPlan) -> Result<WriteDecision<PlanAcceptance, PreCheckReport>> {
        let plan = &stored.plan;
        let edited = plan.edit(self.wanted, self.checked.risks());
        let edited = edited.map_err(|unfit| explain(unfit, plan))?;
        // What others accept meanwhile stays accepted.
        if edited.changes_nothing() && !self.sent {
            return Ok(WriteDecision::Finished(self.report(
                plan,
                &edited,
                AcceptOutcome::Unchanged,
            )));
        }
        if stored.at == PlanStore::Nowhere && self.options.dry_run == DryRun::None {
            let error = anyhow!("cannot accept insights: the plan cannot be stored");
            let because = stored.because.iter().cloned();
            return Err(because.fold(Error::new("NoPlace", error), Error::hint));
        }
        let accepted = edited.accepted.clone();
        let plan = UpdatePlan { accepted, seen: stored.revision.clone(), ..plan.clone() };
        Ok(WriteDecision::Send(PlanAcceptance {
            stored: StoredPlan { plan, ..stored.clone() },
            edited,
        }))
    }

    fn is_unchanged(&self, acceptance: &PlanAcceptance, shown: &PlanAcceptance) -> bool {
        shown_insights(&acceptance.stored.plan) == shown_insights(&shown.stored.plan)
    }

    fn confirm(
        &mut self,
        stored: &StoredPlan,
        PlanAcceptance { stored: after, edited }: &PlanAcceptance,
        shown: Option<&PlanAcceptance>,
    ) -> Result<Option<PreCheckReport>> {
        if let Some(shown) = shown {
            return Ok(Some(self.changed(shown)));
        }
        let asked = self.report(&after.plan, edited, AcceptOutcome::DryRun);
        let question = asked.question(&self.risks_of(&after.plan, edited), &self.session.ui.err);
        let prompt = Prompt { question: Some(question), ..Prompt::default() };
        let not_sent = confirm(&mut self.session.ui, self.options, false, &prompt);
        Ok(not_sent.map(|not_sent| match not_sent {
            NotSent::DryRunClient => asked,
            NotSent::NotConfirmed => self.report(&stored.plan, edited, AcceptOutcome::NotConfirmed),
            NotSent::Changed => self.report(&stored.plan, edited, AcceptOutcome::Changed),
        }))
    }

    async fn send(&mut self, acceptance: &PlanAcceptance) -> Result<WriteOutcome<StoredPlan>> {
        self.sent = true;
        self.source.write_plan(&acceptance.stored, PlanSection::Spec).await
    }

    async fn read_stored(&mut self) -> Result<StoredPlan> {
        self.reader.read_stored().await
    }

    fn is_stored(&self, acceptance: &PlanAcceptance, stored: &StoredPlan) -> bool {
        acceptance.stored.plan.accepted == stored.plan.accepted
    }

    fn is_same(&self, before: &StoredPlan, stored: &StoredPlan) -> bool {
        before.replaced_by(stored).is_none()
    }

    fn refused(&self, _: &StoredPlan, said: &str) -> Error {
        refused(said)
    }

    fn end_replaced(
        &self,
        _: &StoredPlan,
        shown: &PlanAcceptance,
        _: String,
    ) -> Result<PreCheckReport> {
        Ok(self.changed(shown))
    }

    fn contested(&self, shown: &PlanAcceptance) -> Result<PreCheckReport> {
        Ok(self.changed(shown))
    }

    fn hint_of_lost(&self, lost: LostWrite) -> Hint {
        hint_of_lost(lost)
    }
}

impl AcceptWrite<'_> {
    fn report(
        &self,
        plan: &UpdatePlan,
        edited: &AcceptChange,
        outcome: AcceptOutcome,
    ) -> PreCheckReport {
        self.checked.report(plan, self.session).with(edited, outcome)
    }

    /// The plan no longer contains what was shown, or keeps changing.
    fn changed(&self, shown: &PlanAcceptance) -> PreCheckReport {
        self.report(&self.checked.stored.plan, &shown.edited, AcceptOutcome::Changed)
    }

    /// Returns the risks to accept on the cluster, too.
    fn risks_of(&self, plan: &UpdatePlan, edited: &AcceptChange) -> Vec<String> {
        if !self.also_accept_risks {
            return Vec::new();
        }
        let found = plan.found(&[]).into_iter();
        let added = found.filter(|one| edited.added.contains(&one.id));
        let risks: BTreeSet<String> = added.filter_map(|one| self.checked.risk_in(&one)).collect();
        risks.into_iter().collect()
    }
}

/// The insights that the user has seen.
fn shown_insights(plan: &UpdatePlan) -> Vec<(InsightId, Level, String)> {
    let found = plan.found(&[]).into_iter();
    found.map(|found| (found.id, found.insight.level, found.insight.summary)).collect()
}

fn explain(unfit: AcceptError, plan: &UpdatePlan) -> Error {
    let target = &plan.target;
    match unfit {
        AcceptError::Unknown { name, nearest } => {
            let error = Error::no_target(anyhow!("the update to {target} has no insight {name:?}"));
            match nearest.as_slice() {
                [] => error.hint("name insights by the id or uid in the list"),
                near => error.hint(format!("did you mean {}?", near.join(", "))),
            }
        }
        AcceptError::Ambiguous { name, ids } => {
            let ids: Vec<String> = ids.iter().map(|id| format!("{} ({id})", id.short())).collect();
            Error::usage(anyhow!("{name:?} matches several insights"))
                .hint(format!("use one of: {}", ids.join(", ")))
        }
        AcceptError::NotAccepted { name } => {
            Error::no_target(anyhow!("the plan of {target} does not accept {name:?}"))
        }
        AcceptError::TooMany(count) => {
            Error::usage(anyhow!("{count} insights exceed what a plan can store"))
        }
    }
}
