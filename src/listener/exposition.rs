//! The text format of Prometheus.

use std::fmt::{Display, Write};

/// Metrics whose names share a prefix.
pub(crate) struct Exposition {
    prefix: &'static str,
    text: String,
}

impl Exposition {
    pub(crate) fn new(prefix: &'static str) -> Self {
        Self { prefix, text: String::new() }
    }

    /// Describes the values that follow.
    pub(crate) fn put(&mut self, kind: &str, name: &str, help: &str) {
        let Self { prefix, text } = self;
        let _ = writeln!(text, "# HELP {prefix}{name} {help}\n# TYPE {prefix}{name} {kind}");
    }

    pub(crate) fn value(&mut self, name: &str, value: impl Display) {
        let _ = writeln!(self.text, "{}{name} {value}", self.prefix);
    }

    pub(crate) fn text(self) -> String {
        self.text
    }
}
