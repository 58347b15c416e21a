//! Reads everything that commands read from a live cluster, as objects, to be recorded.

use std::collections::{BTreeMap, BTreeSet};

use futures::StreamExt;
use http::StatusCode;
use kube::api::ListParams;
use serde_json::{Value, json};

use super::collection::AT_ONCE;
use super::fault::Fault;
use super::live::Live;
use super::monitoring::route::AlertsQuery;
use super::plans::PlanStore;
use super::plans::{ALL_PLANS, PlanList};
use super::resource::{
    INFRASTRUCTURE, NETWORK, NODES, OPERATORS, POOLS, PROXY, ResourceRef, UPDATE_STATUS, VERSION,
    is_name,
};
use super::snapshot::SIGNED;
use super::snapshot::live::{BUDGETS, DEPLOYMENT, METADATA, SIGNATURES, olm_place};
use crate::error::{Error, Result};
use upgrade_core::objects::config_map::{ACKS, GATES};
use upgrade_core::objects::{
    api_request_count, etcd, machine_config_pool, node, olm, prometheus, update_api,
};
use upgrade_core::part::Part;
use upgrade_core::pre_checks::plan_object;
use upgrade_core::snapshot::Snapshot;

const FEATURE_GATES: &str = "/apis/config.openshift.io/v1/featuregates/cluster";
const JSON: &str = "application/json";
const MACHINE_CONFIG_NODES: &str = "/apis/machineconfiguration.openshift.io/v1/machineconfignodes";
const MACHINE_SETS: &str =
    "/apis/machine.openshift.io/v1beta1/namespaces/openshift-machine-api/machinesets";

/// The objects of a cluster, and what could not be read of them.
#[derive(Default)]
pub(crate) struct ReadObjects {
    pub(crate) objects: Vec<Value>,
    pub(crate) unreadable: Vec<String>,
    /// Kinds of which some could not be read.
    incomplete: BTreeSet<&'static str>,
}

/// The kinds of which commands read all objects that matter to them.
const COMPLETE: [&str; 10] = [
    OPERATORS.kind,
    POOLS.kind,
    NODES.kind,
    "Pod",
    "PodDisruptionBudget",
    "ConfigMap",
    api_request_count::KIND,
    olm::SUBSCRIPTION,
    olm::SERVICE_VERSION,
    update_api::PLAN,
];

impl ReadObjects {
    /// Returns the kinds of which nothing is missing.
    pub(crate) fn complete(&self) -> Vec<String> {
        let complete = COMPLETE.into_iter().filter(|kind| !self.incomplete.contains(kind));
        complete.map(str::to_owned).collect()
    }

    fn of_kind(&self, kind: &'static str) -> impl Iterator<Item = &Value> {
        self.objects.iter().filter(move |object| object["kind"] == kind)
    }
}

impl Live {
    /// Reads all objects that commands use. Only the ClusterVersion is required.
    pub(crate) async fn recorded_objects(&self) -> Result<ReadObjects> {
        let version = self.get(VERSION).await;
        let version = version.map_err(|fault| self.explain(fault, "read", VERSION))?;
        let cluster = self.cluster(&version)?;
        let mut read = ReadObjects { objects: vec![version], ..ReadObjects::default() };
        self.read_config(&mut read).await;
        self.read_lists(&mut read).await;
        self.read_install_plans(&mut read).await;
        let mut snapshot = Snapshot::new(cluster);
        let name =
            |object: &Value| object["metadata"]["name"].as_str().unwrap_or_default().to_owned();
        let nodes = read.of_kind(NODES.kind).map(|object| node::node(&name(object), object));
        snapshot.nodes = Part::Known(nodes.collect());
        let pools = read.of_kind(POOLS.kind);
        let pools = pools.map(|object| machine_config_pool::pool(name(object), object));
        snapshot.pools = Part::Known(pools.collect());
        self.read_machine_configs(snapshot.configs_named(), &mut read).await;
        self.read_pods(snapshot.draining(), &mut read).await;
        Ok(read)
    }

    /// Reads the alerts as Prometheus answers.
    pub(crate) async fn recorded_alerts(
        &self,
        create_token: bool,
    ) -> std::result::Result<Value, String> {
        let read = |answer: &Value| prometheus::alerts(answer).map(|_| answer.clone());
        let question =
            AlertsQuery { path: super::monitoring::route::ALERTS, wanted: "alerts", read };
        self.client(create_token, &question).await.map(|(_, alerts)| alerts)
    }

    /// Returns the feature gates that are on; none if they cannot be read.
    pub(crate) async fn feature_gates(&self) -> Option<Vec<String>> {
        let object = self.raw(FEATURE_GATES, JSON).await.ok()?;
        let of_versions = object["status"]["featureGates"].as_array()?.iter();
        let on = of_versions.filter_map(|of_version| of_version["enabled"].as_array()).flatten();
        let names: BTreeSet<String> =
            on.filter_map(|gate| gate["name"].as_str()).map(str::to_owned).collect();
        Some(names.into_iter().collect())
    }

    /// Reads single objects. Most clusters do not have all of them.
    async fn read_config(&self, read: &mut ReadObjects) {
        for object in [INFRASTRUCTURE, NETWORK, PROXY, UPDATE_STATUS] {
            let found = self.get(object).await.map(|found| vec![found]);
            self.take(found, object.plural, object.kind, read);
        }
        for (namespace, name) in [GATES, ACKS] {
            let place = format!("/api/v1/namespaces/{namespace}/configmaps/{name}");
            let found = self.raw(&place, JSON).await.map(|found| vec![found]);
            self.take(found, name, "ConfigMap", read);
        }
        let found = self.raw(DEPLOYMENT, JSON).await.map(|found| vec![found]);
        self.take(found, "the machine-config operator's deployment", "Deployment", read);
    }

    async fn read_lists(&self, read: &mut ReadObjects) {
        let place = |object: ResourceRef| object.url();
        let all = ListParams::default;
        let openshift = |group: &str| format!("{group}/v1");
        let olm_version = format!("{}/{}", olm::GROUP, olm::VERSION);
        let plan_version = format!("{}/{}", update_api::GROUP, update_api::VERSION);
        let signed = all().labels(SIGNED);
        for (place, which, version, kind, what) in [
            (
                place(OPERATORS),
                all(),
                openshift(OPERATORS.group),
                OPERATORS.kind,
                "cluster operators",
            ),
            (place(POOLS), all(), openshift(POOLS.group), POOLS.kind, "machine config pools"),
            (
                MACHINE_CONFIG_NODES.to_owned(),
                all(),
                openshift(POOLS.group),
                "MachineConfigNode",
                "machine config nodes",
            ),
            (
                MACHINE_SETS.to_owned(),
                all(),
                "machine.openshift.io/v1beta1".to_owned(),
                "MachineSet",
                "MachineSets",
            ),
            (place(NODES), all(), "v1".to_owned(), NODES.kind, "nodes"),
            (
                BUDGETS.to_owned(),
                all(),
                "policy/v1".to_owned(),
                "PodDisruptionBudget",
                "disruption budgets",
            ),
            (
                api_request_count::PATH.to_owned(),
                all(),
                "apiserver.openshift.io/v1".to_owned(),
                api_request_count::KIND,
                "API request counts",
            ),
            (SIGNATURES.to_owned(), signed, "v1".to_owned(), "ConfigMap", "signatures"),
            (
                olm_place("", olm::SUBSCRIPTIONS),
                all(),
                olm_version.clone(),
                olm::SUBSCRIPTION,
                "Subscriptions",
            ),
            (place(ALL_PLANS), all(), plan_version, update_api::PLAN, "UpdatePlans"),
        ] {
            let found = self.pages(&place, which, |_, item| typed(item, &version, kind)).await;
            let elsewhere =
                kind == update_api::PLAN && found.as_ref().is_err_and(Fault::is_no_place);
            self.take(found, what, kind, read);
            if elsewhere {
                self.read_stored_plans(read).await;
            }
        }
        // ClusterServiceVersions are large, and exist in many copies.
        let originals = ListParams::default().labels(&format!("!{}", olm::COPIED));
        let place = olm_place("", olm::SERVICE_VERSIONS);
        let item = |_, item: &Value| typed(item, &olm_version, olm::SERVICE_VERSION);
        let found = self.metadata_pages(&place, originals, item).await;
        self.take(found, "ClusterServiceVersions", olm::SERVICE_VERSION, read);
    }

    /// Reads the plans that are stored in ConfigMaps. They are recorded as UpdatePlans,
    /// which a lab serves and `--from` reads.
    async fn read_stored_plans(&self, read: &mut ReadObjects) {
        match self.plans_in(PlanStore::ConfigMap).await {
            Ok(found) => {
                let PlanList { plans, unreadable } = found.unwrap_or_default();
                read.objects.extend(plans.iter().map(|stored| plan_object::whole(&stored.plan)));
                read.unreadable.extend(unreadable.iter().map(Error::message));
            }
            Err(error) => {
                read.incomplete.insert(update_api::PLAN);
                read.unreadable.push(error.message());
            }
        }
    }

    /// Reads the plans that Subscriptions wait for.
    async fn read_install_plans(&self, read: &mut ReadObjects) {
        let awaited = read.of_kind(olm::SUBSCRIPTION).filter_map(olm::awaited_plan);
        let awaited: BTreeSet<(String, String)> =
            awaited.filter(|(namespace, name)| is_name(namespace) && is_name(name)).collect();
        let places = awaited.iter().map(|(namespace, name)| {
            format!("{}/{name}", olm_place(namespace, olm::INSTALL_PLANS))
        });
        for found in self.each(places.collect(), JSON).await {
            let found = found.map(|found| vec![found]);
            self.take(found, "InstallPlans", olm::INSTALL_PLAN, read);
        }
    }

    /// Reads the names and annotations of machine configs; the rest contains secrets.
    async fn read_machine_configs(&self, names: BTreeSet<String>, read: &mut ReadObjects) {
        let group = machine_config_pool::GROUP;
        let version = format!("{group}/v1");
        let names = names.iter().filter(|name| is_name(name));
        let places = names.map(|name| format!("/apis/{group}/v1/machineconfigs/{name}"));
        for found in self.each(places.collect(), METADATA).await {
            let found = found.map(|found| vec![typed(&found, &version, "MachineConfig")]);
            self.take(found, "machine configs", "MachineConfig", read);
        }
    }

    /// Reads the pods that matter: etcd, those on draining nodes, and those under budgets that allow no
    /// disruption.
    async fn read_pods(&self, draining: Vec<String>, read: &mut ReadObjects) {
        let budgets = read.of_kind("PodDisruptionBudget").map(node::budget);
        let tight = budgets.filter(|budget| budget.allowed <= 0 && is_name(&budget.namespace));
        let mut namespaces: BTreeSet<String> = tight.map(|budget| budget.namespace).collect();
        namespaces.insert(etcd::NAMESPACE.to_owned());
        let place = |namespace: String| {
            (format!("/api/v1/namespaces/{namespace}/pods"), ListParams::default())
        };
        let on_node = |name: String| {
            let only = ListParams::default().fields(&format!("spec.nodeName={name}"));
            ("/api/v1/pods".to_owned(), only)
        };
        let lists = namespaces.into_iter().map(place).chain(draining.into_iter().map(on_node));
        let mut pods: BTreeMap<(String, String), Value> = BTreeMap::new();
        for (place, which) in lists.collect::<Vec<_>>() {
            match self.pages(&place, which, |_, item| typed(item, "v1", "Pod")).await {
                Ok(found) => pods.extend(found.into_iter().map(|pod| {
                    let text =
                        |name: &str| pod["metadata"][name].as_str().unwrap_or_default().to_owned();
                    ((text("namespace"), text("name")), pod)
                })),
                Err(fault) => self.take(Err(fault), "pods", "Pod", read),
            }
        }
        read.objects.extend(pods.into_values());
    }

    async fn each(
        &self,
        places: Vec<String>,
        accept: &'static str,
    ) -> Vec<std::result::Result<Value, Fault>> {
        let answers = places.into_iter().map(|place| async move { self.raw(&place, accept).await });
        futures::stream::iter(answers).buffered(AT_ONCE).collect().await
    }

    /// Adds what was read. What the cluster does not have is not missing.
    fn take(
        &self,
        found: std::result::Result<Vec<Value>, Fault>,
        what: &str,
        kind: &'static str,
        read: &mut ReadObjects,
    ) {
        match found {
            Ok(found) => read.objects.extend(found),
            Err(fault) if fault.status() == Some(StatusCode::NOT_FOUND) => {
                if kind == POOLS.kind {
                    read.incomplete.insert(kind); // commands say that there are none
                }
            }
            Err(fault) => {
                read.incomplete.insert(kind);
                let why = self.unreadable(fault, what).why;
                if !read.unreadable.contains(&why) {
                    read.unreadable.push(why);
                }
            }
        }
    }
}

/// The items of a list do not have what the list itself has.
fn typed(item: &Value, version: &str, kind: &str) -> Value {
    let mut item = item.clone();
    item["apiVersion"] = json!(version);
    item["kind"] = json!(kind);
    item
}
