//! The two lists of updates, as several commands show them.

pub(crate) mod hints;
mod shared_risks;
pub(crate) mod text;
pub(crate) mod view;
