//! Everything that status looks at: read at once, in pages, and each part for itself.

use std::collections::{BTreeMap, BTreeSet};

use futures::StreamExt;
use http::header::ACCEPT;
use serde_json::Value;

use super::files::{Files, revision};
use super::live::{Live, Named, VERSION};
use super::{Need, Source};
use crate::api::{cluster_operator, cluster_version as cv, machine_config};
use crate::domain::cluster::Cluster;
use crate::domain::condition::Status;
use crate::domain::operator::Operator;
use crate::domain::pool::Pool;
use crate::domain::status::{Budget, Node, Part, Pod, Scene, holds};
use crate::error::Result;
use crate::translate::documents::{Document, items};
use crate::translate::{cluster_operator as operator, machine_config as pool, node};

pub(super) const OPERATORS: Named = Named {
    group: cv::GROUP,
    kind: cluster_operator::KIND,
    plural: cluster_operator::PLURAL,
    namespace: None,
    name: "",
};
pub(super) const POOLS: Named = Named {
    group: machine_config::GROUP,
    kind: machine_config::KIND,
    plural: machine_config::PLURAL,
    namespace: None,
    name: "",
};
const NODES: &str = "/api/v1/nodes";
const BUDGETS: &str = "/apis/policy/v1/poddisruptionbudgets";
const DEPLOYMENT: &str = "/apis/apps/v1/namespaces/openshift-machine-config-operator/deployments/machine-config-operator";
const PAGE: usize = 500; // objects in one answer
const AT_ONCE: usize = 8; // requests
const METADATA: &str = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";

/// What is read beside the usual.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wish {
    /// The pods and budgets that hold drains.
    pub(crate) holds: bool,
}

impl Source {
    pub(crate) async fn scene(&self, wish: Wish) -> Result<Scene> {
        match self {
            Self::Live(live) => live.scene(wish).await,
            Self::Files(files) => files.scene(),
        }
    }
}

impl Live {
    /// Reads the ClusterVersion, and the rest only where something moves or is amiss.
    async fn scene(&self, wish: Wish) -> Result<Scene> {
        let version = self.get(VERSION).await;
        let version = version.map_err(|fault| self.explain(fault, "read", VERSION))?;
        let cluster = self.cluster(&version)?;
        let now = self.clock.now().or(cluster.now).unwrap_or_default();
        let mut scene = Scene::bare(cluster, now);
        let place = POOLS.url();
        let pools = self.list(&place, "machine config pools", pool::pool);
        let busy = is_busy(&scene.cluster);
        if busy {
            let (pools, rest) = futures::future::join(pools, self.rest()).await;
            take(&mut scene.pools, &mut scene.notes, pools);
            rest.into_scene(&mut scene);
        } else {
            take(&mut scene.pools, &mut scene.notes, pools.await);
            if scene.pools.items().iter().all(Pool::is_updated) {
                return Ok(scene);
            }
            let rest = self.rest().await;
            rest.into_scene(&mut scene);
        }
        self.particulars(&mut scene, wish).await;
        Ok(scene)
    }

    async fn rest(&self) -> Rest {
        let place = OPERATORS.url();
        let operators = self.list(&place, "cluster operators", operator::operator);
        let nodes = self.list(NODES, "nodes", |name, object| node::node(&name, object));
        let alerts = self.alerts(false);
        let (operators, nodes, alerts) = futures::future::join3(operators, nodes, alerts).await;
        Rest { operators, nodes, alerts }
    }

    /// Reads what the parts name: machine configs, the operator's image, what holds drains.
    async fn particulars(&self, scene: &mut Scene, wish: Wish) {
        let configs: BTreeSet<String> = scene.configs_named();
        let configs = futures::stream::iter(configs)
            .map(|name| async move {
                let place = format!("/apis/{}/v1/machineconfigs/{name}", machine_config::GROUP);
                let read = self.raw(&place, METADATA).await;
                (name, read.map(|object| node::release_of_config(&object)))
            })
            .buffered(AT_ONCE)
            .collect::<Vec<_>>();
        let names_image = scene.operators.items().iter().any(|operator| operator.image.is_some());
        let image = async {
            if names_image { Some(self.raw(DEPLOYMENT, "application/json").await) } else { None }
        };
        let held = async { if wish.holds { self.held(scene).await } else { Ok(BTreeMap::new()) } };
        let (configs, image, held) = futures::future::join3(configs, image, held).await;
        for (name, found) in configs {
            let found = found.map_err(|why| note(&format!("machine config {name}"), &why));
            match found {
                Ok(release) => drop(scene.configs.insert(name, release)),
                Err(note) => scene.notes.push(note),
            }
        }
        match image {
            Some(Ok(deployment)) => {
                scene.machine_config_image = Part::Known(node::operator_image(&deployment));
            }
            Some(Err(why)) => {
                scene.notes.push(note("the machine-config operator's deployment", &why));
            }
            None => {}
        }
        match held {
            Ok(held) => scene.holds = held,
            Err(why) => scene.notes.push(note("what holds drains", &why)),
        }
    }

    /// Reads the pods of nodes that drain, and all budgets.
    async fn held(
        &self,
        scene: &Scene,
    ) -> std::result::Result<BTreeMap<String, Vec<crate::domain::status::Hold>>, String> {
        let draining: Vec<String> = scene.draining();
        if draining.is_empty() {
            return Ok(BTreeMap::new());
        }
        let budgets = self.pages(BUDGETS, "", |_, object| node::budget(object)).await?;
        let mut pods: Vec<Pod> = Vec::new();
        let mut answers = futures::stream::iter(draining)
            .map(|name| async move {
                let only = format!("&fieldSelector=spec.nodeName%3D{name}");
                self.pages("/api/v1/pods", &only, |_, object| node::pod(object)).await
            })
            .buffered(AT_ONCE);
        while let Some(answer) = answers.next().await {
            pods.extend(answer?);
        }
        Ok(holds(&pods, &budgets))
    }

    async fn list<T>(
        &self,
        place: &str,
        what: &str,
        read: impl Fn(String, &Value) -> T,
    ) -> Listed<T> {
        self.pages(place, "", read).await.map_err(|why| note(what, &why))
    }

    /// Reads a collection page by page; what a page holds is forgotten when it was read.
    async fn pages<T>(
        &self,
        place: &str,
        query: &str,
        read: impl Fn(String, &Value) -> T,
    ) -> Listed<T> {
        let mut all = Vec::new();
        let mut resume = String::new();
        loop {
            let page = format!("{place}?limit={PAGE}{query}{resume}");
            let answer = self.raw(&page, "application/json").await?;
            all.extend(items(&answer).map(|(name, object)| read(name, object)));
            match answer.pointer("/metadata/continue").and_then(Value::as_str) {
                Some(token) if !token.is_empty() => {
                    resume = format!("&continue={}", percent_encoded(token));
                }
                _ => return Ok(all),
            }
        }
    }

    /// Reads whatever is at a place, or says in a few words why not.
    async fn raw(&self, place: &str, accept: &str) -> std::result::Result<Value, String> {
        let request = http::Request::get(place).header(ACCEPT, accept).body(Vec::new());
        let request = request.map_err(|error| error.to_string())?;
        self.send(request, self.deadline()).await.map_err(|fault| {
            match fault.status().map(|status| status.as_u16()) {
                Some(403) => "forbidden".to_owned(),
                Some(404) => "not there".to_owned(),
                _ => self.explain(fault, "read", VERSION).root(),
            }
        })
    }
}

type Listed<T> = std::result::Result<Vec<T>, String>;

struct Rest {
    operators: Listed<Operator>,
    nodes: Listed<Node>,
    alerts: crate::domain::alert::Alerts,
}

impl Rest {
    fn into_scene(self, scene: &mut Scene) {
        take(&mut scene.operators, &mut scene.notes, self.operators);
        take(&mut scene.nodes, &mut scene.notes, self.nodes);
        scene.cluster.alerts = self.alerts;
    }
}

fn take<T>(part: &mut Part<Vec<T>>, notes: &mut Vec<String>, listed: Listed<T>) {
    match listed {
        Ok(items) => *part = Part::Known(items),
        Err(note) => notes.push(note),
    }
}

fn note(what: &str, why: &str) -> String {
    format!("{what} could not be read: {why}")
}

/// Whether the ClusterVersion alone shows that something moves or is amiss.
fn is_busy(cluster: &Cluster) -> bool {
    !cluster.conditions.is("Progressing", Status::False)
        || !cluster.conditions.is("Failing", Status::False)
        || cluster.conditions.is("Invalid", Status::True)
        || cluster.pending().is_some()
        || cluster.rolling_out()
}

/// Encodes what may stand in no query as it is.
fn percent_encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    text.bytes().fold(String::new(), |out, byte| match byte {
        byte if plain(byte) => out + &char::from(byte).to_string(),
        byte => out + &format!("%{byte:02X}"),
    })
}

/// Of copies of one object the one that was written last counts, where the first of them stands.
fn newest_copies(documents: &[Document]) -> Vec<&Document> {
    let mut places: BTreeMap<(&str, &str, &str), usize> = BTreeMap::new();
    let mut newest: Vec<&Document> = Vec::new();
    for document in documents {
        let key = (document.kind(), document.namespace(), document.name());
        match places.get(&key) {
            Some(&place) if revision(document) > revision(newest[place]) => {
                newest[place] = document
            }
            Some(_) => {}
            None => {
                places.insert(key, newest.len());
                newest.push(document);
            }
        }
    }
    newest
}

impl Files {
    fn scene(&self) -> Result<Scene> {
        let (cluster, documents) = self.with_all(Need::Alerts { mint: false })?;
        let now = cluster.now.unwrap_or_default();
        let mut scene = Scene::bare(cluster, now);
        let documents = newest_copies(&documents);
        let of = |kind: &'static str| {
            let found = documents.iter().filter(move |document| document.kind() == kind);
            found.map(|document| (document.name().to_owned(), &document.object))
        };
        let known = |kind: &'static str| of(kind).next().is_some();
        if known(cluster_operator::KIND) {
            scene.operators = Part::Known(
                of(cluster_operator::KIND)
                    .map(|(name, object)| operator::operator(name, object))
                    .collect(),
            );
        } else {
            scene.notes.push("the files hold no ClusterOperators".to_owned());
        }
        if known(machine_config::KIND) {
            scene.pools = Part::Known(
                of(machine_config::KIND).map(|(name, object)| pool::pool(name, object)).collect(),
            );
        } else {
            scene.notes.push("the files hold no MachineConfigPools".to_owned());
        }
        if known("Node") {
            scene.nodes =
                Part::Known(of("Node").map(|(name, object)| node::node(&name, object)).collect());
        } else {
            scene.notes.push("the files hold no Nodes".to_owned());
        }
        let configs: BTreeMap<String, Option<String>> = of("MachineConfig")
            .map(|(name, object)| (name, node::release_of_config(object)))
            .collect();
        for name in scene.configs_named() {
            match configs.get(&name) {
                Some(release) => drop(scene.configs.insert(name, release.clone())),
                None => scene.notes.push(format!("the files hold no MachineConfig {name}")),
            }
        }
        let mut deployments =
            of("Deployment").filter(|(name, _)| name == "machine-config-operator");
        let image = deployments.next().and_then(|(_, object)| node::operator_image(object));
        scene.machine_config_image = Part::Known(image);
        let pods: Vec<Pod> = of("Pod").map(|(_, object)| node::pod(object)).collect();
        let budgets: Vec<Budget> =
            of("PodDisruptionBudget").map(|(_, object)| node::budget(object)).collect();
        scene.holds = holds(&pods, &budgets);
        Ok(scene)
    }
}
