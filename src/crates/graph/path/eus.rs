//! EUS updates: which channels, and when worker pools can stay paused.

use super::{Hop, PathQuery};
use crate::channel;
use crate::version::Step;

/// A part of a route during which worker pools can stay paused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pause {
    /// They are paused before this step, which leads to an odd minor version.
    pub before: usize,
    /// They are resumed after this step, which leads to an even minor version.
    pub until: usize,
    /// The version that they stay on.
    pub from: (u64, u64),
    /// The version that they update to.
    pub to: (u64, u64),
}

pub fn is_even((_, minor): (u64, u64)) -> bool {
    minor.is_multiple_of(2)
}

/// Returns whether it is an eus or stable channel of an even minor version.
pub(super) fn serves(channel: &str) -> bool {
    channel::family(channel).is_some_and(|family| ["eus", "stable"].contains(&family.as_str()))
        && channel::minor(channel).is_some_and(is_even)
}

/// Returns when worker pools can stay paused: while the control plane goes through an odd minor
/// version.
pub fn pauses(query: &PathQuery<'_>, hops: &[Hop]) -> Vec<Pause> {
    let mut pauses = Vec::new();
    let mut begun: Option<(usize, (u64, u64))> = None;
    for (number, hop) in hops.iter().enumerate() {
        let ends = (query.version(hop.from).minor(), query.version(hop.to).minor());
        let (Some(from), Some(to)) = ends else { continue };
        if !matches!(query.step(hop.from, hop.to), Some(Step::NextMinor | Step::TooFar)) {
            continue;
        }
        if !is_even(to) {
            begun = Some((number, from));
        } else if let Some((before, from)) = begun.take() {
            pauses.push(Pause { before, until: number, from, to });
        }
    }
    pauses
}
