//! The clusters of a fleet: contexts of one kubeconfig, or of many files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::anyhow;
use glob::Pattern;

use super::kubeconfig::{Connection, Environment, KubeconfigFiles};
use super::nothing_configured;
use crate::error::{Error, Result};

/// Which contexts of a kubeconfig.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ContextSelection {
    /// The current one.
    Current,
    All,
    /// Names, or patterns with `*`, `?` and `[...]`.
    Matching(Vec<String>),
}

/// A context of a fleet.
pub(crate) struct FleetContext {
    /// None if its kubeconfig does not tell.
    pub(crate) name: Option<String>,
    /// Its file, if the user chose files.
    pub(crate) kubeconfig: Option<PathBuf>,
    /// What was read, or why the file cannot be read.
    pub(crate) files: Result<Arc<KubeconfigFiles>>,
}

/// Returns the contexts that are chosen, each once, in the order of the files.
pub(crate) fn contexts(
    connection: &Connection,
    environment: &Environment,
    globs: &[String],
    selection: &ContextSelection,
) -> Result<Vec<FleetContext>> {
    let files = if globs.is_empty() {
        let files = KubeconfigFiles::read_each(connection, environment)?;
        if files.is_empty() {
            return Err(nothing_configured(connection, environment));
        }
        vec![(None, Ok(Arc::new(files)))]
    } else {
        let read = |path: PathBuf| {
            let connection = Connection { kubeconfig: Some(path.clone()), ..connection.clone() };
            let files = KubeconfigFiles::read_each(&connection, environment).map(Arc::new);
            (Some(path), files)
        };
        matching_files(globs, environment)?.into_iter().map(read).collect()
    };
    check(selection, &files)?;
    Ok(files.into_iter().flat_map(|(path, files)| chosen(path, files, selection)).collect())
}

type ReadFile = (Option<PathBuf>, Result<Arc<KubeconfigFiles>>);

/// Every name must be that of a context, and every pattern must match one.
fn check(selection: &ContextSelection, files: &[ReadFile]) -> Result<()> {
    let ContextSelection::Matching(wanted) = selection else { return Ok(()) };
    let read = || files.iter().filter_map(|(_, files)| files.as_ref().ok());
    for word in wanted {
        let mut names = read().flat_map(|files| files.all_contexts());
        if names.any(|name| matches(word, name)) {
            continue;
        }
        let is_pattern = word.contains(['*', '?', '[']);
        return Err(match read().next() {
            Some(files) if !is_pattern => files.no_context(word),
            _ => Error::new("Kubeconfig", anyhow!("no context matches {word:?}"))
                .hint_run("to list all contexts", "kubectl config get-contexts -o name"),
        });
    }
    Ok(())
}

fn matches(word: &str, name: &str) -> bool {
    word == name || Pattern::new(word).is_ok_and(|pattern| pattern.matches(name))
}

fn chosen(
    kubeconfig: Option<PathBuf>,
    files: Result<Arc<KubeconfigFiles>>,
    selection: &ContextSelection,
) -> Vec<FleetContext> {
    let files = match files {
        Ok(files) => files,
        Err(error) => return vec![FleetContext { name: None, kubeconfig, files: Err(error) }],
    };
    let names: Vec<Option<String>> = match selection {
        ContextSelection::Current => vec![files.current_context().map(str::to_owned)],
        ContextSelection::All => files.all_contexts().map(|name| Some(name.to_owned())).collect(),
        ContextSelection::Matching(wanted) => {
            let all = files.all_contexts();
            let chosen = all.filter(|name| wanted.iter().any(|word| matches(word, name)));
            chosen.map(|name| Some(name.to_owned())).collect()
        }
    };
    let context =
        |name| FleetContext { name, kubeconfig: kubeconfig.clone(), files: Ok(Arc::clone(&files)) };
    names.into_iter().map(context).collect()
}

/// Returns the files that patterns match, sorted, each once.
fn matching_files(globs: &[String], environment: &Environment) -> Result<Vec<PathBuf>> {
    let mut found: Vec<PathBuf> = Vec::new();
    for typed in globs {
        // In quotes, a shell leaves the home directory to the program.
        let home = environment.home.as_deref().map(Path::display);
        let text = match (typed.strip_prefix("~/"), home) {
            (Some(rest), Some(home)) => format!("{}/{rest}", Pattern::escape(&home.to_string())),
            _ => typed.clone(),
        };
        let before = found.len();
        let files = glob::glob(&text).map_err(|error| {
            Error::usage(anyhow!("--kubeconfigs: {typed:?} is not a pattern: {}", error.msg))
        })?;
        found.extend(files.filter_map(std::result::Result::ok).filter(|path| !path.is_dir()));
        if found.len() == before {
            return Err(Error::new("Kubeconfig", anyhow!("no file matches {typed:?}"))
                .hint("put the pattern in quotes, such as --kubeconfigs 'clusters/*.yaml'"));
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_matches_itself_and_a_pattern_what_it_describes() {
        for (word, name, fits) in [
            ("prod", "prod", true),
            ("prod", "prod-eu", false),
            ("prod-*", "prod-eu", true),
            ("*/api-*:6443/*", "default/api-east:6443/admin", true),
            ("prod-?", "prod-eu", false),
            ("a[b", "a[b", true),
        ] {
            assert_eq!(matches(word, name), fits, "{word} {name}");
        }
    }
}
