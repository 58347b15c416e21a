//! A cluster in memory: scenarios, a store of objects, and the API server's protocol over them.

mod scenario;
mod service;
mod store;

pub use service::Service;
pub use store::Store;

pub(crate) use scenario::{DEFAULT, SCENARIOS, Scenario};
