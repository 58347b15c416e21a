//! The two lists: recommended updates, and those that are supported but not recommended.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use jiff::{SignedDuration, Timestamp};

use crate::cluster::{Cluster, Conditional, namesakes};
use crate::condition_type::ConditionalUpdateCondition;
use crate::reported_risk::{self, AppliesFrom, MessagePart, ReportedRisks, RiskReport};
use upgrade_graph::condition::{Condition, ConditionType, Conditions, Status};
use upgrade_graph::image;
use upgrade_graph::release::Release;
use upgrade_graph::version::Version;

// cluster-version-operator: pkg/clusterconditions/promql/promql.go:100-102
const PENDING_FOR: SignedDuration = SignedDuration::from_mins(5); // the cluster-version operator sends one query per second
// cluster-version-operator: install/0000_90_cluster-version-operator_02_servicemonitor.yaml:135
const FAILING_AFTER: SignedDuration = SignedDuration::from_hours(1); // CannotEvaluateConditionalUpdates

/// An available update, with its risks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    pub release: Release,
    pub advice: Advice,
    pub risks: Vec<RiskReport>,
    /// All conditions of a conditional update; empty for an unconditional one.
    pub conditions: Conditions,
    /// The user named it by tag.
    pub by_tag: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Advice {
    Recommended,
    NotRecommended(Condition),
    /// The cluster does not report such an update, so it was not evaluated.
    Unlisted,
    /// The current release, for another architecture.
    SameRelease,
}

/// How far the evaluation of a recommendation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EvaluationState {
    /// Unknown for a short time: it is still being evaluated.
    Pending,
    /// Unknown for so long that something is wrong.
    Failing { age: SignedDuration },
    /// Known, or Unknown for a while.
    Settled,
}

/// Both lists, newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Updates {
    pub recommended: Vec<Candidate>,
    pub not_recommended: Vec<Candidate>,
}

impl Updates {
    /// Splits the available updates. Only an unconditional update, or one with `Recommended=True`,
    /// is recommended; a version or image with any other report is not.
    pub fn new(cluster: &Cluster) -> Self {
        let mut candidates = listed(cluster);
        spread_objections(&mut candidates);
        let mut updates = Self::default();
        for candidate in candidates {
            match candidate.advice {
                Advice::Recommended => updates.recommended.push(candidate),
                Advice::NotRecommended(_) | Advice::Unlisted | Advice::SameRelease => {
                    updates.not_recommended.push(candidate);
                }
            }
        }
        for list in [&mut updates.recommended, &mut updates.not_recommended] {
            list.sort_by(|a, b| a.release.version.newest_first(&b.release.version));
        }
        updates
    }

    pub fn all(&self) -> impl Iterator<Item = &Candidate> {
        self.recommended.iter().chain(&self.not_recommended)
    }

    /// Returns every candidate of that version; more than one if it has several images.
    pub(crate) fn find(&self, version: &str) -> Vec<&Candidate> {
        self.all().filter(|candidate| candidate.release.version.text() == version).collect()
    }

    /// Returns the candidate with that image. One that is not recommended comes first: a duplicate
    /// is conditional, and so is an image with its tag.
    pub(crate) fn find_image(&self, image: &str) -> Option<&Candidate> {
        let same = |candidate: &&Candidate| image::same(&candidate.release.image, image);
        let tagged = |candidate: &&Candidate| is_tagged_as(image, &candidate.release);
        let mut conditional = self.not_recommended.iter();
        let conditional = conditional.find(|candidate| same(candidate) || tagged(candidate));
        conditional.or_else(|| self.recommended.iter().find(same))
    }
}

/// Returns whether an image has the tag of a release, or is tagged with its version.
fn is_tagged_as(image: &str, release: &Release) -> bool {
    image::tag(image).is_some_and(|tag| {
        let (version, _) = Version::without_architecture(tag);
        image::tag(&release.image) == Some(tag) || version == release.version
    })
}

impl Candidate {
    /// A candidate without further details.
    pub fn unjudged(release: Release, advice: Advice) -> Self {
        Self {
            release,
            advice,
            risks: Vec::new(),
            conditions: Conditions::default(),
            by_tag: false,
        }
    }

    /// Adds another entry of the same release: the worst advice counts, and every risk.
    fn join(&mut self, other: Self) {
        let distance = |candidate: &Self| match &candidate.advice {
            Advice::NotRecommended(verdict) => distance_from_worst(verdict),
            Advice::Recommended | Advice::Unlisted | Advice::SameRelease => u8::MAX,
        };
        reported_risk::join(&mut self.risks, &other.risks);
        self.conditions.0.extend(other.conditions.0.iter().cloned());
        if distance(&other) < distance(self) {
            self.advice = other.advice;
        }
    }

    pub(crate) fn is_recommended(&self) -> bool {
        self.advice == Advice::Recommended
    }

    /// Returns whether the target is an available update.
    pub(crate) fn is_listed(&self) -> bool {
        matches!(self.advice, Advice::Recommended | Advice::NotRecommended(_))
    }

    /// Returns the texts of its risks that its verdict consists of; none if that contains anything
    /// else.
    pub fn message_parts(&self) -> Option<Vec<MessagePart>> {
        match &self.advice {
            Advice::NotRecommended(verdict) => {
                reported_risk::message_parts(&verdict.message, &self.risks)
            }
            Advice::Recommended | Advice::Unlisted | Advice::SameRelease => None,
        }
    }

    /// Evaluates the age of the verdict; without a current time there is none.
    pub fn evaluation(&self, now: Option<Timestamp>) -> EvaluationState {
        let Advice::NotRecommended(condition) = &self.advice else {
            return EvaluationState::Settled;
        };
        match (condition.status, now.and_then(|now| condition.age(now))) {
            (Status::Unknown, Some(age)) if age < PENDING_FOR => EvaluationState::Pending,
            (Status::Unknown, Some(age)) if age > FAILING_AFTER => EvaluationState::Failing { age },
            _ => EvaluationState::Settled,
        }
    }
}

/// Returns one candidate for every version and image, conditional ones first.
fn listed(cluster: &Cluster) -> Vec<Candidate> {
    let known = ReportedRisks::new(cluster);
    let mut candidates: Vec<Candidate> = Vec::with_capacity(cluster.conditional.len());
    let mut places: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for update in &cluster.conditional {
        match places.entry(update.release.key()) {
            Entry::Vacant(place) => {
                place.insert(candidates.len());
                candidates.push(candidate(update, &known));
            }
            Entry::Occupied(place) => candidates[*place.get()].join(candidate(update, &known)),
        }
    }
    for release in &cluster.available {
        if let Entry::Vacant(place) = places.entry(release.key()) {
            place.insert(candidates.len());
            candidates.push(Candidate::unjudged(release.clone(), Advice::Recommended));
        }
    }
    candidates
}

/// Evaluates one entry by itself.
fn candidate(update: &Conditional, known: &ReportedRisks<'_>) -> Candidate {
    let risks = known.risks(update);
    let advice = match update.conditions.get(ConditionalUpdateCondition::Recommended) {
        None => Advice::NotRecommended(not_reported()),
        Some(said) if said.status != Status::True => Advice::NotRecommended(said.clone()),
        Some(said) => match risks.iter().find(|risk| contradicts(risk)) {
            Some(risk) => Advice::NotRecommended(contradicted(said, risk)),
            None if update.release.is_whole() => Advice::Recommended,
            None => Advice::NotRecommended(condition(
                Status::Unknown,
                "Incomplete",
                "The cluster reports it without a version or an image.",
            )),
        },
    };
    Candidate {
        release: update.release.clone(),
        advice,
        risks,
        conditions: update.conditions.clone(),
        by_tag: false,
    }
}

/// Returns whether a risk applies by its own condition, and is not accepted.
fn contradicts(risk: &RiskReport) -> bool {
    risk.applies == Status::True
        && risk.applies_from == AppliesFrom::AppliesCondition
        && !risk.accepted
}

fn contradicted(said: &Condition, risk: &RiskReport) -> Condition {
    let message = format!(
        "The cluster reports Recommended=True, but risk {} applies and is not accepted.\n\n{}",
        risk.name, said.message
    );
    Condition {
        since: said.since,
        ..condition(Status::False, "ContradictedByRisk", message.trim())
    }
}

fn not_reported() -> Condition {
    let message = "The cluster does not report whether this update is recommended.";
    condition(Status::Unknown, "NotReported", message)
}

fn condition(status: Status, reason: &str, message: &str) -> Condition {
    Condition {
        kind: ConditionalUpdateCondition::Recommended.as_str().to_owned(),
        status,
        reason: reason.to_owned(),
        message: message.to_owned(),
        since: None,
    }
}

/// Returns the rank of a verdict, starting at the worst.
fn distance_from_worst(verdict: &Condition) -> u8 {
    verdict.status.distance_from(ConditionalUpdateCondition::Recommended.worst())
}

/// Removes the recommendation of every candidate that shares a version or an image with one that is
/// not recommended, directly or through others.
fn spread_objections(candidates: &mut [Candidate]) {
    let keys: Vec<(&str, &str)> = candidates.iter().map(|one| one.release.key()).collect();
    let groups = namesakes::groups(&keys);
    let mut objections: BTreeMap<usize, ListingFault> = BTreeMap::new();
    for (candidate, group) in candidates.iter().zip(&groups) {
        if let Advice::NotRecommended(verdict) = &candidate.advice {
            let objection = ListingFault {
                verdict: verdict.clone(),
                conditions: candidate.conditions.clone(),
                risks: candidate.risks.clone(),
            };
            match objections.get_mut(group) {
                Some(known) => known.join(objection),
                None => drop(objections.insert(*group, objection)),
            }
        }
    }
    for (candidate, group) in candidates.iter_mut().zip(&groups) {
        if let Some(objection) = objections.get(group) {
            if candidate.advice == Advice::Recommended {
                candidate.advice = Advice::NotRecommended(objection.verdict.clone());
                candidate.conditions = objection.conditions.clone();
            }
            reported_risk::join(&mut candidate.risks, &objection.risks);
        }
    }
}

/// The verdict on a group of candidates.
struct ListingFault {
    verdict: Condition,
    conditions: Conditions,
    risks: Vec<RiskReport>,
}

impl ListingFault {
    fn join(&mut self, other: Self) {
        reported_risk::join(&mut self.risks, &other.risks);
        if distance_from_worst(&other.verdict) < distance_from_worst(&self.verdict) {
            (self.verdict, self.conditions) = (other.verdict, other.conditions);
        }
    }
}

#[cfg(test)]
mod tests;
