//! Why a version is not available: the first cause that applies, the cluster's own report before
//! graphs.

pub(crate) mod by_cluster;
pub(crate) mod by_graph;
pub(crate) mod words;

pub use by_cluster::{by_cluster, by_version, without_graph};
pub use by_graph::{GraphFinding, by_graph};
pub use words::WhySubject;

use schemars::JsonSchema;
use serde::Serialize;

use crate::evaluate::VerdictDifference;
use crate::gates::Finding;
use crate::updates::Candidate;
use upgrade_graph::condition::Condition;
use upgrade_graph::targets::GraphTarget;
use upgrade_graph::version::Version;

/// A version as users type it: images are tagged with their architecture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WhyQuery {
    pub version: Version,
    pub arch: Option<&'static str>,
}

/// In the order in which they are checked.
#[derive(Debug, Clone, PartialEq)]
pub enum Cause {
    /// It is not a version; similar ones.
    Unparsable {
        meant: Vec<String>,
    },
    AlreadyThere {
        rolling_out: bool,
    },
    /// Whether it is the previous release, to which you can roll back.
    Older {
        previous: bool,
    },
    OtherArchitecture {
        here: Option<String>,
        there: Vec<String>,
    },
    NotRetrieved(Finding),
    /// The graph has it, and the cluster does not report it yet.
    NotListedYet,
    /// The cluster reports it as conditional.
    Conditional(Box<Candidate>),
    /// The graph has it with risks; and why the cluster does not report it, if it should.
    ConditionalInGraph {
        target: Box<GraphTarget>,
        difference: Option<VerdictDifference>,
    },
    /// A regular expression blocks every update from here; the versions between, if there is a
    /// path.
    Blocked {
        expression: String,
        over: Vec<Version>,
    },
    OtherChannel(OtherChannels),
    NoEdge {
        over: Vec<Version>,
    },
    NoSuchVersion {
        nearest: Vec<String>,
    },
    /// It is available, and more than one minor version ahead.
    TooFar(Finding),
    /// Nothing blocks it, except for this condition, if there is one.
    Recommended {
        held_back: Option<Condition>,
    },
    /// It is not reported, and graphs could not be read, or not all of them.
    NotListed {
        nearest: Vec<String>,
    },
}

/// A version in channels that are not searched for updates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherChannels {
    /// Sorted by minor version, then by phase.
    pub channels: Vec<String>,
    /// The one to use: it has an update from here, or at least both versions.
    pub best: Option<String>,
    /// Those with an update from here.
    pub direct: Vec<String>,
    /// The versions between, if there is no direct update.
    pub over: Vec<Version>,
}

/// The checks, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Check {
    /// Whether it is a version
    Form,
    /// Whether it is the current version
    Current,
    /// Whether it is older
    Age,
    Architecture,
    /// Whether the available updates are current
    Retrieval,
    /// Whether the cluster reports it
    Lists,
    /// Whether the graph blocks updates to it
    Blocks,
    /// Which channels contain it
    Channels,
    /// Whether there is an update to it
    Edges,
    /// Whether the version exists
    Existence,
}

/// A cause, and what could not be checked before it.
#[derive(Debug)]
pub struct WhyResult {
    pub cause: Cause,
    /// With the reason, in order.
    pub not_checked: Vec<(Check, String)>,
}

impl WhyResult {
    /// Returns what was checked, in order.
    pub fn checked(&self) -> Vec<Check> {
        let last = self.cause.check();
        let missed = |check: &Check| self.not_checked.iter().any(|(missed, _)| missed == check);
        Check::ALL.into_iter().filter(|check| *check <= last && !missed(check)).collect()
    }
}

impl Check {
    pub(crate) const ALL: [Self; 10] = [
        Self::Form,
        Self::Current,
        Self::Age,
        Self::Architecture,
        Self::Retrieval,
        Self::Lists,
        Self::Blocks,
        Self::Channels,
        Self::Edges,
        Self::Existence,
    ];

    /// What only a graph can answer.
    pub const OF_GRAPH: [Self; 4] = [Self::Blocks, Self::Channels, Self::Edges, Self::Existence];
}

/// The name of a cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub enum CauseCode {
    Unparsable,
    AlreadyThere,
    Older,
    OtherArchitecture,
    NotRetrieved,
    NotListedYet,
    Conditional,
    SilentlyBlocked,
    NotInChannel,
    NoEdge,
    NoSuchVersion,
    /// It is available
    Recommended,
    /// It is available, and more than one minor version ahead
    TooFar,
    /// It is available, and the cluster blocks minor version updates
    NotUpgradeable,
    /// Graphs could not be read, or not all of them
    NotListed,
}

impl Cause {
    pub fn code(&self) -> CauseCode {
        match self {
            Self::Unparsable { .. } => CauseCode::Unparsable,
            Self::AlreadyThere { .. } => CauseCode::AlreadyThere,
            Self::Older { .. } => CauseCode::Older,
            Self::OtherArchitecture { .. } => CauseCode::OtherArchitecture,
            Self::NotRetrieved(_) => CauseCode::NotRetrieved,
            Self::NotListedYet => CauseCode::NotListedYet,
            Self::Conditional(_) | Self::ConditionalInGraph { .. } => CauseCode::Conditional,
            Self::Blocked { .. } => CauseCode::SilentlyBlocked,
            Self::OtherChannel(_) => CauseCode::NotInChannel,
            Self::NoEdge { .. } => CauseCode::NoEdge,
            Self::NoSuchVersion { .. } => CauseCode::NoSuchVersion,
            Self::TooFar(_) => CauseCode::TooFar,
            Self::Recommended { held_back: None } => CauseCode::Recommended,
            Self::Recommended { held_back: Some(_) } => CauseCode::NotUpgradeable,
            Self::NotListed { .. } => CauseCode::NotListed,
        }
    }

    /// Returns what graphs that were not read might change; none if that does not matter.
    pub fn depends_on(&self) -> Option<Check> {
        match self {
            Self::NoSuchVersion { .. } | Self::NotListed { .. } => Some(Check::Existence),
            Self::NoEdge { over } | Self::Blocked { over, .. } => {
                over.is_empty().then_some(Check::Edges)
            }
            Self::OtherChannel(OtherChannels { direct, over, .. }) => {
                (direct.is_empty() && over.is_empty()).then_some(Check::Edges)
            }
            Self::Unparsable { .. }
            | Self::AlreadyThere { .. }
            | Self::Older { .. }
            | Self::OtherArchitecture { .. }
            | Self::NotRetrieved(_)
            | Self::NotListedYet
            | Self::Conditional(_)
            | Self::ConditionalInGraph { .. }
            | Self::TooFar(_)
            | Self::Recommended { .. } => None,
        }
    }

    /// Returns the last check that was needed.
    pub(crate) fn check(&self) -> Check {
        match self {
            Self::Unparsable { .. } => Check::Form,
            Self::AlreadyThere { .. } => Check::Current,
            Self::Older { .. } => Check::Age,
            Self::OtherArchitecture { .. } => Check::Architecture,
            Self::NotRetrieved(_) => Check::Retrieval,
            Self::Conditional(_)
            | Self::TooFar(_)
            | Self::Recommended { .. }
            | Self::NotListed { .. } => Check::Lists,
            Self::Blocked { .. } => Check::Blocks,
            Self::OtherChannel(_) => Check::Channels,
            Self::NotListedYet | Self::ConditionalInGraph { .. } | Self::NoEdge { .. } => {
                Check::Edges
            }
            Self::NoSuchVersion { .. } => Check::Existence,
        }
    }
}

impl WhyQuery {
    /// Removes the architecture, whether from build metadata or from an image tag.
    pub fn new(text: &str) -> Self {
        let (version, arch) = Version::without_architecture(text);
        Self { version, arch }
    }
}

#[cfg(test)]
mod tests;
