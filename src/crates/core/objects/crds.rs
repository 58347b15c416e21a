//! The CustomResourceDefinitions of `UpdateInformer`, `UpdateStatus` and `UpdatePlan`.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use super::update_api::{
    GROUP, INFORMER, INFORMERS, PLAN, PLANS, STATUS, STATUSES, UpdateInformerSpec,
    UpdateInformerStatus, UpdatePlanSpec, UpdatePlanStatus, UpdateStatusSpec, UpdateStatusStatus,
    VERSION,
};

/// A definition, apart from the schemas of spec and status.
struct Definition {
    kind: &'static str,
    plural: &'static str,
    description: &'static str,
    schemas: [Value; 2],
    /// Name, type and path.
    columns: &'static [(&'static str, &'static str, &'static str)],
    /// Validation rules of the whole object: the rule and its message.
    rules: &'static [(&'static str, &'static str)],
}

/// Returns the three CustomResourceDefinitions.
pub fn definitions() -> [Value; 3] {
    [informer(), status(), plan()].map(Definition::object)
}

fn informer() -> Definition {
    let mut spec = schema::<UpdateInformerSpec>();
    spec["required"] = json!(["clientConfig"]);
    let fields = &mut spec["properties"];
    fields["enabled"]["default"] = json!(true);
    let config = &mut fields["clientConfig"];
    config["required"] = json!(["service"]);
    config["properties"]["service"]["properties"]["port"]["default"] = json!(443);
    Definition {
        kind: INFORMER,
        plural: INFORMERS,
        description: "UpdateInformer registers a service that reports insights about planned updates \
                      and updates in progress.",
        schemas: [spec, schema::<UpdateInformerStatus>()],
        columns: &[
            ("Enabled", "boolean", ".spec.enabled"),
            ("Online", "string", r#".status.conditions[?(@.type=="Online")].status"#),
            ("Namespace", "string", ".spec.clientConfig.service.namespace"),
            ("Service", "string", ".spec.clientConfig.service.name"),
            ("Age", "date", ".metadata.creationTimestamp"),
        ],
        rules: &[],
    }
}

fn status() -> Definition {
    Definition {
        kind: STATUS,
        plural: STATUSES,
        description: "UpdateStatus reports the progress of the current update. The update status \
                      controller maintains the only object.",
        schemas: [schema::<UpdateStatusSpec>(), schema::<UpdateStatusStatus>()],
        columns: &[
            ("Version", "string", ".status.controlPlaneVersion"),
            (
                "Pending",
                "string",
                r#".status.controlPlane.conditions[?(@.type=="UpdatePending")].status"#,
            ),
            (
                "Active",
                "string",
                r#".status.controlPlane.conditions[?(@.type=="UpdateActive")].status"#,
            ),
            ("Seen", "date", ".status.heartbeatTime"),
        ],
        rules: &[("self.metadata.name == 'cluster'", "the only UpdateStatus is named cluster")],
    }
}

fn plan() -> Definition {
    let mut spec = schema::<UpdatePlanSpec>();
    spec["properties"]["targetRelease"]["x-kubernetes-validations"] =
        json!([{"rule": "self == oldSelf", "message": "targetRelease is immutable"}]);
    Definition {
        kind: PLAN,
        plural: PLANS,
        description: "UpdatePlan contains the pre-check insights for an update to one release, and \
                      which of them are accepted.",
        schemas: [spec, schema::<UpdatePlanStatus>()],
        columns: &[
            ("Target", "string", ".spec.targetRelease"),
            ("Insights", "integer", ".status.insights"),
            ("Worst", "string", ".status.worstLevel"),
            ("Collected", "date", ".status.collectedTime"),
        ],
        rules: &[(
            "self.metadata.name == 'update-plan-' + self.spec.targetRelease.lowerAscii().replace('+', '-')",
            "the name must be update-plan- followed by targetRelease, in lower case and with - for +",
        )],
    }
}

impl Definition {
    fn object(self) -> Value {
        let Self { kind, plural, description, schemas: [spec, status], columns, rules } = self;
        let columns: Vec<Value> = columns
            .iter()
            .map(|(name, kind, path)| json!({"name": name, "type": kind, "jsonPath": path}))
            .collect();
        let mut schema = json!({
            "type": "object", "description": description,
            "properties": {
                "apiVersion": {"type": "string"}, "kind": {"type": "string"},
                "metadata": {"type": "object"}, "spec": spec, "status": status,
            },
        });
        if kind != STATUS {
            schema["required"] = json!(["spec"]);
        }
        if !rules.is_empty() {
            let rule = |(rule, message): &(&str, &str)| json!({"rule": rule, "message": message});
            schema["x-kubernetes-validations"] = rules.iter().map(rule).collect();
        }
        json!({
            "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": format!("{plural}.{GROUP}")},
            "spec": {
                "group": GROUP, "scope": "Cluster",
                "names": {
                    "kind": kind, "listKind": format!("{kind}List"), "plural": plural,
                    "singular": kind.to_lowercase(),
                },
                "versions": [{
                    "name": VERSION, "served": true, "storage": true,
                    "subresources": {"status": {}}, "additionalPrinterColumns": columns,
                    "schema": {"openAPIV3Schema": schema},
                }],
            },
        })
    }
}

/// Returns the schema of spec or status, as API servers require it.
fn schema<T: JsonSchema>() -> Value {
    let mut settings = SchemaSettings::openapi3();
    settings.inline_subschemas = true;
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    structural(&mut schema);
    schema
}

/// Removes what a structural schema does not have, or uses differently.
fn structural(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.remove("default");
            for known in ["$schema", "title", "nullable", "format"] {
                let kept =
                    known == "format" && fields.get(known).is_some_and(|it| it == "date-time");
                // A property may have such a name; then it is an object.
                if fields.get(known).is_some_and(|it| !it.is_object()) && !kept {
                    fields.remove(known);
                }
            }
            fields.values_mut().for_each(structural);
        }
        Value::Array(items) => items.iter_mut().for_each(structural),
        _ => {}
    }
}

#[cfg(test)]
mod tests;
