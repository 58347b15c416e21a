//! The lines of edges: lanes for those from the current version, curves for all others. None of them
//! runs behind a box: lines keep to the lanes above rows, to the corridors between them, and to the
//! gaps between neighbors.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::RangeInclusive;

use super::Px;
use super::layout::{Box, GraphLayout};
use crate::actions::show_graph::view::GraphEdgeView;

const CORNER: Px = 6; // the radius
const LINE: Px = 11; // from the top of a box to the line of its version
const HEAD: Px = 2; // left free before a box, for the arrow
const CLEAR: Px = 5; // between a line that passes and a box beside it
const BEYOND: Px = 14; // behind the last box of a row, where lines to the next row turn
const APART: usize = 4; // pixels between lines that pass through the same gap

/// Finds the lines, and remembers where they pass so that they do not cover each other.
pub(super) struct Router<'a> {
    layout: &'a GraphLayout,
    /// Where rows were passed: the row, and how far from the left.
    passed: BTreeSet<(usize, Px)>,
}

impl<'a> Router<'a> {
    pub(super) fn new(layout: &'a GraphLayout) -> Self {
        Self { layout, passed: BTreeSet::new() }
    }

    /// Returns the line of an edge from the current version: up into the lane above its row, along
    /// the margin to the lane of the target's row, and down to the target.
    pub(super) fn lane(&self, edge: &GraphEdgeView) -> String {
        let layout = self.layout;
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

    /// Returns the line of any other edge, and whether it leads to the next release.
    pub(super) fn between(&mut self, edge: &GraphEdgeView) -> (String, bool) {
        let layout = self.layout;
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
        (if same_row { arc(from, to, layout) } else { self.through(from, to) }, false)
    }

    /// From row to row, through gaps of the rows between.
    fn through(&mut self, from: &Box, to: &Box) -> String {
        let down = from.row < to.row;
        let (upper, lower) = if down { (from, to) } else { (to, from) };
        let (leave, arrive) = if down { (0, HEAD) } else { (HEAD, 0) };
        let (start, end) = (upper.x + upper.width / 2, lower.x + lower.width / 2);
        let mut points = vec![
            (start, upper.y + upper.height + leave),
            (start, self.layout.floor(upper.row, 0..=usize::MAX)),
        ];
        let mut x = start;
        for row in upper.row + 1..lower.row {
            let rows_left = (lower.row - row + 1).cast_signed();
            x = self.pass(row, x + (end - x) / rows_left);
            points.push((x, self.layout.top(row)));
            points.push((x, self.layout.floor(row, 0..=usize::MAX)));
        }
        points.push((end, lower.y - arrive));
        if !down {
            points.reverse();
        }
        curved(&points)
    }

    /// Returns where to pass a row, as near as possible to a place, and not on another line if the
    /// gap has room.
    fn pass(&mut self, row: usize, wish: Px) -> Px {
        let away =
            |range: &RangeInclusive<Px>| (wish.clamp(*range.start(), *range.end()) - wish).abs();
        let gaps = self.layout.gaps(row, CLEAR, BEYOND);
        let gap = gaps.into_iter().min_by_key(away).expect("a row has room behind its last box");
        let nearest = wish.clamp(*gap.start(), *gap.end());
        let mut places: Vec<Px> = gap.step_by(APART).collect();
        places.sort_by_key(|place| (place - nearest).abs());
        let free = places.iter().copied().find(|place| !self.passed.contains(&(row, *place)));
        let place = free.unwrap_or(nearest);
        self.passed.insert((row, place));
        place
    }
}

/// Below a row, the deeper the farther apart the two are.
fn arc(from: &Box, to: &Box, layout: &GraphLayout) -> String {
    let forward = if from.x <= to.x { 1 } else { -1 };
    let (start, end) = (from.x + from.width / 2 + 8 * forward, to.x + to.width / 2 - 8 * forward);
    let (top, bottom) = (from.y + from.height, to.y + to.height + HEAD);
    let places = from.place.min(to.place)..=from.place.max(to.place);
    let apart = from.place.abs_diff(to.place).cast_signed();
    // Past the highest box between them before it bends.
    let floor = layout.floor(from.row, places);
    let depth = floor + (8 + 3 * apart).min(20);
    format!("M{start} {top}V{floor}C{start} {depth} {end} {depth} {end} {floor}V{bottom}")
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

/// Writes a line along points: straight where they are above each other, else in a curve that leaves
/// and arrives upright and stays between the heights of both.
fn curved(points: &[(Px, Px)]) -> String {
    let mut out = format!("M{} {}", points[0].0, points[0].1);
    for two in points.windows(2) {
        let [(x, y), (to_x, to_y)] = [two[0], two[1]];
        let middle = isize::midpoint(y, to_y);
        let _ = if x == to_x {
            write!(out, "V{to_y}")
        } else {
            write!(out, "C{x} {middle} {to_x} {middle} {to_x} {to_y}")
        };
    }
    out
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

#[cfg(test)]
mod tests;
