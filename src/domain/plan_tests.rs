//! What a request comes to: settled, unknown, refused or ready to send.

use super::*;
use crate::domain::testing::{cluster, condition, conditional, release, with};

fn listed() -> Cluster {
    let mut cluster = cluster("4.6.23");
    cluster.available = ["4.6.43", "4.6.42"].map(release).to_vec();
    cluster.conditional = vec![conditional("4.7.4", Status::False, &["A", "B"])];
    cluster
}

fn to(version: &str) -> Request {
    Request { version: version.into(), waivers: Waivers::default(), force: false }
}

fn proposal(cluster: &Cluster, request: &Request) -> Proposal {
    match decide(cluster, request) {
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
        Change {
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
    request.waivers.not_recommended = Acceptance::Everything;
    assert!(proposal(&listed(), &request).passes());
}

#[test]
fn force_waives_no_gate_of_the_client() {
    let request = Request { force: true, ..to("4.7.4") };
    let proposal = proposal(&listed(), &request);
    assert!(!proposal.passes());
    assert!(proposal.change.force && proposal.cautions.contains(&Caution::Force));
}

#[test]
fn being_there_is_settled_before_any_gate() {
    let failing = with(listed(), "Failing", Status::True);
    assert_eq!(
        decide(&failing, &to("4.6.23")),
        Decision::Settled(Settled::AtTarget { pending: None })
    );
}

#[test]
fn being_there_mentions_a_request_for_something_else() {
    let mut cluster = listed();
    cluster.requested = Some(Requested { version: "4.6.42".into(), ..Requested::default() });
    assert_eq!(
        decide(&cluster, &to("4.6.23")),
        Decision::Settled(Settled::AtTarget { pending: Some("4.6.42".into()) })
    );
}

#[test]
fn an_update_under_way_to_the_target_is_settled() {
    let mut cluster = with(listed(), "Progressing", Status::True);
    cluster.desired = release("4.6.43");
    cluster.history.insert(
        0,
        crate::domain::cluster::Past {
            version: Version::new("4.6.43"),
            image: release("4.6.43").image,
            completed: false,
            accepted_risks: None,
        },
    );
    let decision = decide(&cluster, &to("4.6.43"));
    assert!(matches!(decision, Decision::Settled(Settled::UnderWay { progress: Some(_) })));
}

#[test]
fn exactly_this_request_pending_is_settled_and_says_what_holds_it() {
    let mut cluster = with(listed(), "ReleaseAccepted", Status::False);
    let image = release("4.6.43").image;
    let pending = Requested { version: "4.6.43".into(), image, ..Requested::default() };
    cluster.requested = Some(pending.clone());
    assert_eq!(
        decide(&cluster, &to("4.6.43")),
        Decision::Settled(Settled::Asked {
            held: Some(condition("ReleaseAccepted", Status::False))
        })
    );
    let forced = Request { force: true, ..to("4.6.43") };
    assert!(proposal(&cluster, &forced).passes(), "with force it is another request");
    cluster.requested = Some(Requested { mode: Some("Preflight".into()), ..pending });
    assert!(proposal(&cluster, &to("4.6.43")).change.drop_mode, "a preflight is another request");
}

#[test]
fn a_version_that_is_not_listed_is_unknown_with_its_neighbours() {
    assert_eq!(
        decide(&listed(), &to("4.6.44")),
        Decision::UnknownVersion {
            nearest: ["4.6.43", "4.6.42", "4.7.4"].map(String::from).to_vec(),
            listed: 3
        }
    );
}

#[test]
fn a_name_that_is_not_a_risk_of_the_target_is_an_error() {
    let mut request = to("4.7.4");
    request.waivers.not_recommended = Acceptance::Only(vec!["A".into(), "b".into()]);
    assert_eq!(
        decide(&listed(), &request),
        Decision::UnknownRisk {
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
    assert_eq!(proposal.findings[0].finding.code(), "AmbiguousTarget");
    assert!(!proposal.passes());
}

#[test]
fn what_cannot_be_checked_is_a_caution() {
    let mut cluster = with(listed(), "Upgradeable", Status::Unknown);
    cluster.conditions.0.retain(|condition| condition.kind != "Failing");
    cluster.topology = Topology::Unknown { why: "forbidden".into() };
    let patch = proposal(&cluster, &to("4.6.43"));
    assert_eq!(
        patch.cautions,
        [Caution::NoFailingCondition, Caution::TopologyUnknown { why: "forbidden".into() }]
    );
    let mut minor = to("4.7.4");
    minor.waivers.not_recommended = Acceptance::Everything;
    assert!(matches!(proposal(&cluster, &minor).cautions[1], Caution::UpgradeableUnknown(_)));
}

#[test]
fn a_decision_made_again_stands_only_if_nothing_that_was_shown_has_changed() {
    let shown = proposal(&listed(), &to("4.7.4"));
    let again = |change: fn(&mut Cluster)| {
        let mut cluster = listed();
        change(&mut cluster);
        proposal(&cluster, &to("4.7.4")).is_still(&shown)
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
}
