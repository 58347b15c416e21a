//! `ProgramVersion` → text.

use crate::commands::version::view::ProgramVersion;
use crate::output::{self, Format, Layout, Printable};

impl Printable for ProgramVersion {
    fn text(&self, _: &Layout) -> String {
        let features = self.features.join(", ");
        let features = if features.is_empty() { "none" } else { &features };
        format!(
            "upgrade {}\nCommit: {}\nTarget: {}\nFeatures: {features}\n",
            self.version,
            self.commit.as_deref().unwrap_or("unknown"),
            self.target,
        )
    }

    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        match format {
            Format::Version => Some(output::lines([&self.version])),
            Format::Name => None,
            format => output::general(self, format, layout),
        }
    }
}
