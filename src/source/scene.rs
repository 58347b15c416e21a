//! Everything that status looks at: read at once, in pages, and each part for itself.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use futures::StreamExt;
use http::header::ACCEPT;
use kube::api::{ListParams, Request};
use serde_json::Value;

use super::facts::part_of;
use super::files::{Files, revision};
use super::live::{Live, Named, VERSION};
use super::told::{self, Found};
use super::vigil::{Eye, Missed};
use super::{Need, Source};
use crate::api::{cluster_operator, cluster_version as cv, machine_config};
use crate::domain::alert::Alerts;
use crate::domain::cluster::Cluster;
use crate::domain::node::{Budget, Node, Pod};
use crate::domain::operator::Operator;
use crate::domain::part::Part;
use crate::domain::pool::Pool;
use crate::domain::snapshot::Snapshot;
use crate::error::{Error, Result};
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
pub(super) const NODES: Named =
    Named { group: "", kind: "Node", plural: "nodes", namespace: None, name: "" };
pub(super) const BUDGETS: &str = "/apis/policy/v1/poddisruptionbudgets";
const DEPLOYMENT: &str = "/apis/apps/v1/namespaces/openshift-machine-config-operator/deployments/machine-config-operator";
const PAGE: u32 = 500; // objects in one answer
pub(super) const AT_ONCE: usize = 8; // requests
const METADATA: &str = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";

/// What is read beside the usual.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wish {
    /// The pods and budgets that hold drains.
    pub(crate) holds: bool,
    /// All of it, also where nothing moves.
    pub(crate) whole: bool,
}

impl Source {
    pub(crate) async fn scene(&self, wish: Wish) -> Result<Snapshot> {
        match self {
            Self::Live(live) => Box::pin(live.scene(wish)).await,
            Self::Files(files) => files.scene(),
        }
    }
}

impl Live {
    async fn scene(&self, wish: Wish) -> Result<Snapshot> {
        let (version, told) = futures::future::join(self.get(VERSION), self.update_status()).await;
        let version = version.map_err(|fault| self.explain(fault, "read", VERSION))?;
        Ok(Box::pin(self.around(self.cluster(&version)?, told, wish)).await.snapshot)
    }

    /// Reads the rest, where something moves or is amiss.
    async fn around(&self, cluster: Cluster, told: Found, wish: Wish) -> Reading {
        let mut reading = Reading { snapshot: Snapshot::new(cluster), passing: None };
        reading.hear(told);
        let place = POOLS.url();
        let pools = self.list(&place, "machine config pools", pool::pool);
        let busy = wish.whole || reading.snapshot.is_busy();
        if busy {
            let (pools, rest) = futures::future::join(pools, self.rest()).await;
            reading.snapshot.pools = reading.part(pools);
            reading.take(rest);
        } else {
            reading.snapshot.pools = reading.part(pools.await);
            if reading.snapshot.pools.items().iter().all(Pool::is_updated) {
                return reading;
            }
            let rest = self.rest().await;
            reading.take(rest);
        }
        self.particulars(&mut reading, wish).await;
        reading
    }

    async fn rest(&self) -> Rest {
        let place = OPERATORS.url();
        let operators = self.list(&place, "cluster operators", operator::operator);
        let everywhere = NODES.url();
        let nodes = self.list(&everywhere, "nodes", |name, object| node::node(&name, object));
        let alerts = self.alerts(false);
        let (operators, nodes, alerts) = futures::future::join3(operators, nodes, alerts).await;
        Rest { operators, nodes, alerts }
    }

    /// Reads what the parts name: machine configs, the operator's image, what holds drains.
    async fn particulars(&self, reading: &mut Reading, wish: Wish) {
        let scene = &reading.snapshot;
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
        let held = async { if wish.holds { self.held(scene).await } else { Ok(None) } };
        let (configs, image, held) = futures::future::join3(configs, image, held).await;
        let mut known: BTreeMap<String, Option<String>> = BTreeMap::new();
        for (name, found) in configs {
            match found {
                Ok(release) => drop(known.insert(name, release)),
                Err(unread) => reading.miss(unread.of(&format!("machine config {name}"))),
            }
        }
        reading.snapshot.configs = Part::Known(known);
        match image {
            Some(Ok(deployment)) => {
                let image = node::operator_image(&deployment);
                reading.snapshot.machine_config_image = image.map_or(Part::NotServed, Part::Known);
            }
            Some(Err(unread)) => {
                reading.miss(unread.of("the machine-config operator's deployment"));
            }
            None => {}
        }
        match held {
            Ok(None) => {}
            Ok(Some((pods, budgets))) => {
                reading.snapshot.pods = Part::Known(pods);
                reading.snapshot.budgets = Part::Known(budgets);
            }
            Err(unread) => reading.miss(unread.of("what holds drains")),
        }
    }

    /// Reads the pods of nodes that drain, and all budgets.
    async fn held(
        &self,
        scene: &Snapshot,
    ) -> std::result::Result<Option<(Vec<Pod>, Vec<Budget>)>, Unread> {
        let draining: Vec<String> = scene.draining();
        if draining.is_empty() {
            return Ok(None);
        }
        let everywhere = ListParams::default();
        let budgets = self.pages(BUDGETS, everywhere, |_, object| node::budget(object)).await?;
        let mut pods: Vec<Pod> = Vec::new();
        let mut answers = futures::stream::iter(draining)
            .map(|name| async move {
                let only = ListParams::default().fields(&format!("spec.nodeName={name}"));
                self.pages("/api/v1/pods", only, |_, object| node::pod(object)).await
            })
            .buffered(AT_ONCE);
        while let Some(answer) = answers.next().await {
            pods.extend(answer?);
        }
        Ok(Some((pods, budgets)))
    }

    pub(super) async fn list<T>(
        &self,
        place: &str,
        what: &str,
        read: impl Fn(String, &Value) -> T,
    ) -> Listed<T> {
        self.pages(place, ListParams::default(), read).await.map_err(|unread| unread.of(what))
    }

    /// Reads a collection page by page; what a page holds is forgotten when it was read.
    pub(super) async fn pages<T>(
        &self,
        place: &str,
        which: ListParams,
        read: impl Fn(String, &Value) -> T,
    ) -> Listed<T> {
        let mut all = Vec::new();
        let mut page = which.limit(PAGE);
        loop {
            let request = Request::new(place).list(&page).map_err(|error| Unread::of_us(&error))?;
            let answer = self.answer(request).await?;
            all.extend(items(&answer).map(|(name, object)| read(name, object)));
            match answer.pointer("/metadata/continue").and_then(Value::as_str) {
                Some(token) if !token.is_empty() => page = page.continue_token(token),
                _ => return Ok(all),
            }
        }
    }

    /// Reads whatever is at a place.
    pub(super) async fn raw(
        &self,
        place: &str,
        accept: &str,
    ) -> std::result::Result<Value, Unread> {
        let request = http::Request::get(place).header(ACCEPT, accept).body(Vec::new());
        self.answer(request.map_err(|error| Unread::of_us(&error))?).await
    }

    /// Returns the answer, or says in a few words why there is none.
    pub(super) async fn answer(
        &self,
        request: http::Request<Vec<u8>>,
    ) -> std::result::Result<Value, Unread> {
        self.send(request, self.deadline()).await.map_err(|fault| {
            let may_pass = fault.may_pass();
            let is = |status| fault.status() == Some(status);
            let not_there = is(http::StatusCode::NOT_FOUND);
            let forbidden = is(http::StatusCode::FORBIDDEN);
            let why = match fault.status().map(|status| status.as_u16()) {
                Some(403) => "forbidden".to_owned(),
                Some(404) => "not there".to_owned(),
                _ => self.explain(fault, "read", VERSION).root(),
            };
            Unread { why, may_pass, not_there, forbidden }
        })
    }
}

pub(super) type Listed<T> = std::result::Result<Vec<T>, Unread>;

/// Why something could not be read.
pub(super) struct Unread {
    pub(super) why: String,
    /// The server may only be away.
    may_pass: bool,
    /// The server has no such thing.
    pub(super) not_there: bool,
    pub(super) forbidden: bool,
}

impl Unread {
    /// A request that cannot be made.
    pub(super) fn of_us(error: &impl std::fmt::Display) -> Self {
        Self { why: error.to_string(), may_pass: false, not_there: false, forbidden: false }
    }

    pub(super) fn of(self, what: &str) -> Self {
        Self { why: format!("{what} could not be read: {}", self.why), ..self }
    }
}

struct Rest {
    operators: Listed<Operator>,
    nodes: Listed<Node>,
    alerts: Alerts,
}

/// A scene as far as it was read.
pub(super) struct Reading {
    pub(super) snapshot: Snapshot,
    /// Why a part is missing that may be there in a moment.
    passing: Option<String>,
}

impl Reading {
    fn take(&mut self, rest: Rest) {
        self.snapshot.operators = self.part(rest.operators);
        self.snapshot.nodes = self.part(rest.nodes);
        self.snapshot.alerts = part_of(rest.alerts);
    }

    fn part<T>(&mut self, listed: Listed<T>) -> Part<Vec<T>> {
        match listed {
            Ok(items) => Part::Known(items),
            Err(unread) => {
                let why = unread.why.clone();
                self.miss(unread);
                Part::unreadable(why)
            }
        }
    }

    fn miss(&mut self, unread: Unread) {
        if unread.may_pass {
            self.passing.get_or_insert_with(|| unread.why.clone());
        }
        self.snapshot.notes.push(unread.why);
    }
}

impl Eye for Wish {
    type Look = Snapshot;
    // The UpdateStatus is not: it is written with every sign of life of its controller, and each would
    // have all of it read anew.
    const WATCHED: &'static [Named] = &[VERSION, OPERATORS, POOLS, NODES];
    const SHORTEST: Duration = Duration::from_secs(1); // it reads every node
    const PATIENT: bool = false;

    async fn look(&self, live: &Live) -> std::result::Result<Snapshot, Missed> {
        let (version, told) =
            futures::future::join(live.version_once(), live.update_status()).await;
        let Reading { snapshot, passing } =
            Box::pin(live.around(live.cluster(&version?)?, told, *self)).await;
        match passing {
            None => Ok(snapshot),
            Some(why) => {
                let error = Error::new("Unreachable", anyhow::anyhow!(why));
                Err(Missed { may_pass: true, unknown: false, error })
            }
        }
    }

    fn could_read(scene: &Snapshot, resource: &Named) -> bool {
        match resource.plural {
            cluster_operator::PLURAL => matches!(scene.operators, Part::Known(_)),
            machine_config::PLURAL => matches!(scene.pools, Part::Known(_)),
            cv::PLURAL => true,
            _ => matches!(scene.nodes, Part::Known(_)),
        }
    }
}

/// Of copies of one object the one that was written last counts, where the first of them stands.
pub(super) fn newest_copies(documents: &[Document]) -> Vec<&Document> {
    let mut places: BTreeMap<(&str, &str, &str), usize> = BTreeMap::new();
    let mut newest: Vec<&Document> = Vec::new();
    for document in documents {
        let key = (document.kind(), document.namespace(), document.name());
        match places.get(&key) {
            Some(&place) if revision(document) > revision(newest[place]) => {
                newest[place] = document;
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

/// Reads what was recorded of a kind; nothing of it is a part that is missing.
fn recorded<'a, T>(
    objects: impl Iterator<Item = (String, &'a Value)>,
    read: impl Fn(String, &'a Value) -> T,
) -> Part<Vec<T>> {
    let read: Vec<T> = objects.map(|(name, object)| read(name, object)).collect();
    if read.is_empty() { Part::NotServed } else { Part::Known(read) }
}

impl Files {
    fn scene(&self) -> Result<Snapshot> {
        let (mut cluster, documents) = self.with_all(Need::Alerts { mint: false })?;
        let alerts = std::mem::replace(&mut cluster.alerts, Alerts::NotAsked);
        let mut scene = Snapshot { alerts: part_of(alerts), ..Snapshot::new(cluster) };
        let documents = newest_copies(&documents);
        let of = |kind: &'static str| {
            let found = documents.iter().filter(move |document| document.kind() == kind);
            found.map(|document| (document.name().to_owned(), &document.object))
        };
        scene.operators = recorded(of(cluster_operator::KIND), operator::operator);
        scene.pools = recorded(of(machine_config::KIND), pool::pool);
        scene.nodes = recorded(of("Node"), |name, object| node::node(&name, object));
        let missing = [
            (!scene.operators.is_known(), "ClusterOperators"),
            (!scene.pools.is_known(), "MachineConfigPools"),
            (!scene.nodes.is_known(), "Nodes"),
        ];
        let missing = missing.into_iter().filter(|(missing, _)| *missing);
        scene.notes.extend(missing.map(|(_, kind)| format!("the files hold no {kind}")));
        let configs: BTreeMap<String, Option<String>> = of("MachineConfig")
            .map(|(name, object)| (name, node::release_of_config(object)))
            .collect();
        let mut known: BTreeMap<String, Option<String>> = BTreeMap::new();
        for name in scene.configs_named() {
            match configs.get(&name) {
                Some(release) => drop(known.insert(name, release.clone())),
                None => scene.notes.push(format!("the files hold no MachineConfig {name}")),
            }
        }
        scene.configs = Part::Known(known);
        let mut deployments =
            of("Deployment").filter(|(name, _)| name == "machine-config-operator");
        let image = deployments.next().and_then(|(_, object)| node::operator_image(object));
        scene.machine_config_image = image.map_or(Part::NotServed, Part::Known);
        scene.pods = Part::Known(of("Pod").map(|(_, object)| node::pod(object)).collect());
        let budgets = of("PodDisruptionBudget").map(|(_, object)| node::budget(object));
        scene.budgets = Part::Known(budgets.collect());
        told::recorded(&mut scene, &documents);
        Ok(scene)
    }
}
