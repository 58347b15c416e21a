//! The text of `upgrade history`.

use std::fmt::Write;

use crate::commands::history::view::{HistoryEntryView, HistoryStateView, UpdateHistory};
use crate::output::table::fitting;
use crate::output::text::{self, indented, line, stretch};
use crate::output::{Format, Layout, Printable, general, lines};

const LONGEST_BAR: i64 = 12; // columns
const BAR: &str = "▇";
const ROOMY: usize = 100; // columns of a terminal that fits a full row

impl Printable for UpdateHistory {
    fn text(&self, layout: &Layout) -> String {
        if self.history.is_empty() {
            return "No update history\n".to_owned();
        }
        let mut out = self.table(layout);
        let hidden = self.total - self.history.len();
        if hidden > 0 {
            let _ = writeln!(out, "\n{hidden} older updates not shown");
        }
        for past in &self.history {
            if let Some(risks) = &past.accepted_risks {
                let version = past.version.as_deref().unwrap_or("an unknown version");
                let _ = writeln!(out, "\nRisks accepted for {}:", line(version));
                out += &indented(&text::message(risks), 2, layout.width);
            }
        }
        out
    }

    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        match format {
            Format::Version => {
                Some(lines(self.history.iter().filter_map(|past| past.version.as_ref())))
            }
            other => general(self, other, layout),
        }
    }
}

impl UpdateHistory {
    /// Leaves out, on a terminal that is too narrow, when updates ended, then whether they were verified,
    /// then how long they took.
    fn table(&self, layout: &Layout) -> String {
        fitting(&header(layout), &self.rows(layout), &["ENDED", "VERIFIED", "DURATION"], layout)
    }

    fn rows(&self, layout: &Layout) -> Vec<Vec<String>> {
        let longest = self.history.iter().filter_map(|past| past.duration_seconds).max();
        let row = |past: &HistoryEntryView| {
            let known = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
            let mut row = vec![
                known(&past.version),
                state(past.state).to_owned(),
                moment(past.started.as_ref(), layout),
                moment(past.ended.as_ref(), layout),
                duration(past, layout),
            ];
            if draws(layout) {
                row.push(bar(past.duration_seconds, longest));
            }
            row.push(verified(past.verified).to_owned());
            if layout.wide {
                row.push(known(&past.image));
            }
            row
        };
        self.history.iter().map(row).collect()
    }
}

fn header(layout: &Layout) -> Vec<&'static str> {
    let mut header = vec!["VERSION", "STATE", "STARTED", "ENDED", "DURATION"];
    if draws(layout) {
        header.push("");
    }
    header.push("VERIFIED");
    if layout.wide {
        header.push("IMAGE");
    }
    header
}

/// Bars need a wide terminal; in a pipe they would only add a column.
fn draws(layout: &Layout) -> bool {
    layout.width.is_some_and(|columns| columns >= ROOMY)
}

/// A pipe and `-o wide` have room for everything.
fn has_room(layout: &Layout) -> bool {
    layout.wide || layout.width.is_none_or(|columns| columns >= ROOMY)
}

/// If there is little room, minutes are precise enough.
fn moment(time: Option<&String>, layout: &Layout) -> String {
    let Some(time) = time else { return "-".to_owned() };
    match time.split_once('T') {
        Some((day, clock)) if !has_room(layout) => {
            format!("{day} {}", clock.get(..5).unwrap_or(clock))
        }
        _ => time.clone(),
    }
}

fn bar(seconds: Option<i64>, longest: Option<i64>) -> String {
    match (seconds, longest) {
        (Some(seconds), Some(longest)) if longest > 0 => {
            let columns = (seconds.saturating_mul(LONGEST_BAR) / longest).max(1);
            BAR.repeat(usize::try_from(columns).unwrap_or(1))
        }
        _ => String::new(),
    }
}

fn state(state: HistoryStateView) -> &'static str {
    match state {
        HistoryStateView::Completed => "Completed",
        HistoryStateView::UnderWay => "Partial (in progress)",
        HistoryStateView::NeverCompleted => "Partial (never completed)",
    }
}

fn duration(past: &HistoryEntryView, layout: &Layout) -> String {
    let has_room = has_room(layout);
    let so_far = if past.state == HistoryStateView::UnderWay && has_room { " so far" } else { "" };
    past.duration_seconds.map_or("-".to_owned(), |seconds| format!("{}{so_far}", stretch(seconds)))
}

fn verified(verified: Option<bool>) -> &'static str {
    match verified {
        Some(true) => "yes",
        Some(false) => "no",
        None => "-",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::theme::Theme;

    #[test]
    fn a_row_fits_a_terminal_and_has_bars_where_there_is_room() {
        let view = UpdateHistory::sample();
        let text = |width| view.text(&Layout { width, theme: Theme { color: false }, wide: false });
        assert!(
            text(Some(80)).lines().all(|line| line.chars().count() <= 80),
            "{}",
            text(Some(80))
        );
        assert!(text(Some(80)).contains("2021-04-06 10:00"));
        for width in [60, 80, 120, 200] {
            let text = text(Some(width));
            assert!(text.lines().all(|line| line.chars().count() <= width), "{width}: {text}");
            assert!(text.contains("STARTED") && text.contains("DURATION"), "{width}: {text}");
        }
        assert!(text(Some(120)).contains(BAR) && !text(None).contains(BAR));
        assert!(text(None).contains("2021-04-06T10:00:00Z"));
    }
}
