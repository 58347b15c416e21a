//! The two ConfigMaps of admin gates: read beside the ClusterVersion, and written to.

use anyhow::anyhow;
use futures::future;
use http::StatusCode;
use serde_json::{Map, Value, json};

use super::fault::Fault;
use super::live::{Answered, Live, Named, VERSION, Write};
use crate::api::config_map::{ACKS, GATES, KIND, PLURAL};
use crate::domain::ack::{Acknowledgement, Place, YES};
use crate::domain::cluster::Cluster;
use crate::domain::gate_maps::{Acks, Maps};
use crate::error::{Error, Result};
use crate::translate::config_map;
use crate::translate::documents::BadObject;

/// How a write of acknowledgements ended.
pub(crate) enum Acknowledged {
    /// What is acknowledged now, as the server answered it.
    Stored(Acks),
    /// Somebody else wrote first, or objects; what the server says.
    Conflict(String),
}

const fn map((namespace, name): (&'static str, &'static str)) -> Named {
    Named { group: "", kind: KIND, plural: PLURAL, namespace: Some(namespace), name }
}

impl Live {
    /// Reads the cluster and its gates at the same time.
    pub(super) async fn gates(&self) -> Result<(Cluster, Maps)> {
        let (version, maps) = future::join(self.get(VERSION), self.gate_maps()).await;
        let version = version.map_err(|fault| self.explain(fault, "read", VERSION))?;
        Ok((self.cluster(&version)?, maps?))
    }

    pub(super) async fn gate_maps(&self) -> Result<Maps> {
        let (gates, acks) = future::join(self.get(map(GATES)), self.get(map(ACKS))).await;
        let gates = self.if_there(gates, map(GATES))?;
        let acks = self.if_there(acks, map(ACKS))?;
        let mut maps = maps(gates.as_ref(), acks.as_ref())?;
        maps.gates.get_or_insert_default(); // where there is no such ConfigMap, there are none
        Ok(maps)
    }

    fn if_there(
        &self,
        found: std::result::Result<Value, Fault>,
        object: Named,
    ) -> Result<Option<Value>> {
        match found {
            Ok(object) => Ok(Some(object)),
            Err(fault) if fault.status() == Some(StatusCode::NOT_FOUND) => Ok(None),
            Err(fault) => Err(self.explain(fault, "read", object)),
        }
    }

    /// Writes what [`acks_body`] says, once.
    pub(super) async fn acknowledge(
        &self,
        acknowledgement: &Acknowledgement,
        dry_run: bool,
    ) -> Result<Acknowledged> {
        let body = acks_body(acknowledgement);
        let write = match acknowledgement.place {
            Place::Missing => Write::Create(&body),
            Place::Stored { .. } => Write::Patch(&body),
        };
        match self.write(map(ACKS), write, dry_run).await? {
            Answered::Conflict(said) => Ok(Acknowledged::Conflict(said)),
            Answered::Object(object) => {
                let acks = read(Some(&object), ACKS, config_map::acks);
                let acks = acks.map_err(|error| if dry_run { error } else { error.in_doubt() })?;
                Ok(Acknowledged::Stored(acks.unwrap_or_default()))
            }
        }
    }
}

/// Returns what is sent: a merge patch, or the whole ConfigMap where there is none.
pub(crate) fn acks_body(acknowledgement: &Acknowledgement) -> Value {
    let gates = acknowledgement.to_write().map(|gate| (gate.name.clone(), YES.into()));
    let data = Value::Object(gates.collect::<Map<String, Value>>());
    let (namespace, name) = ACKS;
    match &acknowledgement.place {
        Place::Missing => json!({
            "apiVersion": "v1",
            "kind": KIND,
            "metadata": {"namespace": namespace, "name": name},
            "data": data,
        }),
        Place::Stored { resource_version: Some(resource_version) } => {
            json!({"metadata": {"resourceVersion": resource_version}, "data": data})
        }
        Place::Stored { resource_version: None } => json!({"data": data}),
    }
}

pub(super) fn maps(gates: Option<&Value>, acks: Option<&Value>) -> Result<Maps> {
    Ok(Maps {
        gates: read(gates, GATES, config_map::gates)?,
        acks: read(acks, ACKS, config_map::acks)?,
        oddities: Vec::new(),
    })
}

fn read<T>(
    object: Option<&Value>,
    (namespace, name): (&str, &str),
    translate: fn(&Value) -> std::result::Result<T, BadObject>,
) -> Result<Option<T>> {
    object.map(translate).transpose().map_err(|bad| {
        let context = format!("cannot read configmaps/{name} in namespace {namespace}");
        Error::new("BadData", anyhow!(bad).context(context))
    })
}
