//! Which objects a list or a watch is about.

use serde_json::Value;

use crate::translate::documents::typed;
use crate::translate::node;

/// Labels and fields that must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Selector {
    labels: Vec<Requirement>,
    fields: Vec<(String, String, bool)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Requirement {
    key: String,
    /// None asks only whether the label is there.
    values: Option<Vec<String>>,
    negated: bool,
}

impl Selector {
    /// Reads `labelSelector` and `fieldSelector` for a resource; an error says what is not understood.
    pub(crate) fn parse(labels: &str, fields: &str, plural: &str) -> Result<Self, String> {
        let labels = split(labels).into_iter().map(requirement).collect::<Result<_, _>>()?;
        let fields = split(fields).into_iter().map(|text| field(text, plural));
        Ok(Self { labels, fields: fields.collect::<Result<_, _>>()? })
    }

    pub(crate) fn matches(&self, object: &Value) -> bool {
        let labels = &object["metadata"]["labels"];
        let label = |key: &str| labels.get(key).and_then(Value::as_str);
        let labelled = self.labels.iter().all(|requirement| {
            let holds = match (&requirement.values, label(&requirement.key)) {
                (None, found) => found.is_some(),
                (Some(values), Some(found)) => values.iter().any(|value| value == found),
                (Some(_), None) => false,
            };
            holds != requirement.negated
        });
        labelled
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
    let labels = object["metadata"]["labels"].as_object().into_iter().flatten();
    let labels =
        labels.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned())));
    node::selector(wire).matches(&labels.collect())
}

/// Splits at commas outside of parentheses.
fn split(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let parts = text.split(move |c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    });
    parts.map(str::trim).filter(|part| !part.is_empty()).collect()
}

fn requirement(text: &str) -> Result<Requirement, String> {
    let make = |key: &str, values: Option<Vec<String>>, negated| Requirement {
        key: key.trim().to_owned(),
        values,
        negated,
    };
    let one = |value: &str| Some(vec![value.trim().to_owned()]);
    if let Some((key, rest)) = text.split_once(" in ").or_else(|| text.split_once(" notin ")) {
        let values = rest.trim().strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let values = values.ok_or_else(|| format!("unable to parse requirement: {text}"))?;
        let values = values.split(',').map(|value| value.trim().to_owned()).collect();
        return Ok(make(key, Some(values), text.contains(" notin ")));
    }
    if let Some((key, value)) = text.split_once("!=") {
        return Ok(make(key, one(value), true));
    }
    if let Some((key, value)) = text.split_once("==").or_else(|| text.split_once('=')) {
        return Ok(make(key, one(value), false));
    }
    Ok(match text.strip_prefix('!') {
        Some(key) => make(key, None, true),
        None => make(text, None, false),
    })
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
