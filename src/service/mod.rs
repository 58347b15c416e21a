//! An update service: what clusters ask, and what they are answered. Every answer is made once for
//! each state of the data.

mod archive;
mod body;
pub(crate) mod certificate;
pub(crate) mod load;
mod metrics;
mod prepared;
mod query;
pub(crate) mod reload;
mod respond;

pub(crate) use metrics::{Attempt, ServiceMetrics};
pub(crate) use prepared::{Material, Prepared};
pub(crate) use respond::PREFIX;

/// An example for those who watch over it; help and README show it.
pub(crate) const ALERTS: &str = include_str!("alerts.yaml");

use std::sync::{Arc, PoisonError, RwLock};

use http::{Request, Response};
use http_body_util::Full;
use hyper::body::Bytes;

/// What is served now. Clusters are answered from it while the next state is being made.
pub(crate) struct UpdateService {
    current: RwLock<Arc<Prepared>>,
    pub(crate) metrics: ServiceMetrics,
}

impl UpdateService {
    pub(crate) fn new(prepared: Prepared) -> Self {
        Self { current: RwLock::new(Arc::new(prepared)), metrics: ServiceMetrics::default() }
    }

    /// Returns the state that answers are made from.
    pub(crate) fn current(&self) -> Arc<Prepared> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Puts another state in its place, for all who ask from now on.
    pub(crate) fn replace(&self, prepared: Prepared) {
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(prepared);
    }

    pub(crate) fn respond<B>(&self, request: &Request<B>) -> Response<Full<Bytes>> {
        let current = self.current();
        let (endpoint, response) = respond::answer(request, &current, &self.metrics);
        self.metrics.count(endpoint, response.status());
        response
    }
}
