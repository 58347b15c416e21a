//! Plans in a cluster: finds, creates and writes them, with optimistic locking.

use std::borrow::Cow;

use anyhow::anyhow;
use http::StatusCode;
use kube::api::{DeleteParams, ListParams, Preconditions, Request};
use serde_json::{Value, json};

use super::{NAMESPACE, PlanList, PlanLookup, PlanSection, PlanStore, StoredPlan, read};
use crate::connect::fault::Fault;
use crate::connect::live::Live;
use crate::connect::resource::{ObjectRef, ResourceRef, UPDATE_STATUS, Write};
use crate::connect::write::WriteOutcome;
use crate::error::{Error, Result};
use upgrade_core::objects::config_map;
use upgrade_core::objects::update_api::{GROUP, PLAN, PLANS};
use upgrade_core::pre_checks::{UpdatePlan, plan_object};
use upgrade_core::reported_status::is_alive;
use upgrade_graph::bounded;

const KEY: &str = "plan";
/// The label for the creator of a ConfigMap.
const MANAGED_BY: &str = "app.kubernetes.io/managed-by";
const OURS: &str = "upgrade";
const LARGEST: usize = 1 << 20; // etcd limits an object to 1.5 MiB, and a ConfigMap to 1 MiB

pub(crate) const ALL_PLANS: ResourceRef =
    ResourceRef { group: GROUP, kind: PLAN, plural: PLANS, namespace: None, name: "" };

fn object(name: &str) -> ObjectRef<'_> {
    ObjectRef { name, ..ALL_PLANS }
}

fn map(name: &str) -> ObjectRef<'_> {
    let (kind, plural) = (config_map::KIND, config_map::PLURAL);
    ObjectRef { group: "", kind, plural, namespace: Some(NAMESPACE), name }
}

impl Live {
    pub(super) async fn find_plan(&self, target: &str) -> Result<PlanLookup> {
        let name = UpdatePlan::name_of(target);
        let mut because = Vec::new();
        match self.get(object(&name)).await {
            Ok(found) => {
                return self.stored(&found, target, PlanStore::Object).map(found_at(because));
            }
            Err(fault) if fault.names_a_missing_object() => {
                return Ok(PlanLookup::Missing { at: PlanStore::Object, because });
            }
            Err(fault) => because.push(self.no_place(fault, object(&name))?),
        }
        match self.get(map(&name)).await {
            Ok(found) => self.stored(&found, target, PlanStore::ConfigMap).map(found_at(because)),
            Err(fault) if fault.names_a_missing_object() => {
                Ok(PlanLookup::Missing { at: PlanStore::ConfigMap, because })
            }
            Err(fault) => {
                because.push(self.no_place(fault, map(&name))?);
                Ok(PlanLookup::Missing { at: PlanStore::Nowhere, because })
            }
        }
    }

    /// Returns why a plan cannot be stored: forbidden, or not served. Anything else is an error.
    fn no_place(&self, fault: Fault, place: ObjectRef<'_>) -> Result<String> {
        match fault.status().map(|status| status.as_u16()) {
            Some(403) => Ok(format!("{} are forbidden (403)", place.plural)),
            Some(404 | 405) if place.group.is_empty() => Ok(format!("no namespace {NAMESPACE}")),
            Some(404 | 405) => Ok(format!("the cluster has no {}", place.plural)),
            _ => Err(self.explain(fault, "read", place)),
        }
    }

    fn stored(&self, found: &Value, target: &str, at: PlanStore) -> Result<StoredPlan> {
        let origin = self.origin_of(&UpdatePlan::name_of(target), &at);
        let text = |path: &str| found.pointer(path).and_then(Value::as_str).map(str::to_owned);
        let (uid, revision) = (text("/metadata/uid"), text("/metadata/resourceVersion"));
        let plan = read(content(found, &at, &origin)?.as_ref(), target, &origin)?;
        Ok(StoredPlan { plan, at, uid, revision, because: Vec::new() })
    }

    /// Returns how a sentence names a plan that was read.
    fn origin_of(&self, name: &str, at: &PlanStore) -> String {
        format!("{} on {}", at.label(name), self.server())
    }

    pub(super) async fn begin_plan(
        &self,
        plan: &UpdatePlan,
        mut at: PlanStore,
        mut because: Vec<String>,
    ) -> Result<PlanLookup> {
        let name = UpdatePlan::name_of(&plan.target);
        loop {
            let (place, next) = match at {
                PlanStore::Object => (object(&name), PlanStore::ConfigMap),
                PlanStore::ConfigMap => (map(&name), PlanStore::Nowhere),
                other => return Ok(PlanLookup::Missing { at: other, because }),
            };
            let body = match at {
                PlanStore::Object => plan_object::whole(plan),
                _ => map_body(plan, &name),
            };
            match self.create(place, &body).await {
                Ok(WriteOutcome::Stored(found)) => {
                    return self.stored(&found, &plan.target, at).map(found_at(because));
                }
                // Another client was faster; its plan counts.
                Ok(WriteOutcome::Conflict(_)) => return self.find_plan(&plan.target).await,
                // The answer was lost; if there is a plan now, it does not matter who created it.
                Err(Err(error)) if error.outcome_unknown => {
                    return match self.find_plan(&plan.target).await {
                        Ok(found @ PlanLookup::Found(_)) => Ok(found),
                        Ok(PlanLookup::Missing { .. }) | Err(_) => Err(error),
                    };
                }
                Err(why) => because.push(why?),
            }
            at = next;
        }
    }

    /// Creates an object, or returns why it cannot be stored there.
    async fn create(
        &self,
        place: ObjectRef<'_>,
        body: &Value,
    ) -> std::result::Result<WriteOutcome<Value>, Result<String>> {
        let write = Write::Create(body);
        match self.try_write(place, write, false).await.map_err(Err)? {
            Ok(outcome) => Ok(outcome),
            Err(fault) if fault.is_no_place() => Err(self.no_place(fault, place)),
            Err(fault) => Err(Err(self.explain_write(fault, place, write, false))),
        }
    }

    pub(super) async fn write_plan(
        &self,
        stored: &StoredPlan,
        half: PlanSection,
    ) -> Result<WriteOutcome<StoredPlan>> {
        let StoredPlan { plan, at, revision, because, .. } = stored;
        let name = UpdatePlan::name_of(&plan.target);
        let metadata = json!({"resourceVersion": revision});
        let body = match (at, half) {
            (PlanStore::ConfigMap, _) => json!({"metadata": metadata, "data": data(plan)}),
            (_, PlanSection::Spec) => json!({"metadata": metadata, "spec": spec_patch(plan)}),
            (_, PlanSection::Status) => {
                let status = plan.collection.as_ref().map(plan_object::status);
                json!({"metadata": metadata, "status": status})
            }
        };
        refuse_large(&body, &name)?;
        let (place, write) = match (at, half) {
            (PlanStore::ConfigMap, _) => (map(&name), Write::Patch(&body)),
            (_, PlanSection::Spec) => (object(&name), Write::Patch(&body)),
            (_, PlanSection::Status) => (object(&name), Write::PatchStatus(&body)),
        };
        self.write(place, write, false).await?.read(false, |found| {
            let stored = self.stored(found, &plan.target, at.clone())?;
            Ok(StoredPlan { because: because.clone(), ..stored })
        })
    }

    /// Reads a plan by the name of its object; none if it does not exist.
    pub(crate) async fn plan_named(&self, name: &str) -> Result<Option<StoredPlan>> {
        let place = object(name);
        let found = match self.get(place).await {
            Ok(found) => found,
            Err(fault) if fault.names_a_missing_object() => return Ok(None),
            Err(fault) => return Err(self.explain(fault, "read", place)),
        };
        self.stored_as(name, &found, PlanStore::Object).map(Some)
    }

    /// Lists the plans in one kind of object; none if the kind is not served, or forbidden.
    pub(in crate::connect) async fn plans_in(&self, at: PlanStore) -> Result<Option<PlanList>> {
        let (all, which) = match at {
            PlanStore::Object => (ALL_PLANS, ListParams::default()),
            PlanStore::ConfigMap => (map(""), ListParams::default().labels(&made_by_us())),
            PlanStore::File(_) | PlanStore::Recording | PlanStore::Nowhere => return Ok(None),
        };
        let read = |name: String, found: &Value| {
            let is_plan = name.starts_with(UpdatePlan::PREFIX);
            is_plan.then(|| self.stored_as(&name, found, at.clone()))
        };
        match self.pages(&all.url(), which, read).await {
            Ok(found) => Ok(Some(found.into_iter().flatten().collect())),
            Err(fault) if fault.is_no_place() => Ok(None),
            Err(fault) => Err(self.explain(fault, "list", all)),
        }
    }

    /// Reads a plan, whose name must match its release.
    fn stored_as(&self, name: &str, found: &Value, at: PlanStore) -> Result<StoredPlan> {
        let origin = self.origin_of(name, &at);
        let object = content(found, &at, &origin)?;
        let target = object.pointer("/spec/targetRelease").and_then(Value::as_str);
        let target = target.unwrap_or_default();
        if UpdatePlan::name_of(target) != name {
            let error = anyhow!("{origin} is for {target:?}: its name does not match");
            return Err(Error::new("BadData", error));
        }
        self.stored(found, target, at)
    }

    /// Deletes a plan, unless it changed since it was read; false if it did.
    pub(super) async fn drop_plan(&self, stored: &StoredPlan) -> Result<bool> {
        let name = UpdatePlan::name_of(&stored.plan.target);
        let place = match stored.at {
            PlanStore::Object => object(&name),
            PlanStore::ConfigMap => map(&name),
            PlanStore::File(_) | PlanStore::Recording | PlanStore::Nowhere => return Ok(false),
        };
        let preconditions =
            Preconditions { resource_version: stored.revision.clone(), ..Preconditions::default() };
        let only = DeleteParams { preconditions: Some(preconditions), ..DeleteParams::default() };
        let request = Request::new(place.url())
            .delete(&name, &only)
            .map_err(|error| Error::new("Failed", error))?;
        match self.send(request, self.deadline()).await {
            Ok(_) => Ok(true),
            Err(fault) if fault.names_a_missing_object() => Ok(true),
            Err(fault) if fault.status() == Some(StatusCode::CONFLICT) => Ok(false),
            Err(fault) => Err(self.explain(fault, "delete", place)),
        }
    }

    pub(super) async fn has_controller(&self) -> bool {
        let Ok(object) = self.get(UPDATE_STATUS).await else { return false };
        let seen = plan_object::heartbeat(&object);
        self.clock.now().is_some_and(|now| is_alive(seen, now))
    }
}

/// Returns the plan in an object.
fn content<'a>(found: &'a Value, at: &PlanStore, origin: &str) -> Result<Cow<'a, Value>> {
    if *at != PlanStore::ConfigMap {
        return Ok(Cow::Borrowed(found));
    }
    let text = found["data"][KEY].as_str().unwrap_or_default();
    let plan = bounded::json(text.as_bytes()).map_err(|error| {
        let context = format!("cannot read {origin}: data.{KEY}");
        Error::new("BadData", anyhow!(error).context(context))
    })?;
    Ok(Cow::Owned(plan))
}

fn found_at(because: Vec<String>) -> impl FnOnce(StoredPlan) -> PlanLookup {
    move |stored| PlanLookup::Found(Box::new(StoredPlan { because, ..stored }))
}

/// A merge patch keeps what it does not name, so it names all fields.
fn spec_patch(plan: &UpdatePlan) -> Value {
    let mut patch = plan_object::spec(plan);
    for field in ["updatePlanResourceVersion", "requestedTime", "informerUpdate"] {
        if patch.get(field).is_none() {
            patch[field] = Value::Null;
        }
    }
    patch
}

fn data(plan: &UpdatePlan) -> Value {
    json!({KEY: format!("{:#}", plan_object::whole(plan))})
}

fn map_body(plan: &UpdatePlan, name: &str) -> Value {
    json!({
        "apiVersion": "v1", "kind": config_map::KIND,
        "metadata": {
            "namespace": NAMESPACE, "name": name,
            "labels": {MANAGED_BY: OURS},
        },
        "data": data(plan),
    })
}

fn made_by_us() -> String {
    format!("{MANAGED_BY}={OURS}")
}

fn refuse_large(body: &Value, name: &str) -> Result<()> {
    let size = body.to_string().len();
    if size <= LARGEST {
        return Ok(());
    }
    let (size, most) = (size >> 10, LARGEST >> 10);
    let error = anyhow!("{name} has {size} KiB, more than the limit of {most} KiB");
    Err(Error::new("TooLarge", error).hint("disable the informer that reports the most insights"))
}
