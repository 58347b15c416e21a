//! What the picture means, below it: kinds of lines and boxes, risks, and what is left out.

use std::fmt::Write;

use super::label::Labels;
use super::layout::GraphLayout;
use super::xml::text;
use super::{MARGIN, Px};
use crate::actions::show_graph::view::{GraphRiskView, UpdateGraph};
use crate::commands::graph::show::drawing::{Reachability, words};
use crate::output::text::{clipped, line};
use upgrade_graph::reachable::Kind as Edges;

const STEP: Px = 17; // from one line to the next
const FEW_RISKS: usize = 8;
const LONGEST: usize = 3; // lines of a message, where there are few

/// Draws it below the layout; returns it and its height.
pub(super) fn draw(
    graph: &UpdateGraph,
    labels: &Labels,
    reachabilities: &[Reachability],
    layout: &GraphLayout,
) -> (String, Px) {
    let (y, width) = (layout.height + 16, layout.width);
    let mut legend = Legend { out: String::new(), x: MARGIN, y, width };
    legend.edges(graph, reachabilities);
    legend.nodes(reachabilities);
    legend.y += if legend.x > MARGIN { STEP + 6 } else { 6 };
    legend.risks(graph, labels);
    if let Some(remark) = words::left_out(graph) {
        legend.out += &text(MARGIN, legend.y, "remark", &remark);
        legend.y += STEP;
    }
    let height = legend.y - layout.height;
    (legend.out, height)
}

struct Legend {
    out: String,
    x: Px,
    y: Px,
    width: Px,
}

impl Legend {
    fn edges(&mut self, graph: &UpdateGraph, reachabilities: &[Reachability]) {
        let from = graph.from.as_deref().map(|from| clipped(&line(from), 24));
        for (kind, name) in
            [(Edges::Recommended, "recommended"), (Edges::Conditional, "conditional")]
        {
            if let Some(from) =
                from.as_ref().filter(|_| reachabilities.contains(&Reachability::Near(kind)))
            {
                self.line(&format!("edge {name} near"), &format!("{name} update from {from}"));
            }
        }
        for (conditional, name) in [(false, "recommended"), (true, "conditional")] {
            let mut drawn = graph.edges.iter().filter(|edge| edge.drawn);
            let found = drawn
                .any(|edge| edge.conditional == conditional && !graph.nodes[edge.ends.0].current);
            if found {
                let other = if from.is_some() { "other " } else { "" };
                self.line(&format!("edge {name}"), &format!("{other}{name} update"));
            }
        }
    }

    fn nodes(&mut self, reachabilities: &[Reachability]) {
        for (standing, class, name) in [
            (Reachability::Far(Edges::Recommended), "recommended", "several recommended updates"),
            (
                Reachability::Far(Edges::Conditional),
                "conditional",
                "several updates, some conditional",
            ),
            (Reachability::Apart, "apart", "not reachable"),
        ] {
            if reachabilities.contains(&standing) {
                self.node(class, name);
            }
        }
    }

    fn line(&mut self, class: &str, name: &str) {
        self.make_room(name);
        let (x, y) = (self.x, self.y - 4);
        let _ = writeln!(self.out, "<path class=\"{class}\" d=\"M{x} {y}H{}\"/>", x + 36);
        self.name(44, name);
    }

    fn node(&mut self, class: &str, name: &str) {
        self.make_room(name);
        let (x, y) = (self.x, self.y - 11);
        let _ = writeln!(
            self.out,
            "<rect class=\"node {class}\" x=\"{x}\" y=\"{y}\" width=\"30\" height=\"14\" rx=\"4\"/>"
        );
        self.name(38, name);
    }

    fn name(&mut self, aside: Px, name: &str) {
        self.out += &text(self.x + aside, self.y, "remark", name);
        self.x += entry(name);
    }

    fn make_room(&mut self, name: &str) {
        if self.x > MARGIN && self.x + entry(name) > self.width - MARGIN {
            (self.x, self.y) = (MARGIN, self.y + STEP);
        }
    }

    /// Lists the risks, with numbers where boxes have only these.
    fn risks(&mut self, graph: &UpdateGraph, labels: &Labels) {
        if graph.risks.is_empty() {
            return;
        }
        let by = if labels.by_name { "name" } else { "number" };
        let mut heading = format!("Risks of conditional updates, by {by}");
        if let Some(from) = graph.from.as_deref().filter(|_| labels.brackets) {
            let from = clipped(&line(from), 24);
            let _ = write!(heading, "; in parentheses: not of the update from {from}");
        }
        self.out += &text(MARGIN, self.y, "remark", &heading);
        self.y += STEP;
        if graph.risks.len() <= FEW_RISKS {
            self.counts(graph, labels);
        } else {
            self.listed(graph, labels);
        }
        self.y += 6;
    }

    /// Few are told in full, or nearly so.
    fn counts(&mut self, graph: &UpdateGraph, labels: &Labels) {
        for (place, risk) in graph.risks.iter().enumerate() {
            let aside = self.number(MARGIN, self.y, place, labels);
            let room = columns(self.width - 2 * MARGIN - aside - 16);
            let said = said(risk);
            let lines = textwrap::wrap(&said, textwrap::Options::new(room).subsequent_indent("  "));
            for (number, line) in lines.iter().take(LONGEST).enumerate() {
                let cut = number + 1 == LONGEST && lines.len() > LONGEST;
                let line = if cut { format!("{line} …") } else { line.to_string() };
                let x = MARGIN + aside + if number == 0 { 0 } else { 12 };
                self.out += &text(x, self.y, "plain", line.trim_start());
                self.y += STEP;
            }
        }
    }

    /// Many have a line each, in two columns where there is room.
    fn listed(&mut self, graph: &UpdateGraph, labels: &Labels) {
        let side_by_side = if self.width > 900 { 2 } else { 1 };
        let wide = (self.width - 2 * MARGIN) / side_by_side;
        let rows = graph.risks.len().div_ceil(side_by_side.cast_unsigned());
        for (place, risk) in graph.risks.iter().enumerate() {
            let x = MARGIN + wide * (place / rows).cast_signed();
            let y = self.y + STEP * (place % rows).cast_signed();
            let aside = self.number(x, y, place, labels);
            let room = columns(wide - aside - 16);
            self.out += &text(x + aside, y, "plain", &clipped(&said(risk), room));
        }
        self.y += STEP * rows.cast_signed();
    }

    /// Writes the number of a risk where boxes have only that; returns the room that takes.
    fn number(&mut self, x: Px, y: Px, place: usize, labels: &Labels) -> Px {
        if labels.by_name {
            return 0;
        }
        self.out += &text(x + 20, y, "number", &(place + 1).to_string());
        28
    }
}

/// Returns the room an entry takes.
fn entry(name: &str) -> Px {
    44 + 7 * textwrap::core::display_width(name).cast_signed() + 20
}

fn said(risk: &GraphRiskView) -> String {
    let message = risk.message.trim().lines().next().unwrap_or_default();
    format!("{}: {}", line(&risk.name), line(message))
}

/// Returns how many letters have room, at the width of most of them.
fn columns(width: Px) -> usize {
    (width * 10 / 68).max(20).cast_unsigned()
}
