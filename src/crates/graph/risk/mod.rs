//! Risks of updates: what a cluster reports of them, and what can be found out about them here.

pub(crate) mod evaluate;
pub mod recommended;

pub use evaluate::{
    Platform, QueryAnswer, RiskInputs, RiskResult, RiskVerdict, RuleAttempt, RuleOutcome, evaluate,
    questions, verdict,
};
pub use recommended::{MessageWording, WordedRisk, is_reason, recommended};
