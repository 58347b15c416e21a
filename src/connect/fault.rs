//! What can go wrong between the program and an API server, as sentences.

use std::error::Error as StdError;
use std::io;
use std::time::Duration;

use anyhow::anyhow;
use http::StatusCode;
use serde::Deserialize;

use crate::error::Error;
use crate::secrets;
use upgrade_graph::bounded::{BadText, Limit};

/// A call that got no usable answer.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The server answered with an error.
    Answer {
        status: StatusCode,
        retry_after: Option<Duration>,
        body: ErrorAnswer,
    },
    /// The connection failed or broke.
    Transport(kube::Error),
    Timeout(Duration),
    /// The response ended early.
    Broken(Box<dyn StdError + Send + Sync>),
    /// It exceeds a limit.
    TooLarge(Limit),
    NotJson(BadText),
    /// JSON, but not the requested object.
    SomethingElse,
}

/// The error body of a server, as far as it could be read, without any secret in it.
#[derive(Debug, Default)]
pub(crate) struct ErrorAnswer {
    said: String,
    details: Option<StatusDetails>,
}

/// The `Status` of an API server, and equivalents of other servers.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct StatusBody {
    reason: String,
    message: String,
    details: Option<StatusDetails>,
    /// An error of Prometheus.
    error: String,
    /// An error of an update service: a kind and a value.
    kind: String,
    value: String,
}

#[derive(Debug, Default, Deserialize)]
struct StatusDetails {
    #[serde(default)]
    name: String,
}

/// What was attempted, for the sentence.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FailedCall<'a> {
    pub(crate) server: &'a str,
    pub(crate) proxy: Option<&'a str>,
    /// `read`, `list`, `patch` or `create`
    pub(crate) verb: &'a str,
    /// `clusterversions.config.openshift.io`
    pub(crate) resource: &'a str,
    pub(crate) namespace: Option<&'a str>,
    pub(crate) name: &'a str,
}

impl ErrorAnswer {
    /// Reads an error body; if it is not a Status (a proxy's page, say), its first line is used.
    pub(crate) fn read(body: &[u8]) -> Self {
        if let Ok(wire) = serde_json::from_slice::<StatusBody>(body) {
            let StatusBody { reason, message, details, error, kind, value } = wire;
            let service = if value.is_empty() { value } else { format!("{kind}: {value}") };
            let told = [message, reason, error, service];
            let said = told.into_iter().find(|said| !said.trim().is_empty()).unwrap_or_default();
            return Self { said: secrets::redact_answer(said.trim()).into_owned(), details };
        }
        let text = String::from_utf8_lossy(body);
        let text = secrets::redact_answer(&text); // before anything is truncated
        let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        let message = if first.starts_with('<') { "" } else { first };
        Self { said: message.chars().take(200).collect(), details: None }
    }

    /// Returns whether it names one object: then the collection exists.
    pub(crate) fn names_an_object(&self) -> bool {
        self.details.as_ref().is_some_and(|details| !details.name.is_empty())
    }

    /// Returns the server's message.
    pub(crate) fn said(&self) -> &str {
        &self.said
    }
}

impl Fault {
    /// Returns whether the collection exists, but not the object.
    pub(crate) fn names_a_missing_object(&self) -> bool {
        match self {
            Self::Answer { status: StatusCode::NOT_FOUND, body, .. } => body.names_an_object(),
            _ => false,
        }
    }

    /// Returns whether the collection does not exist, or is forbidden.
    pub(crate) fn is_no_place(&self) -> bool {
        self.status().is_some_and(|status| (403..=405).contains(&status.as_u16()))
    }

    /// Returns whether the server may have acted although there is no answer.
    pub(crate) fn outcome_unknown(&self) -> bool {
        match self {
            Self::Answer { status, .. } => status.is_server_error(),
            Self::Transport(error) => !refused_before_sending(error),
            _ => true,
        }
    }

    /// Returns status and delay if the server asks to retry.
    pub(crate) fn is_busy(&self) -> Option<(StatusCode, Option<Duration>)> {
        match self {
            Self::Answer { status, retry_after, .. }
                if [429, 503, 504].contains(&status.as_u16()) =>
            {
                Some((*status, *retry_after))
            }
            _ => None,
        }
    }

    /// Returns when the server wants to be asked again, as a sentence.
    pub(crate) fn try_again(&self) -> Option<String> {
        match self {
            Self::Answer { retry_after, .. } => retry_after.and_then(try_again),
            _ => None,
        }
    }

    /// Returns whether it may pass: no server answered, or it was temporarily unavailable.
    pub(crate) fn is_transient(&self) -> bool {
        match self {
            Self::Answer { status, .. } => {
                status.is_server_error() || [408, 429].contains(&status.as_u16())
            }
            Self::Transport(error) => causes(error).iter().all(|cause| tls_error(*cause).is_none()),
            Self::Timeout(_) | Self::Broken(_) => true,
            Self::TooLarge(_) | Self::NotJson(_) | Self::SomethingElse => false,
        }
    }

    /// Returns whether the server's certificate is signed by an unknown CA.
    pub(crate) fn is_unknown_authority(&self) -> bool {
        let Self::Transport(error) = self else {
            return false;
        };
        let causes = causes(error);
        causes.iter().find_map(|cause| tls_error(*cause)).is_some_and(is_unknown_issuer)
    }

    pub(crate) fn status(&self) -> Option<StatusCode> {
        match self {
            Self::Answer { status, .. } => Some(*status),
            _ => None,
        }
    }

    pub(crate) fn explain(self, call: FailedCall<'_>) -> Error {
        let FailedCall { server, verb, resource, name, .. } = call;
        let error = match self {
            Self::Answer { status, retry_after, body } => {
                let error = answered(status, &body, call);
                retry_after.and_then(try_again).into_iter().fold(error, Error::hint)
            }
            Self::Transport(error) => unreachable_server(&error, call),
            Self::Timeout(after) => Error::new(
                "Timeout",
                anyhow!("{server} did not answer within {}s", after.as_secs_f64()),
            )
            .hint("use a longer --request-timeout; 0 means no limit"),
            Self::Broken(cause) => Error::new(
                "ConnectionLost",
                anyhow!("the answer from {server} ended early: {}", deepest(&*cause)),
            ),
            Self::TooLarge(limit) => {
                Error::new("BadAnswer", anyhow!("the answer from {server} is too large: {limit}"))
                    .hint("check that the server URL belongs to an API server")
            }
            Self::NotJson(cause) => Error::new(
                "BadAnswer",
                anyhow!("the answer from {server} is not a Kubernetes object: {cause}"),
            )
            .hint("check that the server URL belongs to an API server"),
            Self::SomethingElse => Error::new(
                "BadAnswer",
                anyhow!("the answer from {server} is not the requested {resource}"),
            )
            .hint("check that the server URL belongs to an API server"),
        };
        let object =
            if name.is_empty() { resource.to_owned() } else { format!("{resource}/{name}") };
        error.context(format!("cannot {verb} {object}{}", call.within()))
    }
}

impl From<BadText> for Fault {
    fn from(bad: BadText) -> Self {
        bad.limit.map_or(Self::NotJson(bad), Self::TooLarge)
    }
}

impl<'a> FailedCall<'a> {
    /// A read from a server that is named later.
    pub(super) fn reading(resource: &'a str) -> Self {
        Self { server: "", proxy: None, verb: "read", resource, namespace: None, name: "" }
    }

    /// Returns the namespace for a sentence; empty if there is none.
    fn within(&self) -> String {
        self.namespace.map(|name| format!(" in namespace {name}")).unwrap_or_default()
    }
}

fn answered(status: StatusCode, body: &ErrorAnswer, call: FailedCall<'_>) -> Error {
    let FailedCall { server, verb, resource, name, .. } = call;
    let said = match body.said() {
        "" => String::new(),
        said => format!(": {said}"),
    };
    match status.as_u16() {
        401 => Error::new("Unauthorized", anyhow!("unauthorized (401){said}"))
            .hint_run(&format!("to log in to {server} again"), "oc login"),
        403 => Error::new("Forbidden", anyhow!("forbidden (403){said}")).hint(format!(
            "ask an administrator of {server} for permission to {} {resource}{}",
            rbac_verb(verb),
            call.within()
        )),
        404 if verb == "create" => {
            Error::new("NotFound", anyhow!("{server} has no such API or namespace (404){said}"))
        }
        // If the answer does not name the object, the whole resource does not exist.
        404 if !body.names_an_object() => Error::new(
            "KindNotFound",
            anyhow!("not an OpenShift cluster: {server} has no {resource} (404)"),
        )
        .hint("use --context to choose another cluster"),
        404 => Error::new(
            "NotFound",
            anyhow!("not found (404): {server} has no {resource} named {name}"),
        ),
        409 => Error::new("Conflict", anyhow!("conflict (409): the object changed{said}"))
            .hint("run the command again"),
        422 => Error::new("Invalid", anyhow!("invalid (422){said}")),
        300..=399 => Error::new(
            "Redirected",
            anyhow!("{server} redirects ({}): not an API server", status.as_u16()),
        )
        .hint("check the server URL for a login page or proxy"),
        code => Error::new("ServerError", anyhow!("{server} answered {code}{said}")),
    }
}

fn rbac_verb(verb: &str) -> &str {
    if verb == "read" { "get" } else { verb }
}

/// Walks the causes: the outermost message of the client library is not helpful.
fn unreachable_server(error: &kube::Error, call: FailedCall<'_>) -> Error {
    let causes = causes(error);
    let through = call.proxy.map(|proxy| format!("proxy {proxy}"));
    if let Some(proxy) = through.as_ref().filter(|_| refused_before_sending(error)) {
        // What fails before the first byte is sent fails at the proxy, or because of it.
        if causes.iter().all(|cause| tls_error(*cause).is_none()) {
            return Error::new(
                "Proxy",
                anyhow!("{proxy} cannot connect to {}: {}", call.server, deepest(error)),
            )
            .hint("check proxy-url, HTTPS_PROXY and NO_PROXY");
        }
    }
    let server = call.server;
    if let Some(tls) = causes.iter().find_map(|cause| tls_error(*cause)) {
        return tls_refused(tls, server);
    }
    let io = causes.iter().rev().find_map(|cause| cause.downcast_ref::<io::Error>());
    match io.map(io::Error::kind) {
        Some(io::ErrorKind::ConnectionRefused) => {
            Error::new("ConnectionRefused", anyhow!("{server} refused the connection"))
                .hint("check that the API server is running and that the server URL is correct")
        }
        Some(io::ErrorKind::TimedOut) => {
            Error::new("Timeout", anyhow!("the connection to {server} timed out"))
                .hint("check the network, or use a longer --request-timeout")
        }
        _ if causes.iter().any(|cause| cause.to_string().contains("dns error")) => {
            Error::new("NameResolution", anyhow!("cannot resolve the host name of {server}"))
                .hint("check the server URL, the network and DNS")
        }
        Some(_) if refused_before_sending(error) => {
            Error::new("Unreachable", anyhow!("cannot connect to {server}: {}", deepest(error)))
        }
        _ if causes.iter().any(|cause| cause.is::<hyper_util::client::legacy::Error>()) => {
            Error::new(
                "ConnectionLost",
                anyhow!("lost the connection to {server}: {}", deepest(error)),
            )
        }
        _ => Error::new("Failed", anyhow!("{}", deepest(error))),
    }
}

fn tls_refused(error: &rustls::Error, server: &str) -> Error {
    use rustls::{CertificateError as Certificate, Error as Tls};
    let said = match error {
        _ if is_unknown_issuer(error) => {
            return Error::new(
                "Tls",
                anyhow!("the certificate of {server} is signed by an unknown CA"),
            )
            .hint("check certificate-authority in the kubeconfig, or use --certificate-authority");
        }
        Tls::InvalidCertificate(
            Certificate::NotValidForName | Certificate::NotValidForNameContext { .. },
        ) => {
            format!("the certificate of {server} is not valid for this host name")
        }
        Tls::InvalidCertificate(Certificate::Expired | Certificate::ExpiredContext { .. }) => {
            format!("the certificate of {server} has expired")
        }
        Tls::InvalidMessage(_) => format!("{server} does not use TLS"),
        // Go accepts what rustls does not.
        Tls::InvalidCertificate(other) if format!("{other:?}").contains("CaUsedAsEndEntity") => {
            return Error::new(
                "Tls",
                anyhow!("{server} uses a CA certificate as its server certificate"),
            )
            .hint("give the server a certificate that the CA signed");
        }
        other => format!("TLS error from {server}: {other}"),
    };
    Error::new("Tls", anyhow!(said))
}

fn is_unknown_issuer(error: &rustls::Error) -> bool {
    use rustls::{CertificateError as Certificate, Error as Tls};
    matches!(error, Tls::InvalidCertificate(Certificate::UnknownIssuer | Certificate::BadSignature))
}

fn try_again(after: Duration) -> Option<String> {
    const HOUR: u64 = 60 * 60;
    let after = after.as_secs();
    let after = match after {
        0 => return None,
        1..120 => format!("{after}s"),
        120..HOUR => format!("{}m", after.div_ceil(60)),
        _ if after > 24 * HOUR => "more than a day".to_owned(),
        _ => format!("{}h", after.div_ceil(HOUR)),
    };
    Some(format!("try again later: the server asks to wait {after}"))
}

fn refused_before_sending(error: &kube::Error) -> bool {
    causes(error)
        .iter()
        .filter_map(|cause| cause.downcast_ref::<hyper_util::client::legacy::Error>())
        .any(hyper_util::client::legacy::Error::is_connect)
}

/// rustls hides its error inside io::Errors, off the chain of sources.
fn tls_error<'a>(cause: &'a (dyn StdError + 'static)) -> Option<&'a rustls::Error> {
    match cause.downcast_ref::<io::Error>() {
        Some(io) => tls_error(io.get_ref()?),
        None => cause.downcast_ref(),
    }
}

fn causes<'a>(error: &'a (dyn StdError + 'static)) -> Vec<&'a (dyn StdError + 'static)> {
    let mut causes = vec![error];
    let mut cause = error;
    while let Some(source) = cause.source() {
        causes.push(source);
        cause = source;
    }
    causes
}

pub(crate) fn deepest(error: &(dyn StdError + 'static)) -> String {
    causes(error).last().map(ToString::to_string).unwrap_or_default()
}
