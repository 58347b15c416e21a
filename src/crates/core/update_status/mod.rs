//! What the controller writes into an UpdateStatus object.

pub mod asking;
pub mod conditions;
pub mod object;
pub(crate) mod pause;
pub mod record;
