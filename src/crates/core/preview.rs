//! The updates that a cluster would get in another channel.

use crate::cluster::Cluster;
use crate::settings::observed::{self, ListDifference};
use upgrade_graph::channel_graphs::ChannelGraphs;
use upgrade_graph::condition::Status;
use upgrade_graph::risk::RiskInputs;
use upgrade_graph::targets::{GraphTarget, targets};

/// The updates in a channel, newest first.
#[derive(Debug)]
pub struct Preview {
    /// Whether the release is in the channel at all; otherwise there are no updates.
    pub in_channel: bool,
    pub recommended: Vec<GraphTarget>,
    pub not_recommended: Vec<GraphTarget>,
    pub unknown: Vec<GraphTarget>,
    /// Compared with the available updates now.
    pub change: ListDifference,
}

impl Preview {
    pub fn all(&self) -> impl Iterator<Item = &GraphTarget> {
        self.recommended.iter().chain(&self.not_recommended).chain(&self.unknown)
    }

    pub fn new(graphs: &ChannelGraphs, cluster: &Cluster, facts: &RiskInputs) -> Self {
        let place = graphs.place();
        let accepted = cluster.accepted_risks();
        let offered = place.map(|place| targets(&graphs.merged, place, facts, &accepted));
        let offered = offered.unwrap_or_default();
        let mut versions: Vec<String> =
            offered.iter().map(|target| target.release.version.to_string()).collect();
        versions.dedup();
        let mut preview = Self {
            in_channel: place.is_some(),
            recommended: Vec::new(),
            not_recommended: Vec::new(),
            unknown: Vec::new(),
            change: observed::between(&observed::offered(cluster), &versions),
        };
        for target in offered {
            match target.status() {
                Status::True => preview.recommended.push(target),
                Status::False => preview.not_recommended.push(target),
                Status::Unknown => preview.unknown.push(target),
            }
        }
        preview
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cluster;
    use upgrade_graph::testing::{GraphBuilder, asks, facts, release};

    #[test]
    fn updates_are_classified_and_compared_with_the_available_ones() {
        let mut listing = cluster("4.6.23");
        listing.available = vec![release("4.6.43"), release("4.6.42")];
        let graphs = GraphBuilder::new(&["4.6.23", "4.6.30", "4.6.31", "4.6.43", "4.7.4"])
            .edge("4.6.23", "4.6.43")
            .risky("4.6.23", "4.6.30", &[asks("A")])
            .risky("4.6.23", "4.6.31", &[asks("B")])
            .risky("4.6.23", "4.7.4", &[asks("C")])
            .seen_from(Some("4.6.23"));
        let preview = Preview::new(&graphs, &listing, &facts(&[("a", 1.0), ("c", 0.0)]));
        let versions = |targets: &[GraphTarget]| -> Vec<String> {
            targets.iter().map(|target| target.release.version.to_string()).collect()
        };
        assert!(preview.in_channel);
        assert_eq!(versions(&preview.recommended), ["4.7.4", "4.6.43"]);
        assert_eq!(versions(&preview.not_recommended), ["4.6.30"]);
        assert_eq!(versions(&preview.unknown), ["4.6.31"]);
        assert_eq!(preview.change.gained, ["4.7.4", "4.6.31", "4.6.30"]);
        assert_eq!(preview.change.lost, ["4.6.42"]);
    }

    #[test]
    fn a_release_that_is_not_in_the_channel_loses_all() {
        let mut listing = cluster("4.6.23");
        listing.available = vec![release("4.6.43")];
        let graphs = GraphBuilder::new(&["4.7.4"]).seen_from(Some("4.6.23"));
        let preview = Preview::new(&graphs, &listing, &facts(&[]));
        assert!(!preview.in_channel && preview.recommended.is_empty());
        assert_eq!(preview.change.lost, ["4.6.43"]);
    }
}
