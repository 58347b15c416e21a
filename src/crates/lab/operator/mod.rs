//! The simulated cluster: what operators do to a store as time goes by.
//!
//! Each step is a pure function of the objects, the time and what was remembered: it does what is
//! due and returns when to run again. So a cluster can be stored and resumed, be changed by any
//! client in between, and be stepped by hand.

pub(crate) mod alerts;
pub(crate) mod available_updates;
pub(crate) mod conditions;
pub(crate) mod drain;
pub(crate) mod events;
pub(crate) mod external_service;
pub(crate) mod history;
pub(crate) mod load_release;
pub(crate) mod machine_config_nodes;
pub(crate) mod machine_config_operator;
pub(crate) mod nodes;
pub(crate) mod objects;
pub(crate) mod pools;
pub(crate) mod preconditions;
pub(crate) mod retrieve;
pub(crate) mod risks;
pub(crate) mod rollout;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

use crate::selector::Selector;
use crate::settings::{OwnService, Settings, SettingsFile};
use crate::store::{Key, Store};
use upgrade_graph::offers::Offers;
use upgrade_graph::risk::QueryAnswer;

pub use external_service::{ServiceAnswer, ServiceRequest};
pub(crate) use nodes::kubelet;
pub(crate) use objects::number;
pub(crate) use pools::{machine_config, rendered};
pub(crate) use rollout::OPERATORS;

/// Operates a cluster.
#[derive(Debug, Clone)]
pub struct Operator {
    settings: Settings,
    /// How many times faster than life things are done.
    speed: u32,
    memory: Memory,
    due: Option<Timestamp>,
    /// The revision that the last look left behind: nothing but a later one, or time, is news.
    acted_on: Option<u64>,
}

/// What is known beside the objects.
#[derive(Debug, Clone, Default)]
struct Memory {
    /// When a situation was first seen; it is forgotten when it ends.
    since: BTreeMap<String, Timestamp>,
    retrieval: Option<retrieve::Retrieval>,
    /// When each query was asked.
    asked: BTreeMap<String, (Timestamp, QueryAnswer)>,
    /// What the lists on the object were made of.
    listed: Option<available_updates::Basis>,
    elsewhere: external_service::ExternalService,
}

/// One step of the cluster, at one time.
struct StepContext<'a> {
    store: &'a mut Store,
    now: Timestamp,
    settings: &'a Settings,
    speed: u32,
    memory: &'a mut Memory,
    /// Situations that are seen in this look.
    seen: BTreeSet<String>,
    /// When there is something to do again.
    next: Option<Timestamp>,
}

const KNOWN_FOR: SignedDuration = SignedDuration::from_mins(30);
const ROUNDS: usize = 100; // one thing leads to another, but not without end

impl Operator {
    pub(crate) fn new(settings: Settings, speed: u32) -> Self {
        let memory = Memory { since: settings.since.clone(), ..Memory::default() };
        Self { settings, speed: speed.max(1), memory, due: None, acted_on: None }
    }

    /// Fills in what the recorded objects leave out, as if the cluster had been looked after all along.
    pub(crate) fn settle(&mut self, store: &mut Store) {
        let SettingsFile { operated, furnish, .. } = self.settings.wire;
        if operated == Some(false) && furnish == Some(false) {
            return; // it is complete, and stays as it was recorded
        }
        let Some(now) = store.now else { return };
        let mut context = self.context(store, now);
        pools::settle(&mut context);
        machine_config_operator::settle(&mut context);
        if context.settings.graph.is_some() {
            retrieve::at_once(&mut context);
            // What is found out now was so before.
            context.now = now.checked_sub(KNOWN_FOR).unwrap_or(now);
            risks::upgradeable(&mut context);
            available_updates::compose(&mut context);
        }
    }

    /// Lets time pass until a moment; everything that falls due happens at its own time.
    pub(crate) fn step(&mut self, store: &mut Store, until: Timestamp) {
        let mut now = store.now.unwrap_or(until).min(until);
        let quiet = self.acted_on == Some(store.revision());
        let idle = quiet && self.due.is_none_or(|due| due > until);
        let as_recorded = self.settings.wire.operated == Some(false) && store.is_untouched();
        if idle || as_recorded {
            store.now = Some(until);
            return;
        }
        loop {
            store.now = Some(now);
            self.due = self.act(store, now);
            match self.due.filter(|due| *due <= until) {
                Some(due) => now = due.max(now),
                None => break,
            }
        }
        store.now = Some(until);
        self.acted_on = Some(store.revision());
    }

    pub(crate) fn set_speed(&mut self, speed: u32) {
        self.speed = speed.max(1);
        self.acted_on = None;
    }

    /// Returns when there is something to do again.
    pub(crate) fn due(&self) -> Option<Timestamp> {
        self.due
    }

    /// Returns since when things are as they are.
    pub(crate) fn since(&self) -> &BTreeMap<String, Timestamp> {
        &self.memory.since
    }

    /// Returns the update service of a lab that is served.
    pub(crate) fn own_service(&self) -> Option<&OwnService> {
        self.settings.own.as_ref()
    }

    /// Returns what is saved of a cluster beside its objects.
    pub(crate) fn saved(&self, store: &Store) -> (SettingsFile, Option<&Value>) {
        (self.settings.saved(store.now, &self.memory.since), self.settings.graph_wire.as_ref())
    }

    /// Does all that is due at a moment.
    fn act(&mut self, store: &mut Store, now: Timestamp) -> Option<Timestamp> {
        let mut seen = BTreeSet::new();
        let mut next = None;
        for _ in 0..ROUNDS {
            let before = store.revision();
            let mut context = self.context(store, now);
            for act in ACTS {
                act(&mut context);
            }
            (seen, next) = (context.seen, context.next);
            if store.revision() == before {
                break;
            }
        }
        self.memory.since.retain(|what, _| seen.contains(what));
        // Whatever is due has been done: looking again at the same moment would change nothing.
        next.filter(|next| *next > now)
    }

    fn context<'a>(&'a mut self, store: &'a mut Store, now: Timestamp) -> StepContext<'a> {
        let Self { settings, speed, memory, .. } = self;
        StepContext {
            store,
            now,
            settings,
            speed: *speed,
            memory,
            seen: BTreeSet::new(),
            next: None,
        }
    }
}

/// All controllers, in the order in which they run.
const ACTS: [fn(&mut StepContext<'_>); 10] = [
    load_release::take_up,
    rollout::roll,
    pools::roll,
    drain::step,
    conditions::conditions,
    risks::upgradeable,
    retrieve::retrieve,
    available_updates::change_answers,
    available_updates::compose,
    alerts::raise,
];

impl StepContext<'_> {
    /// Returns whether a situation has lasted that long, in the cluster's own pace.
    fn ripe(&mut self, what: &str, lasts: SignedDuration) -> bool {
        self.seen.insert(what.to_owned());
        let since = *self.memory.since.entry(what.to_owned()).or_insert(self.now);
        self.has_passed(since, lasts)
    }

    /// Returns whether that long has passed since a moment; beyond all calendars it never has.
    fn has_passed(&mut self, since: Timestamp, lasts: SignedDuration) -> bool {
        let moment = since.checked_add(self.paced(lasts));
        moment.is_ok_and(|moment| self.is_past(moment))
    }

    /// Returns how long something takes at the cluster's own pace.
    fn paced(&self, takes: SignedDuration) -> SignedDuration {
        takes / i32::try_from(self.speed).unwrap_or(i32::MAX)
    }

    /// As [`Self::ripe`], a fifth sooner or later, depending on what it is.
    fn done(&mut self, what: &str, takes: SignedDuration) -> bool {
        let percent = 80 + number(self.settings.wire.seed, what) % 41;
        let percent = i32::try_from(percent).unwrap_or(100);
        self.ripe(what, takes.checked_mul(percent).map_or(takes, |all| all / 100))
    }

    /// Returns whether a moment has come; if not, it is when to look again.
    fn is_past(&mut self, moment: Timestamp) -> bool {
        if moment <= self.now {
            return true;
        }
        self.next = Some(self.next.map_or(moment, |next| next.min(moment)));
        false
    }

    fn version(&self) -> &Value {
        self.store.cluster_version().unwrap_or(&Value::Null)
    }

    fn amend_version(&mut self, change: impl FnOnce(&mut Value)) {
        self.store.amend(&objects::cluster_version(), change);
    }

    /// Returns the objects of a collection, with their keys.
    fn list(&self, collection: &Key) -> Vec<(&Key, &Value)> {
        self.store.list(collection, &Selector::default())
    }

    /// Returns the keys of a collection, for those who are about to change it.
    fn keys(&self, collection: &Key) -> Vec<Key> {
        self.list(collection).into_iter().map(|(key, _)| key.clone()).collect()
    }

    fn offers(&self) -> Option<&Offers> {
        self.memory.retrieval.as_ref()?.offers.as_ref().ok()
    }
}
