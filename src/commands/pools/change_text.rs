//! The text of a pause or resume: the checks that failed, and the result.

use crate::actions::list_updates::text::which_cluster;
use crate::actions::request::finding_view::FindingView;
use crate::actions::request::outcome_text::{
    differently_hints, headline, paragraph, reason, replaced_hint, unsent,
};
use crate::actions::set::outcome::SetOutcome;
use crate::commands::pools::change_view::{PoolChangeReport, PoolChangeView};
use crate::error::Hint;
use crate::output::text::{self, indented, line};
use crate::output::{Format, Layout, Printable, general, lines};
use upgrade_core::pools::change::PoolAction;

impl Printable for PoolChangeReport {
    fn text(&self, layout: &Layout) -> String {
        let outcome = self.outcome;
        let is_error = outcome.refused() || outcome.failed();
        let mut out = headline(&self.headline(), is_error, layout);
        out += &which_cluster(&self.cluster, 2, layout);
        if !is_error {
            out += &self.effects(layout);
        }
        if outcome == SetOutcome::Refused {
            for finding in &self.findings {
                out += &paragraph(finding, self.findings.len() > 1, layout);
            }
            out.push('\n');
            out += &Hint::from("this check cannot be overridden").text(layout);
        }
        if outcome == SetOutcome::Replaced {
            let how = text::message(self.note.as_deref().unwrap_or_default());
            out.push('\n');
            out += &indented(&how, 2, layout.width);
            out += &replaced_hint(layout);
        }
        if outcome.failed() {
            out += &differently_hints(&[], layout);
        }
        out += &self.patches();
        if !self.hints.is_empty() {
            out += &self.hints.iter().map(|hint| hint.text(layout)).collect::<String>();
        }
        out
    }

    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        match format {
            Format::Name => Some(lines(self.pools.iter().map(|pool| &pool.name))),
            other => general(self, other, layout),
        }
    }
}

impl PoolChangeReport {
    /// What a user confirms.
    pub(crate) fn question(&self, layout: &Layout) -> String {
        let (to, ..) = self.verbs();
        let names = listed(self.pools.iter().filter(|pool| pool.changes));
        let mut out = format!("{} {names}\n", text::capitalized(to));
        out += &which_cluster(&self.cluster, 2, layout);
        out += &self.effects(layout);
        out.push('\n');
        out
    }

    fn effects(&self, layout: &Layout) -> String {
        let effects = self.pools.iter().filter_map(|pool| pool.effect.as_ref());
        let line = |effect: &String| {
            let effect = text::capitalized(&line(effect));
            indented(&text::sentence(&effect), 2, layout.width)
        };
        effects.map(line).collect()
    }

    /// `pause`, `Paused`, `pausing`, `paused`.
    fn verbs(&self) -> (&'static str, &'static str, &'static str, &'static str) {
        match self.action {
            PoolAction::Pause => ("pause", "Paused", "pausing", "already paused"),
            PoolAction::Resume => ("resume", "Resumed", "resuming", "not paused"),
        }
    }

    fn headline(&self) -> String {
        let (to, done, doing, already) = self.verbs();
        let all = || self.pools.iter();
        let changes = listed(all().filter(|pool| pool.changes));
        let changed = listed(all().filter(|pool| pool.changed));
        let others = listed(all().filter(|pool| pool.changes && !pool.changed));
        let partly = |what: String| match changed.as_str() {
            "" => what,
            changed => format!("{} {changed} only: {what}", done.to_lowercase()),
        };
        match self.outcome {
            SetOutcome::Set => format!("{done} {changed}"),
            SetOutcome::Unchanged => {
                let verb = if self.pools.len() == 1 { "is" } else { "are" };
                format!("{} {verb} {already}", listed(all()))
            }
            SetOutcome::Refused => {
                let findings: Vec<&FindingView> = self.findings.iter().collect();
                let what = if self.pools.is_empty() { "pools".to_owned() } else { changes };
                format!("cannot {to} {what}: {}", reason(&findings))
            }
            SetOutcome::Replaced => partly(format!("cannot {to} {others}")),
            SetOutcome::StoredDifferently | SetOutcome::WouldBeStoredDifferently => {
                text::sentence(self.note.as_deref().unwrap_or_default())
            }
            SetOutcome::NotConfirmed if changed.is_empty() => {
                "canceled: the cluster was not changed".to_owned()
            }
            SetOutcome::NotConfirmed => partly(format!("canceled before {others}")),
            SetOutcome::Changed => partly(format!(
                "{others} changed during the request. Review it with `upgrade pools` and run the \
                 command again"
            )),
            SetOutcome::DryRunClient => format!("Would {to} {changes} (dry run)"),
            SetOutcome::DryRunServer => format!("Validated {doing} {changes} (server dry run)"),
        }
    }

    /// The patches of a dry run, with the names of their pools if there are several.
    fn patches(&self) -> String {
        let pools: Vec<&PoolChangeView> =
            self.pools.iter().filter(|pool| pool.patch.is_some()).collect();
        let is_dry_run = self.outcome.is_dry_run();
        let patch = |pool: &&PoolChangeView| {
            let title = if pools.len() > 1 && is_dry_run {
                format!("\n{}:", line(&pool.name))
            } else {
                String::new()
            };
            title + &unsent(is_dry_run, pool.patch.as_ref())
        };
        pools.iter().map(patch).collect()
    }
}

/// `a`, `a and b`, `a, b and c`.
fn listed<'a>(pools: impl Iterator<Item = &'a PoolChangeView>) -> String {
    let names: Vec<String> = pools.map(|pool| line(&pool.name).into_owned()).collect();
    match names.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}
