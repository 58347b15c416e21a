//! Risks of updates: what a cluster reports of them, and what can be found out about them here.

mod judge;
mod recommended;
pub(crate) mod reported;

pub(crate) use judge::{
    Answer, Facts, Found, Judgement, Platform, Tried, Verdict, judge, questions, verdict,
};
pub(crate) use recommended::{Judged, Wording, is_reason, recommended};
