//! The certificate of a service: read at the start, and again when its files change.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use rustls::ServerConfig;

use super::watch::ReloadInterval;
use crate::error::{Error, Result};
use crate::listener::{Certificate, tls};
use crate::serve::UpdateService;
use crate::source::files;
use crate::source::stamp::Fingerprint;
use crate::ui::Notifier;

/// Where it is, and where it is shown.
pub(super) struct CertificateReloader {
    pub(super) files: CertificateFiles,
    pub(super) certificate: Arc<Certificate>,
    pub(super) stamp: Fingerprint,
}

#[derive(Debug, Clone)]
pub(super) struct CertificateFiles {
    pub(super) certificate: PathBuf,
    pub(super) key: PathBuf,
}

impl CertificateReloader {
    pub(super) fn read(files: CertificateFiles) -> Result<Self> {
        let stamp = files.stamp();
        let certificate = Arc::new(Certificate::new(files.read()?));
        Ok(Self { files, certificate, stamp })
    }

    /// Looks at the files every so often, for ever. What cannot be used is told, and the one before
    /// is shown on.
    pub(super) async fn keep(self, every: Duration, service: &UpdateService, say: &Notifier) {
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
                    say("serve:", "new certificate");
                }
                Err(error) => {
                    let why = error.message();
                    let told =
                        format!("the new certificate is not shown, and the one before is: {why}");
                    say("error:", &told);
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
        let (chain, secret) = (files::text(certificate)?, files::text(key)?);
        tls::server_config(chain.as_bytes(), secret.as_bytes()).map_err(|why| {
            let files = format!("{} and {}", certificate.display(), key.display());
            Error::new("BadData", anyhow!("{files} cannot be used: {why}"))
        })
    }
}
