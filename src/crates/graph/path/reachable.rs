//! How far one gets.

use std::collections::BTreeMap;

use super::{PathQuery, RiskVerdicts, search};

/// The newest releases of a minor version that can be reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FurthestReach {
    pub minor: (u64, u64),
    /// Whatever speaks against it.
    pub newest: usize,
    /// By recommended updates alone; none where there is no such way to this minor version.
    pub recommended: Option<usize>,
}

/// Returns how far one gets, by minor version, oldest first. On the way to a goal that can be
/// reached only what lies on the way is looked at.
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
