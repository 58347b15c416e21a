//! The update graph: its model, the data it is built from, and queries on it.
//!
//! Pure: takes text and values, returns decisions. No files, no network, no clock.

pub mod audit;
pub mod bounded;
pub mod build;
pub mod channel;
pub mod channel_graphs;
pub mod channel_search;
pub mod condition;
pub mod data;
pub mod decode;
pub mod diff;
pub mod image;
pub mod join;
pub mod json;
pub mod lint;
pub mod merged;
pub mod model;
pub mod offers;
pub mod parallel;
pub mod path;
pub mod promote;
pub mod promql;
pub mod protocol;
pub mod reachable;
pub mod release;
pub mod releases;
pub mod removed_edges;
pub mod risk;
pub mod served;
mod shortened;
mod shown_edges;
pub mod suggest;
pub mod targets;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod version;
pub mod web;
