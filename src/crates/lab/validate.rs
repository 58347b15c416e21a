//! Whether an object is what its schema says, and has a name and labels that an API server would store.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};

use jiff::Timestamp;
use jiff::civil::Date;
use regex::RegexBuilder;
use serde_json::{Map, Value};

use crate::resource::Resource;
use crate::schemas;

/// A field and the rule that it breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Violation {
    pub field: String,
    pub kind: ViolationKind,
    pub rule: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ViolationKind {
    Invalid,
    WrongType,
    Required,
    Unsupported,
}

impl Violation {
    pub(crate) fn new(field: &str, rule: impl Into<String>) -> Self {
        Self { field: field.to_owned(), kind: ViolationKind::Invalid, rule: rule.into() }
    }

    /// Returns the reason as API servers name it.
    pub(crate) fn reason(&self) -> &'static str {
        match self.kind {
            ViolationKind::Invalid => "FieldValueInvalid",
            ViolationKind::WrongType => "FieldValueTypeInvalid",
            ViolationKind::Required => "FieldValueRequired",
            ViolationKind::Unsupported => "FieldValueNotSupported",
        }
    }

    /// Returns the rule as API servers word it.
    pub(crate) fn said(&self) -> String {
        let rule = &self.rule;
        match self.kind {
            ViolationKind::Invalid | ViolationKind::WrongType => format!("Invalid value: {rule}"),
            ViolationKind::Required => "Required value".to_owned(),
            ViolationKind::Unsupported => format!("Unsupported value: {rule}"),
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.said())
    }
}

/// Returns the first field of an object that is not what its schema says.
pub(crate) fn violation(resource: &Resource, object: &Value) -> Option<Violation> {
    let metadata = &object["metadata"];
    broken(&schemas::of_metadata(), metadata, "metadata")
        .or_else(|| broken(schemas::schema(resource), object, ""))
}

/// As [`violation`], of the half of an object that is written apart.
pub(crate) fn violation_of_status(resource: &Resource, object: &Value) -> Option<Violation> {
    let schema = &schemas::schema(resource)["properties"]["status"];
    broken(schema, &object["status"], "status")
}

/// As [`violation`], of an object that was recorded: texts, numbers and the like may be taken for each other.
pub(crate) fn violation_of_shape(resource: &Resource, object: &Value) -> Option<Violation> {
    let mut shape = object.clone();
    as_texts(schemas::schema(resource), &mut shape);
    violation(resource, &shape)
}

/// Replaces what is neither an object nor a list by what is wanted there, where neither is wanted.
fn as_texts(schema: &Value, value: &mut Value) {
    let plain = schema["type"].as_str().is_some_and(|it| !["object", "array"].contains(&it));
    match value {
        Value::Object(fields) if !plain => {
            for (name, field) in fields.iter_mut() {
                if let Some(below) = schema["properties"].get(name) {
                    as_texts(below, field);
                }
            }
        }
        Value::Array(items) if !plain => {
            for item in items {
                as_texts(&schema["items"], item);
            }
        }
        Value::Object(_) | Value::Array(_) | Value::Null => {}
        value if plain => {
            *value = match schema["type"].as_str() {
                Some("string") => Value::from(""),
                Some("boolean") => Value::from(false),
                _ => Value::from(0),
            }
        }
        _ => {}
    }
}

fn broken(schema: &Value, value: &Value, field: &str) -> Option<Violation> {
    if value.is_null() {
        return None; // as if it were not there
    }
    let invalid = |kind, rule: String| Some(Violation { field: field.to_owned(), kind, rule });
    if schema["format"] == "share" && !is_share(value) {
        let rule = format!("{value}: must be a number from 0, or a percentage up to 100%");
        return invalid(ViolationKind::Invalid, rule);
    }
    if let Some(wanted) = schema["type"].as_str().filter(|wanted| !is_of(wanted, value)) {
        let is = type_of(value);
        let rule = format!("{is:?}: {field} in body must be of type {wanted}: {is:?}");
        return invalid(ViolationKind::WrongType, rule);
    }
    if let Some(values) = schema["enum"].as_array().filter(|values| !values.contains(value)) {
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        let rule = format!("{value}: supported values: {}", values.join(", "));
        return invalid(ViolationKind::Unsupported, rule);
    }
    if let Some(rule) = limit(schema, value).or_else(|| malformed(schema, value, field)) {
        return invalid(ViolationKind::Invalid, rule);
    }
    match value {
        Value::Object(fields) => in_fields(schema, fields, field),
        Value::Array(items) => {
            let mut items = items.iter().enumerate();
            items.find_map(|(place, item)| {
                broken(&schema["items"], item, &format!("{field}[{place}]"))
            })
        }
        _ => None,
    }
}

fn in_fields(schema: &Value, fields: &Map<String, Value>, field: &str) -> Option<Violation> {
    let below = |name: &str| {
        if field.is_empty() { name.to_owned() } else { format!("{field}.{name}") }
    };
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let is_missing = |name: &&str| fields.get(*name).is_none_or(Value::is_null);
    if let Some(missing) = required.into_iter().find(is_missing) {
        let field = below(missing);
        return Some(Violation { field, kind: ViolationKind::Required, rule: String::new() });
    }
    fields.iter().find_map(|(name, value)| {
        let known = schema["properties"].get(name).or(schema.get("additionalProperties"))?;
        broken(known, value, &below(name))
    })
}

/// Returns the limit that a value is beyond.
fn limit(schema: &Value, value: &Value) -> Option<String> {
    let at = |name: &str| schema[name].as_u64();
    let (count, least, most, what) = match value {
        Value::String(text) => {
            (text.chars().count(), at("minLength"), at("maxLength"), "characters")
        }
        Value::Array(items) => (items.len(), at("minItems"), at("maxItems"), "items"),
        Value::Number(number) => {
            let number = number.as_f64()?;
            let low = schema["minimum"].as_f64().filter(|least| number < *least);
            let high = schema["maximum"].as_f64().filter(|most| number > *most);
            let low =
                low.map(|least| format!("{value}: should be greater than or equal to {least}"));
            return low
                .or(high.map(|most| format!("{value}: should be less than or equal to {most}")));
        }
        _ => return None,
    };
    let count = count as u64;
    let low = least.filter(|least| count < *least);
    let high = most.filter(|most| count > *most);
    let low = low.map(|least| format!("should have at least {least} {what}"));
    low.or(high.map(|most| format!("should have at most {most} {what}")))
}

/// Returns what a text should be, if it is not.
fn malformed(schema: &Value, value: &Value, field: &str) -> Option<String> {
    let text = value.as_str()?;
    let pattern = schema["pattern"].as_str();
    // The pattern of a definition may be large, or none at all; then it says nothing.
    let read = |pattern| RegexBuilder::new(pattern).size_limit(LARGEST_PATTERN).build().ok();
    if let Some((pattern, expression)) = pattern.and_then(|it| Some((it, read(it)?)))
        && !expression.is_match(text)
    {
        return Some(format!("{value}: {field} in body should match '{pattern}'"));
    }
    let format = schema["format"].as_str()?;
    let holds = match format {
        "date-time" => text.parse::<Timestamp>().is_ok(),
        "date" => text.parse::<Date>().is_ok(),
        "ipv4" => text.parse::<Ipv4Addr>().is_ok(),
        "ipv6" => text.parse::<Ipv6Addr>().is_ok(),
        "uri" => text.contains("://"),
        _ => true,
    };
    (!holds).then(|| format!("{value}: {field} in body must be of type {format}: {value}"))
}

const LARGEST_PATTERN: usize = 1 << 20; // bytes, compiled

fn is_of(wanted: &str, value: &Value) -> bool {
    match wanted {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        _ => true,
    }
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Adds the fields that a definition has a default for.
pub(crate) fn add_defaults(schema: &Value, value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, below) in schema["properties"].as_object().into_iter().flatten() {
                if let Some(default) = below.get("default")
                    && !fields.contains_key(name)
                {
                    fields.insert(name.clone(), default.clone());
                }
                if let Some(field) = fields.get_mut(name) {
                    add_defaults(below, field);
                }
            }
            if let Some(of_others) = schema.get("additionalProperties") {
                for field in fields.values_mut() {
                    add_defaults(of_others, field);
                }
            }
        }
        Value::Array(items) => {
            for item in items {
                add_defaults(&schema["items"], item);
            }
        }
        _ => {}
    }
}

/// Drops the fields that a definition does not know.
pub(crate) fn prune(schema: &Value, value: &mut Value) {
    match value {
        Value::Object(fields) => {
            let open = schema["x-kubernetes-preserve-unknown-fields"] == true
                || schema["x-kubernetes-embedded-resource"] == true
                || schema.get("additionalProperties").is_some();
            let known = schema["properties"].as_object();
            if !open && let Some(known) = known {
                fields.retain(|name, _| known.contains_key(name));
            }
            for (name, field) in fields.iter_mut() {
                let below = known.and_then(|known| known.get(name));
                if let Some(below) = below.or(schema.get("additionalProperties")) {
                    prune(below, field);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| prune(&schema["items"], item)),
        _ => {}
    }
}

/// Returns the first field of an object that is gone from another.
pub(crate) fn lost(before: &Value, after: &Value, field: &str) -> Option<String> {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => before.iter().find_map(|(name, value)| {
            let field = if field.is_empty() { name.clone() } else { format!("{field}.{name}") };
            match after.get(name) {
                Some(kept) => lost(value, kept, &field),
                None => Some(field),
            }
        }),
        (Value::Array(before), Value::Array(after)) => {
            let mut pairs = before.iter().zip(after).enumerate();
            pairs.find_map(|(place, (value, kept))| lost(value, kept, &format!("{field}[{place}]")))
        }
        _ => None,
    }
}

/// Returns what is wrong with the name of an object that is to be created.
pub(crate) fn name(resource: &Resource, name: &str) -> Option<Violation> {
    let label = resource.plural == "namespaces";
    let longest = if label { 63 } else { 253 };
    let legal = |letter: u8| {
        letter.is_ascii_lowercase()
            || letter.is_ascii_digit()
            || letter == b'-'
            || (letter == b'.' && !label)
    };
    let holds = name.len() <= longest && is_word(name, legal);
    let rule = if label {
        "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with \
         an alphanumeric character"
    } else {
        "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start \
         and end with an alphanumeric character"
    };
    (!holds).then(|| Violation::new("metadata.name", format!("{name:?}: {rule}")))
}

/// Returns what is wrong with the labels and annotations of an object.
pub(crate) fn labels(object: &Value) -> Option<Violation> {
    let of = |field: &str| object["metadata"][field].as_object().into_iter().flatten();
    let names = ["labels", "annotations"]
        .into_iter()
        .flat_map(|field| of(field).map(move |(name, _)| (format!("metadata.{field}"), name)));
    let mut names = names;
    let bad_name = names.find(|(_, name)| !is_qualified(name)).map(|(field, name)| {
        let rule = "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an \
                    alphanumeric character";
        Violation::new(&field, format!("{name:?}: {rule}"))
    });
    let value = |value: &Value| {
        value
            .as_str()
            .is_some_and(|text| text.is_empty() || (text.len() <= 63 && is_word(text, is_label)))
    };
    bad_name.or_else(|| {
        let (_, bad) = of("labels").find(|(_, text)| !value(text))?;
        let rule = "a valid label must be an empty string or consist of at most 63 alphanumeric characters, '-', '_' or \
                    '.', and must start and end with an alphanumeric character";
        Some(Violation::new("metadata.labels", format!("{bad}: {rule}")))
    })
}

fn is_label(letter: u8) -> bool {
    letter.is_ascii_alphanumeric() || b"-_.".contains(&letter)
}

/// Returns whether a text is a name, with or without the domain that it belongs to.
fn is_qualified(name: &str) -> bool {
    let (domain, name) =
        name.split_once('/').map_or((None, name), |(domain, name)| (Some(domain), name));
    let legal = |letter: u8| {
        letter.is_ascii_lowercase() || letter.is_ascii_digit() || b"-.".contains(&letter)
    };
    domain.is_none_or(|domain| domain.len() <= 253 && is_word(domain, legal))
        && name.len() <= 63
        && is_word(name, is_label)
}

/// Returns whether a text has legal letters only, and no punctuation at its ends.
fn is_word(text: &str, legal: impl Fn(u8) -> bool) -> bool {
    let ends = [text.bytes().next(), text.bytes().next_back()];
    text.bytes().all(legal)
        && ends.into_iter().all(|end| end.is_some_and(|it| it.is_ascii_alphanumeric()))
}

fn is_share(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.as_u64().is_some_and(|count| i32::try_from(count).is_ok()),
        Value::String(text) => percent(text).is_some_and(|percent| percent <= 100),
        _ => false,
    }
}

fn percent(text: &str) -> Option<u64> {
    let digits = text.strip_suffix('%')?;
    digits.bytes().all(|digit| digit.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// Which way a percentage of a few things is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValidationRound {
    Up,
    Down,
}

/// Returns how many of so many a number or a percentage means.
pub(crate) fn share(value: &Value, of: u64, round: ValidationRound) -> Option<u64> {
    match value {
        Value::Number(number) => number.as_u64(),
        Value::String(text) => {
            let hundredfold = of.saturating_mul(percent(text)?);
            Some(match round {
                ValidationRound::Up => hundredfold.div_ceil(100),
                ValidationRound::Down => hundredfold / 100,
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::resource::built_in;

    fn of(kind: &str, object: &Value) -> Option<String> {
        let resource = built_in().find(|resource| resource.kind == kind).unwrap();
        violation(&resource, object).map(|found| found.to_string())
    }

    #[test]
    fn the_field_that_is_not_what_the_schema_says_is_named() {
        let version = "ClusterVersion";
        for (kind, object, said) in [
            (
                version,
                json!({"spec": {"clusterID": 5}}),
                "spec.clusterID: Invalid value: \"integer\": spec.clusterID in body must be of type string: \"integer\"",
            ),
            (
                version,
                json!({"spec": {"overrides": [{"unmanaged": "yes"}]}}),
                "spec.overrides[0].unmanaged: ",
            ),
            (
                version,
                json!({"spec": {"desiredUpdate": {"acceptRisks": ["x"]}}}),
                "spec.desiredUpdate.acceptRisks[0]: ",
            ),
            (version, json!({"status": {"history": {}}}), "status.history: "),
            ("Node", json!({"metadata": "x"}), "metadata: "),
            ("Node", json!({"metadata": {"labels": {"a": 1}}}), "metadata.labels.a: "),
            ("Node", json!({"spec": {"unschedulable": "x"}}), "spec.unschedulable: "),
            (
                "MachineConfigPool",
                json!({"spec": {"maxUnavailable": "101%"}}),
                "spec.maxUnavailable: Invalid value: \"101%\": must be",
            ),
            ("ConfigMap", json!({"data": {"a": 1}}), "data.a: "),
            ("Lease", json!({"spec": "x"}), "spec: "),
        ] {
            let found = of(kind, &object).unwrap_or_default();
            assert!(found.starts_with(said), "{object}: {found}");
        }
        for fine in
            [json!({"metadata": {"labels": null}, "spec": null}), json!({"spec": {"new": 1}})]
        {
            assert_eq!(of("Node", &fine), None);
        }
    }

    #[test]
    fn what_a_definition_says_is_kept() {
        let mut resource = built_in().next().unwrap();
        resource.schema = Some(json!({
            "type": "object", "required": ["spec"],
            "properties": {"spec": {
                "type": "object",
                "properties": {
                    "mode": {"type": "string", "enum": ["A", "B"]},
                    "names": {"type": "array", "minItems": 1, "items": {"type": "string", "maxLength": 3}},
                    "count": {"type": "integer", "minimum": 1, "maximum": 9},
                    "word": {"type": "string", "pattern": "^[a-z]+$"},
                    "odd": {"type": "string", "pattern": "("},
                    "at": {"type": "string", "format": "date-time"},
                    "size": {"type": "integer", "default": 3},
                },
            }},
        }));
        for (object, said) in [
            (json!({}), "spec: Required value"),
            (
                json!({"spec": {"mode": "C"}}),
                "spec.mode: Unsupported value: \"C\": supported values: \"A\", \"B\"",
            ),
            (
                json!({"spec": {"names": []}}),
                "spec.names: Invalid value: should have at least 1 items",
            ),
            (
                json!({"spec": {"names": ["long"]}}),
                "spec.names[0]: Invalid value: should have at most 3 characters",
            ),
            (
                json!({"spec": {"count": 10}}),
                "spec.count: Invalid value: 10: should be less than or equal to 9",
            ),
            (
                json!({"spec": {"word": "A1"}}),
                "spec.word: Invalid value: \"A1\": spec.word in body should match '^[a-z]+$'",
            ),
            (
                json!({"spec": {"at": "soon"}}),
                "spec.at: Invalid value: \"soon\": spec.at in body must be of type date-time: \"soon\"",
            ),
        ] {
            let found = violation(&resource, &object).map(|found| found.to_string());
            assert_eq!(found.as_deref(), Some(said));
        }
        let fine = json!({"spec": {"word": "a", "odd": "x", "at": "2025-01-01T00:00:00Z"}});
        assert_eq!(violation(&resource, &fine), None);
        let mut object = json!({"spec": {"mode": "A"}});
        add_defaults(resource.schema.as_ref().unwrap(), &mut object);
        assert_eq!(object, json!({"spec": {"mode": "A", "size": 3}}));
        let mut object = json!({"spec": {"mode": "A", "stray": 1}});
        let before = object.clone();
        prune(resource.schema.as_ref().unwrap(), &mut object);
        assert_eq!(object, json!({"spec": {"mode": "A"}}));
        assert_eq!(lost(&before, &object, ""), Some("spec.stray".to_owned()));
    }

    #[test]
    fn names_and_labels_are_those_that_an_api_server_stores() {
        let resource = |kind: &str| built_in().find(|resource| resource.kind == kind).unwrap();
        for (kind, given, holds) in [
            ("ConfigMap", "a-1.b", true),
            ("Namespace", "a.b", false),
            ("ConfigMap", "Upper", false),
            ("ConfigMap", "-a", false),
            ("ConfigMap", "", false),
            ("ConfigMap", "a_b", false),
        ] {
            assert_eq!(name(&resource(kind), given).is_none(), holds, "{kind} {given}");
        }
        assert!(name(&resource("ConfigMap"), &"a".repeat(254)).is_some());
        for (given, holds) in [
            (json!({"labels": {"a": "b", "example.com/a_b": ""}}), true),
            (json!({"labels": {"a b": "c"}}), false),
            (json!({"labels": {"a": "b c"}}), false),
            (json!({"labels": {"Example.com/a": "b"}}), false),
            (json!({"labels": {"a": "-b"}}), false),
            (json!({"annotations": {"a/b/c": "any text"}}), false),
            (json!({"annotations": {"a/b": "any text"}}), true),
        ] {
            assert_eq!(labels(&json!({"metadata": given})).is_none(), holds, "{given}");
        }
    }

    #[test]
    fn shares_are_numbers_or_percentages() {
        for (value, allowed) in [
            (json!(0), true),
            (json!("100%"), true),
            (json!(-1), false),
            (json!("101%"), false),
            (json!("-1%"), false),
            (json!("+1%"), false),
            (json!("1"), false),
            (json!(1.5), false),
            (json!(u64::MAX), false),
        ] {
            assert_eq!(is_share(&value), allowed, "{value}");
        }
        assert_eq!(share(&json!("50%"), 3, ValidationRound::Up), Some(2));
        assert_eq!(share(&json!("50%"), 3, ValidationRound::Down), Some(1));
        assert_eq!(share(&json!(7), 3, ValidationRound::Up), Some(7));
        assert_eq!(
            share(&json!("18446744073709551615%"), u64::MAX, ValidationRound::Up),
            Some(u64::MAX.div_ceil(100))
        );
        assert_eq!(share(&json!("x"), 3, ValidationRound::Up), None);
    }
}
