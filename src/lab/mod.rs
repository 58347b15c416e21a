//! A cluster in memory: scenarios, a store of objects, and the API server's protocol over them.

mod answer;
mod body;
mod call;
mod deletion;
mod discovery;
mod patch;
mod resource;
mod scenario;
mod schema;
mod selector;
mod server;
mod service;
mod store;
mod table;
mod watch;

pub use schema::Gates;
pub use server::{Access, Server};
pub use service::{Body, Service};
pub use store::Store;

pub(crate) use scenario::{DEFAULT, SCENARIOS, Scenario, store};
