//! Deletions: dry or conditional, as their bodies say.

use serde::Deserialize;
use serde_json::Value;

use crate::store::StoreRefusal;

/// How a deletion is meant; clients say so in its body.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct DeleteOptions {
    dry_run: Vec<String>,
    preconditions: Option<Preconditions>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Preconditions {
    uid: Option<String>,
    resource_version: Option<String>,
}

impl DeleteOptions {
    /// Reads a body, if there is one.
    pub(crate) fn read(body: Option<Value>) -> Result<Self, StoreRefusal> {
        let Some(body) = body else {
            return Ok(Self::default());
        };
        serde_json::from_value(body).map_err(|error| StoreRefusal::Bad(error.to_string()))
    }

    pub(crate) fn dry_run(&self) -> bool {
        self.dry_run.iter().any(|mode| mode == "All")
    }

    pub(crate) fn check(&self, object: &Value) -> Result<(), StoreRefusal> {
        let Some(Preconditions { uid, resource_version }) = &self.preconditions else {
            return Ok(());
        };
        let metadata = &object["metadata"];
        let is = |field: &str, wanted: &Option<String>| {
            wanted.as_ref().is_none_or(|wanted| metadata[field] == **wanted)
        };
        if is("uid", uid) && is("resourceVersion", resource_version) {
            Ok(())
        } else {
            Err(StoreRefusal::Conflict)
        }
    }
}
