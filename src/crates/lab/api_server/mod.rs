//! The API server's protocol over a store: an HTTP service without a port.

pub(crate) mod body;
pub(crate) mod deletion;
pub(crate) mod discovery;
pub(crate) mod eviction;
pub(crate) mod other_hosts;
pub(crate) mod respond;
pub(crate) mod reviews;
pub(crate) mod route;
pub(crate) mod service_proxy;
pub(crate) mod table;
pub(crate) mod watch;

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use http::{Method, Request, Response, StatusCode};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::Bytes;
use jiff::Timestamp;
use serde_json::{Value, json};

use crate::api_server::body::header;
use crate::api_server::deletion::DeleteOptions;
use crate::api_server::respond::{
    JSON, discovery_type, json_answer, not_allowed, refusal, status, success, text_answer,
    too_large,
};
use crate::api_server::route::{ApiCall, Subresource};
use crate::operator::{Operator, ServiceAnswer, ServiceRequest};
use crate::patch::Patch;
use crate::resource::Resource;
use crate::state::{self, StateFile, StateRevision};
use crate::store::{Key, Mode, ObjectHalf, Store, StoreRefusal};
use crate::validate::Violation;
use crate::world::World;

pub type Body = UnsyncBoxBody<Bytes, Infallible>;

/// Serves a store; clones share it.
#[derive(Debug, Clone)]
pub struct Service {
    held: Arc<Mutex<OpenWatch>>,
    /// Tells watches the newest revision.
    changed: Arc<tokio::sync::watch::Sender<u64>>,
    /// The token that clients must send; none allows all clients.
    token: Option<Arc<str>>,
    /// When the store's time was what it was made with.
    started: Instant,
    epoch: Option<Timestamp>,
    /// How many seconds pass in there in one of ours.
    rate: u32,
}

#[derive(Debug)]
struct OpenWatch {
    store: Store,
    /// None if no operator runs in the cluster.
    operator: Option<Operator>,
}

/// How a client wants its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ResponseForm {
    Whole,
    Table,
    Metadata,
}

impl Service {
    /// Serves objects without an operator.
    pub fn new(store: Store) -> Self {
        Self::holding(OpenWatch { store, operator: None }, 1)
    }

    /// Serves a cluster that is operated, and in which time passes so many times faster.
    pub fn operated(world: World, rate: u32) -> Self {
        let World { store, operator, .. } = world;
        Self::holding(OpenWatch { store, operator: Some(operator) }, rate)
    }

    fn holding(held: OpenWatch, rate: u32) -> Self {
        let changed = Arc::new(tokio::sync::watch::Sender::new(held.store.revision()));
        let epoch = held.store.now;
        let held = Arc::new(Mutex::new(held));
        Self { held, changed, token: None, started: Instant::now(), epoch, rate }
    }

    /// Lets in only those who show this token.
    #[must_use]
    pub fn with_token(self, token: &str) -> Self {
        Self { token: Some(token.into()), ..self }
    }

    /// Reads the store, or changes it without a request.
    pub fn with<T>(&self, act: impl FnOnce(&mut Store) -> T) -> T {
        self.hold(|held| act(&mut held.store))
    }

    fn hold<T>(&self, act: impl FnOnce(&mut OpenWatch) -> T) -> T {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let done = act(&mut held);
        let revision = held.store.revision();
        self.changed.send_if_modified(|known| std::mem::replace(known, revision) != revision);
        done
    }

    /// Returns what time it is in the cluster.
    pub fn now(&self) -> Option<Timestamp> {
        let elapsed = self.started.elapsed().checked_mul(self.rate).unwrap_or_default();
        let elapsed = jiff::SignedDuration::try_from(elapsed).unwrap_or_default();
        self.epoch.map(|epoch| epoch.checked_add(elapsed).unwrap_or(epoch))
    }

    /// Brings the cluster up to date.
    fn advance(&self) {
        let now = self.now();
        self.hold(|OpenWatch { store, operator }| match (operator, now) {
            (Some(operator), Some(now)) => operator.step(store, now),
            _ => store.now = now,
        });
    }

    /// Runs the cluster between requests, until the future is dropped.
    pub async fn live(&self) {
        let mut changed = self.changed.subscribe();
        loop {
            changed.mark_unchanged();
            self.advance();
            let due = self.hold(|held| held.operator.as_ref().and_then(Operator::due));
            let pause = match (due, self.now()) {
                (Some(due), Some(now)) => Duration::try_from(due.duration_since(now))
                    .unwrap_or_default()
                    .checked_div(self.rate)
                    .unwrap_or(IDLE),
                _ => IDLE,
            };
            tokio::select! {
                () = tokio::time::sleep(pause.clamp(BREATH, IDLE)) => {}
                _ = changed.changed() => {}
            }
        }
    }

    /// Returns which graph of a service outside of the lab the operator waits for.
    pub fn wanted(&self) -> Option<ServiceRequest> {
        self.hold(|held| held.operator.as_ref().and_then(Operator::wanted))
    }

    /// Tells the operator what came of an inquiry.
    pub fn tell(&self, inquiry: ServiceRequest, answer: ServiceAnswer) {
        self.hold(|held| held.operator.as_mut().map(|operator| operator.tell(inquiry, answer)));
        self.advance();
    }

    /// Returns what can be saved, if anything has changed since it was last, and how to know.
    pub fn saved(&self, since: Option<&StateRevision>) -> Option<(StateRevision, Vec<StateFile>)> {
        self.hold(|OpenWatch { store, operator }| {
            let operator = operator.as_ref()?;
            let mark = StateRevision::new(store, operator);
            (since != Some(&mark)).then(|| (mark, state::files(store, operator)))
        })
    }

    /// Notifies of changes, with their revisions.
    pub fn changes(&self) -> tokio::sync::watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Answers one request whose body has been read.
    pub fn answer(&self, request: &Request<Vec<u8>>) -> Response<Body> {
        if let Some(said) = discovery::health(request.uri()).filter(|_| !self.is_away()) {
            return text_answer(said);
        }
        if !self.is_known(request) {
            return status(StatusCode::UNAUTHORIZED, "Unauthorized", "Unauthorized", None);
        }
        self.advance();
        if self.is_away() {
            let message = "the API server is restarting with its node";
            return status(StatusCode::SERVICE_UNAVAILABLE, "ServiceUnavailable", message, None);
        }
        let accept = header(request, ACCEPT);
        if let Some(answer) = self.with(|store| other_hosts::answer(request, store)) {
            return answer;
        }
        let found = self.with(|store| discovery::answer(request.uri().path(), accept, store));
        if let Some(found) = found {
            return json_answer(StatusCode::OK, &found, discovery_type(&found));
        }
        let call = match self.with(|store| ApiCall::read(request, store)) {
            Some(Ok(call)) => call,
            Some(Err(problem)) => {
                return status(StatusCode::BAD_REQUEST, "BadRequest", &problem, None);
            }
            None => return refusal(&StoreRefusal::NoSuchKind, None),
        };
        let newest = self.with(|store| store.revision());
        if let Some(asked) = call.query.revision.filter(|asked| *asked > newest) {
            return refusal(&StoreRefusal::Future { asked, newest }, Some(&call.key));
        }
        let form = ResponseForm::wanted(accept);
        if call.is_watch(request.method()) {
            return watch::answer(self.clone(), self.changed.subscribe(), call, form);
        }
        match self.done(request, &call, form) {
            Ok(answer) => answer,
            Err(refused) => refusal(&refused, Some(&call.key)),
        }
    }

    fn is_away(&self) -> bool {
        self.with(|store| store.away)
    }

    fn done(
        &self,
        request: &Request<Vec<u8>>,
        call: &ApiCall,
        form: ResponseForm,
    ) -> Result<Response<Body>, StoreRefusal> {
        let ApiCall { key, half, subresource, query } = call;
        let dry_run = query.dry_run;
        let mode = Mode { half: *half, dry_run, strict: query.strict };
        let collection = key.name.is_empty();
        let stored = match *request.method() {
            Method::POST => match subresource {
                Some(Subresource::Eviction) => return self.evict(request, call),
                Some(Subresource::Token) => return self.token(request, key),
                None if collection && self.may_create(key) => return self.create(request, call),
                None => return Ok(not_allowed(key)),
            },
            _ if subresource.is_some() || self.is_review(key) => return Ok(not_allowed(key)),
            Method::GET if collection => return self.list(call, form),
            Method::GET => match reviews::user(key) {
                Some(user) => user,
                None => self.with(|store| store.get(key).cloned())?,
            },
            Method::PUT if !collection => {
                let object = body::read(request)?;
                self.check_replacement(key, &object)?;
                self.with(|store| store.replace(key, object, mode))?
            }
            Method::PATCH if !collection => {
                let kind =
                    header(request, CONTENT_TYPE).split(';').next().unwrap_or_default().trim();
                if kind.starts_with("application/apply-patch") {
                    return Err(StoreRefusal::UnsupportedApply);
                }
                let patch =
                    Patch::read(kind, request.body()).ok_or(StoreRefusal::UnsupportedPatch)?;
                let patch = patch.map_err(StoreRefusal::Bad)?;
                self.with(|store| store.patch(key, &patch, mode))?
            }
            Method::DELETE if !collection && *half == ObjectHalf::Main => {
                let sent = (!request.body().is_empty()).then(|| body::read(request)).transpose()?;
                let options = DeleteOptions::read(sent)?;
                self.with(|store| {
                    options.check(store.get(key)?)?;
                    store.delete(key, dry_run || options.dry_run())
                })?;
                return Ok(json_answer(StatusCode::OK, &success(key), JSON));
            }
            _ => return Ok(not_allowed(key)),
        };
        let answer = self.with(|store| form.of_one(store, key, &stored));
        Ok(json_answer(StatusCode::OK, &answer, JSON))
    }

    fn create(
        &self,
        request: &Request<Vec<u8>>,
        call: &ApiCall,
    ) -> Result<Response<Body>, StoreRefusal> {
        let ApiCall { key, query, .. } = call;
        let review = self.with(|store| {
            let resource = store.resource(&key.group, &key.plural)?;
            resource.is_review().then(|| resource.clone())
        });
        if let Some(review) = review {
            // What is not understood of a question does not change its answer.
            let asked = body::read(request).unwrap_or_default();
            let answer = reviews::answer(&review, &asked).ok_or(StoreRefusal::NoSuchKind)?;
            return Ok(json_answer(StatusCode::CREATED, &answer, JSON));
        }
        let object = body::read(request)?;
        let mode = Mode { dry_run: query.dry_run, strict: query.strict, ..Mode::PLAIN };
        self.with(|store| {
            let named = body::named(key, &object, store.revision())?;
            Ok(match store.create(&named, object, mode) {
                Ok(created) => json_answer(StatusCode::CREATED, &created, JSON),
                Err(refused) => refusal(&refused, Some(&named)),
            })
        })
    }

    fn is_review(&self, key: &Key) -> bool {
        self.with(|store| store.resource(&key.group, &key.plural).is_some_and(Resource::is_review))
    }

    fn token(&self, request: &Request<Vec<u8>>, key: &Key) -> Result<Response<Body>, StoreRefusal> {
        let asked = body::read(request)?;
        let now = self.with(|store| store.get(key).map(|_| store.now))?;
        let token = self.token.as_deref().unwrap_or("lab");
        let answer = reviews::token(key, &asked, token, now);
        Ok(json_answer(StatusCode::CREATED, &answer, JSON))
    }

    fn evict(
        &self,
        request: &Request<Vec<u8>>,
        call: &ApiCall,
    ) -> Result<Response<Body>, StoreRefusal> {
        let options = body::read(request)?.get_mut("deleteOptions").map(Value::take);
        let options = DeleteOptions::read(options)?;
        let dry_run = call.query.dry_run || options.dry_run();
        self.with(|store| {
            options.check(store.get(&call.key)?)?;
            eviction::evict(store, &call.key, dry_run)
        })?;
        Ok(json_answer(StatusCode::CREATED, &success(&call.key), JSON))
    }

    /// What lives in a namespace is created in one.
    fn may_create(&self, key: &Key) -> bool {
        let namespaced = self.with(|store| {
            store.resource(&key.group, &key.plural).is_some_and(|known| known.namespaced)
        });
        namespaced != key.namespace.is_empty()
    }

    /// A custom resource is replaced only as it was read, so that no write is lost.
    fn check_replacement(&self, key: &Key, object: &Value) -> Result<(), StoreRefusal> {
        let native = self
            .with(|store| store.resource(&key.group, &key.plural).is_some_and(Resource::is_native));
        let revision =
            object.pointer("/metadata/resourceVersion").and_then(Value::as_str).unwrap_or_default();
        if native || !revision.is_empty() {
            return Ok(());
        }
        let rule = "must be specified for an update";
        Err(StoreRefusal::Invalid(Violation::new("metadata.resourceVersion", rule)))
    }

    fn list(&self, call: &ApiCall, form: ResponseForm) -> Result<Response<Body>, StoreRefusal> {
        self.with(|store| {
            let resource = store.resource(&call.key.group, &call.key.plural).ok_or(StoreRefusal::NoSuchKind)?;
            let all = store.list(&call.key, &call.query.selector);
            let place = |key: &Key| format!("{}/{}", key.namespace, key.name);
            // In the order of the keys, not of their texts: `a-b` comes after `a`, `a-b/` before `a/`.
            let resume = call.query.resume.split_once('/').unwrap_or_default();
            let rest: Vec<_> = all
                .into_iter()
                .filter(|(key, _)| (key.namespace.as_str(), key.name.as_str()) > resume)
                .collect();
            let limit = if call.query.limit == 0 { rest.len() } else { call.query.limit };
            let mut metadata = json!({"resourceVersion": store.revision().to_string()});
            if let Some((key, _)) = rest.get(limit.wrapping_sub(1)).filter(|_| rest.len() > limit) {
                metadata["continue"] = json!(place(key));
                metadata["remainingItemCount"] = json!(rest.len() - limit);
            }
            let items: Vec<&Value> = rest.into_iter().take(limit).map(|(_, object)| object).collect();
            let answer = match form {
                ResponseForm::Table => table::table(resource, &items, store.now, &metadata),
                ResponseForm::Metadata => {
                    let items: Vec<Value> = items.into_iter().map(table::partial).collect();
                    json!({"kind": "PartialObjectMetadataList", "apiVersion": "meta.k8s.io/v1", "metadata": metadata, "items": items})
                }
                ResponseForm::Whole => {
                    let kind = format!("{}List", resource.kind);
                    json!({"kind": kind, "apiVersion": resource.api_version(), "metadata": metadata, "items": items})
                }
            };
            Ok(json_answer(StatusCode::OK, &answer, JSON))
        })
    }

    fn is_known(&self, request: &Request<Vec<u8>>) -> bool {
        let shown = header(request, AUTHORIZATION).strip_prefix("Bearer ");
        other_hosts::is_public(request.uri())
            || self.token.as_deref().is_none_or(|token| shown == Some(token))
    }
}

impl ResponseForm {
    fn wanted(accept: &str) -> Self {
        // Clients name what they like best first.
        let first = accept.split(',').next().unwrap_or_default();
        if first.contains("as=Table") {
            Self::Table
        } else if first.contains("as=PartialObjectMetadata") {
            Self::Metadata
        } else {
            Self::Whole
        }
    }

    pub(crate) fn of_one(self, store: &Store, key: &Key, object: &Value) -> Value {
        match (self, store.resource(&key.group, &key.plural)) {
            (Self::Table, Some(resource)) => {
                let metadata = json!({"resourceVersion": object["metadata"]["resourceVersion"]});
                table::table(resource, &[object], store.now, &metadata)
            }
            (Self::Metadata, _) => table::partial(object),
            (Self::Table, None) | (Self::Whole, _) => object.clone(),
        }
    }
}

impl<B> tower::Service<Request<B>> for Service
where
    B: BodyExt + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    type Response = Response<Body>;
    type Error = Box<dyn std::error::Error + Send + Sync>;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Self::Error>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let service = self.clone();
        Box::pin(async move {
            let (parts, body) = request.into_parts();
            let head = Request::from_parts(parts, Vec::new());
            if !service.is_known(&head) {
                return Ok(service.answer(&head)); // whose body is not even read
            }
            let body = Limited::new(body, LARGEST_BODY).collect();
            let body = match tokio::time::timeout(WHOLE_BODY, body).await {
                Ok(Ok(body)) => body.to_bytes().to_vec(),
                Ok(Err(error)) if error.is::<LengthLimitError>() => return Ok(too_large()),
                Ok(Err(error)) => return Err(error),
                Err(late) => return Err(late.into()),
            };
            let request = head.map(|_| body);
            match service_proxy::answer(&service, &request).await {
                Some(answer) => Ok(answer),
                None => Ok(service.answer(&request)),
            }
        })
    }
}

const BREATH: Duration = Duration::from_millis(1); // between two looks, however much there is to do
const IDLE: Duration = Duration::from_mins(1);

const WHOLE_BODY: Duration = Duration::from_mins(1); // to send it, as genuine servers have it for a request
const LARGEST_BODY: usize = 3 << 20; // as genuine servers have it

#[cfg(test)]
mod tests;
