//! etcd members that are not ready: an update restarts the others one by one.

use jiff::{SignedDuration, Timestamp};

use super::{UpdatePhase, UpdateTarget, message};
use crate::condition_type::PodCondition;
use crate::insight::{Impact, Insight, InsightCode, Level, Object};
use crate::objects::cluster_operator::Operator;
use crate::objects::etcd::{EtcdPod, NAMESPACE, OPERATOR};
use crate::part::Part;
use crate::snapshot::Snapshot;
use upgrade_graph::condition::Status;

/// During an update, members restart. As for cluster operators, five minutes are normal.
const GRACE: SignedDuration = SignedDuration::from_mins(5);

pub(super) fn check(
    snapshot: &Snapshot,
    phase: UpdatePhase<'_>,
    _: Option<&UpdateTarget>,
) -> Part<Vec<Insight>> {
    if is_elsewhere(snapshot) {
        return Part::Known(Vec::new());
    }
    let of_pod = |pod: &EtcdPod| not_ready(pod, snapshot, phase);
    snapshot.etcd.as_ref().map(|pods| match pods.as_slice() {
        [] => vec![none_found()],
        pods => pods.iter().filter_map(of_pod).collect(),
    })
}

// cluster-version-operator: pkg/readiness/etcd_health.go
fn is_elsewhere(snapshot: &Snapshot) -> bool {
    let has_operator = |all: &Vec<Operator>| all.iter().any(|operator| operator.name == OPERATOR);
    snapshot.is_hosted() || !snapshot.operators.known().is_none_or(has_operator)
}

fn not_ready(pod: &EtcdPod, snapshot: &Snapshot, phase: UpdatePhase<'_>) -> Option<Insight> {
    let said = pod.conditions.get(PodCondition::Ready);
    let (level, sentence) = match said.map_or(Status::Unknown, |said| said.status) {
        Status::True => return None,
        Status::False => (Level::Error, "is not ready"),
        Status::Unknown => (Level::Unknown, "may not be ready"),
    };
    let since = said.and_then(|said| said.since);
    if phase.is_during() && (is_updating(pod, snapshot) || is_recent(since, snapshot)) {
        return None;
    }
    let name = &pod.name;
    let summary = format!("etcd pod {name} {sentence}");
    let code = InsightCode::EtcdNotReady;
    let uid = format!("EtcdPodNotReady-{name}");
    Some(
        Insight::new(code, uid, level, Impact::ApiAvailability, summary)
            .concerning(Object::within("Pod", NAMESPACE, name))
            .since(since)
            .describing(said.map_or_else(|| "The pod does not report Ready.".to_owned(), message))
            .remedied_by(format!(
                "repair the etcd member first, see `oc describe pod -n {NAMESPACE} {name}`"
            )),
    )
}

fn is_recent(since: Option<Timestamp>, snapshot: &Snapshot) -> bool {
    since.is_some_and(|since| snapshot.instant().duration_since(since) < GRACE)
}

/// The member of a rebooting node is missing until the node is back.
fn is_updating(pod: &EtcdPod, snapshot: &Snapshot) -> bool {
    let mut nodes = snapshot.nodes.items().iter().filter(|node| node.name == pod.node);
    nodes.any(|node| node.current != node.desired || node.is_drained_for_update())
}

fn none_found() -> Insight {
    let summary = format!("No etcd pods found in namespace {NAMESPACE}");
    let (code, uid) = (InsightCode::EtcdNotReady, "EtcdPodsMissing");
    Insight::new(code, uid, Level::Unknown, Impact::ApiAvailability, summary)
        .concerning(Object::new("ClusterOperator", OPERATOR))
        .describing("The cluster operator etcd exists, but no pod is labeled app=etcd.")
        .remedied_by(format!("check etcd, see `oc describe clusteroperator {OPERATOR}`"))
}
