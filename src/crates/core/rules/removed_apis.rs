//! APIs that are in use and that the target's Kubernetes version removes.

use super::{UpdatePhase, UpdateTarget};
use crate::insight::{Impact, Insight, InsightCode, Level, Object};
use crate::links::PREPARING;
use crate::objects::api_request_count::{ApiUse, ApiUser};
use crate::part::Part;
use crate::snapshot::Snapshot;
use upgrade_graph::version::Version;

/// Clients that use every API there is, and work without removed ones.
const ONLOOKERS: [&str; 4] = [
    "system:serviceaccount:kube-system:generic-garbage-collector",
    "system:serviceaccount:kube-system:namespace-controller",
    "system:kube-controller-manager",
    "system:cluster-policy-controller",
];
const SHOWN: usize = 5;

pub(super) fn check(
    snapshot: &Snapshot,
    _: UpdatePhase<'_>,
    target: Option<&UpdateTarget>,
) -> Part<Vec<Insight>> {
    let Some(target) = target else { return Part::Known(Vec::new()) };
    let current = kubernetes(&snapshot.cluster.desired.version);
    let next = kubernetes(target.version());
    if current.is_some() && current == next {
        return Part::Known(Vec::new());
    }
    snapshot.apis.as_ref().map(|apis| {
        let used = apis.iter().filter(|api| api.is_used());
        used.filter_map(|api| of_api(api, current, next)).collect()
    })
}

/// Returns the Kubernetes version of a release; none if it is unknown.
fn kubernetes(version: &Version) -> Option<(u64, u64)> {
    match version.numbers()? {
        [4, minor, _] if minor >= 3 => Some((1, minor + 13)),
        _ => None,
    }
}

fn of_api(api: &ApiUse, current: Option<(u64, u64)>, next: Option<(u64, u64)>) -> Option<Insight> {
    let removed = api.removed_in?;
    let (major, minor) = removed;
    let level = match next {
        _ if current.is_some_and(|current| removed <= current) => return None,
        Some(next) if removed <= next => Level::Warning,
        Some(_) => return None,
        None => Level::Unknown,
    };
    let ApiUse { name, requests, .. } = api;
    let summary = format!("{name} is in use and removed in Kubernetes {major}.{minor}");
    let users: Vec<String> = api
        .users()
        .take(SHOWN)
        .map(|user| format!("{} ({}): {} requests", user.name, user.agent, user.requests))
        .collect();
    let said = match users.as_slice() {
        [] => format!("{requests} requests in the last 24 hours."),
        users => {
            format!("{requests} requests in the last 24 hours, by:\n{}", users.join("\n"))
        }
    };
    Some(
        Insight::new(
            InsightCode::RemovedApi,
            format!("APIRemoved-{name}"),
            level,
            Impact::ApplicationAvailability,
            summary,
        )
        .concerning(Object::new("APIRequestCount", name))
        .describing(said)
        .remedied_by("migrate these clients to a newer version of the API")
        .see(PREPARING),
    )
}

impl ApiUse {
    /// Without details about clients, all requests count.
    fn is_used(&self) -> bool {
        self.requests > 0 && (self.users.is_empty() || self.users().next().is_some())
    }

    fn users(&self) -> impl Iterator<Item = &ApiUser> {
        self.users.iter().filter(|user| !ONLOOKERS.contains(&user.name.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_release_has_its_kubernetes() {
        for (version, known) in [
            ("4.6.23", Some((1, 19))),
            ("4.16.0", Some((1, 29))),
            ("4.20.0-rc.1", Some((1, 33))),
            ("5.0.0", None),
            ("4.1.0", None),
            ("odd", None),
        ] {
            assert_eq!(kubernetes(&Version::new(version)), known, "{version}");
        }
    }
}
