//! Update services outside of the lab: what the operator wants to know from them, and the answers.
//! It sends no requests itself.

use super::objects::text;
use super::retrieve::RetrievalFailure;
use super::{Operator, StepContext};
use crate::resource::CONFIG;
use crate::settings::DEFAULTS;
use crate::store::Key;
use upgrade_core::objects::infrastructure;
use upgrade_graph::model::Graph;
use upgrade_graph::web::is_web_address;

/// A graph that is wanted, and who wants it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceRequest {
    pub upstream: String,
    pub channel: String,
    pub arch: &'static str,
    pub version: String,
    pub id: Option<String>,
    pub platform: Option<String>,
}

/// What came of an inquiry.
#[derive(Debug, Clone)]
pub enum ServiceAnswer {
    Graph(Graph),
    Unreachable(String),
    Refused(String),
    Garbage(String),
}

/// The requests and answers of the operator.
#[derive(Debug, Clone, Default)]
pub(super) struct ExternalService {
    /// Whether a client sends its requests.
    pub(super) followed: bool,
    wanted: Option<ServiceRequest>,
    answer: Option<(ServiceRequest, ServiceAnswer)>,
}

impl Operator {
    /// Returns what it waits to be told.
    pub(crate) fn wanted(&self) -> Option<ServiceRequest> {
        self.memory.elsewhere.wanted.clone()
    }

    /// Tells it what came of an inquiry.
    pub(crate) fn tell(&mut self, inquiry: ServiceRequest, answer: ServiceAnswer) {
        self.memory.elsewhere.wanted = None;
        self.memory.elsewhere.answer = Some((inquiry, answer));
        self.acted_on = None;
    }

    /// Lets it use services outside of the lab; a client must send its requests.
    pub(crate) fn follow(&mut self) {
        self.memory.elsewhere.followed = true;
    }
}

/// Returns whether an upstream is outside, and asked.
pub(super) fn is_followed(context: &StepContext<'_>, upstream: &str) -> bool {
    let known =
        context.settings.wire.upstreams.contains_key(upstream) || DEFAULTS.contains(&upstream);
    context.memory.elsewhere.followed && is_web_address(upstream) && !known
}

impl ServiceRequest {
    /// Completes a request with what the cluster reports about itself.
    pub(super) fn for_cluster(self, context: &StepContext<'_>) -> Self {
        let object = context.store.get(&Key::cluster(CONFIG, "infrastructures", "cluster"));
        let read = object.ok().and_then(|object| infrastructure::infrastructure(object).ok());
        let platform = read.and_then(|read| read.platform.into_known());
        let id = text(context.version(), "/spec/clusterID");
        Self { platform, id: Some(id.to_owned()).filter(|id| !id.is_empty()), ..self }
    }

    /// Returns the answer, once; none if it must be requested first.
    pub(super) fn ask(
        self,
        context: &mut StepContext<'_>,
    ) -> Option<Result<Graph, RetrievalFailure>> {
        let elsewhere = &mut context.memory.elsewhere;
        let upstream = self.upstream.clone();
        if let Some((_, answer)) = elsewhere.answer.take().filter(|(about, _)| *about == self) {
            return Some(answer.graph(&upstream));
        }
        elsewhere.wanted = Some(self);
        None
    }
}

impl ServiceAnswer {
    fn graph(self, upstream: &str) -> Result<Graph, RetrievalFailure> {
        let failure = |reason, why: String| {
            let message = format!("Unable to retrieve available updates: {why}");
            Err(RetrievalFailure { reason, message })
        };
        match self {
            Self::Graph(graph) => Ok(graph),
            Self::Unreachable(why) => failure("RemoteFailed", format!("Get \"{upstream}\": {why}")),
            Self::Refused(why) => failure("ResponseFailed", why),
            Self::Garbage(why) => failure("ResponseInvalid", why),
        }
    }
}
