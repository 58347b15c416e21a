//! A snapshot of recorded files: of several copies of an object, the newest counts.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde_json::Value;

use super::{SIGNED, SnapshotParts, Want, architecture, digests, infrastructure_of, report};
use crate::connect::config_map;
use crate::connect::local::recording::{Recording, is_map, is_ours, only, revision};
use crate::error::Result;
use upgrade_core::alert::Alert;
use upgrade_core::documents::Document;
use upgrade_core::objects::config_map::{ACKS, GATES, GateMaps, KIND as CONFIG_MAP};
use upgrade_core::objects::etcd::EtcdPod;
use upgrade_core::objects::infrastructure::{self, Infrastructure, Topology};
use upgrade_core::objects::olm::{InstallPlan, InstalledOperator};
use upgrade_core::objects::update_api::{GROUP, STATUS, STATUS_NAME};
use upgrade_core::objects::{
    api_request_count, api_request_count as count, cluster_operator, cluster_operator as operator,
    etcd, machine_config_node, machine_config_pool, machine_config_pool as pool, network, node,
    olm, prometheus,
};
use upgrade_core::part::Part;
use upgrade_core::snapshot::Snapshot;

impl Recording {
    pub(crate) fn snapshot(&self, parts: &SnapshotParts) -> Result<Snapshot> {
        let reading = self.load(parts.needs_all_kinds())?;
        let mut snapshot = Snapshot::new(self.cluster(&reading)?);
        let documents = &reading.documents;
        let complete = self.settings().map(|settings| settings.complete.as_slice());
        let complete = complete.unwrap_or_default();
        let has_all = |kind: &str| complete.iter().any(|known| known == kind);
        if parts.infrastructure.is_given() {
            snapshot.infrastructure = infrastructure_in(documents, parts.infrastructure)?;
        }
        if parts.gates.is_given() {
            snapshot.gates = Part::Known(gates_in(documents, has_all(CONFIG_MAP))?);
        }
        if parts.alerts.is_given() {
            snapshot.alerts = alerts_in(documents);
        }
        if parts.architecture.is_given() {
            let node = documents.iter().find(|document| document.kind() == "Node");
            let node = match node {
                Some(document) => Part::Known(document.object.clone()),
                None => Part::unreadable("no Node in the files"),
            };
            snapshot.architecture = architecture(&snapshot.cluster, node);
            self.keep_graphs(&reading);
        }
        let recorded = Recorded { documents: newest_copies(documents), complete };
        recorded.lists(&mut snapshot, parts);
        recorded.configs(&mut snapshot, parts);
        recorded.pods(&mut snapshot, parts);
        if parts.apis.is_given() {
            snapshot.apis = recorded.all(api_request_count::KIND, count::api_use);
        }
        if parts.signatures.is_given() {
            snapshot.signatures = Part::Known(recorded.signatures().collect());
        }
        if parts.etcd.is_given() {
            snapshot.etcd = recorded.etcd_pods();
        }
        if parts.network.is_given() {
            snapshot.network = network_in(documents)?;
        }
        if parts.olm.is_given() {
            snapshot.olm_operators = recorded.olm_operators();
            snapshot.install_plans = recorded.install_plans();
        }
        if parts.reported.is_given() {
            recorded.report(&mut snapshot);
        }
        Ok(snapshot)
    }
}

fn infrastructure_in(documents: &[Document], want: Want) -> Result<Part<Infrastructure>> {
    let is_it = |document: &Document| is_ours(document, infrastructure::KIND, infrastructure::NAME);
    match only(documents, is_it)? {
        Some(document) => infrastructure_of(&document.object, want),
        None => Ok(Part::unreadable("no infrastructures/cluster in the files")),
    }
}

fn network_in(documents: &[Document]) -> Result<Part<String>> {
    let is_it = |document: &Document| is_ours(document, network::KIND, network::NAME);
    Ok(match only(documents, is_it)? {
        Some(document) => {
            network::plugin(&document.object).map_or_else(Part::unreadable, Part::Known)
        }
        None => Part::unreadable("no networks/cluster in the files"),
    })
}

fn gates_in(documents: &[Document], has_all: bool) -> Result<GateMaps> {
    let map = |place| only(documents, |document| is_map(document, place));
    let object = |found: Option<&'_ Document>| found.map(|document| document.object.clone());
    let (gates, acks) = (object(map(GATES)?), object(map(ACKS)?));
    let mut maps = config_map::maps(gates.as_ref(), acks.as_ref())?;
    if has_all {
        maps.gates.get_or_insert_default(); // as live: without the ConfigMap, there are no gates
    }
    for (found, (namespace, name)) in [(gates.is_some(), GATES), (acks.is_some(), ACKS)] {
        if !found && !has_all {
            let missing = format!("no configmaps/{name} of namespace {namespace} in the files");
            maps.oddities.push(missing);
        }
    }
    Ok(maps)
}

/// Returns the alerts of all recordings, each once.
fn alerts_in(documents: &[Document]) -> Part<Vec<Alert>> {
    let recorded = documents.iter().filter(|document| prometheus::is_alerts(&document.object));
    let mut known: Option<Vec<Alert>> = None;
    for document in recorded {
        let found = match prometheus::alerts(&document.object) {
            Ok(found) => found,
            Err(why) => return Part::unreadable(format!("{}: {why}", document.origin)),
        };
        let known = known.get_or_insert_default();
        for alert in found {
            if !known.contains(&alert) {
                known.push(alert);
            }
        }
    }
    known.map_or(Part::NotServed, Part::Known)
}

/// Each object once.
struct Recorded<'a> {
    documents: Vec<&'a Document>,
    /// Kinds of which there were no others.
    complete: &'a [String],
}

impl<'a> Recorded<'a> {
    /// Returns objects; without any, they are unknown unless all were recorded.
    fn known<T>(&self, kind: &str, objects: Vec<T>, why: &str) -> Part<Vec<T>> {
        let none = objects.is_empty() && !self.complete.iter().any(|known| known == kind);
        if none { Part::unreadable(why) } else { Part::Known(objects) }
    }

    fn is_hosted(&self) -> bool {
        let mut found = self.documents.iter();
        let is_it =
            |document: &&&Document| is_ours(document, infrastructure::KIND, infrastructure::NAME);
        let read = found.find(is_it).map(|found| infrastructure::infrastructure(&found.object));
        matches!(read, Some(Ok(read)) if read.topology == Part::Known(Topology::External))
    }

    fn of_kind(&self, kind: &'static str) -> impl Iterator<Item = (String, &'a Value)> {
        let found = self.documents.iter().filter(move |document| document.kind() == kind);
        found.map(|document| (document.name().to_owned(), &document.object))
    }

    /// Reads the recorded objects of a kind.
    fn all<T>(&self, kind: &'static str, read: impl Fn(String, &Value) -> T) -> Part<Vec<T>> {
        let read: Vec<T> = self.of_kind(kind).map(|(name, object)| read(name, object)).collect();
        self.known(kind, read, "none in the files")
    }

    fn of_olm(&self, kind: &'static str) -> impl Iterator<Item = &'a Value> {
        let is_it =
            move |document: &&&Document| (document.group(), document.kind()) == (olm::GROUP, kind);
        self.documents.iter().filter(is_it).map(|document| &document.object)
    }

    fn etcd_pods(&self) -> Part<Vec<EtcdPod>> {
        let pods = self.of_kind("Pod").filter_map(|(_, object)| etcd::etcd_pod(object));
        let pods: Vec<EtcdPod> = pods.collect();
        self.known("Pod", pods, "none in the files")
    }

    fn olm_operators(&self) -> Part<Vec<InstalledOperator>> {
        let recorded: Vec<&Value> = self.of_olm(olm::SERVICE_VERSION).collect();
        let why = "no ClusterServiceVersions in the files";
        let installed =
            |found: Vec<&Value>| found.into_iter().filter_map(olm::installed_operator).collect();
        self.known(olm::SERVICE_VERSION, recorded, why).map(installed)
    }

    fn install_plans(&self) -> Part<Vec<InstallPlan>> {
        let subscriptions: Vec<&Value> = self.of_olm(olm::SUBSCRIPTION).collect();
        let why = "no Subscriptions in the files";
        let subscriptions = match self.known(olm::SUBSCRIPTION, subscriptions, why) {
            Part::Known(subscriptions) => subscriptions.into_iter(),
            unknown => return unknown.map(|_| Vec::new()),
        };
        let awaited: BTreeSet<(String, String)> =
            subscriptions.filter_map(olm::awaited_plan).collect();
        let mut plans = Vec::new();
        for (namespace, name) in awaited {
            let mut recorded = self.of_olm(olm::INSTALL_PLAN).map(olm::install_plan);
            let is_it = |plan: &InstallPlan| plan.namespace == namespace && plan.name == name;
            match recorded.find(is_it) {
                Some(plan) => plans.push(plan),
                None => {
                    return Part::unreadable(format!(
                        "no InstallPlan {namespace}/{name} in the files"
                    ));
                }
            }
        }
        Part::Known(plans)
    }

    fn lists(&self, snapshot: &mut Snapshot, parts: &SnapshotParts) {
        if parts.operators.is_given() {
            snapshot.operators = self.all(cluster_operator::KIND, operator::operator);
        }
        if parts.pools.is_given() {
            snapshot.pools = self.all(machine_config_pool::KIND, pool::pool);
            if snapshot.pools.is_unreadable() && self.is_hosted() {
                snapshot.pools = Part::Known(Vec::new()); // as live
            }
        }
        if parts.nodes.is_given() {
            snapshot.nodes = self.all("Node", |name, object| node::node(&name, object));
        }
        if parts.machine_config_nodes.is_given() {
            let read = machine_config_node::machine_config_node;
            snapshot.machine_config_nodes = self.all(machine_config_node::KIND, read);
        }
        let missing = [
            (snapshot.operators.is_unreadable(), "ClusterOperators"),
            (snapshot.pools.is_unreadable(), "MachineConfigPools"),
            (snapshot.nodes.is_unreadable(), "Nodes"),
        ];
        let missing = missing.into_iter().filter(|(missing, _)| *missing);
        snapshot.notes.extend(missing.map(|(_, kind)| format!("no {kind} in the files")));
    }

    fn configs(&self, snapshot: &mut Snapshot, parts: &SnapshotParts) {
        // The release of a node matters to its pool.
        if !parts.configs.is_given() || snapshot.pools.items().is_empty() {
            return;
        }
        let recorded: BTreeMap<String, Option<String>> = self
            .of_kind("MachineConfig")
            .map(|(name, object)| (name, node::release_of_config(object)))
            .collect();
        let mut known: BTreeMap<String, Option<String>> = BTreeMap::new();
        for name in snapshot.configs_named() {
            match recorded.get(&name) {
                Some(release) => drop(known.insert(name, release.clone())),
                None => snapshot.notes.push(format!("no MachineConfig {name} in the files")),
            }
        }
        snapshot.configs = Part::Known(known);
        let mut deployments =
            self.of_kind("Deployment").filter(|(name, _)| name == "machine-config-operator");
        let image = deployments.next().and_then(|(_, object)| node::operator_image(object));
        snapshot.machine_config_image = image.map_or(Part::NotServed, Part::Known);
    }

    /// Reads what runs on nodes; in files this costs nothing.
    fn pods(&self, snapshot: &mut Snapshot, parts: &SnapshotParts) {
        if parts.nodes.is_given() {
            snapshot.budgets = self.all("PodDisruptionBudget", |_, object| node::budget(object));
            let pods = self.of_kind("Pod").map(|(_, object)| node::pod(object));
            snapshot.pods = Part::Known(pods.collect());
        }
    }

    fn signatures(&self) -> impl Iterator<Item = String> {
        let is_signed = |object: &Value| {
            object.pointer("/metadata/labels").is_some_and(|labels| labels.get(SIGNED).is_some())
        };
        let signed = self.of_kind(CONFIG_MAP).filter(move |(_, object)| is_signed(object));
        signed.flat_map(|(_, object)| digests(object))
    }

    /// Adds the UpdateStatus. The heartbeat of its controller counts as a time of the recording,
    /// too.
    fn report(&self, snapshot: &mut Snapshot) {
        let is_it = |document: &&&Document| {
            (document.group(), document.kind(), document.name()) == (GROUP, STATUS, STATUS_NAME)
        };
        let Some(document) = self.documents.iter().find(is_it) else {
            snapshot.reported = Part::NotServed;
            return;
        };
        let heartbeat = document.object.pointer("/status/heartbeatTime").and_then(Value::as_str);
        let heartbeat: Option<Timestamp> = heartbeat.and_then(|at| at.parse().ok());
        snapshot.now = snapshot.now.max(heartbeat);
        report(snapshot, &document.object);
    }
}

/// Of several copies of one object, the newest counts, in the position of the first.
fn newest_copies(documents: &[Document]) -> Vec<&Document> {
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
