//! What a ClusterVersion says of itself: Available, Failing, Progressing, and the end of an update.

use jiff::SignedDuration;
use serde_json::Value;

use super::Look;
use super::history::{complete, completed, rolling};
use super::objects::{Says, is, number, text};
use super::rollout::{degraded, is_at, operators};
use crate::lab::store::Key;

const STUCK_AFTER: SignedDuration = SignedDuration::from_mins(40); // an operator that does not get on
const ILL_AFTER: SignedDuration = SignedDuration::from_mins(10); // an operator that is degraded at rest

pub(super) fn conditions(look: &mut Look<'_>) {
    if look.version().is_null() {
        return;
    }
    let operators = operators(look);
    let target = text(look.version(), "/status/desired/version").to_owned();
    let was_rolling = rolling(look.version());
    let behind = operators.iter().find(|(_, operator)| !is_at(operator, &target));
    if was_rolling && behind.is_none() {
        let now = look.now;
        look.amend_version(|version| complete(version, now));
    }
    let failing = failing(look, &operators);
    let progress = match behind.filter(|_| was_rolling) {
        Some((behind, _)) => {
            let updated = operators.iter().filter(|(_, operator)| is_at(operator, &target)).count();
            working(&target, (updated, operators.len()), (&behind.name, failing.as_ref()))
        }
        None => resting(&target, failing.as_ref()),
    };
    write(look, failing.as_ref(), &progress);
}

/// The operators that make a cluster fail, and what is said of them.
struct Failing {
    names: String,
    message: String,
}

/// An operator that is degraded for long enough makes the cluster fail, until it is well again.
fn failing(look: &mut Look<'_>, operators: &[(Key, Value)]) -> Option<Failing> {
    let ill = degraded(operators);
    let already = is(look.version(), "Failing", "True");
    let patience = if rolling(look.version()) { STUCK_AFTER } else { ILL_AFTER };
    let long: Vec<(String, String)> = ill
        .into_iter()
        .filter(|(name, _)| look.ripe(&format!("{name} is degraded"), patience) || already)
        .collect();
    let names: Vec<&str> = long.iter().map(|(name, _)| name.as_str()).collect();
    let said: Vec<String> = long
        .iter()
        .map(|(name, said)| format!("Cluster operator {name} is degraded:\n{said}"))
        .collect();
    (!long.is_empty()).then(|| Failing { names: names.join(", "), message: said.join("\n") })
}

/// Whether it progresses, and what is said of that.
struct Progress {
    status: &'static str,
    message: String,
}

fn working(
    target: &str,
    (updated, all): (usize, usize),
    (behind, failing): (&str, Option<&Failing>),
) -> Progress {
    // Manifests are what an operator counts; each ClusterOperator stands for its share of them.
    let manifests = usize::try_from(560 + number(0, target) % 300).unwrap_or(600);
    let applied = manifests * updated / all.max(1);
    let percent = applied * 100 / manifests;
    let message = match failing {
        Some(Failing { names, .. }) => format!(
            "Unable to apply {target}: wait has exceeded 40 minutes for these operators: {names}"
        ),
        None => format!(
            "Working towards {target}: {applied} of {manifests} done ({percent}% complete), waiting on {behind}"
        ),
    };
    Progress { status: "True", message }
}

fn resting(target: &str, failing: Option<&Failing>) -> Progress {
    let message = match failing {
        Some(Failing { names, .. }) => {
            format!("Error while reconciling {target}: the cluster operator {names} is degraded")
        }
        None => format!("Cluster version is {target}"),
    };
    Progress { status: "False", message }
}

fn write(look: &mut Look<'_>, failing: Option<&Failing>, progress: &Progress) {
    let now = look.now;
    look.amend_version(|version| {
        let done = format!("Done applying {}", completed(version));
        let reason = if failing.is_some() { "ClusterOperatorDegraded" } else { "" };
        let says = [
            Says { kind: "Available", status: "True", reason: "", message: &done },
            Says {
                kind: "Failing",
                status: if failing.is_some() { "True" } else { "False" },
                reason,
                message: failing.map_or("", |failing| &failing.message),
            },
            Says {
                kind: "Progressing",
                status: progress.status,
                reason,
                message: &progress.message,
            },
        ];
        for says in says {
            says.on(&mut version["status"]["conditions"], now);
        }
    });
}
