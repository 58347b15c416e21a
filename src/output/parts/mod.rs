//! The JSON promise: one struct a kind, built from the model; the text is rendered from the same.

pub(crate) mod cluster;
pub(crate) mod error;
pub(crate) mod graph_source;
pub(crate) mod hosted;
pub(crate) mod risk;

use schemars::JsonSchema;
use serde::Serialize;

/// The one version of all kinds: within it a field's name never changes its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) enum ApiVersion {
    #[serde(rename = "upgrade/v1")]
    V1,
}
