//! The releases that a graph is built from: a raw graph in a file, or a directory with the metadata
//! of each.

use std::io;
use std::path::Path;

use anyhow::anyhow;
use serde_json::Value;

use super::archive::{self, Opened};
use super::recording::{read_all, too_large, unreadable};
use crate::error::{Error, Result};
use upgrade_graph::bounded::{self, Meter};
use upgrade_graph::decode::BadObject;
use upgrade_graph::releases::Releases;
use upgrade_graph::releases::read::{self, GatheredReleases};

/// Reads releases, and warnings about those that were left out. `-` is a raw graph on standard
/// input.
pub(crate) fn load(path: &Path) -> Result<(Releases, Vec<String>)> {
    let shown = path.display().to_string();
    if path == Path::new("-") {
        return raw(&read(io::stdin(), "standard input")?, "standard input");
    }
    if !std::fs::metadata(path).map_err(|error| unreadable(path, error))?.is_dir() {
        return raw(&open(path)?, &shown);
    }
    let mut gathered = GatheredReleases::default();
    let together = Meter::default();
    let mut errors = Vec::new();
    let mut found = Vec::new();
    list(path, "", &mut found)?;
    for within in &found {
        let text = open(&path.join(within))?;
        let object = object(&text, within);
        let added = object.and_then(|object| {
            together.keep(&object).map_err(|limit| too_large(&shown, limit))?;
            gathered.add(within, &object).map_err(|bad| wrong(within, bad))
        });
        errors.extend(added.err().map(|error| error.message()));
    }
    let problem = match (found.len(), errors.len()) {
        (0, _) => {
            let cause = anyhow!("{shown} contains no releases");
            return Err(Error::new("NotFound", cause).hint(USABLE));
        }
        (_, 0) => return Ok(gathered.finish()),
        (_, 1) => "1 release that cannot be read".to_owned(),
        (_, count) => format!("{count} releases that cannot be read"),
    };
    let error = Error::new("BadData", anyhow!("{shown} has {problem}"));
    Err(errors.into_iter().fold(error, Error::hint))
}

fn raw(text: &str, origin: &str) -> Result<(Releases, Vec<String>)> {
    let releases = read::raw_graph(object(text, origin)?).map_err(|bad| wrong(origin, bad));
    Ok((releases.map_err(|error| error.hint(USABLE))?, Vec::new()))
}

const USABLE: &str = "use a graph of all releases, or a directory of their release metadata";

fn object(text: &str, origin: &str) -> Result<Value> {
    bounded::json(text.as_bytes()).map_err(|bad| match bad.limit {
        Some(limit) => too_large(origin, limit),
        None => Error::new("BadData", anyhow!("{origin}: {bad}")),
    })
}

fn wrong(origin: &str, bad: BadObject) -> Error {
    Error::new("BadData", anyhow!(bad).context(origin.to_owned()))
}

fn open(path: &Path) -> Result<String> {
    #[expect(clippy::disallowed_methods, reason = "this is where files are read")]
    let file = std::fs::File::open(path).map_err(|error| unreadable(path, error))?;
    read(file, &path.display().to_string())
}

/// Reads text, plain or compressed.
fn read(stream: impl io::Read + 'static, origin: &str) -> Result<String> {
    match archive::open(stream).map_err(|error| unreadable(Path::new(origin), error))? {
        Opened::Text(stream) => read_all(stream, origin),
        Opened::Archive(_) => {
            Err(Error::new("BadData", anyhow!("{origin} is an archive, not a graph"))
                .hint("unpack it and pass the directory"))
        }
    }
}

/// Finds all files below a directory, sorted by name, without hidden ones.
fn list(folder: &Path, within: &str, found: &mut Vec<String>) -> Result<()> {
    let mut names = crate::connect::local::write::names(folder)?;
    names.retain(|name| !name.starts_with('.'));
    names.sort();
    for name in names {
        let path = folder.join(&name);
        let within = if within.is_empty() { name } else { format!("{within}/{name}") };
        let kind = std::fs::symlink_metadata(&path).map_err(|error| unreadable(&path, error))?;
        if kind.is_dir() {
            list(&path, &within, found)?;
        } else if std::fs::metadata(&path).is_ok_and(|found| found.is_file()) {
            found.push(within);
        }
    }
    Ok(())
}
