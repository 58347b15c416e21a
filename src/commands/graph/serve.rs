//! `upgrade graph serve`: an update service.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use super::data_args::DataArgs;
use crate::cli::{Session, Timeout};
use crate::error::{Error, Result};
use crate::output::Format;
use crate::service::certificate::CertificateFiles;
use crate::service::load::Loader;
use crate::service::{self, ALERTS, ServiceOptions};

/// Serve updates to clusters, from releases and graph-data
///
/// A cluster whose `spec.upstream` is the address that this prints asks here which updates there are.
/// Data that changes is read again, and served once it is still and whole. Data with an error is not:
/// then clusters are told what they were told before, the error is printed, and the metrics tell of it.
/// A new certificate is shown in the same way, to those who connect from then on.
///
/// Updates that graph-data blocks on some platforms are left out for clusters on these, and for all
/// that do not name their platform in the query. --platforms names it for them.
///
/// Beside the graph there are `/graph-data`, `/openapi`, `/livez`, `/readyz`, `/healthz` and `/metrics`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = with_alerts())]
pub(crate) struct Args {
    #[command(flatten)]
    data: DataArgs,
    /// Read releases from this file or folder
    #[arg(long, value_name = "FILE|DIR")]
    releases: PathBuf,
    /// Address to listen at; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// Serve behind TLS with this certificate, in PEM, and those that vouch for it
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// The key of the certificate, in PEM
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// Look up here, by the id of a cluster, the platform that it does not name: a map in YAML or JSON
    #[arg(long, value_name = "FILE")]
    platforms: Option<PathBuf>,
    /// How often to look whether the data has changed; 0 reads it once
    #[arg(long, value_name = "TIME", default_value = "5s")]
    reload: Timeout,
}

const EXAMPLES: &str = "\
Examples:
  upgrade graph serve --graph-data . --releases releases.json
  upgrade graph serve --graph-data . --releases releases.json --listen 0.0.0.0:8443 --tls-cert tls.crt --tls-key tls.key
  upgrade graph serve --graph-data . --rev origin/master --releases releases.json
                                                  What is committed, not what is being edited
  upgrade upstream http://127.0.0.1:8080/api/upgrades_info/graph
                                                  Let a cluster ask there

Exit codes: 0 told to end, 1 failed: the data at the start is bad, or the address is taken, 2 usage";

fn with_alerts() -> String {
    format!("{EXAMPLES}\n\nRules by which Prometheus alerts those who run it:\n\n{ALERTS}")
}

pub(crate) const FORMATS: &[Format] = &[Format::Text];

/// Says why there is but one format.
pub(crate) fn one_format() -> Error {
    Error::usage(anyhow!("-o has no meaning for a service, which prints no answer"))
}

pub(crate) fn run(args: &Args, session: &mut Session) -> Result {
    let stdin = Path::new("-");
    if args.data.path() == stdin || args.releases == stdin {
        return Err(Error::usage(anyhow!("a service reads its data again and again"))
            .hint("give files or folders, not standard input"));
    }
    service::run(args.options(), session)
}

impl Args {
    fn options(&self) -> ServiceOptions {
        let certificate = match (&self.tls_cert, &self.tls_key) {
            (Some(certificate), Some(key)) => {
                Some(CertificateFiles { certificate: certificate.clone(), key: key.clone() })
            }
            _ => None,
        };
        let loader = Loader {
            graph_data: self.data.path().to_owned(),
            revision: self.data.revision().map(str::to_owned),
            releases: self.releases.clone(),
            platforms: self.platforms.clone(),
        };
        ServiceOptions { loader, certificate, listen: self.listen, reload: self.reload.0 }
    }
}
