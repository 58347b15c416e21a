//! `upgrade graph build`: releases and graph-data → the graph that an update service serves.

pub(crate) mod text;

use std::path::PathBuf;

use anyhow::anyhow;

use super::data_args::{self, DataArgs};
use crate::cli::Session;
use crate::connect::local::releases;
use crate::error::{Error, ExitStatus, Result};
use crate::output::Format;
use upgrade_graph::build::{self, BuildMode, Built, ServedQuery};
use upgrade_graph::data::{GraphData, check};
use upgrade_graph::json::write::ServedGraph;
use upgrade_graph::suggest;

/// Build an update graph from graph-data and releases
///
/// Combines releases with graph-data: the channels of each release, blocked
/// updates, and risks. The same input gives the same bytes. Graph-data with errors
/// is refused. Ambiguous updates are left out with a warning.
///
/// Releases are a raw graph, in which versions include the architecture
/// (4.14.1+amd64), or a directory with the metadata of each release: the output of
/// `oc adm release info -o json`, or `release-metadata` files in a directory per
/// architecture.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade graph build --graph-data . --releases releases.json
  upgrade graph build --graph-data . --releases releases.json \\
    --channel stable-4.14 --arch amd64

Exit codes: 0 ok, 1 error or unreadable data, 2 usage, 4 no such channel or
architecture")]
pub(crate) struct Args {
    #[command(flatten)]
    data: DataArgs,
    /// Read releases from a file, directory or stdin
    #[arg(long, value_name = "FILE|DIR|-")]
    releases: PathBuf,
    /// Keep only the releases of this channel
    #[arg(long, value_name = "NAME")]
    channel: Option<String>,
    /// Keep only releases of this architecture, such as amd64
    #[arg(long, value_name = "ARCH")]
    arch: Option<String>,
    /// Match Cincinnati, including where it fails open
    #[arg(long)]
    compat: bool,
}

pub(crate) const FORMATS: &[Format] = Format::WITH_VERSIONS;

pub(crate) fn run(args: &Args, session: &mut Session) -> Result {
    let mode = if args.compat { BuildMode::Compat } else { BuildMode::Closed };
    let query = args.query()?;
    data_args::once([args.data.path(), &args.releases])?;
    let data = args.data.load()?;
    let mut warnings = reliable(&data, mode)?;
    let (releases, left_out) = releases::load(&args.releases)?;
    let built = build::build(releases, &data, mode)?;
    if mode == BuildMode::Closed {
        listed(query, &data, &built)?;
    }
    warnings.extend(left_out);
    warnings.extend(built.warnings.iter().cloned());
    session.ui.warn(&warnings);
    session.ui.show(&ServedGraph::new(&built.served(query)))?;
    Ok(ExitStatus::Success)
}

/// Refuses graph-data with errors; with `--compat`, fewer files matter. Returns warnings about
/// ambiguous data.
fn reliable(data: &GraphData, mode: BuildMode) -> Result<Vec<String>> {
    match mode {
        BuildMode::Closed => check::sound(data)?,
        BuildMode::Compat => check::servable_by_shipped_service(data)?,
    }
    Ok(build::doubts(data, mode))
}

/// An update service returns an empty graph for an unknown name; here it is an error.
fn listed(query: ServedQuery<'_>, data: &GraphData, built: &Built) -> Result<()> {
    if let Some(channel) = query.channel.filter(|name| data.channel(name).is_none()) {
        let known = data.channels.iter().map(|channel| channel.name.value.as_str());
        let error = Error::no_target(anyhow!("no channel {channel} in {}", data.origin));
        return Err(near(error, &suggest::words(channel, known)));
    }
    if let Some(arch) = query.arch.filter(|arch| !built.arches().contains(arch)) {
        let error = Error::no_target(anyhow!("no release of architecture {arch}"));
        return Err(near(error, &built.arches().into_iter().collect::<Vec<_>>()));
    }
    Ok(())
}

pub(super) fn near(error: Error, names: &[&str]) -> Error {
    if names.is_empty() {
        error
    } else {
        error.hint(format!("similar names: {}", names.join(", ")))
    }
}

impl Args {
    fn query(&self) -> Result<ServedQuery<'_>> {
        let check = |flag: &str, given: Option<&String>, marks: &str| match given {
            Some(text) if text.is_empty() || !text.chars().all(|c| legal(c, marks)) => {
                Err(Error::usage(anyhow!("{flag} {text:?}: update services reject this name")))
            }
            _ => Ok(()),
        };
        check("--channel", self.channel.as_ref(), "-.")?;
        check("--arch", self.arch.as_ref(), "")?;
        Ok(ServedQuery { channel: self.channel.as_deref(), arch: self.arch.as_deref() })
    }
}

fn legal(letter: char, marks: &str) -> bool {
    letter.is_ascii_digit() || letter.is_ascii_lowercase() || marks.contains(letter)
}
