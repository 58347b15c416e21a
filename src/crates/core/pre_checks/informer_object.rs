//! The HTTP requests to informers, and their answers.

#[cfg(test)]
mod tests;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::condition_type::InformerCondition;
use crate::insight::{
    Area, Impact, Insight, InsightCode, LONGEST_DESCRIPTION, LONGEST_NAME, LONGEST_SUMMARY,
    LONGEST_UID, Level, MOST_OBJECTS, Object, Remediation, Scope, shortened,
};
use crate::objects::cluster_version::conditions;
use crate::objects::cluster_version::wire::{Text, WithConditions};
use crate::objects::update_api::{API_VERSION, AUTHORITY, UpdateInformerSpec};
use crate::pre_checks::{
    Hook, Informer, InformerQuestion, InformerResponse, InformerService, Online, Reply,
};
use upgrade_graph::decode::typed;

/// The versions of the hooks, the newest first.
pub const HOOKS: [&str; 2] =
    ["hooks.config.openshift.io/v1alpha1", "hooks.config.openshift.io/v1alpha"];
pub const DISCOVERY: &str = "discovery";

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InsightsRequest {
    pub api_version: &'static str,
    pub kind: &'static str,
    pub spec: InsightsRequestSpec,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InsightsRequestSpec {
    #[serde(rename = "clusterID")]
    pub cluster_id: String,
    pub control_plane_version: String,
    pub target_control_plane_version: String,
    pub informer_update: bool,
}

/// Which hooks an informer has.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct DiscoveryResponse {
    pub status: Option<Text>,
    pub message: Option<Text>,
    pub handlers: Option<Vec<Text>>,
}

/// An answer with raw insights, so that an invalid one does not affect the others.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct InsightsResponse {
    pub spec: Option<InsightsResponseSpec>,
    pub status: Option<InsightsResponseStatus>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct InsightsResponseSpec {
    pub insights: Option<Vec<Value>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct InsightsResponseStatus {
    pub response: Option<Text>,
    pub message: Option<Text>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InsightObject {
    pub uid: Option<Text>,
    pub acquisition_time: Option<Text>,
    pub scope: Option<ScopeObject>,
    pub impact: Option<ImpactObject>,
    pub remediation: Option<RemediationObject>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ScopeObject {
    pub r#type: Option<Text>,
    pub worker_pool: Option<Vec<Reference>>,
    pub resources: Option<Vec<Reference>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Reference {
    pub kind: Option<Text>,
    pub namespace: Option<Text>,
    pub name: Option<Text>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct ImpactObject {
    pub level: Option<Text>,
    pub r#type: Option<Text>,
    pub summary: Option<Text>,
    pub description: Option<Text>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RemediationObject {
    pub reference: Option<Text>,
    pub action: Option<Text>,
    pub resolved: Option<bool>,
    /// A time, or a duration from when the data was acquired.
    pub estimated_finish: Option<Text>,
}

const PORT: u16 = 443;
const MOST_POOLS: usize = 32; // an insight is stored with each of them
const MOST_PROBLEMS: usize = 5; // are reported; the rest are counted

/// Reads an `UpdateInformer`; an invalid one cannot be reached.
pub fn informer(name: String, object: &Value, now: Option<Timestamp>) -> Informer {
    let spec: Result<UpdateInformerSpec, _> = typed(&object["spec"]);
    let spec = spec.map_err(|bad| bad.within("spec").to_string());
    let status: WithConditions = typed(object).unwrap_or_default();
    let said = conditions(status.status.unwrap_or_default().conditions);
    let listed = object["status"]["conditions"].as_array().into_iter().flatten();
    let mut online = listed.filter(|condition| condition["type"] == "Online");
    let heartbeat = online.find_map(|condition| condition["lastHeartbeatTime"].as_str());
    let heartbeat = heartbeat.and_then(|at| at.parse().ok());
    let authority = object["metadata"]["annotations"][AUTHORITY].as_str();
    let authority = authority.and_then(|place| place.split_once('/'));
    Informer {
        name,
        // If it is unknown whether it is enabled, it is queried.
        enabled: spec.as_ref().map_or(true, |spec| spec.enabled.unwrap_or(true)),
        service: spec.and_then(|spec| service(&spec)),
        authority: authority.map(|(namespace, name)| (namespace.to_owned(), name.to_owned())),
        online: Online::new(said.get(InformerCondition::Online), heartbeat, now),
    }
}

/// Its names become part of a URL, so they must be valid names.
fn service(spec: &UpdateInformerSpec) -> Result<InformerService, String> {
    let service = &spec.client_config.service;
    let is_name = |name: &str| {
        let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        !name.is_empty() && name.len() <= 63 && name.chars().all(legal)
    };
    for (field, name) in [("name", &service.name), ("namespace", &service.namespace)] {
        if !is_name(name) {
            return Err(format!("spec.clientConfig.service.{field}: {name:?} is not a name"));
        }
    }
    let port = match service.port {
        None => Some(PORT),
        Some(port) => u16::try_from(port).ok().filter(|port| *port > 0),
    };
    let port = port.ok_or_else(|| "spec.clientConfig.service.port: is not a port".to_owned())?;
    let (namespace, name) = (service.namespace.clone(), service.name.clone());
    Ok(InformerService { namespace, name, port })
}

/// Returns the body of a request to an informer.
pub fn question(question: &InformerQuestion) -> Value {
    let InformerQuestion { hook, cluster, from, to, informer_update } = question;
    json!(InsightsRequest {
        api_version: API_VERSION,
        kind: match hook {
            Hook::Status => "UpdateInsightsRequest",
            Hook::Plan => "UpdatePlanInsightsRequest",
        },
        spec: InsightsRequestSpec {
            cluster_id: cluster.clone().unwrap_or_default(),
            control_plane_version: from.clone(),
            target_control_plane_version: to.clone(),
            informer_update: *informer_update,
        },
    })
}

/// Returns the same as query parameters.
pub fn query(question: &InformerQuestion) -> String {
    let InformerQuestion { cluster, from, to, informer_update, .. } = question;
    form_urlencoded::Serializer::new(String::new())
        .append_pair("clusterID", cluster.as_deref().unwrap_or_default())
        .append_pair("controlPlaneVersion", from)
        .append_pair("targetControlPlaneVersion", to)
        .append_pair("informerUpdate", &informer_update.to_string())
        .finish()
}

/// Returns whether an informer has a handler, by its discovery.
pub fn handles(answer: &Value, hook: Hook) -> Result<bool, String> {
    let told: DiscoveryResponse = typed(answer).map_err(|bad| format!("its discovery: {bad}"))?;
    if let Some(status) = told.status.filter(|status| status.0 != "Success") {
        let said = text(told.message);
        return Err(format!("its discovery is {:?}: {said}", status.0));
    }
    let handlers = told.handlers.ok_or("its discovery names no handlers")?;
    Ok(handlers.iter().any(|handler| handler.0 == hook.handler()))
}

/// Reads an answer; invalid parts are reported, and do not affect the rest.
pub fn reply(answer: &Value, now: Timestamp) -> Result<Reply, String> {
    let wire: InsightsResponse = typed(answer).map_err(|bad| bad.to_string())?;
    let status = wire.status.ok_or("status: is missing")?;
    let response = match text(status.response).as_str() {
        "Success" => InformerResponse::Success,
        "Failure" => InformerResponse::Failure,
        "Wait" => InformerResponse::Wait,
        odd => {
            return Err(format!("status.response: {odd:?} is not Success, Failure or Wait"));
        }
    };
    let (mut insights, mut problems) = (Vec::new(), Vec::new());
    let listed = wire.spec.unwrap_or_default().insights.unwrap_or_default();
    for (place, value) in listed.iter().enumerate() {
        match insight(value, now) {
            Ok(insight) => insights.push(insight),
            Err(problem) => problems.push(format!("spec.insights[{place}].{problem}")),
        }
    }
    let problems = few(problems);
    let message = shortened(text(status.message), LONGEST_SUMMARY);
    Ok(Reply { response, message, insights, problems })
}

/// Keeps the first invalid parts, and counts the rest.
pub(crate) fn few(mut problems: Vec<String>) -> Vec<String> {
    if let Some(more) = problems.len().checked_sub(MOST_PROBLEMS).filter(|more| *more > 0) {
        problems.truncate(MOST_PROBLEMS);
        problems.push(format!("and {more} more"));
    }
    problems
}

/// Reads an insight; an error names the invalid field.
pub(crate) fn insight(value: &Value, now: Timestamp) -> Result<Insight, String> {
    let wire: InsightObject = typed(value).map_err(|bad| bad.to_string())?;
    let uid = text(wire.uid);
    if uid.is_empty() || uid.chars().count() > LONGEST_UID {
        return Err(format!("uid: must have 1 to {LONGEST_UID} characters"));
    }
    if uid.chars().any(char::is_control) {
        return Err("uid: has control characters".to_owned());
    }
    let acquired = wire.acquisition_time.map(|time| moment("acquisitionTime", &time.0));
    let acquired = acquired.transpose()?;
    let impact = wire.impact.unwrap_or_default();
    // A summary is a single line.
    let summary: Vec<String> = text(impact.summary).split_whitespace().map(str::to_owned).collect();
    let summary = shortened(summary.join(" "), LONGEST_SUMMARY);
    Ok(Insight {
        code: InsightCode::Reported,
        since: None,
        about: None,
        stops_update: false,
        scope: scope(wire.scope.unwrap_or_default())?,
        level: Level::read(&text(impact.level)),
        impact: Impact::read(&shortened(text(impact.r#type), LONGEST_NAME)),
        summary: if summary.is_empty() { uid.clone() } else { summary },
        description: shortened(text(impact.description), LONGEST_DESCRIPTION),
        remediation: remediation(wire.remediation.unwrap_or_default(), acquired.unwrap_or(now))?,
        uid,
        acquired,
    })
}

fn scope(wire: ScopeObject) -> Result<Scope, String> {
    let area = match text(wire.r#type).as_str() {
        "ControlPlane" | "" => Area::ControlPlane,
        "WorkerPool" => Area::WorkerPool,
        odd => return Err(format!("scope.type: {odd:?} is neither ControlPlane nor WorkerPool")),
    };
    Ok(Scope {
        area,
        pools: objects("scope.workerPool", wire.worker_pool.unwrap_or_default(), MOST_POOLS)?,
        resources: objects("scope.resources", wire.resources.unwrap_or_default(), MOST_OBJECTS)?,
    })
}

fn objects(field: &str, wire: Vec<Reference>, most: usize) -> Result<Vec<Object>, String> {
    if wire.len() > most {
        return Err(format!("{field}: has more than {most} objects"));
    }
    let object = |(place, wire): (usize, Reference)| {
        let (kind, namespace, name) = (text(wire.kind), text(wire.namespace), text(wire.name));
        let too_long = |text: &String| text.chars().count() > LONGEST_NAME;
        if kind.is_empty()
            || name.is_empty()
            || [&kind, &namespace, &name].into_iter().any(too_long)
        {
            let most = LONGEST_NAME;
            return Err(format!(
                "{field}[{place}]: kind and name must have 1 to {most} characters"
            ));
        }
        Ok(Object { kind, namespace, name })
    };
    wire.into_iter().enumerate().map(object).collect()
}

fn remediation(wire: RemediationObject, since: Timestamp) -> Result<Remediation, String> {
    let field = "remediation.estimatedFinish";
    let finish = wire.estimated_finish.map(|text| text.0).filter(|text| !text.is_empty());
    let finish = finish.map(|text| match text.parse::<SignedDuration>() {
        Ok(after) => {
            let finish = since.checked_add(after).ok().filter(is_in_calendars);
            finish.ok_or_else(|| format!("{field}: {text:?} is too long"))
        }
        Err(_) => moment(field, &text),
    });
    let filled = |wire: Option<Text>, most| {
        Some(shortened(text(wire), most)).filter(|text| !text.is_empty())
    };
    Ok(Remediation {
        reference: filled(wire.reference, 2 * LONGEST_SUMMARY),
        action: filled(wire.action, LONGEST_SUMMARY),
        resolved: wire.resolved,
        finish: finish.transpose()?,
    })
}

fn moment(field: &str, text: &str) -> Result<Timestamp, String> {
    let moment: Option<Timestamp> = text.parse().ok().filter(is_in_calendars);
    moment.ok_or_else(|| format!("{field}: {text:?} is not a time"))
}

/// Returns whether it can be written in RFC 3339, which has the years from 0 to 9999.
fn is_in_calendars(moment: &Timestamp) -> bool {
    const YEAR_0: i64 = -62_167_219_200;
    moment.as_second() >= YEAR_0
}

fn text(text: Option<Text>) -> String {
    text.map(|text| text.0.trim().to_owned()).unwrap_or_default()
}
