//! Whether graph-data is valid.

use std::fmt;

use super::{GraphData, LintFinding};

/// Invalid graph-data, and everything that is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnsoundData {
    /// What was read.
    pub origin: String,
    /// Each error with its position; never empty.
    pub errors: Vec<String>,
}

/// Refuses graph-data with files that could not be read: nothing may be recommended because of it.
pub fn sound(data: &GraphData) -> Result<(), UnsoundData> {
    refuse(data, data.faults())
}

/// Refuses graph-data that Cincinnati refuses: it checks the schema version and the metadata of old
/// releases, and skips other files that it cannot read.
pub fn servable_by_shipped_service(data: &GraphData) -> Result<(), UnsoundData> {
    let minds = |file: &str| !file.contains('/') || file.starts_with("raw/");
    refuse(data, data.faults().filter(|finding| minds(&finding.file)))
}

fn refuse<'a>(
    data: &GraphData,
    faults: impl Iterator<Item = &'a LintFinding>,
) -> Result<(), UnsoundData> {
    let errors: Vec<String> = faults.map(LintFinding::line).collect();
    if errors.is_empty() {
        return Ok(());
    }
    Err(UnsoundData { origin: data.origin.clone(), errors })
}

impl fmt::Display for UnsoundData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { origin, errors } = self;
        match errors.len() {
            1 => write!(f, "{origin} has an error"),
            count => write!(f, "{origin} has {count} errors"),
        }
    }
}

impl std::error::Error for UnsoundData {}
