//! Risks of updates: how a cluster reports them, and how they are evaluated here.

pub(crate) mod evaluate;
pub mod recommended;

pub use evaluate::{
    Platform, QueryAnswer, RiskInputs, RiskResult, RiskVerdict, RuleAttempt, RuleOutcome, evaluate,
    questions, verdict,
};
pub use recommended::{MessageWording, WordedRisk, is_reason, recommended};
