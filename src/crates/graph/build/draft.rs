//! A graph while it is being built: releases with amended metadata, and edges that metadata adds or
//! removes.

use std::collections::{BTreeMap, BTreeSet};

use super::{BuildMode, BuildRefusal};
use crate::data::{GraphData, ReleaseName};
use crate::releases::{Releases, Scraped, circle, key};

pub(super) struct GraphDraft {
    pub(super) nodes: Vec<Scraped>,
    pub(super) edges: BTreeSet<(usize, usize)>,
    pub(super) warnings: Vec<String>,
    /// The releases of a version, by architecture.
    by_version: BTreeMap<String, Vec<usize>>,
    by_name: BTreeMap<String, usize>,
}

impl GraphDraft {
    /// Sorts releases.
    pub(super) fn new(releases: Releases) -> Self {
        let mut order: Vec<usize> = (0..releases.nodes.len()).collect();
        order.sort_by(|a, b| releases.nodes[*a].name.cmp(&releases.nodes[*b].name));
        let mut places = vec![0; order.len()];
        for (place, old) in order.iter().enumerate() {
            places[*old] = place;
        }
        let edges = releases.edges.iter().map(|(from, to)| (places[*from], places[*to])).collect();
        let mut nodes: Vec<(usize, Scraped)> = places.iter().copied().zip(releases.nodes).collect();
        nodes.sort_by_key(|(place, _)| *place);
        let nodes: Vec<Scraped> = nodes.into_iter().map(|(_, node)| node).collect();
        let mut by_version: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut by_name = BTreeMap::new();
        for (place, node) in nodes.iter().enumerate() {
            by_version.entry(node.name.version().to_owned()).or_default().push(place);
            by_name.insert(node.name.text().to_owned(), place);
        }
        Self { nodes, edges, warnings: Vec::new(), by_version, by_name }
    }

    /// Removes duplicate edges.
    pub(super) fn sound(&self) -> Result<(), BuildRefusal> {
        match circle(self.nodes.len(), &self.edges) {
            Some(places) => {
                let names = places.iter().map(|place| self.nodes[*place].name.to_string());
                Err(BuildRefusal::Circle(names.collect()))
            }
            None => Ok(()),
        }
    }

    /// Returns the releases of a version.
    pub(super) fn of_version(&self, name: &ReleaseName) -> &[usize] {
        self.by_version.get(name.version()).map_or(&[], Vec::as_slice)
    }

    /// Returns the sources of the edges to each node.
    pub(super) fn sources(&self) -> Vec<Vec<usize>> {
        let mut sources = vec![Vec::new(); self.nodes.len()];
        for &(from, to) in &self.edges {
            sources[to].push(from);
        }
        sources
    }

    /// Adds the content of `raw/metadata.json`. Cincinnati ignores architectures there.
    pub(super) fn amend(&mut self, data: &GraphData, mode: BuildMode) {
        for amendment in &data.raw {
            let release = &amendment.release.value;
            for place in self.of_version(release).to_vec() {
                let node = &mut self.nodes[place];
                let covered = match mode {
                    BuildMode::Closed => release.covers(&node.name),
                    BuildMode::Compat => node.payload.is_some(),
                };
                if covered {
                    append(node, &amendment.key, &amendment.value.value, ",");
                }
            }
        }
    }

    /// Assigns releases to channels.
    pub(super) fn enter_channels(&mut self, data: &GraphData, mode: BuildMode) {
        for channel in &data.channels {
            if mode == BuildMode::Compat && !channel.served {
                continue;
            }
            let mut entered = BTreeSet::new();
            for listed in &channel.versions {
                let places = self.of_version(&listed.value).iter().copied();
                entered
                    .extend(places.filter(|place| listed.value.covers(&self.nodes[*place].name)));
            }
            for place in entered {
                let node = &mut self.nodes[place];
                if node.payload.is_some() || mode == BuildMode::Closed {
                    append(node, key::CHANNELS, &channel.name.value, ",");
                }
            }
        }
        for node in &mut self.nodes {
            sort_channels(node, mode);
        }
    }

    /// Adds the edges of the metadata.
    pub(super) fn add_listed(&mut self) {
        for place in 0..self.nodes.len() {
            for key in [key::PREVIOUS_ADD, key::NEXT_ADD] {
                for listed in self.listed(place, key) {
                    let ends = if key == key::NEXT_ADD { (place, listed) } else { (listed, place) };
                    self.edges.insert(ends);
                }
            }
        }
    }

    /// Returns the edges that metadata removes, except for those by expression.
    pub(super) fn removed_listed(&mut self) -> BTreeSet<(usize, usize)> {
        let mut removed = BTreeSet::new();
        for place in 0..self.nodes.len() {
            let metadata = &self.nodes[place].metadata;
            if metadata.get(key::PREVIOUS_REMOVE).is_some_and(|list| list.trim() == "*") {
                removed.extend(self.edges.iter().filter(|(_, to)| *to == place));
            } else {
                let listed = self.listed(place, key::PREVIOUS_REMOVE);
                removed.extend(listed.into_iter().map(|from| (from, place)));
            }
            let listed = self.listed(place, key::NEXT_REMOVE);
            removed.extend(listed.into_iter().map(|to| (place, to)));
        }
        removed.retain(|edge| self.edges.contains(edge));
        removed
    }

    /// Returns the releases that a list names, with the architecture of the release that has the
    /// list.
    fn listed(&mut self, place: usize, key: &str) -> Vec<usize> {
        let node = &self.nodes[place];
        let mut found = Vec::new();
        for listed in node.listed(key) {
            let name = ReleaseName::parse(listed);
            let name = name.and_then(|name| match node.metadata.get(key::ARCH) {
                Some(arch) => name.of_arch(arch),
                None => Some(name),
            });
            match name.and_then(|name| self.by_name.get(name.text())) {
                Some(place) => found.push(*place),
                None => self.warnings.push(format!(
                    "{}: {key} lists {listed}, which is not among the releases",
                    node.name
                )),
            }
        }
        found
    }
}

/// Appends to a list in metadata, or creates it.
pub(super) fn append(node: &mut Scraped, key: &str, value: &str, comma: &str) {
    match node.metadata.get_mut(key) {
        Some(known) => *known = format!("{known}{comma}{value}"),
        None => drop(node.metadata.insert(key.to_owned(), value.to_owned())),
    }
}

/// Channels stand by what follows their first hyphen, then by their names.
fn sort_channels(node: &mut Scraped, mode: BuildMode) {
    let mut channels: Vec<String> = node.listed(key::CHANNELS).map(str::to_owned).collect();
    if channels.is_empty() {
        return;
    }
    let after = |name: &str| name.split_once('-').map_or("", |(_, minor)| minor).to_owned();
    channels.sort_by_key(|name| (after(name), name.clone()));
    if mode == BuildMode::Closed {
        channels.dedup();
    }
    node.metadata.insert(key::CHANNELS.to_owned(), channels.join(","));
}
