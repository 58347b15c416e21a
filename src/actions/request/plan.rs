//! How a request uses the plan of its target: there may be none, it may be stale, or not accepted.

use std::path::Path;

use super::RequestWrite;
use crate::actions::gather::{self, GatherOptions};
use crate::cli::values::DryRun;
use crate::connect::informers::Deadline;
use crate::connect::plans::{PlanLookup, PlanSection, PlanStore, StoredPlan};
use crate::connect::snapshot::SnapshotParts;
use crate::error::Result;
use upgrade_core::cluster::Cluster;
use upgrade_core::gates::Waiver;
use upgrade_core::part::Part;
use upgrade_core::pre_checks::{BUDGET, UpdatePlan};
use upgrade_core::request::decide::{self, Decision, Request, RequestTarget};
use upgrade_core::snapshot::Snapshot;

impl RequestWrite<'_> {
    /// Reads the snapshot for a request, with the plan of its target.
    pub(crate) async fn read_with_plan(&self) -> Result<Snapshot> {
        const PARTS: SnapshotParts = SnapshotParts::REQUEST;
        let Self { source, request, .. } = self;
        let (mut snapshot, lookup) = match &request.target {
            RequestTarget::Version(version) => {
                let (snapshot, lookup) =
                    tokio::join!(source.snapshot(&PARTS), source.find_plan(version));
                (snapshot?, Some(lookup))
            }
            RequestTarget::Latest(_)
            | RequestTarget::Image(_)
            | RequestTarget::Previous
            | RequestTarget::MultiArch => (source.snapshot(&PARTS).await?, None),
        };
        let Some(version) = planned(&snapshot, request) else { return Ok(snapshot) };
        let lookup = match lookup {
            Some(lookup) => lookup,
            // An image of unknown version has no plan.
            None if version.is_empty() => {
                Ok(PlanLookup::Missing { at: PlanStore::Nowhere, because: vec![] })
            }
            None => source.find_plan(&version).await,
        };
        let state = self.session.environment.state.as_deref();
        let lookup = lookup.and_then(|found| near(found, &version, &snapshot.cluster, state));
        snapshot.plan = match lookup {
            Ok(found) => self.judge_plan(&mut snapshot.cluster, &version, found).await?,
            Err(error) => Part::unreadable(error.message()),
        };
        Ok(snapshot)
    }

    async fn judge_plan(
        &self,
        cluster: &mut Cluster,
        version: &str,
        lookup: PlanLookup,
    ) -> Result<Part<UpdatePlan>> {
        let waived = self.request.waivers.has(Waiver::PreChecks);
        let wanted = self.options.pre_checks;
        match lookup {
            PlanLookup::Missing { .. } if !wanted => Ok(Part::NotServed),
            PlanLookup::Missing { .. } if version.is_empty() => {
                Ok(Part::unreadable("the version of the image is unknown"))
            }
            PlanLookup::Missing { .. } => {
                let plan = self.gathered(cluster, UpdatePlan::new(version)).await?;
                Ok(Part::Known(plan))
            }
            PlanLookup::Found(stored) => {
                let from = cluster.desired.version.text();
                let stale = wanted || stored.plan.is_stale(cluster.now, from);
                if waived || !stale || stored.at == PlanStore::Recording {
                    return Ok(Part::Known(stored.plan));
                }
                let plan = self.gathered(cluster, stored.plan.clone()).await?;
                if self.options.dry_run == DryRun::None {
                    cluster.oddities.extend(self.store(*stored, &plan).await);
                }
                Ok(Part::Known(plan))
            }
        }
    }

    async fn gathered(&self, cluster: &Cluster, plan: UpdatePlan) -> Result<UpdatePlan> {
        let options = GatherOptions {
            target: plan.target.clone(),
            informer_update: plan.informer_update,
            create_token: false,
        };
        let before = plan.collection.as_ref();
        let patience = Deadline::new(Some(BUDGET));
        let gathered =
            gather::gather(self.source, cluster, &options, before, patience, self.session);
        let (_, collection) = gathered.await?;
        Ok(UpdatePlan { collection: Some(collection), ..plan })
    }

    /// Stores what was collected; if that fails, the request uses it anyway.
    async fn store(&self, stored: StoredPlan, gathered: &UpdatePlan) -> Option<String> {
        let renew = |plan: &mut UpdatePlan| plan.collection.clone_from(&gathered.collection);
        let saved = self.source.save_plan(stored, PlanSection::Status, &renew).await;
        saved.err().map(|error| format!("the pre-checks were not stored: {}", error.message()))
    }
}

/// Also searches the user's own files.
pub(crate) fn near(
    lookup: PlanLookup,
    version: &str,
    cluster: &Cluster,
    state: Option<&Path>,
) -> Result<PlanLookup> {
    lookup.or_file(version, cluster.id.as_deref(), state)
}

/// Returns the requested version if a plan for it could matter: not if the request is already met,
/// for a rollback, or for the current release.
fn planned(snapshot: &Snapshot, request: &Request) -> Option<String> {
    if matches!(request.target, RequestTarget::Previous | RequestTarget::MultiArch) {
        return None;
    }
    match decide::decide(snapshot, request) {
        Decision::Judged(proposal) => Some(proposal.target.release.version.text().to_owned()),
        Decision::Settled(_)
        | Decision::NothingNewer(_)
        | Decision::NothingBefore
        | Decision::UnknownVersion(_)
        | Decision::UnknownRisk { .. } => None,
    }
}
