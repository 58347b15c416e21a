//! A cluster in memory: scenarios, a store of objects, and the API server's protocol over them.

pub mod access;
pub mod api_server;
pub mod budget;
pub mod change;
pub mod defaults;
pub mod internal_write;
pub mod load;
pub mod operator;
pub mod patch;
pub mod resource;
pub mod scenario;
pub mod schema;
pub mod selector;
pub mod settings;
pub mod state;
pub mod store;
pub mod validate;
pub mod world;

pub use access::Access;
pub use api_server::{Body, Service};
pub use schema::Gates;
pub use store::Store;
pub use world::World;

pub use operator::{ServiceAnswer, ServiceRequest};
pub use scenario::{DEFAULT, SCENARIOS, Scenario};
pub use state::{SETTINGS, StateFile, StateRevision, is_in_its_place, is_ours};
pub use world::moved_to;
