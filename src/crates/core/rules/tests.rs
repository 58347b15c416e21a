//! What each built-in informer finds, and what it ignores.

use jiff::SignedDuration;

use super::*;
use crate::cluster::Requested;
use crate::insight::{Area, Object};
use crate::objects::api_request_count::{ApiUse, ApiUser};
use crate::objects::cluster_operator::Operator;
use crate::objects::config_map::{AckMap, GateMaps};
use crate::objects::etcd::EtcdPod;
use crate::objects::infrastructure::Topology;
use crate::objects::machine_config_pool::Pool;
use crate::objects::node::{Budget, Node, Pod};
use crate::objects::olm::{InstallPlan, InstalledOperator, MaxRelease};
use crate::pre_checks::aggregate;
use crate::pre_checks::testing::collection;
use crate::selector::Selector;
use crate::testing::{alert, cluster, condition, conditional, infrastructure, pool, with};
use upgrade_graph::condition::{Condition, Conditions, Status};
use upgrade_graph::testing::release;

/// A cluster on 4.6.23 without problems, with an update within its minor version and beyond.
fn snapshot() -> Snapshot {
    let mut cluster = cluster("4.6.23");
    cluster.available = vec![release("4.6.43"), release("4.7.4")];
    Snapshot {
        alerts: Part::Known(Vec::new()),
        operators: Part::Known(Vec::new()),
        pools: Part::Known(Vec::new()),
        nodes: Part::Known(Vec::new()),
        budgets: Part::Known(Vec::new()),
        pods: Part::Known(Vec::new()),
        gates: Part::Known(GateMaps { gates: Some([].into()), ..GateMaps::default() }),
        apis: Part::Known(Vec::new()),
        etcd: Part::Known(Vec::new()),
        network: Part::Known("OVNKubernetes".into()),
        olm_operators: Part::Known(Vec::new()),
        install_plans: Part::Known(Vec::new()),
        ..Snapshot::new(cluster)
    }
}

fn insights(snapshot: &Snapshot, version: &str) -> Vec<Insight> {
    let all = check_target(snapshot, version).into_iter().flat_map(|found| found.insights);
    let all: Vec<Insight> = all.collect();
    for insight in &all {
        let Insight { uid, summary, description, remediation, .. } = insight;
        assert!(!summary.is_empty() && !description.is_empty(), "{uid} says nothing");
        let may_lead_nowhere = insight.code == InsightCode::AlertFiring; // there is no runbook
        assert!(remediation.reference.is_some() || may_lead_nowhere, "{uid} leads nowhere");
        assert!(remediation.action.is_some(), "{uid} leaves one alone");
    }
    all
}

/// The insights, as `uid: level`.
fn found(snapshot: &Snapshot, version: &str) -> Vec<String> {
    let told = |found: Insight| format!("{}: {}", found.uid, found.level.text());
    insights(snapshot, version).into_iter().map(told).collect()
}

fn on(cluster: Cluster) -> Snapshot {
    Snapshot { cluster, ..snapshot() }
}

#[test]
fn a_healthy_cluster_gives_no_cause_for_concern() {
    assert!(found(&snapshot(), "4.6.43").is_empty());
    assert!(found(&snapshot(), "4.7.4").is_empty());
    let names: Vec<String> =
        check_target(&snapshot(), "4.6.43").into_iter().map(|one| one.name).collect();
    assert_eq!(names.len(), 15);
    assert!(
        names.iter().all(|name| insight::is_reserved(name))
            && insight::is_reserved(insight::REGISTRY)
    );
}

#[test]
fn what_cannot_be_checked_must_be_accepted_and_what_does_not_exist_need_not() {
    let blind = Snapshot {
        operators: Part::unreadable("forbidden"),
        pools: Part::NotServed,
        nodes: Part::unreadable("forbidden"),
        budgets: Part::unreadable("forbidden"),
        gates: Part::unreadable("forbidden"),
        apis: Part::unreadable("forbidden"),
        signatures: Part::unreadable("forbidden"),
        alerts: Part::unreadable("forbidden"),
        etcd: Part::unreadable("forbidden"),
        olm_operators: Part::unreadable("forbidden"),
        install_plans: Part::unreadable("forbidden"),
        ..snapshot()
    };
    let told = |version: &str| -> Vec<String> {
        let blind =
            check_target(&blind, version).into_iter().filter(|one| !one.insights.is_empty());
        blind.map(|one| format!("{} {}", one.name, one.insights[0].level.text())).collect()
    };
    let patch = [
        "cluster-operators unknown",
        "machine-config-pools info",
        "nodes unknown",
        "pod-disruption-budgets unknown",
        "alerts unknown",
        "etcd-members unknown",
    ];
    assert_eq!(told("4.6.43"), patch, "the others matter to minor version updates only");
    let minor = told("4.7.4").into_iter().filter(|one| !patch.contains(&one.as_str()));
    let minor: Vec<String> = minor.collect();
    let only = ["admin-gates", "removed-apis", "olm-operators", "install-plans"];
    assert_eq!(minor, only.map(|name| format!("{name} unknown")));
    let registry = unlisted("forbidden".into());
    assert!(registry.insights[0].level.must_be_accepted());
}

#[test]
fn findings_of_the_gates_are_reported() {
    let base = || snapshot().cluster;
    let lagging = || Cluster { observed_generation: Some(2), ..base() };
    let mut other_channel = lagging();
    other_channel.available.iter_mut().for_each(|listed| listed.channels = vec!["another".into()]);
    assert!(found(&on(lagging()), "4.6.43").is_empty(), "lists are newer than what was observed");
    for (cluster, version, expected) in [
        (with(base(), "Failing", Status::True), "4.6.43", "Failing: warning"),
        (with(base(), "Failing", Status::Unknown), "4.6.43", "Failing: warning"),
        (with(base(), "Invalid", Status::True), "4.6.43", "Invalid: error"),
        (with(base(), "Progressing", Status::True), "4.6.43", "Progressing: warning"),
        (with(base(), "Upgradeable", Status::False), "4.7.4", "NotUpgradeable: error"),
        (with(base(), "Upgradeable", Status::Unknown), "4.7.4", "UpgradeableUnknown: unknown"),
        (other_channel, "4.6.43", "Unobserved: warning"),
        (base(), "4.6.44", "NotListed: warning"),
    ] {
        assert_eq!(found(&on(cluster), version), [expected], "{expected}");
    }
    let hosted = Snapshot { infrastructure: infrastructure(Topology::External), ..snapshot() };
    assert_eq!(found(&hosted, "4.6.43"), ["HostedControlPlane: error"]);
    let patch = with(base(), "Upgradeable", Status::False);
    assert!(found(&on(patch), "4.6.43").is_empty(), "patches pass");
    let mut silent = base();
    silent.conditions.0.retain(|said| said.kind != "Failing");
    assert_eq!(found(&on(silent), "4.6.43"), ["FailingNotReported: warning"]);
}

#[test]
fn a_version_that_is_not_available_is_checked_as_far_as_possible() {
    let all = insights(&snapshot(), "4.6.44");
    assert!(all[0].description.contains("Similar versions: 4.6.43"), "{all:?}");
    assert_eq!(found(&snapshot(), "4.8.0"), ["TooFar: error", "NotListed: warning"]);
    assert_eq!(found(&snapshot(), "4.6.1"), ["NotListed: warning", "Downgrade: error"]);
}

#[test]
fn a_version_of_two_images_and_a_request_that_is_pending_are_reported() {
    let mut cluster = snapshot().cluster;
    let other = Release { image: "quay.io/other@sha256:1".into(), ..release("4.6.43") };
    cluster.available.push(other);
    assert_eq!(found(&on(cluster), "4.6.43"), ["AmbiguousTarget: error"]);
    let mut cluster = snapshot().cluster;
    cluster.requested = Some(Requested { version: "4.7.4".into(), ..Requested::default() });
    assert_eq!(found(&on(cluster.clone()), "4.6.43"), ["PendingRequest: warning"]);
    assert!(found(&on(cluster), "4.7.4").is_empty());
}

#[test]
fn each_risk_that_applies_or_may_is_an_insight_of_its_name() {
    let mut cluster = cluster("4.6.23");
    let mut update = conditional("4.7.4", Status::False, &["A", "B", "C"]);
    update.risks[0].conditions.0.push(condition("Applies", Status::True));
    update.risks[1].conditions.0.push(condition("Applies", Status::False));
    cluster.conditional = vec![update];
    assert_eq!(found(&on(cluster), "4.7.4"), ["A: warning", "C: unknown"]);
}

#[test]
fn an_update_that_is_not_recommended_without_a_risk_is_reported() {
    let mut cluster = cluster("4.6.23");
    cluster.conditional = vec![conditional("4.7.4", Status::False, &[])];
    assert_eq!(found(&on(cluster.clone()), "4.7.4"), ["NotRecommended: warning"]);
    cluster.conditional = vec![conditional("4.7.4", Status::Unknown, &[])];
    assert_eq!(found(&on(cluster.clone()), "4.7.4"), ["NotRecommended: unknown"]);
    cluster.conditional = vec![conditional("4.7.4", Status::True, &["A"])];
    assert!(found(&on(cluster), "4.7.4").is_empty());
}

fn operator(conditions: &[(&str, Status)]) -> Operator {
    let conditions = conditions.iter().map(|(kind, status)| condition(kind, *status));
    Operator {
        name: "dns".into(),
        version: None,
        image: None,
        of_the_platform: true,
        conditions: Conditions(conditions.collect()),
    }
}

#[test]
fn operators_are_evaluated_by_their_conditions_and_missing_ones() {
    use Status::{False, True, Unknown};
    let of = |operator: Operator, version: &str| {
        found(&Snapshot { operators: Part::Known(vec![operator]), ..snapshot() }, version)
    };
    let fine = [("Available", True), ("Degraded", False)];
    let and = |kind, status| -> Vec<_> {
        let others = fine.iter().copied().filter(|(other, _)| *other != kind);
        others.chain([(kind, status)]).collect()
    };
    for (conditions, version, expected) in [
        (and("Available", False), "4.6.43", "ClusterOperatorAvailable-dns: error"),
        (and("Available", Unknown), "4.6.43", "ClusterOperatorAvailable-dns: unknown"),
        (and("Degraded", True), "4.6.43", "ClusterOperatorDegraded-dns: warning"),
        (and("Degraded", Unknown), "4.6.43", "ClusterOperatorDegraded-dns: unknown"),
        (and("Upgradeable", False), "4.7.4", "ClusterOperatorUpgradeable-dns: warning"),
        (and("Upgradeable", False), "4.6.43", "ClusterOperatorUpgradeable-dns: info"),
        (vec![], "4.6.43", "ClusterOperatorAvailable-dns: unknown"),
    ] {
        assert_eq!(of(operator(&conditions), version), [expected], "{expected}");
    }
    assert!(of(operator(&fine), "4.7.4").is_empty());
    let guest = Operator { of_the_platform: false, ..operator(&and("Degraded", True)) };
    assert_eq!(of(guest, "4.6.43"), ["ClusterOperatorDegraded-dns: info"]);
}

#[test]
fn pools_that_would_not_be_updated_are_reported() {
    let paused = |name: &str| Pool { paused: true, ..pool(name, 3, 3) };
    let mut degraded = pool("infra", 3, 3);
    degraded.conditions = Conditions(vec![condition("Degraded", Status::True)]);
    let pools = vec![paused("worker"), paused("master"), degraded];
    let snapshot = Snapshot { pools: Part::Known(pools), ..snapshot() };
    assert_eq!(
        found(&snapshot, "4.6.43"),
        [
            "MachineConfigPoolPaused-worker: warning",
            "MachineConfigPoolPaused-master: error",
            "MachineConfigPoolDegraded-infra: error",
        ]
    );
    let all = insights(&snapshot, "4.6.43");
    assert_eq!(all[0].scope.pools, [Object::new("MachineConfigPool", "worker")]);
    assert_eq!((all[0].scope.area, all[1].scope.area), (Area::WorkerPool, Area::ControlPlane));
}

fn node(name: &str, conditions: &[(&str, Status)]) -> Node {
    let ready = [("Ready", Status::True)];
    let conditions = ready.iter().chain(conditions).map(|(kind, status)| condition(kind, *status));
    Node { name: name.into(), conditions: Conditions(conditions.collect()), ..Node::default() }
}

#[test]
fn unfit_nodes_are_reported_with_their_pool() {
    let mut lost = node("lost", &[]);
    lost.conditions.0[0] = condition("Ready", Status::Unknown);
    let nodes = vec![
        node("fine", &[("DiskPressure", Status::False)]),
        node("full", &[("DiskPressure", Status::True), ("MemoryPressure", Status::Unknown)]),
        Node { unschedulable: true, ..node("off", &[]) },
        lost,
    ];
    let mut worker = pool("worker", 4, 4);
    worker.selector = Some(Selector::default());
    let (pools, nodes) = (Part::Known(vec![worker]), Part::Known(nodes));
    let snapshot = Snapshot { pools, nodes, ..snapshot() };
    assert_eq!(
        found(&snapshot, "4.6.43"),
        [
            "NodeDiskPressure-full: warning",
            "NodeMemoryPressure-full: unknown",
            "NodeUnschedulable-off: warning",
            "NodeNotReady-lost: unknown",
        ]
    );
    assert!(insights(&snapshot, "4.6.43").iter().all(|one| one.scope.area == Area::WorkerPool));
    let nodes_without_pool = Snapshot { pools: Part::NotServed, ..snapshot };
    let of_nodes =
        insights(&nodes_without_pool, "4.6.43").into_iter().filter(|one| one.uid != "NotChecked");
    assert!(of_nodes.into_iter().all(|one| one.scope.area == Area::ControlPlane));
}

#[test]
fn a_budget_without_disruptions_is_reported_with_its_pods() {
    let budget = |allowed| Budget {
        namespace: "shop".into(),
        name: "ledger".into(),
        selector: Some(Selector::default()),
        allowed,
    };
    let pod = |name: &str, node: &str| Pod {
        namespace: "shop".into(),
        name: name.into(),
        node: node.into(),
        labels: [].into(),
        stays: false,
    };
    let mut worker = pool("worker", 1, 1);
    worker.selector = Some(Selector::default());
    let snapshot = |budget: Budget, pods| Snapshot {
        pools: Part::Known(vec![worker.clone()]),
        nodes: Part::Known(vec![node("w0", &[])]),
        budgets: Part::Known(vec![budget]),
        pods: Part::Known(pods),
        ..snapshot()
    };
    let pods = || vec![pod("b", "w0"), pod("a", "w0"), pod("c", "gone"), pod("waiting", "")];
    let all = insights(&snapshot(budget(0), pods()), "4.6.43");
    let uids: Vec<&str> = all.iter().map(|one| one.uid.as_str()).collect();
    let uid = "PodDisruptionBudgetAtLimit-shop/ledger";
    assert_eq!(uids, [uid.to_owned(), format!("{uid}/worker")]);
    assert_eq!(all[1].description, "It protects:\nshop/a on node w0\nshop/b on node w0");
    let moved = insights(&snapshot(budget(0), vec![pod("d", "w0")]), "4.6.43");
    assert_eq!(moved[0].scope, all[1].scope, "pods come and go, and it stays the same insight");
    assert!(found(&snapshot(budget(1), pods()), "4.6.43").is_empty());
    assert!(found(&snapshot(budget(0), Vec::new()), "4.6.43").is_empty());
}

#[test]
fn alerts_must_be_accepted_once_for_each_namespace() {
    let within = |namespace: &str, name: &str, severity: &str| crate::alert::Alert {
        namespace: namespace.into(),
        ..alert(name, severity)
    };
    let alerts = vec![
        within("a", "KubeContainerWaiting", "warning"),
        within("a", "KubeContainerWaiting", "warning"),
        within("b", "KubeContainerWaiting", "warning"),
        alert("etcdMembersDown", "critical"),
        alert("Watchdog", "none"),
    ];
    let alerts = Snapshot { alerts: Part::Known(alerts), ..snapshot() };
    let informers = check_target(&alerts, "4.6.43");
    let gathered = aggregate(collection(informers), Vec::new(), None);
    let told: Vec<String> = gathered
        .insights()
        .map(|(_, insight)| format!("{}: {}", insight.uid, insight.level.text()))
        .collect();
    assert_eq!(
        told,
        [
            "KubeContainerWaiting/a: warning",
            "KubeContainerWaiting/b: warning",
            "etcdMembersDown: critical",
        ]
    );
}

#[test]
fn open_gates_are_reported_for_minor_version_updates() {
    let text = |name: &str| (name.to_owned(), "Know this.".to_owned());
    let gates = [text("ack-4.6-a"), text("ack-4.6-b"), text("ack-4.7-c")].into();
    let acks = AckMap {
        values: [("ack-4.6-b".to_owned(), "true".to_owned())].into(),
        ..AckMap::default()
    };
    let maps = GateMaps { gates: Some(gates), acks: Some(acks), oddities: Vec::new() };
    let snapshot = Snapshot { gates: Part::Known(maps), ..snapshot() };
    assert_eq!(found(&snapshot, "4.7.4"), ["AdminAck-ack-4.6-a: warning"]);
    assert!(found(&snapshot, "4.6.43").is_empty());
}

#[test]
fn removed_apis_that_are_in_use_are_reported() {
    let user = |name: &str| ApiUser { name: name.into(), agent: "curl".into(), requests: 3 };
    let api = |name: &str, removed_in, users| ApiUse {
        name: name.into(),
        removed_in,
        requests: 3,
        users,
    };
    let apis = vec![
        api("gone", Some((1, 19)), vec![user("me")]),
        api("going", Some((1, 20)), vec![user("me"), user("system:kube-controller-manager")]),
        api("watched", Some((1, 20)), vec![user("system:kube-controller-manager")]),
        api("unknown-users", Some((1, 20)), Vec::new()),
        api("later", Some((1, 21)), vec![user("me")]),
        api("staying", None, vec![user("me")]),
        ApiUse { requests: 0, ..api("unused", Some((1, 20)), Vec::new()) },
    ];
    let snapshot = Snapshot { apis: Part::Known(apis), ..snapshot() };
    assert_eq!(
        found(&snapshot, "4.7.4"),
        ["APIRemoved-going: warning", "APIRemoved-unknown-users: warning"]
    );
    let going = &insights(&snapshot, "4.7.4")[0];
    assert!(going.description.ends_with("by:\nme (curl): 3 requests"), "{}", going.description);
    assert!(found(&snapshot, "4.6.43").is_empty());
    let unknown: Vec<String> = found(&snapshot, "5.0.0");
    assert!(unknown.contains(&"APIRemoved-later: unknown".to_owned()), "{unknown:?}");
    assert!(!unknown.iter().any(|uid| uid.contains("gone")), "{unknown:?}");
}

#[test]
fn a_disconnected_cluster_must_have_the_signature() {
    let mut cluster = snapshot().cluster;
    let image = format!("quay.io/a/b@sha256:{}", "1".repeat(64));
    cluster.available[0].image = image.clone();
    cluster.upstream = Some("https://updates.example.com/graph".into());
    let digests =
        |digests: &[&str]| Part::Known(digests.iter().map(|&digest| digest.to_owned()).collect());
    let with = |cluster: Cluster, signatures| Snapshot { signatures, ..on(cluster) };
    let missing = ["ReleaseSignatureMissing: warning"];
    assert_eq!(found(&with(cluster.clone(), digests(&["sha256:2"])), "4.6.43"), missing);
    let digest = image.split('@').nth(1).unwrap();
    assert!(found(&with(cluster.clone(), digests(&[digest])), "4.6.43").is_empty());
    let stores = Cluster { signature_stores: true, ..cluster.clone() };
    let stores = with(stores, digests(&[]));
    assert!(found(&stores, "4.6.43").is_empty(), "it fetches them where it is told to");
    let unlisted = found(&with(cluster.clone(), digests(&[])), "4.6.44");
    assert!(unlisted.contains(&"ReleaseSignatureUnknown: unknown".to_owned()), "{unlisted:?}");
    cluster.upstream = Some("https://api.openshift.com/api/upgrades_info/graph".into());
    assert!(found(&with(cluster, digests(&[])), "4.6.43").is_empty(), "it is connected");
}

#[test]
fn what_a_condition_says_is_in_the_summary_and_the_description() {
    let said =
        Condition { message: "monitoring is down".into(), ..condition("Failing", Status::True) };
    let mut cluster = snapshot().cluster;
    cluster.conditions.0.retain(|condition| condition.kind != "Failing");
    cluster.conditions.0.push(said);
    let insight = &insights(&on(cluster), "4.6.43")[0];
    assert_eq!(
        insight.summary,
        "Cluster Version version is failing to proceed with the update (FailingReason)"
    );
    assert_eq!(insight.description, "monitoring is down");
    assert_eq!(insight.scope.resources, [Object::new("ClusterVersion", "version")]);
}

/// The insights without a target, as `uid: level`.
fn at_any_time(snapshot: &Snapshot) -> Vec<String> {
    let progress = UpdateProgress::new(snapshot);
    let results = check(snapshot, UpdatePhase::new(snapshot, &progress), None);
    let answered = results.into_iter().filter(|result| result.state == InformerState::Answered);
    let told = |one: Insight| format!("{}: {}", one.uid, one.level.text());
    answered.flat_map(|result| result.insights).map(told).collect()
}

fn during(snapshot: &Snapshot) -> Snapshot {
    let cluster = with(snapshot.cluster.clone(), "Progressing", Status::True);
    Snapshot { cluster, ..snapshot.clone() }
}

/// An operator with this condition for this many minutes.
fn unwell(kind: &str, status: Status, minutes: i64) -> Snapshot {
    let since = snapshot().now.map(|now| now - SignedDuration::from_mins(minutes));
    let mut operator = operator(&[("Available", Status::True)]);
    operator.conditions.0.retain(|said| said.kind != kind);
    operator.conditions.0.push(Condition { since, ..condition(kind, status) });
    Snapshot { operators: Part::Known(vec![operator]), ..snapshot() }
}

#[test]
fn the_phase_is_a_fact_of_the_cluster() {
    let phase = |snapshot: &Snapshot| {
        let progress = UpdateProgress::new(snapshot);
        match UpdatePhase::new(snapshot, &progress) {
            UpdatePhase::Idle => "idle",
            UpdatePhase::During(_) => "during",
            UpdatePhase::After(_) => "after",
        }
    };
    assert_eq!(phase(&snapshot()), "after");
    assert_eq!(phase(&during(&snapshot())), "during");
    let behind = Snapshot { pools: Part::Known(vec![pool("worker", 3, 2)]), ..snapshot() };
    assert_eq!(phase(&behind), "during");
    let mut new = snapshot();
    new.cluster.history.clear();
    assert_eq!(phase(&new), "idle");
}

#[test]
fn a_degraded_operator_is_on_one_scale_with_a_grace_only_while_updates_run() {
    let uid = "ClusterOperatorDegraded-dns";
    for (minutes, before, meanwhile) in [
        (1, Some("warning"), None),
        (6, Some("warning"), Some("warning")),
        (41, Some("error"), Some("error")),
    ] {
        let told = |level: Option<&str>| -> Vec<String> {
            level.map(|level| format!("{uid}: {level}")).into_iter().collect()
        };
        let unwell = unwell("Degraded", Status::True, minutes);
        assert_eq!(at_any_time(&unwell), told(before), "{minutes} minutes");
        assert_eq!(at_any_time(&during(&unwell)), told(meanwhile), "{minutes} minutes, during");
    }
}

#[test]
fn an_operator_that_is_not_available_is_an_error_at_once_but_for_updates() {
    let uid = "ClusterOperatorAvailable-dns";
    let away = |minutes| unwell("Available", Status::False, minutes);
    assert_eq!(at_any_time(&away(1)), [format!("{uid}: error")]);
    assert!(at_any_time(&during(&away(1))).is_empty());
    assert_eq!(at_any_time(&during(&away(6))), [format!("{uid}: warning")]);
    assert_eq!(at_any_time(&during(&away(21))), [format!("{uid}: error")]);
}

#[test]
fn a_failing_cluster_is_a_warning_that_stops_updates_in_every_phase() {
    let failing =
        Snapshot { cluster: with(snapshot().cluster, "Failing", Status::True), ..snapshot() };
    for snapshot in [failing.clone(), during(&failing)] {
        assert_eq!(at_any_time(&snapshot), ["Failing: warning"]);
        let all = insights(&snapshot, "4.6.43");
        let stops: Vec<&str> =
            all.iter().filter(|one| one.stops_update).map(|one| one.uid.as_str()).collect();
        assert_eq!(stops, ["Failing"]);
    }
}

#[test]
fn degraded_machines_and_their_pools_are_errors_in_every_phase() {
    let mut worker = pool("worker", 1, 1);
    worker.selector = Some(Selector::default());
    worker.conditions.0.retain(|said| said.kind != "Degraded");
    worker.conditions.0.push(condition("Degraded", Status::True));
    let broken = Node {
        current: "a".into(),
        desired: "a".into(),
        state: "Degraded".into(),
        ..node("w0", &[])
    };
    let (pools, nodes) = (Part::Known(vec![worker]), Part::Known(vec![broken]));
    let broken = Snapshot { pools, nodes, ..snapshot() };
    let told = ["MachineConfigPoolDegraded-worker: error", "NodeDegraded-w0: error"];
    assert_eq!(at_any_time(&broken), told);
    assert_eq!(at_any_time(&during(&broken)), told);
}

#[test]
fn node_pressure_is_reported_at_once_before_updates_and_once_it_lasts_during_them() {
    let aged = |minutes: i64| {
        let since = snapshot().now.map(|now| now - SignedDuration::from_mins(minutes));
        let mut worker = pool("worker", 1, 1);
        worker.selector = Some(Selector::default());
        worker.wanted = Some("a".into());
        let mut sick =
            node("w0", &[("DiskPressure", Status::True), ("MemoryPressure", Status::True)]);
        sick.conditions.0.iter_mut().for_each(|said| said.since = since);
        (sick.current, sick.desired, sick.state) = ("a".into(), "a".into(), "Done".into());
        let (pools, nodes) = (Part::Known(vec![worker]), Part::Known(vec![sick]));
        Snapshot { pools, nodes, ..snapshot() }
    };
    let (disk, memory) = ("NodeDiskPressure-w0: warning", "NodeMemoryPressure-w0: warning");
    assert_eq!(at_any_time(&aged(0)), [disk, memory]);
    assert_eq!(at_any_time(&aged(2)), [disk, memory]);
    assert!(at_any_time(&during(&aged(0))).is_empty());
    assert_eq!(at_any_time(&during(&aged(2))), [disk, memory], "under the same uids");
}

#[test]
fn a_node_that_a_user_cordoned_is_reported_and_one_that_its_update_cordons_is_not() {
    let cordoned = |desired_drain: &str, last_drain: &str| {
        let mut worker = pool("worker", 1, 1);
        worker.selector = Some(Selector::default());
        let mut node = Node { unschedulable: true, ..node("w0", &[]) };
        (node.current, node.desired) = ("rendered-new".into(), "rendered-new".into());
        (node.desired_drain, node.last_drain) = (desired_drain.into(), last_drain.into());
        node.state = "Done".into();
        during(&Snapshot {
            pools: Part::Known(vec![worker]),
            nodes: Part::Known(vec![node]),
            ..snapshot()
        })
    };
    let told = ["NodeUnschedulable-w0: warning"];
    assert_eq!(at_any_time(&cordoned("uncordon-new", "uncordon-new")), told);
    assert_eq!(at_any_time(&cordoned("", "")), told);
    for (desired, last) in [("drain-new", "drain-new"), ("uncordon-new", "drain-new")] {
        assert!(at_any_time(&cordoned(desired, last)).is_empty(), "{desired} {last}");
    }
}

#[test]
fn an_operator_that_does_not_say_whether_it_is_well_may_not_be() {
    let told = ["ClusterOperatorAvailable-dns: unknown"];
    let unknown = |minutes| unwell("Available", Status::Unknown, minutes);
    assert_eq!(at_any_time(&unknown(1)), told);
    assert!(at_any_time(&during(&unknown(1))).is_empty(), "it may be restarting");
    assert_eq!(at_any_time(&during(&unknown(6))), told);
    let silent = Snapshot { operators: Part::Known(vec![operator(&[])]), ..snapshot() };
    assert_eq!(at_any_time(&silent), told);
    assert_eq!(at_any_time(&during(&silent)), told);
    let degraded = during(&unwell("Degraded", Status::Unknown, 6));
    assert_eq!(at_any_time(&degraded), ["ClusterOperatorDegraded-dns: unknown"]);
}

#[test]
fn an_invalid_cluster_version_and_a_refused_request_stop_updates_at_any_time() {
    let invalid = on(with(snapshot().cluster, "Invalid", Status::True));
    assert_eq!(at_any_time(&invalid), ["Invalid: error"]);
    let mut cluster = with(snapshot().cluster, "ReleaseAccepted", Status::False);
    cluster.requested = Some(Requested { version: "4.6.43".into(), ..Requested::default() });
    assert_eq!(at_any_time(&on(cluster.clone())), ["RequestNotAccepted: error"]);
    assert_eq!(found(&on(cluster), "4.6.43"), ["RequestNotAccepted: error"]);
    assert!(insights(&invalid, "4.6.43")[0].stops_update);
}

#[test]
fn who_holds_a_drain_is_named() {
    let draining = |desired_drain: &str, budgets: &[&str]| {
        let mut worker = pool("worker", 1, 0);
        worker.selector = Some(Selector::default());
        let mut node = node("w0", &[]);
        (node.current, node.desired) = ("rendered-old".into(), "rendered-new".into());
        (node.desired_drain, node.last_drain) = (desired_drain.into(), "uncordon-old".into());
        let budget = |name: &&str| Budget {
            namespace: "shop".into(),
            name: (*name).to_owned(),
            selector: Some(Selector::default()),
            allowed: 0,
        };
        let pod = Pod {
            namespace: "shop".into(),
            name: "ledger-0".into(),
            node: "w0".into(),
            labels: [].into(),
            stays: false,
        };
        Snapshot {
            pools: Part::Known(vec![worker]),
            nodes: Part::Known(vec![node]),
            budgets: Part::Known(budgets.iter().map(budget).collect()),
            pods: Part::Known(vec![pod]),
            ..snapshot()
        }
    };
    let of = |snapshot: &Snapshot| -> Vec<Insight> {
        let all = insights(snapshot, "4.6.43").into_iter();
        all.filter(|one| one.code == InsightCode::DrainBlocked).collect()
    };
    let held = of(&draining("drain-new", &["ledger", "other"]));
    assert_eq!(held.len(), 1);
    assert_eq!((held[0].uid.as_str(), held[0].level), ("NodeDrainBlocked-w0", Level::Warning));
    assert_eq!(
        held[0].summary,
        "Node w0 cannot be drained: PodDisruptionBudget shop/ledger blocks the eviction of pod \
         shop/ledger-0 (and 1 more)"
    );
    assert!(held[0].description.contains("pod shop/ledger-0: PodDisruptionBudget shop/other"));
    assert_eq!(held[0].scope.resources, [Object::new("Node", "w0")], "pods come and go");
    assert!(of(&draining("uncordon-old", &["ledger"])).is_empty(), "it is not to be drained");
    assert!(of(&draining("drain-new", &[])).is_empty(), "nothing holds it");
}

#[test]
fn an_alert_without_a_runbook_is_reported_without_a_link() {
    let alert = crate::alert::Alert { runbook: String::new(), ..alert("Lost", "critical") };
    let alerts = Snapshot { alerts: Part::Known(vec![alert]), ..snapshot() };
    for snapshot in [alerts.clone(), during(&alerts)] {
        let all = insights(&snapshot, "4.6.43");
        let lost = all.iter().find(|one| one.uid == "Lost").unwrap();
        assert_eq!((lost.level, &lost.remediation.reference), (Level::Critical, &None));
    }
}

#[test]
fn a_pause_matters_before_an_update_and_then_where_it_holds_machines_back() {
    let paused = |name: &str, updated| {
        let pool = Pool { paused: true, ..pool(name, 3, updated) };
        Snapshot { pools: Part::Known(vec![pool]), ..snapshot() }
    };
    assert_eq!(at_any_time(&paused("worker", 3)), ["MachineConfigPoolPaused-worker: warning"]);
    assert_eq!(at_any_time(&paused("master", 3)), ["MachineConfigPoolPaused-master: error"]);
    assert_eq!(
        at_any_time(&during(&paused("worker", 3))),
        ["MachineConfigPoolPaused-worker: info"],
        "it is seen, and holds nothing back"
    );
    assert_eq!(
        at_any_time(&during(&paused("worker", 2))),
        ["MachineConfigPoolPaused-worker: warning"]
    );
}

fn etcd(said: Option<(Status, i64)>) -> Snapshot {
    let since = |minutes| snapshot().instant() - SignedDuration::from_mins(minutes);
    let ready = said.map(|(status, minutes)| Condition {
        since: Some(since(minutes)),
        ..condition("Ready", status)
    });
    let member = EtcdPod {
        name: "etcd-m0".into(),
        node: "m0".into(),
        conditions: Conditions(ready.into_iter().collect()),
    };
    let operator = Operator {
        name: "etcd".into(),
        ..operator(&[("Available", Status::True), ("Degraded", Status::False)])
    };
    Snapshot {
        etcd: Part::Known(vec![member]),
        operators: Part::Known(vec![operator]),
        ..snapshot()
    }
}

#[test]
fn an_etcd_member_that_is_not_ready_matters_before_and_after_an_update_at_once() {
    let not_ready = ["EtcdPodNotReady-etcd-m0: error"];
    let unknown = ["EtcdPodNotReady-etcd-m0: unknown"];
    assert!(found(&etcd(Some((Status::True, 1))), "4.6.43").is_empty());
    assert_eq!(found(&etcd(Some((Status::False, 1))), "4.6.43"), not_ready);
    assert_eq!(found(&etcd(Some((Status::Unknown, 1))), "4.6.43"), unknown);
    assert_eq!(found(&etcd(None), "4.6.43"), unknown);
    let mut idle = etcd(Some((Status::False, 1)));
    idle.cluster.history.clear();
    assert!(found(&idle, "4.6.43").contains(&not_ready[0].to_owned()), "no update is known");
}

#[test]
fn during_an_update_an_etcd_member_may_restart() {
    let of = |snapshot: &Snapshot| -> Vec<String> {
        let all = insights(&during(snapshot), "4.6.43").into_iter();
        let etcd = all.filter(|one| one.code == InsightCode::EtcdNotReady);
        etcd.map(|one| one.uid).collect()
    };
    assert!(of(&etcd(Some((Status::False, 4)))).is_empty(), "it restarts");
    assert_eq!(of(&etcd(Some((Status::False, 6)))), ["EtcdPodNotReady-etcd-m0"]);
    let mut updating = etcd(Some((Status::False, 60)));
    let mut master = node("m0", &[]);
    (master.current, master.desired) = ("rendered-old".into(), "rendered-new".into());
    updating.nodes = Part::Known(vec![master]);
    assert!(of(&updating).is_empty(), "its node restarts");
}

#[test]
fn etcd_is_not_looked_for_where_it_runs_elsewhere() {
    let none = Snapshot { etcd: Part::Known(Vec::new()), ..etcd(None) };
    assert_eq!(found(&none, "4.6.43"), ["EtcdPodsMissing: unknown"]);
    let without_operator = Snapshot { operators: Part::Known(Vec::new()), ..none.clone() };
    assert!(found(&without_operator, "4.6.43").is_empty());
    let hosted = Snapshot { infrastructure: infrastructure(Topology::External), ..none };
    assert_eq!(found(&hosted, "4.6.43"), ["HostedControlPlane: error"]);
    let forbidden = Snapshot { etcd: Part::unreadable("forbidden"), ..etcd(None) };
    assert_eq!(found(&forbidden, "4.6.43"), ["NotChecked: unknown"]);
}

/// A cluster on 4.16 with updates to the next minor version and within its own.
fn on_4_16() -> Snapshot {
    let mut cluster = cluster("4.16.20");
    cluster.available = ["4.16.21", "4.17.0-rc.1", "4.17.3"].map(release).into();
    on(cluster)
}

#[test]
fn the_network_plugin_matters_to_releases_that_do_not_have_it() {
    let with_plugin = |plugin: &str| {
        let snapshot = Snapshot { network: Part::Known(plugin.into()), ..on_4_16() };
        [snapshot.clone(), during(&snapshot)]
    };
    let of = |snapshot: &Snapshot, version: &str| -> Vec<String> {
        let all = insights(snapshot, version).into_iter();
        let all = all.filter(|one| one.code == InsightCode::NetworkPlugin);
        all.map(|one| format!("{}: {}", one.uid, one.level.text())).collect()
    };
    for sdn in with_plugin("OpenShiftSDN") {
        assert!(of(&sdn, "4.16.21").is_empty());
        assert_eq!(of(&sdn, "4.17.3"), ["OpenShiftSDN: error"]);
        assert_eq!(of(&sdn, "4.17.0-rc.1"), ["OpenShiftSDN: error"]);
        assert_eq!(of(&sdn, "5.0.0"), ["OpenShiftSDN: error"]);
        assert_eq!(of(&sdn, "odd"), ["OpenShiftSDN: unknown"]);
    }
    for ovn in with_plugin("OVNKubernetes") {
        assert!(of(&ovn, "4.17.3").is_empty());
    }
    let forbidden = Snapshot { network: Part::unreadable("forbidden"), ..on_4_16() };
    assert!(found(&forbidden, "4.16.21").is_empty(), "it does not matter");
    assert_eq!(found(&forbidden, "4.17.3"), ["NotChecked: unknown"]);
}

fn limited(max_release: MaxRelease) -> Snapshot {
    let operator =
        InstalledOperator { namespace: "tools".into(), name: "old.v1".into(), max_release };
    Snapshot { olm_operators: Part::Known(vec![operator]), ..on_4_16() }
}

#[test]
fn an_operator_of_olm_that_does_not_support_the_minor_version_forbids_it() {
    const UID: &str = "OLMOperatorIncompatible-tools/old.v1";
    let forbids = [format!("{UID}: error")];
    let limit = |major, minor| limited(MaxRelease::UpTo(major, minor));
    assert_eq!(found(&limit(4, 16), "4.17.3"), forbids);
    assert!(found(&limit(4, 17), "4.17.3").is_empty());
    assert!(found(&limit(4, 15), "4.16.21").is_empty(), "patch updates pass");
    assert!(found(&limited(MaxRelease::NotLimited), "4.17.3").is_empty());
    let invalid = limited(MaxRelease::Invalid("olm.maxOpenShiftVersion is \"x\"".into()));
    assert_eq!(found(&invalid, "4.17.3"), forbids);
    let after = during(&limit(4, 16));
    assert!(found(&after, "4.17.3").contains(&forbids[0]), "an update that runs changes nothing");
    let mut last = limit(4, 23);
    last.cluster = cluster("4.22.1");
    last.cluster.available = vec![release("5.0.0")];
    assert!(found(&last, "5.0.0").is_empty(), "4.23 and 5.0 are the same release");
    last.cluster = cluster("5.0.1");
    last.cluster.available = vec![release("5.1.0")];
    assert_eq!(found(&last, "5.1.0"), forbids);
}

#[test]
fn an_install_plan_that_waits_for_approval_matters_to_the_next_minor_version() {
    let waits = |needs_approval| {
        let plan = InstallPlan {
            namespace: "tools".into(),
            name: "install-1".into(),
            brings: vec!["new.v2".into()],
            needs_approval,
        };
        Snapshot { install_plans: Part::Known(vec![plan]), ..limited(MaxRelease::NotLimited) }
    };
    let warning = "InstallPlanPending-tools/install-1: warning".to_owned();
    assert_eq!(found(&waits(true), "4.17.3"), [warning.as_str()]);
    assert_eq!(found(&waits(true), "4.16.21"), ["InstallPlanPending-tools/install-1: info"]);
    assert!(found(&waits(false), "4.17.3").is_empty());
    assert!(found(&during(&waits(true)), "4.17.3").contains(&warning));
}

#[test]
fn a_cluster_without_olm_has_nothing_to_check() {
    let without =
        Snapshot { olm_operators: Part::NotServed, install_plans: Part::NotServed, ..on_4_16() };
    assert!(found(&without, "4.17.3").is_empty());
    let forbidden = Snapshot {
        olm_operators: Part::unreadable("forbidden"),
        install_plans: Part::unreadable("forbidden"),
        ..on_4_16()
    };
    assert_eq!(found(&forbidden, "4.17.3"), ["NotChecked: unknown", "NotChecked: unknown"]);
}

#[test]
fn an_alert_that_the_cluster_lists_as_a_risk_is_reported_once() {
    let mut cluster = cluster("4.6.23");
    cluster.conditional = vec![conditional("4.7.4", Status::False, &["A", "KubeNodeNotReady"])];
    let quiet = on(cluster.clone());
    assert_eq!(found(&quiet, "4.7.4"), ["A: unknown", "KubeNodeNotReady: unknown"]);
    let alert = alert("KubeNodeNotReady", "warning");
    let firing = Snapshot { alerts: Part::Known(vec![alert]), ..quiet };
    let informers = check_target(&firing, "4.7.4").into_iter();
    let told: Vec<String> = informers
        .flat_map(|one| one.insights.into_iter().map(move |it| format!("{} {}", one.name, it.uid)))
        .collect();
    assert_eq!(told, ["update-risks A", "alerts KubeNodeNotReady"]);
    let mut only = firing;
    only.cluster.conditional = vec![conditional("4.7.4", Status::False, &["KubeNodeNotReady"])];
    assert_eq!(found(&only, "4.7.4").len(), 1, "the alert explains why it is not recommended");
    assert!(is_risk_of(&only.cluster, "4.7.4", "KubeNodeNotReady"));
    assert!(!is_risk_of(&only.cluster, "4.7.4", "A"));
}
