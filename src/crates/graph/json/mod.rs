//! The graph as update services exchange it: JSON, read and written.

pub(crate) mod document;
pub mod read;
pub mod write;
