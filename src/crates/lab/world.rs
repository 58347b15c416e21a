//! A cluster as it is loaded, operated and put aside: objects, and what operates them.

use std::net::SocketAddr;

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::api_server::other_hosts::{self, OtherHosts};
use crate::internal_write::stamp;
use crate::load::{self, LoadError, LoadedFiles};
use crate::operator::{Operator, machine_config_nodes};
use crate::settings::Settings;
use crate::state::{self, StateFile};
use crate::store::Store;
use crate::{defaults, resource};
use upgrade_core::documents::Document;
use upgrade_core::objects::cluster_version;
use upgrade_core::objects::crds::definitions;

pub struct World {
    pub store: Store,
    pub operator: Operator,
    /// What was passed over when it was loaded, and why.
    pub warnings: Vec<String>,
}

impl World {
    /// Creates a cluster from the content of a directory.
    pub fn new(documents: Vec<Document>) -> Result<Self, LoadError> {
        Self::made(documents, None)
    }

    /// Makes a cluster that is served at an address: its update service and its monitoring are there, too.
    pub fn served(documents: Vec<Document>, at: SocketAddr) -> Result<Self, LoadError> {
        Self::made(documents, Some(at))
    }

    fn made(documents: Vec<Document>, at: Option<SocketAddr>) -> Result<Self, LoadError> {
        let LoadedFiles { settings, graph, alerts, mut objects, mut warnings } =
            load::load(documents)?;
        let count = objects.len();
        let mut settings = Settings::read(settings.as_ref(), graph.as_ref())?;
        let version = objects.iter_mut().find(|document| document.kind() == "ClusterVersion");
        if let (Some(at), Some(version)) = (at, version) {
            settings.serve_at(&other_hosts::update_service(at), &mut version.object);
        }
        let now = settings.now.or_else(|| cluster_version::newest_recorded(&objects));
        let bare = !objects.iter().any(|document| document.kind() == "ClusterOperator");
        if let Some(now) = now
            && settings.wire.furnish.unwrap_or(bare)
        {
            defaults::add_defaults(&mut objects, now);
        }
        let hosted = objects.iter().any(|document| {
            let topology = &document.object["status"]["controlPlaneTopology"];
            document.kind() == "Infrastructure" && topology == "External"
        });
        let mut store = stocked(objects.into_iter().map(|document| document.object), now);
        if store.cluster_version().is_none() {
            let problem = format!("no ClusterVersion `version` among {count} objects");
            return Err(LoadError { origin: None, problem });
        }
        let unknown = |kind: &String| format!("ignoring kind {kind}: the lab does not support it");
        warnings.extend(store.not_served().iter().map(unknown));
        store.gates = settings.gates;
        machine_config_nodes::withhold(&mut store);
        if hosted {
            store.stop_serving(resource::MACHINES); // its machines belong to the cluster that hosts it
        }
        store.neighbours = OtherHosts::new(&settings, alerts.as_ref().map(|it| &it.object));
        if let Some(at) = at {
            other_hosts::route_to(at, &mut store);
        }
        let mut operator = Operator::new(settings, 1);
        operator.settle(&mut store);
        store.begin();
        if let Some(now) = now {
            operator.step(&mut store, now); // what is due already has been done
        }
        store.begin();
        Ok(Self { store, operator, warnings })
    }

    /// Lets operators work so many times faster than in life.
    #[must_use]
    pub fn at_speed(mut self, speed: u32) -> Self {
        self.operator.set_speed(speed);
        self
    }

    /// Lets it use update services outside of the lab; a client must send the requests.
    #[must_use]
    pub fn following(mut self) -> Self {
        self.operator.follow();
        self
    }

    /// Lets time pass.
    pub fn step(&mut self, until: Timestamp) {
        self.operator.step(&mut self.store, until);
    }

    pub fn now(&self) -> Option<Timestamp> {
        self.store.now
    }

    /// Returns the files from which this cluster can be loaded again.
    pub fn files(&self) -> Vec<StateFile> {
        state::files(&self.store, &self.operator)
    }
}

/// Moves everything that has happened by as much as lies between the recording and now, so that
/// clients with clocks of their own see the ages that were recorded.
pub fn moved_to(documents: &mut [Document], now: Timestamp) {
    let saved = documents.iter().find(|document| Settings::is(&document.object));
    let saved = saved.and_then(|document| document.object["now"].as_str()?.parse().ok());
    let Some(then) = saved.or_else(|| cluster_version::newest_recorded(documents)) else { return };
    let by = now.duration_since(then);
    for document in documents {
        shift(&mut document.object, by);
    }
}

fn shift(value: &mut Value, by: SignedDuration) {
    match value {
        Value::String(text) if text.len() >= 20 && text.ends_with('Z') => {
            let moved = text.parse::<Timestamp>().ok().and_then(|at| at.checked_add(by).ok());
            if let Some(moved) = moved {
                *text = stamp(moved);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| shift(item, by)),
        Value::Object(fields) => fields.values_mut().for_each(|field| shift(field, by)),
        _ => {}
    }
}

/// Returns a store of these objects and of what every cluster has, or could have: a lab serves what
/// plans are kept in.
fn stocked(objects: impl IntoIterator<Item = Value>, now: Option<Timestamp>) -> Store {
    let namespaces = NAMESPACES.map(|name| {
        let metadata =
            json!({"name": name, "resourceVersion": "1", "creationTimestamp": now.map(stamp)});
        json!({"apiVersion": "v1", "kind": "Namespace", "metadata": metadata, "status": {"phase": "Active"}})
    });
    let definitions = definitions().map(|mut definition| {
        definition["metadata"]["resourceVersion"] = json!("1");
        definition["metadata"]["creationTimestamp"] = json!(now.map(stamp));
        resource::establish(&mut definition);
        definition
    });
    let account = json!({
        "apiVersion": "v1", "kind": "ServiceAccount",
        "metadata": {
            "name": "prometheus-k8s", "namespace": "openshift-monitoring", "resourceVersion": "1",
            "creationTimestamp": now.map(stamp),
        },
    });
    // Those that are given count, and are loaded last.
    let own = namespaces.into_iter().chain(definitions).chain([account]);
    let mut store = Store::new(own.chain(objects));
    store.now = now;
    store
}

const NAMESPACES: [&str; 7] = [
    "default",
    "kube-system",
    "openshift-config",
    "openshift-config-managed",
    "openshift-etcd",
    "openshift-machine-config-operator",
    "openshift-monitoring",
];
