//! `UpdateRequest`: what was asked for, what spoke against it, what was sent.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::ApiVersion;
use super::cluster::{ClusterView, ReleaseView, StatusView, filled};
use super::finding::{FindingView, caution, state};
use super::update_list::RiskView;
use crate::domain::cluster::{Cluster, Release};
use crate::domain::condition::Status;
use crate::domain::gate::{Acceptance, Finding, Waiver};
use crate::domain::plan::{Proposal, Request, Settled};
use crate::domain::updates::Advice;

/// A request for an update and its outcome
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UpdateRequest {
    api_version: ApiVersion,
    kind: Kind,
    pub(crate) cluster: ClusterView,
    /// `status.desired.version` as decided on
    pub(crate) from: Option<String>,
    pub(crate) target: ReleaseView,
    /// Whether the target is recommended for this cluster; null where nothing had to be judged
    pub(crate) recommended: Option<StatusView>,
    /// The risks of the target
    pub(crate) risks: Vec<RiskView>,
    /// Everything that speaks against the request, waived or not
    pub(crate) findings: Vec<FindingView>,
    /// The merge patch that was sent, or would be; null when nothing is to be sent
    #[schemars(with = "Option<std::collections::BTreeMap<String, Value>>")]
    pub(crate) patch: Option<Value>,
    /// Whether the cluster was changed
    pub(crate) applied: bool,
    pub(crate) outcome: Outcome,
    pub(crate) warnings: Vec<String>,
    #[serde(skip)]
    pub(crate) reading: Reading,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    UpdateRequest,
}

/// How a request ended
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) enum Outcome {
    /// The cluster was asked for the update
    Requested,
    /// The cluster is on the target
    AlreadyThere,
    /// The target is being rolled out
    AlreadyUpdating,
    /// Exactly this was asked for before and is not taken up yet
    AlreadyRequested,
    /// A gate refused; nothing was sent
    Refused,
    /// The user said no; nothing was sent
    NotConfirmed,
    /// The cluster changed while it was asked, so what was shown no longer holds; nothing was sent
    Changed,
    /// `--dry-run=client`: nothing was sent
    DryRunClient,
    /// `--dry-run=server`: the API server accepted it without storing it
    DryRunServer,
}

/// How the text tells the facts above.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reading {
    /// The command that would go through; none where no flag helps.
    pub(crate) would_pass: Option<String>,
    /// What the cluster says of a request that needs nothing sent.
    pub(crate) note: Option<String>,
}

impl UpdateRequest {
    /// The view of a judged target, before anything is sent.
    pub(crate) fn judged(cluster: &Cluster, proposal: &Proposal, request: &Request) -> Self {
        let findings = proposal.findings.iter();
        let recommended = match &proposal.target.advice {
            Advice::Recommended => Status::True,
            Advice::NotRecommended(verdict) => verdict.status,
        };
        Self {
            recommended: Some(recommended.into()),
            risks: proposal.target.risks.iter().map(RiskView::of).collect(),
            findings: findings.map(|judged| FindingView::of(judged, proposal, request)).collect(),
            warnings: proposal.cautions.iter().map(caution).collect(),
            ..Self::new(cluster, &proposal.target.release, Outcome::Refused)
        }
    }

    /// The view of a request that needs nothing sent.
    pub(crate) fn settled(cluster: &Cluster, request: &Request, settled: &Settled) -> Self {
        let (outcome, note) = match settled {
            Settled::AtTarget { pending } => (
                Outcome::AlreadyThere,
                pending.as_ref().map(|pending| {
                    format!("{pending} is requested all the same, and not taken up yet")
                }),
            ),
            Settled::UnderWay { progress } => (
                Outcome::AlreadyUpdating,
                progress.as_ref().map(|progress| progress.message.clone()),
            ),
            Settled::Asked { held } => (
                Outcome::AlreadyRequested,
                held.as_ref().map(|held| format!("{}\n{}", state(held), held.message)),
            ),
        };
        let target = listed(cluster, &request.version);
        let mut view = Self::new(cluster, &target, outcome);
        view.reading.note = note;
        view
    }

    fn new(cluster: &Cluster, target: &Release, outcome: Outcome) -> Self {
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::UpdateRequest,
            cluster: ClusterView::of(cluster),
            from: filled(cluster.desired.version.text()),
            target: ReleaseView::of(target),
            recommended: None,
            risks: Vec::new(),
            findings: Vec::new(),
            patch: None,
            applied: false,
            outcome,
            warnings: Vec::new(),
            reading: Reading::default(),
        }
    }

    #[must_use]
    pub(crate) fn with_outcome(mut self, outcome: Outcome) -> Self {
        self.outcome = outcome;
        self.applied = outcome == Outcome::Requested;
        self
    }

    pub(crate) fn refused(&self) -> bool {
        matches!(self.outcome, Outcome::Refused | Outcome::NotConfirmed | Outcome::Changed)
    }

    pub(crate) fn waived(&self) -> impl Iterator<Item = &FindingView> {
        self.findings.iter().filter(|finding| finding.waived)
    }
}

/// Returns the release of that version, from wherever the cluster names it.
fn listed(cluster: &Cluster, version: &str) -> Release {
    let conditional = cluster.conditional.iter().map(|update| &update.release);
    std::iter::once(&cluster.desired)
        .chain(&cluster.available)
        .chain(conditional)
        .find(|release| release.version.text() == version)
        .cloned()
        .unwrap_or_else(|| Release {
            version: crate::domain::version::Version::new(version),
            image: String::new(),
            url: None,
            channels: Vec::new(),
            architecture: None,
        })
}

/// Returns the words that pass every gate; none where a finding has no waiver.
pub(crate) fn words_that_pass(proposal: &Proposal, request: &Request) -> Option<Vec<String>> {
    let mut needed: Vec<Waiver> =
        proposal.findings.iter().map(|judged| judged.finding.waived_by()).collect::<Option<_>>()?;
    needed.sort_unstable();
    needed.dedup();
    let mut words = vec!["--to".to_owned(), request.version.clone()];
    words.extend(needed.into_iter().map(|waiver| waiver.flag().to_owned()));
    if let Some(names) = names_to_accept(proposal, request) {
        words.extend(["--accept".to_owned(), names]);
    }
    if request.force {
        words.push("--force".to_owned());
    }
    Some(words)
}

/// Where the user accepts risks by name: those names and the ones still missing.
fn names_to_accept(proposal: &Proposal, request: &Request) -> Option<String> {
    let acceptance = &request.waivers.not_recommended;
    let Acceptance::Only(given) = acceptance else {
        return None;
    };
    let risks = proposal.findings.iter().find_map(|judged| match &judged.finding {
        Finding::NotRecommended { risks, .. } => Some(risks),
        _ => None,
    })?;
    let left = acceptance.left(risks);
    let unexplained = risks.iter().all(|risk| risk.applies == Status::False);
    if unexplained || left.iter().any(|risk| risk.name.is_empty()) {
        return None;
    }
    let names = given.iter().chain(left.iter().map(|risk| &risk.name));
    Some(names.map(String::as_str).collect::<Vec<_>>().join(","))
}
