//! The connection to one informer: through the API server, or directly to its service.

use std::net::IpAddr;
use std::path::Path;

use anyhow::anyhow;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::header::{ACCEPT, CONTENT_TYPE, HeaderValue, USER_AGENT};
use http::{Method, Uri};
use kube::{Client, Config};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use serde_json::Value;
use tokio::time::Instant;

use crate::connect::client;
use crate::connect::fault::{FailedCall, Fault};
use crate::connect::http::AGENT;
use crate::connect::live::{Live, Peer};
use crate::connect::local::recording;
use crate::connect::resource::is_name;
use upgrade_core::pre_checks::{Informer, InformerOutcome, InformerService};

/// How to reach informers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InformerRoute {
    /// Through the API server's proxy, from anywhere.
    Proxied,
    /// At the address of its service, from within the cluster.
    Direct,
}

pub(super) struct Transport<'a> {
    live: &'a Live,
    informer: &'a Informer,
    service: &'a InformerService,
    /// None if requests go through the API server.
    own: Option<Direct>,
}

struct Direct {
    client: Client,
    /// For sentences.
    server: String,
}

const LARGEST_ANSWER: usize = 1 << 20; // a plan cannot hold much more
/// Where OpenShift mounts the CA that signs certificates of services.
const SERVICE_AUTHORITY: &str = "/var/run/secrets/kubernetes.io/serviceaccount/service-ca.crt";
const AUTHORITY_KEY: &str = "ca.crt"; // in the Secret that the annotation names

impl<'a> Transport<'a> {
    /// Prepares to call an informer; returns the outcome if that is not possible.
    pub(super) async fn to(
        live: &'a Live,
        informer: &'a Informer,
        service: &'a InformerService,
        reach: InformerRoute,
    ) -> Result<Self, InformerOutcome> {
        let own = match reach {
            InformerRoute::Proxied => None,
            InformerRoute::Direct => Some(Direct::to(live, informer, service).await?),
        };
        Ok(Self { live, informer, service, own })
    }

    pub(super) fn is_proxied(&self) -> bool {
        self.own.is_none()
    }

    /// Explains why there is no answer: for direct calls, the informer is at fault, not the API
    /// server.
    pub(super) fn explain(&self, fault: Fault) -> String {
        let call = self.live.call();
        match &self.own {
            None => fault.explain(call).root(),
            Some(Direct { server, .. }) => {
                let server = format!("informer {} at {server}", self.informer.name);
                fault.explain(FailedCall { server: &server, proxy: None, ..call }).root()
            }
        }
    }

    /// Calls a path of the informer, and returns its answer.
    pub(super) async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        deadline: Instant,
    ) -> Result<Value, Fault> {
        let InformerService { namespace, name, port } = self.service;
        let (peer, uri) = match &self.own {
            None => {
                let proxy = format!(
                    "/api/v1/namespaces/{namespace}/services/https:{name}:{port}/proxy/{path}"
                );
                (self.live.here(), proxy)
            }
            Some(Direct { client, server }) => (Peer { client, server }, format!("/{path}")),
        };
        let body = body.map(|body| body.to_string().into_bytes()).unwrap_or_default();
        let request = http::Request::builder()
            .method(method)
            .uri(uri)
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "application/json")
            .body(body)
            .map_err(|error| Fault::Broken(error.into()))?;
        self.live.deliver(&peer, request, Some(deadline), LARGEST_ANSWER).await
    }
}

impl Direct {
    /// Reads the address of the service and the CA for its certificate. It gets no credentials.
    async fn to(
        live: &Live,
        informer: &Informer,
        service: &InformerService,
    ) -> Result<Self, InformerOutcome> {
        let InformerService { namespace, name, port } = service;
        let place = format!("/api/v1/namespaces/{namespace}/services/{name}");
        let object = live.raw(&place, "application/json").await.map_err(|fault| {
            let unreadable = live.unreadable(fault, &format!("Service {namespace}/{name}"));
            let not_served = unreadable.is_not_served();
            let why = unreadable.why;
            if not_served {
                InformerOutcome::Offline { why }
            } else {
                InformerOutcome::Failed { why }
            }
        })?;
        let address = object.pointer("/spec/clusterIP").and_then(Value::as_str);
        let address: IpAddr = address.and_then(|text| text.parse().ok()).ok_or_else(|| {
            let why = format!("Service {namespace}/{name} has no ClusterIP");
            InformerOutcome::Invalid { why }
        })?;
        let roots = authority(live, informer).await?;
        let host = match address {
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => format!("[{address}]"),
        };
        let unusable = |error: anyhow::Error| InformerOutcome::Failed { why: format!("{error:#}") };
        let uri: Uri = format!("https://{host}:{port}")
            .parse()
            .map_err(|error| unusable(anyhow!("{host} is not an address").context(error)))?;
        let mut config = Config::new(uri);
        config.root_cert = roots;
        config.tls_server_name = Some(format!("{name}.{namespace}.svc"));
        config.default_retry = false;
        config.connect_timeout = live.timeout;
        config.headers.push((USER_AGENT, HeaderValue::from_static(AGENT)));
        let client = client::build(config).map_err(|error| unusable(error.into()))?;
        Ok(Self { client, server: format!("https://{name}.{namespace}.svc:{port}") })
    }
}

/// Returns the CA for an informer's certificate: that of the annotation, else the cluster's CA for
/// services, else those of this machine.
async fn authority(
    live: &Live,
    informer: &Informer,
) -> Result<Option<Vec<Vec<u8>>>, InformerOutcome> {
    let Some((namespace, name)) = &informer.authority else {
        let text = recording::text(Path::new(SERVICE_AUTHORITY)).ok();
        let found = text.map(|text| certificates(text.as_bytes()));
        return Ok(found.filter(|found| !found.is_empty()));
    };
    let invalid = |why: String| InformerOutcome::Invalid { why };
    if !is_name(namespace) || !is_name(name) {
        return Err(invalid(format!("{namespace}/{name} is not a valid Secret name")));
    }
    let place = format!("/api/v1/namespaces/{namespace}/secrets/{name}");
    let secret = live.raw(&place, "application/json").await.map_err(|fault| {
        let what = format!("the CA certificate in Secret {namespace}/{name}");
        InformerOutcome::Failed { why: live.unreadable(fault, &what).why }
    })?;
    let data = STANDARD.decode(secret["data"][AUTHORITY_KEY].as_str().unwrap_or_default());
    let found = certificates(&data.unwrap_or_default());
    if found.is_empty() {
        let why = format!("Secret {namespace}/{name} has no certificate in {AUTHORITY_KEY}");
        return Err(invalid(why));
    }
    Ok(Some(found))
}

fn certificates(text: &[u8]) -> Vec<Vec<u8>> {
    let found = CertificateDer::pem_slice_iter(text).filter_map(Result::ok);
    found.map(|certificate| certificate.to_vec()).collect()
}
