//! `pod-disruption-budgets`: those that would keep a node from being drained.

use std::collections::BTreeMap;

use super::{Blind, Facts, Target};
use crate::domain::links::BUDGETS;
use crate::domain::precheck::insight::{Impact, Insight, Level, Object};
use crate::domain::status::{holds, home};

/// What one budget holds in one pool, as `pod on node`.
type Held<'a> = BTreeMap<(String, Option<&'a str>), Vec<String>>;

pub(super) fn look(facts: &Facts, _: &Target) -> Result<Vec<Insight>, Blind> {
    let (budgets, pods) = (facts.budgets.seen()?, facts.pods.seen()?);
    let nodes = facts.nodes.or_nothing().map(Vec::as_slice).unwrap_or_default();
    let pools = facts.pools.or_nothing().map(Vec::as_slice).unwrap_or_default();
    let mut held: Held<'_> = BTreeMap::new();
    // A pod that is on no node is in nobody's way.
    for (name, holds) in holds(pods, budgets).into_iter().filter(|(name, _)| !name.is_empty()) {
        let node = nodes.iter().find(|node| node.name == name);
        let pool = node.and_then(|node| home(node, pools)).map(|pool| pool.name.as_str());
        for hold in holds {
            let said = format!("{} on node {name}", hold.pod);
            held.entry((hold.budget, pool)).or_default().push(said);
        }
    }
    Ok(held.into_iter().map(|((budget, pool), pods)| of_budget(&budget, pool, pods)).collect())
}

/// The pods come and go, and are not what is accepted: that is the budget, and the pool it holds.
fn of_budget(budget: &str, pool: Option<&str>, mut pods: Vec<String>) -> Insight {
    pods.sort();
    let (namespace, name) = budget.split_once('/').unwrap_or(("", budget));
    let uid = match pool {
        Some(pool) => format!("PodDisruptionBudgetAtLimit-{budget}/{pool}"),
        None => format!("PodDisruptionBudgetAtLimit-{budget}"),
    };
    let count = match pods.len() {
        1 => "a node".to_owned(),
        count => format!("nodes of {count} pods"),
    };
    let summary =
        format!("Disruption budget {budget} lets no pod go, so {count} cannot be drained");
    Insight::new(uid, (Level::Warning, Impact::UpdateStalled), summary)
        .in_pool(pool)
        .of(Object::within("PodDisruptionBudget", namespace, name))
        .describing(format!("It holds:\n{}", pods.join("\n")))
        .remedied_by("run more of these pods, or loosen the budget while machines are updated")
        .see(BUDGETS)
}
