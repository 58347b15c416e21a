//! Risks that several updates share, described once: for a terminal, on which lists get long.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::actions::list_updates::text::risk_title;
use crate::actions::list_updates::view::NotRecommended;
use crate::output::Layout;
use crate::output::parts::risk::RiskView;
use crate::output::text::{self, labelled, line};
use upgrade_graph::condition::Status;

/// The risks of the updates whose messages are replaced by names.
#[derive(Debug, Default)]
pub(crate) struct SharedRisks<'a> {
    /// The indexes of these updates.
    folded: BTreeSet<usize>,
    risks: BTreeMap<Key<'a>, SharedRisk<'a>>,
}

/// The identity of a risk: one name may have different texts.
type Key<'a> = (&'a str, &'a str, Option<&'a str>);

/// A risk, and what the updates that have it report about it.
#[derive(Debug, Default)]
struct SharedRisk<'a> {
    applies: Vec<&'a str>,
    may_apply: Vec<&'a str>,
    does_not_apply: Vec<&'a str>,
    /// Why it could not be evaluated, each text once.
    failures: Vec<&'a str>,
}

impl<'a> SharedRisks<'a> {
    /// Finds the updates whose messages consist of the texts of their risks, at least one of which is a
    /// risk of another update. Every other message is shown as it is.
    pub(crate) fn new(updates: &'a [NotRecommended]) -> Self {
        let mut counts: BTreeMap<Key<'_>, usize> = BTreeMap::new();
        for risk in updates.iter().flat_map(|update| &update.risks) {
            *counts.entry(key(risk)).or_default() += 1;
        }
        let is_shared = |key: Key<'_>| counts.get(&key).is_some_and(|count| *count > 1);
        let mut shared = Self::default();
        for (place, update) in updates.iter().enumerate() {
            if named(update).any(is_shared) {
                shared.folded.insert(place);
                let described = update.risks.iter().map(|risk| (key(risk), SharedRisk::default()));
                shared.risks.extend(described);
            }
        }
        for (place, update) in updates.iter().enumerate() {
            shared.add(update);
            if shared.replace(place) {
                shared.add_failures(update);
            }
        }
        shared
    }

    /// Adds the described risks of this update.
    fn add(&mut self, update: &'a NotRecommended) {
        for risk in &update.risks {
            let Some(known) = self.risks.get_mut(&key(risk)) else { continue };
            let versions = match risk.applies {
                Status::True => &mut known.applies,
                Status::Unknown => &mut known.may_apply,
                Status::False => &mut known.does_not_apply,
            };
            versions.push(&update.release.version);
        }
    }

    fn add_failures(&mut self, update: &'a NotRecommended) {
        for part in update.parts.iter().flatten() {
            let known = update.risks.get(part.risk).and_then(|it| self.risks.get_mut(&key(it)));
            let (Some(known), Some(failure)) = (known, part.failure.as_deref()) else { continue };
            if !known.failures.contains(&failure) {
                known.failures.push(failure);
            }
        }
    }

    /// Returns whether the message of the update at that index is replaced by names.
    pub(crate) fn replace(&self, place: usize) -> bool {
        self.folded.contains(&place)
    }

    /// Describes each risk once; nothing if no message is replaced.
    pub(crate) fn text(&self, layout: &Layout) -> String {
        if self.risks.is_empty() {
            return String::new();
        }
        let heading = layout.theme.heading("Risks of these updates:");
        let mut out = format!("\n{heading}\n");
        for ((name, message, url), risk) in &self.risks {
            let name = if name.is_empty() { "(unnamed)".into() } else { line(name) };
            let _ = write!(out, "\n  {}\n", layout.theme.version(&name));
            out += &text::indented(&text::message(message), 4, layout.width);
            if let Some(url) = url {
                out += &text::indented(&line(url), 4, layout.width);
            }
            out += &risk.text(layout);
        }
        out
    }
}

impl SharedRisk<'_> {
    fn text(&self, layout: &Layout) -> String {
        let mut out = String::new();
        for (label, versions) in [
            ("Applies to", &self.applies),
            ("May apply to", &self.may_apply),
            ("Does not apply to", &self.does_not_apply),
        ] {
            out += &labelled(label, &line(&versions.join(", ")), 4, layout.width);
        }
        if let [first, rest @ ..] = self.failures.as_slice() {
            out += &text::indented(&text::message(first), 4, layout.width);
            let more = match rest.len() {
                0 => String::new(),
                1 => "1 more evaluation failed (see -o json)".to_owned(),
                count => format!("{count} more evaluations failed (see -o json)"),
            };
            out += &text::indented(&more, 4, layout.width);
        }
        out
    }
}

/// The names of an update's risks, if they replace their texts.
#[derive(Debug)]
pub(crate) struct RiskNames {
    pub(crate) in_message: String,
    pub(crate) others: String,
}

impl RiskNames {
    pub(crate) fn new(update: &NotRecommended) -> Self {
        let parts = || update.parts.iter().flatten();
        let in_message = parts().filter_map(|part| update.risks.get(part.risk));
        let others = update.risks.iter().enumerate();
        let others = others.filter(|(place, _)| parts().all(|part| part.risk != *place));
        let joined = |titles: Vec<String>| titles.join(", ");
        Self {
            in_message: joined(in_message.map(risk_title).collect()),
            others: joined(others.map(|(_, risk)| risk_title(risk)).collect()),
        }
    }
}

fn named(update: &NotRecommended) -> impl Iterator<Item = Key<'_>> {
    let parts = update.parts.iter().flatten();
    parts.filter_map(|part| update.risks.get(part.risk)).map(key)
}

fn key(risk: &RiskView) -> Key<'_> {
    (&risk.name, &risk.message, risk.url.as_deref())
}
