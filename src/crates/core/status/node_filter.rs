//! Which nodes are shown, if not all, and which insights concern them.

use std::collections::BTreeSet;

use super::StatusReport;
use super::insights::StatusInsight;
use crate::objects::node::Node;
use crate::part::Part;
use crate::selector::Selector;
use crate::snapshot::Snapshot;
use upgrade_graph::suggest;

/// Nodes by name, and those whose labels match.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NodeFilter {
    pub names: Vec<String>,
    pub selector: Option<Selector>,
}

/// The nodes that are shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NodeSelection {
    pub nodes: BTreeSet<String>,
    /// Those of which nothing but the name is known.
    pub nodes_without_pool: Vec<String>,
    /// Insights that do not concern them.
    pub elsewhere: Vec<StatusInsight>,
}

/// Why nodes cannot be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoSuchNode {
    /// The nodes could not be read.
    Unread,
    Unknown {
        name: String,
        nearest: Vec<String>,
    },
}

impl NodeFilter {
    /// Checks that everything that is named exists.
    pub fn check(&self, snapshot: &Snapshot) -> Result<(), NoSuchNode> {
        let Part::Known(nodes) = &snapshot.nodes else { return Err(NoSuchNode::Unread) };
        let names: BTreeSet<&str> = nodes.iter().map(|node| node.name.as_str()).collect();
        match self.names.iter().find(|name| !names.contains(name.as_str())) {
            None => Ok(()),
            Some(name) => {
                let nearest = suggest::words(name, names).into_iter().map(str::to_owned);
                Err(NoSuchNode::Unknown { name: name.clone(), nearest: nearest.collect() })
            }
        }
    }

    fn nodes(&self, snapshot: &Snapshot) -> BTreeSet<String> {
        let is_meant = |node: &&Node| {
            let labelled = self.selector.as_ref().is_some_and(|one| one.matches(&node.labels));
            labelled || self.names.contains(&node.name)
        };
        snapshot.nodes.items().iter().filter(is_meant).map(|node| node.name.clone()).collect()
    }
}

impl StatusReport {
    /// Keeps the chosen nodes and their insights; counts and verdict stay those of all nodes.
    #[must_use]
    pub fn narrowed(mut self, choice: &NodeFilter, snapshot: &Snapshot) -> Self {
        let nodes = choice.nodes(snapshot);
        let (mut homes, mut described) = (BTreeSet::new(), BTreeSet::new());
        for pool in self.control_plane.nodes.iter_mut().chain(&mut self.pools) {
            pool.nodes.retain(|node| nodes.contains(&node.name));
            described.extend(pool.nodes.iter().map(|node| node.name.clone()));
            if !pool.nodes.is_empty() {
                homes.insert(pool.name.clone());
            }
        }
        let concerns = |insight: &StatusInsight| insight.concerns(&nodes, &homes);
        let (insights, elsewhere) = self.insights.into_iter().partition(concerns);
        let nodes_without_pool = nodes.difference(&described).cloned().collect();
        self.insights = insights;
        self.chosen = Some(NodeSelection { nodes, nodes_without_pool, elsewhere });
        self
    }
}
