//! `admin-gates`: what an administrator has to acknowledge before the next minor version.

use super::Target;
use crate::domain::ack;
use crate::domain::gate_maps::Maps;
use crate::domain::links::PREPARING;
use crate::domain::part::Part;
use crate::domain::precheck::insight::{Impact, Insight, Level, Object};
use crate::domain::snapshot::Snapshot;

pub(super) fn look(snapshot: &Snapshot, target: &Target) -> Part<Vec<Insight>> {
    if !target.leaves_the_minor() {
        return Part::Known(Vec::new());
    }
    snapshot.gates.as_ref().and_then(|maps| match maps.gates {
        Some(_) => Part::Known(open(snapshot, maps)),
        None => {
            Part::unreadable("ConfigMap openshift-config-managed/admin-gates is not in the files")
        }
    })
}

fn open(snapshot: &Snapshot, maps: &Maps) -> Vec<Insight> {
    let open = ack::gates(&snapshot.cluster, maps).into_iter().filter(ack::Gate::is_open);
    open.map(|gate| {
        let name = &gate.name;
        let summary = format!("Admin gate {name} is not acknowledged");
        Insight::new(format!("AdminAck-{name}"), (Level::Warning, Impact::UpdateStalled), summary)
            .of(Object::within("ConfigMap", "openshift-config-managed", "admin-gates"))
            .describing(gate.text.clone())
            .remedied_by(format!("do what it says, then acknowledge it: `upgrade ack {name}`"))
            .see(PREPARING)
    })
    .collect()
}
