//! The three kinds of patches.

use serde_json::{Map, Value};

#[derive(Debug, Clone)]
pub(crate) enum Patch {
    Merge(Value),
    Json(json_patch::Patch),
    Strategic(Value),
}

impl Patch {
    /// Reads a body by its media type; none where the type is no patch.
    pub(crate) fn read(kind: &str, body: &[u8]) -> Option<Result<Self, String>> {
        fn json<T: serde::de::DeserializeOwned>(body: &[u8]) -> Result<T, String> {
            serde_json::from_slice(body).map_err(|error| format!("error decoding patch: {error}"))
        }
        Some(match kind {
            "application/merge-patch+json" => json(body).map(Self::Merge),
            "application/json-patch+json" => json(body).map(Self::Json),
            "application/strategic-merge-patch+json" => json(body).map(Self::Strategic),
            _ => return None,
        })
    }
}

pub(crate) fn apply(before: &Value, patch: &Patch) -> Result<Value, String> {
    let mut after = before.clone();
    match patch {
        Patch::Merge(patch) | Patch::Strategic(patch) if !patch.is_object() => {
            return Err("the patch is not a JSON object".to_owned());
        }
        Patch::Merge(patch) => json_patch::merge(&mut after, patch),
        Patch::Json(patch) => {
            json_patch::patch(&mut after, patch).map_err(|error| error.to_string())?;
        }
        Patch::Strategic(patch) => strategic(&mut after, patch, ""),
    }
    Ok(after)
}

/// The lists that are merged by a key of their items; all others are replaced.
const MERGE_KEYS: [(&str, &str); 13] = [
    ("conditions", "type"),
    ("containers", "name"),
    ("initContainers", "name"),
    ("env", "name"),
    ("ports", "containerPort"),
    ("volumes", "name"),
    ("taints", "key"),
    ("ownerReferences", "uid"),
    ("volumeMounts", "mountPath"),
    ("volumeDevices", "devicePath"),
    ("imagePullSecrets", "name"),
    ("hostAliases", "ip"),
    ("addresses", "type"),
];

fn strategic(target: &mut Value, patch: &Value, name: &str) {
    match (target, patch) {
        (Value::Object(target), Value::Object(patch)) => strategic_object(target, patch),
        (Value::Array(target), Value::Array(patch)) => {
            match MERGE_KEYS.iter().find(|(list, _)| *list == name) {
                Some((_, key)) => strategic_list(target, patch, key),
                None if name == "finalizers" => {
                    let new: Vec<Value> =
                        patch.iter().filter(|item| !target.contains(item)).cloned().collect();
                    target.extend(new);
                }
                None => target.clone_from(patch),
            }
        }
        (target, patch) => {
            *target = match patch {
                Value::Object(fields) => {
                    let mut fresh = Map::new();
                    strategic_object(&mut fresh, fields);
                    Value::Object(fresh)
                }
                other => other.clone(),
            }
        }
    }
}

fn strategic_object(target: &mut Map<String, Value>, patch: &Map<String, Value>) {
    if patch.get("$patch").is_some_and(|directive| directive == "replace") {
        target.clear();
    }
    for (name, value) in patch {
        if let Some(list) = name.strip_prefix("$deleteFromPrimitiveList/") {
            let gone = value.as_array().map(Vec::as_slice).unwrap_or_default();
            if let Some(Value::Array(items)) = target.get_mut(list) {
                items.retain(|item| !gone.contains(item));
            }
        } else if value.is_null() || is_deletion(value) {
            target.remove(name);
        } else if !name.starts_with('$') {
            // A list starts empty, so that directives in its patch are carried out and not kept.
            let fresh = if value.is_array() { Value::Array(Vec::new()) } else { Value::Null };
            strategic(target.entry(name.clone()).or_insert(fresh), value, name);
        }
    }
}

fn is_deletion(value: &Value) -> bool {
    value.get("$patch").is_some_and(|directive| directive == "delete")
}

fn strategic_list(target: &mut Vec<Value>, patch: &[Value], key: &str) {
    if patch.iter().any(|item| item.get("$patch").is_some_and(|directive| directive == "replace")) {
        target.clear();
    }
    for item in patch
        .iter()
        .filter(|item| item.get("$patch").is_none_or(|directive| directive != "replace"))
    {
        let same = |known: &Value| known.get(key).is_some() && known.get(key) == item.get(key);
        if is_deletion(item) {
            target.retain(|known| !same(known));
        } else if let Some(known) = target.iter_mut().find(|known| same(known)) {
            strategic(known, item, "");
        } else {
            target.push(item.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn strategic_patches_merge_lists_by_their_keys() {
        let before = json!({"spec": {"taints": [{"key": "a", "effect": "x"}, {"key": "b"}], "args": [1, 2]}, "gone": 1});
        let patch = json!({"spec": {"taints": [{"key": "a", "effect": "y"}, {"key": "b", "$patch": "delete"}, {"key": "c"}], "args": [3]}, "gone": null});
        let after = apply(&before, &Patch::Strategic(patch)).unwrap();
        assert_eq!(
            after,
            json!({"spec": {"taints": [{"key": "a", "effect": "y"}, {"key": "c"}], "args": [3]}})
        );
    }

    #[test]
    fn directives_are_carried_out_and_never_stored() {
        let before = json!({"metadata": {"finalizers": ["a", "b"], "old": {"x": 1}}, "spec": {"volumeMounts": [{"name": "v", "mountPath": "/a"}, {"name": "v", "mountPath": "/b"}]}});
        let patch = json!({
            "metadata": {"$deleteFromPrimitiveList/finalizers": ["a"], "finalizers": ["c"], "old": {"$patch": "delete"}},
            "spec": {"volumeMounts": [{"mountPath": "/b", "readOnly": true}], "taints": [{"key": "k", "$patch": "delete"}],
                     "containers": [{"$patch": "replace"}, {"name": "c"}], "$setElementOrder/containers": [{"name": "c"}]},
        });
        let after = apply(&before, &Patch::Strategic(patch)).unwrap();
        assert_eq!(
            after,
            json!({
                "metadata": {"finalizers": ["b", "c"]},
                "spec": {"volumeMounts": [{"name": "v", "mountPath": "/a"}, {"name": "v", "mountPath": "/b", "readOnly": true}],
                         "taints": [], "containers": [{"name": "c"}]},
            })
        );
    }

    #[test]
    fn json_patches_test_before_they_change() {
        let patch = |operations: Value| {
            Patch::read("application/json-patch+json", operations.to_string().as_bytes())
                .unwrap()
                .unwrap()
        };
        let before = json!({"a": 1});
        let after = apply(
            &before,
            &patch(
                json!([{"op": "test", "path": "/a", "value": 1}, {"op": "add", "path": "/b", "value": 2}]),
            ),
        );
        assert_eq!(after, Ok(json!({"a": 1, "b": 2})));
        assert!(apply(&before, &patch(json!([{"op": "test", "path": "/a", "value": 9}]))).is_err());
    }

    #[test]
    fn what_is_no_patch_is_not_read_as_one() {
        assert!(Patch::read("application/apply-patch+yaml", b"{}").is_none());
        assert!(Patch::read("application/merge-patch+json", b"{").unwrap().is_err());
        assert!(apply(&json!({}), &Patch::Merge(json!([]))).is_err());
    }
}
