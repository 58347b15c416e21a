//! `Explanation`: why a version is not available, and the commands to run next.

use schemars::JsonSchema;
use serde::Serialize;

use super::next::{next, texts};
use crate::cli::invocation::Invocation;
use crate::output::parts::ApiVersion;
use crate::output::parts::cluster::{ClusterView, filled};
use crate::output::parts::graph_source::GraphSourceView;
use crate::output::parts::hosted::HostedView;
use crate::output::parts::risk::{MatchingRuleView, RiskView};
use upgrade_core::cluster::Cluster;
use upgrade_core::gates::{Words, words};
use upgrade_core::reported_risk::AppliesFrom;
use upgrade_core::why::{Cause, CauseCode, Check, OtherChannels, WhyResult, WhySubject};
use upgrade_graph::channel_graphs::ChannelGraphs;
use upgrade_graph::condition::Status;
use upgrade_graph::risk::RiskVerdict;
use upgrade_graph::targets::EvaluatedRisk;
use upgrade_graph::version::Version;

/// Why a version is not available: the first cause that applies
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Explanation {
    api_version: ApiVersion,
    kind: Kind,
    /// Null if no cluster was read
    pub(crate) cluster: Option<ClusterView>,
    /// The version to explain
    pub(crate) version: String,
    /// The version to start from
    pub(crate) from: Option<String>,
    pub(crate) cause: CauseCode,
    /// A sentence; further lines quote what the cluster reports
    pub(crate) message: String,
    /// For `Conditional`: its risks
    pub(crate) risks: Vec<RiskView>,
    /// For `NotInChannel`: the channels that contain it
    pub(crate) channels: Vec<String>,
    /// For `NoEdge`, `NotInChannel` and `SilentlyBlocked`: the versions between, on a path with the
    /// fewest steps
    pub(crate) by_way_of: Vec<String>,
    /// For `Unparsable`, `NoSuchVersion` and `NotListed`: similar versions
    pub(crate) nearest: Vec<String>,
    /// For `SilentlyBlocked`: what blocks the updates
    pub(crate) expression: Option<String>,
    /// The graphs that were read; null if none was needed, or could be read
    pub(crate) graph: Option<GraphSourceView>,
    /// In order
    pub(crate) checked: Vec<Check>,
    /// What could not be checked
    pub(crate) not_checked: Vec<NotCheckedView>,
    /// Commands to run next
    pub(crate) next: Vec<NextView>,
    /// Notes on how this was determined
    pub(crate) notes: Vec<String>,
    pub(crate) warnings: Vec<String>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    Explanation,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct NotCheckedView {
    pub(crate) check: Check,
    pub(crate) why: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct NextView {
    /// What it is for
    pub(crate) purpose: String,
    pub(crate) command: String,
}

/// The question, and what was read to answer it.
pub(crate) struct WhyAsked<'a> {
    /// As the user typed it.
    pub(crate) typed: &'a str,
    /// Without an architecture.
    pub(crate) version: &'a str,
    pub(crate) from: Option<&'a Version>,
    pub(crate) channel: Option<&'a str>,
    pub(crate) cluster: Option<&'a Cluster>,
    /// Where updates of the cluster are requested, if not on the cluster itself.
    pub(crate) hosted: Option<HostedView>,
    /// Whether the available updates of the cluster start from that version.
    pub(crate) lists: bool,
    pub(crate) graphs: Option<&'a ChannelGraphs>,
    pub(crate) notes: &'a [String],
    pub(crate) flags: Flags,
}

/// The other arguments, for hints.
#[derive(Debug, Default)]
pub(crate) struct Flags {
    /// Where the graph comes from, and who answers queries.
    pub(crate) origin: Vec<String>,
    /// The same, and the version to start from.
    pub(crate) all: Vec<String>,
}

impl WhyAsked<'_> {
    fn subject(&self) -> WhySubject<'_> {
        let &Self { typed, version, from, channel, cluster, lists, .. } = self;
        WhySubject { typed, version, from, channel, cluster, lists }
    }
}

impl Explanation {
    pub(crate) fn new(asked: &WhyAsked<'_>, account: &WhyResult, invocation: &Invocation) -> Self {
        let cause = &account.cause;
        let facts = CauseFacts::new(cause);
        let oddities = asked.cluster.iter().flat_map(|cluster| &cluster.oddities);
        let odd_graphs = asked.graphs.iter().flat_map(|graphs| &graphs.warnings);
        let listing =
            asked.cluster.filter(|_| asked.lists && cause.code() != CauseCode::NotRetrieved);
        let unobserved = listing.and_then(words::unobserved_spec).map(|words| words.warning());
        let not_checked = account.not_checked.iter();
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::Explanation,
            cluster: asked.cluster.map(ClusterView::new),
            version: asked.typed.to_owned(),
            from: asked.from.and_then(|from| filled(from.text())),
            cause: cause.code(),
            // The commands to run next tell what to do.
            message: Words { action: None, ..cause.words(&asked.subject()) }.message(),
            risks: facts.risks,
            channels: facts.channels,
            by_way_of: facts.by_way_of,
            nearest: facts.nearest,
            expression: facts.expression,
            graph: asked.graphs.map(GraphSourceView::new),
            checked: account.checked(),
            not_checked: not_checked
                .map(|(check, why)| NotCheckedView { check: *check, why: why.clone() })
                .collect(),
            next: next(asked, cause, invocation),
            notes: asked.graphs.map(|_| asked.notes.to_vec()).unwrap_or_default(),
            warnings: oddities.chain(odd_graphs).cloned().chain(unobserved).collect(),
        }
    }

    /// Returns whether the version does not exist at all.
    pub(crate) fn is_about_nothing(&self) -> bool {
        matches!(self.cause, CauseCode::NoSuchVersion | CauseCode::Unparsable)
    }
}

/// What a cause has besides its name.
#[derive(Default)]
struct CauseFacts {
    risks: Vec<RiskView>,
    channels: Vec<String>,
    by_way_of: Vec<String>,
    nearest: Vec<String>,
    expression: Option<String>,
}

impl CauseFacts {
    fn new(cause: &Cause) -> Self {
        let none = Self::default();
        match cause {
            Cause::Conditional(said) => {
                Self { risks: said.risks.iter().map(RiskView::new).collect(), ..none }
            }
            Cause::ConditionalInGraph { target, .. } => {
                Self { risks: target.risks.iter().map(assessed).collect(), ..none }
            }
            Cause::OtherChannel(OtherChannels { channels, over, .. }) => {
                Self { channels: channels.clone(), by_way_of: texts(over), ..none }
            }
            Cause::NoEdge { over } => Self { by_way_of: texts(over), ..none },
            Cause::Unparsable { meant: nearest }
            | Cause::NoSuchVersion { nearest }
            | Cause::NotListed { nearest } => Self { nearest: nearest.clone(), ..none },
            Cause::Blocked { expression, over } => {
                Self { expression: Some(expression.clone()), by_way_of: texts(over), ..none }
            }
            Cause::AlreadyThere { .. }
            | Cause::Older { .. }
            | Cause::OtherArchitecture { .. }
            | Cause::NotRetrieved(_)
            | Cause::NotListedYet
            | Cause::TooFar(_)
            | Cause::Recommended { .. } => none,
        }
    }
}

fn assessed(assessed: &EvaluatedRisk) -> RiskView {
    let EvaluatedRisk { risk, judgement, accepted } = assessed;
    let applies = match judgement.verdict {
        RiskVerdict::Applies => Status::True,
        RiskVerdict::Clear => Status::False,
        RiskVerdict::Unknown { .. } => Status::Unknown,
    };
    RiskView {
        name: risk.name.clone(),
        message: risk.message.clone(),
        url: filled(&risk.url),
        applies,
        applies_from: AppliesFrom::MatchingRules,
        accepted: *accepted,
        matching_rules: MatchingRuleView::all(&risk.rules),
    }
}
