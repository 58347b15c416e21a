//! A release: its version, its image, and its channels.

use crate::image;
use crate::version::Version;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Release {
    pub version: Version,
    pub image: String,
    pub url: Option<String>,
    pub channels: Vec<String>,
    pub architecture: Option<String>,
}

impl Release {
    /// Returns the identity of a release in a list: version, and digest or image text.
    pub fn key(&self) -> (&str, &str) {
        (self.version.text(), image::key(&self.image))
    }

    /// Returns whether both version and image are known.
    pub fn is_whole(&self) -> bool {
        !self.version.text().is_empty() && !self.image.is_empty()
    }
}
