//! `upgrade explore`: the page of the update graph for one cluster, on this machine alone.

mod explorer;
mod server;
mod text;
pub(crate) mod view;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;

use anyhow::anyhow;
use futures::{StreamExt, stream};
use http::Request;
use hyper::body::Incoming;
use tokio::sync::mpsc;
use tracing::info;

use crate::actions::open;
use crate::actions::read_graphs::GraphContext;
use crate::cli::graph_args::{FactArgs, OriginArgs};
use crate::cli::{GlobalArgs, Session};
use crate::commands::explore::explorer::ClusterExplorer;
use crate::commands::explore::server::{AskedQuestion, ExplorerServer};
use crate::commands::explore::view::Exploration;
use crate::connect::Source;
use crate::connect::snapshot::SnapshotParts;
use crate::error::{Error, ExitStatus, Result};
use crate::listener::Listener;
use crate::output::parts::cluster::ClusterView;
use crate::output::{EndSignals, Format};
use crate::topic;

/// Explore updates of the cluster on a web page
///
/// Serves a page on 127.0.0.1 and prints its address, which contains a random
/// token. Open it in a browser on this machine. The page starts at the version and
/// channel of the cluster, evaluates risks for it now, and shows what the cluster
/// reports, insights of pre-checks, and the progress of an update.
///
/// The page only reads. It is served until Ctrl-C.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade explore                Explore the cluster
  upgrade explore --port 8000    Use a fixed port
  upgrade --lab explore          Explore a practice cluster

Exit codes: 0 stopped, 1 error or port in use, 2 usage")]
pub(crate) struct Args {
    /// Port on 127.0.0.1; 0 picks a free port
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    port: u16,
    #[command(flatten)]
    origin: OriginArgs,
    #[command(flatten)]
    facts: FactArgs,
}

pub(crate) const FORMATS: &[Format] = &[Format::Text, Format::Json, Format::Yaml];

/// Questions that may wait for their answers.
const MOST_WAITING: usize = 16;
/// Questions that are answered at the same time.
const AT_A_TIME: usize = 4;

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    args.check(global)?;
    let source = match open::open_for_wait(global, session).await? {
        Source::Live(live) => Source::Live(Box::new(open::renewing(*live, global, session, || {}))),
        Source::Files(files) => Source::Files(files),
    };
    let failed = |error: std::io::Error| Error::new("Failed", error);
    // A cluster that cannot be read has no page.
    let snapshot = source.snapshot(&SnapshotParts::CLUSTER_VERSION).await?;
    let cluster = ClusterView::new(&snapshot.cluster);
    let at = SocketAddr::from((Ipv4Addr::LOCALHOST, args.port));
    let listener = Listener::bind(at, None).await.map_err(|error| {
        let context = format!("cannot listen on {at}");
        Error::new("Failed", anyhow!(error).context(context))
            .hint("to use any free port, leave out --port")
    })?;
    let mut ends = EndSignals::listen().map_err(failed)?;
    let address = listener.address().map_err(failed)?;
    let (questions, asked) = mpsc::channel(MOST_WAITING);
    let server = Arc::new(ExplorerServer::new(address, questions)?);
    session.ui.show(&Exploration::new(server.url(), cluster))?;
    info!(target: topic::EXPLORE, "open this address in a browser. Press Ctrl-C to stop");
    let explorer =
        ClusterExplorer::new(source, &args.origin, &args.facts, GraphContext { global, session });
    let explorer = &explorer;
    let asked = stream::unfold(asked, |mut asked| async move {
        asked.recv().await.map(|question: AskedQuestion| (question, asked))
    });
    let answer_all = asked.for_each_concurrent(AT_A_TIME, |asked| async move {
        let answer = explorer.answer(&asked.question).await;
        let _ = asked.reply.send(answer); // a client that left does not mind
    });
    let respond = tower::service_fn(move |request: Request<Incoming>| {
        Arc::clone(&server).respond(request.map(drop))
    });
    tokio::select! {
        () = listener.run(respond, |line| info!(target: topic::EXPLORE, "{line}"), ends.one()) => {}
        () = answer_all => {}
    }
    info!(target: topic::EXPLORE, "stopped");
    Ok(ExitStatus::Success)
}

impl Args {
    fn check(&self, global: &GlobalArgs) -> Result<()> {
        let stdin = |path: &Path| path == Path::new("-");
        if global.from.iter().any(|path| stdin(path)) || self.origin.graph.as_deref() == Some("-") {
            return Err(Error::usage(anyhow!("cannot explore standard input"))
                .hint("use a file: the page reads it again"));
        }
        if self.facts.record.is_some() {
            return Err(Error::usage(anyhow!("--record cannot be used with explore"))
                .hint("to save answers, use it with path"));
        }
        Ok(())
    }
}
