//! Waits for an update: watches the cluster, evaluates and reports, until there is a verdict.

pub(crate) mod text;
pub(crate) mod view;

use std::rc::Rc;
use std::time::Duration;

use anyhow::anyhow;
use tokio::time::Instant;

use super::open;
use crate::actions::wait::view::{WaitEvent, WaitMoment, WaitVerdictView, seconds};
use crate::cli::write_args::WaitOptions;
use crate::cli::{GlobalArgs, Session};
use crate::connect::Source;
use crate::connect::clock::Stopwatch;
use crate::connect::live::Live;
use crate::connect::snapshot::SnapshotParts;
use crate::connect::watcher::{Observation, OutageSpan, Watcher};
use crate::error::{Error, ExitStatus, Hint, Result};
use crate::output::Format;
use crate::output::Interrupt;
use crate::output::progress::ProgressLine;
use crate::output::text::stretch;
use upgrade_core::wait::target::WaitTarget;
use upgrade_core::wait::{Trouble, WaitGoal, WaitJudgement, WaitVerdict, Waiting};

/// For the last read, after the timeout.
const GRACE: Duration = Duration::from_secs(5);
const OPERATOR_PODS: &str = "oc get pods --namespace openshift-cluster-version";
const FRAME: Duration = Duration::from_millis(200); // of the display, in real time

/// Recorded files never change.
pub(crate) fn refuse_files(global: &GlobalArgs) -> Result<()> {
    if global.from.is_empty() {
        return Ok(());
    }
    Err(Error::usage(anyhow!("--from reads recorded files: nothing to wait for")))
}

/// Waits until the target is reached, or without one, the current request.
pub(crate) async fn watch(
    source: Source,
    target: Option<WaitTarget>,
    options: WaitOptions,
    global: &GlobalArgs,
    session: &mut Session,
) -> Result {
    let Source::Live(live) = source else {
        return Err(Error::usage(anyhow!("--from reads recorded files: nothing to wait for")));
    };
    let live = Rc::new(open::renewing(*live, global, session, || {}));
    let parts = match options.goal {
        WaitGoal::Accepted | WaitGoal::Completed => SnapshotParts::WAIT,
        WaitGoal::Workers => SnapshotParts::WAIT.requiring_pools(),
    };
    let watcher = Watcher::over_pools(Rc::clone(&live), parts).patient();
    let is_requested = target.is_some();
    let waiting = Waiting::new(options.goal, target, options.limits);
    let patience = live.clock.stopwatch();
    let begun = WaitMoment { time: watcher.now(), elapsed: Duration::ZERO };
    let last = WaitEvent::begun(&waiting, &live.origin, begun);
    let progress = session.ui.progress(global.verbose());
    let _keys = progress.quiet_keys();
    let interrupt = Interrupt::listen().map_err(|error| Error::new("Failed", error))?;
    let watch = WaitWatch {
        live,
        watcher,
        waiting,
        patience,
        interrupt,
        global,
        session,
        progress,
        last,
        next: None,
    };
    watch.run(is_requested).await
}

struct WaitWatch<'a> {
    live: Rc<Live>,
    watcher: Watcher,
    waiting: Waiting,
    /// The elapsed time.
    patience: Stopwatch,
    /// Ctrl-C
    interrupt: Interrupt,
    global: &'a GlobalArgs,
    session: &'a mut Session,
    progress: ProgressLine,
    /// The last event that was shown.
    last: WaitEvent,
    /// When to read again even if nothing changes.
    next: Option<Instant>,
}

/// What ends a pause.
enum WaitOccasion {
    Observed(Observation),
    TimeIsUp,
    Interrupted,
}

impl WaitWatch<'_> {
    async fn run(mut self, is_requested: bool) -> Result {
        loop {
            let event = match self.observe().await {
                Ok(WaitOccasion::Observed(Observation::Seen { snapshot, at, outage })) => {
                    if let Some(outage) = outage {
                        self.note_outage(outage);
                    }
                    // Uses the start of the read: a slow read does not make a problem older.
                    let now = self.moment(at);
                    let judgement = self.waiting.judge(&snapshot, now.elapsed);
                    self.next = judgement.next.and_then(|next| self.patience.reaches(next));
                    let mut event = WaitEvent::seen(&self.waiting, &snapshot, &judgement, now);
                    event.hints = self.hints(&judgement);
                    event.at_once = self.last.at_once;
                    event
                }
                Ok(WaitOccasion::Observed(Observation::Nothing { why })) => self.lost(&why),
                Ok(WaitOccasion::Interrupted) => {
                    self.progress.end();
                    return Ok(self.interrupted());
                }
                Ok(WaitOccasion::TimeIsUp) => {
                    let unanswered = self.watcher.is_looking();
                    let lost = unanswered.then(|| self.lost("no response in time"));
                    let last = lost.unwrap_or_else(|| self.last.clone());
                    last.out_of_time(self.moment(Instant::now()))
                }
                Err(error) => {
                    self.progress.end();
                    return Err(error);
                }
            };
            if let Some(verdict) = event.verdict {
                self.progress.end();
                return self.end(&event, verdict, is_requested);
            }
            self.tell(event)?;
            if self.session.ui.unread {
                return Ok(ExitStatus::Failure); // no one would receive the verdict
            }
        }
    }

    /// Waits for the next change of the cluster, and refreshes the display meanwhile.
    async fn observe(&mut self) -> Result<WaitOccasion> {
        let Self { watcher, waiting, patience, interrupt, progress, last, next, .. } = self;
        let end = waiting.ends().and_then(|end| patience.reaches(end)?.checked_add(GRACE));
        let up = async {
            match end {
                Some(end) => tokio::time::sleep_until(end).await,
                None => std::future::pending().await,
            }
        };
        let looking = watcher.observe(*next);
        tokio::pin!(up, looking);
        loop {
            tokio::select! {
                observation = &mut looking => return observation.map(WaitOccasion::Observed),
                () = &mut up => return Ok(WaitOccasion::TimeIsUp),
                () = interrupt.wait() => return Ok(WaitOccasion::Interrupted),
                () = tokio::time::sleep(FRAME), if progress.is_display() => {
                    let elapsed = seconds(patience.elapsed());
                    progress.draw(|layout| last.display(layout, elapsed));
                }
            }
        }
    }

    /// Shows what changed.
    fn tell(&mut self, event: WaitEvent) -> Result<()> {
        let news = !event.says_the_same(&self.last);
        if news && self.session.ui.format.structured() {
            self.session.ui.show(&event)?;
        } else if news && event.connected {
            let elapsed = event.elapsed_seconds;
            self.progress.tell(&event.line(), |layout| event.display(layout, elapsed));
        }
        self.last = event;
        self.last.at_once = false;
        Ok(())
    }

    /// Returns the last known state, and warns once that the server does not respond.
    fn lost(&mut self, why: &str) -> WaitEvent {
        let now = self.moment(Instant::now());
        let mut event = self.last.clone().out_of_reach(why, &self.waiting, now);
        if self.last.connected && event.verdict.is_none() {
            let server = self.server();
            let said = format!("cannot reach {server}: {why}. Retrying");
            self.progress.notify("warning:", &said);
        }
        self.next = self.waiting.ends().and_then(|end| self.patience.reaches(end));
        event.hints = self.wait_on();
        event
    }

    /// Notes that the server responds again: the time of the outage does not count.
    fn note_outage(&mut self, outage: OutageSpan) {
        let (from, until) =
            (self.patience.elapsed_at(outage.from), self.patience.elapsed_at(outage.until));
        self.waiting.note_outage(from, until);
        let away = stretch(seconds(until.saturating_sub(from)));
        self.progress.notify("note:", &format!("reconnected to {} after {away}", self.server()));
    }

    fn moment(&self, at: Instant) -> WaitMoment {
        WaitMoment { time: self.watcher.now(), elapsed: self.patience.elapsed_at(at) }
    }

    fn server(&self) -> &str {
        self.live.origin.server.as_deref().unwrap_or("the API server")
    }

    fn end(&mut self, event: &WaitEvent, verdict: WaitVerdictView, is_requested: bool) -> Result {
        let ui = &mut self.session.ui;
        match verdict {
            // The request has already named the cluster.
            WaitVerdictView::Done
                if is_requested && matches!(ui.format, Format::Version | Format::Name) =>
            {
                Ok(ExitStatus::Success)
            }
            WaitVerdictView::Done => ui.show(event).map(|()| ExitStatus::Success),
            WaitVerdictView::Failed => ui.refuse(event).map(|()| ExitStatus::UpdateFailed),
            WaitVerdictView::TimedOut => ui.refuse(event).map(|()| ExitStatus::TimedOut),
        }
    }

    fn hints(&self, judgement: &WaitJudgement) -> Vec<Hint> {
        let invocation = &self.session.invocation;
        match &judgement.verdict {
            None | Some(WaitVerdict::Done) => Vec::new(),
            Some(_) if self.global.lab.is_some() => self.wait_on(),
            Some(WaitVerdict::TimedOut) => self.wait_on(),
            Some(WaitVerdict::Failed(Trouble::Superseded { .. } | Trouble::Withdrawn)) => {
                vec![Hint::run("to see the cluster's state", invocation.command(["status"]))]
            }
            Some(WaitVerdict::Failed(Trouble::PoolPaused { pool })) => {
                let resume = invocation.command(["pools", "resume", pool]);
                vec![Hint::run("to resume the pool", resume)]
            }
            Some(WaitVerdict::Failed(Trouble::Refused(_))) => vec![
                Hint::run("to cancel the request", invocation.command(["--clear"])),
                Hint::run("to wait without a limit", self.again(&["--stall", "0"])),
            ],
            Some(WaitVerdict::Failed(Trouble::Unnoticed)) => vec![
                Hint::run("to check that the cluster-version operator is running", OPERATOR_PODS),
                Hint::run("to wait without a limit", self.again(&["--stall", "0"])),
            ],
            Some(WaitVerdict::Failed(_)) => {
                let advice = "the cluster keeps trying. To wait without a limit";
                vec![Hint::run(advice, self.again(&["--stall", "0"]))]
            }
        }
    }

    fn wait_on(&self) -> Vec<Hint> {
        if let Some(scenario) = &self.global.lab {
            let serve = self.session.invocation.plain(["lab", "serve", "--scenario", scenario]);
            let advice = "this practice cluster ended with the command. To keep one running";
            return vec![Hint::run(advice, serve)];
        }
        vec![Hint::run("the update continues. To wait for it again", self.again(&[]))]
    }

    /// Tells what continues without this command.
    fn interrupted(&mut self) -> ExitStatus {
        let label = self.last.label();
        let rest = match (&self.global.lab, self.last.is_taken_up) {
            (Some(_), _) => String::new(), // it ended with the command
            (None, true) => format!(". The update to {label} continues"),
            (None, false) => format!(". The request for {label} remains"),
        };
        let after = stretch(seconds(self.patience.elapsed()));
        self.progress.notify("note:", &format!("stopped waiting after {after}{rest}"));
        if self.global.lab.is_none() && !self.session.ui.format.structured() {
            let again = Hint::run("to wait again", self.again(&[]));
            self.session.ui.advise(&again);
        }
        ExitStatus::Interrupted
    }

    /// Returns the command that repeats this wait.
    fn again(&self, flags: &[&'static str]) -> String {
        let goal: &[&str] = match self.waiting.goal {
            WaitGoal::Accepted => &["--for", "accepted"],
            WaitGoal::Completed => &[],
            WaitGoal::Workers => &["--for", "workers"],
        };
        let words = ["wait"].iter().chain(goal).chain(flags);
        self.session.invocation.command(words.copied())
    }
}

#[cfg(test)]
mod tests;
