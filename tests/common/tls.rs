//! Certificates for servers of tests.

use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// A CA, and what it signs.
pub(crate) struct Authority {
    pub(crate) certificate: rcgen::Certificate,
    pub(crate) issuer: Issuer<'static, KeyPair>,
}

impl Authority {
    pub(crate) fn new(name: &str) -> Self {
        let mut params = CertificateParams::new(vec!["127.0.0.1".to_owned()]).unwrap();
        params.distinguished_name.push(rcgen::DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        let certificate = params.self_signed(&key).unwrap();
        Self { certificate, issuer: Issuer::new(params, key) }
    }

    pub(crate) fn sign(
        &self,
        name: &str,
        change: impl FnOnce(&mut CertificateParams),
    ) -> (CertificateDer<'static>, KeyPair) {
        let mut params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        change(&mut params);
        let key = KeyPair::generate().unwrap();
        (params.signed_by(&key, &self.issuer).unwrap().der().clone(), key)
    }

    pub(crate) fn key(&self) -> PrivateKeyDer<'static> {
        PrivateKeyDer::try_from(self.issuer.key().serialize_der()).unwrap()
    }

    pub(crate) fn der(&self) -> CertificateDer<'static> {
        self.certificate.der().clone()
    }

    pub(crate) fn pem(&self) -> String {
        self.certificate.pem()
    }
}

pub(crate) fn provider() -> Arc<rustls::crypto::CryptoProvider> {
    Arc::new(rustls::crypto::ring::default_provider())
}

pub(crate) fn config(
    (certificate, key): (CertificateDer<'static>, KeyPair),
) -> rustls::ServerConfig {
    let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    rustls::ServerConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap()
}
