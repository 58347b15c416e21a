//! Parts that several kinds share: one struct per kind is serialized, and the text is rendered from
//! it.

pub(crate) mod cluster;
pub(crate) mod error;
pub(crate) mod graph_source;
pub(crate) mod hosted;
pub(crate) mod risk;

use schemars::JsonSchema;
use serde::Serialize;

/// The version of all kinds: within it, a field never changes its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) enum ApiVersion {
    #[serde(rename = "upgrade/v1")]
    V1,
}
