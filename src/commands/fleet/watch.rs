//! `upgrade fleet --watch`: watches every cluster, and shows what changed.

use std::rc::Rc;
use std::time::Duration;

use futures::future::join_all;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::FleetMember;
use super::read::AT_ONCE;
use crate::cli::{Color, GlobalArgs, Session, session};
use crate::commands::fleet::view::{FleetEntry, FleetError, FleetReport};
use crate::commands::status::event_view::clock;
use crate::connect;
use crate::connect::snapshot::SnapshotParts;
use crate::connect::watcher::{Observation, Watcher};
use crate::error::Result;
use crate::output::Format;
use crate::output::screen::{Screen, ScreenEvent};
use crate::output::text::{indented, sentence};

/// Between attempts to open a cluster that cannot be read.
const PAUSE: Duration = Duration::from_secs(30);

/// A new state of the cluster at this place.
type Sighting = (usize, FleetEntry);

/// Watches until the user quits or, in a pipe, until no update is in progress.
pub(super) async fn run(
    members: Vec<FleetMember>,
    global: &GlobalArgs,
    session: &mut Session,
) -> Result<FleetReport> {
    session.ui.stream = true;
    let silent = Session {
        ui: session::ui(Format::Json, Color::Never), // a display is not to be disturbed
        invocation: session.invocation.clone(),
        environment: session.environment.clone(),
    };
    let (tell, sightings) = unbounded_channel();
    let turns = Semaphore::new(AT_ONCE);
    let context = FollowContext { global, session: &silent, turns: &turns, tell: &tell };
    let follows = members.iter().enumerate();
    let follows = join_all(follows.map(|(place, member)| follow(place, member, context)));
    let entries = members.iter().map(|_| None).collect();
    let screen = session.ui.screen(global.verbose())?;
    let watch = FleetWatch { entries, screen, sightings, session };
    tokio::select! {
        ended = watch.run() => ended,
        _ = follows => Ok(FleetReport::new(None, Vec::new())), // each goes on without end
    }
}

/// What clusters are followed with.
#[derive(Clone, Copy)]
struct FollowContext<'a> {
    global: &'a GlobalArgs,
    session: &'a Session,
    /// For the first read of each.
    turns: &'a Semaphore,
    tell: &'a UnboundedSender<Sighting>,
}

/// Reports every state of a cluster. One that cannot be read is tried again.
async fn follow(place: usize, member: &FleetMember, context: FollowContext<'_>) {
    loop {
        if let Err(error) = Box::pin(follow_closely(place, member, context)).await {
            let _ = context.tell.send((place, FleetEntry::not_read(member, error)));
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn follow_closely(
    place: usize,
    member: &FleetMember,
    context: FollowContext<'_>,
) -> std::result::Result<(), FleetError> {
    let FollowContext { global, session, turns, tell } = context;
    let mut turn = turns.acquire().await.ok();
    let live = Rc::new(member.open_to_watch(global, session).await?);
    let mut watcher = Watcher::over_pools(live, SnapshotParts::FLEET).patient();
    loop {
        let observed = watcher.observe(None).await.map_err(|error| FleetError::new(&error))?;
        drop(turn.take());
        let entry = match observed {
            Observation::Seen { snapshot, .. } => FleetEntry::new(member, &snapshot),
            Observation::Nothing { why } => FleetEntry::not_read(member, FleetError::lost(&why)),
        };
        let _ = tell.send((place, entry));
    }
}

struct FleetWatch<'a> {
    /// The last state of each cluster.
    entries: Vec<Option<FleetEntry>>,
    screen: Option<Screen>,
    sightings: UnboundedReceiver<Sighting>,
    session: &'a mut Session,
}

impl FleetWatch<'_> {
    async fn run(mut self) -> Result<FleetReport> {
        self.draw()?;
        loop {
            let sighting = tokio::select! {
                sighting = self.sightings.recv() => sighting,
                event = touched(&mut self.screen) => match event {
                    ScreenEvent::End => return Ok(self.report()),
                    ScreenEvent::Redraw => None,
                },
            };
            let mut news = Vec::new();
            let mut next = sighting;
            while let Some((place, entry)) = next {
                news.extend(self.take(place, entry));
                next = self.sightings.try_recv().ok();
            }
            self.tell(&news)?;
            if self.session.ui.unread || (self.screen.is_none() && self.is_over()) {
                return Ok(self.report());
            }
        }
    }

    /// Notes a new state, and returns a line on what changed.
    fn take(&mut self, place: usize, entry: FleetEntry) -> Option<String> {
        let known = self.entries.get_mut(place)?;
        let entry = match &known {
            Some(before) => entry.after(before),
            None => entry,
        };
        let changes = match &known {
            Some(before) => entry.changes(before),
            None => vec![entry.introduction()],
        };
        let line = format!("{}: {}", entry.name, changes.join("; "));
        *known = Some(entry);
        (!changes.is_empty()).then_some(line)
    }

    fn tell(&mut self, news: &[String]) -> Result<()> {
        if self.screen.is_some() {
            return self.draw();
        }
        if self.session.ui.format.structured() {
            let is_complete = self.entries.iter().all(Option::is_some);
            let report = self.report();
            let is_new = is_complete && !news.is_empty();
            return if is_new { self.session.ui.show(&report) } else { Ok(()) };
        }
        let at = clock(connect::clock::now());
        let width = self.session.ui.out.width;
        let lines = news.iter().map(|line| indented(&format!("{at} {}", sentence(line)), 0, width));
        let lines: String = lines.collect();
        if lines.is_empty() { Ok(()) } else { self.session.ui.print(&lines) }
    }

    fn draw(&mut self) -> Result<()> {
        let report = self.report();
        let (read, all) = (report.clusters.len(), self.entries.len());
        let title =
            if read < all { format!("Read {read} of {all} clusters") } else { report.sentence() };
        match &mut self.screen {
            Some(screen) => {
                screen.draw(|layout, rows| report.frame(&title, "Press q to quit.", layout, rows))
            }
            None => Ok(()),
        }
    }

    fn report(&self) -> FleetReport {
        FleetReport::so_far(&self.entries)
    }

    /// Returns whether all clusters were read, and none of them updates.
    fn is_over(&self) -> bool {
        let is_at_rest = |entry: &Option<FleetEntry>| entry.as_ref().is_some_and(|it| !it.updating);
        self.entries.iter().all(is_at_rest)
    }
}

/// Waits for the user, or for the next frame; without a screen, there is none.
async fn touched(screen: &mut Option<Screen>) -> ScreenEvent {
    match screen {
        Some(screen) => screen.touched().await,
        None => std::future::pending().await,
    }
}
