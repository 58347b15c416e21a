//! A snapshot of an API server: the parts are read concurrently, in pages, and independently.

use std::collections::BTreeSet;

use anyhow::anyhow;
use futures::StreamExt;
use http::StatusCode;
use kube::api::{GetParams, ListParams, Request};
use serde_json::Value;

use super::builder::{ConfigRead, ListsRead, Read, ReadinessRead, SnapshotBuilder};
use super::{Lists, Pods, SIGNED, SnapshotParts, Want, architecture, digests, infrastructure_of};
use crate::connect::collection::{AT_ONCE, Unreadable, impossible};
use crate::connect::fault::{FailedCall, Fault};
use crate::connect::live::Live;
use crate::connect::resource::{
    INFRASTRUCTURE, NETWORK, NODES, OPERATORS, POOLS, ResourceRef, UPDATE_STATUS, VERSION,
    expected, is_name,
};
use crate::connect::watcher::ReadError;
use crate::error::{Error, Result};
use upgrade_core::objects::api_request_count::{self, ApiUse};
use upgrade_core::objects::etcd::EtcdPod;
use upgrade_core::objects::infrastructure::{self, Infrastructure, Topology};
use upgrade_core::objects::machine_config_node::{self, MachineConfigNode};
use upgrade_core::objects::machine_config_pool::{self, Pool};
use upgrade_core::objects::node::{self, Budget, Pod};
use upgrade_core::objects::olm::{self, InstallPlan, InstalledOperator};
use upgrade_core::objects::{
    api_request_count as count, cluster_operator as operator, etcd, machine_config_pool as pool,
    network,
};
use upgrade_core::part::Part;
use upgrade_core::rules::signatures_are_needed;
use upgrade_core::snapshot::Snapshot;

pub(in crate::connect) const BUDGETS: &str = "/apis/policy/v1/poddisruptionbudgets";
pub(in crate::connect) const DEPLOYMENT: &str = "/apis/apps/v1/namespaces/openshift-machine-config-operator/deployments/machine-config-operator";
pub(in crate::connect) const SIGNATURES: &str =
    "/api/v1/namespaces/openshift-config-managed/configmaps";
pub(in crate::connect) const METADATA: &str =
    "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";

impl Live {
    pub(crate) async fn snapshot(&self, parts: &SnapshotParts) -> Result<Snapshot> {
        let version = async {
            let read = self.get(VERSION).await;
            read.map_err(|fault| ReadError::from(self.explain(fault, "read", VERSION)))
        };
        match Box::pin(self.parts(version, parts)).await {
            Ok(builder) => Ok(builder.snapshot),
            Err(missed) => Err(missed.error),
        }
    }

    /// Reads without retries, for callers that read again anyway. A part that may be available soon
    /// is an error.
    pub(crate) async fn observe(
        &self,
        parts: &SnapshotParts,
    ) -> std::result::Result<Snapshot, ReadError> {
        let builder = Box::pin(self.parts(self.version_once(), parts)).await?;
        match builder.away {
            None => Ok(builder.snapshot),
            Some(why) => {
                let error = Error::new("Unreachable", anyhow!(why));
                Err(ReadError { is_transient: true, error })
            }
        }
    }

    async fn parts(
        &self,
        version: impl Future<Output = std::result::Result<Value, ReadError>>,
        parts: &SnapshotParts,
    ) -> std::result::Result<SnapshotBuilder, ReadError> {
        let under_budgets = parts.pods == Pods::OfTightBudgets;
        let (version, infrastructure, gates, lists, budgets, apis, reported, node, readiness) = tokio::join!(
            version,
            given(parts.infrastructure.is_given(), self.get(INFRASTRUCTURE)),
            given(parts.gates.is_given(), self.gate_maps()),
            given(parts.lists == Lists::AtOnce, self.lists(parts)),
            given(under_budgets, self.budgets("disruption budgets")),
            given(parts.apis.is_given(), self.api_uses()),
            given(parts.reported.is_given(), self.update_status()),
            given(parts.architecture.is_given(), self.any_node()),
            self.readiness(parts),
        );
        let cluster = self.cluster(&version?)?;
        let mut builder = SnapshotBuilder::new(cluster);
        let snapshot = &mut builder.snapshot;
        if let Some(read) = infrastructure {
            snapshot.infrastructure = self.infrastructure(read, parts.infrastructure)?;
        }
        snapshot.gates = match gates {
            None => Part::NotRead,
            Some(Ok(maps)) => Part::Known(maps),
            Some(Err(error)) if parts.gates == Want::Required => return Err(error.into()),
            Some(Err(error)) => Part::unreadable(error.message()),
        };
        if let Some(node) = node {
            snapshot.architecture = architecture(&snapshot.cluster, node);
        }
        builder.report(reported);
        let lists = match lists {
            Some(lists) => lists?,
            None => Box::pin(self.lists(parts)).await?,
        };
        let hosted = lists.lacks_pools() && self.is_hosted(&builder.snapshot).await;
        builder.take(lists, hosted);
        builder.snapshot.budgets = builder.part(budgets);
        builder.snapshot.apis = builder.part(apis);
        builder.take_readiness(readiness);
        self.particulars(&mut builder, parts).await;
        Ok(builder)
    }

    /// Returns whether the control plane is hosted elsewhere. Commands that do not use the Infrastructure
    /// read it only for clusters that serve no pools.
    async fn is_hosted(&self, snapshot: &Snapshot) -> bool {
        if snapshot.infrastructure != Part::NotRead {
            return snapshot.is_hosted();
        }
        let read = self.get(INFRASTRUCTURE).await.ok();
        let read = read.and_then(|object| infrastructure::infrastructure(&object).ok());
        read.is_some_and(|read| read.topology == Part::Known(Topology::External))
    }

    async fn lists(&self, parts: &SnapshotParts) -> std::result::Result<ListsRead, ReadError> {
        let (pools, others) = tokio::join!(self.pools(parts), self.lists_but_pools(parts));
        Ok(ListsRead { pools: pools?, ..others })
    }

    async fn pools(
        &self,
        parts: &SnapshotParts,
    ) -> std::result::Result<Read<Vec<Pool>>, ReadError> {
        match given(parts.pools.is_given(), self.list(POOLS, pool::pool)).await {
            None => Ok(None),
            Some(Err(fault)) if parts.pools == Want::Required && !fault.is_transient() => {
                let missed = self.miss(fault, "list", POOLS);
                let hint = "only --wait=workers and wait --for=workers need machine config pools";
                Err(ReadError { error: missed.error.hint(hint), ..missed })
            }
            Some(read) => {
                Ok(Some(read.map_err(|fault| self.unreadable(fault, "machine config pools"))))
            }
        }
    }

    async fn lists_but_pools(&self, parts: &SnapshotParts) -> ListsRead {
        let read_node = |name: String, object: &Value| node::node(&name, object);
        let (operators, nodes, alerts) = tokio::join!(
            given(parts.operators.is_given(), self.list(OPERATORS, operator::operator)),
            given(parts.nodes.is_given(), self.list(NODES, read_node)),
            given(parts.alerts.is_given(), self.alerts(parts.create_token)),
        );
        let unreadable = |what| move |fault| self.unreadable(fault, what);
        ListsRead {
            pools: None,
            operators: operators.map(|read| read.map_err(unreadable("cluster operators"))),
            nodes: nodes.map(|read| read.map_err(unreadable("nodes"))),
            alerts,
        }
    }

    async fn list<T>(
        &self,
        object: ResourceRef,
        read: impl Fn(String, &Value) -> T,
    ) -> std::result::Result<Vec<T>, Fault> {
        self.pages(&object.url(), ListParams::default(), read).await
    }

    /// Reads what the readiness checks of the cluster-version operator use, apart from the lists.
    async fn readiness(&self, parts: &SnapshotParts) -> ReadinessRead {
        let olm = parts.olm.is_given();
        let (etcd, network, olm_operators, install_plans) = tokio::join!(
            given(parts.etcd.is_given(), self.etcd_pods()),
            given(parts.network.is_given(), self.network_plugin()),
            given(olm, self.olm_operators()),
            given(olm, self.install_plans()),
        );
        ReadinessRead { etcd, network, olm_operators, install_plans }
    }

    async fn etcd_pods(&self) -> std::result::Result<Vec<EtcdPod>, Unreadable> {
        let place = format!("/api/v1/namespaces/{}/pods", etcd::NAMESPACE);
        let (key, value) = etcd::LABEL;
        let members = ListParams::default().labels(&format!("{key}={value}"));
        let read = self.pages(&place, members, |_, object| etcd::etcd_pod(object)).await;
        let pods = read.map_err(|fault| self.unreadable(fault, "etcd pods"))?;
        Ok(pods.into_iter().flatten().collect())
    }

    async fn network_plugin(&self) -> std::result::Result<Part<String>, Unreadable> {
        let read = self.get(NETWORK).await;
        let network = read.map_err(|fault| self.unreadable(fault, "the Network"))?;
        Ok(network::plugin(&network).map_or_else(Part::unreadable, Part::Known))
    }

    /// Reads the metadata of ClusterServiceVersions, which are large, without copies.
    async fn olm_operators(&self) -> std::result::Result<Vec<InstalledOperator>, Unreadable> {
        let originals = ListParams::default().labels(&format!("!{}", olm::COPIED));
        let place = olm_place("", olm::SERVICE_VERSIONS);
        let read = |_, object: &Value| olm::installed_operator(object);
        let read = self.metadata_pages(&place, originals, read).await;
        let found = read.map_err(|fault| self.unreadable(fault, "ClusterServiceVersions"))?;
        Ok(found.into_iter().flatten().collect())
    }

    /// Reads the plans that Subscriptions wait for; InstallPlans are large, and most are old.
    async fn install_plans(&self) -> std::result::Result<Vec<InstallPlan>, Unreadable> {
        let place = olm_place("", olm::SUBSCRIPTIONS);
        let read = |_, object: &Value| olm::awaited_plan(object);
        let awaited = self.pages(&place, ListParams::default(), read).await;
        let awaited = awaited.map_err(|fault| self.unreadable(fault, "Subscriptions"))?;
        let awaited: BTreeSet<(String, String)> = awaited
            .into_iter()
            .flatten()
            .filter(|(namespace, name)| is_name(namespace) && is_name(name))
            .collect();
        let mut answers = futures::stream::iter(awaited)
            .map(|(namespace, name)| async move {
                let place = olm_place(&namespace, olm::INSTALL_PLANS);
                self.raw(&format!("{place}/{name}"), "application/json").await
            })
            .buffered(AT_ONCE);
        let mut plans = Vec::new();
        while let Some(answer) = answers.next().await {
            match answer {
                Ok(plan) => plans.push(olm::install_plan(&plan)),
                Err(fault) if fault.status() == Some(StatusCode::NOT_FOUND) => {} // deleted meanwhile
                Err(fault) => return Err(self.unreadable(fault, "InstallPlans")),
            }
        }
        Ok(plans)
    }

    async fn budgets(&self, what: &str) -> std::result::Result<Vec<Budget>, Unreadable> {
        let read = self.pages(BUDGETS, ListParams::default(), |_, object| node::budget(object));
        read.await.map_err(|fault| self.unreadable(fault, what))
    }

    async fn api_uses(&self) -> std::result::Result<Vec<ApiUse>, Unreadable> {
        let read = self.pages(api_request_count::PATH, ListParams::default(), count::api_use);
        read.await.map_err(|fault| self.unreadable(fault, "API request counts"))
    }

    /// Returns the UpdateStatus; none if there is none, as in most clusters.
    async fn update_status(&self) -> std::result::Result<Option<Value>, Unreadable> {
        let place = Request::new(UPDATE_STATUS.url());
        let request = place.get(UPDATE_STATUS.name, &GetParams::default()).map_err(impossible);
        let answer = match request {
            Ok(request) => self.send(request, self.deadline()).await,
            Err(fault) => Err(fault),
        };
        match answer.and_then(|answer| expected(answer, UPDATE_STATUS)) {
            Ok(object) => Ok(Some(object)),
            Err(fault) if fault.status() == Some(StatusCode::NOT_FOUND) => Ok(None),
            Err(fault) if fault.status() == Some(StatusCode::FORBIDDEN) => {
                Err(self.unreadable(fault, "the UpdateStatus"))
            }
            Err(fault) => Err(self.unreadable(fault, "the UpdateStatus")),
        }
    }

    /// Reads any node: the nodes of a release that is not multi-architecture have the same
    /// architecture.
    async fn any_node(&self) -> Part<Value> {
        let one = ListParams::default().limit(1);
        let request = || Request::new(NODES.url()).list(&one).map_err(impossible);
        match self.read_patiently(request, self.deadline()).await {
            Ok(list) => Part::Known(list["items"][0].clone()),
            Err(fault) => {
                let call = FailedCall { verb: "list", resource: "nodes", ..self.call() };
                Part::unreadable(fault.explain(call).message())
            }
        }
    }

    /// Adds the Infrastructure. If it is required, it may only be missing or forbidden.
    fn infrastructure(
        &self,
        read: std::result::Result<Value, Fault>,
        want: Want,
    ) -> Result<Part<Infrastructure>> {
        let fault = match read {
            Ok(object) => return infrastructure_of(&object, want),
            Err(fault) => fault,
        };
        match (want, fault.status()) {
            (Want::Required, Some(StatusCode::FORBIDDEN)) => {
                Ok(Part::unreadable("cannot read infrastructures/cluster: forbidden (403)"))
            }
            (Want::Required, Some(StatusCode::NOT_FOUND)) => {
                Ok(Part::unreadable("the cluster has no infrastructures/cluster"))
            }
            (Want::Required, _) => Err(self.explain(fault, "read", INFRASTRUCTURE)),
            (Want::No | Want::IfReadable, _) => {
                let transient = fault.is_transient();
                let why = self.explain(fault, "read", INFRASTRUCTURE).message();
                Ok(Part::Unreadable { why, transient })
            }
        }
    }

    /// Reads what the other parts refer to: machine configs and their operator's image, pods and
    /// disruption budgets of draining nodes, signatures.
    async fn particulars(&self, builder: &mut SnapshotBuilder, parts: &SnapshotParts) {
        let snapshot = &builder.snapshot;
        let operators = snapshot.operators.items();
        // The release of a node matters to its pool.
        let configs = parts.configs.is_given() && !snapshot.pools.items().is_empty();
        let image = parts.configs.is_given() && operators.iter().any(|one| one.image.is_some());
        let changing = parts.machine_config_nodes.is_given() && snapshot.has_changing_nodes();
        let signatures = parts.signatures.is_given() && signatures_are_needed(&snapshot.cluster);
        let (configs, image, drains, pods, signatures, steps) = tokio::join!(
            given(configs, self.releases_of_configs(snapshot.configs_named())),
            given(image, self.raw(DEPLOYMENT, "application/json")),
            given(parts.pods == Pods::OfDrainingNodes, self.drains(snapshot.draining())),
            given(parts.pods == Pods::OfTightBudgets, self.pods_under(&snapshot.budgets)),
            given(signatures, self.signatures()),
            given(changing, self.machine_config_nodes()),
        );
        builder.snapshot.machine_config_nodes = steps.unwrap_or_default();
        builder.take_configs(configs);
        builder.take_image(image.map(|read| {
            read.map_err(|fault| self.unreadable(fault, "the machine-config operator's deployment"))
        }));
        builder.take_drains(drains);
        if let Some(pods) = pods {
            builder.snapshot.pods = pods;
        }
        builder.snapshot.signatures = builder.part(signatures);
    }

    /// Reads how far nodes are. Many clusters do not have these objects, and annotations of nodes
    /// tell most of it: nothing depends on them.
    async fn machine_config_nodes(&self) -> Part<Vec<MachineConfigNode>> {
        let mut unknown = Part::NotServed;
        for version in machine_config_node::VERSIONS {
            let (group, plural) = (machine_config_pool::GROUP, machine_config_node::PLURAL);
            let place = format!("/apis/{group}/{version}/{plural}");
            let read = machine_config_node::machine_config_node;
            match self.pages(&place, ListParams::default(), read).await {
                Ok(nodes) => return Part::Known(nodes),
                Err(fault) => {
                    let unreadable = self.unreadable(fault, "machine config nodes");
                    let is_missing = unreadable.is_not_served();
                    unknown = unreadable.into_part();
                    if !is_missing {
                        break;
                    }
                }
            }
        }
        unknown
    }

    async fn releases_of_configs(&self, names: BTreeSet<String>) -> Vec<ConfigRead> {
        let configs = futures::stream::iter(names).map(|name| async move {
            let place = format!("/apis/{}/v1/machineconfigs/{name}", machine_config_pool::GROUP);
            let read = self.raw(&place, METADATA).await;
            let read = read.map(|object| node::release_of_config(&object));
            let read =
                read.map_err(|fault| self.unreadable(fault, &format!("machine config {name}")));
            (name, read)
        });
        configs.buffered(AT_ONCE).collect().await
    }

    /// Reads the pods of draining nodes, and all budgets; none if no node is draining.
    async fn drains(
        &self,
        nodes: Vec<String>,
    ) -> std::result::Result<Option<(Vec<Pod>, Vec<Budget>)>, Unreadable> {
        const WHAT: &str = "pods and disruption budgets of draining nodes";
        if nodes.is_empty() {
            return Ok(None);
        }
        let budgets = self.budgets(WHAT).await?;
        let mut pods: Vec<Pod> = Vec::new();
        let mut answers = futures::stream::iter(nodes)
            .map(|name| async move {
                let only = ListParams::default().fields(&format!("spec.nodeName={name}"));
                self.pages("/api/v1/pods", only, |_, object| node::pod(object)).await
            })
            .buffered(AT_ONCE);
        while let Some(answer) = answers.next().await {
            pods.extend(answer.map_err(|fault| self.unreadable(fault, WHAT))?);
        }
        Ok(Some((pods, budgets)))
    }

    /// Reads the pods of namespaces with a budget that allows no disruption.
    async fn pods_under(&self, budgets: &Part<Vec<Budget>>) -> Part<Vec<Pod>> {
        let tight = budgets.items().iter().filter(|budget| budget.allowed <= 0);
        let tight = tight.filter(|budget| is_name(&budget.namespace));
        let names: BTreeSet<String> = tight.map(|budget| budget.namespace.clone()).collect();
        let mut answers = futures::stream::iter(names)
            .map(|name| async move {
                let place = format!("/api/v1/namespaces/{name}/pods");
                let all = ListParams::default();
                self.pages(&place, all, |_, object| node::pod(object)).await
            })
            .buffered(AT_ONCE);
        let mut pods = Vec::new();
        while let Some(answer) = answers.next().await {
            match answer {
                Ok(found) => pods.extend(found),
                Err(fault) => return Part::unreadable(self.unreadable(fault, "pods").why),
            }
        }
        Part::Known(pods)
    }

    /// Reads the digests of releases that the cluster has signatures of.
    async fn signatures(&self) -> std::result::Result<BTreeSet<String>, Unreadable> {
        let labelled = ListParams::default().labels(SIGNED);
        let read = self.pages(SIGNATURES, labelled, |_, object| digests(object)).await;
        let found = read.map_err(|fault| self.unreadable(fault, "signatures"))?;
        Ok(found.into_iter().flatten().collect())
    }
}

/// Returns the path of OLM's objects of a kind, in one namespace or in all.
pub(in crate::connect) fn olm_place(namespace: &str, plural: &str) -> String {
    let (group, version) = (olm::GROUP, olm::VERSION);
    match namespace {
        "" => format!("/apis/{group}/{version}/{plural}"),
        namespace => format!("/apis/{group}/{version}/namespaces/{namespace}/{plural}"),
    }
}

/// Reads something only if it is wanted.
async fn given<F: Future>(is_given: bool, read: F) -> Option<F::Output> {
    if is_given { Some(read.await) } else { None }
}
