//! `ScenarioList`: the practice clusters of the lab.

use schemars::JsonSchema;
use serde::Serialize;

use crate::output::parts::ApiVersion;

/// The scenarios of the lab
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ScenarioList {
    api_version: ApiVersion,
    kind: Kind,
    pub(crate) scenarios: Vec<ScenarioView>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    ScenarioList,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ScenarioView {
    pub(crate) name: String,
    pub(crate) summary: String,
    /// The default of `--lab`
    pub(crate) default: bool,
}

impl ScenarioList {
    pub(crate) fn new(scenarios: Vec<ScenarioView>) -> Self {
        Self { api_version: ApiVersion::V1, kind: Kind::ScenarioList, scenarios }
    }
}
