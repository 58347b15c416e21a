//! `UpdateList`: the overview.

use schemars::JsonSchema;
use serde::Serialize;

use super::{hints, text};
use crate::cli::invocation::Invocation;
use crate::error::Hint;
use crate::output::parts::ApiVersion;
use crate::output::parts::cluster::{ClusterView, ConditionView, ReleaseView, filled};
use crate::output::parts::hosted::HostedView;
use crate::output::parts::risk::RiskView;
use upgrade_core::cluster::{Cluster, Requested};
use upgrade_core::condition_type::ClusterVersionCondition;
use upgrade_core::gates::{self, words};
use upgrade_core::reported_risk::MessagePart;
use upgrade_core::snapshot::Snapshot;
use upgrade_core::updates::{Advice, Candidate, EvaluationState, Updates};
use upgrade_graph::condition::{Condition, Status};

/// The available updates of a cluster, recommended or not
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UpdateList {
    api_version: ApiVersion,
    kind: Kind,
    pub(crate) cluster: ClusterView,
    /// All conditions of the ClusterVersion
    conditions: Vec<ConditionView>,
    /// Newest first
    pub(crate) recommended: Vec<RecommendedUpdate>,
    /// Supported but not recommended, newest first; always present, whatever the flags
    pub(crate) not_recommended: Vec<NotRecommended>,
    /// Names of paused machine config pools, whose nodes are not updated until they are resumed;
    /// null if pools were not read
    pub(crate) paused_pools: Option<Vec<String>>,
    /// Null if the control plane is not hosted, or if that is unknown
    pub(crate) hosted_control_plane: Option<HostedView>,
    pub(crate) warnings: Vec<String>,
    #[serde(skip)]
    pub(crate) reading: UpdateListText,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    UpdateList,
}

/// An update that is recommended
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecommendedUpdate {
    #[serde(flatten)]
    pub(crate) release: ReleaseView,
    /// Whether `Upgradeable=False` blocks a request for this minor version update
    pub(crate) blocked_by_upgradeable: bool,
}

/// An update whose `Recommended` condition is not True
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NotRecommended {
    #[serde(flatten)]
    pub(crate) release: ReleaseView,
    pub(crate) recommended: Status,
    pub(crate) reason: String,
    pub(crate) message: String,
    /// All conditions of the update
    pub(crate) conditions: Vec<ConditionView>,
    pub(crate) risks: Vec<RiskView>,
    /// Whether `Upgradeable=False` blocks a request for this minor version update
    pub(crate) blocked_by_upgradeable: bool,
    /// The texts of the risks that the message consists of; none if it contains anything else, or
    /// is not shown.
    #[serde(skip)]
    pub(crate) parts: Option<Vec<MessagePart>>,
    #[serde(skip)]
    pub(crate) evaluation: EvaluationState,
}

/// What only the text needs.
#[derive(Debug)]
pub(crate) struct UpdateListText {
    pub(crate) show_not_recommended: bool,
    /// The conditions that need attention.
    pub(crate) attention: Vec<ConditionView>,
    /// The release that is being rolled out, if it is not the completed one.
    pub(crate) work: Option<PendingWork>,
    /// A request that the cluster has not accepted.
    pub(crate) pending: Option<String>,
    /// Why there is no recommended update.
    pub(crate) nothing_because: Option<String>,
    /// What to do about that.
    pub(crate) nothing_hint: Hint,
    /// The command that lists the hidden updates.
    pub(crate) show_hidden: String,
    /// What blocks the updates that are marked as blocked, if any.
    pub(crate) blocked: Option<BlockedText>,
    /// The command that resumes the paused pools.
    pub(crate) resume: Option<String>,
}

/// What blocks minor version updates.
#[derive(Debug)]
pub(crate) struct BlockedText {
    /// The condition, such as `Upgradeable=False (AdminAckRequired)`.
    pub(crate) condition: String,
    /// The command that lists what to acknowledge.
    pub(crate) ack: String,
}

#[derive(Debug)]
pub(crate) enum PendingWork {
    UpdatingTo(String),
    Installing(String),
}

impl UpdateList {
    pub(crate) fn new(
        snapshot: &Snapshot,
        updates: &Updates,
        include: bool,
        invocation: &Invocation,
    ) -> Self {
        let cluster = &snapshot.cluster;
        let recommended = updates.recommended.iter();
        let not_recommended = updates.not_recommended.iter();
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::UpdateList,
            cluster: ClusterView::new(cluster),
            conditions: cluster.conditions.0.iter().map(ConditionView::new).collect(),
            recommended: recommended
                .map(|update| RecommendedUpdate {
                    release: ReleaseView::new(&update.release),
                    blocked_by_upgradeable: gates::held_back(cluster, update).is_some(),
                })
                .collect(),
            not_recommended: not_recommended
                .map(|update| NotRecommended::new(update, cluster, include))
                .collect(),
            paused_pools: snapshot.paused_pools().into_known(),
            hosted_control_plane: HostedView::new(snapshot),
            warnings: warnings(snapshot, updates),
            reading: UpdateListText {
                resume: text::resume(
                    snapshot.paused_pools().known().map(Vec::as_slice),
                    invocation,
                ),
                show_not_recommended: include,
                attention: attention(cluster),
                work: work(cluster),
                pending: cluster.pending().map(Requested::label),
                nothing_because: nothing_because(cluster, updates),
                nothing_hint: nothing_hint(cluster, invocation),
                show_hidden: invocation.command(["--include-not-recommended"]),
                blocked: updates.all().find_map(|update| gates::held_back(cluster, update)).map(
                    |condition| BlockedText {
                        condition: condition.state(),
                        ack: invocation.command(["ack"]),
                    },
                ),
            },
        }
    }
}

impl NotRecommended {
    fn new(update: &Candidate, cluster: &Cluster, shown: bool) -> Self {
        let (recommended, reason, message) = match &update.advice {
            Advice::NotRecommended(Condition { status, reason, message, .. }) => {
                (*status, reason.clone(), message.clone())
            }
            Advice::Recommended | Advice::Unlisted | Advice::SameRelease => {
                (Status::True, String::new(), String::new())
            }
        };
        Self {
            release: ReleaseView::new(&update.release),
            recommended,
            reason,
            message,
            conditions: update.conditions.0.iter().map(ConditionView::new).collect(),
            risks: update.risks.iter().map(RiskView::new).collect(),
            blocked_by_upgradeable: gates::held_back(cluster, update).is_some(),
            parts: shown.then(|| update.message_parts()).flatten(),
            evaluation: update.evaluation(cluster.now),
        }
    }
}

/// The conditions that need attention, most urgent first.
fn attention(cluster: &Cluster) -> Vec<ConditionView> {
    // A healthy cluster reports the first, second and last, so their absence needs attention, too.
    let watched: [(ClusterVersionCondition, &[Status], bool); 6] = [
        (ClusterVersionCondition::Failing, &[Status::False], true),
        (ClusterVersionCondition::Progressing, &[Status::False], true),
        (ClusterVersionCondition::Upgradeable, &[Status::True, Status::Unknown], false),
        (ClusterVersionCondition::ReleaseAccepted, &[Status::True], false),
        (ClusterVersionCondition::Invalid, &[Status::False], false),
        (ClusterVersionCondition::RetrievedUpdates, &[Status::True], true),
    ];
    watched
        .into_iter()
        .filter_map(|(kind, fine, expected)| match cluster.condition(kind) {
            Some(condition) if fine.contains(&condition.status) => None,
            Some(condition) => Some(ConditionView::new(condition)),
            None => expected.then(|| unreported(kind)),
        })
        .collect()
}

fn unreported(kind: ClusterVersionCondition) -> ConditionView {
    ConditionView {
        r#type: kind.as_str().to_owned(),
        status: Status::Unknown,
        reason: "NotReported".to_owned(),
        message: "The cluster does not report this condition.".to_owned(),
        last_transition_time: None,
    }
}

fn work(cluster: &Cluster) -> Option<PendingWork> {
    let desired = filled(cluster.desired.version.text())?;
    match cluster.completed() {
        Some(past) if past.version.text() == desired => None,
        Some(_) => Some(PendingWork::UpdatingTo(desired)),
        None => Some(PendingWork::Installing(desired)),
    }
}

fn warnings(snapshot: &Snapshot, updates: &Updates) -> Vec<String> {
    let cluster = &snapshot.cluster;
    let mut warnings = cluster.oddities.clone();
    warnings.extend(snapshot.outages().into_iter().map(str::to_owned));
    let retrieved = cluster.conditions.is(ClusterVersionCondition::RetrievedUpdates, Status::True);
    let unobserved = words::unobserved_spec(cluster);
    if let Some(unobserved) =
        unobserved.filter(|_| retrieved || cluster.lists_are_of_another_channel())
    {
        warnings.push(unobserved.warning());
    } else if !retrieved && updates.all().next().is_some() {
        let status = cluster.conditions.status(ClusterVersionCondition::RetrievedUpdates).text();
        warnings.push(format!("available updates may be stale: RetrievedUpdates={status}"));
    }
    warnings
}

/// Why no update is recommended: the first cause that applies.
pub(crate) fn nothing_because(cluster: &Cluster, updates: &Updates) -> Option<String> {
    if !updates.recommended.is_empty() {
        return None;
    }
    let Some(channel) = &cluster.channel else {
        return Some("no channel is set".to_owned());
    };
    if cluster.lists_are_of_another_channel() {
        return Some(format!("the cluster has not retrieved updates from channel {channel} yet"));
    }
    match cluster.condition(ClusterVersionCondition::RetrievedUpdates) {
        Some(condition) if condition.status == Status::True => {}
        Some(condition) => {
            return Some(format!("the cluster cannot retrieve updates: {}", condition.state()));
        }
        None => return Some("RetrievedUpdates is missing".to_owned()),
    }
    Some(match updates.not_recommended.len() {
        0 => format!("channel {channel} has no updates for this version"),
        1 => format!("1 update in channel {channel}, not recommended"),
        count => format!("{count} updates in channel {channel}, none recommended"),
    })
}

/// The step that most likely leads to an update, by the same causes.
fn nothing_hint(cluster: &Cluster, invocation: &Invocation) -> Hint {
    if cluster.lists_are_of_another_channel() {
        return Hint::run("to list updates again", invocation.command([]));
    }
    let retrieved = cluster.conditions.is(ClusterVersionCondition::RetrievedUpdates, Status::True);
    if !retrieved {
        return hints::retrieve(cluster, invocation);
    }
    hints::channel(cluster, invocation)
}
