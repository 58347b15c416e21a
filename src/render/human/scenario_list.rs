//! The text of `upgrade lab list`.

use crate::render::{Human, Layout, table::table};
use crate::view::scenario_list::ScenarioList;

impl Human for ScenarioList {
    fn names(&self) -> Vec<String> {
        self.scenarios.iter().map(|scenario| scenario.name.clone()).collect()
    }

    fn human(&self, layout: &Layout) -> String {
        let rows = self.scenarios.iter().map(|scenario| {
            let default = if scenario.default { " (the default)" } else { "" };
            vec![scenario.name.clone(), format!("{}{default}", scenario.summary)]
        });
        table(&["SCENARIO", "WHAT IT IS"], rows, layout)
    }
}
