//! `upgrade crds`: the CustomResourceDefinitions for pre-checks and update status.

use std::fmt::Write;

use serde_json::json;

use crate::cli::Session;
use crate::error::{ExitStatus, Result};
use crate::output::{self, Format};
use upgrade_core::objects::crds::definitions;

/// Print the CRDs of UpdateInformer, UpdateStatus and UpdatePlan
///
/// The kinds are in config.openshift.io, the group of the vendor, so this program
/// never installs them. Without them, plans are stored in ConfigMaps. Once they are
/// installed, plans in ConfigMaps are ignored: run the pre-checks again.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade crds | oc apply -f -    Install the CRDs
  upgrade crds -o json            Print them as JSON

Exit codes: 0 ok, 1 error, 2 usage")]
pub(crate) struct Args {}

const HEAD: &str = "\
# UpdateInformer, UpdateStatus and UpdatePlan, for `oc apply -f -`.
#
# These kinds belong to config.openshift.io, the vendor's API group. No vendor release includes them yet.
# If one does, its own definitions replace these.
";

/// YAML with comments by default, or JSON.
pub(crate) const FORMATS: &[Format] = &[Format::Yaml, Format::Json];

pub(crate) fn run(session: &mut Session) -> Result {
    let text = if session.ui.format == Format::Json {
        let list = json!({"apiVersion": "v1", "kind": "List", "items": definitions()});
        output::json(&list)
    } else {
        definitions().iter().fold(HEAD.to_owned(), |mut text, definition| {
            let _ = write!(text, "---\n{}", output::structured(definition, Format::Yaml));
            text
        })
    };
    session.ui.print(&text)?;
    Ok(ExitStatus::Success)
}
