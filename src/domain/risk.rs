//! What is known of the risks of one update: whether each applies, whether it was accepted.

use std::collections::BTreeMap;

use super::cluster::{Cluster, Conditional, ReportedRisk};
use super::condition::Status;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Risk {
    pub(crate) name: String,
    pub(crate) message: String,
    pub(crate) url: Option<String>,
    pub(crate) applies: Status,
    /// Accepted on the cluster, in `spec.desiredUpdate.acceptRisks`.
    pub(crate) accepted: bool,
}

/// The cluster's own list of risks, found by name.
pub(crate) struct Known<'a> {
    cluster: &'a Cluster,
    by_name: BTreeMap<&'a str, &'a ReportedRisk>,
}

impl<'a> Known<'a> {
    pub(crate) fn of(cluster: &'a Cluster) -> Self {
        let by_name = cluster.known_risks.iter().map(|risk| (risk.name.as_str(), risk)).collect();
        Self { cluster, by_name }
    }

    /// Returns the risks of `update`, as listed, then those it only names.
    pub(crate) fn risks(&self, update: &Conditional, recommended: Status) -> Vec<Risk> {
        let named: Vec<ReportedRisk> = update
            .risk_names
            .iter()
            .filter(|name| update.risks.iter().all(|risk| risk.name != **name))
            .map(|name| self.describe(name))
            .collect();
        let alone = update.risks.len() + named.len() == 1;
        let without_condition = match recommended {
            Status::True => Status::False,
            _ if alone => recommended.negated(),
            _ => Status::Unknown,
        };
        let judge = |risk: &ReportedRisk| Risk {
            name: risk.name.clone(),
            message: risk.message.clone(),
            url: risk.url.clone(),
            applies: self.applies(risk).unwrap_or(without_condition),
            accepted: self.cluster.accepts(&risk.name),
        };
        update.risks.iter().chain(&named).map(judge).collect()
    }

    fn describe(&self, name: &str) -> ReportedRisk {
        self.by_name.get(name).map_or_else(
            || ReportedRisk {
                name: name.to_owned(),
                message: String::new(),
                url: None,
                conditions: super::condition::Conditions::default(),
            },
            |risk| (*risk).clone(),
        )
    }

    fn applies(&self, risk: &ReportedRisk) -> Option<Status> {
        let own = risk.conditions.get("Applies");
        let hoisted = || self.by_name.get(risk.name.as_str())?.conditions.get("Applies");
        own.or_else(hoisted).map(|condition| condition.status)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::testing::{cluster, condition, conditional, risk};

    fn applies(update: &Conditional, recommended: Status) -> Vec<Status> {
        let cluster = cluster("4.6.23");
        Known::of(&cluster).risks(update, recommended).iter().map(|risk| risk.applies).collect()
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
        let risks = Known::of(&cluster).risks(&update, Status::False);
        assert_eq!(risks[0].applies, Status::True);
        assert_eq!(risks[1].applies, Status::False);
    }

    #[test]
    fn risks_that_are_only_named_are_described_from_the_clusters_list() {
        let mut update = conditional("4.7.4", Status::False, &["A"]);
        update.risk_names = vec!["A".into(), "B".into(), "Missing".into()];
        let mut cluster = cluster("4.6.23");
        cluster.known_risks.push(ReportedRisk { message: "b is bad".into(), ..risk("B") });
        let risks = Known::of(&cluster).risks(&update, Status::False);
        let names: Vec<_> = risks.iter().map(|risk| risk.name.as_str()).collect();
        assert_eq!(names, ["A", "B", "Missing"]);
        assert_eq!(risks[1].message, "b is bad");
    }

    #[test]
    fn acceptance_is_what_the_cluster_stores() {
        let update = conditional("4.7.4", Status::False, &["A", "B"]);
        let mut cluster = cluster("4.6.23");
        cluster.requested = Some(crate::domain::cluster::Requested {
            accept_risks: vec!["B".into()],
            ..Default::default()
        });
        let risks = Known::of(&cluster).risks(&update, Status::False);
        assert!(!risks[0].accepted && risks[1].accepted);
    }
}
