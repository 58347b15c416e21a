//! Releases and graph-data → the graph that an update service serves. Pure and deterministic.

pub(crate) mod compat;
pub(crate) mod draft;
pub(crate) mod fail_closed;
pub(crate) mod platform;
pub(crate) mod served;
pub(crate) mod whole;

pub use served::ServedQuery;

use crate::data::{Block, BlockEffect, GraphData, LintCode, LintFinding};
use crate::model::{Risk, Rule};
use crate::releases::{Releases, Scraped};

/// How ambiguous data is handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BuildMode {
    /// Ambiguous updates are not recommended.
    Closed,
    /// As Cincinnati does, including where it fails open.
    Compat,
}

/// A graph of all channels and architectures.
#[derive(Debug, Clone)]
pub struct Built {
    pub mode: BuildMode,
    /// Oldest first; of one version, by architecture.
    pub nodes: Vec<Scraped>,
    /// By their ends. Every update that releases name, including blocked ones.
    pub edges: Vec<BuiltEdge>,
    /// The risks of conditional edges.
    pub risks: Vec<Risk>,
    pub warnings: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuiltEdge {
    /// Indexes into the nodes of the graph.
    pub from: usize,
    pub to: usize,
    pub class: EdgeClass,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EdgeClass {
    Recommended,
    /// With these risks.
    Conditional(Vec<usize>),
    /// Blocked without a reason. Its risks are kept, but not served.
    Blocked {
        by: Vec<Blocker>,
        risks: Vec<usize>,
    },
    /// Both an unconditional and a conditional edge: only Cincinnati serves that.
    Both(Vec<usize>),
}

/// What blocks an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Blocker {
    /// A file of `blocked-edges/`, by its index in the graph-data.
    File(usize),
    /// Metadata of one of the two releases.
    Metadata,
}

/// Why there is no graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BuildRefusal {
    /// Releases that form a cycle, each with an update to the next and the last to the first.
    Circle(Vec<String>),
}

/// Combines releases and graph-data.
pub fn build(releases: Releases, data: &GraphData, mode: BuildMode) -> Result<Built, BuildRefusal> {
    let mut draft = draft::GraphDraft::new(releases);
    draft.sound()?;
    draft.amend(data, mode);
    match mode {
        BuildMode::Closed => fail_closed::finish(draft, data),
        BuildMode::Compat => compat::finish(draft, data),
    }
}

/// Returns warnings about ambiguous graph-data, with the effect on the build.
pub fn doubts(data: &GraphData, mode: BuildMode) -> Vec<String> {
    let effect = |finding: &LintFinding| {
        let block = data.blocks.iter().find(|block| block.file == finding.file)?;
        (finding.code == LintCode::IncompleteRisk && mode == BuildMode::Closed)
            .then(|| block.effect())
    };
    let tell = |finding: &LintFinding| match effect(finding) {
        Some(BlockEffect::Risk(_)) => {
            format!(
                "{}. This build keeps the update conditional and adds a placeholder",
                finding.line()
            )
        }
        Some(BlockEffect::Incomplete { .. } | BlockEffect::Block) => {
            format!("{}. This build blocks the update for all clusters", finding.line())
        }
        None => finding.line(),
    };
    data.findings.iter().map(tell).collect()
}

/// Returns the effect of a file as clusters see it: with the rules of known types, if there are
/// any.
pub(crate) fn served_effect(block: &Block) -> BlockEffect {
    let mut effect = block.effect();
    if let BlockEffect::Risk(risk) = &mut effect
        && !risk.passed_over().is_empty()
    {
        risk.rules.retain(Rule::is_known);
    }
    effect
}

/// Returns why a risk cannot be served, if so: clusters must be able to evaluate one of its rules.
/// Like the cluster-version operator, this ignores rules of unknown types.
pub(crate) fn untold(risk: &Risk) -> Option<String> {
    let blank = |text: &str| text.trim().is_empty();
    let untold = |rule: &Rule| match rule {
        Rule::Always => None,
        Rule::PromQl(query) => blank(query).then(|| "it has no query".to_owned()),
        Rule::Platforms(_) => Some("clusters do not support platform rules".to_owned()),
        Rule::AnyOf(_) => Some("clusters do not support any-of rules".to_owned()),
        Rule::Unknown(kind) if kind.is_empty() => Some("it has a rule without a type".to_owned()),
        Rule::Unknown(kind) => Some(format!("its rule type {kind} is unknown or malformed")),
    };
    match risk.rules.first() {
        None => Some("it has no rules".to_owned()),
        Some(first) if risk.known_rules().next().is_none() => untold(first),
        Some(_) => risk.known_rules().find_map(untold),
    }
}

impl Built {
    /// Returns the risks of a list of indexes.
    pub(crate) fn risks_of(&self, places: &[usize]) -> Vec<Risk> {
        places.iter().map(|place| self.risks[*place].clone()).collect()
    }
}

#[cfg(test)]
pub(crate) mod tests;
