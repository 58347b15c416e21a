//! Accepting insights: which ones a plan accepts, and how that list is changed.

use std::collections::BTreeSet;

use super::update_plan::{PlanFindings, UpdatePlan};
use crate::insight::{Insight, InsightId};
use schemars::JsonSchema;
use serde::Serialize;
use upgrade_graph::suggest;

/// An insight that an administrator accepted or rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InsightAcceptance {
    pub informer: String,
    pub uid: String,
    /// None accepts every insight with the uid.
    pub id: Option<InsightId>,
    /// False rejects it.
    pub holds: bool,
}

/// Where an insight is accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum InsightAcceptedBy {
    Plan,
    /// As a risk, in `spec.desiredUpdate.acceptRisks`.
    Cluster,
}

/// What a user wants to accept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InsightSelection {
    /// All listed insights that must be accepted.
    Listed,
    Named(AcceptEdit),
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AcceptEdit {
    pub add: Vec<String>,
    pub remove: Vec<String>,
}

/// The new list, and what it changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcceptChange {
    pub accepted: Vec<InsightAcceptance>,
    pub added: Vec<InsightId>,
    pub removed: Vec<InsightAcceptance>,
}

/// Why a list cannot be changed as requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AcceptError {
    Unknown {
        name: String,
        nearest: Vec<String>,
    },
    /// The name matches several insights: their ids.
    Ambiguous {
        name: String,
        ids: Vec<InsightId>,
    },
    /// The plan does not accept it, so it cannot be withdrawn.
    NotAccepted {
        name: String,
    },
    TooMany(usize),
}

/// The limit of a plan.
pub(super) const MOST_ACCEPTED: usize = 1_000;

impl InsightAcceptance {
    fn is_about(&self, informer: &str, insight: &Insight) -> bool {
        self.informer == informer
            && self.uid == insight.uid
            && self.id.as_ref().is_none_or(|id| *id == InsightId::new(informer, insight))
    }

    fn is_named(&self, name: &str) -> bool {
        let by_id = |id: &InsightId| id.text() == name || id.short() == name;
        self.uid == name || self.id.as_ref().is_some_and(by_id)
    }

    /// Returns how a sentence names it.
    pub fn label(&self) -> String {
        match &self.id {
            Some(id) => id.short(),
            None => format!("{}/{}", self.informer, self.uid),
        }
    }
}

/// Returns whether a list accepts an insight; a rejection takes precedence.
pub(super) fn is_accepted(list: &[InsightAcceptance], informer: &str, insight: &Insight) -> bool {
    let mut about = list.iter().filter(|entry| entry.is_about(informer, insight)).peekable();
    about.peek().is_some() && about.all(|entry| entry.holds)
}

impl UpdatePlan {
    /// Returns the new list of accepted insights.
    pub fn edit(
        &self,
        wanted: &InsightSelection,
        risks: &[String],
    ) -> Result<AcceptChange, AcceptError> {
        let found = self.found(risks);
        let edited = match wanted {
            InsightSelection::Listed => {
                let open: Vec<&PlanFindings> =
                    found.iter().filter(|found| found.is_open()).collect();
                self.with(&open, Vec::new())
            }
            InsightSelection::Named(edit) => {
                let add = edit.add.iter().map(|name| named(name, &found));
                let add: Vec<&PlanFindings> = add.collect::<Result<_, _>>()?;
                let mut remove = Vec::new();
                for name in &edit.remove {
                    remove.extend(self.withdrawn(name, &found)?);
                }
                self.with(&add, remove)
            }
        };
        match edited.accepted.len() {
            count if count > MOST_ACCEPTED => Err(AcceptError::TooMany(count)),
            _ => Ok(edited),
        }
    }

    fn with(&self, add: &[&PlanFindings], removed: Vec<InsightAcceptance>) -> AcceptChange {
        let mut accepted = self.accepted.clone();
        accepted.retain(|entry| !removed.contains(entry));
        let mut added = Vec::new();
        for found in add {
            let PlanFindings { informer, insight, id, .. } = found;
            if is_accepted(&accepted, informer, insight) || added.contains(id) {
                continue;
            }
            // Accepting replaces a rejection.
            accepted.retain(|entry| entry.holds || !entry.is_about(informer, insight));
            accepted.push(InsightAcceptance {
                informer: informer.clone(),
                uid: insight.uid.clone(),
                id: Some(id.clone()),
                holds: true,
            });
            added.push(id.clone());
        }
        AcceptChange { accepted, added, removed }
    }

    /// Returns the entries of a name; an insight that is no longer reported can be withdrawn, too.
    fn withdrawn(
        &self,
        name: &str,
        found: &[PlanFindings],
    ) -> Result<Vec<InsightAcceptance>, AcceptError> {
        let entries: Vec<InsightAcceptance> =
            self.accepted.iter().filter(|entry| entry.is_named(name)).cloned().collect();
        if !entries.is_empty() {
            return Ok(entries);
        }
        let found = named(name, found)?;
        let about = |entry: &&InsightAcceptance| entry.is_about(&found.informer, &found.insight);
        let entries: Vec<InsightAcceptance> = self.accepted.iter().filter(about).cloned().collect();
        if entries.is_empty() {
            return Err(AcceptError::NotAccepted { name: name.to_owned() });
        }
        Ok(entries)
    }
}

impl AcceptChange {
    pub fn changes_nothing(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty()
    }
}

/// Finds the insight with a name: its id, full or short, or its uid.
fn named<'a>(name: &str, found: &'a [PlanFindings]) -> Result<&'a PlanFindings, AcceptError> {
    let is_meant = |one: &&PlanFindings| {
        one.id.text() == name || one.id.short() == name || one.insight.uid == name
    };
    let meant: Vec<&PlanFindings> = found.iter().filter(is_meant).collect();
    match meant.as_slice() {
        [one] => Ok(one),
        [] => {
            let shorts = found.iter().map(|found| found.id.short());
            let known: BTreeSet<String> =
                shorts.chain(found.iter().map(|found| found.insight.uid.clone())).collect();
            let nearest = suggest::words(name, known.iter().map(String::as_str));
            let nearest = nearest.into_iter().map(str::to_owned).collect();
            Err(AcceptError::Unknown { name: name.to_owned(), nearest })
        }
        several => {
            let ids = several.iter().map(|found| found.id.clone()).collect();
            Err(AcceptError::Ambiguous { name: name.to_owned(), ids })
        }
    }
}

#[cfg(test)]
mod tests;
