//! Rules about platforms: clusters do not support them, so the update service evaluates them for
//! each request.

use std::collections::BTreeSet;

use super::{Built, BuiltEdge, EdgeClass};
use crate::model::{Risk, Rule};

/// The result of a rule on a platform.
enum Reduced {
    Match,
    NoMatch,
    /// What the cluster evaluates.
    Rule(Rule),
}

impl Built {
    /// Returns the platforms that rules name, in lowercase.
    pub fn platforms(&self) -> BTreeSet<String> {
        self.risks.iter().flat_map(|risk| &risk.rules).flat_map(named).collect()
    }

    /// Returns the graph for clusters on a platform: an update that is blocked there is removed,
    /// and one that is blocked elsewhere is unconditional. If the platform is unknown, all of them
    /// are removed.
    #[must_use]
    pub fn for_platform(&self, platform: Option<&str>) -> Self {
        let Some(platform) = platform else { return self.clone() };
        let reduced: Vec<Reduced> =
            self.risks.iter().map(|risk| reduce_risk(risk, platform)).collect();
        let edge = |edge: &BuiltEdge| {
            let class = match &edge.class {
                EdgeClass::Conditional(risks) => narrowed(risks, &reduced),
                class @ (EdgeClass::Recommended
                | EdgeClass::Blocked { .. }
                | EdgeClass::Both(_)) => class.clone(),
            };
            BuiltEdge { class, ..edge.clone() }
        };
        let risk = |(risk, reduced): (&Risk, &Reduced)| match reduced {
            Reduced::Rule(rule) if risk.rules.len() == 1 => {
                Risk { rules: vec![rule.clone()], ..risk.clone() }
            }
            Reduced::Rule(_) | Reduced::Match | Reduced::NoMatch => risk.clone(),
        };
        Self {
            mode: self.mode,
            nodes: self.nodes.clone(),
            edges: self.edges.iter().map(edge).collect(),
            risks: self.risks.iter().zip(&reduced).map(risk).collect(),
            warnings: self.warnings.clone(),
        }
    }
}

/// Removes what does not affect the platform. An edge with a risk that does keeps it, and is not
/// served, since no cluster can evaluate it.
fn narrowed(risks: &[usize], reduced: &[Reduced]) -> EdgeClass {
    if risks.iter().any(|risk| matches!(reduced[*risk], Reduced::Match)) {
        return EdgeClass::Conditional(risks.to_vec());
    }
    let left = risks.iter().filter(|risk| !matches!(reduced[**risk], Reduced::NoMatch));
    match left.copied().collect::<Vec<usize>>() {
        none if none.is_empty() => EdgeClass::Recommended,
        left => EdgeClass::Conditional(left),
    }
}

/// Only risks in the early form have rules about platforms, and they have one rule.
fn reduce_risk(risk: &Risk, platform: &str) -> Reduced {
    match risk.rules.as_slice() {
        [rule @ (Rule::Platforms(_) | Rule::AnyOf(_))] => reduce(rule, platform),
        rules => Reduced::Rule(rules.first().cloned().unwrap_or(Rule::Always)),
    }
}

fn reduce(rule: &Rule, platform: &str) -> Reduced {
    match rule {
        // An empty list blocks for all clusters.
        Rule::Platforms(names) if names.is_empty() => Reduced::Match,
        Rule::Platforms(names) => {
            let here = names.iter().any(|name| name.eq_ignore_ascii_case(platform));
            if here { Reduced::Match } else { Reduced::NoMatch }
        }
        Rule::AnyOf(rules) => {
            let mut left = Vec::new();
            for rule in rules {
                match reduce(rule, platform) {
                    Reduced::Match => return Reduced::Match,
                    Reduced::NoMatch => {}
                    Reduced::Rule(rule) => left.push(rule),
                }
            }
            match (left.pop(), left.is_empty()) {
                (None, _) if rules.is_empty() => Reduced::Match,
                (None, _) => Reduced::NoMatch,
                (Some(rule), true) => Reduced::Rule(rule),
                (Some(rule), false) => {
                    left.push(rule);
                    Reduced::Rule(Rule::AnyOf(left))
                }
            }
        }
        Rule::Always | Rule::PromQl(_) | Rule::Unknown(_) => Reduced::Rule(rule.clone()),
    }
}

fn named(rule: &Rule) -> Vec<String> {
    match rule {
        Rule::Platforms(names) => names.iter().map(|name| name.to_ascii_lowercase()).collect(),
        Rule::AnyOf(rules) => rules.iter().flat_map(named).collect(),
        Rule::Always | Rule::PromQl(_) | Rule::Unknown(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests;
