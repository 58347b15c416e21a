//! The UpdateStatus of a cluster, read beside the rest: most clusters have none, and nothing fails for it.

use jiff::Timestamp;
use kube::api::{GetParams, Request};
use serde_json::Value;

use super::live::{Live, Named, expected};
use super::scene::{Reading, Unread};
use crate::api::update_status::{GROUP, STATUS, STATUS_NAME, STATUSES};
use crate::domain::part::Part;
use crate::domain::snapshot::Snapshot;
use crate::translate::documents::Document;
use crate::translate::update_status;

pub(super) const UPDATE_STATUS: Named =
    Named { group: GROUP, kind: STATUS, plural: STATUSES, namespace: None, name: STATUS_NAME };

/// The object; none where there is no such thing.
pub(super) type Found = Result<Option<Value>, Unread>;

impl Live {
    pub(super) async fn update_status(&self) -> Found {
        let request = Request::new(UPDATE_STATUS.url()).get(STATUS_NAME, &GetParams::default());
        let request = request.map_err(|error| Unread::of_us(&error))?;
        match self.answer(request).await {
            Ok(answer) => match expected(answer, UPDATE_STATUS) {
                Ok(object) => Ok(Some(object)),
                Err(_) => Err(Unread::of_us(&"the answer is something else")),
            },
            Err(unread) if unread.not_there => Ok(None),
            Err(unread) => Err(unread),
        }
    }
}

impl Reading {
    /// Takes what came of reading the UpdateStatus. To those who may not read it, it is not there: it
    /// may well be so. Whatever else is wrong with it, the rest is told without.
    pub(super) fn hear(&mut self, found: Found) {
        match found {
            Ok(None) => self.snapshot.reported = Part::NotServed,
            Ok(Some(object)) => tell(&mut self.snapshot, &object),
            Err(unread) if unread.forbidden => {
                self.snapshot.reported = Part::NotServed;
                self.snapshot.notes.push(unread.of("the UpdateStatus, should there be one,").why);
            }
            Err(unread) => {
                let why = unread.of("the UpdateStatus").why;
                self.snapshot.reported = Part::unreadable(&why);
                self.snapshot.notes.push(why);
            }
        }
    }
}

fn tell(scene: &mut Snapshot, object: &Value) {
    let (told, problems) = update_status::told(object, scene.instant());
    scene.reported = Part::Known(told);
    if !problems.is_empty() {
        let problems = problems.join("; ");
        scene.notes.push(format!("the UpdateStatus makes no sense in part: {problems}"));
    }
}

/// Tells what was recorded. The controller's sign of life is a moment of the recording, too.
pub(super) fn recorded(scene: &mut Snapshot, documents: &[&Document]) {
    let is_it = |document: &&&Document| {
        (document.group(), document.kind(), document.name()) == (GROUP, STATUS, STATUS_NAME)
    };
    let Some(document) = documents.iter().find(is_it) else {
        scene.reported = Part::NotServed;
        return;
    };
    let heartbeat = document.object.pointer("/status/heartbeatTime").and_then(Value::as_str);
    let heartbeat: Option<Timestamp> = heartbeat.and_then(|at| at.parse().ok());
    scene.now = scene.now.max(heartbeat);
    tell(scene, &document.object);
}
