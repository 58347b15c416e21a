//! What a writer sends: whether it is the right kind of object, and which half of it counts.

use serde_json::Value;

use super::resource::Resource;
use super::store::{Half, Key, Refusal};

/// Refuses a body that is not the object its address speaks of.
pub(crate) fn check(resource: &Resource, key: &Key, object: &Value) -> Result<(), Refusal> {
    if !object.is_object() || !object.get("metadata").is_none_or(Value::is_object) {
        return Err(Refusal::Bad("the body is not an object".to_owned()));
    }
    let text = |pointer| object.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
    let said = (text("/apiVersion"), text("/kind"));
    let expected = (resource.api_version(), resource.kind.clone());
    if said != (expected.0.as_str(), expected.1.as_str()) {
        return Err(Refusal::Bad(format!(
            "the body is {} {}, not {} {}",
            said.0, said.1, expected.0, expected.1
        )));
    }
    let namespace = text("/metadata/namespace");
    if !namespace.is_empty() && namespace != key.namespace {
        return Err(Refusal::Bad(format!(
            "the namespace of the object ({namespace}) is not that of the address ({})",
            key.namespace
        )));
    }
    let name = text("/metadata/name");
    if !name.is_empty() && name != key.name {
        return Err(Refusal::Bad(format!(
            "the name of the object ({name}) is not that of the address ({})",
            key.name
        )));
    }
    Ok(())
}

/// Takes only the half that is written; where there is no status apart, both are.
pub(crate) fn written(resource: &Resource, before: &Value, mut object: Value, half: Half) -> Value {
    if !resource.status {
        return object;
    }
    let (mut after, kept) = match half {
        Half::Main => (object, "status"),
        Half::Status => {
            let status = object.get_mut("status").map(Value::take);
            let mut after = before.clone();
            match status {
                Some(status) => after["status"] = status,
                None => drop(after.as_object_mut().and_then(|after| after.remove("status"))),
            }
            return after;
        }
    };
    match before.get(kept) {
        Some(value) => after[kept] = value.clone(),
        None => drop(after.as_object_mut().and_then(|after| after.remove(kept))),
    }
    after
}
