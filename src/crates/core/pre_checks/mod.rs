//! Pre-checks: insights about an update, collected from informers, and which of them are accepted.

pub(crate) mod accept;
pub(crate) mod collect;
pub(crate) mod informer;
pub mod informer_object;
pub mod plan_object;
pub(crate) mod request_time;
pub(crate) mod update_plan;

pub use accept::{
    AcceptChange, AcceptEdit, AcceptError, InsightAcceptance, InsightAcceptedBy, InsightSelection,
};
pub use collect::{
    Collection, InformerQuery, InformerResult, InformerState, aggregate, unresolved,
};
pub use informer::{
    AGAIN_AFTER, BUDGET, CALL_LIMIT, Hook, Informer, InformerOutcome, InformerQuestion,
    InformerResponse, InformerService, Online, Reply,
};
pub use update_plan::{PlanFindings, UpdatePlan};

#[cfg(any(test, feature = "testing"))]
pub mod testing;
