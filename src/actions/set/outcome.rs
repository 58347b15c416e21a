//! What is said of every change of a setting: how it ended, and what spoke against it.

use schemars::JsonSchema;
use serde::Serialize;

use crate::actions::request::finding_view::FindingView;
use upgrade_core::gates::code::FindingCode;
use upgrade_core::gates::words;
use upgrade_core::settings::{Setting, SettingFinding, SettingFindingKind};

/// How a change of a setting ended
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) enum SetOutcome {
    /// The cluster was changed
    Set,
    /// It was so already; nothing was sent
    Unchanged,
    /// Something speaks against it; nothing was sent
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

impl SetOutcome {
    pub(crate) fn refused(self) -> bool {
        matches!(self, Self::Refused | Self::NotConfirmed | Self::Changed)
    }

    pub(crate) fn is_dry_run(self) -> bool {
        matches!(self, Self::DryRunClient | Self::DryRunServer)
    }

    /// Returns whether a patch belongs to it.
    pub(crate) fn sends(self) -> bool {
        matches!(self, Self::Set | Self::DryRunClient | Self::DryRunServer)
    }
}

/// Returns what speaks against a change.
pub(crate) fn findings(setting: &Setting) -> Vec<FindingView> {
    setting.objections.iter().map(finding).collect()
}

fn finding(objection: &SettingFinding) -> FindingView {
    let (code, message, waived_by) = match &objection.kind {
        SettingFindingKind::HostedControlPlane => {
            (FindingCode::HostedControlPlane, words::hosted_control_plane().message(), None)
        }
        SettingFindingKind::NotAChannelOfTheRelease { known, .. } => {
            let message = format!(
                "the release is not in that channel, so the cluster would be offered no updates; it is in {}",
                known.join(", ")
            );
            (FindingCode::NotAChannelOfTheRelease, message, Some("--allow-explicit-channel"))
        }
        SettingFindingKind::UnknownRisk { name, nearest } => {
            let near = match nearest.as_slice() {
                [] => String::new(),
                near => format!("; did you mean {}?", near.join(", ")),
            };
            let message = format!("{name:?} is not a risk the cluster knows of{near}");
            (FindingCode::UnknownRisk, message, Some("--allow-unknown"))
        }
    };
    FindingView { code, message, waived_by: waived_by.map(str::to_owned), waived: objection.waived }
}
