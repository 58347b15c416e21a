//! Answers to the queries of risks: from the cluster's monitoring, from a given Prometheus, or from
//! a file.

pub(crate) mod route;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use anyhow::anyhow;
use futures::StreamExt;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use secrecy::SecretString;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::http::{Host, Trust, Web};
use super::live::Live;
use super::local::{recording, write};
use super::monitoring::route::{AlertsQuery, MonitoringClient, MonitoringRoute};
use crate::error::{Error, Result};
use upgrade_core::documents;
use upgrade_core::objects::prometheus::{KIND, RecordedAnswers};
use upgrade_graph::bounded::{self, Meter};
use upgrade_graph::decode::typed;
use upgrade_graph::promql;

const AT_A_TIME: usize = 8; // concurrent queries
const PATH: &str = "/api/v1/query";
/// The first query: a server that cannot answer it gets no other.
const PROBE: AlertsQuery<()> =
    AlertsQuery { path: "/api/v1/query?query=1", wanted: "answers", read: |_| Ok(()) };

/// The source of answers.
pub(crate) enum MetricsSource<'a> {
    /// The server that the cluster's Route points to.
    Cluster {
        live: &'a Live,
        client: MonitoringClient,
    },
    Named {
        web: Web,
        host: Box<Host>,
    },
    /// A recording.
    Recorded(BTreeMap<String, Value>),
    /// None, for this reason.
    Unavailable(String),
}

impl<'a> MetricsSource<'a> {
    /// Finds the cluster's own Prometheus.
    pub(crate) async fn of_cluster(live: &'a Live, create_token: bool) -> Self {
        match live.client(create_token, &PROBE).await {
            Ok((client, ())) => Self::Cluster { live, client },
            Err(why) => Self::Unavailable(why),
        }
    }

    /// Uses the Prometheus at a URL.
    pub(crate) fn named(web: Web, address: &str, trust: Trust) -> Result<Self> {
        let host = Box::new(web.host(address, trust)?);
        Ok(Self::Named { web, host })
    }

    /// Sends each query once, a few at a time, and returns the answers in Prometheus's format;
    /// errors are answers, too.
    pub(crate) async fn ask(
        &self,
        queries: &[&str],
        cluster_id: Option<&str>,
    ) -> BTreeMap<String, Value> {
        let patience = self.timeout().and_then(|timeout| Instant::now().checked_add(timeout * 2));
        let together = &Meter::default();
        let answers = queries.iter().map(|&query| async move {
            let late = patience.is_some_and(|end| Instant::now() >= end);
            let answer = match promql::check(query) {
                Err(why) => Err(why),
                Ok(()) if late => Err("not sent: the other queries took too long".to_owned()),
                Ok(()) => self.answer(query, cluster_id).await,
            };
            let answer = answer.and_then(|answer| match together.keep(&answer) {
                Ok(()) => Ok(answer),
                Err(limit) => Err(format!("the answers are too large: {limit}")),
            });
            (query.to_owned(), answer.unwrap_or_else(|why| failure(&why)))
        });
        futures::stream::iter(answers).buffer_unordered(AT_A_TIME).collect().await
    }

    async fn answer(&self, query: &str, cluster_id: Option<&str>) -> MonitoringRoute<Value> {
        let path = || path(&of_cluster(query, cluster_id), self.timeout());
        match self {
            Self::Cluster { live, client } => live.ask(client, &path()).await,
            Self::Named { web, host } => {
                let below = host.path().trim_end_matches('/');
                let answer = web.get(host, &format!("{below}{}", path())).await;
                let answer = answer.and_then(|bytes| Ok(bounded::json(&bytes)?));
                answer.map_err(|fault| host.explain(fault, "the answer").message())
            }
            Self::Recorded(known) => {
                known.get(query).cloned().ok_or_else(|| "no recorded answer".to_owned())
            }
            Self::Unavailable(why) => Err(why.clone()),
        }
    }

    fn timeout(&self) -> Option<Duration> {
        match self {
            Self::Cluster { live, .. } => live.timeout,
            Self::Named { web, .. } => web.timeout,
            Self::Recorded(_) | Self::Unavailable(_) => None,
        }
    }
}

/// Queries are written for the Prometheus of one cluster, where `_id` is empty.
fn of_cluster(query: &str, cluster_id: Option<&str>) -> String {
    match cluster_id {
        Some(id) => query.replace("_id=\"\"", &format!("_id={}", json!(id))),
        None => query.to_owned(),
    }
}

fn path(query: &str, timeout: Option<Duration>) -> String {
    let mut pairs = form_urlencoded::Serializer::new(String::new());
    pairs.append_pair("query", query);
    if let Some(timeout) = timeout {
        pairs.append_pair("timeout", &format!("{}ms", timeout.as_millis().max(1)));
    }
    format!("{PATH}?{}", pairs.finish())
}

fn failure(why: &str) -> Value {
    json!({"status": "error", "errorType": "unanswered", "error": why})
}

/// Reads the credentials for a Prometheus, and the CAs for its certificate.
pub(crate) fn trust(token: Option<&Path>, authorities: Option<&Path>) -> Result<Trust> {
    let mut trust = Trust::default();
    if let Some(path) = token {
        let text = recording::text(path)?;
        let text = text.trim();
        if text.is_empty() || http::HeaderValue::try_from(text).is_err() {
            return Err(Error::new(
                "Input",
                anyhow!("{} does not contain a token", path.display()),
            ));
        }
        trust.token = Some(SecretString::from(text));
    }
    if let Some(path) = authorities {
        let text = recording::text(path)?;
        let found = CertificateDer::pem_slice_iter(text.as_bytes());
        let found = found.map(|der| der.map(|der| der.to_vec())).collect();
        let found: Vec<Vec<u8>> = match found {
            Ok(found) => found,
            Err(problem) => {
                let cause = anyhow!("{}: not a PEM certificate: {problem}", path.display());
                return Err(Error::new("Input", cause));
            }
        };
        if found.is_empty() {
            let cause = anyhow!("{} contains no PEM certificate", path.display());
            return Err(Error::new("Input", cause));
        }
        trust.roots = Some(found);
    }
    Ok(trust)
}

/// Reads recorded answers.
pub(crate) fn recorded(path: &Path) -> Result<RecordedAnswers> {
    let text = recording::text(path)?;
    let shown = path.display();
    let bad = |cause: anyhow::Error| {
        Error::new("BadData", cause.context(format!("{shown} is not a recording of query answers")))
            .hint("use a file that was written with --record")
    };
    let mut found = documents::parse(&shown.to_string(), &text).map_err(|why| bad(anyhow!(why)))?;
    let (Some(document), true) = (found.pop(), found.is_empty()) else {
        return Err(bad(anyhow!("expected one document")));
    };
    let recorded: RecordedAnswers = typed(&document.object).map_err(|why| bad(anyhow!(why)))?;
    if recorded.kind != KIND {
        return Err(bad(anyhow!("kind: {:?} is not {KIND}", recorded.kind)));
    }
    Ok(recorded)
}

/// Saves answers to a new file, or replaces such a file.
pub(crate) fn record(path: &Path, answers: &RecordedAnswers) -> Result<()> {
    let text =
        serde_json::to_string_pretty(answers).map_err(|error| Error::new("Failed", error))?;
    write::replace(path, &(text + "\n"), |text| text.contains(KIND))
}
