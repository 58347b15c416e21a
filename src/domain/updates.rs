//! The two lists: what is recommended, and what is supported but not recommended.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};

use super::cluster::{Cluster, Conditional, Release};
use super::condition::{Condition, Conditions, Status};
use super::image;
use super::risk::{Known, Risk};

pub(crate) const RECOMMENDED: &str = "Recommended";

const PENDING_FOR: SignedDuration = SignedDuration::from_mins(5); // the operator asks one query a second
const FAILING_AFTER: SignedDuration = SignedDuration::from_hours(1); // CannotEvaluateConditionalUpdates

/// An update the cluster lists, with what speaks against it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) release: Release,
    pub(crate) advice: Advice,
    pub(crate) risks: Vec<Risk>,
    /// All conditions of a conditional update; empty for an unconditional one.
    pub(crate) conditions: Conditions,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Advice {
    Recommended,
    NotRecommended(Condition),
}

/// How far the operator is with a recommendation it does not know yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Evaluation {
    /// Unknown for so short a time that it is still being worked out.
    Pending,
    /// Unknown for so long that something is wrong.
    Failing { age: SignedDuration },
    /// Known, or Unknown for a while.
    Settled,
}

/// Both lists, newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Updates {
    pub(crate) recommended: Vec<Candidate>,
    pub(crate) not_recommended: Vec<Candidate>,
}

impl Updates {
    /// Splits what the cluster lists. Only an unconditional update, or one whose `Recommended` is
    /// True, is recommended; a version or image that stands in both lists is conditional.
    pub(crate) fn of(cluster: &Cluster) -> Self {
        let known = Known::of(cluster);
        let conditional = merge_doubles(&cluster.conditional);
        let candidates: Vec<Candidate> =
            conditional.iter().map(|update| judge(update, &known)).collect();
        let index = Index::of(&candidates);
        let unconditional: Vec<Candidate> =
            unique(&cluster.available).filter_map(|release| index.judge(release)).collect();

        let mut updates = Self::default();
        for candidate in candidates.into_iter().chain(unconditional) {
            match candidate.advice {
                Advice::Recommended => updates.recommended.push(candidate),
                Advice::NotRecommended(_) => updates.not_recommended.push(candidate),
            }
        }
        for list in [&mut updates.recommended, &mut updates.not_recommended] {
            list.sort_by(|a, b| a.release.version.newest_first(&b.release.version));
        }
        updates
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Candidate> {
        self.recommended.iter().chain(&self.not_recommended)
    }

    /// Returns every candidate of that version; more than one if it is listed with several images.
    pub(crate) fn find(&self, version: &str) -> Vec<&Candidate> {
        self.all().filter(|candidate| candidate.release.version.text() == version).collect()
    }
}

impl Candidate {
    pub(crate) fn evaluation(&self, now: Timestamp) -> Evaluation {
        let Advice::NotRecommended(condition) = &self.advice else {
            return Evaluation::Settled;
        };
        match (condition.status, condition.age(now)) {
            (Status::Unknown, Some(age)) if age < PENDING_FOR => Evaluation::Pending,
            (Status::Unknown, Some(age)) if age > FAILING_AFTER => Evaluation::Failing { age },
            _ => Evaluation::Settled,
        }
    }
}

/// Joins entries of one version and image: their risks together, the worst recommendation first.
fn merge_doubles(listed: &[Conditional]) -> Vec<Conditional> {
    let mut merged: Vec<Conditional> = Vec::with_capacity(listed.len());
    let mut places: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for update in listed {
        let key = (update.release.version.text(), image::key(&update.release.image));
        if let Some(&place) = places.get(&key) {
            let first = &mut merged[place];
            for risk in &update.risks {
                if first.risks.iter().all(|known| known.name != risk.name) {
                    first.risks.push(risk.clone());
                }
            }
            first.risk_names.extend(update.risk_names.iter().cloned());
            first.conditions.0.extend(update.conditions.0.iter().cloned());
        } else {
            places.insert(key, merged.len());
            merged.push(update.clone());
        }
    }
    merged
}

fn judge(update: &Conditional, known: &Known<'_>) -> Candidate {
    let verdict = worst(&update.conditions);
    let status = verdict.as_ref().map_or(Status::Unknown, |condition| condition.status);
    let advice = match verdict {
        Some(condition) if condition.status == Status::True => Advice::Recommended,
        Some(condition) => Advice::NotRecommended(condition),
        None => Advice::NotRecommended(Condition {
            kind: RECOMMENDED.to_owned(),
            status: Status::Unknown,
            reason: "NotReported".to_owned(),
            message: "The cluster does not say whether this update is recommended.".to_owned(),
            since: None,
        }),
    };
    Candidate {
        release: update.release.clone(),
        advice,
        risks: known.risks(update, status),
        conditions: update.conditions.clone(),
    }
}

/// Returns the `Recommended` condition that says the least good: False over Unknown over True.
fn worst(conditions: &Conditions) -> Option<Condition> {
    let severity = |condition: &&Condition| match condition.status {
        Status::False => 0,
        Status::Unknown => 1,
        Status::True => 2,
    };
    conditions
        .0
        .iter()
        .filter(|condition| condition.kind == RECOMMENDED)
        .min_by_key(severity)
        .cloned()
}

/// Drops exact repetitions of a release, keeping the first.
fn unique(releases: &[Release]) -> impl Iterator<Item = &Release> {
    let mut seen = std::collections::BTreeSet::new();
    releases
        .iter()
        .filter(move |release| seen.insert((release.version.text(), image::key(&release.image))))
}

/// Finds conditional updates by version and by image.
struct Index<'a> {
    by_version: BTreeMap<&'a str, Vec<&'a Candidate>>,
    by_image: BTreeMap<&'a str, Vec<&'a Candidate>>,
}

impl<'a> Index<'a> {
    fn of(candidates: &'a [Candidate]) -> Self {
        let mut index = Self { by_version: BTreeMap::new(), by_image: BTreeMap::new() };
        for candidate in candidates {
            let Release { version, image, .. } = &candidate.release;
            index.by_version.entry(version.text()).or_default().push(candidate);
            if !image.is_empty() {
                index.by_image.entry(image::key(image)).or_default().push(candidate);
            }
        }
        index
    }

    /// Judges a release of `availableUpdates`; none if the conditional list holds it already.
    fn judge(&self, release: &Release) -> Option<Candidate> {
        let found: Vec<&Candidate> = [
            self.by_version.get(release.version.text()),
            self.by_image.get(image::key(&release.image)),
        ]
        .into_iter()
        .flatten()
        .flatten()
        .copied()
        .collect();
        let same = |candidate: &&&Candidate| {
            candidate.release.version == release.version
                && image::same(&candidate.release.image, &release.image)
        };
        if found.iter().any(|candidate| same(&candidate)) {
            return None;
        }
        let against = found.iter().find(|found| found.advice != Advice::Recommended);
        Some(match against {
            Some(against) => Candidate { release: release.clone(), ..(**against).clone() },
            None => Candidate {
                release: release.clone(),
                advice: Advice::Recommended,
                risks: Vec::new(),
                conditions: Conditions::default(),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::testing::{cluster, condition, conditional, release};

    fn versions(list: &[Candidate]) -> Vec<&str> {
        list.iter().map(|candidate| candidate.release.version.text()).collect()
    }

    #[test]
    fn both_lists_are_newest_first_with_unparsable_versions_last() {
        let mut cluster = cluster("4.6.23");
        cluster.available = ["4.6.9", "nightly", "4.6.43", "4.6.10"].map(release).to_vec();
        cluster.conditional = ["4.6.30", "4.7.4", "odd"]
            .map(|version| conditional(version, Status::False, &["A"]))
            .to_vec();
        let updates = Updates::of(&cluster);
        assert_eq!(versions(&updates.recommended), ["4.6.43", "4.6.10", "4.6.9", "nightly"]);
        assert_eq!(versions(&updates.not_recommended), ["4.7.4", "4.6.30", "odd"]);
    }

    #[test]
    fn only_true_is_recommended() {
        let mut cluster = cluster("4.6.23");
        cluster.conditional = vec![
            conditional("4.6.31", Status::True, &["A"]),
            conditional("4.6.32", Status::False, &["A"]),
            conditional("4.6.33", Status::Unknown, &["A"]),
            Conditional {
                conditions: Conditions::default(),
                ..conditional("4.6.34", Status::True, &["A"])
            },
        ];
        let updates = Updates::of(&cluster);
        assert_eq!(versions(&updates.recommended), ["4.6.31"]);
        assert_eq!(versions(&updates.not_recommended), ["4.6.34", "4.6.33", "4.6.32"]);
    }

    #[test]
    fn what_stands_in_both_lists_is_conditional_and_shown_once() {
        let mut cluster = cluster("4.6.23");
        cluster.available = ["4.6.31", "4.6.32"].map(release).to_vec();
        cluster.conditional = vec![
            conditional("4.6.31", Status::True, &["A"]),
            conditional("4.6.32", Status::Unknown, &["A"]),
        ];
        let updates = Updates::of(&cluster);
        assert_eq!(versions(&updates.recommended), ["4.6.31"]);
        assert_eq!(versions(&updates.not_recommended), ["4.6.32"]);
    }

    #[test]
    fn an_available_image_that_is_conditional_elsewhere_is_conditional_under_any_name() {
        let mut cluster = cluster("4.6.23");
        let mut mirror = release("4.6.99");
        mirror.image = format!("mirror.example/x@{}", image::key(&release("4.6.32").image));
        let mut other_image = release("4.6.32");
        other_image.image = "quay.io/other@sha256:ff".into();
        cluster.available = vec![mirror, other_image];
        cluster.conditional = vec![conditional("4.6.32", Status::False, &["A"])];
        let updates = Updates::of(&cluster);
        assert!(updates.recommended.is_empty());
        assert_eq!(versions(&updates.not_recommended), ["4.6.99", "4.6.32", "4.6.32"]);
        assert_eq!(updates.find("4.6.32").len(), 2);
    }

    #[test]
    fn doubled_conditional_updates_join_their_risks_and_take_the_worst_advice() {
        let mut cluster = cluster("4.6.23");
        cluster.conditional = vec![
            conditional("4.6.32", Status::True, &["A"]),
            conditional("4.6.32", Status::False, &["A", "B"]),
        ];
        let updates = Updates::of(&cluster);
        assert!(updates.recommended.is_empty());
        let risks: Vec<_> =
            updates.not_recommended[0].risks.iter().map(|risk| risk.name.as_str()).collect();
        assert_eq!(risks, ["A", "B"]);
    }

    #[test]
    fn unknown_is_pending_at_first_and_a_problem_after_an_hour() {
        let cluster = cluster("4.6.23");
        let aged = |age: SignedDuration| {
            let mut update = conditional("4.6.32", Status::Unknown, &["A"]);
            update.conditions.0[0].since = Some(cluster.now - age);
            judge(&update, &Known::of(&cluster)).evaluation(cluster.now)
        };
        assert_eq!(aged(SignedDuration::from_secs(299)), Evaluation::Pending);
        assert_eq!(aged(SignedDuration::from_mins(5)), Evaluation::Settled);
        assert_eq!(aged(SignedDuration::from_hours(1)), Evaluation::Settled);
        let age = SignedDuration::from_mins(61);
        assert_eq!(aged(age), Evaluation::Failing { age });
        assert_eq!(aged(SignedDuration::from_secs(-60)), Evaluation::Pending);
    }

    #[test]
    fn a_known_recommendation_is_never_pending() {
        let cluster = cluster("4.6.23");
        let mut update = conditional("4.6.32", Status::False, &["A"]);
        update.conditions.0 = vec![condition(RECOMMENDED, Status::False)];
        let candidate = judge(&update, &Known::of(&cluster));
        assert_eq!(candidate.evaluation(cluster.now), Evaluation::Settled);
    }
}
