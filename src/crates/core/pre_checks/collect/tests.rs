//! The results of informers that answer, fail, hang or report odd things.

use super::*;
use crate::insight::{Area, BUILT_IN};
use crate::pre_checks::InformerService;
use crate::pre_checks::testing::{collection, contribution as answered, insight};
use crate::testing::now;

fn informer(name: &str) -> Informer {
    Informer {
        name: name.to_owned(),
        enabled: true,
        service: Ok(InformerService { namespace: "n".into(), name: "s".into(), port: 443 }),
        authority: None,
        online: Online::Yes,
    }
}

fn reply(response: InformerResponse, insights: Vec<Insight>) -> InformerOutcome {
    let message = "so it says".to_owned();
    InformerOutcome::Replied(Reply { response, message, insights, problems: Vec::new() })
}

/// The result of an informer with this outcome.
fn came_to(outcome: InformerOutcome) -> InformerResult {
    let asked = vec![InformerQuery { informer: informer("mco"), outcome }];
    let collection = aggregate(collection(Vec::new()), asked, None);
    collection.informers.into_iter().next().unwrap()
}

fn uids(contribution: &InformerResult) -> Vec<&str> {
    contribution.insights.iter().map(|insight| insight.uid.as_str()).collect()
}

#[test]
fn an_informer_that_does_not_answer_is_an_insight() {
    let why = || "because".to_owned();
    let after = Duration::from_mins(2);
    for (outcome, state, uid) in [
        (InformerOutcome::Degraded { message: why() }, InformerState::Degraded, "InformerDegraded"),
        (InformerOutcome::Offline { why: why() }, InformerState::Offline, "InformerOffline"),
        (InformerOutcome::Failed { why: why() }, InformerState::Failed, "InformerFailed"),
        (InformerOutcome::Invalid { why: why() }, InformerState::Invalid, "InformerInvalid"),
        (
            InformerOutcome::TimedOut { after, said: None },
            InformerState::TimedOut,
            "InformerTimeout",
        ),
        (reply(InformerResponse::Failure, Vec::new()), InformerState::Failed, "InformerFailed"),
    ] {
        let found = came_to(outcome);
        assert_eq!((found.state, uids(&found)), (state, vec![uid]));
        let insight = &found.insights[0];
        assert!(insight.level.must_be_accepted(), "{uid}");
        assert_eq!(insight.scope.resources, [Object::new("UpdateInformer", "mco")]);
        assert_eq!(insight.acquired, Some(now()));
    }
}

#[test]
fn a_disabled_informer_is_listed_without_insights() {
    for (outcome, state) in [
        (InformerOutcome::Disabled, InformerState::Disabled),
        (InformerOutcome::NotImplemented, InformerState::NotImplemented),
        (reply(InformerResponse::Success, Vec::new()), InformerState::Answered),
    ] {
        let found = came_to(outcome);
        assert_eq!((found.state, found.insights.len()), (state, 0));
    }
}

#[test]
fn a_failure_that_explains_itself_is_not_explained_again() {
    let found = came_to(reply(InformerResponse::Failure, vec![insight("DiskFull")]));
    assert_eq!((found.state, uids(&found)), (InformerState::Failed, vec!["DiskFull"]));
}

#[test]
fn a_bad_part_of_an_answer_is_dropped_and_reported() {
    let found = came_to(InformerOutcome::Replied(Reply {
        response: InformerResponse::Success,
        message: String::new(),
        insights: vec![insight("Good")],
        problems: vec!["spec.insights[1].uid: is empty".into()],
    }));
    assert_eq!(
        (found.state, uids(&found)),
        (InformerState::Invalid, vec!["Good", "InformerInvalid"])
    );
    assert!(found.insights[1].description.contains("spec.insights[1].uid: is empty"));
}

#[test]
fn too_many_insights_are_dropped_and_reported() {
    let many = (0..=MOST_INSIGHTS).map(|n| insight(&format!("Uid{n}"))).collect();
    let found = came_to(reply(InformerResponse::Success, many));
    assert_eq!(found.insights.len(), MOST_INSIGHTS);
    assert_eq!(found.insights.last().unwrap().uid, "InformerInvalid");
}

#[test]
fn of_more_than_can_be_stored_the_most_severe_are_kept() {
    let mut many: Vec<Insight> =
        (0..MOST_INSIGHTS + 5).map(|n| insight(&format!("Uid{n}"))).collect();
    many.last_mut().unwrap().level = Level::Critical;
    let seen = collection(vec![answered("nodes", many)]);
    let found = aggregate(seen, Vec::new(), None).informers.remove(0);
    assert_eq!(found.insights.len(), MOST_INSIGHTS);
    assert_eq!(found.insights[0].level, Level::Critical, "the last is the first");
    let more = found.insights.last().unwrap();
    assert_eq!((more.uid.as_str(), more.level), ("MoreInsights", Level::Warning));
    assert_eq!(more.summary, "6 more insights of nodes are not listed");
}

#[test]
fn only_what_is_said_to_be_unresolved_outlives_an_update() {
    let with = |uid: &str, resolved| {
        let mut insight = insight(uid);
        insight.remediation.resolved = resolved;
        insight
    };
    let informers = vec![
        answered("a", vec![with("open", Some(false)), with("done", Some(true))]),
        answered("b", vec![with("unsaid", None)]),
    ];
    let kept = vec![answered("a", vec![with("open", Some(false))])];
    assert_eq!(unresolved(informers), kept);
}

#[test]
fn informers_that_cannot_be_listed_are_not_gone() {
    let mut open = insight("Open");
    open.remediation.resolved = Some(false);
    let before = [answered("mco", vec![open, insight("Passing")]), answered("b", Vec::new())];
    let left = |are_listed| {
        let mut gathered = collection(vec![answered("update-progress", Vec::new())]);
        gathered.remember(&before, are_listed);
        let insights: Vec<String> =
            gathered.insights().map(|(name, insight)| format!("{name} {}", insight.uid)).collect();
        insights
    };
    assert_eq!(left(false), ["mco Open"]);
    assert!(left(true).is_empty(), "it was deleted");
}

#[test]
fn what_was_unresolved_is_remembered_of_an_informer_that_is_away() {
    let mut open = insight("Open");
    open.remediation.resolved = Some(false);
    let before = [answered("mco", vec![open.clone(), insight("Passing")])];
    let mut away = came_to(InformerOutcome::Offline { why: "gone".into() });
    away.name = "mco".into();
    away.remember(&before);
    assert_eq!(uids(&away), ["InformerOffline", "Open"]);
    let mut there = answered("mco", Vec::new());
    there.remember(&before);
    assert_eq!(there.insights, [], "it says so no more");
}

#[test]
fn uids_that_are_too_long_are_cut_and_stay_different() {
    let long = "x".repeat(400);
    let uid = |end: &str| insight(&format!("{long}{end}")).uid;
    assert_eq!(uid("a").chars().count(), 256);
    assert_ne!(uid("a"), uid("b"));
    assert_eq!(insight("x").see("y".repeat(3_000)).remediation.reference, None);
}

#[test]
fn of_insights_that_are_one_the_gravest_counts() {
    let critical = Insight { level: Level::Critical, ..insight("A") };
    let elsewhere = insight("A").concerning(Object::new("Node", "n"));
    let all = vec![insight("A"), critical, insight("A"), elsewhere];
    let found = came_to(reply(InformerResponse::Success, all));
    let levels: Vec<Level> = found.insights.iter().map(|insight| insight.level).collect();
    assert_eq!(levels, [Level::Critical, Level::Warning]);
}

#[test]
fn names_of_built_in_informers_are_reserved() {
    for name in BUILT_IN {
        let outcome = reply(InformerResponse::Success, vec![insight("Mine")]);
        let asked = vec![InformerQuery { informer: informer(name), outcome }];
        let found = aggregate(collection(Vec::new()), asked, None);
        assert_eq!(uids(&found.informers[0]), ["InformerInvalid"], "{name}");
    }
}

#[test]
fn an_informer_that_answers_without_a_heartbeat_is_reported() {
    let since = now() - jiff::SignedDuration::from_mins(9);
    let silent = Informer { online: Online::Silent { since }, ..informer("mco") };
    let outcome = reply(InformerResponse::Success, vec![insight("A")]);
    let asked = vec![InformerQuery { informer: silent, outcome }];
    let found = aggregate(collection(Vec::new()), asked, None);
    assert_eq!(uids(&found.informers[0]), ["A", "InformerDegraded"]);
}

#[test]
fn a_uid_under_which_other_objects_stand_is_called_out() {
    let at = |name: &str| insight("A").concerning(Object::new("Node", name));
    let before = collection(vec![answered("mco", vec![at("one"), insight("B")])]);
    let ask = |insights| {
        let asked = vec![InformerQuery {
            informer: informer("mco"),
            outcome: reply(InformerResponse::Success, insights),
        }];
        aggregate(collection(Vec::new()), asked, Some(&before))
    };
    let now = ask(vec![at("two"), insight("B"), insight("New")]);
    let moved: Vec<_> = moved(&before, &now).into_iter().map(|moved| moved.uid).collect();
    assert_eq!(moved, ["A"]);
    assert_eq!(now.noted.len(), 1, "{:?}", now.noted);
    assert!(now.noted[0].starts_with("mco reports other objects"), "{:?}", now.noted);
    assert!(ask(vec![at("one")]).noted.is_empty());
    let mut workers = insight("B");
    workers.scope.area = Area::WorkerPool;
    assert_eq!(ask(vec![workers]).noted.len(), 1);
}

#[test]
fn states_are_read_as_they_are_written() {
    assert!(InformerState::ALL.iter().all(|(state, name)| InformerState::read(name) == *state));
    assert_eq!(InformerState::read("Fine"), InformerState::Failed);
    assert!(InformerState::ALL.iter().all(|(state, name)| state.text() == *name));
}
