//! Which edges a picture needs: among thousands, those that add something.

use crate::merged::{MergedEdge, MergedGraph};
use crate::reachable::ReachableGraph;

const FEW: usize = 40; // edges; this many can be told apart when all are drawn

/// An edge to a newer release.
#[derive(Clone, Copy)]
struct ForwardEdges<'a> {
    number: usize,
    edge: &'a MergedEdge,
}

impl ReachableGraph {
    /// Decides for each edge whether it is drawn: not if two others lead to the same release with
    /// no other risks. Those two are shorter, so this terminates. Edges from the version to start
    /// from are always drawn, and all edges if they are few.
    pub fn drawn(&self, merged: &MergedGraph) -> Vec<bool> {
        let mut drawn = vec![true; self.hops.len()];
        if self.hops.len() <= FEW {
            return drawn;
        }
        let ahead = self.ahead(merged);
        let mut direct: Vec<Option<ForwardEdges<'_>>> = vec![None; ahead.len()];
        for (_, hops) in ahead.iter().enumerate().filter(|(from, _)| Some(*from) != self.from) {
            for hop in hops {
                direct[hop.edge.to] = Some(*hop);
            }
            for first in hops {
                for second in &ahead[first.edge.to] {
                    if let Some(ForwardEdges { number, edge }) = direct[second.edge.to]
                        && burdens_no_more(first.edge, edge)
                        && burdens_no_more(second.edge, edge)
                    {
                        drawn[number] = false;
                    }
                }
            }
            for hop in hops {
                direct[hop.edge.to] = None;
            }
        }
        drawn
    }

    /// Returns the edges by their start, without those to older releases: then cycles do not
    /// matter.
    fn ahead<'a>(&self, merged: &'a MergedGraph) -> Vec<Vec<ForwardEdges<'a>>> {
        let mut ahead = vec![Vec::new(); merged.nodes.len()];
        for (number, hop) in self.hops.iter().enumerate() {
            let edge = hop.edge(merged);
            if edge.to > hop.from {
                ahead[hop.from].push(ForwardEdges { number, edge });
            }
        }
        ahead
    }
}

/// Returns whether an edge has no risk that the other lacks. A missing reason may be any.
fn burdens_no_more(edge: &MergedEdge, other: &MergedEdge) -> bool {
    (!edge.unexplained || other.unexplained)
        && edge.risks.iter().all(|risk| other.risks.binary_search(risk).is_ok())
}

#[cfg(test)]
mod tests;
