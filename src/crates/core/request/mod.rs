//! A request for an update: what is asked for, what the gates say, and what would be written.

pub mod clear;
pub mod decide;
pub mod rollback;
