//! Asks the update service, as often and with the reasons of the cluster-version operator.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::external_service::{self, ServiceRequest};
use super::objects::{ConditionWrite, at, condition, text};
use super::{StepContext, available_updates};
use crate::settings::{self, Upstream};
use upgrade_graph::image;
use upgrade_graph::model::Graph;
use upgrade_graph::offers::Offers;
use upgrade_graph::release::Release;
use upgrade_graph::risk::questions;
use upgrade_graph::version::Version;

const NOTICED_AFTER: SignedDuration = SignedDuration::from_secs(5); // until a new channel is used
// cluster-version-operator: pkg/start/start.go:59, 499
const CHECKED_EVERY: SignedDuration = SignedDuration::from_mins(3);
const AT_MOST_EVERY: SignedDuration = SignedDuration::from_secs(1); // however fast the cluster lives
// cluster-version-operator: pkg/cvo/availableupdates.go:69
const KEPT_FOR: SignedDuration = SignedDuration::from_hours(24); // after the last success

/// What was asked last, and what came of it.
#[derive(Debug, Clone)]
pub(super) struct Retrieval {
    question: RetrievalRequest,
    at: Timestamp,
    pub(super) offers: Result<Offers, RetrievalFailure>,
    /// Counts retrievals that brought something else than the one before.
    pub(super) serial: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct RetrievalRequest {
    upstream: String,
    channel: String,
    arch: &'static str,
    /// Whether to go from one architecture to all of them.
    to_multi: bool,
    version: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RetrievalFailure {
    pub(super) reason: &'static str,
    pub(super) message: String,
}

impl Retrieval {
    /// Returns whether it is the answer to what would be asked now.
    pub(super) fn answers(&self, version: &Value) -> bool {
        self.question == RetrievalRequest::new(version)
    }
}

#[cfg(test)]
impl Retrieval {
    pub(super) fn at(&self) -> Timestamp {
        self.at
    }
}

impl RetrievalFailure {
    /// Returns whether the lists of the last success are kept.
    pub(super) fn keeps_lists(&self) -> bool {
        ["RemoteFailed", "ResponseFailed", "ResponseInvalid"].contains(&self.reason)
    }
}

/// Queries the update service when it is due, or when the request changes.
pub(super) fn retrieve(context: &mut StepContext<'_>) {
    let question = RetrievalRequest::new(context.version());
    if context.settings.graph.is_none()
        && !external_service::is_followed(context, &question.upstream)
    {
        return;
    }
    let last = context.memory.retrieval.as_ref().filter(|last| last.question == question);
    let due = match last.map(|last| last.at) {
        Some(at) => is_due(context, at),
        None => context.ripe(&format!("to retrieve {question:?}"), NOTICED_AFTER),
    };
    if due && fetch(context, question) {
        is_due(context, context.now); // so that it is not forgotten
    }
}

/// Returns whether it is time to look again; if not, it is noted when.
fn is_due(context: &mut StepContext<'_>, last: Timestamp) -> bool {
    let pause = context.paced(CHECKED_EVERY).max(AT_MOST_EVERY);
    last.checked_add(pause).is_ok_and(|next| context.is_past(next))
}

/// Returns whether lists that could not be renewed have been kept for long enough.
pub(super) fn has_expired(context: &mut StepContext<'_>) -> bool {
    let failed = condition(context.version(), "RetrievedUpdates");
    let since = failed.and_then(|said| text(said, "/lastTransitionTime").parse().ok());
    since.is_some_and(|since| context.has_passed(since, KEPT_FOR))
}

/// Queries the update service and gets every answer, without the usual pauses.
pub(super) fn at_once(context: &mut StepContext<'_>) {
    let question = RetrievalRequest::new(context.version());
    fetch(context, question);
    let asked: Vec<String> = context.offers().map(asked_of).unwrap_or_default();
    let answered = |query: String| {
        let answer = available_updates::answer(context, &query);
        (query, (context.now, answer))
    };
    context.memory.asked = asked.into_iter().map(answered).collect();
}

/// Returns the queries for the risks of an update, newest target first.
pub(super) fn asked_of(offers: &Offers) -> Vec<String> {
    let risks = offers.conditional.iter().flat_map(|(_, risks)| risks);
    questions(risks).into_iter().map(str::to_owned).collect()
}

/// Returns false where the answer has to be waited for.
fn fetch(context: &mut StepContext<'_>, question: RetrievalRequest) -> bool {
    let Some(offers) = question.ask(context) else { return false };
    let serial = match &context.memory.retrieval {
        Some(last) if last.offers == offers => last.serial,
        Some(last) => last.serial + 1,
        None => 0,
    };
    let now = context.now;
    let says = match &offers {
        Ok(_) => {
            ConditionWrite { kind: "RetrievedUpdates", status: "True", reason: "", message: "" }
        }
        Err(RetrievalFailure { reason, message }) => {
            ConditionWrite { kind: "RetrievedUpdates", status: "False", reason, message }
        }
    };
    context.amend_version(|version| {
        says.write(version, now);
        if let Ok(offers) = &offers {
            describe(at(version, &["status", "desired"]), &offers.current);
        }
    });
    context.memory.retrieval = Some(Retrieval { question, at: now, offers, serial });
    true
}

/// Fills in what the graph knows of a release, found by its digest.
pub(super) fn describe(desired: &mut Value, known: &Release) {
    let image = desired["image"].as_str().unwrap_or_default();
    if !desired.is_object() || !image::same(image, &known.image) {
        return;
    }
    desired["version"] = json!(known.version.text());
    if !known.channels.is_empty() {
        desired["channels"] = json!(known.channels);
    }
    if let Some(url) = &known.url {
        desired["url"] = json!(url);
    }
    if let Some(architecture) = &known.architecture {
        desired["architecture"] = json!(architecture);
    }
}

impl RetrievalRequest {
    fn new(version: &Value) -> Self {
        let is_multi = text(version, "/status/desired/architecture") == "Multi";
        let wants_multi = text(version, "/spec/desiredUpdate/architecture") == "Multi";
        Self {
            upstream: text(version, "/spec/upstream").to_owned(),
            channel: text(version, "/spec/channel").to_owned(),
            arch: if is_multi || wants_multi { "multi" } else { "amd64" },
            to_multi: wants_multi && !is_multi,
            version: text(version, "/status/desired/version").to_owned(),
        }
    }

    /// Asks the update service; none where its answer has to be waited for.
    fn ask(&self, context: &mut StepContext<'_>) -> Option<Result<Offers, RetrievalFailure>> {
        if let Err(failure) = self.check() {
            return Some(Err(failure));
        }
        let Self { upstream, channel, arch, version, .. } = self;
        let whole = if external_service::is_followed(context, upstream) {
            let (upstream, channel, version) = (upstream.clone(), channel.clone(), version.clone());
            let (id, platform) = (None, None);
            let inquiry = ServiceRequest { upstream, channel, arch, version, id, platform };
            inquiry.for_cluster(context).ask(context)?
        } else {
            self.inside(context)
        };
        Some(whole.and_then(|whole| self.offers(&whole)))
    }

    /// Finds what needs no request.
    fn check(&self) -> Result<(), RetrievalFailure> {
        let failure = |reason, message| Err(RetrievalFailure { reason, message });
        let Self { upstream, channel, version, .. } = self;
        if !upstream.is_empty() && !upstream.contains("://") {
            return failure("InvalidURI", format!("the upstream {upstream:?} is not a URL"));
        }
        if channel.is_empty() {
            return failure("NoChannel", "The update channel has not been configured.".to_owned());
        }
        if version.is_empty() {
            let message = "The cluster does not report its version.".to_owned();
            return failure("NoCurrentVersion", message);
        }
        if Version::new(version.as_str()).numbers().is_none() {
            return failure("InvalidCurrentVersion", format!("{version:?} is not SemVer"));
        }
        Ok(())
    }

    /// Asks one of the lab's own services.
    fn inside(&self, context: &StepContext<'_>) -> Result<Graph, RetrievalFailure> {
        let upstream = &self.upstream;
        let failure = |reason, why: &str| {
            let message = format!("Unable to retrieve available updates: {why}");
            Err(RetrievalFailure { reason, message })
        };
        match settings::upstream(&context.settings.wire.upstreams, upstream) {
            Upstream::Graph => Ok(context.settings.graph.clone().unwrap_or_default()),
            Upstream::Unreachable(why) => {
                failure("RemoteFailed", &format!("Get \"{upstream}\": {why}"))
            }
            Upstream::Status(status) => {
                failure("ResponseFailed", &format!("unexpected HTTP status: {status}"))
            }
            Upstream::Garbage => failure("ResponseInvalid", "the answer is not a graph"),
        }
    }

    fn offers(&self, whole: &Graph) -> Result<Offers, RetrievalFailure> {
        let Self { channel, arch, to_multi, version, .. } = self;
        let graph = whole.served(channel, arch);
        let missing = || RetrievalFailure {
            reason: "VersionNotFound",
            message: format!(
                "Unable to retrieve available updates: currently reconciling cluster version {version} not found in the \"{channel}\" channel"
            ),
        };
        let offers = graph.offers(&Version::new(version.as_str()));
        if *to_multi { to_all(whole, channel, offers, version) } else { offers }.ok_or_else(missing)
    }
}

/// From one architecture the only way to all of them is the same version.
fn to_all(whole: &Graph, channel: &str, multi: Option<Offers>, version: &str) -> Option<Offers> {
    let single = whole.served(channel, "amd64").offers(&Version::new(version))?;
    Some(Offers { current: single.current, available: vec![multi?.current], conditional: vec![] })
}
