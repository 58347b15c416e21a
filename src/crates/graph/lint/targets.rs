//! Targets: whether any channel has them, and how several files combine.

use std::collections::{BTreeMap, BTreeSet};

use regex::Regex;

use super::{Lint, risks};
use crate::data::{Block, BlockReading, LintCode};
use crate::releases::Releases;

pub(super) fn check(lint: &mut Lint<'_>) {
    let mut by_target: BTreeMap<&str, Vec<&Block>> = BTreeMap::new();
    for block in &lint.data.blocks {
        by_target.entry(block.to.value.text()).or_default().push(block);
        if !lint.known.has(&block.to.value) && !lint.data.channels.is_empty() {
            let problem = format!("{} is in no channel", block.to.value);
            let fix = "add it to a channel, correct the version, or remove the file".to_owned();
            lint.found(LintCode::TargetInNoChannel, &block.file, block.to.spot, problem, fix);
        }
    }
    for blocks in by_target.values() {
        together(lint, blocks);
        never_recommended(lint, blocks);
    }
}

/// Finds files that conflict.
fn together(lint: &mut Lint<'_>, blocks: &[&Block]) {
    let is_plain = |block: &&&Block| block.reading == BlockReading::Block;
    let plain: Vec<&Block> = blocks.iter().filter(is_plain).copied().collect();
    if let [first, rest @ ..] = plain.as_slice() {
        for block in rest {
            let problem = format!(
                "{} is also blocked by {}. Cincinnati uses only one of them",
                block.to.value, first.file
            );
            let fix = "combine the two expressions in one file".to_owned();
            lint.found(LintCode::TwoBlocks, &block.file, block.to.spot, problem, fix);
        }
    }
    let at_risk: Vec<&Block> =
        blocks.iter().filter(|block| block.reading == BlockReading::Risk).copied().collect();
    for block in plain {
        let both = at_risk.iter().filter(|risk| overlap(lint, block, risk)).copied();
        let both: Vec<&Block> = both.collect();
        if !both.is_empty() {
            let problem = format!(
                "Cincinnati ignores this block because of risks in {}",
                risks::files(&both)
            );
            let fix = "use a risk with `- type: Always`, or narrow `from`".to_owned();
            lint.found(LintCode::BlockIgnored, &block.file, block.from.spot, problem, fix);
        }
    }
    for (place, block) in at_risk.iter().enumerate() {
        let same =
            |other: &&&Block| other.identity() == block.identity() && overlap(lint, block, other);
        if let Some(other) = at_risk[..place].iter().find(same) {
            let problem = format!("{} declares this risk for the same updates", other.file);
            let fix = "remove one of the two".to_owned();
            lint.found(LintCode::RiskTwice, &block.file, block.from.spot, problem, fix);
        }
    }
}

/// Returns whether two files apply to the same update.
fn overlap(lint: &Lint<'_>, one: &Block, other: &Block) -> bool {
    let target = &one.to.value;
    let (one, other) = (lint.known.hits(one), lint.known.hits(other));
    lint.known.before(target).any(|place| one[place] && other[place])
}

/// Finds releases that are never recommended.
fn never_recommended(lint: &mut Lint<'_>, blocks: &[&Block]) {
    let Some(first) = blocks.first() else { return };
    let target = &first.to.value;
    let sources: Vec<usize> = lint.known.before(target).collect();
    let always = blocks.iter().find(|block| {
        let mut rules = block.rules.iter().flat_map(|rules| &rules.value);
        let first = rules.find(|rule| rule.value.is_known());
        let concerns_all = first.is_some_and(|rule| rule.value.matches_always());
        concerns_all && {
            let hits = lint.known.hits(block);
            sources.iter().all(|place| hits[*place])
        }
    });
    if let Some(block) = always.filter(|_| target.pre().is_empty() && !sources.is_empty()) {
        let name = block.identity();
        let problem = format!("{target} is never recommended: {name} applies to all clusters");
        let fix = "none needed if this is intended".to_owned();
        lint.found(LintCode::NeverRecommended, &block.file, block.from.spot, problem, fix);
    }
}

/// Compares with the existing releases.
pub(super) fn compare(lint: &mut Lint<'_>, releases: &Releases) {
    let seen = releases.nodes.iter().filter(|node| node.payload.is_some());
    let mut urls: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for node in seen {
        let url = node.metadata.get("url").map_or("", String::as_str);
        urls.entry(node.name.version()).or_default().insert(url);
    }
    let mut judged: BTreeSet<&str> = BTreeSet::new();
    let errata = Regex::new(ERRATA).expect("the expression is fixed");
    for channel in &lint.data.channels {
        for listed in &channel.versions {
            let version = listed.value.version();
            let (file, spot) = (channel.file.as_str(), listed.spot);
            let Some(urls) = urls.get(version) else {
                let (problem, fix) = (no_release(version), FIND_IT.to_owned());
                lint.found(LintCode::UnknownRelease, file, spot, problem, fix);
                continue;
            };
            if listed.value.is_released()
                && judged.insert(version)
                && !urls.iter().any(|url| errata.is_match(url))
            {
                let problem = format!("release {version} has no errata URL");
                let fix = "wait for a release with an errata URL".to_owned();
                lint.found(LintCode::NoErrata, file, spot, problem, fix);
            }
        }
    }
    for block in lint.data.blocks.iter().filter(|block| block.declares.is_none()) {
        let version = block.to.value.version();
        if !urls.contains_key(version) {
            let (problem, fix) = (no_release(version), FIND_IT.to_owned());
            lint.found(LintCode::UnknownRelease, &block.file, block.to.spot, problem, fix);
        }
    }
}

const ERRATA: &str = "^https://access[.]redhat[.]com/errata/RH[BSE]A-[0-9]{4}:[0-9]+$";
const FIND_IT: &str = "correct the version, or update the releases";

fn no_release(version: &str) -> String {
    format!("release {version} does not exist")
}
