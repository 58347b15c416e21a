//! Label selectors: which objects a pool or a budget is about.

use std::collections::BTreeMap;

/// All of these must hold; none of them selects everything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Selector(pub(crate) Vec<Requirement>);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Requirement {
    In(String, Vec<String>),
    NotIn(String, Vec<String>),
    Exists(String),
    DoesNotExist(String),
    /// An operator that is not known selects nothing.
    Unknown,
}

impl Selector {
    pub(crate) fn matches(&self, labels: &BTreeMap<String, String>) -> bool {
        self.0.iter().all(|requirement| match requirement {
            Requirement::In(key, values) => {
                labels.get(key).is_some_and(|value| values.contains(value))
            }
            Requirement::NotIn(key, values) => {
                labels.get(key).is_none_or(|value| !values.contains(value))
            }
            Requirement::Exists(key) => labels.contains_key(key),
            Requirement::DoesNotExist(key) => !labels.contains_key(key),
            Requirement::Unknown => false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_requirement_must_hold() {
        let labels: BTreeMap<String, String> =
            [("role", "infra"), ("tier", "a")].map(|(k, v)| (k.into(), v.into())).into();
        let of = |requirement: Requirement| Selector(vec![requirement]).matches(&labels);
        let list = |values: &[&str]| values.iter().map(|&value| value.to_owned()).collect();
        assert!(of(Requirement::In("role".into(), list(&["infra", "worker"]))));
        assert!(!of(Requirement::In("role".into(), list(&["worker"]))));
        assert!(of(Requirement::NotIn("role".into(), list(&["worker"]))));
        assert!(of(Requirement::NotIn("none".into(), list(&["worker"]))));
        assert!(of(Requirement::Exists("tier".into())) && !of(Requirement::Exists("x".into())));
        assert!(of(Requirement::DoesNotExist("x".into())));
        assert!(!of(Requirement::Unknown));
        assert!(Selector::default().matches(&labels));
    }
}
