//! The pods of etcd, one per member on the control plane.

use serde_json::Value;

use crate::objects::cluster_version::conditions;
use crate::objects::node::{PodObject, text, texts};
use upgrade_graph::condition::Conditions;
use upgrade_graph::decode::typed;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EtcdPod {
    pub name: String,
    pub node: String,
    pub conditions: Conditions,
}

pub const NAMESPACE: &str = "openshift-etcd";
/// Selects the members; guards, installers and pruners share their namespace.
/// cluster-version-operator: pkg/readiness/etcd_health.go
pub const LABEL: (&str, &str) = ("app", "etcd");
/// The ClusterOperator. A cluster without one has an external etcd.
pub const OPERATOR: &str = "etcd";

/// Reads a pod of the namespace; none if it is not a member.
pub fn etcd_pod(object: &Value) -> Option<EtcdPod> {
    let wire: PodObject = typed(object).unwrap_or_default();
    let metadata = wire.metadata.unwrap_or_default();
    let (key, value) = LABEL;
    let is_member = texts(metadata.labels).get(key).is_some_and(|label| label == value);
    let is_here = text(metadata.namespace.as_ref()) == NAMESPACE;
    (is_member && is_here).then(|| EtcdPod {
        name: text(metadata.name.as_ref()).to_owned(),
        node: text(wire.spec.unwrap_or_default().node_name.as_ref()).to_owned(),
        conditions: conditions(wire.status.unwrap_or_default().conditions),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::condition_type::PodCondition;
    use upgrade_graph::condition::Status;

    #[test]
    fn only_members_are_read_and_the_worst_of_their_conditions_counts() {
        let pod = |namespace: &str, app: &str| {
            etcd_pod(&json!({
                "metadata": {"name": "etcd-master-0", "namespace": namespace, "labels": {"app": app}},
                "spec": {"nodeName": "master-0"},
                "status": {"conditions": [
                    {"type": "Ready", "status": "True"}, {"type": "Ready", "status": "False"},
                ]},
            }))
        };
        assert_eq!(pod(NAMESPACE, "guard"), None);
        assert_eq!(pod("default", "etcd"), None);
        let member = pod(NAMESPACE, "etcd").unwrap();
        assert_eq!((member.name.as_str(), member.node.as_str()), ("etcd-master-0", "master-0"));
        assert!(member.conditions.is(PodCondition::Ready, Status::False));
        assert_eq!(etcd_pod(&json!({"metadata": 7})), None);
    }
}
