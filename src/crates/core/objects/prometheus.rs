//! Responses of Prometheus: to an instant query, and to a request for alerts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::alert::Alert;
use upgrade_graph::decode::typed;
use upgrade_graph::risk::QueryAnswer;

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct QueryResponse {
    pub status: String,
    pub error: Option<String>,
    pub data: Option<QueryData>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct QueryData {
    pub result_type: String,
    #[serde(default)]
    pub result: Value,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct AlertsResponse {
    #[serde(default)]
    pub status: String,
    pub error: Option<String>,
    pub data: Option<AlertsData>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct AlertsData {
    pub alerts: Vec<AlertObject>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AlertObject {
    #[serde(default)]
    pub labels: BTreeMap<String, String>,
    #[serde(default)]
    pub annotations: BTreeMap<String, String>,
    #[serde(default)]
    pub state: String,
    pub active_at: Option<String>,
}

/// Reads a response; an invalid one counts as a failed query.
pub fn answer(object: &Value) -> QueryAnswer {
    let response: QueryResponse = match typed(object) {
        Ok(response) => response,
        Err(bad) => return QueryAnswer::Failed(format!("not a Prometheus response: {bad}")),
    };
    let Some(data) = response.data.filter(|_| response.status == "success") else {
        return QueryAnswer::Failed(
            response.error.unwrap_or_else(|| "the query failed".to_owned()),
        );
    };
    if data.result_type != "vector" {
        return QueryAnswer::Failed(format!("the result is a {}, not a vector", data.result_type));
    }
    let samples = data.result.as_array().map(Vec::as_slice).unwrap_or_default();
    let value = |sample: &Value| sample["value"][1].as_str()?.parse().ok();
    match samples.iter().map(value).collect() {
        Some(values) => QueryAnswer::Vector(values),
        None => QueryAnswer::Failed("a sample has no value".to_owned()),
    }
}

/// Returns whether a document is a recorded answer with alerts.
pub fn is_alerts(object: &Value) -> bool {
    let failed = object["status"] == "error" && object.get("errorType").is_some();
    object.get("kind").is_none() && (object["data"]["alerts"].is_array() || failed)
}

/// Reads the alerts of a response, or returns why there are none.
pub fn alerts(object: &Value) -> Result<Vec<Alert>, String> {
    let response: AlertsResponse =
        typed(object).map_err(|bad| format!("not a list of alerts: {bad}"))?;
    match (response.status.as_str(), response.data) {
        ("success", Some(data)) => Ok(data.alerts.into_iter().map(alert).collect()),
        ("success", None) => Err("the answer has no data".to_owned()),
        (_, _) => Err(response.error.unwrap_or_else(|| "the request for alerts failed".to_owned())),
    }
}

fn alert(wire: AlertObject) -> Alert {
    let AlertObject { mut labels, mut annotations, state, active_at } = wire;
    let mut label = |name: &str| labels.remove(name).unwrap_or_default();
    let mut annotation = |name: &str| annotations.remove(name).unwrap_or_default();
    Alert {
        name: label("alertname"),
        severity: label("severity"),
        state,
        since: active_at.and_then(|at| at.parse().ok()),
        namespace: label("namespace"),
        disruption_budget: label("poddisruptionbudget"),
        precheck: label("openShiftUpdatePrecheck") == "true",
        summary: annotation("summary"),
        description: annotation("description"),
        message: annotation("message"),
        runbook: annotation("runbook_url"),
    }
}

pub const KIND: &str = "RecordedAnswers";

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RecordedAnswers {
    pub api_version: String,
    pub kind: String,
    /// `spec.clusterID` of the cluster that was asked about.
    pub cluster_id: Option<String>,
    /// RFC 3339
    pub recorded: Option<String>,
    /// What the cluster runs on.
    pub platform: Option<String>,
    /// By query, as Prometheus answered.
    pub answers: BTreeMap<String, Value>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_vector_has_values_and_all_else_has_failed() {
        let vector = |result: Value| json!({"status": "success", "data": {"resultType": "vector", "result": result}});
        let sample = |value: &str| json!({"metric": {}, "value": [1_630_000_000.0, value]});
        assert_eq!(answer(&vector(json!([sample("1")]))), QueryAnswer::Vector(vec![1.0]));
        assert_eq!(answer(&vector(json!([]))), QueryAnswer::Vector(vec![]));
        assert_eq!(
            answer(&vector(json!([sample("0"), sample("1")]))),
            QueryAnswer::Vector(vec![0.0, 1.0])
        );
        for failed in [
            json!({"status": "error", "error": "bad_data"}),
            json!({"status": "success", "data": {"resultType": "scalar", "result": [0, "1"]}}),
            vector(json!([{"metric": {}}])),
            json!("nonsense"),
        ] {
            assert!(matches!(answer(&failed), QueryAnswer::Failed(_)), "{failed}");
        }
    }

    #[test]
    fn alerts_are_read_by_their_labels_and_annotations() {
        let object = json!({"status": "success", "data": {"alerts": [{
            "labels": {"alertname": "A", "severity": "warning", "openShiftUpdatePrecheck": "true"},
            "annotations": {"summary": "It is A.", "runbook_url": "https://example.com/A"},
            "state": "firing", "activeAt": "2022-03-01T09:00:00Z", "value": "1e+00",
        }, {}]}});
        assert!(is_alerts(&object));
        let found = alerts(&object).unwrap();
        assert_eq!((found[0].name.as_str(), found[0].precheck), ("A", true));
        assert_eq!(found[0].runbook, "https://example.com/A");
        assert_eq!(found[0].since, Some("2022-03-01T09:00:00Z".parse().unwrap()));
        assert_eq!(found[1], Alert::default());
    }

    #[test]
    fn an_answer_without_alerts_says_why() {
        for (answer, why) in [
            (json!({"status": "error", "error": "overloaded"}), "overloaded"),
            (json!({"status": "error"}), "the request for alerts failed"),
            (json!({"status": "success"}), "the answer has no data"),
            (json!({"data": {"alerts": []}}), "the request for alerts failed"),
        ] {
            assert_eq!(alerts(&answer).unwrap_err(), why);
        }
        let odd = json!({"status": "success", "data": {"alerts": [{"labels": {"alertname": 4}}]}});
        assert!(alerts(&odd).unwrap_err().contains("data.alerts[0].labels.alertname"));
        assert!(alerts(&json!("<html>")).is_err());
    }
}
