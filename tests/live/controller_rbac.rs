//! The requests of the controller, compared with the permissions in its manifests.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Value, json};
use upgrade_lab::Store;

use crate::common::controller::Controller;
use crate::common::informer::{Act, Informer, insight, success};
use crate::common::lab::exported;
use crate::common::server::{Hand, Server, Step};
use crate::common::tls::{Authority, config};
use crate::common::{poll, upgrade};

/// A permission, from a rule of one role.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Right {
    verb: String,
    group: String,
    resource: String,
    /// Empty for all namespaces.
    namespace: String,
    /// Empty for all names.
    name: String,
}

/// Returns every single permission in the manifests.
fn rights() -> BTreeSet<Right> {
    let text = upgrade(&[
        "controller",
        "manifests",
        "--namespace",
        "default",
        "--informer-secret",
        "infra/ca",
    ])
    .stdout;
    let mut rights = BTreeSet::new();
    for document in text.split("\n---\n") {
        let object: Value = serde_saphyr::from_str(document).unwrap();
        let namespace = object["metadata"]["namespace"].as_str().unwrap_or_default();
        for rule in object["rules"].as_array().into_iter().flatten() {
            let words = |field: &str| -> Vec<String> {
                let words = rule[field].as_array().into_iter().flatten();
                words.map(|word| word.as_str().unwrap().to_owned()).collect()
            };
            let mut names = words("resourceNames");
            if names.is_empty() {
                names.push(String::new());
            }
            for (verb, group) in words("verbs")
                .iter()
                .flat_map(|verb| words("apiGroups").into_iter().map(move |group| (verb, group)))
            {
                for (resource, name) in words("resources")
                    .into_iter()
                    .flat_map(|it| names.iter().map(move |name| (it.clone(), name)))
                {
                    let (verb, namespace) = (verb.clone(), namespace.to_owned());
                    rights.insert(Right {
                        verb,
                        group: group.clone(),
                        resource,
                        namespace,
                        name: name.clone(),
                    });
                }
            }
        }
    }
    rights
}

/// Returns the permission that a request needs.
fn needed(line: &str) -> Right {
    let (method, uri) = line.split_once(' ').unwrap();
    let (path, query) = uri.split_once('?').unwrap_or((uri, ""));
    let mut parts: Vec<&str> = path.split('/').skip(1).collect();
    let group = match parts.remove(0) {
        "api" => String::new(),
        _ => parts.remove(0).to_owned(),
    };
    parts.remove(0); // the version
    let mut namespace = String::new();
    if parts[0] == "namespaces" && parts.len() > 2 {
        parts.remove(0);
        parts.remove(0).clone_into(&mut namespace);
    }
    let name = parts.get(1).copied().unwrap_or_default().to_owned();
    let resource = match parts.get(2) {
        Some(part) => format!("{}/{part}", parts[0]),
        None => parts[0].to_owned(),
    };
    let verb = match (method, name.is_empty()) {
        ("GET", _) if query.contains("watch=") => "watch",
        ("GET", true) => "list",
        ("GET", false) => "get",
        ("POST", _) => "create",
        ("PUT", _) => "update",
        ("PATCH", _) => "patch",
        ("DELETE", _) => "delete",
        other => unreachable!("{other:?}"),
    };
    Right { verb: verb.to_owned(), group, resource, namespace, name }
}

impl Right {
    fn covers(&self, needed: &Self) -> bool {
        let place = self.namespace.is_empty() || self.namespace == needed.namespace;
        let name = self.name.is_empty() || self.name == needed.name;
        let what = (&self.verb, &self.group, &self.resource);
        place && name && what == (&needed.verb, &needed.group, &needed.resource)
    }
}

fn definition(group: &str, version: &str, (kind, plural): (&str, &str)) -> Value {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": format!("{plural}.{group}")},
        "spec": {
            "group": group, "scope": "Namespaced", "names": {"kind": kind, "plural": plural},
            "versions": [{"name": version, "served": true, "storage": true}],
        },
    })
}

fn registered(name: &str, port: u16, conditions: &Value) -> Value {
    let authority = json!({"runtime.cluster.x-k8s.io/inject-ca-from-secret": "infra/ca"});
    let service = json!({"name": "informer", "namespace": "infra", "port": port});
    json!({
        "apiVersion": "config.openshift.io/v1beta1", "kind": "UpdateInformer",
        "metadata": {"name": name, "annotations": authority},
        "spec": {"clientConfig": {"service": service}}, "status": {"conditions": conditions},
    })
}

/// A cluster with something of everything: an update in progress, disconnected.
fn world(informer: &Informer, updating: &Informer, authority: &Authority) -> Vec<Value> {
    let mut objects = exported("updating");
    for object in &mut objects {
        if object["kind"] == "ClusterVersion" {
            object["spec"]["upstream"] = "https://updates.example.com/graph".into();
        }
        if object["kind"] == "ClusterOperator" {
            let image = json!({"name": "operator-image", "version": "quay.io/a@sha256:1"});
            object["status"]["versions"].as_array_mut().unwrap().push(image);
        }
    }
    objects.push(definition("machine.openshift.io", "v1beta1", ("MachineSet", "machinesets")));
    objects.push(definition("machine.openshift.io", "v1beta1", ("Machine", "machines")));
    let metadata = |name: &str| json!({"name": name, "namespace": "infra"});
    let text = k8s_openapi::ByteString(authority.pem().into_bytes());
    let port = informer.address.port();
    objects.extend([
        json!({"apiVersion": "machine.openshift.io/v1beta1", "kind": "MachineSet", "metadata": metadata("a"), "spec": {}}),
        json!({"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": metadata("tight"), "spec": {"selector": {}}, "status": {"disruptionsAllowed": 0}}),
        json!({"apiVersion": "v1", "kind": "Secret", "metadata": metadata("ca"), "data": {"ca.crt": text}}),
        json!({"apiVersion": "v1", "kind": "Service", "metadata": metadata("informer"), "spec": {"clusterIP": "127.0.0.1"}}),
        json!({
            "apiVersion": "operators.coreos.com/v1alpha1", "kind": "Subscription", "metadata": metadata("ledger"),
            "status": {"state": "UpgradePending", "installPlanRef": {"name": "install-1", "namespace": "infra"}},
        }),
        registered("informer", port, &json!([])),
        registered("updating", updating.address.port(), &json!([{"type": "Online", "status": "False", "reason": "InformerUpdating"}])),
    ]);
    let plan = |target: &str| {
        json!({
            "apiVersion": "config.openshift.io/v1beta1", "kind": "UpdatePlan",
            "metadata": {"name": format!("update-plan-{target}")},
            "spec": {"targetRelease": target, "acceptedInsights": []},
        })
    };
    objects.extend([plan("4.6.20"), plan("4.7.4")]);
    objects
}

#[test]
fn the_controller_needs_the_rights_that_its_manifests_give_and_no_others() {
    let authority = Authority::new("ours");
    let tls = || config(authority.sign("informer.infra.svc", |_| {}));
    let informer = Informer::behind(Some(tls()), |asked, _| {
        if asked % 2 == 0 {
            return Act::Raw(b"no answer".to_vec()); // for an Event, which is counted the next time
        }
        let mut about = insight("A");
        about["scope"] = json!({
            "type": "WorkerPool",
            "workerPool": [{"kind": "MachineSet", "namespace": "infra", "name": "a"}],
        });
        success(&json!([about]))
    });
    let updating = Informer::behind(Some(tls()), |_, _| success(&json!([])));
    let objects = world(&informer, &updating, &authority);
    let online = registered("updating", updating.address.port(), &json!([]));
    let hand: Hand = Arc::new(move |request, _, _| match request.uri().path() {
        // At the next read it exists.
        path if path.ends_with("/updateinformers/updating") => {
            Step::Answer(http::StatusCode::OK, online.clone())
        }
        _ => Step::Serve,
    });
    let server = Server::serve(Store::new(objects), hand, None);
    let rights = rights();
    let kubeconfig = server.home().join(".kube/config");
    let words = ["--informers", "direct", "--leader-elect", "--lease-duration", "3s"];
    let controller = Controller::start(&kubeconfig, &words);
    controller.says("plan for 4.7.4: ");
    controller.says("deleted plan update-plan-4.6.20");
    let unused = || -> Vec<Right> {
        let needed: Vec<Right> = server.requests().iter().map(|line| needed(line)).collect();
        rights.iter().filter(|right| !needed.iter().any(|one| right.covers(one))).cloned().collect()
    };
    poll(|| unused().is_empty().then_some(()));
    assert_eq!(unused(), [], "unused permissions");
    for line in server.requests() {
        let needed = needed(&line);
        assert!(rights.iter().any(|right| right.covers(&needed)), "{line} needs {needed:?}");
    }
}
