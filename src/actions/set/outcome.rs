//! The result of every change of a setting, and the safety checks that failed.

use schemars::JsonSchema;
use serde::Serialize;

use crate::actions::request::finding_view::FindingView;
use crate::cli::values::DryRun;
use crate::error::ExitStatus;
use upgrade_core::gates::code::FindingCode;
use upgrade_core::gates::{Words, words};
use upgrade_core::settings::{Setting, SettingFinding, SettingFindingKind};

/// How a change of a setting ended
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) enum SetOutcome {
    /// The cluster was changed
    Set,
    /// No change was needed; nothing was sent
    Unchanged,
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

impl SetOutcome {
    pub(crate) fn status(self) -> ExitStatus {
        match self {
            Self::Set | Self::Unchanged | Self::DryRunClient | Self::DryRunServer => {
                ExitStatus::Success
            }
            Self::Refused | Self::NotConfirmed | Self::Changed | Self::Replaced => {
                ExitStatus::Refused
            }
            Self::StoredDifferently | Self::WouldBeStoredDifferently => ExitStatus::Failure,
        }
    }

    pub(crate) fn refused(self) -> bool {
        self.status() == ExitStatus::Refused
    }

    pub(crate) fn failed(self) -> bool {
        self.status() == ExitStatus::Failure
    }

    pub(crate) fn is_dry_run(self) -> bool {
        matches!(self, Self::DryRunClient | Self::DryRunServer | Self::WouldBeStoredDifferently)
    }

    /// Returns whether the cluster was changed.
    pub(crate) fn applied(self) -> bool {
        matches!(self, Self::Set | Self::StoredDifferently)
    }

    /// Returns whether a patch is shown with it.
    pub(crate) fn sends(self) -> bool {
        self.applied() || self.is_dry_run()
    }

    /// Returns the outcome of a change that the server accepted, and the note on it; `differently`
    /// tells what was stored instead, or would be.
    pub(crate) fn stored(dry_run: DryRun, differently: Option<String>) -> (Self, Option<String>) {
        match (dry_run, differently) {
            (DryRun::Server, None) => (Self::DryRunServer, None),
            (DryRun::None | DryRun::Client, None) => (Self::Set, None),
            (DryRun::Server, Some(how)) => {
                let note = format!("the change would be stored, but differently: {how}");
                (Self::WouldBeStoredDifferently, Some(note))
            }
            (DryRun::None | DryRun::Client, Some(how)) => {
                let note = format!("the change was stored, but differently: {how}");
                (Self::StoredDifferently, Some(note))
            }
        }
    }
}

/// Returns the safety checks that a change fails.
pub(crate) fn findings(setting: &Setting) -> Vec<FindingView> {
    setting.objections.iter().map(finding).collect()
}

fn finding(objection: &SettingFinding) -> FindingView {
    let (code, words, waived_by) = match &objection.kind {
        SettingFindingKind::HostedControlPlane => {
            (FindingCode::HostedControlPlane, words::hosted_control_plane(), None)
        }
        SettingFindingKind::NotAChannelOfTheRelease { known, .. } => {
            let words = Words::new("the current release is not in that channel").detail(format!(
                "The cluster would have no available updates. Channels of the release: {}",
                known.join(", ")
            ));
            (FindingCode::NotAChannelOfTheRelease, words, Some("--allow-explicit-channel"))
        }
        SettingFindingKind::UnknownRisk { name, nearest } => {
            let words = Words::new(format!("the cluster reports no risk {name:?}"));
            let words = match nearest.as_slice() {
                [] => words,
                near => words.detail(format!("Similar risks: {}", near.join(", "))),
            };
            (FindingCode::UnknownRisk, words, Some("--allow-unknown"))
        }
    };
    FindingView::new(code, words, waived_by, objection.waived)
}
