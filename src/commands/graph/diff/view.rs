//! `GraphDataDiff`: what changed between two states of graph-data.

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

/// What changed between two states of graph-data
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GraphDataDiff {
    api_version: ApiVersion,
    kind: Kind,
    /// What was compared: a folder, an archive, or a folder at a revision
    pub(crate) before: String,
    pub(crate) after: String,
    /// The versions of the layout; null where they are the same
    pub(crate) schema: Option<ChangedView>,
    /// Those that changed, by name
    pub(crate) channels: Vec<DiffChannelView>,
    /// Those that changed, by name
    pub(crate) risks: Vec<RiskChangeView>,
    /// Updates that are blocked for all clusters, by target
    pub(crate) blocks: Vec<BlockChangeView>,
    /// What is added to the metadata of old releases, `raw/metadata.json`
    pub(crate) amendments: Vec<AmendmentChangeView>,
    /// What it means for `--version` and `--channel`; null where these are not given
    pub(crate) impact: Option<ImpactView>,
    /// Versions that left a channel, risks that are gone and fixed nowhere, and what is doubtful
    pub(crate) warnings: Vec<String>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    GraphDataDiff,
}

/// A text before and after; null where there is none
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct ChangedView {
    pub(crate) before: Option<String>,
    pub(crate) after: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct DiffChannelView {
    pub(crate) name: String,
    /// Whether it is bookkeeping of promotion, which no update service knows
    pub(crate) internal: bool,
    pub(crate) presence: Presence,
    pub(crate) added: VersionsView,
    /// Clusters on these that follow the channel are told VersionNotFound
    pub(crate) removed: Vec<RemovalView>,
    /// The same in a few words.
    #[serde(skip)]
    pub(crate) removed_summary: String,
    pub(crate) tombstoned: VersionsView,
    /// No longer tombstoned
    pub(crate) revived: VersionsView,
    /// Null where it stayed as it was
    pub(crate) feeder: Option<FeederChangeView>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RemovalView {
    pub(crate) version: String,
    /// Architectures of it that stay
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
    /// Of one without a name, its file
    pub(crate) name: String,
    pub(crate) presence: Presence,
    /// What is said of it now, or was until it went
    pub(crate) message: Option<String>,
    pub(crate) url: Option<String>,
    /// Each by its type, in the order in which they are tried
    pub(crate) rules: Vec<String>,
    /// Targets that it did not have
    pub(crate) extended: Vec<RiskReachView>,
    /// Targets of which `fixedIn` is another
    pub(crate) fixed: Vec<FixView>,
    /// Targets that it no longer has
    pub(crate) dropped: Vec<DroppedView>,
    /// Targets of which `from` is another
    pub(crate) sources: Vec<SourceChangeView>,
    /// Texts and rules that are other ones
    pub(crate) changed: Vec<RewordingView>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RiskReachView {
    pub(crate) targets: VersionsView,
    /// The expression
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
    /// Where it is fixed; null if nobody says that the target has the fix
    pub(crate) fixed_in: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SourceChangeView {
    pub(crate) targets: VersionsView,
    /// The expressions
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
    /// The expressions
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

/// Versions, oldest first; as sources, of those that some channel lists, before or after
#[derive(Debug, Serialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct VersionsView {
    pub(crate) versions: Vec<String>,
    /// The same in a few words.
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

/// One for each channel and each risk, however many versions.
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
