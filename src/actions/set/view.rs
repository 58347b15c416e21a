//! `ChannelChange` and `UpstreamChange`: what was set, and how the available updates changed.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::outcome::{SetOutcome, findings};
use crate::actions::list_updates::view::UpdateList;
use crate::actions::request::finding_view::FindingView;
use crate::error::Hint;
use crate::output::parts::ApiVersion;
use crate::output::parts::cluster::ClusterView;
use upgrade_core::cluster::Cluster;
use upgrade_core::settings::Setting;
use upgrade_core::settings::observed::ListDifference;

/// A change of the channel or the update service of a cluster
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ServiceChange {
    api_version: ApiVersion,
    pub(crate) kind: Kind,
    pub(crate) cluster: ClusterView,
    /// The previous value; null if nothing was set
    pub(crate) from: Option<String>,
    /// The new value; null to clear it
    pub(crate) to: Option<String>,
    /// All safety checks that failed, overridden or not
    pub(crate) findings: Vec<FindingView>,
    /// The merge patch that was sent, or would be; null if nothing is sent
    #[schemars(with = "Option<std::collections::BTreeMap<String, Value>>")]
    pub(crate) patch: Option<Value>,
    /// Whether the cluster was changed
    pub(crate) applied: bool,
    pub(crate) outcome: SetOutcome,
    /// Whether the cluster has observed the new setting: its available updates changed, or it
    /// reports so; null if the command did not wait for that
    pub(crate) observed: Option<bool>,
    /// That nothing has changed yet, or how it ended
    pub(crate) note: Option<String>,
    /// Versions that became available, recommended or not
    pub(crate) gained: Vec<String>,
    /// Versions that are no longer available
    pub(crate) lost: Vec<String>,
    /// The available updates now; null if the command did not wait for them
    pub(crate) updates: Option<UpdateList>,
    pub(crate) warnings: Vec<String>,
    /// What to do next, the narrowest step first.
    #[serde(skip)]
    pub(crate) hints: Vec<Hint>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) enum Kind {
    ChannelChange,
    UpstreamChange,
}

impl ServiceChange {
    /// The view of a change from one text to another.
    pub(crate) fn new(
        cluster: &Cluster,
        setting: &Setting,
        outcome: SetOutcome,
        kind: Kind,
        from: Option<&str>,
        to: Option<&str>,
    ) -> Self {
        let given = |text: Option<&str>| text.filter(|text| !text.is_empty()).map(str::to_owned);
        Self {
            api_version: ApiVersion::V1,
            kind,
            cluster: ClusterView::new(cluster),
            from: given(from),
            to: given(to),
            findings: findings(setting),
            patch: None,
            applied: outcome.applied(),
            outcome,
            observed: None,
            note: None,
            gained: Vec::new(),
            lost: Vec::new(),
            updates: None,
            warnings: Vec::new(),
            hints: Vec::new(),
        }
    }

    /// Adds how the available updates changed.
    #[must_use]
    pub(crate) fn followed(
        self,
        observed: bool,
        change: ListDifference,
        updates: UpdateList,
    ) -> Self {
        let ListDifference { gained, lost } = change;
        let warnings = self.warnings.iter().chain(&updates.warnings).cloned().collect();
        let cluster = updates.cluster.clone();
        Self {
            observed: Some(observed),
            gained,
            lost,
            updates: Some(updates),
            warnings,
            cluster,
            ..self
        }
    }
}
