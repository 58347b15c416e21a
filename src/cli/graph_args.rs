//! Flags of the graph commands: where the graph comes from, and who answers the queries of its
//! risks.

use std::path::{Path, PathBuf};

use super::completes::Completes;
use upgrade_core::cluster::Cluster;

/// Where the graph comes from.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct OriginArgs {
    /// Read the graph from a file, URL or stdin
    #[arg(long, value_name = "FILE|URL|-", help_heading = "Graph")]
    pub(crate) graph: Option<String>,
    /// Architecture of the releases, such as amd64 or multi
    #[arg(long, value_name = "ARCH", help_heading = "Graph")]
    pub(crate) arch: Option<String>,
}

/// Where the graph comes from, and the version to start from.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct GraphArgs {
    #[command(flatten)]
    pub(crate) origin: OriginArgs,
    /// Use this channel instead of the cluster's (repeatable)
    #[arg(long, value_name = "NAME", value_delimiter = ',', help_heading = "Graph")]
    #[arg(add = Completes::Channel)]
    pub(crate) channel: Vec<String>,
    /// Start from this version instead of the cluster's
    #[arg(long, value_name = "VERSION", help_heading = "Graph")]
    pub(crate) from_version: Option<String>,
}

/// Where answers to the queries of risks come from.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct FactArgs {
    /// Query this Prometheus or Thanos instead of the cluster's
    #[arg(long, value_name = "URL", help_heading = "Risk evaluation")]
    pub(crate) prometheus: Option<String>,
    /// Send the token in FILE to --prometheus
    #[arg(long, value_name = "FILE", requires = "prometheus", help_heading = "Risk evaluation")]
    pub(crate) prometheus_token_file: Option<PathBuf>,
    /// Trust the CA certificates in FILE for --prometheus
    #[arg(long, value_name = "FILE", requires = "prometheus", help_heading = "Risk evaluation")]
    pub(crate) prometheus_ca: Option<PathBuf>,
    /// Cluster ID to use in queries, for a multi-cluster Prometheus
    #[arg(long, value_name = "ID", help_heading = "Risk evaluation")]
    pub(crate) cluster_id: Option<String>,
    /// Save queries and answers to FILE
    #[arg(long, value_name = "FILE", help_heading = "Risk evaluation")]
    pub(crate) record: Option<PathBuf>,
    /// Use answers saved with --record; query nothing
    #[arg(long, value_name = "FILE", conflicts_with_all = ["prometheus", "record"], help_heading = "Risk evaluation")]
    pub(crate) answers: Option<PathBuf>,
    /// Use a temporary token issued by the cluster (10 minutes)
    #[arg(long, conflicts_with_all = ["prometheus", "answers"], help_heading = "Risk evaluation")]
    pub(crate) monitoring_token: bool,
}

impl OriginArgs {
    /// Returns whether any of them was given.
    pub(crate) fn is_given(&self) -> bool {
        !self.words().is_empty()
    }

    /// Returns what was typed, for hints.
    pub(crate) fn words(&self) -> Vec<String> {
        let Self { graph, arch } = self;
        [option("--graph", graph.as_deref()), option("--arch", arch.as_deref())].concat()
    }

    /// Reads one channel, from the version of the cluster.
    pub(crate) fn of_channel(&self, name: &str) -> GraphArgs {
        GraphArgs { origin: self.clone(), channel: vec![name.to_owned()], from_version: None }
    }
}

impl GraphArgs {
    /// Returns whether the graph is not that of the cluster's update service.
    pub(crate) fn by_hand(&self, cluster: Option<&Cluster>) -> bool {
        let own = cluster.and_then(|cluster| cluster.upstream.as_ref());
        self.origin.graph.as_ref().is_some_and(|graph| Some(graph) != own)
    }

    /// Returns the channel that was named first.
    pub(crate) fn channel(&self) -> Option<&str> {
        self.channel.first().map(String::as_str)
    }

    /// Returns what was typed, for hints.
    pub(crate) fn words(&self) -> Vec<String> {
        let mut words = self.origin.words();
        for channel in &self.channel {
            words.extend(option("--channel", Some(channel)));
        }
        words.extend(option("--from-version", self.from_version.as_deref()));
        words
    }
}

impl FactArgs {
    /// Returns whether any of them was given.
    pub(crate) fn is_given(&self) -> bool {
        !self.words().is_empty() || self.record.is_some()
    }

    /// Returns what was typed, for hints; answers are saved once.
    pub(crate) fn words(&self) -> Vec<String> {
        let path = |path: &Option<PathBuf>| {
            path.as_deref().map(Path::display).map(|shown| shown.to_string())
        };
        let mut words = [
            option("--prometheus", self.prometheus.as_deref()),
            option("--prometheus-token-file", path(&self.prometheus_token_file).as_deref()),
            option("--prometheus-ca", path(&self.prometheus_ca).as_deref()),
            option("--cluster-id", self.cluster_id.as_deref()),
            option("--answers", path(&self.answers).as_deref()),
        ]
        .concat();
        words.extend(self.monitoring_token.then(|| "--monitoring-token".to_owned()));
        words
    }
}

fn option(flag: &str, value: Option<&str>) -> Vec<String> {
    value.map(|value| vec![flag.to_owned(), value.to_owned()]).unwrap_or_default()
}
