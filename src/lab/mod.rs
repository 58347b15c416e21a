//! A cluster in memory: scenarios, a store of objects, and the API server's protocol over them.

mod access;
mod amend;
mod answer;
mod body;
mod budget;
mod call;
mod change;
mod deletion;
mod discovery;
mod eviction;
mod forward;
mod furnish;
mod neighbours;
mod operator;
mod patch;
mod resource;
mod scenario;
mod schema;
mod selector;
mod service;
mod settings;
mod shape;
mod shelf;
mod sorting;
mod store;
mod table;
mod watch;
mod world;

pub use access::Access;
pub use schema::Gates;
pub use service::{Body, Service};
pub use store::Store;
pub use world::World;

pub(crate) use operator::{ServiceAnswer, ServiceRequest};
pub(crate) use scenario::{DEFAULT, SCENARIOS, Scenario};
pub(crate) use shelf::{SETTINGS, StateFile, StateRevision, is_in_its_place, is_ours};
pub(crate) use world::moved_to;
