//! What a release image says of itself: its `release-metadata`, alone or as `oc adm release info -o
//! json` prints it.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

pub(crate) const KIND: &str = "cincinnati-metadata-v0";

#[derive(Debug, Default, Deserialize)]
pub(crate) struct ReleaseMetadata {
    #[serde(default)]
    pub(crate) kind: String,
    pub(crate) version: String,
    pub(crate) previous: Option<Vec<String>>,
    pub(crate) next: Option<Vec<String>>,
    pub(crate) metadata: Option<BTreeMap<String, Value>>,
    /// Not of the image, which does not know its own name: added by who collects them.
    pub(crate) payload: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReleaseInfo {
    pub(crate) image: String,
    pub(crate) digest: Option<String>,
    /// Given where the image is a list of images, one for each architecture.
    pub(crate) list_digest: Option<String>,
    pub(crate) config: Option<ReleaseConfig>,
    pub(crate) metadata: ReleaseMetadata,
}

#[derive(Debug, Deserialize)]
pub(crate) struct ReleaseConfig {
    pub(crate) architecture: Option<String>,
}
