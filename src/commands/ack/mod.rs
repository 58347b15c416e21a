//! `upgrade ack`: lists admin gates and acknowledges them.

pub(crate) mod list_text;
pub(crate) mod list_view;
pub(crate) mod text;
pub(crate) mod view;

use std::time::Duration;

use anyhow::anyhow;
use tokio::time::Instant;
use tracing::info;

use crate::actions::confirm::{Prompt, confirm};
use crate::actions::open;
use crate::actions::set::outcome::SetOutcome;
use crate::cli::completes::Completes;
use crate::cli::values::DryRun;
use crate::cli::write_args::{RequestOptions, WriteArgs, refuse_files};
use crate::cli::{GlobalArgs, Session, Timeout};
use crate::commands::ack::list_view::GateList;
use crate::commands::ack::view::GateAcknowledgement;
use crate::connect::Source;
use crate::connect::live::Live;
use crate::connect::patch::acks_body;
use crate::connect::snapshot::SnapshotParts;
use crate::connect::write::{
    Applied, LostWrite, OptimisticWrite, WriteDecision, WriteOutcome, apply, contested, made_anew,
    refused,
};
use crate::error::{Error, ExitStatus, Hint, Result};
use crate::output::Format;
use crate::output::text::stretch;
use crate::topic;
use upgrade_core::admin_gates::{
    self, AckDecision, Acknowledgement, GateSelection, UpgradeableState,
};
use upgrade_core::cluster::Cluster;
use upgrade_core::objects::config_map::{AckMap, GateMaps};
use upgrade_core::snapshot::Snapshot;

/// List or acknowledge admin gates
///
/// A release can require an acknowledgment before a minor version update. The
/// acknowledgment is stored as "true" under the name of the gate in ConfigMap
/// openshift-config/admin-acks, permanently. Then the command waits until
/// Upgradeable no longer lists the gate. Without names, lists the gates.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade ack                                   List admin gates
  upgrade ack ack-4.7-kube-1.21-api-removals    Acknowledge one
  upgrade ack --all --no-wait                   Acknowledge all and return

Exit codes: 0 ok, 1 error, 2 usage, 3 refused, 4 no such gate")]
pub(crate) struct Args {
    /// Admin gates to acknowledge
    #[arg(value_name = "GATE")]
    #[arg(add = Completes::AdminGate)]
    gates: Vec<String>,
    /// Acknowledge all open admin gates
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    write: WriteArgs,
    /// Return without waiting for Upgradeable to change
    #[arg(long)]
    no_wait: bool,
    /// Stop waiting after DURATION; 0 means no limit [default: 2m]
    #[arg(long, value_name = "DURATION")]
    timeout: Option<Timeout>,
}

/// What the arguments mean.
enum AckRequest {
    List,
    Acknowledge { wanted: GateSelection, options: RequestOptions, patience: Option<Timeout> },
}

/// How an acknowledgment ended.
enum AckResult {
    /// The gates were written, and this is to be shown.
    Written(Box<GateAcknowledgement>, Acknowledgement),
    Shown(ExitStatus),
}

const PATIENCE: Timeout = Timeout(Some(Duration::from_mins(2)));
const PAUSE: Duration = Duration::from_secs(1); // between two reads, in the cluster's time
const BREATH: Duration = Duration::from_millis(10); // however fast that runs

pub(crate) const FORMATS: &[Format] = Format::GENERAL;

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    let (wanted, options, patience) = match request(args)? {
        AckRequest::List => return list(global, session).await,
        AckRequest::Acknowledge { wanted, options, patience } => (wanted, options, patience),
    };
    refuse_files(global, options)?;
    let source = match patience {
        Some(_) => open::open_for_wait(global, session).await?,
        None => open::source(global, session).await?,
    };
    match acknowledge(&wanted, options, &source, session).await? {
        AckResult::Shown(status) => Ok(status),
        AckResult::Written(view, judged) => {
            let view = match (&source, patience) {
                (Source::Live(live), Some(patience)) => wait(live, *view, &judged, patience).await,
                _ => *view,
            };
            session.ui.tell(&view, ExitStatus::Success)?;
            Ok(ExitStatus::Success)
        }
    }
}

async fn list(global: &GlobalArgs, session: &mut Session) -> Result {
    let source = open::source(global, session).await?;
    let (cluster, maps) = gates(&source).await?;
    let view = GateList::new(&cluster, &maps, &session.invocation);
    session.ui.warn(&view.warnings);
    session.ui.show(&view)?;
    Ok(ExitStatus::Success)
}

/// Reads the cluster and its gates.
async fn gates(source: &Source) -> Result<(Cluster, GateMaps)> {
    let Snapshot { cluster, gates, .. } = source.snapshot(&SnapshotParts::ACK).await?;
    Ok((cluster, gates.into_known().unwrap_or_default()))
}

async fn acknowledge(
    wanted: &GateSelection,
    options: RequestOptions,
    source: &Source,
    session: &mut Session,
) -> Result<AckResult> {
    let mut write = AckWrite { wanted, options, source, session };
    let view = match apply(&mut write).await? {
        Applied::Finished(view) => view,
        Applied::Stored { before, change, after, .. } => {
            if options.dry_run == DryRun::None {
                let gates: Vec<&str> = change.to_write().map(|gate| gate.name.as_str()).collect();
                session.ui.record_change(format!("{} was acknowledged", gates.join(", ")));
            }
            let (outcome, note) =
                SetOutcome::stored(options.dry_run, change.stored_differently(&after));
            let view = view(&before, &change, outcome).noted(note);
            if outcome == SetOutcome::Set {
                return Ok(AckResult::Written(Box::new(view), change));
            }
            view
        }
    };
    if view.outcome == SetOutcome::Unchanged {
        session.ui.warn(&view.warnings);
    }
    let status = view.outcome.status();
    session.ui.tell(&view, status)?;
    Ok(AckResult::Shown(status))
}

/// How a sentence names the object that is written.
const ACKS: &str = "configmaps/admin-acks";

/// Writes acknowledgments into their ConfigMap.
struct AckWrite<'a> {
    wanted: &'a GateSelection,
    options: RequestOptions,
    source: &'a Source,
    session: &'a mut Session,
}

impl OptimisticWrite for AckWrite<'_> {
    type State = (Cluster, GateMaps);
    type Change = Acknowledgement;
    type Stored = AckMap;
    type Ending = GateAcknowledgement;

    async fn read(&mut self) -> Result<(Cluster, GateMaps)> {
        gates(self.source).await
    }

    fn revision<'a>(&self, (_, maps): &'a (Cluster, GateMaps)) -> Option<&'a str> {
        maps.acks.as_ref().and_then(|acks| acks.resource_version.as_deref())
    }

    fn replaced(
        &self,
        (before, were): &(Cluster, GateMaps),
        (now, are): &(Cluster, GateMaps),
    ) -> Option<String> {
        let uid = |maps: &'_ GateMaps| maps.acks.as_ref().and_then(|acks| acks.uid.clone());
        let acks = || made_anew(ACKS, uid(were).as_deref(), uid(are).as_deref());
        before.replaced_by(now).or_else(acks)
    }

    fn decide(
        &self,
        read: &(Cluster, GateMaps),
    ) -> Result<WriteDecision<Acknowledgement, GateAcknowledgement>> {
        let (cluster, maps) = read;
        if let (None, Some(oddity)) = (&maps.gates, maps.oddities.first()) {
            return Err(Error::new("NotFound", anyhow!("{oddity}: admin gates are unknown")));
        }
        let judged = match admin_gates::decide(cluster, maps, self.wanted) {
            AckDecision::Judged(judged) => judged,
            AckDecision::Unknown { name, nearest, known } => {
                return Err(unknown(cluster, &name, &nearest, &known));
            }
        };
        Ok(if judged.to_write().next().is_none() {
            WriteDecision::Finished(view(read, &judged, SetOutcome::Unchanged))
        } else if judged.misplaced().next().is_some() {
            WriteDecision::Finished(view(read, &judged, SetOutcome::Refused))
        } else {
            WriteDecision::Send(judged)
        })
    }

    fn is_unchanged(&self, judged: &Acknowledgement, shown: &Acknowledgement) -> bool {
        judged.is_within(shown)
    }

    fn confirm(
        &mut self,
        read: &(Cluster, GateMaps),
        judged: &Acknowledgement,
        shown: Option<&Acknowledgement>,
    ) -> Result<Option<GateAcknowledgement>> {
        let ui = &mut self.session.ui;
        let asked = view(read, judged, SetOutcome::Set);
        let question = Some(asked.question(&ui.err));
        let prompt = Prompt { warnings: asked.warnings, question, unasked: Vec::new() };
        let not_sent = confirm(ui, self.options, shown.is_some(), &prompt);
        Ok(not_sent.map(|not_sent| view(read, judged, not_sent.into())))
    }

    async fn send(&mut self, judged: &Acknowledgement) -> Result<WriteOutcome<AckMap>> {
        self.source.acknowledge(judged, self.options.dry_run == DryRun::Server).await
    }

    async fn read_stored(&mut self) -> Result<AckMap> {
        let (_, maps) = gates(self.source).await?;
        Ok(maps.acks.unwrap_or_default())
    }

    fn is_stored(&self, judged: &Acknowledgement, stored: &AckMap) -> bool {
        judged.stored_differently(stored).is_none()
    }

    fn is_same(&self, (_, maps): &(Cluster, GateMaps), stored: &AckMap) -> bool {
        let before = maps.acks.as_ref().and_then(|acks| acks.uid.as_deref());
        made_anew(ACKS, before, stored.uid.as_deref()).is_none()
    }

    fn refused(&self, (cluster, _): &(Cluster, GateMaps), said: &str) -> Error {
        refused(cluster.origin.server.as_deref(), "acknowledgment", said)
    }

    fn end_replaced(
        &self,
        before: &(Cluster, GateMaps),
        shown: &Acknowledgement,
        how: String,
    ) -> Result<GateAcknowledgement> {
        Ok(view(before, shown, SetOutcome::Replaced).noted(Some(how)))
    }

    fn contested(&self, _: &Acknowledgement) -> Result<GateAcknowledgement> {
        Err(contested(ACKS))
    }

    fn hint_of_lost(&self, lost: LostWrite) -> Hint {
        match lost {
            LostWrite::NotStored => {
                "the acknowledgment is not stored; run the command again".into()
            }
            LostWrite::Unknown => {
                let look = self.session.invocation.command(["ack"]);
                Hint::run("cannot confirm the acknowledgment. To check", look)
            }
        }
    }
}

fn view(
    (cluster, maps): &(Cluster, GateMaps),
    judged: &Acknowledgement,
    outcome: SetOutcome,
) -> GateAcknowledgement {
    GateAcknowledgement::new(cluster, maps, judged, outcome, acks_body(judged))
}

/// Polls every second or so until Upgradeable no longer lists the gates, or until the timeout.
async fn wait(
    live: &Live,
    view: GateAcknowledgement,
    judged: &Acknowledgement,
    patience: Timeout,
) -> GateAcknowledgement {
    let mut is_noted = false;
    let end = patience.0.and_then(|time| Instant::now().checked_add(live.clock.here(time)));
    loop {
        // The last read starts after the timeout, so that a timeout of zero still reads once.
        let last = end.is_some_and(|end| Instant::now() >= end);
        let seen = live.snapshot(&SnapshotParts::CLUSTER_VERSION).await;
        match seen.as_ref().map(|seen| (&seen.cluster, judged.hold(&seen.cluster))) {
            Ok((cluster, hold)) if last || !matches!(hold, UpgradeableState::Gates(_)) => {
                let after = patience.0.unwrap_or_default().as_secs();
                return view.with_hold(
                    cluster,
                    hold,
                    &stretch(after.try_into().unwrap_or(i64::MAX)),
                );
            }
            Err(error) if last => return view.unseen(&error.message()),
            _ => {
                if !std::mem::replace(&mut is_noted, true) {
                    info!(target: topic::NOTE, "acknowledged; waiting for Upgradeable to change");
                }
                let pause = live.clock.here(PAUSE).max(BREATH);
                let left = end.map_or(pause, |end| end.saturating_duration_since(Instant::now()));
                tokio::time::sleep(pause.min(left)).await;
            }
        }
    }
}

fn request(args: &Args) -> Result<AckRequest> {
    let Args { gates, all, write, no_wait, timeout } = args;
    let wrong = |text: &str| Err(Error::usage(anyhow!("{text}")));
    let options = write.options();
    let dry_run = options.dry_run;
    let wanted = match (gates.as_slice(), all) {
        ([], true) => GateSelection::All,
        ([], false) => {
            let flags = [
                ("--dry-run", dry_run != DryRun::None),
                ("--yes", options.yes),
                ("--no-wait", *no_wait),
                ("--timeout", timeout.is_some()),
            ];
            return match flags.iter().find(|(_, given)| *given) {
                Some((flag, _)) => wrong(&format!("{flag} requires admin gates or --all")),
                None => Ok(AckRequest::List),
            };
        }
        (_, true) => return wrong("--all cannot be used with gate names"),
        (names, false) => GateSelection::Named(named(names)?),
    };
    let patience = match (no_wait, timeout) {
        (true, Some(_)) => return wrong("--timeout and --no-wait are mutually exclusive"),
        (true, None) => None,
        (false, Some(_)) if dry_run != DryRun::None => {
            return wrong("--timeout cannot be used with --dry-run");
        }
        (false, timeout) => Some(timeout.unwrap_or(PATIENCE)).filter(|_| dry_run == DryRun::None),
    };
    Ok(AckRequest::Acknowledge { wanted, options, patience })
}

/// Reads `A B,C`.
fn named(words: &[String]) -> Result<Vec<String>> {
    let names = words.iter().flat_map(|word| word.split(',')).map(str::trim);
    let names: Vec<String> = names.map(str::to_owned).collect();
    if names.iter().any(String::is_empty) {
        return Err(Error::usage(anyhow!("an admin gate name is empty")));
    }
    Ok(names)
}

fn unknown(cluster: &Cluster, name: &str, nearest: &[String], known: &[String]) -> Error {
    let error = Error::no_target(anyhow!("no admin gate {name:?} on {}", cluster.origin.name()));
    match (nearest, known) {
        (_, []) => error.hint("the cluster has no admin gates"),
        ([], known) => error.hint(format!("admin gates: {}", known.join(", "))),
        (near, _) => error.hint(format!("did you mean {}?", near.join(", "))),
    }
}
