//! A report for unit tests to render.

use super::status_report::{Details, UpdateStatusReport};
use crate::domain::condition::Status;
use crate::domain::status::sample::updating;
use crate::domain::status::{Part, assess};
use crate::domain::testing::{condition, with};

/// An update ten minutes old: dns is done, etcd is at it, worker-0 drains.
pub(crate) fn report() -> UpdateStatusReport {
    let mut scene = updating();
    scene.now += jiff::SignedDuration::from_mins(10);
    if let Part::Known(operators) = &mut scene.operators {
        operators[0].version = Some("4.6.2".into());
        let etcd = &mut operators[1].conditions.0;
        etcd.retain(|one| one.kind != "Progressing");
        etcd.push(condition("Progressing", Status::True));
    }
    if let Part::Known(nodes) = &mut scene.nodes {
        nodes[0].desired = "rendered-new".into();
        nodes[0].desired_drain = "drain-rendered-new".into();
        nodes[0].last_drain = "uncordon-rendered-old".into();
    }
    UpdateStatusReport::of(&scene, &assess(&scene), Details::default())
}

/// The same, and the cluster is failing.
pub(crate) fn failing() -> UpdateStatusReport {
    let mut scene = updating();
    scene.cluster = with(scene.cluster, "Failing", Status::True);
    UpdateStatusReport::of(&scene, &assess(&scene), Details::default())
}
