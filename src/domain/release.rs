//! A release: its version, its image, and where it is offered.

use super::image;
use super::version::Version;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Release {
    pub(crate) version: Version,
    pub(crate) image: String,
    pub(crate) url: Option<String>,
    pub(crate) channels: Vec<String>,
    pub(crate) architecture: Option<String>,
}

impl Release {
    /// Returns what identifies a release in a list: version, and digest or image text.
    pub(crate) fn key(&self) -> (&str, &str) {
        (self.version.text(), image::key(&self.image))
    }

    /// Returns whether both version and image are known.
    pub(crate) fn is_whole(&self) -> bool {
        !self.version.text().is_empty() && !self.image.is_empty()
    }
}
