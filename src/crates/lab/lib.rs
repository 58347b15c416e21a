//! A cluster in memory: scenarios, a store of objects, and the API server's protocol over them.

mod access;
mod api_server;
mod budget;
mod change;
mod defaults;
mod internal_write;
mod load;
mod operator;
mod patch;
mod record;
mod resource;
mod scenario;
mod schema;
mod schemas;
mod selector;
mod settings;
mod state;
mod store;
mod validate;
mod world;

pub use access::Access;
pub use api_server::{Body, Service};
pub use record::{RecordedCluster, RecordedSettings};
pub use schema::Gates;
pub use settings::KIND;
pub use store::Store;
pub use world::World;

pub use operator::{ServiceAnswer, ServiceRequest};
pub use scenario::{DEFAULT, SCENARIOS, Scenario};
pub use state::{SETTINGS, StateFile, StateRevision, is_in_its_place, is_ours};
pub use world::moved_to;
