//! Small builders for the unit tests of the decisions.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "test builders: what does not hold should end the test"
)]

use jiff::Timestamp;

use crate::alert::Alert;
use crate::cluster::{Cluster, Conditional, HistoryEntry, Origin, ReportedRisk};
use crate::condition_type::ConditionalUpdateCondition;
use crate::objects::cluster_version::management::Management;
use crate::objects::infrastructure::{Infrastructure, Topology};
use crate::objects::machine_config_pool::Pool;
use crate::part::Part;
use crate::snapshot::Snapshot;
use upgrade_graph::condition::{Condition, Conditions, Status};
use upgrade_graph::model::Rule;
use upgrade_graph::release::Release;
use upgrade_graph::testing::release;

pub fn now() -> Timestamp {
    "2021-08-28T12:00:00Z".parse().expect("a fixed instant")
}

pub fn condition(kind: &str, status: Status) -> Condition {
    Condition {
        kind: kind.into(),
        status,
        reason: format!("{kind}Reason"),
        message: format!("the {kind} message"),
        since: Some(now()),
    }
}

pub fn risk(name: &str) -> ReportedRisk {
    ReportedRisk {
        name: name.into(),
        message: format!("{name} hurts."),
        url: Some(format!("https://example.com/{name}")),
        rules: vec![Rule::PromQl(name.to_lowercase())],
        conditions: Conditions::default(),
    }
}

pub fn conditional(version: &str, recommended: Status, risks: &[&str]) -> Conditional {
    Conditional {
        release: release(version),
        conditions: Conditions(vec![condition(
            ConditionalUpdateCondition::Recommended.as_str(),
            recommended,
        )]),
        risks: risks.iter().map(|name| risk(name)).collect(),
        risk_names: Vec::new(),
    }
}

/// A release that was updated to in an hour.
pub fn past(version: &str) -> HistoryEntry {
    let Release { version, image, .. } = release(version);
    HistoryEntry {
        version,
        image,
        completed: true,
        started: "2021-04-06T10:00:00Z".parse().ok(),
        ended: "2021-04-06T11:00:00Z".parse().ok(),
        verified: Some(true),
        accepted_risks: None,
    }
}

/// A healthy cluster that has completed `version`, without available updates.
pub fn cluster(version: &str) -> Cluster {
    let desired = release(version);
    let conditions = [
        ("Available", Status::True),
        ("Failing", Status::False),
        ("Progressing", Status::False),
        ("RetrievedUpdates", Status::True),
    ];
    Cluster {
        origin: Origin::default(),
        now: Some(now()),
        id: Some("f3a2e9c0-0000-4000-8000-000000000001".into()),
        uid: Some("11111111-2222-4333-8444-555555555555".into()),
        resource_version: Some("41".into()),
        generation: Some(3),
        observed_generation: Some(3),
        channel: Some("stable-4.6".into()),
        upstream: None,
        requested: None,
        history: vec![past(version)],
        desired,
        conditions: Conditions(
            conditions.map(|(kind, status)| condition(kind, status)).into_iter().collect(),
        ),
        available: Vec::new(),
        conditional: Vec::new(),
        known_risks: Vec::new(),
        signature_stores: false,
        management: Management::default(),
        oddities: Vec::new(),
    }
}

/// A cluster with its own control plane and without alerts.
pub fn snapshot(cluster: &Cluster) -> Snapshot {
    Snapshot {
        infrastructure: infrastructure(Topology::Own),
        alerts: Part::Known(Vec::new()),
        ..Snapshot::new(cluster.clone())
    }
}

pub fn infrastructure(topology: Topology) -> Part<Infrastructure> {
    let platform = Part::Known("AWS".to_owned());
    Part::Known(Infrastructure { topology: Part::Known(topology), platform })
}

/// Replaces or adds a condition.
pub fn with(mut cluster: Cluster, kind: &str, status: Status) -> Cluster {
    cluster.conditions.0.retain(|condition| condition.kind != kind);
    cluster.conditions.0.push(condition(kind, status));
    cluster
}

/// A firing alert.
pub fn alert(name: &str, severity: &str) -> Alert {
    Alert {
        name: name.into(),
        severity: severity.into(),
        state: "firing".into(),
        summary: format!("{name} fires."),
        ..Alert::default()
    }
}

/// A pool with this many updated nodes.
pub fn pool(name: &str, machines: i64, updated: i64) -> Pool {
    let done = if machines == updated { Status::True } else { Status::False };
    let reached = if machines == updated { "rendered-new" } else { "rendered-old" };
    Pool {
        name: name.into(),
        generation: Some(2),
        observed_generation: Some(2),
        paused: false,
        machines: Some(machines),
        updated: Some(updated),
        wanted: Some("rendered-new".into()),
        reached: Some(reached.into()),
        conditions: Conditions(vec![
            condition("Updated", done),
            condition("Degraded", Status::False),
        ]),
        ..Pool::default()
    }
}
