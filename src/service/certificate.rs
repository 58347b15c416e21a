//! The certificate of a service: read at the start, and again when its files change.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use rustls::ServerConfig;
use tracing::{error, info};

use super::reload::ReloadInterval;
use crate::connect::local::fingerprint::Fingerprint;
use crate::connect::local::recording;
use crate::error::{Error, Result};
use crate::listener::{Certificate, tls};
use crate::service::UpdateService;
use crate::topic;

/// The files of a certificate, and where it is in use.
pub(crate) struct CertificateReloader {
    pub(crate) files: CertificateFiles,
    pub(crate) certificate: Arc<Certificate>,
    pub(crate) stamp: Fingerprint,
}

#[derive(Debug, Clone)]
pub(crate) struct CertificateFiles {
    pub(crate) certificate: PathBuf,
    pub(crate) key: PathBuf,
}

impl CertificateReloader {
    pub(crate) fn read(files: CertificateFiles) -> Result<Self> {
        let stamp = files.stamp();
        let certificate = Arc::new(Certificate::new(files.read()?));
        Ok(Self { files, certificate, stamp })
    }

    /// Checks the files at this interval, without end. If they cannot be used, logs why and keeps the old
    /// certificate.
    pub(crate) async fn watch(self, every: Duration, service: &UpdateService) {
        let mut pace = ReloadInterval::new(self.stamp);
        service.metrics.certified(true);
        loop {
            tokio::time::sleep(every).await;
            let now = self.files.stamp();
            if !pace.is_ripe(&now, false) {
                continue;
            }
            let read = self.files.read();
            if !pace.tried(now, self.files.stamp()) {
                continue;
            }
            service.metrics.certified(read.is_ok());
            match read {
                Ok(config) => {
                    self.certificate.replace(config);
                    info!(target: topic::SERVE, "loaded the new certificate");
                }
                Err(error) => {
                    let why = error.message();
                    error!(
                        target: topic::SERVE,
                        "cannot load the new certificate, keeping the old one: {why}"
                    );
                }
            }
        }
    }
}

impl CertificateFiles {
    fn stamp(&self) -> Fingerprint {
        let mut stamp = Fingerprint::default();
        stamp.add(&self.certificate);
        stamp.add(&self.key);
        stamp
    }

    fn read(&self) -> Result<ServerConfig> {
        let Self { certificate, key } = self;
        let (chain, secret) = (recording::text(certificate)?, recording::text(key)?);
        tls::server_config(chain.as_bytes(), secret.as_bytes()).map_err(|why| {
            let files = format!("{} and {}", certificate.display(), key.display());
            Error::new("BadData", anyhow!("cannot use {files}: {why}"))
        })
    }
}
