//! What each cause says, in words.

use super::{Cause, OtherChannels};
use crate::cluster::Cluster;
use crate::evaluate::VerdictDifference;
use crate::gates::{GateSubject, RiskAcceptance, Words, words};
use crate::updates::{Advice, Candidate};
use upgrade_graph::condition::Condition;
use upgrade_graph::targets::GraphTarget;
use upgrade_graph::version::Version;

/// What was asked, and of which place.
#[derive(Debug, Clone, Copy)]
pub struct WhySubject<'a> {
    /// As it was typed.
    pub typed: &'a str,
    /// Without an architecture.
    pub version: &'a str,
    pub from: Option<&'a Version>,
    pub channel: Option<&'a str>,
    pub cluster: Option<&'a Cluster>,
    /// Whether the cluster's lists are for that place.
    pub lists: bool,
}

impl Cause {
    pub fn words(&self, about: &WhySubject<'_>) -> Words {
        let (version, from) = (about.version, about.start());
        match self {
            Self::Unparsable { .. } => Words::new(format!(
                "{:?} is not a version; versions are like 4.7.4 and 4.8.0-rc.1",
                about.typed
            )),
            Self::AlreadyThere { rolling_out } => Words::new(already_there(about, *rolling_out)),
            Self::Older { previous: true } => Words::new(format!(
                "{version} is older than {from}; it is the release before, to which there is a way \
                 back"
            )),
            Self::Older { previous: false } => Words::new(format!(
                "{version} is older than {from}, and updates lead to newer versions only"
            )),
            Self::OtherArchitecture { here, there } => {
                Words::new(architecture(about.typed, here.as_deref(), &there.join(", ")))
            }
            Self::NotRetrieved(finding) => about.cluster.map_or_else(
                || Words::new("the cluster's lists cannot be relied on"),
                |cluster| {
                    let acceptance = &RiskAcceptance::Nothing;
                    finding.words(&GateSubject { cluster, target: None, acceptance })
                },
            ),
            Self::TooFar(_) => Words::new(format!(
                "{version} is offered, and too far ahead of {from}: more than one minor version"
            ))
            .detail(words::TOO_FAR_IS_BLOCKED),
            Self::NotListedYet => Words::new(format!(
                "the graph offers {version} from {from}, and the cluster does not list it: it went \
                 by another graph, or has yet to look at this one"
            )),
            Self::Conditional(said) => conditional(version, said),
            Self::ConditionalInGraph { target, difference } => {
                Words::new(in_graph(version, target, difference.as_ref()))
            }
            Self::Blocked { over, .. } => {
                let gone = format!("the update from {from} to {version} was taken away");
                Words::new(match over.as_slice() {
                    [] => format!("{gone}, and no reason is given"),
                    over => format!(
                        "{gone}, and no reason is given; there is a way over {}",
                        joined(over)
                    ),
                })
            }
            Self::OtherChannel(elsewhere) => Words::new(other_channel(about, elsewhere)),
            Self::NoEdge { over } => Words::new(no_edge(about, over)),
            Self::NoSuchVersion { .. } => {
                Words::new(format!("there is no {version} in any graph that was looked at"))
            }
            Self::Recommended { held_back: None } => {
                Words::new(format!("nothing is in the way: {version} is recommended"))
            }
            Self::Recommended { held_back: Some(condition) } => Words::new(format!(
                "{version} is offered, and the cluster is held back from later minor versions ({})",
                condition.state()
            ))
            .detail(&condition.message),
            Self::NotListed { .. } => Words::new(format!(
                "the cluster does not list {version}, and why could not be found out"
            )),
        }
    }
}

impl WhySubject<'_> {
    fn start(&self) -> &str {
        self.from.map_or("a version that is not known", Version::text)
    }
}

fn already_there(about: &WhySubject<'_>, rolling_out: bool) -> String {
    let from = about.start();
    match (about.lists, rolling_out) {
        (false, _) => format!("{from} is the version to start from"),
        (true, true) => format!("the cluster is updating to {from} already"),
        (true, false) => format!("the cluster is on {from} already"),
    }
}

fn architecture(version: &str, here: Option<&str>, there: &str) -> String {
    match here {
        Some(here) => format!("{version} is for {there}, and the cluster is for {here}"),
        None => format!("{version} is for {there}, and the cluster is for one architecture"),
    }
}

fn conditional(version: &str, said: &Candidate) -> Words {
    match &said.advice {
        Advice::NotRecommended(verdict) => words::not_recommended_here(version, verdict),
        Advice::Recommended | Advice::Unlisted | Advice::SameRelease => {
            Words::new(format!("{version} is conditional"))
        }
    }
}

fn in_graph(version: &str, target: &GraphTarget, difference: Option<&VerdictDifference>) -> String {
    let verdict = target.verdict.as_ref().map(Condition::state).unwrap_or_default();
    match difference {
        None => format!("{version} is conditional, and not recommended as judged now ({verdict})"),
        Some(why) => {
            let why = why.sentence();
            format!("{version} is conditional ({verdict} as judged now), and not listed: {why}")
        }
    }
}

fn other_channel(about: &WhySubject<'_>, elsewhere: &OtherChannels) -> String {
    let OtherChannels { channels, direct, over, .. } = elsewhere;
    let (version, from) = (about.version, about.start());
    let channel = about.channel.unwrap_or("the graph");
    let way = match (direct.as_slice(), over.as_slice()) {
        ([], []) => format!("no way leads there from {from}"),
        ([], over) => format!("from {from} it is reached by way of {}", joined(over)),
        (direct, _) => format!("an update from {from} to it is in {}", direct.join(", ")),
    };
    format!("{version} is not in {channel}, but in {}; {way}", channels.join(", "))
}

fn no_edge(about: &WhySubject<'_>, over: &[Version]) -> String {
    let (version, from) = (about.version, about.start());
    let channel = about.channel.unwrap_or("the graph");
    let none = format!("there is no update from {from} to {version} in {channel}");
    match over {
        [] => format!("{none}, and no way over other releases in any graph that was looked at"),
        over => format!("{none}, but a way over {}", joined(over)),
    }
}

fn joined(versions: &[Version]) -> String {
    versions.iter().map(Version::text).collect::<Vec<_>>().join(", ")
}
