//! The check for further updates: a release of an earlier minor version is promoted into a channel
//! only if updates within the channel lead to the channel's own.

use std::collections::BTreeSet;

use super::Obstacle;
use crate::build::{Built, EdgeClass};
use crate::data::{Channel, ReleaseName};
use crate::releases::Scraped;

/// Where updates lead, as far as that is known.
pub enum ExitGraph<'a> {
    Known(ExitMap<'a>),
    /// Unknown, so nothing of an earlier minor version is promoted.
    Unknown,
    /// Unknown, and the user accepts that.
    Waived,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoExit {
    /// For the releases of these architectures.
    For(Vec<String>),
    /// It is not among the known releases.
    NotAReleaseHere,
    NotChecked,
    /// The release is of a later minor version than the channel.
    Beyond,
}

/// A graph by the successors of each release, including conditional ones.
pub struct ExitMap<'a> {
    nodes: &'a [Scraped],
    next: Vec<Vec<usize>>,
}

impl<'a> ExitGraph<'a> {
    pub fn new(built: &'a Built) -> Self {
        let mut next = vec![Vec::new(); built.nodes.len()];
        for edge in &built.edges {
            let seen = built.nodes[edge.to].payload.is_some();
            if seen && !matches!(edge.class, EdgeClass::Blocked { .. }) {
                next[edge.from].push(edge.to);
            }
        }
        Self::Known(ExitMap { nodes: &built.nodes, next })
    }

    pub(super) fn obstacle(&self, channel: &Channel, version: &ReleaseName) -> Option<Obstacle> {
        let (family, minor) = channel.parts()?;
        // Candidate channels test updates first: nothing is known before.
        if family == "candidate" || version.minor() == minor {
            return None;
        }
        let no_way = match self {
            _ if version.minor() > minor => Some(NoExit::Beyond),
            Self::Waived => None,
            Self::Unknown => Some(NoExit::NotChecked),
            Self::Known(map) => map.no_way(channel, version, minor),
        };
        no_way.map(Obstacle::WayOut)
    }
}

impl ExitMap<'_> {
    fn no_way(
        &self,
        channel: &Channel,
        version: &ReleaseName,
        minor: (u64, u64),
    ) -> Option<NoExit> {
        let seen = self.nodes.iter().enumerate().filter(|(_, node)| node.payload.is_some());
        let starts = seen.filter(|(_, node)| version.covers(&node.name));
        let starts: Vec<usize> = starts.map(|(place, _)| place).collect();
        if starts.is_empty() {
            return Some(NoExit::NotAReleaseHere);
        }
        let stuck = starts.into_iter().filter(|start| !self.leads(*start, channel, minor));
        let arches: Vec<String> =
            stuck.map(|place| self.nodes[place].arch().unwrap_or("unknown").to_owned()).collect();
        (!arches.is_empty()).then_some(NoExit::For(arches))
    }

    /// Only releases that are in the channel already can be on the path.
    fn leads(&self, start: usize, channel: &Channel, minor: (u64, u64)) -> bool {
        let mut reached = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(place) = open.pop() {
            for &to in &self.next[place] {
                let name = &self.nodes[to].name;
                if !channel.has(name) || !reached.insert(to) {
                    continue;
                }
                if name.minor() == minor {
                    return true;
                }
                open.push(to);
            }
        }
        false
    }
}

#[cfg(test)]
mod tests;
