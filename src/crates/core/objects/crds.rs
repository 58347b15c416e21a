//! The definitions of `UpdateInformer`, `UpdateStatus` and `UpdatePlan`, as an API server takes them.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use super::update_api::{
    GROUP, INFORMER, INFORMERS, PLAN, PLANS, STATUS, STATUSES, UpdateInformerSpec,
    UpdateInformerStatus, UpdatePlanSpec, UpdatePlanStatus, UpdateStatusSpec, UpdateStatusStatus,
    VERSION,
};

/// What a definition says beside the schemas of its two halves.
struct Definition {
    kind: &'static str,
    plural: &'static str,
    description: &'static str,
    schemas: [Value; 2],
    /// Name, type and path.
    columns: &'static [(&'static str, &'static str, &'static str)],
    /// Rules of the whole object: the rule, and what is said where it is broken.
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
        description: "UpdateInformer is somebody who has a say in updates: a service that is asked \
                      about updates that are thought of, or under way.",
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
        description: "UpdateStatus tells how the update goes that is under way: one object, kept by \
                      the update status controller.",
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
        rules: &[("self.metadata.name == 'cluster'", "there is one UpdateStatus, named cluster")],
    }
}

fn plan() -> Definition {
    let mut spec = schema::<UpdatePlanSpec>();
    spec["properties"]["targetRelease"]["x-kubernetes-validations"] =
        json!([{"rule": "self == oldSelf", "message": "a plan is for one release, for good"}]);
    Definition {
        kind: PLAN,
        plural: PLANS,
        description: "UpdatePlan holds the pre-checks of an update to one release, and which of \
                      them were accepted.",
        schemas: [spec, schema::<UpdatePlanStatus>()],
        columns: &[
            ("Target", "string", ".spec.targetRelease"),
            ("Insights", "integer", ".status.insights"),
            ("Worst", "string", ".status.worstLevel"),
            ("Collected", "date", ".status.collectedTime"),
        ],
        rules: &[(
            "self.metadata.name == 'update-plan-' + self.spec.targetRelease.lowerAscii().replace('+', '-')",
            "a release has one plan, named update-plan- and the release, in lower case and with - for +",
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

/// Returns the schema of a half, in the form that API servers want.
fn schema<T: JsonSchema>() -> Value {
    let mut settings = SchemaSettings::openapi3();
    settings.inline_subschemas = true;
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    structural(&mut schema);
    schema
}

/// Takes away what a structural schema does not have, or has for other ends.
fn structural(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.remove("default");
            for known in ["$schema", "title", "nullable", "format"] {
                let kept =
                    known == "format" && fields.get(known).is_some_and(|it| it == "date-time");
                // A property may bear such a name; then it is an object.
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
