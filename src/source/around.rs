//! The cluster, and what else the commands on graphs need to know of it.

use kube::api::{ListParams, Request};
use serde_json::Value;

use super::files::{Files, only};
use super::live::{INFRASTRUCTURE, Live, VERSION};
use super::{Need, Source};
use crate::api::{cluster_version as cv, infrastructure as infra};
use crate::domain::cluster::Cluster;
use crate::domain::risk::Platform;
use crate::error::Result;
use crate::translate::documents::Document;
use crate::translate::{cincinnati, infrastructure};

pub(crate) struct Around {
    pub(crate) cluster: Cluster,
    pub(crate) platform: Platform,
    /// The architecture of its releases, or why it is not known.
    pub(crate) arch: std::result::Result<String, String>,
    /// Update graphs that were recorded beside it.
    pub(crate) graphs: Vec<Document>,
}

impl Source {
    /// Reads the cluster and what surrounds it; only the cluster itself must be there.
    pub(crate) async fn surroundings(&self) -> Result<Around> {
        match self {
            Self::Live(live) => live.surroundings().await,
            Self::Files(files) => files.surroundings(),
        }
    }
}

impl Live {
    async fn surroundings(&self) -> Result<Around> {
        let (version, infrastructure, node) =
            futures::future::join3(self.get(VERSION), self.get(INFRASTRUCTURE), self.a_node())
                .await;
        let version = version.map_err(|fault| self.explain(fault, "read", VERSION))?;
        let cluster = self.cluster(&version)?;
        let platform = match infrastructure {
            Ok(object) => infrastructure::platform(&object),
            Err(fault) => {
                let why = self.explain(fault, "read", INFRASTRUCTURE).message();
                Platform::Unknown { why }
            }
        };
        let arch = arch(&cluster, node);
        Ok(Around { cluster, platform, arch, graphs: Vec::new() })
    }

    /// Reads any node: those of a release that is not for several are of one architecture.
    async fn a_node(&self) -> std::result::Result<Value, String> {
        let request = || {
            let parameters = ListParams::default().limit(1);
            Request::new("/api/v1/nodes")
                .list(&parameters)
                .map_err(|error| super::fault::Fault::Transport(kube::Error::BuildRequest(error)))
        };
        match self.read_patiently(request, self.deadline()).await {
            Ok(list) => Ok(list["items"][0].clone()),
            Err(fault) => {
                let call = super::fault::Call { verb: "list", resource: "nodes", ..self.call() };
                Err(fault.explain(call).message())
            }
        }
    }
}

impl Files {
    fn surroundings(&self) -> Result<Around> {
        let (cluster, documents) = self.with_all(Need::Overview)?;
        let is_infrastructure = |document: &Document| {
            document.kind() == infra::KIND
                && document.group() == cv::GROUP
                && document.name() == infra::NAME
        };
        let missing =
            || Platform::Unknown { why: "infrastructures/cluster is not in the files".to_owned() };
        let found = only(&documents, is_infrastructure)?;
        let platform =
            found.map_or_else(missing, |document| infrastructure::platform(&document.object));
        let node = documents.iter().find(|document| document.kind() == "Node");
        let node = node.map(|document| document.object.clone());
        let arch = arch(&cluster, node.ok_or_else(|| "there is no Node in the files".to_owned()));
        let is_graph = |document: &Document| cincinnati::is_graph(&document.object);
        let graphs = documents.into_iter().filter(is_graph).collect();
        Ok(Around { cluster, platform, arch, graphs })
    }
}

/// Returns how an update service names the architecture of a cluster's releases.
fn arch(
    cluster: &Cluster,
    node: std::result::Result<Value, String>,
) -> std::result::Result<String, String> {
    if let Some(architecture) = &cluster.desired.architecture {
        return Ok(architecture.to_lowercase());
    }
    let node = node?;
    let found = node.pointer("/status/nodeInfo/architecture").and_then(Value::as_str);
    let found = found.filter(|arch| !arch.is_empty()).map(str::to_owned);
    found.ok_or_else(|| "no node says what it is".to_owned())
}
