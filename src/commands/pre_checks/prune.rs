//! Plans that are no longer needed: without a controller, running pre-checks deletes them.

use super::CheckedPlan;
use crate::cli::Session;
use crate::connect::Source;
use crate::connect::plans::{PlanList, StoredPlan};
use crate::error::Error;

/// Deletes them, and notes which. Without permission to list or delete them, they stay; other
/// errors become warnings, and never fail the command.
pub(super) async fn prune(checked: &mut CheckedPlan, source: &Source, session: &Session) {
    let CheckedPlan { cluster, stored, warnings, pruned } = checked;
    let Some(now) = cluster.now else { return };
    let state = session.environment.state.as_deref();
    let listed = source.list_unattended_plans(cluster, &stored.at, state).await;
    let PlanList { plans, unreadable } =
        listed.unwrap_or_else(|error| PlanList { plans: Vec::new(), unreadable: vec![error] });
    warnings.extend(unreadable.iter().map(Error::message));
    let is_other = |plan: &&StoredPlan| plan.plan.target != stored.plan.target;
    for plan in plans.iter().filter(is_other).filter(|plan| plan.plan.is_spent(cluster, now)) {
        match source.drop_plan(plan).await {
            Ok(true) => pruned.push(plan.label()),
            Ok(false) => {} // it changed, so it is in use
            Err(error) if error.code == "Forbidden" => {}
            Err(error) => warnings.push(error.message()),
        }
    }
}
