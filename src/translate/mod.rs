//! From wire formats to the model: pure, with the field named in every error.

pub(crate) mod api_request_count;
pub(crate) mod blame;
pub(crate) mod cincinnati;
pub(crate) mod cluster_operator;
pub(crate) mod cluster_version;
pub(crate) mod config_map;
pub(crate) mod decode;
pub(crate) mod documents;
pub(crate) mod graph_data;
pub(crate) mod informer;
pub(crate) mod infrastructure;
pub(crate) mod machine_config;
pub(crate) mod machine_set;
pub(crate) mod node;
pub(crate) mod parallel;
pub(crate) mod prometheus;
pub(crate) mod promotion_lists;
pub(crate) mod promql;
pub(crate) mod promql_shape;
pub(crate) mod releases;
pub(crate) mod standing;
pub(crate) mod update_plan;
pub(crate) mod update_status;
pub(crate) mod version_management;
