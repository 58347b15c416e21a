//! The service on a port of this machine, behind TLS, for clients in other terminals.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use http::{Request, Response};
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use rustls::pki_types::PrivateKeyDer;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use super::resource::ROUTES;
use super::store::Key;
use super::{Service, World};

/// A server that listens and is about to answer.
pub struct Server {
    socket: Socket,
    service: Service,
}

/// A port that is listened at, behind TLS.
pub struct Socket {
    listener: TcpListener,
    acceptor: TlsAcceptor,
    /// What a client needs to be let in.
    pub access: Access,
}

/// Address, authority and token of a server.
#[derive(Debug, Clone)]
pub struct Access {
    pub url: String,
    pub authority: String,
    pub token: String,
}

impl Server {
    /// Serves a cluster at an address.
    pub async fn bind(address: SocketAddr, world: World) -> io::Result<Self> {
        let socket = Socket::bind(address).await?;
        let service = Service::operated(world, 1).with_token(&socket.access.token);
        let host = socket.listener.local_addr()?;
        service.with(|store| {
            store.add(&querier(), || route(host));
            store.amend(&querier(), |known| known["spec"] = route(host)["spec"].clone());
        });
        Ok(Self { socket, service })
    }

    pub fn service(&self) -> &Service {
        &self.service
    }

    pub fn access(&self) -> &Access {
        &self.socket.access
    }

    /// Lives and answers until the future that is waiting for it is dropped.
    pub async fn run(self) {
        let Self { socket, service } = self;
        tokio::select! {
            () = service.live() => {}
            () = socket.serve(service.clone()) => {}
        }
    }
}

impl Socket {
    /// Listens at an address, with a certificate and a token made for this server alone.
    pub async fn bind(address: SocketAddr) -> io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let (config, authority) = certificate(address).map_err(io::Error::other)?;
        let token = token().map_err(io::Error::other)?;
        let access = Access { url: format!("https://{address}"), authority, token };
        Ok(Self { listener, acceptor: TlsAcceptor::from(Arc::new(config)), access })
    }

    /// Lets a service answer.
    pub async fn serve<S, B>(self, service: S)
    where
        S: tower::Service<Request<Incoming>, Response = Response<B>> + Clone + Send + 'static,
        S::Future: Send,
        S::Error: Into<Failure>,
        B: hyper::body::Body + Send + 'static,
        B::Data: Send,
        B::Error: Into<Failure>,
    {
        loop {
            let Ok((stream, _)) = self.listener.accept().await else {
                // Out of descriptors, most likely: some will be given back.
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            };
            let (acceptor, service) = (self.acceptor.clone(), service.clone());
            tokio::spawn(async move {
                let shaken = tokio::time::timeout(HANDSHAKE, acceptor.accept(stream)).await;
                if let Ok(Ok(stream)) = shaken {
                    let builder = Builder::new(TokioExecutor::new());
                    let service = TowerToHyperService::new(service);
                    let _ = builder.serve_connection(TokioIo::new(stream), service).await;
                }
            });
        }
    }
}

impl Access {
    /// What a lab calls itself in the kubeconfig it writes.
    pub(crate) const CONTEXT: &str = "lab";

    /// Returns whether a text is a kubeconfig that a lab on this machine has written.
    pub(crate) fn is_of_a_lab(text: &str) -> bool {
        let config: Value = serde_json::from_str(text).unwrap_or_default();
        let only = |list: &str| config[list].as_array().filter(|all| all.len() == 1)?.first();
        let named = |list: &str| only(list).is_some_and(|one| one["name"] == Self::CONTEXT);
        let server = only("clusters").and_then(|one| one["cluster"]["server"].as_str());
        let address = server.and_then(|server| server.strip_prefix("https://"));
        let address = address.and_then(|address| address.parse::<SocketAddr>().ok());
        named("contexts")
            && named("clusters")
            && address.is_some_and(|address| address.ip().is_loopback())
    }

    /// Returns a kubeconfig that leads here.
    pub fn kubeconfig(&self, name: &str) -> Value {
        json!({
            "apiVersion": "v1", "kind": "Config", "current-context": name,
            "clusters": [{"name": name, "cluster": {"server": self.url, "certificate-authority-data": self.authority_data()}}],
            "users": [{"name": name, "user": {"token": self.token}}],
            "contexts": [{"name": name, "context": {"cluster": name, "user": name}}],
        })
    }

    fn authority_data(&self) -> Value {
        let bytes = k8s_openapi::ByteString(self.authority.clone().into_bytes());
        serde_json::to_value(bytes).unwrap_or_default()
    }
}

fn querier() -> Key {
    Key::within(ROUTES, "routes", "openshift-monitoring", "thanos-querier")
}

/// Leads to where alerts are told.
fn route(address: SocketAddr) -> Value {
    json!({
        "apiVersion": format!("{ROUTES}/v1"), "kind": "Route",
        "metadata": {"name": "thanos-querier", "namespace": "openshift-monitoring"},
        "spec": {"host": address.to_string(), "path": "/api"},
        "status": {"ingress": [{"host": address.to_string()}]},
    })
}

const HANDSHAKE: Duration = Duration::from_secs(10); // who has not shaken hands by then does not want to

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Makes an authority and a certificate of its own for the address.
fn certificate(address: SocketAddr) -> Result<(rustls::ServerConfig, String), Failure> {
    let mut params = CertificateParams::new(Vec::new())?;
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.distinguished_name.push(DnType::CommonName, "upgrade lab");
    let key = KeyPair::generate()?;
    let authority = params.self_signed(&key)?.pem();
    let issuer = Issuer::new(params, key);

    let key = KeyPair::generate()?;
    let names = vec![address.ip().to_string(), "localhost".to_owned()];
    let leaf = CertificateParams::new(names)?.signed_by(&key, &issuer)?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(
            vec![leaf.der().clone()],
            PrivateKeyDer::try_from(key.serialize_der())?,
        )?;
    Ok((config, authority))
}

fn token() -> Result<String, Failure> {
    let mut bytes = [0; 32];
    let random = rustls::crypto::ring::default_provider().secure_random;
    random.fill(&mut bytes).map_err(|_| "there is no randomness to be had")?;
    Ok(bytes.iter().fold("lab~".to_owned(), |token, byte| format!("{token}{byte:02x}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kubeconfig_of_a_lab_is_known_again() {
        let access = |url: &str| Access {
            url: url.to_owned(),
            authority: String::new(),
            token: String::new(),
        };
        let ours = access("https://127.0.0.1:4711").kubeconfig(Access::CONTEXT);
        assert!(Access::is_of_a_lab(&ours.to_string()));
        let away = access("https://192.0.2.1:4711").kubeconfig(Access::CONTEXT);
        let other = access("https://127.0.0.1:4711").kubeconfig("kind");
        let mut two = ours.clone();
        two["contexts"] = json!([ours["contexts"][0], other["contexts"][0]]);
        for theirs in [away, other, two, json!({}), json!("precious")] {
            assert!(!Access::is_of_a_lab(&theirs.to_string()), "{theirs}");
        }
        assert!(!Access::is_of_a_lab("precious"));
    }
}
