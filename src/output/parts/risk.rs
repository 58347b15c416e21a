//! A risk of an update, as every kind describes it.

use schemars::JsonSchema;
use serde::Serialize;

use upgrade_core::reported_risk::{AppliesFrom, RiskReport};
use upgrade_graph::condition::Status;
use upgrade_graph::model::Rule;

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RiskView {
    pub(crate) name: String,
    pub(crate) message: String,
    pub(crate) url: Option<String>,
    pub(crate) applies: Status,
    /// What determines whether it applies
    pub(crate) applies_from: AppliesFrom,
    /// Accepted on the cluster
    pub(crate) accepted: bool,
    /// In the order of evaluation: the first one that can be evaluated decides
    pub(crate) matching_rules: Vec<MatchingRuleView>,
}

/// A rule that determines whether a risk applies
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct MatchingRuleView {
    /// `Always`, `PromQL`, `Platforms`, or an unknown type
    pub(crate) r#type: String,
    /// The query of `PromQL`
    pub(crate) promql: Option<QueryView>,
    /// The platforms of `Platforms`
    pub(crate) platforms: Option<Vec<String>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct QueryView {
    /// A query that returns 1 if the risk applies, and 0 if it does not
    pub(crate) promql: String,
}

impl RiskView {
    pub(crate) fn new(risk: &RiskReport) -> Self {
        let RiskReport { name, message, url, rules, applies, applies_from, accepted } =
            risk.clone();
        let matching_rules = MatchingRuleView::all(&rules);
        Self { name, message, url, applies, applies_from, accepted, matching_rules }
    }
}

impl MatchingRuleView {
    /// The view of rules; an any-of rule is replaced by its parts.
    pub(crate) fn all(rules: &[Rule]) -> Vec<Self> {
        rules.iter().flat_map(Self::of_rule).collect()
    }

    fn of_rule(rule: &Rule) -> Vec<Self> {
        let named = |kind: &str| Self { r#type: kind.to_owned(), promql: None, platforms: None };
        match rule {
            Rule::Always => vec![named("Always")],
            Rule::PromQl(query) => {
                let promql = Some(QueryView { promql: query.clone() });
                vec![Self { promql, ..named("PromQL") }]
            }
            Rule::Platforms(names) => {
                vec![Self { platforms: Some(names.clone()), ..named("Platforms") }]
            }
            Rule::AnyOf(rules) => Self::all(rules),
            Rule::Unknown(kind) => vec![named(kind)],
        }
    }
}
