//! Update graphs: from a file, an update service, or a recording.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use anyhow::anyhow;
use futures::{Stream, StreamExt, TryStreamExt};
use serde_json::Value;
use tokio::sync::OnceCell;

use super::config::url;
use super::http::{Host, Trust, Web};
use super::live::Live;
use super::local::{archive, recording};
use crate::error::{Error, Result};
use upgrade_core::documents::{self, Document};
use upgrade_graph::decode::BadObject;
use upgrade_graph::json::read::{self, ReadGraph};
use upgrade_graph::model::Graph;
use upgrade_graph::version::Version;
use upgrade_graph::web::is_web_address;

/// The default update service of clusters.
pub(crate) const DEFAULT: &str = "https://api.openshift.com/api/upgrades_info/graph";
const INSIDE: &str = "/api/upgrades_info/graph";
const AT_A_TIME: usize = 4; // concurrent requests to a service

/// A source of graphs.
pub(crate) enum UpdateServiceClient<'a> {
    /// The update service of the lab in this process.
    Inside(&'a Live),
    Web {
        web: Web,
        host: Box<Host>,
        shown: String,
        follower: Option<Box<Follower<'a>>>,
        /// Where answers are kept for other clusters.
        shared: Option<&'a SharedGraphs>,
    },
    /// One graph for everything.
    Whole {
        graph: Box<ReadGraph>,
        shown: String,
        /// Whether it has every channel, as the graph of a scenario. A saved answer has only one.
        complete: bool,
    },
}

/// Answers of update services that many clusters use: each question is sent once.
#[derive(Default)]
pub(crate) struct SharedGraphs {
    answers: RefCell<BTreeMap<(String, String), SharedAnswer>>,
}

/// The answer to one question, or why there is none.
type SharedAnswer = Rc<OnceCell<std::result::Result<Rc<ReadGraph>, (&'static str, String)>>>;

impl SharedGraphs {
    /// Returns the place of the answer to a question.
    fn answer(&self, address: &str, asked: &str) -> SharedAnswer {
        let question = (address.to_owned(), asked.to_owned());
        Rc::clone(self.answers.borrow_mut().entry(question).or_default())
    }
}

/// The cluster that uses an update service. If this machine does not trust the service, the cluster may:
/// its operator also trusts its own CAs.
pub(crate) struct Follower<'a> {
    live: &'a Live,
    address: String,
    /// The service with the CAs of the cluster; none if it has none.
    host: OnceCell<Option<Host>>,
}

/// What an update service gets to know besides the channel.
#[derive(Debug, Default, Clone)]
pub(crate) struct GraphRequest {
    pub(crate) arch: String,
    pub(crate) version: Option<String>,
    pub(crate) id: Option<String>,
    pub(crate) platform: Option<String>,
}

/// A graph and its oddities, each with its origin.
pub(crate) struct Fetched {
    pub(crate) graph: Graph,
    pub(crate) oddities: Vec<String>,
    /// Releases of the answer that are not in the channel by their metadata.
    pub(crate) not_in_channel: Vec<Version>,
    /// Its size in memory.
    pub(crate) bytes: usize,
}

impl<'a> UpdateServiceClient<'a> {
    /// Opens what the user named: a URL, a file, or `-`.
    pub(crate) fn named(place: &str, web: Web) -> Result<Self> {
        if is_web_address(place) {
            return Self::at(place, web);
        }
        let path = place.strip_prefix("file://").unwrap_or(place);
        let shown = if path == "-" { "standard input" } else { path };
        let graph = parse(shown, &recording::text(Path::new(path))?)?;
        Ok(Self::Whole { graph: Box::new(graph), shown: shown.to_owned(), complete: false })
    }

    /// Uses the service at a URL.
    pub(crate) fn at(address: &str, web: Web) -> Result<Self> {
        let host = Box::new(web.host(address, Trust::default())?);
        // The query of a URL may contain a secret.
        let place = address.split(['?', '#']).next().unwrap_or_default();
        Ok(Self::Web {
            web,
            host,
            shown: url::without_credentials(place),
            follower: None,
            shared: None,
        })
    }

    /// Uses the service of a cluster.
    pub(crate) fn of_cluster(live: &'a Live, address: &str, web: Web) -> Result<Self> {
        let mut client = Self::at(address, web)?;
        if let Self::Web { follower, .. } = &mut client {
            let address = address.to_owned();
            *follower = Some(Box::new(Follower { live, address, host: OnceCell::new() }));
        }
        Ok(client)
    }

    /// Keeps answers for other clusters that use the same service.
    pub(crate) fn shared_by(mut self, graphs: Option<&'a SharedGraphs>) -> Self {
        if let Self::Web { shared, .. } = &mut self {
            *shared = graphs;
        }
        self
    }

    /// Uses a graph of a recording.
    pub(crate) fn recorded(document: &Document, complete: bool) -> Result<Self> {
        let shown = document.origin.clone();
        let graph = Box::new(read(&shown, &document.object)?);
        Ok(Self::Whole { graph, shown, complete })
    }

    /// Returns the graph of a source that has only one, and its oddities.
    pub(crate) fn whole(&self) -> Option<(&Graph, Vec<String>)> {
        match self {
            Self::Whole { graph, shown, .. } => Some((&graph.graph, named(shown, &graph.oddities))),
            Self::Inside(_) | Self::Web { .. } => None,
        }
    }

    /// Returns whether it is a saved answer for one channel, which does not tell what others have.
    pub(crate) fn is_answer_for_one_channel(&self) -> bool {
        match self {
            Self::Whole { graph, complete, .. } => !complete && graph.graph.is_of_one_channel(),
            Self::Inside(_) | Self::Web { .. } => false,
        }
    }

    /// Returns its name for people.
    pub(crate) fn shown(&self) -> &str {
        match self {
            Self::Inside(live) => live.origin.server.as_deref().unwrap_or_default(),
            Self::Web { shown, .. } | Self::Whole { shown, .. } => shown,
        }
    }

    /// Fetches the graph of each channel, a few at a time; without a channel, the whole graph.
    pub(crate) async fn fetch(
        &self,
        channels: &[Option<String>],
        query: &GraphRequest,
    ) -> Result<Vec<Fetched>> {
        self.answers(channels, query).try_collect().await
    }

    /// The same, one after the other: an error affects only one of them.
    pub(crate) fn answers(
        &self,
        channels: &[Option<String>],
        query: &GraphRequest,
    ) -> impl Stream<Item = Result<Fetched>> + Unpin {
        let each = channels.iter().map(|channel| self.graph(channel.as_deref(), query));
        Box::pin(futures::stream::iter(each).buffered(AT_A_TIME))
    }

    async fn graph(&self, channel: Option<&str>, query: &GraphRequest) -> Result<Fetched> {
        let wanted = match channel {
            Some(channel) => format!("the graph of {channel}"),
            None => "the graph".to_owned(),
        };
        let found = match self {
            Self::Inside(live) => {
                let asked = query.put(INSIDE, channel);
                let answer = live.graph_inside(&asked, &wanted).await.map_err(with_a_way_out)?;
                read(self.shown(), &answer)?
            }
            Self::Web { host, shown, shared: Some(shared), .. } => {
                let asked = query.put(host.path(), channel);
                let answer = shared.answer(shown, &asked);
                let found =
                    answer.get_or_init(async || match self.downloaded(&asked, &wanted).await {
                        Ok(found) => Ok(Rc::new(found)),
                        Err(error) => Err((error.code, error.message())),
                    });
                match found.await {
                    Ok(found) => return Ok(self.served(found, channel, &query.arch)),
                    Err((code, why)) => return Err(Error::new(code, anyhow!("{why}"))),
                }
            }
            Self::Web { host, .. } => {
                self.downloaded(&query.put(host.path(), channel), &wanted).await?
            }
            Self::Whole { graph, .. } => return Ok(self.served(graph, channel, &query.arch)),
        };
        Ok(self.served(&found, channel, &query.arch))
    }

    /// Sends a question to a service.
    async fn downloaded(&self, asked: &str, wanted: &str) -> Result<ReadGraph> {
        let Self::Web { web, host, shown, follower, .. } = self else {
            return Err(Error::new("Failed", anyhow!("no update service")));
        };
        let mut answer = web.get(host, asked).await;
        if let (Some(follower), Err(fault)) = (follower, &answer)
            && fault.is_unknown_authority()
            && let Some(host) = follower.host(web).await
        {
            answer = web.get(host, asked).await;
        }
        let packed = answer.map_err(|fault| with_a_way_out(host.explain(fault, wanted)))?;
        let text = unpacked(packed, shown)?;
        parse(shown, &text).map_err(|error| match markup(&text) {
            Some(_) => error.hint("check the URL for a login page or proxy"),
            None => error,
        })
    }

    /// A service filters by itself; a file, or a static one, is filtered here.
    fn served(&self, found: &ReadGraph, channel: Option<&str>, arch: &str) -> Fetched {
        let graph = match channel {
            Some(channel) => found.graph.served(channel, arch),
            None => found.graph.of_arch(arch),
        };
        // A file may contain several channels. An answer for one should have no other releases.
        let answers_one = match self {
            Self::Inside(_) | Self::Web { .. } => true,
            Self::Whole { .. } => self.is_answer_for_one_channel(),
        };
        let dropped =
            channel.filter(|_| answers_one).map(|it| found.graph.not_in_channel(it, arch));
        let not_in_channel = dropped.unwrap_or_default().into_iter().cloned().collect();
        let (bytes, oddities) = (graph.memory(), named(self.shown(), &found.oddities));
        Fetched { graph, oddities, not_in_channel, bytes }
    }
}

impl Follower<'_> {
    async fn host(&self, web: &Web) -> Option<&Host> {
        let trusted = async {
            let roots = self.live.authorities().await;
            let trust = Trust { roots: Some(roots), ..Trust::default() };
            web.host(&self.address, trust).ok()
        };
        self.host.get_or_init(|| trusted).await.as_ref()
    }
}

fn named(shown: &str, oddities: &[BadObject]) -> Vec<String> {
    oddities.iter().map(|odd| format!("{shown}: {odd}")).collect()
}

fn with_a_way_out(error: Error) -> Error {
    error.hint("use --graph to read a saved graph or another update service")
}

/// An answer may be a compressed file.
fn unpacked(bytes: Vec<u8>, shown: &str) -> Result<String> {
    match archive::open(std::io::Cursor::new(bytes)) {
        Ok(archive::Opened::Text(stream)) => recording::read_all(stream, shown),
        _ => {
            Err(Error::new("BadAnswer", anyhow!("the answer from {shown} is not an update graph")))
        }
    }
}

fn parse(shown: &str, text: &str) -> Result<ReadGraph> {
    if let Some(graph) = read::graph_in_text(text) {
        return Ok(graph);
    }
    if let Some(what) = markup(text) {
        return Err(not_a_graph(shown, what));
    }
    let unreadable = |bad| {
        let context = format!("{shown} is not an update graph");
        Error::new("BadData", anyhow::Error::new(bad).context(context))
    };
    let mut found = documents::parse(shown, text).map_err(unreadable)?;
    match (found.pop(), found.len()) {
        (Some(document), 0) => read(shown, &document.object),
        (Some(_), more) => Err(not_a_graph(shown, &format!("a list of {} objects", more + 1))),
        (None, _) => Err(not_a_graph(shown, "empty")),
    }
}

/// Returns what a text is that is neither JSON nor YAML: most often a login page.
fn markup(text: &str) -> Option<&'static str> {
    let start: String =
        text.trim_start_matches('\u{feff}').trim_start().chars().take(512).collect();
    let start = start.to_ascii_lowercase();
    if !start.starts_with('<') {
        None
    } else if start.contains("<html") || start.starts_with("<!doctype html") {
        Some("an HTML page")
    } else {
        Some("an XML document")
    }
}

fn read(shown: &str, object: &Value) -> Result<ReadGraph> {
    read::graph(object).map_err(|bad| {
        if let Some(what) = what(object) {
            return not_a_graph(shown, &what);
        }
        let context = format!("{shown} is not an update graph");
        Error::new("BadData", anyhow!(bad).context(context))
    })
}

/// Returns what a value is that cannot be a graph.
fn what(value: &Value) -> Option<String> {
    let field = |key: &str| value.get(key).and_then(Value::as_str);
    match (value, field("kind"), field("value")) {
        (Value::Object(_), Some(kind), Some(why)) => {
            Some(format!("an error from an update service ({kind}: {why})"))
        }
        (Value::Object(_), Some(kind), None) => Some(format!("an object of kind {kind}")),
        (Value::Object(_), None, _) => None,
        (Value::Array(_), ..) => Some("a list".to_owned()),
        (Value::String(_), ..) => Some("plain text".to_owned()),
        (Value::Null | Value::Bool(_) | Value::Number(_), ..) => Some("a single value".to_owned()),
    }
}

fn not_a_graph(shown: &str, what: &str) -> Error {
    Error::new("BadData", anyhow!("{shown} is {what}, not an update graph"))
}

impl GraphRequest {
    /// Adds parameters to the query of a URL, sorted by name.
    fn put(&self, path: &str, channel: Option<&str>) -> String {
        let (path, given) = path.split_once('?').unwrap_or((path, ""));
        let mut pairs: Vec<(String, String)> =
            form_urlencoded::parse(given.as_bytes()).into_owned().collect();
        let ours = [
            ("arch", Some(self.arch.as_str()).filter(|arch| !arch.is_empty())),
            ("channel", channel),
            ("id", self.id.as_deref()),
            ("platform", self.platform.as_deref()),
            ("version", self.version.as_deref()),
        ];
        let ours = ours.into_iter().filter_map(|(key, value)| Some((key, value?)));
        pairs.extend(ours.map(|(key, value)| (key.to_owned(), value.to_owned())));
        pairs.sort();
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
        if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_added_to_what_the_address_asks_for() {
        let query = GraphRequest {
            arch: "amd64".to_owned(),
            version: Some("4.6.23".to_owned()),
            id: None,
            platform: Some("VSphere".to_owned()),
        };
        assert_eq!(
            query.put("/graph?token=a%26b", Some("stable-4.6")),
            "/graph?arch=amd64&channel=stable-4.6&platform=VSphere&token=a%26b&version=4.6.23"
        );
        assert_eq!(GraphRequest::default().put("/graph", None), "/graph");
    }
}
