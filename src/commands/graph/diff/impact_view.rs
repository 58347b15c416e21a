//! What a change of graph-data means for one release in one channel.

use schemars::JsonSchema;
use serde::Serialize;

use upgrade_graph::diff::{
    ChangeKind, Changes, ChannelMembership, OfferState, UpdateChange, UpdateImpact,
};

/// What a change means for clusters on one release in one channel
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ImpactView {
    pub(crate) version: String,
    pub(crate) architecture: String,
    pub(crate) channel: String,
    /// Whether the edges of the releases were read; if not, every update that graph-data would
    /// allow is included
    pub(crate) exact: bool,
    pub(crate) before: ChannelMembership,
    pub(crate) after: ChannelMembership,
    /// Newest first; without unchanged updates
    pub(crate) updates: Vec<UpdateChangeView>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct UpdateChangeView {
    pub(crate) version: String,
    pub(crate) change: ChangeKind,
    pub(crate) before: OfferStateView,
    pub(crate) after: OfferStateView,
}

/// An update according to graph-data
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfferStateView {
    pub(crate) state: StateKind,
    /// The names of the risks that make it conditional
    pub(crate) risks: Vec<String>,
    /// What blocks it for all clusters
    pub(crate) blocked_by: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum StateKind {
    Open,
    Conditional,
    Blocked,
    Absent,
}

impl ImpactView {
    pub(crate) fn new(impact: &UpdateImpact, exact: bool) -> Self {
        let UpdateImpact { aim, standing, updates } = impact;
        Self {
            version: aim.release.version().to_owned(),
            architecture: aim.release.arch().unwrap_or_default().to_owned(),
            channel: aim.channel.clone(),
            exact,
            before: standing.before,
            after: standing.after,
            updates: updates.iter().filter_map(UpdateChangeView::new).collect(),
        }
    }
}

impl UpdateChangeView {
    fn new(change: &UpdateChange) -> Option<Self> {
        let kind = change.kind()?;
        let Changes { before, after } = &change.state;
        Some(Self {
            version: change.to.to_string(),
            change: kind,
            before: OfferStateView::new(before),
            after: OfferStateView::new(after),
        })
    }
}

impl OfferStateView {
    fn new(state: &OfferState) -> Self {
        let (mut risks, mut blocked_by) = (Vec::new(), Vec::new());
        let state = match state {
            OfferState::Open => StateKind::Open,
            OfferState::Absent => StateKind::Absent,
            OfferState::Conditional(names) => {
                risks = names.iter().map(|risk| risk.name.clone()).collect();
                StateKind::Conditional
            }
            OfferState::Blocked(by) => {
                blocked_by = by.iter().cloned().collect();
                StateKind::Blocked
            }
        };
        Self { state, risks, blocked_by }
    }
}
