//! Updates of operators that wait for approval.

use super::{UpdatePhase, UpdateTarget};
use crate::insight::{Impact, Insight, InsightCode, Level, Object};
use crate::objects::olm::{INSTALL_PLAN, InstallPlan};
use crate::part::Part;
use crate::snapshot::Snapshot;

pub(super) fn check(
    snapshot: &Snapshot,
    _: UpdatePhase<'_>,
    target: Option<&UpdateTarget>,
) -> Part<Vec<Insight>> {
    let Some(target) = target else { return Part::Known(Vec::new()) };
    match &snapshot.install_plans {
        Part::Known(plans) => {
            let pending = plans.iter().filter(|plan| plan.needs_approval);
            Part::Known(pending.map(|plan| of_plan(plan, target)).collect())
        }
        Part::NotServed => Part::Known(Vec::new()), // a cluster without OLM
        Part::NotRead | Part::Unreadable { .. } if !target.leaves_the_minor() => {
            Part::Known(Vec::new()) // no plan would have to be accepted
        }
        unknown @ (Part::NotRead | Part::Unreadable { .. }) => unknown.as_ref().map(|_| Vec::new()),
    }
}

/// Operators should be current before a minor version update. A patch update does not need that,
/// and clusters with manual approval have pending plans most of the time.
fn of_plan(plan: &InstallPlan, target: &UpdateTarget) -> Insight {
    let InstallPlan { namespace, name, brings, .. } = plan;
    let level = if target.leaves_the_minor() { Level::Warning } else { Level::Info };
    let summary = format!("InstallPlan {namespace}/{name} requires approval");
    let description = match brings.as_slice() {
        [] => "It does not state what it installs.".to_owned(),
        brings => format!("It installs:\n{}", brings.join("\n")),
    };
    let uid = format!("InstallPlanPending-{namespace}/{name}");
    Insight::new(
        InsightCode::InstallPlanPending,
        uid,
        level,
        Impact::ApplicationAvailability,
        summary,
    )
    .concerning(Object::within(INSTALL_PLAN, namespace, name))
    .describing(description)
    .remedied_by(format!(
        "approve it with `oc patch installplan -n {namespace} {name} --type merge -p \
             '{{\"spec\":{{\"approved\":true}}}}'`"
    ))
}
