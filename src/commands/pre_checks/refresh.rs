//! Refreshes a plan: through the controller if one is running, else here; and stores it.

use std::time::Duration;

use anyhow::anyhow;
use jiff::SignedDuration;
use tracing::info;

use super::{CheckedPlan, PreChecksRequest};
use crate::actions::gather::{GatherOptions, gather};
use crate::actions::request::plan::near;
use crate::cli::Session;
use crate::connect::Source;
use crate::connect::plans::{PlanLookup, PlanSection, PlanStore, StoredPlan};
use crate::connect::snapshot::SnapshotParts;
use crate::error::{Error, Result};
use crate::topic;
use upgrade_core::cluster::Cluster;
use upgrade_core::pre_checks::UpdatePlan;
use upgrade_graph::version::{Step, Version};

const LOOK_EVERY: Duration = Duration::from_millis(500); // between reads of a plan that the controller fills
/// Long enough for an informer that asks to be called again after five seconds.
const TO_GATHER: Duration = Duration::from_secs(10);
const TICK: SignedDuration = SignedDuration::from_nanos(1);

/// Creates or renews the plan of a release.
pub(super) async fn refresh(
    target: String,
    request: &PreChecksRequest,
    source: &Source,
    session: &Session,
) -> Result<CheckedPlan> {
    let PreChecksRequest { informer_update, create_token, .. } = *request;
    let gathering = GatherOptions { target, informer_update, create_token };
    let target = &gathering.target;
    let (snapshot, lookup) =
        tokio::join!(source.snapshot(&SnapshotParts::REQUEST), source.find_plan(target));
    let (cluster, lookup) = (snapshot?.cluster, lookup?);
    refuse_current(&cluster, target)?;
    let refreshing = PlanRefresh { request, gathering: &gathering, source, session };
    let lookup = refreshing.near(lookup, &cluster)?;
    if !refreshing.may_ask_controller(&lookup).await {
        return refreshing.by_ourselves(lookup, &cluster).await;
    }
    if let Some(stored) = refreshing.by_controller(lookup, &cluster).await? {
        return Ok(CheckedPlan { cluster, stored, warnings: Vec::new(), pruned: Vec::new() });
    }
    info!(
        target: topic::NOTE,
        "the update status controller did not answer in time. Running pre-checks here instead"
    );
    let lookup = refreshing.near(source.find_plan(target).await?, &cluster)?;
    refreshing.by_ourselves(lookup, &cluster).await
}

fn refuse_current(cluster: &Cluster, target: &str) -> Result<()> {
    if cluster.desired.version.step_to(&Version::new(target)) == Step::Same {
        let error = anyhow!("{} is already on {target}", cluster.origin.name());
        return Err(Error::no_target(error).hint("use the version to update to"));
    }
    Ok(())
}

#[derive(Clone, Copy)]
struct PlanRefresh<'a> {
    request: &'a PreChecksRequest,
    gathering: &'a GatherOptions,
    source: &'a Source,
    session: &'a Session,
}

impl PlanRefresh<'_> {
    fn near(&self, lookup: PlanLookup, cluster: &Cluster) -> Result<PlanLookup> {
        let state = self.session.environment.state.as_deref();
        near(lookup, &self.gathering.target, cluster, state)
    }

    async fn may_ask_controller(&self, lookup: &PlanLookup) -> bool {
        let at = match lookup {
            PlanLookup::Found(stored) => &stored.at,
            PlanLookup::Missing { at, .. } => at,
        };
        !self.request.dry_run && *at == PlanStore::Object && self.source.has_controller().await
    }

    /// Requests it from the controller, and waits; none if it does not answer in time.
    async fn by_controller(
        &self,
        lookup: PlanLookup,
        cluster: &Cluster,
    ) -> Result<Option<StoredPlan>> {
        let gathering = self.gathering;
        let now = cluster.now.unwrap_or_default();
        let ask = |plan: &mut UpdatePlan| {
            // Clocks differ: an earlier collection does not count, whatever its time.
            let before = plan.collection.as_ref().map(|before| before.at + TICK);
            plan.requested = Some(before.map_or(now, |before| before.max(now)));
            plan.informer_update = gathering.informer_update;
        };
        let mut asked = UpdatePlan::new(&gathering.target);
        ask(&mut asked);
        match lookup {
            PlanLookup::Found(stored) => {
                drop(self.source.save_plan(*stored, PlanSection::Spec, &ask).await?);
            }
            missing @ PlanLookup::Missing { .. } => {
                match self.source.begin_plan(&asked, missing).await? {
                    PlanLookup::Found(stored) if stored.at == PlanStore::Object => {}
                    PlanLookup::Found(_) | PlanLookup::Missing { .. } => return Ok(None),
                }
            }
        }
        let progress = self.session.ui.progress(false);
        let waiting = "Waiting for the update status controller";
        progress.tell(waiting, |_| waiting.to_owned());
        // If the controller does not answer, there must be time to query all informers here.
        let patience = self.request.deadline.leaving(TO_GATHER);
        let filled = patience.limit(self.filled()).await;
        progress.end();
        Ok(filled.flatten())
    }

    /// Waits until the controller has filled the plan; none if it will not.
    async fn filled(&self) -> Option<StoredPlan> {
        loop {
            match self.source.find_plan(&self.gathering.target).await {
                Ok(PlanLookup::Found(stored)) if stored.plan.is_answered() => return Some(*stored),
                Ok(PlanLookup::Missing { .. }) => return None, // it was deleted
                Ok(PlanLookup::Found(_)) | Err(_) => {}
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    async fn by_ourselves(&self, lookup: PlanLookup, cluster: &Cluster) -> Result<CheckedPlan> {
        let before = match &lookup {
            PlanLookup::Found(stored) => stored.plan.collection.as_ref(),
            PlanLookup::Missing { .. } => None,
        };
        let deadline = self.request.deadline;
        let gathered = gather(self.source, cluster, self.gathering, before, deadline, self.session);
        let (cluster, collection) = gathered.await?;
        let renew = |plan: &mut UpdatePlan| plan.collection = Some(collection.clone());
        let mut warnings = Vec::new();
        let mut stored = self.held(lookup, &cluster, &renew).await?;
        renew(&mut stored.plan);
        if stored.at == PlanStore::Nowhere && !self.request.dry_run {
            warnings.push("the plan cannot be stored, so insights cannot be accepted".to_owned());
        }
        Ok(CheckedPlan { cluster, stored, warnings, pruned: Vec::new() })
    }

    /// Stores what was collected, if there is a place for it.
    async fn held(
        &self,
        lookup: PlanLookup,
        cluster: &Cluster,
        renew: &(dyn Fn(&mut UpdatePlan) + Sync),
    ) -> Result<StoredPlan> {
        let mut plan = UpdatePlan::new(&self.gathering.target);
        renew(&mut plan);
        let lookup = match lookup {
            missing @ PlanLookup::Missing { .. } if !self.request.dry_run => {
                let begun = self.source.begin_plan(&plan, missing).await?;
                self.near(begun, cluster)?
            }
            lookup => lookup,
        };
        let stored = match lookup {
            PlanLookup::Found(stored) => *stored,
            PlanLookup::Missing { at, because } => {
                // For a file, only its future path is known.
                StoredPlan {
                    plan: UpdatePlan::new(&plan.target),
                    at,
                    uid: None,
                    revision: None,
                    because,
                }
            }
        };
        if self.request.dry_run || stored.plan.collection == plan.collection {
            return Ok(stored);
        }
        match (self.source.save_plan(stored.clone(), PlanSection::Status, renew).await, &stored.at)
        {
            // The insights are worth showing even if they cannot be stored.
            (Err(error), PlanStore::File(_)) => {
                let because = stored.because.into_iter().chain([error.message()]).collect();
                Ok(StoredPlan { at: PlanStore::Nowhere, because, ..stored })
            }
            (saved, _) => saved,
        }
    }
}

#[cfg(test)]
mod tests;
