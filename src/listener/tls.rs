//! Server certificates: read from PEM, replaced while in use, or issued for one server.

use std::error::Error;
use std::io;
use std::net::IpAddr;
use std::sync::{Arc, PoisonError, RwLock};

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::TlsAcceptor;

/// The certificate of a server. New connections get the one that was set last.
pub struct Certificate(RwLock<Arc<ServerConfig>>);

impl Certificate {
    /// Uses this certificate.
    pub fn new(config: ServerConfig) -> Self {
        Self(RwLock::new(Arc::new(config)))
    }

    /// Issues a certificate for one address, signed by a CA with this name that signs nothing else.
    /// Also returns the CA certificate in PEM.
    pub fn issue(authority: &str, address: IpAddr) -> io::Result<(Self, String)> {
        issue(authority, address)
            .map(|(config, authority)| (Self::new(config), authority))
            .map_err(io::Error::other)
    }

    pub(crate) fn replace(&self, config: ServerConfig) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(config);
    }

    pub(super) fn acceptor(&self) -> TlsAcceptor {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner)).into()
    }
}

/// Reads a certificate chain and its key.
pub(crate) fn server_config(certificates: &[u8], key: &[u8]) -> Result<ServerConfig, String> {
    let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(certificates).collect();
    let chain = chain.map_err(|error| format!("the certificate is not valid PEM: {error}"))?;
    if chain.is_empty() {
        return Err("the file contains no certificate".to_owned());
    }
    let key = PrivateKeyDer::from_pem_slice(key)
        .map_err(|error| format!("the key is not a PEM private key: {error}"))?;
    with_ring(chain, key)
        .map_err(|error| format!("the certificate and the key do not match: {error}"))
}

fn issue(
    authority: &str,
    address: IpAddr,
) -> Result<(ServerConfig, String), Box<dyn Error + Send + Sync>> {
    let mut params = CertificateParams::new(Vec::new())?;
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.distinguished_name.push(DnType::CommonName, authority);
    let key = KeyPair::generate()?;
    let authority = params.self_signed(&key)?.pem();
    let issuer = Issuer::new(params, key);

    let key = KeyPair::generate()?;
    let names = vec![address.to_string(), "localhost".to_owned()];
    let leaf = CertificateParams::new(names)?.signed_by(&key, &issuer)?;
    let key = PrivateKeyDer::try_from(key.serialize_der())?;
    Ok((with_ring(vec![leaf.der().clone()], key)?, authority))
}

fn with_ring(
    chain: Vec<CertificateDer<'static>>,
    key: PrivateKeyDer<'static>,
) -> Result<ServerConfig, rustls::Error> {
    ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(chain, key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_certificate_is_refused_with_the_reason() {
        let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
        let (certificate, key) = (made.cert.pem(), made.signing_key.serialize_pem());
        assert!(server_config(certificate.as_bytes(), key.as_bytes()).is_ok());
        let other = KeyPair::generate().unwrap().serialize_pem();
        for (certificate, key, why) in [
            ("", key.as_str(), "contains no certificate"),
            (key.as_str(), key.as_str(), "contains no certificate"),
            (certificate.as_str(), "", "not a PEM private key"),
            (certificate.as_str(), certificate.as_str(), "not a PEM private key"),
            (certificate.as_str(), other.as_str(), "do not match"),
        ] {
            let error = server_config(certificate.as_bytes(), key.as_bytes()).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
    }
}
