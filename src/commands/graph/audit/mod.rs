//! `upgrade graph audit`: finds stranded releases in a graph.

pub(crate) mod text;
pub(crate) mod view;

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::ValueEnum;

use super::data_args::{self, DataArgs};
use crate::actions::read_graphs::{self, GraphContext};
use crate::cli::{GlobalArgs, Session, values};
use crate::commands::graph::audit::view::GraphAudit;
use crate::connect::local::releases;
use crate::connect::update_service::{GraphRequest, UpdateServiceClient};
use crate::error::{Error, ExitStatus, Result};
use crate::output::Format;
use upgrade_graph::audit::{self, Audit, AuditScope, StrandedClass};
use upgrade_graph::build::{BuildMode, Built, build, doubts};
use upgrade_graph::channel_graphs;
use upgrade_graph::data::{GraphData, check};
use upgrade_graph::suggest;

/// Find releases without a recommended update
///
/// Ignores all updates with risks, and reports each release that is left without a
/// recommended update, by channel and architecture. The newest release of a minor
/// version is not reported, unless graph-data blocks all updates from it.
///
/// Classes: no-exit (no update), only-always (all updates have a risk that applies
/// to all clusters, or that no cluster can evaluate), only-conditional (all updates
/// have risks), no-way (no recommended path to the minor version of the channel).
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade graph audit --graph graph.json
  upgrade graph audit --graph-data . --releases releases.json
  upgrade graph audit --graph graph.json --fail-on no-exit

Exit codes: 0 ok, 1 error, 2 usage, 3 releases of a --fail-on class,
4 no such channel")]
pub(crate) struct Args {
    /// Read the graph from a file, URL or stdin
    #[arg(long, value_name = "FILE|URL|-", conflicts_with_all = ["graph_data", "releases"])]
    graph: Option<String>,
    /// Read graph-data from a directory, .tar.gz or stdin
    #[arg(long, value_name = "DIR|FILE|-")]
    graph_data: Option<PathBuf>,
    /// Read graph-data at this git revision
    #[arg(long, value_name = "REVISION", requires = "graph_data")]
    rev: Option<String>,
    /// Build the graph with the releases in this file or directory
    #[arg(long, value_name = "FILE|DIR|-", requires = "graph_data")]
    releases: Option<PathBuf>,
    /// Check this channel (repeatable)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    channel: Vec<String>,
    /// Check releases of this architecture, such as amd64 or multi
    #[arg(long, value_name = "ARCH")]
    arch: Option<String>,
    /// no-exit, only-always, only-conditional, no-way or any
    #[arg(long, value_name = "CLASS,...", value_delimiter = ',')]
    fail_on: Vec<FailOn>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    NoExit,
    OnlyAlways,
    OnlyConditional,
    NoWay,
    /// All classes
    Any,
}

/// What was found, and where.
struct AuditOutcome {
    graph: String,
    audits: Vec<Audit>,
    warnings: Vec<String>,
}

pub(crate) const FORMATS: &[Format] = Format::WITH_VERSIONS;

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    let channels = args.channels()?;
    data_args::once(args.graph_data.as_deref().into_iter().chain(args.releases.as_deref()))?;
    let data = args.graph_data.as_ref().map(|path| DataArgs::new(path, args.rev.as_deref()));
    let found = match (&args.graph, &data, &args.releases) {
        (Some(graph), ..) => args.served(graph, &channels, global, session).await?,
        (None, Some(data), Some(releases)) => args.built(data, releases, &channels)?,
        (None, Some(_), None) => {
            return Err(Error::usage(anyhow!("--graph-data requires --releases"))
                .hint("pass --releases to build the graph"));
        }
        (None, None, _) => {
            return Err(Error::usage(anyhow!("no graph given"))
                .hint("pass --graph, or --graph-data with --releases"));
        }
    };
    let mut view = GraphAudit::new(&found.graph, &found.audits, &args.classes());
    view.warnings = found.warnings;
    session.ui.warn(&view.warnings);
    session.ui.show(&view)?;
    match (view.failed, session.ui.format.structured()) {
        (false, _) => Ok(ExitStatus::Success),
        (true, true) => Ok(ExitStatus::Refused),
        (true, false) => {
            let names: Vec<&str> = view.fail_on.iter().map(|class| class.name()).collect();
            Err(Error::refused(anyhow!(
                "stranded releases found (--fail-on): {}",
                names.join(", ")
            )))
        }
    }
}

impl Args {
    fn channels(&self) -> Result<Vec<String>> {
        let mut channels = Vec::new();
        for name in &self.channel {
            let name = values::channel(name)?;
            if !channels.contains(&name) {
                channels.push(name);
            }
        }
        Ok(channels)
    }

    fn classes(&self) -> Vec<StrandedClass> {
        let named = |class: &StrandedClass| {
            self.fail_on.iter().any(|given| match given {
                FailOn::NoExit => *class == StrandedClass::NoExit,
                FailOn::OnlyAlways => *class == StrandedClass::OnlyAlways,
                FailOn::OnlyConditional => *class == StrandedClass::OnlyConditional,
                FailOn::NoWay => *class == StrandedClass::NoWay,
                FailOn::Any => true,
            })
        };
        StrandedClass::ALL.into_iter().filter(named).collect()
    }

    /// Audits a graph from an update service or a file.
    async fn served(
        &self,
        place: &str,
        channels: &[String],
        global: &GlobalArgs,
        session: &Session,
    ) -> Result<AuditOutcome> {
        let service =
            UpdateServiceClient::named(place, read_graphs::web(GraphContext { global, session }))?;
        let graph = service.shown().to_owned();
        let arch = self.arch.as_deref();
        if let Some((whole, mut warnings)) = service.whole() {
            let audits = audit::audit(whole, AuditScope { channels, arch, blocked: None });
            for channel in channels.iter().filter(|_| whole.is_of_one_channel()) {
                let dropped = whole.not_in_channel(channel, arch.unwrap_or_default());
                warnings.extend(channel_graphs::not_in_channel(&graph, dropped));
            }
            return Ok(AuditOutcome { graph, audits, warnings });
        }
        let asked: Vec<Option<String>> = match channels {
            [] => vec![None],
            named => named.iter().cloned().map(Some).collect(),
        };
        let arch = arch.unwrap_or(read_graphs::ARCH);
        let query = GraphRequest { arch: arch.to_owned(), ..GraphRequest::default() };
        let fetched = service.fetch(&asked, &query).await?;
        let (mut audits, mut warnings) = (Vec::new(), Vec::new());
        for (channel, found) in asked.iter().zip(fetched) {
            let channels = channel.as_slice();
            let scope = AuditScope { channels, arch: Some(arch), blocked: None };
            audits.extend(audit::audit(&found.graph, scope));
            warnings.extend(found.oddities);
            warnings.extend(channel_graphs::not_in_channel(&graph, &found.not_in_channel));
        }
        Ok(AuditOutcome { graph, audits, warnings })
    }

    /// Audits the graph that would be built.
    fn built(&self, data: &DataArgs, path: &Path, channels: &[String]) -> Result<AuditOutcome> {
        let data = data.load()?;
        check::sound(&data)?;
        let (releases, left_out) = releases::load(path)?;
        let built = build(releases, &data, BuildMode::Closed)?;
        listed(channels, &data)?;
        let blocked = built.blocked(&data);
        let scope = AuditScope { channels, arch: self.arch.as_deref(), blocked: Some(&blocked) };
        let audits = audit::audit(&built.graph(), scope);
        let warnings = warnings(&data, left_out, &built);
        Ok(AuditOutcome { graph: data.origin, audits, warnings })
    }
}

fn warnings(data: &GraphData, left_out: Vec<String>, built: &Built) -> Vec<String> {
    let mut warnings = doubts(data, BuildMode::Closed);
    warnings.extend(left_out);
    warnings.extend(built.warnings.iter().cloned());
    warnings
}

fn listed(channels: &[String], data: &GraphData) -> Result<()> {
    let Some(missing) = channels.iter().find(|name| data.channel(name).is_none()) else {
        return Ok(());
    };
    let known = data.channels.iter().map(|channel| channel.name.value.as_str());
    let error = Error::no_target(anyhow!("no channel {missing} in {}", data.origin));
    match suggest::words(missing, known).as_slice() {
        [] => Err(error),
        near => Err(error.hint(format!("similar channels: {}", near.join(", ")))),
    }
}
