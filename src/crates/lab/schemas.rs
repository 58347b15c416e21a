//! The schemas of built-in kinds, as OpenAPI writes them.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde_json::{Map, Value, json};

use crate::resource::Resource;

static SCHEMAS: OnceLock<BTreeMap<String, Value>> = OnceLock::new();
const KEEP: &str = "x-kubernetes-preserve-unknown-fields";
/// For kinds of which nothing more is known.
const OTHER: &str = "Other";

/// Returns the schema of a resource: that of its definition, else that of a built-in kind.
pub(crate) fn schema(resource: &Resource) -> &Value {
    if let Some(defined) = &resource.schema {
        return defined;
    }
    let all = SCHEMAS.get_or_init(read);
    all.get(&resource.kind).or_else(|| all.get(OTHER)).unwrap_or(&Value::Null)
}

/// Returns the schema as clients read it, with what every object has.
pub(crate) fn explained(resource: &Resource) -> Value {
    let mut schema = schema(resource).clone();
    let kind = json!({"group": resource.group, "version": resource.version, "kind": resource.kind});
    schema["x-kubernetes-group-version-kind"] = json!([kind]);
    for (field, describes) in [
        ("apiVersion", json!({"type": "string", "description": "Group and version of the kind"})),
        ("kind", json!({"type": "string", "description": "Kind of the object"})),
        ("metadata", expanded(&metadata())),
    ] {
        schema["properties"][field] = describes;
    }
    schema
}

fn metadata() -> Value {
    json!({
        ".": "What every object has", "name": "string Name of the object",
        "namespace": "string Namespace of the object", "labels": "strings Labels, for selectors",
        "annotations": "strings Notes for programs and people",
        "resourceVersion": "string Changes with every write of the object",
        "generation": "integer Changes with every write of the spec",
        "uid": "string Identifies the object for as long as the cluster exists",
        "creationTimestamp": "string When the object was created",
        "ownerReferences": ["object Object that this one belongs to"],
    })
}

/// Returns what the metadata of every object may be.
pub(crate) fn of_metadata() -> Value {
    expanded(&metadata())
}

fn read() -> BTreeMap<String, Value> {
    let text = include_str!("schemas.yaml");
    let kinds: BTreeMap<String, Value> =
        serde_saphyr::from_str(text).expect("the schemas are valid YAML");
    kinds.iter().map(|(kind, fields)| (kind.clone(), expanded(fields))).collect()
}

fn expanded(wire: &Value) -> Value {
    match wire {
        Value::Array(items) => {
            let items = items.first().map(expanded).unwrap_or_default();
            json!({"type": "array", "description": items["description"], "items": items})
        }
        Value::Object(fields) => {
            let own = |name: &str| ![".", "closed", "required"].contains(&name);
            let properties = fields.iter().filter(|(name, _)| own(name));
            let properties: Map<String, Value> =
                properties.map(|(name, field)| (name.clone(), expanded(field))).collect();
            let mut schema = json!({
                "type": "object", "description": fields.get("."), "properties": properties,
            });
            if let Some(required) = fields.get("required") {
                schema["required"] = required.clone();
            }
            if fields.get("closed") != Some(&Value::Bool(true)) {
                schema[KEEP] = json!(true);
            }
            schema
        }
        text => {
            let (kind, says) =
                text.as_str().unwrap_or_default().split_once(' ').unwrap_or_default();
            let mut schema = match kind {
                "object" => json!({"type": "object", KEEP: true}),
                "strings" => {
                    json!({"type": "object", "additionalProperties": {"type": "string"}})
                }
                "share" => json!({"x-kubernetes-int-or-string": true, "format": "share"}),
                kind => json!({"type": kind}),
            };
            schema["description"] = json!(says);
            schema
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resource::built_in;

    #[test]
    fn every_schema_is_of_a_kind_that_is_served_and_describes_every_field() {
        fn check(schema: &Value, place: &str) {
            let says = schema["description"].as_str().unwrap_or_default();
            assert!(!says.is_empty(), "{place} has no description");
            let kind = schema["type"].as_str();
            let known = kind.is_none_or(|kind| {
                ["object", "array", "string", "integer", "boolean"].contains(&kind)
            });
            assert!(known, "{place}: {kind:?}");
            for (name, field) in schema["properties"].as_object().into_iter().flatten() {
                check(field, &format!("{place}.{name}"));
            }
        }
        let shared = ["Conditions", "Release", OTHER];
        for (kind, schema) in read() {
            let served = built_in().any(|resource| resource.kind == kind);
            assert!(served || shared.contains(&kind.as_str()), "{kind}");
            check(&schema, &kind);
        }
    }
}
