//! `UpdateRequest`: what was requested, which safety checks failed, and what was sent.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::finding_view::FindingView;
use crate::error::{ExitStatus, Hint};
use crate::output::parts::ApiVersion;
use crate::output::parts::cluster::{ClusterView, ReleaseView, filled};
use crate::output::parts::risk::RiskView;
use upgrade_core::cluster::{Cluster, Requested};
use upgrade_core::gates::{Finding, RiskAcceptance, Waiver};
use upgrade_core::reported_risk::MessagePart;
use upgrade_core::request::decide::{
    AlreadySatisfied, JudgedFinding, LatestWithin, NoNewerUpdate, Proposal, Request, RequestTarget,
};
use upgrade_core::request::rollback;
use upgrade_core::updates::{Advice, Candidate};
use upgrade_graph::condition::Status;
use upgrade_graph::release::Release;
use upgrade_graph::version::Version;

/// A request for an update and its outcome
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UpdateRequest {
    api_version: ApiVersion,
    kind: Kind,
    pub(crate) cluster: ClusterView,
    /// `status.desired.version` when the request was checked
    pub(crate) from: Option<String>,
    /// The requested release; null if there is none, and for `--clear`
    pub(crate) target: Option<ReleaseView>,
    /// Whether the target is recommended for this cluster; null if nothing had to be evaluated
    pub(crate) recommended: Option<Status>,
    /// The risks of the target
    pub(crate) risks: Vec<RiskView>,
    /// All safety checks that failed, overridden or not
    pub(crate) findings: Vec<FindingView>,
    /// The merge patch that was sent, or would be; null if nothing is sent
    #[schemars(with = "Option<std::collections::BTreeMap<String, Value>>")]
    pub(crate) patch: Option<Value>,
    /// Whether the cluster was changed
    pub(crate) applied: bool,
    pub(crate) outcome: RequestOutcome,
    /// What the cluster reports about it, and other notes
    pub(crate) note: Option<String>,
    /// The command that passes every safety check; null if there is none, or none is needed
    pub(crate) command_that_passes: Option<String>,
    /// What to do next, one action each, the narrowest first
    #[schemars(with = "Vec<String>")]
    pub(crate) hints: Vec<Hint>,
    pub(crate) warnings: Vec<String>,
    /// The target, for a sentence.
    #[serde(skip)]
    pub(crate) label: String,
    /// Whether it is a rollback.
    #[serde(skip)]
    pub(crate) back: bool,
    /// Why the target is not recommended; none if it is.
    #[serde(skip)]
    pub(crate) verdict: Option<VerdictText>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    UpdateRequest,
}

/// The verdict on a target that is not recommended, for the text.
#[derive(Debug, Clone)]
pub(crate) struct VerdictText {
    /// What the cluster reports.
    pub(crate) message: String,
    /// The texts of the risks that the message consists of; none if it contains anything else.
    pub(crate) parts: Option<Vec<MessagePart>>,
    /// The names of risks that are accepted for this request.
    pub(crate) accepted: Vec<String>,
}

/// How a request ended
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) enum RequestOutcome {
    /// The cluster stored the request
    Requested,
    /// The cluster is on the target
    AlreadyThere,
    /// The update to the target is already in progress
    AlreadyUpdating,
    /// The same update was requested before, and the cluster has not accepted it yet
    AlreadyRequested,
    /// No recommended release is newer
    NothingNewer,
    /// The request was canceled, before the cluster accepted it or after it completed
    Cleared,
    /// The request was canceled, but the update continues
    ClearedTooLate,
    /// There was no request to cancel
    NothingToClear,
    /// A safety check failed; nothing was sent
    Refused,
    /// The user declined; nothing was sent
    NotConfirmed,
    /// The cluster changed during the request, so the findings shown no longer hold; nothing was
    /// sent
    Changed,
    /// The object was replaced, or belongs to another cluster now; nothing was sent
    Replaced,
    /// The API server stored something else; the note tells what
    StoredDifferently,
    /// `--dry-run=server`: the API server would store something else; nothing was changed
    WouldBeStoredDifferently,
    /// `--dry-run=client`: nothing was sent
    DryRunClient,
    /// `--dry-run=server`: the API server accepted it without storing it
    DryRunServer,
}

impl UpdateRequest {
    /// The view of an evaluated target, before anything is sent.
    pub(crate) fn judged(cluster: &Cluster, proposal: &Proposal, request: &Request) -> Self {
        let findings = proposal.findings.iter();
        let target = &proposal.target;
        let recommended = match &target.advice {
            Advice::Recommended => Some(Status::True),
            Advice::NotRecommended(verdict) => Some(verdict.status),
            Advice::Unlisted | Advice::SameRelease => None,
        };
        Self {
            target: Some(ReleaseView::new(&target.release)),
            recommended,
            risks: target.risks.iter().map(RiskView::new).collect(),
            findings: findings
                .map(|judged| FindingView::of_target(judged, cluster, proposal, request))
                .collect(),
            warnings: warnings(cluster, proposal, request),
            label: label(target),
            back: request.target == RequestTarget::Previous,
            verdict: VerdictText::new(target, request),
            ..Self::new(cluster, RequestOutcome::Refused)
        }
    }

    /// The view of a request that does not have to be sent.
    pub(crate) fn settled(cluster: &Cluster, settled: &AlreadySatisfied) -> Self {
        let (outcome, target, note) = match settled {
            AlreadySatisfied::AtTarget { pending } => {
                let note = pending
                    .as_ref()
                    .map(|pending| format!("{pending} is requested (not accepted yet)"));
                (RequestOutcome::AlreadyThere, cluster.desired.clone(), note)
            }
            AlreadySatisfied::UnderWay { progress, pending } => {
                let other = pending
                    .as_ref()
                    .map(|pending| format!("{pending} is requested (not accepted yet)"));
                let progress = progress.as_ref().map(|progress| progress.message.clone());
                let said: Vec<String> = progress.into_iter().chain(other).collect();
                let note = (!said.is_empty()).then(|| said.join("\n"));
                (RequestOutcome::AlreadyUpdating, cluster.desired.clone(), note)
            }
            AlreadySatisfied::Asked { held } => {
                let note = held.as_ref().map(|held| format!("{}\n{}", held.state(), held.message));
                (RequestOutcome::AlreadyRequested, asked_for(cluster), note)
            }
        };
        let label = label(&Candidate::unjudged(target.clone(), Advice::Unlisted));
        Self { target: Some(ReleaseView::new(&target)), label, note, ..Self::new(cluster, outcome) }
    }

    /// The view of a search for a newer update that found none.
    pub(crate) fn nothing_newer(cluster: &Cluster, nothing: &NoNewerUpdate) -> Self {
        let mut findings: Vec<FindingView> =
            nothing.findings.iter().map(|judged| FindingView::of_lists(judged, cluster)).collect();
        findings.extend(FindingView::only_not_recommended(&nothing.not_recommended));
        let open = findings.iter().any(|finding| !finding.waived);
        let beyond = nothing.beyond.as_ref().map(|beyond| {
            let reach = if cluster.desired.version.same_major(beyond) { "minor" } else { "any" };
            format!("{beyond} is recommended: --to-latest={reach} includes it")
        });
        let note = beyond.or_else(|| {
            let too_far = nothing.too_far.as_ref()?;
            Some(format!("{too_far} is more than one minor version ahead: --to-latest ignores it"))
        });
        let outcome = if open { RequestOutcome::Refused } else { RequestOutcome::NothingNewer };
        let mut view = Self::new(cluster, outcome);
        view.warnings.extend(nothing.cautions.iter().map(|caution| caution.words().warning()));
        Self { findings, label: "a newer version".to_owned(), note, ..view }
    }

    /// The view of `--clear`, before anything is sent.
    pub(crate) fn clearing(cluster: &Cluster) -> Self {
        Self::new(cluster, RequestOutcome::NothingToClear)
    }

    fn new(cluster: &Cluster, outcome: RequestOutcome) -> Self {
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::UpdateRequest,
            cluster: ClusterView::new(cluster),
            from: filled(cluster.desired.version.text()),
            target: None,
            recommended: None,
            risks: Vec::new(),
            findings: Vec::new(),
            patch: None,
            applied: false,
            outcome,
            note: None,
            command_that_passes: None,
            hints: Vec::new(),
            warnings: cluster.oddities.clone(),
            label: String::new(),
            back: false,
            verdict: None,
        }
    }

    /// Names what `--clear` cancels, and the patch that does it.
    #[must_use]
    pub(crate) fn taking_back(mut self, requested: &Requested, patch: Value) -> Self {
        self.label = match requested.label() {
            label if label.is_empty() => "no version".to_owned(),
            label => label,
        };
        self.patch = Some(patch);
        self
    }

    #[must_use]
    pub(crate) fn with_outcome(mut self, outcome: RequestOutcome) -> Self {
        self.outcome = outcome;
        self.applied = matches!(
            outcome,
            RequestOutcome::Requested
                | RequestOutcome::Cleared
                | RequestOutcome::ClearedTooLate
                | RequestOutcome::StoredDifferently
        );
        self
    }

    pub(crate) fn refused(&self) -> bool {
        self.status() == ExitStatus::Refused
    }

    pub(crate) fn status(&self) -> ExitStatus {
        match self.outcome {
            RequestOutcome::Requested
            | RequestOutcome::AlreadyThere
            | RequestOutcome::AlreadyUpdating
            | RequestOutcome::AlreadyRequested
            | RequestOutcome::NothingNewer
            | RequestOutcome::Cleared
            | RequestOutcome::ClearedTooLate
            | RequestOutcome::NothingToClear
            | RequestOutcome::DryRunClient
            | RequestOutcome::DryRunServer => ExitStatus::Success,
            RequestOutcome::Refused
            | RequestOutcome::NotConfirmed
            | RequestOutcome::Changed
            | RequestOutcome::Replaced => ExitStatus::Refused,
            RequestOutcome::StoredDifferently | RequestOutcome::WouldBeStoredDifferently => {
                ExitStatus::Failure
            }
        }
    }

    /// Returns the note about what was stored differently.
    pub(crate) fn stored_differently(&self) -> Option<&str> {
        self.note.as_deref().filter(|_| self.status() == ExitStatus::Failure)
    }

    pub(crate) fn waived(&self) -> impl Iterator<Item = &FindingView> {
        self.findings.iter().filter(|finding| finding.waived)
    }
}

/// What to know before sending: odd data matters here as much as in the overview.
fn warnings(cluster: &Cluster, proposal: &Proposal, request: &Request) -> Vec<String> {
    let to = &proposal.target.release.version;
    let up = request.target == RequestTarget::Previous && rollback::goes_up(&proposal.from, to);
    let up =
        up.then(|| format!("{to} is newer than {}: this rollback is an update", proposal.from));
    let cautions = proposal.cautions.iter().map(|caution| caution.words().warning());
    cluster.oddities.iter().cloned().chain(cautions).chain(up).collect()
}

/// Returns how a sentence names the target.
fn label(target: &Candidate) -> String {
    let Release { version, image, .. } = &target.release;
    match (version.text(), &target.advice) {
        (version, Advice::SameRelease) => format!("{version} (multi-architecture)"),
        ("", _) => format!("release image {image}"),
        (version, _) => version.to_owned(),
    }
}

/// Returns the release that `spec.desiredUpdate` names, with what the available updates know about
/// it.
fn asked_for(cluster: &Cluster) -> Release {
    let requested = cluster.requested.clone().unwrap_or_default();
    let conditional = cluster.conditional.iter().map(|update| &update.release);
    let listed = cluster.available.iter().chain(conditional);
    let mut listed = listed.filter(|release| release.version.text() == requested.version);
    let known = listed.next().cloned();
    Release {
        image: requested.image,
        ..known.unwrap_or_else(|| Release {
            version: Version::new(requested.version),
            image: String::new(),
            url: None,
            channels: Vec::new(),
            architecture: None,
        })
    }
}

/// Returns the flags that pass every check and accept no more risks than needed; none if a finding
/// cannot be overridden.
pub(crate) fn words_that_pass(proposal: &Proposal, request: &Request) -> Option<Vec<String>> {
    let mut needed: Vec<Waiver> =
        proposal.findings.iter().map(|judged| judged.finding.waived_by()).collect::<Option<_>>()?;
    needed.sort_unstable();
    needed.dedup();
    // `--force` turns verification off, so it is never suggested, nor combined with a skipped minor
    // version.
    let too_far =
        proposal.findings.iter().any(|judged| matches!(judged.finding, Finding::TooFar { .. }));
    let force = request.waivers.has(Waiver::Force) && !too_far;
    if needed.contains(&Waiver::Force) && !force {
        return None;
    }
    let mut words = match &request.target {
        RequestTarget::Image(spec) => vec!["--to-image".to_owned(), spec.text().to_owned()],
        RequestTarget::MultiArch => vec!["--to-multi-arch".to_owned()],
        RequestTarget::Previous => vec!["rollback".to_owned()],
        RequestTarget::Version(_) | RequestTarget::Latest(_) => {
            vec!["--to".to_owned(), proposal.target.release.version.text().to_owned()]
        }
    };
    words.extend(needed.into_iter().map(|waiver| waiver.flag().to_owned()));
    if force && !words.iter().any(|word| word == "--force") {
        words.push("--force".to_owned());
    }
    for name in names_to_accept(proposal, request).unwrap_or_default() {
        words.extend([ACCEPT.to_owned(), name]);
    }
    Some(words)
}

/// The flag that accepts a risk; it comes last among the flags that pass.
pub(crate) const ACCEPT: &str = "--accept";

/// Returns the flags that request the newest update even if the available updates may be stale;
/// none if that cannot be overridden.
pub(crate) fn words_past_doubts(
    doubts: &[JudgedFinding],
    request: &Request,
) -> Option<Vec<String>> {
    let reach = match request.target {
        RequestTarget::Latest(LatestWithin::Minor) => "--to-latest=minor",
        RequestTarget::Latest(LatestWithin::Any) => "--to-latest=any",
        RequestTarget::Latest(LatestWithin::Patch)
        | RequestTarget::Version(_)
        | RequestTarget::Image(_)
        | RequestTarget::MultiArch
        | RequestTarget::Previous => "--to-latest",
    };
    let compares = doubts.iter().all(|judged| judged.finding != Finding::UnknownOrder);
    compares.then(|| vec![reach.to_owned(), Waiver::Warnings.flag().to_owned()])
}

/// Returns the names of exactly the risks that must be accepted; none if every risk is accepted, if
/// no risk explains the verdict, or if a name cannot be typed.
fn names_to_accept(proposal: &Proposal, request: &Request) -> Option<BTreeSet<String>> {
    let acceptance = &request.waivers.not_recommended;
    let given = match acceptance {
        RiskAcceptance::Everything => return None,
        RiskAcceptance::Nothing => &[],
        RiskAcceptance::Only(names) => names.as_slice(),
    };
    let risks = proposal.findings.iter().find_map(|judged| {
        let Finding::NotRecommended { risks, .. } = &judged.finding else { return None };
        Some(risks)
    })?;
    let left = acceptance.left(risks).into_iter().map(|risk| &risk.name);
    let names: BTreeSet<String> = given.iter().chain(left).cloned().collect();
    // A comma or a control character would split a name.
    let typable =
        |name: &String| !name.is_empty() && !name.contains(|c: char| c == ',' || c.is_control());
    let unexplained = risks.iter().all(|risk| risk.applies == Status::False);
    (!unexplained && !names.is_empty() && names.iter().all(typable)).then_some(names)
}

impl VerdictText {
    fn new(target: &Candidate, request: &Request) -> Option<Self> {
        let Advice::NotRecommended(verdict) = &target.advice else { return None };
        let accepted = match &request.waivers.not_recommended {
            RiskAcceptance::Only(names) => names.clone(),
            RiskAcceptance::Nothing | RiskAcceptance::Everything => Vec::new(),
        };
        Some(Self { message: verdict.message.clone(), parts: target.message_parts(), accepted })
    }
}
