//! A plan: the pre-checks for an update to one release, and which insights are accepted.

use jiff::{SignedDuration, Timestamp};

use super::accept::{self, InsightAcceptance, InsightAcceptedBy};
use super::collect::Collection;
use super::request_time::{self, MAX_AGE};
use crate::cluster::Cluster;
use crate::insight::{Area, Insight, InsightId, Object, RISKS};
use upgrade_graph::version::{Step, Version};

/// An `UpdatePlan`, wherever it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpdatePlan {
    /// The release it is for.
    pub target: String,
    /// The revision of the plan that listed the accepted insights.
    pub seen: Option<String>,
    pub accepted: Vec<InsightAcceptance>,
    /// When a new collection was requested.
    pub requested: Option<Timestamp>,
    /// Whether informers may update themselves first.
    pub informer_update: bool,
    /// None if nothing was collected yet.
    pub collection: Option<Collection>,
}

/// An insight of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanFindings {
    pub id: InsightId,
    pub informer: String,
    pub insight: Insight,
    pub accepted: Option<InsightAcceptedBy>,
}

/// A controller collects older plans again, so that no one needs to wait for it.
const RENEWED_AFTER: SignedDuration = SignedDuration::from_mins(5);
/// For this long after a request.
const CARED_FOR: SignedDuration = SignedDuration::from_hours(24);
const SPENT_AFTER: SignedDuration = SignedDuration::from_hours(30 * 24); // it was not used again

impl UpdatePlan {
    /// The prefix of every plan's name.
    pub const PREFIX: &'static str = "update-plan-";

    /// A plan without a collection.
    pub fn new(target: &str) -> Self {
        Self {
            target: target.to_owned(),
            seen: None,
            accepted: Vec::new(),
            requested: None,
            informer_update: false,
            collection: None,
        }
    }

    /// Returns the name of the plan of a release.
    pub fn name_of(target: &str) -> String {
        let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c);
        let name = target.to_ascii_lowercase().replace(|c| !legal(c), "-");
        format!("{}{name}", Self::PREFIX)
    }

    /// Returns all insights: by scope, and there the most severe first. `risks` are those that the
    /// cluster accepts.
    pub fn found(&self, risks: &[String]) -> Vec<PlanFindings> {
        let insights = self.collection.iter().flat_map(Collection::insights);
        let mut found: Vec<PlanFindings> = insights
            .map(|(informer, insight)| PlanFindings {
                id: InsightId::new(informer, insight),
                informer: informer.to_owned(),
                insight: insight.clone(),
                accepted: self.accepted_by(informer, insight, risks),
            })
            .collect();
        found.sort_by(|a, b| {
            let (here, there) = (&a.insight.scope, &b.insight.scope);
            (here.area, &here.pools)
                .cmp(&(there.area, &there.pools))
                .then_with(|| b.insight.level.cmp(&a.insight.level))
                .then_with(|| (&a.informer, &a.insight.uid).cmp(&(&b.informer, &b.insight.uid)))
        });
        found
    }

    /// Returns the insights that must be accepted and are not.
    pub(crate) fn open(&self, risks: &[String]) -> Vec<PlanFindings> {
        self.found(risks).into_iter().filter(PlanFindings::is_open).collect()
    }

    fn accepted_by(
        &self,
        informer: &str,
        insight: &Insight,
        risks: &[String],
    ) -> Option<InsightAcceptedBy> {
        if accept::is_accepted(&self.accepted, informer, insight) {
            return Some(InsightAcceptedBy::Plan);
        }
        let on_the_cluster = informer == RISKS && risks.contains(&insight.uid);
        on_the_cluster.then_some(InsightAcceptedBy::Cluster)
    }

    /// Returns the acceptances that cover every insight with their uid.
    pub fn unscoped(&self) -> Vec<String> {
        let unscoped = self.accepted.iter().filter(|entry| entry.holds && entry.id.is_none());
        unscoped.map(InsightAcceptance::label).collect()
    }

    /// Returns whether it must be collected again before it can be used: it is old, has an
    /// impossible time, or is for another version of the cluster.
    pub fn is_stale(&self, now: Option<Timestamp>, from: &str) -> bool {
        let (Some(collection), Some(now)) = (&self.collection, now) else { return true };
        let age = now.duration_since(collection.at).abs();
        age > MAX_AGE || collection.from != from
    }

    /// Returns whether it was collected since it was requested.
    pub fn is_answered(&self) -> bool {
        match (&self.collection, self.requested) {
            (Some(collection), Some(requested)) => collection.at >= requested,
            (collection, None) => collection.is_some(),
            (None, Some(_)) => false,
        }
    }

    /// Returns whether a controller should collect it now: it was requested, the cluster version
    /// changed, or it is in use and gets old.
    pub fn is_due(&self, now: Timestamp, from: &str) -> bool {
        let Some(collection) = &self.collection else { return true };
        let asked = request_time::sensible(self.requested, now);
        let awake = asked.is_some_and(|asked| now.duration_since(asked) < CARED_FOR);
        let age = now.duration_since(collection.at);
        asked.is_some_and(|asked| collection.at < asked)
            || collection.from != from
            || (awake && age > RENEWED_AFTER)
    }

    /// Returns the time to record for a collection now.
    pub fn answered_at(&self, now: Timestamp) -> Timestamp {
        request_time::answered_at(self.requested, now)
    }

    /// Returns whether it is no longer needed: the cluster is on its release or a later one, or it
    /// was not used for a month. This decides wherever it is stored.
    pub fn is_spent(&self, cluster: &Cluster, now: Timestamp) -> bool {
        let gathered = self.collection.as_ref().map(|collection| collection.at);
        let touched = gathered.into_iter().chain(self.requested).max();
        let idle = |time| touched.is_none_or(|touched| now.duration_since(touched) > time);
        match cluster.reached().step_to(&Version::new(self.target.as_str())) {
            Step::Same => true,
            // A rollback is possible.
            Step::Down | Step::DownAcrossMinor => idle(CARED_FOR),
            Step::Patch | Step::NextMinor | Step::TooFar | Step::Unknown => {
                touched.is_some() && idle(SPENT_AFTER)
            }
        }
    }
}

impl PlanFindings {
    pub fn is_open(&self) -> bool {
        self.insight.level.must_be_accepted() && self.accepted.is_none()
    }

    /// Returns its scope, for a heading: the control plane, or which pools.
    pub fn place(&self) -> String {
        let scope = &self.insight.scope;
        let names: Vec<String> = scope.pools.iter().map(Object::label).collect();
        match (scope.area, names.as_slice()) {
            (Area::ControlPlane, _) => "Control plane".to_owned(),
            (Area::WorkerPool, []) => "Worker pools".to_owned(),
            (Area::WorkerPool, [name]) => format!("Worker pool {name}"),
            (Area::WorkerPool, names) => format!("Worker pools {}", names.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::insight::Level;
    use crate::pre_checks::testing::{insight, plan};
    use crate::testing::{cluster, now};
    use upgrade_graph::testing::release;

    #[test]
    fn a_release_has_one_name_that_objects_may_have() {
        for (target, name) in [
            ("4.14.4", "update-plan-4.14.4"),
            ("4.7.0-RC.1", "update-plan-4.7.0-rc.1"),
            ("4.7.0+amd64", "update-plan-4.7.0-amd64"),
        ] {
            assert_eq!(UpdatePlan::name_of(target), name);
        }
    }

    #[test]
    fn a_plan_is_stale_after_ten_minutes_and_when_the_cluster_has_moved() {
        let plan = plan(Vec::new());
        let at = |minutes| Some(now() + SignedDuration::from_mins(minutes));
        assert!(!plan.is_stale(at(0), "4.6.23") && !plan.is_stale(at(10), "4.6.23"));
        assert!(plan.is_stale(at(11), "4.6.23"));
        assert!(plan.is_stale(at(-11), "4.6.23"), "it is from the future");
        assert!(plan.is_stale(at(0), "4.6.24"));
        assert!(plan.is_stale(None, "4.6.23"));
        assert!(UpdatePlan::new("4.6.43").is_stale(at(0), "4.6.23"));
    }

    #[test]
    fn a_plan_is_answered_by_what_was_gathered_since() {
        let mut plan = plan(Vec::new());
        assert!(plan.is_answered());
        plan.requested = Some(now());
        assert!(plan.is_answered());
        plan.requested = Some(now() + SignedDuration::from_secs(1));
        assert!(!plan.is_answered());
        assert!(!UpdatePlan::new("4.6.43").is_answered());
    }

    #[test]
    fn a_plan_is_due_when_it_was_requested_or_is_in_use() {
        let at = |minutes| now() + SignedDuration::from_mins(minutes);
        let mut plan = plan(Vec::new());
        assert!(!plan.is_due(at(100), "4.6.23"), "not requested");
        assert!(plan.is_due(at(0), "4.6.24"), "the cluster has moved");
        assert!(UpdatePlan::new("4.6.43").is_due(at(0), "4.6.23"), "there is nothing yet");
        plan.requested = Some(at(-1));
        assert!(!plan.is_due(at(5), "4.6.23"));
        assert!(plan.is_due(at(6), "4.6.23"));
        assert!(!plan.is_due(at(24 * 60), "4.6.23"), "no longer used");
        plan.requested = Some(at(1));
        assert!(plan.is_due(at(0), "4.6.23"), "requested by a clock that is ahead");
        assert_eq!(plan.answered_at(at(0)), at(1));
        assert_eq!(plan.answered_at(at(2)), at(2));
        plan.requested = Some(at(60));
        assert!(!plan.is_due(at(0), "4.6.23"), "requested by a clock that is wrong");
        assert_eq!(plan.answered_at(at(0)), at(0));
    }

    #[test]
    fn a_plan_is_spent_when_the_cluster_is_updated_or_it_is_unused() {
        let plan = plan(Vec::new());
        let spent = |current: &str, days: i64| {
            plan.is_spent(&cluster(current), now() + SignedDuration::from_hours(24 * days))
        };
        assert!(!spent("4.6.23", 0) && !spent("4.6.23", 30));
        assert!(spent("4.6.43", 0), "it is there");
        assert!(!spent("4.6.44", 0) && !spent("4.7.0", 1), "a rollback is possible");
        assert!(spent("4.6.44", 2) && spent("4.7.0", 2));
        assert!(UpdatePlan::new("4.6.43").is_spent(&cluster("4.6.44"), now()), "not requested");
        assert!(spent("4.6.23", 31));
        assert!(!spent("odd", 0), "what does not compare is kept");
        let mut on_its_way = cluster("4.6.23");
        on_its_way.desired = release("4.6.43");
        assert!(!plan.is_spent(&on_its_way, now()), "it is not there yet");
    }

    #[test]
    fn insights_stand_by_place_and_there_the_gravest_first() {
        let level = |level, uid: &str| Insight { level, ..insight(uid) }.in_pool(Some("worker"));
        let plan = plan(vec![
            level(Level::Info, "A"),
            level(Level::Critical, "B"),
            insight("C"),
            insight("D").in_pool(Some("infra")),
            insight("E").in_pool(Some("master")),
        ]);
        let found = plan.found(&[]);
        let shown: Vec<_> = found.iter().map(|f| (f.place(), f.insight.uid.as_str())).collect();
        let shown: Vec<_> = shown.iter().map(|(place, uid)| format!("{place}: {uid}")).collect();
        assert_eq!(
            shown,
            [
                "Control plane: C",
                "Control plane: E",
                "Worker pool infra: D",
                "Worker pool worker: B",
                "Worker pool worker: A",
            ]
        );
    }
}
