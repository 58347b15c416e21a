//! Prometheus answers → what a query came to.

use serde_json::Value;

use super::documents::typed;
use crate::api::prometheus::Response;
use crate::domain::graph::Answer;

/// Reads an answer; one that makes no sense is a query that failed.
pub(crate) fn answer(object: &Value) -> Answer {
    let response: Response = match typed(object) {
        Ok(response) => response,
        Err(bad) => return Answer::Failed(format!("not an answer of Prometheus: {bad}")),
    };
    let Some(data) = response.data.filter(|_| response.status == "success") else {
        return Answer::Failed(response.error.unwrap_or_else(|| "the query failed".to_owned()));
    };
    if data.result_type != "vector" {
        return Answer::Failed(format!("the result is a {}, not a vector", data.result_type));
    }
    let samples = data.result.as_array().map(Vec::as_slice).unwrap_or_default();
    let value = |sample: &Value| sample["value"][1].as_str()?.parse().ok();
    match samples.iter().map(value).collect() {
        Some(values) => Answer::Vector(values),
        None => Answer::Failed("a sample has no value".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_vector_has_values_and_all_else_has_failed() {
        let vector = |result: Value| json!({"status": "success", "data": {"resultType": "vector", "result": result}});
        let sample = |value: &str| json!({"metric": {}, "value": [1_630_000_000.0, value]});
        assert_eq!(answer(&vector(json!([sample("1")]))), Answer::Vector(vec![1.0]));
        assert_eq!(answer(&vector(json!([]))), Answer::Vector(vec![]));
        assert_eq!(
            answer(&vector(json!([sample("0"), sample("1")]))),
            Answer::Vector(vec![0.0, 1.0])
        );
        for failed in [
            json!({"status": "error", "error": "bad_data"}),
            json!({"status": "success", "data": {"resultType": "scalar", "result": [0, "1"]}}),
            vector(json!([{"metric": {}}])),
            json!("nonsense"),
        ] {
            assert!(matches!(answer(&failed), Answer::Failed(_)), "{failed}");
        }
    }
}
