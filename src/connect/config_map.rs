//! The two ConfigMaps of admin gates, for live clusters, files and writes.

use anyhow::anyhow;
use futures::future;
use http::StatusCode;
use serde_json::Value;

use super::fault::Fault;
use super::live::Live;
use super::resource::ResourceRef;
use crate::error::{Error, Result};
use upgrade_core::objects::config_map::{self, ACKS, AckMap, GATES, GateMaps, KIND, PLURAL};
use upgrade_graph::decode::BadObject;

pub(super) const ACKNOWLEDGEMENTS: ResourceRef = map(ACKS);

const fn map((namespace, name): (&'static str, &'static str)) -> ResourceRef {
    ResourceRef { group: "", kind: KIND, plural: PLURAL, namespace: Some(namespace), name }
}

impl Live {
    pub(super) async fn gate_maps(&self) -> Result<GateMaps> {
        let (gates, acks) = future::join(self.get(map(GATES)), self.get(map(ACKS))).await;
        let gates = self.if_there(gates, map(GATES))?;
        let acks = self.if_there(acks, map(ACKS))?;
        let mut maps = maps(gates.as_ref(), acks.as_ref())?;
        maps.gates.get_or_insert_default(); // without the ConfigMap, there are no gates
        Ok(maps)
    }

    fn if_there(
        &self,
        found: std::result::Result<Value, Fault>,
        object: ResourceRef,
    ) -> Result<Option<Value>> {
        match found {
            Ok(object) => Ok(Some(object)),
            Err(fault) if fault.status() == Some(StatusCode::NOT_FOUND) => Ok(None),
            Err(fault) => Err(self.explain(fault, "read", object)),
        }
    }
}

/// Returns what is acknowledged.
pub(super) fn acknowledged(object: &Value) -> Result<AckMap> {
    Ok(read(Some(object), ACKS, config_map::acks)?.unwrap_or_default())
}

pub(super) fn maps(gates: Option<&Value>, acks: Option<&Value>) -> Result<GateMaps> {
    Ok(GateMaps {
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
