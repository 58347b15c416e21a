//! What a writer sends: whether it is the right kind of object, and which half of it counts.

use http::header::CONTENT_TYPE;
use http::{HeaderName, Request};
use serde_json::Value;

use crate::operator::number;
use crate::resource::Resource;
use crate::store::{Key, ObjectHalf, StoreRefusal};
use crate::validate;

/// Rejects a body that is not the object of its URL.
pub(crate) fn check(
    resource: &Resource,
    key: &Key,
    object: &Value,
    half: ObjectHalf,
) -> Result<(), StoreRefusal> {
    if !object.is_object() {
        return Err(StoreRefusal::Bad("the body is not an object".to_owned()));
    }
    let broken = match half {
        ObjectHalf::Status => validate::violation_of_status(resource, object),
        ObjectHalf::Main => {
            let mut written = object.clone();
            let fields = written.as_object_mut().filter(|_| resource.status);
            drop(fields.and_then(|fields| fields.remove("status")));
            validate::violation(resource, &written).or_else(|| validate::labels(&written))
        }
    };
    if let Some(violation) = broken {
        return Err(StoreRefusal::Invalid(violation));
    }
    let text = |pointer| object.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
    let said = (text("/apiVersion"), text("/kind"));
    let expected = (resource.api_version(), resource.kind.clone());
    if said != (expected.0.as_str(), expected.1.as_str()) {
        return Err(StoreRefusal::Bad(format!(
            "the body is {} {}, not {} {}",
            said.0, said.1, expected.0, expected.1
        )));
    }
    let namespace = text("/metadata/namespace");
    if !namespace.is_empty() && namespace != key.namespace {
        return Err(StoreRefusal::Bad(format!(
            "the namespace of the object ({namespace}) is not that of the address ({})",
            key.namespace
        )));
    }
    let name = text("/metadata/name");
    if !name.is_empty() && name != key.name {
        return Err(StoreRefusal::Bad(format!(
            "the name of the object ({name}) is not that of the address ({})",
            key.name
        )));
    }
    Ok(())
}

/// Takes only the half that is written; where there is no status apart, both are.
pub(crate) fn written(
    resource: &Resource,
    before: &Value,
    mut object: Value,
    half: ObjectHalf,
) -> Value {
    if !resource.status {
        return object;
    }
    let (mut after, kept) = match half {
        ObjectHalf::Main => (object, "status"),
        ObjectHalf::Status => {
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

pub(crate) fn header(request: &Request<Vec<u8>>, name: HeaderName) -> &str {
    request.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// Reads a body as JSON or YAML, by its type.
pub(crate) fn read(request: &Request<Vec<u8>>) -> Result<Value, StoreRefusal> {
    let kind = header(request, CONTENT_TYPE);
    if kind.contains("protobuf") || kind.contains("cbor") {
        return Err(StoreRefusal::UnsupportedBody);
    }
    let yaml = kind.contains("yaml");
    let text = std::str::from_utf8(request.body())
        .map_err(|error| StoreRefusal::Bad(error.to_string()))?;
    if yaml {
        return serde_saphyr::from_str(text)
            .map_err(|error| StoreRefusal::Bad(error.without_snippet().to_string()));
    }
    serde_json::from_str(text)
        .map_err(|error| StoreRefusal::Bad(format!("error decoding the body: {error}")))
}

/// Names an object that is created in a collection.
pub(crate) fn named(collection: &Key, object: &Value, revision: u64) -> Result<Key, StoreRefusal> {
    let text = |pointer| object.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
    let name = match (text("/metadata/name"), text("/metadata/generateName")) {
        ("", "") => return Err(StoreRefusal::Bad("name or generateName is required".to_owned())),
        ("", start) => format!("{start}{:05x}", number(revision, start) & 0xf_ffff),
        (name, _) => name.to_owned(),
    };
    Ok(Key { name, ..collection.clone() })
}
