//! `admin-gates`: what an administrator has to acknowledge before the next minor version.

use super::{Blind, Facts, Target};
use crate::domain::ack;
use crate::domain::links::PREPARING;
use crate::domain::precheck::insight::{Impact, Insight, Level, Object};

pub(super) fn look(facts: &Facts, target: &Target) -> Result<Vec<Insight>, Blind> {
    if !target.leaves_the_minor() {
        return Ok(Vec::new());
    }
    let maps = facts.gates.seen()?;
    if maps.gates.is_none() {
        let why = "ConfigMap openshift-config-managed/admin-gates is not in the files";
        return Err(Blind::Unseen { why: why.to_owned() });
    }
    let open = ack::gates(&facts.cluster, maps).into_iter().filter(ack::Gate::is_open);
    Ok(open
        .map(|gate| {
            let name = &gate.name;
            let summary = format!("Admin gate {name} is not acknowledged");
            Insight::new(
                format!("AdminAck-{name}"),
                (Level::Warning, Impact::UpdateStalled),
                summary,
            )
            .of(Object::within("ConfigMap", "openshift-config-managed", "admin-gates"))
            .describing(gate.text.clone())
            .remedied_by(format!("do what it says, then acknowledge it: `upgrade ack {name}`"))
            .see(PREPARING)
        })
        .collect())
}
