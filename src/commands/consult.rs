//! What a request asks of the plan of its target: there may be one, it may be old, it may say no.

use std::path::Path;

use anyhow::anyhow;

use super::gathering::{self, Wish};
use super::request::{ATTEMPTS, Options};
use super::root::DryRun;
use crate::cli::Session;
use crate::domain::cluster::Cluster;
use crate::domain::gate::Waiver;
use crate::domain::part::Part;
use crate::domain::plan::{self, Decision, Request, Target};
use crate::domain::precheck::{BUDGET, Plan};
use crate::domain::snapshot::Snapshot;
use crate::error::{Error, Result};
use crate::source::Source;
use crate::source::plans::{Half, Keeping, Kept, Lookup, Saved};
use crate::source::snapshot::SnapshotParts;

const PARTS: SnapshotParts = SnapshotParts::REQUEST;

/// Reads what a request is judged by, with the plan of its target.
pub(super) async fn read(
    source: &Source,
    request: &Request,
    options: Options,
    session: &Session,
) -> Result<Snapshot> {
    let (mut snapshot, lookup) = match &request.target {
        Target::Version(version) => {
            let (snapshot, lookup) =
                tokio::join!(source.snapshot(&PARTS), source.find_plan(version));
            (snapshot?, Some(lookup))
        }
        _ => (source.snapshot(&PARTS).await?, None),
    };
    let Some(version) = planned(&snapshot, request) else { return Ok(snapshot) };
    let lookup = match lookup {
        Some(lookup) => lookup,
        // An image of unknown version can have no plan.
        None if version.is_empty() => Ok(Lookup::Missing { at: Keeping::Nowhere, because: vec![] }),
        None => source.find_plan(&version).await,
    };
    let state = session.environment.state.as_deref();
    let consulting = Consulting { source, request, options, session };
    let cluster = &mut snapshot.cluster;
    snapshot.plan = match lookup.and_then(|found| near(found, &version, (&*cluster, state))) {
        Ok(found) => consulting.judge(cluster, &version, found).await?,
        Err(error) => Part::unreadable(error.message()),
    };
    Ok(snapshot)
}

/// Looks at the user's own files, too.
pub(super) fn near(
    lookup: Lookup,
    version: &str,
    (cluster, state): (&Cluster, Option<&Path>),
) -> Result<Lookup> {
    lookup.or_file(version, cluster.id.as_deref(), state)
}

/// Returns the version that is asked for, where a plan could speak of it: not for what is settled, nor
/// on the way back, nor for the release the cluster is on.
fn planned(snapshot: &Snapshot, request: &Request) -> Option<String> {
    if matches!(request.target, Target::Previous | Target::MultiArch) {
        return None;
    }
    match plan::decide(snapshot, request) {
        Decision::Judged(proposal) => Some(proposal.target.release.version.text().to_owned()),
        _ => None,
    }
}

struct Consulting<'a> {
    source: &'a Source,
    request: &'a Request,
    options: Options,
    session: &'a Session,
}

impl Consulting<'_> {
    async fn judge(
        &self,
        cluster: &mut Cluster,
        version: &str,
        lookup: Lookup,
    ) -> Result<Part<Plan>> {
        let waived = self.request.waivers.has(Waiver::PreChecks);
        let wanted = self.options.pre_checks;
        match lookup {
            Lookup::Missing { .. } if !wanted => Ok(Part::NotServed),
            Lookup::Missing { .. } if version.is_empty() => {
                Ok(Part::unreadable("the version of the image is not known"))
            }
            Lookup::Missing { .. } => {
                let plan = self.gathered(cluster, Plan::new(version)).await?;
                Ok(Part::Known(plan))
            }
            Lookup::Found(kept) => {
                let from = cluster.desired.version.text();
                let stale = wanted || kept.plan.is_stale(cluster.now, from);
                if waived || !stale || kept.at == Keeping::Recording {
                    return Ok(Part::Known(kept.plan));
                }
                let plan = self.gathered(cluster, kept.plan.clone()).await?;
                if self.options.dry_run == DryRun::None {
                    cluster.oddities.extend(self.store(*kept, &plan).await);
                }
                Ok(Part::Known(plan))
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
        let saved = save(self.source, kept, Half::Status, &renew).await;
        saved.err().map(|error| format!("the pre-checks were not stored: {}", error.message()))
    }
}

/// Writes a half of a plan, changed like this; where others write meanwhile, their part stays.
pub(super) async fn save(
    source: &Source,
    mut kept: Kept,
    half: Half,
    change: &(dyn Fn(&mut Plan) + Sync),
) -> Result<Kept> {
    for _ in 0..ATTEMPTS {
        change(&mut kept.plan);
        let said = match source.save_plan(&kept, half).await? {
            Saved::Kept(kept) => return Ok(*kept),
            Saved::Conflict(said) => said,
        };
        kept = match source.find_plan(&kept.plan.target).await? {
            Lookup::Found(theirs) if theirs.revision != kept.revision => *theirs,
            // Nobody has changed it, or it is gone: what the server says counts.
            _ => return Err(refused(&said)),
        };
    }
    let error = anyhow!("the plan was changed by others {ATTEMPTS} times in a row");
    Err(Error::new("Conflict", error).hint("run the command again"))
}

pub(super) fn refused(said: &str) -> Error {
    Error::new("Conflict", anyhow!("the API server does not take the plan (409): {said}"))
}
