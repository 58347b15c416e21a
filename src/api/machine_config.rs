//! `machineconfigpools.machineconfiguration.openshift.io/v1`, as far as we read it.

use serde::Deserialize;

use super::cluster_version::{ConditionObject, Text};
use super::node::SelectorObject;

pub(crate) const GROUP: &str = "machineconfiguration.openshift.io";
pub(crate) const KIND: &str = "MachineConfigPool";
pub(crate) const PLURAL: &str = "machineconfigpools";

#[derive(Debug, Default, Deserialize)]
pub(crate) struct MachineConfigPool {
    pub(crate) metadata: Option<PoolMetadata>,
    pub(crate) spec: Option<MachineConfigPoolSpec>,
    pub(crate) status: Option<MachineConfigPoolStatus>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct PoolMetadata {
    pub(crate) generation: Option<Text>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MachineConfigPoolSpec {
    pub(crate) paused: Option<Text>,
    pub(crate) node_selector: Option<SelectorObject>,
    pub(crate) configuration: Option<Configuration>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MachineConfigPoolStatus {
    pub(crate) observed_generation: Option<Text>,
    pub(crate) configuration: Option<Configuration>,
    pub(crate) machine_count: Option<Text>,
    pub(crate) updated_machine_count: Option<Text>,
    pub(crate) conditions: Option<Vec<ConditionObject>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Configuration {
    pub(crate) name: Option<Text>,
}
