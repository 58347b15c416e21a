//! The text of a path.

use std::fmt::Write;

use crate::actions::find_path::route_view::{HopRiskView, HopView, PauseView, RouteView, StepView};
use crate::actions::find_path::view::{PathOutcome, UpdatePath};
use crate::output::table::table;
use crate::output::text::{self, labelled, line};
use crate::output::{Format, Layout, Printable, general, lines};
use upgrade_graph::condition::Status;
use upgrade_graph::path::AcceptedBy;

/// The width of a step's number, with the period and the space after it.
const INDENT: usize = 4;

impl Printable for UpdatePath {
    fn text(&self, layout: &Layout) -> String {
        match self.outcome {
            PathOutcome::Arrived => self.arrived(layout),
            PathOutcome::Found => self.found(layout) + &self.hosted(layout),
            PathOutcome::NotRecommended => self.possible(layout) + &self.hosted(layout),
            PathOutcome::NoWay | PathOutcome::Incomplete => {
                self.as_far_as(layout) + &self.missing(layout)
            }
        }
    }

    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        match format {
            // The releases of the best path.
            Format::Version => {
                let hops = self.ways.first().into_iter().flat_map(|way| &way.hops);
                Some(lines(hops.map(|hop| &hop.to.version)))
            }
            Format::Markdown => Some(self.markdown()),
            Format::Html => Some(self.html()),
            other => general(self, other, layout),
        }
    }
}

impl UpdatePath {
    fn arrived(&self, layout: &Layout) -> String {
        let (from, to) = (line(&self.from), line(&self.to));
        let mut out = if from == to {
            format!("The cluster is already on {from}\n")
        } else {
            format!("The cluster is already on {from}, a release of {to}\n")
        };
        if let Some(command) = &self.reading.later.as_ref().filter(|_| from != to) {
            let sentence = format!("To list later releases of {to}, run:");
            out += &text::with_command(&sentence, command, layout.width);
        }
        out
    }

    fn found(&self, layout: &Layout) -> String {
        let mut out = String::new();
        for (place, way) in self.ways.iter().enumerate() {
            match place {
                0 => out += &self.route(way, layout),
                1 => {
                    let _ = writeln!(out, "\n{}\n", layout.theme.heading("Other paths:"));
                    out += &self.line_of(way, place + 1, layout);
                }
                _ => out += &self.line_of(way, place + 1, layout),
            }
        }
        if !self.reading.next.is_empty() {
            let all = self.ways.first().is_some_and(|way| !way.commands.is_empty());
            let title = if all { "All commands, in this order:" } else { "Next:" };
            let _ = writeln!(out, "\n{}", layout.theme.heading(title));
            for command in &self.reading.next {
                out += &text::command(command, layout.width);
            }
        }
        out
    }

    /// Where the updates are requested, if not here.
    fn hosted(&self, layout: &Layout) -> String {
        let hosted = self.hosted_control_plane.as_ref();
        hosted.map(|hosted| format!("\n{}", hosted.text(layout))).unwrap_or_default()
    }

    /// What would be possible.
    fn possible(&self, layout: &Layout) -> String {
        let (from, to) = (line(&self.from), line(&self.to));
        let title = format!("No recommended path from {from} to {to}. Best other path:");
        let mut out = format!("{}\n\n", layout.theme.warning(&title));
        if let Some(best) = self.not_recommended.first() {
            out += &self.route(best, layout);
        }
        for (place, way) in self.not_recommended.iter().enumerate().skip(1) {
            if place == 1 {
                let _ = writeln!(out, "\n{}\n", layout.theme.heading("Other paths:"));
            }
            out += &self.line_of(way, place + 1, layout);
        }
        let far = self.reachable.iter().rev().find_map(|reach| reach.recommended.as_ref());
        if let Some(far) = far.filter(|far| **far != self.from) {
            let far = layout.theme.version(&line(far));
            let _ = writeln!(out, "\nWith recommended updates only, you can reach {far}");
        }
        out
    }

    /// One path in full.
    fn route(&self, way: &RouteView, layout: &Layout) -> String {
        let ends = format!("{} → {}", line(&self.from), line(&way.to));
        let ends = layout.theme.version(&ends);
        let mut out = text::indented(&format!("{ends} in {}", summary(way)), 0, layout.width);
        if self.reading.eus {
            out += &pools(self.reading.odd.as_deref(), &way.pauses, layout);
        }
        for hop in &way.hops {
            out.push('\n');
            for pause in way.pauses.iter().filter(|pause| pause.before == hop.number) {
                let (from, until) = (line(&pause.from), pause.until);
                let advice = format!(
                    "Pause the worker pools. They can stay on {from} until step {until} completes"
                );
                out += &text::indented(&advice, INDENT, layout.width);
                out.push('\n');
            }
            out += &reported(hop, layout);
            for pause in way.pauses.iter().filter(|pause| pause.until == hop.number) {
                out.push('\n');
                out += &resume(pause, way, layout);
            }
        }
        out
    }

    /// One path in two lines.
    fn line_of(&self, way: &RouteView, number: usize, layout: &Layout) -> String {
        let releases = way.hops.iter().map(|hop| line(&hop.to.version).into_owned());
        let releases: Vec<String> =
            std::iter::once(line(&self.from).into_owned()).chain(releases).collect();
        let title = format!("{number:>2}. {}", releases.join(" → "));
        let mut said = summary(way);
        let channels: Vec<&str> = way.hops.iter().filter_map(HopView::to_set).collect();
        if !channels.is_empty() {
            let _ = write!(said, ". Channels to set: {}", line(&channels.join(", ")));
        }
        text::indented(&title, 0, layout.width) + &text::indented(&said, INDENT, layout.width)
    }

    fn as_far_as(&self, layout: &Layout) -> String {
        let from = line(&self.from);
        if self.reachable.is_empty() {
            return String::new();
        }
        let rows = self.reachable.iter().map(|reach| {
            let recommended = reach.recommended.clone().unwrap_or_else(|| "none".to_owned());
            vec![reach.minor.clone(), reach.newest.clone(), recommended]
        });
        let heading = layout.theme.heading(&format!("Reachable from {from}:"));
        format!("{heading}\n\n{}", table(&["MINOR", "NEWEST", "RECOMMENDED"], rows, layout))
    }

    fn missing(&self, layout: &Layout) -> String {
        let heading = layout.theme.heading("Why there is no path:");
        let gap = if self.reachable.is_empty() { "" } else { "\n" };
        let mut out = format!("{gap}{heading}\n\n");
        for missing in &self.missing {
            let pattern = missing
                .pattern
                .as_deref()
                .map(|pattern| format!(" (remove_regex {})", text::clipped(&line(pattern), 60)));
            let said = text::sentence(&missing.message) + &pattern.unwrap_or_default();
            out += &text::indented(&said, 2, layout.width);
        }
        out
    }
}

/// `3 updates, 2 minor versions, no known risks`.
fn summary(way: &RouteView) -> String {
    let accepted = line(&way.accepted.join(", ")).into_owned();
    counts(way)
        + &if way.cost.risks + way.cost.unknowns == 0 && !accepted.is_empty() {
            format!(": {accepted}")
        } else {
            String::new()
        }
}

/// The same without names of risks.
pub(super) fn counts(way: &RouteView) -> String {
    let mut parts = vec![counted(way.cost.hops, "update", "updates")];
    if way.cost.minors > 0 {
        parts.push(counted(way.cost.minors, "minor version", "minor versions"));
    }
    match way.cost.skips {
        0 => {}
        1 => parts.push("1 update skips a minor version".to_owned()),
        skips => parts.push(format!("{skips} updates skip minor versions")),
    }
    let held = way.hops.iter().any(|hop| !hop.notes.is_empty());
    parts.push(match (way.cost.risks, way.cost.unknowns) {
        (0, 0) if !way.accepted.is_empty() => {
            let note = if held { " (see the note)" } else { "" };
            format!("only accepted risks{note}")
        }
        (0, 0) if held => "no known risks (see the note)".to_owned(),
        (0, 0) => "no known risks".to_owned(),
        (0, 1) => "not recommended: 1 risk may apply".to_owned(),
        (0, unknown) => format!("not recommended: {unknown} risks may apply"),
        (1, 0) => "not recommended: 1 risk applies".to_owned(),
        (risks, 0) => format!("not recommended: {risks} risks apply"),
        (1, unknown) => format!("not recommended: 1 risk applies, {unknown} may"),
        (risks, unknown) => format!("not recommended: {risks} risks apply, {unknown} may"),
    });
    parts.join(", ")
}

fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

pub(super) fn step(hop: &HopView) -> &'static str {
    match hop.step {
        StepView::Patch => "",
        StepView::NextMinor => " (minor version update)",
        StepView::SkipsMinor => " (skips a minor version)",
    }
}

fn reported(hop: &HopView, layout: &Layout) -> String {
    let versions = format!("{} → {}", line(&hop.from), line(&hop.to.version));
    let step = step(hop);
    let mut out = format!("{:>2}. {}{step}\n", hop.number, layout.theme.version(&versions));
    let label = |name: &str, text: &str| labelled(name, text, INDENT, layout.width);
    out += &label("Channel", &channel(hop));
    if let Some(command) = hop.to_set().and(hop.set.as_ref()) {
        out += &" ".repeat(INDENT);
        out += &text::command(command, None);
    }
    if layout.wide {
        out += &label("Image", &line(hop.to.image.as_deref().unwrap_or("(none)")));
        out += &label("Channels", &line(&hop.channels.join(", ")));
    }
    out += &label("Errata", &line(hop.to.url.as_deref().unwrap_or("(none)")));
    out += &risks(hop, layout);
    for note in &hop.notes {
        out += &label("Note", &text::sentence(note));
    }
    if let Some(command) = &hop.gates {
        out += &text::indented("To list admin gates, run:", INDENT, layout.width);
        out += &" ".repeat(INDENT);
        out += &text::command(command, None);
    }
    out
}

fn channel(hop: &HopView) -> String {
    match (&hop.channel, hop.to_set(), &hop.set) {
        (None, ..) => "unknown".to_owned(),
        (Some(name), None, _) => format!("{} (no change)", line(name)),
        (_, Some(name), None) => format!("set {}", line(name)),
        (_, Some(name), Some(_)) => format!("{}. To set it, run:", line(name)),
    }
}

fn risks(hop: &HopView, layout: &Layout) -> String {
    let label = if hop.by_todays_metrics { "Risks, with today's metrics" } else { "Risks" };
    if hop.risks.is_empty() {
        let said = if hop.unexplained { "may apply, no reason given" } else { "none" };
        return labelled(label, said, INDENT, layout.width);
    }
    let mut out = format!("{}{label}:\n", " ".repeat(INDENT));
    for risk in &hop.risks {
        out += &risk_lines(risk, layout);
    }
    if hop.unexplained {
        out += &text::indented("another may apply, no reason given", INDENT + 2, layout.width);
    }
    out
}

/// `may apply, not accepted`.
pub(super) fn standing(risk: &HopRiskView) -> String {
    let applies = match risk.applies {
        Status::True => "applies",
        Status::False => "does not apply",
        Status::Unknown => "may apply",
    };
    let accepted = match (risk.matters(), risk.accepted_by) {
        (false, _) => "",
        (true, None) => ", not accepted",
        (true, Some(AcceptedBy::Flag)) => ", accepted by --accept",
        (true, Some(AcceptedBy::Cluster)) => ", accepted on the cluster",
    };
    format!("{applies}{accepted}")
}

/// A risk that may apply is described in full.
fn risk_lines(risk: &HopRiskView, layout: &Layout) -> String {
    let title = format!("{} ({})", line(&risk.name), standing(risk));
    let mut out = text::indented(&title, INDENT + 2, layout.width);
    if !risk.matters() {
        return out;
    }
    let below = INDENT + 4;
    out += &text::indented(&text::message(&risk.message), below, layout.width);
    if let Some(why) = &risk.why {
        out += &text::indented(&format!("Unknown: {}", text::sentence(why)), below, layout.width);
    }
    if let Some(url) = &risk.url {
        out += &text::indented(&line(url), below, layout.width);
    }
    out
}

/// Advice on the worker pools for the whole path.
fn pools(odd: Option<&str>, pauses: &[PauseView], layout: &Layout) -> String {
    let first = odd.map(|odd| {
        let odd = line(odd);
        format!("{odd} is an odd minor version: update the worker pools to the next even one before you pause them")
    });
    let said = match (first, pauses.is_empty()) {
        (Some(first), _) => first,
        (None, true) => {
            "This path has no odd minor version: you do not need to pause the worker pools"
                .to_owned()
        }
        (None, false) => return String::new(),
    };
    text::indented(&said, 0, layout.width)
}

fn resume(pause: &PauseView, way: &RouteView, layout: &Layout) -> String {
    let to = line(&pause.to);
    let said = match way.pauses.iter().find(|next| next.before > pause.until) {
        None => format!("Resume the worker pools. They update to {to}"),
        Some(next) => {
            format!("Resume the worker pools. They must reach {to} before step {}", next.before)
        }
    };
    text::indented(&said, INDENT, layout.width)
}
