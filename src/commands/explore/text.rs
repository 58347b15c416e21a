//! The text of `upgrade explore`: the address alone, so that it can be opened by a script.

use crate::commands::explore::view::Exploration;
use crate::output::{Layout, Printable};

impl Printable for Exploration {
    fn text(&self, _layout: &Layout) -> String {
        format!("{}\n", self.url)
    }
}
