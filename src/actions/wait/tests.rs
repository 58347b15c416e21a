//! A wait in the cluster's own time, which may run faster than ours.

use clap::Parser;
use jiff::SignedDuration;
use serde_json::json;

use super::*;
use crate::actions::request::tests::session;
use crate::cli::values::GoalArg;
use crate::connect::live::Clock;
use upgrade_core::cluster::Origin;
use upgrade_lab::{Scenario, Service};

const RATE: u32 = 3_600; // an hour a second

#[derive(Parser)]
struct Flags {
    #[command(flatten)]
    global: GlobalArgs,
}

/// The default scenario at this rate, asked for 4.6.43.
fn practice() -> (Service, Source) {
    let mut store = Scenario::find("vsphere-proxy").unwrap().load().store;
    let now = store.now;
    store.change_cluster_version(|object| {
        object["spec"]["desiredUpdate"] = json!({"version": "4.6.43"});
    });
    let started = tokio::time::Instant::now();
    let service = Service::new(store);
    let clock = move || {
        let passed = SignedDuration::try_from(started.elapsed() * RATE).unwrap();
        now.map(|now| now + passed)
    };
    let live = Live {
        client: kube::Client::new(service.clone(), "default"),
        origin: Origin::default(),
        proxy: None,
        timeout: None,
        clock: Clock::Simulated { now: Box::new(clock), rate: RATE },
        observer: Box::new(|_| {}),
        monitoring: crate::connect::monitoring::route::Monitoring::Inside,
    };
    (service, Source::Live(Box::new(live)))
}

fn options(timeout: Option<&str>) -> WaitOptions {
    let timeout = timeout.map(|timeout| timeout.parse().unwrap());
    WaitOptions::new(GoalArg::Completed, timeout, None)
}

async fn wait(source: Source, options: WaitOptions) -> ExitStatus {
    let limit = Duration::from_mins(1);
    let (global, mut session) = (Flags::parse_from(["upgrade", "--lab"]).global, session());
    let ended = tokio::time::timeout(limit, watch(source, None, options, &global, &mut session));
    ended.await.expect("minutes of the cluster are no minutes of ours").unwrap()
}

#[tokio::test]
async fn patience_is_counted_in_the_clusters_time() {
    let (_, source) = practice();
    assert_eq!(wait(source, options(Some("2h"))).await, ExitStatus::TimedOut);
}

#[tokio::test]
async fn so_is_the_age_of_a_trouble() {
    let (service, source) = practice();
    service.with(|store| {
        store.change_cluster_version(|object| {
            let failing = json!({"type": "Failing", "status": "True", "reason": "X"});
            object["status"]["conditions"] = json!([failing]);
        });
    });
    assert_eq!(wait(source, options(None)).await, ExitStatus::UpdateFailed);
}

#[tokio::test]
async fn a_change_in_the_store_is_seen() {
    let (service, source) = practice();
    let operator = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
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
