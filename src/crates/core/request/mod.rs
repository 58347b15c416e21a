//! A request for an update: the target, the findings of the gates, and what would be written.

pub mod clear;
pub mod decide;
pub mod rollback;
