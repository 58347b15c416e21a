//! What an API server would reject, and what it would silently drop.

use super::*;

fn definition_of(kind: &str) -> Value {
    let all = definitions();
    all.into_iter().find(|one| one["spec"]["names"]["kind"] == kind).unwrap()
}

fn schema_of(kind: &str) -> Value {
    definition_of(kind)["spec"]["versions"][0]["schema"]["openAPIV3Schema"].clone()
}

/// Visits every schema.
fn visit(schema: &Value, path: &str, look: &mut impl FnMut(&str, &Value)) {
    look(path, schema);
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        visit(property, &format!("{path}.{name}"), look);
    }
    if schema.get("items").is_some() {
        visit(&schema["items"], &format!("{path}[]"), look);
    }
}

#[test]
fn every_schema_is_structural_and_bounded() {
    const KNOWN: [&str; 16] = [
        "default",
        "type",
        "description",
        "properties",
        "items",
        "required",
        "enum",
        "format",
        "pattern",
        "minLength",
        "maxLength",
        "minItems",
        "maxItems",
        "minimum",
        "maximum",
        "x-kubernetes-validations",
    ];
    for kind in [INFORMER, STATUS, PLAN] {
        visit(&schema_of(kind), kind, &mut |path, schema| {
            let fields = schema.as_object().unwrap();
            for field in fields.keys() {
                assert!(KNOWN.contains(&field.as_str()), "{path} has {field}");
            }
            let default = fields.get("default");
            assert!(default.is_none_or(|it| it.is_boolean() || it.is_number()), "{path}");
            let bound = match fields["type"].as_str() {
                Some("object" | "boolean" | "integer") => return,
                Some("array") => fields.get("maxItems"),
                Some("string") => {
                    fields.get("maxLength").or(fields.get("enum")).or(fields.get("format"))
                }
                other => panic!("{path} is {other:?}"),
            };
            let last = path.rsplit('.').next();
            let meta = matches!(last, Some("apiVersion" | "kind"));
            assert!(bound.is_some() || meta, "{path} has no bound");
        });
    }
}

#[test]
fn names_and_releases_are_guarded_by_rules() {
    let plan = schema_of(PLAN);
    let rule = plan["x-kubernetes-validations"][0]["rule"].as_str().unwrap();
    assert!(rule.starts_with("self.metadata.name == 'update-plan-' + self.spec.targetRelease"));
    let target = &plan["properties"]["spec"]["properties"]["targetRelease"];
    assert_eq!(target["x-kubernetes-validations"][0]["rule"], "self == oldSelf");
    assert!(target["pattern"].is_string());
    assert_eq!(plan["properties"]["spec"]["required"], json!(["targetRelease"]));
    let status = schema_of(STATUS);
    assert_eq!(status["x-kubernetes-validations"][0]["rule"], "self.metadata.name == 'cluster'");
}

#[test]
fn every_kind_has_columns_a_status_of_its_own_and_words_for_its_fields() {
    for kind in [INFORMER, STATUS, PLAN] {
        let version = &definition_of(kind)["spec"]["versions"][0];
        assert_eq!(version["subresources"], json!({"status": {}}));
        assert!(version["additionalPrinterColumns"].as_array().unwrap().len() >= 3);
        assert!(schema_of(kind)["description"].as_str().unwrap().starts_with(kind));
    }
    let level = &schema_of(PLAN)["properties"]["status"]["properties"]["controlPlane"]["properties"]
        ["updateInformers"]["items"]["properties"]["insights"]["items"]["properties"]["impact"]["properties"]
        ["level"];
    assert!(level["description"].as_str().unwrap().contains("accepted"), "{level}");
    assert_eq!(level["enum"], json!(["status", "info", "unknown", "warning", "error", "critical"]));
}
