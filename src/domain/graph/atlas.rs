//! Graphs of one or several channels, joined: where one can be, and the ways from there.

use std::collections::{BTreeMap, BTreeSet};

use super::{Graph, Risk};
use crate::domain::cluster::Release;
use crate::domain::version::{Step, Version};

/// One graph, and the channel it was asked for; none where a graph came without one.
#[derive(Debug, Clone)]
pub(crate) struct Layer {
    pub(crate) channel: Option<String>,
    pub(crate) graph: Graph,
}

/// Everything by its place: releases, channels and risks are named by their index.
#[derive(Debug, Clone, Default)]
pub(crate) struct Atlas {
    /// In the order of their names.
    pub(crate) channels: Vec<String>,
    /// Oldest first, what is not SemVer before all.
    pub(crate) places: Vec<Place>,
    /// The ways out of each place, newest target first.
    pub(crate) ways: Vec<Vec<Way>>,
    /// Distinct, sorted by name. One name may stand for several that differ in what they say.
    pub(crate) risks: Vec<Risk>,
    /// What did not fit together; each names its release.
    pub(crate) oddities: Vec<String>,
}

#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) release: Release,
    /// Those the release names, and those in whose graphs it was seen.
    pub(crate) channels: Vec<usize>,
    /// `previous.remove_regex`: from where edges to here were taken away without a word.
    pub(crate) removed: Option<String>,
}

/// An edge out of a place.
#[derive(Debug, Clone)]
pub(crate) struct Way {
    pub(crate) to: usize,
    /// What it carries, sorted by name. A conditional way without any is one whose reason is not given.
    pub(crate) risks: Vec<usize>,
    /// Whether it is among the edges without conditions.
    pub(crate) plain: bool,
    /// How often it is among the conditional edges, counted in the graph that has it most often.
    pub(crate) groups: usize,
    /// Whether it is conditional somewhere without a risk that would say why.
    pub(crate) unexplained: bool,
    /// The channels in which it is offered.
    pub(crate) channels: Vec<usize>,
}

impl Way {
    /// What is in both lists is conditional.
    pub(crate) fn is_conditional(&self) -> bool {
        self.groups > 0
    }
}

impl Atlas {
    /// Joins graphs by version and image digest. A way that is conditional in one of them is
    /// conditional, with the risks of all.
    pub(crate) fn join(layers: &[Layer]) -> Self {
        let mut draft = Draft::default();
        for layer in layers {
            draft.lay(layer);
        }
        draft.finish()
    }

    /// Returns the place of a version; of one with several images, the first.
    pub(crate) fn find(&self, version: &Version) -> Option<usize> {
        let is = |place: &Place| {
            let known = &place.release.version;
            known == version || (known.numbers().is_some() && version.step_to(known) == Step::Same)
        };
        self.places.iter().position(is)
    }

    /// Returns the channels of a list of places.
    pub(crate) fn channel_names(&self, channels: &[usize]) -> Vec<String> {
        channels.iter().map(|&channel| self.channels[channel].clone()).collect()
    }

    /// Returns the risks of a way.
    pub(crate) fn risks_of<'a>(&'a self, way: &'a Way) -> impl Iterator<Item = &'a Risk> {
        way.risks.iter().map(|&risk| &self.risks[risk])
    }
}

/// An atlas in the making: by names where it will be by places.
#[derive(Default)]
struct Draft<'a> {
    places: BTreeMap<(&'a str, &'a str), PlaceDraft<'a>>,
    ways: BTreeMap<(Key<'a>, Key<'a>), WayDraft<'a>>,
    oddities: Vec<String>,
}

type Key<'a> = (&'a str, &'a str);

struct PlaceDraft<'a> {
    release: Release,
    channels: BTreeSet<&'a str>,
    removed: BTreeSet<&'a str>,
}

#[derive(Default)]
struct WayDraft<'a> {
    risks: BTreeSet<&'a Risk>,
    plain: bool,
    groups: usize,
    unexplained: bool,
    channels: BTreeSet<&'a str>,
}

impl<'a> Draft<'a> {
    fn lay(&mut self, layer: &'a Layer) {
        let Layer { channel, graph } = layer;
        let here: BTreeSet<&str> = channel.iter().map(String::as_str).collect();
        let mut by_version: BTreeMap<&str, &Release> = BTreeMap::new();
        for node in &graph.nodes {
            by_version.insert(node.release.version.text(), &node.release);
            let channels = node.release.channels.iter().map(String::as_str);
            let place = self.places.entry(node.release.key()).or_insert_with(|| PlaceDraft {
                release: node.release.clone(),
                channels: BTreeSet::new(),
                removed: BTreeSet::new(),
            });
            place.release.url = place.release.url.take().or_else(|| node.release.url.clone());
            place.channels.extend(channels.chain(here.iter().copied()));
            place.removed.extend(node.removed.as_deref());
        }
        for &(from, to) in &graph.edges {
            let (from, to) = (&graph.nodes[from].release, &graph.nodes[to].release);
            let way = self.ways.entry((from.key(), to.key())).or_default();
            way.plain = true;
            way.channels.extend(here.iter().copied().chain(common(from, to)));
        }
        let mut groups: BTreeMap<(Key<'_>, Key<'_>), usize> = BTreeMap::new();
        for group in &graph.conditional {
            for edge in &group.edges {
                let ends = (by_version.get(edge.from.text()), by_version.get(edge.to.text()));
                let (Some(from), Some(to)) = ends else { continue };
                let ends = (from.key(), to.key());
                *groups.entry(ends).or_default() += 1;
                let way = self.ways.entry(ends).or_default();
                way.risks.extend(&group.risks);
                way.unexplained |= group.risks.is_empty();
                way.channels.extend(here.iter().copied().chain(common(from, to)));
            }
        }
        for (ends, count) in groups {
            let way = self.ways.entry(ends).or_default();
            way.groups = way.groups.max(count);
        }
    }

    fn finish(mut self) -> Atlas {
        let mut order: Vec<Key<'_>> = self.places.keys().copied().collect();
        order.sort_by(|a, b| {
            let (of_a, of_b) = (&self.places[a].release, &self.places[b].release);
            of_b.version.newest_first(&of_a.version).then_with(|| a.cmp(b))
        });
        for pair in order.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            let (version, images) = (pair[0].0, format!("{} and {}", pair[0].1, pair[1].1));
            self.oddities.push(format!("{version} is two releases: {images}"));
        }
        let channels = names(self.places.values().flat_map(|place| &place.channels).copied());
        let risks = names(self.ways.values().flat_map(|way| &way.risks).copied());
        let numbers = |known: &BTreeMap<&str, usize>, wanted: &BTreeSet<&str>| {
            wanted.iter().filter_map(|name| known.get(name).copied()).collect::<Vec<_>>()
        };
        let numbered: BTreeMap<Key<'_>, usize> =
            order.iter().enumerate().map(|(place, key)| (*key, place)).collect();
        let mut ways: Vec<Vec<Way>> = vec![Vec::new(); order.len()];
        for ((from, to), way) in &self.ways {
            ways[numbered[from]].push(Way {
                to: numbered[to],
                risks: way.risks.iter().map(|risk| risks[risk]).collect(),
                plain: way.plain,
                groups: way.groups,
                unexplained: way.unexplained,
                channels: numbers(&channels, &way.channels),
            });
        }
        for ways in &mut ways {
            ways.sort_by_key(|way| std::cmp::Reverse(way.to));
        }
        let place = |key: &Key<'_>| {
            let PlaceDraft { release, channels: named, removed } = &self.places[key];
            let removed = removed.iter().copied().collect::<Vec<_>>().join("|");
            Place {
                release: release.clone(),
                channels: numbers(&channels, named),
                removed: Some(removed).filter(|removed| !removed.is_empty()),
            }
        };
        Atlas {
            places: order.iter().map(place).collect(),
            ways,
            channels: channels.into_keys().map(str::to_owned).collect(),
            risks: risks.into_keys().cloned().collect(),
            oddities: self.oddities,
        }
    }
}

/// Numbers distinct things by their order.
fn names<T: Ord + Copy>(things: impl Iterator<Item = T>) -> BTreeMap<T, usize> {
    let distinct: BTreeSet<T> = things.collect();
    distinct.into_iter().enumerate().map(|(number, thing)| (thing, number)).collect()
}

/// An update service offers an edge in every channel that both ends are in.
fn common<'a>(from: &'a Release, to: &'a Release) -> impl Iterator<Item = &'a str> {
    let known: BTreeSet<&str> = from.channels.iter().map(String::as_str).collect();
    to.channels.iter().map(String::as_str).filter(move |channel| known.contains(channel))
}
