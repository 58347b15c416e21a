//! A graph as an update service answers it: all of it, or what is in a channel.

use std::collections::BTreeMap;

use crate::model::Risk;

/// Versions carry their architecture where none was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Served {
    pub nodes: Vec<ServedNode>,
    /// Pairs of places in `nodes`.
    pub edges: Vec<(usize, usize)>,
    pub conditional: Vec<RiskGroup>,
}

/// Edges by their versions, and the risks that these share.
pub(crate) type RiskGroup = (Vec<(String, String)>, Vec<Risk>);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServedNode {
    pub version: String,
    /// None for a release that was not seen; only the shipped service tells of such.
    pub payload: Option<String>,
    pub metadata: BTreeMap<String, String>,
}
