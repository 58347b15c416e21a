//! Graph-data for tests, in a short notation.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "test builders: what does not hold should end the test"
)]

use super::{
    Amendment, Block, BlockReading, Channel, Delay, Feeder, GraphData, Location, Pattern,
    ReleaseName, WithLocation,
};
use crate::model::Rule;

pub fn at<T>(value: T) -> WithLocation<T> {
    WithLocation { value, spot: Location::START }
}

pub fn name(text: &str) -> ReleaseName {
    ReleaseName::parse(text).unwrap()
}

pub fn pattern(text: &str) -> Pattern {
    Pattern::new(text).unwrap()
}

/// A plain block, in a file named by its target.
pub fn block(to: &str, from: &str) -> Block {
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
        reading: BlockReading::Block,
    }
}

/// A risk that applies to all clusters.
pub fn risk(to: &str, from: &str, called: &str) -> Block {
    Block {
        file: format!("blocked-edges/{to}-{called}.yaml"),
        name: Some(at(called.to_owned())),
        url: Some(at(format!("https://example.com/{called}"))),
        message: Some(at(format!("{called} may happen."))),
        rules: Some(at(vec![at(Rule::Always)])),
        declares: Some(Location::START),
        reading: BlockReading::Risk,
        ..block(to, from)
    }
}

pub fn channel(called: &str, versions: &[&str]) -> Channel {
    Channel {
        file: format!("channels/{called}.yaml"),
        name: at(called.to_owned()),
        versions: versions.iter().map(|text| at(name(text))).collect(),
        feeder: None,
        tombstones: Vec::new(),
        served: true,
    }
}

pub fn amendment(release: &str, key: &str, value: &str) -> Amendment {
    Amendment { release: at(name(release)), key: key.to_owned(), value: at(value.to_owned()) }
}

pub fn data(channels: Vec<Channel>, blocks: Vec<Block>) -> GraphData {
    GraphData { origin: "test".to_owned(), channels, blocks, ..GraphData::default() }
}

/// A feeder by its conditions: `PT48H`, `public`, or any other text as the filter.
pub fn feeder(called: &str, terms: &[&str]) -> Feeder {
    let mut feeder =
        Feeder { name: at(called.to_owned()), delay: None, errata: None, filter: None };
    for term in terms {
        match (Delay::parse(term), *term) {
            (Some(delay), _) => feeder.delay = Some(at(delay)),
            (None, "public") => feeder.errata = Some(at("public".to_owned())),
            (None, filter) => {
                feeder.filter = Some(at(Pattern::anchored(filter).unwrap()));
            }
        }
    }
    feeder
}

impl Channel {
    #[must_use]
    pub fn fed_by(self, feeder: Feeder) -> Self {
        Self { feeder: Some(feeder), ..self }
    }

    #[must_use]
    pub fn with_tombstones(self, versions: &[&str]) -> Self {
        Self { tombstones: versions.iter().map(|text| at(name(text))).collect(), ..self }
    }
}

impl Block {
    #[must_use]
    pub fn until(self, fixed_in: &str) -> Self {
        Self { fixed_in: Some(at(name(fixed_in))), ..self }
    }

    #[must_use]
    pub fn saying(self, message: &str) -> Self {
        Self { message: Some(at(message.to_owned())), ..self }
    }

    #[must_use]
    pub fn asking(self, query: &str) -> Self {
        let rule = at(Rule::PromQl(query.to_owned()));
        Self { rules: Some(at(vec![rule])), ..self }
    }
}
