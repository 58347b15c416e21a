//! A live cluster written as a scenario: its objects, its update graph, and the answers of its monitoring.

mod anonymize;
mod scrub;

use std::borrow::Cow;
use std::collections::BTreeMap;

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::settings::{ACCEPT_RISKS, DEFAULTS, PREFLIGHT, Settings, SettingsFile, Upstream};
use crate::state::{self, StateFile};
use upgrade_core::documents::Document;

/// What is recorded of a cluster.
#[derive(Debug)]
pub struct RecordedCluster {
    pub objects: Vec<Value>,
    /// Kinds of which there are no others in the cluster that matter.
    pub complete: Vec<String>,
    /// As an update service serves it, or why it cannot be read; none if there is no channel to read.
    pub graph: Option<Result<Value, String>>,
    /// As Prometheus answers, or why they cannot be read.
    pub alerts: Result<Value, String>,
    /// By query, as Prometheus answers.
    pub answers: BTreeMap<String, Value>,
    /// Feature gates that are on, if they are known.
    pub gates: Option<Vec<String>>,
    pub now: Option<Timestamp>,
}

/// What the settings of a recorded cluster tell besides its objects.
#[derive(Debug, Clone, Default)]
pub struct RecordedSettings {
    /// When it was recorded.
    pub now: Option<Timestamp>,
    /// By query, as Prometheus answers.
    pub answers: BTreeMap<String, Value>,
    /// Kinds of which all objects that matter are in the files.
    pub complete: Vec<String>,
}

impl RecordedSettings {
    /// Finds the settings among the documents of a recording.
    pub fn find(documents: &[Document]) -> Option<Self> {
        let settings = documents.iter().find(|document| Settings::is(&document.object))?;
        let Settings { wire, now, .. } = Settings::read(Some(settings), None).ok()?;
        Some(Self { now, answers: wire.answers, complete: wire.complete })
    }
}

impl RecordedCluster {
    /// Returns the files of a scenario that stays as recorded until someone changes it. Credentials are
    /// removed. If `anonymous`, names are replaced.
    pub fn into_files(mut self, anonymous: bool) -> Vec<StateFile> {
        self.objects.retain_mut(scrub::object);
        let settings = serde_json::to_value(self.settings()).unwrap_or_default();
        let graph = self.graph.and_then(Result::ok);
        let alerts = self.alerts.unwrap_or_else(|why| no_alerts(&why));
        let mut parts = [Some(settings), graph, Some(alerts)];
        scrub::texts(self.objects.iter_mut().chain(parts.iter_mut().flatten()));
        if anonymous {
            anonymize::replace(&mut self.objects, &mut parts);
        }
        let [settings, graph, alerts] = parts;
        state::written(
            &settings.unwrap_or_default(),
            self.objects.iter().map(Cow::Borrowed),
            graph.as_ref(),
            alerts.as_ref(),
        )
    }

    fn settings(&self) -> SettingsFile {
        let version = self.objects.iter().find(|object| object["kind"] == "ClusterVersion");
        let address = version.and_then(|version| version["spec"]["upstream"].as_str());
        let address = address.unwrap_or_default().to_owned();
        let upstream = match &self.graph {
            Some(Err(why)) => Some(Upstream::Unreachable(why.clone())),
            Some(Ok(_)) | None => {
                Some(Upstream::Graph).filter(|_| !DEFAULTS.contains(&address.as_str()))
            }
        };
        let reports_risks =
            || version.is_some_and(|it| !it["status"]["conditionalUpdateRisks"].is_null());
        let mut gates = self.gates.clone().unwrap_or_else(|| {
            Some(ACCEPT_RISKS.to_owned()).filter(|_| reports_risks()).into_iter().collect()
        });
        gates.retain(|gate| [ACCEPT_RISKS, PREFLIGHT].contains(&gate.as_str()));
        SettingsFile {
            gates,
            operated: Some(false),
            complete: self.complete.clone(),
            upstreams: upstream.into_iter().map(|answer| (address.clone(), answer)).collect(),
            answers: self.answers.clone(),
            ..Settings::default().saved(self.now, &BTreeMap::new())
        }
    }
}

/// Returns a response of Prometheus that has these alerts.
pub(crate) fn alerts(alerts: &[Value]) -> Value {
    json!({"status": "success", "data": {"alerts": alerts}})
}

/// Returns a response of a Prometheus that cannot list alerts.
fn no_alerts(why: &str) -> Value {
    json!({"status": "error", "errorType": "unavailable", "error": why})
}

#[cfg(test)]
mod tests;
