//! `upgrade schema`: the JSON Schema of what `-o json` prints.

pub(crate) mod kinds;

use std::collections::BTreeMap;

use anyhow::anyhow;

use crate::cli::Session;
use crate::commands::schema::kinds::KINDS;
use crate::error::{Error, ExitStatus, Result};
use crate::output::{self, Format};
use upgrade_graph::suggest;

/// Print the JSON Schema of a kind, or of all kinds
///
/// Every answer of `-o json` and `-o yaml` has an apiVersion and a kind. Within apiVersion
/// upgrade/v1 a field never changes its meaning and none is taken away.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade schema UpdateList
  upgrade schema | jq keys")]
pub(crate) struct Args {
    /// The kind, such as UpdateList; all of them if left out
    kind: Option<String>,
}

/// YAML where that is asked for, else JSON.
pub(crate) const FORMATS: &[Format] = Format::WITH_VERSIONS;

pub(crate) fn run(args: &Args, session: &mut Session) -> Result {
    let text = match &args.kind {
        None => {
            let all: BTreeMap<&str, _> =
                KINDS.iter().map(|(kind, schema)| (*kind, schema())).collect();
            output::structured(&all, session.ui.format)
        }
        Some(wanted) => {
            let found = KINDS.iter().find(|(kind, _)| kind.eq_ignore_ascii_case(wanted));
            let (_, schema) = found.ok_or_else(|| unknown_kind(wanted))?;
            output::structured(&schema(), session.ui.format)
        }
    };
    session.ui.print(&text)?;
    Ok(ExitStatus::Success)
}

fn unknown_kind(wanted: &str) -> Error {
    let kinds: Vec<&str> = KINDS.iter().map(|(kind, _)| *kind).collect();
    let near = suggest::words(wanted, kinds.iter().copied());
    let offered = if near.is_empty() { kinds } else { near };
    Error::usage(anyhow!("there is no kind named {wanted:?}"))
        .hint(format!("try one of: {}", offered.join(", ")))
}
