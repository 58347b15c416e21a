//! The build that fails closed: a block counts whatever else is said, and what is not whole blocks.

use std::collections::{BTreeMap, BTreeSet};

use super::draft::{GraphDraft, append};
use super::{Blocker, BuildMode, BuildRefusal, Built, BuiltEdge, EdgeClass, served_effect, untold};
use crate::data::{BlockEffect, GraphData, Pattern};
use crate::model::Risk;
use crate::releases::key;
use crate::shortened::shortened;

type EdgeEnds = (usize, usize);

pub(super) fn finish(mut draft: GraphDraft, data: &GraphData) -> Result<Built, BuildRefusal> {
    draft.enter_channels(data, BuildMode::Closed);
    draft.add_listed();
    draft.sound()?;
    let mut removed = draft.removed_listed();
    removed.extend(removed_by_expression(&mut draft));
    let hits = hits(&mut draft, data);
    let (placeholders, passed_over) = (placeholders(data), passed_over(data));
    let effects: Vec<BlockEffect> = data.blocks.iter().map(served_effect).collect();
    let mut judge = EdgeJudge { data, effects: &effects, warnings: BTreeSet::new() };
    let mut classes: BTreeMap<EdgeEnds, EdgeVerdict<'_>> = BTreeMap::new();
    for &ends in &draft.edges {
        let blocks = hits.get(&ends).map_or(&[][..], Vec::as_slice);
        classes.insert(ends, judge.verdict(blocks, removed.contains(&ends)));
    }
    let unseen = unseen(&draft);
    let mut warnings = draft.warnings;
    warnings
        .extend(judge.warnings.into_iter().chain(placeholders).chain(passed_over).chain(unseen));
    let risks: BTreeSet<&Risk> =
        classes.values().flat_map(|verdict| &verdict.risks).copied().collect();
    let numbered: BTreeMap<&Risk, usize> =
        risks.iter().enumerate().map(|(number, risk)| (*risk, number)).collect();
    let edges = classes.iter().map(|(&(from, to), verdict)| {
        let risks: Vec<usize> = verdict.risks.iter().map(|risk| numbered[risk]).collect();
        let class = match (verdict.by.as_slice(), risks.as_slice()) {
            ([], []) => EdgeClass::Recommended,
            ([], _) => EdgeClass::Conditional(risks),
            (by, _) => EdgeClass::Blocked { by: by.to_vec(), risks },
        };
        BuiltEdge { from, to, class }
    });
    let edges = edges.collect();
    let risks = risks.into_iter().cloned().collect();
    let nodes = draft.nodes;
    Ok(Built { mode: BuildMode::Closed, nodes, edges, risks, warnings })
}

/// Returns the edges that the releases' own expressions remove.
fn removed_by_expression(draft: &mut GraphDraft) -> BTreeSet<EdgeEnds> {
    let sources = draft.sources();
    let mut removed = BTreeSet::new();
    for (to, node) in draft.nodes.iter().enumerate() {
        let Some(text) = node.metadata.get(key::PREVIOUS_REMOVE_REGEX) else { continue };
        let regex = Pattern::new(text);
        if regex.is_err() {
            draft.warnings.push(format!(
                "{}: {} is not a regular expression. All updates to it are left out",
                node.name,
                key::PREVIOUS_REMOVE_REGEX
            ));
        }
        // An invalid expression removes all edges.
        let hit = |from: &&usize| match &regex {
            Ok(regex) => regex.is_match(draft.nodes[**from].name.text()),
            Err(_) => true,
        };
        removed.extend(sources[to].iter().filter(hit).map(|from| (*from, to)));
    }
    removed
}

/// Finds the files that concern each edge, and notes their expressions at the targets.
fn hits(draft: &mut GraphDraft, data: &GraphData) -> BTreeMap<EdgeEnds, Vec<usize>> {
    let sources = draft.sources();
    let mut hits: BTreeMap<EdgeEnds, Vec<usize>> = BTreeMap::new();
    for (number, block) in data.blocks.iter().enumerate() {
        let target = block.target();
        for to in draft.of_version(&target).to_vec() {
            if !target.covers(&draft.nodes[to].name) {
                continue;
            }
            for &from in &sources[to] {
                if block.hits(&draft.nodes[from].name) {
                    hits.entry((from, to)).or_default().push(number);
                }
            }
            append(&mut draft.nodes[to], key::PREVIOUS_REMOVE_REGEX, &block.from.value.text, "|");
        }
    }
    hits
}

/// Warns about placeholders in risks of the early form. Reading reports those of the form of today.
fn placeholders(data: &GraphData) -> Vec<String> {
    let mut warnings = Vec::new();
    for block in data.blocks.iter().filter(|block| block.early) {
        let (BlockEffect::Risk(risk), missing) = (block.effect(), block.placeholders()) else {
            continue;
        };
        if !missing.is_empty() {
            let (file, name, keys) = (&block.file, &risk.name, missing.join(" and no "));
            warnings.push(format!("{file}: risk {name} has no {keys}. Clusters get a placeholder"));
        }
    }
    warnings
}

/// Warns about rules that are not served.
fn passed_over(data: &GraphData) -> Vec<String> {
    let mut warnings = Vec::new();
    for block in &data.blocks {
        let BlockEffect::Risk(risk) = block.effect() else { continue };
        for kind in risk.passed_over() {
            let rule = if kind.is_empty() {
                "without a type".to_owned()
            } else {
                format!("of type {kind}")
            };
            let (file, name) = (&block.file, &risk.name);
            warnings.push(format!(
                "{file}: ignored the rule {rule} of risk {name}. Its other rules decide"
            ));
        }
    }
    warnings
}

struct EdgeJudge<'a> {
    data: &'a GraphData,
    effects: &'a [BlockEffect],
    warnings: BTreeSet<String>,
}

struct EdgeVerdict<'a> {
    by: Vec<Blocker>,
    /// Sorted by name, each once.
    risks: Vec<&'a Risk>,
}

impl<'a> EdgeJudge<'a> {
    fn verdict(&mut self, blocks: &[usize], removed: bool) -> EdgeVerdict<'a> {
        let mut by: BTreeSet<Blocker> = BTreeSet::new();
        if removed {
            by.insert(Blocker::Metadata);
        }
        let mut risks: BTreeMap<&str, (&'a Risk, usize)> = BTreeMap::new();
        for &number in blocks {
            let file = |number: usize| self.data.blocks[number].file.as_str();
            match &self.effects[number] {
                BlockEffect::Block | BlockEffect::Incomplete { .. } => {
                    by.insert(Blocker::File(number));
                }
                BlockEffect::Risk(risk) => {
                    if let Some(why) = untold(risk) {
                        self.warnings.insert(format!(
                            "{}: clusters cannot evaluate risk {}: {why}. Its updates are left out",
                            file(number),
                            risk.name
                        ));
                    }
                    let (known, first) = *risks.entry(&risk.name).or_insert((risk, number));
                    if known != risk {
                        self.warnings.insert(format!(
                            "{} and {} define risk {} differently. Updates that have both are left out",
                            file(first),
                            file(number),
                            risk.name
                        ));
                        by.extend([Blocker::File(first), Blocker::File(number)]);
                    }
                }
            }
        }
        self.conflict(&by, risks.values().map(|(_, number)| *number));
        let risks = risks.into_values().map(|(risk, _)| risk).collect();
        EdgeVerdict { by: by.into_iter().collect(), risks }
    }

    /// The shipped service lets the risk count, so that those whom it does not concern get what was
    /// blocked for all.
    fn conflict(&mut self, by: &BTreeSet<Blocker>, risks: impl Iterator<Item = usize>) {
        let blocks = by.iter().find_map(|blocker| match blocker {
            Blocker::File(number) => Some(*number),
            Blocker::Metadata => None,
        });
        let Some(block) = blocks else { return };
        let file = |number: usize| self.data.blocks[number].file.as_str();
        let both = risks.filter(|risk| !by.contains(&Blocker::File(*risk)));
        let told = both.map(|risk| {
            let (risk, block) = (file(risk), file(block));
            format!("{block} blocks updates that {risk} makes conditional. They stay blocked")
        });
        let told: Vec<String> = told.collect();
        self.warnings.extend(told);
    }
}

/// Warns about releases that are named, but do not exist.
fn unseen(draft: &GraphDraft) -> Option<String> {
    let unseen = draft.nodes.iter().filter(|node| node.payload.is_none());
    let names: Vec<&str> = unseen.map(|node| node.name.text()).collect();
    match names.as_slice() {
        [] => None,
        [name] => Some(format!(
            "{name} is left out: other releases name it, but it is not among the releases"
        )),
        names => Some(format!(
            "{} releases are left out: other releases name them, but they are not among the releases: {}",
            names.len(),
            shortened(names.iter().copied())
        )),
    }
}
