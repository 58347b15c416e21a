//! What a pool waits for: the first thing that a user or the machine config operator must do.

use super::{PendingNodes, PoolWait, PoolWaitReason};
use crate::objects::machine_config_pool::Pool;
use crate::progress::nodes::{NodePhase, NodeReport};
use crate::progress::pools::PoolReport;
use crate::snapshot::Snapshot;

pub(super) fn waits_for(
    snapshot: &Snapshot,
    pool: &Pool,
    report: &PoolReport,
    pending: Option<PendingNodes>,
) -> Option<PoolWait> {
    let behind = pending.map_or(0, |pending| pending.nodes);
    let wait = |reason, message: String| Some(PoolWait { reason, message });
    if let Some(condition) = &report.render_degraded {
        return wait(
            PoolWaitReason::Configuration,
            format!("a valid configuration: {}", first_line(&condition.message, "RenderDegraded")),
        );
    }
    if pool.paused && (behind > 0 || report.keeps_back()) {
        return wait(PoolWaitReason::Resume, format!("resume ({})", to_update(pending)));
    }
    if let Some(message) = degraded(pool, report) {
        return wait(PoolWaitReason::Repair, message);
    }
    let draining = in_phase(report, &[NodePhase::Draining]);
    if !draining.is_empty() {
        return wait(PoolWaitReason::Drain, format!("drain of {}", listed(&draining)));
    }
    let updating = in_phase(report, &[NodePhase::Updating, NodePhase::Rebooting]);
    if !updating.is_empty() {
        return wait(PoolWaitReason::Update, format!("update of {}", listed(&updating)));
    }
    if behind > 0 {
        let total = pending.map_or(0, |pending| pending.total);
        let away: Vec<&NodeReport> = report.nodes.iter().filter(|node| node.unavailable).collect();
        if away.len() >= pool.at_once(total) {
            let message = format!("{} to be available", listed(&away));
            return wait(PoolWaitReason::Availability, message);
        }
        return wait(PoolWaitReason::NextNode, format!("next node ({behind} pending)"));
    }
    if report.is_behind() && snapshot.cluster.rolling_out() {
        let target = snapshot.cluster.desired.version.text();
        return wait(PoolWaitReason::ControlPlane, format!("control plane update to {target}"));
    }
    let unobserved = pool.generation.is_some() && pool.observed_generation < pool.generation;
    if unobserved || (report.is_behind() && !pool.paused) {
        return wait(PoolWaitReason::Observation, "machine config operator".to_owned());
    }
    None
}

fn degraded(pool: &Pool, report: &PoolReport) -> Option<String> {
    let nodes: Vec<&NodeReport> = report.nodes.iter().filter(|node| node.degraded).collect();
    match (nodes.as_slice(), pool.degraded()) {
        ([], None) => None,
        ([], Some(condition)) => {
            Some(format!("repair: {}", first_line(&condition.message, "Degraded")))
        }
        ([only], _) => {
            Some(format!("repair of {}: {}", only.name, first_line(&only.reason, "Degraded")))
        }
        (several, _) => Some(format!("repair of {}", listed(several))),
    }
}

fn in_phase<'a>(report: &'a PoolReport, phases: &[NodePhase]) -> Vec<&'a NodeReport> {
    report.nodes.iter().filter(|node| phases.contains(&node.phase)).collect()
}

/// Names a node or two, and counts the others.
fn listed(nodes: &[&NodeReport]) -> String {
    match nodes {
        [one] => one.name.clone(),
        [one, two] => format!("{} and {}", one.name, two.name),
        [one, others @ ..] => format!("{} and {} more nodes", one.name, others.len()),
        [] => String::new(),
    }
}

fn to_update(pending: Option<PendingNodes>) -> String {
    match pending {
        Some(PendingNodes { nodes, total }) => format!("{nodes} of {total} nodes pending"),
        None => "pending nodes unknown".to_owned(),
    }
}

fn first_line<'a>(message: &'a str, otherwise: &'a str) -> &'a str {
    message.trim().lines().next().filter(|line| !line.is_empty()).unwrap_or(otherwise)
}
