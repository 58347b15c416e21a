//! Why a version is not offered: the first cause that holds, the cluster's own word before graphs.

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

/// A version as somebody asks for it: images are tagged with their architecture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WhyQuery {
    pub version: Version,
    pub arch: Option<&'static str>,
}

/// In the order in which they are looked for.
#[derive(Debug, Clone, PartialEq)]
pub enum Cause {
    /// It is no version; what was perhaps meant.
    Unparsable {
        meant: Vec<String>,
    },
    AlreadyThere {
        rolling_out: bool,
    },
    /// Whether it is the release before, to which there is a way back.
    Older {
        previous: bool,
    },
    OtherArchitecture {
        here: Option<String>,
        there: Vec<String>,
    },
    NotRetrieved(Finding),
    /// The graph offers it, and the cluster has yet to list it.
    NotListedYet,
    /// The cluster lists it with what speaks against it.
    Conditional(Box<Candidate>),
    /// The graph has it with risks; and why the cluster does not list it, where it should.
    ConditionalInGraph {
        target: Box<GraphTarget>,
        difference: Option<VerdictDifference>,
    },
    /// An expression takes away every edge from here; the versions between, where there is a way.
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
    /// It is offered, and more than one minor version ahead.
    TooFar(Finding),
    /// Nothing is in the way but, where there is one, this condition.
    Recommended {
        held_back: Option<Condition>,
    },
    /// It is not listed, and no graph could be asked why, or not all of them.
    NotListed {
        nearest: Vec<String>,
    },
}

/// A version in channels that are not looked at for updates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherChannels {
    /// By minor version, then by phase.
    pub channels: Vec<String>,
    /// The one to look at: it has an edge from here, or at least both versions.
    pub best: Option<String>,
    /// Those of them that have an edge from here.
    pub direct: Vec<String>,
    /// The versions between, where there is no edge but a way.
    pub over: Vec<Version>,
}

/// What is looked at, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Check {
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

/// A cause, and what could not be looked at on the way to it.
#[derive(Debug)]
pub struct WhyResult {
    pub cause: Cause,
    /// With the reason, in order.
    pub not_checked: Vec<(Check, String)>,
}

impl WhyResult {
    /// Returns what was looked at, in order.
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

    /// What only a graph can tell.
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
    /// It is offered
    Recommended,
    /// It is offered, and more than one minor version ahead
    TooFar,
    /// It is offered, and the cluster is held back from later minor versions
    NotUpgradeable,
    /// No graph could be read, or not all of them
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

    /// Returns what graphs that were not looked at might show to be otherwise; none where that does
    /// not matter.
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

    /// Returns the last thing that had to be looked at.
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
    /// Takes the architecture off, as build data or as tags of images have it.
    pub fn new(text: &str) -> Self {
        let (version, arch) = Version::without_architecture(text);
        Self { version, arch }
    }
}

#[cfg(test)]
mod tests;
