//! The lines of edges: lanes for those from the current version, curves for all others.

use std::fmt::Write;

use super::Px;
use super::layout::{Box, GraphLayout};
use crate::commands::graph::show::view::GraphEdgeView;

const CORNER: Px = 6; // the radius
const LINE: Px = 11; // from the top of a box to the line of its version
const HEAD: Px = 2; // left free before a box, for the arrow

/// Returns the line of an edge from the current version: up into the lane above its row, along the
/// margin to the lane of the target's row, and down to the target.
pub(super) fn lane(edge: &GraphEdgeView, layout: &GraphLayout) -> String {
    let (from, to) = (&layout.boxes[edge.ends.0], &layout.boxes[edge.ends.1]);
    if edge.ends.0 == edge.ends.1 {
        return arc(from, to, layout);
    }
    let aside = if edge.conditional { 6 } else { 0 };
    let (start, end) = (from.x + 12 + aside, to.x + 12 + aside);
    let lane = |row: &Box| row.y - 9 - aside;
    let mut points = vec![(start, from.y), (start, lane(from))];
    if from.row != to.row {
        let margin = layout.left - 12 - aside;
        points.extend([(margin, lane(from)), (margin, lane(to))]);
    }
    points.extend([(end, lane(to)), (end, to.y - HEAD)]);
    rounded(&points)
}

/// Returns the line of any other edge, and whether it leads to the next release, where nothing can
/// be in the way.
pub(super) fn between(edge: &GraphEdgeView, layout: &GraphLayout) -> (String, bool) {
    let (from, to) = (&layout.boxes[edge.ends.0], &layout.boxes[edge.ends.1]);
    let same_row = from.row == to.row;
    if same_row && to.place == from.place + 1 {
        let y = from.y + LINE;
        return (format!("M{} {y}H{}", from.x + from.width, to.x - HEAD), true);
    }
    let last = layout.rows[from.row].len() == from.place + 1;
    if last && to.row == from.row + 1 && to.place == 0 {
        return (wrapped(from, to, layout), true);
    }
    (if same_row { arc(from, to, layout) } else { curve(from, to) }, false)
}

/// From row to row, behind what lies between.
fn curve(from: &Box, to: &Box) -> String {
    let (start, end) = (from.x + from.width / 2, to.x + to.width / 2);
    let (top, bottom) = if from.y < to.y {
        (from.y + from.height, to.y - HEAD)
    } else {
        (from.y, to.y + to.height + HEAD)
    };
    let bend = (bottom - top) * 2 / 5;
    format!("M{start} {top}C{start} {} {end} {} {end} {bottom}", top + bend, bottom - bend)
}

/// Below a row, the deeper the farther apart the two are.
fn arc(from: &Box, to: &Box, layout: &GraphLayout) -> String {
    let forward = if from.x <= to.x { 1 } else { -1 };
    let (start, end) = (from.x + from.width / 2 + 8 * forward, to.x + to.width / 2 - 8 * forward);
    let (top, bottom) = (from.y + from.height, to.y + to.height + HEAD);
    let places = from.place.min(to.place)..=from.place.max(to.place);
    let apart = from.place.abs_diff(to.place).cast_signed();
    let depth = layout.floor(from.row, places) + (8 + 3 * apart).min(24);
    format!("M{start} {top}C{start} {depth} {end} {depth} {end} {bottom}")
}

/// From the end of a row to the begin of the next.
fn wrapped(from: &Box, to: &Box, layout: &GraphLayout) -> String {
    let (right, left) = (from.x + from.width + 8, layout.left - 6);
    let below = layout.floor(from.row, 0..=from.place) + 7;
    rounded(&[
        (from.x + from.width, from.y + LINE),
        (right, from.y + LINE),
        (right, below),
        (left, below),
        (left, to.y + LINE),
        (to.x - HEAD, to.y + LINE),
    ])
}

/// Writes a line along points, one coordinate of which changes at a time, with round corners.
fn rounded(points: &[(Px, Px)]) -> String {
    let mut points = points.to_vec();
    points.dedup();
    let mut out = format!("M{} {}", points[0].0, points[0].1);
    for three in points.windows(3) {
        let [before, corner, after] = [three[0], three[1], three[2]];
        let (into, away) = (towards(corner, before), towards(corner, after));
        let _ =
            write!(out, "L{} {}Q{} {} {} {}", into.0, into.1, corner.0, corner.1, away.0, away.1);
    }
    let end = points[points.len() - 1];
    let _ = write!(out, "L{} {}", end.0, end.1);
    out
}

/// Returns the point on the way from a corner where its curve ends.
fn towards(corner: (Px, Px), other: (Px, Px)) -> (Px, Px) {
    let step = |from: Px, to: Px| (to - from).signum() * CORNER.min((to - from).abs() / 2);
    (corner.0 + step(corner.0, other.0), corner.1 + step(corner.1, other.1))
}
