//! The check of risks: a patch release has the risks of the previous one, unless they are fixed.

use std::collections::BTreeMap;

use crate::data::{Block, KnownReleases, ReleaseName, WithLocation};

/// A risk or a block of the previous release without a counterpart for this one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfixed {
    /// The name of the risk; of a plain block, its file.
    pub risk: String,
    pub plain: bool,
    pub previous: ReleaseName,
    pub fixed_in: Option<ReleaseName>,
    /// The tracker that tells when it need not be extended any more.
    pub auto_extend: Option<String>,
}

/// Returns the newest release before this one in the same minor version.
pub(super) fn previous<'a>(
    version: &ReleaseName,
    among: impl Iterator<Item = &'a ReleaseName>,
) -> Option<&'a ReleaseName> {
    let before =
        among.filter(|other| other.minor() == version.minor() && other.precedence(version).is_lt());
    before.max()
}

pub(super) fn unfixed(
    blocks: &[Block],
    known: &KnownReleases,
    previous: &ReleaseName,
    version: &ReleaseName,
) -> Vec<Unfixed> {
    let concerns = |block: &&Block| {
        let target = block.target();
        let same_arch = target.arch().is_none_or(|arch| version.arch().is_none_or(|it| it == arch));
        target.is(previous) && same_arch
    };
    let mut found: BTreeMap<&str, Unfixed> = BTreeMap::new();
    for block in blocks.iter().filter(concerns) {
        let extends = |other: &Block| extends(block, other, version, known);
        if is_fixed(block, version) || blocks.iter().any(extends) {
            continue;
        }
        let value = |name: &WithLocation<ReleaseName>| name.value.clone();
        found.insert(
            block.identity(),
            Unfixed {
                risk: block.identity().to_owned(),
                plain: block.declares.is_none(),
                previous: previous.clone(),
                fixed_in: block.fixed_in.as_ref().map(value),
                auto_extend: block.auto_extend.as_ref().map(|url| url.value.clone()),
            },
        );
    }
    found.into_values().collect()
}

/// A fix that is older than its target is invalid, and fixes nothing.
fn is_fixed(block: &Block, version: &ReleaseName) -> bool {
    block.fixed_in.as_ref().is_some_and(|fix| {
        fix.value.precedence(&block.to.value).is_gt() && fix.value.precedence(version).is_le()
    })
}

/// Returns whether a file about this release covers a file about the previous one: for the same
/// architectures, with the same name; a plain block, from all known versions that it blocked.
fn extends(block: &Block, other: &Block, version: &ReleaseName, known: &KnownReleases) -> bool {
    let target = block.target();
    let arch = version.arch().or_else(|| target.arch());
    let covers = match other.target().arch() {
        None => true,
        of => of == arch,
    };
    if !other.target().is(version) || !covers {
        return false;
    }
    match (block.declares, other.declares) {
        (Some(_), Some(_)) => block.identity() == other.identity(),
        (None, None) => known.found(|from| block.hits(from) && !other.hits(from)).is_empty(),
        _ => false,
    }
}
