//! What a scenario says of its cluster beside the objects: gates, update service, answers, troubles.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::schema::Gates;
use crate::domain::graph::{Answer, Graph};
use crate::translate::documents::{BadObject, typed};
use crate::translate::{cincinnati, prometheus};

/// The file of a scenario that is not an object of the cluster.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub(crate) struct Wire {
    pub(crate) api_version: String,
    pub(crate) kind: String,
    /// Feature gates that are on.
    pub(crate) gates: Vec<String>,
    /// Whether to add the operators, pools and nodes that a cluster of this kind has.
    pub(crate) furnish: Option<bool>,
    /// Varies how long things take.
    pub(crate) seed: u64,
    /// Update services beside the default one.
    pub(crate) upstreams: BTreeMap<String, Upstream>,
    /// What Prometheus answers to each query.
    pub(crate) answers: BTreeMap<String, Value>,
    pub(crate) troubles: Vec<TroubleWire>,
    /// When the cluster was put aside, and since when things were as they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) now: Option<String>,
    pub(crate) since: BTreeMap<String, String>,
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

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct TroubleWire {
    operator: String,
    lasts: String,
    reason: String,
    message: String,
}

/// An operator that is degraded for a while when it is updated.
#[derive(Debug, Clone)]
pub(crate) struct Trouble {
    pub(crate) operator: String,
    pub(crate) lasts: SignedDuration,
    pub(crate) reason: String,
    pub(crate) message: String,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Settings {
    pub(crate) wire: Wire,
    pub(crate) gates: Gates,
    pub(crate) graph: Option<Graph>,
    /// The graph as it was given.
    pub(crate) graph_wire: Option<Value>,
    pub(crate) answers: BTreeMap<String, Answer>,
    pub(crate) troubles: Vec<Trouble>,
    pub(crate) since: BTreeMap<String, Timestamp>,
    pub(crate) now: Option<Timestamp>,
}

const KIND: &str = "Lab";
const ACCEPT_RISKS: &str = "ClusterUpdateAcceptRisks";
const PREFLIGHT: &str = "ClusterUpdatePreflight";

impl Settings {
    /// Returns whether an object is the settings of a lab.
    pub(crate) fn is(object: &Value) -> bool {
        object["kind"] == KIND && object["apiVersion"] == "upgrade/v1"
    }

    /// Returns whether an object is an update graph.
    pub(crate) fn is_graph(object: &Value) -> bool {
        object.get("kind").is_none() && object["nodes"].is_array() && object["edges"].is_array()
    }

    pub(crate) fn read(settings: Option<&Value>, graph: Option<Value>) -> Result<Self, BadObject> {
        let wire: Wire = match settings {
            Some(settings) => typed(settings)?,
            None => Wire { gates: vec![ACCEPT_RISKS.to_owned()], ..Wire::default() },
        };
        let known = |gate: &String| [ACCEPT_RISKS, PREFLIGHT].contains(&gate.as_str());
        if let Some(place) = wire.gates.iter().position(|gate| !known(gate)) {
            let problem = format!("the lab knows {ACCEPT_RISKS} and {PREFLIGHT}");
            return Err(BadObject { field: format!("gates[{place}]"), problem });
        }
        let on = |gate: &str| wire.gates.iter().any(|given| given == gate);
        let answers = wire.answers.iter();
        Ok(Self {
            gates: Gates { accept_risks: on(ACCEPT_RISKS), preflight: on(PREFLIGHT) },
            graph: graph.as_ref().map(cincinnati::graph).transpose()?,
            graph_wire: graph,
            answers: answers.map(|(query, at)| (query.clone(), prometheus::answer(at))).collect(),
            troubles: wire.troubles.iter().map(trouble).collect::<Result<_, _>>()?,
            since: wire
                .since
                .iter()
                .filter_map(|(what, at)| Some((what.clone(), at.parse().ok()?)))
                .collect(),
            now: wire.now.as_ref().and_then(|now| now.parse().ok()),
            wire,
        })
    }

    /// Returns the settings as they are saved with a cluster in mid-life.
    pub(crate) fn saved(
        &self,
        now: Option<Timestamp>,
        since: &BTreeMap<String, Timestamp>,
    ) -> Wire {
        Wire {
            api_version: "upgrade/v1".to_owned(),
            kind: KIND.to_owned(),
            furnish: Some(false),
            now: now.map(|now| now.to_string()),
            since: since.iter().map(|(what, at)| (what.clone(), at.to_string())).collect(),
            ..self.wire.clone()
        }
    }
}

fn trouble(wire: &TroubleWire) -> Result<Trouble, BadObject> {
    let lasts = wire.lasts.parse().map_err(|_| BadObject {
        field: "troubles.lasts".to_owned(),
        problem: format!("{:?} is not a duration such as 20m", wire.lasts),
    })?;
    let TroubleWire { operator, reason, message, .. } = wire.clone();
    Ok(Trouble { operator, lasts, reason, message })
}
