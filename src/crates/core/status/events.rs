//! The events between two reports.

use super::{OtherPool, StatusInsight, StatusReport};
use crate::progress::control_plane::Assessment;
use crate::progress::nodes::{NodePhase, NodeReport};
use crate::progress::pools::PoolReport;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatusEvent {
    /// The cluster updates to another release than before.
    Target(String),
    /// The cluster rejects a request for this.
    Refused(String),
    Assessed(Assessment),
    OperatorUpdating(String),
    OperatorUpdated(String),
    /// All operators run the release.
    ControlPlaneUpdated(String),
    NodeMoved {
        node: String,
        phase: NodePhase,
    },
    NodeDegraded(String),
    PoolUpdated(String),
    InsightCome(StatusInsight),
    InsightGone(StatusInsight),
    /// No update is in progress any more.
    Ended,
}

/// Returns the events, in the order of an update.
pub fn events(before: &StatusReport, after: &StatusReport) -> Vec<StatusEvent> {
    let mut events = Vec::new();
    let target = &after.control_plane.target.version;
    if before.control_plane.target.version != *target {
        events.push(StatusEvent::Target(target.clone()));
    }
    let refused = after.refused.as_ref().map(|(target, _)| target);
    if let Some(target) = refused
        && before.refused.as_ref().map(|(target, _)| target) != refused
    {
        events.push(StatusEvent::Refused(target.clone()));
    }
    of_operators(before, after, &mut events);
    of_control_plane(before, after, &mut events);
    for pool in pools(after) {
        if let Some(earlier) = pools(before).find(|earlier| earlier.name == pool.name) {
            of_pool(earlier, pool, &mut events);
        }
    }
    of_others(before, after, &mut events);
    of_insights(before, after, &mut events);
    if before.updating && !after.updating {
        events.push(StatusEvent::Ended);
    }
    events
}

fn of_operators(before: &StatusReport, after: &StatusReport, events: &mut Vec<StatusEvent>) {
    for operator in &after.control_plane.operators {
        let mut earlier = before.control_plane.operators.iter();
        let Some(earlier) = earlier.find(|one| one.name == operator.name) else { continue };
        if operator.updated && !earlier.updated {
            events.push(StatusEvent::OperatorUpdated(operator.name.clone()));
        } else if operator.is_updating() && !earlier.is_updating() {
            events.push(StatusEvent::OperatorUpdating(operator.name.clone()));
        }
    }
}

fn of_control_plane(before: &StatusReport, after: &StatusReport, events: &mut Vec<StatusEvent>) {
    let (earlier, plane) = (&before.control_plane, &after.control_plane);
    match plane.assessment {
        assessment if assessment == earlier.assessment => {}
        Assessment::Completed => {
            events.push(StatusEvent::ControlPlaneUpdated(plane.target.version.clone()));
        }
        // A new update is reported by its target.
        Assessment::Progressing if earlier.assessment == Assessment::Completed => {}
        assessment @ (Assessment::Progressing | Assessment::Slow | Assessment::Stalled) => {
            events.push(StatusEvent::Assessed(assessment));
        }
    }
}

fn pools(report: &StatusReport) -> impl Iterator<Item = &PoolReport> {
    report.control_plane.nodes.iter().chain(&report.pools)
}

fn of_pool(before: &PoolReport, after: &PoolReport, events: &mut Vec<StatusEvent>) {
    for node in &after.nodes {
        if let Some(earlier) = before.nodes.iter().find(|earlier| earlier.name == node.name) {
            of_node(earlier, node, events);
        }
    }
    if after.is_completed() && before.is_behind() {
        events.push(StatusEvent::PoolUpdated(after.name.clone()));
    }
}

fn of_others(before: &StatusReport, after: &StatusReport, events: &mut Vec<StatusEvent>) {
    for pool in after.others.iter().filter(|pool| !pool.is_behind()) {
        let was = before.others.iter().find(|was| was.object == pool.object);
        if was.is_some_and(OtherPool::is_behind) && pool.assessment.is_some() {
            events.push(StatusEvent::PoolUpdated(pool.label()));
        }
    }
}

fn of_node(before: &NodeReport, after: &NodeReport, events: &mut Vec<StatusEvent>) {
    let node = || after.name.clone();
    if after.degraded && !before.degraded {
        events.push(StatusEvent::NodeDegraded(node()));
    }
    if after.phase != before.phase {
        events.push(StatusEvent::NodeMoved { node: node(), phase: after.phase });
    }
}

fn of_insights(before: &StatusReport, after: &StatusReport, events: &mut Vec<StatusEvent>) {
    let is_in = |report: &StatusReport, one: &StatusInsight| {
        report.insights.iter().any(|other| other.is_same_matter(one))
    };
    let new = after.insights.iter().filter(|one| !is_in(before, one));
    events.extend(new.cloned().map(StatusEvent::InsightCome));
    let gone = before.insights.iter().filter(|one| !is_in(after, one));
    events.extend(gone.cloned().map(StatusEvent::InsightGone));
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;
    use crate::objects::cluster_operator::Operator;
    use crate::objects::node::Node;
    use crate::part::Part;
    use crate::snapshot::Snapshot;
    use crate::status::assess;
    use crate::status::testing::updating as snapshot;
    use crate::testing::{condition, now, with};
    use upgrade_graph::condition::Status;
    use upgrade_graph::testing::release;
    use upgrade_graph::version::Version;

    fn operators(snapshot: &mut Snapshot) -> &mut Vec<Operator> {
        let Part::Known(operators) = &mut snapshot.operators else { panic!("they are known") };
        operators
    }

    fn nodes(snapshot: &mut Snapshot) -> &mut Vec<Node> {
        let Part::Known(nodes) = &mut snapshot.nodes else { panic!("they are known") };
        nodes
    }

    /// Returns the events of this change, and the snapshot after it.
    fn change(
        snapshot: &Snapshot,
        change: impl FnOnce(&mut Snapshot),
    ) -> (Vec<StatusEvent>, Snapshot) {
        let mut later = snapshot.clone();
        change(&mut later);
        (events(&assess(snapshot), &assess(&later)), later)
    }

    fn moved(node: &str, phase: NodePhase) -> StatusEvent {
        StatusEvent::NodeMoved { node: node.into(), phase }
    }

    #[test]
    fn nothing_happens_where_only_time_passes() {
        let (events, _) = change(&snapshot(), |later| {
            later.now = later.now.map(|now| now + SignedDuration::from_mins(1));
        });
        assert_eq!(events, []);
    }

    #[test]
    fn operators_begin_and_are_done_and_then_the_control_plane_is() {
        let (events, begun) = change(&snapshot(), |later| {
            let dns = &mut operators(later)[0];
            dns.conditions.0.retain(|one| one.kind != "Progressing");
            dns.conditions.0.push(condition("Progressing", Status::True));
        });
        assert_eq!(events, [StatusEvent::OperatorUpdating("dns".into())]);
        let (events, _) = change(&begun, |later| {
            for one in operators(later) {
                one.version = Some("4.6.2".into());
            }
            later.cluster.history[0].completed = true;
            later.cluster.history[0].ended = Some(now());
        });
        let done = ["dns", "etcd"].map(|name| StatusEvent::OperatorUpdated(name.into()));
        assert_eq!(events[..2], done);
        assert_eq!(events[2..], [StatusEvent::ControlPlaneUpdated("4.6.2".into())]);
    }

    #[test]
    fn nodes_move_and_their_pool_is_done_with_the_last() {
        let (events, draining) = change(&snapshot(), |later| {
            let node = &mut nodes(later)[0];
            node.desired = "rendered-new".into();
            node.state = "Working".into();
            node.desired_drain = "drain-rendered-new".into();
            node.last_drain = "uncordon-rendered-old".into();
        });
        assert_eq!(events, [moved("worker-0", NodePhase::Draining)]);
        let (events, rebooting) = change(&draining, |later| {
            let node = &mut nodes(later)[0];
            node.last_drain = node.desired_drain.clone();
            node.state = "Rebooting".into();
        });
        assert_eq!(events, [moved("worker-0", NodePhase::Rebooting)]);
        let (events, _) = change(&rebooting, |later| {
            for node in nodes(later) {
                node.current = "rendered-new".into();
                node.desired = "rendered-new".into();
                node.state = "Done".into();
            }
        });
        let updated = ["worker-0", "worker-1"].map(|node| moved(node, NodePhase::Updated));
        assert_eq!(events[..2], updated);
        assert_eq!(events[2..], [StatusEvent::PoolUpdated("worker".into())]);
    }

    #[test]
    fn an_insight_comes_and_goes_and_says_other_things_meanwhile() {
        let fails = |message: &str| {
            let mut failing = condition("Failing", Status::True);
            failing.message = message.to_owned();
            failing
        };
        let set = |later: &mut Snapshot, message: &str| {
            later.cluster.conditions.0.retain(|one| one.kind != "Failing");
            later.cluster.conditions.0.push(fails(message));
        };
        let (events, failing) = change(&snapshot(), |later| set(later, "once"));
        assert!(matches!(events[..], [StatusEvent::InsightCome(_)]), "{events:?}");
        let (events, _) = change(&failing, |later| set(later, "twice"));
        assert_eq!(events, []);
        let (events, _) = change(&failing, |later| {
            later.cluster = with(later.cluster.clone(), "Failing", Status::False);
        });
        assert!(matches!(events[..], [StatusEvent::InsightGone(_)]), "{events:?}");
    }

    #[test]
    fn another_target_is_said_and_what_cannot_be_seen_is_not_an_event() {
        let (events, _) = change(&snapshot(), |later| {
            later.cluster.history[0].version = Version::new("4.6.3");
            later.cluster.desired = release("4.6.3");
        });
        assert_eq!(events, [StatusEvent::Target("4.6.3".into())]);
        let (events, _) = change(&snapshot(), |later| {
            later.operators = Part::NotRead;
            later.nodes = Part::NotRead;
        });
        assert!(!events.iter().any(|event| matches!(event, StatusEvent::OperatorUpdated(_))));
        assert!(!events.iter().any(|event| matches!(event, StatusEvent::PoolUpdated(_))));
    }
}
