//! `FleetReport`: many clusters, one entry each.

use schemars::JsonSchema;
use serde::Serialize;

use super::FleetMember;
use super::target_view::{FleetAnswerView, TargetSummaryView};
use crate::cli::invocation::Invocation;
use crate::commands::status::insight_view::InsightView;
use crate::commands::status::pool_view::percent;
use crate::error::{Error, Hint};
use crate::output::parts::ApiVersion;
use crate::output::parts::cluster::ClusterView;
use crate::output::parts::hosted::HostedView;
use upgrade_core::fleet::{
    FleetAnswer, FleetCluster, FleetCounts, FleetPhase, FleetProgress, FleetSituation, FleetState,
    NewestUpdate, TargetCounts,
};
use upgrade_core::insight::Level;
use upgrade_core::snapshot::Snapshot;

/// Many clusters, one entry each
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FleetReport {
    api_version: ApiVersion,
    kind: Kind,
    /// The version that the clusters are compared with; null if none was given
    pub(crate) target: Option<String>,
    /// Those that need attention first
    pub(crate) clusters: Vec<FleetEntry>,
    pub(crate) summary: FleetSummaryView,
    pub(crate) warnings: Vec<String>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    FleetReport,
}

/// A cluster of a fleet
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FleetEntry {
    /// The name of the context; with its file, if several contexts have the name
    pub(crate) name: String,
    /// Null for recordings, and if the kubeconfig does not tell
    pub(crate) context: Option<String>,
    /// The file of the context; null without `--kubeconfigs`
    pub(crate) kubeconfig: Option<String>,
    /// Null if it was never read; with `--watch`, the last known state
    pub(crate) cluster: Option<ClusterView>,
    /// The name of an earlier entry with the same cluster ID; only that one is counted in the summary
    pub(crate) same_cluster_as: Option<String>,
    pub(crate) state: FleetState,
    /// Null if no update is in progress, or if nothing is known about it
    pub(crate) progress: Option<FleetProgressView>,
    /// The newest recommended update; null if there is none
    pub(crate) newest: Option<NewestUpdateView>,
    /// The number of recommended updates; null if the cluster could not be read
    pub(crate) recommended: Option<usize>,
    /// The number of updates that are supported but not recommended; null if the cluster could not be read
    pub(crate) not_recommended: Option<usize>,
    /// The most severe insight; null if there is none
    pub(crate) insight: Option<InsightView>,
    /// Null if the control plane is not hosted, or if that is unknown
    pub(crate) hosted_control_plane: Option<HostedView>,
    /// What an update to the target means; null without a target, or if the cluster could not be read
    pub(crate) answer: Option<FleetAnswerView>,
    /// Why the cluster could not be read; null if it was read
    pub(crate) error: Option<FleetError>,
    /// What could not be read of it
    pub(crate) notes: Vec<String>,
    /// The command to run next
    pub(crate) command: String,
    /// Whether an update was in progress when the cluster was last read.
    #[serde(skip)]
    pub(crate) updating: bool,
    #[serde(skip)]
    pub(crate) found: Option<FleetAnswer>,
}

/// The progress of an update
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct FleetProgressView {
    pub(crate) phase: FleetPhase,
    pub(crate) percent: u64,
    pub(crate) updated: usize,
    pub(crate) total: usize,
}

/// A recommended update
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewestUpdateView {
    pub(crate) version: String,
    /// Whether `Upgradeable=False` blocks a request for this minor version update
    pub(crate) blocked_by_upgradeable: bool,
}

/// Why a cluster could not be read
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct FleetError {
    /// A stable name
    pub(crate) code: String,
    pub(crate) message: String,
    #[schemars(with = "Vec<String>")]
    pub(crate) hints: Vec<Hint>,
    /// The innermost cause.
    #[serde(skip)]
    pub(crate) cause: String,
    #[serde(skip)]
    pub(crate) state: FleetState,
}

/// How many clusters are in each state; each cluster counts once
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FleetSummaryView {
    pub(crate) clusters: usize,
    pub(crate) failing: usize,
    pub(crate) stalled: usize,
    pub(crate) updating: usize,
    pub(crate) idle: usize,
    pub(crate) not_read: usize,
    /// Null without a target
    pub(crate) target: Option<TargetSummaryView>,
}

impl FleetReport {
    pub(crate) fn new(target: Option<String>, entries: Vec<FleetEntry>) -> Self {
        let mut clusters = told_apart(entries);
        clusters.sort_by(|one, other| {
            let key = |entry: &FleetEntry| entry.state.attention(entry.level());
            key(one).cmp(&key(other)).then_with(|| one.name.cmp(&other.name))
        });
        let summary = FleetSummaryView::new(&clusters, target.is_some());
        let (api_version, kind) = (ApiVersion::V1, Kind::FleetReport);
        Self { api_version, kind, target, clusters, summary, warnings: Vec::new() }
    }

    /// Describes the clusters that were read so far.
    pub(crate) fn so_far(entries: &[Option<FleetEntry>]) -> Self {
        Self::new(None, entries.iter().flatten().cloned().collect())
    }
}

/// Two contexts may lead to one cluster.
fn told_apart(mut entries: Vec<FleetEntry>) -> Vec<FleetEntry> {
    let id = |entry: &FleetEntry| entry.cluster.as_ref().and_then(|cluster| cluster.id.clone());
    for place in 1..entries.len() {
        let (before, rest) = entries.split_at_mut(place);
        let own = id(&rest[0]);
        let first = before.iter().find(|entry| own.is_some() && id(entry) == own);
        rest[0].same_cluster_as = first.map(|first| first.name.clone());
    }
    entries
}

impl FleetEntry {
    pub(super) fn new(member: &FleetMember, snapshot: &Snapshot) -> Self {
        let found = FleetCluster::new(snapshot);
        let hosted = HostedView::new(snapshot);
        let command = next(&found, hosted.is_some(), &member.invocation);
        let cluster = ClusterView::new(&snapshot.cluster);
        let lab = member.name.is_empty().then(|| cluster.server.clone()).flatten();
        Self {
            name: lab.unwrap_or_else(|| member.name.clone()),
            context: member.context.clone().or_else(|| cluster.context.clone()),
            kubeconfig: member.kubeconfig.clone(),
            same_cluster_as: None,
            state: found.state,
            progress: found.progress.map(FleetProgressView::new),
            newest: found.newest.map(|NewestUpdate { version, held_back }| NewestUpdateView {
                version,
                blocked_by_upgradeable: held_back,
            }),
            recommended: Some(found.recommended),
            not_recommended: Some(found.not_recommended),
            insight: found.insight.map(|insight| InsightView::new(&insight, snapshot.instant())),
            hosted_control_plane: hosted,
            answer: None,
            error: None,
            notes: found.notes,
            command,
            updating: found.updating,
            cluster: Some(cluster),
            found: None,
        }
    }

    pub(super) fn not_read(member: &FleetMember, error: FleetError) -> Self {
        Self {
            name: member.name.clone(),
            context: member.context.clone(),
            kubeconfig: member.kubeconfig.clone(),
            cluster: None,
            same_cluster_as: None,
            state: error.state,
            progress: None,
            newest: None,
            recommended: None,
            not_recommended: None,
            insight: None,
            hosted_control_plane: None,
            answer: None,
            error: Some(error),
            notes: Vec::new(),
            command: member.invocation.command([]),
            updating: false,
            found: None,
        }
    }

    /// The same, with what an update to a version means.
    pub(super) fn with_answer(
        self,
        answer: FleetAnswer,
        target: &str,
        invocation: &Invocation,
    ) -> Self {
        let hosted = self.hosted_control_plane.is_some();
        Self {
            command: FleetAnswerView::next(&answer, target, self.state, hosted, invocation),
            answer: Some(FleetAnswerView::new(&answer)),
            found: Some(answer),
            ..self
        }
    }

    /// The same, after an earlier state: what is not known any more stays.
    pub(super) fn after(self, before: &Self) -> Self {
        if self.state.is_read() {
            return self;
        }
        let (cluster, updating) = (before.cluster.clone(), before.updating);
        Self { cluster, updating, ..self }
    }

    /// Returns the level of the most severe insight.
    fn level(&self) -> Option<Level> {
        self.insight.as_ref().map(|insight| insight.level)
    }

    /// Returns what a watch reports on.
    pub(crate) fn situation(&self) -> FleetSituation {
        let grave = self.insight.as_ref().filter(|insight| insight.grave);
        let cluster = self.cluster.as_ref();
        FleetSituation {
            state: self.state,
            progress: self.progress.map(FleetProgressView::counts),
            version: cluster.and_then(|cluster| cluster.version.clone()),
            channel: cluster.and_then(|cluster| cluster.channel.clone()),
            newest: self.newest.as_ref().map(|newest| newest.version.clone()),
            insight: grave.map(|insight| insight.summary.clone()),
        }
    }
}

/// Returns the command to run next on a cluster.
fn next(found: &FleetCluster, hosted: bool, invocation: &Invocation) -> String {
    let newest = found.newest.as_ref().filter(|newest| !newest.held_back);
    match (found.state, newest) {
        (FleetState::Idle, Some(newest)) if !hosted && !invocation.reads_files() => {
            invocation.command(["--to", newest.version.as_str()])
        }
        (FleetState::Idle, _) if found.recommended + found.not_recommended > 0 => {
            invocation.command(["recommend"])
        }
        (FleetState::Idle, _) => invocation.command([]),
        _ => invocation.command(["status"]),
    }
}

impl FleetProgressView {
    fn new(progress: FleetProgress) -> Self {
        let FleetProgress { phase, updated, total } = progress;
        Self { phase, percent: percent(updated, total), updated, total }
    }

    fn counts(self) -> FleetProgress {
        let Self { phase, updated, total, .. } = self;
        FleetProgress { phase, updated, total }
    }
}

impl FleetError {
    pub(crate) fn new(error: &Error) -> Self {
        let state = match error.code {
            "Kubeconfig" => FleetState::InvalidKubeconfig,
            "Credentials" | "Unauthorized" => FleetState::Unauthorized,
            "Forbidden" => FleetState::Forbidden,
            "KindNotFound" | "NotFound" => FleetState::NotOpenShift,
            "Timeout" | "Tls" | "Proxy" | "ConnectionRefused" | "NameResolution"
            | "Unreachable" | "ConnectionLost" => FleetState::Unreachable,
            _ => FleetState::Unreadable,
        };
        Self {
            code: error.code.to_owned(),
            message: error.message(),
            hints: error.hints.clone(),
            // The causes of what a server did name the server; others need what was read.
            cause: match state {
                FleetState::Unreadable => error.message(),
                _ => error.root(),
            },
            state,
        }
    }

    /// A server that does not respond during a watch.
    pub(super) fn lost(why: &str) -> Self {
        Self {
            code: "Unreachable".to_owned(),
            message: why.to_owned(),
            hints: Vec::new(),
            cause: why.to_owned(),
            state: FleetState::Unreachable,
        }
    }
}

impl FleetSummaryView {
    fn new(entries: &[FleetEntry], has_target: bool) -> Self {
        let each: Vec<&FleetEntry> =
            entries.iter().filter(|entry| entry.same_cluster_as.is_none()).collect();
        let counts = FleetCounts::new(each.iter().map(|entry| entry.state));
        let answers = || TargetCounts::new(each.iter().filter_map(|entry| entry.found.as_ref()));
        Self {
            clusters: counts.total,
            failing: counts.failing,
            stalled: counts.stalled,
            updating: counts.updating,
            idle: counts.idle,
            not_read: counts.not_read,
            target: has_target.then(|| TargetSummaryView::new(answers())),
        }
    }
}
