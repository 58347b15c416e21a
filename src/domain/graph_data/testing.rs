//! Graph-data for tests, in a few words.

use regex::Regex;

use super::{Amendment, Block, Channel, GraphData, Name, Pattern, Reading, Spot, Spotted};
use crate::domain::graph::Rule;

pub(crate) fn at<T>(value: T) -> Spotted<T> {
    Spotted { value, spot: Spot::START }
}

pub(crate) fn name(text: &str) -> Name {
    Name::parse(text).unwrap()
}

pub(crate) fn pattern(text: &str) -> Pattern {
    Pattern { text: text.to_owned(), regex: Regex::new(text).unwrap() }
}

/// A plain block, in a file named by its target.
pub(crate) fn block(to: &str, from: &str) -> Block {
    Block {
        file: format!("blocked-edges/{to}.yaml"),
        to: at(name(to)),
        from: at(pattern(from)),
        name: None,
        url: None,
        message: None,
        rules: None,
        fixed_in: None,
        auto_extend: None,
        declares: None,
        early: false,
        reading: Reading::Block,
    }
}

/// A risk that concerns everybody.
pub(crate) fn risk(to: &str, from: &str, called: &str) -> Block {
    Block {
        file: format!("blocked-edges/{to}-{called}.yaml"),
        name: Some(at(called.to_owned())),
        url: Some(at(format!("https://example.com/{called}"))),
        message: Some(at(format!("{called} may happen."))),
        rules: Some(at(vec![at(Rule::Always)])),
        declares: Some(Spot::START),
        reading: Reading::Risk,
        ..block(to, from)
    }
}

pub(crate) fn channel(called: &str, versions: &[&str]) -> Channel {
    Channel {
        file: format!("channels/{called}.yaml"),
        name: at(called.to_owned()),
        versions: versions.iter().map(|text| at(name(text))).collect(),
        feeder: None,
        tombstones: Vec::new(),
        served: true,
    }
}

pub(crate) fn amendment(release: &str, key: &str, value: &str) -> Amendment {
    Amendment { release: at(name(release)), key: key.to_owned(), value: at(value.to_owned()) }
}

pub(crate) fn data(channels: Vec<Channel>, blocks: Vec<Block>) -> GraphData {
    GraphData { origin: "test".to_owned(), channels, blocks, ..GraphData::default() }
}
