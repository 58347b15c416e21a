//! What a store remembers of a write, for those who watch.

use serde_json::Value;

use crate::store::Key;

/// A change, as watches tell it.
#[derive(Debug, Clone)]
pub(crate) struct Change {
    pub revision: u64,
    pub kind: &'static str,
    pub key: Key,
    /// The object before, for watches whose selector it leaves.
    pub before: Option<Value>,
    pub object: Value,
}

impl Change {
    /// A change that gets its revision when it is stored.
    pub(super) fn new(kind: &'static str, key: &Key, before: Option<Value>, object: Value) -> Self {
        Self { revision: 0, kind, key: key.clone(), before, object }
    }

    /// Returns about what the change takes in memory.
    pub(super) fn bytes(&self) -> usize {
        bytes(&self.object) + self.before.as_ref().map_or(0, bytes)
    }
}

fn bytes(value: &Value) -> usize {
    let held = match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(bytes).sum(),
        Value::Object(fields) => fields.iter().map(|(name, at)| name.len() + bytes(at)).sum(),
        _ => 0,
    };
    held + size_of::<Value>()
}
