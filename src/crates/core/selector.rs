//! Label selectors: which objects a pool, a budget or a flag selects.

use std::collections::BTreeMap;

/// All of these must match; an empty selector matches everything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selector(pub Vec<Requirement>);

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Requirement {
    In(String, Vec<String>),
    NotIn(String, Vec<String>),
    Exists(String),
    DoesNotExist(String),
    /// The label is an integer, and larger.
    Above(String, i64),
    /// … and smaller.
    Below(String, i64),
    /// An unknown operator matches nothing.
    Unknown,
}

impl Selector {
    pub fn matches(&self, labels: &BTreeMap<String, String>) -> bool {
        self.0.iter().all(|requirement| match requirement {
            Requirement::In(key, values) => {
                labels.get(key).is_some_and(|value| values.contains(value))
            }
            Requirement::NotIn(key, values) => {
                labels.get(key).is_none_or(|value| !values.contains(value))
            }
            Requirement::Exists(key) => labels.contains_key(key),
            Requirement::DoesNotExist(key) => !labels.contains_key(key),
            Requirement::Above(key, bound) => number(labels, key).is_some_and(|is| is > *bound),
            Requirement::Below(key, bound) => number(labels, key).is_some_and(|is| is < *bound),
            Requirement::Unknown => false,
        })
    }

    /// Reads `a=b,c!=d,e in (f,g),h notin (i),j,!k,l>1` as kubectl does; an error tells which part
    /// is invalid.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.trim().is_empty() {
            return Ok(Self::default());
        }
        let mut depth = 0;
        let parts = text.split(move |c: char| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            c == ',' && depth == 0
        });
        parts.map(|part| Requirement::parse(part.trim())).collect::<Result<_, _>>().map(Self)
    }
}

impl Requirement {
    fn parse(text: &str) -> Result<Self, String> {
        if let Some(key) = text.strip_prefix('!') {
            return Ok(Self::DoesNotExist(name(key.trim(), text)?));
        }
        let end = text.find(|c: char| !is_of_a_key(c)).unwrap_or(text.len());
        let (key, rest) = text.split_at(end);
        let (key, rest) = (name(key, text)?, rest.trim());
        let one = |text: &str| value(text).map(|value| vec![value]);
        if rest.is_empty() {
            Ok(Self::Exists(key))
        } else if let Some(values) = rest.strip_prefix("notin") {
            Ok(Self::NotIn(key, list(values, text)?))
        } else if let Some(values) = rest.strip_prefix("in") {
            Ok(Self::In(key, list(values, text)?))
        } else if let Some(other) = rest.strip_prefix("!=") {
            Ok(Self::NotIn(key, one(other)?))
        } else if let Some(same) = rest.strip_prefix("==").or_else(|| rest.strip_prefix('=')) {
            Ok(Self::In(key, one(same)?))
        } else if let Some(bound) = rest.strip_prefix('>') {
            Ok(Self::Above(key, whole(bound)?))
        } else if let Some(bound) = rest.strip_prefix('<') {
            Ok(Self::Below(key, whole(bound)?))
        } else {
            Err(format!("{text:?} is not a label requirement"))
        }
    }
}

fn number(labels: &BTreeMap<String, String>, key: &str) -> Option<i64> {
    labels.get(key)?.parse().ok()
}

fn is_of_a_key(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-._/".contains(c)
}

fn name(key: &str, text: &str) -> Result<String, String> {
    let legal = !key.is_empty() && key.chars().all(is_of_a_key) && key.matches('/').count() <= 1;
    if legal { Ok(key.to_owned()) } else { Err(format!("{text:?} has no label name")) }
}

fn value(text: &str) -> Result<String, String> {
    let text = text.trim();
    let legal = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    let legal = text.chars().all(legal);
    if legal { Ok(text.to_owned()) } else { Err(format!("{text:?} is not a label value")) }
}

fn list(values: &str, text: &str) -> Result<Vec<String>, String> {
    let inner = values.trim().strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let inner = inner.ok_or_else(|| format!("{text:?} has no values in parentheses"))?;
    inner.split(',').map(value).collect()
}

fn whole(text: &str) -> Result<i64, String> {
    text.trim().parse().map_err(|_| format!("{:?} is not a whole number", text.trim()))
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

    #[test]
    fn what_kubectl_takes_is_read() {
        let labels: BTreeMap<String, String> =
            [("role", "infra"), ("example.com/tier", "a"), ("rank", "3"), ("empty", "")]
                .map(|(k, v)| (k.into(), v.into()))
                .into();
        let of = |text: &str| Selector::parse(text).unwrap().matches(&labels);
        for holds in [
            "",
            "role",
            "role=infra",
            "role==infra , example.com/tier = a",
            "role!=worker,none!=x",
            "role in (worker, infra),!none",
            "role in(infra)",
            "role notin (worker)",
            "none notin (worker)",
            "rank>2,rank<4",
            "empty=",
            "! none",
        ] {
            assert!(of(holds), "{holds}");
        }
        for fails in ["none", "!role", "role=worker", "role notin (infra)", "rank>3", "role>1"] {
            assert!(!of(fails), "{fails}");
        }
    }

    #[test]
    fn an_invalid_selector_is_an_error_and_selects_nothing() {
        for text in [
            "=x",
            "!",
            ",",
            "a,",
            "a in b",
            "a in (b",
            "a within (b)",
            "a=b=c",
            "a b",
            "a=$x",
            "a>soon",
            "a/b/c",
            "a in (b))",
        ] {
            assert!(Selector::parse(text).is_err(), "{text}");
        }
    }
}
