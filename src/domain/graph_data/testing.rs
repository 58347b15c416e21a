//! Small builders of graph-data for the unit tests.

use regex::Regex;

use super::{Block, Channel, Delay, Feeder, GraphData, Name, Pattern, Reading, Spot, Spotted};
use crate::domain::graph::Rule;

pub(crate) fn name(text: &str) -> Name {
    Name::parse(text).expect("a version")
}

pub(crate) fn names(texts: &[&str]) -> Vec<Name> {
    texts.iter().map(|text| name(text)).collect()
}

pub(crate) fn spotted<T>(value: T) -> Spotted<T> {
    Spotted { value, spot: Spot::START }
}

pub(crate) fn pattern(text: &str) -> Pattern {
    Pattern { text: text.to_owned(), regex: Regex::new(text).expect("an expression") }
}

pub(crate) fn data<const C: usize, const B: usize>(
    channels: [Channel; C],
    blocks: [Block; B],
) -> GraphData {
    GraphData {
        origin: "test".to_owned(),
        channels: channels.into(),
        blocks: blocks.into(),
        ..GraphData::default()
    }
}

/// A channel whose versions stand one a line from the third line on.
pub(crate) fn channel(called: &str, versions: &[&str]) -> Channel {
    let versions = versions
        .iter()
        .zip(3..)
        .map(|(text, line)| Spotted { value: name(text), spot: Spot { line, column: 3 } });
    Channel {
        file: format!("channels/{called}.yaml"),
        name: spotted(called.to_owned()),
        versions: versions.collect(),
        feeder: None,
        tombstones: Vec::new(),
        served: true,
    }
}

impl Channel {
    pub(crate) fn fed_by(mut self, feeder: Feeder) -> Self {
        self.feeder = Some(feeder);
        self
    }

    pub(crate) fn with_tombstones(mut self, versions: &[&str]) -> Self {
        self.tombstones = names(versions).into_iter().map(spotted).collect();
        self
    }
}

/// A feeder by its terms: `PT48H`, `public`, or any other text as the filter.
pub(crate) fn feeder(called: &str, terms: &[&str]) -> Feeder {
    let mut feeder =
        Feeder { name: spotted(called.to_owned()), delay: None, errata: None, filter: None };
    for term in terms {
        match (Delay::parse(term), *term) {
            (Some(delay), _) => feeder.delay = Some(spotted(delay)),
            (None, "public") => feeder.errata = Some(spotted("public".to_owned())),
            (None, filter) => {
                let regex = Regex::new(&format!("^(?:{filter})$")).expect("an expression");
                feeder.filter = Some(spotted(Pattern { text: filter.to_owned(), regex }));
            }
        }
    }
    feeder
}

pub(crate) fn block(to: &str, from: &str) -> Block {
    Block {
        file: format!("blocked-edges/{to}.yaml"),
        to: spotted(name(to)),
        from: spotted(pattern(from)),
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

pub(crate) fn risk(called: &str, to: &str, from: &str) -> Block {
    let text = |text: String| Some(spotted(text));
    Block {
        file: format!("blocked-edges/{to}-{called}.yaml"),
        name: text(called.to_owned()),
        url: text(format!("https://example.com/{called}")),
        message: text(format!("{called} hurts.")),
        rules: Some(spotted(vec![spotted(Rule::Always)])),
        declares: Some(Spot::START),
        reading: Reading::Risk,
        ..block(to, from)
    }
}

impl Block {
    pub(crate) fn fixed_in(mut self, version: &str) -> Self {
        self.fixed_in = Some(spotted(name(version)));
        self
    }

    pub(crate) fn saying(mut self, message: &str) -> Self {
        self.message = Some(spotted(message.to_owned()));
        self
    }

    pub(crate) fn asking(mut self, query: &str) -> Self {
        self.rules = Some(spotted(vec![spotted(Rule::PromQl(query.to_owned()))]));
        self
    }
}
