//! Values of flags that get into manifests: they are checked before, and never need quotes there.

use anyhow::anyhow;

use crate::error::{Error, Result};

/// The image that `.dist/image` builds from this version.
pub(crate) const IMAGE: &str = concat!("localhost/upgrade:", env!("CARGO_PKG_VERSION"));

/// Returns the image of `--image`.
pub(crate) fn image(text: &str) -> Result<&str> {
    let image = text.trim();
    let plain = |c: char| c.is_ascii_alphanumeric() || "./:@_-".contains(c);
    if image.is_empty() || !image.chars().all(plain) {
        return Err(Error::usage(anyhow!("--image: {image:?} is not an image")));
    }
    Ok(image)
}

/// Returns the namespace of `--namespace`.
pub(crate) fn namespace(text: &str) -> Result<&str> {
    let namespace = object_name("--namespace", text)?;
    if namespace.contains('.') || namespace.len() > 63 {
        return Err(Error::usage(anyhow!(
            "--namespace: {namespace:?} is not a valid namespace name"
        )));
    }
    Ok(namespace)
}

/// Returns the name of an object that a flag names.
pub(crate) fn object_name<'a>(flag: &str, text: &'a str) -> Result<&'a str> {
    let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c);
    let edge = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    if text.starts_with(edge)
        && text.ends_with(edge)
        && text.len() <= 253
        && text.chars().all(legal)
    {
        return Ok(text);
    }
    Err(Error::usage(anyhow!("{flag}: {text:?} is not a valid name")))
}
