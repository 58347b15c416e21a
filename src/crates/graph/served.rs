//! A graph as an update service answers it: all of it, or one channel.

use std::collections::BTreeMap;

use crate::model::Risk;

/// Versions include their architecture if none was requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Served {
    pub nodes: Vec<ServedNode>,
    /// Pairs of indexes into `nodes`.
    pub edges: Vec<(usize, usize)>,
    pub conditional: Vec<RiskGroup>,
}

/// Edges by their versions, and the risks that they share.
pub(crate) type RiskGroup = (Vec<(String, String)>, Vec<Risk>);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServedNode {
    pub version: String,
    /// None for a release that is not among the releases; only Cincinnati serves those.
    pub payload: Option<String>,
    pub metadata: BTreeMap<String, String>,
}
