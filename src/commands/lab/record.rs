//! `upgrade lab record`: a live cluster as a scenario.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::anyhow;

use crate::actions::read_graphs::{self, GraphContext};
use crate::cli::graph_args::GraphArgs;
use crate::cli::{GlobalArgs, Session, block_on};
use crate::connect::local::exchange;
use crate::connect::monitoring::MetricsSource;
use crate::error::{Error, Result};
use upgrade_graph::json::read::wire;
use upgrade_graph::risk::questions;
use upgrade_lab::{RecordedCluster, SETTINGS};

/// Record a cluster as a scenario
///
/// Writes the objects that upgrade reads, the update graph, alerts, and the
/// answers to PromQL queries to a directory. Secrets are never written. Use the
/// directory with `--from DIR`, `--lab=DIR` and `lab serve --scenario DIR`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade lab record my-cluster                Record the current cluster
  upgrade lab record my-cluster --anonymize    Record it without its names
  upgrade --lab=my-cluster --to 4.7.28         Practice on the recording

Exit codes: 0 ok, 1 error, 2 usage")]
pub(super) struct Args {
    /// Directory to write to: a new or empty one, or an earlier recording
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Replace cluster ID, names of nodes, hosts and users, and IP addresses
    #[arg(long)]
    anonymize: bool,
    /// Request a token for monitoring, valid for 10 minutes
    #[arg(long)]
    monitoring_token: bool,
}

pub(super) fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result<()> {
    exchange::check(&args.folder, SETTINGS, upgrade_lab::is_ours)?;
    let (recorded, unreadable) = block_on(read(args, global, session))?;
    let (count, answers) = (recorded.objects.len(), recorded.answers.len());
    let files = recorded.into_files(args.anonymize);
    let written = exchange::directory(&args.folder, &files, SETTINGS, upgrade_lab::is_ours)?;
    session.ui.warn(&unreadable);
    let mut notes = vec![format!("recorded {count} objects and {answers} answers to queries")];
    if args.anonymize {
        notes.push(REPLACED.to_owned());
    }
    session.ui.note(&notes);
    for path in written {
        session.ui.print(&format!("{}\n", path.display()))?;
    }
    Ok(())
}

const REPLACED: &str = "replaced the cluster ID, node names, hosts, IP addresses, users and \
                        namespaces. Check messages for other names before you share the files";

async fn read(
    args: &Args,
    global: &GlobalArgs,
    session: &Session,
) -> Result<(RecordedCluster, Vec<String>)> {
    if !global.from.is_empty() {
        let cause = anyhow!("lab record reads a cluster, and --from names files");
        return Err(Error::usage(cause).hint("omit --from"));
    }
    let context = GraphContext { global, session };
    let here = read_graphs::start(&GraphArgs::default(), context).await?;
    let live = here.live().ok_or_else(|| Error::new("NoCluster", anyhow!("no cluster")))?;
    let objects = live.recorded_objects().await?;
    let complete = objects.complete();
    let mut unreadable = objects.unreadable;
    let graph = here.whole_graph(context).await.map(|read| read.map_err(|error| error.message()));
    if let Some(Err(why)) = &graph {
        unreadable.push(format!("no update graph: {why}"));
    }
    let alerts = live.recorded_alerts(args.monitoring_token).await;
    let alerts = alerts.inspect_err(|why| unreadable.push(format!("no alerts: {why}")));
    // What replays it says again that they cannot be read.
    let alerts = alerts.map_err(|why| why.trim_start_matches("cannot read alerts: ").to_owned());
    let known = graph.as_ref().and_then(|graph| graph.as_ref().ok());
    let risks = known.into_iter().flat_map(|graph| &graph.conditional);
    let queries = questions(risks.flat_map(|group| group.risks.iter()));
    let answers = match queries.as_slice() {
        [] => BTreeMap::new(),
        queries => {
            let metrics = MetricsSource::of_cluster(live, args.monitoring_token).await;
            if let MetricsSource::Unavailable(why) = &metrics {
                unreadable.push(format!("no answers to queries: {why}"));
            }
            metrics.ask(queries, None).await
        }
    };
    let recorded = RecordedCluster {
        objects: objects.objects,
        complete,
        graph: graph.map(|graph| graph.map(|graph| wire(&graph))),
        alerts,
        answers,
        gates: live.feature_gates().await,
        now: live.clock.now(),
    };
    Ok((recorded, unreadable))
}
