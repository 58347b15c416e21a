//! Rolls out a release: the cluster's operators, one after another.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::history::rolling;
use super::objects::{ConditionWrite, all, at, condition, is, name, text};
use super::{StepContext, machine_config_operator, pools};
use crate::resource::CONFIG;
use crate::store::Key;

/// The operators of a cluster in the order in which they are updated, and the seconds each takes.
pub(crate) const OPERATORS: [(&str, i64); 31] = [
    ("config-operator", 30),
    ("etcd", 150),
    ("kube-apiserver", 420),
    ("kube-controller-manager", 180),
    ("kube-scheduler", 150),
    ("cloud-controller-manager", 30),
    ("cloud-credential", 20),
    ("machine-api", 40),
    ("machine-approver", 20),
    ("openshift-apiserver", 150),
    ("authentication", 120),
    ("baremetal", 20),
    ("cluster-autoscaler", 20),
    ("console", 60),
    ("csi-snapshot-controller", 30),
    ("image-registry", 60),
    ("ingress", 90),
    ("insights", 20),
    ("kube-storage-version-migrator", 20),
    ("marketplace", 30),
    ("monitoring", 180),
    ("node-tuning", 40),
    ("openshift-controller-manager", 60),
    ("openshift-samples", 30),
    ("operator-lifecycle-manager", 30),
    ("operator-lifecycle-manager-packageserver", 40),
    ("service-ca", 30),
    ("storage", 60),
    ("dns", 120),
    ("network", 240),
    (LAST, 60),
];

/// Comes last, and is done when the control plane's nodes are.
pub(super) const LAST: &str = "machine-config";

/// The release that operators are to have.
pub(super) struct RolloutTarget {
    pub(super) version: String,
    pub(super) image: String,
    /// What an operator of that version has that does not report it: the image that ran under the
    /// same version before, as in an update to multi-architecture.
    unsaid: String,
}

const IMAGE: &str = "release-image"; // of the versions that an operator tells

impl RolloutTarget {
    pub(super) fn new(cluster: &Value) -> Self {
        let version = text(cluster, "/status/desired/version").to_owned();
        let image = text(cluster, "/status/desired/image").to_owned();
        let history = cluster["status"]["history"].as_array().into_iter().flatten();
        let mut completed = history.filter(|past| past["state"] == "Completed");
        let before = completed.find(|past| past["version"] == version.as_str());
        let before = before.and_then(|past| past["image"].as_str().map(str::to_owned));
        Self { unsaid: before.unwrap_or_else(|| image.clone()), version, image }
    }

    /// Returns what an operator says on its way there.
    pub(super) fn working(&self) -> String {
        format!("Working towards {}", self.version)
    }

    pub(super) fn is_reached_by(&self, operator: &Value) -> bool {
        reported_versions(operator, "operator") == Some(&self.version)
            && reported_versions(operator, IMAGE).unwrap_or(&self.unsaid) == self.image
    }

    fn write(&self, operator: &mut Value) {
        let versions = at(operator, &["status", "versions"]);
        for (name, version) in [("operator", &self.version), (IMAGE, &self.image)] {
            let entry = json!({"name": name, "version": version});
            match versions.as_array_mut() {
                Some(all) => match all.iter_mut().find(|one| one["name"] == name) {
                    Some(known) => *known = entry,
                    None => all.push(entry),
                },
                None => *versions = json!([entry]),
            }
        }
    }
}

/// Returns the version of something that an operator tells.
pub(super) fn reported_versions<'a>(operator: &'a Value, of: &str) -> Option<&'a str> {
    let versions = operator["status"]["versions"].as_array()?;
    versions.iter().find(|entry| entry["name"] == of)?["version"].as_str()
}

/// Returns the operators that are to be updated, in their order.
pub(super) fn operators<'a>(context: &'a StepContext<'_>) -> Vec<(&'a Key, &'a Value)> {
    let mut operators = context.list(&all(CONFIG, "clusteroperators"));
    let place = |name: &str| OPERATORS.iter().position(|(known, _)| *known == name);
    // One that is not known comes before the last of those that are.
    let rank = |name: &str| place(name).map_or(2 * OPERATORS.len() - 3, |place| 2 * place);
    operators.sort_by_key(|(key, _)| rank(&key.name));
    operators
}

pub(super) fn roll(context: &mut StepContext<'_>) {
    if !rolling(context.version()) {
        return;
    }
    let target = RolloutTarget::new(context.version());
    let mut operators = operators(context).into_iter();
    let Some((key, operator)) = operators.find(|(_, operator)| !target.is_reached_by(operator))
    else {
        return;
    };
    let (key, message) = (key.clone(), target.working());
    if !is(operator, "Progressing", "True") || !reports(operator, &message) {
        if key.name == LAST {
            machine_config_operator::deploy(context, &target.image);
        }
        return progressing(context, &key, "True", "Updating", &message);
    }
    if trouble(context, &key, &target.image) {
        return;
    }
    let seconds = OPERATORS.iter().find(|(known, _)| *known == key.name).map_or(60, |(_, s)| *s);
    let what = format!("operator {} to {}", key.name, target.image);
    let done = context.done(&what, SignedDuration::from_secs(seconds));
    if done && (key.name != LAST || pools::control_plane_is_done(context)) {
        context.store.amend(&key, |operator| {
            target.write(operator);
            if name(operator) == LAST {
                let image = machine_config_operator::image(&target.image);
                machine_config_operator::report(operator, &image);
            }
        });
        let message = format!("Deployed version {}", target.version);
        progressing(context, &key, "False", "AsExpected", &message);
    }
}

fn reports(operator: &Value, message: &str) -> bool {
    condition(operator, "Progressing").is_some_and(|condition| condition["message"] == message)
}

fn progressing(
    context: &mut StepContext<'_>,
    key: &Key,
    status: &str,
    reason: &str,
    message: &str,
) {
    let now = context.now;
    let says = ConditionWrite { kind: "Progressing", status, reason, message };
    context.store.amend(key, |operator| says.write(operator, now));
}

/// Returns whether an operator is failing, and so does not progress. A trouble of the scenario
/// starts when its operator is updated, and ends after its time; any other stays until it is
/// resolved.
fn trouble(context: &mut StepContext<'_>, key: &Key, image: &str) -> bool {
    let scripted = context.settings.troubles.iter().find(|trouble| trouble.operator == key.name);
    let now = context.now;
    if let Some(trouble) = scripted {
        let over = context.ripe(&format!("trouble of {} on {image}", key.name), trouble.lasts);
        let (reason, message) = (trouble.reason.as_str(), trouble.message.as_str());
        let says = if over {
            ConditionWrite { kind: "Degraded", status: "False", reason: "AsExpected", message: "" }
        } else {
            ConditionWrite { kind: "Degraded", status: "True", reason, message }
        };
        context.store.amend(key, |operator| says.write(operator, now));
    }
    context.store.get(key).is_ok_and(|operator| UnhealthyOperator::new(operator).is_some())
}

/// An operator that does not do its work.
#[derive(Debug, Clone)]
pub(super) struct UnhealthyOperator {
    pub(super) name: String,
    pub(super) available: bool,
    said: String,
}

impl UnhealthyOperator {
    pub(super) fn new(operator: &Value) -> Option<Self> {
        let held = |kind, status| condition(operator, kind).filter(|_| is(operator, kind, status));
        let gone = held("Available", "False");
        let said = gone.or_else(|| held("Degraded", "True"))?;
        Some(Self {
            name: name(operator).to_owned(),
            available: gone.is_none(),
            said: format!("{}: {}", text(said, "/reason"), text(said, "/message")),
        })
    }

    pub(super) fn is_what(&self) -> &'static str {
        if self.available { "degraded" } else { "not available" }
    }

    pub(super) fn message(&self) -> String {
        format!("Cluster operator {} is {}:\n{}", self.name, self.is_what(), self.said)
    }
}
