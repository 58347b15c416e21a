//! `RiskAcceptance`: a change of the risks a cluster accepts.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::actions::request::finding_view::FindingView;
use crate::actions::set::outcome::{SetOutcome, findings};
use crate::output::parts::ApiVersion;
use crate::output::parts::cluster::ClusterView;
use upgrade_core::part::Part;
use upgrade_core::request::decide::Warning;
use upgrade_core::settings::{Setting, SettingPatch, accepted_risks};
use upgrade_core::snapshot::Snapshot;

/// A change of the risks that are accepted on the cluster, also when it is refused
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RiskAcceptance {
    api_version: ApiVersion,
    kind: Kind,
    pub(crate) cluster: ClusterView,
    /// The risks that were accepted before, in the order of the cluster
    pub(crate) before: Vec<String>,
    /// The risks that are accepted after the change
    pub(crate) after: Vec<String>,
    /// Risks that the change accepts in addition
    pub(crate) added: Vec<String>,
    /// Risks that the change stops accepting
    pub(crate) removed: Vec<String>,
    pub(crate) outcome: SetOutcome,
    /// Whether the cluster was changed
    pub(crate) applied: bool,
    /// Safety checks that failed, overridden or not
    pub(crate) findings: Vec<FindingView>,
    /// The merge patch that was sent, or would be; null if nothing is sent
    #[schemars(with = "Option<std::collections::BTreeMap<String, Value>>")]
    pub(crate) patch: Option<Value>,
    /// How it ended, if there is more to know
    pub(crate) note: Option<String>,
    pub(crate) warnings: Vec<String>,
    /// Names to stop accepting that were not accepted.
    #[serde(skip)]
    pub(crate) idle: Vec<String>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    RiskAcceptance,
}

impl RiskAcceptance {
    /// The view of a change that was checked on a cluster; `patch` is what would be sent.
    pub(crate) fn new(
        snapshot: &Snapshot,
        setting: &Setting,
        outcome: SetOutcome,
        patch: Value,
    ) -> Self {
        let cluster = &snapshot.cluster;
        let before = accepted_risks::accepted(cluster).to_vec();
        let (after, added, removed) = match &setting.change {
            // A list with the same risks keeps its order.
            SettingPatch::AcceptRisks { names, added, removed, .. }
                if outcome != SetOutcome::Unchanged =>
            {
                (names.clone(), added.clone(), removed.clone())
            }
            SettingPatch::AcceptRisks { .. }
            | SettingPatch::Channel(_)
            | SettingPatch::Upstream(_) => (before.clone(), Vec::new(), Vec::new()),
        };
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::RiskAcceptance,
            cluster: ClusterView::new(cluster),
            before,
            after,
            added,
            removed,
            outcome,
            applied: outcome.applied(),
            findings: findings(setting),
            patch: outcome.sends().then_some(patch),
            note: None,
            warnings: warnings(snapshot),
            idle: Vec::new(),
        }
    }

    /// Adds the names to stop accepting that were not accepted.
    #[must_use]
    pub(crate) fn with_idle(mut self, idle: &[String]) -> Self {
        self.idle = idle.iter().map(|name| format!("{name} was not accepted")).collect();
        self.warnings.extend(self.idle.iter().cloned());
        self
    }

    pub(crate) fn waived(&self) -> impl Iterator<Item = &FindingView> {
        self.findings.iter().filter(|finding| finding.waived)
    }
}

/// Warnings that come before anything is sent.
pub(crate) fn warnings(snapshot: &Snapshot) -> Vec<String> {
    let mut warnings = snapshot.cluster.oddities.clone();
    if let Part::Unreadable { why, .. } = snapshot.topology() {
        warnings.push(Warning::TopologyUnknown { why }.words().warning());
    }
    warnings
}
