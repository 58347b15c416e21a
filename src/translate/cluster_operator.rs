//! ClusterOperators → Operators: one that cannot be read is one of which nothing is known.

use serde_json::Value;

use super::cluster_version::conditions;
use crate::api::cluster_operator::{ClusterOperator, ITS_IMAGE, ITSELF, OperandVersion, PLATFORM};
use crate::domain::operator::Operator;
use crate::translate::decode::typed;

pub(crate) fn operator(name: String, object: &Value) -> Operator {
    let wire: ClusterOperator = typed(object).unwrap_or_default();
    let status = wire.status.unwrap_or_default();
    let versions = status.versions.unwrap_or_default();
    let reported = |name: &str| {
        let named =
            |operand: &&OperandVersion| operand.name.as_ref().is_some_and(|given| given.0 == name);
        let text = versions.iter().find(named)?.version.as_ref()?.0.clone();
        Some(text).filter(|text| !text.is_empty())
    };
    let annotations = object["metadata"]["annotations"].as_object();
    let included = |key: &String| PLATFORM.iter().any(|prefix| key.starts_with(prefix));
    Operator {
        name,
        version: reported(ITSELF),
        image: reported(ITS_IMAGE),
        of_the_platform: annotations.is_some_and(|notes| notes.keys().any(included)),
        conditions: conditions(status.conditions),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::domain::condition::Status;

    #[test]
    fn an_operator_runs_the_version_it_reports_for_itself() {
        let versions =
            json!([{"name": "oauth", "version": "1"}, {"name": "operator", "version": "4.6.43"}]);
        let conditions = json!([{"type": "Progressing", "status": "True"}, {"type": "Degraded", "status": false}]);
        let object = json!({"status": {"versions": versions, "conditions": conditions}});
        let read = operator("auth".into(), &object);
        assert_eq!(read.name, "auth");
        assert!(read.runs("4.6.43") && !read.runs("1") && !read.runs(""));
        assert!(read.is_progressing() && !read.is_degraded());
    }

    #[test]
    fn what_is_odd_or_missing_is_not_known() {
        for odd in [
            json!({"metadata": {"name": "dns"}}),
            json!({"metadata": {"name": "dns"}, "status": null}),
            json!({"metadata": {"name": "dns"}, "status": {"versions": {}, "conditions": []}}),
            json!({"metadata": {"name": "dns"}, "status": {"versions": [{"name": "operator"}], "conditions": [{"type": "Degraded", "status": "Perhaps"}]}}),
        ] {
            let read = operator("dns".into(), &odd);
            assert_eq!(read.name, "dns");
            assert_eq!(read.version, None, "{odd}");
            assert_eq!(read.conditions.status("Degraded"), Status::Unknown, "{odd}");
        }
    }
}
