//! A picture that needs no other program: a band for each minor version, releases in the order of
//! text. Edges from the current version run in lanes between the rows, all others through the gaps
//! between boxes.

mod label;
mod layout;
mod legend;
mod route;
mod style;
mod xml;

use std::fmt::Write;

use textwrap::core::display_width;

use crate::actions::show_graph::view::{GraphEdgeView, UpdateGraph};
use crate::commands::graph::show::drawing::{Reachability, reachabilities, words};
use crate::output::text::{clipped, line};
use label::{Label, Labels};
use layout::{Band, Box, GraphLayout};
use route::Router;
use upgrade_graph::reachable::Kind as Edges;
use upgrade_graph::web::is_web_address;
use xml::{escaped, text, titled};

/// Pixels.
type Px = isize;

const TITLE: Px = 18; // the size of its letters
const MARGIN: Px = 24;
const MANY: usize = 40; // releases
const LONGEST: usize = 150; // letters of a line above the picture

pub(crate) fn draw(graph: &UpdateGraph) -> String {
    let reachabilities = reachabilities(graph);
    let labels = Labels::new(graph);
    let head = head(graph);
    let layout = GraphLayout::new(graph, &labels, head.width, head.bottom);
    let (legend, foot) = legend::draw(graph, &labels, &reachabilities, &layout);
    let (width, height) = (layout.width, layout.height + foot);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" class=\"updates\">\n\
         <title>{}</title>\n{}",
        escaped(&words::heading(graph)),
        style::sheet()
    );
    let _ = writeln!(out, "<rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>");
    out += &head.out;
    for band in &layout.bands {
        out += &draw_band(band, &layout);
    }
    out += &edges(graph, &layout);
    for (number, node) in graph.nodes.iter().enumerate() {
        let standing = reachabilities[number];
        let title = words::node(node, standing);
        let class = format!("node {}{}", class(standing), if node.target { " target" } else { "" });
        let place = &layout.boxes[number];
        let drawn = titled("rect", &class, &place.shape(), &title)
            + &lettering(place, &labels.nodes[number], standing);
        out += &linked(&drawn, node.release.url.as_deref());
    }
    out += &legend;
    out + "</svg>\n"
}

/// Makes a box lead to the errata of its release, if their address is one that a browser may open.
fn linked(drawn: &str, errata: Option<&str>) -> String {
    let safe = |url: &&str| is_web_address(url) && line(url) == **url;
    match errata.filter(safe) {
        Some(url) => format!("<a href=\"{}\">\n{drawn}</a>\n", escaped(url)),
        None => drawn.to_owned(),
    }
}

struct Head {
    out: String,
    width: Px,
    bottom: Px,
}

/// Draws the title and what there is to say of the whole.
fn head(graph: &UpdateGraph) -> Head {
    let title = clipped(&line(&words::heading(graph)), LONGEST / 2);
    let mut y = MARGIN + TITLE;
    let mut out = text(MARGIN, y, "heading", &title);
    let mut columns = 2 * display_width(&title);
    for said in [words::source(graph)].into_iter().chain(graph.said()) {
        let said = clipped(&line(&said), LONGEST);
        y += 18;
        out += &text(MARGIN, y, "remark", &said);
        columns = columns.max(display_width(&said));
    }
    Head { out, width: 7 * columns.cast_signed() + 2 * MARGIN, bottom: y + 18 }
}

fn draw_band(band: &Band, layout: &GraphLayout) -> String {
    let Band { top, bottom, ref name, ref notifier } = *band;
    let (x, width, height) = (MARGIN / 2, layout.width - MARGIN, bottom - top);
    let mut out = format!(
        "<rect class=\"band\" x=\"{x}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"8\"/>\n"
    );
    let class = if name.len() > 7 { "unnumbered" } else { "minor" };
    out += &text(MARGIN, top + 28, class, name);
    for (y, remark) in (top + 44..).step_by(13).zip(notifier) {
        out += &text(MARGIN, y, "small", remark);
    }
    out
}

/// Draws the edges: those between others first, those from the current version above them.
fn edges(graph: &UpdateGraph, layout: &GraphLayout) -> String {
    let from_here = |edge: &&GraphEdgeView| graph.nodes[edge.ends.0].current;
    let drawn = graph.edges.iter().filter(|edge| edge.drawn);
    let (near, others): (Vec<&GraphEdgeView>, Vec<&GraphEdgeView>) = drawn.partition(from_here);
    // Where there is much to see, what is not about the current version stands back.
    let back = if graph.from.is_some() && graph.nodes.len() > MANY { " back" } else { "" };
    let kind = |edge: &GraphEdgeView| if edge.conditional { "conditional" } else { "recommended" };
    let (mut out, mut router) = (String::new(), Router::new(layout));
    for edge in others {
        let (line, short) = router.between(edge);
        let far = if short { "" } else { " far" };
        out += &drawn_edge(&format!("{}{far}{back}", kind(edge)), &line, edge);
    }
    for edge in near {
        let line = router.lane(edge);
        out += &drawn_edge(&format!("{} near", kind(edge)), &line, edge);
    }
    out
}

fn drawn_edge(class: &str, line: &str, edge: &GraphEdgeView) -> String {
    titled("path", &format!("edge {class}"), &format!("d=\"{line}\""), &words::edge(edge))
}

/// Writes what stands in a box.
fn lettering(place: &Box, label: &Label, standing: Reachability) -> String {
    let middle = place.x + place.width / 2;
    let on = match standing {
        Reachability::Current => " on-current",
        Reachability::Apart => " apart",
        Reachability::Near(_) | Reachability::Far(_) | Reachability::Any => "",
    };
    let mut out = text(middle, place.y + 15, &format!("version{on}"), &label.version);
    for (y, line) in (place.y + 27..).step_by(11).zip(&label.lines) {
        out += &text(middle, y, &format!("{}{on}", line.class), &line.text);
    }
    out
}

fn class(standing: Reachability) -> &'static str {
    match standing {
        Reachability::Current => "current",
        Reachability::Near(Edges::Recommended) => "recommended near",
        Reachability::Near(Edges::Conditional) => "conditional near",
        Reachability::Far(Edges::Recommended) | Reachability::Any => "recommended",
        Reachability::Far(Edges::Conditional) => "conditional",
        Reachability::Apart => "apart",
    }
}
