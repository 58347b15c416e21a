//! Where everything stands: minor versions as bands, oldest on top; in each the releases in the
//! order of text.

use std::ops::RangeInclusive;

use super::label::{Label, Labels};
use super::{MARGIN, Px};
use crate::actions::show_graph::view::{GraphNodeView, UpdateGraph};
use crate::commands::graph::show::drawing::{bands as bands_of, words};
use crate::output::text::{clipped, line};

const SIDE: Px = 150; // the label of a band, left of its releases
const LANES: Px = 22; // above a row, for edges from the current version
const BELOW: Px = 16; // below a row, for edges between its releases
const GAP: Px = 24; // between neighbors, for the edge between them
const ROW: Px = 1_180; // the widest row of boxes
const NARROW: Px = 560; // the narrowest picture, for the legend's sake
const BETWEEN: Px = 10; // bands
const BORDER: Px = 24; // behind the longest row, for edges that pass it

pub(super) struct GraphLayout {
    pub(super) width: Px,
    pub(super) height: Px,
    /// One for each node, in their order.
    pub(super) boxes: Vec<Box>,
    pub(super) bands: Vec<Band>,
    /// The nodes of each row, from left to right.
    pub(super) rows: Vec<Vec<usize>>,
    /// Where boxes begin.
    pub(super) left: Px,
    /// Where the longest row ends.
    pub(super) right: Px,
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Box {
    pub(super) x: Px,
    pub(super) y: Px,
    pub(super) width: Px,
    pub(super) height: Px,
    pub(super) row: usize,
    /// Its place in the row.
    pub(super) place: usize,
}

pub(super) struct Band {
    pub(super) top: Px,
    pub(super) bottom: Px,
    pub(super) name: String,
    pub(super) notifier: Vec<String>,
}

impl GraphLayout {
    /// Lays out below a head of that width, which ends there.
    pub(super) fn new(graph: &UpdateGraph, labels: &Labels, least: Px, head: Px) -> Self {
        let left = MARGIN + SIDE;
        let boxes = vec![Box::default(); graph.nodes.len()];
        let (bands, rows) = (Vec::new(), Vec::new());
        let mut layout = Self { width: 0, height: head, boxes, bands, rows, left, right: left };
        for nodes in bands_of(graph) {
            let top = layout.height;
            let floor = layout.fill(&nodes, labels, top + LANES);
            let (name, notifier) = said(&graph.nodes[nodes[0]], graph);
            let said = top + 45 + 13 * notifier.len().cast_signed();
            let bottom = (floor + BELOW).max(said);
            layout.bands.push(Band { top, bottom, name, notifier });
            layout.height = bottom + BETWEEN;
        }
        layout.width = (layout.right + BORDER + 8).max(NARROW).max(least);
        layout
    }

    /// Lays nodes out in rows; returns where the last of them ends.
    fn fill(&mut self, nodes: &[usize], labels: &Labels, top: Px) -> Px {
        let (mut x, mut y) = (self.left, top);
        let mut row: Vec<usize> = Vec::new();
        for &node in nodes {
            let label = &labels.nodes[node];
            let (width, height) = size(label);
            if x + width > self.left + ROW && !row.is_empty() {
                y = self.close(std::mem::take(&mut row)) + BELOW + LANES;
                x = self.left;
            }
            let (at, place) = (self.rows.len(), row.len());
            self.boxes[node] = Box { x, y, width, height, row: at, place };
            self.right = self.right.max(x + width);
            row.push(node);
            x += width + GAP;
        }
        self.close(row)
    }

    /// Ends a row; returns where the highest of its boxes ends.
    fn close(&mut self, row: Vec<usize>) -> Px {
        self.rows.push(row);
        self.floor(self.rows.len() - 1, 0..=usize::MAX)
    }

    /// Returns where the boxes of a row begin: all of them at one height.
    pub(super) fn top(&self, row: usize) -> Px {
        self.boxes[self.rows[row][0]].y
    }

    /// Returns where lines can pass a row: between neighbors, so far from both, and behind its
    /// last box, so far from it.
    pub(super) fn gaps(&self, row: usize, clear: Px, beyond: Px) -> Vec<RangeInclusive<Px>> {
        let boxes: Vec<&Box> = self.rows[row].iter().map(|node| &self.boxes[*node]).collect();
        let end = |one: &Box| one.x + one.width;
        let between = boxes.windows(2).map(|two| end(two[0]) + clear..=two[1].x - clear);
        let last = boxes.last().map(|last| end(last) + beyond..=self.right + BORDER);
        between.chain(last).collect()
    }

    /// Returns where the highest box ends, of those at these places of a row.
    pub(super) fn floor(&self, row: usize, places: RangeInclusive<usize>) -> Px {
        let boxes = self.rows[row].iter().map(|node| &self.boxes[*node]);
        let within = boxes.filter(|one| places.contains(&one.place));
        within.map(|one| one.y + one.height).max().unwrap_or_default()
    }
}

impl Box {
    /// Returns the attributes of its rectangle.
    pub(super) fn shape(&self) -> String {
        let Self { x, y, width, height, .. } = self;
        format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"5\"")
    }
}

/// Returns the size of the box of a label. Letters of a version are 7.3 wide, those of risks 5.5.
fn size(label: &Label) -> (Px, Px) {
    let columns = |text: &str| textwrap::core::display_width(text).cast_signed();
    let lines = label.lines.iter().map(|line| columns(&line.text) * 11 / 2);
    let widest = lines.chain([columns(&label.version) * 73 / 10]).max();
    let below = match label.lines.len().cast_signed() {
        0 => 0,
        lines => 11 * lines + 3,
    };
    (widest.unwrap_or_default() + 16, 22 + below)
}

/// Returns the name of a band and what is said below it.
fn said(node: &GraphNodeView, graph: &UpdateGraph) -> (String, Vec<String>) {
    let mut notifier = Vec::new();
    if let Some(minor) = graph.minors.iter().find(|known| known.minor == node.minor) {
        let releases = if minor.releases == 1 { "release" } else { "releases" };
        notifier.push(format!("{} {releases}", minor.releases));
        let short = |version: &str| clipped(&line(version), 16);
        notifier.extend(minor.newest.as_ref().map(|newest| format!("newest {}", short(newest))));
        if graph.from.is_some() && minor.newest.is_some() {
            notifier.push(match &minor.newest_recommended {
                Some(newest) => format!("recommended {}", short(newest)),
                None => "none recommended".to_owned(),
            });
        }
    }
    (words::minor(node).to_owned(), notifier)
}
