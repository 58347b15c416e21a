//! The result of a request: settled, unknown, refused or ready to send.

use super::*;
use crate::testing::{cluster, condition, conditional, past, snapshot, with};
use upgrade_graph::testing::release;

fn listed() -> Cluster {
    let mut cluster = cluster("4.6.23");
    cluster.available = ["4.6.43", "4.6.42"].map(release).to_vec();
    cluster.conditional = vec![conditional("4.7.4", Status::False, &["A", "B"])];
    cluster
}

fn to(version: &str) -> Request {
    Request { target: RequestTarget::Version(version.into()), waivers: Waivers::default() }
}

fn forced(version: &str) -> Request {
    Request {
        waivers: Waivers { given: [Waiver::Force].into(), ..Waivers::default() },
        ..to(version)
    }
}

fn proposal(cluster: &Cluster, request: &Request) -> Proposal {
    match decide(&snapshot(cluster), request) {
        Decision::Judged(proposal) => *proposal,
        other => panic!("no proposal: {other:?}"),
    }
}

#[test]
fn a_recommended_target_passes_and_names_version_and_image() {
    let proposal = proposal(&listed(), &to("4.6.43"));
    assert!(proposal.passes() && proposal.cautions.is_empty());
    assert_eq!(
        proposal.change,
        UpdateChange {
            version: "4.6.43".into(),
            image: release("4.6.43").image,
            architecture: String::new(),
            force: false,
            drop_mode: false,
            resource_version: Some("41".into()),
        }
    );
}

#[test]
fn a_conditional_target_passes_only_with_its_waiver() {
    assert!(!proposal(&listed(), &to("4.7.4")).passes());
    let mut request = to("4.7.4");
    request.waivers.not_recommended = RiskAcceptance::Everything;
    assert!(proposal(&listed(), &request).passes());
}

#[test]
fn force_waives_no_gate_of_the_client() {
    let request = forced("4.7.4");
    let proposal = proposal(&listed(), &request);
    assert!(!proposal.passes());
    assert!(proposal.change.force && proposal.cautions.contains(&Warning::Force));
}

#[test]
fn being_there_is_settled_before_any_gate() {
    let failing = with(listed(), "Failing", Status::True);
    assert_eq!(
        decide(&snapshot(&failing), &to("4.6.23")),
        Decision::Settled(AlreadySatisfied::AtTarget { pending: None })
    );
}

#[test]
fn being_there_mentions_a_request_for_something_else() {
    let mut cluster = listed();
    cluster.requested = Some(Requested { version: "4.6.42".into(), ..Requested::default() });
    assert_eq!(
        decide(&snapshot(&cluster), &to("4.6.23")),
        Decision::Settled(AlreadySatisfied::AtTarget { pending: Some("4.6.42".into()) })
    );
}

#[test]
fn an_update_in_progress_to_the_target_is_settled() {
    let mut cluster = with(listed(), "Progressing", Status::True);
    cluster.desired = release("4.6.43");
    cluster.history.insert(0, crate::cluster::HistoryEntry { completed: false, ..past("4.6.43") });
    let decision = decide(&snapshot(&cluster), &to("4.6.43"));
    assert!(matches!(
        decision,
        Decision::Settled(AlreadySatisfied::UnderWay { progress: Some(_), .. })
    ));
}

#[test]
fn exactly_this_request_pending_is_settled_and_says_what_holds_it() {
    let mut cluster = with(listed(), "ReleaseAccepted", Status::False);
    let image = release("4.6.43").image;
    let pending = Requested { version: "4.6.43".into(), image, ..Requested::default() };
    cluster.requested = Some(pending.clone());
    assert_eq!(
        decide(&snapshot(&cluster), &to("4.6.43")),
        Decision::Settled(AlreadySatisfied::Asked {
            held: Some(condition("ReleaseAccepted", Status::False))
        })
    );
    let forced = forced("4.6.43");
    assert!(!proposal(&cluster, &forced).passes(), "with force it is another request");
    cluster.requested = Some(Requested { mode: Some("Preflight".into()), ..pending });
    assert!(proposal(&cluster, &to("4.6.43")).change.drop_mode, "a preflight is another request");
}

#[test]
fn a_version_that_is_not_listed_is_unknown_with_its_neighbours() {
    assert_eq!(
        decide(&snapshot(&listed()), &to("4.6.44")),
        Decision::UnknownVersion(UnknownVersion {
            version: "4.6.44".into(),
            nearest: ["4.6.43", "4.6.42", "4.7.4"].map(String::from).to_vec(),
            listed: 3
        })
    );
}

#[test]
fn a_name_that_is_not_a_risk_of_the_target_is_an_error() {
    let mut request = to("4.7.4");
    request.waivers.not_recommended = RiskAcceptance::Only(vec!["A".into(), "b".into()]);
    assert_eq!(
        decide(&snapshot(&listed()), &request),
        Decision::UnknownRisk {
            target: Version::new("4.7.4"),
            name: "b".into(),
            nearest: vec!["B".into()],
            known: vec!["A".into(), "B".into()]
        }
    );
}

#[test]
fn a_version_listed_with_two_images_is_ambiguous() {
    let mut cluster = listed();
    let mut other = release("4.6.43");
    other.image = "quay.io/other@sha256:ff".into();
    cluster.available.push(other);
    let proposal = proposal(&cluster, &to("4.6.43"));
    assert_eq!(proposal.findings[0].finding.code().as_str(), "AmbiguousTarget");
    assert!(!proposal.passes());
}

#[test]
fn what_cannot_be_checked_is_a_caution() {
    let mut cluster = with(listed(), "Upgradeable", Status::Unknown);
    cluster.conditions.0.retain(|condition| condition.kind != "Failing");
    let mut unread = snapshot(&cluster);
    unread.infrastructure = Part::unreadable("forbidden");
    let Decision::Judged(patch) = decide(&unread, &to("4.6.43")) else { panic!("no proposal") };
    assert_eq!(
        patch.cautions,
        [Warning::NoFailingCondition, Warning::TopologyUnknown { why: "forbidden".into() }]
    );
    let mut minor = to("4.7.4");
    minor.waivers.not_recommended = RiskAcceptance::Everything;
    assert!(matches!(proposal(&cluster, &minor).cautions[1], Warning::UpgradeableUnknown(_)));
}

#[test]
fn a_spec_not_yet_observed_is_a_caution_until_the_target_shows_another_channel() {
    let lagging = Cluster { generation: Some(9), ..listed() };
    let passing = proposal(&lagging, &to("4.6.43"));
    assert!(passing.passes());
    assert!(matches!(passing.cautions[..], [Warning::Unobserved(_)]), "{:?}", passing.cautions);
    let mut other = lagging.clone();
    other.available[0].channels = vec!["another".to_owned()];
    let refused = proposal(&other, &to("4.6.43"));
    assert_eq!((refused.passes(), refused.cautions.len()), (false, 0));
    let nothing = |cluster: &Cluster| match decide(&snapshot(cluster), &latest(LatestWithin::Any)) {
        Decision::NothingNewer(nothing) => (nothing.findings.len(), nothing.cautions.len()),
        other => panic!("{other:?}"),
    };
    let older = |channels: &[&str]| {
        let channels = channels.iter().map(ToString::to_string).collect();
        let available = vec![Release { channels, ..release("4.6.1") }];
        Cluster { available, conditional: vec![], ..lagging.clone() }
    };
    assert_eq!(nothing(&older(&[])), (0, 1));
    assert_eq!(nothing(&older(&["another"])), (1, 0));
}

#[test]
fn a_caution_that_comes_or_goes_changes_no_decision() {
    let lagging = |generation| Cluster { generation: Some(generation), ..listed() };
    let shown = proposal(&listed(), &to("4.6.43"));
    let again = proposal(&lagging(8), &to("4.6.43"));
    assert!(again.is_unchanged(&shown) && shown.is_unchanged(&again));
    assert!(proposal(&lagging(9), &to("4.6.43")).is_unchanged(&again));
}

#[test]
fn a_decision_made_again_stands_only_if_nothing_that_was_shown_has_changed() {
    let shown = proposal(&listed(), &to("4.7.4"));
    let again = |change: fn(&mut Cluster)| {
        let mut cluster = listed();
        change(&mut cluster);
        proposal(&cluster, &to("4.7.4")).is_unchanged(&shown)
    };
    assert!(again(|cluster| cluster.resource_version = Some("42".into())));
    assert!(again(|cluster| cluster.channel = Some("fast-4.6".into())));
    assert!(!again(|cluster| cluster.conditional[0].risks.truncate(1)));
    assert!(!again(|cluster| cluster.conditional[0].release.image = "quay.io/x@sha256:00".into()));
    assert!(!again(|cluster| cluster.conditional[0].conditions.0[0].status = Status::Unknown));
    assert!(!again(|cluster| *cluster = with(cluster.clone(), "Failing", Status::True)));
}

#[test]
fn a_stored_request_is_compared_field_by_field() {
    let change = proposal(&listed(), &to("4.6.43")).change;
    let mut stored = Requested {
        version: change.version.clone(),
        image: change.image.clone(),
        ..Requested::default()
    };
    assert!(change.differences(Some(&stored)).is_empty());
    stored.image.clear();
    stored.force = true;
    assert_eq!(change.differences(Some(&stored)), ["image", "force"]);
    assert_eq!(change.differences(None), ["version", "image"]);
    let said = change.stored_differently(Some(&stored)).unwrap();
    assert!(said.starts_with("image is none instead of quay.io/"), "{said}");
    assert!(said.ends_with(", force is true instead of false"), "{said}");
    stored.mode = Some("Preflight".into());
    let said = change.stored_differently(Some(&stored)).unwrap();
    assert!(said.ends_with(", mode is Preflight instead of none"), "{said}");
}

fn latest(reach: LatestWithin) -> Request {
    Request { target: RequestTarget::Latest(reach), waivers: Waivers::default() }
}

fn chosen(cluster: &Cluster, reach: LatestWithin) -> String {
    proposal(cluster, &latest(reach)).target.release.version.to_string()
}

/// What it prevents: no lower bound, no minor boundary.
#[test]
fn the_latest_stays_in_the_minor_unless_asked_for_more_and_never_goes_down() {
    let mut cluster = cluster("4.6.23");
    cluster.available =
        ["5.0.1", "4.8.1", "4.7.9", "4.6.43", "4.6.42", "4.6.1", "nightly"].map(release).to_vec();
    assert_eq!(chosen(&cluster, LatestWithin::Patch), "4.6.43");
    assert_eq!(chosen(&cluster, LatestWithin::Minor), "4.7.9");
    assert_eq!(chosen(&cluster, LatestWithin::Any), "5.0.1");
    cluster.available = ["4.6.1", "4.8.1"].map(release).to_vec();
    let Decision::NothingNewer(nothing) = decide(&snapshot(&cluster), &latest(LatestWithin::Any))
    else {
        panic!("something was taken");
    };
    assert_eq!((nothing.beyond, nothing.too_far), (None, Some(Version::new("4.8.1"))));
}

/// What it prevents: "already at the latest" although only conditional updates exist.
#[test]
fn the_latest_never_takes_what_is_not_recommended_and_says_that_it_is_there() {
    let mut cluster = listed();
    cluster.available.clear();
    cluster.conditional.push(conditional("4.6.50", Status::Unknown, &["A"]));
    let Decision::NothingNewer(nothing) = decide(&snapshot(&cluster), &latest(LatestWithin::Patch))
    else {
        panic!("something was taken");
    };
    let versions: Vec<_> =
        nothing.not_recommended.iter().map(|newer| newer.release.version.text()).collect();
    assert_eq!(versions, ["4.6.50"], "4.7.4 is out of reach");
    assert!(nothing.findings.is_empty());
}

#[test]
fn that_nothing_is_newer_is_doubtful_where_the_lists_are_stale() {
    let stale = with(cluster("4.6.23"), "RetrievedUpdates", Status::False);
    let Decision::NothingNewer(nothing) = decide(&snapshot(&stale), &latest(LatestWithin::Patch))
    else {
        panic!("something was taken");
    };
    assert!(nothing.findings.iter().any(|judged| !judged.waived));
}

#[test]
fn what_is_beyond_the_reach_is_mentioned() {
    let mut cluster = cluster("4.6.23");
    cluster.available = vec![release("4.7.9")];
    let Decision::NothingNewer(nothing) = decide(&snapshot(&cluster), &latest(LatestWithin::Patch))
    else {
        panic!("something was taken");
    };
    assert_eq!(nothing.beyond.unwrap().text(), "4.7.9");
}

fn image(text: &str) -> Request {
    Request {
        target: RequestTarget::Image(PullSpec::parse(text).unwrap()),
        waivers: Waivers::default(),
    }
}

fn digest(digit: &str) -> String {
    format!("sha256:{}", digit.repeat(64))
}

/// 4.6.43 is recommended, 4.7.4 is not, both with real digests.
fn pinned() -> Cluster {
    let mut cluster = listed();
    cluster.available[0].image = format!("quay.io/a/b@{}", digest("1"));
    cluster.conditional[0].release.image = format!("quay.io/a/b@{}", digest("2"));
    cluster.desired.image = format!("quay.io/a/b@{}", digest("0"));
    cluster.history[0].image.clone_from(&cluster.desired.image);
    cluster
}

/// What it prevents: mirrors.
#[test]
fn a_mirror_is_recognised_by_its_digest_and_kept_as_written() {
    for (digit, recommended) in [("1", true), ("2", false)] {
        let mirror = format!("mirror.example:5000/c@{}", digest(digit));
        let proposal = proposal(&pinned(), &image(&mirror));
        assert_eq!(proposal.change.image, mirror);
        assert_eq!(proposal.passes(), recommended);
        assert!(!proposal.change.version.is_empty());
    }
    let current = format!("mirror.example/c@{}", digest("0"));
    assert_eq!(
        decide(&snapshot(&pinned()), &image(&current)),
        Decision::Settled(AlreadySatisfied::AtTarget { pending: None })
    );
}

#[test]
fn a_tag_that_names_a_conditional_update_is_conditional() {
    let mut cluster = pinned();
    cluster.conditional[0].release.image = "quay.io/a/b:4.7.4".into();
    let codes: Vec<_> = proposal(&cluster, &image("quay.io/a/b:4.7.4"))
        .findings
        .iter()
        .map(|judged| judged.finding.code().as_str())
        .collect();
    assert_eq!(codes, ["ByTag", "NotRecommended"]);
}

#[test]
fn an_image_tagged_like_a_conditional_update_is_that_update() {
    let tags = |text: &str| {
        let Proposal { target, .. } = proposal(&pinned(), &image(text));
        (target.release.version.to_string(), target.is_listed())
    };
    for text in ["mirror.example/x:4.7.4", "mirror.example/x:4.7.4-x86_64", "a.b/c:4.7.4-multi"] {
        assert_eq!(tags(text), ("4.7.4".to_owned(), true), "{text}");
    }
    for text in ["mirror.example/x:4.7.4-rc.1", "mirror.example/x:4.7", "mirror.example/x:4.6.43"] {
        assert_eq!(tags(text), (String::new(), false), "{text}: nothing is known of it");
    }
    let mut tagged = pinned();
    tagged.conditional[0].release.image = "quay.io/a/b:bad".into();
    let target = proposal(&tagged, &image("mirror.example/x:bad")).target;
    assert!(matches!(target.advice, Advice::NotRecommended(_)), "whichever registry it is from");
}

#[test]
fn an_image_of_unknown_version_needs_one_flag_where_the_operator_checks_it() {
    let mut request = image(&format!("quay.io/a/b@{}", digest("9")));
    request.waivers.given.insert(Waiver::Explicit);
    let on = |version: &str| with(cluster(version), "Upgradeable", Status::False);
    let passing = proposal(&on("4.19.3"), &request);
    assert!(passing.passes() && passing.cautions.contains(&Warning::UnknownVersion));
    assert!(!proposal(&on("4.18.3"), &request).passes());
    request.waivers.given.insert(Waiver::Force);
    let forced = proposal(&on("4.19.3"), &request);
    assert!(!forced.passes() && !forced.cautions.contains(&Warning::UnknownVersion));
    request.waivers.given.extend([Waiver::Downgrade, Waiver::NotUpgradeable]);
    assert!(proposal(&on("4.19.3"), &request).passes());
}

#[test]
fn an_image_that_is_not_listed_names_no_version_and_passes_only_with_every_waiver() {
    let unknown = format!("quay.io/a/b@{}", digest("9"));
    let mut request = image(&unknown);
    assert!(!proposal(&pinned(), &request).passes());
    request.waivers.given.insert(Waiver::Explicit);
    assert!(!proposal(&pinned(), &request).passes(), "it may be a downgrade");
    request.waivers.given.insert(Waiver::Downgrade);
    let proposal = proposal(&pinned(), &request);
    assert!(proposal.passes());
    assert_eq!((proposal.change.version.as_str(), proposal.change.image), ("", unknown));
}

#[test]
fn an_image_that_ran_here_before_is_known_to_be_a_downgrade() {
    let mut cluster = pinned();
    let past = |version: &str, digit: &str| crate::cluster::HistoryEntry {
        image: format!("quay.io/a/b@{}", digest(digit)),
        ..past(version)
    };
    cluster.history.extend([past("4.6.20", "7"), past("4.5.41", "8")]);
    let codes = |digit: &str| -> Vec<&'static str> {
        let request = image(&format!("mirror.example/c@{}", digest(digit)));
        proposal(&cluster, &request)
            .findings
            .iter()
            .map(|judged| judged.finding.code().as_str())
            .collect()
    };
    assert_eq!(codes("7"), ["NotListed", "Downgrade"]);
    assert_eq!(codes("8"), ["DowngradeAcrossMinor", "NotListed"]);
}

fn multi_arch() -> Request {
    Request { target: RequestTarget::MultiArch, waivers: Waivers::default() }
}

#[test]
fn several_architectures_are_asked_for_once() {
    let proposal = proposal(&listed(), &multi_arch());
    assert!(proposal.passes());
    let UpdateChange { version, image, architecture, .. } = &proposal.change;
    assert_eq!((version.as_str(), image.as_str(), architecture.as_str()), ("4.6.23", "", "Multi"));
    let mut asked = listed();
    asked.requested = Some(Requested {
        version: "4.6.23".into(),
        architecture: "Multi".into(),
        ..Requested::default()
    });
    assert!(matches!(
        decide(&snapshot(&asked), &multi_arch()),
        Decision::Settled(AlreadySatisfied::Asked { .. })
    ));
    let mut there = listed();
    there.desired.architecture = Some("Multi".into());
    assert!(matches!(
        decide(&snapshot(&there), &multi_arch()),
        Decision::Settled(AlreadySatisfied::AtTarget { .. })
    ));
}

#[test]
fn a_request_that_differs_in_any_field_is_not_silently_replaced() {
    let ours = Requested {
        version: "4.6.43".into(),
        image: release("4.6.43").image,
        ..Requested::default()
    };
    let differing = [
        (Requested { force: true, ..ours.clone() }, "force"),
        (Requested { image: "quay.io/x@sha256:00".into(), ..ours.clone() }, "image"),
        (
            Requested { architecture: "Multi".into(), image: String::new(), ..ours.clone() },
            "architecture",
        ),
        (Requested { mode: Some("Preflight".into()), ..ours.clone() }, "mode"),
        (Requested { version: "4.6.42".into(), ..ours }, "version"),
    ];
    for (requested, field) in differing {
        let mut cluster = listed();
        cluster.requested = Some(requested);
        let findings = proposal(&cluster, &to("4.6.43")).findings;
        let [JudgedFinding { finding: Finding::PendingRequest { differs_in, .. }, waived: false }] =
            findings.as_slice()
        else {
            panic!("{field}: {findings:?}");
        };
        assert!(differs_in.contains(&field));
    }
}
