//! Every cause, and that the first one that applies is reported.

use std::collections::BTreeSet;

use super::*;
use crate::cluster::Cluster;
use crate::testing::{cluster, conditional, past, with};
use upgrade_graph::channel_graphs::ChannelGraphs;
use upgrade_graph::condition::Status;
use upgrade_graph::merged::ChannelGraph;
use upgrade_graph::model::Rule;
use upgrade_graph::testing::{GraphBuilder, asks, facts, release, risk, seen_from};

const HERE: &str = "4.6.23";

fn cause(version: &str, cluster: &Cluster) -> Option<Cause> {
    by_cluster(&WhyQuery::new(version), cluster, Some("amd64"))
}

fn code(version: &str, cluster: &Cluster) -> String {
    cause(version, cluster).map_or(String::new(), |cause| name(cause.code()))
}

/// The name in documents.
fn name(code: impl std::fmt::Debug) -> String {
    format!("{code:?}")
}

fn in_graph(version: &str, graphs: &ChannelGraphs) -> Cause {
    found(version, graphs).cause
}

fn found(version: &str, graphs: &ChannelGraphs) -> GraphFinding {
    let (followed, listing) = (Some("stable-4.6"), Some(&cluster(HERE)));
    by_graph(&WhyQuery::new(version), graphs, &facts(&[]), followed, listing, &BTreeSet::new())
}

fn listing(available: &[&str]) -> Cluster {
    let mut cluster = cluster(HERE);
    cluster.available = available.iter().map(|version| release(version)).collect();
    cluster
}

fn versions(texts: &[&str]) -> Vec<Version> {
    texts.iter().map(|text| Version::new(*text)).collect()
}

#[test]
fn what_is_no_version_finds_what_was_meant() {
    let cluster = listing(&["4.6.42", "nightly"]);
    let meant = |text: &str| match cause(text, &cluster) {
        Some(Cause::Unparsable { meant }) => meant,
        other => unreachable!("{other:?}"),
    };
    assert_eq!(meant("v4.6.42"), ["4.6.42"]);
    assert_eq!(meant("nightlies"), ["nightly"]);
    assert_eq!(code("nightly", &cluster), "Recommended", "what is listed needs no form");
}

#[test]
fn an_architecture_is_taken_off() {
    for (text, version, arch) in [
        ("4.7.4", "4.7.4", None),
        ("4.7.4-x86_64", "4.7.4", Some("amd64")),
        ("4.7.4+arm64", "4.7.4", Some("arm64")),
        ("4.7.0-rc.1-multi", "4.7.0-rc.1", Some("multi")),
        ("4.7.0-rc.1", "4.7.0-rc.1", None),
        ("multi", "multi", None),
    ] {
        let wanted = WhyQuery::new(text);
        assert_eq!((wanted.version.text(), wanted.arch), (version, arch), "{text}");
    }
}

#[test]
fn the_release_the_cluster_is_on_is_no_update() {
    let mut cluster = cluster(HERE);
    assert_eq!(cause(HERE, &cluster), Some(Cause::AlreadyThere { rolling_out: false }));
    cluster.history[0].completed = false;
    assert_eq!(cause(HERE, &cluster), Some(Cause::AlreadyThere { rolling_out: true }));
}

#[test]
fn what_is_older_may_be_the_release_before() {
    let mut cluster = cluster(HERE);
    cluster.history.extend([past("4.6.21"), past("4.6.18")]);
    assert_eq!(cause("4.6.21", &cluster), Some(Cause::Older { previous: true }));
    assert_eq!(cause("4.6.18", &cluster), Some(Cause::Older { previous: false }));
    assert_eq!(cause("4.5.40", &cluster), Some(Cause::Older { previous: false }));
}

#[test]
fn another_architecture_comes_before_stale_lists() {
    let stale = with(cluster(HERE), "RetrievedUpdates", Status::False);
    assert_eq!(code("4.6.43-s390x", &stale), "OtherArchitecture");
    assert_eq!(code("4.6.43-x86_64", &stale), "NotRetrieved");
    assert_eq!(code("4.6.23+multi", &stale), "OtherArchitecture");
    let mut multi = cluster(HERE);
    multi.desired.architecture = Some("Multi".to_owned());
    let of = |text: &str| by_cluster(&WhyQuery::new(text), &multi, Some("multi"));
    assert_eq!(of("4.6.43+multi"), None);
    assert!(matches!(of("4.6.43+amd64"), Some(Cause::OtherArchitecture { .. })));
}

#[test]
fn stale_lists_come_before_what_is_in_them() {
    let stale = with(listing(&["4.6.43"]), "RetrievedUpdates", Status::False);
    assert_eq!(code("4.6.43", &stale), "NotRetrieved");
    let mut unseen = listing(&["4.6.43"]);
    unseen.generation = Some(4);
    assert_eq!(
        code("4.6.43", &unseen),
        "Recommended",
        "the lists are newer than what was observed"
    );
    unseen.available[0].channels = vec!["another".to_owned()];
    assert_eq!(code("4.6.43", &unseen), "NotRetrieved");
    assert_eq!(code("4.6.99", &unseen), "NotRetrieved", "it may be in the lists to come");
}

#[test]
fn what_is_listed_and_too_far_is_neither_recommended_nor_missing() {
    assert_eq!(code("4.8.1", &listing(&["4.8.1"])), "TooFar");
    assert_eq!(code("5.0.1", &listing(&["5.0.1"])), "Recommended");
}

#[test]
fn what_is_listed_is_conditional_or_recommended() {
    let mut cluster = listing(&["4.6.43", "4.7.4"]);
    cluster.conditional = vec![
        conditional("4.6.30", Status::False, &["A"]),
        conditional("4.6.43", Status::True, &["A"]),
    ];
    assert_eq!(code("4.6.30", &cluster), "Conditional");
    assert_eq!(code("4.6.43", &cluster), "Recommended");
    assert_eq!(code("4.6.44", &cluster), "", "the graph has to say");
    let held = with(cluster, "Upgradeable", Status::False);
    assert_eq!(code("4.6.43", &held), "Recommended");
    assert_eq!(code("4.7.4", &held), "NotUpgradeable");
}

#[test]
fn the_graph_may_know_more_than_the_lists() {
    let odd = risk("Odd", &[Rule::Unknown("New".to_owned())]);
    let graphs = GraphBuilder::new(&[HERE, "4.6.30", "4.6.31", "4.6.32", "4.6.33"])
        .edge(HERE, "4.6.30")
        .risky(HERE, "4.6.31", &[odd])
        .risky(HERE, "4.6.32", &[asks("A")])
        .risky(HERE, "4.6.32", &[asks("B")])
        .risky(HERE, "4.6.33", &[asks("A")])
        .seen_from(Some(HERE));
    assert_eq!(in_graph("4.6.30", &graphs), Cause::NotListedYet);
    let dropped = |version: &str| match in_graph(version, &graphs) {
        Cause::ConditionalInGraph { difference, .. } => {
            difference.map_or(String::new(), |why| name(why.code()))
        }
        other => unreachable!("{other:?}"),
    };
    assert_eq!(dropped("4.6.31"), "UnknownRules");
    assert_eq!(dropped("4.6.32"), "ListedTwice");
    assert_eq!(in_graph("4.6.33", &graphs), Cause::NotListedYet);
}

#[test]
fn edges_are_removed_without_a_reason() {
    let block = |expression: &str, to: &str| {
        let builder = GraphBuilder::new(&[HERE, to]).removed(to, expression);
        found(to, &builder.seen_from(Some(HERE)))
    };
    let is_blocked =
        |expression: &str| block(expression, "4.6.30").cause.code() == CauseCode::SilentlyBlocked;
    assert!(is_blocked(r"4[.]6[.]2"), "the search is not anchored");
    assert!(is_blocked(r"^4[.]6[.]23[+]amd64$"), "with the architecture");
    assert!(is_blocked(r"^4[.]6[.]23$"), "and without");
    assert!(!is_blocked(r"^4[.]6[.]2$"));
    let joined = |expression: &str| block(expression, "4.6.30").cause;
    let blocked =
        |expression: &str| Cause::Blocked { expression: expression.to_owned(), over: Vec::new() };
    let cause = blocked("4[.]6[.]2");
    assert_eq!(joined(r"4[.]5[.]|4[.]6[.]2"), cause, "the part that matches is told");
    let cause = blocked("4[.](5|6)[.]");
    assert_eq!(joined(r"4[.](5|6)[.]"), cause, "a whole that has no parts is told whole");
    assert_eq!(block(".*", "4.8.2").cause.code(), CauseCode::NoEdge, "no edge could be so long");
    let bad = block("(", "4.6.30");
    assert_eq!((bad.cause.code(), bad.bad_expression.as_deref()), (CauseCode::NoEdge, Some("(")));
}

#[test]
fn an_edge_that_is_there_is_not_blocked() {
    let graphs = GraphBuilder::new(&[HERE, "4.6.30"])
        .risky(HERE, "4.6.30", &[asks("A")])
        .removed("4.6.30", ".*")
        .seen_from(Some(HERE));
    assert_eq!(in_graph("4.6.30", &graphs), Cause::NotListedYet);
}

/// The first is the current channel; the other two lead on.
fn three() -> ChannelGraphs {
    let further = [HERE, "4.6.43", "4.7.4", "4.7.28"];
    let layers: [ChannelGraph; 3] = [
        GraphBuilder::new(&[HERE, "4.6.43", "4.6.44"]).edge(HERE, "4.6.43").layer("stable-4.6"),
        GraphBuilder::new(&further)
            .edge(HERE, "4.6.43")
            .edge(HERE, "4.7.4")
            .edge("4.6.43", "4.7.28")
            .edge("4.7.4", "4.7.28")
            .layer("stable-4.7"),
        GraphBuilder::new(&further[..3]).edge(HERE, "4.7.4").layer("fast-4.7"),
    ];
    seen_from(Some(HERE), &layers)
}

#[test]
fn another_channel_may_have_it() {
    let Cause::OtherChannel(found) = in_graph("4.7.4", &three()) else { unreachable!() };
    assert_eq!(found.channels, ["fast-4.7", "stable-4.7"]);
    assert_eq!(found.best.as_deref(), Some("stable-4.7"));
    assert_eq!(found.direct, ["fast-4.7", "stable-4.7"]);
    assert!(found.over.is_empty());
    let Cause::OtherChannel(found) = in_graph("4.7.28", &three()) else { unreachable!() };
    assert_eq!((found.best.as_deref(), found.direct.len()), (Some("stable-4.7"), 0));
    assert_eq!(found.over, versions(&["4.7.4"]), "the newest of two ways that are as short");
}

#[test]
fn where_there_is_no_edge_there_may_be_a_way() {
    let graphs = GraphBuilder::new(&[HERE, "4.6.30", "4.6.43", "4.6.44", "4.6.45"])
        .edge(HERE, "4.6.30")
        .edge("4.6.30", "4.6.43")
        .edge("4.6.43", "4.6.44")
        .seen_from(Some(HERE));
    let over = versions(&["4.6.30", "4.6.43"]);
    assert_eq!(in_graph("4.6.44", &graphs), Cause::NoEdge { over });
    assert_eq!(in_graph("4.6.45", &graphs), Cause::NoEdge { over: Vec::new() });
}

#[test]
fn what_is_in_no_graph_names_the_nearest() {
    let nearest = vec!["4.7.28".to_owned(), "4.7.4".to_owned(), "4.6.43".to_owned()];
    assert_eq!(in_graph("4.7.29", &three()), Cause::NoSuchVersion { nearest });
    let listed = listing(&["4.6.43"]);
    let without = without_graph(&WhyQuery::new("4.6.44"), Some(&listed));
    assert_eq!(without, Cause::NotListed { nearest: vec!["4.6.43".to_owned()] });
}

#[test]
fn without_a_clusters_lists_versions_and_the_graph_decide() {
    let by =
        |version: &str| by_version(&WhyQuery::new(version), &Version::new(HERE), Some("amd64"));
    let code = |version: &str| by(version).map_or(String::new(), |cause| name(cause.code()));
    assert_eq!(code("latest"), "Unparsable");
    assert_eq!(code(HERE), "AlreadyThere");
    assert_eq!(code("4.6.21"), "Older");
    assert_eq!(code("4.6.43-aarch64"), "OtherArchitecture");
    assert_eq!(code("4.6.23+multi"), "OtherArchitecture");
    assert_eq!(code("4.6.43-x86_64"), "");
    let graphs = GraphBuilder::new(&[HERE, "4.6.30", "4.6.31"])
        .edge(HERE, "4.6.30")
        .risky(HERE, "4.6.31", &[asks("A")])
        .seen_from(Some(HERE));
    let told = |version: &str, channel: Option<&str>| {
        let (wanted, none) = (WhyQuery::new(version), BTreeSet::new());
        by_graph(&wanted, &graphs, &facts(&[]), channel, None, &none).cause
    };
    assert_eq!(told("4.6.30", None), Cause::Recommended { held_back: None });
    assert_eq!(told("4.6.31", None).code(), CauseCode::Conditional);
    assert_eq!(told("4.6.30", Some("fast-4.6")).code(), CauseCode::NotInChannel);
}
