//! The two lists of updates, as several commands show them.

mod shared_risks;
pub(crate) mod text;
pub(crate) mod view;
