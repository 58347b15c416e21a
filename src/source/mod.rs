//! All input and output: where a cluster is read from and what is written to it.

pub(crate) mod alerts;
mod archive;
pub(crate) mod around;
pub(crate) mod channel_files;
pub(crate) mod checkout;
pub(crate) mod cincinnati;
pub(crate) mod clock;
pub(crate) mod config_map;
pub(crate) mod connect;
mod credentials;
pub(crate) mod errata;
mod facts;
pub(crate) mod fault;
pub(crate) mod files;
pub(crate) mod glance;
pub(crate) mod graph_data;
pub(crate) mod http;
pub(crate) mod informers;
pub(crate) mod kubeconfig;
pub(crate) mod lease;
pub(crate) mod live;
mod object;
pub(crate) mod output;
pub(crate) mod patch;
pub(crate) mod plans;
pub(crate) mod platforms;
pub(crate) mod prometheus;
mod proxy;
pub(crate) mod reconcile;
pub(crate) mod releases;
pub(crate) mod scene;
pub(crate) mod stamp;
pub(crate) mod standing;
mod told;
pub(crate) mod url;
pub(crate) mod vigil;
mod watch;

use anyhow::anyhow;
use serde_json::Value;

use crate::domain::ack::Acknowledgement;
use crate::domain::cluster::{Cluster, Topology};
use crate::domain::gate_maps::Maps;
use crate::error::{Error, Result};
use crate::translate::infrastructure;
use config_map::Acknowledged;
use files::Files;
use live::Live;

/// Where a cluster is read from.
pub(crate) enum Source {
    /// An API server, be it far away or in this process.
    Live(Box<Live>),
    Files(Files),
}

/// What a command needs to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// The ClusterVersion: one request.
    Overview,
    /// The alerts as well, read at the same time, with a token made for that if asked for.
    Alerts { mint: bool },
    /// What a request is judged by: the Infrastructure as well, read at the same time.
    Request,
}

/// How a patch ended.
pub(crate) enum Written {
    /// The object as the server answered it.
    Accepted(Box<Cluster>),
    /// Somebody else wrote first, or objects; what the server says.
    Conflict(String),
}

impl Source {
    pub(crate) async fn read(&self, need: Need) -> Result<Cluster> {
        match self {
            Self::Live(live) => live.read(need).await,
            Self::Files(files) => files.read(need),
        }
    }

    pub(crate) async fn patch(&self, patch: &Value, dry_run: bool) -> Result<Written> {
        match self {
            Self::Live(live) => live.patch(patch, dry_run).await,
            Self::Files(_) => Err(Error::usage(anyhow!("files cannot be asked for an update"))),
        }
    }

    /// Reads the cluster and its admin gates.
    pub(crate) async fn gates(&self) -> Result<(Cluster, Maps)> {
        match self {
            Self::Live(live) => live.gates().await,
            Self::Files(files) => files.gates(),
        }
    }

    pub(crate) async fn acknowledge(
        &self,
        acknowledgement: &Acknowledgement,
        dry_run: bool,
    ) -> Result<Acknowledged> {
        match self {
            Self::Live(live) => live.acknowledge(acknowledgement, dry_run).await,
            Self::Files(_) => Err(Error::usage(anyhow!("files cannot be written to"))),
        }
    }
}

/// Returns who runs the control plane, from the Infrastructure if it could be had.
fn topology(infrastructure: std::result::Result<&Value, String>) -> Result<Topology> {
    match infrastructure {
        Ok(object) => infrastructure::topology(object).map_err(|bad| {
            Error::new("BadData", anyhow!(bad).context("cannot read infrastructures/cluster"))
        }),
        Err(why) => Ok(Topology::Unknown { why }),
    }
}
