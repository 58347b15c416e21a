//! Machine config pools whose nodes would not be updated.

use super::{UpdatePhase, UpdateTarget, message};
use crate::condition_type::MachineConfigPoolCondition;
use crate::gates::words::because;
use crate::insight::{Impact, Insight, InsightCode, Level, Object};
use crate::links::{MACHINES, PAUSED};
use crate::objects::machine_config_pool::{Pool, home};
use crate::objects::node::Node;
use crate::part::Part;
use crate::progress::UpdateProgress;
use crate::snapshot::Snapshot;
use upgrade_graph::condition::Status;

pub(super) fn check(
    snapshot: &Snapshot,
    phase: UpdatePhase<'_>,
    _: Option<&UpdateTarget>,
) -> Part<Vec<Insight>> {
    let of_pool = |pool: &Pool| -> Vec<Insight> {
        paused(pool, snapshot, phase).into_iter().chain(degraded(pool)).collect()
    };
    snapshot.pools.as_ref().map(|pools| pools.iter().flat_map(of_pool).collect())
}

/// A pause matters to the next update, and to the current one if it keeps nodes from updating.
fn paused(pool: &Pool, snapshot: &Snapshot, phase: UpdatePhase<'_>) -> Option<Insight> {
    if !pool.paused {
        return None;
    }
    let name = &pool.name;
    let holds_back = match phase {
        UpdatePhase::Idle => pool.is_behind() || has_other_configuration(pool, snapshot),
        UpdatePhase::During(progress) | UpdatePhase::After(progress) => {
            holds_back(pool, snapshot, progress)
        }
    };
    let (level, impact) = match phase {
        UpdatePhase::During(_) if !holds_back => (Level::Info, Impact::None),
        UpdatePhase::Idle | UpdatePhase::After(_) if pool.is_control_plane() => {
            (Level::Error, Impact::UpdateStalled)
        }
        UpdatePhase::Idle | UpdatePhase::During(_) | UpdatePhase::After(_) => {
            (Level::Warning, Impact::UpdateStalled)
        }
    };
    let summary = if holds_back {
        format!("Outdated nodes in a paused pool '{name}' will not be updated")
    } else {
        format!("Machine config pool {name} is paused")
    };
    Some(
        insight(pool, InsightCode::PoolPaused, "Paused", (level, impact), summary)
            .since(pool.paused_since())
            .describing(
                "The pool is paused, which stops all changes to its nodes, including updates",
            )
            .remedied_by(format!("resume it with `upgrade pools resume {name}`"))
            .see(PAUSED),
    )
}

/// The release of a node follows from its configuration; if configurations were not read, a node
/// with another one than its pool wants is outdated.
fn holds_back(pool: &Pool, snapshot: &Snapshot, progress: &UpdateProgress) -> bool {
    let report = progress.pools.iter().find(|report| report.name == pool.name);
    match report {
        Some(report) if snapshot.configs.is_known() => report.keeps_back(),
        Some(_) | None => pool.is_behind() || has_other_configuration(pool, snapshot),
    }
}

fn has_other_configuration(pool: &Pool, snapshot: &Snapshot) -> bool {
    let pools = snapshot.pools.items();
    let is_its = |node: &&Node| home(node, pools).is_some_and(|home| home.name == pool.name);
    let mut nodes = snapshot.nodes.items().iter().filter(is_its);
    nodes.any(|node| pool.wanted.as_ref().is_some_and(|wanted| *wanted != node.current))
}

/// A pool is degraded because of its nodes, which are reported themselves, or because of what it
/// cannot render.
fn degraded(pool: &Pool) -> Option<Insight> {
    let name = &pool.name;
    let render = pool
        .conditions
        .get(MachineConfigPoolCondition::RenderDegraded)
        .filter(|said| said.status == Status::True);
    let (code, sentence, said) = match render {
        Some(said) => (InsightCode::PoolCannotRender, "cannot render its configuration", said),
        None => (InsightCode::PoolDegraded, "is degraded", pool.degraded()?),
    };
    let summary = format!("Machine config pool {name} {sentence}{}", because(&said.reason));
    Some(
        insight(pool, code, "Degraded", (Level::Error, Impact::UpdateStalled), summary)
            .since(said.since)
            .describing(message(said))
            .remedied_by(format!("repair it first, see `oc describe machineconfigpool {name}`"))
            .see(MACHINES)
            .stops_update(true),
    )
}

fn insight(
    pool: &Pool,
    code: InsightCode,
    what: &str,
    (level, impact): (Level, Impact),
    summary: String,
) -> Insight {
    let name = &pool.name;
    let uid = format!("MachineConfigPool{what}-{name}");
    Insight::new(code, uid, level, impact, summary)
        .in_pool(Some(name))
        .concerning(Object::new("MachineConfigPool", name))
}
