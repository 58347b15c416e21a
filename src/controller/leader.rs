//! Works only while this replica holds the lease.

use std::pin::pin;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout, timeout_at};
use tracing::{debug, info};

use super::context::ControllerContext;
use super::events::{EventObject, EventReason};
use crate::connect::lease::{Leader, LeaseLock};
use crate::topic;

const ABOUT: &str = "lease";
const LAST_WORD: Duration = Duration::from_secs(5); // to release the lease at the end

/// Works whenever this replica leads, until the end. Without a lock there is no other replica.
pub(crate) async fn run_as_leader<W: Future<Output = ()>>(
    lock: Option<LeaseLock>,
    context: &ControllerContext,
    work: impl Fn() -> W,
    end: impl Future<Output = ()>,
) {
    let mut end = pin!(end);
    let Some(mut lock) = lock else {
        context.metrics.lead(true);
        tokio::select! {
            () = work() => {}
            () = &mut end => {}
        }
        return clear_heartbeat(context).await;
    };
    loop {
        let since = tokio::select! {
            since = win(&mut lock, context) => since,
            () = &mut end => return,
        };
        info!(target: topic::CONTROLLER, "leading as {}", lock.name());
        let elected = format!("{} became the leader", lock.name());
        context.record(lease(&lock), EventReason::LeaderElected, elected);
        context.metrics.lead(true);
        let ended = tokio::select! {
            () = work() => true,
            () = hold(&mut lock, since, context) => false,
            () = &mut end => true,
        };
        context.metrics.lead(false);
        if ended {
            clear_heartbeat(context).await;
            let _ = timeout(LAST_WORD, lock.give_back()).await;
            return;
        }
    }
}

/// No one should wait for a controller that has ended.
async fn clear_heartbeat(context: &ControllerContext) {
    if let Some(live) = context.live() {
        let _ = timeout(LAST_WORD, live.clear_heartbeat(context.now())).await;
    }
}

/// Waits until the lease is acquired, and returns when that was.
async fn win(lock: &mut LeaseLock, context: &ControllerContext) -> Instant {
    let mut waited_for: Option<String> = None;
    loop {
        let tried = Instant::now();
        let claim = timeout(lock.terms().gives_up_after(), lock.claim());
        match context.metrics.round(claim).await {
            Ok(Ok(Leader::We)) => {
                context.works(ABOUT);
                return tried;
            }
            Ok(Ok(Leader::Another(holder))) => {
                context.works(ABOUT);
                if waited_for.as_ref() != Some(&holder) {
                    info!(target: topic::CONTROLLER, holder, "standing by: {holder} is the leader");
                    waited_for = Some(holder);
                }
            }
            lost => context.complain(ABOUT, why(lost)),
        }
        sleep(lock.terms().tries_every()).await;
    }
}

/// Renews the lease until that fails. It steps down before others can take over.
async fn hold(lock: &mut LeaseLock, mut renewed: Instant, context: &ControllerContext) {
    loop {
        sleep(lock.terms().tries_every()).await;
        let end = renewed + lock.terms().gives_up_after();
        let tried = Instant::now();
        match context.metrics.round(timeout_at(end, lock.claim())).await {
            Ok(Ok(Leader::We)) => {
                debug!(target: topic::DECISION, "renewed the lease");
                renewed = tried;
            }
            Ok(Ok(Leader::Another(holder))) => {
                return stepped_down(lock, context, &format!("{holder} is the leader"));
            }
            lost if Instant::now() >= end => {
                let why = format!("cannot renew the lease: {}", why(lost));
                return stepped_down(lock, context, &why);
            }
            _ => {}
        }
    }
}

fn stepped_down(lock: &LeaseLock, context: &ControllerContext, why: &str) {
    info!(target: topic::CONTROLLER, "no longer leading: {why}");
    let lost = format!("{} is no longer the leader: {why}", lock.name());
    context.record(lease(lock), EventReason::LeaderLost, lost);
}

fn lease(lock: &LeaseLock) -> EventObject {
    let (namespace, name) = lock.lease();
    EventObject::Lease { namespace: namespace.to_owned(), name: name.to_owned() }
}

fn why<T>(lost: Result<Result<T, String>, tokio::time::error::Elapsed>) -> String {
    match lost {
        Ok(Err(why)) => why,
        _ => "the API server does not respond".to_owned(),
    }
}
