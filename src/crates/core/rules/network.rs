//! A network plugin that the release no longer has.

use super::{UpdatePhase, UpdateTarget};
use crate::insight::{Impact, Insight, InsightCode, Level, Object};
use crate::objects::network::{KIND, NAME};
use crate::part::Part;
use crate::snapshot::Snapshot;

const SDN: &str = "OpenShiftSDN";
/// The first minor version without it. cluster-version-operator: pkg/readiness/network.go
const WITHOUT_SDN: (u64, u64) = (4, 17);

pub(super) fn check(
    snapshot: &Snapshot,
    _: UpdatePhase<'_>,
    target: Option<&UpdateTarget>,
) -> Part<Vec<Insight>> {
    let Some(target) = target else { return Part::Known(Vec::new()) };
    let release = target.version().numbers().map(|[major, minor, _]| (major, minor));
    if release.is_some_and(|release| release < WITHOUT_SDN) {
        return Part::Known(Vec::new());
    }
    let is_known = release.is_some();
    let found =
        |plugin: &String| (plugin == SDN).then(|| sdn(target, is_known)).into_iter().collect();
    snapshot.network.as_ref().map(found)
}

fn sdn(target: &UpdateTarget, is_known: bool) -> Insight {
    let to = target.version();
    let (level, verb) = if is_known {
        (Level::Error, "does not support")
    } else {
        (Level::Unknown, "may not support")
    };
    let summary = format!("{to} {verb} the network plugin {SDN}");
    Insight::new(InsightCode::NetworkPlugin, SDN, level, Impact::UpdateStalled, summary)
        .concerning(Object::new(KIND, NAME))
        .describing("OpenShift 4.17 and later have no OpenShiftSDN.")
        .remedied_by("migrate the cluster to OVN-Kubernetes first")
}
