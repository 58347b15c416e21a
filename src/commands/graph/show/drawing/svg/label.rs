//! What stands in the box of a release: its version, and the risks of the conditional edge to it.

use std::collections::BTreeSet;

use crate::actions::show_graph::view::{GraphEdgeView, UpdateGraph};
use crate::commands::graph::show::drawing::words::NO_REASON;
use crate::output::text::{clipped, line};

const LONGEST_VERSION: usize = 24; // columns; tooltips have it whole
const LONGEST_NAME: usize = 38; // columns
const NUMBERS: usize = 13; // columns of risks by number, in one line
/// So many labels, and risks in all, are written out; more are numbered, as the legend has them.
const FEW_LABELS: usize = 8;
const FEW_RISKS: usize = 8;

pub(super) struct Labels {
    pub(super) nodes: Vec<Label>,
    /// Whether risks are called by their names and not by their numbers.
    pub(super) by_name: bool,
    /// Whether some stand in brackets: risks of edges that do not come from the current version.
    pub(super) brackets: bool,
}

pub(super) struct Label {
    pub(super) version: String,
    pub(super) lines: Vec<LabelLine>,
}

pub(super) struct LabelLine {
    pub(super) class: &'static str,
    pub(super) text: String,
}

impl Labels {
    pub(super) fn new(graph: &UpdateGraph) -> Self {
        let carried = carried(graph);
        let told = |carried: &&Carried| carried.risks.len() + carried.elsewhere.len() > 0;
        let labelled = carried.iter().filter(told).count();
        let by_name = labelled <= FEW_LABELS && graph.risks.len() <= FEW_RISKS;
        let brackets = carried.iter().any(|carried| !carried.elsewhere.is_empty());
        let called = |risks: &BTreeSet<usize>| {
            if by_name { names(risks, graph) } else { numbers(risks) }
        };
        let label = graph.nodes.iter().zip(&carried).map(|(node, carried)| {
            let remark = |text: &str| LabelLine { class: "mark", text: text.to_owned() };
            let mut lines = Vec::new();
            lines.extend(node.current.then(|| remark("current")));
            lines.extend(node.target.then(|| remark("target")));
            let mut risks = called(&carried.risks);
            risks.extend(called(&carried.elsewhere).iter().map(|text| format!("({text})")));
            risks.extend(carried.unexplained.then(|| NO_REASON.to_owned()));
            lines.extend(risks.into_iter().map(|text| LabelLine { class: "risk", text }));
            let version = clipped(&line(&node.release.version), LONGEST_VERSION);
            Label { version, lines }
        });
        Self { nodes: label.collect(), by_name, brackets }
    }
}

/// What is to be told at a node.
#[derive(Debug, Clone, Default)]
struct Carried {
    risks: BTreeSet<usize>,
    /// What edges carry that do not come from the current version, where one does.
    elsewhere: BTreeSet<usize>,
    /// Whether an edge is conditional without a reason.
    unexplained: bool,
}

/// Returns the risks to show at each node: those of the edge from the current version, where
/// there is one, apart from those that only others carry; else those of all edges that are drawn.
fn carried(graph: &UpdateGraph) -> Vec<Carried> {
    let mut carried: Vec<Carried> = vec![Carried::default(); graph.nodes.len()];
    let mut direct = vec![false; graph.nodes.len()];
    let (from_here, others): (Vec<&GraphEdgeView>, Vec<&GraphEdgeView>) = graph
        .edges
        .iter()
        .filter(|edge| edge.drawn && !graph.nodes[edge.ends.1].current)
        .partition(|edge| graph.nodes[edge.ends.0].current);
    for edge in from_here {
        carried[edge.ends.1].risks.extend(&edge.carries);
        carried[edge.ends.1].unexplained |= edge.unexplained;
        direct[edge.ends.1] = true;
    }
    for edge in others {
        let Carried { risks, elsewhere, unexplained } = &mut carried[edge.ends.1];
        if direct[edge.ends.1] {
            elsewhere.extend(edge.carries.iter().filter(|risk| !risks.contains(risk)));
        } else {
            risks.extend(&edge.carries);
        }
        *unexplained |= edge.unexplained;
    }
    carried
}

fn names(risks: &BTreeSet<usize>, graph: &UpdateGraph) -> Vec<String> {
    let mut names: Vec<String> =
        risks.iter().map(|risk| clipped(&line(&graph.risks[*risk].name), LONGEST_NAME)).collect();
    names.dedup();
    names
}

/// Writes numbers, as the legend counts them, in short lines.
fn numbers(risks: &BTreeSet<usize>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for number in risks.iter().map(|risk| (risk + 1).to_string()) {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + number.len() <= NUMBERS => {
                line.push(' ');
                line.push_str(&number);
            }
            _ => lines.push(number),
        }
    }
    lines
}
