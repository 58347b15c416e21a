//! The state of a cluster, what an update means for it, the order of attention and the counts.

use std::collections::BTreeMap;

use super::*;
use crate::gates::code::FindingCode;
use crate::insight::Level;
use crate::objects::config_map::GateMaps;
use crate::part::Part;
use crate::status::testing::updating;
use crate::testing::{cluster, conditional, snapshot, with};
use upgrade_graph::testing::release;

#[test]
fn a_cluster_at_rest_is_idle_and_counts_its_updates() {
    let mut cluster = cluster("4.6.1");
    cluster.available = vec![release("4.6.2"), release("4.6.3")];
    cluster.conditional = vec![conditional("4.6.4", Status::False, &["A"])];
    let found = FleetCluster::new(&snapshot(&cluster));
    assert_eq!((found.state, found.updating, found.progress), (FleetState::Idle, false, None));
    let newest = NewestUpdate { version: "4.6.3".into(), held_back: false };
    assert_eq!((found.newest, found.recommended, found.not_recommended), (Some(newest), 2, 1));
}

#[test]
fn an_update_is_counted_by_operators_first_and_then_by_nodes() {
    let mut snapshot = updating();
    let found = FleetCluster::new(&snapshot);
    let operators = FleetProgress { phase: FleetPhase::ControlPlane, updated: 0, total: 2 };
    assert_eq!((found.state, found.progress), (FleetState::Updating, Some(operators)));
    if let Part::Known(operators) = &mut snapshot.operators {
        for operator in operators {
            operator.version = Some("4.6.2".into());
        }
    }
    snapshot.cluster.history[0].completed = true;
    snapshot.cluster = with(snapshot.cluster, "Progressing", Status::False);
    let found = FleetCluster::new(&snapshot);
    let nodes = FleetProgress { phase: FleetPhase::Nodes, updated: 0, total: 2 };
    assert_eq!((found.updating, found.progress), (true, Some(nodes)));
}

#[test]
fn a_failing_cluster_is_failing_whether_it_updates_or_not() {
    let failing = with(cluster("4.6.1"), "Failing", Status::True);
    assert_eq!(FleetCluster::new(&snapshot(&failing)).state, FleetState::Failing);
    let mut snapshot = updating();
    snapshot.cluster = with(snapshot.cluster, "Failing", Status::True);
    assert_eq!(FleetCluster::new(&snapshot).state, FleetState::Failing);
}

#[test]
fn what_needs_attention_comes_first() {
    let mut rows = vec![
        ("idle", FleetState::Idle.attention(None)),
        ("informed", FleetState::Idle.attention(Some(Level::Info))),
        ("updating", FleetState::Updating.attention(None)),
        ("warned", FleetState::Idle.attention(Some(Level::Warning))),
        ("alarmed", FleetState::Idle.attention(Some(Level::Critical))),
        ("forbidden", FleetState::Forbidden.attention(None)),
        ("unreachable", FleetState::Unreachable.attention(None)),
        ("stalled", FleetState::Stalled.attention(Some(Level::Critical))),
        ("failing", FleetState::Failing.attention(None)),
    ];
    rows.sort_by_key(|(_, attention)| *attention);
    let names: Vec<&str> = rows.into_iter().map(|(name, _)| name).collect();
    assert_eq!(
        names,
        [
            "failing",
            "stalled",
            "unreachable",
            "forbidden",
            "alarmed",
            "warned",
            "updating",
            "idle",
            "informed"
        ]
    );
}

/// A cluster on 4.6.1 with an admin gate of 4.6.
fn gated() -> Snapshot {
    let mut cluster = with(cluster("4.6.1"), "Upgradeable", Status::False);
    cluster.available = vec![release("4.6.2"), release("4.7.1")];
    let gates = BTreeMap::from([("ack-4.6-a".to_owned(), "Check it.".to_owned())]);
    let maps = GateMaps { gates: Some(gates), ..GateMaps::default() };
    Snapshot { gates: Part::Known(maps), ..snapshot(&cluster) }
}

#[test]
fn a_minor_version_update_waits_for_its_admin_gate_and_a_patch_does_not() {
    let snapshot = gated();
    assert_eq!(answer(&snapshot, "4.6.2"), Some(FleetAnswer::Ready));
    let blockers = UpdateBlockers {
        findings: vec![FindingCode::NotUpgradeable],
        admin_gates: vec!["ack-4.6-a".into()],
        ..UpdateBlockers::default()
    };
    assert_eq!(answer(&snapshot, "4.7.1"), Some(FleetAnswer::Blocked(blockers)));
}

#[test]
fn a_conditional_update_names_its_risks_and_what_else_stops_it() {
    let mut cluster = with(cluster("4.6.1"), "Failing", Status::True);
    cluster.conditional = vec![conditional("4.6.2", Status::False, &["A"])];
    let Some(FleetAnswer::NotRecommended(blockers)) = answer(&snapshot(&cluster), "4.6.2") else {
        panic!("it is conditional");
    };
    assert_eq!((blockers.risks, blockers.findings), (vec!["A".into()], vec![FindingCode::Failing]));
}

#[test]
fn graphs_are_needed_only_for_a_newer_version_that_is_not_available() {
    let cluster = cluster("4.6.10");
    let of = |version| answer(&snapshot(&cluster), version);
    assert_eq!(of("4.6.10"), Some(FleetAnswer::AtTarget));
    assert_eq!(of("4.6.9"), Some(FleetAnswer::Newer));
    assert_eq!(of("4.5.40"), Some(FleetAnswer::Newer));
    assert_eq!(of("4.6.11"), None);
    assert_eq!(of("4.8.1"), None);
}

#[test]
fn each_risk_and_gate_counts_the_clusters_that_it_stops() {
    let blocked = |risks: &[&str], findings: &[FindingCode], gates: &[&str]| UpdateBlockers {
        risks: risks.iter().map(ToString::to_string).collect(),
        findings: findings.to_vec(),
        admin_gates: gates.iter().map(ToString::to_string).collect(),
    };
    let answers = [
        FleetAnswer::Ready,
        FleetAnswer::NotRecommended(blocked(&["A", "B"], &[], &[])),
        FleetAnswer::NotRecommended(blocked(&["A"], &[FindingCode::Failing], &[])),
        FleetAnswer::NotRecommended(blocked(&[], &[], &[])),
        FleetAnswer::Blocked(blocked(&[], &[FindingCode::NotUpgradeable], &["ack"])),
        FleetAnswer::Blocked(blocked(&[], &[FindingCode::NotUpgradeable], &[])),
    ];
    let counts = TargetCounts::new(&answers);
    let risks = [("A".to_owned(), 2), ("B".to_owned(), 1)];
    let findings = [(FindingCode::NotUpgradeable, 1), (FindingCode::Failing, 1)];
    let expected = TargetCounts {
        ready: 1,
        risks: risks.into(),
        unexplained: 1,
        admin_gates: 1,
        findings: findings.into(),
        ..TargetCounts::default()
    };
    assert_eq!(counts, expected);
}

#[test]
fn clusters_the_same_number_of_updates_away_are_one_group() {
    let away = |next: &str, channel: Option<&str>| {
        FleetAnswer::Away(StepsAway {
            steps: 2,
            risks: vec!["A".into()],
            recommended: false,
            channel: channel.map(str::to_owned),
            next: next.into(),
        })
    };
    assert_eq!(away("4.6.2", None).group(), away("4.6.3", Some("fast-4.7")).group());
}

#[test]
fn a_watch_reports_what_changed_and_nothing_about_what_is_not_known() {
    let idle = FleetSituation {
        state: FleetState::Idle,
        progress: None,
        version: Some("4.6.1".into()),
        channel: Some("stable-4.6".into()),
        newest: Some("4.6.2".into()),
        insight: None,
    };
    assert_eq!(changes(&idle, &idle), []);
    let away = FleetSituation {
        state: FleetState::Unreachable,
        version: None,
        channel: None,
        newest: None,
        ..idle.clone()
    };
    let lost = FleetChange::State(FleetState::Unreachable, None);
    assert_eq!(changes(&idle, &away), [lost]);
    let back = FleetSituation { insight: Some("Trouble".into()), newest: None, ..idle.clone() };
    let told = [FleetChange::Newest(None), FleetChange::Insight("Trouble".into())];
    assert_eq!(changes(&idle, &back), told);
    assert_eq!(changes(&back, &idle)[1], FleetChange::Resolved("Trouble".into()));
}
