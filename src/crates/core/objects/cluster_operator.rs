//! Cluster operators: the parts of a cluster, and their releases.

use serde::Deserialize;
use serde_json::Value;

use crate::condition_type::ClusterOperatorCondition;
use crate::objects::cluster_version::conditions;
use crate::objects::cluster_version::wire::{ConditionObject, Text};
use upgrade_graph::condition::{Conditions, Status};
use upgrade_graph::decode::typed;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operator {
    pub name: String,
    /// Its own version, if it reports one.
    pub version: Option<String>,
    /// Its image, if it reports one.
    pub image: Option<String>,
    /// Whether it is part of the release; others do not take part in updates.
    pub of_the_platform: bool,
    pub conditions: Conditions,
}

impl Operator {
    pub fn runs(&self, version: &str) -> bool {
        !version.is_empty() && self.version.as_deref() == Some(version)
    }

    pub fn is_degraded(&self) -> bool {
        self.conditions.is(ClusterOperatorCondition::Degraded, Status::True)
    }
}

pub const KIND: &str = "ClusterOperator";
pub const PLURAL: &str = "clusteroperators";
/// The name of an operator's own version in its list of versions.
pub(crate) const ITSELF: &str = "operator";
/// The same for its image.
pub(crate) const ITS_IMAGE: &str = "operator-image";
/// Annotations of objects that are part of a release.
pub(crate) const PLATFORM: [&str; 2] =
    ["include.release.openshift.io/", "exclude.release.openshift.io/"];

#[derive(Debug, Default, Deserialize)]
pub(crate) struct ClusterOperator {
    pub status: Option<ClusterOperatorStatus>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct ClusterOperatorStatus {
    pub versions: Option<Vec<OperandVersion>>,
    pub conditions: Option<Vec<ConditionObject>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct OperandVersion {
    pub name: Option<Text>,
    pub version: Option<Text>,
}

pub fn operator(name: String, object: &Value) -> Operator {
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
    use super::*;
    use serde_json::json;
    use upgrade_graph::condition::Status;

    #[test]
    fn an_operator_runs_the_version_it_reports_for_itself() {
        let versions =
            json!([{"name": "oauth", "version": "1"}, {"name": "operator", "version": "4.6.43"}]);
        let conditions = json!([{"type": "Progressing", "status": "True"}, {"type": "Degraded", "status": false}]);
        let object = json!({"status": {"versions": versions, "conditions": conditions}});
        let read = operator("auth".into(), &object);
        assert_eq!(read.name, "auth");
        assert!(read.runs("4.6.43") && !read.runs("1") && !read.runs(""));
        assert!(read.conditions.is(ClusterOperatorCondition::Progressing, Status::True));
        assert!(!read.is_degraded());
    }

    #[test]
    fn of_conditions_that_are_doubled_or_odd_the_worst_counts() {
        for said in [&["False", "True"][..], &["True", "False"], &["Perhaps"]] {
            let all = ["Available", "Degraded", "Progressing", "Upgradeable"]
                .map(|kind| said.iter().map(move |status| json!({"type": kind, "status": status})));
            let conditions: Vec<Value> = all.into_iter().flatten().collect();
            let read = operator("dns".into(), &json!({"status": {"conditions": conditions}}));
            assert!(read.is_degraded(), "{said:?}");
            let progressing = ClusterOperatorCondition::Progressing;
            assert!(read.conditions.is(progressing, Status::True), "{said:?}");
            for kind in [ClusterOperatorCondition::Available, ClusterOperatorCondition::Upgradeable]
            {
                assert!(read.conditions.is(kind, Status::False), "{kind:?}: {said:?}");
            }
        }
    }

    #[test]
    fn what_is_odd_or_missing_is_not_known() {
        for odd in [
            json!({"metadata": {"name": "dns"}}),
            json!({"metadata": {"name": "dns"}, "status": null}),
            json!({"metadata": {"name": "dns"}, "status": {"versions": {}, "conditions": []}}),
            json!({"metadata": {"name": "dns"}, "status": {"versions": [{"name": "operator"}], "conditions": [{"type": "Degraded", "status": "Unknown"}]}}),
        ] {
            let read = operator("dns".into(), &odd);
            assert_eq!(read.name, "dns");
            assert_eq!(read.version, None, "{odd}");
            assert_eq!(
                read.conditions.status(ClusterOperatorCondition::Degraded),
                Status::Unknown,
                "{odd}"
            );
        }
    }
}
