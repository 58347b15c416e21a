//! The text of `upgrade lab list`.

use crate::render::{Format, Layout, Printable, general, lines, table::table};
use crate::view::scenario_list::ScenarioList;

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
