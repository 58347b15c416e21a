//! Every way in which a cluster may report something else.

use super::*;
use crate::cluster::Requested;
use crate::testing::{cluster, conditional, with};
use upgrade_graph::model::Rule;
use upgrade_graph::release::Release;
use upgrade_graph::testing::{GraphBuilder, asks, facts, release, risk};

const HERE: &str = "4.6.23";
const THERE: &str = "4.6.30";

/// A graph with one conditional update.
fn one(risks: &[upgrade_graph::model::Risk]) -> GraphBuilder {
    GraphBuilder::new(&[HERE, THERE]).risky(HERE, THERE, risks)
}

fn said(status: Status, risks: &[&str]) -> Cluster {
    let mut cluster = cluster(HERE);
    let mut update = conditional(THERE, status, risks);
    update.conditions.0[0].since = "2021-08-28T01:00:00Z".parse().ok();
    cluster.conditional = vec![update];
    cluster.available = match status {
        Status::True => vec![release(THERE)],
        _ => Vec::new(),
    };
    cluster
}

fn evaluation(
    graphs: &ChannelGraphs,
    cluster: Option<&Cluster>,
    answers: &[(&str, f64)],
    apart: Option<NotComparable>,
) -> GraphEvaluation {
    let place = graphs.place().unwrap();
    GraphEvaluation::new(&graphs.merged, place, &facts(answers), cluster, apart)
}

fn difference(
    builder: GraphBuilder,
    cluster: &Cluster,
    answers: &[(&str, f64)],
) -> Option<VerdictDifference> {
    let graphs = builder.seen_from(Some(HERE));
    let apart = NotComparable::new(&graphs, Some(cluster), false, None);
    let evaluation = evaluation(&graphs, Some(cluster), answers, apart);
    assert_eq!(evaluation.apart, None);
    evaluation.targets[0].difference.clone()
}

#[test]
fn where_both_say_the_same_there_is_no_difference() {
    for (value, status) in [(1.0, Status::False), (0.0, Status::True), (0.5, Status::Unknown)] {
        let found = difference(one(&[asks("A")]), &said(status, &["A"]), &[("a", value)]);
        assert_eq!(found, None, "{value}");
    }
    let mut cluster = cluster(HERE);
    cluster.available = vec![release(THERE)];
    assert_eq!(
        difference(GraphBuilder::new(&[HERE, THERE]).edge(HERE, THERE), &cluster, &[]),
        None
    );
}

#[test]
fn the_operator_drops_what_it_cannot_evaluate() {
    let risks = [asks("A"), risk("Odd", &[Rule::Unknown("New".to_owned())])];
    let found = difference(one(&risks), &cluster(HERE), &[("a", 0.0)]);
    assert_eq!(found, Some(VerdictDifference::UnknownRules { risks: vec!["Odd".to_owned()] }));
    let known = risk("Odd", &[Rule::Unknown("New".to_owned()), Rule::Always]);
    let found = difference(one(&[known]), &cluster(HERE), &[]);
    assert_eq!(found, Some(VerdictDifference::GraphChanged), "one rule that it knows is enough");
}

#[test]
fn the_operator_drops_what_is_listed_twice() {
    let builder = one(&[asks("A")]).risky(HERE, THERE, &[asks("B")]);
    let found = difference(builder, &cluster(HERE), &[("a", 0.0), ("b", 1.0)]);
    assert_eq!(found, Some(VerdictDifference::ListedTwice { groups: 2 }));
}

#[test]
fn the_operator_recommends_what_has_no_reason() {
    let found = difference(one(&[]), &said(Status::True, &[]), &[]);
    assert_eq!(found, Some(VerdictDifference::NoReasonGiven));
}

#[test]
fn a_cluster_may_have_gone_by_the_edges_without_conditions() {
    let mut listing = cluster(HERE);
    listing.available = vec![release(THERE)];
    let both = one(&[asks("A")]).edge(HERE, THERE);
    assert_eq!(difference(both, &listing, &[("a", 1.0)]), Some(VerdictDifference::InBothLists));
    let found = difference(one(&[asks("A")]), &listing, &[("a", 1.0)]);
    assert_eq!(found, Some(VerdictDifference::GraphChanged));
}

#[test]
fn a_cluster_has_risks_of_its_own() {
    let mut own = said(Status::False, &["A", "AdminAck-x"]);
    own.known_risks = vec![crate::testing::risk("AdminAck-x")];
    let found = difference(one(&[asks("A")]), &own, &[("a", 0.0)]);
    assert_eq!(
        found,
        Some(VerdictDifference::InClusterRisks { names: vec!["AdminAck-x".to_owned()] })
    );
}

#[test]
fn acceptance_may_not_have_arrived() {
    let names = vec!["A".to_owned()];
    let mut accepting = said(Status::False, &["A"]);
    let accept_risks = names.clone();
    accepting.requested = Some(Requested { accept_risks, ..Requested::default() });
    let found = difference(one(&[asks("A")]), &accepting, &[("a", 1.0)]);
    assert_eq!(found, Some(VerdictDifference::AcceptedRisks { names: names.clone() }));
    let mut withdrawn = said(Status::True, &["A"]);
    withdrawn.conditional[0].conditions.0[0].reason = "AllExposedRisksAccepted".to_owned();
    let found = difference(one(&[asks("A")]), &withdrawn, &[("a", 1.0)]);
    assert_eq!(found, Some(VerdictDifference::AcceptedRisks { names }));
}

#[test]
fn what_is_unknown_since_a_moment_ago_has_yet_to_be_asked() {
    let mut fresh = said(Status::Unknown, &["A"]);
    fresh.conditional[0].conditions.0[0].since = "2021-08-28T11:58:00Z".parse().ok();
    let found = difference(one(&[asks("A")]), &fresh, &[("a", 1.0)]);
    assert_eq!(found, Some(VerdictDifference::Throttled));
    let mut throttled = said(Status::Unknown, &["A"]);
    throttled.conditional[0].conditions.0[0].message = "A (throttled until later)".to_owned();
    let found = difference(one(&[asks("A")]), &throttled, &[("a", 0.0)]);
    assert_eq!(found, Some(VerdictDifference::Throttled));
    let found = difference(one(&[asks("A")]), &said(Status::Unknown, &["A"]), &[("a", 0.0)]);
    assert_eq!(found, Some(VerdictDifference::NotEvaluatedThere));
}

#[test]
fn what_was_not_asked_here_is_no_change_there() {
    let found = difference(one(&[asks("A")]), &said(Status::False, &["A"]), &[]);
    let why = "the query was not sent".to_owned();
    assert_eq!(found, Some(VerdictDifference::NotEvaluatedHere { why }));
}

#[test]
fn lists_may_be_stale() {
    let stale = with(said(Status::False, &["A"]), "RetrievedUpdates", Status::False);
    let found = difference(one(&[asks("A")]), &stale, &[("a", 0.0)]);
    assert_eq!(found, Some(VerdictDifference::Stale));
    let empty = with(cluster(HERE), "RetrievedUpdates", Status::False);
    let found = difference(GraphBuilder::new(&[HERE, THERE]).edge(HERE, THERE), &empty, &[]);
    assert_eq!(found, Some(VerdictDifference::Stale));
}

#[test]
fn a_spec_not_yet_observed_explains_nothing_but_lists_of_another_channel_do() {
    let mut lagging = said(Status::False, &["A"]);
    lagging.generation = lagging.observed_generation.map(|observed| observed + 1);
    let found = difference(one(&[asks("A")]), &lagging, &[("a", 0.0)]);
    assert_eq!(found, Some(VerdictDifference::AnswersChanged));
    lagging.conditional[0].release.channels = vec!["another".to_owned()];
    let found = difference(one(&[asks("A")]), &lagging, &[("a", 0.0)]);
    assert_eq!(found, Some(VerdictDifference::Stale));
}

#[test]
fn a_name_is_evaluated_once_by_the_cluster() {
    let other = risk("A", &[Rule::PromQl("other".to_owned())]);
    let builder = GraphBuilder::new(&[HERE, THERE, "4.6.31"])
        .risky(HERE, THERE, &[asks("A")])
        .risky(HERE, "4.6.31", &[other]);
    let mut cluster = said(Status::False, &["A"]);
    cluster.conditional.insert(0, conditional("4.6.31", Status::False, &["A"]));
    let found = difference(builder, &cluster, &[("a", 1.0), ("other", 0.0)]);
    assert_eq!(found, Some(VerdictDifference::OneName { name: "A".to_owned() }));
}

#[test]
fn else_the_graph_or_the_answers_have_changed() {
    let found = difference(one(&[asks("A")]), &said(Status::False, &["A"]), &[("a", 0.0)]);
    assert_eq!(found, Some(VerdictDifference::AnswersChanged));
    let found = difference(one(&[asks("A")]), &said(Status::False, &["B"]), &[("a", 0.0)]);
    assert_eq!(found, Some(VerdictDifference::GraphChanged));
}

#[test]
fn what_only_the_cluster_lists_is_not_lost() {
    let graphs = GraphBuilder::new(&[HERE, THERE]).seen_from(Some(HERE));
    let evaluation = evaluation(&graphs, Some(&said(Status::False, &["A"])), &[], None);
    assert!(evaluation.targets.is_empty());
    assert_eq!(evaluation.elsewhere[0].release.version.text(), THERE);
}

#[test]
fn another_place_channel_or_graph_is_not_compared() {
    let cluster = said(Status::False, &["A"]);
    let compare = |change: fn(&mut ChannelGraphs), cluster: Option<&Cluster>, by_hand: bool| {
        let mut graphs = one(&[asks("A")]).seen_from(Some(HERE));
        change(&mut graphs);
        let apart = NotComparable::new(&graphs, cluster, by_hand, Some("amd64"));
        let evaluation = evaluation(&graphs, cluster, &[("a", 0.0)], apart.clone());
        let silent = |known: &EvaluatedTarget| known.heard.is_none() && known.difference.is_none();
        assert!(apart.is_none() || evaluation.targets.iter().all(silent));
        apart
    };
    let look =
        |change: fn(&mut ChannelGraphs), by_hand: bool| compare(change, Some(&cluster), by_hand);
    assert_eq!(look(|_| {}, false), None);
    assert_eq!(look(|_| {}, true), Some(NotComparable::OtherGraph));
    assert_eq!(compare(|_| {}, None, false), Some(NotComparable::NoCluster));
    let on = Version::new(HERE);
    let there = |graphs: &mut ChannelGraphs| graphs.from = Some(Version::new(THERE));
    assert_eq!(look(there, false), Some(NotComparable::OtherVersion { on }));
    let fast =
        |graphs: &mut ChannelGraphs| graphs.channels[0].channel = Some("fast-4.6".to_owned());
    let arm = |graphs: &mut ChannelGraphs| graphs.arch = "arm64".to_owned();
    let here = "amd64".to_owned();
    assert_eq!(look(arm, false), Some(NotComparable::OtherArchitecture { here }));
    let followed = Some("stable-4.6".to_owned());
    assert_eq!(look(fast, false), Some(NotComparable::OtherChannel { followed }));
}

#[test]
fn a_release_is_found_by_its_image_first() {
    let mut cluster = said(Status::False, &["A"]);
    let other = Release { image: "mirror/a@sha256:ffff".to_owned(), ..release(THERE) };
    cluster.available = vec![other];
    let graphs = one(&[asks("A")]).seen_from(Some(HERE));
    let evaluation = evaluation(&graphs, Some(&cluster), &[("a", 1.0)], None);
    assert_eq!(evaluation.targets[0].heard.as_ref().unwrap().status, Status::False);
    assert_eq!(evaluation.elsewhere.len(), 1, "the other image is one that no graph has");
}
