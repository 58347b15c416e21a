//! `PromotionReport`: the versions to promote from feeders into channels, those that wait, and
//! those that are blocked.

use schemars::JsonSchema;
use serde::Serialize;

use super::reason_view::{ReasonView, reasons};
use crate::commands::graph::diff::view::TermsView;
use crate::output::parts::ApiVersion;
use upgrade_graph::data::ReleaseName;
use upgrade_graph::promote::{
    Entered, ExitGraph, FeederReport, PromotionCandidate, PromotionOutcome, Promotions, Publicity,
};

/// The versions to promote from feeders into channels, those that wait, and those that are blocked
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PromotionReport {
    api_version: ApiVersion,
    kind: Kind,
    /// The graph-data that was read
    pub(crate) graph_data: String,
    /// The current time, or that of `--now`
    pub(crate) now: String,
    pub(crate) way_out: ExitView,
    /// Channels with a feeder, sorted by name
    pub(crate) channels: Vec<FeederView>,
    /// The files that `--write` changed
    pub(crate) written: Vec<String>,
    pub(crate) warnings: Vec<String>,
    #[serde(skip)]
    pub(crate) hint: Option<String>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    PromotionReport,
}

/// Whether update paths from earlier minor versions to that of the channel are checked
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum ExitView {
    Checked,
    /// Not checked without `--releases`; such releases are blocked
    NotChecked,
    /// Not checked because of `--allow-unchecked-way-out`
    Waived,
}

/// A channel and its feeder
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct FeederView {
    pub(crate) name: String,
    pub(crate) file: String,
    pub(crate) feeder: TermsView,
    /// Oldest first
    pub(crate) candidates: Vec<CandidateView>,
    /// Versions of the feeder that the filter excludes
    pub(crate) filtered: Vec<String>,
}

/// A version that is in the feeder and not in the channel
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct CandidateView {
    pub(crate) version: String,
    pub(crate) outcome: PromotionOutcomeView,
    /// When the delay has passed; null if it does not matter or is unknown
    pub(crate) until: Option<String>,
    /// When it was added to the feeder; null if that does not matter or is unknown
    pub(crate) entered: Option<EnteredView>,
    /// The URL of its errata; null if that does not matter or is unknown
    pub(crate) errata: Option<String>,
    pub(crate) reasons: Vec<ReasonView>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum PromotionOutcomeView {
    Promote,
    Wait,
    Blocked,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct EnteredView {
    at: String,
    /// The commit that added it
    commit: Option<String>,
    /// The first line of its message
    summary: Option<String>,
}

impl PromotionReport {
    pub(crate) fn new(
        graph_data: &str,
        now: String,
        ways: &ExitGraph<'_>,
        fed: &[FeederReport<'_>],
    ) -> Self {
        let way_out = match ways {
            ExitGraph::Known(_) => ExitView::Checked,
            ExitGraph::Unknown => ExitView::NotChecked,
            ExitGraph::Waived => ExitView::Waived,
        };
        let zombies = fed.iter().filter(|fed| !fed.zombies.is_empty()).map(|fed| {
            let versions: Vec<&str> = fed.zombies.iter().map(ReleaseName::text).collect();
            let (channel, feeder) = (&fed.channel.name.value, &fed.terms.feeder);
            let versions = versions.join(", ");
            format!("{channel} lists versions that have tombstones in {feeder}: {versions}")
        });
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::PromotionReport,
            graph_data: graph_data.to_owned(),
            now,
            way_out,
            channels: fed.iter().map(FeederView::new).collect(),
            written: Vec::new(),
            warnings: zombies.collect(),
            hint: None,
        }
    }

    /// Counts the candidates with an outcome.
    pub(crate) fn count(&self, outcome: PromotionOutcomeView) -> usize {
        let candidates = self.channels.iter().flat_map(|fed| &fed.candidates);
        candidates.filter(|candidate| candidate.outcome == outcome).count()
    }
}

/// Returns the versions to promote, by channel.
pub(crate) fn promotions(fed: &[FeederReport<'_>]) -> Promotions {
    let of = |fed: &FeederReport<'_>| {
        let ready = fed.candidates.iter().filter(|it| it.outcome == PromotionOutcome::Promote);
        let versions: Vec<_> = ready.map(|candidate| candidate.version.clone()).collect();
        (!versions.is_empty()).then(|| (fed.channel.name.value.clone(), versions))
    };
    fed.iter().filter_map(of).collect()
}

impl FeederView {
    fn new(fed: &FeederReport<'_>) -> Self {
        let candidates = fed.candidates.iter().map(|candidate| CandidateView::new(candidate, fed));
        Self {
            name: fed.channel.name.value.clone(),
            file: fed.channel.file.clone(),
            feeder: TermsView::new(&fed.terms),
            candidates: candidates.collect(),
            filtered: fed.filtered.iter().map(ToString::to_string).collect(),
        }
    }
}

impl CandidateView {
    fn new(candidate: &PromotionCandidate, fed: &FeederReport<'_>) -> Self {
        let entered = match &candidate.timing.entered {
            Some(Entered::At(entry)) => Some(EnteredView {
                at: entry.at.to_string(),
                commit: entry.commit.as_ref().map(|(hash, _)| hash.clone()),
                summary: entry.commit.as_ref().map(|(_, summary)| summary.clone()),
            }),
            Some(Entered::Unknown(_)) | None => None,
        };
        let errata = match &candidate.timing.errata {
            Some(Publicity::Public(address) | Publicity::NotPublic(address)) => address.clone(),
            Some(Publicity::Unknown(_)) | None => None,
        };
        Self {
            version: candidate.version.to_string(),
            outcome: match candidate.outcome {
                PromotionOutcome::Promote => PromotionOutcomeView::Promote,
                PromotionOutcome::Wait(_) => PromotionOutcomeView::Wait,
                PromotionOutcome::Blocked => PromotionOutcomeView::Blocked,
            },
            until: candidate.timing.until.map(|until| until.to_string()),
            entered,
            errata,
            reasons: reasons(candidate, fed),
        }
    }
}
