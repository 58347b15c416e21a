//! Pod disruption budgets that would block the drain of a node.

use std::collections::BTreeMap;

use super::{UpdatePhase, UpdateTarget};
use crate::drain::holds;
use crate::insight::{Impact, Insight, InsightCode, Level, Object};
use crate::links::BUDGETS;
use crate::objects::machine_config_pool::home;
use crate::objects::node::{Budget, Pod};
use crate::part::Part;
use crate::snapshot::Snapshot;

/// What one budget blocks in one pool, as `pod on node`.
type TightBudget<'a> = BTreeMap<(String, Option<&'a str>), Vec<String>>;

pub(super) fn check(
    snapshot: &Snapshot,
    _: UpdatePhase<'_>,
    _: Option<&UpdateTarget>,
) -> Part<Vec<Insight>> {
    let (budgets, pods) = (snapshot.budgets.as_ref(), snapshot.pods.as_ref());
    budgets.and_then(|budgets| pods.map(|pods| held(snapshot, pods, budgets)))
}

fn held(snapshot: &Snapshot, pods: &[Pod], budgets: &[Budget]) -> Vec<Insight> {
    let (nodes, pools) = (snapshot.nodes.items(), snapshot.pools.items());
    let mut held: TightBudget<'_> = BTreeMap::new();
    // A pod without a node blocks no drain.
    for (name, holds) in holds(pods, budgets).into_iter().filter(|(name, _)| !name.is_empty()) {
        let node = nodes.iter().find(|node| node.name == name);
        let pool = node.and_then(|node| home(node, pools)).map(|pool| pool.name.as_str());
        for hold in holds {
            let said = format!("{} on node {name}", hold.pod);
            held.entry((hold.budget, pool)).or_default().push(said);
        }
    }
    held.into_iter().map(|((budget, pool), pods)| of_budget(&budget, pool, pods)).collect()
}

/// Pods change, so they are not what is accepted: that is the budget and the pool.
fn of_budget(budget: &str, pool: Option<&str>, mut pods: Vec<String>) -> Insight {
    pods.sort();
    let (namespace, name) = budget.split_once('/').unwrap_or(("", budget));
    let uid = match pool {
        Some(pool) => format!("PodDisruptionBudgetAtLimit-{budget}/{pool}"),
        None => format!("PodDisruptionBudgetAtLimit-{budget}"),
    };
    let count = match pods.len() {
        1 => "a node".to_owned(),
        count => format!("the nodes of {count} pods"),
    };
    let summary =
        format!("PodDisruptionBudget {budget} allows no disruption: {count} cannot be drained");
    let code = InsightCode::BudgetAtLimit;
    Insight::new(code, uid, Level::Warning, Impact::UpdateStalled, summary)
        .in_pool(pool)
        .concerning(Object::within("PodDisruptionBudget", namespace, name))
        .describing(format!("It protects:\n{}", pods.join("\n")))
        .remedied_by("run more replicas, or relax the budget while nodes update")
        .see(BUDGETS)
}
