//! The settings of a scenario besides its objects: feature gates, update service, answers,
//! troubles.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::load::LoadError;
use crate::schema::Gates;
use upgrade_core::documents::Document;
use upgrade_graph::decode::{BadObject, typed};
use upgrade_graph::json::read;
use upgrade_graph::model::Graph;
use upgrade_graph::risk;

/// The file of a scenario that is not an object of the cluster.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub(crate) struct SettingsFile {
    pub api_version: String,
    pub kind: String,
    /// Feature gates that are on.
    pub gates: Vec<String>,
    /// Whether to add the operators, pools and nodes that a cluster of this kind has.
    pub furnish: Option<bool>,
    /// Whether operators run from the start; if not, the cluster stays as it was recorded until a client
    /// changes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operated: Option<bool>,
    /// Kinds of which all objects that matter were recorded.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub complete: Vec<String>,
    /// Varies how long things take.
    pub seed: u64,
    /// How operators word that a risk could not be evaluated.
    pub wording: RiskWording,
    /// Update services beside the default one.
    pub upstreams: BTreeMap<String, Upstream>,
    /// Releases that the cluster's registry has, whether or not a graph lists them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub registry: Vec<RegistryRelease>,
    /// What Prometheus answers to each query.
    pub answers: BTreeMap<String, Value>,
    /// What it answers later.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub later_answers: Vec<LaterAnswersFile>,
    pub troubles: Vec<LabTroubleFile>,
    /// When the cluster was put aside, and since when things were as they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
    pub since: BTreeMap<String, String>,
}

/// Addresses of the update service that clusters follow unless told otherwise.
pub(crate) const DEFAULTS: [&str; 3] = [
    "",
    "https://api.openshift.com/api/upgrades_info/graph",
    "https://api.openshift.com/api/upgrades_info/v1/graph",
];

/// A release image, and what it says that it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct RegistryRelease {
    pub version: String,
    pub image: String,
}

/// Whose words an operator has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum RiskWording {
    Early,
    FirstShipped,
    #[default]
    Shipped,
}

impl From<RiskWording> for risk::MessageWording {
    fn from(wording: RiskWording) -> Self {
        match wording {
            RiskWording::Early => Self::Early,
            RiskWording::FirstShipped => Self::FirstShipped,
            RiskWording::Shipped => Self::Shipped,
        }
    }
}

/// How an update service answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Upstream {
    /// It answers with the graph.
    Graph,
    /// It cannot be reached, for this reason.
    Unreachable(String),
    /// It answers with this HTTP status.
    Status(u16),
    /// It answers with something that is no graph.
    Garbage,
}

/// Returns how the update service at an address answers; who is not known does not exist.
pub(crate) fn upstream(known: &BTreeMap<String, Upstream>, address: &str) -> Upstream {
    if let Some(upstream) = known.get(address) {
        return upstream.clone();
    }
    if DEFAULTS.contains(&address) {
        return Upstream::Graph;
    }
    let host = address.split("://").nth(1).and_then(|rest| rest.split('/').next());
    let host = host.unwrap_or_default();
    Upstream::Unreachable(format!("dial tcp: lookup {host}: no such host"))
}

/// The update service that a lab is itself, for clients in other processes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OwnService {
    pub(crate) address: String,
    /// What the cluster follows in the scenario.
    recorded: Value,
    /// Whether the cluster gets signatures from the lab, too.
    signs: bool,
}

impl OwnService {
    /// Puts the recorded service back into a ClusterVersion that is saved: the next lab has another address.
    pub(crate) fn taken_out(&self, version: &Value) -> Value {
        let mut version = version.clone();
        let spec = version.get_mut("spec").and_then(Value::as_object_mut);
        let spec = spec.filter(|spec| spec.get("upstream") == Some(&self.address.as_str().into()));
        if let Some(spec) = spec {
            match &self.recorded {
                Value::Null => drop(spec.remove("upstream")),
                recorded => drop(spec.insert("upstream".to_owned(), recorded.clone())),
            }
            if self.signs {
                spec.remove(STORES);
            }
        }
        version
    }
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct LaterAnswersFile {
    after: String,
    answers: BTreeMap<String, Value>,
}

/// Answers that replace earlier ones, some time after the start.
#[derive(Debug, Clone)]
pub(crate) struct LaterAnswers {
    pub after: SignedDuration,
    pub answers: BTreeMap<String, Value>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct LabTroubleFile {
    operator: String,
    lasts: String,
    reason: String,
    message: String,
}

/// An operator that is degraded for a while when it is updated.
#[derive(Debug, Clone)]
pub(crate) struct LabTrouble {
    pub operator: String,
    pub lasts: SignedDuration,
    pub reason: String,
    pub message: String,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Settings {
    pub wire: SettingsFile,
    pub gates: Gates,
    pub graph: Option<Graph>,
    /// The graph as it was given.
    pub graph_wire: Option<Value>,
    pub later_answers: Vec<LaterAnswers>,
    pub troubles: Vec<LabTrouble>,
    pub since: BTreeMap<String, Timestamp>,
    pub now: Option<Timestamp>,
    pub own: Option<OwnService>,
}

const STORES: &str = "signatureStores";
pub const KIND: &str = "Lab";
pub(crate) const ACCEPT_RISKS: &str = "ClusterUpdateAcceptRisks";
pub(crate) const PREFLIGHT: &str = "ClusterUpdatePreflight";

impl Settings {
    /// Returns whether an object is the settings of a lab.
    pub(crate) fn is(object: &Value) -> bool {
        object["kind"] == KIND && object["apiVersion"] == "upgrade/v1"
    }

    pub(crate) fn read(
        settings: Option<&Document>,
        graph: Option<&Document>,
    ) -> Result<Self, LoadError> {
        let wire = SettingsFile::new(settings).map_err(|bad| LoadError::new(settings, &bad))?;
        let read = Self::new(wire).map_err(|bad| LoadError::new(settings, &bad))?;
        let object = graph.map(|graph| &graph.object);
        let known = object.map(|object| read::graph(object)?.strictly()).transpose();
        let known = known.map_err(|bad| LoadError::new(graph, &bad))?;
        Ok(Self { graph: known, graph_wire: object.cloned(), ..read })
    }

    fn new(wire: SettingsFile) -> Result<Self, BadObject> {
        let on = |gate: &str| wire.gates.iter().any(|given| given == gate);
        let since = wire
            .since
            .iter()
            .map(|(what, at)| Ok((what.clone(), time(at, || format!("since.{what}"))?)));
        let troubles = wire.troubles.iter().enumerate();
        let later = wire.later_answers.iter().enumerate();
        Ok(Self {
            gates: Gates { accept_risks: on(ACCEPT_RISKS), preflight: on(PREFLIGHT) },
            graph: None,
            graph_wire: None,
            later_answers: later
                .map(|(place, wire)| later_answers(place, wire))
                .collect::<Result<_, _>>()?,
            troubles: troubles
                .map(|(place, wire)| trouble(place, wire))
                .collect::<Result<_, _>>()?,
            since: since.collect::<Result<_, _>>()?,
            now: wire.now.as_ref().map(|now| time(now, || "now".to_owned())).transpose()?,
            own: None,
            wire,
        })
    }

    /// Lets a cluster follow the service at an address, which answers as the recorded one does.
    pub(crate) fn serve_at(&mut self, address: &str, version: &mut Value) {
        let recorded = version["spec"]["upstream"].clone();
        let followed = recorded.as_str().unwrap_or_default();
        let answers = upstream(&self.wire.upstreams, followed);
        self.wire.upstreams.insert(address.to_owned(), answers);
        version["spec"]["upstream"] = address.into();
        // A cluster with a service of its own may be disconnected, unless it also names where signatures are.
        let said = version["status"]["conditions"].as_array().into_iter().flatten();
        let retrieved = said
            .into_iter()
            .any(|said| said["type"] == "RetrievedUpdates" && said["status"] == "True");
        let signs = DEFAULTS.contains(&followed) && retrieved && version["spec"][STORES].is_null();
        if signs {
            version["spec"][STORES] = json!([{"url": format!("{address}/signatures")}]);
        }
        self.own = Some(OwnService { address: address.to_owned(), recorded, signs });
    }

    /// Returns the settings as they are saved with a cluster in mid-life.
    pub(crate) fn saved(
        &self,
        now: Option<Timestamp>,
        since: &BTreeMap<String, Timestamp>,
    ) -> SettingsFile {
        let mut upstreams = self.wire.upstreams.clone();
        upstreams.retain(|address, _| self.own.as_ref().is_none_or(|own| own.address != *address));
        SettingsFile {
            api_version: "upgrade/v1".to_owned(),
            kind: KIND.to_owned(),
            upstreams,
            furnish: Some(false),
            now: now.map(|now| now.to_string()),
            since: since.iter().map(|(what, at)| (what.clone(), at.to_string())).collect(),
            ..self.wire.clone()
        }
    }
}

impl SettingsFile {
    fn new(settings: Option<&Document>) -> Result<Self, BadObject> {
        let wire: Self = match settings {
            Some(settings) => typed(&settings.object)?,
            None => Self { gates: vec![ACCEPT_RISKS.to_owned()], ..Self::default() },
        };
        let known = |gate: &String| [ACCEPT_RISKS, PREFLIGHT].contains(&gate.as_str());
        match wire.gates.iter().position(|gate| !known(gate)) {
            Some(place) => {
                let problem = format!("the lab supports {ACCEPT_RISKS} and {PREFLIGHT}");
                Err(BadObject { field: format!("gates[{place}]"), problem })
            }
            None => Ok(wire),
        }
    }
}

fn time(text: &str, field: impl Fn() -> String) -> Result<Timestamp, BadObject> {
    let problem = || format!("{text:?} is not a time such as 2021-09-01T08:00:00Z");
    text.parse().map_err(|_| BadObject { field: field(), problem: problem() })
}

fn duration(text: &str) -> Result<SignedDuration, String> {
    let parsed: Option<SignedDuration> = text.parse().ok();
    parsed
        .filter(SignedDuration::is_positive)
        .ok_or_else(|| format!("{text:?} is not a duration such as 20m"))
}

fn later_answers(place: usize, wire: &LaterAnswersFile) -> Result<LaterAnswers, BadObject> {
    let after = duration(&wire.after)
        .map_err(|problem| BadObject { field: format!("laterAnswers[{place}].after"), problem })?;
    Ok(LaterAnswers { after, answers: wire.answers.clone() })
}

fn trouble(place: usize, wire: &LabTroubleFile) -> Result<LabTrouble, BadObject> {
    let bad = |field: &str, problem: String| BadObject {
        field: format!("troubles[{place}].{field}"),
        problem,
    };
    let LabTroubleFile { operator, reason, message, lasts } = wire.clone();
    let lasts = duration(&lasts).map_err(|problem| bad("lasts", problem))?;
    if operator.is_empty() {
        return Err(bad("operator", "must name a cluster operator".to_owned()));
    }
    Ok(LabTrouble { operator, lasts, reason, message })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_input_is_named_with_its_field() {
        let trouble = |field: &str, value: &str| {
            let mut trouble =
                json!({"operator": "etcd", "lasts": "5m", "reason": "", "message": ""});
            trouble[field] = json!(value);
            json!({"troubles": [trouble]})
        };
        for (object, said) in [
            (
                json!({"laterAnswers": [{"after": "soon", "answers": {}}]}),
                "lab.yaml: laterAnswers[0].after: \"soon\" is not a duration such as 20m",
            ),
            (json!({"now": "soon"}), "lab.yaml: now: \"soon\" is not a time"),
            (json!({"since": {"a": "x"}}), "lab.yaml: since.a: \"x\" is not a time"),
            (trouble("lasts", "-5m"), "lab.yaml: troubles[0].lasts: \"-5m\" is not a duration"),
            (trouble("lasts", "0s"), "lab.yaml: troubles[0].lasts: "),
            (trouble("operator", ""), "lab.yaml: troubles[0].operator: must name"),
            (json!({"gates": ["Surprise"]}), "lab.yaml: gates[0]: the lab supports"),
            (json!({"surprise": 1}), "lab.yaml: surprise: "),
        ] {
            let document = Document { origin: "lab.yaml".to_owned(), object };
            let error = Settings::read(Some(&document), None).unwrap_err().to_string();
            assert!(error.starts_with(said), "{error}");
        }
    }
}
