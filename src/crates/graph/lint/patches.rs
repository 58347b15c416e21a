//! Whether releases have updates to later patches of the newest minor version of their channel.

use std::collections::{BTreeMap, BTreeSet};

use super::Lint;
use crate::build::{BuildMode, Built, EdgeClass, build};
use crate::data::{Channel, LintCode, ReleaseName};
use crate::releases::Releases;
use crate::shortened::shortened;

/// For data that cannot be built, there are other findings first.
pub(super) fn check(lint: &mut Lint<'_>, releases: &Releases) {
    if lint.data.faults().next().is_some() {
        return;
    }
    let Ok(built) = build(releases.clone(), lint.data, BuildMode::Closed) else { return };
    let patches = Patches::new(&built);
    for channel in &lint.data.channels {
        let mut found: BTreeMap<(&str, Exposure), Vec<&str>> = BTreeMap::new();
        for arch in built.arches() {
            for (name, risks) in patches.stuck(channel, arch) {
                found.entry((name.version(), risks)).or_default().push(arch);
            }
        }
        for ((version, risks), arches) in found {
            report(lint, channel, version, &risks, &arches);
        }
    }
}

/// The names of the risks that all updates have; none if there are no updates.
type Exposure = BTreeSet<String>;

fn report(
    lint: &mut Lint<'_>,
    channel: &Channel,
    version: &str,
    risks: &Exposure,
    arches: &[&str],
) {
    let spot = channel.versions.iter().find(|listed| listed.value.version() == version);
    let Some(spot) = spot.map(|listed| listed.spot) else { return };
    let arches = arches.join(", ");
    let (problem, fix) = if risks.is_empty() {
        let problem = format!("{version} has no update to a later patch ({arches})");
        (problem, "add a later release, or block fewer updates")
    } else {
        let risks = shortened(risks.iter().map(String::as_str));
        let problem =
            format!("every update from {version} to a later patch has risks: {risks} ({arches})");
        (problem, "add a release without them when it is available")
    };
    lint.found(LintCode::NoPatchUpdate, &channel.file, spot, problem, fix.to_owned());
}

/// Updates within a minor version, by source.
struct Patches<'a> {
    built: &'a Built,
    /// The target of each, and its risks.
    exits: BTreeMap<usize, Vec<(usize, &'a [usize])>>,
}

impl<'a> Patches<'a> {
    fn new(built: &'a Built) -> Self {
        let mut exits: BTreeMap<usize, Vec<(usize, &[usize])>> = BTreeMap::new();
        for edge in &built.edges {
            let (from, to) = (&built.nodes[edge.from].name, &built.nodes[edge.to].name);
            let risks = match &edge.class {
                EdgeClass::Recommended => &[][..],
                EdgeClass::Conditional(risks) | EdgeClass::Both(risks) => risks,
                EdgeClass::Blocked { .. } => continue,
            };
            if from.minor() == to.minor() && from.precedence(to).is_lt() {
                exits.entry(edge.from).or_default().push((edge.to, risks));
            }
        }
        Self { built, exits }
    }

    /// Finds the releases of a channel without such an update. One with a conditional update to
    /// another of these is resolved together with it.
    fn stuck(&self, channel: &Channel, arch: &str) -> Vec<(&'a ReleaseName, Exposure)> {
        let members = self.members(channel, arch);
        let mut found: Vec<(&ReleaseName, Exposure)> = Vec::new();
        let mut stuck: BTreeSet<usize> = BTreeSet::new();
        // Starts at the newest, which needs no update.
        for place in members.iter().rev().skip(1) {
            let exits = self.exits.get(place).map_or(&[][..], Vec::as_slice);
            let exits: Vec<_> = exits.iter().filter(|(to, _)| members.contains(to)).collect();
            let leads_to_stuck = exits.iter().any(|(to, _)| stuck.contains(to));
            let is_stuck = exits.iter().all(|(_, risks)| !risks.is_empty());
            if is_stuck && !leads_to_stuck {
                let risks = exits.iter().flat_map(|(_, risks)| *risks);
                let risks = risks.map(|risk| self.built.risks[*risk].name.clone()).collect();
                found.push((&self.built.nodes[*place].name, risks));
            }
            if is_stuck || leads_to_stuck {
                stuck.insert(*place);
            }
        }
        found
    }

    /// Returns the releases of the newest minor version of a channel, oldest first.
    fn members(&self, channel: &Channel, arch: &str) -> BTreeSet<usize> {
        let nodes = self.built.nodes.iter().enumerate().filter(|(_, node)| {
            let name = &node.name;
            let seen = node.payload.is_some() && node.arch() == Some(arch);
            seen && name.is_released() && channel.has(name)
        });
        let nodes: Vec<(usize, &ReleaseName)> =
            nodes.map(|(place, node)| (place, &node.name)).collect();
        let newest = nodes.iter().map(|(_, name)| name.minor()).max();
        let members = nodes.into_iter().filter(|(_, name)| Some(name.minor()) == newest);
        members.map(|(place, _)| place).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Block;
    use crate::data::testing::{at, block, channel, data, name, risk};
    use crate::lint::lint;
    use crate::model::Rule;
    use crate::releases::Scraped;

    const NAMES: [&str; 5] = ["4.14.9", "4.15.0-rc.1", "4.15.0", "4.15.1", "4.15.2"];

    /// Releases with an update to the next each, for some architectures.
    fn releases(arches: &[&str]) -> Releases {
        let mut releases = Releases::default();
        for arch in arches {
            for (place, version) in NAMES.iter().enumerate() {
                let mut node = Scraped::unseen(name(&format!("{version}+{arch}")));
                node.payload = Some(format!("registry.example/ocp@sha256:{arch}{place}"));
                let url = "https://access.redhat.com/errata/RHBA-2024:1".to_owned();
                node.metadata.insert("url".to_owned(), url);
                if place > 0 {
                    let place = releases.nodes.len();
                    releases.edges.insert((place - 1, place));
                }
                releases.nodes.push(node);
            }
        }
        releases
    }

    fn found(blocks: Vec<Block>, releases: &Releases) -> Vec<String> {
        let channels =
            vec![channel("candidate-4.15", &NAMES), channel("candidate-4.14", &["4.14.9"])];
        let found = lint(&data(channels, blocks), &BTreeMap::new(), Some(releases));
        let ours = found.into_iter().filter(|it| it.code == LintCode::NoPatchUpdate);
        ours.map(|it| format!("{}: {}", it.file, it.problem)).collect()
    }

    /// A risk that applies to some clusters.
    fn risky(to: &str, called: &str) -> Block {
        let rule = Rule::PromQl("max(a)".to_owned());
        Block { rules: Some(at(vec![at(rule)])), ..risk(to, "4[.]15[.].*", called) }
    }

    #[test]
    fn releases_that_lead_on_are_left_alone() {
        assert_eq!(found(Vec::new(), &releases(&["amd64", "s390x"])), [""; 0]);
    }

    #[test]
    fn a_release_without_an_update_to_a_later_patch_is_reported() {
        let blocks = || vec![block("4.15.1", ".*")];
        let told = "channels/candidate-4.15.yaml: 4.15.0 has no update to a later patch";
        let both = format!("{told} (amd64, s390x)");
        assert_eq!(found(blocks(), &releases(&["amd64", "s390x"])), [both]);
        let one = vec![block("4.15.1+s390x", ".*")];
        assert_eq!(found(one, &releases(&["amd64", "s390x"])), [format!("{told} (s390x)")]);
    }

    #[test]
    fn of_releases_with_conditional_updates_only_the_last_is_reported() {
        let told = "channels/candidate-4.15.yaml: every update from 4.15.1 to a later patch has risks: Slow (amd64)";
        let one = found(vec![risky("4.15.2", "Slow")], &releases(&["amd64"]));
        assert_eq!(one, [told]);
        let chain = vec![risky("4.15.1", "Lost"), risky("4.15.2", "Slow")];
        assert_eq!(found(chain, &releases(&["amd64"])), [told], "4.15.0 leads to it");
    }

    #[test]
    fn what_is_of_an_earlier_minor_or_a_candidate_need_not_lead_on_within_it() {
        let blocks = vec![block("4.15.0", "rc"), block("4.15.0-rc.1", ".*")];
        assert_eq!(found(blocks, &releases(&["amd64"])), [""; 0]);
    }
}
