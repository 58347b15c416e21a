//! The two lists of a ClusterVersion: the updates in the graph, evaluated for this cluster.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::objects::{ConditionWrite, at, text};
use super::risks::{self, InCluster};
use super::{StepContext, retrieve};
use crate::internal_write::stamp;
use upgrade_core::objects::prometheus;
use upgrade_graph::json::read::risk_wire;
use upgrade_graph::model::Risk;
use upgrade_graph::offers::Offers;
use upgrade_graph::release::Release;
use upgrade_graph::risk::{
    Platform, QueryAnswer, RiskInputs, RiskVerdict, WordedRisk, recommended, verdict,
};
use upgrade_graph::version::{Step, Version};

// cluster-version-operator: pkg/clusterconditions/promql/promql.go:100-102
const BETWEEN_QUERIES: SignedDuration = SignedDuration::from_secs(1);
const ASKED_AGAIN_AFTER: SignedDuration = SignedDuration::from_hours(1);

/// What lists are made of: where it is the same, so are they.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Basis {
    serial: u64,
    /// What was heard for each query.
    answers: BTreeMap<String, QueryAnswer>,
    accepted: BTreeSet<String>,
    in_cluster: Vec<InCluster>,
    /// Whether what was last retrieved is too old to be kept.
    expired: bool,
    /// Whether it is the answer to what is asked now.
    current: bool,
}

/// Writes the lists again if anything that they depend on has changed.
pub(super) fn compose(context: &mut StepContext<'_>) {
    let Some(retrieval) = &context.memory.retrieval else { return };
    let (serial, offers) = (retrieval.serial, retrieval.offers.clone());
    let current = retrieval.answers(context.version());
    let expired = offers.is_err() && retrieve::has_expired(context);
    if let Ok(offers) = &offers {
        ask(context, offers);
    }
    let gate = context.settings.gates.accept_risks;
    let heard = context.memory.asked.iter();
    let heard = heard.map(|(query, (_, answer))| (query.clone(), answer.clone()));
    let basis = Basis {
        serial,
        answers: heard.collect(),
        accepted: if gate { accepted(context.version()) } else { BTreeSet::new() },
        in_cluster: if gate { risks::in_cluster(context) } else { Vec::new() },
        expired,
        current,
    };
    if context.memory.listed.as_ref() == Some(&basis) {
        return;
    }
    match offers {
        Ok(offers) => write(context, &offers, &basis),
        Err(failure) if failure.keeps_lists() && !expired => {}
        Err(_) => context.amend_version(empty),
    }
    context.memory.listed = Some(basis);
}

/// Changes what Prometheus answers, when it is time.
pub(super) fn change_answers(context: &mut StepContext<'_>) {
    for (place, later) in context.settings.later_answers.iter().enumerate() {
        if context.ripe(&format!("later answers {place}"), later.after) {
            context.store.neighbours.answers.extend(later.answers.clone());
        }
    }
}

/// Returns what Prometheus answers now.
pub(super) fn answer(context: &StepContext<'_>, query: &str) -> QueryAnswer {
    match context.store.neighbours.answers.get(query) {
        Some(answer) => prometheus::answer(answer),
        None => QueryAnswer::Failed("the query failed: no data".to_owned()),
    }
}

/// Asks one query at a time, with a pause between two, and each again after a while: what has not been
/// asked is Unknown for now.
fn ask(context: &mut StepContext<'_>, offers: &Offers) {
    let wanted = retrieve::asked_of(offers).into_iter();
    let mut open: Vec<(Option<Timestamp>, String)> =
        wanted.map(|query| (context.memory.asked.get(&query).map(|(at, _)| *at), query)).collect();
    open.retain(|(last, _)| last.is_none_or(|at| context.has_passed(at, ASKED_AGAIN_AFTER)));
    open.sort_by_key(|(last, _)| *last); // first what was never asked
    let Some((_, query)) = open.first() else { return };
    let last = context.memory.asked.values().map(|(at, _)| *at).max();
    if last.is_none_or(|last| context.has_passed(last, BETWEEN_QUERIES)) {
        let answer = answer(context, query);
        context.memory.asked.insert(query.clone(), (context.now, answer));
        if open.len() > 1 {
            context.has_passed(context.now, BETWEEN_QUERIES);
        }
    }
}

fn accepted(version: &Value) -> BTreeSet<String> {
    let listed = version["spec"]["desiredUpdate"]["acceptRisks"].as_array();
    let names = listed.into_iter().flatten().filter_map(|risk| risk["name"].as_str());
    names.map(str::to_owned).collect()
}

fn empty(version: &mut Value) {
    if let Some(status) = version.get_mut("status").and_then(Value::as_object_mut) {
        status.insert("availableUpdates".to_owned(), Value::Null);
        status.remove("conditionalUpdates");
        status.remove("conditionalUpdateRisks");
    }
}

fn write(context: &mut StepContext<'_>, offers: &Offers, basis: &Basis) {
    let judged = evaluate(context, offers, basis);
    let gate = context.settings.gates.accept_risks;
    let wording = context.settings.wire.wording.into();
    let now = context.now;
    context.amend_version(|version| {
        let since = since(version);
        let mut available: Vec<&Release> = Vec::new();
        let mut conditional = Vec::new();
        for (release, risks) in &judged {
            if risks.is_empty() {
                available.push(release);
                continue;
            }
            let verdict = recommended(risks, wording);
            if verdict.status == "True" {
                available.push(release);
            }
            let key = format!("{} {}", release.version.text(), verdict.status);
            let at = since.get(&key).cloned().unwrap_or_else(|| json!(stamp(now)));
            let condition = json!({"type": "Recommended", "status": verdict.status, "reason": verdict.reason, "message": verdict.message, "lastTransitionTime": at});
            let mut entry = json!({"release": wire(release), "conditions": [condition]});
            entry["risks"] = risks.iter().map(|judged| risk_wire(&judged.risk)).collect();
            if gate {
                entry["riskNames"] = risks.iter().map(|judged| json!(judged.risk.name)).collect();
            }
            conditional.push(entry);
        }
        let known = at(version, &["status", "conditionalUpdateRisks"]).take();
        empty(version);
        let status = at(version, &["status"]);
        if !available.is_empty() {
            status["availableUpdates"] = available.into_iter().map(wire).collect();
        }
        if !conditional.is_empty() {
            status["conditionalUpdates"] = Value::Array(conditional);
        }
        if gate && !judged.is_empty() {
            status["conditionalUpdateRisks"] = all_risks(&judged, &known, now);
        }
    });
}

/// Returns every update, newest first, with its risks evaluated; one without risks has none.
fn evaluate(
    context: &StepContext<'_>,
    offers: &Offers,
    basis: &Basis,
) -> Vec<(Release, Vec<WordedRisk>)> {
    let gate = context.settings.gates.accept_risks;
    let facts = facts(context, offers);
    let judged = |risk: &Risk| WordedRisk {
        verdict: verdict(risk, &facts),
        accepted: basis.accepted.contains(&risk.name),
        risk: risk.clone(),
    };
    let plain = offers.available.iter().map(|release| (release, &[][..]));
    let conditional = offers.conditional.iter().map(|(release, risks)| (release, risks.as_slice()));
    let mut all: Vec<(Release, Vec<WordedRisk>)> = plain
        .chain(conditional)
        .map(|(release, risks)| {
            let mut risks: Vec<WordedRisk> = risks.iter().map(judged).collect();
            let mut names = BTreeSet::new();
            // Named twice, it is one risk: the API has each name once.
            risks.retain(|judged| names.insert(judged.risk.name.clone()));
            let step = offers.current.version.step_to(&release.version);
            let further = matches!(step, Step::NextMinor | Step::TooFar);
            let here = basis.in_cluster.iter().filter(|here| here.everywhere || further);
            risks.extend(here.map(|here| judged(&here.risk)));
            if gate {
                risks.sort_by(|a, b| a.risk.name.cmp(&b.risk.name));
            }
            (release.clone(), risks)
        })
        .collect();
    if !basis.current {
        let desired = Version::new(text(context.version(), "/status/desired/version"));
        all.retain(|(release, _)| release.version.newest_first(&desired) == Ordering::Less);
    }
    all.sort_by(|(a, _), (b, _)| a.version.newest_first(&b.version));
    all
}

/// Returns what the operator knows by now.
fn facts(context: &StepContext<'_>, offers: &Offers) -> RiskInputs {
    let answer = |query: &str| match context.memory.asked.get(query) {
        Some((_, answer)) => answer.clone(),
        None => QueryAnswer::Failed("the query is throttled and will be asked shortly".to_owned()),
    };
    let asked = retrieve::asked_of(offers).into_iter();
    let why = "the operator ignores it".to_owned();
    RiskInputs {
        answers: asked.map(|query| (query.clone(), answer(&query))).collect(),
        platform: Platform::Unknown { why },
    }
}

/// Returns since when each update is as it is, by version and status.
fn since(version: &Value) -> BTreeMap<String, Value> {
    let listed = version["status"]["conditionalUpdates"].as_array();
    let entry = |update: &Value| {
        let condition =
            update["conditions"].as_array()?.iter().find(|c| c["type"] == "Recommended")?;
        let (version, status) =
            (update["release"]["version"].as_str()?, condition["status"].as_str()?);
        Some((format!("{version} {status}"), condition["lastTransitionTime"].clone()))
    };
    listed.into_iter().flatten().filter_map(entry).filter(|(_, at)| at.is_string()).collect()
}

pub(super) fn wire(release: &Release) -> Value {
    let mut wire = json!({"version": release.version.text(), "image": release.image});
    if let Some(url) = &release.url {
        wire["url"] = json!(url);
    }
    if !release.channels.is_empty() {
        wire["channels"] = json!(release.channels);
    }
    if let Some(architecture) = &release.architecture {
        wire["architecture"] = json!(architecture);
    }
    wire
}

/// Returns each risk once, sorted, with whether it applies.
fn all_risks(judged: &[(Release, Vec<WordedRisk>)], before: &Value, now: Timestamp) -> Value {
    let known: BTreeMap<&str, &Value> = before
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|risk| Some((risk["name"].as_str()?, &risk["conditions"])))
        .collect();
    let mut by_name = BTreeMap::new();
    for WordedRisk { risk, verdict, .. } in judged.iter().flat_map(|(_, risks)| risks) {
        by_name.entry(risk.name.as_str()).or_insert_with(|| {
            let (status, reason, message) = match verdict {
                RiskVerdict::Applies => ("True", "Match", ""),
                RiskVerdict::Clear => ("False", "NotMatch", ""),
                RiskVerdict::Unknown { why } => ("Unknown", "EvaluationFailed", why.as_str()),
            };
            let mut wire = risk_wire(risk);
            wire["conditions"] =
                known.get(risk.name.as_str()).map_or(Value::Null, |at| (*at).clone());
            ConditionWrite { kind: "Applies", status, reason, message }
                .on(&mut wire["conditions"], now);
            wire
        });
    }
    by_name.into_values().collect()
}
