//! `PoolChange`: pools that were paused or resumed, also if that was refused.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::view::warnings;
use crate::actions::request::finding_view::FindingView;
use crate::actions::set::outcome::SetOutcome;
use crate::connect::patch::pool_patch;
use crate::error::Hint;
use crate::output::parts::ApiVersion;
use crate::output::parts::cluster::ClusterView;
use upgrade_core::gates::code::FindingCode;
use upgrade_core::pools::change::{self, PoolAction, PoolChange};
use upgrade_core::snapshot::Snapshot;

/// Machine config pools that were paused or resumed, also if that is refused
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PoolChangeReport {
    api_version: ApiVersion,
    kind: Kind,
    pub(crate) cluster: ClusterView,
    pub(crate) action: PoolAction,
    /// The pools that you named, once each
    pub(crate) pools: Vec<PoolChangeView>,
    pub(crate) outcome: SetOutcome,
    /// Whether the cluster was changed: all pools, or those with `changed`
    pub(crate) applied: bool,
    /// Safety checks that failed
    pub(crate) findings: Vec<FindingView>,
    /// How it ended, in words
    pub(crate) note: Option<String>,
    pub(crate) warnings: Vec<String>,
    /// What to do next.
    #[serde(skip)]
    pub(crate) hints: Vec<Hint>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    PoolChange,
}

/// The change of one pool
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PoolChangeView {
    pub(crate) name: String,
    /// Whether it was paused before
    pub(crate) was_paused: bool,
    /// Whether it was changed
    pub(crate) changed: bool,
    /// Null if nothing is known about its nodes
    pub(crate) nodes: Option<usize>,
    /// Nodes with pending configuration: a resume makes them drain and reboot, a pause keeps them
    /// as they are
    pub(crate) pending: Option<usize>,
    /// How many of them may update at the same time
    pub(crate) at_once: usize,
    /// The merge patch that was sent, or would be; null if nothing is sent
    #[schemars(with = "Option<std::collections::BTreeMap<String, Value>>")]
    pub(crate) patch: Option<Value>,
    /// Whether there was something to change.
    #[serde(skip)]
    pub(crate) changes: bool,
    /// What a resume does.
    #[serde(skip)]
    pub(crate) effect: Option<String>,
}

impl PoolChangeReport {
    /// The view of changes that were checked; `written` names the pools that were changed.
    pub(crate) fn new(
        snapshot: &Snapshot,
        action: PoolAction,
        changes: &[PoolChange],
        written: &[String],
        outcome: SetOutcome,
    ) -> Self {
        let finding = |change: &PoolChange| {
            let finding = change.finding?;
            Some(FindingView::new(finding.code(), finding.words(&change.name), None, false))
        };
        let cautions = changes.iter().flat_map(sentences);
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::PoolChange,
            cluster: ClusterView::new(&snapshot.cluster),
            action,
            pools: changes
                .iter()
                .map(|change| PoolChangeView::new(change, written, outcome))
                .collect(),
            outcome,
            applied: !written.is_empty(),
            findings: changes.iter().filter_map(finding).collect(),
            note: None,
            warnings: warnings(snapshot).into_iter().chain(cautions).collect(),
            hints: Vec::new(),
        }
    }

    /// The refusal on a hosted cluster.
    pub(crate) fn hosted(snapshot: &Snapshot, action: PoolAction) -> Self {
        let words = change::hosted_words();
        let finding = FindingView::new(FindingCode::HostedControlPlane, words, None, false);
        Self {
            findings: vec![finding],
            ..Self::new(snapshot, action, &[], &[], SetOutcome::Refused)
        }
    }

    /// Says how it ended, and what to do next.
    #[must_use]
    pub(crate) fn ended(mut self, note: Option<String>, hints: Vec<Hint>) -> Self {
        (self.note, self.hints) = (note, hints);
        self
    }
}

/// Returns what to know about a change.
pub(crate) fn sentences(change: &PoolChange) -> impl Iterator<Item = String> {
    change.cautions.iter().map(|caution| caution.sentence(&change.name))
}

impl PoolChangeView {
    fn new(change: &PoolChange, written: &[String], outcome: SetOutcome) -> Self {
        let changed = written.contains(&change.name);
        let sends = change.changes() && (changed || outcome.is_dry_run());
        Self {
            name: change.name.clone(),
            was_paused: change.was_paused,
            changed,
            nodes: change.pending.map(|pending| pending.total),
            pending: change.pending.map(|pending| pending.nodes),
            at_once: change.at_once,
            patch: sends.then(|| pool_patch(change)),
            changes: change.changes(),
            effect: change.reboots().then(|| change.effect()),
        }
    }
}
