//! Updates that share a version or an image: what is reported about one of them counts for all.

use std::collections::BTreeMap;

use crate::cluster::{Cluster, Conditional, ReportedRisk};
use crate::condition_type::ClusterVersionCondition;

const RISK: usize = 160; // bytes of a risk without its texts

/// Returns the size of the risks of all updates once every update has those of all that share its
/// version or image, and what blocks the cluster.
pub(crate) fn joined_size(cluster: &Cluster) -> usize {
    let text = |risk: &ReportedRisk| {
        RISK + risk.name.len() + risk.message.len() + text_len(risk.url.as_ref())
    };
    let known: BTreeMap<&str, usize> =
        cluster.known_risks.iter().map(|risk| (risk.name.as_str(), text(risk))).collect();
    let own = |update: &Conditional| {
        let listed: usize = update.risks.iter().map(text).sum();
        let names = update.risk_names.iter();
        let named = names.map(|name| known.get(name.as_str()).copied().unwrap_or(name.len()));
        let said: usize = update.conditions.0.iter().map(|said| said.message.len()).sum();
        listed + named.sum::<usize>() + said
    };
    let conditional = cluster.conditional.iter().map(|update| (update.release.key(), own(update)));
    let available = cluster.available.iter().map(|release| (release.key(), 0));
    let (keys, sizes): (Vec<_>, Vec<usize>) = conditional.chain(available).unzip();
    let mut joined: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for (group, size) in groups(&keys).into_iter().zip(sizes) {
        let (members, together) = joined.entry(group).or_default();
        (*members, *together) = (*members + 1, together.saturating_add(size));
    }
    let all = joined.into_values().map(|(members, together)| members.saturating_mul(together));
    let held_back = cluster.condition(ClusterVersionCondition::Upgradeable);
    let held_back = held_back.map_or(0, |condition| condition.message.len());
    all.fold(keys.len().saturating_mul(held_back), usize::saturating_add)
}

fn text_len(text: Option<&String>) -> usize {
    text.map_or(0, String::len)
}

/// Returns a number for each release, the same for all that share a version or image.
pub(crate) fn groups(keys: &[(&str, &str)]) -> Vec<usize> {
    let mut parents: Vec<usize> = (0..keys.len()).collect();
    let mut first: BTreeMap<(bool, &str), usize> = BTreeMap::new();
    for (place, (version, image)) in keys.iter().copied().enumerate() {
        for key in
            [(true, version), (false, image)].into_iter().filter(|(_, text)| !text.is_empty())
        {
            let other = *first.entry(key).or_insert(place);
            let (a, b) = (root(&mut parents, place), root(&mut parents, other));
            parents[a.max(b)] = a.min(b);
        }
    }
    (0..keys.len()).map(|place| root(&mut parents, place)).collect()
}

fn root(parents: &mut [usize], mut place: usize) -> usize {
    while parents[place] != place {
        parents[place] = parents[parents[place]];
        place = parents[place];
    }
    place
}
