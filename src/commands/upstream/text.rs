//! The text of an upstream.

use crate::commands::upstream::view::Upstream;
use crate::output::text::line;
use crate::output::{Layout, Printable};

impl Printable for Upstream {
    fn text(&self, _: &Layout) -> String {
        let upstream = self.upstream.as_deref();
        format!(
            "Upstream: {}\n",
            line(upstream.unwrap_or("not set (the cluster uses its default)"))
        )
    }
}
