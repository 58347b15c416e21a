//! One test per gate: what triggers it, what does not, and what overrides it.

use super::*;
use crate::objects::infrastructure::Topology;
use crate::testing::{cluster, condition, conditional, infrastructure, snapshot, with};
use crate::updates::Updates;
use upgrade_graph::testing::release;

fn target(version: &str) -> Candidate {
    let mut cluster = cluster("4.6.23");
    cluster.available = vec![release(version)];
    Updates::new(&cluster).recommended.remove(0)
}

fn not_recommended_target(status: Status, risks: &[&str]) -> Candidate {
    let mut cluster = cluster("4.6.23");
    cluster.conditional = vec![conditional("4.6.30", status, risks)];
    Updates::new(&cluster).not_recommended.remove(0)
}

fn codes(cluster: &Cluster, target: &Candidate) -> Vec<&'static str> {
    findings(&snapshot(cluster), target, false)
        .iter()
        .map(|finding| finding.code().as_str())
        .collect()
}

/// Asserts that exactly `code` is found, and that `waiver` alone covers it.
fn found(cluster: &Cluster, target: &Candidate, code: &str, waiver: Option<Waiver>) {
    let findings = findings(&snapshot(cluster), target, false);
    assert_eq!(findings.iter().map(|finding| finding.code().as_str()).collect::<Vec<_>>(), [code]);
    assert_eq!(findings[0].waived_by(), waiver);
    for given in [
        Waiver::Explicit,
        Waiver::Force,
        Waiver::NotRecommended,
        Waiver::NotUpgradeable,
        Waiver::Downgrade,
        Waiver::Warnings,
    ] {
        let waivers = match given {
            Waiver::NotRecommended => {
                Waivers { not_recommended: RiskAcceptance::Everything, ..Waivers::default() }
            }
            other => Waivers { given: BTreeSet::from([other]), ..Waivers::default() },
        };
        assert_eq!(waivers.cover(&findings[0]), Some(given) == waiver, "{}", given.flag());
    }
}

#[test]
fn a_recommended_patch_of_a_healthy_cluster_raises_nothing() {
    assert!(findings(&snapshot(&cluster("4.6.23")), &target("4.6.43"), false).is_empty());
    assert!(findings(&snapshot(&cluster("4.6.23")), &target("4.7.4"), false).is_empty());
}

#[test]
fn a_hosted_control_plane_is_refused_whatever_the_flags() {
    let mut snapshot = snapshot(&cluster("4.6.23"));
    snapshot.infrastructure = infrastructure(Topology::External);
    let findings = findings(&snapshot, &target("4.6.43"), false);
    assert_eq!(findings, [Finding::HostedControlPlane]);
    assert_eq!(findings[0].waived_by(), None);
}

#[test]
fn an_unknown_topology_is_no_finding() {
    let mut snapshot = snapshot(&cluster("4.6.23"));
    snapshot.infrastructure = Part::unreadable("forbidden");
    assert!(findings(&snapshot, &target("4.6.43"), false).is_empty());
}

#[test]
fn a_target_without_an_image_cannot_be_asked_for() {
    let mut target = target("4.6.43");
    target.release.image.clear();
    found(&cluster("4.6.23"), &target, "NoImage", None);
}

#[test]
fn an_image_that_is_not_listed_needs_a_word_of_its_own() {
    let target = Candidate::unjudged(release("4.6.43"), Advice::Unlisted);
    found(&cluster("4.6.23"), &target, "NotListed", Some(Waiver::Explicit));
    let stale = with(cluster("4.6.23"), "RetrievedUpdates", Status::False);
    found(&stale, &target, "NotListed", Some(Waiver::Explicit));
}

/// An unknown image.
fn unknown() -> Candidate {
    let mut target = Candidate::unjudged(release("4.6.43"), Advice::Unlisted);
    target.release.version = upgrade_graph::version::Version::new("");
    target
}

#[test]
fn an_image_of_unknown_version_counts_as_a_downgrade_and_as_a_later_minor() {
    for (from, force) in [("4.6.23", false), ("4.18.30", false), ("4.19.0", true), ("", false)] {
        let found = |cluster: &Cluster| -> Vec<&'static str> {
            let findings = findings(&snapshot(cluster), &unknown(), force);
            findings.iter().map(|finding| finding.code().as_str()).collect()
        };
        assert_eq!(found(&cluster(from)), ["NotListed", "UnknownOrder"], "{from}");
        let held = with(cluster(from), "Upgradeable", Status::False);
        assert_eq!(found(&held), ["NotListed", "NotUpgradeable", "UnknownOrder"], "{from}");
    }
}

#[test]
fn operators_since_4_19_check_an_image_of_unknown_version_themselves() {
    for from in ["4.19.0", "4.19.0-0.nightly-2025-06-01-000000", "4.20.3", "5.0.0"] {
        let held = with(cluster(from), "Upgradeable", Status::False);
        for cluster in [cluster(from), held] {
            found(&cluster, &unknown(), "NotListed", Some(Waiver::Explicit));
        }
        let mut listed = target("4.19.9");
        listed.release.version = upgrade_graph::version::Version::new("odd");
        found(&cluster(from), &listed, "UnknownOrder", Some(Waiver::Downgrade));
    }
}

#[test]
fn an_image_named_by_tag_needs_force() {
    let target = Candidate { by_tag: true, ..target("4.6.43") };
    found(&cluster("4.6.23"), &target, "ByTag", Some(Waiver::Force));
}

#[test]
fn the_same_release_for_another_architecture_raises_nothing_of_its_own() {
    let mut same = release("4.6.23");
    same.image.clear();
    let mut target = Candidate::unjudged(same, Advice::SameRelease);
    assert!(findings(&snapshot(&cluster("4.6.23")), &target, false).is_empty());
    target.release.version = upgrade_graph::version::Version::new("");
    assert_eq!(
        codes(&cluster("4.6.23"), &target)[0],
        "NoImage",
        "an unknown version names nothing"
    );
}

#[test]
fn a_listed_target_too_far_ahead_has_the_warnings_flag_and_an_unlisted_one_none() {
    for (from, to) in [("4.6.23", "4.8.1"), ("4.22.3", "5.1.0"), ("4.22.3", "6.0.0")] {
        found(&cluster(from), &target(to), "TooFar", Some(Waiver::Warnings));
        let unlisted = Candidate::unjudged(release(to), Advice::Unlisted);
        let findings = findings(&snapshot(&cluster(from)), &unlisted, false);
        assert_eq!(findings[0], Finding::TooFar { listed: false });
        assert_eq!(findings[0].waived_by(), None, "{to}");
    }
    assert!(codes(&cluster("4.22.3"), &target("5.0.0")).is_empty());
    assert!(codes(&cluster("4.22.3"), &target("5.0.7")).is_empty());
}

#[test]
fn what_is_too_far_is_never_sent_with_force() {
    let findings = findings(&snapshot(&cluster("4.6.23")), &target("4.8.1"), true);
    let given = BTreeSet::from([Waiver::Warnings, Waiver::Force]);
    let waivers = Waivers { given, ..Waivers::default() };
    assert_eq!((waivers.cover(&findings[0]), waivers.waiver_of(&findings[0])), (false, None));
}

#[test]
fn a_downgrade_across_a_minor_is_never_sent() {
    found(&cluster("4.6.23"), &target("4.5.40"), "DowngradeAcrossMinor", None);
}

#[test]
fn a_downgrade_within_the_minor_has_a_flag_of_its_own() {
    found(&cluster("4.6.23"), &target("4.6.22"), "Downgrade", Some(Waiver::Downgrade));
}

#[test]
fn versions_that_do_not_compare_may_be_a_downgrade() {
    let mut unknown = cluster("4.6.23");
    unknown.desired.version = upgrade_graph::version::Version::new("");
    found(&unknown, &target("4.6.43"), "UnknownOrder", Some(Waiver::Downgrade));
}

#[test]
fn versions_are_compared_with_what_the_operator_works_towards() {
    let mut cluster = cluster("4.6.23");
    cluster.desired = release("4.7.1"); // the history still has 4.6.23 as completed
    assert!(codes(&cluster, &target("4.6.43")).contains(&"DowngradeAcrossMinor"));
}

#[test]
fn false_and_unknown_recommendations_both_refuse() {
    for status in [Status::False, Status::Unknown] {
        let target = not_recommended_target(status, &["A"]);
        found(&cluster("4.6.23"), &target, "NotRecommended", Some(Waiver::NotRecommended));
    }
}

#[test]
fn named_risks_narrow_the_waiver_to_themselves() {
    let cover = |target: &Candidate, names: &[&str]| {
        let names = names.iter().map(ToString::to_string).collect();
        let waivers =
            Waivers { not_recommended: RiskAcceptance::Only(names), ..Waivers::default() };
        waivers.cover(&findings(&snapshot(&cluster("4.6.23")), target, false)[0])
    };
    let two = not_recommended_target(Status::False, &["A", "B"]);
    assert!(cover(&two, &["A", "B"]));
    assert!(!cover(&two, &["A"]), "B may apply and was not named");
    let mut cleared = two.clone();
    cleared.risks[1].applies = Status::False;
    assert!(cover(&cleared, &["A"]), "B is known not to apply");
    let mut accepted_on_the_cluster = two;
    accepted_on_the_cluster.risks[1].accepted = true;
    assert!(cover(&accepted_on_the_cluster, &["A"]), "B is accepted on the cluster");
    assert!(!cover(&accepted_on_the_cluster, &["B"]), "A is accepted nowhere");
}

#[test]
fn names_accept_nothing_where_no_risk_explains_the_verdict() {
    let mut target = not_recommended_target(Status::False, &["A"]);
    target.risks[0].applies = Status::False;
    let finding = findings(&snapshot(&cluster("4.6.23")), &target, false).remove(0);
    let waivers =
        Waivers { not_recommended: RiskAcceptance::Only(vec!["A".into()]), ..Waivers::default() };
    assert!(!waivers.cover(&finding));
}

#[test]
fn upgradeable_false_holds_later_minors_and_lets_patches_pass() {
    let cluster = with(cluster("4.6.23"), "Upgradeable", Status::False);
    found(&cluster, &target("4.7.4"), "NotUpgradeable", Some(Waiver::NotUpgradeable));
    assert!(findings(&snapshot(&cluster), &target("4.6.43"), false).is_empty());
    let unknown = with(cluster, "Upgradeable", Status::Unknown);
    assert!(findings(&snapshot(&unknown), &target("4.7.4"), false).is_empty());
}

#[test]
fn what_is_said_twice_is_as_bad_as_the_worse_of_both() {
    for (kind, bad, good, code) in [
        ("Failing", Status::True, Status::False, "Failing"),
        ("Failing", Status::Unknown, Status::False, "Failing"),
        ("Invalid", Status::True, Status::Unknown, "Invalid"),
        ("Progressing", Status::True, Status::False, "Progressing"),
        ("Upgradeable", Status::False, Status::True, "NotUpgradeable"),
        ("RetrievedUpdates", Status::False, Status::True, "NotRetrieved"),
    ] {
        for [first, second] in [[bad, good], [good, bad]] {
            let mut cluster = with(cluster("4.6.23"), kind, first);
            cluster.conditions.0.push(condition(kind, second));
            assert_eq!(codes(&cluster, &target("4.7.4")), [code], "{kind}: {first:?}, {second:?}");
        }
    }
}

#[test]
fn invalid_needs_the_warnings_flag() {
    let bad = with(cluster("4.6.23"), "Invalid", Status::True);
    found(&bad, &target("4.6.43"), "Invalid", Some(Waiver::Warnings));
    let fine = with(cluster("4.6.23"), "Invalid", Status::False);
    assert!(findings(&snapshot(&fine), &target("4.6.43"), false).is_empty());
}

#[test]
fn failing_true_and_unknown_refuse_while_absent_only_warns() {
    for status in [Status::True, Status::Unknown] {
        let bad = with(cluster("4.6.23"), "Failing", status);
        found(&bad, &target("4.6.43"), "Failing", Some(Waiver::Warnings));
    }
    let mut silent = cluster("4.6.23");
    silent.conditions.0.retain(|condition| condition.kind != "Failing");
    assert!(findings(&snapshot(&silent), &target("4.6.43"), false).is_empty());
}

#[test]
fn an_update_in_progress_is_seen_by_its_condition_or_by_the_history() {
    let busy = with(cluster("4.6.23"), "Progressing", Status::True);
    found(&busy, &target("4.6.43"), "Progressing", Some(Waiver::Warnings));
    let mut partial = cluster("4.6.23");
    partial.history[0].completed = false;
    found(&partial, &target("4.6.43"), "Progressing", Some(Waiver::Warnings));
}

/// A cluster in stable-4.6 with this observedGeneration, and a target in `channels`.
fn unobserved_in(
    generations: (Option<i64>, Option<i64>),
    channels: &[&str],
) -> (Cluster, Candidate) {
    let (generation, observed_generation) = generations;
    let channel = Some("stable-4.6".to_owned());
    let mut target = target("4.6.43");
    target.release.channels = channels.iter().map(ToString::to_string).collect();
    (Cluster { generation, observed_generation, channel, ..cluster("4.6.23") }, target)
}

const UNOBSERVED: [(Option<i64>, Option<i64>); 4] =
    [(Some(4), Some(3)), (Some(4), None), (None, Some(3)), (None, None)];

#[test]
fn a_spec_the_operator_has_not_observed_is_no_finding_by_itself() {
    for generations in UNOBSERVED {
        for channels in [&["fast-4.6", "stable-4.6"][..], &[]] {
            let (cluster, target) = unobserved_in(generations, channels);
            assert!(codes(&cluster, &target).is_empty(), "{generations:?} {channels:?}");
        }
    }
}

#[test]
fn a_target_of_another_channel_shows_that_its_list_is_stale() {
    for generations in UNOBSERVED {
        let (cluster, target) = unobserved_in(generations, &["fast-4.6"]);
        found(&cluster, &target, "Unobserved", Some(Waiver::Warnings));
        let none = Cluster { channel: None, ..cluster.clone() };
        found(&none, &target, "Unobserved", Some(Waiver::Warnings));
        let unlisted = Candidate { advice: Advice::Unlisted, ..target };
        found(&cluster, &unlisted, "NotListed", Some(Waiver::Explicit));
    }
    let (cluster, target) = unobserved_in((Some(4), Some(4)), &["fast-4.6"]);
    assert!(codes(&cluster, &target).is_empty(), "the lists are what the service answers");
}

#[test]
fn lists_that_were_not_retrieved_are_stale() {
    for status in [Status::False, Status::Unknown] {
        let stale = with(cluster("4.6.23"), "RetrievedUpdates", status);
        found(&stale, &target("4.6.43"), "NotRetrieved", Some(Waiver::Warnings));
    }
    let mut silent = cluster("4.6.23");
    silent.conditions.0.retain(|condition| condition.kind != "RetrievedUpdates");
    found(&silent, &target("4.6.43"), "NotRetrieved", Some(Waiver::Warnings));
}

#[test]
fn all_findings_are_returned_at_once() {
    let mut cluster = with(cluster("4.6.23"), "Failing", Status::True);
    cluster = with(cluster, "Upgradeable", Status::False);
    cluster.generation = Some(9);
    let mut target = not_recommended_target(Status::False, &["A"]);
    target.release = release("4.7.4");
    target.release.channels = vec!["another".to_owned()];
    assert_eq!(
        codes(&cluster, &target),
        ["NotRecommended", "NotUpgradeable", "Failing", "Unobserved"]
    );
}

#[test]
fn an_objection_stays_the_same_while_only_its_progress_moves() {
    let moved = |message: &str| {
        Finding::Progressing(Some(Condition {
            message: message.into(),
            ..condition("Progressing", Status::True)
        }))
    };
    assert!(moved("30 of 600").is_unchanged(&moved("45 of 600")));
    let failing = |reason: &str| {
        Finding::Failing(Condition { reason: reason.into(), ..condition("Failing", Status::True) })
    };
    assert!(!failing("A").is_unchanged(&failing("B")));
    assert!(!failing("A").is_unchanged(&moved("x")));
}
