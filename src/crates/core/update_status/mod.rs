//! What the controller writes into an UpdateStatus object.

pub mod conditions;
pub mod object;
pub mod pause;
pub mod record;
