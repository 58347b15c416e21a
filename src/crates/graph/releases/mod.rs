//! Releases by their metadata, before any graph-data: what a graph is built from.

pub(crate) mod metadata;
pub mod read;

use std::collections::{BTreeMap, BTreeSet};

use crate::data::ReleaseName;

/// Metadata keys of a release that add or remove edges.
pub mod key {
    pub(crate) const ARCH: &str = "io.openshift.upgrades.graph.release.arch";
    pub(crate) const MANIFEST: &str = "io.openshift.upgrades.graph.release.manifestref";
    pub const CHANNELS: &str = "io.openshift.upgrades.graph.release.channels";
    pub(crate) const PREVIOUS_ADD: &str = "io.openshift.upgrades.graph.previous.add";
    pub(crate) const PREVIOUS_REMOVE: &str = "io.openshift.upgrades.graph.previous.remove";
    pub(crate) const PREVIOUS_REMOVE_REGEX: &str =
        "io.openshift.upgrades.graph.previous.remove_regex";
    pub(crate) const NEXT_ADD: &str = "io.openshift.upgrades.graph.next.add";
    pub(crate) const NEXT_REMOVE: &str = "io.openshift.upgrades.graph.next.remove";
}

/// Releases of all architectures, and the updates that they name themselves.
#[derive(Debug, Clone, Default)]
pub struct Releases {
    pub nodes: Vec<Scraped>,
    /// Pairs of indexes into `nodes`.
    pub edges: BTreeSet<(usize, usize)>,
}

/// A release with its architecture as build metadata.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scraped {
    pub name: ReleaseName,
    /// None for a release that others name, but that is not among the releases.
    pub payload: Option<String>,
    pub metadata: BTreeMap<String, String>,
}

impl Scraped {
    pub fn unseen(name: ReleaseName) -> Self {
        Self { name, payload: None, metadata: BTreeMap::new() }
    }

    /// Returns its architecture: from the metadata, else from the name.
    pub(crate) fn arch(&self) -> Option<&str> {
        self.metadata.get(key::ARCH).map(String::as_str).or_else(|| self.name.arch())
    }

    /// Returns the parts of a list in its metadata.
    pub fn listed(&self, key: &str) -> impl Iterator<Item = &str> {
        let list = self.metadata.get(key).map_or("", String::as_str);
        list.split(',').map(str::trim).filter(|part| !part.is_empty())
    }
}

/// Returns the indexes of nodes that form a cycle, if there is one.
pub(crate) fn circle(count: usize, edges: &BTreeSet<(usize, usize)>) -> Option<Vec<usize>> {
    let mut into = vec![0_usize; count];
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); count];
    for &(from, to) in edges {
        into[to] += 1;
        next[from].push(to);
    }
    let mut free: Vec<usize> = (0..count).filter(|node| into[*node] == 0).collect();
    while let Some(node) = free.pop() {
        for &to in &next[node] {
            into[to] -= 1;
            if into[to] == 0 {
                free.push(to);
            }
        }
    }
    // The rest leads into cycles; following edges backwards never leaves it.
    let mut at = (0..count).find(|node| into[*node] > 0)?;
    let mut walk = Vec::new();
    while !walk.contains(&at) {
        walk.push(at);
        at = edges.iter().find(|(from, to)| *to == at && into[*from] > 0)?.0;
    }
    let start = walk.iter().position(|node| *node == at)?;
    let mut circle: Vec<usize> = walk[start..].iter().rev().copied().collect();
    let first = circle.iter().enumerate().min_by_key(|(_, node)| **node)?.0;
    circle.rotate_left(first);
    Some(circle)
}
