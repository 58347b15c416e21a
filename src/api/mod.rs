//! Wire formats: serde structs named as upstream names them, every field optional.

pub(crate) mod api_request_count;
pub(crate) mod cincinnati;
pub(crate) mod cluster_operator;
pub(crate) mod cluster_version;
pub(crate) mod config_map;
pub(crate) mod definitions;
pub(crate) mod graph_data;
pub(crate) mod informer;
pub(crate) mod infrastructure;
pub(crate) mod machine_config;
pub(crate) mod node;
pub(crate) mod prometheus;
pub(crate) mod recorded_answers;
pub(crate) mod release;
pub(crate) mod update_status;
