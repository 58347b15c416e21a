//! What a request asks of the plan of its target: there may be one, it may be old, it may say no.

use std::path::Path;

use super::gathering::{self, Wish};
use super::request::RequestWrite;
use super::root::DryRun;
use crate::domain::cluster::Cluster;
use crate::domain::gate::Waiver;
use crate::domain::plan::{self, Decision, Request, Target};
use crate::domain::precheck::{BUDGET, Plan, PreChecks};
use crate::error::Result;
use crate::source::Need;
use crate::source::plans::{Half, Keeping, Kept, Lookup};

impl RequestWrite<'_> {
    /// Reads what a request is judged by, with the plan of its target.
    pub(super) async fn read_with_plan(&self) -> Result<Cluster> {
        let Self { source, request, .. } = self;
        let (mut cluster, lookup) = match &request.target {
            Target::Version(version) => {
                let (cluster, lookup) =
                    tokio::join!(source.read(Need::Request), source.find_plan(version));
                (cluster?, Some(lookup))
            }
            Target::Latest(_) | Target::Image(_) | Target::Previous | Target::MultiArch => {
                (source.read(Need::Request).await?, None)
            }
        };
        let Some(version) = planned(&cluster, request) else { return Ok(cluster) };
        let lookup = match lookup {
            Some(lookup) => lookup,
            // An image of unknown version can have no plan.
            None if version.is_empty() => {
                Ok(Lookup::Missing { at: Keeping::Nowhere, because: vec![] })
            }
            None => source.find_plan(&version).await,
        };
        let state = self.session.environment.state.as_deref();
        let lookup = lookup.and_then(|found| near(found, &version, &cluster, state));
        cluster.pre_checks = match lookup {
            Ok(found) => self.judge_plan(&mut cluster, &version, found).await?,
            Err(error) => PreChecks::Unreadable { why: error.message() },
        };
        Ok(cluster)
    }

    async fn judge_plan(
        &self,
        cluster: &mut Cluster,
        version: &str,
        lookup: Lookup,
    ) -> Result<PreChecks> {
        let waived = self.request.waivers.has(Waiver::PreChecks);
        let wanted = self.options.pre_checks;
        match lookup {
            Lookup::Missing { .. } if !wanted => Ok(PreChecks::NoPlan),
            Lookup::Missing { .. } if version.is_empty() => Ok(PreChecks::Unreadable {
                why: "the version of the image is not known".to_owned(),
            }),
            Lookup::Missing { .. } => {
                let plan = self.gathered(cluster, Plan::new(version)).await?;
                Ok(PreChecks::Known(Box::new(plan)))
            }
            Lookup::Found(kept) => {
                let from = cluster.desired.version.text();
                let stale = wanted || kept.plan.is_stale(cluster.now, from);
                if waived || !stale || kept.at == Keeping::Recording {
                    return Ok(PreChecks::Known(Box::new(kept.plan)));
                }
                let plan = self.gathered(cluster, kept.plan.clone()).await?;
                if self.options.dry_run == DryRun::None {
                    cluster.oddities.extend(self.store(*kept, &plan).await);
                }
                Ok(PreChecks::Known(Box::new(plan)))
            }
        }
    }

    async fn gathered(&self, cluster: &Cluster, plan: Plan) -> Result<Plan> {
        let wish = Wish {
            target: plan.target.clone(),
            informer_update: plan.informer_update,
            budget: Some(BUDGET),
            mint: false,
        };
        let before = plan.collection.as_ref();
        let gathered = gathering::gather(self.source, cluster, (&wish, before), self.session);
        let (_, collection) = gathered.await?;
        Ok(Plan { collection: Some(collection), ..plan })
    }

    /// Stores what was gathered; where that fails, the update is judged by it all the same.
    async fn store(&self, kept: Kept, gathered: &Plan) -> Option<String> {
        let renew = |plan: &mut Plan| plan.collection.clone_from(&gathered.collection);
        let saved = self.source.save_plan(kept, Half::Status, &renew).await;
        saved.err().map(|error| format!("the pre-checks were not stored: {}", error.message()))
    }
}

/// Looks at the user's own files, too.
pub(super) fn near(
    lookup: Lookup,
    version: &str,
    cluster: &Cluster,
    state: Option<&Path>,
) -> Result<Lookup> {
    lookup.or_file(version, cluster.id.as_deref(), state)
}

/// Returns the version that is asked for, where a plan could speak of it: not for what is settled, nor
/// on the way back, nor for the release the cluster is on.
fn planned(cluster: &Cluster, request: &Request) -> Option<String> {
    if matches!(request.target, Target::Previous | Target::MultiArch) {
        return None;
    }
    match plan::decide(cluster, request) {
        Decision::Judged(proposal) => Some(proposal.target.release.version.text().to_owned()),
        Decision::Settled(_)
        | Decision::NothingNewer(_)
        | Decision::NothingBefore
        | Decision::UnknownVersion(_)
        | Decision::UnknownRisk { .. } => None,
    }
}
