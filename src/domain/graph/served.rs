//! A graph as an update service answers it: all of it, or what is in a channel.

use std::collections::BTreeMap;

use super::Risk;

/// Versions carry their architecture where none was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Served {
    pub(crate) nodes: Vec<ServedNode>,
    /// Pairs of places in `nodes`.
    pub(crate) edges: Vec<(usize, usize)>,
    pub(crate) conditional: Vec<RiskGroup>,
}

/// Edges by their versions, and the risks that these share.
pub(crate) type RiskGroup = (Vec<(String, String)>, Vec<Risk>);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ServedNode {
    pub(crate) version: String,
    /// None for a release that was not seen; only the shipped service tells of such.
    pub(crate) payload: Option<String>,
    pub(crate) metadata: BTreeMap<String, String>,
}
