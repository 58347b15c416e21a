//! Whole updates, stepped by hand.

mod lists;
mod machine_config_nodes;
mod oddities;
mod requests;
mod rollouts;
mod troubles;

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::objects::{all, cluster_version, condition, text};
use crate::patch::Patch;
use crate::resource::MACHINES;
use crate::selector::Selector;
use crate::store::{Key, Mode, ObjectHalf};
use crate::{Scenario, World};

/// A scenario in whose time a test moves.
struct Play(World);

impl Play {
    fn new(scenario: &str) -> Self {
        Self(Scenario::find(scenario).unwrap().load())
    }

    fn pass(&mut self, time: &str) {
        let time: SignedDuration = time.parse().unwrap();
        let now = self.0.now().unwrap();
        self.0.step(now + time);
    }

    /// Writes as a client does.
    fn patch(&mut self, key: &Key, patch: Value) {
        let mode = Mode { half: ObjectHalf::Main, dry_run: false, ..Mode::PLAIN };
        self.0.store.patch(key, &Patch::Merge(patch), mode).unwrap();
    }

    fn spec(&mut self, spec: &Value) {
        self.patch(&cluster_version(), json!({"spec": spec}));
    }

    /// Requests an update as our client does: by version and image.
    fn request(&mut self, version: &str) {
        let image = self.image(version);
        self.spec(&json!({"desiredUpdate": {"version": version, "image": image, "architecture": "", "force": false}}));
    }

    fn image(&self, version: &str) -> String {
        let status = &self.version()["status"];
        let available = status["availableUpdates"].as_array().into_iter().flatten();
        let conditional = status["conditionalUpdates"].as_array().into_iter().flatten();
        let mut all = available.chain(conditional.map(|update| &update["release"]));
        let found = all.find(|release| release["version"] == version);
        found.unwrap_or_else(|| panic!("{version} is listed"))["image"].as_str().unwrap().to_owned()
    }

    fn version(&self) -> &Value {
        self.0.store.cluster_version().unwrap()
    }

    fn newest(&self) -> &Value {
        &self.version()["status"]["history"][0]
    }

    fn says(&self, kind: &str) -> (String, String, String) {
        let said = condition(self.version(), kind).cloned().unwrap_or_default();
        (
            text(&said, "/status").into(),
            text(&said, "/reason").into(),
            text(&said, "/message").into(),
        )
    }

    fn list(&self, group: &str, plural: &str) -> Vec<Value> {
        let all = all(group, plural);
        let found = self.0.store.list(&all, &Selector::default());
        found.into_iter().map(|(_, object)| object.clone()).collect()
    }

    fn pool(&self, name: &str) -> &Value {
        self.0.store.get(&Key::cluster(MACHINES, "machineconfigpools", name)).unwrap()
    }

    fn counts(&self, pool: &str) -> (i64, i64) {
        let status = &self.pool(pool)["status"];
        (status["updatedMachineCount"].as_i64().unwrap(), status["machineCount"].as_i64().unwrap())
    }

    /// Looks every simulated minute, and returns what each look found, without repetitions.
    fn watch<T: PartialEq>(&mut self, time: &str, context: impl Fn(&Self) -> T) -> Vec<T> {
        let time: SignedDuration = time.parse().unwrap();
        let mut seen: Vec<T> = Vec::new();
        for _ in 0..time.as_mins() {
            self.pass("1m");
            let now = context(self);
            if seen.last() != Some(&now) {
                seen.push(now);
            }
        }
        seen
    }
}
