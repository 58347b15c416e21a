//! `CompletionInstallation`: the files and links for a shell, kubectl and oc.

use schemars::JsonSchema;
use serde::Serialize;

use crate::output::parts::ApiVersion;

/// What `completion install` wrote
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CompletionInstallation {
    api_version: ApiVersion,
    kind: Kind,
    /// Nothing was written
    pub(crate) dry_run: bool,
    pub(crate) files: Vec<InstalledFile>,
    /// What is left for you to do
    pub(crate) hints: Vec<String>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    CompletionInstallation,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InstalledFile {
    pub(crate) path: String,
    /// The program that a link points to; null for a script
    pub(crate) link_to: Option<String>,
}

impl CompletionInstallation {
    pub(crate) fn new(dry_run: bool, files: Vec<InstalledFile>, hints: Vec<String>) -> Self {
        let kind = Kind::CompletionInstallation;
        Self { api_version: ApiVersion::V1, kind, dry_run, files, hints }
    }
}
