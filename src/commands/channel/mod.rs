//! `upgrade channel`: show the channels, or follow another.

pub(crate) mod preview_text;
pub(crate) mod preview_view;
pub(crate) mod text;
pub(crate) mod view;

use anyhow::anyhow;

use crate::actions::open;
use crate::actions::read_graphs::{self, GraphContext, GraphScope};
use crate::actions::set::and_wait::{self, ServiceSetting, SettingChange};
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

/// Show the channel and those the release is in, or follow another
///
/// Sets spec.channel and nothing else, waits until the available updates change, and shows what the
/// cluster offers there: what was gained, what was lost.
///
/// With --preview nothing is changed: the graph of the channel is read and its risks are judged now,
/// as the cluster would do it after a change.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade channel                       Which channels are there?
  upgrade channel stable-4.7            Follow one, and see what it offers
  upgrade channel fast-4.7 --no-wait    … without waiting for that
  upgrade channel --clear               Ask for no updates any more
  upgrade channel --preview fast-4.7    What would be offered there? Nothing is changed

Exit codes: 0 done or nothing to do, 1 failed, 2 usage, 3 refused")]
pub(crate) struct Args {
    /// The channel to follow
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Follow no channel
    #[arg(long)]
    clear: bool,
    /// Go on although the release is not in the channel
    #[arg(long)]
    allow_explicit_channel: bool,
    /// Show what the cluster would be offered in this channel, judged now, and change nothing
    #[arg(
        long, value_name = "NAME",
        conflicts_with_all = ["name", "clear", "allow_explicit_channel", "no_wait", "timeout", "dry_run", "yes"]
    )]
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
        return Err(Error::usage(anyhow!(
            "flags on graphs and on judging risks are for --preview, which is not given"
        )));
    }
    let name = match (&args.name, args.clear) {
        (None, false) if args.allow_explicit_channel => {
            return Err(Error::usage(anyhow!(
                "--allow-explicit-channel needs a channel to follow"
            )));
        }
        (None, false) => return show(global, session).await,
        (None, true) => String::new(),
        (Some(_), true) => {
            return Err(Error::usage(anyhow!("--clear follows no channel; leave out the name")));
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
    /// Returns what to type after a preview.
    fn reading(&self, name: &str, invocation: &Invocation) -> PreviewText {
        let given = [self.origin.words(), self.facts.words()].concat();
        let words = ["graph", "evaluate", "--channel", name].into_iter();
        PreviewText {
            evaluate: invocation.command(words.chain(given.iter().map(String::as_str))),
            follow: invocation.command(["channel", name]),
        }
    }
}
