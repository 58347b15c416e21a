//! Schemas, as far as a writer can meet them: what is pruned of a ClusterVersion, and what is refused.

use serde_json::{Map, Value};

use crate::resource::MACHINES;
use crate::store::Key;
use upgrade_core::objects::update_api::{GROUP, PLANS, STATUS_NAME, STATUSES};
use upgrade_core::pre_checks::UpdatePlan;

/// Which feature gates are on: fields behind one that is off are pruned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Gates {
    /// `ClusterUpdateAcceptRisks`: `acceptRisks`
    pub accept_risks: bool,
    /// `ClusterUpdatePreflight`: `mode`
    pub preflight: bool,
}

const SPEC: [&str; 8] = [
    "clusterID",
    "channel",
    "upstream",
    "desiredUpdate",
    "capabilities",
    "signatureStores",
    "overrides",
    "versionManagement",
];
const UPDATE: [&str; 4] = ["architecture", "version", "image", "force"];

/// Drops what the schema does not know.
pub(crate) fn prune(object: &mut Value, gates: Gates) {
    let Some(spec) = object.get_mut("spec").and_then(Value::as_object_mut) else { return };
    retain_known(spec, &SPEC);
    if let Some(update) = spec.get_mut("desiredUpdate").and_then(Value::as_object_mut) {
        let mut known = UPDATE.to_vec();
        known.extend(gates.accept_risks.then_some("acceptRisks"));
        known.extend(gates.preflight.then_some("mode"));
        retain_known(update, &known);
    }
}

fn retain_known(fields: &mut Map<String, Value>, known: &[&str]) {
    fields.retain(|name, _| known.contains(&name.as_str()));
}

/// Returns the first rule that is broken: the field and the rule.
pub(crate) fn broken_rule(object: &Value) -> Option<(&'static str, &'static str)> {
    if object.get("spec").is_some_and(|spec| !spec.is_object()) {
        return Some(("spec", "must be an object"));
    }
    let update = object.pointer("/spec/desiredUpdate").filter(|update| !update.is_null())?;
    let text = |field: &str| update.get(field).and_then(Value::as_str).unwrap_or_default();
    let is = |field: &str, check: fn(&Value) -> bool| update.get(field).is_none_or(check);
    let rules = [
        ("spec.desiredUpdate", "must be an object", update.is_object()),
        ("spec.desiredUpdate.version", "must be a string", is("version", Value::is_string)),
        ("spec.desiredUpdate.image", "must be a string", is("image", Value::is_string)),
        ("spec.desiredUpdate.force", "must be a boolean", is("force", Value::is_boolean)),
        (
            "spec.desiredUpdate.architecture",
            "supported values: \"\", \"Multi\"",
            is("architecture", |value| value == "" || value == "Multi"),
        ),
        (
            "spec.desiredUpdate.mode",
            "supported values: \"Preflight\"",
            is("mode", |value| value == "Preflight"),
        ),
        (
            "spec.desiredUpdate",
            "cannot set both Architecture and Image",
            text("architecture").is_empty() || text("image").is_empty(),
        ),
        (
            "spec.desiredUpdate",
            "Version must be set if Architecture is set",
            text("architecture").is_empty() || !text("version").is_empty(),
        ),
        (
            "spec.desiredUpdate.acceptRisks",
            "should have at least 1 items",
            is("acceptRisks", |risks| risks.as_array().is_some_and(|risks| !risks.is_empty())),
        ),
    ];
    rules.into_iter().find(|(_, _, holds)| !holds).map(|(field, rule, _)| (field, rule))
}

/// Returns the first rule across fields that is broken, of the definitions of `upgrade crds` and of built-in
/// kinds: the field and the rule.
pub(crate) fn broken_definition(
    key: &Key,
    object: &Value,
    before: Option<&Value>,
) -> Option<(&'static str, &'static str)> {
    const TARGET: &str = "/spec/targetRelease";
    let rules = match key.plural.as_str() {
        // api: machineconfiguration/v1/types_machineconfignode.go
        "machineconfignodes" if key.group == MACHINES => {
            let named = object["spec"]["node"]["name"] == key.name.as_str();
            vec![("spec.node.name", "spec.node.name should match metadata.name", named)]
        }
        _ if key.group != GROUP => return None,
        STATUSES => {
            let one = "the only UpdateStatus is named cluster";
            vec![("metadata.name", one, key.name == STATUS_NAME)]
        }
        PLANS => {
            let target = object.pointer(TARGET).and_then(Value::as_str).unwrap_or_default();
            let former = before.and_then(|before| before.pointer(TARGET));
            let same = former.is_none_or(|former| former == target);
            let is_release = semver::Version::parse(target).is_ok();
            let named = key.name == UpdatePlan::name_of(target);
            vec![
                ("spec.targetRelease", "must be a release", is_release),
                ("spec.targetRelease", "targetRelease is immutable", same),
                (
                    "metadata.name",
                    "the name must be update-plan- followed by targetRelease, in lower case and with - for +",
                    named,
                ),
            ]
        }
        _ => return None,
    };
    rules.into_iter().find(|(_, _, holds)| !holds).map(|(field, rule, _)| (field, rule))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use upgrade_core::objects::crds::definitions;

    /// Returns the messages of all rules in a schema.
    fn messages(schema: &Value, found: &mut Vec<String>) {
        match schema {
            Value::Object(fields) => {
                let rules = fields.get("x-kubernetes-validations").and_then(Value::as_array);
                let rules = rules.into_iter().flatten();
                found.extend(rules.filter_map(|rule| rule["message"].as_str().map(str::to_owned)));
                for below in fields.values() {
                    messages(below, found);
                }
            }
            Value::Array(items) => {
                for below in items {
                    messages(below, found);
                }
            }
            _ => {}
        }
    }

    #[test]
    fn every_rule_of_our_definitions_is_enforced_in_its_own_words() {
        let key = |plural: &str, name: &str| Key::cluster(GROUP, plural, name);
        let plan = |target: &str| json!({"spec": {"targetRelease": target}});
        let broken = [
            broken_definition(&key(STATUSES, "other"), &json!({}), None),
            broken_definition(&key(PLANS, "other"), &plan("4.7.1"), None),
            broken_definition(&key(PLANS, "x"), &plan("4.7.1"), Some(&plan("4.7.2"))),
        ];
        let enforced: Vec<&str> = broken.iter().flatten().map(|(_, rule)| *rule).collect();
        let mut declared = Vec::new();
        for definition in definitions() {
            messages(&definition, &mut declared);
        }
        assert_eq!(declared.len(), 3);
        for message in declared {
            assert!(enforced.contains(&message.as_str()), "{message}: {enforced:?}");
        }
    }
}
