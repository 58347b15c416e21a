//! Pre-checks: what would speak against an update, gathered from informers, and what of it was accepted.

mod accept;
mod collect;
mod informer;
mod plan;

pub(crate) use super::insight::{
    Area, Id, Impact, Insight, LONGEST_DESCRIPTION, LONGEST_NAME, LONGEST_SUMMARY, LONGEST_UID,
    Level, MOST_OBJECTS, Object, Remediation, Scope, shortened,
};
pub(crate) use accept::{Accepted, AcceptedBy, Edit, Edited, Unfit, Wanted};
pub(crate) use collect::{Asked, Collection, Contribution, State, aggregate};
pub(crate) use informer::{
    AGAIN_AFTER, BUDGET, CALL_LIMIT, Hook, Informer, Online, Outcome, Question, Reply, Response,
    Service,
};
pub(crate) use plan::{Found, Plan};

#[cfg(test)]
pub(crate) mod sample;
