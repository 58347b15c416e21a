//! The reachable releases.

use std::collections::BTreeMap;

use super::{PathQuery, RiskVerdicts, search};

/// The newest reachable releases of a minor version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FurthestReach {
    pub minor: (u64, u64),
    /// Whatever its risks.
    pub newest: usize,
    /// With recommended updates only; none if there is no such path to this minor version.
    pub recommended: Option<usize>,
}

/// Returns the reachable releases by minor version, oldest first. For a reachable goal, only
/// releases on paths to it count.
pub fn reachable(query: &PathQuery<'_>, opinion: RiskVerdicts<'_>) -> Vec<FurthestReach> {
    let clean = search::reached_cleanly(query, opinion);
    let mut minors: BTreeMap<(u64, u64), FurthestReach> = BTreeMap::new();
    for place in (0..clean.len()).filter(|&place| query.matters(place)) {
        let Some(minor) = query.version(place).minor() else { continue };
        let new = FurthestReach { minor, newest: place, recommended: None };
        let reach = minors.entry(minor).or_insert(new);
        reach.newest = place;
        reach.recommended = if clean[place] { Some(place) } else { reach.recommended };
    }
    minors.into_values().collect()
}
