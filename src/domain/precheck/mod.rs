//! Pre-checks: what would speak against an update, gathered from informers, and what of it was accepted.

mod accept;
mod collect;
mod informer;
mod plan;

pub(crate) use super::insight::{
    Area, Impact, Insight, InsightId, LONGEST_DESCRIPTION, LONGEST_NAME, LONGEST_SUMMARY,
    LONGEST_UID, Level, MOST_OBJECTS, Object, Remediation, Scope, shortened,
};
pub(crate) use accept::{
    AcceptChange, AcceptEdit, AcceptError, InsightAcceptance, InsightAcceptedBy, InsightSelection,
};
pub(crate) use collect::{Collection, InformerQuery, InformerResult, InformerState, aggregate};
pub(crate) use informer::{
    AGAIN_AFTER, BUDGET, CALL_LIMIT, Hook, Informer, InformerOutcome, InformerQuestion,
    InformerResponse, InformerService, Online, Reply,
};
pub(crate) use plan::{PlanFindings, UpdatePlan};

#[cfg(test)]
pub(crate) mod sample;
