//! The UpdateStatus of a cluster, and what is needed to maintain it.

use futures::StreamExt;
use http::StatusCode;
use jiff::Timestamp;
use kube::api::ListParams;
use serde_json::{Value, json};

use super::collection::AT_ONCE;
use super::live::Live;
use super::resource::{ObjectRef, ResourceRef, UPDATE_STATUS, Write, is_name};
use super::write::WriteOutcome;
use crate::error::{Error, Result};
use upgrade_core::insight::Object;
use upgrade_core::objects::cluster_version::management::Management;
use upgrade_core::objects::machine_set;
use upgrade_core::objects::update_api::UpdateStatusStatus;
use upgrade_core::update_status::asking::StatusRequest;
use upgrade_core::update_status::conditions::MachineSet;
use upgrade_core::update_status::object;

const MACHINES: &str = "/apis/machine.openshift.io/v1beta1/namespaces";
/// The label for the MachineSet of a machine.
const MADE_BY: &str = "machine.openshift.io/cluster-api-machineset";

/// An UpdateStatus as it was read.
pub(crate) struct StoredStatus {
    pub(crate) status: UpdateStatusStatus,
    pub(crate) request: StatusRequest,
    revision: Value,
}

impl StoredStatus {
    fn new(object: &Value) -> Self {
        let revision = object["metadata"]["resourceVersion"].clone();
        Self { status: object::stored(object), request: object::request(object), revision }
    }
}

impl Live {
    /// Reads the UpdateStatus, and creates it if there is none.
    pub(crate) async fn update_status_to_fill(&self) -> Result<StoredStatus> {
        let object = match self.get(UPDATE_STATUS).await {
            Ok(object) => object,
            Err(fault) if fault.names_a_missing_object() => {
                let empty = object::empty();
                match self.write(UPDATE_STATUS, Write::Create(&empty), false).await? {
                    WriteOutcome::Stored(object) => object,
                    // Another client was faster; its object counts.
                    WriteOutcome::Conflict(_) => self
                        .get(UPDATE_STATUS)
                        .await
                        .map_err(|fault| self.explain(fault, "read", UPDATE_STATUS))?,
                }
            }
            Err(fault) => {
                let missing = fault.status() == Some(StatusCode::NOT_FOUND);
                let error = self.explain(fault, "read", UPDATE_STATUS);
                return Err(if missing { install(error) } else { error });
            }
        };
        Ok(StoredStatus::new(&object))
    }

    /// Clears the heartbeat and sets the end, so that no one waits for this controller.
    pub(crate) async fn clear_heartbeat(&self, now: Timestamp) -> Result<()> {
        let Ok(object) = self.get(UPDATE_STATUS).await else { return Ok(()) };
        let metadata = json!({"resourceVersion": object["metadata"]["resourceVersion"]});
        let patch = json!({"metadata": metadata, "status": {"heartbeatTime": null, "endedTime": now.to_string()}});
        self.write(UPDATE_STATUS, Write::PatchStatus(&patch), false).await.map(drop)
    }

    /// Replaces the status; false if another client wrote first.
    pub(crate) async fn keep_update_status(
        &self,
        before: &StoredStatus,
        status: &UpdateStatusStatus,
    ) -> Result<bool> {
        let metadata = json!({"resourceVersion": before.revision});
        let patch = json!({"metadata": metadata, "status": status});
        let written = self.write(UPDATE_STATUS, Write::PatchStatus(&patch), false).await?;
        Ok(matches!(written, WriteOutcome::Stored(_)))
    }

    /// Reads MachineSets, each with the nodes of its machines.
    pub(crate) async fn machine_sets(&self, named: Vec<Object>) -> Vec<MachineSet> {
        let sets = futures::stream::iter(named);
        sets.map(|object| self.machine_set(object)).buffered(AT_ONCE).collect().await
    }

    /// Reads the uids of MachineSets, as far as they exist and are readable.
    pub(crate) async fn machine_set_uids(&self, named: Vec<Object>) -> Vec<(Object, String)> {
        let sets = futures::stream::iter(named).map(|object| async move {
            let set = self.machine_set_object(&object).await.ok()?;
            Some((object, set["metadata"]["uid"].as_str()?.to_owned()))
        });
        sets.buffered(AT_ONCE).filter_map(std::future::ready).collect().await
    }

    async fn machine_set_object(&self, object: &Object) -> std::result::Result<Value, String> {
        let Object { namespace, name, .. } = object;
        if !is_name(namespace) || !is_name(name) {
            return Err(format!("{} is not a valid MachineSet name", object.label()));
        }
        let place = format!("{MACHINES}/{namespace}/machinesets/{name}");
        let set = self.raw(&place, "application/json").await;
        set.map_err(|fault| self.unreadable(fault, &format!("MachineSet {name}")).why)
    }

    async fn machine_set(&self, object: Object) -> MachineSet {
        let Object { namespace, name, .. } = &object;
        let unknown = |why: String| MachineSet {
            object: object.clone(),
            uid: None,
            management: Management::default(),
            nodes: Err(why),
        };
        let set = match self.machine_set_object(&object).await {
            Ok(set) => set,
            Err(why) => return unknown(why),
        };
        let place = format!("{MACHINES}/{namespace}/machines");
        let made = ListParams::default().labels(&format!("{MADE_BY}={name}"));
        let nodes = match self.pages(&place, made, |name, it| (name, machine_set::node(it))).await {
            Ok(machines) => machine_set::nodes(machines),
            Err(fault) => {
                Err(self.unreadable(fault, &format!("machines of MachineSet {name}")).why)
            }
        };
        let uid = set["metadata"]["uid"].as_str().map(str::to_owned);
        let management = machine_set::management(&set);
        MachineSet { object: object.clone(), uid, management, nodes }
    }
}

/// Adds how to install the kinds.
pub(super) fn install(error: Error) -> Error {
    error
        .without_hints()
        .hint_run("to install the CustomResourceDefinitions", "upgrade crds | oc apply -f -")
}

/// All of a kind, for watches.
pub(crate) const fn all(one: ResourceRef) -> ResourceRef {
    ObjectRef { name: "", ..one }
}
