//! A cluster in memory: scenarios, a store of objects, and the API server's protocol over them.

mod amend;
mod answer;
mod body;
mod call;
mod change;
mod deletion;
mod discovery;
mod furnish;
mod operator;
mod patch;
mod resource;
mod scenario;
mod schema;
mod selector;
mod server;
mod service;
mod settings;
mod store;
mod table;
mod watch;
mod world;

pub use schema::Gates;
pub use server::{Access, Server, Socket};
pub use service::{Body, Service};
pub use store::Store;
pub use world::World;

pub(crate) use scenario::{DEFAULT, SCENARIOS, Scenario};
pub(crate) use world::moved_to;
