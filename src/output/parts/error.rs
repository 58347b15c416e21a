//! `Error`: what scripts get on stderr for exit codes 1, 2 and 4.

use schemars::JsonSchema;
use serde::Serialize;

use super::ApiVersion;
use crate::error::Hint;

/// Why a command failed
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Error")]
pub(crate) struct ErrorDocument {
    api_version: ApiVersion,
    kind: Kind,
    /// A stable name of the kind of failure
    code: String,
    message: String,
    /// What to do next, one action each
    #[schemars(with = "Vec<String>")]
    hints: Vec<Hint>,
    /// Whether the cluster or a file was changed before the failure; the message tells what. Absent
    /// if nothing was
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    applied: bool,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    Error,
}

impl ErrorDocument {
    pub(crate) fn new(code: &str, message: String, hints: &[Hint], applied: bool) -> Self {
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::Error,
            code: code.to_owned(),
            message,
            hints: hints.to_vec(),
            applied,
        }
    }
}
