//! Risks of updates: what a cluster reports of them, and what can be found out about them here.

mod judge;
mod recommended;
pub(crate) mod reported;

pub(crate) use judge::{
    Platform, QueryAnswer, RiskInputs, RiskResult, RiskVerdict, RuleAttempt, RuleOutcome, evaluate,
    questions, verdict,
};
pub(crate) use recommended::{MessageWording, WordedRisk, is_reason, recommended};
