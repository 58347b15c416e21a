//! The names that complete a value: from the program, the kubeconfig or the cluster.

use std::collections::BTreeSet;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use clap::FromArgMatches;

use super::candidates::Names;
use super::words::{Candidate, Question};
use crate::actions::open;
use crate::cli::completes::Completes;
use crate::cli::help::{row, visible};
use crate::cli::invocation::Invocation;
use crate::cli::{self, Color, GlobalArgs, Session, environment, session};
use crate::commands::help::topics::TOPICS;
use crate::commands::schema;
use crate::connect::config::kubeconfig::{Environment, KubeconfigFiles};
use crate::connect::snapshot::SnapshotParts;
use crate::error::Result;
use crate::output::Format;
use upgrade_core::admin_gates::{self, AdminGate};
use upgrade_core::cluster::Cluster;
use upgrade_core::pools::change::{self, PoolAction, PoolChange, PoolsDecision};
use upgrade_core::snapshot::Snapshot;
use upgrade_core::updates::{self, Advice, Updates};
use upgrade_lab::SCENARIOS;

/// A user who pressed Tab is waiting; slower names are left out, unless the environment allows more
/// time.
const PATIENCE: Duration = Duration::from_millis(250);

/// Reads the names of these kinds. What cannot be read in time is left out silently.
pub(super) fn read(
    kinds: &BTreeSet<Completes>,
    command: clap::Command,
    question: &Question,
) -> Names {
    let Some(global) = global_flags(command, question) else { return Names::new() };
    let allowed = question.words.iter().any(|word| word == "--allow-not-recommended");
    let (sender, receiver) = mpsc::channel();
    let kinds = kinds.clone();
    // A thread of its own: neither a slow file system nor a slow server can be interrupted.
    std::thread::spawn(move || {
        let lookup = Lookup { global, environment: environment::read(), allowed };
        for kind in kinds {
            if let Ok(names) = lookup.names(kind) {
                let _ = sender.send((kind, names));
            }
        }
    });
    let deadline = Instant::now() + environment::completion_timeout().unwrap_or(PATIENCE);
    let next = || receiver.recv_timeout(deadline.saturating_duration_since(Instant::now())).ok();
    std::iter::from_fn(next).collect()
}

/// Returns the flags that choose the cluster, from a command line that is not finished.
fn global_flags(command: clap::Command, question: &Question) -> Option<GlobalArgs> {
    let typed = question.words.split_last().map(|(_, typed)| typed)?;
    let matches = command.ignore_errors(true).try_get_matches_from(typed).ok()?;
    GlobalArgs::from_arg_matches(&matches).ok()
}

/// Where names are looked up.
struct Lookup {
    global: GlobalArgs,
    environment: Environment,
    /// Whether updates that are not recommended may be requested.
    allowed: bool,
}

impl Lookup {
    fn names(&self, kind: Completes) -> Result<Vec<Candidate>> {
        Ok(match kind {
            Completes::RequestedVersion => versions(&self.cluster()?, self.allowed),
            Completes::Version => versions(&self.cluster()?, true),
            Completes::Channel => channels(&self.cluster()?),
            Completes::Risk => risks(&self.cluster()?),
            Completes::AdminGate => self.admin_gates()?,
            Completes::RunningPool => self.pools(PoolAction::Pause)?,
            Completes::PausedPool => self.pools(PoolAction::Resume)?,
            Completes::Context => self.kubeconfig()?.contexts().map(plain).collect(),
            Completes::Cluster => self.kubeconfig()?.clusters().map(plain).collect(),
            Completes::User => self.kubeconfig()?.users().map(plain).collect(),
            Completes::Scenario => SCENARIOS
                .iter()
                .map(|scenario| described(scenario.name, scenario.summary))
                .collect(),
            Completes::SchemaKind => schema::kinds().map(plain).collect(),
            Completes::Topic => topics_and_commands(),
        })
    }

    fn kubeconfig(&self) -> Result<KubeconfigFiles> {
        KubeconfigFiles::read(&self.global.connection(), &self.environment)
    }

    fn cluster(&self) -> Result<Cluster> {
        Ok(self.snapshot(&SnapshotParts::CLUSTER_VERSION)?.cluster)
    }

    fn admin_gates(&self) -> Result<Vec<Candidate>> {
        let Snapshot { cluster, gates, .. } = self.snapshot(&SnapshotParts::ACK)?;
        let gates = admin_gates::gates(&cluster, &gates.into_known().unwrap_or_default());
        let open = gates.iter().filter(|gate| gate.is_open());
        Ok(open.map(|AdminGate { name, text, .. }| described(name, text)).collect())
    }

    /// Returns the pools that the action changes.
    fn pools(&self, action: PoolAction) -> Result<Vec<Candidate>> {
        let snapshot = self.snapshot(&SnapshotParts::POOL_NAMES)?;
        let names: Vec<String> =
            snapshot.pools.items().iter().map(|pool| pool.name.clone()).collect();
        let PoolsDecision::Checked(changes) = change::decide(&snapshot, action, &names) else {
            return Ok(Vec::new());
        };
        let changes = changes.iter().filter(|change| change.changes() && change.finding.is_none());
        let candidate = |change: &PoolChange| {
            let nodes = change.pending.map(|pending| match pending.nodes {
                0 => format!("{} nodes", pending.total),
                some => format!("{some} of {} nodes pending", pending.total),
            });
            described(&change.name, &nodes.unwrap_or_default())
        };
        Ok(changes.map(candidate).collect())
    }

    fn snapshot(&self, parts: &SnapshotParts) -> Result<Snapshot> {
        let session = Session {
            ui: session::ui(Format::Json, Color::Never), // silent
            invocation: Invocation::new("upgrade".to_owned(), Vec::new()),
            environment: Environment { stdin_is_terminal: false, ..self.environment.clone() },
        };
        cli::block_on(async { open::source(&self.global, &session).await?.snapshot(parts).await })
    }
}

/// Recommended updates first, each list newest first.
fn versions(cluster: &Cluster, with_not_recommended: bool) -> Vec<Candidate> {
    let updates = Updates::new(cluster);
    let others = updates.not_recommended.iter().filter(|_| with_not_recommended);
    let candidates = updates.recommended.iter().chain(others);
    let described = candidates.map(|candidate: &updates::Candidate| {
        let about = match &candidate.advice {
            Advice::Recommended => "recommended".to_owned(),
            Advice::NotRecommended(verdict) => format!("not recommended: {}", verdict.reason),
            Advice::Unlisted | Advice::SameRelease => String::new(),
        };
        described(candidate.release.version.text(), &about)
    });
    described.collect()
}

/// The channels of the current release, the current one first.
fn channels(cluster: &Cluster) -> Vec<Candidate> {
    let set = cluster.channel.iter().map(|channel| described(channel, "current channel"));
    let others = cluster.desired.channels.iter();
    let others = others.filter(|channel| Some(*channel) != cluster.channel.as_ref()).map(plain);
    set.chain(others).collect()
}

fn risks(cluster: &Cluster) -> Vec<Candidate> {
    let updates = Updates::new(cluster);
    let mut seen = BTreeSet::new();
    let risks = updates.all().flat_map(|candidate| &candidate.risks);
    let risks = risks.filter(|risk| seen.insert(risk.name.clone()));
    risks.map(|risk| described(&risk.name, &risk.message)).collect()
}

fn plain(name: impl AsRef<str>) -> Candidate {
    described(name.as_ref(), "")
}

/// Returns what `upgrade help` takes. Some commands have a topic of their name.
fn topics_and_commands() -> Vec<Candidate> {
    let topics = TOPICS.iter().map(|topic| described(topic.name, topic.summary));
    let program = crate::commands::command();
    let commands = visible(&program).map(row);
    let has_topic = |name: &str| TOPICS.iter().any(|topic| topic.name == name);
    let commands = commands.filter(|(name, _)| !has_topic(name));
    topics.chain(commands.map(|(name, about)| described(&name, &about))).collect()
}

fn described(name: &str, about: &str) -> Candidate {
    Candidate {
        value: name.to_owned(),
        about: Some(about.to_owned()).filter(|about| !about.is_empty()),
    }
}
