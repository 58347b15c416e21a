//! `upgrade graph promote`: lists the versions to promote from feeders into channels.

pub(crate) mod reason_view;
pub(crate) mod text;
pub(crate) mod view;

use std::path::PathBuf;

use anyhow::anyhow;
use jiff::Timestamp;

use super::data_args;
use crate::actions::read_graphs::{self, GraphContext};
use crate::cli::{GlobalArgs, Session};
use crate::commands::graph::promote::view::{PromotionOutcomeView, PromotionReport, promotions};
use crate::connect::clock;
use crate::connect::errata::Pages;
use crate::connect::local::channel_file::ChannelFileDraft;
use crate::connect::local::{git, graph_data, releases};
use crate::error::{Error, ExitStatus, Result};
use crate::output::Format;
use upgrade_graph::build::{BuildMode, Built, build, doubts};
use upgrade_graph::data::{GraphData, ReleaseName};
use upgrade_graph::promote::{
    self, Errata, ExitGraph, FeederReport, History, PreconditionFault, PromotionInputs,
    PromotionUse, Promotions, Publicity,
};
use upgrade_graph::releases::Releases;

/// List versions due for promotion between channels
///
/// A version in a feeder is promoted after the delay of the feeder, or when its
/// errata is public, whichever comes first. It is blocked by a tombstone, by an
/// unfixed risk of the previous patch, and if no update in the channel leads to
/// the minor version of the channel. Unknown facts never count as met. Graph-data
/// with errors is refused.
///
/// The time in the feeder starts with the commit on the main branch that added the
/// line (`git blame --first-parent`). Updates and errata come from `--releases`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade graph promote . --releases releases.json
  upgrade graph promote . --releases releases.json --check-errata --check
  upgrade graph promote . --releases releases.json --errata public.txt --write

Exit codes: 0 ok, 1 error or unreadable data, 2 usage, 3 due (--check)")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct Args {
    /// Graph-data: a checkout, or an archive (without history)
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// Use this time, such as 2024-03-10T12:00:00Z
    #[arg(long, value_name = "TIME")]
    now: Option<String>,
    /// Exit 3 if a promotion is due
    #[arg(long, conflicts_with = "write")]
    check: bool,
    /// Add due versions to the channel files
    #[arg(long)]
    write: bool,
    /// Read updates and errata URLs from these releases
    #[arg(long, value_name = "FILE|DIR|-")]
    releases: Option<PathBuf>,
    /// Without --releases: skip the check for further updates
    #[arg(long, conflicts_with = "releases")]
    allow_unchecked_way_out: bool,
    /// Versions and URLs of public errata, one per line
    #[arg(long, value_name = "FILE")]
    errata: Option<PathBuf>,
    /// Fetch errata pages that are not in --errata
    #[arg(long, requires = "releases")]
    check_errata: bool,
    /// File with lines of CHANNEL VERSION TIME, instead of git
    #[arg(long, value_name = "FILE")]
    entered: Option<PathBuf>,
}

pub(crate) const FORMATS: &[Format] = Format::GENERAL;

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    let now = args.now()?;
    data_args::once(std::iter::once(args.dir.as_path()).chain(args.releases.as_deref()))?;
    let data = graph_data::load(&args.dir, None)?;
    fit(&data, args.purpose())?;
    let history = args.history(&data)?;
    let (releases, mut warnings) = args.releases()?;
    let asked = promote::questions(&data, now, &history);
    let errata = args.errata(&asked, releases.as_ref(), GraphContext { global, session }).await?;
    let built = releases.map(|releases| graph(releases, &data)).transpose()?;
    let ways = args.ways(built.as_ref());
    let facts = PromotionInputs { now, history: &history, errata: &errata, ways: &ways };
    let fed = promote::promotions(&data, &facts);
    let mut view = PromotionReport::new(&data.origin, now.to_string(), &ways, &fed);
    view.warnings.extend(doubts(&data, BuildMode::Closed));
    view.warnings.append(&mut warnings);
    let due = promotions(&fed);
    if args.write {
        view.written = args.write(&data, &fed, &due)?;
        if !view.written.is_empty() {
            session.ui.record_change(format!("{} was written", view.written.join(", ")));
        }
    } else if !due.is_empty() && !args.check {
        view.hint = Some("to write the versions due to the channel files, add --write".to_owned());
    }
    session.ui.warn(&view.warnings);
    session.ui.show(&view)?;
    let found = args.check && view.count(PromotionOutcomeView::Promote) > 0;
    Ok(if found { ExitStatus::Refused } else { ExitStatus::Success })
}

/// Refuses graph-data that is invalid or ambiguous.
fn fit(data: &GraphData, purpose: PromotionUse) -> Result<()> {
    let faults = promote::unfit(data, purpose);
    if faults.is_empty() {
        return Ok(());
    }
    let error = Error::new("BadData", anyhow!("cannot promote with the errors in {}", data.origin));
    let place = |fault: &PreconditionFault| {
        let PreconditionFault { file, spot, problem } = fault;
        format!("{file}:{}:{}: {problem}", spot.line, spot.column)
    };
    Err(faults.iter().map(place).fold(error, Error::hint))
}

fn graph(releases: Releases, data: &GraphData) -> Result<Built> {
    Ok(build(releases, data, BuildMode::Closed)?)
}

impl Args {
    fn now(&self) -> Result<Timestamp> {
        let Some(text) = &self.now else {
            let now = clock::now();
            return Ok(Timestamp::from_second(now.as_second()).unwrap_or(now));
        };
        text.parse().map_err(|_| {
            Error::usage(anyhow!("--now: {text:?} is not a time"))
                .hint("use a time such as 2024-03-10T12:00:00Z")
        })
    }

    fn purpose(&self) -> PromotionUse {
        if self.write { PromotionUse::Write } else { PromotionUse::Report }
    }

    fn history(&self, data: &GraphData) -> Result<History> {
        match &self.entered {
            Some(path) => git::recorded(path),
            None => Ok(git::history(&self.dir, &promote::feeders(data))),
        }
    }

    fn releases(&self) -> Result<(Option<Releases>, Vec<String>)> {
        match &self.releases {
            None => Ok((None, Vec::new())),
            Some(path) => {
                let (releases, left_out) = releases::load(path)?;
                Ok((Some(releases), left_out))
            }
        }
    }

    fn ways<'a>(&self, built: Option<&'a Built>) -> ExitGraph<'a> {
        match built {
            Some(built) => ExitGraph::new(built),
            None if self.allow_unchecked_way_out => ExitGraph::Waived,
            None => ExitGraph::Unknown,
        }
    }

    /// Determines which errata are public: from the list, then from their pages.
    async fn errata(
        &self,
        asked: &[ReleaseName],
        releases: Option<&Releases>,
        context: GraphContext<'_>,
    ) -> Result<Errata> {
        let list = self.errata.as_deref().map(git::public).transpose()?;
        let mut pages = self.check_errata.then(|| Pages::new(read_graphs::web(context)));
        let mut errata = Errata::default();
        for version in asked {
            let addresses = releases.map(|releases| promote::addresses(releases, version));
            let addresses = addresses.unwrap_or_default();
            errata.add(
                version,
                match (&list, &pages) {
                    (None, None) => Publicity::Unknown(NO_ERRATA.to_owned()),
                    (None, Some(_)) => {
                        Publicity::Unknown("the releases have no errata URL for it".to_owned())
                    }
                    (Some(list), _) => list.says(version, &addresses),
                },
            );
            let open = !matches!(errata.publicity(version), Publicity::Public(_));
            let Some(pages) = pages.as_mut().filter(|_| open) else { continue };
            // All of them must be public; the first that is not gives the reason.
            let mut said = None;
            for address in &addresses {
                let answer = pages.ask(address).await;
                let is_public = matches!(answer, Publicity::Public(_));
                said = Some(answer);
                if !is_public {
                    break;
                }
            }
            if let Some(said) = said {
                errata.add(version, said);
            }
        }
        Ok(errata)
    }

    /// Writes the due versions and reads the file again: nothing else may have changed.
    fn write(
        &self,
        data: &GraphData,
        fed: &[FeederReport<'_>],
        due: &Promotions,
    ) -> Result<Vec<String>> {
        if due.is_empty() {
            return Ok(Vec::new());
        }
        let with =
            fed.iter().filter_map(|fed| Some((fed.channel, due.get(&fed.channel.name.value)?)));
        let drafts = with.map(|(channel, new)| {
            Ok::<_, Error>((channel.file.clone(), ChannelFileDraft::new(&self.dir, channel, new)?))
        });
        let drafts = drafts.collect::<Result<Vec<_>>>()?;
        let mut written = Vec::new();
        for (file, draft) in drafts {
            let told = |error: Error| match written.as_slice() {
                [] => error,
                done => error.hint(format!("already written: {}", done.join(", "))),
            };
            draft.write().map_err(told)?;
            written.push(file);
        }
        let after = graph_data::load(&self.dir, None)?;
        if !promote::is_done(data, &after, due) {
            let problem = anyhow!("{} changed in unexpected ways", after.origin);
            let files = format!("written: {}", written.join(", "));
            return Err(Error::new("Output", problem)
                .hint(files)
                .hint("check the changes with git diff"));
        }
        Ok(written)
    }
}

const NO_ERRATA: &str = "use --errata or --check-errata";
