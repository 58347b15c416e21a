//! Which objects a list or a watch is about.

use std::collections::BTreeMap;

use serde_json::Value;

use upgrade_core::objects::node;
use upgrade_core::selector;
use upgrade_graph::decode::typed;

/// Labels and fields that must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Selector {
    labels: selector::Selector,
    fields: Vec<(String, String, bool)>,
}

impl Selector {
    /// Reads `labelSelector` and `fieldSelector` for a resource; an error says what is not understood.
    pub(crate) fn parse(labels: &str, fields: &str, plural: &str) -> Result<Self, String> {
        let labels = selector::Selector::parse(labels)?;
        let fields = fields.split(',').map(str::trim).filter(|part| !part.is_empty());
        let fields = fields.map(|text| field(text, plural));
        Ok(Self { labels, fields: fields.collect::<Result<_, _>>()? })
    }

    pub(crate) fn matches(&self, object: &Value) -> bool {
        (self.labels.0.is_empty() || self.labels.matches(&labels_of(object)))
            && self.fields.iter().all(|(path, value, equal)| {
                let found = path.split('.').fold(object, |object, part| &object[part]);
                let is = match found {
                    Value::Bool(truth) => truth.to_string() == *value,
                    found => found.as_str().unwrap_or_default() == value,
                };
                is == *equal
            })
    }
}

/// Returns whether a `LabelSelector` selects an object: an empty one does, a missing one does not.
pub(crate) fn selects(selector: &Value, object: &Value) -> bool {
    let wire = Some(selector).filter(|selector| selector.is_object());
    let Some(Ok(wire)) = wire.map(typed) else { return false };
    node::selector(wire).matches(&labels_of(object))
}

fn labels_of(object: &Value) -> BTreeMap<String, String> {
    let labels = object["metadata"]["labels"].as_object().into_iter().flatten();
    labels.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect()
}

/// What a genuine server indexes: two fields of every kind, and a few of some.
const FIELDS: [(&str, &str); 5] = [
    ("", "metadata.name"),
    ("", "metadata.namespace"),
    ("pods", "spec.nodeName"),
    ("pods", "status.phase"),
    ("nodes", "spec.unschedulable"),
];

fn field(text: &str, plural: &str) -> Result<(String, String, bool), String> {
    let unequal = text.split_once("!=");
    let equal = || text.split_once("==").or_else(|| text.split_once('='));
    let pair = unequal.or_else(equal).ok_or_else(|| format!("invalid field selector: {text}"))?;
    let (path, value, equal) = (pair.0, pair.1, unequal.is_none());
    let known = |(of, known): &(&str, &str)| *known == path && (of.is_empty() || *of == plural);
    if !FIELDS.iter().any(known) {
        return Err(format!("field label not supported: {path}"));
    }
    Ok((path.to_owned(), value.to_owned(), equal))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn matches(labels: &str, fields: &str) -> bool {
        let object = json!({"metadata": {"name": "a", "labels": {"app": "web", "tier": "front"}}});
        Selector::parse(labels, fields, "pods").unwrap().matches(&object)
    }

    #[test]
    fn labels_are_selected_in_every_form() {
        for held in [
            "",
            "app=web",
            "app==web,tier",
            "app in (web, db)",
            "tier!=back",
            "!missing",
            "missing!=x",
            "app notin (db)",
        ] {
            assert!(matches(held, ""), "{held}");
        }
        for not in
            ["app=db", "missing", "!app", "app notin (web,db)", "app in (db)", "tier=front,app=db"]
        {
            assert!(!matches(not, ""), "{not}");
        }
    }

    #[test]
    fn fields_are_selected_where_a_server_indexes_them() {
        assert!(matches("", "metadata.name=a") && !matches("", "metadata.name!=a"));
        assert!(!matches("", "spec.nodeName=x") && matches("", "spec.nodeName!=x"));
        assert!(Selector::parse("", "spec.nodeName=x", "nodes").is_err());
        assert!(Selector::parse("", "spec.replicas=1", "pods").is_err());
        assert!(Selector::parse("a in web", "", "pods").is_err());
    }

    #[test]
    fn a_label_selector_knows_labels_and_expressions() {
        let pod = json!({"metadata": {"labels": {"app": "web"}}});
        let expression = |key: &str, operator: &str, values: &[&str]| json!({"matchExpressions": [{"key": key, "operator": operator, "values": values}]});
        for (selector, selected) in [
            (Value::Null, false),
            (json!({}), true),
            (json!({"matchLabels": {"app": "web"}}), true),
            (json!({"matchLabels": {"app": "db"}}), false),
            (expression("app", "In", &["web", "db"]), true),
            (expression("app", "In", &["db"]), false),
            (expression("app", "NotIn", &["db"]), true),
            (expression("tier", "NotIn", &["db"]), true),
            (expression("app", "Exists", &[]), true),
            (expression("tier", "Exists", &[]), false),
            (expression("tier", "DoesNotExist", &[]), true),
            (expression("app", "Like", &["web"]), false),
        ] {
            assert_eq!(selects(&selector, &pod), selected, "{selector}");
        }
    }
}
