//! The display of a watched update: a frame for a terminal, or a line for a log.

use super::health_text::{UNEXPLAINED, summary};
use super::text::{remaining, shown, target};
use crate::commands::status::event_view::{EventView, Tone};
use crate::commands::status::pool_view::{PoolCompletionView, StatusNodeView, percent};
use crate::commands::status::reported_view::ReportedAssessment;
use crate::commands::status::view::UpdateStatusReport;
use crate::output::Layout;
use crate::output::text::{clipped, folded, line, sentence, short};
use upgrade_core::progress::control_plane::Assessment;
use upgrade_core::progress::nodes::NodePhase;
use upgrade_core::progress::pools::PoolAssessment;
use upgrade_core::status::Outlook;

const EVENTS_SHOWN: usize = 8;
const LONGEST_NAME: usize = 16; // columns of a pool next to its bar
const INDENT: usize = 2;
const LONGEST_BAR: usize = 40;
const SHORTEST_BAR: usize = 5; // rows below which it is left out
const FOLDED_LINES: usize = 3; // of names of what is updating, and of an insight

/// A part of the frame: its heading, and its styled lines.
struct WatchSection {
    heading: Option<&'static str>,
    lines: Vec<(Tone, String)>,
    /// Whether to keep the last lines if not all fit, as for events.
    newest_last: bool,
}

/// How much of something is completed.
struct ProgressBar {
    name: String,
    done: usize,
    total: usize,
    remark: String,
}

impl UpdateStatusReport {
    /// Returns a frame that fits this many rows, and the columns of the layout.
    pub(crate) fn frame(&self, events: &[EventView], layout: &Layout, rows: usize) -> String {
        let columns = layout.width.unwrap_or(80);
        let mut lines = vec![layout.theme.heading(&clipped(&sentence(&self.title()), columns))];
        let footer = usize::from(rows > 5);
        let mut left = rows.saturating_sub(1 + footer);
        let [head, health, events] =
            [self.head(columns, rows), self.condition(), event_line(events)];
        let head = head.cut(left);
        left -= head.height();
        let health = match health.folded(columns) {
            folded if folded.height() + events.height() <= left => folded,
            _ => health,
        };
        let (for_health, for_events) = self.shares(left, &health, &events);
        for section in [head, health.cut(for_health), events.cut(for_events)] {
            section.paint(&mut lines, layout, columns);
        }
        if footer == 1 {
            lines.push(clipped(self.footer(), columns));
        }
        lines.truncate(rows);
        lines.join("\n")
    }

    /// Divides the rest of the screen: issues matter more than events.
    fn shares(&self, left: usize, health: &WatchSection, events: &WatchSection) -> (usize, usize) {
        if left < 4 {
            return if self.insights.is_empty() { (0, left) } else { (left, 0) };
        }
        let for_events = events.height().min((left / 2).max(left.saturating_sub(health.height())));
        (left - for_events, for_events)
    }

    /// Returns the events in one line, for logs; without events, the state.
    pub(crate) fn line(&self, at: &str, news: &[EventView]) -> String {
        let counts = self.counts();
        let said: Vec<&str> = news.iter().map(|event| event.text.as_str()).collect();
        let said = if said.is_empty() { self.state() } else { said.join("; ") };
        match counts.as_str() {
            "" => format!("{at} {}\n", sentence(&said)),
            counts => format!("{at} {}: {}\n", sentence(counts), sentence(&said)),
        }
    }

    /// Returns what is completed: `operators 14/31, master 1/3, worker 0/3`.
    pub(crate) fn counts(&self) -> String {
        let gauges = self.gauges();
        let counts = gauges.iter().map(|one| format!("{} {}/{}", one.name, one.done, one.total));
        counts.collect::<Vec<_>>().join(", ")
    }

    fn footer(&self) -> &'static str {
        if self.updating { "Press q to quit. The update continues." } else { "Press q to quit." }
    }

    fn title(&self) -> String {
        let plane = &self.control_plane;
        match (&self.refused, self.updating) {
            (Some(refused), false) => {
                let (target, reason) = (&refused.target, &refused.reason);
                format!("The cluster does not accept {target} ({reason})")
            }
            (None, false) => format!("Cluster version is {}", plane.target.version),
            (_, true) => format!("Update to {}", target(&plane.target)),
        }
    }

    fn state(&self) -> String {
        if self.updating { format!("{}: {}", self.title(), self.pace()) } else { self.title() }
    }

    fn pace(&self) -> String {
        let plane = &self.control_plane;
        let took = short(shown(plane.duration_seconds));
        match plane.completed_at {
            Some(_) => format!("control plane updated in {took}, nodes are updating"),
            None => format!("{}, {took}{}", plane.assessment.text(), remaining(plane)),
        }
    }

    fn gauges(&self) -> Vec<ProgressBar> {
        let plane = &self.control_plane;
        let many = |count: usize, word: &str| match count {
            0 => String::new(),
            count => format!(", {count} {word}"),
        };
        let of_nodes = |name: &str, nodes: Option<&PoolCompletionView>, paused: bool| {
            let nodes = nodes?;
            let paused = if paused { ", paused" } else { "" };
            let draining = many(nodes.draining, "draining");
            let degraded = many(nodes.degraded, "degraded");
            let remark = format!("{draining}{degraded}{paused}");
            let (name, done, total) = (name.to_owned(), nodes.updated, nodes.total);
            Some(ProgressBar { name, done, total, remark })
        };
        let [_, unavailable, degraded] = plane.health;
        let operators = plane.counted.as_ref().map(|done| {
            let remark =
                [(done.updating, "updating"), (unavailable, "unavailable"), (degraded, "degraded")];
            let remark = remark.map(|(count, word)| many(count, word)).concat();
            let (done, total) = (done.updated, done.total);
            ProgressBar { name: "operators".to_owned(), done, total, remark }
        });
        let own = of_nodes("master", plane.node_completion.as_ref(), false);
        let pools = self.pools.iter();
        let pools = pools.map(|pool| of_nodes(&pool.name, pool.completion.as_ref(), pool.paused));
        [operators, own].into_iter().chain(pools).flatten().collect()
    }

    /// Returns the progress of everything.
    fn head(&self, columns: usize, rows: usize) -> WatchSection {
        let mut lines = Vec::new();
        if self.updating {
            let slow = self.control_plane.completed_at.is_none()
                && self.control_plane.assessment != Assessment::Progressing;
            lines.push((if slow { Tone::Bad } else { Tone::Plain }, self.pace()));
        }
        let gauges = self.gauges();
        let longest = gauges.iter().map(|gauge| gauge.name.chars().count()).max();
        let name = longest.unwrap_or_default().min(LONGEST_NAME);
        let remark = gauges.iter().map(|gauge| gauge.remark.chars().count()).max();
        let room = columns.saturating_sub(remark.unwrap_or_default());
        let bars = gauges.iter().map(|gauge| (gauge.tone(), gauge.bar(name, room)));
        lines.extend(WatchSection::plain(bars.collect()).cut(rows / 2).lines);
        lines.extend(self.moving(columns).into_iter().map(|said| (Tone::Plain, said)));
        WatchSection::plain(lines)
    }

    /// Returns the operators and nodes that are updating.
    fn moving(&self, columns: usize) -> Vec<String> {
        let plane = &self.control_plane;
        let mut lines = Vec::new();
        let updating: Vec<_> = plane.operators.iter().filter(|one| one.updating).collect();
        if self.details.operators {
            lines.extend(updating.iter().map(|operator| {
                let message = operator.message.as_deref().unwrap_or_default();
                format!("{}: {}", operator.name, sentence(message))
            }));
        } else if !updating.is_empty() {
            let names: Vec<&str> = updating.iter().map(|one| one.name.as_str()).collect();
            // The operator that the cluster waits for may be the last one.
            let updating = format!("Updating: {}", names.join(", "));
            lines.extend(folded(&updating, 0, columns.saturating_sub(INDENT), FOLDED_LINES));
        }
        let others = self
            .other_pools
            .iter()
            .filter(|pool| pool.assessment != ReportedAssessment::Told(PoolAssessment::Completed));
        lines.extend(others.map(|pool| format!("{}: {}", pool.label, pool.assessment.text())));
        let nodes = plane.nodes.iter().chain(self.pools.iter().flat_map(|pool| &pool.nodes));
        let busy = |node: &&StatusNodeView| {
            matches!(node.phase, NodePhase::Draining | NodePhase::Updating | NodePhase::Rebooting)
        };
        let nodes: Vec<&StatusNodeView> =
            nodes.filter(|node| busy(node) || node.stands_out).collect();
        if self.details.nodes {
            lines.extend(nodes.iter().flat_map(|node| in_full(node)));
        } else if !nodes.is_empty() {
            let told: Vec<String> = nodes.iter().map(|node| node_words(node)).collect();
            let told = format!("Nodes: {}", told.join(", "));
            lines.extend(folded(&told, 0, columns.saturating_sub(INDENT), FOLDED_LINES));
        }
        lines
    }

    /// Returns insights and notes.
    fn condition(&self) -> WatchSection {
        let mut lines = Vec::new();
        if let Some(refused) = self.refused.as_ref().filter(|_| self.updating) {
            let (target, reason) = (&refused.target, &refused.reason);
            lines.push((Tone::Bad, format!("The cluster does not accept {target} ({reason})")));
        }
        let notes = self.notes.iter().chain(&self.warnings);
        lines.extend(notes.map(|note| (Tone::Bad, format!("note: {}", sentence(note)))));
        for insight in &self.insights {
            let age = insight.age.map_or("-".to_owned(), short);
            let tone = if insight.grave { Tone::Bad } else { Tone::Plain };
            lines.push((tone, format!("{age} {}: {}", insight.level.title(), summary(insight))));
            if self.details.health {
                lines.push((Tone::Plain, format!("  {}", sentence(&insight.description))));
            }
        }
        let elsewhere = self.elsewhere();
        lines.extend(elsewhere.lines().map(|said| (Tone::Plain, said.to_owned())));
        match self.outlook {
            Some(Outlook::Well) if !lines.iter().any(|(tone, _)| *tone == Tone::Bad) => {
                lines.insert(0, (Tone::Good, self.well().to_owned()));
            }
            Some(Outlook::Unexplained) => lines.push((Tone::Plain, UNEXPLAINED.to_owned())),
            Some(Outlook::Well) | None => {}
        }
        WatchSection { heading: Some("Health"), ..WatchSection::plain(lines) }
    }
}

/// Returns the newest events, the newest last.
fn event_line(events: &[EventView]) -> WatchSection {
    let newest = &events[events.len().saturating_sub(EVENTS_SHOWN)..];
    let lines =
        newest.iter().map(|event| (event.tone, format!("{} {}", event.at, sentence(&event.text))));
    WatchSection { heading: Some("Events (UTC)"), lines: lines.collect(), newest_last: true }
}

fn node_words(node: &StatusNodeView) -> String {
    let does = if node.stands_out { node.assessment.text() } else { node.phase_text() };
    format!("{} {}", node.name, does.to_lowercase())
}

fn in_full(node: &StatusNodeView) -> Vec<String> {
    let message = if node.message.is_empty() {
        String::new()
    } else {
        format!(": {}", sentence(&node.message))
    };
    let first = format!("{} ({}){message}", node_words(node), node.estimate);
    let holds = node.held_by.iter().map(|hold| {
        format!("  pod {} cannot be evicted: PodDisruptionBudget {}", hold.pod, hold.budget)
    });
    std::iter::once(first).chain(holds).collect()
}

impl ProgressBar {
    /// Draws `name [####....]  52% 16/31, 1 updating`: in these columns, without the remark.
    fn bar(&self, name: usize, columns: usize) -> String {
        let Self { done, total, remark, .. } = self;
        let percent = percent(*done, *total);
        let label = clipped(&line(&self.name), name);
        let counts = format!("{percent:>3}% {done}/{total}");
        let taken = "  ".len() + name + " [] ".len() + counts.len();
        let width = columns.saturating_sub(taken).min(LONGEST_BAR);
        if width < SHORTEST_BAR {
            return format!("{label:<name$} {counts}{remark}");
        }
        let full = width * done / total.max(&1);
        let bar = "#".repeat(full) + &".".repeat(width - full);
        format!("{label:<name$} [{bar}] {counts}{remark}")
    }

    fn tone(&self) -> Tone {
        if self.done == self.total { Tone::Good } else { Tone::Plain }
    }
}

impl WatchSection {
    fn plain(lines: Vec<(Tone, String)>) -> Self {
        Self { heading: None, lines, newest_last: false }
    }

    /// Returns the same with long lines folded, for a screen that has room for them.
    fn folded(&self, columns: usize) -> Self {
        let room = columns.saturating_sub(2 * INDENT);
        let lines = self.lines.iter().flat_map(|(tone, text)| {
            let folded = folded(text.trim_end(), 0, room, FOLDED_LINES).into_iter().enumerate();
            // What goes on stands further in.
            folded.map(|(place, line)| {
                (*tone, if place == 0 { line } else { format!("{:INDENT$}{line}", "") })
            })
        });
        Self { heading: self.heading, lines: lines.collect(), newest_last: self.newest_last }
    }

    fn height(&self) -> usize {
        match self.lines.len() {
            0 => 0,
            lines => lines + usize::from(self.heading.is_some()),
        }
    }

    /// Keeps as many rows as fit, and counts the others.
    fn cut(mut self, rows: usize) -> Self {
        let room = rows.saturating_sub(usize::from(self.heading.is_some()));
        let count = self.lines.len();
        if count > room {
            if self.newest_last {
                self.lines.drain(..count - room);
            } else {
                self.lines.truncate(room);
                if let Some((tone, last)) = self.lines.last_mut()
                    && room > 1
                {
                    (*tone, *last) = (Tone::Plain, format!("… and {} more", count - room + 1));
                }
            }
        }
        self
    }

    fn paint(&self, out: &mut Vec<String>, layout: &Layout, columns: usize) {
        if let Some(heading) = self.heading.filter(|_| !self.lines.is_empty()) {
            out.push(layout.theme.heading(&clipped(heading, columns)));
        }
        for (tone, text) in &self.lines {
            let text = format!("{:INDENT$}{}", "", line(text.trim_end()));
            let text = clipped(&text, columns);
            out.push(match tone {
                Tone::Plain => text,
                Tone::Good => layout.theme.good(&text),
                Tone::Bad => layout.theme.warning(&text),
            });
        }
    }
}

#[cfg(test)]
mod tests;
