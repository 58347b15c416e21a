//! The text of `upgrade lab list`.

use std::iter;

use crate::commands::lab::view::ScenarioList;
use crate::output::table::table;
use crate::output::{Format, Layout, Printable, general, lines, text};

const MARGINS: usize = 4; // columns before and between the two columns of the table
const NARROWEST: usize = 20; // columns of a description

impl Printable for ScenarioList {
    fn text(&self, layout: &Layout) -> String {
        let names =
            self.scenarios.iter().map(|scenario| scenario.name.len()).max().unwrap_or_default();
        let room = layout.width.map(|width| width.saturating_sub(names + MARGINS).max(NARROWEST));
        let rows = self.scenarios.iter().flat_map(|scenario| {
            let default = if scenario.default { " (default)" } else { "" };
            let summary = format!("{}{default}", scenario.summary);
            let names = iter::once(scenario.name.clone()).chain(iter::repeat(String::new()));
            let lines = text::indented(&summary, 0, room);
            names
                .zip(lines.lines())
                .map(|(name, line)| vec![name, line.to_owned()])
                .collect::<Vec<_>>()
        });
        table(&["SCENARIO", "DESCRIPTION"], rows, layout)
    }

    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        match format {
            Format::Name => Some(lines(self.scenarios.iter().map(|scenario| &scenario.name))),
            other => general(self, other, layout),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::lab::list;
    use crate::output::theme::Theme;

    #[test]
    fn descriptions_wrap_below_each_other_and_fit_80_columns_in_one_line() {
        let list = list();
        let text = |width| list.text(&Layout { width, theme: Theme { color: false }, wide: false });
        for width in [60, 80, 120, 200] {
            let text = text(Some(width));
            assert!(text.lines().all(|line| line.len() <= width), "{width}:\n{text}");
        }
        for width in [Some(80), None] {
            assert_eq!(text(width).lines().count(), list.scenarios.len() + 1, "{width:?}");
        }
        let narrow = text(Some(60));
        assert!(narrow.lines().count() > list.scenarios.len() + 1, "{narrow}");
        let indent = narrow.find("DESCRIPTION").unwrap();
        let wrapped = narrow.lines().filter(|line| line.starts_with("    "));
        assert!(
            wrapped.clone().all(|line| line.find(|letter| letter != ' ') == Some(indent)),
            "{narrow}"
        );
    }
}
