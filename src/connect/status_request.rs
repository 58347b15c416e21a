//! Requests to the update status controller: it reads the spec of its UpdateStatus.

use std::convert::Infallible;

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::live::Live;
use super::resource::{UPDATE_STATUS, Write};
use super::write::{
    Applied, LostWrite, OptimisticWrite, WriteDecision, WriteOutcome, apply, contested, made_anew,
    refused, replaced,
};
use crate::error::{Error, Hint, Result};
use upgrade_core::update_status::asking::StatusRequest;
use upgrade_core::update_status::object;

const OBJECT: &str = "updatestatuses/cluster";
const TICK: SignedDuration = SignedDuration::from_nanos(1);

impl Live {
    /// Requests that informers update themselves before their next query, and returns the time of
    /// the request.
    pub(crate) async fn request_informer_update(&self) -> Result<Timestamp> {
        match apply(&mut StatusRequestWrite(self)).await? {
            Applied::Stored { change, as_sent: true, .. } => Ok(change.requested),
            Applied::Stored { .. } => {
                let error =
                    anyhow::anyhow!("{OBJECT} did not store the request to update informers");
                Err(Error::new("NotStored", error).hint_run(
                    "to update the CustomResourceDefinitions",
                    "upgrade crds | oc apply -f -",
                ))
            }
            Applied::Finished(never) => match never {},
        }
    }

    /// Returns whether informers were queried since then; false if that cannot be read.
    pub(crate) async fn has_asked_informers(&self, since: Timestamp) -> bool {
        let Ok(object) = self.get(UPDATE_STATUS).await else { return false };
        object::asked(&object::stored(&object)).is_some_and(|asked| asked >= since)
    }
}

struct StatusRequestWrite<'a>(&'a Live);

fn uid(object: &Value) -> Option<&str> {
    object.pointer("/metadata/uid").and_then(Value::as_str)
}

struct StatusRequestChange {
    requested: Timestamp,
    revision: Value,
}

impl StatusRequestChange {
    fn request(&self) -> StatusRequest {
        StatusRequest { informer_update: true, requested: Some(self.requested) }
    }
}

impl OptimisticWrite for StatusRequestWrite<'_> {
    type State = Value;
    type Change = StatusRequestChange;
    type Stored = Value;
    type Ending = Infallible;

    async fn read(&mut self) -> Result<Value> {
        let read = self.0.get(UPDATE_STATUS).await;
        read.map_err(|fault| self.0.explain(fault, "read", UPDATE_STATUS))
    }

    fn revision<'a>(&self, object: &'a Value) -> Option<&'a str> {
        object.pointer("/metadata/resourceVersion").and_then(Value::as_str)
    }

    fn replaced(&self, before: &Value, now: &Value) -> Option<String> {
        made_anew(OBJECT, uid(before), uid(now))
    }

    fn decide(&self, object: &Value) -> Result<WriteDecision<StatusRequestChange, Infallible>> {
        let now = self.0.clock.now().unwrap_or_default();
        // Clocks differ: an earlier query does not count, whatever its time.
        let before = object::asked(&object::stored(object)).map(|asked| asked + TICK);
        let requested = before.map_or(now, |before| before.max(now));
        let revision = object["metadata"]["resourceVersion"].clone();
        Ok(WriteDecision::Send(StatusRequestChange { requested, revision }))
    }

    /// The user does not see it.
    fn is_unchanged(&self, _: &StatusRequestChange, _: &StatusRequestChange) -> bool {
        true
    }

    fn confirm(
        &mut self,
        _: &Value,
        _: &StatusRequestChange,
        _: Option<&StatusRequestChange>,
    ) -> Result<Option<Infallible>> {
        Ok(None)
    }

    async fn send(&mut self, change: &StatusRequestChange) -> Result<WriteOutcome<Value>> {
        let spec = object::requesting(change.request());
        let patch = json!({"metadata": {"resourceVersion": change.revision}, "spec": spec});
        self.0.write(UPDATE_STATUS, Write::Patch(&patch), false).await
    }

    async fn read_stored(&mut self) -> Result<Value> {
        self.read().await
    }

    fn is_stored(&self, change: &StatusRequestChange, object: &Value) -> bool {
        object::request(object) == change.request()
    }

    fn is_same(&self, before: &Value, object: &Value) -> bool {
        self.replaced(before, object).is_none()
    }

    fn refused(&self, _: &Value, said: &str) -> Error {
        refused(self.0.origin.server.as_deref(), "request to informers", said)
    }

    fn end_replaced(&self, _: &Value, _: &StatusRequestChange, how: String) -> Result<Infallible> {
        Err(replaced(&how))
    }

    fn contested(&self, _: &StatusRequestChange) -> Result<Infallible> {
        Err(contested(OBJECT))
    }

    fn hint_of_lost(&self, lost: LostWrite) -> Hint {
        match lost {
            LostWrite::NotStored => {
                format!("{OBJECT} was not changed; run the command again").into()
            }
            LostWrite::Unknown => {
                format!("cannot confirm whether {OBJECT} changed. Run the command again").into()
            }
        }
    }
}
