//! Which nodes are shown, and which insights concern them.

use crate::insight::{InsightCode, Object};
use crate::objects::machine_config_pool::Pool;
use crate::part::Part;
use crate::pre_checks::InformerResult;
use crate::pre_checks::testing::{contribution, insight};
use crate::reported_status::ReportedStatus;
use crate::selector::Selector;
use crate::status::*;
use crate::testing::{condition, now, with};

use super::{node, pool, snapshot};

/// Five nodes: one of the control plane, two workers, one in a paused pool, one in none.
fn nodes() -> Snapshot {
    let mut snapshot = snapshot();
    let infra = Pool { paused: true, ..pool("infra") };
    snapshot.pools = Part::Known(vec![pool("master"), pool("worker"), infra]);
    let mut sick = node("worker-1", "worker");
    sick.conditions.0[0] = condition("Ready", Status::False);
    sick.conditions.0[0].since = None;
    snapshot.nodes = Part::Known(vec![
        node("master-0", "master"),
        node("worker-0", "worker"),
        sick,
        node("infra-0", "infra"),
        node("lonely", "none"),
    ]);
    snapshot
}

fn choice(names: &[&str], selector: &str) -> NodeFilter {
    let selector = Some(selector).filter(|text| !text.is_empty());
    NodeFilter {
        names: names.iter().map(|&name| name.to_owned()).collect(),
        selector: selector.map(|text| Selector::parse(text).unwrap()),
    }
}

fn narrowed(snapshot: &Snapshot, choice: &NodeFilter) -> (StatusReport, NodeSelection) {
    choice.check(snapshot).unwrap();
    let report = assess(snapshot).narrowed(choice, snapshot);
    let chosen = report.chosen.clone().unwrap();
    (report, chosen)
}

fn described(report: &StatusReport) -> Vec<&str> {
    let pools = report.control_plane.nodes.iter().chain(&report.pools);
    pools.flat_map(|pool| &pool.nodes).map(|node| node.name.as_str()).collect()
}

#[test]
fn nodes_are_chosen_by_name_by_label_or_both() {
    let snapshot = nodes();
    for (names, selector, expected) in [
        (&["worker-0"][..], "", &["worker-0"][..]),
        (&["worker-0", "master-0"], "", &["master-0", "worker-0"]),
        (&[], "node-role.kubernetes.io/worker", &["worker-1", "worker-0"]),
        (&["master-0"], "node-role.kubernetes.io/infra", &["master-0", "infra-0"]),
        (&[], "nobody", &[]),
    ] {
        let (report, chosen) = narrowed(&snapshot, &choice(names, selector));
        assert_eq!(described(&report), expected);
        assert_eq!(chosen.nodes.len(), expected.len());
    }
}

#[test]
fn a_node_that_is_not_there_names_the_nearest() {
    let unmet = choice(&["worker-0", "worker-O"], "").check(&nodes()).unwrap_err();
    let NoSuchNode::Unknown { name, nearest } = unmet else { panic!("{unmet:?}") };
    assert_eq!((name.as_str(), nearest[0].as_str()), ("worker-O", "worker-0"));
    let unread = Snapshot { nodes: Part::NotRead, ..nodes() };
    assert_eq!(choice(&["worker-0"], "").check(&unread), Err(NoSuchNode::Unread));
    assert_eq!(choice(&[], "nobody").check(&nodes()), Ok(()));
}

#[test]
fn counts_assessments_and_the_verdict_are_those_of_all() {
    let mut snapshot = nodes();
    snapshot.cluster = with(snapshot.cluster, "Failing", Status::True);
    let whole = assess(&snapshot);
    let (report, _) = narrowed(&snapshot, &choice(&["worker-0"], ""));
    assert_eq!(report.pools[0].counts, whole.pools[0].counts);
    assert_eq!(report.pools[0].assessment, whole.pools[0].assessment);
    assert_eq!((report.verdict(), whole.verdict()), (StatusVerdict::Stuck, StatusVerdict::Stuck));
}

#[test]
fn insights_concern_nodes_by_name_or_by_their_pool() {
    let mut snapshot = nodes();
    let mut both = insight("Both").concerning(Object::new("Node", "worker-0"));
    both = both.concerning(Object::new("Node", "infra-0"));
    let said: Vec<InformerResult> = vec![contribution(
        "mco",
        vec![
            both,
            insight("Pool").in_pool(Some("worker")),
            insight("OneOfPool")
                .in_pool(Some("worker"))
                .concerning(Object::new("Node", "worker-1")),
            insight("Plane"),
        ],
    )];
    let told =
        ReportedStatus { heartbeat: Some(now()), informers: said, ..ReportedStatus::default() };
    snapshot.reported = Part::Known(told);
    let concerns = |name: &str| {
        let (report, chosen) = narrowed(&snapshot, &choice(&[name], ""));
        assert_eq!(
            report.insights.len() + chosen.elsewhere.len(),
            assess(&snapshot).insights.len()
        );
        let said = report.insights.iter().map(|one| match (&one.reported_by, one.insight.code) {
            (Some(_), _) => one.insight.uid.clone(),
            (None, InsightCode::PoolPaused) => "paused".to_owned(),
            (None, InsightCode::NodeUnavailable) => "unavailable".to_owned(),
            (None, other) => panic!("{other:?}"),
        });
        let mut said: Vec<String> = said.collect();
        said.sort();
        said.join(" ")
    };
    assert_eq!(concerns("worker-0"), "Both Pool");
    assert_eq!(concerns("worker-1"), "OneOfPool Pool unavailable");
    assert_eq!(concerns("infra-0"), "Both paused");
    assert_eq!(concerns("master-0"), "");
}

#[test]
fn a_node_without_a_pool_is_reported_as_such() {
    let (report, chosen) = narrowed(&nodes(), &choice(&["lonely", "worker-0"], ""));
    assert_eq!(described(&report), ["worker-0"]);
    assert_eq!(chosen.nodes_without_pool, ["lonely"]);
}
