//! ClusterVersion → Cluster: what is missing or odd counts as bad, and is noted.

pub mod management;
pub mod wire;

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde_json::{Map, Value};

use crate::cluster::{
    Cluster, Conditional, HistoryEntry, Origin, ReportedRisk, Requested, namesakes,
};
use crate::condition_type::worst_of;
use crate::documents::Document;
use crate::objects::cluster_version::wire as api;
use crate::objects::cluster_version::wire::Text;
use upgrade_graph::condition::{Condition, Conditions, Status};
use upgrade_graph::decode::{BadObject, typed};
use upgrade_graph::json::read::rule;
use upgrade_graph::model::Rule;
use upgrade_graph::release::Release;
use upgrade_graph::version::Version;

/// Reads a ClusterVersion as it was at `now`.
pub fn cluster(
    object: &Value,
    origin: Origin,
    now: Option<Timestamp>,
) -> Result<Cluster, BadObject> {
    for path in OBJECTS {
        must_be_objects(object, path, "")?;
    }
    let wire: api::ClusterVersion = typed(object)?;
    let metadata = wire.metadata.unwrap_or_default();
    let spec = wire.spec.unwrap_or_default();
    let status = wire.status.unwrap_or_default();
    let mut notes = Notes(Vec::new());
    let cluster = Cluster {
        origin,
        now,
        id: filled(spec.cluster_id),
        uid: filled(metadata.uid),
        resource_version: filled(metadata.resource_version),
        generation: metadata.generation,
        observed_generation: status.observed_generation,
        channel: filled(spec.channel),
        upstream: filled(spec.upstream),
        requested: spec
            .desired_update
            .map(|update| requested(update, &object["spec"]["desiredUpdate"])),
        desired: release(status.desired.unwrap_or_default()),
        history: notes.history(status.history.unwrap_or_default()),
        conditions: notes.conditions("status", status.conditions),
        available: notes.available(status.available_updates.unwrap_or_default()),
        conditional: notes.conditional(status.conditional_updates.unwrap_or_default()),
        known_risks: notes.risks("status.conditionalUpdateRisks", status.conditional_update_risks),
        signature_stores: matches!(&spec.signature_stores, Some(Value::Array(stores)) if !stores.is_empty()),
        management: management::management(spec.version_management.as_ref()),
        oddities: notes.0,
    };
    let (bytes, most) = (namesakes::joined_size(&cluster), MOST_JOINED);
    if bytes > most {
        let problem = format!("the risks of all updates exceed {} MiB", most >> 20);
        return Err(BadObject { field: "status".to_owned(), problem });
    }
    Ok(cluster)
}

/// Bytes of the risks of all updates, each with those of its namesakes: real ones have a few MB. A
/// small object can name a long text, or share it with every other update, many times.
const MOST_JOINED: usize = 32 << 20;

/// Where objects are expected. The derived readers would accept a list by position.
const OBJECTS: [&[&str]; 15] = [
    &[],
    &["metadata"],
    &["spec"],
    &["spec", "desiredUpdate"],
    &["spec", "desiredUpdate", "acceptRisks", "*"],
    &["status"],
    &["status", "desired"],
    &["status", "history", "*"],
    &["status", "conditions", "*"],
    &["status", "availableUpdates", "*"],
    &["status", "conditionalUpdates", "*"],
    &["status", "conditionalUpdates", "*", "release"],
    &["status", "conditionalUpdates", "*", "conditions", "*"],
    &["status", "conditionalUpdates", "*", "risks", "*"],
    &["status", "conditionalUpdateRisks", "*"],
];

fn must_be_objects(value: &Value, path: &[&str], at: &str) -> Result<(), BadObject> {
    match path {
        [] if value.is_object() || value.is_null() => Ok(()),
        [] => {
            let field = if at.is_empty() { "." } else { at }.to_owned();
            Err(BadObject { field, problem: "expected an object".to_owned() })
        }
        ["*", rest @ ..] => {
            let items = value.as_array().map(Vec::as_slice).unwrap_or_default();
            let mut items = items.iter().enumerate();
            items.try_for_each(|(place, item)| {
                must_be_objects(item, rest, &format!("{at}[{place}]"))
            })
        }
        [name, rest @ ..] => value.get(name).map_or(Ok(()), |value| {
            let at = if at.is_empty() { (*name).to_owned() } else { format!("{at}.{name}") };
            must_be_objects(value, rest, &at)
        }),
    }
}

/// Returns the newest time of a recording: the last transition of any ClusterVersion or
/// ClusterOperator condition.
pub fn newest_recorded(documents: &[Document]) -> Option<Timestamp> {
    documents
        .iter()
        .filter(|document| [api::KIND, "ClusterOperator"].contains(&document.kind()))
        .filter_map(|document| newest_transition(&document.object))
        .max()
}

fn newest_transition(object: &Value) -> Option<Timestamp> {
    let wire: api::WithConditions = typed(object).ok()?;
    let conditions = wire.status?.conditions?;
    conditions
        .iter()
        .filter_map(|condition| condition.last_transition_time.as_ref()?.0.parse().ok())
        .max()
}

/// Reads the conditions of any object; an odd one has the worst status.
pub(crate) fn conditions(listed: Option<Vec<api::ConditionObject>>) -> Conditions {
    Notes(Vec::new()).conditions("status", listed)
}

fn requested(update: api::Update, object: &Value) -> Requested {
    let fields = object.as_object().into_iter().flatten();
    let others = fields.filter(|(name, _)| !api::Update::FIELDS.contains(&name.as_str()));
    Requested {
        risk_fields: risk_fields(&object["acceptRisks"]),
        others: others.map(|(name, value)| (name.clone(), value.clone())).collect(),
        version: trimmed(update.version),
        image: image(update.image),
        architecture: trimmed(update.architecture),
        force: update.force.unwrap_or_default(),
        mode: filled(update.mode),
        accept_risks: update
            .accept_risks
            .unwrap_or_default()
            .into_iter()
            .filter_map(|risk| filled(risk.name))
            .collect(),
    }
}

/// Returns the fields of `acceptRisks` items other than their name.
fn risk_fields(listed: &Value) -> BTreeMap<String, Map<String, Value>> {
    let mut found: BTreeMap<String, Map<String, Value>> = BTreeMap::new();
    for item in listed.as_array().into_iter().flatten().filter_map(Value::as_object) {
        let Some(name) = item.get("name").and_then(Value::as_str) else { continue };
        let others = item.iter().filter(|(field, _)| *field != "name");
        let mut others = others.map(|(field, value)| (field.clone(), value.clone())).peekable();
        if others.peek().is_some() {
            found.entry(name.to_owned()).or_default().extend(others);
        }
    }
    found
}

fn release(release: api::ReleaseObject) -> Release {
    Release {
        version: Version::new(trimmed(release.version)),
        image: image(release.image),
        url: filled(release.url),
        channels: texts(release.channels),
        architecture: filled(release.architecture),
    }
}

fn texts(listed: Option<Vec<Text>>) -> Vec<String> {
    listed.unwrap_or_default().into_iter().map(|text| text.0).collect()
}

fn text(text: Option<Text>) -> String {
    text.unwrap_or_default().0
}

pub(crate) fn filled(text: Option<Text>) -> Option<String> {
    text.map(|text| text.0).filter(|text| !text.is_empty())
}

/// Returns an image with its digest in lowercase: digests are compared.
fn image(text: Option<Text>) -> String {
    let text = trimmed(text);
    match text.rsplit_once('@') {
        Some((name, digest)) => format!("{name}@{}", digest.to_ascii_lowercase()),
        None => text,
    }
}

/// A time in the history that cannot be read is unknown.
fn time(text: Option<Text>) -> Option<Timestamp> {
    filled(text)?.parse().ok()
}

/// Versions and images are compared, so surrounding spaces must not make a difference.
fn trimmed(text: Option<Text>) -> String {
    text.map(|text| text.0.trim().to_owned()).unwrap_or_default()
}

/// Collects what could not be read as expected.
struct Notes(Vec<String>);

impl Notes {
    /// Leaves out releases that could not be requested, and would only look recommended.
    fn available(&mut self, listed: Vec<api::ReleaseObject>) -> Vec<Release> {
        let mut releases: Vec<Release> = Vec::with_capacity(listed.len());
        for (place, release) in listed.into_iter().map(release).enumerate() {
            if release.is_whole() {
                releases.push(release);
            } else {
                self.0.push(format!(
                    "ignored status.availableUpdates[{place}]: it has no version or no image"
                ));
            }
        }
        releases
    }

    /// Keeps all conditions: of duplicate types, the worst counts.
    fn conditions(&mut self, of: &str, listed: Option<Vec<api::ConditionObject>>) -> Conditions {
        let mut conditions: Vec<Condition> = Vec::new();
        let mut known: BTreeMap<String, BTreeSet<Status>> = BTreeMap::new();
        for (place, wire) in listed.unwrap_or_default().into_iter().enumerate() {
            let condition = self.condition(&format!("{of}.conditions[{place}]"), wire);
            let said = known.entry(condition.kind.clone()).or_default();
            said.insert(condition.status);
            if said.len() > 1 {
                let kind = &condition.kind;
                self.0.push(format!(
                    "{of}.conditions: duplicate {kind:?} with another status; the worst one counts"
                ));
            }
            conditions.push(condition);
        }
        Conditions(conditions)
    }

    fn condition(&mut self, field: &str, wire: api::ConditionObject) -> Condition {
        let kind = text(wire.r#type);
        let status = match wire.status.as_ref().map(|text| text.0.as_str()) {
            Some("True") => Status::True,
            Some("False") => Status::False,
            Some("Unknown") => Status::Unknown,
            odd => {
                let worst = worst_of(&kind);
                let counts = format!("it counts as {}", worst.text());
                self.0.push(match odd {
                    Some(odd) => {
                        format!("{field}.status: {odd:?} is not True, False or Unknown; {counts}")
                    }
                    None => format!("{field}.status is missing; {counts}"),
                });
                worst
            }
        };
        let since = filled(wire.last_transition_time).and_then(|text| {
            let parsed = text.parse().ok();
            if parsed.is_none() {
                self.0.push(format!(
                    "{field}.lastTransitionTime: {text:?} is not a time; its age is unknown"
                ));
            }
            parsed
        });
        Condition { kind, status, reason: text(wire.reason), message: text(wire.message), since }
    }

    fn history(&mut self, listed: Vec<api::HistoryObject>) -> Vec<HistoryEntry> {
        let listed = listed.into_iter().enumerate();
        listed
            .map(|(place, past)| {
                let state = text(past.state);
                if !["Completed", "Partial"].contains(&state.as_str()) {
                    self.0.push(format!(
                        "status.history[{place}].state: {state:?} is not Completed or Partial; it counts as Partial"
                    ));
                }
                HistoryEntry {
                    version: Version::new(trimmed(past.version)),
                    image: image(past.image),
                    completed: state == "Completed",
                    started: time(past.started_time),
                    ended: time(past.completion_time),
                    verified: match text(past.verified).as_str() {
                        "True" | "true" => Some(true),
                        "False" | "false" => Some(false),
                        _ => None,
                    },
                    accepted_risks: filled(past.accepted_risks).or(filled(past.overrides)),
                }
            })
            .collect()
    }

    fn conditional(&mut self, listed: Vec<api::ConditionalUpdate>) -> Vec<Conditional> {
        let listed = listed.into_iter().enumerate();
        listed
            .map(|(place, update)| {
                let field = format!("status.conditionalUpdates[{place}]");
                let mut risks = self.risks(&format!("{field}.risks"), update.risks);
                risks.extend(update.blocked_clusters.unwrap_or_default().into_iter().map(blocker));
                Conditional {
                    release: release(update.release.unwrap_or_default()),
                    conditions: self.conditions(&field, update.conditions),
                    risks,
                    risk_names: texts(update.risk_names),
                }
            })
            .collect()
    }

    /// Rules that are not a list count as one that cannot be evaluated.
    fn rules(&mut self, field: &str, listed: Option<Value>) -> Vec<Rule> {
        match listed {
            None | Some(Value::Null) => Vec::new(),
            Some(Value::Array(rules)) => rules.iter().map(rule).collect(),
            Some(_) => {
                self.0.push(format!("{field}.matchingRules is not a list"));
                vec![Rule::Unknown(String::new())]
            }
        }
    }

    fn risks(
        &mut self,
        field: &str,
        listed: Option<Vec<api::ConditionalUpdateRisk>>,
    ) -> Vec<ReportedRisk> {
        let listed = listed.unwrap_or_default().into_iter().enumerate();
        listed
            .map(|(place, risk)| {
                let field = format!("{field}[{place}]");
                ReportedRisk {
                    name: text(risk.name),
                    message: text(risk.message),
                    url: filled(risk.url),
                    rules: self.rules(&field, risk.matching_rules),
                    conditions: self.conditions(&field, risk.conditions),
                }
            })
            .collect()
    }
}

/// An earlier form of a risk: its reason is its name, and without a query it applies to all
/// clusters.
fn blocker(blocker: api::ConditionalUpdateBlocker) -> ReportedRisk {
    ReportedRisk {
        message: text(blocker.message),
        url: filled(blocker.url),
        rules: vec![filled(blocker.promql).map_or(Rule::Always, Rule::PromQl)],
        ..ReportedRisk::named(&text(blocker.reason))
    }
}

#[cfg(test)]
mod tests;
