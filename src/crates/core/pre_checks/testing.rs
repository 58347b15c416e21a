//! Insights and plans for unit tests.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "test builders: what does not hold should end the test"
)]

use std::collections::BTreeMap;

use super::{Collection, InformerResult, InformerState, UpdatePlan};
use crate::insight::Insight;
pub use crate::insight::testing::insight;
use crate::testing::now;

/// An informer that answered with these.
pub fn contribution(name: &str, insights: Vec<Insight>) -> InformerResult {
    InformerResult {
        name: name.to_owned(),
        state: InformerState::Answered,
        message: String::new(),
        insights,
    }
}

pub fn collection(informers: Vec<InformerResult>) -> Collection {
    Collection {
        at: now(),
        by: "upgrade".to_owned(),
        from: "4.6.23".to_owned(),
        informers,
        pools: BTreeMap::new(),
        noted: Vec::new(),
    }
}

/// A plan for 4.6.43 with these insights of one informer.
pub fn plan(insights: Vec<Insight>) -> UpdatePlan {
    UpdatePlan {
        collection: Some(collection(vec![contribution("mco", insights)])),
        ..UpdatePlan::new("4.6.43")
    }
}
