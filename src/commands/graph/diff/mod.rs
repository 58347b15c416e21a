//! `upgrade graph diff`: what changed between two revisions of graph-data.

pub(crate) mod impact_view;
pub(crate) mod text;
pub(crate) mod view;

use std::path::{Path, PathBuf};

use anyhow::anyhow;

use super::{build, data_args};
use crate::cli::{Session, values};
use crate::commands::graph::diff::impact_view::ImpactView;
use crate::commands::graph::diff::view::GraphDataDiff;
use crate::connect::local::{git, releases};
use crate::error::{Error, ExitStatus, Result};
use crate::output::Format;
use upgrade_graph::build::{BuildMode, build as built, doubts};
use upgrade_graph::data::{GraphData, KnownReleases, ReleaseName, check};
use upgrade_graph::diff::{
    Changes, ChannelMembership, DataDiff, ImpactScope, OffersByVersion, UpdateImpact,
};
use upgrade_graph::releases::Releases;
use upgrade_graph::suggest;

/// Compare two revisions of graph-data
///
/// Lists versions that were added to or removed from channels, and risks that were
/// added, changed, fixed or removed. Expressions are shown with the versions that
/// they match. Versions removed from a channel, and risks removed without a fix,
/// are warnings.
///
/// OLD and NEW are directories, archives (.tar.gz; one may be -) or git revisions of
/// the checkout in `--repo`. NEW defaults to the files in that checkout.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade graph diff main                     Show uncommitted and new changes
  upgrade graph diff main HEAD -o markdown    Describe a pull request

Exit codes: 0 ok, 1 error or unreadable data, 2 usage, 4 no such channel or
version")]
pub(crate) struct Args {
    /// Old graph-data: directory, archive or git revision
    #[arg(value_name = "OLD")]
    old: String,
    /// New graph-data: directory, archive or git revision
    #[arg(value_name = "NEW")]
    new: Option<String>,
    /// Checkout to read revisions from
    #[arg(long, value_name = "DIR", default_value = ".")]
    repo: PathBuf,
    /// Show the effect on clusters on this version
    #[arg(long, value_name = "VERSION", requires = "channel")]
    version: Option<String>,
    /// Channel of these clusters
    #[arg(long, value_name = "NAME", requires = "version")]
    channel: Option<String>,
    /// Architecture of these clusters
    #[arg(long, value_name = "ARCH", requires = "version", default_value = "amd64")]
    arch: String,
    /// Use the updates that these releases name
    #[arg(long, value_name = "FILE|DIR|-", requires = "version")]
    releases: Option<PathBuf>,
}

pub(crate) const FORMATS: &[Format] =
    &[Format::Text, Format::Json, Format::Yaml, Format::Wide, Format::Name, Format::Markdown];

pub(crate) fn run(args: &Args, session: &mut Session) -> Result {
    let aim = args.aim()?;
    let (before, after) = args.sides()?;
    let known = KnownReleases::new(&[&before, &after]);
    let diff = DataDiff::new(&before, &after, &known);
    let sides = Changes { before: before.origin.clone(), after: after.origin.clone() };
    let mut view = GraphDataDiff::new(sides, &diff, &known);
    for side in [&before, &after] {
        let doubts = doubts(side, BuildMode::Closed).into_iter();
        view.warnings.extend(doubts.map(|doubt| format!("{}: {doubt}", side.origin)));
    }
    if let Some(aim) = aim {
        let (impact, left_out) = args.impact(aim, &before, &after)?;
        view.warnings.extend(left_out);
        view.impact = Some(ImpactView::new(&impact, args.releases.is_some()));
    }
    session.ui.warn(&view.warnings);
    session.ui.show(&view)?;
    Ok(ExitStatus::Success)
}

impl Args {
    fn aim(&self) -> Result<Option<ImpactScope>> {
        let (Some(version), Some(channel)) = (&self.version, &self.channel) else {
            return Ok(None);
        };
        let version = values::version("--version", version)?;
        let name = ReleaseName::parse(&version);
        let release = name.as_ref().and_then(|name| match name.arch() {
            Some(_) => Some(name.clone()),
            None => name.of_arch(&self.arch),
        });
        let Some(release) = release else {
            return Err(Error::usage(anyhow!("--arch {:?} is not an architecture", self.arch)));
        };
        Ok(Some(ImpactScope { release, channel: channel.clone() }))
    }

    /// Reads both revisions. Refuses graph-data with errors: a comparison may be wrong.
    fn sides(&self) -> Result<(GraphData, GraphData)> {
        let here = self.repo.display().to_string();
        let new = self.new.as_deref();
        let sides = [Some(self.old.as_str()), new].into_iter().flatten().map(Path::new);
        data_args::once(sides.chain(self.releases.as_deref()))?;
        let before = git::named(&self.old, &self.repo)?;
        let after = git::named(new.unwrap_or(&here), &self.repo)?;
        check::sound(&before)?;
        check::sound(&after)?;
        Ok((before, after))
    }

    fn impact(
        &self,
        aim: ImpactScope,
        before: &GraphData,
        after: &GraphData,
    ) -> Result<(UpdateImpact, Vec<String>)> {
        let Some(path) = &self.releases else {
            let offers = [before, after].map(|data| OffersByVersion::allowed(data, &aim));
            return Ok((between(aim, &offers, [before, after])?, Vec::new()));
        };
        let (releases, left_out) = releases::load(path)?;
        if !releases.nodes.iter().any(|node| node.name == aim.release && node.payload.is_some()) {
            let shown = path.display();
            let problem = anyhow!("{} is not among the releases of {shown}", aim.release);
            return Err(Error::no_target(problem));
        }
        let offers = |data: &GraphData, releases: Releases| {
            let built = built(releases, data, BuildMode::Closed)?;
            Ok::<_, Error>(OffersByVersion::built(&built, data, &aim))
        };
        let offers = [offers(before, releases.clone())?, offers(after, releases)?];
        Ok((between(aim, &offers, [before, after])?, left_out))
    }
}

fn between(
    aim: ImpactScope,
    [old, new]: &[OffersByVersion; 2],
    sides: [&GraphData; 2],
) -> Result<UpdateImpact> {
    let ImpactScope { release, channel } = &aim;
    match (old.standing, new.standing) {
        (ChannelMembership::NoChannel, ChannelMembership::NoChannel) => {
            let names = sides.iter().flat_map(|side| &side.channels);
            let names = names.map(|channel| channel.name.value.as_str());
            let error = Error::no_target(anyhow!("neither revision has a channel {channel}"));
            Err(build::near(error, &suggest::words(channel, names)))
        }
        (ChannelMembership::InChannel, _) | (_, ChannelMembership::InChannel) => {
            Ok(UpdateImpact::between(aim, old, new))
        }
        (
            ChannelMembership::NotInChannel,
            ChannelMembership::NotInChannel | ChannelMembership::NoChannel,
        )
        | (ChannelMembership::NoChannel, ChannelMembership::NotInChannel) => {
            let listed = sides.iter().filter_map(|side| side.channel(channel));
            let listed = listed.flat_map(|channel| &channel.versions);
            let listed: Vec<_> = listed.map(|listed| listed.value.to_version()).collect();
            let near = suggest::versions(&release.to_version(), &listed);
            let near: Vec<&str> = near.iter().map(|version| version.text()).collect();
            let problem = anyhow!("{release} is not in {channel} in either revision");
            Err(build::near(Error::no_target(problem), &near))
        }
    }
}
