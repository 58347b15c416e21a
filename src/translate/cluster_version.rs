//! ClusterVersion → Cluster: what is missing or odd becomes Unknown, and is noted.

use jiff::Timestamp;
use serde_json::Value;

use super::documents::{BadObject, Document, typed};
use crate::api::cluster_version as api;
use crate::domain::cluster::{
    Cluster, Conditional, Origin, Past, Release, ReportedRisk, Requested, Topology,
};
use crate::domain::condition::{Condition, Conditions, Status};
use crate::domain::version::Version;

/// Reads a ClusterVersion as it was at `now`.
pub(crate) fn cluster(
    object: &Value,
    origin: Origin,
    now: Timestamp,
) -> Result<Cluster, BadObject> {
    let wire: api::ClusterVersion = typed(object)?;
    let metadata = wire.metadata.unwrap_or_default();
    let spec = wire.spec.unwrap_or_default();
    let status = wire.status.unwrap_or_default();
    let mut notes = Notes(Vec::new());
    Ok(Cluster {
        origin,
        now,
        id: filled(spec.cluster_id),
        resource_version: filled(metadata.resource_version),
        generation: metadata.generation,
        observed_generation: status.observed_generation,
        channel: filled(spec.channel),
        upstream: filled(spec.upstream),
        requested: spec.desired_update.map(requested),
        desired: release(status.desired.unwrap_or_default()),
        history: notes.history(status.history.unwrap_or_default()),
        conditions: notes.conditions("status", status.conditions),
        available: status.available_updates.unwrap_or_default().into_iter().map(release).collect(),
        conditional: notes.conditional(status.conditional_updates.unwrap_or_default()),
        known_risks: notes.risks("status.conditionalUpdateRisks", status.conditional_update_risks),
        topology: Topology::NotAsked,
        oddities: notes.0,
    })
}

/// Returns the newest moment of a recording: the last transition of any ClusterVersion or
/// ClusterOperator condition.
pub(crate) fn newest_recorded(documents: &[Document]) -> Timestamp {
    documents
        .iter()
        .filter(|document| [api::KIND, "ClusterOperator"].contains(&document.kind()))
        .filter_map(|document| newest_transition(&document.object))
        .max()
        .unwrap_or(Timestamp::UNIX_EPOCH)
}

fn newest_transition(object: &Value) -> Option<Timestamp> {
    let wire: api::WithConditions = typed(object).ok()?;
    let conditions = wire.status?.conditions?;
    conditions
        .iter()
        .filter_map(|condition| condition.last_transition_time.as_deref()?.parse().ok())
        .max()
}

fn requested(update: api::Update) -> Requested {
    Requested {
        version: update.version.unwrap_or_default(),
        image: update.image.unwrap_or_default(),
        architecture: update.architecture.unwrap_or_default(),
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

fn release(release: api::Release) -> Release {
    Release {
        version: Version::new(release.version.unwrap_or_default()),
        image: release.image.unwrap_or_default(),
        url: filled(release.url),
        channels: release.channels.unwrap_or_default(),
        architecture: filled(release.architecture),
    }
}

fn filled(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.is_empty())
}

/// Collects what could not be read as meant.
struct Notes(Vec<String>);

impl Notes {
    fn conditions(&mut self, of: &str, listed: Option<Vec<api::Condition>>) -> Conditions {
        let listed = listed.unwrap_or_default().into_iter().enumerate();
        Conditions(
            listed
                .map(|(place, condition)| {
                    self.condition(&format!("{of}.conditions[{place}]"), condition)
                })
                .collect(),
        )
    }

    fn condition(&mut self, field: &str, wire: api::Condition) -> Condition {
        let status = match wire.status.as_deref() {
            Some("True") => Status::True,
            Some("False") => Status::False,
            Some("Unknown") => Status::Unknown,
            Some(odd) => {
                self.0.push(format!(
                    "{field}.status: {odd:?} is not True, False or Unknown; it counts as Unknown"
                ));
                Status::Unknown
            }
            None => {
                self.0.push(format!("{field}.status is missing; it counts as Unknown"));
                Status::Unknown
            }
        };
        let since = wire.last_transition_time.as_deref().and_then(|text| {
            let parsed = text.parse().ok();
            if parsed.is_none() {
                self.0.push(format!(
                    "{field}.lastTransitionTime: {text:?} is not a time; its age is not known"
                ));
            }
            parsed
        });
        Condition {
            kind: wire.r#type.unwrap_or_default(),
            status,
            reason: wire.reason.unwrap_or_default(),
            message: wire.message.unwrap_or_default(),
            since,
        }
    }

    fn history(&mut self, listed: Vec<api::UpdateHistory>) -> Vec<Past> {
        let listed = listed.into_iter().enumerate();
        listed
            .map(|(place, past)| {
                let state = past.state.unwrap_or_default();
                if !["Completed", "Partial"].contains(&state.as_str()) {
                    self.0.push(format!(
                        "status.history[{place}].state: {state:?} is not Completed or Partial; it counts as Partial"
                    ));
                }
                Past {
                    version: Version::new(past.version.unwrap_or_default()),
                    image: past.image.unwrap_or_default(),
                    completed: state == "Completed",
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
                    risk_names: update.risk_names.unwrap_or_default(),
                }
            })
            .collect()
    }

    fn risks(
        &mut self,
        field: &str,
        listed: Option<Vec<api::ConditionalUpdateRisk>>,
    ) -> Vec<ReportedRisk> {
        let listed = listed.unwrap_or_default().into_iter().enumerate();
        listed
            .map(|(place, risk)| ReportedRisk {
                name: risk.name.unwrap_or_default(),
                message: risk.message.unwrap_or_default(),
                url: filled(risk.url),
                conditions: self.conditions(&format!("{field}[{place}]"), risk.conditions),
            })
            .collect()
    }
}

/// The early form of a risk: its reason is its name.
fn blocker(blocker: api::ConditionalUpdateBlocker) -> ReportedRisk {
    ReportedRisk {
        name: blocker.reason.unwrap_or_default(),
        message: blocker.message.unwrap_or_default(),
        url: filled(blocker.url),
        conditions: Conditions::default(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::domain::testing::now;

    fn read(object: &Value) -> Cluster {
        cluster(object, Origin::default(), now()).unwrap()
    }

    #[test]
    fn an_empty_object_is_a_cluster_of_unknowns() {
        let cluster = read(&json!({}));
        assert!(cluster.available.is_empty() && cluster.conditional.is_empty());
        assert_eq!(cluster.conditions.status("Failing"), Status::Unknown);
        assert!(cluster.unobserved());
    }

    #[test]
    fn null_lists_are_empty_and_unknown_fields_are_ignored() {
        let cluster = read(&json!({
            "spec": {"channel": null, "desiredUpdate": null, "aNewField": {"x": 1}},
            "status": {"availableUpdates": null, "conditionalUpdates": null, "history": null,
                       "conditions": null, "desired": {"version": "4.6.23", "channels": null, "new": []}},
        }));
        assert_eq!(cluster.desired.version.text(), "4.6.23");
        assert!(cluster.oddities.is_empty());
    }

    #[test]
    fn odd_values_are_unknown_and_noted_with_their_field() {
        let cluster = read(&json!({"status": {
            "conditions": [{"type": "Failing", "status": "Perhaps", "lastTransitionTime": "yesterday"}, {"type": "X"}],
            "history": [{"state": "Halfway"}],
        }}));
        assert_eq!(cluster.conditions.status("Failing"), Status::Unknown);
        assert!(!cluster.history[0].completed);
        let fields: Vec<_> = cluster
            .oddities
            .iter()
            .map(|oddity| oddity.split([':', ' ']).next().unwrap())
            .collect();
        assert_eq!(
            fields,
            [
                "status.history[0].state",
                "status.conditions[0].status",
                "status.conditions[0].lastTransitionTime",
                "status.conditions[1].status",
            ]
        );
    }

    #[test]
    fn unquoted_booleans_are_statuses() {
        let conditions =
            json!([{"type": "Failing", "status": false}, {"type": "Available", "status": true}]);
        let cluster = read(&json!({"status": {"conditions": conditions}}));
        assert_eq!(cluster.conditions.status("Failing"), Status::False);
        assert_eq!(cluster.conditions.status("Available"), Status::True);
    }

    #[test]
    fn early_spellings_are_read_as_risks_and_accepted_risks() {
        let cluster = read(&json!({"status": {
            "history": [{"state": "Completed", "version": "4.7.4", "overrides": "not recommended"},
                        {"state": "Completed", "version": "4.6.1", "acceptedRisks": "forced"}],
            "conditionalUpdates": [{"release": {"version": "4.7.5"}, "blockedClusters":
                [{"reason": "A", "message": "a", "url": "https://example.com/A", "promQL": "up"}]}],
        }}));
        assert_eq!(cluster.history[0].accepted_risks.as_deref(), Some("not recommended"));
        assert_eq!(cluster.history[1].accepted_risks.as_deref(), Some("forced"));
        assert_eq!(cluster.conditional[0].risks[0].name, "A");
    }

    #[test]
    fn the_newest_transition_is_found_and_odd_times_are_passed_over() {
        let object = json!({"status": {"conditions": [
            {"lastTransitionTime": "2021-08-28T01:00:00Z"}, {"lastTransitionTime": "soon"},
            {"lastTransitionTime": "2021-08-28T02:00:00Z"}, {}]}});
        assert_eq!(newest_transition(&object), Some("2021-08-28T02:00:00Z".parse().unwrap()));
    }
}
