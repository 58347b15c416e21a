//! The lists of updates that several commands show.

pub(crate) mod hints;
mod shared_risks;
pub(crate) mod text;
pub(crate) mod view;
