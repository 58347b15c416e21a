//! The rules: what matters to an update, evaluated alike before, during and after it.
//!
//! Each rule covers one subject with its checks, levels and sentences. `status` shows the insights,
//! pre-checks require that they are accepted, and the controller stores them.

pub(crate) mod admin_gates;
pub(crate) mod alerts;
pub(crate) mod budgets;
pub(crate) mod cluster_version;
pub(crate) mod etcd;
pub(crate) mod history;
pub(crate) mod install_plans;
pub(crate) mod network;
pub(crate) mod nodes;
pub(crate) mod olm_operators;
pub(crate) mod operators;
pub(crate) mod pools;
pub(crate) mod removed_apis;
pub(crate) mod risks;
pub(crate) mod signatures;

pub use alerts::name_in as alert_in;
pub use risks::is_risk_of;
pub use signatures::are_needed as signatures_are_needed;

use crate::cluster::Cluster;
use crate::condition_type::ClusterVersionCondition;
use crate::insight::{self, Impact, Insight, InsightCode, Level, Subject};
use crate::links;
use crate::objects::machine_config_pool::Pool;
use crate::part::Part;
use crate::pre_checks::{InformerResult, InformerState};
use crate::progress::UpdateProgress;
use crate::snapshot::Snapshot;
use crate::updates::{Advice, Candidate, Updates};
use upgrade_graph::condition::{Condition, Status};
use upgrade_graph::release::Release;
use upgrade_graph::version::{Step, Version};

/// The phase of an update: a fact of the cluster, whatever the command.
#[derive(Debug, Clone, Copy)]
pub(crate) enum UpdatePhase<'a> {
    /// No update is known.
    Idle,
    /// Something is updating to another release, or to another configuration.
    During(&'a UpdateProgress),
    /// The last update has ended.
    After(&'a UpdateProgress),
}

/// A release that the cluster may update to, as far as the cluster knows it.
#[derive(Debug, Clone)]
pub(crate) struct UpdateTarget {
    candidate: Candidate,
    /// All images that it is available with.
    images: Vec<String>,
    step: Step,
}

type RuleCheck = fn(&Snapshot, UpdatePhase<'_>, Option<&UpdateTarget>) -> Part<Vec<Insight>>;

/// The built-in informers: one for each subject.
struct BuiltIn {
    name: &'static str,
    /// What it checks.
    subject: &'static str,
    /// A link, unless an insight has a better one.
    reference: &'static str,
    check: RuleCheck,
}

const BUILT_IN: [BuiltIn; 15] = [
    BuiltIn {
        name: insight::CLUSTER_VERSION,
        subject: "the ClusterVersion",
        reference: links::CHANNELS,
        check: cluster_version::check,
    },
    BuiltIn {
        name: insight::HISTORY,
        subject: "the update history",
        reference: links::HISTORY,
        check: history::check,
    },
    BuiltIn {
        name: insight::RISKS,
        subject: "the risks of the update",
        reference: links::RISKS,
        check: risks::check,
    },
    BuiltIn {
        name: insight::OPERATORS,
        subject: "cluster operators",
        reference: links::RUNBOOKS,
        check: operators::check,
    },
    BuiltIn {
        name: insight::POOLS,
        subject: "machine config pools",
        reference: links::MACHINES,
        check: pools::check,
    },
    BuiltIn {
        name: insight::NODES,
        subject: "nodes",
        reference: links::NODES,
        check: nodes::check,
    },
    BuiltIn {
        name: insight::BUDGETS,
        subject: "pod disruption budgets",
        reference: links::BUDGETS,
        check: budgets::check,
    },
    BuiltIn {
        name: insight::ALERTS,
        subject: "alerts",
        reference: links::RUNBOOKS,
        check: alerts::check,
    },
    BuiltIn {
        name: insight::ADMIN_GATES,
        subject: "admin gates",
        reference: links::PREPARING,
        check: admin_gates::check,
    },
    BuiltIn {
        name: insight::REMOVED_APIS,
        subject: "API usage",
        reference: links::APIS,
        check: removed_apis::check,
    },
    BuiltIn {
        name: insight::SIGNATURES,
        subject: "release signatures",
        reference: links::DISCONNECTED,
        check: signatures::check,
    },
    BuiltIn {
        name: insight::ETCD,
        subject: "etcd pods",
        reference: links::ETCD,
        check: etcd::check,
    },
    BuiltIn {
        name: insight::NETWORK,
        subject: "the network plugin",
        reference: links::SDN_MIGRATION,
        check: network::check,
    },
    BuiltIn {
        name: insight::OLM_OPERATORS,
        subject: "operators that OLM installs",
        reference: links::OLM_OPERATORS,
        check: olm_operators::check,
    },
    BuiltIn {
        name: insight::INSTALL_PLANS,
        subject: "InstallPlans",
        reference: links::OLM_OPERATORS,
        check: install_plans::check,
    },
];

/// Returns the insights of each rule; without a target, only those that do not depend on one.
pub(crate) fn check(
    snapshot: &Snapshot,
    phase: UpdatePhase<'_>,
    target: Option<&UpdateTarget>,
) -> Vec<InformerResult> {
    BUILT_IN.iter().map(|built_in| built_in.run(snapshot, phase, target)).collect()
}

/// Returns the insights about an update to a version.
pub fn check_target(snapshot: &Snapshot, version: &str) -> Vec<InformerResult> {
    let progress = UpdateProgress::new(snapshot);
    let target = UpdateTarget::new(&snapshot.cluster, version);
    check(snapshot, UpdatePhase::new(snapshot, &progress), Some(&target))
}

/// Returns the insight that the informers of the cluster could not be listed.
pub fn unlisted(why: String) -> InformerResult {
    unchecked(insight::REGISTRY, "the informers of the cluster", why)
}

impl InsightCode {
    /// Returns whether `status` evaluates the subject itself, on objects that it has read. Its
    /// rules know what is normal during an update, so a stored insight about the same subject is
    /// left out.
    pub(crate) fn is_judged_on(self, snapshot: &Snapshot) -> bool {
        let is_read = |subject: Subject| match subject {
            Subject::ClusterVersion => true,
            Subject::Operators => snapshot.operators.is_known(),
            Subject::Pools => snapshot.pools.is_known(),
            Subject::Nodes => snapshot.nodes.is_known(),
            Subject::Alerts => snapshot.alerts.is_known(),
        };
        match self {
            Self::Failing
            | Self::NoFailingCondition
            | Self::Gate
            | Self::UpgradeableUnknown
            | Self::PreviousIncomplete
            | Self::RequestRefused
            | Self::UpdateStalled => is_read(Subject::ClusterVersion),
            Self::OperatorUnavailable | Self::OperatorDegraded => is_read(Subject::Operators),
            Self::PoolPaused | Self::PoolDegraded | Self::PoolCannotRender => {
                is_read(Subject::Pools)
            }
            Self::NodeUnavailable
            | Self::NodeNotReady
            | Self::NodeDiskPressure
            | Self::NodeNetworkUnavailable
            | Self::NodeCordoned
            | Self::NodeDegraded
            | Self::DrainBlocked => is_read(Subject::Nodes),
            Self::AlertFiring => is_read(Subject::Alerts),
            Self::NotChecked(subject) | Self::Step(subject) => is_read(subject),
            Self::Unknown(subject) => match subject {
                Subject::ClusterVersion | Subject::Pools | Subject::Alerts => is_read(subject),
                Subject::Operators | Subject::Nodes => false,
            },
            // Insights of the cluster's informers always count, and so do those about subjects that
            // are checked only before an update.
            Self::Reported
            | Self::Risk
            | Self::OperatorNotUpgradeable
            | Self::NodeMemoryPressure
            | Self::NodePidPressure
            | Self::BudgetAtLimit
            | Self::AdminGate
            | Self::RemovedApi
            | Self::Signature
            | Self::EtcdNotReady
            | Self::NetworkPlugin
            | Self::OlmOperatorLimit
            | Self::InstallPlanPending => false,
        }
    }
}

impl<'a> UpdatePhase<'a> {
    /// Adds what determines the phase: the ClusterVersion, and the progress of pools.
    pub(crate) fn new(snapshot: &Snapshot, progress: &'a UpdateProgress) -> Self {
        let cluster = &snapshot.cluster;
        let Some(_) = cluster.history.first() else {
            let moves = cluster.conditions.is(ClusterVersionCondition::Progressing, Status::True);
            return if moves { Self::During(progress) } else { Self::Idle };
        };
        let moves = cluster.conditions.is(ClusterVersionCondition::Progressing, Status::True)
            || cluster.rolling_out()
            || snapshot.pools.items().iter().any(Pool::is_behind)
            || progress.control_plane.is_followed;
        if moves { Self::During(progress) } else { Self::After(progress) }
    }

    fn is_during(self) -> bool {
        matches!(self, Self::During(_))
    }
}

impl BuiltIn {
    fn run(
        &self,
        snapshot: &Snapshot,
        phase: UpdatePhase<'_>,
        target: Option<&UpdateTarget>,
    ) -> InformerResult {
        let Self { name, subject, check, .. } = self;
        let mut result = match check(snapshot, phase, target) {
            Part::Known(insights) => InformerResult {
                name: (*name).to_owned(),
                state: InformerState::Answered,
                message: String::new(),
                insights,
            },
            Part::NotRead => unchecked(name, subject, "not read".to_owned()),
            Part::NotServed => not_served(name, subject),
            Part::Unreadable { why, .. } => unchecked(name, subject, why),
        };
        let insights = result.insights.into_iter();
        result.insights = insights.map(|insight| self.completed(insight)).collect();
        result
    }

    /// Adds what an insight does not have itself.
    fn completed(&self, mut insight: Insight) -> Insight {
        if insight.description.is_empty() {
            insight.description = format!("Found in {}.", self.subject);
        }
        // An alert without a runbook has no link: a link to all runbooks would hide that.
        let is_alert = insight.code == InsightCode::AlertFiring;
        let remediation = &mut insight.remediation;
        if !is_alert {
            remediation.reference.get_or_insert_with(|| self.reference.to_owned());
        }
        remediation.action.get_or_insert_with(|| "read the reference before you update".to_owned());
        insight
    }
}

/// What could not be checked is not known to be fine.
fn unchecked(name: &str, subject: &str, why: String) -> InformerResult {
    let insight = not_checked(name, subject, Level::Unknown, &why)
        .remedied_by("grant read access, or record them, and check again");
    InformerResult {
        name: name.to_owned(),
        state: InformerState::Failed,
        message: why,
        insights: vec![insight],
    }
}

/// What does not exist cannot be a problem.
fn not_served(name: &str, subject: &str) -> InformerResult {
    let why = "not present on this cluster".to_owned();
    let insights = vec![not_checked(name, subject, Level::Info, &why)];
    InformerResult {
        name: name.to_owned(),
        state: InformerState::NotImplemented,
        message: why,
        insights,
    }
}

fn not_checked(name: &str, subject: &str, level: Level, why: &str) -> Insight {
    let code = Subject::of_informer(name).map_or(InsightCode::Reported, InsightCode::NotChecked);
    let summary = format!("Not checked: {subject} ({why})");
    Insight::new(code, "NotChecked", level, Impact::Unknown, summary)
}

/// Returns the text of a condition, with a placeholder if it is empty.
fn message(condition: &Condition) -> String {
    match condition.message.trim() {
        "" => "<no message>".to_owned(),
        message => message.to_owned(),
    }
}

impl UpdateTarget {
    pub(crate) fn new(cluster: &Cluster, version: &str) -> Self {
        let updates = Updates::new(cluster);
        let listed = updates.find(version);
        let unlisted = Release {
            version: Version::new(version),
            image: String::new(),
            url: None,
            channels: Vec::new(),
            architecture: None,
        };
        let candidate = listed.first().map_or_else(
            || Candidate::unjudged(unlisted, Advice::Unlisted),
            |candidate| (*candidate).clone(),
        );
        Self {
            images: listed.iter().map(|candidate| candidate.release.image.clone()).collect(),
            step: cluster.desired.version.step_to(&candidate.release.version),
            candidate,
        }
    }

    fn version(&self) -> &Version {
        &self.candidate.release.version
    }

    /// Returns whether it is, or may be, a minor version update.
    fn leaves_the_minor(&self) -> bool {
        matches!(self.step, Step::NextMinor | Step::TooFar | Step::Unknown)
    }
}

#[cfg(test)]
mod tests;
