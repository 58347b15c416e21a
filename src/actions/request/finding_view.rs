//! A failed safety check, for a document.

use schemars::JsonSchema;
use serde::Serialize;

use upgrade_core::cluster::Cluster;
use upgrade_core::gates::code::FindingCode;
use upgrade_core::gates::{Finding, GateSubject, RiskAcceptance, Waiver, Words, words};
use upgrade_core::request::decide::{JudgedFinding, Proposal, Request};
use upgrade_core::updates::{Advice, Candidate};

/// A safety check that failed
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FindingView {
    pub(crate) code: FindingCode,
    /// A sentence; further lines quote what the cluster reports
    pub(crate) message: String,
    /// The flag that overrides it; null if none does
    pub(crate) waived_by: Option<String>,
    pub(crate) waived: bool,
    #[serde(skip)]
    pub(crate) words: Words,
}

impl FindingView {
    pub(crate) fn new(
        code: FindingCode,
        words: Words,
        waived_by: Option<&str>,
        waived: bool,
    ) -> Self {
        let waived_by = waived_by.map(str::to_owned);
        Self { code, message: words.message(), waived_by, waived, words }
    }

    pub(crate) fn of_target(
        judged: &JudgedFinding,
        cluster: &Cluster,
        proposal: &Proposal,
        request: &Request,
    ) -> Self {
        let about = GateSubject {
            cluster,
            target: Some(&proposal.target),
            acceptance: &request.waivers.not_recommended,
        };
        let JudgedFinding { finding, waived } = judged;
        let mut words = finding.words(&about);
        let waiver = request.waivers.waiver_of(finding);
        if waiver.is_none() && finding.waived_by().is_some() {
            words.detail += "\nWith --force, this check cannot be overridden";
        }
        Self::new(finding.code(), words, waiver.map(Waiver::flag), *waived)
    }

    /// A finding about the available updates, none of which is the target.
    pub(crate) fn of_lists(judged: &JudgedFinding, cluster: &Cluster) -> Self {
        let about = GateSubject { cluster, target: None, acceptance: &RiskAcceptance::Nothing };
        let JudgedFinding { finding, waived } = judged;
        let words = finding.words(&about);
        if *finding == Finding::UnknownOrder {
            return Self::new(finding.code(), words, None, false); // no flag makes versions compare
        }
        let waiver = finding.waived_by().map(Waiver::flag);
        Self::new(finding.code(), words, waiver, *waived)
    }

    /// A finding against canceling a request, which cannot be overridden.
    pub(crate) fn of_clearing(finding: &Finding) -> Self {
        Self::new(finding.code(), words::hosted_control_plane(), None, false)
    }

    /// The newer updates, none of which is recommended.
    pub(crate) fn only_not_recommended(newer: &[Candidate]) -> Option<Self> {
        let said = newer.iter().map(|candidate| match &candidate.advice {
            Advice::NotRecommended(verdict) => {
                format!("{}: {}", candidate.release.version, verdict.state())
            }
            Advice::Recommended | Advice::Unlisted | Advice::SameRelease => {
                candidate.release.version.to_string()
            }
        });
        let said: Vec<String> = said.collect();
        let words =
            Words { detail: said.join("\n"), ..Words::new("no newer update is recommended") };
        (!said.is_empty()).then(|| Self::new(FindingCode::OnlyNotRecommended, words, None, false))
    }
}
