//! The reachable part of an update graph, as a document.

pub(crate) mod view;
