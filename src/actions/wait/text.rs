//! The text of a wait: a line, a display, and the outcome.

use std::fmt::Write;

use crate::actions::wait::view::{OperatorsView, WaitEvent, WaitPoolView, WaitVerdictView};
use crate::output::text::{self, clipped, folded, indented, line, sentence, stretch};
use crate::output::{Format, Layout, Printable, general, lines};
use upgrade_core::wait::WaitGoal;

const FOLDED_LINES: usize = 3; // characters of one remark in the display
const NAMES_SHOWN: usize = 8; // operators in the display; JSON has all

impl Printable for WaitEvent {
    fn text(&self, layout: &Layout) -> String {
        let label = self.label();
        let label = line(&label);
        let after = stretch(self.elapsed_seconds);
        if matches!(self.verdict, None | Some(WaitVerdictView::Done)) {
            let said = match (self.goal, self.at_once) {
                (WaitGoal::Accepted, _) => format!("The cluster accepted the update to {label}"),
                (WaitGoal::Completed, true) => format!("The control plane is on {label}"),
                (WaitGoal::Workers, true) => {
                    format!("The control plane and all nodes are on {label}")
                }
                (WaitGoal::Completed, _) => format!("Updated to {label} in {after}"),
                (WaitGoal::Workers, _) => {
                    format!("Updated control plane and nodes to {label} in {after}")
                }
            };
            return format!("{}\n", layout.theme.good(&said));
        }
        let trouble = self.trouble.as_deref().map(sentence);
        let headline = match (self.verdict, trouble) {
            (Some(WaitVerdictView::Failed), Some(trouble)) => trouble,
            (_, trouble) => {
                let but = trouble.map(|trouble| format!("; {trouble}")).unwrap_or_default();
                format!("timed out after {after}: {label} is not {}{but}", reached(self.goal))
            }
        };
        let mut out = format!("{} {headline}\n", layout.theme.bad("error:"));
        let detail = self.message.as_ref().or(self.waiting_for.as_ref());
        if let Some(detail) = detail.filter(|_| self.connected) {
            let detail = text::message(detail);
            if detail != headline {
                out += &indented(&detail, 2, layout.width);
            }
        }
        out + &self.hints.iter().map(|hint| hint.text(layout)).collect::<String>()
    }

    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        match format {
            Format::Version => {
                let done = self.verdict == Some(WaitVerdictView::Done);
                let target = self.target.as_ref().filter(|_| done);
                Some(lines(target.and_then(|target| target.version.as_ref())))
            }
            other => general(self, other, layout),
        }
    }
}

impl WaitEvent {
    /// Returns the state in one line, for logs.
    pub(crate) fn line(&self) -> String {
        let after = stretch(self.elapsed_seconds);
        let operators = self.operators().map(operators);
        let counts: Vec<String> = operators.into_iter().chain(self.pools().map(pool)).collect();
        let mut out = format!("+{after:<8} ");
        if !counts.is_empty() {
            let _ = write!(out, "{}: ", sentence(&counts.join(", ")));
        }
        out += &sentence(self.waiting_for.as_deref().unwrap_or("done"));
        if let Some(trouble) = &self.trouble {
            let _ = write!(out, "; {}", sentence(trouble));
        }
        out
    }

    /// Returns the operators, once they update to the target.
    fn operators(&self) -> Option<&OperatorsView> {
        self.operators.as_ref().filter(|shown| self.is_taken_up && shown.total > 0)
    }

    /// Returns the pools, once they do.
    fn pools(&self) -> impl Iterator<Item = &WaitPoolView> {
        self.pools.iter().flatten().filter(|_| self.is_taken_up)
    }

    /// Returns the state in a few lines that fit the terminal, this many seconds after the start.
    pub(crate) fn display(&self, layout: &Layout, elapsed: i64) -> String {
        let width = layout.width.unwrap_or(80).saturating_sub(2).max(20);
        let label = self.label();
        let aim = match self.goal {
            WaitGoal::Accepted => format!("Waiting for the cluster to accept {label}"),
            WaitGoal::Completed => format!("Waiting for the update to {label}"),
            WaitGoal::Workers => format!("Waiting for the update to {label} on all nodes"),
        };
        let title = clipped(&sentence(&format!("{aim}, {}", stretch(elapsed))), width);
        let mut lines = vec![layout.theme.heading(&title)];
        let mut add = |text: String, paint: fn(&Layout, &str) -> String| {
            let folded = folded(&sentence(&text), 2, width, FOLDED_LINES);
            lines.extend(folded.iter().map(|line| paint(layout, line)));
        };
        if let Some(shown) = self.operators() {
            let names = |title: &str, names: &[String]| match names {
                [] => String::new(),
                names if names.len() > NAMES_SHOWN => format!("; {} {title}", names.len()),
                names => format!("; {title}: {}", names.join(", ")),
            };
            let progressing = names("progressing", &shown.progressing);
            let unavailable = names("unavailable", &shown.unavailable);
            let degraded = names("degraded", &shown.degraded);
            add(format!("{}{progressing}{unavailable}{degraded}", operators(shown)), plain);
        }
        let pools: Vec<String> = self.pools().map(pool).collect();
        if !pools.is_empty() {
            add(format!("pools {}", pools.join(", ")), plain);
        }
        if let Some(waiting_for) = &self.waiting_for {
            add(waiting_for.clone(), plain);
        }
        if let Some(trouble) = &self.trouble {
            add(trouble.clone(), |layout, text| layout.theme.warning(text));
        }
        lines.join("\n")
    }
}

fn plain(_: &Layout, text: &str) -> String {
    text.to_owned()
}

fn reached(goal: WaitGoal) -> &'static str {
    match goal {
        WaitGoal::Accepted => "accepted",
        WaitGoal::Completed => "completed",
        WaitGoal::Workers => "completed on all nodes",
    }
}

fn operators(operators: &OperatorsView) -> String {
    format!("operators {}/{}", operators.updated, operators.total)
}

fn pool(pool: &WaitPoolView) -> String {
    let count = |count: Option<usize>| count.map_or("?".to_owned(), |count| count.to_string());
    let paused = if pool.paused { " (paused)" } else { "" };
    let degraded = if pool.degraded { " (degraded)" } else { "" };
    format!("{} {}/{}{paused}{degraded}", pool.name, count(pool.updated), count(pool.machines))
}
