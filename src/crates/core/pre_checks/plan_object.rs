//! UpdatePlan ⇄ Plan. Stored plans are read strictly: an invalid plan blocks an update.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::insight::id::InsightId;
use crate::insight::{
    Area, Impact, Insight, InsightCode, LONGEST_SUMMARY, Level, Object, Remediation, Scope,
    shortened,
};
use crate::objects::update_api::{
    API_VERSION, AcceptedInsight, ControlPlaneObject, InformerInsights, InsightImpact,
    InsightRemediation, InsightScope, ObjectReference, PLAN, UpdateInsight, UpdatePlanSpec,
    UpdatePlanStatus, UpdateStatusStatus, WorkerPool,
};
use crate::objects::{machine_config_pool, machine_set};
use crate::pre_checks::{Collection, InformerResult, InformerState, InsightAcceptance, UpdatePlan};
use upgrade_graph::decode::{BadObject, typed};

const CONTROL_PLANE: &str = "ControlPlane";
const WORKER_POOL: &str = "WorkerPool";
const LONGEST_MESSAGE: usize = 4_096;
const MOST_NOTES: usize = 128;
pub(crate) const MOST_POOLS: usize = 256;
/// Characters of insights; an object is limited to 1.5 MiB, and a plan in a ConfigMap to 1 MiB.
pub(crate) const LARGEST: usize = 700 << 10;

/// Reads a plan; an error names the field.
pub fn plan(object: &Value) -> Result<UpdatePlan, BadObject> {
    let spec: UpdatePlanSpec = typed(&object["spec"]).map_err(|bad| bad.within("spec"))?;
    let status = match object.get("status") {
        None | Some(Value::Null) => UpdatePlanStatus::default(),
        Some(status) => typed(status).map_err(|bad| bad.within("status"))?,
    };
    let requested = spec.requested_time.as_deref();
    let requested = requested.map(|at| moment("spec.requestedTime", at)).transpose()?;
    Ok(UpdatePlan {
        target: spec.target_release,
        seen: spec.update_plan_resource_version,
        accepted: spec.accepted_insights.into_iter().map(accepted).collect(),
        requested,
        informer_update: spec.informer_update.unwrap_or_default(),
        collection: collection(status)?,
    })
}

/// Returns the last heartbeat of the controller, from its UpdateStatus.
pub fn heartbeat(object: &Value) -> Option<Timestamp> {
    let status: UpdateStatusStatus = typed(&object["status"]).ok()?;
    status.heartbeat_time?.parse().ok()
}

fn accepted(wire: AcceptedInsight) -> InsightAcceptance {
    let AcceptedInsight { update_informer: informer, uid, id, accepted } = wire;
    InsightAcceptance { informer, uid, id: id.map(|id| InsightId::stored(&id)), holds: accepted }
}

fn collection(wire: UpdatePlanStatus) -> Result<Option<Collection>, BadObject> {
    let Some(at) = wire.collected_time else { return Ok(None) };
    let at = moment("status.collectedTime", &at)?;
    let known = wire.worker_pools.iter().filter(|pool| !pool.uid.is_empty());
    let pools = known.map(|pool| (pool.object(), pool.uid.clone())).collect();
    let informers = informers(wire.control_plane, wire.worker_pools)?;
    let (by, from, noted) = (wire.collected_by, wire.control_plane_version, wire.notes);
    Ok(Some(Collection { at, by, from, informers, pools, noted }))
}

/// Joins the insights about the control plane and about pools.
pub(crate) fn informers(
    plane: ControlPlaneObject,
    pools: Vec<WorkerPool>,
) -> Result<Vec<InformerResult>, BadObject> {
    let place = "status.controlPlane.updateInformers";
    let mut informers: Vec<InformerResult> = Vec::new();
    for (n, wire) in plane.update_informers.into_iter().enumerate() {
        informers.push(contribution(wire, &format!("{place}[{n}]"))?);
    }
    for (n, pool) in pools.into_iter().enumerate() {
        for (m, wire) in pool.update_informers.into_iter().enumerate() {
            let place = format!("status.workerPools[{n}].updateInformers[{m}]");
            let found = contribution(wire, &place)?;
            match informers.iter_mut().find(|known| known.name == found.name) {
                // An insight about several pools is stored with each of them.
                Some(known) => {
                    let more = found.insights.into_iter();
                    let more: Vec<_> = more.filter(|one| !known.insights.contains(one)).collect();
                    known.insights.extend(more);
                }
                None => informers.push(found),
            }
        }
    }
    Ok(informers)
}

fn contribution(wire: InformerInsights, place: &str) -> Result<InformerResult, BadObject> {
    let insights = wire.insights.into_iter().enumerate();
    let insights = insights.map(|(n, insight_wire)| {
        let read = insight(insight_wire, &format!("{place}.insights[{n}]"))?;
        Ok(read.stored_by(&wire.name))
    });
    let insights = insights.collect::<Result<_, _>>()?;
    Ok(InformerResult {
        name: wire.name,
        state: InformerState::read(&wire.state),
        message: wire.message,
        insights,
    })
}

fn insight(wire: UpdateInsight, place: &str) -> Result<Insight, BadObject> {
    let time = |field: &str, text: Option<String>| {
        text.map(|text| moment(&format!("{place}.{field}"), &text)).transpose()
    };
    let objects = |list: Vec<ObjectReference>| list.into_iter().map(object).collect();
    let InsightScope { r#type, worker_pool, resources } = wire.scope;
    let InsightImpact { level, r#type: impact, summary, description } = wire.impact;
    let InsightRemediation { reference, action, resolved, estimated_finish } = wire.remediation;
    Ok(Insight {
        code: InsightCode::Reported,
        uid: wire.uid,
        acquired: time("acquisitionTime", wire.acquisition_time)?,
        since: None,
        about: None,
        stops_update: false,
        scope: Scope {
            area: if r#type == WORKER_POOL { Area::WorkerPool } else { Area::ControlPlane },
            pools: objects(worker_pool),
            resources: objects(resources),
        },
        level: Level::read(&level),
        impact: Impact::read(&impact),
        summary,
        description,
        remediation: Remediation {
            reference,
            action,
            resolved,
            finish: time("remediation.estimatedFinish", estimated_finish)?,
        },
    })
}

fn object(wire: ObjectReference) -> Object {
    let ObjectReference { kind, namespace, name } = wire;
    Object { kind, namespace, name }
}

fn moment(field: &str, text: &str) -> Result<Timestamp, BadObject> {
    let problem = || format!("{text:?} is not a time");
    text.parse().map_err(|_| BadObject { field: field.to_owned(), problem: problem() })
}

/// Returns the whole object.
pub fn whole(plan: &UpdatePlan) -> Value {
    let mut object = json!({
        "apiVersion": API_VERSION, "kind": PLAN,
        "metadata": {"name": UpdatePlan::name_of(&plan.target)},
        "spec": spec(plan),
    });
    if let Some(collection) = &plan.collection {
        object["status"] = status(collection);
    }
    object
}

/// Returns the spec, which administrators write.
pub fn spec(plan: &UpdatePlan) -> Value {
    let accepted = plan.accepted.iter().map(|entry| AcceptedInsight {
        update_informer: entry.informer.clone(),
        uid: entry.uid.clone(),
        id: entry.id.as_ref().map(|id| id.text().to_owned()),
        accepted: entry.holds,
    });
    json!(UpdatePlanSpec {
        target_release: plan.target.clone(),
        update_plan_resource_version: plan.seen.clone(),
        requested_time: plan.requested.map(|at| at.to_string()),
        informer_update: plan.informer_update.then_some(true),
        accepted_insights: accepted.collect(),
    })
}

/// Returns the status, which the collector writes.
pub fn status(collection: &Collection) -> Value {
    let Collection { at, by, from, informers, pools, noted } = collection;
    let worst = collection.insights().map(|(_, insight)| insight.level).max();
    let count = collection.insights().count();
    let (control_plane, worker_pools) = areas(informers, pools);
    json!(UpdatePlanStatus {
        collected_time: Some(at.to_string()),
        collected_by: by.clone(),
        control_plane_version: from.clone(),
        insights: i32::try_from(count).unwrap_or(i32::MAX),
        worst_level: worst.map(Level::text).unwrap_or_default().to_owned(),
        notes: noted
            .iter()
            .take(MOST_NOTES)
            .cloned()
            .map(|note| shortened(note, LONGEST_SUMMARY))
            .collect(),
        control_plane,
        worker_pools,
    })
}

/// Returns as much of it as one object can hold: of informers that report too much, only that fact.
pub fn fitting(mut collection: Collection) -> Collection {
    fit(&mut collection.informers, &|informers| {
        let (plane, pools) = areas(informers, &collection.pools);
        json!([plane, pools]).to_string().len() <= LARGEST && pools.len() <= MOST_POOLS
    });
    collection
}

/// Drops the insights of the largest informers, one after another, until it fits.
pub(crate) fn fit(informers: &mut [InformerResult], fits: &dyn Fn(&[InformerResult]) -> bool) {
    let size = |informer: &InformerResult| {
        let (plane, pools) = areas(std::slice::from_ref(informer), &BTreeMap::new());
        json!([plane, pools]).to_string().len()
    };
    for _ in 0..informers.len() {
        if fits(informers) {
            return;
        }
        let Some(largest) = informers.iter_mut().max_by_key(|informer| size(informer)) else {
            return;
        };
        *largest = largest.without_its_insights();
    }
}

/// Sorts insights by scope; every informer is listed under the control plane, with its outcome.
/// Pools have their uids if they are known.
pub(crate) fn areas(
    informers: &[InformerResult],
    uids: &BTreeMap<Object, String>,
) -> (ControlPlaneObject, Vec<WorkerPool>) {
    let mut plane = ControlPlaneObject::default();
    let mut pools: BTreeMap<Object, WorkerPool> = BTreeMap::new();
    for informer in informers {
        let (own, others): (Vec<&Insight>, Vec<&Insight>) =
            informer.insights.iter().partition(|one| one.scope.area == Area::ControlPlane);
        let wire = |insight: &&Insight| wire_insight(&informer.name, insight);
        plane.update_informers.push(InformerInsights {
            name: informer.name.clone(),
            state: informer.state.text().to_owned(),
            message: shortened(informer.message.clone(), LONGEST_MESSAGE),
            insights: own.iter().map(wire).collect(),
        });
        for insight in others {
            // If its pool is unknown, it goes to one of that kind.
            let nowhere = [Object::default()];
            let places: &[Object] = match insight.scope.pools.as_slice() {
                [] => &nowhere,
                pools => pools,
            };
            for place in places {
                let uid = uids.get(place).map(String::as_str);
                let pool = pools.entry(place.clone()).or_insert_with(|| worker_pool(place, uid));
                let known = pool.update_informers.iter_mut();
                match known.into_iter().find(|known| known.name == informer.name) {
                    Some(known) => known.insights.push(wire(&insight)),
                    None => pool.update_informers.push(InformerInsights {
                        name: informer.name.clone(),
                        insights: vec![wire(&insight)],
                        ..InformerInsights::default()
                    }),
                }
            }
        }
    }
    (plane, pools.into_values().collect())
}

/// Creates the entry of a pool.
pub(crate) fn worker_pool(place: &Object, uid: Option<&str>) -> WorkerPool {
    let Object { kind, namespace, name } = place.clone();
    WorkerPool {
        api_version: match kind.as_str() {
            machine_config_pool::KIND => format!("{}/v1", machine_config_pool::GROUP),
            machine_set::KIND => machine_set::API_VERSION.to_owned(),
            _ => String::new(), // its kind is unknown
        },
        kind,
        namespace,
        name,
        uid: uid.unwrap_or_default().to_owned(),
        ..WorkerPool::default()
    }
}

impl WorkerPool {
    pub(crate) fn object(&self) -> Object {
        let Self { kind, namespace, name, .. } = self;
        Object { kind: kind.clone(), namespace: namespace.clone(), name: name.clone() }
    }
}

fn wire_insight(informer: &str, insight: &Insight) -> UpdateInsight {
    let objects = |list: &[Object]| list.iter().map(wire_object).collect();
    let Insight { uid, acquired, scope, level, impact, summary, description, remediation, .. } =
        insight;
    UpdateInsight {
        id: InsightId::new(informer, insight).text().to_owned(),
        uid: uid.clone(),
        acquisition_time: acquired.map(|at| at.to_string()),
        scope: InsightScope {
            r#type: match scope.area {
                Area::ControlPlane => CONTROL_PLANE.to_owned(),
                Area::WorkerPool => WORKER_POOL.to_owned(),
            },
            worker_pool: objects(&scope.pools),
            resources: objects(&scope.resources),
        },
        impact: InsightImpact {
            level: level.text().to_owned(),
            r#type: impact.text().to_owned(),
            summary: summary.clone(),
            description: description.clone(),
        },
        remediation: InsightRemediation {
            reference: remediation.reference.clone(),
            action: remediation.action.clone(),
            resolved: remediation.resolved,
            estimated_finish: remediation.finish.map(|at| at.to_string()),
        },
    }
}

fn wire_object(object: &Object) -> ObjectReference {
    let Object { kind, namespace, name } = object.clone();
    ObjectReference { kind, namespace, name }
}

#[cfg(test)]
mod tests;
