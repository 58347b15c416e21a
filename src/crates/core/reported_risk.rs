//! What is known of the risks of one update: whether each applies, whether it was accepted.

use std::collections::{BTreeMap, BTreeSet};

use crate::cluster::{Cluster, Conditional, ReportedRisk};
use crate::condition_type::UpdateRiskCondition;
use upgrade_graph::condition::{Conditions, Status};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RiskReport {
    pub name: String,
    pub message: String,
    pub url: Option<String>,
    pub applies: Status,
    /// Accepted on the cluster, in `spec.desiredUpdate.acceptRisks`.
    pub accepted: bool,
}

/// The cluster's own list of risks, found by name, and those it has accepted.
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
        let accepted = cluster.requested.iter().flat_map(|requested| &requested.accept_risks);
        Self { by_name, accepted: accepted.map(String::as_str).collect() }
    }

    /// Returns the risks of `update`, as listed, then those it only names.
    pub(crate) fn risks(&self, update: &Conditional, recommended: Status) -> Vec<RiskReport> {
        let listed: BTreeSet<&str> = update.risks.iter().map(|risk| risk.name.as_str()).collect();
        let named: BTreeSet<&str> = update.risk_names.iter().map(String::as_str).collect();
        let only_named: Vec<ReportedRisk> =
            named.difference(&listed).map(|name| self.describe(name)).collect();
        let alone = listed.len() + only_named.len() == 1;
        let without_condition = match recommended {
            Status::True => Status::False,
            Status::False | Status::Unknown if alone => recommended.negated(),
            Status::False | Status::Unknown => Status::Unknown,
        };
        let judge = |risk: &ReportedRisk| RiskReport {
            name: risk.name.clone(),
            message: risk.message.clone(),
            url: risk.url.clone(),
            applies: self.applies(risk).unwrap_or(without_condition),
            accepted: self.accepted.contains(risk.name.as_str()),
        };
        let mut risks = Vec::new();
        let all: Vec<RiskReport> = update.risks.iter().chain(&only_named).map(judge).collect();
        join(&mut risks, &all);
        risks
    }

    /// Returns the risks of the cluster's own list.
    pub(crate) fn reported(&self) -> impl Iterator<Item = RiskReport> {
        self.by_name.values().map(|risk| RiskReport {
            message: risk.message.clone(),
            url: risk.url.clone(),
            ..self.nothing_but(&risk.name, applies(&risk.conditions).unwrap_or(Status::Unknown))
        })
    }

    /// Returns a risk of which nothing more is known.
    pub(crate) fn nothing_but(&self, name: &str, applies: Status) -> RiskReport {
        RiskReport {
            name: name.to_owned(),
            message: String::new(),
            url: None,
            applies,
            accepted: self.accepted.contains(name),
        }
    }

    fn describe(&self, name: &str) -> ReportedRisk {
        self.by_name.get(name).cloned().unwrap_or_else(|| ReportedRisk {
            name: name.to_owned(),
            message: String::new(),
            url: None,
            conditions: Conditions::default(),
        })
    }

    fn applies(&self, risk: &ReportedRisk) -> Option<Status> {
        let hoisted =
            || self.by_name.get(risk.name.as_str()).and_then(|risk| applies(&risk.conditions));
        applies(&risk.conditions).or_else(hoisted)
    }
}

fn applies(conditions: &Conditions) -> Option<Status> {
    conditions.get(UpdateRiskCondition::Applies).map(|said| said.status)
}

/// True over Unknown over False.
pub(crate) fn worst(one: Status, other: Status) -> Status {
    std::cmp::min_by_key(one, other, |status| harm(*status))
}

fn harm(applies: Status) -> u8 {
    match applies {
        Status::True => 0,
        Status::Unknown => 1,
        Status::False => 2,
    }
}

/// Adds risks to a list in which each name stands once, with the worst that is said of it. Risks
/// without a name are told apart by all they say.
pub(crate) fn join(risks: &mut Vec<RiskReport>, more: &[RiskReport]) {
    let key = |risk: &RiskReport| match risk.name.as_str() {
        "" => (String::new(), risk.message.clone(), risk.url.clone()),
        name => (name.to_owned(), String::new(), None),
    };
    let mut places: BTreeMap<_, usize> =
        risks.iter().enumerate().map(|(place, risk)| (key(risk), place)).collect();
    for risk in more {
        if let Some(&place) = places.get(&key(risk)) {
            let known = &mut risks[place];
            known.applies = worst(known.applies, risk.applies);
        } else {
            places.insert(key(risk), risks.len());
            risks.push(risk.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{cluster, condition, conditional, risk};

    fn applies(update: &Conditional, recommended: Status) -> Vec<Status> {
        let cluster = cluster("4.6.23");
        ReportedRisks::new(&cluster)
            .risks(update, recommended)
            .iter()
            .map(|risk| risk.applies)
            .collect()
    }

    #[test]
    fn a_single_risk_takes_the_negated_recommendation() {
        let update = conditional("4.6.30", Status::False, &["A"]);
        assert_eq!(applies(&update, Status::False), [Status::True]);
        assert_eq!(applies(&update, Status::Unknown), [Status::Unknown]);
        assert_eq!(applies(&update, Status::True), [Status::False]);
    }

    #[test]
    fn which_of_several_risks_applies_is_not_guessed() {
        let update = conditional("4.7.4", Status::False, &["A", "B"]);
        assert_eq!(applies(&update, Status::False), [Status::Unknown, Status::Unknown]);
        assert_eq!(applies(&update, Status::True), [Status::False, Status::False]);
    }

    #[test]
    fn an_applies_condition_decides_wherever_it_stands() {
        let mut update = conditional("4.7.4", Status::False, &["A", "B"]);
        update.risks[0].conditions.0.push(condition("Applies", Status::True));
        let mut cluster = cluster("4.6.23");
        let mut hoisted = risk("B");
        hoisted.conditions.0.push(condition("Applies", Status::False));
        cluster.known_risks.push(hoisted);
        let risks = ReportedRisks::new(&cluster).risks(&update, Status::False);
        assert_eq!(risks[0].applies, Status::True);
        assert_eq!(risks[1].applies, Status::False);
    }

    #[test]
    fn risks_that_are_only_named_are_described_from_the_clusters_list() {
        let mut update = conditional("4.7.4", Status::False, &["A"]);
        update.risk_names = vec!["A".into(), "B".into(), "Missing".into()];
        let mut cluster = cluster("4.6.23");
        cluster.known_risks.push(ReportedRisk { message: "b is bad".into(), ..risk("B") });
        let risks = ReportedRisks::new(&cluster).risks(&update, Status::False);
        let names: Vec<_> = risks.iter().map(|risk| risk.name.as_str()).collect();
        assert_eq!(names, ["A", "B", "Missing"]);
        assert_eq!(risks[1].message, "b is bad");
    }

    #[test]
    fn of_a_risk_listed_twice_the_worst_counts() {
        let mut update = conditional("4.7.4", Status::False, &["A", "A", "B"]);
        update.risk_names = vec!["A".into(), "A".into()];
        update.risks[0].conditions.0.push(condition("Applies", Status::False));
        update.risks[1].conditions.0.push(condition("Applies", Status::True));
        let cluster = cluster("4.6.23");
        let risks = ReportedRisks::new(&cluster).risks(&update, Status::False);
        let said: Vec<_> = risks.iter().map(|risk| (risk.name.as_str(), risk.applies)).collect();
        assert_eq!(said, [("A", Status::True), ("B", Status::Unknown)]);
    }

    #[test]
    fn acceptance_is_what_the_cluster_stores() {
        let update = conditional("4.7.4", Status::False, &["A", "B"]);
        let mut cluster = cluster("4.6.23");
        cluster.requested = Some(crate::cluster::Requested {
            accept_risks: vec!["B".into()],
            ..Default::default()
        });
        let risks = ReportedRisks::new(&cluster).risks(&update, Status::False);
        assert!(!risks[0].accepted && risks[1].accepted);
    }
}
