//! The two ConfigMaps of admin gates: what a release wants to have acknowledged, and what is.

use std::collections::BTreeMap;

/// Both ConfigMaps as they were read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct GateMaps {
    /// None where it is not known whether there are any.
    pub(crate) gates: Option<BTreeMap<String, String>>,
    /// None where there is no such ConfigMap.
    pub(crate) acks: Option<AckMap>,
    /// What could not be found out.
    pub(crate) oddities: Vec<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct AckMap {
    pub(crate) values: BTreeMap<String, String>,
    pub(crate) resource_version: Option<String>,
}
