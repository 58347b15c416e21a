//! `ProgramVersion`: what a program was built from.

use schemars::JsonSchema;
use serde::Serialize;

use crate::output::parts::ApiVersion;

/// What this program was built from
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProgramVersion {
    api_version: ApiVersion,
    kind: Kind,
    /// The version of the program
    pub(crate) version: String,
    /// The commit; null if it was not built from a checkout
    pub(crate) commit: Option<String>,
    /// The platform that it was built for, such as `x86_64-unknown-linux-gnu`
    pub(crate) target: String,
    /// The optional features that it was built with
    pub(crate) features: Vec<String>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    ProgramVersion,
}

impl ProgramVersion {
    /// Returns the version of this program.
    pub(crate) fn current() -> Self {
        let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::ProgramVersion,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: given(env!("UPGRADE_COMMIT")),
            target: env!("UPGRADE_TARGET").to_owned(),
            features: env!("UPGRADE_FEATURES").split(',').filter_map(given).collect(),
        }
    }
}
