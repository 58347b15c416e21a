//! Admin gates that must be acknowledged before a minor version update.

use super::{UpdatePhase, UpdateTarget};
use crate::admin_gates;
use crate::insight::{Impact, Insight, InsightCode, Level, Object};
use crate::links::PREPARING;
use crate::objects::config_map::GateMaps;
use crate::part::Part;
use crate::snapshot::Snapshot;

pub(super) fn check(
    snapshot: &Snapshot,
    _: UpdatePhase<'_>,
    target: Option<&UpdateTarget>,
) -> Part<Vec<Insight>> {
    if !target.is_some_and(UpdateTarget::leaves_the_minor) {
        return Part::Known(Vec::new());
    }
    snapshot.gates.as_ref().and_then(|maps| match maps.gates {
        Some(_) => Part::Known(open(snapshot, maps)),
        None => Part::unreadable("no ConfigMap openshift-config-managed/admin-gates in the files"),
    })
}

fn open(snapshot: &Snapshot, maps: &GateMaps) -> Vec<Insight> {
    let open = admin_gates::gates(&snapshot.cluster, maps)
        .into_iter()
        .filter(admin_gates::AdminGate::is_open);
    open.map(|gate| {
        let name = &gate.name;
        let summary = format!("Admin gate {name} is not acknowledged");
        let (code, uid) = (InsightCode::AdminGate, format!("AdminAck-{name}"));
        Insight::new(code, uid, Level::Warning, Impact::UpdateStalled, summary)
            .concerning(Object::within("ConfigMap", "openshift-config-managed", "admin-gates"))
            .describing(gate.text.clone())
            .remedied_by(format!("follow its instructions, then run `upgrade ack {name}`"))
            .see(PREPARING)
    })
    .collect()
}
