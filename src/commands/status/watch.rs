//! `upgrade status --watch`: reads the status, shows what changed, and repeats that.

use std::collections::VecDeque;
use std::rc::Rc;

use anyhow::anyhow;
use jiff::Timestamp;

use super::DisplayOptions;
use crate::actions::open;
use crate::cli::{GlobalArgs, Session};
use crate::commands::status::event_view::{EventView, Tone, clock};
use crate::commands::status::view::UpdateStatusReport;
use crate::connect::Source;
use crate::connect::live::Live;
use crate::connect::snapshot::SnapshotParts;
use crate::connect::watcher::{Observation, OutageSpan, Watcher};
use crate::error::{Error, Result};
use crate::output::Format;
use crate::output::screen::{Screen, ScreenEvent};
use crate::output::text::{indented, stretch};
use upgrade_core::part::Part;
use upgrade_core::snapshot::Snapshot;
use upgrade_core::status::{self, StatusEvent, StatusVerdict};

/// How a watch ended.
pub(super) enum WatchEnd {
    /// With these notes on the last state.
    Seen(StatusVerdict),
    /// The output was closed.
    Unread,
}

const EVENTS_KEPT: usize = 50; // more than any screen shows

pub(super) async fn run(
    manner: DisplayOptions,
    global: &GlobalArgs,
    session: &mut Session,
) -> Result<WatchEnd> {
    refuse(global, session)?;
    session.ui.stream = true;
    let Source::Live(live) = open::open_for_wait(global, session).await? else {
        return Err(Error::usage(anyhow!("--from reads recorded files: nothing to watch")));
    };
    let live = Rc::new(open::renewing(*live, global, session, || {}));
    let mut watcher = Watcher::over(Rc::clone(&live), SnapshotParts::STATUS_WITH_STEPS);
    let Observation::Seen { snapshot, .. } = watcher.observe(None).await? else {
        return Err(Error::new("Unreachable", anyhow!("cannot read the cluster")));
    };
    manner.check(&snapshot)?;
    let picture = WatchScreen { snapshot: *snapshot, manner, events: VecDeque::new(), away: None };
    let last = picture.view(None);
    let watch = StatusWatch { live, watcher, picture, last, screen: None, global, session };
    Box::pin(watch.run()).await
}

/// Recorded files never change, and -o name has no state to watch.
fn refuse(global: &GlobalArgs, session: &Session) -> Result<()> {
    if !global.from.is_empty() {
        return Err(Error::usage(anyhow!("--from reads recorded files: nothing to watch")));
    }
    if matches!(session.ui.format, Format::Version | Format::Name) {
        return Err(Error::usage(anyhow!("--watch cannot be used with -o version or -o name")));
    }
    Ok(())
}

struct StatusWatch<'a> {
    live: Rc<Live>,
    watcher: Watcher,
    picture: WatchScreen,
    /// The last report that was shown.
    last: UpdateStatusReport,
    screen: Option<Screen>,
    global: &'a GlobalArgs,
    session: &'a mut Session,
}

/// What is displayed.
struct WatchScreen {
    snapshot: Snapshot,
    manner: DisplayOptions,
    events: VecDeque<EventView>,
    /// Why the server cannot be reached, if so.
    away: Option<String>,
}

impl StatusWatch<'_> {
    async fn run(mut self) -> Result<WatchEnd> {
        self.screen = self.session.ui.screen(self.global.verbose())?;
        self.begin()?;
        loop {
            let verdict = status::assess(&self.picture.snapshot).verdict();
            if self.session.ui.unread {
                return Ok(WatchEnd::Unread);
            }
            if self.screen.is_none() && !self.last.updating {
                return Ok(WatchEnd::Seen(verdict));
            }
            let Some(observation) = self.observe().await? else {
                drop(self.screen.take());
                let at = clock(self.watcher.now());
                let width = self.session.ui.out.width;
                self.session.ui.print(&indented(&self.last.line(&at, &[]), 0, width))?;
                return Ok(WatchEnd::Seen(verdict));
            };
            let news = match observation {
                Observation::Seen { snapshot, outage, .. } => self.seen(*snapshot, outage),
                Observation::Nothing { why } => self.lost(&why),
            };
            self.tell(news)?;
        }
    }

    /// Shows the first state.
    fn begin(&mut self) -> Result<()> {
        let ui = &mut self.session.ui;
        if let Some(screen) = &mut self.screen {
            return self.picture.draw(screen, None);
        }
        if ui.format.structured() {
            return ui.show(&self.last);
        }
        ui.warn(&self.last.warnings);
        ui.note(&self.last.notes);
        let line = self.last.line(&clock(self.picture.snapshot.instant()), &[]);
        ui.print(&indented(&line, 0, ui.out.width))
    }

    /// Waits for the next change while the display is refreshed; none if the user quits.
    async fn observe(&mut self) -> Result<Option<Observation>> {
        let Self { live, watcher, picture, screen, .. } = self;
        let looking = watcher.observe(None);
        let Some(screen) = screen else { return looking.await.map(Some) };
        tokio::pin!(looking);
        loop {
            tokio::select! {
                observation = &mut looking => return observation.map(Some),
                touch = screen.touched() => match touch {
                    ScreenEvent::End => return Ok(None),
                    ScreenEvent::Redraw => picture.draw(screen, live.clock.now())?,
                },
            }
        }
    }

    /// Compares a new report with the last one, and returns the events.
    fn seen(&mut self, mut snapshot: Snapshot, outage: Option<OutageSpan>) -> Vec<EventView> {
        let now = snapshot.instant();
        let mut news = Vec::new();
        if let Some(OutageSpan { from, until }) = outage {
            self.picture.away = None;
            let away = self.live.clock.there(until.saturating_duration_since(from));
            let away = stretch(away.as_secs().try_into().unwrap_or(i64::MAX));
            let said = format!("reconnected to {} after {away}", self.server());
            news.push(EventView::said(said, Tone::Good, now));
        }
        watch(&self.picture.snapshot, &mut snapshot);
        let manner = &self.picture.manner;
        let before = manner.report(&self.picture.snapshot);
        let events: Vec<StatusEvent> = status::events(&before, &manner.report(&snapshot));
        news.extend(events.iter().map(|event| EventView::new(event, now)));
        self.picture.snapshot = snapshot;
        news
    }

    /// Reports once that the server does not respond; the last state stays.
    fn lost(&mut self, why: &str) -> Vec<EventView> {
        if self.picture.away.is_some() {
            return Vec::new();
        }
        let said = format!("cannot reach {}: {why}", self.server());
        self.picture.away = Some(format!("{said}. Showing the last known state"));
        let said = format!("{said}. Retrying");
        vec![EventView::said(said, Tone::Bad, self.watcher.now())]
    }

    fn tell(&mut self, news: Vec<EventView>) -> Result<()> {
        let view = self.picture.view(None);
        let before = std::mem::replace(&mut self.last, view);
        let (view, ui) = (&self.last, &mut self.session.ui);
        if ui.format.structured() {
            return if view.says_the_same(&before) { Ok(()) } else { ui.show(view) };
        }
        if self.screen.is_none() {
            let changed = !news.is_empty() || view.counts() != before.counts();
            let line = view.line(&clock(self.watcher.now()), &news);
            let line = indented(&line, 0, ui.out.width);
            return if changed { ui.print(&line) } else { Ok(()) };
        }
        self.picture.remember(news);
        match &mut self.screen {
            Some(screen) => self.picture.draw(screen, self.live.clock.now()),
            None => Ok(()),
        }
    }

    fn server(&self) -> &str {
        self.live.origin.server.as_deref().unwrap_or("the API server")
    }
}

/// Monitoring is updated, too: alerts that cannot be read still count, and so do the results of
/// informers.
fn watch(before: &Snapshot, after: &mut Snapshot) {
    if let (Part::Known(_), Part::Unreadable { why, .. }) = (&before.alerts, &after.alerts) {
        after.notes.push(format!("cannot check alerts: {why}. Showing the last known alerts"));
        after.alerts = before.alerts.clone();
    }
    if before.reported.is_known() && after.reported.is_unreadable() {
        after.notes.push("cannot read informer results. Showing the last known ones".to_owned());
        after.reported = before.reported.clone();
    }
}

impl WatchScreen {
    /// Returns the text, as of now or as of the last read.
    fn view(&self, now: Option<Timestamp>) -> UpdateStatusReport {
        let mut view = match now {
            None => self.manner.view(&self.snapshot),
            Some(now) => self.manner.view(&Snapshot { now: Some(now), ..self.snapshot.clone() }),
        };
        view.notes.extend(self.away.clone());
        view
    }

    fn draw(&self, screen: &mut Screen, now: Option<Timestamp>) -> Result<()> {
        let view = self.view(now);
        let events: Vec<EventView> = self.events.iter().cloned().collect();
        screen.draw(|layout, rows| view.frame(&events, layout, rows))
    }

    fn remember(&mut self, news: Vec<EventView>) {
        self.events.extend(news);
        let many = self.events.len().saturating_sub(EVENTS_KEPT);
        self.events.drain(..many);
    }
}
