//! Every verdict, every problem, and from when each counts.

use jiff::SignedDuration;

use super::*;
use crate::cluster::Requested;
use crate::part::Part;
use crate::testing::{cluster, condition, now, pool, with};
use upgrade_graph::testing::release;

const MINUTE: u64 = 60;

fn at(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn patience(timeout: Option<u64>, stall: Option<u64>) -> WaitLimits {
    WaitLimits { timeout: timeout.map(Duration::from_secs), stall: stall.map(Duration::from_secs) }
}

/// Ten minutes for a problem, no limit otherwise.
fn waiting(goal: WaitGoal) -> Waiting {
    let aim = Some(WaitTarget::of_release(&release("4.6.43")));
    Waiting::new(goal, aim, patience(None, Some(600)))
}

fn request(version: &str) -> Requested {
    Requested { version: version.into(), image: release(version).image, ..Requested::default() }
}

/// 4.6.43 is requested, and the cluster-version operator has not observed it yet.
fn asked() -> Cluster {
    let mut cluster = cluster("4.6.23");
    cluster.requested = Some(request("4.6.43"));
    cluster.generation = cluster.observed_generation.map(|seen| seen + 1);
    cluster
}

/// The cluster-version operator has observed the request, and not accepted it.
fn noticed() -> Cluster {
    let asked = asked();
    Cluster { observed_generation: asked.generation, ..asked }
}

/// The cluster updates to 4.6.43.
fn rolling() -> Cluster {
    let mut cluster = with(asked(), "Progressing", Status::True);
    cluster.observed_generation = cluster.generation;
    cluster.desired = release("4.6.43");
    let mut newest = cluster.history[0].clone();
    newest.version = cluster.desired.version.clone();
    newest.image.clone_from(&cluster.desired.image);
    newest.completed = false;
    cluster.history.insert(0, newest);
    cluster
}

fn completed() -> Cluster {
    let mut cluster = with(rolling(), "Progressing", Status::False);
    cluster.history[0].completed = true;
    cluster
}

fn observed(cluster: Cluster) -> Snapshot {
    with_pool(cluster, pool("master", 3, 3))
}

fn with_pool(cluster: Cluster, pool: Pool) -> Snapshot {
    Snapshot { pools: Part::Known(vec![pool]), ..Snapshot::new(cluster) }
}

fn verdict(waiting: &mut Waiting, cluster: Cluster, seconds: u64) -> Option<WaitVerdict> {
    waiting.judge(&observed(cluster), at(seconds)).verdict
}

/// A condition that changed this many seconds after the start, by the cluster's clock.
fn since(cluster: Cluster, kind: &str, status: Status, seconds: i64) -> Cluster {
    let mut cluster = with(cluster, kind, status);
    let changed = cluster.conditions.0.iter_mut().find(|condition| condition.kind == kind);
    changed.unwrap().since = Some(now() + SignedDuration::from_secs(seconds));
    cluster
}

#[test]
fn accepted_means_observed_and_not_rejected() {
    let step = |cluster| waiting(WaitGoal::Accepted).judge(&observed(cluster), at(0)).step;
    assert_eq!(step(asked()), WaitStage::Noticing);
    assert_eq!(step(noticed()), WaitStage::Accepting);
    assert_eq!(step(rolling()), WaitStage::Nothing, "an old cluster has no ReleaseAccepted");
    assert_eq!(step(with(rolling(), "ReleaseAccepted", Status::True)), WaitStage::Nothing);
    assert_eq!(step(with(rolling(), "ReleaseAccepted", Status::False)), WaitStage::Accepting);
    assert_eq!(step(with(rolling(), "ReleaseAccepted", Status::Unknown)), WaitStage::Accepting);
}

#[test]
fn what_the_operator_does_counts_before_what_it_says_to_have_observed() {
    let step = |goal: WaitGoal, cluster| waiting(goal).judge(&observed(cluster), at(0)).step;
    let unobserved = |cluster: Cluster| Cluster { observed_generation: Some(1), ..cluster };
    for goal in [WaitGoal::Accepted, WaitGoal::Completed] {
        let held = with(asked(), "ReleaseAccepted", Status::False);
        assert_eq!(step(goal, held), WaitStage::Accepting, "it was refused, so it was noticed");
        let loading = with(asked(), "ReleaseAccepted", Status::Unknown);
        assert_eq!(step(goal, loading), WaitStage::Accepting);
        let of_the_release_before = with(asked(), "ReleaseAccepted", Status::True);
        assert_eq!(step(goal, of_the_release_before), WaitStage::Noticing);
        let completed = step(goal, unobserved(completed()));
        assert_eq!(completed, WaitStage::Nothing, "the channel was changed meanwhile");
    }
    assert_eq!(step(WaitGoal::Accepted, unobserved(rolling())), WaitStage::Nothing);
}

#[test]
fn completed_is_the_newest_entry_of_the_history() {
    let mut waiting = waiting(WaitGoal::Completed);
    assert_eq!(verdict(&mut waiting, asked(), 0), None);
    let judgement = waiting.judge(&observed(rolling()), at(1));
    let said = Some("the Progressing message".to_owned());
    assert_eq!((judgement.verdict, judgement.step), (None, WaitStage::RollingOut(said)));
    assert_eq!(verdict(&mut waiting, completed(), 2), Some(WaitVerdict::Done));
}

#[test]
fn workers_are_done_when_every_pool_is() {
    let mut waiting = waiting(WaitGoal::Workers);
    assert_eq!(waiting.judge(&with_pool(rolling(), pool("w", 3, 3)), at(0)).verdict, None);
    let judgement = waiting.judge(&with_pool(completed(), pool("w", 3, 2)), at(0));
    assert_eq!((judgement.verdict, judgement.step), (None, WaitStage::Pools(vec!["w".into()])));
    let unread = Snapshot { pools: Part::NotRead, ..observed(completed()) };
    assert_eq!(waiting.judge(&unread, at(0)).verdict, None, "what was not read is not done");
    let judgement = waiting.judge(&with_pool(completed(), pool("w", 3, 3)), at(0));
    assert_eq!(judgement.verdict, Some(WaitVerdict::Done));
    let completed = with_pool(completed(), pool("w", 3, 2));
    let verdict = self::waiting(WaitGoal::Completed).judge(&completed, at(0)).verdict;
    assert_eq!(verdict, Some(WaitVerdict::Done), "pools do not matter for less");
}

#[test]
fn a_trouble_fails_after_the_stall_and_not_before() {
    type Case = (WaitGoal, Cluster, fn(Condition) -> Trouble, &'static str, Status);
    let cases: [Case; 5] = [
        (WaitGoal::Completed, noticed(), Trouble::Invalid, "Invalid", Status::True),
        (WaitGoal::Completed, noticed(), Trouble::Refused, "ReleaseAccepted", Status::False),
        (WaitGoal::Accepted, rolling(), Trouble::Refused, "ReleaseAccepted", Status::False),
        (WaitGoal::Completed, rolling(), Trouble::Failing, "Failing", Status::True),
        (WaitGoal::Workers, rolling(), Trouble::Failing, "Failing", Status::True),
    ];
    for (goal, cluster, trouble, kind, status) in cases {
        let mut waiting = waiting(goal);
        let cluster = with(cluster, kind, status);
        let trouble = trouble(condition(kind, status));
        let judgement = waiting.judge(&observed(cluster.clone()), at(0));
        assert_eq!(judgement.trouble.as_ref(), Some(&trouble), "{goal:?} {kind}");
        assert_eq!((judgement.verdict, judgement.next), (None, Some(at(10 * MINUTE))));
        assert_eq!(verdict(&mut waiting, cluster.clone(), 10 * MINUTE - 1), None);
        assert_eq!(verdict(&mut waiting, cluster, 10 * MINUTE), Some(WaitVerdict::Failed(trouble)));
    }
}

#[test]
fn what_is_accepted_is_not_rejected_and_unknown_is_no_problem() {
    let trouble =
        |goal, cluster: Cluster| waiting(goal).judge(&observed(cluster), at(9_999)).trouble;
    let held = with(rolling(), "ReleaseAccepted", Status::False);
    assert_eq!(trouble(WaitGoal::Completed, held), None);
    for kind in ["Failing", "Invalid", "ReleaseAccepted"] {
        assert_eq!(
            trouble(WaitGoal::Accepted, with(noticed(), kind, Status::Unknown)),
            None,
            "{kind}"
        );
    }
}

#[test]
fn a_trouble_counts_from_when_it_was_seen_whatever_the_clocks_of_the_cluster_say() {
    const HOUR: i64 = 3_600;
    for transition in [None, Some(-HOUR), Some(0), Some(40), Some(HOUR)] {
        let mut waiting = waiting(WaitGoal::Completed);
        let mut failing = since(rolling(), "Failing", Status::True, transition.unwrap_or_default());
        if transition.is_none() {
            failing.conditions.0.last_mut().unwrap().since = None;
        }
        assert_eq!(verdict(&mut waiting, rolling(), 0), None);
        assert_eq!(waiting.judge(&observed(failing.clone()), at(50)).next, Some(at(650)));
        assert_eq!(waiting.judge(&observed(failing.clone()), at(649)).next, Some(at(650)));
        assert!(verdict(&mut waiting, failing, 650).is_some(), "{transition:?}");
    }
}

#[test]
fn a_problem_that_is_resolved_starts_again() {
    let mut waiting = waiting(WaitGoal::Completed);
    let failing = |seconds| since(rolling(), "Failing", Status::True, seconds);
    assert_eq!(verdict(&mut waiting, failing(0), 0), None);
    assert_eq!(verdict(&mut waiting, rolling(), 500), None);
    assert_eq!(verdict(&mut waiting, failing(550), 650), None);
    assert_eq!(verdict(&mut waiting, failing(550), 1_149), None);
    // It was resolved and came back between two reads.
    assert_eq!(verdict(&mut waiting, failing(1_140), 1_250), None);
    assert_eq!(verdict(&mut waiting, failing(1_140), 1_849), None);
    assert!(verdict(&mut waiting, failing(1_140), 1_850).is_some());
}

#[test]
fn no_trouble_is_older_for_a_time_in_which_nothing_was_seen() {
    let mut waiting = waiting(WaitGoal::Completed);
    let failing = since(rolling(), "Failing", Status::True, 0);
    assert_eq!(verdict(&mut waiting, failing.clone(), 100), None);
    waiting.note_outage(at(100), at(5_000));
    assert_eq!(waiting.judge(&observed(failing), at(5_000)).next, Some(at(5_600)));
    let mut fresh = self::waiting(WaitGoal::Completed);
    fresh.note_outage(at(100), at(5_000));
    let failing = since(rolling(), "Failing", Status::True, 200);
    assert_eq!(fresh.judge(&observed(failing), at(5_000)).next, Some(at(5_600)));
}

#[test]
fn without_a_stall_no_trouble_ends_the_wait() {
    let aim = Some(WaitTarget::of_release(&release("4.6.43")));
    let mut waiting = Waiting::new(WaitGoal::Completed, aim, patience(None, None));
    let failing = since(rolling(), "Failing", Status::True, 0);
    let judgement = waiting.judge(&observed(failing), at(1_000_000));
    assert_eq!((judgement.verdict, judgement.next), (None, None));
    assert!(judgement.trouble.is_some());
}

#[test]
fn a_request_that_is_not_observed_is_a_problem_until_it_is() {
    let mut waiting = waiting(WaitGoal::Completed);
    let judgement = waiting.judge(&observed(asked()), at(0));
    assert_eq!((judgement.trouble, judgement.next), (Some(Trouble::Unnoticed), Some(at(600))));
    assert_eq!(waiting.judge(&observed(noticed()), at(300)).trouble, None);
    let failing = waiting.judge(&observed(with(asked(), "Failing", Status::True)), at(400)).trouble;
    assert!(matches!(failing, Some(Trouble::Failing(_))), "{failing:?}");
    let unnoticed = Some(WaitVerdict::Failed(Trouble::Unnoticed));
    let mut waiting = self::waiting(WaitGoal::Accepted);
    assert_eq!(verdict(&mut waiting, asked(), 0), None);
    assert_eq!(verdict(&mut waiting, asked(), 600), unnoticed);
}

#[test]
fn the_oldest_problem_is_reported() {
    let both = since(since(rolling(), "Failing", Status::True, 60), "Invalid", Status::True, 90);
    let judgement = waiting(WaitGoal::Completed).judge(&observed(both), at(100));
    assert!(matches!(judgement.trouble, Some(Trouble::Failing(_))), "{judgement:?}");
    assert_eq!(judgement.next, Some(at(700)));
}

#[test]
fn pools_are_a_trouble_only_where_workers_are_waited_for() {
    let mut degraded = pool("worker", 3, 2);
    degraded.conditions.0.retain(|condition| condition.kind != "Degraded");
    degraded.conditions.0.push(condition("Degraded", Status::True));
    let found = |goal, cluster, pool| waiting(goal).judge(&with_pool(cluster, pool), at(0)).trouble;
    let expected = Trouble::PoolDegraded {
        pool: "worker".into(),
        condition: condition("Degraded", Status::True),
    };
    assert_eq!(found(WaitGoal::Workers, rolling(), degraded.clone()), Some(expected));
    assert_eq!(found(WaitGoal::Completed, rolling(), degraded), None);
    let paused = Pool { paused: true, ..pool("worker", 3, 2) };
    let expected = Trouble::PoolPaused { pool: "worker".into() };
    assert_eq!(found(WaitGoal::Workers, completed(), paused.clone()), Some(expected.clone()));
    assert_eq!(found(WaitGoal::Workers, rolling(), paused.clone()), None, "its turn has not come");
    let done = Pool { paused: true, ..pool("worker", 3, 3) };
    assert_eq!(found(WaitGoal::Workers, completed(), done), None);
    let mut waiting = waiting(WaitGoal::Workers);
    let look = with_pool(completed(), paused);
    assert_eq!(waiting.judge(&look, at(50)).verdict, None);
    assert_eq!(waiting.judge(&look, at(649)).verdict, None);
    assert_eq!(waiting.judge(&look, at(650)).verdict, Some(WaitVerdict::Failed(expected)));
}

#[test]
fn the_pool_of_the_control_plane_holds_completion_too() {
    let found = |goal, cluster, pool| waiting(goal).judge(&with_pool(cluster, pool), at(0)).trouble;
    let paused = Pool { paused: true, ..pool("master", 3, 2) };
    let expected = Some(Trouble::PoolPaused { pool: "master".into() });
    for goal in [WaitGoal::Completed, WaitGoal::Workers] {
        assert_eq!(found(goal, rolling(), paused.clone()), expected);
        let early = Pool { paused: true, ..pool("master", 3, 3) };
        assert_eq!(found(goal, rolling(), early.clone()), None, "its turn has not come");
        let unseen = Pool { observed_generation: Some(0), ..early };
        assert_eq!(found(goal, rolling(), unseen), None, "nor is that known");
    }
    assert_eq!(found(WaitGoal::Accepted, noticed(), paused.clone()), None);
    assert_eq!(found(WaitGoal::Completed, completed(), paused), None, "it is done");
    let mut degraded = pool("master", 3, 2);
    degraded.conditions.0.retain(|condition| condition.kind != "Degraded");
    degraded.conditions.0.push(condition("Degraded", Status::True));
    let ill = found(WaitGoal::Completed, rolling(), degraded);
    assert!(matches!(ill, Some(Trouble::PoolDegraded { .. })), "{ill:?}");
}

#[test]
fn another_request_supersedes_at_once() {
    let superseded = |by: &str| Some(WaitVerdict::Failed(Trouble::Superseded { by: by.into() }));
    for cluster in [asked(), rolling()] {
        let other = Cluster { requested: Some(request("4.6.44")), ..cluster };
        assert_eq!(verdict(&mut waiting(WaitGoal::Completed), other, 0), superseded("4.6.44"));
    }
    let other = Cluster { requested: Some(request("4.6.44")), ..completed() };
    assert_eq!(verdict(&mut waiting(WaitGoal::Completed), other, 0), Some(WaitVerdict::Done));
}

#[test]
fn a_cluster_that_turns_to_something_else_supersedes() {
    let mut waiting = waiting(WaitGoal::Completed);
    assert_eq!(verdict(&mut waiting, rolling(), 0), None);
    let mut other = Cluster { desired: release("4.6.44"), ..rolling() };
    let superseded = Trouble::Superseded { by: "4.6.44".into() };
    assert_eq!(
        verdict(&mut waiting, other.clone(), 1),
        Some(WaitVerdict::Failed(superseded.clone()))
    );
    other.requested = None;
    assert_eq!(verdict(&mut waiting, other, 1), Some(WaitVerdict::Failed(superseded)));
}

#[test]
fn a_request_canceled_in_time_is_withdrawn_and_one_too_late_continues() {
    let mut waiting = waiting(WaitGoal::Completed);
    assert_eq!(verdict(&mut waiting, asked(), 0), None);
    let cleared = Cluster { requested: None, ..asked() };
    let withdrawn = Some(WaitVerdict::Failed(Trouble::Withdrawn));
    assert_eq!(verdict(&mut waiting, cleared, 1), withdrawn);
    let leftover = Requested { force: true, ..Requested::default() };
    let cleared = Cluster { requested: Some(leftover), ..asked() };
    assert_eq!(verdict(&mut self::waiting(WaitGoal::Completed), cleared, 1), withdrawn);
    let running = Cluster { requested: None, ..rolling() };
    assert_eq!(verdict(&mut self::waiting(WaitGoal::Completed), running, 1), None);
}

#[test]
fn without_a_named_aim_it_is_what_the_cluster_was_first_seen_with() {
    let mut waiting = Waiting::new(WaitGoal::Completed, None, patience(None, None));
    let running = Cluster { requested: None, ..rolling() };
    assert_eq!(verdict(&mut waiting, running.clone(), 0), None);
    assert_eq!(waiting.aim.as_ref().unwrap().label(), "4.6.43");
    let other = Cluster { requested: Some(request("4.6.44")), ..running };
    assert!(matches!(verdict(&mut waiting, other, 1), Some(WaitVerdict::Failed(_))));
    let mut idle = Waiting::new(WaitGoal::Workers, None, patience(None, None));
    assert_eq!(verdict(&mut idle, cluster("4.6.23"), 0), Some(WaitVerdict::Done));
}

#[test]
fn patience_ends_unless_it_is_done_or_failed() {
    let aim = Some(WaitTarget::of_release(&release("4.6.43")));
    let mut waiting = Waiting::new(WaitGoal::Completed, aim, patience(Some(60), Some(60)));
    let judgement = waiting.judge(&observed(rolling()), at(59));
    assert_eq!((judgement.verdict, judgement.next), (None, Some(at(60))));
    assert_eq!(verdict(&mut waiting, rolling(), 60), Some(WaitVerdict::TimedOut));
    assert_eq!(verdict(&mut waiting, completed(), 60), Some(WaitVerdict::Done));
    let failing = since(rolling(), "Failing", Status::True, 0);
    let mut waiting = Waiting::new(WaitGoal::Completed, None, patience(Some(60), Some(60)));
    assert_eq!(verdict(&mut waiting, failing.clone(), 0), None);
    let failed = verdict(&mut waiting, failing, 60);
    assert!(matches!(failed, Some(WaitVerdict::Failed(_))), "{failed:?}");
}

#[test]
fn patience_beyond_all_calendars_never_ends() {
    let aim = Some(WaitTarget::of_release(&release("4.6.43")));
    let mut waiting =
        Waiting::new(WaitGoal::Completed, aim, patience(Some(u64::MAX), Some(u64::MAX)));
    let failing = since(rolling(), "Failing", Status::True, 0);
    assert_eq!(verdict(&mut waiting, failing, 1_000_000), None);
}
