//! The text of a path.

use std::fmt::Write;

use crate::commands::path::route_view::{HopRiskView, HopView, PauseView, RouteView, StepView};
use crate::commands::path::view::{PathOutcome, UpdatePath};
use crate::output::table::table;
use crate::output::text::{self, labelled, line};
use crate::output::{Format, Layout, Printable, general, lines};
use upgrade_graph::condition::Status;
use upgrade_graph::path::AcceptedBy;

/// What a hop's number takes, with the period and the space after it.
const INDENT: usize = 4;

impl Printable for UpdatePath {
    fn text(&self, layout: &Layout) -> String {
        match self.outcome {
            PathOutcome::Arrived => self.arrived(),
            PathOutcome::Found => self.found(layout) + &self.hosted(layout),
            PathOutcome::NotRecommended => self.possible(layout) + &self.hosted(layout),
            PathOutcome::NoWay | PathOutcome::Incomplete => {
                self.as_far_as(layout) + &self.missing(layout)
            }
        }
    }

    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        match format {
            // The releases of the best way.
            Format::Version => {
                let hops = self.ways.first().into_iter().flat_map(|way| &way.hops);
                Some(lines(hops.map(|hop| &hop.to.version)))
            }
            other => general(self, other, layout),
        }
    }
}

impl UpdatePath {
    fn arrived(&self) -> String {
        let (from, to) = (line(&self.from), line(&self.to));
        let mut out = if from == to {
            format!("Nothing to do: {from} is where one is already\n")
        } else {
            format!("Nothing to do: {from} is a release of {to} already\n")
        };
        if let Some(command) = &self.reading.later.as_ref().filter(|_| from != to) {
            let _ = writeln!(out, "Later ones are shown by: {}", line(command));
        }
        out
    }

    fn found(&self, layout: &Layout) -> String {
        let mut out = String::new();
        for (place, way) in self.ways.iter().enumerate() {
            match place {
                0 => out += &self.route(way, layout),
                1 => {
                    let _ = writeln!(out, "\n{}\n", layout.theme.heading("Other ways:"));
                    out += &self.line_of(way, place + 1, layout);
                }
                _ => out += &self.line_of(way, place + 1, layout),
            }
        }
        if let [first, rest @ ..] = self.reading.next.as_slice() {
            let _ = writeln!(out, "\n{} {}", layout.theme.heading("Next:"), line(first));
            for command in rest {
                let _ = writeln!(out, "then: {}", line(command));
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
        let title = format!("No way from {from} to {to} is recommended; this is possible:");
        let mut out = format!("{}\n\n", layout.theme.warning(&title));
        if let Some(best) = self.not_recommended.first() {
            out += &self.route(best, layout);
        }
        for (place, way) in self.not_recommended.iter().enumerate().skip(1) {
            if place == 1 {
                let _ = writeln!(out, "\n{}\n", layout.theme.heading("Other ways:"));
            }
            out += &self.line_of(way, place + 1, layout);
        }
        let far = self.reachable.iter().rev().find_map(|reach| reach.recommended.as_ref());
        if let Some(far) = far.filter(|far| **far != self.from) {
            let far = layout.theme.version(&line(far));
            let _ = writeln!(out, "\nBy recommended updates alone one gets as far as {far}");
        }
        out
    }

    /// One way in full.
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
                    "Pause the worker pools: they may stay on {from} until update {until} is done"
                );
                out += &text::indented(&advice, INDENT, layout.width);
                out.push('\n');
            }
            out += &reported(hop, layout);
            for pause in way.pauses.iter().filter(|pause| pause.until == hop.number) {
                out.push('\n');
                out += &unpause(pause, way, layout);
            }
        }
        out
    }

    /// One way in two lines.
    fn line_of(&self, way: &RouteView, number: usize, layout: &Layout) -> String {
        let releases = way.hops.iter().map(|hop| line(&hop.to.version).into_owned());
        let releases: Vec<String> =
            std::iter::once(line(&self.from).into_owned()).chain(releases).collect();
        let title = format!("{number:>2}. {}", releases.join(" → "));
        let mut said = summary(way);
        let channels: Vec<&str> = way.hops.iter().filter_map(HopView::to_set).collect();
        if !channels.is_empty() {
            let _ = write!(said, "; channels to set: {}", line(&channels.join(", ")));
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
        let heading = layout.theme.heading(&format!("How far one gets from {from}:"));
        format!("{heading}\n\n{}", table(&["MINOR", "NEWEST", "RECOMMENDED"], rows, layout))
    }

    fn missing(&self, layout: &Layout) -> String {
        let heading = layout.theme.heading("What is missing:");
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

/// `3 updates, 2 minor versions, nothing speaks against it`.
fn summary(way: &RouteView) -> String {
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
    let accepted = line(&way.accepted.join(", ")).into_owned();
    parts.push(match (way.cost.risks, way.cost.unknowns) {
        (0, 0) if !accepted.is_empty() => {
            let note = if held { " and a note below" } else { "" };
            format!("nothing speaks against it but what is accepted{note}: {accepted}")
        }
        (0, 0) if held => "nothing speaks against it but a note below".to_owned(),
        (0, 0) => "nothing speaks against it".to_owned(),
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

fn reported(hop: &HopView, layout: &Layout) -> String {
    let versions = format!("{} → {}", line(&hop.from), line(&hop.to.version));
    let step = match hop.step {
        StepView::Patch => "",
        StepView::NextMinor => ", the next minor version",
        StepView::SkipsMinor => ", more than one minor version ahead",
    };
    let mut out = format!("{:>2}. {}{step}\n", hop.number, layout.theme.version(&versions));
    let label = |name: &str, text: &str| labelled(name, text, INDENT, layout.width);
    out += &labelled("Channel", &channel(hop), INDENT, None); // a command stays on its line
    if layout.wide {
        out += &label("Image", &line(hop.to.image.as_deref().unwrap_or("(none)")));
        out += &label("Channels", &line(&hop.channels.join(", ")));
    }
    out += &label("Errata", &line(hop.to.url.as_deref().unwrap_or("(none)")));
    out += &risks(hop, layout);
    for note in &hop.notes {
        out += &label("Note", &text::sentence(note));
    }
    out
}

fn channel(hop: &HopView) -> String {
    match (&hop.channel, hop.to_set(), &hop.set) {
        (None, ..) => "the graph does not say which offers it".to_owned(),
        (Some(name), None, _) => format!("stay in {}", line(name)),
        (_, Some(name), None) => format!("set {}", line(name)),
        (_, Some(_), Some(command)) => format!("set it with: {}", line(command)),
    }
}

fn risks(hop: &HopView, layout: &Layout) -> String {
    let label = if hop.by_todays_metrics { "Risks, by today's metrics" } else { "Risks" };
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

/// What may hurt is told in full.
fn risk_lines(risk: &HopRiskView, layout: &Layout) -> String {
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
    let title = format!("{} ({applies}{accepted})", line(&risk.name));
    let mut out = text::indented(&title, INDENT + 2, layout.width);
    if !risk.matters() {
        return out;
    }
    let below = INDENT + 4;
    out += &text::indented(&text::message(&risk.message), below, layout.width);
    if let Some(why) = &risk.why {
        out += &text::indented(&format!("Not known: {}", text::sentence(why)), below, layout.width);
    }
    if let Some(url) = &risk.url {
        out += &text::indented(&line(url), below, layout.width);
    }
    out
}

/// What holds for the worker pools on the whole way.
fn pools(odd: Option<&str>, pauses: &[PauseView], layout: &Layout) -> String {
    let first = odd.map(|odd| {
        let odd = line(odd);
        format!("{odd} is an odd minor version: the worker pools must follow to the next even one before they may be paused")
    });
    let said = match (first, pauses.is_empty()) {
        (Some(first), _) => first,
        (None, true) => {
            "no odd minor version is crossed, so the worker pools need no pause".to_owned()
        }
        (None, false) => return String::new(),
    };
    text::indented(&said, 0, layout.width)
}

fn unpause(pause: &PauseView, way: &RouteView, layout: &Layout) -> String {
    let to = line(&pause.to);
    let said = match way.pauses.iter().find(|next| next.before > pause.until) {
        None => format!("Unpause the worker pools: they follow to {to}"),
        Some(next) => format!(
            "Unpause the worker pools: they must have followed to {to} before update {}",
            next.before
        ),
    };
    text::indented(&said, INDENT, layout.width)
}
