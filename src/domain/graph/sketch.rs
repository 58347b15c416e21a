//! Which edges a picture needs: among thousands, those that say something the others do not.

use std::collections::BTreeMap;

use super::{Atlas, Reach};

const FEW: usize = 48; // edges; so many can be told apart when all are drawn

/// Why an edge is drawn, or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ink {
    Drawn,
    /// Recommended edges that are drawn lead there as well.
    Implied,
    /// A conditional edge from a newer release to the same target, with the same risks, is drawn.
    Repeated,
}

impl Reach {
    /// Decides for each hop. Those from where one stands are always drawn, and all where they are
    /// few.
    pub(crate) fn sketch(&self, atlas: &Atlas) -> Vec<Ink> {
        let mut ink = vec![Ink::Drawn; self.hops.len()];
        if self.hops.len() <= FEW {
            return ink;
        }
        self.leave_out_repeated(atlas, &mut ink);
        self.leave_out_implied(atlas, &mut ink);
        for (ink, hop) in ink.iter_mut().zip(&self.hops) {
            if Some(hop.from) == self.from {
                *ink = Ink::Drawn;
            }
        }
        ink
    }

    fn leave_out_repeated(&self, atlas: &Atlas, ink: &mut [Ink]) {
        let mut newest: BTreeMap<(usize, &[usize]), usize> = BTreeMap::new();
        for (number, hop) in self.hops.iter().enumerate() {
            let way = hop.of(atlas);
            if !way.is_conditional() || Some(hop.from) == self.from {
                continue;
            }
            // Hops come oldest start first.
            if let Some(older) = newest.insert((way.to, &way.risks), number) {
                ink[older] = Ink::Repeated;
            }
        }
    }

    /// Leaves out recommended edges to where a longer way of recommended edges leads. Edges to older
    /// releases stay, so that it does not matter whether there are circles.
    fn leave_out_implied(&self, atlas: &Atlas, ink: &mut [Ink]) {
        let mut ahead: Vec<Places> = vec![Places::default(); atlas.places.len()];
        let mut end = self.hops.len();
        for hops in self.hops.chunk_by(|a, b| a.from == b.from).rev() {
            let start = end - hops.len();
            let mut known = Places::default();
            // Those of one start come newest target first: the nearest is to be the first.
            for number in (start..end).rev() {
                let (hop, way) = (self.hops[number], self.hops[number].of(atlas));
                if way.is_conditional() || way.to <= hop.from {
                    continue;
                }
                if known.has(way.to) {
                    ink[number] = Ink::Implied;
                } else {
                    known.add(way.to);
                    known.join(&ahead[way.to]);
                }
            }
            ahead[hops[0].from] = known;
            end = start;
        }
    }
}

/// A set of places, a bit each.
#[derive(Debug, Clone, Default)]
struct Places(Vec<u64>);

impl Places {
    fn has(&self, place: usize) -> bool {
        self.0.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 == 1)
    }

    fn add(&mut self, place: usize) {
        if self.0.len() <= place / 64 {
            self.0.resize(place / 64 + 1, 0);
        }
        self.0[place / 64] |= 1 << (place % 64);
    }

    fn join(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word |= other;
        }
    }
}

#[cfg(test)]
#[path = "sketch_tests.rs"]
mod tests;
