//! The text of `upgrade lab list`.

use crate::commands::lab::view::ScenarioList;
use crate::output::table::wrapping;
use crate::output::{Format, Layout, Printable, general, lines};

impl Printable for ScenarioList {
    fn text(&self, layout: &Layout) -> String {
        let rows = self.scenarios.iter().map(|scenario| {
            let default = if scenario.default { " (default)" } else { "" };
            vec![scenario.name.clone(), format!("{}{default}", scenario.summary)]
        });
        wrapping(&["SCENARIO", "DESCRIPTION"], rows.collect(), layout)
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
