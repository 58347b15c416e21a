//! What a careful reader would say of graph-data, beyond whether it can be read.

mod channels;
mod risks;
mod sources;
mod targets;

use std::collections::{BTreeMap, BTreeSet};

use super::{Block, Code, Finding, GraphData, Name, Spot};
use crate::domain::graph::Rule;
use crate::domain::graph::releases::Releases;

/// What is wrong with a query; those that are fine are not told of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum QueryFault {
    /// It is no query at all.
    Syntax(String),
    /// It may answer with other than one series.
    Series(String),
}

/// Returns the queries that need judging, each once.
pub(crate) fn queries(data: &GraphData) -> BTreeSet<&str> {
    let rules = data.blocks.iter().filter_map(|block| block.rules.as_ref());
    let rules = rules.flat_map(|rules| &rules.value);
    rules.flat_map(|rule: &super::Spotted<Rule>| rule.value.queries()).collect()
}

/// Returns all findings, those of reading included, by file and place.
pub(crate) fn lint(
    data: &GraphData,
    faults: &BTreeMap<String, QueryFault>,
    releases: Option<&Releases>,
) -> Vec<Finding> {
    let known = Known::of(data);
    let mut lint = Lint { data, known: &known, findings: data.findings.clone() };
    sources::check(&mut lint);
    risks::check(&mut lint, faults);
    targets::check(&mut lint);
    channels::check(&mut lint);
    if let Some(releases) = releases {
        targets::compare(&mut lint, releases);
    }
    unknown_allowances(&mut lint);
    let mut findings = lint.findings;
    findings.sort_by(|a, b| (&a.file, a.spot, a.code).cmp(&(&b.file, b.spot, b.code)));
    findings
}

/// Returns whether a comment in the file of a finding allows it.
pub(crate) fn is_allowed(data: &GraphData, finding: &Finding) -> bool {
    let comments = data.comments.get(&finding.file).into_iter().flatten();
    comments.into_iter().any(|comment| {
        allowance(&comment.value).is_some_and(|allowed| allowed.contains(&finding.code))
    })
}

/// Reads `lint: allow CODE, CODE and why`. None for any other comment.
fn allowance(comment: &str) -> Option<Vec<Code>> {
    let words = comment.strip_prefix("lint:")?.trim_start().strip_prefix("allow")?;
    let words = words.split([' ', ',']).filter(|word| !word.is_empty());
    Some(words.map_while(Code::find).collect())
}

fn unknown_allowances(lint: &mut Lint<'_>) {
    for (file, comments) in &lint.data.comments {
        for comment in comments {
            if allowance(&comment.value).is_some_and(|allowed| allowed.is_empty()) {
                let problem = "the comment allows nothing that is known".to_owned();
                let fix = "write `# lint: allow CODE`, with a code of a finding".to_owned();
                lint.found((Code::UnknownAllow, file, comment.spot), problem, fix);
            }
        }
    }
}

struct Lint<'a> {
    data: &'a GraphData,
    known: &'a Known,
    findings: Vec<Finding>,
}

impl Lint<'_> {
    fn found(&mut self, (code, file, spot): (Code, &str, Spot), problem: String, fix: String) {
        self.findings.push(Finding { code, file: file.to_owned(), spot, problem, fix });
    }
}

/// The versions that channels list, oldest first, without architectures.
struct Known {
    versions: Vec<Name>,
}

impl Known {
    fn of(data: &GraphData) -> Self {
        let listed = data.channels.iter().flat_map(|channel| &channel.versions);
        let versions: BTreeSet<Name> =
            listed.filter_map(|listed| Name::parse(listed.value.version())).collect();
        Self { versions: versions.into_iter().collect() }
    }

    fn has(&self, name: &Name) -> bool {
        self.versions.binary_search_by(|known| known.precedence(name)).is_ok()
    }

    /// Returns the versions from which one update may lead to a target.
    fn before<'a>(&'a self, target: &'a Name) -> impl Iterator<Item = &'a Name> {
        let end = self.versions.partition_point(|known| known.precedence(target).is_lt());
        self.versions[..end].iter().rev().take_while(|known| is_near(known, target))
    }
}

/// Returns whether one update may cross from one minor version to the other.
fn is_near(from: &Name, to: &Name) -> bool {
    let ((from_major, from_minor), (to_major, to_minor)) = (from.minor(), to.minor());
    match to_major.checked_sub(from_major) {
        Some(0) => to_minor.checked_sub(from_minor).is_some_and(|step| step <= 1),
        Some(1) => to_minor == 0,
        _ => false,
    }
}

/// Returns a version as `from` sees it on most clusters.
fn as_source(version: &Name) -> String {
    format!("{}+amd64", version.version())
}

/// Returns whether a block concerns updates from a version.
fn hits(block: &Block, version: &Name) -> bool {
    block.from.value.regex.is_match(&as_source(version))
}

/// Lists names: all of a few, the first of many.
fn some<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match names.split_at_checked(SHOWN) {
        Some((first, rest)) if rest.len() > 1 => {
            format!("{} and {} more", first.join(", "), rest.len())
        }
        _ => names.join(", "),
    }
}

const SHOWN: usize = 4; // names in a sentence that must be read

#[cfg(test)]
mod tests;
