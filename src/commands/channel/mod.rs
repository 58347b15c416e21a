//! `upgrade channel`: shows, previews or sets the channel.

pub(crate) mod preview_text;
pub(crate) mod preview_view;
pub(crate) mod text;
pub(crate) mod view;

use anyhow::anyhow;

use crate::actions::open;
use crate::actions::read_graphs::{self, GraphContext, GraphScope};
use crate::actions::set::and_wait::{self, ServiceSetting, SettingChange};
use crate::cli::completes::Completes;
use crate::cli::graph_args::{FactArgs, OriginArgs};
use crate::cli::invocation::Invocation;
use crate::cli::write_args::FollowArgs;
use crate::cli::{GlobalArgs, Session, values};
use crate::commands::channel::preview_view::{ChannelPreview, PreviewText};
use crate::commands::channel::view::ChannelList;
use crate::connect::snapshot::SnapshotParts;
use crate::error::{Error, ExitStatus, Result};
use crate::output::Format;
use upgrade_core::preview::Preview;
use upgrade_graph::targets::risks_from;

/// Show, preview or set the channel
///
/// Sets `spec.channel` and nothing else, waits until the cluster retrieves updates,
/// and shows which updates were gained and lost.
///
/// `--preview` changes nothing. It reads the graph of the channel and evaluates its
/// risks, as the cluster would after the change.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade channel                       List channels
  upgrade channel --preview fast-4.7    Show the updates in a channel
  upgrade channel stable-4.7            Set the channel

Exit codes: 0 ok, 1 error, 2 usage, 3 refused")]
pub(crate) struct Args {
    /// Channel to set
    #[arg(value_name = "NAME")]
    #[arg(add = Completes::Channel)]
    name: Option<String>,
    /// Clear the channel
    #[arg(long)]
    clear: bool,
    /// Allow a channel that does not contain the current release
    #[arg(long)]
    allow_explicit_channel: bool,
    /// Show updates in this channel without changing it
    #[arg(
        long, value_name = "NAME",
        conflicts_with_all = ["name", "clear", "allow_explicit_channel", "no_wait", "timeout", "dry_run", "yes"]
    )]
    #[arg(add = Completes::Channel)]
    preview: Option<String>,
    #[command(flatten)]
    follow: FollowArgs,
    #[command(flatten)]
    origin: OriginArgs,
    #[command(flatten)]
    facts: FactArgs,
}

pub(crate) const FORMATS: &[Format] = Format::WITH_VERSIONS;

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    if let Some(name) = &args.preview {
        return preview(&values::channel(name)?, args, global, session).await;
    }
    if args.origin.is_given() || args.facts.is_given() {
        return Err(Error::usage(anyhow!("graph and risk evaluation flags require --preview")));
    }
    let name = match (&args.name, args.clear) {
        (None, false) if args.allow_explicit_channel => {
            return Err(Error::usage(anyhow!("--allow-explicit-channel requires a channel")));
        }
        (None, false) => return show(global, session).await,
        (None, true) => String::new(),
        (Some(_), true) => {
            return Err(Error::usage(anyhow!("--clear cannot be used with a channel")));
        }
        (Some(name), false) => values::channel(name)?,
    };
    let mut words = vec!["channel".to_owned()];
    words.push(if name.is_empty() { "--clear".to_owned() } else { name.clone() });
    let following = SettingChange {
        what: ServiceSetting::Channel { name, allow_explicit: args.allow_explicit_channel },
        words,
        invocation: session.invocation.clone(),
    };
    and_wait::run(following, &args.follow, global, session).await
}

async fn show(global: &GlobalArgs, session: &mut Session) -> Result {
    let cluster = open::source(global, session)
        .await?
        .snapshot(&SnapshotParts::CLUSTER_VERSION)
        .await?
        .cluster;
    let view = ChannelList::new(&cluster, &session.invocation);
    session.ui.warn(&view.warnings);
    session.ui.show(&view)?;
    Ok(ExitStatus::Success)
}

async fn preview(name: &str, args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    let context = GraphContext { global, session: &*session };
    let graph = args.origin.of_channel(name);
    let (here, graphs) = read_graphs::read_graphs(&graph, GraphScope::Followed, context).await?;
    let cluster = here.on_cluster()?;
    let risks = graphs.place().map(|place| risks_from(&graphs.merged, place, None));
    let facts = read_graphs::facts(&args.facts, &here, risks.unwrap_or_default(), context).await?;
    let preview = Preview::new(&graphs, cluster, &facts);
    let reading = args.reading(name, &session.invocation);
    let view = ChannelPreview::new(cluster, name, &graphs, &preview, reading);
    session.ui.note(&view.notes);
    session.ui.warn(&view.warnings);
    session.ui.show(&view)?;
    Ok(ExitStatus::Success)
}

impl Args {
    /// Returns the commands to run after a preview.
    fn reading(&self, name: &str, invocation: &Invocation) -> PreviewText {
        let given = [self.origin.words(), self.facts.words()].concat();
        let words = ["graph", "evaluate", "--channel", name].into_iter();
        PreviewText {
            evaluate: invocation.command(words.chain(given.iter().map(String::as_str))),
            follow: Some(invocation.command(["channel", name]))
                .filter(|_| !invocation.reads_files()),
        }
    }
}
