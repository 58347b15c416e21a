//! `GateAcknowledgement`: what was acknowledged, and what still blocks minor version updates.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::list_view::{GateView, minor_text, warnings};
use crate::actions::request::finding_view::FindingView;
use crate::actions::set::outcome::SetOutcome;
use crate::output::parts::ApiVersion;
use crate::output::parts::cluster::{ClusterView, ConditionView};
use upgrade_core::admin_gates::{Acknowledgement, AdminGate, GatePlace, UpgradeableState, YES};
use upgrade_core::cluster::Cluster;
use upgrade_core::gates::Words;
use upgrade_core::gates::code::FindingCode;
use upgrade_core::objects::config_map::GateMaps;
use upgrade_graph::condition::Status;

/// An acknowledgment of admin gates, also if it is refused
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GateAcknowledgement {
    api_version: ApiVersion,
    kind: Kind,
    pub(crate) cluster: ClusterView,
    /// The minor version whose gates apply now; null if the cluster version is unknown
    pub(crate) minor: Option<String>,
    /// The gates that you named, or that are open
    pub(crate) gates: Vec<GateView>,
    /// The gates that the change acknowledges
    pub(crate) added: Vec<String>,
    pub(crate) outcome: SetOutcome,
    /// Whether the cluster was changed
    pub(crate) applied: bool,
    /// Safety checks that failed
    pub(crate) findings: Vec<FindingView>,
    /// Whether ConfigMap openshift-config/admin-acks does not exist and is created
    pub(crate) creates: bool,
    /// The merge patch of that ConfigMap, or the whole object if it is created; null if nothing is
    /// sent
    #[schemars(with = "Option<std::collections::BTreeMap<String, Value>>")]
    pub(crate) patch: Option<Value>,
    /// Whether `Upgradeable` no longer lists the gates; null if the command did not wait for that
    pub(crate) cleared: Option<bool>,
    /// The last `Upgradeable` condition, if it is not True; null if nothing blocks minor version
    /// updates, or if it was not read
    pub(crate) upgradeable: Option<ConditionView>,
    /// How `Upgradeable` changed, in words
    pub(crate) note: Option<String>,
    pub(crate) warnings: Vec<String>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    GateAcknowledgement,
}

impl GateAcknowledgement {
    /// The view of a change that was checked on a cluster; `body` is what would be sent.
    pub(crate) fn new(
        cluster: &Cluster,
        maps: &GateMaps,
        judged: &Acknowledgement,
        outcome: SetOutcome,
        body: Value,
    ) -> Self {
        let sends = outcome.sends();
        let mut gates: Vec<GateView> = judged.gates.iter().map(GateView::new).collect();
        if outcome == SetOutcome::Set {
            for gate in &mut gates {
                (gate.acknowledged, gate.value) = (true, Some(YES.to_owned()));
            }
        }
        let replaced = judged.to_write().filter(|_| sends).filter_map(replaced);
        let warnings = warnings(cluster, maps).into_iter().chain(replaced).collect();
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::GateAcknowledgement,
            cluster: ClusterView::new(cluster),
            minor: judged.current.map(minor_text),
            gates,
            added: judged.to_write().map(|gate| gate.name.clone()).collect(),
            outcome,
            applied: outcome.applied(),
            findings: judged.misplaced().map(|gate| misplaced(gate, judged)).collect(),
            creates: sends && judged.place == GatePlace::Missing,
            patch: sends.then_some(body),
            cleared: None,
            upgradeable: None,
            note: None,
            warnings,
        }
    }

    /// Says how it ended.
    #[must_use]
    pub(crate) fn noted(mut self, note: Option<String>) -> Self {
        self.note = note;
        self
    }

    /// Adds how `Upgradeable` changed; `after` is how long the command waited.
    #[must_use]
    pub(crate) fn with_hold(
        mut self,
        cluster: &Cluster,
        hold: UpgradeableState<'_>,
        after: &str,
    ) -> Self {
        let them = if self.gates.len() == 1 { "the gate" } else { "the gates" };
        let (cleared, condition, note) = match hold {
            UpgradeableState::Free => {
                let note = "No other condition blocks minor version updates";
                (true, None, note.to_owned())
            }
            UpgradeableState::Others(condition) if condition.status == Status::Unknown => {
                let note = format!(
                    "Upgradeable no longer lists {them}. Other conditions are unknown: {}",
                    condition.state()
                );
                (true, Some(condition), note)
            }
            UpgradeableState::Others(condition) => {
                let note = format!(
                    "Other conditions still block minor version updates: {}\n{}",
                    condition.state(),
                    condition.message.trim()
                );
                (true, Some(condition), note)
            }
            UpgradeableState::Gates(condition) => {
                let note = format!(
                    "{} still lists {them} after {after}. It can take a few more minutes",
                    condition.state()
                );
                (false, Some(condition), note)
            }
        };
        self.cluster = ClusterView::new(cluster);
        self.cleared = Some(cleared);
        self.upgradeable = condition.map(ConditionView::new);
        self.note = Some(note);
        self
    }

    /// Adds that Upgradeable cannot be checked.
    #[must_use]
    pub(crate) fn unseen(mut self, why: &str) -> Self {
        self.note = Some(format!("Cannot check Upgradeable: {why}"));
        self
    }
}

fn replaced(gate: &AdminGate) -> Option<String> {
    let value = gate.value.as_ref()?;
    let name = &gate.name;
    Some(format!("{name} is {value:?} in admin-acks and changes to {YES:?}"))
}

fn misplaced(gate: &AdminGate, judged: &Acknowledgement) -> FindingView {
    let name = &gate.name;
    let (code, message) = match (gate.minor, judged.current) {
        (None, _) => {
            let message = format!("{name} is not an admin gate: names start with ack-X.Y-");
            (FindingCode::NoGateOfAVersion, message)
        }
        (Some(_), None) => (
            FindingCode::UnknownVersion,
            format!("the cluster does not report its version: cannot check whether {name} applies"),
        ),
        (Some(minor), Some(current)) => {
            let (minor, current) = (minor_text(minor), minor_text(current));
            let message =
                format!("{name} is an admin gate of {minor}, and the cluster is on {current}");
            (FindingCode::OtherMinor, message)
        }
    };
    FindingView::new(code, Words::new(message), None, false)
}
