//! Accepting insights: which ones a plan accepts, and how that list is changed.

use std::collections::BTreeSet;

use super::plan::{Found, Plan};
use crate::domain::insight::{Id, Insight};
use crate::domain::nearest;
use schemars::JsonSchema;
use serde::Serialize;

/// An insight that an administrator has accepted, or refuses to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Accepted {
    pub(crate) informer: String,
    pub(crate) uid: String,
    /// None is for whatever the uid is about.
    pub(crate) id: Option<Id>,
    /// False refuses it.
    pub(crate) holds: bool,
}

/// Where an insight is accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum AcceptedBy {
    Plan,
    /// As a risk, in `spec.desiredUpdate.acceptRisks`.
    Cluster,
}

/// What a user wants to have accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// All that is listed and waits for it.
    Listed,
    Named(Edit),
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Edit {
    pub(crate) add: Vec<String>,
    pub(crate) remove: Vec<String>,
}

/// The list as it is to be, and what that changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Edited {
    pub(crate) accepted: Vec<Accepted>,
    pub(crate) added: Vec<Id>,
    pub(crate) removed: Vec<Accepted>,
}

/// Why a list cannot be changed as wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unfit {
    Unknown {
        name: String,
        nearest: Vec<String>,
    },
    /// The name stands for several insights: their ids.
    Ambiguous {
        name: String,
        ids: Vec<Id>,
    },
    /// It is to be withdrawn and is not accepted by the plan.
    NotAccepted {
        name: String,
    },
    TooMany(usize),
}

/// The most that a plan holds.
pub(super) const MOST_ACCEPTED: usize = 1_000;

impl Accepted {
    fn is_about(&self, informer: &str, insight: &Insight) -> bool {
        self.informer == informer
            && self.uid == insight.uid
            && self.id.as_ref().is_none_or(|id| *id == Id::of(informer, insight))
    }

    fn is_named(&self, name: &str) -> bool {
        let by_id = |id: &Id| id.text() == name || id.short() == name;
        self.uid == name || self.id.as_ref().is_some_and(by_id)
    }

    /// Returns how a sentence names it.
    pub(crate) fn label(&self) -> String {
        match &self.id {
            Some(id) => id.short(),
            None => format!("{}/{}", self.informer, self.uid),
        }
    }
}

/// Returns whether a list accepts an insight; whoever refuses to has the last word.
pub(super) fn is_accepted(list: &[Accepted], informer: &str, insight: &Insight) -> bool {
    let mut about = list.iter().filter(|entry| entry.is_about(informer, insight)).peekable();
    about.peek().is_some() && about.all(|entry| entry.holds)
}

impl Plan {
    /// Returns the list of accepted insights as it is to be.
    pub(crate) fn edit(&self, wanted: &Wanted, risks: &[String]) -> Result<Edited, Unfit> {
        let found = self.found(risks);
        let edited = match wanted {
            Wanted::Listed => {
                let open: Vec<&Found> = found.iter().filter(|found| found.is_open()).collect();
                self.with(&open, Vec::new())
            }
            Wanted::Named(edit) => {
                let add = edit.add.iter().map(|name| named(name, &found));
                let add: Vec<&Found> = add.collect::<Result<_, _>>()?;
                let mut remove = Vec::new();
                for name in &edit.remove {
                    remove.extend(self.withdrawn(name, &found)?);
                }
                self.with(&add, remove)
            }
        };
        match edited.accepted.len() {
            count if count > MOST_ACCEPTED => Err(Unfit::TooMany(count)),
            _ => Ok(edited),
        }
    }

    fn with(&self, add: &[&Found], removed: Vec<Accepted>) -> Edited {
        let mut accepted = self.accepted.clone();
        accepted.retain(|entry| !removed.contains(entry));
        let mut added = Vec::new();
        for found in add {
            let Found { informer, insight, id, .. } = found;
            if is_accepted(&accepted, informer, insight) || added.contains(id) {
                continue;
            }
            // What was refused is accepted now.
            accepted.retain(|entry| entry.holds || !entry.is_about(informer, insight));
            accepted.push(Accepted {
                informer: informer.clone(),
                uid: insight.uid.clone(),
                id: Some(id.clone()),
                holds: true,
            });
            added.push(id.clone());
        }
        Edited { accepted, added, removed }
    }

    /// Returns the entries of a name; one that is reported no longer can be withdrawn, too.
    fn withdrawn(&self, name: &str, found: &[Found]) -> Result<Vec<Accepted>, Unfit> {
        let entries: Vec<Accepted> =
            self.accepted.iter().filter(|entry| entry.is_named(name)).cloned().collect();
        if !entries.is_empty() {
            return Ok(entries);
        }
        let found = named(name, found)?;
        let about = |entry: &&Accepted| entry.is_about(&found.informer, &found.insight);
        let entries: Vec<Accepted> = self.accepted.iter().filter(about).cloned().collect();
        if entries.is_empty() {
            return Err(Unfit::NotAccepted { name: name.to_owned() });
        }
        Ok(entries)
    }
}

impl Edited {
    pub(crate) fn changes_nothing(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty()
    }
}

/// Finds the one insight that a name stands for: its id, whole or short, or its uid.
fn named<'a>(name: &str, found: &'a [Found]) -> Result<&'a Found, Unfit> {
    let is_meant =
        |one: &&Found| one.id.text() == name || one.id.short() == name || one.insight.uid == name;
    let meant: Vec<&Found> = found.iter().filter(is_meant).collect();
    match meant.as_slice() {
        [one] => Ok(one),
        [] => {
            let shorts = found.iter().map(|found| found.id.short());
            let known: BTreeSet<String> =
                shorts.chain(found.iter().map(|found| found.insight.uid.clone())).collect();
            let nearest = nearest::words(name, known.iter().map(String::as_str));
            let nearest = nearest.into_iter().map(str::to_owned).collect();
            Err(Unfit::Unknown { name: name.to_owned(), nearest })
        }
        several => {
            let ids = several.iter().map(|found| found.id.clone()).collect();
            Err(Unfit::Ambiguous { name: name.to_owned(), ids })
        }
    }
}

#[cfg(test)]
#[path = "accept_tests.rs"]
mod tests;
