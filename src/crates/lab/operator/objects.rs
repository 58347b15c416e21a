//! Objects as an operator reads and writes them: conditions, and the places of what it operates.

use jiff::Timestamp;
use serde_json::{Map, Value, json};

use crate::internal_write::stamp;
use crate::store::Key;

use crate::resource::CONFIG;

pub(super) fn cluster_version() -> Key {
    Key::cluster(CONFIG, "clusterversions", "version")
}

/// Names a collection.
pub(super) fn all(group: &str, plural: &str) -> Key {
    Key::cluster(group, plural, "")
}

/// What a condition says.
#[derive(Debug, Clone, Copy)]
pub(super) struct ConditionWrite<'a> {
    pub(super) kind: &'a str,
    pub(super) status: &'a str,
    pub(super) reason: &'a str,
    pub(super) message: &'a str,
}

impl ConditionWrite<'_> {
    /// Writes the condition; its transition is now only if its status changes.
    pub(super) fn on(self, conditions: &mut Value, now: Timestamp) {
        if !conditions.is_array() {
            *conditions = json!([]);
        }
        let Some(listed) = conditions.as_array_mut() else { return };
        let known = listed.iter_mut().find(|condition| condition["type"] == self.kind);
        let since = match &known {
            Some(known)
                if known["status"] == self.status && known["lastTransitionTime"].is_string() =>
            {
                known["lastTransitionTime"].clone()
            }
            _ => json!(stamp(now)),
        };
        let mut condition =
            json!({"type": self.kind, "status": self.status, "lastTransitionTime": since});
        for (field, text) in [("reason", self.reason), ("message", self.message)] {
            if !text.is_empty() {
                condition[field] = json!(text);
            }
        }
        match known {
            Some(known) => *known = condition,
            None => listed.push(condition),
        }
    }

    pub(super) fn write(self, object: &mut Value, now: Timestamp) {
        self.on(conditions(object), now);
    }
}

pub(super) fn condition<'a>(object: &'a Value, kind: &str) -> Option<&'a Value> {
    object["status"]["conditions"].as_array()?.iter().find(|condition| condition["type"] == kind)
}

pub(super) fn is(object: &Value, kind: &str, status: &str) -> bool {
    condition(object, kind).is_some_and(|condition| condition["status"] == status)
}

/// Returns the place of a field to write it; whatever is in the way is replaced.
pub(super) fn at<'a>(object: &'a mut Value, path: &[&str]) -> &'a mut Value {
    path.iter().fold(object, |place, part| {
        if !place.is_object() {
            *place = Value::Object(Map::new());
        }
        &mut place[*part]
    })
}

/// Returns the conditions of an object, to write them.
pub(super) fn conditions(object: &mut Value) -> &mut Value {
    at(object, &["status", "conditions"])
}

/// Removes a condition.
pub(super) fn remove_condition(object: &mut Value, kind: &str) {
    if let Some(listed) = object.pointer_mut("/status/conditions").and_then(Value::as_array_mut) {
        listed.retain(|condition| condition["type"] != kind);
    }
}

/// Returns a text, empty where there is none.
pub(super) fn text<'a>(object: &'a Value, pointer: &str) -> &'a str {
    object.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}

pub(super) fn name(object: &Value) -> &str {
    text(object, "/metadata/name")
}

/// A number that is always the same for the same words.
pub(crate) fn number(seed: u64, words: &str) -> u64 {
    // FNV-1a, and a last stir so that near words lie far apart.
    let hash = words.bytes().fold(0xcbf2_9ce4_8422_2325 ^ seed, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash ^ (hash >> 31)
}
