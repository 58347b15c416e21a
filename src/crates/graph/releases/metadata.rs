//! What a release image says of itself: its `release-metadata`, alone or as `oc adm release info -o
//! json` prints it.

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
    /// Not of the image, which does not know its own name: added by who collects them.
    pub payload: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReleaseInfo {
    pub image: String,
    pub digest: Option<String>,
    /// Given where the image is a list of images, one for each architecture.
    pub list_digest: Option<String>,
    pub config: Option<ReleaseConfig>,
    pub metadata: ReleaseMetadata,
}

#[derive(Debug, Deserialize)]
pub(crate) struct ReleaseConfig {
    pub architecture: Option<String>,
}
