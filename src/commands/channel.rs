//! `upgrade channel`: show the channels, or follow another.

use anyhow::anyhow;

use super::follow::{self, FollowArgs, Following, What};
use super::open;
use crate::cli::{GlobalArgs, Session};
use crate::error::{Error, ExitStatus, Result};
use crate::source::Need;
use crate::view::channel_list::ChannelList;

/// Show the channel and those the release is in, or follow another
///
/// Sets spec.channel and nothing else, waits until the cluster has looked at it, and shows what it
/// offers there: what was gained, what was lost.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade channel                       Which channels are there?
  upgrade channel stable-4.7            Follow one, and see what it offers
  upgrade channel fast-4.7 --no-wait    … without waiting for that
  upgrade channel --clear               Ask for no updates any more

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
    #[command(flatten)]
    follow: FollowArgs,
}

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
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
        (Some(name), false) => valid(name)?,
    };
    let mut words = vec!["channel".to_owned()];
    words.push(if name.is_empty() { "--clear".to_owned() } else { name.clone() });
    let following = Following {
        what: What::Channel { name, allow_explicit: args.allow_explicit_channel },
        words,
        us: session.us.clone(),
    };
    follow::run(following, &args.follow, global, session).await
}

async fn show(global: &GlobalArgs, session: &mut Session) -> Result {
    let cluster = open::source(global, session).await?.read(Need::Overview).await?;
    let view = ChannelList::of(&cluster, &session.us);
    session.ui.warn(&view.warnings);
    session.ui.show(&view)?;
    Ok(ExitStatus::Success)
}

/// Update services take no other names.
pub(super) fn valid(name: &str) -> Result<String> {
    let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c);
    if !name.is_empty() && name.chars().all(legal) {
        return Ok(name.to_owned());
    }
    let error = Error::usage(anyhow!("{name:?} is not the name of a channel"));
    Err(if name.is_empty() {
        error.hint("to follow no channel: --clear")
    } else {
        error.hint("it has small letters, digits, dashes and dots, for example stable-4.7")
    })
}
