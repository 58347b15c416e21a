//! The sentence of each cause.

use super::{Cause, OtherChannels};
use crate::cluster::Cluster;
use crate::evaluate::VerdictDifference;
use crate::gates::{GateSubject, RiskAcceptance, Words, words};
use crate::updates::{Advice, Candidate};
use upgrade_graph::condition::Condition;
use upgrade_graph::targets::GraphTarget;
use upgrade_graph::version::Version;

/// The question, and the version to start from.
#[derive(Debug, Clone, Copy)]
pub struct WhySubject<'a> {
    /// As the user typed it.
    pub typed: &'a str,
    /// Without an architecture.
    pub version: &'a str,
    pub from: Option<&'a Version>,
    pub channel: Option<&'a str>,
    pub cluster: Option<&'a Cluster>,
    /// Whether the cluster's available updates start from that version.
    pub lists: bool,
}

impl Cause {
    pub fn words(&self, about: &WhySubject<'_>) -> Words {
        let (version, from) = (about.version, about.start());
        match self {
            Self::Unparsable { .. } => Words::new(format!(
                "{:?} is not a version; use a full version, such as 4.7.24",
                about.typed
            )),
            Self::AlreadyThere { rolling_out } => Words::new(already_there(about, *rolling_out)),
            Self::Older { previous: true } => {
                Words::new(format!("{version} is the previous release, older than {from}"))
            }
            Self::Older { previous: false } => {
                Words::new(format!("{version} is older than {from}"))
            }
            Self::OtherArchitecture { here, there } => {
                Words::new(architecture(about.typed, here.as_deref(), &there.join(", ")))
            }
            Self::NotRetrieved(finding) => about.cluster.map_or_else(
                || Words::new("available updates may be stale"),
                |cluster| {
                    let acceptance = &RiskAcceptance::Nothing;
                    finding.words(&GateSubject { cluster, target: None, acceptance })
                },
            ),
            Self::TooFar(_) => {
                Words::new(format!("{version} is more than one minor version ahead of {from}"))
                    .detail(words::TOO_FAR_IS_BLOCKED)
            }
            Self::NotListedYet => Words::new(format!(
                "{version} is in the graph, but not yet available on this cluster"
            )),
            Self::Conditional(said) => conditional(version, said),
            Self::ConditionalInGraph { target, difference } => {
                Words::new(in_graph(version, target, difference.as_ref()))
            }
            Self::Blocked { over, .. } => {
                let gone = format!("the graph blocks the update from {from} to {version}");
                Words::new(match over.as_slice() {
                    [] => format!("{gone} without a reason"),
                    over => format!("{gone} without a reason. Update to {} first", joined(over)),
                })
            }
            Self::OtherChannel(elsewhere) => Words::new(other_channel(about, elsewhere)),
            Self::NoEdge { over } => Words::new(no_edge(about, over)),
            Self::NoSuchVersion { .. } => {
                Words::new(format!("{version} is not in any graph that was read"))
            }
            Self::Recommended { held_back: None } => {
                Words::new(format!("{version} is recommended"))
            }
            Self::Recommended { held_back: Some(condition) } => Words::new(format!(
                "{version} is available, but {} blocks minor version updates",
                condition.state()
            ))
            .detail(&condition.message),
            Self::NotListed { .. } => {
                Words::new(format!("cannot determine why {version} is not available"))
            }
        }
    }
}

impl WhySubject<'_> {
    fn start(&self) -> &str {
        self.from.map_or("an unknown version", Version::text)
    }
}

fn already_there(about: &WhySubject<'_>, rolling_out: bool) -> String {
    let from = about.start();
    match (about.lists, rolling_out) {
        (false, _) => format!("{from} is the version to start from"),
        (true, true) => format!("the cluster is already updating to {from}"),
        (true, false) => format!("the cluster is already on {from}"),
    }
}

fn architecture(version: &str, here: Option<&str>, there: &str) -> String {
    match here {
        Some(here) => format!("{version} is for {there}, the cluster for {here}"),
        None => format!("{version} is for {there}, the cluster for a single architecture"),
    }
}

fn conditional(version: &str, said: &Candidate) -> Words {
    match &said.advice {
        Advice::NotRecommended(verdict) => words::not_recommended_here(version, verdict),
        Advice::Recommended | Advice::Unlisted | Advice::SameRelease => {
            Words::new(format!("{version} is a conditional update"))
        }
    }
}

fn in_graph(version: &str, target: &GraphTarget, difference: Option<&VerdictDifference>) -> String {
    let verdict = target.verdict.as_ref().map(Condition::state).unwrap_or_default();
    match difference {
        None => format!("{version} is a conditional update, not recommended now ({verdict})"),
        Some(why) => {
            let why = why.sentence();
            format!("{version} is a conditional update ({verdict} now) and not available: {why}")
        }
    }
}

fn other_channel(about: &WhySubject<'_>, elsewhere: &OtherChannels) -> String {
    let OtherChannels { channels, direct, over, .. } = elsewhere;
    let (version, from) = (about.version, about.start());
    let channel = about.channel.unwrap_or("the graph");
    let way = match (direct.as_slice(), over.as_slice()) {
        ([], []) => format!("no update path leads there from {from}"),
        ([], over) => format!("update from {from} to {} first", joined(over)),
        (direct, _) => format!("an update from {from} to it is in {}", direct.join(", ")),
    };
    format!("{version} is not in {channel}, but in {}: {way}", channels.join(", "))
}

fn no_edge(about: &WhySubject<'_>, over: &[Version]) -> String {
    let (version, from) = (about.version, about.start());
    let channel = about.channel.unwrap_or("the graph");
    let none = format!("no direct update from {from} to {version} in {channel}");
    match over {
        [] => format!("{none}, and no update path in any graph that was read"),
        over => format!("{none}. Update to {} first", joined(over)),
    }
}

fn joined(versions: &[Version]) -> String {
    versions.iter().map(Version::text).collect::<Vec<_>>().join(", ")
}
