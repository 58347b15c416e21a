//! The checks before an update: what blocks it, what is only noted, and how history tells it.

use serde_json::Value;

use super::history::{completed, rolling};
use super::objects::{condition, is, text};
use super::risks::overridden;
use upgrade_graph::image;
use upgrade_graph::release::Release;
use upgrade_graph::version::{Step, Version};

/// Everything that was found.
#[derive(Debug)]
pub(super) struct CheckedPreconditions {
    failures: Vec<PreconditionFailure>,
    /// Reason and message of a target that is not recommended, and its risks.
    not_recommended: Option<(String, String)>,
    risks: Vec<String>,
}

#[derive(Debug)]
struct PreconditionFailure {
    name: &'static str,
    reason: String,
    message: String,
    blocks: bool,
}

pub(super) fn check(version: &Value, target: &Release) -> CheckedPreconditions {
    let desired = text(version, "/status/desired/version");
    let current = Version::new(desired);
    let step = current.step_to(&target.version);
    let entry = conditional(version, target);
    let mut checked = CheckedPreconditions {
        failures: Vec::new(),
        not_recommended: entry.and_then(not_recommended),
        risks: entry.map(risk_names).unwrap_or_default(),
    };
    checked.failures.extend(rollback(version, target, step));
    checked.failures.extend(giant_hop(desired, target, step));
    checked.failures.extend(upgradeable(version, step));
    checked.failures.extend(recommended(version, target, checked.not_recommended.as_ref()));
    checked
}

impl CheckedPreconditions {
    pub(super) fn blocks(&self) -> bool {
        self.failures.iter().any(|failure| failure.blocks)
    }

    pub(super) fn summary(&self) -> String {
        let one = |failure: &PreconditionFailure| {
            let PreconditionFailure { name, reason, message, .. } = failure;
            format!("Precondition {name:?} failed because of {reason:?}: {message}")
        };
        match self.failures.as_slice() {
            [only] => one(only),
            several => {
                let bullets: Vec<String> = several.iter().map(one).collect();
                format!("Multiple precondition checks failed:\n* {}", bullets.join("\n* "))
            }
        }
    }

    /// Returns the history text for checks that failed and did not stop the update.
    pub(super) fn passed_over(&self) -> Option<String> {
        let forced = if self.blocks() { "Forced through blocking failures: " } else { "" };
        (!self.failures.is_empty()).then(|| format!("{forced}{}", self.summary()))
    }

    /// Returns the history text for risks that were accepted by name.
    pub(super) fn accepted(&self, gate: bool, version: &Value) -> Option<String> {
        let accepted = version["spec"]["desiredUpdate"]["acceptRisks"].as_array()?;
        let is_accepted = |name: &String| accepted.iter().any(|risk| risk["name"] == name.as_str());
        let exposed = gate && self.not_recommended.is_none() && !self.risks.is_empty();
        (exposed && self.risks.iter().any(is_accepted)).then(|| {
            format!("The target release is exposed to the risks [{}] and all of them were explicitly accepted.", self.risks.join(","))
        })
    }

    /// Returns what history says in its early form.
    pub(super) fn overrides(&self, from: &str, to: &str) -> Option<String> {
        let (reason, message) = self.not_recommended.as_ref()?;
        Some(format!(
            "Updating from {from} to {to} is supported, but not recommended for this cluster.\n\nReason: {reason}\n\n{message}\n"
        ))
    }
}

/// Returns the entry of a target among the conditional updates.
fn conditional<'a>(version: &'a Value, target: &Release) -> Option<&'a Value> {
    let listed = version["status"]["conditionalUpdates"].as_array()?;
    listed.iter().find(|entry| image::same(text(entry, "/release/image"), &target.image))
}

fn not_recommended(entry: &Value) -> Option<(String, String)> {
    let conditions = entry["conditions"].as_array()?;
    let said = conditions.iter().find(|condition| condition["type"] == "Recommended")?;
    let text = |field: &str| said[field].as_str().unwrap_or_default().to_owned();
    (said["status"] != "True").then(|| (text("reason"), text("message")))
}

fn risk_names(entry: &Value) -> Vec<String> {
    let risks = entry["risks"].as_array().map(Vec::as_slice).unwrap_or_default();
    risks.iter().filter_map(|risk| risk["name"].as_str().map(str::to_owned)).collect()
}

fn failure(name: &'static str, reason: &str, message: String, blocks: bool) -> PreconditionFailure {
    PreconditionFailure { name, reason: reason.to_owned(), message, blocks }
}

/// Back goes only to the release before, and only within the minor version.
// cluster-version-operator: pkg/payload/precondition/clusterversion/rollback.go:101
fn rollback(version: &Value, target: &Release, step: Step) -> Option<PreconditionFailure> {
    let name = "ClusterVersionRollback";
    let current = text(version, "/status/desired/version");
    let target_version = target.version.text();
    match step {
        Step::Down | Step::DownAcrossMinor => {}
        Step::Unknown => {
            let message = format!("{current:?} and {target_version:?} cannot be compared");
            return Some(failure(name, "InvalidVersion", message, false));
        }
        Step::Same | Step::Patch | Step::NextMinor | Step::TooFar => return None,
    }
    let previous = version["status"]["history"]
        .as_array()
        .and_then(|history| history.iter().find(|past| past["version"] != current));
    let is_previous = previous.is_some_and(|past| past["version"] == target_version);
    if is_previous && step == Step::Down {
        return None;
    }
    let message = format!(
        "{target_version} is less than the current target {current}, and the only supported rollback is to the cluster's previous version within the minor version"
    );
    Some(failure(name, "LowDesiredVersion", message, true))
}

// cluster-version-operator: pkg/payload/precondition/clusterversion/gianthop.go:88
fn giant_hop(current: &str, target: &Release, step: Step) -> Option<PreconditionFailure> {
    let name = "GiantHop";
    let target = &target.version;
    if step != Step::TooFar {
        return None;
    }
    let reason = if Version::new(current).same_major(target) {
        "MultipleMinorVersionsUpdate"
    } else {
        "MajorVersionUpdate"
    };
    let message = format!("{target} is more than one minor version away from {current}");
    Some(failure(name, reason, message, true))
}

fn upgradeable(version: &Value, step: Step) -> Option<PreconditionFailure> {
    let name = "ClusterVersionUpgradeable";
    let said = condition(version, "Upgradeable").filter(|_| is(version, "Upgradeable", "False"))?;
    let (reason, message) = (text(said, "/reason"), text(said, "/message"));
    match step {
        Step::NextMinor | Step::TooFar => Some(failure(name, reason, message.to_owned(), true)),
        Step::Patch if overridden(version) => {
            Some(failure(name, reason, message.to_owned(), false))
        }
        Step::Patch if crosses_a_minor(version) => {
            let message = "Retarget to a later patch while a minor or major update is in progress."
                .to_owned();
            Some(failure(name, "UpdateInProgress", message, false))
        }
        Step::Patch | Step::Same | Step::Down | Step::DownAcrossMinor | Step::Unknown => None,
    }
}

/// Returns whether the update in progress is a minor or major version update.
fn crosses_a_minor(version: &Value) -> bool {
    let desired = Version::new(text(version, "/status/desired/version"));
    let step = Version::new(completed(version)).step_to(&desired);
    rolling(version) && matches!(step, Step::NextMinor | Step::TooFar)
}

/// Never blocks: it is the client's business to ask.
fn recommended(
    version: &Value,
    target: &Release,
    not_recommended: Option<&(String, String)>,
) -> Option<PreconditionFailure> {
    let name = "ClusterVersionRecommendedUpdate";
    let from = text(version, "/status/desired/version");
    let to = target.version.text();
    if let Some((reason, message)) = not_recommended {
        let message = format!("Update from {from} to {to} is not recommended:\n\n{message}");
        return Some(failure(name, reason, message, false));
    }
    let listed = version["status"]["availableUpdates"].as_array();
    let mut listed = listed.into_iter().flatten();
    if listed.any(|entry| image::same(text(entry, "/image"), &target.image)) {
        return None;
    }
    if text(version, "/spec/channel").is_empty() {
        let message =
            "Configured channel is unset, so the recommended status of updating is unknown.";
        return Some(failure(name, "NoChannel", message.to_owned(), false));
    }
    let retrieved = condition(version, "RetrievedUpdates");
    if let Some(said) = retrieved.filter(|said| said["status"] != "True") {
        let message =
            format!("Update from {from} to {to} cannot be evaluated: {}", text(said, "/message"));
        return Some(failure(name, text(said, "/reason"), message, false));
    }
    let message = format!(
        "Update from {from} to {to} is not listed, so it is not known whether it is recommended."
    );
    Some(failure(name, "UnknownUpdate", message, false))
}
