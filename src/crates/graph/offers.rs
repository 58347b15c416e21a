//! The updates of a cluster on one release of a graph.

use std::collections::BTreeMap;

use crate::image;
use crate::model::{Graph, Risk, Rule};
use crate::release::Release;
use crate::version::{Step, Version};

/// The two lists before any risk is evaluated, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offers {
    pub current: Release,
    pub available: Vec<Release>,
    pub conditional: Vec<(Release, Vec<Risk>)>,
}

impl Graph {
    /// Returns the updates of a release, by the rules of the cluster-version operator; none if the
    /// graph does not have it.
    pub fn offers(&self, from: &Version) -> Option<Offers> {
        let is_from = |version: &Version| {
            version == from || (from.step_to(version) == Step::Same && version.numbers().is_some())
        };
        let place = self.nodes.iter().position(|node| is_from(&node.release.version))?;
        let current = self.nodes[place].release.as_ref().clone();
        let conditional = self.conditional(&current.version);
        let mut available: Vec<Release> = self
            .edges
            .iter()
            .filter(|(from, _)| *from == place)
            .map(|(_, to)| self.nodes[*to].release.as_ref().clone())
            .collect();
        // An edge in both lists is conditional, even if that entry is dropped below.
        available.retain(|release| {
            !conditional.iter().any(|(other, _)| image::same(&release.image, &other.image))
        });
        available.sort_by(|a, b| a.version.newest_first(&b.version));
        Some(Offers { current, available, conditional: usable(conditional) })
    }

    fn conditional(&self, from: &Version) -> Vec<(Release, Vec<Risk>)> {
        let by_version: BTreeMap<&str, &Release> = self
            .nodes
            .iter()
            .map(|node| (node.release.version.text(), node.release.as_ref()))
            .collect();
        let mut found = Vec::new();
        for group in &self.conditional {
            for edge in group.edges.iter().filter(|edge| edge.from == *from) {
                if let Some(release) = by_version.get(edge.to.text()) {
                    found.push(((*release).clone(), group.risks.to_vec()));
                }
            }
        }
        found.sort_by(|(a, _), (b, _)| a.version.newest_first(&b.version));
        found
    }
}

/// Drops targets as the cluster-version operator does: one with a risk without a rule of a known
/// type, and all entries of an image with duplicates.
fn usable(conditional: Vec<(Release, Vec<Risk>)>) -> Vec<(Release, Vec<Risk>)> {
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    for (release, _) in &conditional {
        *count.entry(image::key(&release.image).to_owned()).or_default() += 1;
    }
    let prune = |risks: Vec<Risk>| -> Option<Vec<Risk>> {
        risks
            .into_iter()
            .map(|mut risk| {
                risk.rules.retain(Rule::is_known);
                (!risk.rules.is_empty()).then_some(risk)
            })
            .collect()
    };
    conditional
        .into_iter()
        .filter(|(release, _)| count[image::key(&release.image)] == 1)
        .filter_map(|(release, risks)| Some((release, prune(risks)?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{GraphBuilder, risk};

    #[test]
    fn a_target_is_dropped_only_where_no_rule_of_a_risk_is_known() {
        let unknown = || Rule::Unknown("New".to_owned());
        let graph = GraphBuilder::new(&["4.6.1", "4.6.2", "4.6.3"])
            .risky("4.6.1", "4.6.2", &[risk("Mixed", &[unknown(), Rule::Always])])
            .risky("4.6.1", "4.6.3", &[risk("Odd", &[unknown()])])
            .layer("stable-4.6")
            .graph;
        let offers = graph.offers(&Version::new("4.6.1")).unwrap();
        assert!(offers.available.is_empty());
        let [(release, risks)] = offers.conditional.as_slice() else { unreachable!() };
        assert_eq!((release.version.text(), &risks[0].rules[..]), ("4.6.2", &[Rule::Always][..]));
    }
}
