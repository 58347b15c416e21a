//! Which updates are recommended.

use super::*;
use crate::channel_graphs::ChannelGraphs;
use crate::merged::ChannelGraph;
use crate::model::Rule;
use crate::testing::{GraphBuilder, asks, facts, risk, seen_from};

const HERE: Option<&str> = Some("4.6.23");

fn judged(builder: GraphBuilder, answers: &[(&str, f64)]) -> Vec<(String, Status, String)> {
    described(&builder.seen_from(HERE), answers)
}

fn described(graphs: &ChannelGraphs, answers: &[(&str, f64)]) -> Vec<(String, Status, String)> {
    accepting(&[], graphs, answers)
}

fn accepting(
    names: &[&str],
    graphs: &ChannelGraphs,
    answers: &[(&str, f64)],
) -> Vec<(String, Status, String)> {
    let place = graphs.place().unwrap();
    let reason =
        |target: &GraphTarget| target.verdict.as_ref().map(|verdict| verdict.reason.clone());
    let accepted = names.iter().copied().collect();
    targets(&graphs.merged, place, &facts(answers), &accepted)
        .iter()
        .map(|target| {
            let version = target.release.version.to_string();
            (version, target.status(), reason(target).unwrap_or_default())
        })
        .collect()
}

fn is(version: &str, status: Status, reason: &str) -> (String, Status, String) {
    (version.to_owned(), status, reason.to_owned())
}

#[test]
fn every_update_is_evaluated_newest_first() {
    let builder = GraphBuilder::new(&["4.6.23", "4.6.30", "4.6.43", "4.7.4", "4.7.5"])
        .edge("4.6.23", "4.6.43")
        .risky("4.6.23", "4.6.30", &[asks("A")])
        .risky("4.6.23", "4.7.4", &[asks("A"), asks("B")])
        .risky("4.6.23", "4.7.5", &[asks("B"), asks("C")]);
    let found = judged(builder, &[("a", 1.0), ("b", 0.0)]);
    assert_eq!(
        found,
        [
            is("4.7.5", Status::Unknown, "EvaluationFailed"),
            is("4.7.4", Status::False, "A"),
            is("4.6.43", Status::True, ""),
            is("4.6.30", Status::False, "A"),
        ]
    );
}

#[test]
fn a_conditional_edge_without_a_reason_is_not_recommended() {
    let builder = GraphBuilder::new(&["4.6.23", "4.6.30"]).risky("4.6.23", "4.6.30", &[]);
    let not = is("4.6.30", Status::False, "NoReasonGiven");
    assert_eq!(judged(builder.clone(), &[]), std::slice::from_ref(&not));
    let twice = builder.clone().risky("4.6.23", "4.6.30", &[asks("A")]);
    assert_eq!(judged(twice.clone(), &[("a", 0.0)]), std::slice::from_ref(&not));
    assert_eq!(judged(twice.clone(), &[]), [not]);
    assert_eq!(judged(twice, &[("a", 1.0)]), [is("4.6.30", Status::False, "A")]);
}

#[test]
fn what_is_in_both_lists_is_conditional() {
    let builder = GraphBuilder::new(&["4.6.23", "4.6.30"]).edge("4.6.23", "4.6.30").risky(
        "4.6.23",
        "4.6.30",
        &[asks("A")],
    );
    assert_eq!(judged(builder.clone(), &[("a", 1.0)]), [is("4.6.30", Status::False, "A")]);
    assert_eq!(judged(builder, &[("a", 0.0)]), [is("4.6.30", Status::True, "NotExposedToRisks")]);
}

#[test]
fn what_shares_an_image_with_something_not_recommended_is_not_recommended() {
    let mut layer = GraphBuilder::new(&["4.6.23", "4.6.30", "4.6.31"])
        .edge("4.6.23", "4.6.31")
        .risky("4.6.23", "4.6.30", &[asks("A")])
        .layer("stable-4.6");
    layer.graph.nodes[2].release = {
        let image = layer.graph.nodes[1].release.image.clone();
        Release { image, ..layer.graph.nodes[2].release.as_ref().clone() }.into()
    };
    let graphs = seen_from(HERE, &[layer]);
    let found = described(&graphs, &[("a", 1.0)]);
    assert_eq!(found, [is("4.6.31", Status::False, "A"), is("4.6.30", Status::False, "A")]);
}

#[test]
fn accepted_risks_count_and_what_cannot_be_evaluated_stays_unknown() {
    let graphs = GraphBuilder::new(&["4.6.23", "4.6.30", "4.6.31"])
        .risky("4.6.23", "4.6.30", &[asks("A"), asks("B")])
        .risky("4.6.23", "4.6.31", &[asks("A"), asks("C")])
        .seen_from(HERE);
    assert_eq!(
        accepting(&["A", "C"], &graphs, &[("a", 1.0), ("b", 0.0)]),
        [
            is("4.6.31", Status::Unknown, "EvaluationFailed"),
            is("4.6.30", Status::True, "AllExposedRisksAccepted"),
        ]
    );
}

#[test]
fn a_release_without_an_image_is_not_recommended() {
    let mut layer = GraphBuilder::new(&["4.6.23", "4.6.30"]).edge("4.6.23", "4.6.30").layer("x");
    std::sync::Arc::make_mut(&mut layer.graph.nodes[1].release).image.clear();
    let found = described(&seen_from(HERE, &[layer]), &[]);
    assert_eq!(found, [is("4.6.30", Status::Unknown, "Incomplete")]);
}

#[test]
fn a_way_that_is_conditional_in_one_channel_is_conditional() {
    let versions = ["4.6.23", "4.6.30"];
    let layers: [ChannelGraph; 2] = [
        GraphBuilder::new(&versions).edge("4.6.23", "4.6.30").layer("fast-4.6"),
        GraphBuilder::new(&versions)
            .risky("4.6.23", "4.6.30", &[risk("A", &[Rule::Always])])
            .layer("x"),
    ];
    let found = described(&seen_from(HERE, &layers), &[]);
    assert_eq!(found, [is("4.6.30", Status::False, "A")]);
}

#[test]
fn risks_are_asked_for_once_and_those_of_the_newest_first() {
    let graphs = GraphBuilder::new(&["4.6.23", "4.6.30", "4.7.4"])
        .risky("4.6.23", "4.6.30", &[asks("A"), asks("B")])
        .risky("4.6.23", "4.7.4", &[asks("B"), asks("C")])
        .seen_from(HERE);
    let names = |to: Option<&str>| -> Vec<&str> {
        let to = to.and_then(|to| graphs.merged.find(&crate::version::Version::new(to)));
        let risks = risks_from(&graphs.merged, graphs.place().unwrap(), to);
        risks.iter().map(|risk| risk.name.as_str()).collect()
    };
    assert_eq!(names(None), ["B", "C", "A"]);
    assert_eq!(names(Some("4.6.30")), ["A", "B"]);
}
