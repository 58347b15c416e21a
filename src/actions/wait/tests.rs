//! A wait in the cluster's time, which may run faster than ours, and with any wall clock.

use std::sync::atomic::{AtomicI64, Ordering};

use clap::Parser;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use super::*;
use crate::actions::request::tests::session;
use crate::cli::values::GoalArg;
use crate::connect::clock::Clock;
use upgrade_lab::{Scenario, Service};

const RATE: u32 = 3_600; // an hour a second

#[derive(Parser)]
struct Flags {
    #[command(flatten)]
    global: GlobalArgs,
}

/// The default scenario with a request for 4.6.43 and no operator.
fn practice(clock: impl FnOnce(Timestamp) -> Clock) -> (Service, Source) {
    let mut store = Scenario::find("vsphere-proxy").unwrap().load().store;
    let clock = clock(store.now.unwrap());
    store.change_cluster_version(|object| {
        object["spec"]["desiredUpdate"] = json!({"version": "4.6.43"});
    });
    let service = Service::new(store);
    let live = Live::inside(kube::Client::new(service.clone(), "default"), clock);
    (service, Source::Live(Box::new(live)))
}

/// A clock at this rate.
fn accelerated(now: Timestamp) -> Clock {
    let started = Instant::now();
    let passed = move || SignedDuration::try_from(started.elapsed() * RATE).unwrap();
    Clock::Simulated { now: Box::new(move || Some(now + passed())), rate: RATE }
}

/// A clock that jumps by an hour each time it is read: forward or back.
fn jumping(forward: bool) -> impl FnOnce(Timestamp) -> Clock {
    move |now| {
        let looked = AtomicI64::new(0);
        let read = move || {
            let hours = looked.fetch_add(if forward { 1 } else { -1 }, Ordering::Relaxed);
            Some(now + SignedDuration::from_hours(hours))
        };
        Clock::Simulated { now: Box::new(read), rate: 1 }
    }
}

fn options(timeout: Option<&str>) -> WaitOptions {
    let timeout = timeout.map(|timeout| timeout.parse().unwrap());
    WaitOptions::new(GoalArg::Completed, timeout, None)
}

async fn wait(source: Source, options: WaitOptions) -> ExitStatus {
    let (global, mut session) = (Flags::parse_from(["upgrade", "--lab"]).global, session());
    watch(source, None, options, &global, &mut session).await.unwrap()
}

fn fail(service: &Service) {
    service.with(|store| {
        store.change_cluster_version(|object| {
            let failing = json!({"type": "Failing", "status": "True", "reason": "X"});
            object["status"]["conditions"] = json!([failing]);
        });
    });
}

#[tokio::test(start_paused = true)]
async fn patience_is_counted_in_the_clusters_time() {
    let (_, source) = practice(accelerated);
    let started = Instant::now();
    assert_eq!(wait(source, options(Some("2h"))).await, ExitStatus::TimedOut);
    assert_eq!(started.elapsed().as_secs(), 2, "hours of the cluster are seconds of ours");
}

#[tokio::test(start_paused = true)]
async fn so_is_the_age_of_a_trouble() {
    let (service, source) = practice(accelerated);
    fail(&service);
    let started = Instant::now();
    assert_eq!(wait(source, options(None)).await, ExitStatus::UpdateFailed);
    assert_eq!(started.elapsed().as_secs(), 0, "ten minutes of the cluster");
}

#[tokio::test(start_paused = true)]
async fn a_wall_clock_that_jumps_neither_ends_nor_prolongs_a_wait() {
    for forward in [true, false] {
        let (_, source) = practice(jumping(forward));
        let started = Instant::now();
        assert_eq!(wait(source, options(Some("8m"))).await, ExitStatus::TimedOut);
        let waited = started.elapsed();
        assert!(waited >= Duration::from_mins(8), "forward: {forward}, after {waited:?}");
        assert!(waited <= Duration::from_mins(8) + GRACE, "forward: {forward}, after {waited:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_wall_clock_that_jumps_makes_no_trouble_older_or_younger() {
    for forward in [true, false] {
        let (service, source) = practice(jumping(forward));
        let started = Instant::now();
        let trouble = async {
            tokio::time::sleep(Duration::from_mins(5)).await; // reachable and healthy
            fail(&service);
        };
        let (ended, ()) = futures::future::join(wait(source, options(None)), trouble).await;
        assert_eq!(ended, ExitStatus::UpdateFailed);
        let waited = started.elapsed().as_secs() / 60;
        assert_eq!(waited, 15, "forward: {forward}, after so many minutes");
    }
}

#[tokio::test(start_paused = true)]
async fn a_change_in_the_store_is_seen() {
    let (service, source) = practice(accelerated);
    let operator = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        service.with(|store| {
            store.change_cluster_version(|object| {
                object["status"]["desired"]["version"] = "4.6.43".into();
                object["status"]["history"][0] = json!({"state": "Completed", "version": "4.6.43", "image": object["status"]["desired"]["image"]});
            });
        });
    };
    let (ended, ()) = futures::future::join(wait(source, options(None)), operator).await;
    assert_eq!(ended, ExitStatus::Success);
}
