//! The Kubernetes Events of the controller, as an admin sees them.

use k8s_openapi::api::core::v1::Event;
use kube::Api;
use kube::api::ListParams;
use rustix::process::Signal;

use crate::common::controller::Controller;
use crate::common::lab::{Lab, kubectl};

/// Waits for the Events of a reason, in the order of their names.
async fn events(lab: &Lab, reason: &str, count: usize) -> Vec<Event> {
    let api: Api<Event> = Api::namespaced(lab.client().await, "default");
    for _ in 0..600 {
        let mut found = api.list(&ListParams::default()).await.unwrap().items;
        found.retain(|event| event.reason.as_deref() == Some(reason));
        if found.len() >= count {
            return found;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    unreachable!("there are fewer than {count} Events {reason}");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_new_leader_is_an_event_of_the_lease() {
    let lab = Lab::serve(&["--scenario", "healthy"]);
    let words = ["--leader-elect", "--lease-duration", "3s"];
    let first = Controller::start(&lab.kubeconfig, &words);
    let elected = events(&lab, "LeaderElected", 1).await;
    let about = &elected[0].involved_object;
    assert_eq!(about.kind.as_deref(), Some("Lease"));
    assert_eq!(about.name.as_deref(), Some("upgrade-controller"));
    assert_eq!(elected[0].type_.as_deref(), Some("Normal"));
    let message = elected[0].message.clone().unwrap();
    assert!(message.ends_with(" became the leader"), "{message}");
    let replica = elected[0].reporting_instance.clone().unwrap();
    assert!(message.starts_with(&replica), "{message} is of {replica}");
    let _second = Controller::start(&lab.kubeconfig, &words);
    first.signal(Signal::KILL);
    assert_eq!(events(&lab, "LeaderElected", 2).await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_update_that_stalls_is_one_event_of_the_cluster_version() {
    let lab = Lab::serve(&["--scenario", "failing", "--speed", "1"]);
    let controller = Controller::start(&lab.kubeconfig, &[]);
    let stalled = events(&lab, "UpdateStalled", 1).await;
    assert_eq!(stalled.len(), 1);
    let event = &stalled[0];
    assert_eq!(event.type_.as_deref(), Some("Warning"));
    assert_eq!(event.involved_object.kind.as_deref(), Some("ClusterVersion"));
    let message = event.message.as_deref().unwrap();
    assert!(message.contains("is failing to proceed with the update"), "{message}");
    assert_eq!(event.source.as_ref().unwrap().component.as_deref(), Some("upgrade-controller"));
    assert!(!controller.has_said("recording Events"), "{:?}", controller.log());
    if let Some(kubectl) = kubectl() {
        let (code, stdout, _) = lab.run(kubectl, &["get", "events", "--namespace", "default"]);
        assert!(code == 0 && stdout.contains("UpdateStalled"), "{stdout}");
    }
}
