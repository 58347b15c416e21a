//! The documents of a practice cluster: a scenario by its name, or a directory.

use std::path::Path;

use anyhow::anyhow;

use crate::connect::local::recording::Recording;
use crate::error::{Error, Result};
use upgrade_core::documents::Document;
use upgrade_graph::suggest;
use upgrade_lab::{SCENARIOS, SETTINGS, Scenario};

/// Returns the name, the documents and warnings of a scenario, or of a directory of objects.
pub(crate) fn documents(name: &str) -> Result<(String, Vec<Document>, Vec<String>)> {
    let (documents, skipped) = match Scenario::find(name) {
        Some(scenario) => (scenario.documents(), Vec::new()),
        None if !Path::new(name).exists() => return Err(unknown(name)),
        None => Recording::new(vec![name.into()]).everything()?,
    };
    // In a directory made for the lab, every file counts.
    if Path::new(name).join(SETTINGS).exists()
        && let Some(first) = skipped.first()
    {
        return Err(Error::new("BadData", anyhow!("{first}")));
    }
    let skipped = skipped.into_iter().map(|why| format!("skipped: {why}")).collect();
    Ok((name.to_owned(), documents, skipped))
}

pub(crate) fn unknown(name: &str) -> Error {
    let names = SCENARIOS.iter().map(|scenario| scenario.name);
    let near = suggest::words(name, names);
    let error = Error::usage(anyhow!("unknown scenario {name:?}"));
    let error = match near.first() {
        Some(near) => error.hint_run(&format!("to use {near}"), format!("upgrade --lab={near}")),
        None => error,
    };
    error.hint_run("to list scenarios", "upgrade lab list")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect::local::write;

    #[test]
    fn a_broken_file_is_a_warning_in_a_recording_and_an_error_in_a_lab_directory() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let files = [(name.to_owned(), text.to_owned())];
            write::refresh(folder.path(), &files, |_| false, |_| false).unwrap();
        };
        write("broken.yaml", "a: [");
        write("node.yaml", "apiVersion: v1\nkind: Node\nmetadata: {name: a}\n");
        let name = folder.path().to_str().unwrap();
        let (_, found, warnings) = documents(name).unwrap();
        assert_eq!((found.len(), warnings.len()), (1, 1));
        assert!(warnings[0].starts_with("skipped: ") && warnings[0].contains("broken.yaml"));
        write(SETTINGS, "apiVersion: upgrade/v1\nkind: Lab\n");
        let error = documents(name).unwrap_err().message();
        assert!(error.contains("broken.yaml is neither YAML nor JSON: line "), "{error}");
    }
}
