//! Which list an update is in, and in which order.

use super::*;
use crate::cluster::Requested;
use crate::testing::{cluster, condition as reported, conditional};
use upgrade_graph::testing::release;

fn versions(list: &[Candidate]) -> Vec<&str> {
    list.iter().map(|candidate| candidate.release.version.text()).collect()
}

#[test]
fn both_lists_are_newest_first_with_unparsable_versions_last() {
    let mut cluster = cluster("4.6.23");
    cluster.available = ["4.6.9", "nightly", "4.6.43", "4.6.10"].map(release).to_vec();
    cluster.conditional = ["4.6.30", "4.7.4", "odd"]
        .map(|version| conditional(version, Status::False, &["A"]))
        .to_vec();
    let updates = Updates::new(&cluster);
    assert_eq!(versions(&updates.recommended), ["4.6.43", "4.6.10", "4.6.9", "nightly"]);
    assert_eq!(versions(&updates.not_recommended), ["4.7.4", "4.6.30", "odd"]);
}

#[test]
fn only_true_is_recommended() {
    let mut cluster = cluster("4.6.23");
    cluster.conditional = vec![
        conditional("4.6.31", Status::True, &["A"]),
        conditional("4.6.32", Status::False, &["A"]),
        conditional("4.6.33", Status::Unknown, &["A"]),
        Conditional {
            conditions: Conditions::default(),
            ..conditional("4.6.34", Status::True, &["A"])
        },
    ];
    let updates = Updates::new(&cluster);
    assert_eq!(versions(&updates.recommended), ["4.6.31"]);
    assert_eq!(versions(&updates.not_recommended), ["4.6.34", "4.6.33", "4.6.32"]);
}

#[test]
fn what_stands_in_both_lists_is_conditional_and_shown_once() {
    let mut cluster = cluster("4.6.23");
    cluster.available = ["4.6.31", "4.6.32"].map(release).to_vec();
    cluster.conditional = vec![
        conditional("4.6.31", Status::True, &["A"]),
        conditional("4.6.32", Status::Unknown, &["A"]),
    ];
    let updates = Updates::new(&cluster);
    assert_eq!(versions(&updates.recommended), ["4.6.31"]);
    assert_eq!(versions(&updates.not_recommended), ["4.6.32"]);
}

#[test]
fn an_available_image_that_is_conditional_elsewhere_is_conditional_under_any_name() {
    let mut cluster = cluster("4.6.23");
    let mut mirror = release("4.6.99");
    mirror.image = format!("mirror.example/x@{}", image::key(&release("4.6.32").image));
    let mut other_image = release("4.6.32");
    other_image.image = "quay.io/other@sha256:ff".into();
    cluster.available = vec![mirror, other_image];
    cluster.conditional = vec![conditional("4.6.32", Status::False, &["A"])];
    let updates = Updates::new(&cluster);
    assert!(updates.recommended.is_empty());
    assert_eq!(versions(&updates.not_recommended), ["4.6.99", "4.6.32", "4.6.32"]);
    assert_eq!(updates.find("4.6.32").len(), 2);
}

#[test]
fn what_is_said_against_a_version_or_an_image_anywhere_counts_for_all_who_have_it() {
    let mut cluster = cluster("4.6.23");
    let mut same_image = conditional("4.6.33", Status::True, &["B"]);
    same_image.release.image = release("4.6.32").image;
    let mut same_version = conditional("4.6.32", Status::True, &["C"]);
    same_version.release.image = "quay.io/other@sha256:ff".into();
    cluster.conditional =
        vec![same_image, same_version, conditional("4.6.32", Status::False, &["A"])];
    let updates = Updates::new(&cluster);
    assert!(updates.recommended.is_empty());
    let risks: Vec<Vec<&str>> = updates
        .not_recommended
        .iter()
        .map(|update| update.risks.iter().map(|risk| risk.name.as_str()).collect())
        .collect();
    assert_eq!(risks, [vec!["B", "A"], vec!["C", "A"], vec!["A"]]);
}

#[test]
fn an_update_without_a_version_or_an_image_is_never_recommended() {
    let mut cluster = cluster("4.6.23");
    let mut nameless = conditional("4.6.32", Status::True, &["A"]);
    nameless.release.image.clear();
    cluster.conditional = vec![nameless];
    assert!(Updates::new(&cluster).recommended.is_empty());
}

#[test]
fn an_entry_that_says_nothing_does_not_hide_behind_its_double() {
    let mut cluster = cluster("4.6.23");
    let silent = Conditional {
        conditions: Conditions::default(),
        ..conditional("4.6.32", Status::True, &["A"])
    };
    cluster.conditional = vec![conditional("4.6.32", Status::True, &["A"]), silent];
    assert!(Updates::new(&cluster).recommended.is_empty());
}

#[test]
fn doubled_conditional_updates_join_their_risks_and_take_the_worst_advice() {
    let mut cluster = cluster("4.6.23");
    cluster.conditional = vec![
        conditional("4.6.32", Status::True, &["A"]),
        conditional("4.6.32", Status::False, &["A", "B"]),
    ];
    let updates = Updates::new(&cluster);
    assert!(updates.recommended.is_empty());
    let risks: Vec<_> =
        updates.not_recommended[0].risks.iter().map(|risk| risk.name.as_str()).collect();
    assert_eq!(risks, ["A", "B"]);
}

#[test]
fn a_risk_that_applies_unaccepted_contradicts_a_recommendation() {
    let recommended = |applies: Status, accept: &[&str]| {
        let mut cluster = cluster("4.6.23");
        let mut update = conditional("4.6.32", Status::True, &["A", "B"]);
        update.risks[1].conditions.0.push(reported("Applies", applies));
        cluster.available = vec![release("4.6.32")];
        cluster.conditional = vec![update];
        let accept_risks = accept.iter().map(ToString::to_string).collect();
        cluster.requested = Some(Requested { accept_risks, ..Requested::default() });
        Updates::new(&cluster)
    };
    let updates = recommended(Status::True, &["A"]);
    assert!(updates.recommended.is_empty());
    let Advice::NotRecommended(verdict) = &updates.not_recommended[0].advice else {
        unreachable!()
    };
    assert_eq!((verdict.status, verdict.reason.as_str()), (Status::False, "ContradictedByRisk"));
    assert!(verdict.message.contains("risk B applies"), "{}", verdict.message);
    assert!(verdict.message.ends_with("the Recommended message"), "{}", verdict.message);
    assert_eq!(recommended(Status::True, &["B"]).recommended.len(), 1, "it is accepted");
    for applies in [Status::False, Status::Unknown] {
        assert_eq!(recommended(applies, &[]).recommended.len(), 1, "{applies:?}");
    }
}

#[test]
fn each_entry_is_evaluated_by_its_own_message_before_duplicates_are_joined() {
    let mut cluster = cluster("4.6.23");
    let entry = |applies: &str| {
        let mut update = conditional("4.6.32", Status::False, &["A", "B", "C"]);
        update.conditions.0[0].message = format!("{applies} hurts. https://example.com/{applies}");
        update
    };
    cluster.conditional = vec![entry("A"), entry("B")];
    let updates = Updates::new(&cluster);
    let applies: Vec<Status> =
        updates.not_recommended[0].risks.iter().map(|risk| risk.applies).collect();
    assert_eq!(applies, [Status::True, Status::True, Status::False]);
}

#[test]
fn unknown_is_pending_at_first_and_a_problem_after_an_hour() {
    let cluster = cluster("4.6.23");
    let aged = |age: SignedDuration| {
        let mut update = conditional("4.6.32", Status::Unknown, &["A"]);
        update.conditions.0[0].since = cluster.now.map(|now| now - age);
        candidate(&update, &ReportedRisks::new(&cluster)).evaluation(cluster.now)
    };
    assert_eq!(aged(SignedDuration::from_secs(299)), EvaluationState::Pending);
    assert_eq!(aged(SignedDuration::from_mins(5)), EvaluationState::Settled);
    assert_eq!(aged(SignedDuration::from_hours(1)), EvaluationState::Settled);
    let age = SignedDuration::from_mins(61);
    assert_eq!(aged(age), EvaluationState::Failing { age });
    assert_eq!(aged(SignedDuration::from_secs(-60)), EvaluationState::Pending);
}

#[test]
fn a_known_recommendation_is_never_pending() {
    let cluster = cluster("4.6.23");
    let mut update = conditional("4.6.32", Status::False, &["A"]);
    update.conditions.0 =
        vec![reported(ConditionalUpdateCondition::Recommended.as_str(), Status::False)];
    let candidate = candidate(&update, &ReportedRisks::new(&cluster));
    assert_eq!(candidate.evaluation(cluster.now), EvaluationState::Settled);
}
