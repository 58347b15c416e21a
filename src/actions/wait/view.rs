//! `WaitEvent`: the progress of an update, each time it changes, and how it ended.

use std::time::Duration;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use crate::error::Hint;
use crate::output::parts::ApiVersion;
use crate::output::parts::cluster::filled;
use upgrade_core::cluster::Origin;
use upgrade_core::objects::machine_config_pool::Pool;
use upgrade_core::progress::UpdateProgress;
use upgrade_core::progress::control_plane::{ControlPlane, OperatorReport};
use upgrade_core::progress::pools::{NodeCounts, PoolReport};
use upgrade_core::snapshot::Snapshot;
use upgrade_core::wait::target::WaitTarget;
use upgrade_core::wait::{Trouble, WaitGoal, WaitJudgement, WaitStage, WaitVerdict, Waiting};
use upgrade_graph::condition::{Condition, Status};

/// The progress of an update
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WaitEvent {
    api_version: ApiVersion,
    kind: Kind,
    /// RFC 3339
    pub(crate) time: String,
    pub(crate) cluster: WaitedCluster,
    /// What the wait is for
    pub(crate) goal: WaitGoal,
    /// The release to wait for; null until the cluster was read
    pub(crate) target: Option<WaitTargetView>,
    /// How the wait ended; null while it continues
    pub(crate) verdict: Option<WaitVerdictView>,
    /// Why it failed, or what blocks it; a stable name, or the cluster's reason
    pub(crate) reason: Option<String>,
    pub(crate) message: Option<String>,
    pub(crate) elapsed_seconds: i64,
    /// What is still missing, in a sentence; null if nothing is
    pub(crate) waiting_for: Option<String>,
    /// Whether the API server responds; if not, the other fields are the last known ones
    pub(crate) connected: bool,
    /// Null if they cannot be read
    pub(crate) operators: Option<OperatorsView>,
    /// Null if they cannot be read
    pub(crate) pools: Option<Vec<WaitPoolView>>,
    /// The problem in a sentence.
    #[serde(skip)]
    pub(crate) trouble: Option<String>,
    #[serde(skip)]
    #[schemars(with = "Vec<String>")]
    pub(crate) hints: Vec<Hint>,
    /// Whether the cluster works towards the target, so that the counts belong to it.
    #[serde(skip)]
    pub(crate) is_taken_up: bool,
    /// Whether there was nothing to wait for.
    #[serde(skip)]
    pub(crate) at_once: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
enum Kind {
    WaitEvent,
}

/// Which cluster
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct WaitedCluster {
    /// `spec.clusterID`
    pub(crate) id: Option<String>,
    /// The kubeconfig context, or the lab's scenario
    pub(crate) context: Option<String>,
    pub(crate) server: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct WaitTargetView {
    pub(crate) version: Option<String>,
    pub(crate) image: Option<String>,
    pub(crate) architecture: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) enum WaitVerdictView {
    /// The goal is reached
    Done,
    /// A problem lasted too long, or another update replaced this one
    Failed,
    TimedOut,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct OperatorsView {
    pub(crate) total: usize,
    /// How many run the target release
    pub(crate) updated: usize,
    pub(crate) progressing: Vec<String>,
    pub(crate) unavailable: Vec<String>,
    /// How many are available
    pub(crate) degraded: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct WaitPoolView {
    pub(crate) name: String,
    /// How many nodes it has; null if unknown
    pub(crate) machines: Option<usize>,
    /// How many of them are updated
    pub(crate) updated: Option<usize>,
    pub(crate) paused: bool,
    pub(crate) degraded: bool,
}

/// The time of day, for people, and the time since the wait began, for timeouts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WaitMoment {
    pub(crate) time: Timestamp,
    pub(crate) elapsed: Duration,
}

pub(crate) fn seconds(elapsed: Duration) -> i64 {
    elapsed.as_secs().try_into().unwrap_or(i64::MAX)
}

impl WaitEvent {
    /// A wait before the cluster was read.
    pub(crate) fn begun(waiting: &Waiting, origin: &Origin, now: WaitMoment) -> Self {
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::WaitEvent,
            time: now.time.to_string(),
            cluster: WaitedCluster {
                id: None,
                context: origin.context.clone(),
                server: origin.server.clone(),
            },
            goal: waiting.goal,
            target: waiting.aim.as_ref().map(WaitTargetView::new),
            verdict: None,
            reason: None,
            message: None,
            elapsed_seconds: seconds(now.elapsed),
            waiting_for: None,
            connected: true,
            operators: None,
            pools: None,
            trouble: None,
            hints: Vec::new(),
            is_taken_up: false,
            at_once: true,
        }
    }

    /// The state of a cluster and its evaluation.
    pub(crate) fn seen(
        waiting: &Waiting,
        snapshot: &Snapshot,
        judgement: &WaitJudgement,
        now: WaitMoment,
    ) -> Self {
        let mut event = Self::begun(waiting, &snapshot.cluster.origin, now);
        let label = event.label();
        event.cluster.id.clone_from(&snapshot.cluster.id);
        event.waiting_for = waiting_for(&judgement.step, &label);
        let progress = UpdateProgress::new(snapshot);
        event.operators =
            snapshot.operators.known().map(|_| OperatorsView::new(&progress.control_plane));
        event.pools = snapshot.pools.known().map(|pools| {
            let pools = pools.iter().zip(&progress.pools);
            pools.map(|(pool, report)| WaitPoolView::new(pool, report)).collect()
        });
        event.is_taken_up = !matches!(judgement.step, WaitStage::Noticing | WaitStage::Accepting);
        let (verdict, trouble) = match &judgement.verdict {
            // A spec that is not observed yet is what the wait is for; it becomes a problem only if
            // it lasts.
            None => (None, judgement.trouble.as_ref().filter(|it| **it != Trouble::Unnoticed)),
            Some(WaitVerdict::Done) => (Some(WaitVerdictView::Done), None),
            Some(WaitVerdict::Failed(trouble)) => (Some(WaitVerdictView::Failed), Some(trouble)),
            Some(WaitVerdict::TimedOut) => {
                (Some(WaitVerdictView::TimedOut), judgement.trouble.as_ref())
            }
        };
        event.verdict = verdict;
        if let Some(trouble) = trouble {
            event.reason = Some(reason(trouble));
            event.message = Some(message(trouble, &label));
            event.trouble = Some(sentence(trouble, &label));
        }
        event
    }

    /// The same, while the API server cannot be reached.
    #[must_use]
    pub(crate) fn out_of_reach(mut self, why: &str, waiting: &Waiting, now: WaitMoment) -> Self {
        self.time = now.time.to_string();
        self.elapsed_seconds = seconds(now.elapsed);
        self.connected = false;
        self.verdict = waiting.timed_out(now.elapsed).then_some(WaitVerdictView::TimedOut);
        self.reason = Some("Unreachable".to_owned());
        self.message = Some(why.to_owned());
        self.trouble = Some(format!("cannot reach the API server: {why}"));
        self.waiting_for = Some("waiting for the API server to respond".to_owned());
        self
    }

    /// The same, after the timeout.
    #[must_use]
    pub(crate) fn out_of_time(mut self, now: WaitMoment) -> Self {
        self.time = now.time.to_string();
        self.elapsed_seconds = seconds(now.elapsed);
        self.verdict = Some(WaitVerdictView::TimedOut);
        self
    }

    /// Returns whether both report the same, apart from the time.
    pub(crate) fn says_the_same(&self, other: &Self) -> bool {
        let timeless = |event: &Self| Self {
            time: String::new(),
            elapsed_seconds: 0,
            at_once: false,
            ..event.clone()
        };
        timeless(self) == timeless(other)
    }

    /// Returns how a sentence names the target.
    pub(crate) fn label(&self) -> String {
        let target = self.target.as_ref();
        let named = target.and_then(|target| {
            let name = target.version.as_ref().or(target.image.as_ref())?;
            Some(match &target.architecture {
                None => name.clone(),
                Some(architecture) => format!("{name} ({architecture})"),
            })
        });
        named.unwrap_or_else(|| "the update".to_owned())
    }
}

fn waiting_for(step: &WaitStage, label: &str) -> Option<String> {
    Some(match step {
        WaitStage::Noticing => {
            "waiting for the cluster-version operator to observe the request".to_owned()
        }
        WaitStage::Accepting => format!("waiting for the cluster to accept {label}"),
        WaitStage::RollingOut(Some(said)) => said.clone(),
        WaitStage::RollingOut(None) => format!("waiting for {label} to roll out"),
        WaitStage::Pools(pools) => match pools.as_slice() {
            [] => "waiting for the machine config pools".to_owned(),
            [pool] => format!("waiting for nodes in pool {pool}"),
            pools => format!("waiting for nodes in pools {}", pools.join(", ")),
        },
        WaitStage::Nothing => return None,
    })
}

/// Returns the cluster's reason for a problem, else our name for it.
fn reason(trouble: &Trouble) -> String {
    match trouble {
        Trouble::Invalid(condition)
        | Trouble::Refused(condition)
        | Trouble::Failing(condition)
        | Trouble::PoolDegraded { condition, .. } => {
            filled(&condition.reason).unwrap_or_else(|| condition.kind.clone())
        }
        Trouble::Unnoticed => "Unnoticed".to_owned(),
        Trouble::PoolPaused { .. } => "Paused".to_owned(),
        Trouble::Superseded { .. } => "Superseded".to_owned(),
        Trouble::Withdrawn => "Withdrawn".to_owned(),
    }
}

/// Returns what the cluster reports about a problem, else our own sentence.
fn message(trouble: &Trouble, label: &str) -> String {
    let said = |condition: &Condition| filled(condition.message.trim());
    match trouble {
        Trouble::Invalid(condition) | Trouble::Refused(condition) | Trouble::Failing(condition) => {
            said(condition)
        }
        Trouble::PoolDegraded { pool, condition } => {
            said(condition).map(|said| format!("{pool}: {said}"))
        }
        Trouble::Unnoticed
        | Trouble::PoolPaused { .. }
        | Trouble::Superseded { .. }
        | Trouble::Withdrawn => None,
    }
    .unwrap_or_else(|| sentence(trouble, label))
}

fn sentence(trouble: &Trouble, label: &str) -> String {
    match trouble {
        Trouble::Invalid(condition) => {
            format!("the ClusterVersion is invalid: {}", condition.state())
        }
        Trouble::Refused(condition) => {
            format!("the cluster does not accept {label}: {}", condition.state())
        }
        Trouble::Failing(condition) => format!("the cluster is failing: {}", condition.state()),
        Trouble::Unnoticed => {
            format!("the cluster-version operator has not observed the request for {label}")
        }
        Trouble::PoolDegraded { pool, condition } => {
            format!("pool {pool} is degraded: {}", condition.state())
        }
        Trouble::PoolPaused { pool } => {
            format!("pool {pool} is paused: resume it to update its nodes")
        }
        Trouble::Superseded { by } => format!("the request for {label} was replaced by {by}"),
        Trouble::Withdrawn => format!("the request for {label} was canceled"),
    }
}

impl WaitTargetView {
    fn new(aim: &WaitTarget) -> Self {
        Self {
            version: filled(aim.version()),
            image: filled(aim.image()),
            architecture: filled(aim.architecture()),
        }
    }
}

impl OperatorsView {
    fn new(plane: &ControlPlane) -> Self {
        let named = |which: fn(&OperatorReport) -> bool| {
            let found = plane.operators.iter().filter(|operator| which(operator));
            found.map(|operator| operator.name.clone()).collect()
        };
        Self {
            total: plane.completion.total,
            updated: plane.completion.updated,
            progressing: named(|operator| operator.progressing == Status::True),
            unavailable: named(|operator| operator.unavailable),
            degraded: named(|operator| operator.degraded),
        }
    }
}

impl WaitPoolView {
    fn new(pool: &Pool, report: &PoolReport) -> Self {
        Self {
            name: pool.name.clone(),
            machines: report.counts.map(|counts| counts.total),
            updated: report.counts.map(NodeCounts::updated),
            paused: pool.paused,
            degraded: pool.is_degraded(),
        }
    }
}
