//! Checks of graph-data beyond whether it can be read.

pub(crate) mod channels;
pub(crate) mod patches;
pub(crate) mod risks;
pub(crate) mod sources;
pub(crate) mod targets;

use std::collections::{BTreeMap, BTreeSet};

use crate::data::{Block, GraphData, LintCode, LintFinding, Location, Pattern, ReleaseName};
use crate::model::Rule;
use crate::parallel::in_parts_of;
use crate::releases::Releases;

/// The problem with a query, if there is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QueryFault {
    /// It is not a query.
    Syntax(String),
    /// It may return other than one series.
    Series(String),
}

/// Returns the queries to check, each once.
pub fn queries(data: &GraphData) -> BTreeSet<&str> {
    let rules = data.blocks.iter().filter_map(|block| block.rules.as_ref());
    let rules = rules.flat_map(|rules| &rules.value);
    rules.flat_map(|rule: &crate::data::WithLocation<Rule>| rule.value.queries()).collect()
}

/// Returns all findings, including those of reading, by file and position.
pub fn lint(
    data: &GraphData,
    faults: &BTreeMap<String, QueryFault>,
    releases: Option<&Releases>,
) -> Vec<LintFinding> {
    let known = LintInputs::new(data);
    let mut lint = Lint { data, known: &known, findings: data.findings.clone() };
    sources::check(&mut lint);
    risks::check(&mut lint, faults);
    targets::check(&mut lint);
    channels::check(&mut lint);
    if let Some(releases) = releases {
        targets::compare(&mut lint, releases);
        patches::check(&mut lint, releases);
    }
    unknown_allowances(&mut lint);
    let mut findings = lint.findings;
    findings.sort_by(|a, b| (&a.file, a.spot, a.code).cmp(&(&b.file, b.spot, b.code)));
    findings
}

/// Returns whether a comment in the file of a finding allows it.
pub fn is_allowed(data: &GraphData, finding: &LintFinding) -> bool {
    let comments = data.comments.get(&finding.file).into_iter().flatten();
    comments.into_iter().any(|comment| {
        allowance(&comment.value).is_some_and(|allowed| allowed.contains(&finding.code))
    })
}

/// Reads `lint: allow CODE, CODE and why`. None for any other comment.
fn allowance(comment: &str) -> Option<Vec<LintCode>> {
    let words = comment.strip_prefix("lint:")?.trim_start().strip_prefix("allow")?;
    let words = words.split([' ', ',']).filter(|word| !word.is_empty());
    Some(words.map_while(LintCode::find).collect())
}

fn unknown_allowances(lint: &mut Lint<'_>) {
    for (file, comments) in &lint.data.comments {
        for comment in comments {
            if allowance(&comment.value).is_some_and(|allowed| allowed.is_empty()) {
                let problem = "the comment allows an unknown code".to_owned();
                let fix = "use `# lint: allow CODE` with the code of a finding".to_owned();
                lint.found(LintCode::UnknownAllow, file, comment.spot, problem, fix);
            }
        }
    }
}

struct Lint<'a> {
    data: &'a GraphData,
    known: &'a LintInputs<'a>,
    findings: Vec<LintFinding>,
}

impl Lint<'_> {
    fn found(&mut self, code: LintCode, file: &str, spot: Location, problem: String, fix: String) {
        self.findings.push(LintFinding { code, file: file.to_owned(), spot, problem, fix });
    }
}

/// The versions that channels list, oldest first, without architectures.
struct LintInputs<'a> {
    versions: Vec<ReleaseName>,
    /// The same as `from` sees them on most clusters.
    sources: Vec<String>,
    /// Which of them each expression matches.
    hits: BTreeMap<&'a str, Vec<bool>>,
}

const FEWEST: usize = 16; // expressions that are worth a thread: each is tried on all versions

/// Works on the distinct expressions of `from`, with all processors.
fn of_each_source<T: Send>(
    data: &GraphData,
    work: impl Fn(&Pattern) -> T + Sync,
) -> BTreeMap<&str, T> {
    let sources = data.blocks.iter().map(|block| &block.from.value);
    let distinct: BTreeMap<&str, &Pattern> =
        sources.map(|pattern| (pattern.text.as_str(), pattern)).collect();
    let distinct: Vec<(&str, &Pattern)> = distinct.into_iter().collect();
    let parts = in_parts_of(&distinct, FEWEST, |part| {
        part.iter().map(|(text, pattern)| (*text, work(pattern))).collect::<Vec<_>>()
    });
    parts.into_iter().flatten().collect()
}

impl<'a> LintInputs<'a> {
    fn new(data: &'a GraphData) -> Self {
        let listed = data.channels.iter().flat_map(|channel| &channel.versions);
        let listed: BTreeSet<&str> = listed.map(|listed| listed.value.version()).collect();
        let mut versions: Vec<ReleaseName> =
            listed.into_iter().filter_map(ReleaseName::parse).collect();
        versions.sort();
        let sources: Vec<String> = versions.iter().map(|known| format!("{known}+amd64")).collect();
        let hits = of_each_source(data, |pattern| {
            sources.iter().map(|source| pattern.is_match(source)).collect()
        });
        Self { versions, sources, hits }
    }

    fn has(&self, name: &ReleaseName) -> bool {
        self.place(name).is_some()
    }

    fn place(&self, name: &ReleaseName) -> Option<usize> {
        self.versions.binary_search_by(|known| known.precedence(name)).ok()
    }

    /// Returns the indexes of versions from which one update may lead to a target.
    fn before(&self, target: &ReleaseName) -> impl Iterator<Item = usize> {
        let end = self.versions.partition_point(|known| known.precedence(target).is_lt());
        (0..end).rev().take_while(|place| is_near(&self.versions[*place], target))
    }

    /// Returns for each version whether a block applies to updates from it.
    fn hits(&self, block: &Block) -> &[bool] {
        &self.hits[block.from.value.text.as_str()]
    }
}

/// Returns whether one update can cross from one minor version to the other.
fn is_near(from: &ReleaseName, to: &ReleaseName) -> bool {
    let ((from_major, from_minor), (to_major, to_minor)) = (from.minor(), to.minor());
    match to_major.checked_sub(from_major) {
        Some(0) => to_minor.checked_sub(from_minor).is_some_and(|step| step <= 1),
        Some(1) => to_minor == 0,
        _ => false,
    }
}

#[cfg(test)]
mod tests;
