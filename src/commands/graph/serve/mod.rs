//! `upgrade graph serve`: an update service.

mod manifests;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use crate::cli::log_args::LogArgs;
use crate::cli::{Session, Timeout};
use crate::error::{Error, Result};
use crate::output::Format;
use crate::output::log::LogFormat;
use crate::service::certificate::CertificateFiles;
use crate::service::load::Loader;
use crate::service::{self, ALERTS, ServiceOptions};

/// Run an update service
///
/// Clusters use it if `spec.upstream` is the URL that it prints. Data that changes
/// is read again. If new data has errors, the service keeps the old data, logs the
/// error and reports it in the metrics. It does the same if all blocks and risks
/// are missing, or more than half of the releases, channels, or blocks and risks,
/// unless `--allow-data-loss` is set. New certificates are loaded the same way.
///
/// Updates that graph-data blocks on some platforms are left out for clusters on
/// these platforms, and for clusters that do not send their platform, unless
/// `--platforms` maps their ID to one.
///
/// Other endpoints: /graph-data, /openapi, /livez, /readyz, /healthz, /metrics.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = EXAMPLES, after_long_help = with_alerts())]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<ServeCommand>,
    /// Read graph-data from a directory, .tar.gz or stdin
    #[arg(long, value_name = "DIR|FILE|-", help_heading = "Graph-data", required = true)]
    graph_data: Option<PathBuf>,
    /// Read graph-data at this git revision
    #[arg(long, value_name = "REVISION", help_heading = "Graph-data")]
    rev: Option<String>,
    /// Read releases from a file or directory
    #[arg(long, value_name = "FILE|DIR", required = true)]
    releases: Option<PathBuf>,
    /// Listen address; port 0 picks a free port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// Certificate chain in PEM, to serve HTTPS
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// Private key of the certificate in PEM
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// Map of cluster IDs to platforms, in YAML or JSON
    #[arg(long, value_name = "FILE")]
    platforms: Option<PathBuf>,
    /// Check for new data this often; 0 disables it
    #[arg(long, value_name = "DURATION", default_value = "5s")]
    reload: Timeout,
    /// Serve new data even if most of the data is missing
    #[arg(long)]
    allow_data_loss: bool,
    #[command(flatten)]
    log: LogArgs,
}

#[derive(Debug, clap::Subcommand)]
enum ServeCommand {
    Manifests(manifests::Args),
}

const EXAMPLES: &str = "\
Examples:
  upgrade graph serve --graph-data . --releases releases.json
  upgrade graph serve --graph-data . --releases releases.json \\
    --listen 0.0.0.0:8443 --tls-cert tls.crt --tls-key tls.key
  upgrade graph serve manifests | oc apply -f -

Exit codes: 0 stopped, 1 error, bad data or address in use, 2 usage";

fn with_alerts() -> String {
    format!("{EXAMPLES}\n\nAlerting rules for Prometheus:\n\n{ALERTS}")
}

const FORMATS: &[Format] = &[Format::Text];

/// Returns the formats of the service and of its subcommand.
pub(crate) fn formats(path: &[&str]) -> &'static [Format] {
    match path {
        [] => FORMATS,
        ["manifests"] => manifests::FORMATS,
        _ => &[],
    }
}

pub(crate) fn run(args: &Args, session: &mut Session) -> Result {
    if let Some(ServeCommand::Manifests(manifests)) = &args.command {
        return manifests::run(manifests, session);
    }
    // Both are required without a subcommand.
    let (Some(graph_data), Some(releases)) = (&args.graph_data, &args.releases) else {
        return Err(Error::usage(anyhow!("--graph-data and --releases are required")));
    };
    let stdin = Path::new("-");
    if graph_data == stdin || releases == stdin {
        return Err(Error::usage(anyhow!("cannot serve data from standard input"))
            .hint("use files or directories: the service reloads them when they change"));
    }
    service::run(args.options(graph_data, releases), session)
}

impl Args {
    pub(crate) fn log_format(&self) -> LogFormat {
        self.log.log_format
    }

    fn options(&self, graph_data: &Path, releases: &Path) -> ServiceOptions {
        let certificate = match (&self.tls_cert, &self.tls_key) {
            (Some(certificate), Some(key)) => {
                Some(CertificateFiles { certificate: certificate.clone(), key: key.clone() })
            }
            _ => None,
        };
        let loader = Loader {
            graph_data: graph_data.to_owned(),
            revision: self.rev.clone(),
            releases: releases.to_owned(),
            platforms: self.platforms.clone(),
            allow_data_loss: self.allow_data_loss,
        };
        ServiceOptions { loader, certificate, listen: self.listen, reload: self.reload.0 }
    }
}
