//! Machine config pools: which nodes belong to them, which are next, and how far they are.

use serde_json::{Value, json};

use super::objects::{CONFIG, MACHINES, Says, all, condition, name, number, text};
use super::rollout::{LAST, is_at};
use super::{Look, nodes};
use crate::lab::store::Key;

const CONTROL_PLANE: &str = "master";

/// Names the configuration that a release renders for a pool.
pub(crate) fn rendered(pool: &str, image: &str) -> String {
    let (high, low) = (number(1, image), number(2, image));
    format!("rendered-{pool}-{high:016x}{low:016x}")
}

pub(super) fn roll(look: &mut Look<'_>) {
    let pools = look.list(&all(MACHINES, "machineconfigpools"));
    render(look, &pools);
    for (key, _) in &pools {
        let members = members(look, &pools, &key.name);
        update(look, key, &members);
        report(look, key, &members);
    }
    look.store.away = is_away(look, &pools);
}

/// Says of each pool how far it is.
pub(super) fn settle(look: &mut Look<'_>) {
    let pools = look.list(&all(MACHINES, "machineconfigpools"));
    for (key, _) in &pools {
        let members = members(look, &pools, &key.name);
        report(look, key, &members);
    }
}

/// Returns whether the control plane's nodes run what the release has for them.
pub(super) fn control_plane_is_done(look: &Look<'_>) -> bool {
    let Ok(pool) = look.store.get(&Key::cluster(MACHINES, "machineconfigpools", CONTROL_PLANE))
    else {
        return true;
    };
    let wanted = rendered(CONTROL_PLANE, text(look.version(), "/status/desired/image"));
    text(pool, "/spec/configuration/name") == wanted
        && text(pool, "/status/configuration/name") == wanted
}

/// Once it is the turn of the last operator, pools get the configuration of the new release.
fn render(look: &mut Look<'_>, pools: &[(Key, Value)]) {
    let version = text(look.version(), "/status/desired/version").to_owned();
    let image = text(look.version(), "/status/desired/image").to_owned();
    let Ok(operator) = look.store.get(&Key::cluster(CONFIG, "clusteroperators", LAST)) else {
        return;
    };
    let working = condition(operator, "Progressing").is_some_and(|said| {
        said["status"] == "True" && said["message"] == format!("Working towards {version}")
    });
    if !working && !is_at(operator, &version) {
        return;
    }
    for (key, _) in pools {
        let config = rendered(&key.name, &image);
        look.store.add(&Key::cluster(MACHINES, "machineconfigs", &config), || {
            machine_config(&config, &version)
        });
        look.store.amend(key, |pool| pool["spec"]["configuration"]["name"] = json!(config));
    }
}

pub(crate) fn machine_config(name: &str, version: &str) -> Value {
    json!({
        "apiVersion": format!("{MACHINES}/v1"), "kind": "MachineConfig",
        "metadata": {"name": name, "annotations": {format!("{MACHINES}/release-image-version"): version}},
        "spec": {"osImageURL": ""},
    })
}

/// Returns the nodes of a pool: the control plane's first, then those of custom pools, then the rest.
fn members(look: &Look<'_>, pools: &[(Key, Value)], of: &str) -> Vec<(Key, Value)> {
    let selected = |pool: &Value, node: &Value| {
        let labels = pool["spec"]["nodeSelector"]["matchLabels"].as_object();
        labels.is_some_and(|labels| {
            labels.iter().all(|(name, value)| node["metadata"]["labels"].get(name) == Some(value))
        })
    };
    let rank = |pool: &Value| match name(pool) {
        CONTROL_PLANE => 0,
        "worker" => 2,
        _ => 1,
    };
    let owner = |node: &Value| {
        let mut pools: Vec<&Value> =
            pools.iter().map(|(_, pool)| pool).filter(|pool| selected(pool, node)).collect();
        pools.sort_by_key(|pool| rank(pool));
        pools.first().map(|pool| name(pool).to_owned())
    };
    let nodes = look.list(&all("", "nodes")).into_iter();
    nodes.filter(|(_, node)| owner(node).as_deref() == Some(of)).collect()
}

/// Gets on with the nodes that are on their way, and begins the next ones if there is room.
fn update(look: &mut Look<'_>, key: &Key, members: &[(Key, Value)]) {
    let Ok(pool) = look.store.get(key).cloned() else { return };
    let target = text(&pool, "/spec/configuration/name");
    let paused = pool["spec"]["paused"] == true;
    let room = pool["spec"]["maxUnavailable"].as_u64().unwrap_or(1).max(1);
    let mut busy = 0;
    for (node, object) in members {
        if nodes::is_busy(object) {
            busy += 1;
            let refuge =
                members.iter().find(|(other, object)| other != node && !nodes::is_busy(object));
            nodes::go_on(look, node, refuge.map(|(key, _)| key.name.as_str()));
        }
    }
    for (node, object) in members {
        let idle = !nodes::is_busy(object);
        if idle && !paused && busy < room && nodes::current(object) != target && !target.is_empty()
        {
            busy += 1;
            nodes::begin(look, node, target);
        }
    }
}

fn report(look: &mut Look<'_>, key: &Key, members: &[(Key, Value)]) {
    let now = look.now;
    let fresh: Vec<Value> =
        members.iter().filter_map(|(node, _)| look.store.get(node).ok().cloned()).collect();
    look.store.amend(key, |pool| {
        let target = text(pool, "/spec/configuration/name").to_owned();
        let updated = |node: &&Value| nodes::current(node) == target && !nodes::is_busy(node);
        let count = |which: &dyn Fn(&&Value) -> bool| fresh.iter().filter(which).count();
        let ill: Vec<String> = fresh.iter().filter_map(nodes::complaint).collect();
        let done = count(&updated) == fresh.len();
        if done {
            pool["status"]["configuration"] = json!({"name": target});
        }
        let generation = pool["metadata"]["generation"].clone();
        let paused = pool["spec"]["paused"] == true;
        let status = &mut pool["status"];
        status["observedGeneration"] = generation;
        status["machineCount"] = json!(fresh.len());
        status["updatedMachineCount"] = json!(count(&updated));
        status["readyMachineCount"] = json!(count(&|node| updated(node) && nodes::is_ready(node)));
        status["unavailableMachineCount"] =
            json!(count(&|node| nodes::is_busy(node) || !nodes::is_ready(node)));
        status["degradedMachineCount"] = json!(ill.len());
        for says in conditions(&target, (done, paused), &ill.join(", ")).each_ref().map(Owned::says)
        {
            says.on(&mut status["conditions"], now);
        }
    });
}

/// A condition whose message was made.
struct Owned(&'static str, bool, &'static str, String);

impl Owned {
    fn says(&self) -> Says<'_> {
        let Self(kind, holds, reason, message) = self;
        let status = if *holds { "True" } else { "False" };
        Says { kind, status, reason, message }
    }
}

fn conditions(target: &str, (done, paused): (bool, bool), ill: &str) -> [Owned; 5] {
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

/// A single control plane node that starts anew takes the API server with it.
fn is_away(look: &Look<'_>, pools: &[(Key, Value)]) -> bool {
    let control_plane = members(look, pools, CONTROL_PLANE);
    matches!(control_plane.as_slice(), [(_, only)] if !nodes::is_ready(only))
}
