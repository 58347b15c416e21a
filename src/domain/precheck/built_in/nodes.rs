//! `nodes`: those that are not fit to be updated, or to take over the work of others.

use super::{Target, because};
use crate::domain::condition::Status;
use crate::domain::links::MACHINES;
use crate::domain::node::Node;
use crate::domain::part::Part;
use crate::domain::pool::{Pool, home};
use crate::domain::precheck::insight::{Impact, Insight, Level, Object};
use crate::domain::snapshot::Snapshot;

/// Conditions that say something bad where they are not False, and in which words.
const TROUBLES: [(&str, &str); 4] = [
    ("DiskPressure", "is short of disk space"),
    ("MemoryPressure", "is short of memory"),
    ("PIDPressure", "is short of process ids"),
    ("NetworkUnavailable", "has no network"),
];

pub(super) fn look(snapshot: &Snapshot, _: &Target) -> Part<Vec<Insight>> {
    let pools = snapshot.pools.items();
    snapshot
        .nodes
        .as_ref()
        .map(|nodes| nodes.iter().flat_map(|node| of_node(node, pools)).collect())
}

fn of_node(node: &Node, pools: &[Pool]) -> Vec<Insight> {
    let name = &node.name;
    let pool = home(node, pools).map(|pool| pool.name.as_str());
    let insight = |what: &str, level, sentence: &str| {
        let said = node.conditions.get(what);
        let reason = said.map(|said| because(&said.reason)).unwrap_or_default();
        let what = if what == "Ready" { "NotReady" } else { what };
        let summary = format!("Node {name} {sentence}{reason}");
        Insight::new(format!("Node{what}-{name}"), (level, Impact::UpdateSpeed), summary)
            .in_pool(pool)
            .of(Object::new("Node", name))
            .describing(said.map(|said| said.message.clone()).unwrap_or_default())
            .see(MACHINES)
    };
    let ready = match node.conditions.status("Ready") {
        Status::True => None,
        Status::False => Some((Level::Warning, "is not ready")),
        Status::Unknown => Some((Level::Unknown, "does not say whether it is ready")),
    };
    let mend = format!("mend it first: `oc describe node {name}`");
    let mut found: Vec<Insight> = Vec::new();
    found.extend(
        ready.map(|(level, sentence)| insight("Ready", level, sentence).remedied_by(mend.clone())),
    );
    for (kind, sentence) in TROUBLES {
        match node.conditions.get(kind).map(|said| said.status) {
            None | Some(Status::False) => {}
            Some(Status::True) => {
                found.push(insight(kind, Level::Warning, sentence).remedied_by(mend.clone()));
            }
            Some(Status::Unknown) => {
                let sentence = format!("may be one that {sentence}");
                found.push(insight(kind, Level::Unknown, &sentence).remedied_by(mend.clone()));
            }
        }
    }
    if node.unschedulable {
        let insight = insight("Unschedulable", Level::Warning, "is cordoned")
            .describing(
                "Its pool counts it among the machines that are not available, and updates no \
                 others while there are too many of those.",
            )
            .remedied_by(format!("let it take pods again: `oc adm uncordon {name}`"));
        found.push(insight);
    }
    found
}
