//! Both YAML readers, side by side.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "test builders: what does not hold should end the test"
)]

use super::fast_yaml::parse;
use super::reader::any;
use crate::bounded::Meter;

/// Compares with the other reader. Returns whether there was something to compare.
pub fn same(text: &str) -> bool {
    let Some(node) = parse(text, &Meter::default()) else { return false };
    let wanted = any(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    assert_eq!(node, wanted, "{text:?}");
    true
}
