//! The build of the shipped update service, step by step and with its quirks.

use std::collections::{BTreeMap, BTreeSet};

use super::draft::{Draft, append};
use super::{Blocker, Built, BuiltEdge, Class, Mode, Refusal};
use crate::domain::graph::Risk;
use crate::domain::graph::releases::key;
use crate::domain::graph_data::{Block, Effect, GraphData, Pattern, Reading};

type Ends = (usize, usize);

pub(super) fn finish(mut draft: Draft, data: &GraphData) -> Result<Built, Refusal> {
    let read = |wanted: Reading| data.blocks.iter().filter(move |block| block.reading == wanted);
    for block in read(Reading::Block) {
        note_block(&mut draft, block);
    }
    for block in read(Reading::Risk) {
        note_risk(&mut draft, block);
    }
    draft.enter_channels(data, Mode::Compat);
    draft.add_listed();
    draft.sound()?;
    let mut risks: Vec<Risk> = Vec::new();
    let mut conditional: BTreeMap<Ends, Vec<usize>> = BTreeMap::new();
    let sources = draft.sources();
    for block in read(Reading::Risk) {
        let risk = as_served(block);
        let known = risks.iter().position(|known| *known == risk);
        let number = known.unwrap_or(risks.len());
        if known.is_none() {
            risks.push(risk);
        }
        // Edges of this very name, or of this version whatever the architecture.
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
    let mut removed = draft.removed_listed();
    removed.extend(removed_by_expression(&draft, &sources));
    let edges = draft.edges.iter().map(|&ends| {
        let (from, to) = ends;
        let class = match (conditional.remove(&ends), removed.contains(&ends)) {
            (None, false) => Class::Recommended,
            (None, true) => Class::Blocked { by: vec![Blocker::Metadata], risks: Vec::new() },
            (Some(risks), true) => Class::Conditional(risks),
            (Some(risks), false) => Class::Both(risks),
        };
        BuiltEdge { from, to, class }
    });
    let edges = edges.collect();
    let (nodes, warnings) = (draft.nodes, draft.warnings);
    Ok(Built { mode: Mode::Compat, nodes, edges, risks, warnings })
}

/// The service passes on what it read, be it whole or not.
fn as_served(block: &Block) -> Risk {
    if let Effect::Risk(risk) = block.effect() {
        return risk;
    }
    let text = |given: &Option<crate::domain::graph_data::Spotted<String>>| {
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

/// Of several plain blocks of one target the last counts. Releases that were not seen have no
/// metadata to note it in.
fn note_block(draft: &mut Draft, block: &Block) {
    let target = block.target();
    for place in draft.of_version(&target).to_vec() {
        let node = &mut draft.nodes[place];
        if node.payload.is_some() && target.covers(&node.name) {
            let from = block.from.value.text.clone();
            node.metadata.insert(key::PREVIOUS_REMOVE_REGEX.to_owned(), from);
        }
    }
}

/// A risk takes the edges of every architecture, though only one may be meant.
fn note_risk(draft: &mut Draft, block: &Block) {
    for place in draft.of_version(&block.to.value).to_vec() {
        let node = &mut draft.nodes[place];
        if node.payload.is_some() {
            append(node, key::PREVIOUS_REMOVE_REGEX, &block.from.value.text, "|");
        }
    }
}

fn removed_by_expression(draft: &Draft, sources: &[Vec<usize>]) -> BTreeSet<Ends> {
    let mut removed = BTreeSet::new();
    for (to, node) in draft.nodes.iter().enumerate() {
        let Some(text) = node.metadata.get(key::PREVIOUS_REMOVE_REGEX) else { continue };
        // The service gives up on what is no expression; nothing is recommended of it here.
        let regex = Pattern::new(text).ok();
        let hit = |from: &&usize| {
            let name = draft.nodes[**from].name.text();
            regex.as_ref().is_none_or(|regex| regex.is_match(name))
        };
        removed.extend(sources[to].iter().filter(hit).map(|from| (*from, to)));
    }
    removed
}
