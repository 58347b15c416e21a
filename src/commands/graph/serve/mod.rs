//! `upgrade graph serve`: an update service.

mod load;
mod watch;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::anyhow;

use self::load::{Loaded, Loader};
use self::watch::Watch;
use super::data::DataArgs;
use crate::cli::{GlobalArgs, Session, Timeout};
use crate::commands::ends::Ends;
use crate::error::{Error, ExitStatus, Result};
use crate::serve::{self, Server, Service};
use crate::source::files;
use crate::source::stamp::Stamp;

/// Serve updates to clusters, from releases and graph-data
///
/// A cluster whose `spec.upstream` is the address that this prints asks here which updates there are.
/// Data that changes is read again, and served once it is still and whole. Data with an error is not:
/// then clusters are told what they were told before, the error is printed, and the metrics tell of it.
///
/// Updates that graph-data blocks on some platforms are left out for clusters on these, and for all
/// that do not name their platform in the query. --platforms names it for them.
///
/// Beside the graph there are `/graph-data`, `/openapi`, `/healthz`, `/readyz` and `/metrics`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade graph serve --graph-data . --releases releases.json
  upgrade graph serve --graph-data . --releases releases.json --listen 0.0.0.0:8443 --tls-cert tls.crt --tls-key tls.key
  upgrade graph serve --graph-data . --rev origin/master --releases releases.json
                                                  What is committed, not what is being edited
  upgrade upstream http://127.0.0.1:8080/api/upgrades_info/graph
                                                  Let a cluster ask there

An alert for those who run it:
  - alert: UpdateServiceDataIsBad
    expr: upgrade_service_last_load_success == 0
    for: 10m

Exit codes: 0 told to end, 1 failed: the data at the start is bad, or the address is taken, 2 usage")]
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

pub(crate) fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    if global.output.is_some() {
        return Err(Error::usage(anyhow!(
            "-o has no meaning for a service, which prints no answer"
        )));
    }
    let stdin = Path::new("-");
    if args.data.path() == stdin || args.releases == stdin {
        return Err(Error::usage(anyhow!("a service reads its data again and again"))
            .hint("give files or folders, not standard input"));
    }
    let tls = args.tls()?;
    let loader = Loader {
        data: args.data.clone(),
        releases: args.releases.clone(),
        platforms: args.platforms.clone(),
    };
    let (stamp, loaded) = loader.first()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Error::new("Failed", error))?;
    let listen = Server::bind(args.listen, tls);
    let server = runtime.block_on(listen).map_err(|error| {
        let context = format!("cannot listen at {}", args.listen);
        Error::new("Failed", anyhow!(error).context(context))
    })?;
    let ended = runtime.block_on(serve(args, (loader, stamp, loaded), server, session));
    runtime.shutdown_background();
    ended
}

async fn serve(
    args: &Args,
    (loader, stamp, loaded): (Loader, Stamp, Loaded),
    server: Server,
    session: &mut Session,
) -> Result {
    let failed = |error: std::io::Error| Error::new("Failed", error);
    let ends = Ends::listen().map_err(failed)?;
    let Loaded { prepared, outline, warnings, attempt } = loaded;
    session.ui.warn(&warnings);
    let remark = format!("{outline}; Ctrl-C ends it");
    let service = Arc::new(Service::new(prepared));
    service.metrics.loaded(attempt);
    session.ui.print(&format!("{}\n", server.url().map_err(failed)?))?;
    let say = session.ui.remarks();
    say("serve:", &remark);
    let watch = Watch {
        loader: Arc::new(loader),
        service: Arc::clone(&service),
        say: &say,
        warned: warnings,
        outline,
    };
    tokio::select! {
        () = server.run(service, ends.one()) => {}
        () = watch.keep(args.reload.0, stamp) => {}
    }
    say("serve:", "ended");
    Ok(ExitStatus::Success)
}

impl Args {
    fn tls(&self) -> Result<Option<rustls::ServerConfig>> {
        let (Some(certificate), Some(key)) = (&self.tls_cert, &self.tls_key) else {
            return Ok(None);
        };
        let (chain, secret) = (files::text(certificate)?, files::text(key)?);
        let config = serve::tls(chain.as_bytes(), secret.as_bytes()).map_err(|why| {
            let files = format!("{} and {}", certificate.display(), key.display());
            Error::new("BadData", anyhow!("{files} cannot be used: {why}"))
        })?;
        Ok(Some(config))
    }
}
