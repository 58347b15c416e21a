//! The metadata of a release image: its `release-metadata`, alone or in the output of `oc adm
//! release info -o json`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

pub(crate) const KIND: &str = "cincinnati-metadata-v0";

#[derive(Debug, Default, Deserialize)]
pub(crate) struct ReleaseMetadata {
    #[serde(default)]
    pub kind: String,
    pub version: String,
    pub previous: Option<Vec<String>>,
    pub next: Option<Vec<String>>,
    pub metadata: Option<BTreeMap<String, Value>>,
    /// Not in the image, which does not know its own name: added by tools that collect the
    /// metadata.
    pub payload: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReleaseInfo {
    pub image: String,
    pub digest: Option<String>,
    /// Set if the image is a manifest list with one image per architecture.
    pub list_digest: Option<String>,
    pub config: Option<ReleaseConfig>,
    pub metadata: ReleaseMetadata,
}

#[derive(Debug, Deserialize)]
pub(crate) struct ReleaseConfig {
    pub architecture: Option<String>,
}
