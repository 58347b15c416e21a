//! The endpoints of the explorer: channels, graphs and paths, as the documents of the commands.

mod answers;
pub(crate) mod question;

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::Serialize;

use crate::actions::find_path::view::UpdatePath;
use crate::actions::find_path::{PathAsker, PathSearch};
use crate::actions::read_graphs::without_metrics;
use crate::actions::show_graph;
use crate::actions::show_graph::channels_view::GraphChannels;
use crate::actions::show_graph::view::UpdateGraph;
use crate::cli::invocation::Invocation;
use crate::output::{self, Format};
use crate::service::body::PreparedBody;
use crate::service::prepared::Prepared;
use upgrade_core::cluster::Cluster;
use upgrade_graph::channel_graphs::ChannelGraphs;
use upgrade_graph::channel_search::ChannelSearch;
use upgrade_graph::json::read;
use upgrade_graph::json::write::ServedGraph;
use upgrade_graph::merged::ChannelGraph;
use upgrade_graph::path::PathGoal;
use upgrade_graph::protocol::ARCH;
use upgrade_graph::reachable::{NoSuchVersion, ReachQuery, ReachableGraph};
use upgrade_graph::risk::Platform;
use upgrade_graph::served::Served;
use upgrade_graph::version::Version;

pub(crate) use answers::ApiAnswers;
use question::{ApiError, ApiQuestion, GraphPlace, GraphQuestion, PathAsked};

/// The name of the graph in answers.
const ORIGIN: &str = "this update service";
const NO_METRICS: &str = "an update service has no metrics of a cluster";
const NO_CLUSTER: &str = "an update service does not know the cluster";

/// Returns the answer to a question. It is made once for each state of the data.
pub(super) fn answer(
    question: &ApiQuestion,
    prepared: &Prepared,
) -> Result<Arc<PreparedBody>, ApiError> {
    if let Some(known) = prepared.answers.body(question) {
        return Ok(known);
    }
    let bytes = match question {
        ApiQuestion::Channels(place) => {
            let arches = prepared.arches().map(str::to_owned).collect();
            json(&GraphChannels::new(&graphs(place, prepared)?, arches))
        }
        ApiQuestion::Graph(question) => {
            let mut graphs = graphs(&question.place, prepared)?;
            graphs.from = question.from.clone().map(Version::new);
            json(&graph(question, &graphs, None)?)
        }
        ApiQuestion::Path(question) => json(&path(question, prepared)?),
    };
    Ok(prepared.answers.keep(question.clone(), PreparedBody::new(bytes)))
}

/// Returns whether the answer to a question was made before.
pub(super) fn is_known(question: &ApiQuestion, prepared: &Prepared) -> bool {
    prepared.answers.body(question).is_some()
}

fn json(document: &impl Serialize) -> Vec<u8> {
    output::document(document, Format::Json).into_bytes()
}

/// Returns the part of a graph that a question is about.
pub(crate) fn graph(
    question: &GraphQuestion,
    graphs: &ChannelGraphs,
    cluster: Option<&Cluster>,
) -> Result<UpdateGraph, ApiError> {
    let wanted = ReachQuery { to: question.to.clone().map(Version::new), all: question.all };
    let reach = ReachableGraph::new(graphs, &wanted).map_err(|missing| {
        let to = question.to.as_deref().unwrap_or_default();
        let parameter = match missing {
            NoSuchVersion::Start { .. } => "from",
            NoSuchVersion::Target { .. } | NoSuchVersion::NoWay { .. } | NoSuchVersion::Here => {
                "to"
            }
        };
        ApiError::no_such_version(parameter, &show_graph::explain(&missing, graphs, to))
    })?;
    Ok(UpdateGraph::new(graphs, cluster, &reach))
}

fn path(asked: &PathAsked, prepared: &Prepared) -> Result<UpdatePath, ApiError> {
    let from = asked.from.clone().ok_or_else(|| ApiError::missing("from"))?;
    let mut graphs = graphs(&asked.place, prepared)?;
    graphs.from = Some(Version::new(from));
    let question = asked.question()?;
    if !question.channels.is_empty() {
        note_unread(&mut graphs, question.goal.clone());
    }
    let search = PathSearch::new(&question, &graphs, None);
    let platform = match &asked.place.platform {
        Some(name) => Platform::Known(name.clone()),
        None => Platform::Unknown { why: NO_CLUSTER.to_owned() },
    };
    let facts = without_metrics(search.risks(), platform, NO_METRICS);
    let invocation = Invocation::new("upgrade".to_owned(), Vec::new());
    let asker = PathAsker { hosted: None, pools: &[], invocation: &invocation, words: &[] };
    Ok(search.answer(&facts, &asker))
}

fn note_unread(graphs: &mut ChannelGraphs, goal: PathGoal) {
    let from = graphs.from.clone();
    let search = ChannelSearch { from, goal, followed: None, of_release: Vec::new() };
    search.note_unread(graphs);
}

/// Returns the graphs of channels as a client reads them; without channels, what any channel has.
fn graphs(place: &GraphPlace, prepared: &Prepared) -> Result<ChannelGraphs, ApiError> {
    let arch =
        place.arch.clone().unwrap_or_else(|| usual_arch(&prepared.arches().collect::<Vec<_>>()));
    let place = GraphPlace { arch: Some(arch.clone()), ..place.clone() };
    if let Some(known) = prepared.answers.graphs(&place) {
        return Ok((*known).clone());
    }
    let (mut layers, mut oddities) = (Vec::new(), BTreeSet::new());
    let named = place.channels.iter().map(|name| Some(name.as_str()));
    let whole = place.channels.is_empty().then_some(None);
    for channel in named.chain(whole) {
        let served = prepared.served(channel, &arch, place.platform.as_deref());
        let found = read_again(&served)?;
        oddities.extend(found.oddities.iter().map(|odd| format!("{ORIGIN}: {odd}")));
        let graph = if channel.is_some() { found.graph } else { found.graph.in_channels() };
        layers.push(ChannelGraph { channel: channel.map(str::to_owned), graph });
    }
    let mut graphs = ChannelGraphs::new(&layers, arch, ORIGIN.to_owned());
    graphs.warnings.splice(0..0, oddities);
    Ok((*prepared.answers.keep_graphs(place, graphs)).clone())
}

/// Reads an answer as a client does: there is one reader.
fn read_again(served: &Served) -> Result<read::ReadGraph, ApiError> {
    let object = serde_json::to_value(ServedGraph::new(served));
    let object = object.expect("a graph is texts and numbers");
    read::graph(&object).map_err(|bad| ApiError::failed(format!("{ORIGIN}: {bad}")))
}

/// The default of clients, if there is such an architecture, else the first.
fn usual_arch(arches: &[&str]) -> String {
    let first = arches.first().copied().unwrap_or(ARCH);
    if arches.contains(&ARCH) { ARCH.to_owned() } else { first.to_owned() }
}

#[cfg(test)]
mod tests;
