//! The only table style: two spaces between columns, no lines, nothing cut. Only the last column wraps,
//! if it is text.

use comfy_table::{ContentArrangement, Table, presets};

use super::theme::Theme;
use super::{Layout, text};

const MARGIN: usize = 2; // columns before a table
const GAP: usize = 2; // columns between two of its columns
const FLUSH_GAP: usize = 3; // the same in tables of `status`

/// Lays out `rows` under `header` at the margin, three spaces apart, as the tables of `status` are. On a
/// terminal, what does not fit the last column goes on below it.
pub(crate) fn flush(header: &[&str], rows: Vec<Vec<String>>, layout: &Layout) -> String {
    let rows: Vec<Vec<String>> = rows
        .into_iter()
        .map(|row| row.iter().map(|cell| text::line(cell).into_owned()).collect())
        .collect();
    let rows = wrapped(header, rows, 0, FLUSH_GAP, layout);
    let widths: Vec<usize> = (0..header.len()).map(|place| widest(header, &rows, place)).collect();
    let lay = |row: &[&str]| {
        let padded = row.iter().zip(&widths).map(|(cell, width)| {
            format!("{cell}{}", " ".repeat(width.saturating_sub(columns(cell)) + FLUSH_GAP))
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

/// Lays out `rows` under `header`, indented by two. On a terminal, what does not fit the last column goes on
/// below it.
pub(crate) fn wrapping(header: &[&str], rows: Vec<Vec<String>>, layout: &Layout) -> String {
    table(header, wrapped(header, rows, MARGIN, GAP, layout), layout)
}

/// Continues the last cells of rows in rows below them, where a terminal is too narrow.
fn wrapped(
    header: &[&str],
    rows: Vec<Vec<String>>,
    margin: usize,
    gap: usize,
    layout: &Layout,
) -> Vec<Vec<String>> {
    let Some(width) = layout.width.filter(|_| !layout.wide) else { return rows };
    let last = header.len().saturating_sub(1);
    let before: usize = (0..last).map(|place| widest(header, &rows, place) + gap).sum();
    let room = width.saturating_sub(margin + before);
    let continued = rows.into_iter().flat_map(|mut row| {
        let lines = match row.get(last) {
            Some(cell) if columns(cell) > room => text::indented(cell, 0, Some(room)),
            _ => return vec![row],
        };
        let mut lines = lines.lines().map(str::to_owned);
        row[last] = lines.next().unwrap_or_default();
        let below = lines.map(|line| {
            let mut row = vec![String::new(); last];
            row.push(line);
            row
        });
        std::iter::once(row).chain(below).collect()
    });
    continued.collect()
}

fn widest(header: &[&str], rows: &[Vec<String>], place: usize) -> usize {
    let cells = rows.iter().filter_map(|row| row.get(place)).map(|cell| columns(cell));
    cells.chain([columns(header[place])]).max().unwrap_or_default()
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
        // Color is added after the layout, so that it cannot affect it.
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
