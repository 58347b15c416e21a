//! What each cause says, in words, and what to type next.

use super::explanation::{Asked, NextView};
use super::finding::{of_the_cluster, state};
use super::hint::Invocation;
use super::risk_evaluation::DifferenceView;
use crate::domain::condition::Condition;
use crate::domain::gate::Finding;
use crate::domain::graph::Target;
use crate::domain::graph::evaluation::Difference;
use crate::domain::updates::{Advice, Candidate};
use crate::domain::version::Version;
use crate::domain::why::{Cause, Elsewhere};

/// Returns the cause as a sentence; what the cluster says of it follows on further lines.
pub(super) fn message(asked: &Asked<'_>, cause: &Cause) -> String {
    let version = asked.version;
    let from = asked.from.map_or("a version that is not known", Version::text);
    match cause {
        Cause::Unparsable { .. } => {
            format!("{:?} is not a version; versions are like 4.7.4 and 4.8.0-rc.1", asked.typed)
        }
        Cause::AlreadyThere { rolling_out } => already_there(asked, from, *rolling_out),
        Cause::Older { previous: true } => format!(
            "{version} is older than {from}; it is the release before, to which there is a way back"
        ),
        Cause::Older { previous: false } => {
            format!("{version} is older than {from}, and updates lead to newer versions only")
        }
        Cause::OtherArchitecture { here, there } => {
            architecture(asked.typed, here.as_deref(), &there.join(", "))
        }
        Cause::NotRetrieved(finding) => of_the_cluster(finding),
        Cause::NotListedYet => format!(
            "the graph offers {version} from {from}, and the cluster does not list it: it went by \
             another graph, or has yet to look at this one"
        ),
        Cause::Conditional(said) => conditional(version, said),
        Cause::ConditionalInGraph { target, difference } => {
            in_graph(version, target, difference.as_ref())
        }
        Cause::Blocked { .. } => {
            format!("the update from {from} to {version} was taken away, and no reason is given")
        }
        Cause::OtherChannel(elsewhere) => other_channel(asked, from, elsewhere),
        Cause::NoEdge { over } => no_edge(asked, from, over),
        Cause::NoSuchVersion { .. } => {
            format!("there is no {version} in any graph that was looked at")
        }
        Cause::Recommended { held_back: None } => {
            format!("nothing is in the way: {version} is recommended")
        }
        Cause::Recommended { held_back: Some(condition) } => format!(
            "{version} is offered, and the cluster is held back from later minor versions ({})\n{}",
            state(condition),
            condition.message
        ),
        Cause::NotListed { .. } => {
            format!("the cluster does not list {version}, and why could not be found out")
        }
    }
}

fn already_there(asked: &Asked<'_>, from: &str, rolling_out: bool) -> String {
    match (asked.lists, rolling_out) {
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

fn conditional(version: &str, said: &Candidate) -> String {
    match &said.advice {
        Advice::NotRecommended(verdict) => not_recommended(version, verdict),
        _ => format!("{version} is conditional"),
    }
}

fn not_recommended(version: &str, verdict: &Condition) -> String {
    format!("{version} is supported but not recommended for this cluster ({})", state(verdict))
}

fn in_graph(version: &str, target: &Target, difference: Option<&Difference>) -> String {
    let verdict = target.verdict.as_ref().map(state).unwrap_or_default();
    match difference {
        None => format!("{version} is conditional, and not recommended as judged now ({verdict})"),
        Some(why) => {
            let why = DifferenceView::of(why).message;
            format!("{version} is conditional ({verdict} as judged now), and not listed: {why}")
        }
    }
}

fn other_channel(asked: &Asked<'_>, from: &str, elsewhere: &Elsewhere) -> String {
    let Elsewhere { channels, direct, over, .. } = elsewhere;
    let (version, channel) = (asked.version, asked.channel.unwrap_or("the graph"));
    let way = match (direct.as_slice(), over.as_slice()) {
        ([], []) => format!("no way leads there from {from}"),
        ([], over) => format!("from {from} it is reached by way of {}", texts(over).join(", ")),
        (direct, _) => format!("an update from {from} to it is in {}", direct.join(", ")),
    };
    format!("{version} is not in {channel}, but in {}; {way}", channels.join(", "))
}

fn no_edge(asked: &Asked<'_>, from: &str, over: &[Version]) -> String {
    let (version, channel) = (asked.version, asked.channel.unwrap_or("the graph"));
    let none = format!("there is no update from {from} to {version} in {channel}");
    match over {
        [] => format!("{none}, and no way over other releases in any graph that was looked at"),
        over => format!("{none}, but a way over {}", texts(over).join(", ")),
    }
}

/// Returns what to type next, the most useful first.
pub(super) fn next(asked: &Asked<'_>, cause: &Cause, us: &Invocation) -> Vec<NextView> {
    let version = asked.version;
    let steps = Steps { asked, us };
    match cause {
        Cause::Unparsable { meant: near } | Cause::NoSuchVersion { nearest: near } => match &**near
        {
            [near, ..] => vec![steps.graph("to ask about the nearest", &["why", near])],
            [] => vec![steps.list()],
        },
        Cause::AlreadyThere { rolling_out: true } => {
            vec![steps.cluster("to see how far it is", &["status"])]
        }
        Cause::Older { previous: true } => vec![steps.cluster("to go back to it", &["rollback"])],
        Cause::Older { previous: false } if asked.lists => {
            vec![steps.cluster("to see what ran before", &["history"])]
        }
        Cause::OtherArchitecture { there, .. } if there.iter().any(|arch| arch == "multi") => {
            vec![steps.cluster("to go to several architectures", &["--to-multi-arch"])]
        }
        Cause::OtherArchitecture { .. } if asked.typed != version => {
            vec![steps.graph("to ask without the architecture", &["why", version])]
        }
        Cause::NotRetrieved(finding) => vec![steps.mend(finding)],
        Cause::Conditional(_) => vec![steps.account(), steps.judged()],
        Cause::OtherChannel(elsewhere) => steps.channels(elsewhere),
        Cause::Blocked { .. } => vec![steps.path()],
        Cause::NoEdge { over } if !over.is_empty() => vec![steps.path()],
        Cause::Recommended { held_back: None } if asked.lists => {
            vec![steps.cluster("to take it", &["--to", version])]
        }
        Cause::Recommended { held_back: Some(_) } => {
            vec![steps.cluster("to see what is to be acknowledged", &["ack"]), steps.account()]
        }
        Cause::NotListedYet
        | Cause::ConditionalInGraph { .. }
        | Cause::Recommended { held_back: None } => vec![steps.judged()],
        Cause::NotListed { .. } => {
            let words = ["why", version, "--graph", "FILE"];
            vec![steps.cluster("to ask a graph that was saved", &words)]
        }
        Cause::AlreadyThere { .. }
        | Cause::Older { .. }
        | Cause::OtherArchitecture { .. }
        | Cause::NoEdge { .. } => vec![steps.list()],
    }
}

/// Commands to type, which repeat what was typed where they take it.
struct Steps<'a> {
    asked: &'a Asked<'a>,
    us: &'a Invocation,
}

impl Steps<'_> {
    fn step(&self, purpose: &str, words: &[&str], flags: &[String]) -> NextView {
        let words = words.iter().copied().chain(flags.iter().map(String::as_str));
        NextView { purpose: purpose.to_owned(), command: self.us.command(words) }
    }

    fn cluster(&self, purpose: &str, words: &[&str]) -> NextView {
        self.step(purpose, words, &[])
    }

    fn graph(&self, purpose: &str, words: &[&str]) -> NextView {
        self.step(purpose, words, &self.asked.flags.all)
    }

    fn list(&self) -> NextView {
        let purpose = "to see what is offered";
        if self.asked.lists {
            self.cluster(purpose, &["--include-not-recommended"])
        } else {
            self.graph(purpose, &["graph", "evaluate"])
        }
    }

    fn path(&self) -> NextView {
        self.graph("to see the way there", &["path", "--to", self.asked.version])
    }

    fn account(&self) -> NextView {
        let words = ["recommend", "--version", self.asked.version];
        self.cluster("to see all that speaks against it", &words)
    }

    fn judged(&self) -> NextView {
        let words = ["graph", "evaluate", "--version", self.asked.version];
        self.graph("to see how it is judged", &words)
    }

    fn channels(&self, elsewhere: &Elsewhere) -> Vec<NextView> {
        let Elsewhere { best, direct, over, .. } = elsewhere;
        let way = (direct.is_empty() && !over.is_empty()).then(|| self.path());
        let look = match best {
            Some(best) if self.asked.lists => {
                let words = ["channel", "--preview", best];
                self.step("to see what is offered there", &words, &self.asked.flags.origin)
            }
            _ => self.list(),
        };
        way.into_iter().chain([look]).collect()
    }

    /// Returns what mends lists that cannot be relied on.
    fn mend(&self, finding: &Finding) -> NextView {
        let reason = match finding {
            Finding::NotRetrieved(Some(condition)) => condition.reason.as_str(),
            Finding::NotRetrieved(None) => "",
            _ => "Unobserved",
        };
        match reason {
            "NoChannel" | "VersionNotFound" => {
                self.cluster("to see the channels it is in", &["channel"])
            }
            "Unobserved" => self.graph("to ask again in a moment", &["why", self.asked.version]),
            _ => self.cluster("to see the update service it asks", &["upstream"]),
        }
    }
}

pub(super) fn texts(versions: &[Version]) -> Vec<String> {
    versions.iter().map(ToString::to_string).collect()
}
