//! `machine-config-pools`: those whose machines would stay behind.

use super::{Target, because};
use crate::domain::links::{MACHINES, PAUSED};
use crate::domain::part::Part;
use crate::domain::pool::Pool;
use crate::domain::precheck::insight::{Impact, Insight, Level, Object};
use crate::domain::snapshot::Snapshot;

pub(super) fn look(snapshot: &Snapshot, _: &Target) -> Part<Vec<Insight>> {
    snapshot.pools.as_ref().map(|pools| pools.iter().flat_map(of_pool).collect())
}

fn of_pool(pool: &Pool) -> Vec<Insight> {
    let name = &pool.name;
    let insight = |what: &str, level, sentence: &str| {
        let summary = format!("Machine config pool {name} {sentence}");
        let uid = format!("MachineConfigPool{what}-{name}");
        Insight::new(uid, (level, Impact::UpdateStalled), summary)
            .in_pool(Some(name))
            .of(Object::new("MachineConfigPool", name))
    };
    let grave = if pool.is_control_plane() { Level::Error } else { Level::Warning };
    let paused = pool.paused.then(|| {
        insight("Paused", grave, "is paused")
            .describing("Its machines stay on the release that they run until it is resumed.")
            .remedied_by(format!(
                "resume it: `oc patch machineconfigpool {name} --type merge -p \
                 '{{\"spec\":{{\"paused\":false}}}}'`"
            ))
            .see(PAUSED)
    });
    let degraded = pool.degraded().map(|said| {
        let sentence = format!("is degraded{}", because(&said.reason));
        insight("Degraded", Level::Error, &sentence)
            .describing(said.message.clone())
            .remedied_by(format!("mend it first: `oc describe machineconfigpool {name}`"))
            .see(MACHINES)
    });
    paused.into_iter().chain(degraded).collect()
}
