//! Machine config pools: which nodes belong to them, which are next, and how far they are.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::objects::{ConditionWrite, all, at, condition, is, name, number, text};
use super::rollout::{LAST, RolloutTarget};
use super::{StepContext, machine_config_nodes, machine_config_operator, nodes};
use crate::resource::{CONFIG, MACHINES};
use crate::selector::selects;
use crate::store::Key;
use crate::validate::{ValidationRound, share};

const CONTROL_PLANE: &str = "master";
const DEGRADED: &str = "RequiredPoolsFailed";

/// The nodes of each pool.
type Members = BTreeMap<String, Vec<Key>>;

/// Names the configuration that a release renders for a pool.
pub(crate) fn rendered(pool: &str, image: &str) -> String {
    let (high, low) = (number(1, image), number(2, image));
    format!("rendered-{pool}-{high:016x}{low:016x}")
}

pub(super) fn roll(context: &mut StepContext<'_>) {
    let pools = context.keys(&all(MACHINES, "machineconfigpools"));
    let members = members(context);
    render(context, &pools);
    machine_config_nodes::roll(context);
    for key in &pools {
        let members = members.get(&key.name).map(Vec::as_slice).unwrap_or_default();
        update(context, key, members);
        report(context, key, members);
        for node in members {
            machine_config_nodes::report(context, &key.name, node);
        }
    }
    report_node(context);
    context.store.away = is_away(context, &members);
}

/// Reports the progress of each pool.
pub(super) fn settle(context: &mut StepContext<'_>) {
    let members = members(context);
    for key in context.keys(&all(MACHINES, "machineconfigpools")) {
        let members = members.get(&key.name).map(Vec::as_slice).unwrap_or_default();
        report(context, &key, members);
        for node in members {
            machine_config_nodes::report(context, &key.name, node);
        }
    }
}

/// Returns whether the control plane's nodes run what the release has for them.
pub(super) fn control_plane_is_done(context: &StepContext<'_>) -> bool {
    let Ok(pool) = context.store.get(&control_plane()) else { return true };
    let wanted = rendered(CONTROL_PLANE, text(context.version(), "/status/desired/image"));
    text(pool, "/spec/configuration/name") == wanted
        && text(pool, "/status/configuration/name") == wanted
}

fn control_plane() -> Key {
    Key::cluster(MACHINES, "machineconfigpools", CONTROL_PLANE)
}

/// Once it is the turn of the last operator, pools get the configuration of the new release.
fn render(context: &mut StepContext<'_>, pools: &[Key]) {
    let target = RolloutTarget::new(context.version());
    let Ok(operator) = context.store.get(&Key::cluster(CONFIG, "clusteroperators", LAST)) else {
        return;
    };
    if !machine_config_operator::runs(operator, &target) {
        return;
    }
    for key in pools {
        let config = rendered(&key.name, &target.image);
        context.store.add(&Key::cluster(MACHINES, "machineconfigs", &config), || {
            machine_config(&config, &target.version)
        });
        context
            .store
            .amend(key, |pool| *at(pool, &["spec", "configuration", "name"]) = json!(config));
    }
}

pub(crate) fn machine_config(name: &str, version: &str) -> Value {
    json!({
        "apiVersion": format!("{MACHINES}/v1"), "kind": "MachineConfig",
        "metadata": {"name": name, "annotations": {format!("{MACHINES}/release-image-version"): version}},
        "spec": {"osImageURL": ""},
    })
}

/// Gives each node to one pool: the control plane's, else a custom one, else that of the workers.
fn members(context: &StepContext<'_>) -> Members {
    let rank = |pool: &Value| match name(pool) {
        CONTROL_PLANE => 0,
        "worker" => 2,
        _ => 1,
    };
    let mut pools = context.list(&all(MACHINES, "machineconfigpools"));
    pools.sort_by_key(|(_, pool)| rank(pool));
    let mut members = Members::new();
    for (key, node) in context.list(&all("", "nodes")) {
        let owner = pools.iter().find(|(_, pool)| selects(&pool["spec"]["nodeSelector"], node));
        if let Some((owner, _)) = owner {
            members.entry(owner.name.clone()).or_default().push(key.clone());
        }
    }
    members
}

/// Gets on with the nodes that are on their way, and begins the next ones if there is room.
fn update(context: &mut StepContext<'_>, key: &Key, members: &[Key]) {
    let Ok(pool) = context.store.get(key) else { return };
    let target = text(pool, "/spec/configuration/name").to_owned();
    let paused = pool["spec"]["paused"] == true;
    let room = share(&pool["spec"]["maxUnavailable"], members.len() as u64, ValidationRound::Down);
    let room = usize::try_from(room.unwrap_or(1).max(1)).unwrap_or(usize::MAX);
    let is = |context: &StepContext<'_>, key: &Key, which: fn(&Value) -> bool| {
        context.store.get(key).is_ok_and(which)
    };
    let (busy, idle): (Vec<&Key>, Vec<&Key>) =
        members.iter().partition(|key| is(context, key, nodes::is_busy));
    for node in &busy {
        let refuge = idle.iter().find(|key| is(context, key, nodes::is_ready));
        nodes::go_on(context, node, refuge.map(|key| key.name.as_str()));
    }
    let behind = |context: &StepContext<'_>, key: &Key| {
        context.store.get(key).is_ok_and(|node| nodes::current(node) != target)
    };
    let next = idle.into_iter().filter(|_| !paused && !target.is_empty());
    let next: Vec<&Key> = next.filter(|key| behind(context, key)).collect();
    for node in next.into_iter().take(room.saturating_sub(busy.len())) {
        nodes::begin(context, node, &target);
    }
}

fn report(context: &mut StepContext<'_>, key: &Key, members: &[Key]) {
    let now = context.now;
    let fresh: Vec<Value> =
        members.iter().filter_map(|node| context.store.get(node).ok().cloned()).collect();
    context.store.amend(key, |pool| {
        let target = text(pool, "/spec/configuration/name").to_owned();
        let updated = |node: &&Value| nodes::current(node) == target && !nodes::is_busy(node);
        let count = |which: &dyn Fn(&&Value) -> bool| fresh.iter().filter(which).count();
        let ill: Vec<String> = fresh.iter().filter_map(nodes::complaint).collect();
        let done = count(&updated) == fresh.len();
        if done {
            *at(pool, &["status", "configuration"]) = json!({"name": target});
        }
        let generation = pool["metadata"]["generation"].clone();
        let paused = pool["spec"]["paused"] == true;
        let away = count(&|node| nodes::is_busy(node) || !nodes::is_ready(node));
        for (field, value) in [
            ("observedGeneration", generation),
            ("machineCount", json!(fresh.len())),
            ("updatedMachineCount", json!(count(&updated))),
            ("readyMachineCount", json!(count(&|node| updated(node) && nodes::is_ready(node)))),
            ("unavailableMachineCount", json!(away)),
            ("degradedMachineCount", json!(ill.len())),
        ] {
            *at(pool, &["status", field]) = value;
        }
        let state = PoolState { target: &target, done, paused, ill: &ill.join(", ") };
        for says in conditions(&state).each_ref().map(Owned::says) {
            says.write(pool, now);
        }
    });
}

/// A degraded control plane is the business of the operator that updates it.
fn report_node(context: &mut StepContext<'_>) {
    let Ok(pool) = context.store.get(&control_plane()) else { return };
    let why = condition(pool, "NodeDegraded").map(|said| text(said, "/message"));
    let why = why
        .filter(|_| is(pool, "Degraded", "True"))
        .map(|why| format!("error required MachineConfigPool {CONTROL_PLANE} is not ready: {why}"));
    let now = context.now;
    context.store.amend(&Key::cluster(CONFIG, "clusteroperators", LAST), |operator| {
        let ours = condition(operator, "Degraded").is_some_and(|said| said["reason"] == DEGRADED);
        let says = match &why {
            Some(message) => {
                ConditionWrite { kind: "Degraded", status: "True", reason: DEGRADED, message }
            }
            None => ConditionWrite {
                kind: "Degraded",
                status: "False",
                reason: "AsExpected",
                message: "",
            },
        };
        if ours || why.is_some() {
            says.write(operator, now);
        }
    });
}

/// A condition whose message was made.
struct Owned(&'static str, bool, &'static str, String);

impl Owned {
    fn says(&self) -> ConditionWrite<'_> {
        let Self(kind, holds, reason, message) = self;
        let status = if *holds { "True" } else { "False" };
        ConditionWrite { kind, status, reason, message }
    }
}

/// How far a pool is.
struct PoolState<'a> {
    target: &'a str,
    done: bool,
    paused: bool,
    /// What its nodes complain of; empty where none does.
    ill: &'a str,
}

fn conditions(state: &PoolState<'_>) -> [Owned; 5] {
    let PoolState { target, done, paused, ill } = *state;
    let text = |holds: bool, text: String| if holds { text } else { String::new() };
    let updating = if paused {
        format!("Pool is paused; will not update to {target}")
    } else {
        format!("All nodes are updating to {target}")
    };
    let degraded = !ill.is_empty();
    let reason = |holds: bool, reason: &'static str| if holds { reason } else { "" };
    [
        Owned("Updated", done, "", text(done, format!("All nodes are updated with {target}"))),
        Owned("Updating", !done && !paused, "", text(!done, updating)),
        Owned("NodeDegraded", degraded, reason(degraded, "NodesReporting"), ill.to_owned()),
        Owned("RenderDegraded", false, "", String::new()),
        Owned("Degraded", degraded, "", String::new()),
    ]
}

/// A single control plane node that reboots stops the API server.
fn is_away(context: &StepContext<'_>, members: &Members) -> bool {
    let control_plane = members.get(CONTROL_PLANE).map(Vec::as_slice).unwrap_or_default();
    matches!(control_plane, [only] if context.store.get(only).is_ok_and(nodes::is_starting))
}
