//! Several controllers: one works, and another takes over when it stops.

use kube::Api;
use rustix::process::Signal;

use crate::common::controller::{Controller, status_that};
use crate::common::lab::Lab;
use crate::common::poll;
use crate::common::pre_checks::pre_checks;

const LEADS: &str = "controller: leading as ";

fn controllers(lab: &Lab) -> (Controller, Controller) {
    let words = ["--leader-elect", "--lease-duration", "3s"];
    let first = Controller::start(&lab.kubeconfig, &words);
    first.says(LEADS);
    let second = Controller::start(&lab.kubeconfig, &words);
    second.says("controller: standing by: ");
    assert!(!second.has_said(LEADS), "there is one leader");
    (first, second)
}

fn gathered_by_controller(lab: &Lab) -> bool {
    let (_, report) = pre_checks(lab, &[]);
    report["plan"]["collectedBy"].as_str().is_some_and(|by| by.contains("controller"))
}

#[tokio::test(flavor = "multi_thread")]
async fn another_goes_on_when_the_leader_is_killed() {
    let lab = Lab::serve(&["--scenario", "healthy"]);
    let (first, second) = controllers(&lab);
    status_that(&lab, |status| status["heartbeatTime"].is_string()).await;
    assert!(gathered_by_controller(&lab));
    let leases: Api<k8s_openapi::api::coordination::v1::Lease> =
        Api::namespaced(lab.client().await, "default");
    let before = leases.get("upgrade-controller").await.unwrap().spec.unwrap();
    first.signal(Signal::KILL);
    second.says(LEADS);
    let after = leases.get("upgrade-controller").await.unwrap().spec.unwrap();
    assert_ne!(before.holder_identity, after.holder_identity);
    assert_eq!(before.lease_transitions.unwrap() + 1, after.lease_transitions.unwrap());
    assert!(gathered_by_controller(&lab), "it works as the first did");
}

#[test]
fn a_leader_that_is_stopped_releases_its_lease() {
    let lab = Lab::serve(&["--scenario", "healthy"]);
    let (mut first, second) = controllers(&lab);
    first.signal(Signal::TERM);
    assert_eq!(first.ended(), Some(0));
    second.says(LEADS);
}

#[test]
fn a_leader_that_is_held_up_for_too_long_is_one_no_more() {
    let lab = Lab::serve(&["--scenario", "healthy"]);
    let (first, second) = controllers(&lab);
    first.signal(Signal::STOP);
    second.says(LEADS);
    first.signal(Signal::CONT);
    first.says("controller: no longer leading");
    let both = poll(|| first.has_said("controller: standing by: ").then_some(()));
    assert!(both.is_some());
}
