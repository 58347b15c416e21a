//! Collects what all informers report: an informer that cannot report becomes an insight itself.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::informer::{Informer, InformerOutcome, InformerResponse, Online, Reply};
use crate::insight::{
    Area, Impact, Insight, InsightCode, InsightId, Level, MOST_INSIGHTS, Object, is_reserved,
};

/// What was collected at one time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collection {
    pub at: Timestamp,
    /// Who collected it.
    pub by: String,
    /// The version of the cluster.
    pub from: String,
    /// In the order of their names, built-in ones first.
    pub informers: Vec<InformerResult>,
    /// The uids of the pools that insights are about, as far as they are known.
    pub pools: BTreeMap<Object, String>,
    /// Notes on the behavior of informers.
    pub noted: Vec<String>,
}

/// The result of one informer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InformerResult {
    pub name: String,
    pub state: InformerState,
    pub message: String,
    pub insights: Vec<Insight>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub enum InformerState {
    Answered,
    Disabled,
    NotImplemented,
    Degraded,
    Offline,
    Failed,
    Invalid,
    TimedOut,
}

/// An informer that was queried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InformerQuery {
    pub informer: Informer,
    pub outcome: InformerOutcome,
}

/// An insight that has another scope than before, with the same uid.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct MovedInsight {
    informer: String,
    uid: String,
    id: InsightId,
}

/// Joins the results of the built-in informers and the others.
pub fn aggregate(
    mut collection: Collection,
    asked: Vec<InformerQuery>,
    before: Option<&Collection>,
) -> Collection {
    let at = collection.at;
    let mut others: Vec<InformerResult> =
        asked.into_iter().map(|asked| contribution(asked, at)).collect();
    others.sort_by(|a, b| a.name.cmp(&b.name));
    collection.informers.extend(others);
    for informer in &mut collection.informers {
        dedup(informer);
        limit(informer);
        let insights = std::mem::take(&mut informer.insights).into_iter();
        let stored = insights.map(|insight| Insight {
            acquired: insight.acquired.or(Some(at)),
            ..insight.stored_by(&informer.name)
        });
        informer.insights = stored.collect();
    }
    let moved = before.map(|before| moved(before, &collection)).unwrap_or_default();
    collection.noted.extend(moved.into_iter().map(|MovedInsight { informer, uid, .. }| {
        format!(
            "{informer} reports other objects than before under the uid {uid}: this is a new insight"
        )
    }));
    collection
}

/// Returns insights with a known uid and a new scope.
fn moved(before: &Collection, now: &Collection) -> BTreeSet<MovedInsight> {
    let mut known: BTreeMap<(&str, &str), BTreeSet<InsightId>> = BTreeMap::new();
    for (informer, insight) in before.insights() {
        let ids = known.entry((informer, &insight.uid)).or_default();
        ids.insert(InsightId::new(informer, insight));
    }
    let moved = now.insights().filter_map(|(informer, insight)| {
        let id = InsightId::new(informer, insight);
        let before = known.get(&(informer, insight.uid.as_str()))?;
        let (informer, uid) = (informer.to_owned(), insight.uid.clone());
        (!before.contains(&id)).then_some(MovedInsight { informer, uid, id })
    });
    moved.collect()
}

/// Returns the insights that need attention even after an update.
pub fn unresolved(informers: Vec<InformerResult>) -> Vec<InformerResult> {
    let open = |mut informer: InformerResult| {
        informer.insights.retain(|insight| insight.remediation.resolved == Some(false));
        informer
    };
    informers.into_iter().map(open).filter(|informer| !informer.insights.is_empty()).collect()
}

impl InformerResult {
    /// Returns the result of an informer that reports more than can be stored.
    pub(crate) fn without_its_insights(&self) -> Self {
        let count = self.insights.len();
        let why = format!("its {count} insights exceed what can be stored");
        failed(&self.name, InformerState::Invalid, why)
    }

    /// Keeps the unresolved insights of an informer that does not answer now.
    fn remember(&mut self, before: &[Self]) {
        if matches!(
            self.state,
            InformerState::Answered | InformerState::Disabled | InformerState::NotImplemented
        ) {
            return;
        }
        let known = before.iter().filter(|known| known.name == self.name);
        let open = known
            .flat_map(|known| &known.insights)
            .filter(|insight| insight.remediation.resolved == Some(false));
        self.insights.extend(open.cloned());
        dedup(self);
    }
}

impl Collection {
    /// Keeps the unresolved insights of informers that do not answer now. If informers cannot be
    /// listed, none of them counts as deleted.
    pub fn remember(&mut self, before: &[InformerResult], are_listed: bool) {
        for informer in &mut self.informers {
            informer.remember(before);
        }
        if !are_listed {
            let is_known = |name: &str| self.informers.iter().any(|known| known.name == name);
            let open = unresolved(before.to_vec()).into_iter();
            let silent: Vec<_> = open.filter(|informer| !is_known(&informer.name)).collect();
            self.informers.extend(silent);
        }
    }

    /// Returns the pools that insights are about.
    pub fn pools_named(&self) -> BTreeSet<Object> {
        let insights = self.insights().map(|(_, insight)| insight);
        let of_workers = insights.filter(|insight| insight.scope.area == Area::WorkerPool);
        of_workers.flat_map(|insight| insight.scope.pools.iter().cloned()).collect()
    }

    /// Returns every insight with the name of its informer.
    pub fn insights(&self) -> impl Iterator<Item = (&str, &Insight)> {
        self.informers.iter().flat_map(|informer| {
            informer.insights.iter().map(|insight| (informer.name.as_str(), insight))
        })
    }
}

fn contribution(asked: InformerQuery, at: Timestamp) -> InformerResult {
    let InformerQuery { informer, outcome } = asked;
    let Informer { name, online, .. } = &informer;
    if is_reserved(name) {
        let why = "its name is reserved for a built-in informer".to_owned();
        return failed(name, InformerState::Invalid, why);
    }
    let mut found = match outcome {
        InformerOutcome::Disabled => {
            answered(name, InformerState::Disabled, "disabled by an administrator")
        }
        InformerOutcome::NotImplemented => {
            answered(name, InformerState::NotImplemented, "it does not implement this")
        }
        InformerOutcome::Replied(reply) => replied(name, reply),
        InformerOutcome::Degraded { message } => failed(name, InformerState::Degraded, message),
        InformerOutcome::Offline { why } => failed(name, InformerState::Offline, why),
        InformerOutcome::Failed { why } => failed(name, InformerState::Failed, why),
        InformerOutcome::Invalid { why } => failed(name, InformerState::Invalid, why),
        InformerOutcome::TimedOut { after, said } => {
            failed(name, InformerState::TimedOut, waited(after, said))
        }
    };
    if let (Online::Silent { since }, InformerState::Answered) = (online, found.state) {
        let minutes = at.duration_since(*since).as_secs() / 60;
        let why = format!("no heartbeat for {minutes} minutes");
        found.insights.push(synthetic(name, InformerState::Degraded, &why));
    }
    found
}

fn answered(name: &str, state: InformerState, message: &str) -> InformerResult {
    let message = message.to_owned();
    InformerResult { name: name.to_owned(), state, message, insights: Vec::new() }
}

/// An informer that does not answer is an insight itself: what it would report is unknown.
fn failed(name: &str, state: InformerState, why: String) -> InformerResult {
    let insights = vec![synthetic(name, state, &why)];
    InformerResult { name: name.to_owned(), state, message: why, insights }
}

fn waited(after: Duration, said: Option<String>) -> String {
    let after = after.as_secs_f64();
    match said {
        Some(said) if !said.is_empty() => {
            format!("no answer within {after}s; last message: {said}")
        }
        _ => format!("no answer within {after}s"),
    }
}

fn replied(name: &str, reply: Reply) -> InformerResult {
    let Reply { response, message, mut insights, mut problems } = reply;
    if insights.len() > MOST_INSIGHTS {
        let count = insights.len();
        problems.push(format!("{count} insights exceed the limit of {MOST_INSIGHTS}"));
        insights.sort_by_key(|insight| Reverse(insight.level));
        insights.truncate(MOST_INSIGHTS - 1); // and one that says so
    }
    // An informer that fails and explains why has reported it; otherwise the explanation is added
    // here.
    let unexplained = response != InformerResponse::Success && insights.is_empty();
    let mut state = InformerState::Answered;
    if response != InformerResponse::Success {
        state = InformerState::Failed;
    }
    if unexplained {
        let why = if message.is_empty() { "it reports a failure" } else { &message };
        insights.push(synthetic(name, InformerState::Failed, why));
    }
    if !problems.is_empty() {
        state = InformerState::Invalid;
        insights.push(synthetic(name, InformerState::Invalid, &problems.join("; ")));
    }
    InformerResult { name: name.to_owned(), state, message, insights }
}

/// An insight of ours about an informer.
fn synthetic(informer: &str, state: InformerState, why: &str) -> Insight {
    let (uid, said, action) = match state {
        InformerState::Degraded => ("InformerDegraded", "is degraded", "repair the informer"),
        InformerState::Offline => {
            ("InformerOffline", "cannot be reached", "check that its service is running")
        }
        InformerState::Invalid => (
            "InformerInvalid",
            "returned an invalid answer",
            "report it to the author of the informer",
        ),
        InformerState::TimedOut => {
            ("InformerTimeout", "does not answer in time", "use a longer --wait")
        }
        InformerState::Failed
        | InformerState::Answered
        | InformerState::Disabled
        | InformerState::NotImplemented => {
            ("InformerFailed", "has failed", "check the logs of the informer")
        }
    };
    let action = format!("{action}; or set spec.enabled of updateinformers/{informer} to false");
    let summary = format!("Informer {informer} {said}");
    Insight::new(InsightCode::Reported, uid, Level::Warning, Impact::Unknown, summary)
        .concerning(Object::new("UpdateInformer", informer))
        .describing(format!("Its insights are unknown: {why}"))
        .remedied_by(action)
}

/// Keeps the most severe of more insights than can be stored, and counts the others.
fn limit(informer: &mut InformerResult) {
    let insights = &mut informer.insights;
    if insights.len() <= MOST_INSIGHTS {
        return;
    }
    insights.sort_by_key(|insight| Reverse(insight.level));
    let rest = insights.split_off(MOST_INSIGHTS - 1);
    let worst = rest.first().map_or(Level::Unknown, |insight| insight.level);
    let summary = format!("{} more insights of {} are not listed", rest.len(), informer.name);
    let more = Insight::new(InsightCode::Reported, "MoreInsights", worst, Impact::Unknown, summary)
        .remedied_by("resolve the listed ones and check again");
    insights.push(more);
}

/// Of duplicate insights, the most severe counts.
fn dedup(informer: &mut InformerResult) {
    let mut places: BTreeMap<InsightId, usize> = BTreeMap::new();
    let mut kept: Vec<Insight> = Vec::new();
    for insight in std::mem::take(&mut informer.insights) {
        match places.get(&InsightId::new(&informer.name, &insight)) {
            Some(&place) if kept[place].level < insight.level => kept[place] = insight,
            Some(_) => {}
            None => {
                places.insert(InsightId::new(&informer.name, &insight), kept.len());
                kept.push(insight);
            }
        }
    }
    informer.insights = kept;
}

impl InformerState {
    pub const ALL: [(Self, &'static str); 8] = [
        (Self::Answered, "Answered"),
        (Self::Disabled, "Disabled"),
        (Self::NotImplemented, "NotImplemented"),
        (Self::Degraded, "Degraded"),
        (Self::Offline, "Offline"),
        (Self::Failed, "Failed"),
        (Self::Invalid, "Invalid"),
        (Self::TimedOut, "TimedOut"),
    ];

    /// Reads a stored state; an unknown word is a failure.
    pub(crate) fn read(text: &str) -> Self {
        let known = Self::ALL.iter().find(|(_, name)| *name == text);
        known.map_or(Self::Failed, |(state, _)| *state)
    }

    pub fn text(self) -> &'static str {
        Self::ALL.iter().find(|(state, _)| *state == self).map_or("Failed", |(_, name)| name)
    }
}

#[cfg(test)]
mod tests;
