//! `upgrade why`: why a version is not offered, and what to type next.

use super::survey::{self, FactArgs, GraphArgs, Here, Scope};
use crate::cli::{GlobalArgs, Session};
use crate::domain::channel;
use crate::domain::cluster::Cluster;
use crate::domain::graph::{Survey, risks_from};
use crate::domain::risk::Facts;
use crate::domain::why::{self, Account, Cause, Check, Found, Wanted};
use crate::error::{ExitStatus, Result};
use crate::view::explanation::{Asked, Explanation};

/// Say why a version is not offered
///
/// Looks for causes in this order and tells the first that holds: it is no version, it is there
/// already, it is older, it is of another architecture, the cluster's lists cannot be relied on, it
/// is conditional, edges to it were taken away without a word, it is in other channels, there is no
/// edge from here, there is no such version. The ClusterVersion is asked first; only what it does not
/// tell is looked for in graphs. What could not be checked is said.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade why 4.7.28                    What is in the way?
  upgrade why 4.7.28 --graph graph.json … by a graph that was saved
  upgrade why 4.8.2 -o json | jq -r '.cause, .next[].command'

Exit codes: 0 there is such a version, whatever is in the way, 1 failed, 2 usage, 4 no such version")]
pub(crate) struct Args {
    /// The version to ask about
    #[arg(value_name = "VERSION")]
    version: String,
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    facts: FactArgs,
}

type Context<'a> = (&'a GlobalArgs, &'a Session);

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    let wanted = Wanted::new(args.version.trim());
    let context = (global, &*session);
    let here = survey::here(&args.graph, context).await?;
    let question = Question::of(args, &here, &wanted)?;
    let (account, survey) = match question.at_once() {
        Some(cause) => (Account { cause, not_checked: question.unknown_arch() }, None),
        None => question.by_graphs(context).await?,
    };
    let asked = Asked {
        version: args.version.trim(),
        from: here.from.as_ref(),
        channel: question.followed,
        cluster: here.cluster(),
        lists: question.listing.is_some(),
        survey: survey.as_ref(),
    };
    let view = Explanation::of(&asked, &account, &session.us);
    session.ui.note(&view.notes);
    session.ui.warn(&view.warnings);
    session.ui.show(&view)?;
    Ok(if view.is_about_nothing() { ExitStatus::NoTarget } else { ExitStatus::Success })
}

/// What is asked, and from where.
struct Question<'a> {
    args: &'a Args,
    here: &'a Here,
    wanted: &'a Wanted,
    /// The cluster, where its lists are for the place that one starts from.
    listing: Option<&'a Cluster>,
    followed: Option<&'a str>,
}

impl<'a> Question<'a> {
    fn of(args: &'a Args, here: &'a Here, wanted: &'a Wanted) -> Result<Self> {
        let from = here.standing()?;
        let own = here.cluster().and_then(|cluster| cluster.channel.as_deref());
        let named = args.graph.channel();
        let listing = here.cluster().filter(|cluster| {
            cluster.desired.version == *from && named.is_none_or(|named| own == Some(named))
        });
        Ok(Self { args, here, wanted, listing, followed: named.or(own) })
    }

    /// Returns the cause, where no graph is needed to tell it.
    fn at_once(&self) -> Option<Cause> {
        let arch = self.here.arch(&self.args.graph);
        match (self.listing, &self.here.from) {
            (Some(cluster), _) => why::by_cluster(self.wanted, cluster, arch),
            (None, Some(from)) => why::by_version(self.wanted, from, arch),
            (None, None) => None,
        }
    }

    /// Looks into graphs. One that cannot be read is no failure: what it would tell is not known.
    async fn by_graphs(&self, context: Context<'_>) -> Result<(Account, Option<Survey>)> {
        let mut not_checked = self.unknown_arch();
        let minor = self.wanted.version.numbers().map(|[major, minor, _]| (major, minor));
        let scope = Scope::Towards { minor };
        let survey = match self.here.graphs(&self.args.graph, scope, context).await {
            Ok(survey) => survey,
            Err(error) if error.status == ExitStatus::Usage => return Err(error),
            Err(error) => {
                let why = error.message();
                not_checked.extend(Check::OF_GRAPH.map(|check| (check, why.clone())));
                let cause = why::without_graph(self.wanted, self.listing);
                return Ok((Account { cause, not_checked }, None));
            }
        };
        let facts = self.facts(&survey, context).await?;
        let place = (self.followed, self.listing);
        let Found { mut cause, bad_expression } =
            why::by_graph(self.wanted, &survey, &facts, place);
        if let Some(expression) = bad_expression {
            let why = format!("the expression {expression:?} cannot be read");
            not_checked.push((Check::Blocks, why));
        }
        if matches!(cause, Cause::NoSuchVersion { .. }) {
            match self.elsewhere(context).await {
                Ok(there) if there.is_empty() => {}
                Ok(there) => {
                    let here = Some(survey.arch.clone());
                    cause = Cause::OtherArchitecture { here, there };
                }
                Err(why) => not_checked.insert(0, (Check::Architecture, why)),
            }
        }
        Ok((Account { cause, not_checked }, Some(survey)))
    }

    /// Finds out what the risks on the way there are judged by, if there is one.
    async fn facts(&self, survey: &Survey, context: Context<'_>) -> Result<Facts> {
        let ends = survey.place().zip(survey.atlas.find(&self.wanted.version));
        let risks = ends.map(|(from, to)| risks_from(&survey.atlas, from, Some(to)));
        survey::facts(&self.args.facts, self.here, risks.unwrap_or_default(), context).await
    }

    /// Returns the other architectures that have the version.
    async fn elsewhere(&self, context: Context<'_>) -> std::result::Result<Vec<String>, String> {
        const ALL: [&str; 5] = ["amd64", "arm64", "multi", "ppc64le", "s390x"];
        let Some([major, minor, _]) = self.wanted.version.numbers() else { return Ok(Vec::new()) };
        let family = self.followed.and_then(channel::family);
        let name = format!("{}-{major}.{minor}", family.as_deref().unwrap_or("stable"));
        let mut found = Vec::new();
        for arch in ALL.into_iter().filter(|arch| Some(*arch) != self.here.arch(&self.args.graph)) {
            let looked = self.here.graph_for(&self.args.graph, (&name, arch), context).await;
            let survey = looked.map_err(|error| error.message())?;
            if survey.atlas.find(&self.wanted.version).is_some() {
                found.push(arch.to_owned());
            }
        }
        Ok(found)
    }

    /// Where the architecture is not known, one that was named cannot be compared with it.
    fn unknown_arch(&self) -> Vec<(Check, String)> {
        let unknown = self.wanted.arch.is_some() && self.here.arch(&self.args.graph).is_none();
        let why = "the architecture of the cluster is not known; --arch tells it".to_owned();
        unknown.then_some((Check::Architecture, why)).into_iter().collect()
    }
}
