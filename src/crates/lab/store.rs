//! Objects in memory, with the rules of an API server for changing them, and a log to watch.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::api_server::body;
use crate::api_server::other_hosts::OtherHosts;
use crate::change::Change;
use crate::internal_write::stamp;
use crate::patch::{self, Patch};
use crate::resource::{self, Resource};
use crate::schema::{self, Gates};
use crate::selector::Selector;
use crate::validate::{self, Violation};

const REMEMBERED: usize = 10_000; // changes a watch can catch up on …
const REMEMBERED_BYTES: usize = 32 << 20; // … unless they are large

/// The objects of one cluster.
#[derive(Debug, Clone)]
pub struct Store {
    objects: BTreeMap<Key, Value>,
    resources: BTreeMap<(String, String), Resource>,
    log: VecDeque<Change>,
    /// What the log takes, about.
    log_bytes: usize,
    revision: u64,
    /// The newest change that is no longer in the log.
    forgotten: u64,
    /// Where watches began.
    began: u64,
    pub now: Option<Timestamp>,
    pub gates: Gates,
    pub neighbours: OtherHosts,
    /// Whether the API server is down, as on a single node that reboots.
    pub away: bool,
    not_served: BTreeSet<String>,
}

/// What identifies an object. The order is that of lists.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    pub group: String,
    pub plural: String,
    /// Empty for what has no namespace.
    pub namespace: String,
    pub name: String,
}

/// Which half of an object is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ObjectHalf {
    Main,
    Status,
}

/// How a write is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mode {
    pub half: ObjectHalf,
    /// Answer as if, and store nothing.
    pub dry_run: bool,
    /// Refuse fields that are not known, which are dropped otherwise.
    pub strict: bool,
}

impl Mode {
    /// Writes an object for good, and drops what is not known of it.
    pub(crate) const PLAIN: Self = Self { half: ObjectHalf::Main, dry_run: false, strict: false };
}

/// Why the store does not do what was asked.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum StoreRefusal {
    NoSuchKind,
    NoSuchObject,
    NoSuchNamespace(String),
    AlreadyExists,
    Conflict,
    /// The body cannot be used.
    Bad(String),
    /// The content breaks a rule.
    Invalid(Violation),
    /// A disruption budget keeps the pod.
    Held(String),
    /// A revision that is yet to come.
    Future {
        asked: u64,
        newest: u64,
    },
    /// The log does not reach back that far.
    Gone,
    UnsupportedPatch,
    UnsupportedApply,
    UnsupportedBody,
}

impl Store {
    /// Takes objects as they are.
    pub fn new(objects: impl IntoIterator<Item = Value>) -> Self {
        let resources = resource::built_in().map(|resource| (place(&resource), resource)).collect();
        let gates = Gates { accept_risks: true, preflight: true };
        let mut store = Self {
            objects: BTreeMap::new(),
            resources,
            log: VecDeque::new(),
            log_bytes: 0,
            revision: 0,
            forgotten: 0,
            began: 0,
            now: None,
            gates,
            neighbours: OtherHosts::default(),
            away: false,
            not_served: BTreeSet::new(),
        };
        // What defines a kind goes before objects of that kind.
        let (definitions, others): (Vec<Value>, Vec<Value>) =
            objects.into_iter().partition(|object| object["kind"] == "CustomResourceDefinition");
        for object in definitions.into_iter().chain(others) {
            store.load(object);
        }
        store.begin();
        store
    }

    /// Lets watches begin here: what was before is how things were.
    pub(crate) fn begin(&mut self) {
        self.forgotten = self.revision;
        self.began = self.revision;
        self.log.clear();
        self.log_bytes = 0;
    }

    /// Returns whether the ClusterVersion is unchanged since watches began.
    pub(crate) fn is_untouched(&self) -> bool {
        let kept = self.forgotten == self.began;
        kept && self.log.iter().all(|change| change.key.plural != "clusterversions")
    }

    pub(crate) fn keys(&self) -> impl Iterator<Item = &Key> {
        self.objects.keys()
    }

    pub fn objects(&self) -> impl Iterator<Item = &Value> {
        self.objects.values()
    }

    /// Returns the kinds of objects that were given and could not be taken.
    pub(crate) fn not_served(&self) -> &BTreeSet<String> {
        &self.not_served
    }

    fn load(&mut self, object: Value) {
        let text = |pointer| object.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
        let group = text("/apiVersion").split_once('/').map_or("", |(group, _)| group);
        let kind = text("/kind");
        let known =
            self.resources.values().find(|known| known.group == group && known.kind == kind);
        let Some(resource) = known else {
            self.not_served.insert(kind.to_owned());
            return;
        };
        let key = Key {
            group: resource.group.clone(),
            plural: resource.plural.clone(),
            namespace: text("/metadata/namespace").to_owned(),
            name: text("/metadata/name").to_owned(),
        };
        self.revision = self.revision.max(revision(&object).min(u64::MAX / 2));
        self.define(&key, Some(&object));
        self.objects.insert(key, object);
    }

    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    pub(crate) fn resources(&self) -> impl Iterator<Item = &Resource> {
        self.resources.values()
    }

    pub(crate) fn resource(&self, group: &str, plural: &str) -> Option<&Resource> {
        self.resources.get(&(group.to_owned(), plural.to_owned()))
    }

    /// Takes a group of resources away, as on clusters that do not have it.
    pub(crate) fn stop_serving(&mut self, group: &str) {
        self.resources.retain(|(of, _), _| of != group);
    }

    /// Takes one resource away, until it is served again.
    pub(crate) fn withhold(&mut self, group: &str, plural: &str) {
        self.resources.remove(&(group.to_owned(), plural.to_owned()));
    }

    /// Serves a built-in resource that was withheld.
    pub(crate) fn serve(&mut self, group: &str, plural: &str) {
        let found =
            resource::built_in().find(|known| known.group == group && known.plural == plural);
        if let Some(known) = found.filter(|_| self.resource(group, plural).is_none()) {
            self.resources.insert(place(&known), known);
        }
    }

    pub(crate) fn get(&self, key: &Key) -> Result<&Value, StoreRefusal> {
        self.served(key)?;
        self.objects.get(key).ok_or(StoreRefusal::NoSuchObject)
    }

    fn served(&self, key: &Key) -> Result<&Resource, StoreRefusal> {
        self.resource(&key.group, &key.plural).ok_or(StoreRefusal::NoSuchKind)
    }

    /// Returns the objects of a resource, of one namespace if it is named, in the order of their keys.
    pub(crate) fn list(&self, within: &Key, selector: &Selector) -> Vec<(&Key, &Value)> {
        let from = Key { name: String::new(), ..within.clone() };
        let of_resource = |key: &Key| key.group == within.group && key.plural == within.plural;
        self.objects
            .range(from..)
            .take_while(|(key, _)| of_resource(key))
            .filter(|(key, _)| within.namespace.is_empty() || key.namespace == within.namespace)
            .filter(|(_, object)| selector.matches(object))
            .collect()
    }

    pub(crate) fn create(
        &mut self,
        key: &Key,
        mut object: Value,
        mode: Mode,
    ) -> Result<Value, StoreRefusal> {
        let resource = self.served(key)?.clone();
        let defines = Resource::defined(&object).filter(|_| key.plural == resource::DEFINITIONS);
        let known = defines.is_some_and(|defined| self.resources.contains_key(&place(&defined)));
        if known || self.objects.contains_key(key) {
            return Err(StoreRefusal::AlreadyExists);
        }
        self.check_namespace(key)?;
        body::check(&resource, key, &object, ObjectHalf::Main)?;
        if let Some(violation) = validate::name(&resource, &key.name) {
            return Err(StoreRefusal::Invalid(violation));
        }
        if resource.status {
            drop(object.as_object_mut().and_then(|object| object.remove("status")));
        }
        let next = self.revision + 1;
        let metadata = &mut object["metadata"];
        metadata["name"] = json!(key.name);
        if resource.namespaced {
            metadata["namespace"] = json!(key.namespace);
        }
        metadata["uid"] = json!(format!("00000000-0000-4000-8000-{next:012x}"));
        metadata["generation"] = json!(1);
        if let Some(now) = self.now {
            metadata["creationTimestamp"] = json!(stamp(now));
        }
        self.admit(&resource, key, &mut object, mode)?;
        resource::establish(&mut object);
        Ok(self.commit(Change::new("ADDED", key, None, object), mode.dry_run))
    }

    /// Replaces one half of an object; a resourceVersion in it must be the current one.
    pub(crate) fn replace(
        &mut self,
        key: &Key,
        object: Value,
        mode: Mode,
    ) -> Result<Value, StoreRefusal> {
        let resource = self.served(key)?.clone();
        let before = self.get(key)?.clone();
        body::check(&resource, key, &object, mode.half)?;
        let meant_for = object.pointer("/metadata/resourceVersion").and_then(Value::as_str);
        if meant_for.is_some_and(|meant| {
            !meant.is_empty() && before["metadata"]["resourceVersion"] != meant
        }) {
            return Err(StoreRefusal::Conflict);
        }
        let mut after = body::written(&resource, &before, object, mode.half);
        for fixed in
            ["name", "namespace", "uid", "creationTimestamp", "generation", "resourceVersion"]
        {
            match before["metadata"].get(fixed) {
                Some(value) => after["metadata"][fixed] = value.clone(),
                None => drop(
                    after["metadata"].as_object_mut().and_then(|metadata| metadata.remove(fixed)),
                ),
            }
        }
        self.admit(&resource, key, &mut after, mode)?;
        if after == before {
            return Ok(after);
        }
        if after.get("spec") != before.get("spec") {
            let generation = before["metadata"]["generation"].as_i64().unwrap_or_default();
            after["metadata"]["generation"] = json!(generation.saturating_add(1));
        }
        Ok(self.commit(Change::new("MODIFIED", key, Some(before), after), mode.dry_run))
    }

    pub(crate) fn patch(
        &mut self,
        key: &Key,
        patch: &Patch,
        mode: Mode,
    ) -> Result<Value, StoreRefusal> {
        let resource = self.served(key)?;
        if matches!(patch, Patch::Strategic(_)) && !resource.is_native() {
            return Err(StoreRefusal::UnsupportedPatch);
        }
        let after = patch::apply(self.get(key)?, patch);
        let after = after.map_err(|rule| match patch {
            Patch::Json(_) => StoreRefusal::Invalid(Violation::new("patch", rule)),
            Patch::Merge(_) | Patch::Strategic(_) => StoreRefusal::Bad(rule),
        })?;
        self.replace(key, after, mode)
    }

    pub(crate) fn delete(&mut self, key: &Key, dry_run: bool) -> Result<Value, StoreRefusal> {
        let before = self.get(key)?.clone();
        Ok(self.commit(Change::new("DELETED", key, Some(before.clone()), before), dry_run))
    }

    /// Returns the changes after a revision, oldest first.
    pub(crate) fn since(
        &self,
        revision: u64,
    ) -> Result<impl Iterator<Item = &Change>, StoreRefusal> {
        if revision < self.forgotten {
            return Err(StoreRefusal::Gone);
        }
        let first = self.log.partition_point(|change| change.revision <= revision);
        Ok(self.log.range(first..))
    }

    fn check_namespace(&self, key: &Key) -> Result<(), StoreRefusal> {
        let namespace = Key {
            group: String::new(),
            plural: "namespaces".to_owned(),
            namespace: String::new(),
            name: key.namespace.clone(),
        };
        if key.namespace.is_empty() || self.objects.contains_key(&namespace) {
            return Ok(());
        }
        Err(StoreRefusal::NoSuchNamespace(key.namespace.clone()))
    }

    /// Prunes and validates what has a schema here.
    fn admit(
        &self,
        resource: &Resource,
        key: &Key,
        object: &mut Value,
        mode: Mode,
    ) -> Result<(), StoreRefusal> {
        let before = mode.strict.then(|| object.clone());
        let broken = if key.plural == "clusterversions" {
            schema::prune(object, self.gates);
            self.neighbours.keep_inside(object);
            schema::broken_rule(object)
        } else {
            if let Some(schema) = &resource.schema {
                let known = ["apiVersion", "kind", "metadata"];
                let kept = known.map(|field| (field, object.get(field).cloned()));
                validate::prune(schema, object);
                for (field, value) in kept {
                    if let Some(value) = value {
                        object[field] = value;
                    }
                }
                validate::add_defaults(schema, object);
            }
            schema::broken_definition(key, object, self.objects.get(key))
        };
        if let Some(stray) = before.and_then(|before| validate::lost(&before, object, "")) {
            let Resource { kind, version, .. } = resource;
            return Err(StoreRefusal::Bad(format!(
                "{kind} in version {version:?} cannot be handled as a {kind}: strict decoding error: unknown field {stray:?}"
            )));
        }
        match broken {
            Some((field, rule)) => Err(StoreRefusal::Invalid(Violation::new(field, rule))),
            None => Ok(()),
        }
    }

    /// Stores a change under a new revision, tells the log, and returns the object.
    pub(super) fn commit(&mut self, mut change: Change, dry_run: bool) -> Value {
        if dry_run {
            return change.object; // with the revision that is stored, if there is one
        }
        change.revision = self.revision + 1;
        change.object["metadata"]["resourceVersion"] = json!(change.revision.to_string());
        let object = change.object.clone();
        self.revision = change.revision;
        let (key, gone) = (change.key.clone(), change.kind == "DELETED");
        self.log_bytes += change.bytes();
        self.log.push_back(change);
        self.define(&key, Some(&object).filter(|_| !gone));
        if gone {
            self.objects.remove(&key);
        } else {
            self.objects.insert(key, object.clone());
        }
        self.forget();
        object
    }

    fn forget(&mut self) {
        let full =
            |store: &Self| store.log.len() > REMEMBERED || store.log_bytes > REMEMBERED_BYTES;
        while full(self)
            && let Some(change) = self.log.pop_front()
        {
            self.forgotten = change.revision;
            self.log_bytes = self.log_bytes.saturating_sub(change.bytes());
        }
    }

    /// Serves what a definition defines, and no longer what one defined that is gone.
    fn define(&mut self, key: &Key, definition: Option<&Value>) {
        if key.plural != resource::DEFINITIONS {
            return;
        }
        let gone = self.objects.get(key).and_then(Resource::defined);
        match (definition.and_then(Resource::defined), gone) {
            (Some(resource), _) => {
                self.resources.insert(place(&resource), resource);
            }
            (None, Some(resource)) => {
                let of_kind =
                    |key: &&Key| (&key.group, &key.plural) == (&resource.group, &resource.plural);
                let gone: Vec<Key> = self.objects.keys().filter(of_kind).cloned().collect();
                for key in gone {
                    let _ = self.delete(&key, false);
                }
                self.resources.remove(&place(&resource));
            }
            (None, None) => {}
        }
    }
}

fn place(resource: &Resource) -> (String, String) {
    (resource.group.clone(), resource.plural.clone())
}

fn revision(object: &Value) -> u64 {
    let revision = object.pointer("/metadata/resourceVersion").and_then(Value::as_str);
    revision.and_then(|text| text.parse().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests;
