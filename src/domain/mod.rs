//! The decisions: pure functions over what is known of one cluster at one instant.

pub(crate) mod accept;
pub(crate) mod ack;
pub(crate) mod aim;
pub(crate) mod alert;
pub(crate) mod api_use;
pub(crate) mod channel;
pub(crate) mod clear;
pub(crate) mod cluster;
pub(crate) mod condition;
pub(crate) mod condition_type;
pub(crate) mod following;
pub(crate) mod gate;
pub(crate) mod gate_maps;
pub(crate) mod graph;
pub(crate) mod graph_data;
pub(crate) mod image;
pub(crate) mod insight;
pub(crate) mod lease;
pub(crate) mod links;
pub(crate) mod management;
pub(crate) mod nearest;
pub(crate) mod node;
pub(crate) mod operator;
pub(crate) mod part;
pub(crate) mod plan;
pub(crate) mod pool;
pub(crate) mod precheck;
pub(crate) mod recommend;
pub(crate) mod reported_status;
pub(crate) mod risk;
pub(crate) mod rollback;
pub(crate) mod rollout;
pub(crate) mod rules;
pub(crate) mod selector;
pub(crate) mod setting;
pub(crate) mod snapshot;
pub(crate) mod status;
pub(crate) mod updates;
pub(crate) mod version;
pub(crate) mod wait;
pub(crate) mod why;

#[cfg(test)]
pub(crate) mod testing;
