//! Working only while the lease is ours.

use std::pin::pin;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout, timeout_at};

use super::context::ControllerContext;
use crate::connect::lease::{Leader, LeaseLock};

const ABOUT: &str = "lease";
const LAST_WORD: Duration = Duration::from_secs(5); // to give the lease back at the end

/// Works whenever we lead, until the end. Without a seat there is nobody else who could.
pub(crate) async fn run_as_leader<W: Future<Output = ()>>(
    seat: Option<LeaseLock>,
    office: &ControllerContext,
    work: impl Fn() -> W,
    end: impl Future<Output = ()>,
) {
    let mut end = pin!(end);
    let Some(mut seat) = seat else {
        office.metrics.lead(true);
        tokio::select! {
            () = work() => {}
            () = &mut end => {}
        }
        return clear_heartbeat(office).await;
    };
    loop {
        let since = tokio::select! {
            since = win(&mut seat, office) => since,
            () = &mut end => return,
        };
        office.say(&format!("leading, as {}", seat.name()));
        office.metrics.lead(true);
        let ended = tokio::select! {
            () = work() => true,
            () = hold(&mut seat, since, office) => false,
            () = &mut end => true,
        };
        office.metrics.lead(false);
        if ended {
            clear_heartbeat(office).await;
            let _ = timeout(LAST_WORD, seat.give_back()).await;
            return;
        }
    }
}

/// Nobody should wait for a controller that is gone.
async fn clear_heartbeat(office: &ControllerContext) {
    if let Some(live) = office.live() {
        let _ = timeout(LAST_WORD, live.fall_silent()).await;
    }
}

/// Waits until the lease is ours, and returns since when it is.
async fn win(seat: &mut LeaseLock, office: &ControllerContext) -> Instant {
    let mut waited_for: Option<String> = None;
    loop {
        let tried = Instant::now();
        match timeout(seat.terms().gives_up_after(), seat.claim()).await {
            Ok(Ok(Leader::We)) => {
                office.metrics.reach(true);
                office.works(ABOUT);
                return tried;
            }
            Ok(Ok(Leader::Another(holder))) => {
                office.metrics.reach(true);
                office.works(ABOUT);
                if waited_for.as_ref() != Some(&holder) {
                    office.say(&format!("standing by: {holder} leads"));
                    waited_for = Some(holder);
                }
            }
            lost => {
                office.metrics.reach(false);
                office.complain(ABOUT, why(lost));
            }
        }
        sleep(seat.terms().tries_every()).await;
    }
}

/// Renews the lease until that does not work any more. It is given up before others can take it.
async fn hold(seat: &mut LeaseLock, mut renewed: Instant, office: &ControllerContext) {
    loop {
        sleep(seat.terms().tries_every()).await;
        let end = renewed + seat.terms().gives_up_after();
        let tried = Instant::now();
        match timeout_at(end, seat.claim()).await {
            Ok(Ok(Leader::We)) => {
                office.metrics.reach(true);
                renewed = tried;
            }
            Ok(Ok(Leader::Another(holder))) => {
                return office.say(&format!("no longer leading: {holder} does"));
            }
            lost => {
                office.metrics.reach(false);
                if Instant::now() >= end {
                    let why = why(lost);
                    return office.say(&format!("no longer leading, to be safe: {why}"));
                }
            }
        }
    }
}

fn why<T>(lost: Result<Result<T, String>, tokio::time::error::Elapsed>) -> String {
    match lost {
        Ok(Err(why)) => why,
        _ => "the API server does not answer".to_owned(),
    }
}
