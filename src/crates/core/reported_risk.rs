//! The risks of one update: whether each applies, and whether it is accepted.

mod message;

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;

pub use self::message::MessagePart;
use self::message::{Mention, mentions, parts};
use crate::cluster::{Cluster, Conditional, ReportedRisk};
use crate::condition_type::{ConditionalUpdateCondition, UpdateRiskCondition};
use upgrade_graph::condition::{Condition, Conditions, Status};
use upgrade_graph::model::Rule;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RiskReport {
    pub name: String,
    pub message: String,
    pub url: Option<String>,
    /// As the cluster reports them, in the order of evaluation.
    pub rules: Vec<Rule>,
    pub applies: Status,
    pub applies_from: AppliesFrom,
    /// Accepted on the cluster, in `spec.desiredUpdate.acceptRisks`.
    pub accepted: bool,
}

/// What determines whether a risk applies
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub enum AppliesFrom {
    /// Its own `Applies` condition
    AppliesCondition,
    /// The status of the update's `Recommended` condition
    RecommendedStatus,
    /// The message of the update's `Recommended` condition
    RecommendedMessage,
    /// The `Upgradeable` condition of the cluster
    UpgradeableCondition,
    /// The versions of cluster and update
    Versions,
    /// Its matching rules, evaluated by this program
    MatchingRules,
    /// Nothing: it is unknown
    Nothing,
}

/// Whether a risk applies, and what determines that.
type Verdict = (Status, AppliesFrom);

impl RiskReport {
    /// Returns whether it applies or may apply and is not accepted on the cluster.
    pub fn is_open(&self) -> bool {
        self.applies != Status::False && !self.accepted
    }
}

/// The cluster's list of risks, by name, and those that it accepts.
pub(crate) struct ReportedRisks<'a> {
    by_name: BTreeMap<&'a str, ReportedRisk>,
    accepted: BTreeSet<&'a str>,
}

impl<'a> ReportedRisks<'a> {
    pub(crate) fn new(cluster: &'a Cluster) -> Self {
        let mut by_name: BTreeMap<&str, ReportedRisk> = BTreeMap::new();
        for risk in &cluster.known_risks {
            match by_name.get_mut(risk.name.as_str()) {
                Some(known) => known.conditions.0.extend(risk.conditions.0.iter().cloned()),
                None => drop(by_name.insert(&risk.name, risk.clone())),
            }
        }
        Self { by_name, accepted: cluster.accepted_risks() }
    }

    /// Returns the risks of one available update, as listed, then those that it only names.
    pub(crate) fn risks(&self, update: &Conditional) -> Vec<RiskReport> {
        let listed: BTreeSet<&str> = update.risks.iter().map(|risk| risk.name.as_str()).collect();
        let named: BTreeSet<&str> = update.risk_names.iter().map(String::as_str).collect();
        let only_named = named.difference(&listed).map(|name| self.describe(name));
        let all: Vec<ReportedRisk> = update.risks.iter().cloned().chain(only_named).collect();
        let recommended = self.by_recommended(&update.conditions, &all);
        let own = |risk: &ReportedRisk| Some((self.applies(risk)?, AppliesFrom::AppliesCondition));
        let reports = all
            .iter()
            .zip(recommended)
            .map(|(risk, recommended)| self.report(risk.clone(), own(risk).unwrap_or(recommended)));
        let mut risks = Vec::new();
        join(&mut risks, &reports.collect::<Vec<_>>());
        risks
    }

    /// Returns the risks of the cluster's own list.
    pub(crate) fn reported(&self) -> impl Iterator<Item = RiskReport> {
        let own = |risk: &ReportedRisk| Some((self.applies(risk)?, AppliesFrom::AppliesCondition));
        let nothing = (Status::Unknown, AppliesFrom::Nothing);
        self.by_name
            .values()
            .map(move |risk| self.report(risk.clone(), own(risk).unwrap_or(nothing)))
    }

    /// Returns a risk with nothing but a name.
    pub(crate) fn unknown(&self, name: &str) -> RiskReport {
        self.report(ReportedRisk::named(name), (Status::Unknown, AppliesFrom::Nothing))
    }

    fn report(&self, risk: ReportedRisk, (applies, applies_from): Verdict) -> RiskReport {
        let accepted = self.accepted.contains(risk.name.as_str());
        let ReportedRisk { name, message, url, rules, conditions: _ } = risk;
        RiskReport { name, message, url, rules, applies, applies_from, accepted }
    }

    fn describe(&self, name: &str) -> ReportedRisk {
        self.by_name.get(name).cloned().unwrap_or_else(|| ReportedRisk::named(name))
    }

    /// Returns the risk's own conditions, wherever they are.
    fn applies(&self, risk: &ReportedRisk) -> Option<Status> {
        let said = |risk: &ReportedRisk| {
            risk.conditions.get(UpdateRiskCondition::Applies).map(|said| said.status)
        };
        said(risk).or_else(|| self.by_name.get(risk.name.as_str()).and_then(said))
    }

    /// Returns what follows from `Recommended` for each risk: the worst, if there are duplicates.
    fn by_recommended(&self, conditions: &Conditions, risks: &[ReportedRisk]) -> Vec<Verdict> {
        let mut said = conditions.all(ConditionalUpdateCondition::Recommended);
        let Some(first) = said.next() else {
            return vec![(Status::Unknown, AppliesFrom::Nothing); risks.len()];
        };
        let mut verdicts = self.by_condition(first, risks);
        for condition in said {
            let others = self.by_condition(condition, risks);
            for (verdict, other) in verdicts.iter_mut().zip(others) {
                *verdict = worst(*verdict, other);
            }
        }
        verdicts
    }

    fn by_condition(&self, recommended: &Condition, risks: &[ReportedRisk]) -> Vec<Verdict> {
        // The cluster-version operator does not report whether an accepted risk applies.
        let unnamed = |risk: &ReportedRisk| {
            let accepted = self.accepted.contains(risk.name.as_str());
            if accepted { Status::Unknown } else { Status::False }
        };
        let by_status = |status| (status, AppliesFrom::RecommendedStatus);
        let by_message = |(risk, mention): (&ReportedRisk, Option<Mention>)| match mention {
            Some(Mention::Applies) => (Status::True, AppliesFrom::RecommendedMessage),
            Some(Mention::NotEvaluated) => (Status::Unknown, AppliesFrom::RecommendedMessage),
            Some(Mention::NotNamed) => (unnamed(risk), AppliesFrom::RecommendedMessage),
            None => (Status::Unknown, AppliesFrom::Nothing),
        };
        let distinct: BTreeSet<Key<'_>> = risks.iter().map(ReportedRisk::key).collect();
        match recommended.status {
            Status::True => risks.iter().map(unnamed).map(by_status).collect(),
            status @ (Status::False | Status::Unknown) if distinct.len() == 1 => {
                vec![by_status(status.negated()); risks.len()]
            }
            Status::False | Status::Unknown => {
                let said = mentions(recommended, risks);
                let said = said.unwrap_or_else(|| vec![None; risks.len()]);
                risks.iter().zip(said).map(by_message).collect()
            }
        }
    }
}

/// Returns the worse of two: True, then Unknown, then False.
pub(crate) fn worst(one: Verdict, other: Verdict) -> Verdict {
    std::cmp::min_by_key(one, other, |(applies, _)| applies.distance_from(Status::True))
}

/// Returns the texts of its risks that a message consists of, in their order; none if it contains
/// anything else.
pub(crate) fn message_parts(message: &str, risks: &[RiskReport]) -> Option<Vec<MessagePart>> {
    let reported = risks.iter().map(|risk| ReportedRisk {
        message: risk.message.clone(),
        url: risk.url.clone(),
        ..ReportedRisk::named(&risk.name)
    });
    parts(message, &reported.collect::<Vec<_>>())
}

/// The identity of a risk: the name, and without one everything in it.
type Key<'a> = (&'a str, &'a str, Option<&'a str>);

impl ReportedRisk {
    fn key(&self) -> Key<'_> {
        key(&self.name, &self.message, self.url.as_deref())
    }
}

fn key<'a>(name: &'a str, message: &'a str, url: Option<&'a str>) -> Key<'a> {
    if name.is_empty() { (name, message, url) } else { (name, "", None) }
}

/// Adds risks to a list in which each occurs once, with the worst that is reported about it.
pub(crate) fn join(risks: &mut Vec<RiskReport>, more: &[RiskReport]) {
    fn key_of(risk: &RiskReport) -> (String, String, Option<String>) {
        let (name, message, url) = key(&risk.name, &risk.message, risk.url.as_deref());
        (name.to_owned(), message.to_owned(), url.map(str::to_owned))
    }
    let mut places: BTreeMap<_, usize> =
        risks.iter().enumerate().map(|(place, risk)| (key_of(risk), place)).collect();
    for risk in more {
        if let Some(&place) = places.get(&key_of(risk)) {
            let known = &mut risks[place];
            (known.applies, known.applies_from) =
                worst((known.applies, known.applies_from), (risk.applies, risk.applies_from));
        } else {
            places.insert(key_of(risk), risks.len());
            risks.push(risk.clone());
        }
    }
}

#[cfg(test)]
mod tests;
