//! UpdateStatus → its content. Anyone may write it: invalid parts are reported, and do not affect
//! the rest.

use std::collections::BTreeSet;

use jiff::Timestamp;
use serde_json::Value;

use crate::insight::id::InsightId;
use crate::insight::{
    Area, Insight, LONGEST_DESCRIPTION, LONGEST_NAME, LONGEST_SUMMARY, Object, shortened,
};
use crate::objects::cluster_version::conditions;
use crate::objects::cluster_version::wire::Text;
use crate::pre_checks::informer_object::{few, insight};
use crate::pre_checks::{InformerResult, InformerState};
use crate::reported_status::{ReportedPool, ReportedStatus};
use upgrade_graph::condition::Conditions;
use upgrade_graph::decode::typed;

// The limits of the CustomResourceDefinition.
const MOST_INFORMERS: usize = 128;
const MOST_INSIGHTS: usize = 256;
const MOST_POOLS: usize = 256;

/// Reads the object, and returns its invalid parts with it.
pub fn read(object: &Value, now: Timestamp) -> (ReportedStatus, Vec<String>) {
    let mut reading = StatusReader {
        since: now,
        status: ReportedStatus::default(),
        seen: BTreeSet::new(),
        problems: Vec::new(),
    };
    reading.status(&object["status"]);
    (reading.status, few(reading.problems))
}

struct StatusReader {
    /// The start of durations in insights without an acquisition time.
    since: Timestamp,
    status: ReportedStatus,
    /// An insight about several pools is stored with each of them.
    seen: BTreeSet<InsightId>,
    problems: Vec<String>,
}

/// Where insights are: the field, and the pool.
struct StatusPlace<'a> {
    field: &'a str,
    pool: Option<&'a Object>,
}

impl StatusReader {
    fn status(&mut self, status: &Value) {
        self.status.heartbeat = self.moment(status, "heartbeatTime");
        self.status.ended = self.moment(status, "endedTime");
        self.since = self.status.heartbeat.or(self.status.ended).unwrap_or(self.since);
        // The earlier form, too.
        let field = ["controlPlane", "contolPlane"].into_iter();
        let mut field = field.filter(|field| !status[*field].is_null());
        if let Some(field) = field.next() {
            let (plane, field) = (&status[field], format!("status.{field}"));
            self.status.control_plane = self.conditions(plane, &field);
            self.informers(plane, &StatusPlace { field: &field, pool: None });
        }
        let pools = self.list(&status["workerPools"], "status.workerPools", MOST_POOLS);
        for (n, pool) in pools.iter().enumerate() {
            let field = format!("status.workerPools[{n}]");
            let part = |name: &str| shortened(text(&pool[name]), LONGEST_NAME);
            let object =
                Object { kind: part("kind"), namespace: part("namespace"), name: part("name") };
            let conditions = self.conditions(pool, &field);
            self.informers(pool, &StatusPlace { field: &field, pool: Some(&object) });
            // Insights about pools without a known name are stored with an empty one.
            if object != Object::default() {
                self.status.pools.push(ReportedPool { object, conditions });
            }
        }
    }

    fn moment(&mut self, status: &Value, field: &str) -> Option<Timestamp> {
        let text = Some(text(&status[field])).filter(|text| !text.is_empty())?;
        let moment = text.parse().ok();
        if moment.is_none() {
            self.problems.push(format!("status.{field}: is not a time"));
        }
        moment
    }

    fn informers(&mut self, part: &Value, place: &StatusPlace<'_>) {
        let field = format!("{}.updateInformers", place.field);
        let informers = self.list(&part["updateInformers"], &field, MOST_INFORMERS);
        for (n, informer) in informers.iter().enumerate() {
            let field = format!("{field}[{n}]");
            let name = shortened(text(&informer["name"]), LONGEST_NAME);
            if name.is_empty() {
                self.problems.push(format!("{field}.name: is missing"));
                continue;
            }
            let insights =
                self.insights(informer, &StatusPlace { field: &field, ..*place }).into_iter();
            let mut insights: Vec<Insight> =
                insights.map(|insight| insight.stored_by(&name)).collect();
            insights.retain(|insight| self.seen.insert(InsightId::new(&name, insight)));
            let known = self.status.informers.iter_mut().find(|known| known.name == name);
            match known {
                Some(known) => known.insights.extend(insights),
                None => self.status.informers.push(InformerResult {
                    name,
                    state: match text(&informer["state"]).as_str() {
                        "" => InformerState::Answered,
                        state => InformerState::read(state),
                    },
                    message: shortened(text(&informer["message"]), LONGEST_SUMMARY),
                    insights,
                }),
            }
        }
    }

    fn insights(&mut self, informer: &Value, place: &StatusPlace<'_>) -> Vec<Insight> {
        let field = format!("{}.insights", place.field);
        let mut insights = Vec::new();
        let listed = self.list(&informer["insights"], &field, MOST_INSIGHTS);
        for (n, value) in listed.iter().enumerate() {
            match insight(value, self.since) {
                Ok(found) => insights.push(placed(found, place.pool)),
                Err(problem) => self.problems.push(format!("{field}[{n}].{problem}")),
            }
        }
        insights
    }

    fn conditions(&mut self, part: &Value, field: &str) -> Conditions {
        match typed::<Option<Vec<_>>>(&part["conditions"]) {
            Ok(listed) => {
                let mut found = conditions(listed);
                for condition in &mut found.0 {
                    let cut =
                        |text: &mut String, most| *text = shortened(std::mem::take(text), most);
                    cut(&mut condition.kind, LONGEST_NAME);
                    cut(&mut condition.reason, LONGEST_SUMMARY);
                    cut(&mut condition.message, LONGEST_DESCRIPTION);
                }
                found
            }
            Err(bad) => {
                self.problems.push(bad.within(&format!("{field}.conditions")).to_string());
                Conditions::default()
            }
        }
    }

    /// Returns the items of a list, up to the limit.
    fn list<'a>(&mut self, value: &'a Value, field: &str, most: usize) -> &'a [Value] {
        let items = match value {
            Value::Array(items) => items.as_slice(),
            Value::Null => &[],
            _ => {
                self.problems.push(format!("{field}: is not a list"));
                &[]
            }
        };
        if items.len() > most {
            let count = items.len();
            self.problems.push(format!("{field}: {count} exceed the limit of {most}"));
        }
        &items[..items.len().min(most)]
    }
}

/// An insight of a pool is about it, even if it does not name it.
fn placed(mut insight: Insight, pool: Option<&Object>) -> Insight {
    let Some(pool) = pool else { return insight };
    insight.scope.area = Area::WorkerPool;
    if insight.scope.pools.is_empty() && *pool != Object::default() {
        insight.scope.pools.push(pool.clone());
    }
    insight
}

fn text(value: &Value) -> String {
    typed::<Option<Text>>(value)
        .ok()
        .flatten()
        .map(|text| text.0.trim().to_owned())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests;
