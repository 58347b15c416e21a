//! Alerts of a live cluster: from the host of its monitoring Route, with a token for that host
//! only.

use std::sync::{Arc, Mutex, PoisonError};

use http::header::CONTENT_TYPE;
use http::{Method, StatusCode, Uri};
use kube::config::AuthInfo;
use kube::{Client, Config};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use secrecy::SecretString;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::connect::client;
use crate::connect::config::kubeconfig::Proxies;
use crate::connect::config::proxy::{self, Proxy};
use crate::connect::fault::{FailedCall, Fault};
use crate::connect::http as web;
use crate::connect::live::{Live, Peer};
use upgrade_core::alert::Alert;
use upgrade_core::objects::prometheus;
use upgrade_core::part::Part;

/// How to read the alerts of a live cluster.
pub(crate) enum Monitoring {
    /// From the API server itself, as the lab in this process serves them.
    Inside,
    /// From the host of a Route.
    Outside(Arc<RouteOptions>),
}

/// What is needed to reach another host of the cluster.
pub(crate) struct RouteOptions {
    /// The configuration for the API server.
    config: Config,
    /// The current credentials: they are renewed.
    auth: Mutex<AuthInfo>,
    /// The proxy of flag or kubeconfig.
    named_proxy: Option<String>,
    proxies: Proxies,
}

/// A query, its name, and how its answer is read.
pub(crate) struct AlertsQuery<T> {
    pub(crate) path: &'static str,
    pub(crate) wanted: &'static str,
    pub(crate) read: fn(&Value) -> MonitoringRoute<T>,
}

/// A client for the cluster's monitoring.
pub(crate) struct MonitoringClient {
    client: Client,
    server: String,
    proxy: Option<String>,
}

pub(crate) type MonitoringRoute<T> = Result<T, String>;

const ROUTE: &str =
    "/apis/route.openshift.io/v1/namespaces/openshift-monitoring/routes/thanos-querier";
const INGRESS: &str = "/api/v1/namespaces/openshift-config-managed/configmaps/default-ingress-cert";
// cluster-version-operator: pkg/cvo/egress.go, the bundle for requests that leave the cluster
const EGRESS: &str = "/api/v1/namespaces/openshift-config-managed/configmaps/trusted-ca-bundle";
const TOKEN: &str = "/api/v1/namespaces/openshift-monitoring/serviceaccounts/prometheus-k8s/token";
const TOKEN_SECONDS: u32 = 600; // the shortest duration that an API server grants
pub(in crate::connect) const ALERTS: &str = "/api/v1/alerts";
impl Live {
    /// Reads the alerts, or returns why they cannot be read. With `create_token`, requests a token
    /// for ten minutes.
    pub(crate) async fn alerts(&self, create_token: bool) -> Part<Vec<Alert>> {
        let question = AlertsQuery { path: ALERTS, wanted: "alerts", read: prometheus::alerts };
        match self.client(create_token, &question).await {
            Ok((_, alerts)) => Part::Known(alerts),
            Err(why) => Part::unreadable(why),
        }
    }

    /// Finds a client that can answer a query for the cluster's monitoring, and the answer.
    pub(crate) async fn client<T>(
        &self,
        create_token: bool,
        question: &AlertsQuery<T>,
    ) -> MonitoringRoute<(MonitoringClient, T)> {
        match &self.monitoring {
            Monitoring::Inside => self.ask_inside(question).await,
            Monitoring::Outside(options) => {
                self.ask_by_route(options, create_token, question).await
            }
        }
    }

    /// Uses a client that has answered before.
    pub(crate) async fn ask(
        &self,
        client: &MonitoringClient,
        path: &str,
    ) -> MonitoringRoute<Value> {
        let MonitoringClient { client, server, proxy } = client;
        let call =
            FailedCall { server, proxy: proxy.as_deref(), ..FailedCall::reading("the answer") };
        let peer = Peer { client, server };
        let answer = self.send_to(&peer, get(path), self.deadline()).await;
        answer.map_err(|fault| explain(fault, call))
    }

    /// Everything within one request timeout.
    async fn ask_by_route<T>(
        &self,
        options: &RouteOptions,
        create_token: bool,
        question: &AlertsQuery<T>,
    ) -> MonitoringRoute<(MonitoringClient, T)> {
        options.check(create_token)?;
        let deadline = self.deadline();
        let (hosts, bundle) =
            futures::future::join(self.hosts(deadline), self.bundle(INGRESS, deadline)).await;
        let hosts = hosts?;
        let auth = if create_token { self.created_token(deadline).await? } else { options.token() };
        let mut problems: Vec<String> = Vec::new();
        for host in hosts {
            match self.ask_host(&host, options, &auth, &bundle, question, deadline).await {
                Ok(answered) => return Ok(answered),
                Err(why) => problems.push(why),
            }
        }
        problems.dedup();
        Err(problems.join("; "))
    }

    /// Queries one host. Its certificate must be signed by a CA of the cluster, or one that this
    /// machine trusts; the token is sent only after that.
    async fn ask_host<T>(
        &self,
        host: &str,
        options: &RouteOptions,
        auth: &AuthInfo,
        bundle: &[Vec<u8>],
        question: &AlertsQuery<T>,
        deadline: Option<Instant>,
    ) -> MonitoringRoute<(MonitoringClient, T)> {
        let uri = address(host)?;
        let proxy = options.proxy(&uri)?;
        let server = format!("https://{host}");
        let call = FailedCall {
            server: &server,
            proxy: proxy.as_ref().map(|proxy| proxy.shown.as_str()),
            ..FailedCall::reading(question.wanted)
        };
        let own = options.config.root_cert.iter().flatten().chain(bundle).cloned();
        let own = Some(own.collect::<Vec<_>>()).filter(|own| !own.is_empty());
        let mut refused = question.said(host, "its certificate is signed by an unknown CA");
        for roots in own.map(Some).into_iter().chain([None]) {
            let Some(client) = options.client(&uri, auth, proxy.as_ref(), roots) else {
                continue; // this machine has no CA certificates
            };
            let peer = Peer { client: &client, server: &server };
            match self.send_to(&peer, get(question.path), deadline).await {
                Ok(answer) => {
                    let read = (question.read)(&answer).map_err(|why| question.said(host, &why))?;
                    let proxy = proxy.map(|proxy| proxy.shown);
                    return Ok((MonitoringClient { client, server, proxy }, read));
                }
                Err(fault) if fault.is_unknown_authority() => refused = explain(fault, call),
                Err(fault) => return Err(explain(fault, call)),
            }
        }
        Err(refused)
    }

    /// Queries the API server itself.
    async fn ask_inside<T>(
        &self,
        question: &AlertsQuery<T>,
    ) -> MonitoringRoute<(MonitoringClient, T)> {
        let server = self.server().to_owned();
        let call = FailedCall { server: &server, ..FailedCall::reading(question.wanted) };
        let answer = self.send(get(question.path), self.deadline()).await;
        let read = (question.read)(&answer.map_err(|fault| explain(fault, call))?)?;
        Ok((MonitoringClient { client: self.client.clone(), server, proxy: None }, read))
    }

    async fn hosts(&self, deadline: Option<Instant>) -> MonitoringRoute<Vec<String>> {
        let route = match self.read_patiently(|| Ok(get(ROUTE)), deadline).await {
            Ok(route) => route,
            Err(fault) if fault.status() == Some(StatusCode::NOT_FOUND) => {
                return Err("no Route openshift-monitoring/thanos-querier".to_owned());
            }
            Err(fault) => {
                return Err(self.unread(
                    fault,
                    "read",
                    "Route openshift-monitoring/thanos-querier",
                ));
            }
        };
        let ingress = route.pointer("/status/ingress").and_then(Value::as_array);
        let hosts = ingress.into_iter().flatten().filter_map(|entry| entry["host"].as_str());
        let hosts: Vec<String> =
            hosts.filter(|host| !host.is_empty()).map(ToOwned::to_owned).collect();
        if hosts.is_empty() {
            return Err("Route openshift-monitoring/thanos-querier has no host".to_owned());
        }
        Ok(hosts)
    }

    /// Returns the CA certificates that the cluster trusts: of its API server and ingress, and its own bundle.
    pub(crate) async fn authorities(&self) -> Vec<Vec<u8>> {
        let Monitoring::Outside(options) = &self.monitoring else { return Vec::new() };
        let deadline = self.deadline();
        let (ingress, egress) =
            futures::future::join(self.bundle(INGRESS, deadline), self.bundle(EGRESS, deadline))
                .await;
        let own = options.config.root_cert.iter().flatten().cloned();
        own.chain(ingress).chain(egress).collect()
    }

    /// Returns the CA certificates in a ConfigMap; none if they are forbidden.
    async fn bundle(&self, path: &str, deadline: Option<Instant>) -> Vec<Vec<u8>> {
        let Ok(map) = self.send(get(path), deadline).await else {
            return Vec::new();
        };
        let text = map.pointer("/data/ca-bundle.crt").and_then(Value::as_str).unwrap_or_default();
        let certificates = CertificateDer::pem_slice_iter(text.as_bytes()).filter_map(Result::ok);
        // An unusable certificate would make the whole bundle unusable.
        certificates
            .filter(|der| rustls::RootCertStore::empty().add(der.clone()).is_ok())
            .map(|der| der.to_vec())
            .collect()
    }

    async fn created_token(&self, deadline: Option<Instant>) -> MonitoringRoute<AuthInfo> {
        let body = json!({
            "apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest",
            "spec": {"expirationSeconds": TOKEN_SECONDS},
        });
        let mut request = get(TOKEN).map(|_: Vec<u8>| body.to_string().into_bytes());
        *request.method_mut() = Method::POST;
        let json = http::HeaderValue::from_static("application/json");
        request.headers_mut().insert(CONTENT_TYPE, json);
        let account =
            "a token for serviceaccounts/prometheus-k8s in namespace openshift-monitoring";
        let answer = self.send(request, deadline).await;
        let answer = answer.map_err(|fault| self.unread(fault, "create", account))?;
        let token = answer.pointer("/status/token").and_then(Value::as_str).unwrap_or_default();
        if token.is_empty() || http::HeaderValue::try_from(token).is_err() {
            return Err(format!("cannot create {account}: the answer contains no token"));
        }
        Ok(AuthInfo { token: Some(SecretString::from(token)), ..AuthInfo::default() })
    }

    fn unread(&self, fault: Fault, verb: &str, object: &str) -> String {
        explain(fault, FailedCall { verb, resource: object, ..self.call() })
    }
}

impl RouteOptions {
    pub(crate) fn new(config: &Config, named_proxy: Option<String>, proxies: &Proxies) -> Self {
        let auth = Mutex::new(config.auth_info.clone());
        Self { config: config.clone(), auth, named_proxy, proxies: proxies.clone() }
    }

    /// Continues with renewed credentials.
    pub(crate) fn take_credentials(&self, renewed: &Self) {
        let auth = renewed.auth();
        *self.auth.lock().unwrap_or_else(PoisonError::into_inner) = auth;
    }

    fn auth(&self) -> AuthInfo {
        self.auth.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns why a token cannot be sent to another server than the API server.
    fn check(&self, create_token: bool) -> MonitoringRoute<()> {
        if self.config.accept_invalid_certs {
            return Err(
                "insecure-skip-tls-verify is set: cannot send a token to a host whose certificate \
                 is not verified"
                    .to_owned(),
            );
        }
        let AuthInfo { token, token_file, .. } = self.auth();
        if token.is_none() && token_file.is_none() && !create_token {
            return Err(
                "no token for the cluster's monitoring: use --monitoring-token to request \
                        one for 10 minutes"
                    .to_owned(),
            );
        }
        Ok(())
    }

    /// Returns the token only: certificates and impersonation are for the API server.
    fn token(&self) -> AuthInfo {
        let AuthInfo { token, token_file, .. } = self.auth();
        AuthInfo { token, token_file, ..AuthInfo::default() }
    }

    fn proxy(&self, uri: &Uri) -> MonitoringRoute<Option<Proxy>> {
        let chosen = proxy::choose(self.named_proxy.as_deref(), uri, &self.proxies);
        chosen.map_err(|error| error.message())
    }

    /// Creates a client for one host; without roots, with the CAs of this machine.
    fn client(
        &self,
        uri: &Uri,
        auth: &AuthInfo,
        proxy: Option<&Proxy>,
        roots: Option<Vec<Vec<u8>>>,
    ) -> Option<Client> {
        let mut config = Config::new(uri.clone());
        config.root_cert = roots;
        config.auth_info = auth.clone();
        config.proxy_url = proxy.map(|proxy| proxy.uri.clone());
        config.default_retry = false;
        config.connect_timeout = self.config.connect_timeout;
        config.headers.clone_from(&self.config.headers);
        client::build(config).ok()
    }
}

impl<T> AlertsQuery<T> {
    fn said(&self, host: &str, why: &str) -> String {
        format!("cannot read {} from {host}: {why}", self.wanted)
    }
}

fn get(path: &str) -> http::Request<Vec<u8>> {
    let mut request = http::Request::new(Vec::new());
    *request.uri_mut() = path.parse().expect("a path and query of ours");
    request
}

/// Anyone may have written a Route: its host must be a host and nothing else.
fn address(host: &str) -> MonitoringRoute<Uri> {
    let uri: Option<Uri> = format!("https://{host}").parse().ok();
    let plain = |uri: &Uri| {
        let name = uri.host().unwrap_or_default();
        let port = uri.port_u16().map(|port| format!(":{port}")).unwrap_or_default();
        host == format!("{name}{port}")
    };
    uri.filter(plain).ok_or_else(|| {
        format!("Route openshift-monitoring/thanos-querier: {host:?} is not a host name")
    })
}

fn explain(fault: Fault, call: FailedCall<'_>) -> String {
    web::explain(fault, call).message()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_host_is_asked() {
        for host in ["thanos.apps.example.com", "127.0.0.1:8443", "[::1]:8443"] {
            assert!(address(host).is_ok(), "{host}");
        }
        for host in ["", "user@evil.example", "a/b", "a?b", "a#b", "a b", "https://a", "a:b"] {
            assert!(address(host).is_err(), "{host}");
        }
    }
}
