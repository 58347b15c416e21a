//! `upgrade upstream`: shows or sets the update service.

mod text;
pub(crate) mod view;

use anyhow::anyhow;
use http::Uri;

use crate::actions::open;
use crate::actions::set::and_wait::{self, ServiceSetting, SettingChange};
use crate::cli::write_args::FollowArgs;
use crate::cli::{GlobalArgs, Session};
use crate::commands::upstream::view::Upstream;
use crate::connect::config::url;
use crate::connect::snapshot::SnapshotParts;
use crate::error::{Error, ExitStatus, Result};
use crate::output::Format;

/// Show or set the update service
///
/// Sets `spec.upstream` and nothing else, waits until the cluster retrieves
/// updates, and shows which updates were gained and lost.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade upstream                                      Show the update service
  upgrade upstream https://updates.example.com/graph    Set it
  upgrade upstream --clear                              Use the default one

Exit codes: 0 ok, 1 error, 2 usage, 3 refused")]
pub(crate) struct Args {
    /// URL of the update service
    #[arg(value_name = "URL")]
    url: Option<String>,
    /// Use the cluster's default update service
    #[arg(long)]
    clear: bool,
    #[command(flatten)]
    follow: FollowArgs,
}

pub(crate) const FORMATS: &[Format] = Format::WITH_VERSIONS;

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    let upstream = match (&args.url, args.clear) {
        (None, false) => return show(global, session).await,
        (None, true) => None,
        (Some(_), true) => {
            return Err(Error::usage(anyhow!("--clear cannot be used with a URL")));
        }
        (Some(text), false) => Some(valid(text)?),
    };
    let words = vec!["upstream".to_owned(), upstream.clone().unwrap_or("--clear".to_owned())];
    let invocation = session.invocation.clone();
    let following = SettingChange { what: ServiceSetting::Upstream(upstream), words, invocation };
    and_wait::run(following, &args.follow, global, session).await
}

async fn show(global: &GlobalArgs, session: &mut Session) -> Result {
    let cluster = open::source(global, session)
        .await?
        .snapshot(&SnapshotParts::CLUSTER_VERSION)
        .await?
        .cluster;
    let view = Upstream::new(&cluster);
    session.ui.warn(&view.warnings);
    session.ui.show(&view)?;
    Ok(ExitStatus::Success)
}

/// A cluster-version operator needs an HTTP URL, and everyone who reads the ClusterVersion sees it.
fn valid(text: &str) -> Result<String> {
    let wrong = |why: &str| {
        let shown = url::without_credentials(text);
        Err(Error::usage(anyhow!("{shown:?} is not an update service URL: {why}"))
            .hint("use a URL such as https://updates.example.com/graph"))
    };
    if text.is_empty() {
        return Err(Error::usage(anyhow!("the URL is empty"))
            .hint("to use the default update service, use --clear"));
    }
    if text.contains('#') {
        return wrong("fragments (#) are not sent");
    }
    let uri: Uri = match text.parse() {
        Ok(uri) => uri,
        Err(problem) => return wrong(&format!("{problem}")),
    };
    match (uri.scheme_str(), uri.host()) {
        (Some("http" | "https"), Some(host)) if !host.is_empty() => {}
        (Some("http" | "https"), _) => return wrong("no host"),
        _ => return wrong("it must start with https:// or http://"),
    }
    if url::has_credentials(text) {
        return wrong(
            "it contains credentials, which everyone who reads the ClusterVersion can see",
        );
    }
    Ok(text.to_owned())
}
