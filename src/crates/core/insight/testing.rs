//! Insights for unit tests.

use super::{Impact, Insight, InsightCode, Level};

pub fn insight(uid: &str) -> Insight {
    let (level, impact) = (Level::Warning, Impact::UpdateStalled);
    Insight::new(InsightCode::Reported, uid, level, impact, format!("{uid} is of concern"))
}
