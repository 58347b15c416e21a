//! What the informers of this program look at: read at once, each part for itself.

use std::collections::BTreeSet;

use futures::StreamExt;
use kube::api::ListParams;
use serde_json::Value;

use super::files::Files;
use super::live::{INFRASTRUCTURE, Live, VERSION};
use super::object::is_name;
use super::scene::{AT_ONCE, BUDGETS, Listed, NODES, OPERATORS, POOLS, newest_copies};
use super::{Need, Source, config_map, topology};
use crate::api::config_map::{ACKS, GATES, KIND as CONFIG_MAP};
use crate::api::{api_request_count, cluster_operator, infrastructure, machine_config};
use crate::domain::alert::{Alert, Alerts};
use crate::domain::cluster::Cluster;
use crate::domain::node::{Budget, Pod};
use crate::domain::part::Part;
use crate::domain::rules::signatures_are_needed;
use crate::domain::snapshot::Snapshot;
use crate::error::Result;
use crate::translate::documents::Document;
use crate::translate::{api_request_count as count, cluster_operator as operator};
use crate::translate::{machine_config as pool, node};

const SIGNED: &str = "release.openshift.io/verification-signatures";
const SIGNATURES: &str = "/api/v1/namespaces/openshift-config-managed/configmaps";

impl Source {
    /// Reads all that built-in informers look at; with a token made for the alerts, if asked for.
    pub(crate) async fn facts(&self, mint: bool) -> Result<Snapshot> {
        match self {
            Self::Live(live) => Box::pin(live.facts(mint)).await,
            Self::Files(files) => files.facts(),
        }
    }
}

impl Live {
    async fn facts(&self, mint: bool) -> Result<Snapshot> {
        let places = [OPERATORS.url(), POOLS.url(), NODES.url()];
        let [operators, pools, nodes] = &places;
        let (version, infrastructure, alerts, gates, operators, pools, nodes, budgets, apis) = tokio::join!(
            self.get(VERSION),
            self.get(INFRASTRUCTURE),
            self.alerts(mint),
            self.gate_maps(),
            self.list(operators, "cluster operators", operator::operator),
            self.list(pools, "machine config pools", pool::pool),
            self.list(nodes, "nodes", |name, object| node::node(&name, object)),
            self.list(BUDGETS, "disruption budgets", |_, object| node::budget(object)),
            self.list(api_request_count::PATH, "counts of API requests", count::api_use),
        );
        let version = version.map_err(|fault| self.explain(fault, "read", VERSION))?;
        let topology = self.topology(infrastructure)?;
        let cluster = Cluster { topology, ..self.cluster(&version)? };
        let budgets = sight(budgets);
        let needed = signatures_are_needed(&cluster);
        let (pods, signatures) = tokio::join!(self.pods_of(&budgets), self.signatures(needed));
        Ok(Snapshot {
            alerts: part_of(alerts),
            operators: sight(operators),
            pools: sight(pools),
            nodes: sight(nodes),
            budgets,
            pods,
            gates: match gates {
                Ok(maps) => Part::Known(maps),
                Err(error) => Part::unreadable(error.message()),
            },
            apis: sight(apis),
            signatures,
            ..Snapshot::new(cluster)
        })
    }

    /// Reads the pods of namespaces in which a budget is tight.
    async fn pods_of(&self, budgets: &Part<Vec<Budget>>) -> Part<Vec<Pod>> {
        let Part::Known(budgets) = budgets else { return Part::Known(Vec::new()) };
        let tight = budgets.iter().filter(|budget| budget.allowed <= 0);
        let tight = tight.filter(|budget| is_name(&budget.namespace));
        let names: BTreeSet<String> = tight.map(|budget| budget.namespace.clone()).collect();
        let mut answers = futures::stream::iter(names)
            .map(|name| async move {
                let place = format!("/api/v1/namespaces/{name}/pods");
                self.list(&place, "pods", |_, object| node::pod(object)).await
            })
            .buffered(AT_ONCE);
        let mut pods = Vec::new();
        while let Some(answer) = answers.next().await {
            match answer {
                Ok(found) => pods.extend(found),
                Err(unread) => return Part::unreadable(unread.why),
            }
        }
        Part::Known(pods)
    }

    /// Reads of which releases the cluster holds signatures, if that matters.
    async fn signatures(&self, needed: bool) -> Part<BTreeSet<String>> {
        if !needed {
            return Part::NotRead;
        }
        let labelled = ListParams::default().labels(SIGNED);
        match self.pages(SIGNATURES, labelled, |_, object| digests(object)).await {
            Ok(found) => Part::Known(found.into_iter().flatten().collect()),
            Err(unread) => {
                Part::unreadable(format!("signatures could not be read: {}", unread.why))
            }
        }
    }
}

pub(super) fn part_of(alerts: Alerts) -> Part<Vec<Alert>> {
    match alerts {
        Alerts::Known(alerts) => Part::Known(alerts),
        Alerts::NotAsked => Part::NotRead,
        Alerts::NotRecorded => Part::NotServed,
        Alerts::Unknown { why } => Part::unreadable(why),
    }
}

fn sight<T>(listed: Listed<T>) -> Part<Vec<T>> {
    match listed {
        Ok(items) => Part::Known(items),
        Err(unread) if unread.not_there => Part::NotServed,
        Err(unread) => Part::unreadable(unread.why),
    }
}

/// Returns the digests in the keys of a ConfigMap: `sha256-…-1` holds a signature of `sha256:…`.
fn digests(map: &Value) -> Vec<String> {
    let data = ["binaryData", "data"].into_iter().filter_map(|field| map[field].as_object());
    let keys = data.flat_map(|data| data.keys());
    let digest = |key: &String| {
        let mut parts = key.splitn(3, '-');
        Some(format!("{}:{}", parts.next()?, parts.next()?))
    };
    keys.filter_map(digest).collect()
}

impl Files {
    fn facts(&self) -> Result<Snapshot> {
        let (mut cluster, documents) = self.with_all(Need::Alerts { mint: false })?;
        let documents = newest_copies(&documents);
        let of = |kind: &'static str| {
            documents.iter().copied().filter(move |document| document.kind() == kind)
        };
        let infrastructure = of(infrastructure::KIND).map(|document| &document.object).next();
        let missing = || "infrastructures/cluster is not in the files".to_owned();
        cluster.topology = topology(infrastructure.ok_or_else(missing))?;
        let map = |place: (&str, &str)| {
            let mut maps = of(CONFIG_MAP).map(|document| (document, &document.object));
            let is_it = |document: &Document| (document.namespace(), document.name()) == place;
            maps.find(|(document, _)| is_it(document)).map(|(_, object)| object)
        };
        let gates = Part::Known(config_map::maps(map(GATES), map(ACKS))?);
        let signed = |document: &&Document| {
            document.object.pointer("/metadata/labels").is_some_and(|it| it.get(SIGNED).is_some())
        };
        let signed = of(CONFIG_MAP).filter(signed).flat_map(|one| digests(&one.object));
        let alerts = std::mem::replace(&mut cluster.alerts, Alerts::NotAsked);
        Ok(Snapshot {
            alerts: part_of(alerts),
            operators: recorded(of(cluster_operator::KIND), operator::operator),
            pools: recorded(of(machine_config::KIND), pool::pool),
            nodes: recorded(of("Node"), |name, object| node::node(&name, object)),
            budgets: recorded(of("PodDisruptionBudget"), |_, object| node::budget(object)),
            pods: Part::Known(of("Pod").map(|one| node::pod(&one.object)).collect()),
            gates,
            apis: recorded(of(api_request_count::KIND), count::api_use),
            signatures: Part::Known(signed.collect()),
            ..Snapshot::new(cluster)
        })
    }
}

/// Reads what was recorded of a kind; where nothing was, it is not known.
fn recorded<'a, T>(
    documents: impl Iterator<Item = &'a Document>,
    read: impl Fn(String, &Value) -> T,
) -> Part<Vec<T>> {
    let read: Vec<T> =
        documents.map(|document| read(document.name().to_owned(), &document.object)).collect();
    if read.is_empty() {
        return Part::unreadable("the files hold none");
    }
    Part::Known(read)
}
