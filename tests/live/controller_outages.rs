//! A controller that cannot read a part of the cluster for a while.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use kube::api::{Api, ApiResource, DynamicObject};
use kube::core::GroupVersionKind;
use kube::{Client, Config};
use serde_json::Value;
use upgrade_lab::Store;

use crate::common::controller::{Controller, conditions};
use crate::common::lab::exported;
use crate::common::server::{Hand, Server, Step};

#[tokio::test(flavor = "multi_thread")]
async fn pools_that_are_out_of_sight_stay_as_they_were() {
    let hidden = Arc::new(AtomicBool::new(false));
    let hides = hidden.clone();
    let hand: Hand = Arc::new(move |request, _, _| {
        let of_pools = request.uri().path().ends_with("/machineconfigpools");
        if of_pools && hides.load(Ordering::SeqCst) {
            return Step::Answer(http::StatusCode::INTERNAL_SERVER_ERROR, serde_json::json!({}));
        }
        Step::Serve
    });
    let server = Server::serve(Store::new(exported("updating")), hand, None);
    let client = Client::try_from(Config::new(server.url().parse().unwrap())).unwrap();
    let kind = GroupVersionKind::gvk("config.openshift.io", "v1beta1", "UpdateStatus");
    let resource = ApiResource::from_gvk_with_plural(&kind, "updatestatuses");
    let statuses: Api<DynamicObject> = Api::all_with(client, &resource);
    let status = async || -> Value {
        for _ in 0..600 {
            if let Ok(found) = statuses.get("cluster").await
                && found.data["status"]["workerPools"][0]["name"].is_string()
            {
                return found.data["status"].clone();
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
        unreachable!("there is no pool")
    };
    let controller = Controller::start(&server.home().join(".kube/config"), &[]);
    let before = status().await;
    assert_eq!(
        conditions(&before["workerPools"][0])[0],
        "UpdatePending=True WorkerDoesNotMatchRelease"
    );
    hidden.store(true, Ordering::SeqCst);
    controller.says("warning: update status: cannot read machine config pools");
    let blind = status().await;
    assert_eq!(blind["workerPools"], before["workerPools"]);
    assert_eq!(blind["controlPlane"], before["controlPlane"]);
    assert_ne!(blind["heartbeatTime"], before["heartbeatTime"], "it is alive");
    hidden.store(false, Ordering::SeqCst);
    controller.says("update status: works again");
}
