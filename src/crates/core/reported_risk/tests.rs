//! Whether each risk of an update applies, and what determines that.

use super::*;
use crate::cluster::Requested;
use crate::testing::{cluster, condition, conditional, risk};
use upgrade_graph::condition::Condition;

const A: &str = "A hurts. https://example.com/A";
const B: &str = "B hurts. https://example.com/B";
const UNKNOWN_C: &str = "Could not evaluate exposure to update risk C (no such host)\n  C \
                         description: C hurts.\n  C URL: https://example.com/C";

/// An update with a message.
fn update(status: Status, reason: &str, message: &str, risks: &[&str]) -> Conditional {
    let mut update = conditional("4.7.4", status, risks);
    update.conditions.0[0].reason = reason.to_owned();
    update.conditions.0[0].message = message.to_owned();
    update
}

fn accepting(names: &[&str]) -> Cluster {
    let accept_risks = names.iter().map(ToString::to_string).collect();
    let requested = Requested { accept_risks, ..Requested::default() };
    Cluster { requested: Some(requested), ..cluster("4.6.23") }
}

fn risks(update: &Conditional, cluster: &Cluster) -> Vec<RiskReport> {
    ReportedRisks::new(cluster).risks(update)
}

fn verdicts(update: &Conditional) -> Vec<Verdict> {
    let verdict = |risk: &RiskReport| (risk.applies, risk.applies_from);
    risks(update, &cluster("4.6.23")).iter().map(verdict).collect()
}

fn applies(update: &Conditional) -> Vec<Status> {
    verdicts(update).into_iter().map(|(applies, _)| applies).collect()
}

#[test]
fn a_single_risk_takes_the_negated_recommendation() {
    for (status, applies) in [
        (Status::False, Status::True),
        (Status::Unknown, Status::Unknown),
        (Status::True, Status::False),
    ] {
        let update = update(status, "", "whatever it says", &["A"]);
        assert_eq!(verdicts(&update), [(applies, AppliesFrom::RecommendedStatus)]);
    }
}

#[test]
fn where_an_update_is_recommended_no_risk_applies_but_those_that_are_accepted() {
    let update = update(Status::True, "AsExpected", A, &["A", "B"]);
    assert_eq!(applies(&update), [Status::False, Status::False]);
    let risks = risks(&update, &accepting(&["B"]));
    let said: Vec<_> = risks.iter().map(|risk| (risk.applies, risk.accepted)).collect();
    assert_eq!(said, [(Status::False, false), (Status::Unknown, true)]);
}

#[test]
fn the_message_tells_which_of_several_risks_apply() {
    let message = format!("{B}\n\n{UNKNOWN_C}\n");
    let update = update(Status::False, "MultipleReasons", &message, &["A", "B", "C"]);
    let from = AppliesFrom::RecommendedMessage;
    assert_eq!(
        verdicts(&update),
        [(Status::False, from), (Status::True, from), (Status::Unknown, from)]
    );
}

#[test]
fn a_message_of_anything_else_tells_nothing() {
    for message in
        ["", "B hurts.", &format!("{A}\n\nand more"), &format!("{A}\n{B}"), "the A message"]
    {
        let update = update(Status::False, "MultipleReasons", message, &["A", "B"]);
        assert_eq!(verdicts(&update), [(Status::Unknown, AppliesFrom::Nothing); 2], "{message}");
    }
}

#[test]
fn what_is_not_named_and_accepted_may_apply() {
    let update = update(Status::False, "A", A, &["A", "B", "C"]);
    let risks = risks(&update, &accepting(&["B"]));
    let said: Vec<_> = risks.iter().map(|risk| (risk.applies, risk.is_open())).collect();
    assert_eq!(said, [(Status::True, true), (Status::Unknown, false), (Status::False, false)]);
}

#[test]
fn an_applies_condition_decides_wherever_it_stands() {
    let mut update = update(Status::False, "A", A, &["A", "B"]);
    update.risks[0].conditions.0.push(condition("Applies", Status::Unknown));
    let mut cluster = cluster("4.6.23");
    let mut hoisted = risk("B");
    hoisted.conditions.0.push(condition("Applies", Status::True));
    cluster.known_risks.push(hoisted);
    let said: Vec<_> =
        risks(&update, &cluster).iter().map(|risk| (risk.applies, risk.applies_from)).collect();
    let from = AppliesFrom::AppliesCondition;
    assert_eq!(said, [(Status::Unknown, from), (Status::True, from)]);
}

#[test]
fn of_several_recommended_conditions_the_worst_counts_for_each_risk() {
    let mut update = update(Status::False, "A", A, &["A", "B", "C"]);
    let said = |status, message: &str| Condition {
        reason: "EvaluationFailed".to_owned(),
        message: message.to_owned(),
        ..condition("Recommended", status)
    };
    update.conditions.0.push(said(Status::Unknown, UNKNOWN_C));
    assert_eq!(applies(&update), [Status::True, Status::False, Status::Unknown]);
    update.conditions.0.push(said(Status::True, "all is well"));
    assert_eq!(applies(&update), [Status::True, Status::False, Status::Unknown]);
    update.conditions.0.clear();
    assert_eq!(verdicts(&update), [(Status::Unknown, AppliesFrom::Nothing); 3]);
}

#[test]
fn risks_that_are_only_named_are_described_from_the_clusters_list() {
    let mut update = conditional("4.7.4", Status::False, &["A"]);
    update.risk_names = vec!["A".into(), "B".into(), "Missing".into()];
    let mut cluster = cluster("4.6.23");
    cluster.known_risks.push(ReportedRisk { message: "b is bad".into(), ..risk("B") });
    let risks = risks(&update, &cluster);
    let names: Vec<_> = risks.iter().map(|risk| risk.name.as_str()).collect();
    assert_eq!(names, ["A", "B", "Missing"]);
    assert_eq!((risks[1].message.as_str(), risks[1].rules.len()), ("b is bad", 1));
}

#[test]
fn of_a_risk_listed_twice_the_worst_counts() {
    let mut update = update(Status::False, "B", B, &["A", "A", "B"]);
    update.risk_names = vec!["A".into(), "A".into()];
    update.risks[0].conditions.0.push(condition("Applies", Status::False));
    update.risks[1].conditions.0.push(condition("Applies", Status::True));
    let risks = risks(&update, &cluster("4.6.23"));
    let said: Vec<_> = risks.iter().map(|risk| (risk.name.as_str(), risk.applies)).collect();
    assert_eq!(said, [("A", Status::True), ("B", Status::True)]);
}

#[test]
fn acceptance_is_what_the_cluster_stores() {
    let update = conditional("4.7.4", Status::False, &["A", "B"]);
    let risks = risks(&update, &accepting(&["B"]));
    assert!(!risks[0].accepted && risks[1].accepted);
    assert!(risks[0].is_open() && !risks[1].is_open());
}
