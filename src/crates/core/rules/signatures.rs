//! Signatures of releases: a cluster that cannot fetch the signature of a release must have it in a
//! ConfigMap.

use std::collections::BTreeSet;

use super::{UpdatePhase, UpdateTarget};
use crate::cluster::Cluster;
use crate::condition_type::ClusterVersionCondition;
use crate::insight::{Impact, Insight, InsightCode, Level, Object};
use crate::links::DISCONNECTED;
use crate::part::Part;
use crate::snapshot::Snapshot;
use upgrade_graph::condition::Status;
use upgrade_graph::image;

const PUBLIC: &str = "https://api.openshift.com/";

/// Returns whether the cluster may be disconnected from signature stores: it has an update service
/// of its own, or none that responds. With signature stores of its own, it fetches them there.
pub fn are_needed(cluster: &Cluster) -> bool {
    let own = cluster.upstream.as_ref().is_some_and(|upstream| !upstream.starts_with(PUBLIC));
    let silent = !cluster.conditions.is(ClusterVersionCondition::RetrievedUpdates, Status::True);
    !cluster.signature_stores && (own || silent)
}

pub(super) fn check(
    snapshot: &Snapshot,
    _: UpdatePhase<'_>,
    target: Option<&UpdateTarget>,
) -> Part<Vec<Insight>> {
    let target = target.filter(|_| are_needed(&snapshot.cluster));
    let Some(target) = target else { return Part::Known(Vec::new()) };
    snapshot.signatures.as_ref().map(|signed| of_target(target, signed))
}

fn of_target(target: &UpdateTarget, signed: &BTreeSet<String>) -> Vec<Insight> {
    let to = target.version();
    let namespace = Object::new("Namespace", "openshift-config-managed");
    let insight = |uid: &str, level, summary: String| {
        Insight::new(InsightCode::Signature, uid, level, Impact::UpdateStalled, summary)
            .concerning(namespace.clone())
            .remedied_by(
                "mirror the release with its signature, then apply the resulting ConfigMap",
            )
            .see(DISCONNECTED)
    };
    let unsigned =
        |image: &&String| image::digest(image).is_none_or(|digest| !signed.contains(digest));
    match target.images.iter().filter(unsigned).count() {
        _ if target.images.is_empty() => {
            let summary = format!("Cannot check the signature of {to}");
            let said = "The cluster seems to be disconnected and does not report the release, \
                 so its digest is unknown.";
            vec![insight("ReleaseSignatureUnknown", Level::Unknown, summary).describing(said)]
        }
        0 => Vec::new(),
        _ => {
            let summary = format!("The cluster has no signature of {to}");
            let said = "The cluster seems to be disconnected: it cannot verify the release unless a \
                        ConfigMap labeled release.openshift.io/verification-signatures holds its signature.";
            vec![insight("ReleaseSignatureMissing", Level::Warning, summary).describing(said)]
        }
    }
}
