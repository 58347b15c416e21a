//! Accepted risks of a cluster: which are known, and how the list changes.

use std::collections::{BTreeMap, BTreeSet};

use super::{Setting, SettingFinding, SettingFindingKind, SettingPatch};
use crate::cluster::Cluster;
use crate::reported_risk::{self, ReportedRisks, RiskReport};
use crate::snapshot::Snapshot;
use crate::updates::{Candidate, Updates};
use upgrade_graph::suggest;

pub const LONGEST_NAME: usize = 256; // characters; both are limits of the API
pub const MOST_NAMES: usize = 1_000;

/// A risk with its name and the versions that have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownRisk {
    pub risk: RiskReport,
    /// Newest first.
    pub targets: Vec<String>,
}

/// How to change the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AcceptRisksEdit {
    Amend { add: Vec<String>, remove: Vec<String> },
    Replace(Vec<String>),
    Clear,
}

/// More names than a cluster can store; how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyRisks(pub usize);

/// Returns every risk that the cluster reports or accepts, sorted by name.
pub fn known(cluster: &Cluster) -> Vec<KnownRisk> {
    let told = ReportedRisks::new(cluster);
    let updates = Updates::new(cluster);
    let mut candidates: Vec<&Candidate> = updates.all().collect();
    candidates.sort_by(|a, b| a.release.version.newest_first(&b.release.version));
    let mut known: BTreeMap<String, KnownRisk> = BTreeMap::new();
    let mut take = |risk: &RiskReport, target: Option<&str>| {
        let place = known
            .entry(risk.name.clone())
            .or_insert_with(|| KnownRisk { risk: risk.clone(), targets: Vec::new() });
        (place.risk.applies, place.risk.applies_from) = reported_risk::worst(
            (place.risk.applies, place.risk.applies_from),
            (risk.applies, risk.applies_from),
        );
        let target = target.filter(|target| !target.is_empty()).map(str::to_owned);
        place.targets.extend(target.filter(|target| place.targets.last() != Some(target)));
    };
    for candidate in candidates {
        for risk in candidate.risks.iter().filter(|risk| !risk.name.is_empty()) {
            take(risk, Some(candidate.release.version.text()));
        }
    }
    for risk in told.reported().filter(|risk| !risk.name.is_empty()) {
        known.entry(risk.name.clone()).or_insert_with(|| KnownRisk { risk, targets: Vec::new() });
    }
    for name in accepted(cluster).iter().filter(|name| !name.is_empty()) {
        known
            .entry(name.clone())
            .or_insert_with(|| KnownRisk { risk: told.unknown(name), targets: Vec::new() });
    }
    known.into_values().collect()
}

/// Returns the accepted risks, in the order of the cluster.
pub fn accepted(cluster: &Cluster) -> &[String] {
    cluster
        .requested
        .as_ref()
        .map(|requested| requested.accept_risks.as_slice())
        .unwrap_or_default()
}

/// Checks a change of the list: new risks must be known, or allowed explicitly.
pub fn decide(
    snapshot: &Snapshot,
    edit: &AcceptRisksEdit,
    allow_unknown: bool,
) -> Result<Setting, TooManyRisks> {
    let cluster = &snapshot.cluster;
    let names = edit.applied_to(accepted(cluster));
    if names.len() > MOST_NAMES {
        return Err(TooManyRisks(names.len()));
    }
    let change = SettingPatch::accepting(names, cluster.requested.as_ref());
    let mut setting = Setting::new(snapshot, change);
    let SettingPatch::AcceptRisks { added, .. } = &setting.change else { return Ok(setting) };
    let known = known(cluster);
    let known: Vec<&str> = known.iter().map(|known| known.risk.name.as_str()).collect();
    let unknown = added.iter().filter(|name| !known.contains(&name.as_str()));
    let objections = unknown.map(|name| {
        let nearest = suggest::words(name, known.iter().copied());
        let nearest = nearest.into_iter().map(str::to_owned).collect();
        let kind = SettingFindingKind::UnknownRisk { name: name.clone(), nearest };
        SettingFinding { kind, waived: allow_unknown }
    });
    let objections: Vec<SettingFinding> = objections.collect();
    setting.objections.extend(objections);
    Ok(setting)
}

impl AcceptRisksEdit {
    /// Returns the new list: existing entries keep their order, new ones follow.
    fn applied_to(&self, accepted: &[String]) -> Vec<String> {
        let (kept, new): (Vec<&String>, &[String]) = match self {
            Self::Clear => (Vec::new(), &[]),
            Self::Replace(names) => (Vec::new(), names),
            Self::Amend { add, remove } => {
                (accepted.iter().filter(|name| !remove.contains(name)).collect(), add)
            }
        };
        let mut seen = BTreeSet::new();
        kept.into_iter().chain(new).filter(|name| seen.insert(*name)).cloned().collect()
    }

    /// Returns the names to stop accepting that are not accepted.
    pub fn idle_removals(&self, accepted: &[String]) -> Vec<String> {
        match self {
            Self::Amend { remove, .. } => {
                remove.iter().filter(|name| !accepted.contains(name)).cloned().collect()
            }
            Self::Replace(_) | Self::Clear => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::Requested;
    use crate::testing::{cluster, condition, conditional, risk, snapshot};
    use upgrade_graph::condition::Status;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    fn accepting(accept_risks: &[&str]) -> Cluster {
        let requested = Requested { accept_risks: names(accept_risks), ..Requested::default() };
        Cluster { requested: Some(requested), ..cluster("4.6.23") }
    }

    fn amend(add: &[&str], remove: &[&str]) -> AcceptRisksEdit {
        AcceptRisksEdit::Amend { add: names(add), remove: names(remove) }
    }

    #[test]
    fn what_was_there_keeps_its_order_and_what_is_new_follows_as_it_was_given() {
        let before = names(&["C", "A"]);
        assert_eq!(amend(&["B", "C", "A2"], &["A"]).applied_to(&before), ["C", "B", "A2"]);
        assert_eq!(amend(&["B", "B"], &[]).applied_to(&before), ["C", "A", "B"]);
        assert_eq!(
            AcceptRisksEdit::Replace(names(&["A", "Z", "A"])).applied_to(&before),
            ["A", "Z"]
        );
        assert!(AcceptRisksEdit::Clear.applied_to(&before).is_empty());
        assert!(amend(&[], &["A", "C"]).applied_to(&before).is_empty());
    }

    #[test]
    fn another_order_is_no_change() {
        let cluster = accepting(&["B", "A"]);
        let setting =
            decide(&snapshot(&cluster), &AcceptRisksEdit::Replace(names(&["A", "B"])), false)
                .unwrap();
        assert!(setting.change.is_in(&cluster));
    }

    #[test]
    fn known_are_those_of_updates_those_reported_and_those_accepted() {
        let mut cluster = accepting(&["Old"]);
        cluster.conditional =
            ["4.6.30", "4.7.4"].map(|to| conditional(to, Status::False, &["A"])).to_vec();
        let mut hoisted = risk("Reported");
        hoisted.conditions.0.push(condition("Applies", Status::False));
        cluster.known_risks.push(hoisted);
        let known = known(&cluster);
        let said: Vec<_> = known
            .iter()
            .map(|known| (known.risk.name.as_str(), known.risk.applies, known.risk.accepted))
            .collect();
        assert_eq!(
            said,
            [
                ("A", Status::True, false),
                ("Old", Status::Unknown, true),
                ("Reported", Status::False, false)
            ]
        );
        assert_eq!(known[0].targets, ["4.7.4", "4.6.30"]);
    }

    #[test]
    fn of_what_is_said_about_one_risk_the_worst_counts() {
        let mut cluster = cluster("4.6.23");
        cluster.conditional = vec![
            conditional("4.6.30", Status::True, &["A"]),
            conditional("4.7.4", Status::False, &["A"]),
        ];
        assert_eq!(known(&cluster)[0].risk.applies, Status::True);
    }

    #[test]
    fn an_unknown_name_needs_a_flag_and_gets_similar_names() {
        let mut cluster = accepting(&["Gone"]);
        cluster.conditional = vec![conditional("4.7.4", Status::False, &["AuthLeak"])];
        let typo = decide(&snapshot(&cluster), &amend(&["AuthLeek"], &[]), false).unwrap();
        assert!(!typo.passes());
        let nearest = names(&["AuthLeak"]);
        let kind = SettingFindingKind::UnknownRisk { name: "AuthLeek".into(), nearest };
        assert_eq!(typo.objections, [SettingFinding { kind, waived: false }]);
        assert!(decide(&snapshot(&cluster), &amend(&["AuthLeek"], &[]), true).unwrap().passes());
        assert!(
            decide(&snapshot(&cluster), &amend(&["AuthLeak", "Gone"], &["Nope"]), false)
                .unwrap()
                .passes()
        );
        assert_eq!(amend(&[], &["Nope", "Gone"]).idle_removals(accepted(&cluster)), ["Nope"]);
    }

    #[test]
    fn no_more_names_than_the_api_takes() {
        let many: Vec<String> = (0..1_000).map(|place| format!("R{place}")).collect();
        let cluster = cluster("4.6.23");
        assert!(decide(&snapshot(&cluster), &AcceptRisksEdit::Replace(many.clone()), true).is_ok());
        let more = [many, names(&["One"])].concat();
        assert_eq!(
            decide(&snapshot(&cluster), &AcceptRisksEdit::Replace(more), true),
            Err(TooManyRisks(1_001))
        );
    }

    #[test]
    fn what_others_do_meanwhile_matters_only_where_it_widens_the_change() {
        let on = |accepted: &[&str], edit: &AcceptRisksEdit| {
            decide(&snapshot(&accepting(accepted)), edit, true).unwrap()
        };
        let adding = amend(&["A", "B"], &["C"]);
        let shown = on(&["C"], &adding);
        assert!(on(&["C", "Theirs"], &adding).is_unchanged(&shown), "theirs stays");
        assert!(on(&["A"], &adding).is_unchanged(&shown), "they did a part of it");
        let exactly = AcceptRisksEdit::Replace(names(&["A"]));
        let shown = on(&[], &exactly);
        assert!(!on(&["Theirs"], &exactly).is_unchanged(&shown), "theirs would be withdrawn");
        assert!(
            !on(&["Theirs"], &AcceptRisksEdit::Clear)
                .is_unchanged(&on(&["C"], &AcceptRisksEdit::Clear))
        );
    }
}
