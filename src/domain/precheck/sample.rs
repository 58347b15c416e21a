//! Insights and plans for unit tests to look at.

use super::{Collection, Impact, InformerResult, InformerState, Insight, Level, UpdatePlan};
use crate::domain::insight::InsightCode;
use crate::domain::testing::now;

pub(crate) fn insight(uid: &str) -> Insight {
    let (level, impact) = (Level::Warning, Impact::UpdateStalled);
    Insight::new(InsightCode::Reported, uid, level, impact, format!("{uid} is of concern"))
}

/// An informer that answered with these.
pub(crate) fn contribution(name: &str, insights: Vec<Insight>) -> InformerResult {
    InformerResult {
        name: name.to_owned(),
        state: InformerState::Answered,
        message: String::new(),
        insights,
    }
}

pub(crate) fn collection(informers: Vec<InformerResult>) -> Collection {
    Collection {
        at: now(),
        by: "upgrade".to_owned(),
        from: "4.6.23".to_owned(),
        informers,
        noted: Vec::new(),
    }
}

/// A plan for 4.6.43 with these insights of one informer.
pub(crate) fn plan(insights: Vec<Insight>) -> UpdatePlan {
    UpdatePlan {
        collection: Some(collection(vec![contribution("mco", insights)])),
        ..UpdatePlan::new("4.6.43")
    }
}
