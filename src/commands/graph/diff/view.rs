//! `GraphDataDiff`: what changed between two revisions of graph-data.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use super::impact_view::ImpactView;
use crate::output::parts::ApiVersion;
use upgrade_graph::data::{KnownReleases, ReleaseName};
use upgrade_graph::diff::{
    AmendmentChange, BlockChange, Changes, ChannelChange, ChannelRemoval, DataDiff, Dropped,
    FeederTerms, Field, Fix, Presence, Rewording, RiskChange, RiskReach, SourceChange,
};

/// What changed between two revisions of graph-data
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GraphDataDiff {
    api_version: ApiVersion,
    kind: Kind,
    /// What was compared: a directory, an archive, or a directory at a revision
    pub(crate) before: String,
    pub(crate) after: String,
    /// The schema versions; null if they are the same
    pub(crate) schema: Option<ChangedView>,
    /// The channels that changed, sorted by name
    pub(crate) channels: Vec<DiffChannelView>,
    /// The risks that changed, sorted by name
    pub(crate) risks: Vec<RiskChangeView>,
    /// Updates that are blocked for all clusters, sorted by target
    pub(crate) blocks: Vec<BlockChangeView>,
    /// Changes of `raw/metadata.json`, which adds to the metadata of old releases
    pub(crate) amendments: Vec<AmendmentChangeView>,
    /// The impact on `--version` in `--channel`; null if these flags are not used
    pub(crate) impact: Option<ImpactView>,
    /// Versions that were removed from a channel, risks that were removed without a fix, and
    /// ambiguous data
    pub(crate) warnings: Vec<String>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    GraphDataDiff,
}

/// A text before and after; null if there is none
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct ChangedView {
    pub(crate) before: Option<String>,
    pub(crate) after: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct DiffChannelView {
    pub(crate) name: String,
    /// Whether it is in `internal-channels`, which update services do not read
    pub(crate) internal: bool,
    pub(crate) presence: Presence,
    pub(crate) added: VersionsView,
    /// Versions whose clusters in the channel get VersionNotFound
    pub(crate) removed: Vec<RemovalView>,
    /// The same as a short text.
    #[serde(skip)]
    pub(crate) removed_summary: String,
    pub(crate) tombstoned: VersionsView,
    /// No longer tombstoned
    pub(crate) revived: VersionsView,
    /// Null if it did not change
    pub(crate) feeder: Option<FeederChangeView>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RemovalView {
    pub(crate) version: String,
    /// Architectures that remain
    pub(crate) left: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct FeederChangeView {
    pub(crate) before: Option<TermsView>,
    pub(crate) after: Option<TermsView>,
}

/// How a channel is fed
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TermsView {
    pub(crate) name: String,
    pub(crate) delay: Option<String>,
    pub(crate) errata: Option<String>,
    pub(crate) filter: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RiskChangeView {
    /// Its file if it has no name
    pub(crate) name: String,
    pub(crate) presence: Presence,
    /// Its current value, or the last one before it was removed
    pub(crate) message: Option<String>,
    pub(crate) url: Option<String>,
    /// Each by its type, in the order of evaluation
    pub(crate) rules: Vec<String>,
    /// Targets that were added
    pub(crate) extended: Vec<RiskReachView>,
    /// Targets whose `fixedIn` changed
    pub(crate) fixed: Vec<FixView>,
    /// Targets that were removed
    pub(crate) dropped: Vec<DroppedView>,
    /// Targets whose `from` changed
    pub(crate) sources: Vec<SourceChangeView>,
    /// Texts and rules that changed
    pub(crate) changed: Vec<RewordingView>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RiskReachView {
    pub(crate) targets: VersionsView,
    /// The regular expression
    pub(crate) from: String,
    pub(crate) sources: VersionsView,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct FixView {
    pub(crate) target: String,
    #[serde(flatten)]
    pub(crate) fixed_in: ChangedView,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DroppedView {
    pub(crate) target: String,
    /// The release that fixes it; null if no file names one
    pub(crate) fixed_in: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SourceChangeView {
    pub(crate) targets: VersionsView,
    /// The regular expressions
    pub(crate) before: String,
    pub(crate) after: String,
    pub(crate) gained: VersionsView,
    pub(crate) lost: VersionsView,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RewordingView {
    pub(crate) field: Field,
    pub(crate) targets: VersionsView,
    #[serde(flatten)]
    pub(crate) text: ChangedView,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct BlockChangeView {
    pub(crate) target: String,
    pub(crate) presence: Presence,
    /// The regular expressions
    #[serde(flatten)]
    pub(crate) from: ChangedView,
    pub(crate) gained: VersionsView,
    pub(crate) lost: VersionsView,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct AmendmentChangeView {
    pub(crate) release: String,
    pub(crate) key: String,
    #[serde(flatten)]
    pub(crate) value: ChangedView,
}

/// Versions, oldest first; for sources, only those that a channel lists before or after
#[derive(Debug, Serialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct VersionsView {
    pub(crate) versions: Vec<String>,
    /// The same as a short text.
    #[serde(skip)]
    pub(crate) summary: String,
}

impl GraphDataDiff {
    pub(crate) fn new(sides: Changes<String>, diff: &DataDiff, known: &KnownReleases) -> Self {
        let DataDiff { schema, channels, risks, blocks, amendments } = diff;
        let schema = schema.as_ref().map(|Changes { before, after }| ChangedView {
            before: before.as_ref().map(ToString::to_string),
            after: after.as_ref().map(ToString::to_string),
        });
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::GraphDataDiff,
            before: sides.before,
            after: sides.after,
            schema,
            channels: channels.iter().map(|channel| DiffChannelView::new(channel, known)).collect(),
            risks: risks.iter().map(|risk| RiskChangeView::new(risk, known)).collect(),
            blocks: blocks.iter().map(|block| BlockChangeView::new(block, known)).collect(),
            amendments: amendments.iter().map(AmendmentChangeView::new).collect(),
            impact: None,
            warnings: warnings(diff, known),
        }
    }
}

/// One per channel and risk, however many versions.
fn warnings(diff: &DataDiff, known: &KnownReleases) -> Vec<String> {
    let mut warnings = Vec::new();
    for channel in diff.channels.iter().filter(|channel| !channel.internal) {
        let name = &channel.name;
        let whole = channel.removed.iter().filter(|removal| removal.left.is_empty());
        let whole: BTreeSet<ReleaseName> = whole.map(|removal| removal.version.clone()).collect();
        if !whole.is_empty() {
            let (what, on) = (known.summary(&whole), "Clusters on them get VersionNotFound");
            warnings.push(format!("removed from {name}: {what}. {on}"));
        }
        for ChannelRemoval { version, left } in
            channel.removed.iter().filter(|it| !it.left.is_empty())
        {
            let left = texts(left).join(", ");
            let on = "Clusters on other architectures get VersionNotFound";
            warnings.push(format!("{name} lists only {left} of {version}. {on}"));
        }
    }
    for risk in &diff.risks {
        let open = risk.dropped.iter().filter(|dropped| dropped.fixed_in.is_none());
        let targets: Vec<&str> = open.map(|dropped| dropped.target.text()).collect();
        if !targets.is_empty() {
            let (name, targets) = (&risk.name, targets.join(", "));
            warnings.push(format!("risk {name} was removed from {targets} without fixedIn"));
        }
    }
    warnings
}

fn texts<'a>(names: impl IntoIterator<Item = &'a ReleaseName>) -> Vec<String> {
    names.into_iter().map(ToString::to_string).collect()
}

impl DiffChannelView {
    fn new(change: &ChannelChange, known: &KnownReleases) -> Self {
        let removed = change.removed.iter().map(|ChannelRemoval { version, left }| RemovalView {
            version: version.to_string(),
            left: texts(left),
        });
        Self {
            name: change.name.clone(),
            internal: change.internal,
            presence: change.presence,
            added: VersionsView::new(&change.added, known),
            removed: removed.collect(),
            removed_summary: removed_summary(&change.removed, known),
            tombstoned: VersionsView::new(&change.tombstoned, known),
            revived: VersionsView::new(&change.revived, known),
            feeder: change.feeder.as_ref().map(|Changes { before, after }| FeederChangeView {
                before: before.as_ref().map(TermsView::new),
                after: after.as_ref().map(TermsView::new),
            }),
        }
    }
}

fn removed_summary(removed: &[ChannelRemoval], known: &KnownReleases) -> String {
    let whole = removed.iter().filter(|removal| removal.left.is_empty());
    let whole: BTreeSet<ReleaseName> = whole.map(|removal| removal.version.clone()).collect();
    let parts = removed
        .iter()
        .filter(|removal| !removal.left.is_empty())
        .map(|removal| format!("{} (except {})", removal.version, texts(&removal.left).join(", ")));
    let whole = (!whole.is_empty()).then(|| known.summary(&whole));
    whole.into_iter().chain(parts).collect::<Vec<_>>().join(", ")
}

impl TermsView {
    pub(crate) fn new(terms: &FeederTerms) -> Self {
        let FeederTerms { feeder, delay, errata, filter } = terms.clone();
        Self { name: feeder, delay, errata, filter }
    }
}

impl RiskChangeView {
    fn new(change: &RiskChange, known: &KnownReleases) -> Self {
        let reach = |RiskReach { targets, from, sources }: &RiskReach| RiskReachView {
            targets: VersionsView::new(targets, known),
            from: from.clone(),
            sources: VersionsView::new(sources, known),
        };
        let fix = |Fix { target, fixed_in }: &Fix| FixView {
            target: target.to_string(),
            fixed_in: ChangedView {
                before: fixed_in.before.as_ref().map(ToString::to_string),
                after: fixed_in.after.as_ref().map(ToString::to_string),
            },
        };
        let dropped = |Dropped { target, fixed_in }: &Dropped| DroppedView {
            target: target.to_string(),
            fixed_in: fixed_in.as_ref().map(ToString::to_string),
        };
        let source = |change: &SourceChange| SourceChangeView {
            targets: VersionsView::new(&change.targets, known),
            before: change.from.before.clone(),
            after: change.from.after.clone(),
            gained: VersionsView::new(&change.gained, known),
            lost: VersionsView::new(&change.lost, known),
        };
        Self {
            name: change.name.clone(),
            presence: change.presence,
            message: change.message.clone(),
            url: change.url.clone(),
            rules: change.rules.clone(),
            extended: change.extended.iter().map(reach).collect(),
            fixed: change.fixed.iter().map(fix).collect(),
            dropped: change.dropped.iter().map(dropped).collect(),
            sources: change.sources.iter().map(source).collect(),
            changed: change.reworded.iter().map(|it| RewordingView::new(it, known)).collect(),
        }
    }
}

impl RewordingView {
    fn new(rewording: &Rewording, known: &KnownReleases) -> Self {
        let Rewording { targets, field, text } = rewording;
        let text = ChangedView { before: text.before.clone(), after: text.after.clone() };
        Self { field: *field, targets: VersionsView::new(targets, known), text }
    }
}

impl BlockChangeView {
    fn new(change: &BlockChange, known: &KnownReleases) -> Self {
        let BlockChange { target, presence, from, gained, lost } = change;
        Self {
            target: target.to_string(),
            presence: *presence,
            from: ChangedView { before: from.before.clone(), after: from.after.clone() },
            gained: VersionsView::new(gained, known),
            lost: VersionsView::new(lost, known),
        }
    }
}

impl AmendmentChangeView {
    fn new(change: &AmendmentChange) -> Self {
        let AmendmentChange { release, key, values } = change;
        Self {
            release: release.to_string(),
            key: key.clone(),
            value: ChangedView { before: values.before.clone(), after: values.after.clone() },
        }
    }
}

impl VersionsView {
    fn new<'a>(versions: impl IntoIterator<Item = &'a ReleaseName>, known: &KnownReleases) -> Self {
        let versions: BTreeSet<ReleaseName> = versions.into_iter().cloned().collect();
        Self { versions: texts(&versions), summary: known.summary(&versions) }
    }
}
