//! The conditions of a ClusterVersion: Available, Failing, Progressing, and the end of an update.

use jiff::SignedDuration;

use super::history::{complete, completed, rolling};
use super::objects::{ConditionWrite, condition, is, number, text};
use super::rollout::{LAST, RolloutTarget, UnhealthyOperator, operators};
use super::{StepContext, pools};
use crate::resource::CONFIG;
use crate::store::Key;

// cluster-version-operator: pkg/cvo/status.go:753
const STUCK_AFTER: SignedDuration = SignedDuration::from_mins(40); // an operator that does not get on
// cluster-version-operator: install/0000_90_cluster-version-operator_02_servicemonitor.yaml:104
const ILL_AFTER: SignedDuration = SignedDuration::from_mins(10); // an operator that is ill at rest

pub(super) fn conditions(context: &mut StepContext<'_>) {
    let target = RolloutTarget::new(context.version());
    if target.version.is_empty() {
        return; // the object was recreated, and the current release is unknown
    }
    let standing = OperatorCounts::new(context, &target);
    if rolling(context.version()) && standing.waits_for.is_none() {
        let now = context.now;
        context.amend_version(|version| complete(version, now));
    }
    let waits_for = standing.waits_for.as_deref().filter(|_| rolling(context.version()));
    let failing = match waits_for {
        Some(name) => stuck(context, &standing.ill, name),
        None => failing(context, &standing.ill),
    };
    let (status, message) = match waits_for {
        Some(name) => ("True", standing.working(&target.version, name, &failing)),
        None => ("False", resting(&target.version, &failing)),
    };
    write(context, &failing, status, &message);
}

/// How far the operators are, and how well.
struct OperatorCounts {
    /// What the update waits for, if it were one.
    waits_for: Option<String>,
    updated: usize,
    all: usize,
    ill: Vec<UnhealthyOperator>,
}

impl OperatorCounts {
    fn new(context: &StepContext<'_>, target: &RolloutTarget) -> Self {
        let operators = operators(context);
        let ill: Vec<UnhealthyOperator> =
            operators.iter().filter_map(|(_, one)| UnhealthyOperator::new(one)).collect();
        let behind = operators.iter().find(|(_, operator)| !target.is_reached_by(operator));
        let updated = operators.iter().filter(|(_, operator)| target.is_reached_by(operator));
        let last = Key::cluster(CONFIG, "clusteroperators", LAST);
        let pool = context.store.get(&last).is_ok() && !pools::control_plane_is_done(context);
        let waits_for = behind
            .map(|(key, _)| key.name.clone())
            .or_else(|| ill.first().map(|ill| ill.name.clone()))
            .or_else(|| pool.then(|| LAST.to_owned()));
        Self { waits_for, updated: updated.count(), all: operators.len(), ill }
    }

    fn working(&self, target: &str, waits_for: &str, failing: &Failing) -> String {
        // Manifests are what an operator counts; each ClusterOperator stands for its share of them.
        let manifests = usize::try_from(560 + number(0, target) % 300).unwrap_or(600);
        let applied = manifests * self.updated / self.all.max(1);
        let percent = applied * 100 / manifests;
        match failing {
            Failing::Since(_) => format!(
                "Unable to apply {target}: wait has exceeded 40 minutes for these operators: {waits_for}"
            ),
            Failing::AsBefore | Failing::No => format!(
                "Working towards {target}: {applied} of {manifests} done ({percent}% complete), waiting on {waits_for}"
            ),
        }
    }
}

enum Failing {
    No,
    /// It said so before, and nothing is known that would change it.
    AsBefore,
    /// These operators have been ill for long enough.
    Since(Vec<UnhealthyOperator>),
}

/// During an update, only the operator that it waits for makes it fail, and not at once.
fn stuck(context: &mut StepContext<'_>, ill: &[UnhealthyOperator], waits_for: &str) -> Failing {
    let what = format!("{waits_for} holds {}", text(context.version(), "/status/desired/image"));
    match ill.iter().find(|ill| ill.name == waits_for) {
        Some(ill) if context.ripe(&what, STUCK_AFTER) => Failing::Since(vec![ill.clone()]),
        _ if !ill.is_empty() && is(context.version(), "Failing", "True") => Failing::AsBefore,
        _ => Failing::No,
    }
}

/// At rest, an operator that is ill for long enough makes the cluster fail, until it is well again.
fn failing(context: &mut StepContext<'_>, ill: &[UnhealthyOperator]) -> Failing {
    let said = condition(context.version(), "Failing").filter(|said| said["status"] == "True");
    let said = said.map(|said| text(said, "/message").to_owned()).unwrap_or_default();
    let named =
        |ill: &UnhealthyOperator| said.contains(&format!("Cluster operator {} is", ill.name));
    let long = |ill: &&UnhealthyOperator| {
        context.ripe(&format!("{} is ill", ill.name), ILL_AFTER) || named(ill)
    };
    let long: Vec<UnhealthyOperator> = ill.iter().filter(long).cloned().collect();
    if long.is_empty() { Failing::No } else { Failing::Since(long) }
}

fn resting(target: &str, failing: &Failing) -> String {
    let Failing::Since(ill) = failing else { return format!("Cluster version is {target}") };
    let names: Vec<&str> = ill.iter().map(|ill| ill.name.as_str()).collect();
    let mut kinds: Vec<&str> = ill.iter().map(UnhealthyOperator::is_what).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let (noun, verb) = if ill.len() == 1 { ("operator", "is") } else { ("operators", "are") };
    let (names, kinds) = (names.join(", "), kinds.join(" or "));
    format!("Error while reconciling {target}: the cluster {noun} {names} {verb} {kinds}")
}

fn reason(ill: &[UnhealthyOperator]) -> &'static str {
    let available = ill.iter().filter(|ill| ill.available).count();
    match (available, ill.len() - available) {
        (1, 0) => "ClusterOperatorDegraded",
        (_, 0) => "ClusterOperatorsDegraded",
        (0, 1) => "ClusterOperatorNotAvailable",
        (0, _) => "ClusterOperatorsNotAvailable",
        _ => "MultipleErrors",
    }
}

fn write(context: &mut StepContext<'_>, failing: &Failing, progressing: &str, message: &str) {
    let now = context.now;
    context.amend_version(|version| {
        let done = format!("Done applying {}", completed(version));
        if !completed(version).is_empty() {
            ConditionWrite { kind: "Available", status: "True", reason: "", message: &done }
                .write(version, now);
        }
        let (status, reason, said) = match failing {
            Failing::Since(ill) => {
                let said: Vec<String> = ill.iter().map(UnhealthyOperator::message).collect();
                ("True", reason(ill), said.join("\n"))
            }
            Failing::AsBefore | Failing::No => ("False", "", String::new()),
        };
        if !matches!(failing, Failing::AsBefore) {
            ConditionWrite { kind: "Failing", status, reason, message: &said }.write(version, now);
        }
        ConditionWrite { kind: "Progressing", status: progressing, reason, message }
            .write(version, now);
    });
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn several_failing_operators_are_named() {
        let operator = |name: &str, kind: &str, status: &str| {
            let said = json!({"type": kind, "status": status, "reason": "R", "message": "m"});
            UnhealthyOperator::new(
                &json!({"metadata": {"name": name}, "status": {"conditions": [said]}}),
            )
            .unwrap()
        };
        let degraded = |name| operator(name, "Degraded", "True");
        let gone = |name| operator(name, "Available", "False");
        for (ill, why, said) in [
            (vec![degraded("a")], "ClusterOperatorDegraded", "the cluster operator a is degraded"),
            (
                vec![degraded("a"), degraded("b")],
                "ClusterOperatorsDegraded",
                "the cluster operators a, b are degraded",
            ),
            (
                vec![gone("a")],
                "ClusterOperatorNotAvailable",
                "the cluster operator a is not available",
            ),
            (
                vec![degraded("a"), gone("b")],
                "MultipleErrors",
                "the cluster operators a, b are degraded or not available",
            ),
        ] {
            assert_eq!(reason(&ill), why);
            let told = resting("4.7.24", &Failing::Since(ill));
            assert_eq!(told, format!("Error while reconciling 4.7.24: {said}"));
        }
    }

    #[test]
    fn what_is_said_of_one_names_it() {
        let said = json!({"type": "Available", "status": "False", "reason": "R", "message": "m"});
        let operator = json!({"metadata": {"name": "a"}, "status": {"conditions": [said]}});
        assert_eq!(
            UnhealthyOperator::new(&operator).unwrap().message(),
            "Cluster operator a is not available:\nR: m"
        );
    }
}
