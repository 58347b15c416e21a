//! What speaks against a request, for a document.

use schemars::JsonSchema;
use serde::Serialize;

use crate::cli::invocation::Invocation;
use upgrade_core::cluster::Cluster;
use upgrade_core::gates::code::FindingCode;
use upgrade_core::gates::{Finding, GateSubject, RiskAcceptance, words};
use upgrade_core::request::decide::{JudgedFinding, Proposal, Request};
use upgrade_core::updates::{Advice, Candidate};

/// Something that speaks against a request
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FindingView {
    pub(crate) code: FindingCode,
    /// A sentence; what the cluster says of it follows on further lines
    pub(crate) message: String,
    /// The flag that waives it; null where nothing does
    pub(crate) waived_by: Option<String>,
    pub(crate) waived: bool,
}

impl FindingView {
    pub(crate) fn of_target(
        judged: &JudgedFinding,
        cluster: &Cluster,
        proposal: &Proposal,
        request: &Request,
        invocation: &Invocation,
    ) -> Self {
        let about = GateSubject {
            cluster,
            target: Some(&proposal.target),
            acceptance: &request.waivers.not_recommended,
        };
        let mut message = judged.finding.words(&about).message();
        if let Finding::NotUpgradeable(_) = judged.finding {
            let command = invocation.command(["ack"]);
            message = format!(
                "{message}\nOpen admin gates are listed, and acknowledged, with: {command}"
            );
        }
        if let Finding::PreChecks { .. } | Finding::PlanUnreadable { .. } = judged.finding {
            let version = proposal.target.release.version.text();
            let command = invocation.command(["pre-checks", "--version", version]);
            message = format!("{message}\nSee them, and accept them, with: {command}");
        }
        let waived_by = request.waivers.waiver_of(&judged.finding);
        if waived_by.is_none() && judged.finding.waived_by().is_some() {
            message = format!("{message}\nTogether with --force, nothing waives it");
        }
        let waived_by = waived_by.map(|waiver| waiver.flag().to_owned());
        Self { waived_by, ..Self::new(judged, message) }
    }

    /// A finding about the lists, where no target was found in them.
    pub(crate) fn of_lists(judged: &JudgedFinding, cluster: &Cluster) -> Self {
        let about = GateSubject { cluster, target: None, acceptance: &RiskAcceptance::Nothing };
        let mut view = Self::new(judged, judged.finding.words(&about).message());
        if judged.finding == Finding::UnknownOrder {
            (view.waived_by, view.waived) = (None, false); // no flag makes versions compare
        }
        view
    }

    /// A finding against taking a request back; nothing waives it.
    pub(crate) fn of_clearing(finding: &Finding) -> Self {
        let judged = JudgedFinding { finding: finding.clone(), waived: false };
        Self::new(&judged, words::hosted_control_plane().message())
    }

    /// What is newer, and not recommended.
    pub(crate) fn only_not_recommended(newer: &[Candidate]) -> Option<Self> {
        let said = newer.iter().map(|candidate| match &candidate.advice {
            Advice::NotRecommended(verdict) => {
                format!("{} ({})", candidate.release.version, verdict.state())
            }
            Advice::Recommended | Advice::Unlisted | Advice::SameRelease => {
                candidate.release.version.to_string()
            }
        });
        let said: Vec<String> = said.collect();
        (!said.is_empty()).then(|| Self {
            code: FindingCode::OnlyNotRecommended,
            message: format!("all that is newer is not recommended\n{}", said.join("\n")),
            waived_by: None,
            waived: false,
        })
    }

    fn new(judged: &JudgedFinding, message: String) -> Self {
        let JudgedFinding { finding, waived } = judged;
        Self {
            code: finding.code(),
            message,
            waived_by: finding.waived_by().map(|waiver| waiver.flag().to_owned()),
            waived: *waived,
        }
    }
}
