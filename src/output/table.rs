//! The one table style: two spaces between columns, no lines, nothing wrapped or cut.

use comfy_table::{ContentArrangement, Table, presets};

use super::theme::Theme;
use super::{Layout, text};

/// Lays out `rows` under `header` at the margin, three spaces apart, as the tables of `status` are.
pub(crate) fn flush(header: &[&str], rows: Vec<Vec<String>>, layout: &Layout) -> String {
    let rows: Vec<Vec<String>> = rows
        .into_iter()
        .map(|row| row.iter().map(|cell| text::line(cell).into_owned()).collect())
        .collect();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| columns(cell));
        cells.chain([header[column].len()]).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    let lay = |row: &[&str]| {
        let padded = row.iter().zip(&widths).map(|(cell, width)| {
            format!("{cell}{}", " ".repeat(width.saturating_sub(columns(cell)) + 3))
        });
        padded.collect::<String>().trim_end().to_owned()
    };
    let mut out = layout.theme.heading(&lay(header)) + "\n";
    for row in &rows {
        let row: Vec<&str> = row.iter().map(String::as_str).collect();
        out += &lay(&row);
        out.push('\n');
    }
    out
}

pub(crate) fn columns(text: &str) -> usize {
    textwrap::core::display_width(text)
}

/// Lays out `rows` under `header`, indented by two. On a terminal that is too narrow, the columns that
/// `dropped` names are left out one by one; a pipe and `-o wide` get all of them.
pub(crate) fn fitting(
    header: &[&str],
    rows: &[Vec<String>],
    dropped: &[&str],
    layout: &Layout,
) -> String {
    let mut left_out: Vec<&str> = Vec::new();
    let mut dropped = dropped.iter();
    loop {
        let is_shown = |place: usize| header.get(place).is_none_or(|name| !left_out.contains(name));
        let shown: Vec<&str> =
            header.iter().copied().filter(|name| !left_out.contains(name)).collect();
        let kept = rows.iter().map(|row| {
            let cells = row.iter().enumerate().filter(|(place, _)| is_shown(*place));
            cells.map(|(_, cell)| cell.clone()).collect()
        });
        let plain = Layout { theme: Theme { color: false }, ..*layout };
        let kept: Vec<Vec<String>> = kept.collect();
        let lines = table(&shown, kept.clone(), &plain);
        let fits = |width: usize| lines.lines().all(|line| columns(line) <= width);
        let is_whole = layout.wide || layout.width.is_none_or(fits);
        match dropped.next().filter(|_| !is_whole) {
            Some(next) => left_out.push(next),
            None => return table(&shown, kept, layout),
        }
    }
}

/// Lays out `rows` under `header`, indented by two.
pub(crate) fn table<R>(header: &[&str], rows: R, layout: &Layout) -> String
where
    R: IntoIterator<Item = Vec<String>>,
{
    painted(header, rows, layout, |_, cell| cell.to_owned())
}

/// The same, with the first cell of each row, by its number, in a color.
pub(crate) fn painted<R>(
    header: &[&str],
    rows: R,
    layout: &Layout,
    paint: impl Fn(usize, &str) -> String,
) -> String
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
        let line = match place.checked_sub(1) {
            None => layout.theme.heading(line),
            Some(row) => {
                let (first, rest) = line.split_at(line.find(' ').unwrap_or(line.len()));
                format!("{}{rest}", paint(row, first))
            }
        };
        out.push_str("  ");
        out.push_str(&line);
        out.push('\n');
    }
    out
}
