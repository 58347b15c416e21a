//! Risks that are new, extended, changed, fixed or removed; and plain blocks.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;

use super::{Changes, Presence, changed};
use crate::data::{Block, GraphData, KnownReleases, ReleaseName};
use crate::model::Rule;

#[derive(Debug, PartialEq, Eq)]
pub struct RiskChange {
    /// Its file, if it has no name.
    pub name: String,
    pub presence: Presence,
    /// Its current value, or the last one before it was removed, at its newest target.
    pub message: Option<String>,
    pub url: Option<String>,
    pub rules: Vec<String>,
    /// Targets that were added, by their sources.
    pub extended: Vec<RiskReach>,
    /// Changes of `fixedIn`.
    pub fixed: Vec<Fix>,
    pub dropped: Vec<Dropped>,
    /// Changed sources of targets that it still has.
    pub sources: Vec<SourceChange>,
    pub reworded: Vec<Rewording>,
}

/// Targets with the same expression for their sources, and the known versions that it matches.
#[derive(Debug, PartialEq, Eq)]
pub struct RiskReach {
    pub targets: Vec<ReleaseName>,
    pub from: String,
    pub sources: BTreeSet<ReleaseName>,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Fix {
    pub target: ReleaseName,
    pub fixed_in: Changes<Option<ReleaseName>>,
}

/// A target that the risk no longer has.
#[derive(Debug, PartialEq, Eq)]
pub struct Dropped {
    pub target: ReleaseName,
    /// Where it is fixed in the same minor version; none if no file declares that the target has
    /// the fix.
    pub fixed_in: Option<ReleaseName>,
}

#[derive(Debug, PartialEq, Eq)]
pub struct SourceChange {
    pub targets: Vec<ReleaseName>,
    pub from: Changes<String>,
    pub gained: BTreeSet<ReleaseName>,
    pub lost: BTreeSet<ReleaseName>,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Rewording {
    pub targets: Vec<ReleaseName>,
    pub field: Field,
    pub text: Changes<Option<String>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Field {
    Message,
    Url,
    #[serde(rename = "matchingRules")]
    Rules,
    AutoExtend,
}

/// Updates to one release that are blocked for all clusters.
#[derive(Debug, PartialEq, Eq)]
pub struct BlockChange {
    pub target: ReleaseName,
    pub presence: Presence,
    pub from: Changes<Option<String>>,
    pub gained: BTreeSet<ReleaseName>,
    pub lost: BTreeSet<ReleaseName>,
}

/// The declarations of one risk, or of plain blocks, by target.
type Targets<'a> = BTreeMap<ReleaseName, Vec<&'a Block>>;

pub(super) fn changes(
    before: &GraphData,
    after: &GraphData,
    known: &KnownReleases,
) -> Vec<RiskChange> {
    let (before, after) = (declared(before), declared(after));
    let names: BTreeSet<_> = before.keys().chain(after.keys()).collect();
    let nothing = Targets::new();
    let change = |name: &&str| {
        let (old, new) = (before.get(*name), after.get(*name));
        let presence = Presence::new(old, new);
        risk(name, presence, old.unwrap_or(&nothing), new.unwrap_or(&nothing), known)
    };
    names.into_iter().filter_map(change).collect()
}

fn declared(data: &GraphData) -> BTreeMap<&str, Targets<'_>> {
    let mut all: BTreeMap<&str, Targets<'_>> = BTreeMap::new();
    for block in data.blocks.iter().filter(|block| block.declares.is_some()) {
        all.entry(block.identity()).or_default().entry(block.target()).or_default().push(block);
    }
    all
}

fn risk(
    name: &str,
    presence: Presence,
    old: &Targets<'_>,
    new: &Targets<'_>,
    known: &KnownReleases,
) -> Option<RiskChange> {
    let newest = new.last_key_value().or(old.last_key_value()).map(|(_, blocks)| blocks[0])?;
    let rules = newest.rules.iter().flat_map(|rules| &rules.value);
    let change = RiskChange {
        name: name.to_owned(),
        presence,
        message: super::text(newest.message.as_ref()),
        url: super::text(newest.url.as_ref()),
        rules: rules.map(|rule| described(&rule.value)).collect(),
        extended: extended(old, new, known),
        fixed: fixes(old, new),
        dropped: drops(old, new),
        sources: sources(old, new, known),
        reworded: rewordings(old, new),
    };
    let silent = change.extended.is_empty()
        && change.fixed.is_empty()
        && change.dropped.is_empty()
        && change.sources.is_empty()
        && change.reworded.is_empty();
    (!silent).then_some(change)
}

fn extended(old: &Targets<'_>, new: &Targets<'_>, known: &KnownReleases) -> Vec<RiskReach> {
    let mut groups: BTreeMap<String, Vec<ReleaseName>> = BTreeMap::new();
    for (target, blocks) in new.iter().filter(|(target, _)| !old.contains_key(target)) {
        groups.entry(from(blocks)).or_default().push(target.clone());
    }
    let reach = |(from, targets): (String, Vec<ReleaseName>)| {
        let sources = known.found(|release| hit(new.get(&targets[0]), release));
        RiskReach { targets, from, sources }
    };
    let mut reaches: Vec<RiskReach> = groups.into_iter().map(reach).collect();
    reaches.sort_by(|a, b| a.targets.cmp(&b.targets));
    reaches
}

fn fixes(old: &Targets<'_>, new: &Targets<'_>) -> Vec<Fix> {
    let fixed_in = |blocks: Option<&Vec<&Block>>| {
        let given = blocks.into_iter().flatten().filter_map(|block| block.fixed_in.as_ref());
        given.map(|given| given.value.clone()).max()
    };
    let fix = |target: &ReleaseName| {
        let fixed_in = changed(fixed_in(old.get(target)), fixed_in(new.get(target)))?;
        Some(Fix { target: target.clone(), fixed_in })
    };
    new.keys().filter_map(fix).collect()
}

/// A target with the fix needs no risk; one without it is no longer covered by a warning.
fn drops(old: &Targets<'_>, new: &Targets<'_>) -> Vec<Dropped> {
    let all = || old.values().chain(new.values()).flatten();
    let fixes =
        || all().filter_map(|block| Some((&block.to.value, &block.fixed_in.as_ref()?.value)));
    let drop = |target: &ReleaseName| {
        let has = |(to, fixed_in): &(&ReleaseName, &ReleaseName)| {
            let same = to.minor() == target.minor() && fixed_in.minor() == target.minor();
            same && fixed_in.precedence(to).is_gt() && fixed_in.precedence(target).is_le()
        };
        let fixed_in = fixes().filter(has).map(|(_, fixed_in)| fixed_in.clone()).max();
        Dropped { target: target.clone(), fixed_in }
    };
    old.keys().filter(|target| !new.contains_key(target)).map(drop).collect()
}

fn sources(old: &Targets<'_>, new: &Targets<'_>, known: &KnownReleases) -> Vec<SourceChange> {
    let mut groups: BTreeMap<(String, String), Vec<ReleaseName>> = BTreeMap::new();
    for (target, blocks) in new {
        let Some(before) = old.get(target) else { continue };
        let pair = (from(before), from(blocks));
        if pair.0 != pair.1 {
            groups.entry(pair).or_default().push(target.clone());
        }
    }
    let change = |((before, after), targets): ((String, String), Vec<ReleaseName>)| {
        let (gained, lost) = differences(old.get(&targets[0]), new.get(&targets[0]), known);
        SourceChange { targets, from: Changes { before, after }, gained, lost }
    };
    let mut changes: Vec<SourceChange> = groups.into_iter().map(change).collect();
    changes.sort_by(|a, b| a.targets.cmp(&b.targets));
    changes
}

fn rewordings(old: &Targets<'_>, new: &Targets<'_>) -> Vec<Rewording> {
    type Texts = (Option<String>, Option<String>);
    let mut groups: BTreeMap<(Field, Texts), Vec<ReleaseName>> = BTreeMap::new();
    for (target, blocks) in new {
        let Some(before) = old.get(target) else { continue };
        for field in [Field::Message, Field::Url, Field::Rules, Field::AutoExtend] {
            let texts = (said(before, field), said(blocks, field));
            if texts.0 != texts.1 {
                groups.entry((field, texts)).or_default().push(target.clone());
            }
        }
    }
    let rewording = |((field, (before, after)), targets)| Rewording {
        targets,
        field,
        text: Changes { before, after },
    };
    groups.into_iter().map(rewording).collect()
}

/// Returns what the files of one target declare; all of it if they differ.
fn said(blocks: &[&Block], field: Field) -> Option<String> {
    let one = |block: &&Block| match field {
        Field::Message => super::text(block.message.as_ref()),
        Field::Url => super::text(block.url.as_ref()),
        Field::AutoExtend => super::text(block.auto_extend.as_ref()),
        Field::Rules => block.rules.as_ref().map(|rules| {
            let rules: Vec<String> =
                rules.value.iter().map(|rule| described(&rule.value)).collect();
            rules.join("\n")
        }),
    };
    let all: BTreeSet<String> = blocks.iter().filter_map(one).collect();
    (!all.is_empty()).then(|| all.into_iter().collect::<Vec<_>>().join("\n"))
}

fn described(rule: &Rule) -> String {
    match rule {
        Rule::Always => "Always".to_owned(),
        Rule::PromQl(query) => format!("PromQL: {}", query.trim()),
        Rule::Platforms(names) => format!("platforms: {}", names.join(", ")),
        Rule::AnyOf(rules) => {
            let rules: Vec<String> = rules.iter().map(described).collect();
            format!("any of: {}", rules.join("; "))
        }
        Rule::Unknown(kind) => format!("of unknown type {kind:?}"),
    }
}

fn from(blocks: &[&Block]) -> String {
    let all: BTreeSet<&str> = blocks.iter().map(|block| block.from.value.text.as_str()).collect();
    all.into_iter().collect::<Vec<_>>().join(" and ")
}

/// Returns the known sources that were added, and those that were removed.
fn differences(
    old: Option<&Vec<&Block>>,
    new: Option<&Vec<&Block>>,
    known: &KnownReleases,
) -> (BTreeSet<ReleaseName>, BTreeSet<ReleaseName>) {
    let gained = known.found(|release| hit(new, release) && !hit(old, release));
    let lost = known.found(|release| hit(old, release) && !hit(new, release));
    (gained, lost)
}

fn hit(blocks: Option<&Vec<&Block>>, release: &ReleaseName) -> bool {
    blocks.into_iter().flatten().any(|block| block.hits(release))
}

pub(super) fn plain(
    before: &GraphData,
    after: &GraphData,
    known: &KnownReleases,
) -> Vec<BlockChange> {
    fn plain(data: &GraphData) -> Targets<'_> {
        let mut all = Targets::new();
        for block in data.blocks.iter().filter(|block| block.declares.is_none()) {
            all.entry(block.target()).or_default().push(block);
        }
        all
    }
    let (before, after) = (plain(before), plain(after));
    let targets: BTreeSet<&ReleaseName> = before.keys().chain(after.keys()).collect();
    let change = |target: &ReleaseName| {
        let (old, new) = (before.get(target), after.get(target));
        let text = |blocks: Option<&Vec<&Block>>| blocks.map(|blocks| from(blocks));
        let from = changed(text(old), text(new))?;
        let presence = Presence::new(old, new);
        let (gained, lost) = differences(old, new, known);
        Some(BlockChange { target: target.clone(), presence, from, gained, lost })
    };
    targets.into_iter().filter_map(change).collect()
}
