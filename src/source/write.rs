//! Writes to a cluster: each object once, with the revision it was decided on.

use anyhow::anyhow;
use http::StatusCode;
use serde_json::Value;

use super::Source;
use super::config_map::{ACKNOWLEDGEMENTS, acknowledged};
use super::fault::Fault;
use super::live::Live;
use super::object::{Located, VERSION, Write, expected};
use super::patch::acks_body;
use crate::domain::ack::{Acknowledgement, Acks, Place};
use crate::domain::cluster::Cluster;
use crate::error::{Error, Result};

/// How one write ended.
#[derive(Debug)]
pub(crate) enum WriteOutcome<T> {
    /// The object as the server answered it.
    Stored(T),
    /// Somebody else wrote first, or objects; what the server says.
    Conflict(String),
}

impl WriteOutcome<Value> {
    /// Reads the answer. After one that makes no sense it is not known what was stored.
    pub(super) fn read<T>(
        self,
        dry_run: bool,
        read: impl FnOnce(&Value) -> Result<T>,
    ) -> Result<WriteOutcome<T>> {
        match self {
            Self::Conflict(said) => Ok(WriteOutcome::Conflict(said)),
            Self::Stored(object) => match read(&object) {
                Ok(stored) => Ok(WriteOutcome::Stored(stored)),
                Err(error) if dry_run => Err(error),
                Err(error) => Err(error.in_doubt()),
            },
        }
    }
}

impl Source {
    /// Patches the ClusterVersion.
    pub(crate) async fn patch(
        &self,
        patch: &Value,
        dry_run: bool,
    ) -> Result<WriteOutcome<Cluster>> {
        match self {
            Self::Live(live) => live
                .write(VERSION, Write::Patch(patch), dry_run)
                .await?
                .read(dry_run, |object| live.cluster(object)),
            Self::Files(_) => Err(Error::usage(anyhow!("files cannot be asked for an update"))),
        }
    }

    /// Writes what [`acks_body`] says.
    pub(crate) async fn acknowledge(
        &self,
        acknowledgement: &Acknowledgement,
        dry_run: bool,
    ) -> Result<WriteOutcome<Acks>> {
        let Self::Live(live) = self else {
            return Err(Error::usage(anyhow!("files cannot be written to")));
        };
        let body = acks_body(acknowledgement);
        let write = match acknowledgement.place {
            Place::Missing => Write::Create(&body),
            Place::Stored { .. } => Write::Patch(&body),
        };
        live.write(ACKNOWLEDGEMENTS, write, dry_run).await?.read(dry_run, acknowledged)
    }
}

impl Live {
    /// Writes an object once. A write is never repeated blindly: where the answer is lost, the error
    /// says that the outcome is not known.
    pub(super) async fn write(
        &self,
        object: Located<'_>,
        write: Write<'_>,
        dry_run: bool,
    ) -> Result<WriteOutcome<Value>> {
        let outcome = self.try_write(object, write, dry_run).await?;
        outcome.map_err(|fault| self.explain_write(fault, object, write, dry_run))
    }

    /// The same, for those who know what a fault means for this object.
    pub(super) async fn try_write(
        &self,
        object: Located<'_>,
        write: Write<'_>,
        dry_run: bool,
    ) -> Result<std::result::Result<WriteOutcome<Value>, Fault>> {
        let request = write.request(object, dry_run)?;
        let answer = self.send(request, self.deadline()).await;
        Ok(match answer.and_then(|answer| expected(answer, object)) {
            Ok(object) => Ok(WriteOutcome::Stored(object)),
            Err(Fault::Answer { status: StatusCode::CONFLICT, body, .. }) => {
                Ok(WriteOutcome::Conflict(body.said(self.secret())))
            }
            Err(fault) => Err(fault),
        })
    }

    pub(super) fn explain_write(
        &self,
        fault: Fault,
        object: Located<'_>,
        write: Write<'_>,
        dry_run: bool,
    ) -> Error {
        let doubt = fault.leaves_doubt() && !dry_run;
        let error = self.explain(fault, write.verb(), object);
        if doubt { error.in_doubt() } else { error }
    }
}
