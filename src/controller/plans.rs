//! Plans: collected when requested or stale, and deleted when no longer needed.

use std::sync::Arc;
use std::time::Duration;

use tracing::{debug, info};

use super::context::ControllerContext;
use super::metrics::WorkItem;
use crate::actions::gather::{self, GatherOptions};
use crate::connect::informers::InformerEvent;
use crate::connect::plans::{PlanSection, StoredPlan};
use crate::connect::snapshot::SnapshotParts;
use crate::error::Result;
use crate::topic;
use upgrade_core::cluster::Cluster;
use upgrade_core::pre_checks::{Collection, UpdatePlan};

const LOOK_EVERY: Duration = Duration::from_mins(1);
const TRY_AGAIN: Duration = Duration::from_secs(10);
const LONGEST_PAUSE: Duration = Duration::from_mins(5);

/// Checks the plan with this name, and returns when to check it again.
pub(crate) async fn update(context: Arc<ControllerContext>, name: String) -> Duration {
    let about = format!("plan {name}");
    match attend(&context, &name).await {
        Ok(()) => {
            context.well(WorkItem::Plans, &about);
            LOOK_EVERY
        }
        Err(error) => {
            let times = context.failed(WorkItem::Plans, &about, &error);
            // Each attempt reads much, and the problem may persist.
            (TRY_AGAIN * 2_u32.saturating_pow(times.min(5) - 1)).min(LONGEST_PAUSE)
        }
    }
}

async fn attend(context: &ControllerContext, name: &str) -> Result<()> {
    let Some(live) = context.live() else { return Ok(()) };
    let Some(stored) = live.plan_named(name).await? else { return Ok(()) };
    let cluster = context.source.snapshot(&SnapshotParts::CLUSTER_VERSION).await?.cluster;
    let now = context.now();
    if stored.plan.is_spent(&cluster, now) {
        if context.source.drop_plan(&stored).await? {
            context.metrics.pruned();
            info!(target: topic::CONTROLLER, "deleted plan {name}: it is no longer needed");
        }
        return Ok(());
    }
    if stored.plan.is_due(now, cluster.desired.version.text()) {
        debug!(target: topic::DECISION, "plan {name} is due: asking all informers");
        gather(context, &cluster, stored).await?;
    } else {
        debug!(target: topic::DECISION, "plan {name} is not due");
    }
    Ok(())
}

async fn gather(context: &ControllerContext, cluster: &Cluster, stored: StoredPlan) -> Result<()> {
    let target = stored.plan.target.clone();
    let options = GatherOptions {
        target: target.clone(),
        informer_update: stored.plan.informer_update,
        create_token: false,
    };
    let before = stored.plan.collection.as_ref();
    let informers = context.informer_options();
    let (source, report) = (&context.source, |_: &InformerEvent<'_>| {});
    let gathered = gather::gather_with(source, cluster, &options, before, informers, &report);
    let (_, gathered) = gathered.await?;
    let at = stored.plan.answered_at(gathered.at);
    let gathered = Collection { at, by: gather::CONTROLLER.to_owned(), ..gathered };
    let count = gathered.insights().count();
    context.metrics.gathered(&gathered.informers);
    context.heard(&gathered.informers);
    let renew = |plan: &mut UpdatePlan| plan.collection = Some(gathered.clone());
    context.source.save_plan(stored, PlanSection::Status, &renew).await?;
    let insights = if count == 1 { "1 insight".to_owned() } else { format!("{count} insights") };
    info!(target: topic::CONTROLLER, target_version = target, "plan for {target}: {insights} collected");
    Ok(())
}
