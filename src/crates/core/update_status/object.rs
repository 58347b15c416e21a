//! The record of an update → the status of an UpdateStatus, and what of the previous one is kept.

use jiff::{Timestamp, Unit};
use serde_json::{Value, json};

use crate::condition_type::UpdateStatusCondition;
use crate::insight::Object;
use crate::objects::update_api::{
    API_VERSION, STATUS, STATUS_NAME, StatusCondition, UpdateStatusSpec, UpdateStatusStatus,
    WorkerPool,
};
use crate::pre_checks::InformerResult;
use crate::pre_checks::plan_object::{self, LARGEST, MOST_POOLS};
use crate::update_status::asking::StatusRequest;
use crate::update_status::conditions::{ConditionText, PoolRollout, Rollout};
use crate::update_status::record::UpdateStatusRecord;
use upgrade_graph::condition::Status;
use upgrade_graph::decode::{BadObject, typed};

const PENDING: &str = UpdateStatusCondition::Pending.as_str();
const ACTIVE: &str = UpdateStatusCondition::Active.as_str();

/// Reads what was stored; nothing if it is invalid, since it is about to be replaced.
pub fn stored(object: &Value) -> UpdateStatusStatus {
    typed(&object["status"]).unwrap_or_default()
}

/// Reads the requests to the controller; nothing if they are invalid.
pub fn request(object: &Value) -> StatusRequest {
    let spec: UpdateStatusSpec = typed(&object["spec"]).unwrap_or_default();
    StatusRequest {
        informer_update: spec.informer_update.unwrap_or_default(),
        requested: spec.requested_time.and_then(|at| at.parse().ok()),
    }
}

/// Returns the spec with requests to the controller.
pub fn requesting(request: StatusRequest) -> Value {
    json!(UpdateStatusSpec {
        requested_time: request.requested.map(|at| at.to_string()),
        informer_update: Some(request.informer_update),
    })
}

/// Returns when informers were last queried.
pub fn asked(stored: &UpdateStatusStatus) -> Option<Timestamp> {
    stored.asked_time.as_ref().and_then(|at| at.parse().ok())
}

/// Reads the insights of informers.
pub fn informers(stored: &UpdateStatusStatus) -> Result<Vec<InformerResult>, BadObject> {
    plan_object::informers(stored.control_plane.clone(), stored.worker_pools.clone())
}

/// Returns the only object of its kind, empty.
pub fn empty() -> Value {
    json!({
        "apiVersion": API_VERSION, "kind": STATUS,
        "metadata": {"name": STATUS_NAME}, "spec": {},
    })
}

/// Returns as much of it as one object can hold, with every condition.
pub fn fitting(
    mut standing: UpdateStatusRecord,
    before: &UpdateStatusStatus,
) -> UpdateStatusStatus {
    let mut informers = std::mem::take(&mut standing.informers);
    let stand = |informers: &[InformerResult]| {
        status(&UpdateStatusRecord { informers: informers.to_vec(), ..standing.clone() }, before)
    };
    plan_object::fit(&mut informers, &|informers| {
        let status = stand(informers);
        status.worker_pools.len() <= MOST_POOLS && json!(status).to_string().len() <= LARGEST
    });
    let mut status = stand(&informers);
    status.worker_pools.truncate(MOST_POOLS);
    status
}

/// Returns what to store. A condition that does not change keeps its transition time.
fn status(standing: &UpdateStatusRecord, before: &UpdateStatusStatus) -> UpdateStatusStatus {
    let UpdateStatusRecord { at, asked, version, informers, rollouts } = standing;
    let now = at.round(Unit::Second).unwrap_or(*at).to_string();
    let uids =
        rollouts.pools.iter().filter_map(|pool| Some((pool.object.clone(), pool.uid.clone()?)));
    let (mut control_plane, mut worker_pools) = plan_object::areas(informers, &uids.collect());
    let former = &before.control_plane.conditions;
    control_plane.conditions = conditions(&rollouts.control_plane, former, &now);
    for PoolRollout { object, uid, rollout } in &rollouts.pools {
        let former = before.worker_pools.iter().find(|pool| is(pool, object));
        let former = former.map(|pool| pool.conditions.as_slice()).unwrap_or_default();
        let conditions = conditions(rollout, former, &now);
        if let Some(known) = worker_pools.iter_mut().find(|pool| is(pool, object)) {
            known.conditions = conditions;
        } else {
            let pool = plan_object::worker_pool(object, uid.as_deref());
            worker_pools.push(WorkerPool { conditions, ..pool });
        }
    }
    worker_pools.sort_by(|a, b| place(a).cmp(&place(b)));
    UpdateStatusStatus {
        heartbeat_time: Some(now),
        ended_time: None,
        asked_time: asked.map(|at| at.to_string()).or_else(|| before.asked_time.clone()),
        control_plane_version: Some(version.clone()),
        control_plane,
        worker_pools,
    }
}

/// Returns whether only irrelevant times differ.
pub fn says_the_same(stored: &UpdateStatusStatus, written: &UpdateStatusStatus) -> bool {
    let plain = |status: &UpdateStatusStatus| {
        let (heartbeat_time, asked_time) = (None, None);
        let mut value = json!(UpdateStatusStatus { heartbeat_time, asked_time, ..status.clone() });
        forget(&mut value, "acquisitionTime");
        value
    };
    plain(stored) == plain(written)
}

fn forget(value: &mut Value, field: &str) {
    match value {
        Value::Object(fields) => {
            fields.remove(field);
            fields.values_mut().for_each(|value| forget(value, field));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| forget(item, field)),
        _ => {}
    }
}

fn place(pool: &WorkerPool) -> [&str; 3] {
    [&pool.kind, &pool.namespace, &pool.name]
}

fn is(pool: &WorkerPool, object: &Object) -> bool {
    place(pool) == [&object.kind, &object.namespace, &object.name]
}

fn conditions(rollout: &Rollout, former: &[StatusCondition], now: &str) -> Vec<StatusCondition> {
    let wire = |(kind, said): (&str, &ConditionText)| {
        let status = match said.status {
            Status::True => "True",
            Status::False => "False",
            Status::Unknown => "Unknown",
        };
        let mut former = former.iter().filter(|one| one.r#type == kind && one.status == status);
        let since = former.next().map_or(now, |one| one.last_transition_time.as_str());
        StatusCondition {
            r#type: kind.to_owned(),
            status: status.to_owned(),
            reason: said.reason.to_owned(),
            message: said.message.clone(),
            last_transition_time: since.to_owned(),
        }
    };
    [(PENDING, &rollout.pending), (ACTIVE, &rollout.active)].map(wire).into()
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;
    use crate::pre_checks::testing::{contribution, insight};
    use crate::testing::now;
    use crate::update_status::conditions::{POOL, Rollouts};

    fn rollout(active: Status) -> Rollout {
        let said = |status| ConditionText { status, reason: "Because", message: String::new() };
        Rollout { pending: said(Status::True), active: said(active) }
    }

    fn record(active: Status) -> UpdateStatusRecord {
        let mut about = insight("A");
        about = about.in_pool(Some("worker"));
        let pool = |name: &str| PoolRollout {
            object: Object::new(POOL, name),
            uid: Some("u".to_owned()),
            rollout: rollout(active),
        };
        UpdateStatusRecord {
            at: now(),
            asked: Some(now()),
            version: "4.6.2".to_owned(),
            informers: vec![contribution("mco", vec![about, insight("B")])],
            rollouts: Rollouts {
                control_plane: rollout(active),
                pools: vec![pool("worker"), pool("infra")],
            },
        }
    }

    #[test]
    fn insights_and_conditions_of_a_pool_stand_together() {
        let written = status(&record(Status::True), &UpdateStatusStatus::default());
        let pools = &written.worker_pools;
        let shown: Vec<_> = pools
            .iter()
            .map(|pool| (pool.name.as_str(), pool.update_informers.len(), pool.conditions.len()))
            .collect();
        assert_eq!(shown, [("infra", 0, 2), ("worker", 1, 2)]);
        assert!(
            pools.iter().all(|pool| pool.api_version == "machineconfiguration.openshift.io/v1")
        );
        let read = informers(&stored(&json!({"status": written}))).unwrap();
        assert_eq!(read[0].insights.len(), 2, "{read:?}");
    }

    #[test]
    fn only_an_informer_with_too_many_insights_loses_them() {
        let mut standing = record(Status::True);
        let long = |n: usize| insight(&format!("{n}")).describing("x".repeat(8_000));
        standing.informers.push(contribution("loud", (0..150).map(long).collect()));
        let written = fitting(standing.clone(), &UpdateStatusStatus::default());
        let informers = &written.control_plane.update_informers;
        let uids = |n: usize| -> Vec<&str> {
            informers[n].insights.iter().map(|insight| insight.uid.as_str()).collect()
        };
        assert_eq!((uids(0), uids(1)), (vec!["B"], vec!["InformerInvalid"]));
        let mut wide = insight("Wide");
        wide.scope.area = crate::insight::Area::WorkerPool;
        wide.scope.pools = (0..300).map(|n| Object::new("MachineSet", &n.to_string())).collect();
        standing.informers[1] = contribution("wide", vec![wide]);
        let written = fitting(standing, &UpdateStatusStatus::default());
        assert_eq!(written.worker_pools.len(), 2, "the conditions stay");
    }

    #[test]
    fn when_informers_were_asked_is_kept_until_they_are_asked_again() {
        let first = status(&record(Status::True), &UpdateStatusStatus::default());
        assert_eq!(asked(&first), Some(now()));
        let at = now() + SignedDuration::from_mins(1);
        let later = UpdateStatusRecord { at, asked: None, ..record(Status::True) };
        assert_eq!(asked(&status(&later, &first)), Some(now()));
        let again = UpdateStatusRecord { asked: Some(at), ..later };
        let again = status(&again, &first);
        assert_eq!(asked(&again), Some(at));
        assert!(says_the_same(&first, &again), "that alone is no news");
    }

    #[test]
    fn what_is_asked_for_is_read_again() {
        let asks = StatusRequest { informer_update: true, requested: Some(now()) };
        assert_eq!(request(&json!({"spec": requesting(asks)})), asks);
        for nothing in [json!({}), json!({"spec": {"requestedTime": "soon"}}), json!({"spec": 4})] {
            assert_eq!(request(&nothing), StatusRequest::default(), "{nothing}");
        }
    }

    #[test]
    fn a_condition_keeps_its_time_while_its_status_stays() {
        let first = status(&record(Status::True), &UpdateStatusStatus::default());
        let later = |active| {
            let at = now() + SignedDuration::from_mins(5);
            status(&UpdateStatusRecord { at, ..record(active) }, &first)
        };
        let since = |status: &UpdateStatusStatus| {
            let all =
                status.control_plane.conditions.iter().chain(&status.worker_pools[0].conditions);
            all.map(|one| one.last_transition_time.clone()).collect::<Vec<_>>()
        };
        assert_eq!(since(&later(Status::True)), since(&first));
        assert!(says_the_same(&first, &later(Status::True)));
        assert!(!says_the_same(&first, &later(Status::False)));
        let changed = since(&later(Status::False));
        assert_eq!(changed[0], since(&first)[0], "still pending");
        assert_ne!(changed[1], since(&first)[1], "no longer active");
        assert_ne!(changed[3], since(&first)[3], "nor is the pool");
    }
}
