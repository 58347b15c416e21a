//! An update for unit tests.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "test builders: what does not hold should end the test"
)]

use crate::objects::cluster_operator::Operator;
use crate::objects::node::Node;
use crate::part::Part;
use crate::selector::Selector;
use crate::snapshot::Snapshot;
use crate::testing::{cluster, condition, now, past, pool, with};
use upgrade_graph::condition::{Conditions, Status};

/// An update from 4.6.1 to 4.6.2 without any progress.
pub fn updating() -> Snapshot {
    let mut cluster = with(cluster("4.6.2"), "Progressing", Status::True);
    cluster.history[0].completed = false;
    cluster.history[0].ended = None;
    cluster.history[0].started = Some(now());
    cluster.history.push(past("4.6.1"));
    let mut snapshot = Snapshot::new(cluster);
    snapshot.operators = Part::Known(vec![operator("dns"), operator("etcd")]);
    let mut worker = pool("worker", 2, 0);
    worker.selector = Some(Selector::default());
    snapshot.pools = Part::Known(vec![worker]);
    snapshot.nodes = Part::Known(vec![node("worker-0"), node("worker-1")]);
    let configs = [("rendered-old", "4.6.1"), ("rendered-new", "4.6.2")];
    let configs = configs.map(|(name, release)| (name.to_owned(), Some(release.to_owned())));
    snapshot.configs = Part::Known(configs.into());
    snapshot
}

fn operator(name: &str) -> Operator {
    let conditions =
        [("Available", Status::True), ("Degraded", Status::False), ("Progressing", Status::False)];
    Operator {
        name: name.into(),
        version: Some("4.6.1".into()),
        image: None,
        of_the_platform: true,
        conditions: Conditions(
            conditions.map(|(kind, status)| condition(kind, status)).into_iter().collect(),
        ),
    }
}

fn node(name: &str) -> Node {
    Node {
        name: name.into(),
        current: "rendered-old".into(),
        desired: "rendered-old".into(),
        state: "Done".into(),
        ..Node::default()
    }
}
