//! Which insights are accepted, whose, and for how long.

use super::*;
use crate::insight::{Level, Object};
use crate::pre_checks::testing::{collection, contribution, insight, plan};

fn entry(uid: &str, id: Option<InsightId>, holds: bool) -> InsightAcceptance {
    InsightAcceptance { informer: "mco".into(), uid: uid.into(), id, holds }
}

fn id(insight: &Insight) -> InsightId {
    InsightId::new("mco", insight)
}

fn name(insight: &Insight) -> String {
    id(insight).short()
}

fn edit(add: &[&str], remove: &[&str]) -> InsightSelection {
    let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    InsightSelection::Named(AcceptEdit { add: owned(add), remove: owned(remove) })
}

/// The plan after a valid change.
fn after(plan: &UpdatePlan, wanted: &InsightSelection) -> UpdatePlan {
    let edited = plan.edit(wanted, &[]).unwrap();
    UpdatePlan { accepted: edited.accepted, ..plan.clone() }
}

fn open(plan: &UpdatePlan) -> Vec<String> {
    plan.open(&[]).into_iter().map(|found| found.insight.uid).collect()
}

#[test]
fn everything_listed_is_accepted_and_what_comes_later_is_not() {
    let info = Insight { level: Level::Info, ..insight("C") };
    let mut plan = plan(vec![insight("A"), insight("B"), info]);
    assert_eq!(open(&plan), ["A", "B"]);
    plan = after(&plan, &InsightSelection::Listed);
    assert!(open(&plan).is_empty());
    assert_eq!(plan.accepted.len(), 2, "what needs no acceptance gets none");
    plan.collection.as_mut().unwrap().informers[0].insights.push(insight("Later"));
    assert_eq!(open(&plan), ["Later"]);
    assert!(plan.edit(&InsightSelection::Listed, &[]).unwrap().added.len() == 1);
}

#[test]
fn insights_are_named_by_short_id_whole_id_or_uid() {
    let plan = plan(vec![insight("A"), insight("B"), insight("C")]);
    let (a, b) = (insight("A"), insight("B"));
    let wanted = edit(&[&name(&a), id(&b).text(), "C", "C"], &[]);
    let edited = plan.edit(&wanted, &[]).unwrap();
    assert_eq!(edited.added, [id(&a), id(&b), id(&insight("C"))]);
    assert!(open(&after(&plan, &wanted)).is_empty());
}

#[test]
fn a_name_that_means_nothing_or_too_much_changes_nothing() {
    let one = insight("Same").concerning(Object::new("Node", "one"));
    let two = insight("Same").concerning(Object::new("Node", "two"));
    let plan = plan(vec![one.clone(), two.clone(), insight("Degraded-monitoring")]);
    let unknown = plan.edit(&edit(&["Degraded-monitorin"], &[]), &[]).unwrap_err();
    let AcceptError::Unknown { nearest, .. } = unknown else { panic!("{unknown:?}") };
    assert_eq!(nearest, ["Degraded-monitoring"]);
    let ambiguous = plan.edit(&edit(&["Same"], &[]), &[]).unwrap_err();
    assert!(matches!(ambiguous, AcceptError::Ambiguous { ids, .. } if ids.len() == 2));
    assert!(plan.edit(&edit(&[&name(&one)], &[]), &[]).is_ok());
    let idle = plan.edit(&edit(&[], &[&name(&one)]), &[]).unwrap_err();
    assert_eq!(idle, AcceptError::NotAccepted { name: name(&one) });
}

#[test]
fn what_is_withdrawn_waits_again_and_may_be_reported_no_longer() {
    let plan = after(&plan(vec![insight("A"), insight("B")]), &InsightSelection::Listed);
    let mut plan = after(&plan, &edit(&[], &["A"]));
    assert_eq!(open(&plan), ["A"]);
    plan.collection = Some(collection(vec![contribution("mco", Vec::new())]));
    let gone = after(&plan, &edit(&[], &[&name(&insight("B"))]));
    assert!(gone.accepted.is_empty());
}

#[test]
fn an_acceptance_holds_for_its_scope_unless_it_names_none() {
    let (one, two) = (insight("A").concerning(Object::new("Node", "1")), insight("A"));
    let mut plan = plan(vec![one.clone(), two]);
    plan.accepted = vec![entry("A", Some(id(&one)), true)];
    assert_eq!(open(&plan), ["A"]);
    plan.accepted = vec![entry("A", None, true)];
    assert!(open(&plan).is_empty());
    assert_eq!(plan.unscoped(), ["mco/A"]);
    plan.accepted = vec![InsightAcceptance { informer: "other".into(), ..entry("A", None, true) }];
    assert_eq!(open(&plan), ["A", "A"]);
}

#[test]
fn a_rejection_takes_precedence_until_it_is_accepted_again() {
    let mut plan = plan(vec![insight("A")]);
    plan.accepted = vec![entry("A", None, true), entry("A", Some(id(&insight("A"))), false)];
    assert_eq!(open(&plan), ["A"]);
    let plan = after(&plan, &InsightSelection::Listed);
    assert!(open(&plan).is_empty() && plan.accepted.iter().all(|entry| entry.holds));
}

#[test]
fn a_risk_that_the_cluster_accepts_is_accepted() {
    let mut plan = plan(Vec::new());
    let risks = contribution("update-risks", vec![insight("RiskA"), insight("RiskB")]);
    let other = contribution("mco", vec![insight("RiskA")]);
    plan.collection = Some(collection(vec![risks, other]));
    let accepted = ["RiskA".to_owned()];
    let open: Vec<String> = plan
        .open(&accepted)
        .into_iter()
        .map(|found| format!("{}/{}", found.informer, found.insight.uid))
        .collect();
    assert_eq!(open, ["mco/RiskA", "update-risks/RiskB"]);
}

#[test]
fn a_plan_holds_only_so_much() {
    let mut plan = plan(vec![insight("A")]);
    plan.accepted = (0..MOST_ACCEPTED).map(|n| entry(&format!("U{n}"), None, true)).collect();
    assert_eq!(
        plan.edit(&InsightSelection::Listed, &[]),
        Err(AcceptError::TooMany(MOST_ACCEPTED + 1))
    );
}
