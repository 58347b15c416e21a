//! `cluster-version`: what the ClusterVersion itself says against the update.

use super::{Target, because};
use crate::domain::cluster::Cluster;
use crate::domain::condition::{Condition, Status};
use crate::domain::gate::{self, Finding};
use crate::domain::links::{HISTORY, PREPARING, RUNBOOKS};
use crate::domain::nearest;
use crate::domain::part::Part;
use crate::domain::precheck::insight::{Impact, Insight, Level, Object};
use crate::domain::snapshot::Snapshot;
use crate::domain::updates::{Advice, Updates};

pub(super) fn look(snapshot: &Snapshot, target: &Target) -> Part<Vec<Insight>> {
    let cluster = &snapshot.cluster;
    let mut found: Vec<Insight> = gate::findings(snapshot, &target.candidate)
        .iter()
        .filter_map(|finding| of_finding(finding, cluster, target))
        .collect();
    if let several @ 2.. = target.images.len() {
        let listed = target.images.join("\n");
        let summary = format!("{} is listed with {several} different images", target.version());
        found.push(
            stalled("AmbiguousTarget", Level::Error, summary)
                .describing(listed)
                .remedied_by("ask for one of the images with --to-image"),
        );
    }
    found.extend(pending(cluster, target));
    found.extend(not_known(cluster, target));
    let version = Object::new("ClusterVersion", "version");
    Part::Known(found.into_iter().map(|insight| insight.of(version.clone())).collect())
}

fn stalled(uid: &str, level: Level, summary: impl Into<String>) -> Insight {
    Insight::new(uid, (level, Impact::UpdateStalled), summary)
}

/// What a gate finds is an insight under the gate's own name.
fn of_finding(finding: &Finding, cluster: &Cluster, target: &Target) -> Option<Insight> {
    let (to, from) = (target.version(), cluster.desired.version.text());
    let uid = finding.code().as_str();
    let insight = match finding {
        Finding::HostedControlPlane => {
            stalled(uid, Level::Error, "The control plane is hosted elsewhere")
                .describing("A request here would be reverted.")
                .remedied_by("set the release of its HostedCluster")
        }
        Finding::NoImage if target.candidate.advice == Advice::Unlisted => return None,
        Finding::NoImage => stalled(uid, Level::Error, format!("{to} is listed without an image"))
            .remedied_by("wait for the update service, or ask for an image with --to-image"),
        Finding::NotListed => not_listed(cluster, target),
        Finding::TooFar => {
            stalled(uid, Level::Error, format!("{to} is more than one minor version ahead"))
                .remedied_by("update through the versions between")
        }
        Finding::DowngradeAcrossMinor | Finding::Downgrade => {
            let summary = format!("{to} is older than {from}, which the cluster is on");
            stalled(uid, Level::Error, summary)
                .remedied_by("see `upgrade rollback` for the way back")
        }
        Finding::UnknownOrder => {
            stalled(uid, Level::Unknown, format!("{to} cannot be compared with {from}"))
        }
        Finding::NotUpgradeable(said) => {
            let summary =
                format!("The cluster is not ready for a later minor version{}", reason(said));
            stalled(uid, Level::Error, summary)
                .describing(said.message.clone())
                .remedied_by(
                    "resolve what it says; admin gates are acknowledged with `upgrade ack`",
                )
                .see(PREPARING)
        }
        other => return of_the_cluster(other),
    };
    Some(insight)
}

/// What speaks against any update; the risks of this one are another informer's.
fn of_the_cluster(finding: &Finding) -> Option<Insight> {
    let uid = finding.code().as_str();
    let insight = match finding {
        Finding::Invalid(said) => {
            stalled(uid, Level::Error, format!("The ClusterVersion is not valid{}", reason(said)))
                .describing(said.message.clone())
                .remedied_by("correct its spec")
        }
        Finding::Failing(said) => {
            let (level, is) = match said.status {
                Status::True => (Level::Error, "is"),
                _ => (Level::Unknown, "may be"),
            };
            stalled(uid, level, format!("The cluster {is} failing{}", reason(said)))
                .describing(said.message.clone())
                .remedied_by("mend what it says before the update")
                .see(format!("{RUNBOOKS}/ClusterOperatorDegraded.md"))
        }
        Finding::Progressing(said) => {
            let message = said.as_ref().map(|said| said.message.clone());
            stalled(uid, Level::Warning, "Another update is under way, or was never completed")
                .describing(message.unwrap_or_default())
                .remedied_by("wait for it, with `upgrade wait`")
                .see(HISTORY)
        }
        Finding::Unobserved { .. } => Insight::new(
            uid,
            (Level::Warning, Impact::Unknown),
            "The cluster has not looked at its current settings yet",
        )
        .describing("What it lists, and says of itself, may be out of date.")
        .remedied_by("wait for its cluster-version operator"),
        Finding::NotRetrieved(said) => {
            let summary = "The cluster does not say that its lists of updates are fresh";
            let reason = said.as_ref().map(reason).unwrap_or_default();
            let message = said.as_ref().map(|said| said.message.clone()).unwrap_or_default();
            Insight::new(uid, (Level::Warning, Impact::Unknown), format!("{summary}{reason}"))
                .describing(message)
                .remedied_by("see `upgrade channel` and `upgrade upstream`")
        }
        _ => return None,
    };
    Some(insight)
}

fn reason(said: &Condition) -> String {
    because(&said.reason)
}

fn not_listed(cluster: &Cluster, target: &Target) -> Insight {
    let updates = Updates::of(cluster);
    let listed = updates.all().map(|candidate| &candidate.release.version);
    let near = nearest::versions(target.version(), listed);
    let near: Vec<&str> = near.iter().map(|version| version.text()).collect();
    let channel = cluster.channel.as_deref().unwrap_or("none");
    let near = match near.as_slice() {
        [] => "It lists none at all.".to_owned(),
        near => format!("The nearest that it lists are {}.", near.join(", ")),
    };
    let to = target.version();
    Insight::new(
        "NotListed",
        (Level::Warning, Impact::Unknown),
        format!("The cluster lists no update to {to}"),
    )
    .describing(format!(
        "Nobody has judged it for this cluster, which follows the channel {channel}. {near}"
    ))
    .remedied_by(format!("see why with `upgrade why {to}`"))
}

/// Another request would be replaced.
fn pending(cluster: &Cluster, target: &Target) -> Option<Insight> {
    let pending = cluster.pending().filter(|asked| asked.version != target.version().text())?;
    let held = cluster.condition("ReleaseAccepted").filter(|said| said.status != Status::True);
    let summary = format!("{} is requested and not taken up yet", pending.label());
    Some(
        stalled("PendingRequest", Level::Warning, summary)
            .describing(held.map(|held| held.message.clone()).unwrap_or_default())
            .remedied_by("take it back with `upgrade --clear`"),
    )
}

/// What the cluster should say of itself and does not.
fn not_known(cluster: &Cluster, target: &Target) -> Vec<Insight> {
    let failing = cluster.condition("Failing").is_none().then(|| {
        stalled("FailingNotReported", Level::Unknown, "The cluster does not say whether it fails")
            .remedied_by("see whether its cluster-version operator runs")
    });
    let unknown = cluster.condition("Upgradeable").filter(|said| said.status == Status::Unknown);
    let upgradeable = unknown.filter(|_| target.leaves_the_minor()).map(|said| {
        let summary = format!(
            "Whether the cluster is ready for a later minor version is not known{}",
            reason(said)
        );
        stalled("UpgradeableUnknown", Level::Unknown, summary).describing(said.message.clone())
    });
    failing.into_iter().chain(upgradeable).collect()
}
