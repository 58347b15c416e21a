//! The one table style: two spaces between columns, no lines, nothing wrapped or cut.

use comfy_table::{ContentArrangement, Table, presets};

use super::Layout;
use super::text;

/// Lays out `rows` under `header`, indented by two.
pub(crate) fn table<R>(header: &[&str], rows: R, layout: &Layout) -> String
where
    R: IntoIterator<Item = Vec<String>>,
{
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(header);
    for row in rows {
        table.add_row(row.iter().map(|cell| text::line(cell).into_owned()));
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    let mut out = String::new();
    for (place, line) in table.lines().enumerate() {
        let line = line.trim_end();
        // Colour goes on after the layout, so that it cannot disturb it.
        let line = if place == 0 { layout.theme.heading(line) } else { line.to_owned() };
        out.push_str("  ");
        out.push_str(&line);
        out.push('\n');
    }
    out
}
