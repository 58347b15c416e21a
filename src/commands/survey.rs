//! What the commands on graphs begin with: the cluster, the graphs of channels, and what risks are
//! judged by.

use std::path::PathBuf;

use crate::cli::{GlobalArgs, Session};
use crate::domain::graph::{Layer, Risk, Survey};
use crate::domain::risk::Facts;
use crate::error::Result;

/// Where the graph is from, and where one stands in it.
#[derive(Debug, clap::Args)]
pub(super) struct GraphArgs {
    /// Read the graph from a file, a URL or standard input, plain or gzip, not from the cluster's
    /// update service
    #[arg(long, value_name = "FILE|URL|-", help_heading = "Graph")]
    graph: Option<String>,
    /// Look at this channel, not the cluster's own (repeatable)
    #[arg(long, value_name = "NAME", value_delimiter = ',', help_heading = "Graph")]
    channel: Vec<String>,
    /// Look at releases of this architecture: amd64, arm64, multi, …
    #[arg(long, value_name = "ARCH", help_heading = "Graph")]
    arch: Option<String>,
    /// Start from this version, not the cluster's
    #[arg(long, value_name = "VERSION", help_heading = "Graph")]
    from_version: Option<String>,
}

/// Where answers to the queries of risks come from.
#[derive(Debug, clap::Args)]
pub(super) struct FactArgs {
    /// Ask this Prometheus or Thanos, not the cluster's own; the session's token is not sent there
    #[arg(long, value_name = "URL", help_heading = "Judging risks")]
    prometheus: Option<String>,
    /// Send the token in this file to --prometheus
    #[arg(long, value_name = "FILE", requires = "prometheus", help_heading = "Judging risks")]
    prometheus_token_file: Option<PathBuf>,
    /// Trust the certificate authorities in this file for --prometheus
    #[arg(long, value_name = "FILE", requires = "prometheus", help_heading = "Judging risks")]
    prometheus_ca: Option<PathBuf>,
    /// Put this id for `_id=""` in queries, as a Prometheus of many clusters needs
    #[arg(long, value_name = "ID", help_heading = "Judging risks")]
    cluster_id: Option<String>,
    /// Save every query with its answer
    #[arg(long, value_name = "FILE", help_heading = "Judging risks")]
    record: Option<PathBuf>,
    /// Judge by answers that --record has saved, and ask nobody
    #[arg(long, value_name = "FILE", conflicts_with_all = ["prometheus", "record"], help_heading = "Judging risks")]
    answers: Option<PathBuf>,
    /// Ask the cluster's Prometheus with a token that the cluster makes for that, which lasts ten
    /// minutes
    #[arg(long, conflicts_with_all = ["prometheus", "answers"], help_heading = "Judging risks")]
    monitoring_token: bool,
}

/// Which channels are looked at where none is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// The one that the cluster follows.
    Followed,
    /// All that the release is in, and those of the same family for the minor versions up to this
    /// one.
    Towards { minor: Option<(u64, u64)> },
}

/// Reads the cluster and the graphs.
pub(super) async fn survey(
    args: &GraphArgs,
    scope: Scope,
    (global, session): (&GlobalArgs, &Session),
) -> Result<Survey> {
    let _ = (args, scope, global, session);
    let layers: Vec<Layer> = Vec::new();
    Ok(Survey::of(&layers, "amd64".to_owned(), String::new()))
}

/// Finds out what these risks are judged by.
pub(super) async fn facts(
    args: &FactArgs,
    survey: &Survey,
    risks: &[&Risk],
    (global, session): (&GlobalArgs, &Session),
) -> Result<Facts> {
    let _ = (args, survey, risks, global, session);
    Ok(Facts::none("nobody was asked"))
}
