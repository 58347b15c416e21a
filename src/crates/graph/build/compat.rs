//! The build of Cincinnati, step by step and with its quirks.

use std::collections::{BTreeMap, BTreeSet};

use super::draft::{GraphDraft, append};
use super::{Blocker, BuildMode, BuildRefusal, Built, BuiltEdge, EdgeClass};
use crate::data::{Block, BlockReading, GraphData, Pattern};
use crate::model::Risk;
use crate::releases::{Scraped, key};
use crate::shortened::shortened;

type CompatEnds = (usize, usize);

pub(super) fn finish(mut draft: GraphDraft, data: &GraphData) -> Result<Built, BuildRefusal> {
    let read =
        |wanted: BlockReading| data.blocks.iter().filter(move |block| block.reading == wanted);
    for block in read(BlockReading::Block) {
        note_block(&mut draft, block);
    }
    for block in read(BlockReading::Risk) {
        note_risk(&mut draft, block);
    }
    draft.enter_channels(data, BuildMode::Compat);
    draft.add_listed();
    draft.sound()?;
    let mut risks: Vec<Risk> = Vec::new();
    let mut conditional: BTreeMap<CompatEnds, Vec<usize>> = BTreeMap::new();
    let sources = draft.sources();
    for block in read(BlockReading::Risk) {
        let risk = as_served(block);
        let known = risks.iter().position(|known| *known == risk);
        let number = known.unwrap_or(risks.len());
        if known.is_none() {
            risks.push(risk);
        }
        // Edges of this exact name, or of this version with any architecture.
        let to = block.to.value.text();
        for &target in draft.of_version(&block.to.value) {
            let name = &draft.nodes[target].name;
            if name.text() != to && name.version() != to {
                continue;
            }
            for &from in &sources[target] {
                if block.hits(&draft.nodes[from].name) {
                    conditional.entry((from, target)).or_default().push(number);
                }
            }
        }
    }
    let without_arch = without_arch(&draft);
    let mut removed = draft.removed_listed();
    removed.extend(removed_by_expression(&draft, &sources));
    let edges = draft.edges.iter().map(|&ends| {
        let (from, to) = ends;
        let class = match (conditional.remove(&ends), removed.contains(&ends)) {
            (None, false) => EdgeClass::Recommended,
            (None, true) => EdgeClass::Blocked { by: vec![Blocker::Metadata], risks: Vec::new() },
            (Some(risks), true) => EdgeClass::Conditional(risks),
            (Some(risks), false) => EdgeClass::Both(risks),
        };
        BuiltEdge { from, to, class }
    });
    let edges = edges.collect();
    let (nodes, mut warnings) = (draft.nodes, draft.warnings);
    warnings.extend(without_arch);
    Ok(Built { mode: BuildMode::Compat, nodes, edges, risks, warnings })
}

/// Warns about releases that Cincinnati serves for no architecture: it reads only the metadata.
fn without_arch(draft: &GraphDraft) -> Option<String> {
    let lacks = |node: &&Scraped| node.payload.is_some() && node.listed(key::ARCH).next().is_none();
    let names: Vec<&str> = draft.nodes.iter().filter(lacks).map(|node| node.name.text()).collect();
    let releases = match names.len() {
        0 => return None,
        1 => "1 release has".to_owned(),
        count => format!("{count} releases have"),
    };
    Some(format!(
        "{releases} no `{}` in the metadata. Cincinnati serves them for no architecture: {}",
        key::ARCH,
        shortened(names.iter().copied())
    ))
}

/// Cincinnati serves what it read, complete or not.
fn as_served(block: &Block) -> Risk {
    let text = |given: &Option<crate::data::WithLocation<String>>| {
        given.as_ref().map(|text| text.value.clone()).unwrap_or_default()
    };
    let rules = block.rules.iter().flat_map(|rules| &rules.value);
    Risk {
        name: text(&block.name),
        message: text(&block.message),
        url: text(&block.url),
        rules: rules.map(|rule| rule.value.clone()).collect(),
    }
}

/// Of several plain blocks for one target the last counts. Unknown releases have no metadata to
/// note it in.
fn note_block(draft: &mut GraphDraft, block: &Block) {
    let target = block.target();
    for place in draft.of_version(&target).to_vec() {
        let node = &mut draft.nodes[place];
        if node.payload.is_some() && target.covers(&node.name) {
            let from = block.from.value.text.clone();
            node.metadata.insert(key::PREVIOUS_REMOVE_REGEX.to_owned(), from);
        }
    }
}

/// A risk removes the edges of every architecture, even if only one is intended.
fn note_risk(draft: &mut GraphDraft, block: &Block) {
    for place in draft.of_version(&block.to.value).to_vec() {
        let node = &mut draft.nodes[place];
        if node.payload.is_some() {
            append(node, key::PREVIOUS_REMOVE_REGEX, &block.from.value.text, "|");
        }
    }
}

fn removed_by_expression(draft: &GraphDraft, sources: &[Vec<usize>]) -> BTreeSet<CompatEnds> {
    let mut removed = BTreeSet::new();
    for (to, node) in draft.nodes.iter().enumerate() {
        let Some(text) = node.metadata.get(key::PREVIOUS_REMOVE_REGEX) else { continue };
        // Cincinnati stops at an invalid expression; here its updates are not recommended.
        let regex = Pattern::new(text).ok();
        let hit = |from: &&usize| {
            let name = draft.nodes[**from].name.text();
            regex.as_ref().is_none_or(|regex| regex.is_match(name))
        };
        removed.extend(sources[to].iter().filter(hit).map(|from| (*from, to)));
    }
    removed
}
