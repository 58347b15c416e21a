//! `upgrade graph serve`: an update service.

use std::convert::Infallible;
use std::future;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use http::Request;
use hyper::body::Incoming;

use super::data_args::DataArgs;
use crate::cli::signals::EndSignals;
use crate::cli::{Session, Timeout};
use crate::connect::local::fingerprint::Fingerprint;
use crate::error::{Error, ExitStatus, Result};
use crate::listener::Listener;
use crate::output::Format;
use crate::output::ui::Notifier;
use crate::service::certificate::{CertificateFiles, CertificateReloader};
use crate::service::load::{Loaded, Loader};
use crate::service::reload::ReloadLoop;
use crate::service::{ALERTS, PREFIX, UpdateService};

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
/// Beside the graph there are `/graph-data`, `/openapi`, `/healthz`, `/readyz` and `/metrics`.
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
    let certificate = args.certificate()?;
    let loader = Loader {
        data: args.data.clone(),
        releases: args.releases.clone(),
        platforms: args.platforms.clone(),
    };
    let (stamp, loaded) = loader.first()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Error::new("Failed", error))?;
    let shown = certificate.as_ref().map(|kept| Arc::clone(&kept.certificate));
    let bind = Listener::bind(args.listen, shown);
    let listener = runtime.block_on(bind).map_err(|error| {
        let context = format!("cannot listen at {}", args.listen);
        Error::new("Failed", anyhow!(error).context(context))
    })?;
    let state = ServiceState { loader, stamp, loaded, certificate };
    let ended = runtime.block_on(serve(args, state, listener, session));
    runtime.shutdown_background();
    ended
}

/// What is served at first.
struct ServiceState {
    loader: Loader,
    stamp: Fingerprint,
    loaded: Loaded,
    certificate: Option<CertificateReloader>,
}

async fn serve(
    args: &Args,
    state: ServiceState,
    listener: Listener,
    session: &mut Session,
) -> Result {
    let ServiceState { loader, stamp, loaded, certificate } = state;
    let failed = |error: std::io::Error| Error::new("Failed", error);
    let ends = EndSignals::listen().map_err(failed)?;
    let Loaded { prepared, outline, warnings, attempt } = loaded;
    session.ui.warn(&warnings);
    let remark = format!("{outline}; Ctrl-C ends it");
    let service = Arc::new(UpdateService::new(prepared));
    service.metrics.loaded(attempt);
    let url = listener.url().map_err(failed)?;
    session.ui.print(&format!("{url}{PREFIX}/graph\n"))?;
    let say = session.ui.notifier();
    say("serve:", &remark);
    let watch = ReloadLoop {
        loader: Arc::new(loader),
        service: Arc::clone(&service),
        say: &say,
        warned: warnings,
        outline,
    };
    let every = args.reload.0;
    let respond = {
        let service = Arc::clone(&service);
        tower::service_fn(move |request: Request<Incoming>| {
            future::ready(Ok::<_, Infallible>(service.respond(&request)))
        })
    };
    tokio::select! {
        () = listener.run(respond, ends.one()) => {}
        () = watch.run(every, stamp) => {}
        () = watch_certificate(certificate, every, &service, &say) => {}
    }
    say("serve:", "ended");
    Ok(ExitStatus::Success)
}

impl Args {
    fn certificate(&self) -> Result<Option<CertificateReloader>> {
        let (Some(certificate), Some(key)) = (&self.tls_cert, &self.tls_key) else {
            return Ok(None);
        };
        let files = CertificateFiles { certificate: certificate.clone(), key: key.clone() };
        CertificateReloader::read(files).map(Some)
    }
}

/// Keeps the certificate current, if there is one and it is to be looked at again.
async fn watch_certificate(
    certificate: Option<CertificateReloader>,
    every: Option<Duration>,
    service: &UpdateService,
    say: &Notifier,
) {
    match (certificate, every) {
        (Some(kept), Some(every)) => kept.watch(every, service, say).await,
        _ => future::pending().await,
    }
}
