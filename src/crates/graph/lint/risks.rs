//! Risks: the fields of each, and whether its files agree.

use std::collections::{BTreeMap, BTreeSet};

use super::{Lint, QueryFault};
use crate::data::{
    Block, BlockReading, LintCode, LintFinding, Location, ReleaseName, WithLocation,
};
use crate::model::Rule;
use crate::shortened::shortened;

pub(super) fn check(lint: &mut Lint<'_>, faults: &BTreeMap<String, QueryFault>) {
    let mut by_name: BTreeMap<&str, Vec<&Block>> = BTreeMap::new();
    for block in &lint.data.blocks {
        fails_open(lint, block);
        fixed_in(lint, block);
        if block.declares.is_some() {
            well_described(lint, block);
            queries(lint, block, faults);
        }
        if let Some(name) = &block.name {
            by_name.entry(&name.value).or_default().push(block);
        }
    }
    for (name, blocks) in &by_name {
        diverging(lint, name, blocks);
        gaps(lint, name, blocks);
    }
}

/// Other findings report incomplete risks and badly named files.
fn fails_open(lint: &mut Lint<'_>, block: &Block) {
    let explains = |finding: &LintFinding| {
        let code = finding.code;
        matches!(code, LintCode::FileName | LintCode::IncompleteRisk) && finding.file == block.file
    };
    if block.reading != BlockReading::Nothing || lint.data.findings.iter().any(explains) {
        return;
    }
    let (problem, fix) = if block.early {
        ("Cincinnati ignores files with `reason` or `clusters`", "use `name` and `matchingRules`")
    } else {
        (
            "Cincinnati ignores plain blocks with other keys than `to` and `from`",
            "keep only these two. Move the rest to comments",
        )
    };
    let spot = block.declares.unwrap_or(Location::START);
    lint.found(LintCode::FailsOpen, &block.file, spot, problem.to_owned(), fix.to_owned());
}

fn fixed_in(lint: &mut Lint<'_>, block: &Block) {
    let Some(WithLocation { value: fixed, spot }) = &block.fixed_in else { return };
    let to = &block.to.value;
    if !fixed.precedence(to).is_gt() {
        let problem = format!("`fixedIn` ({fixed}) is not later than the target {to}");
        let fix = "use the first release that has the fix".to_owned();
        lint.found(LintCode::FixedIn, &block.file, *spot, problem, fix);
    }
}

/// The fields that users see.
fn well_described(lint: &mut Lint<'_>, block: &Block) {
    if let Some(WithLocation { value: url, spot }) = &block.url
        && !url.starts_with("https://")
    {
        let problem = format!("`{url}` is not an https URL");
        let fix = "use the URL of a page that explains the risk".to_owned();
        lint.found(LintCode::RiskUrl, &block.file, *spot, problem, fix);
    }
    if let Some(WithLocation { value: name, spot }) = &block.name {
        if !is_camel(name) {
            let problem =
                format!("`{name}` is not CamelCase: it is not valid as a condition reason");
            let fix = "use letters, digits and `_`, starting with a capital letter".to_owned();
            lint.found(LintCode::RiskName, &block.file, *spot, problem, fix);
        }
        let to = block.to.value.text();
        let file = block.file.rsplit('/').next().unwrap_or(&block.file);
        if !file.starts_with(to) {
            let problem = format!("the file name does not start with the target {to}");
            let fix = format!("rename it to {to}-{name}.yaml");
            lint.found(LintCode::RiskFileName, &block.file, block.to.spot, problem, fix);
        }
    }
    if let Some(arch) = block.to.value.arch() {
        let problem = format!(
            "the risk is for {arch}, but Cincinnati removes the update on all architectures"
        );
        let fix = "remove the architecture from `to`, and match it in `from`".to_owned();
        lint.found(LintCode::RiskArch, &block.file, block.to.spot, problem, fix);
    }
}

fn is_camel(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

fn queries(lint: &mut Lint<'_>, block: &Block, faults: &BTreeMap<String, QueryFault>) {
    for rule in block.rules.iter().flat_map(|rules| &rules.value) {
        for query in rule.value.queries() {
            let (code, problem, fix) = match faults.get(query) {
                None => continue,
                Some(QueryFault::Syntax(problem)) => (
                    LintCode::PromqlSyntax,
                    problem,
                    "correct the query: clusters cannot evaluate it",
                ),
                Some(QueryFault::Series(problem)) => (
                    LintCode::PromqlSeries,
                    problem,
                    "aggregate, for example with `group(…)` or `topk(1, …)`",
                ),
            };
            lint.found(code, &block.file, rule.spot, problem.clone(), fix.to_owned());
        }
    }
}

/// All files of a risk have the same values, except for targets and fixes.
fn diverging(lint: &mut Lint<'_>, name: &str, blocks: &[&Block]) {
    fn text(given: Option<&WithLocation<String>>) -> Option<(&str, Location)> {
        given.map(|given| (given.value.as_str(), given.spot))
    }
    differing(lint, "url", name, blocks, |block| text(block.url.as_ref()));
    differing(lint, "message", name, blocks, |block| text(block.message.as_ref()));
    differing(lint, "autoExtend", name, blocks, |block| text(block.auto_extend.as_ref()));
    differing(lint, "matchingRules", name, blocks, |block| {
        let rules = block.rules.as_ref()?;
        let said: Vec<&Rule> = rules.value.iter().map(|rule| &rule.value).collect();
        Some((said, rules.spot))
    });
}

fn differing<'a, T: Ord>(
    lint: &mut Lint<'_>,
    key: &str,
    name: &str,
    blocks: &[&'a Block],
    said: impl Fn(&'a Block) -> Option<(T, Location)>,
) {
    let mut by_value: BTreeMap<Option<T>, Vec<&Block>> = BTreeMap::new();
    for block in blocks {
        by_value.entry(said(block).map(|(value, _)| value)).or_default().push(block);
    }
    if by_value.len() < 2 {
        return;
    }
    // The majority is right; in a tie, the first.
    let right =
        by_value.values().max_by_key(|files| (files.len(), std::cmp::Reverse(&files[0].file)));
    let right: Vec<&str> = right.into_iter().flatten().map(|block| block.file.as_str()).collect();
    for block in blocks.iter().filter(|block| !right.contains(&block.file.as_str())) {
        let spot = said(block).map_or(block.declares.unwrap_or(Location::START), |(_, spot)| spot);
        let problem = format!("`{key}` of risk {name} differs from {}", right[0]);
        let fix = "use the same value, or rename one of the risks".to_owned();
        lint.found(LintCode::RiskDiverges, &block.file, spot, problem, fix);
    }
}

/// The risk that a version is not released yet. It ends with the release.
const PRE_RELEASE: &str = "PreRelease"; // cincinnati-graph-data: blocked-edges/*-PreRelease.yaml

/// A patch has the risks of the previous patch, unless they are fixed.
fn gaps(lint: &mut Lint<'_>, name: &str, blocks: &[&Block]) {
    let at: BTreeSet<&str> = blocks.iter().map(|block| block.to.value.version()).collect();
    let mut missing: Vec<(&Block, ReleaseName)> = Vec::new();
    for &block in blocks {
        let to = &block.to.value;
        let Some(place) = lint.known.place(to) else { continue };
        let next = lint.known.versions.get(place + 1);
        let Some(next) = next.filter(|next| next.minor() == to.minor()) else { continue };
        if name == PRE_RELEASE && !to.pre().is_empty() && next.pre().is_empty() {
            continue;
        }
        let is_fixed = |block: &&Block| {
            let fixed = block.fixed_in.as_ref();
            block.to.value.is(to) && fixed.is_some_and(|fixed| fixed.value.precedence(next).is_le())
        };
        if !at.contains(next.version()) && !blocks.iter().any(is_fixed) {
            missing.push((block, next.clone()));
        }
    }
    for (block, next) in missing {
        let to = &block.to.value;
        let problem = format!("{next}, the next version after {to}, does not have risk {name}");
        let extend = match &block.auto_extend {
            Some(who) => format!("extend it to {next} (see {})", who.value),
            None => format!("extend it to {next}"),
        };
        let fix = format!("{extend}, or add `fixedIn: {next}` here");
        lint.found(LintCode::RiskGap, &block.file, block.to.spot, problem, fix);
    }
}

/// Lists files in a sentence.
pub(super) fn files(blocks: &[&Block]) -> String {
    shortened(blocks.iter().map(|block| block.file.as_str()))
}
