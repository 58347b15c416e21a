//! Blocked drains: pods that a disruption budget keeps on their node.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::objects::node::{Budget, Pod};

/// A pod that a disruption budget keeps on its node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BlockedEviction {
    pub pod: String,
    pub budget: String,
}

/// Returns the blocked pods, by node.
pub(crate) fn holds(pods: &[Pod], budgets: &[Budget]) -> BTreeMap<String, Vec<BlockedEviction>> {
    let mut held: BTreeMap<String, Vec<BlockedEviction>> = BTreeMap::new();
    for pod in pods.iter().filter(|pod| !pod.stays) {
        let tight = budgets.iter().filter(|budget| budget.allowed <= 0);
        for budget in tight.filter(|budget| budget.covers(pod)) {
            held.entry(pod.node.clone()).or_default().push(BlockedEviction {
                pod: format!("{}/{}", pod.namespace, pod.name),
                budget: format!("{}/{}", budget.namespace, budget.name),
            });
        }
    }
    held
}

impl Budget {
    fn covers(&self, pod: &Pod) -> bool {
        self.namespace == pod.namespace
            && self.selector.as_ref().is_some_and(|selector| selector.matches(&pod.labels))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selector::{Requirement, Selector};

    #[test]
    fn a_tight_budget_holds_its_pods_and_no_others() {
        let pod = |namespace: &str, name: &str| Pod {
            namespace: namespace.into(),
            name: name.into(),
            node: "worker-1".into(),
            labels: [("app".to_owned(), name.to_owned())].into(),
            stays: false,
        };
        let budget = |allowed| Budget {
            namespace: "shop".into(),
            name: "ledger".into(),
            selector: Some(Selector(vec![Requirement::In("app".into(), vec!["ledger".into()])])),
            allowed,
        };
        let pods = [
            pod("shop", "ledger"),
            pod("shop", "cart"),
            pod("other", "ledger"),
            Pod { stays: true, ..pod("shop", "ledger") },
        ];
        let held = holds(&pods, &[budget(0)]);
        assert_eq!(
            held["worker-1"],
            [BlockedEviction { pod: "shop/ledger".into(), budget: "shop/ledger".into() }]
        );
        assert!(holds(&pods, &[budget(1)]).is_empty());
        assert!(holds(&pods, &[Budget { selector: None, ..budget(0) }]).is_empty());
    }
}
