//! The updates from one release, evaluated: each target with its risks, and whether it is
//! recommended.

use std::collections::{BTreeMap, BTreeSet};

use crate::condition::{Condition, Status};
use crate::image;
use crate::merged::{MergedEdge, MergedGraph};
use crate::model::Risk;
use crate::release::Release;
use crate::risk::{
    MessageWording, RiskInputs, RiskResult, RiskVerdict, WordedRisk, evaluate, recommended,
};

/// The target of an edge, with its risks.
#[derive(Debug, Clone, PartialEq)]
pub struct GraphTarget {
    pub release: Release,
    /// The channels that have it.
    pub channels: Vec<String>,
    /// Sorted by name.
    pub risks: Vec<EvaluatedRisk>,
    /// The composed `Recommended` condition; none for an unconditional edge.
    pub verdict: Option<Condition>,
    /// Whether it is an unconditional edge, even if it is conditional as well.
    pub plain: bool,
    /// How often it is a conditional edge.
    pub groups: usize,
    /// Whether it is conditional somewhere without a risk that gives the reason.
    pub unexplained: bool,
}

/// A risk of a graph, and its evaluation.
#[derive(Debug, Clone, PartialEq)]
pub struct EvaluatedRisk {
    pub risk: Risk,
    pub judgement: RiskResult,
    /// Accepted on the cluster.
    pub accepted: bool,
}

impl GraphTarget {
    pub fn status(&self) -> Status {
        self.verdict.as_ref().map_or(Status::True, |verdict| verdict.status)
    }

    /// Returns the risks that apply or may apply and are not accepted.
    pub fn open(&self) -> impl Iterator<Item = &EvaluatedRisk> {
        self.risks.iter().filter(|assessed| match assessed.judgement.verdict {
            RiskVerdict::Clear => false,
            RiskVerdict::Applies => !assessed.accepted,
            RiskVerdict::Unknown { .. } => true,
        })
    }
}

/// Returns the risks of all edges from a node, or of those to one target, each once, those of the
/// newest target first.
pub fn risks_from(merged: &MergedGraph, place: usize, to: Option<usize>) -> Vec<&Risk> {
    let release = |place: usize| &merged.nodes[place].release;
    let concerns = |way: &&MergedEdge| {
        to.is_none_or(|to| {
            let (way, to) = (release(way.to), release(to));
            way.version == to.version || image::same(&way.image, &to.image)
        })
    };
    let mut seen = BTreeSet::new();
    let risks = merged.edges[place].iter().filter(concerns).flat_map(|way| &way.risks);
    risks.filter(|risk| seen.insert(**risk)).map(|&risk| &merged.risks[risk]).collect()
}

/// Evaluates every edge from a node, newest target first. Accepted risks count as on a cluster that
/// accepts them.
pub fn targets(
    merged: &MergedGraph,
    place: usize,
    facts: &RiskInputs,
    accepted: &BTreeSet<&str>,
) -> Vec<GraphTarget> {
    let mut known: BTreeMap<usize, EvaluatedRisk> = BTreeMap::new();
    let mut assess = |&risk: &usize| {
        let assessed = known.entry(risk).or_insert_with(|| {
            let risk = merged.risks[risk].clone();
            let (judgement, accepted) = (evaluate(&risk, facts), accepted.contains(&*risk.name));
            EvaluatedRisk { risk, judgement, accepted }
        });
        assessed.clone()
    };
    let target = |way: &MergedEdge| {
        let risks: Vec<EvaluatedRisk> = way.risks.iter().map(&mut assess).collect();
        let release = merged.nodes[way.to].release.as_ref().clone();
        GraphTarget {
            verdict: verdict(way, &release, &risks),
            release,
            channels: merged.channel_names(&way.channels),
            risks,
            plain: way.plain,
            groups: way.groups,
            unexplained: way.unexplained,
        }
    };
    let mut targets: Vec<GraphTarget> = merged.edges[place].iter().map(target).collect();
    spread_objections(&mut targets);
    targets
}

fn verdict(way: &MergedEdge, release: &Release, risks: &[EvaluatedRisk]) -> Option<Condition> {
    let not = |status: Status, reason: &str, message: &str| Condition {
        kind: "Recommended".to_owned(),
        status,
        reason: reason.to_owned(),
        message: message.to_owned(),
        since: None,
    };
    if !release.is_whole() {
        return Some(not(Status::Unknown, "Incomplete", "The graph has no image for it."));
    }
    if !way.is_conditional() {
        return None;
    }
    let judged: Vec<WordedRisk> = risks.iter().map(WordedRisk::from).collect();
    let composed = recommended(&judged, MessageWording::Shipped).condition();
    if !(way.unexplained || risks.is_empty()) || composed.status == Status::False {
        return Some(composed);
    }
    // The cluster-version operator would recommend it: a conditional edge without risks.
    let mut message = "It is conditional without a reason.".to_owned();
    if composed.status == Status::Unknown {
        message = format!("{message}\n\n{}", composed.message);
    }
    Some(not(Status::False, "NoReasonGiven", &message))
}

impl From<&EvaluatedRisk> for WordedRisk {
    fn from(assessed: &EvaluatedRisk) -> Self {
        let EvaluatedRisk { risk, judgement, accepted } = assessed.clone();
        Self { risk, verdict: judgement.verdict, accepted }
    }
}

/// Removes the recommendation of every target that shares its version or image with one that is not
/// recommended: a duplicate is conditional.
fn spread_objections(targets: &mut [GraphTarget]) {
    let mut objections: BTreeMap<(bool, String), (Condition, Vec<EvaluatedRisk>)> = BTreeMap::new();
    let keys = |release: &Release| {
        let (version, image) = (release.version.text(), image::key(&release.image));
        [(true, version.to_owned()), (false, image.to_owned())]
    };
    for target in targets.iter().filter(|target| target.status() != Status::True) {
        let verdict = target.verdict.clone().expect("what is not recommended has a verdict");
        for key in keys(&target.release) {
            objections.entry(key).or_insert_with(|| (verdict.clone(), target.risks.clone()));
        }
    }
    for target in targets.iter_mut().filter(|target| target.status() == Status::True) {
        let found = keys(&target.release).into_iter().find_map(|key| objections.get(&key));
        if let Some((verdict, risks)) = found {
            target.verdict = Some(verdict.clone());
            target.risks.extend(risks.iter().cloned());
            target.risks.sort_by(|a, b| a.risk.cmp(&b.risk));
            target.risks.dedup_by(|a, b| a.risk == b.risk);
        }
    }
}

#[cfg(test)]
mod tests;
