//! An update for unit tests to look at.

use super::{Node, Part, Scene};
use crate::domain::condition::{Conditions, Status};
use crate::domain::operator::Operator;
use crate::domain::selector::Selector;
use crate::domain::testing::{cluster, condition, now, past, pool, with};

/// An update from 4.6.1 to 4.6.2 in which nothing is done.
pub(crate) fn updating() -> Scene {
    let mut cluster = with(cluster("4.6.2"), "Progressing", Status::True);
    cluster.history[0].completed = false;
    cluster.history[0].ended = None;
    cluster.history[0].started = Some(now());
    cluster.history.push(past("4.6.1"));
    let mut scene = Scene::bare(cluster, now());
    scene.operators = Part::Known(vec![operator("dns"), operator("etcd")]);
    let mut worker = pool("worker", 2, 0);
    worker.selector = Some(Selector::default());
    scene.pools = Part::Known(vec![worker]);
    scene.nodes = Part::Known(vec![node("worker-0"), node("worker-1")]);
    scene.configs.insert("rendered-old".into(), Some("4.6.1".into()));
    scene.configs.insert("rendered-new".into(), Some("4.6.2".into()));
    scene
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
