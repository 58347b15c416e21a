//! `upgrade status --informer-update`: requests the controller to update informers.

use std::time::Duration;

use anyhow::anyhow;

use crate::cli::Session;
use crate::connect::Source;
use crate::connect::informers::Deadline;
use crate::error::{Error, Result};

const LOOK_EVERY: Duration = Duration::from_millis(500); // between reads of the UpdateStatus

/// Requests it from the controller, waits until it has queried informers, and returns notes on it.
pub(super) async fn request(
    source: &Source,
    deadline: Deadline,
    session: &Session,
) -> Result<Option<String>> {
    let Source::Live(live) = source else { return Ok(None) };
    if !source.has_controller().await {
        let error =
            anyhow!("no update status controller is running, so informers cannot be updated");
        let run = session.invocation.command(["controller"]);
        return Err(Error::new("NoController", error).hint_run("to start one", run));
    }
    let requested = live.request_informer_update().await?;
    let progress = session.ui.progress(false);
    let waiting = "Waiting for the update status controller";
    progress.tell(waiting, |_| waiting.to_owned());
    let asked = async {
        while !live.has_asked_informers(requested).await {
            tokio::time::sleep(LOOK_EVERY).await;
        }
    };
    let asked = deadline.limit(asked).await;
    progress.end();
    Ok(match asked {
        Some(()) => None,
        None => Some(
            "the update status controller has not queried informers yet, so their insights may be stale"
                .to_owned(),
        ),
    })
}
