//! A controller within the cluster: informers at the addresses of their services, behind TLS.

use std::net::SocketAddr;

use kube::api::{Api, ApiResource, DynamicObject, PostParams};
use kube::core::GroupVersionKind;
use serde_json::{Value, json};

use crate::common::controller::{Controller, status_that};
use crate::common::informer::{Informer, insight, success};
use crate::common::lab::Lab;
use crate::common::pre_checks::pre_checks;
use crate::common::tls::{Authority, config};

const NAMESPACE: &str = "openshift-machine-api";

async fn create(lab: &Lab, group: &str, object: Value) {
    let version = object["apiVersion"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let kind = GroupVersionKind::gvk(group, &version, object["kind"].as_str().unwrap());
    let resource = ApiResource::from_gvk(&kind);
    let client = lab.client().await;
    let api: Api<DynamicObject> = match object["metadata"]["namespace"].as_str() {
        Some(namespace) => Api::namespaced_with(client, namespace, &resource),
        None => Api::all_with(client, &resource),
    };
    api.create(&PostParams::default(), &serde_json::from_value(object).unwrap()).await.unwrap();
}

/// Registers an informer with a service at this address, and the CA in a Secret.
async fn install(
    lab: &Lab,
    name: &str,
    (address, cluster_ip): (SocketAddr, &str),
    authority: Option<&Authority>,
) {
    let metadata = |name: &str| json!({"name": name, "namespace": NAMESPACE});
    let spec = json!({"clusterIP": cluster_ip, "ports": [{"port": address.port()}]});
    create(
        lab,
        "",
        json!({"apiVersion": "v1", "kind": "Service", "metadata": metadata(name), "spec": spec}),
    )
    .await;
    let secret = format!("{name}-ca");
    if let Some(authority) = authority {
        let text = k8s_openapi::ByteString(authority.pem().into_bytes());
        let object = json!({"apiVersion": "v1", "kind": "Secret", "metadata": metadata(&secret), "data": {"ca.crt": text}});
        create(lab, "", object).await;
    }
    let annotations =
        json!({"runtime.cluster.x-k8s.io/inject-ca-from-secret": format!("{NAMESPACE}/{secret}")});
    let service = json!({"name": name, "namespace": NAMESPACE, "port": address.port()});
    create(
        lab,
        "config.openshift.io",
        json!({
            "apiVersion": "config.openshift.io/v1beta1", "kind": "UpdateInformer",
            "metadata": {"name": name, "annotations": annotations},
            "spec": {"clientConfig": {"service": service}},
        }),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn informers_are_asked_directly_and_trusted_by_the_authority_of_the_annotation() {
    let lab = Lab::serve(&["--scenario", "healthy"]);
    let (ours, others) = (Authority::new("ours"), Authority::new("others"));
    let behind = |authority: &Authority, name: &str| {
        let tls = config(authority.sign(&format!("{name}.{NAMESPACE}.svc"), |_| {}));
        Informer::behind(Some(tls), |_, _| success(&json!([insight("Heard")])))
    };
    let namespace =
        json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": NAMESPACE}});
    create(&lab, "", namespace).await;
    let good = behind(&ours, "good");
    install(&lab, "good", (good.address, "127.0.0.1"), Some(&ours)).await;
    let strange = behind(&others, "strange");
    install(&lab, "strange", (strange.address, "127.0.0.1"), Some(&ours)).await;
    let misnamed = behind(&ours, "somebody-else");
    install(&lab, "misnamed", (misnamed.address, "127.0.0.1"), Some(&ours)).await;
    install(&lab, "headless", (good.address, "None"), Some(&ours)).await;
    install(&lab, "unsigned", (good.address, "127.0.0.1"), None).await;

    let _controller = Controller::start(&lab.kubeconfig, &["--informers", "direct"]);
    status_that(&lab, |status| status["heartbeatTime"].is_string()).await;
    let (_, report) = pre_checks(&lab, &[]);
    let by = report["plan"]["collectedBy"].as_str().unwrap();
    assert!(by.contains("controller"), "{report:#}");
    let informers = report["informers"].as_array().unwrap();
    let state = |name: &str| {
        let found = informers.iter().find(|informer| informer["name"] == name).unwrap();
        (found["state"].as_str().unwrap(), found["message"].as_str().unwrap_or_default())
    };
    assert_eq!(state("good"), ("Answered", ""));
    let at = |name: &str, port: u16| {
        format!("the certificate of informer {name} at https://{name}.{NAMESPACE}.svc:{port}")
    };
    let unknown = format!("{} is signed by an unknown CA", at("strange", strange.address.port()));
    assert_eq!(state("strange"), ("Offline", unknown.as_str()));
    let other =
        format!("{} is not valid for this host name", at("misnamed", misnamed.address.port()));
    assert_eq!(state("misnamed"), ("Offline", other.as_str()));
    let service = "Service openshift-machine-api/headless has no ClusterIP";
    assert_eq!(state("headless"), ("Invalid", service));
    let secret =
        "cannot read the CA certificate in Secret openshift-machine-api/unsigned-ca: not found";
    assert_eq!(state("unsigned"), ("Failed", secret));
    for informer in [&strange, &misnamed] {
        assert!(informer.questions().is_empty(), "it was not authenticated");
    }
    let asked = good.asked.lock().unwrap();
    assert!(asked.iter().all(|(_, token, _)| !token), "an informer saw the token");
}
