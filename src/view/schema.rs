//! JSON Schema of every kind.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

use super::failure::Failure;
use super::gate_acknowledgement::GateAcknowledgement;
use super::gate_list::GateList;
use super::risk_acceptance::RiskAcceptance;
use super::risk_list::RiskList;
use super::scenario_list::ScenarioList;
use super::update_list::UpdateList;
use super::update_request::UpdateRequest;
use super::wait_event::WaitEvent;

/// A kind and how its schema is made.
type Kind = (&'static str, fn() -> Schema);

/// The kinds, in the order people meet them.
pub(crate) const KINDS: [Kind; 9] = [
    ("UpdateList", schema::<UpdateList>),
    ("UpdateRequest", schema::<UpdateRequest>),
    ("WaitEvent", schema::<WaitEvent>),
    ("RiskList", schema::<RiskList>),
    ("RiskAcceptance", schema::<RiskAcceptance>),
    ("GateList", schema::<GateList>),
    ("GateAcknowledgement", schema::<GateAcknowledgement>),
    ("ScenarioList", schema::<ScenarioList>),
    ("Error", schema::<Failure>),
];

fn schema<T: JsonSchema>() -> Schema {
    // What we write, not what we would read: every field of ours is always there.
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
}
