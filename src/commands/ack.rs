//! `upgrade ack`: the gates an administrator has to acknowledge, and acknowledging them.

use std::time::Duration;

use anyhow::anyhow;
use tokio::time::Instant;

use super::open;
use super::request::{ATTEMPTS, Options};
use super::root::DryRun;
use super::writing::{WriteArgs, refuse_files};
use crate::cli::{GlobalArgs, Session, Timeout};
use crate::domain::ack::{self, Acknowledgement, Decision, Hold, Wanted};
use crate::domain::cluster::Cluster;
use crate::domain::gate_maps::Maps;
use crate::error::{Error, ExitStatus, Result};
use crate::render::text::stretch;
use crate::source::config_map::{Acknowledged, acks_body};
use crate::source::live::Live;
use crate::source::{Need, Source};
use crate::ui::Remarks;
use crate::view::gate_acknowledgement::GateAcknowledgement;
use crate::view::gate_list::GateList;
use crate::view::setting::Outcome;

/// List the admin gates of the cluster, or acknowledge them
///
/// A release can want an administrator to know something before the cluster goes to the next minor
/// version. An acknowledgement is stored as "true" under the gate's name in ConfigMap
/// openshift-config/admin-acks, for good. After it is written, this waits until Upgradeable no
/// longer speaks of the gate. Without names it lists the gates.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade ack                                         Which gates are there, what do they say?
  upgrade ack ack-4.7-kube-1.21-api-removals          Acknowledge one
  upgrade ack --all                                   Acknowledge all that are open
  upgrade ack --all --no-wait -y                      … unasked, and do not wait for the effect
  upgrade ack -o json | jq -r '.gates[] | select(.applies and (.acknowledged | not)).name'

Exit codes: 0 done or nothing to do, also where the effect is not seen in time, 1 failed, 2 usage,
3 refused, 4 no such gate")]
pub(crate) struct Args {
    /// Gates to acknowledge
    #[arg(value_name = "GATE")]
    gates: Vec<String>,
    /// Acknowledge all gates that apply and are open
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    write: WriteArgs,
    /// Do not wait for the effect
    #[arg(long)]
    no_wait: bool,
    /// Wait for the effect no longer than this, such as 30s or 5m; 0 waits for ever [default: 2m]
    #[arg(long, value_name = "TIME")]
    timeout: Option<Timeout>,
}

/// What the words mean.
enum Meaning {
    List,
    Acknowledge { wanted: Wanted, options: Options, patience: Option<Timeout> },
}

/// How acknowledging ended.
enum Ended {
    /// The gates were written, and this is to be told.
    Written(Box<GateAcknowledgement>, Acknowledgement),
    Told(ExitStatus),
}

const PATIENCE: Timeout = Timeout(Some(Duration::from_mins(2)));
const PAUSE: Duration = Duration::from_secs(1); // between two looks, by the cluster's time
const BREATH: Duration = Duration::from_millis(10); // however fast that runs

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    let (wanted, options, patience) = match meaning(args)? {
        Meaning::List => return list(global, session).await,
        Meaning::Acknowledge { wanted, options, patience } => (wanted, options, patience),
    };
    refuse_files(global, options)?;
    let source = match patience {
        Some(_) => open::living(global, session).await?,
        None => open::source(global, session).await?,
    };
    match acknowledge(&wanted, options, &source, session).await? {
        Ended::Told(status) => Ok(status),
        Ended::Written(view, judged) => {
            let view = match (&source, patience) {
                (Source::Live(live), Some(patience)) => {
                    wait(live, (*view, &judged), patience, &session.ui.remarks()).await
                }
                _ => *view,
            };
            session.ui.show(&view)?;
            Ok(ExitStatus::Success)
        }
    }
}

async fn list(global: &GlobalArgs, session: &mut Session) -> Result {
    let (cluster, maps) = open::source(global, session).await?.gates().await?;
    let view = GateList::of(&cluster, &maps, &session.us);
    session.ui.warn(&view.warnings);
    session.ui.show(&view)?;
    Ok(ExitStatus::Success)
}

async fn acknowledge(
    wanted: &Wanted,
    options: Options,
    source: &Source,
    session: &mut Session,
) -> Result<Ended> {
    let mut earlier: Option<(Acknowledgement, String)> = None;
    for _ in 0..ATTEMPTS {
        let read = source.gates().await?;
        if let (None, Some(oddity)) = (&read.1.gates, read.1.oddities.first()) {
            return Err(Error::new("NotFound", anyhow!("{oddity}, so its gates are not known")));
        }
        let judged = match ack::decide(&read.0, &read.1, wanted) {
            Decision::Judged(judged) => judged,
            Decision::Unknown { name, nearest, known } => {
                return Err(unknown(&read.0, &name, &nearest, &known));
            }
        };
        let shown = earlier.as_ref().map(|(shown, _)| shown);
        if let Some((sent, said)) = &earlier {
            refuse_unchanged(&read.0, &judged, (sent, said))?;
        }
        if let Some(outcome) = before_sending(options, session, (&read, &judged, shown)) {
            return tell(session, &view(&read, &judged, outcome));
        }
        let dry_run = options.dry_run == DryRun::Server;
        match write(source, &judged, dry_run).await? {
            Some(said) => {
                earlier = Some((judged, said));
            }
            None if dry_run => return tell(session, &view(&read, &judged, Outcome::DryRunServer)),
            None => {
                let view = Box::new(view(&read, &judged, Outcome::Set));
                return Ok(Ended::Written(view, judged));
            }
        }
    }
    let error = anyhow!(
        "configmaps/admin-acks was changed by others {ATTEMPTS} times in a row; nothing was changed"
    );
    Err(Error::new("Conflict", error).hint("run the command again"))
}

fn view(
    (cluster, maps): &(Cluster, Maps),
    judged: &Acknowledgement,
    outcome: Outcome,
) -> GateAcknowledgement {
    GateAcknowledgement::of((cluster, maps), judged, outcome, acks_body(judged))
}

/// Returns how it ends without anything being sent, if it does.
fn before_sending(
    options: Options,
    session: &mut Session,
    (read, judged, shown): (&(Cluster, Maps), &Acknowledgement, Option<&Acknowledgement>),
) -> Option<Outcome> {
    if judged.to_write().next().is_none() {
        return Some(Outcome::Unchanged);
    }
    if judged.misplaced().next().is_some() {
        return Some(Outcome::Refused);
    }
    if shown.is_some_and(|shown| judged.is_within(shown)) {
        return None;
    }
    let ui = &mut session.ui;
    let person = ui.interactive && !ui.format.structured() && !options.yes;
    if shown.is_some() && !person {
        return Some(Outcome::Changed);
    }
    let view = view(read, judged, Outcome::Set);
    ui.warn(&view.warnings);
    match options.dry_run {
        DryRun::Client => Some(Outcome::DryRunClient),
        DryRun::Server => None,
        DryRun::None => {
            let question = view.question(&ui.err);
            (person && !ui.confirm(&question)).then_some(Outcome::NotConfirmed)
        }
    }
}

fn tell(session: &mut Session, view: &GateAcknowledgement) -> Result<Ended> {
    if view.outcome.refused() {
        session.ui.refuse(view)?;
        return Ok(Ended::Told(ExitStatus::Refused));
    }
    if view.outcome == Outcome::Unchanged {
        session.ui.warn(&view.warnings);
    }
    session.ui.show(view)?;
    Ok(Ended::Told(ExitStatus::Success))
}

/// Writes the acknowledgements; what the server says where somebody else wrote first.
async fn write(source: &Source, judged: &Acknowledgement, dry_run: bool) -> Result<Option<String>> {
    match source.acknowledge(judged, dry_run).await {
        Ok(Acknowledged::Conflict(said)) => Ok(Some(said)),
        Ok(Acknowledged::Stored(acks)) if judged.is_in(&acks) => Ok(None),
        Ok(Acknowledged::Stored(_)) => Err(Error::new(
            "NotStored",
            anyhow!("the API server took the acknowledgement but did not store it"),
        )
        .hint("something on the server changes requests on their way in; ask its administrators")),
        Err(error) if error.in_doubt => match source.gates().await {
            Ok((_, maps)) if maps.acks.as_ref().is_some_and(|acks| judged.is_in(acks)) => Ok(None),
            Ok(_) => Err(error.hint("nothing is acknowledged now; run the command again")),
            Err(_) => Err(error.hint("it is not known whether the acknowledgement arrived")),
        },
        Err(error) => Err(error),
    }
}

/// Looks every second or so until the cluster no longer speaks of the gates, or the time is up.
async fn wait(
    live: &Live,
    (view, judged): (GateAcknowledgement, &Acknowledgement),
    patience: Timeout,
    remark: &Remarks,
) -> GateAcknowledgement {
    let mut told = false;
    let end = patience.0.and_then(|time| Instant::now().checked_add(live.clock.here(time)));
    loop {
        // The last look begins when the time is up, so that even no time is enough for one.
        let last = end.is_some_and(|end| Instant::now() >= end);
        let seen = live.read(Need::Overview).await;
        match seen.as_ref().map(|cluster| (cluster, judged.hold(cluster))) {
            Ok((cluster, hold)) if last || !matches!(hold, Hold::Gates(_)) => {
                let after = patience.0.unwrap_or_default().as_secs();
                return view.with_hold(
                    cluster,
                    hold,
                    &stretch(after.try_into().unwrap_or(i64::MAX)),
                );
            }
            Err(error) if last => return view.unseen(&error.message()),
            _ => {
                if !std::mem::replace(&mut told, true) {
                    remark("note:", "acknowledged; waiting until the cluster takes note of it");
                }
                let pause = live.clock.here(PAUSE).max(BREATH);
                let left = end.map_or(pause, |end| end.saturating_duration_since(Instant::now()));
                tokio::time::sleep(pause.min(left)).await;
            }
        }
    }
}

fn meaning(args: &Args) -> Result<Meaning> {
    let Args { gates, all, write, no_wait, timeout } = args;
    let wrong = |text: &str| Err(Error::usage(anyhow!("{text}")));
    let options = write.options();
    let dry_run = options.dry_run;
    let wanted = match (gates.as_slice(), all) {
        ([], true) => Wanted::All,
        ([], false) => {
            let flags = [
                ("--dry-run", dry_run != DryRun::None),
                ("--yes", options.yes),
                ("--no-wait", *no_wait),
                ("--timeout", timeout.is_some()),
            ];
            return match flags.iter().find(|(_, given)| *given) {
                Some((flag, _)) => wrong(&format!("{flag} needs gates to acknowledge, or --all")),
                None => Ok(Meaning::List),
            };
        }
        (_, true) => return wrong("--all acknowledges what is open; name no gates beside it"),
        (names, false) => Wanted::Named(named(names)?),
    };
    let patience = match (no_wait, timeout) {
        (true, Some(_)) => return wrong("--timeout is for waiting, and --no-wait does not wait"),
        (true, None) => None,
        (false, Some(_)) if dry_run != DryRun::None => {
            return wrong("--timeout has no meaning with --dry-run: nothing would happen");
        }
        (false, timeout) => Some(timeout.unwrap_or(PATIENCE)).filter(|_| dry_run == DryRun::None),
    };
    Ok(Meaning::Acknowledge { wanted, options, patience })
}

/// Reads `A B,C`.
fn named(words: &[String]) -> Result<Vec<String>> {
    let names = words.iter().flat_map(|word| word.split(',')).map(str::trim);
    let names: Vec<String> = names.map(str::to_owned).collect();
    if names.iter().any(String::is_empty) {
        return Err(Error::usage(anyhow!("the name of a gate is not empty")));
    }
    Ok(names)
}

fn unknown(cluster: &Cluster, name: &str, nearest: &[String], known: &[String]) -> Error {
    let error = Error::no_target(anyhow!("{} has no admin gate {name:?}", cluster.origin.name()));
    match (nearest, known) {
        (_, []) => error.hint("it has no admin gates at all"),
        ([], known) => error.hint(format!("its gates are {}", known.join(", "))),
        (near, _) => error.hint(format!("did you mean {}?", near.join(", "))),
    }
}

/// A conflict over what nobody has changed is not one of versions: somebody on the server objects.
fn refuse_unchanged(
    cluster: &Cluster,
    judged: &Acknowledgement,
    (sent, said): (&Acknowledgement, &String),
) -> Result<()> {
    if judged.place != sent.place {
        return Ok(());
    }
    let server = cluster.origin.server.as_deref().unwrap_or("the API server");
    Err(Error::new("Conflict", anyhow!("{server} refuses the acknowledgement (409): {said}")))
}
