//! `Explanation`: why a version is not offered, and what to type next.

use schemars::JsonSchema;
use serde::Serialize;

use super::ApiVersion;
use super::cause::{next, texts};
use super::cluster::{ClusterView, filled};
use super::graph_source::GraphSourceView;
use super::hint::Invocation;
use super::update_list::RiskView;
use crate::domain::cluster::Cluster;
use crate::domain::condition::Status;
use crate::domain::gate::Words;
use crate::domain::graph::{Assessed, Survey};
use crate::domain::risk::Verdict;
use crate::domain::version::Version;
use crate::domain::why::{Account, Cause, Check, Elsewhere, WhySubject};

/// Why a version is not offered: the first cause that holds
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Explanation {
    api_version: ApiVersion,
    kind: Kind,
    /// Null where no cluster was looked at
    pub(crate) cluster: Option<ClusterView>,
    /// The version that was asked about
    pub(crate) version: String,
    /// The release that one starts from
    pub(crate) from: Option<String>,
    /// A stable name: `Unparsable`, `AlreadyThere`, `Older`, `OtherArchitecture`, `NotRetrieved`,
    /// `NotListedYet`, `Conditional`, `SilentlyBlocked`, `NotInChannel`, `NoEdge`, `NoSuchVersion`;
    /// `Recommended` and `NotUpgradeable` where it is offered; `NotListed` where no graph could be read
    pub(crate) cause: String,
    /// A sentence; what the cluster says of it follows on further lines
    pub(crate) message: String,
    /// Of `Conditional`: what speaks against it
    pub(crate) risks: Vec<RiskView>,
    /// Of `NotInChannel`: the channels that have it
    pub(crate) channels: Vec<String>,
    /// Of `NoEdge` and `NotInChannel`: the versions between, on a way with the fewest steps
    pub(crate) by_way_of: Vec<String>,
    /// Of `Unparsable`, `NoSuchVersion` and `NotListed`: versions that are there
    pub(crate) nearest: Vec<String>,
    /// Of `SilentlyBlocked`: what takes the edges away
    pub(crate) expression: Option<String>,
    /// Which graphs were looked at; null where none was needed, or could be read
    pub(crate) graph: Option<GraphSourceView>,
    /// In order
    pub(crate) checked: Vec<CheckView>,
    /// What could not be looked at
    pub(crate) not_checked: Vec<NotCheckedView>,
    /// What to type next
    pub(crate) next: Vec<NextView>,
    /// What one should know of how it came about
    pub(crate) notes: Vec<String>,
    pub(crate) warnings: Vec<String>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    Explanation,
}

/// What is looked at, in this order
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum CheckView {
    /// Whether it is a version
    Form,
    /// Whether it is the one that is there
    Current,
    /// Whether it is older
    Age,
    Architecture,
    /// Whether the cluster's lists can be relied on
    Retrieval,
    /// Whether the cluster lists it
    Lists,
    /// Whether edges to it were taken away
    Blocks,
    /// Which channels have it
    Channels,
    /// Whether there is an edge
    Edges,
    /// Whether there is such a version
    Existence,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct NotCheckedView {
    pub(crate) check: CheckView,
    pub(crate) why: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct NextView {
    /// What it is for
    pub(crate) purpose: String,
    pub(crate) command: String,
}

/// What was asked, and what was looked at.
pub(crate) struct Asked<'a> {
    /// As it was typed.
    pub(crate) typed: &'a str,
    /// Without an architecture.
    pub(crate) version: &'a str,
    pub(crate) from: Option<&'a Version>,
    pub(crate) channel: Option<&'a str>,
    pub(crate) cluster: Option<&'a Cluster>,
    /// Whether the cluster's lists are for that place.
    pub(crate) lists: bool,
    pub(crate) survey: Option<&'a Survey>,
    pub(crate) notes: &'a [String],
    pub(crate) flags: Flags,
}

/// What was typed beside the version, for hints.
#[derive(Debug, Default)]
pub(crate) struct Flags {
    /// Where the graph is from, and who answers queries.
    pub(crate) origin: Vec<String>,
    /// The same, and where one starts.
    pub(crate) all: Vec<String>,
}

impl Asked<'_> {
    fn subject(&self) -> WhySubject<'_> {
        let Self { typed, version, from, channel, cluster, lists, .. } = *self;
        WhySubject { typed, version, from, channel, cluster, lists }
    }
}

impl Explanation {
    pub(crate) fn of(asked: &Asked<'_>, account: &Account, us: &Invocation) -> Self {
        let cause = &account.cause;
        let (channels, by_way_of) = match cause {
            Cause::OtherChannel(Elsewhere { channels, over, .. }) => {
                (channels.clone(), texts(over))
            }
            Cause::NoEdge { over } => (Vec::new(), texts(over)),
            _ => (Vec::new(), Vec::new()),
        };
        let nearest = match cause {
            Cause::Unparsable { meant: nearest }
            | Cause::NoSuchVersion { nearest }
            | Cause::NotListed { nearest } => nearest.clone(),
            _ => Vec::new(),
        };
        let oddities = asked.cluster.iter().flat_map(|cluster| &cluster.oddities);
        let odd_graphs = asked.survey.iter().flat_map(|survey| &survey.warnings);
        let not_checked = account.not_checked.iter();
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::Explanation,
            cluster: asked.cluster.map(ClusterView::of),
            version: asked.typed.to_owned(),
            from: asked.from.and_then(|from| filled(from.text())),
            cause: cause.code().to_owned(),
            // What to do is told by the commands to type next.
            message: Words { action: None, ..cause.words(&asked.subject()) }.message(),
            risks: risks(cause),
            channels,
            by_way_of,
            nearest,
            expression: match cause {
                Cause::Blocked { expression } => Some(expression.clone()),
                _ => None,
            },
            graph: asked.survey.map(GraphSourceView::of),
            checked: account.checked().into_iter().map(CheckView::from).collect(),
            not_checked: not_checked
                .map(|(check, why)| NotCheckedView { check: (*check).into(), why: why.clone() })
                .collect(),
            next: next(asked, cause, us),
            notes: asked.survey.map(|_| asked.notes.to_vec()).unwrap_or_default(),
            warnings: oddities.chain(odd_graphs).cloned().collect(),
        }
    }

    /// Returns whether there is no such version at all.
    pub(crate) fn is_about_nothing(&self) -> bool {
        matches!(self.cause.as_str(), "NoSuchVersion" | "Unparsable")
    }
}

/// Returns the risks of a conditional update, as the cluster or as the graph has them.
fn risks(cause: &Cause) -> Vec<RiskView> {
    match cause {
        Cause::Conditional(said) => said.risks.iter().map(RiskView::of).collect(),
        Cause::ConditionalInGraph { target, .. } => target.risks.iter().map(assessed).collect(),
        _ => Vec::new(),
    }
}

fn assessed(assessed: &Assessed) -> RiskView {
    let Assessed { risk, judgement, accepted } = assessed;
    let applies = match judgement.verdict {
        Verdict::Applies => Status::True,
        Verdict::Clear => Status::False,
        Verdict::Unknown { .. } => Status::Unknown,
    };
    RiskView {
        name: risk.name.clone(),
        message: risk.message.clone(),
        url: filled(&risk.url),
        applies: applies.into(),
        accepted: *accepted,
    }
}

impl From<Check> for CheckView {
    fn from(check: Check) -> Self {
        match check {
            Check::Form => Self::Form,
            Check::Current => Self::Current,
            Check::Age => Self::Age,
            Check::Architecture => Self::Architecture,
            Check::Retrieval => Self::Retrieval,
            Check::Lists => Self::Lists,
            Check::Blocks => Self::Blocks,
            Check::Channels => Self::Channels,
            Check::Edges => Self::Edges,
            Check::Existence => Self::Existence,
        }
    }
}

impl CheckView {
    /// Returns what is checked, for a sentence.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Form => "whether it is a version",
            Self::Current => "whether it is the one that is there",
            Self::Age => "whether it is older",
            Self::Architecture => "whether it is of another architecture",
            Self::Retrieval => "whether the cluster's lists can be relied on",
            Self::Lists => "whether the cluster lists it",
            Self::Blocks => "whether edges to it were taken away",
            Self::Channels => "which channels have it",
            Self::Edges => "whether there is an edge to it",
            Self::Existence => "whether there is such a version",
        }
    }
}
