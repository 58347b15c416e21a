//! The objects of a cluster: the wire type of each kind and how it is read.

pub mod api_request_count;
pub mod cluster_operator;
pub mod cluster_version;
pub mod config_map;
pub mod crds;
pub mod etcd;
pub mod infrastructure;
pub mod machine_config_node;
pub mod machine_config_pool;
pub mod machine_set;
pub mod network;
pub mod node;
pub mod olm;
pub mod prometheus;
pub mod update_api;
