//! The text of `upgrade lab list`.

use crate::commands::lab::view::ScenarioList;
use crate::output::table::table;
use crate::output::{Format, Layout, Printable, general, lines};

impl Printable for ScenarioList {
    fn text(&self, layout: &Layout) -> String {
        let rows = self.scenarios.iter().map(|scenario| {
            let default = if scenario.default { " (the default)" } else { "" };
            vec![scenario.name.clone(), format!("{}{default}", scenario.summary)]
        });
        table(&["SCENARIO", "WHAT IT IS"], rows, layout)
    }

    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        match format {
            Format::Name => Some(lines(self.scenarios.iter().map(|scenario| &scenario.name))),
            other => general(self, other, layout),
        }
    }
}
