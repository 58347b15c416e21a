//! Update paths: the search and its document.

pub(crate) mod missing_view;
pub(crate) mod route_view;
pub(crate) mod view;
