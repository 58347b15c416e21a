//! The commands to run next, by cause.

use super::view::{NextView, WhyAsked};
use crate::cli::invocation::Invocation;
use crate::cli::values;
use upgrade_core::gates::Finding;
use upgrade_core::why::{Cause, OtherChannels};
use upgrade_graph::version::Version;

/// Returns the commands to run next, the most useful first.
pub(crate) fn next(asked: &WhyAsked<'_>, cause: &Cause, invocation: &Invocation) -> Vec<NextView> {
    let version = asked.version;
    let steps = NextSteps { asked, invocation };
    match cause {
        Cause::Unparsable { .. } if values::minor(asked.typed).is_some() => {
            vec![steps.graph("to find an update path", &["path", asked.typed])]
        }
        Cause::Unparsable { meant: near } | Cause::NoSuchVersion { nearest: near } => match &**near
        {
            [near, ..] => vec![steps.graph("to check a similar version", &["why", near])],
            [] => vec![steps.list()],
        },
        Cause::AlreadyThere { rolling_out: true } => {
            vec![steps.cluster("to see progress", &["status"])]
        }
        Cause::Older { previous: true } => vec![steps.write("to roll back", &["rollback"])],
        Cause::Older { previous: false } if asked.lists => {
            vec![steps.cluster("to see past updates", &["history"])]
        }
        Cause::OtherArchitecture { there, .. } if there.iter().any(|arch| arch == "multi") => {
            vec![steps.request("to switch to multi-architecture", &["--to-multi-arch"])]
        }
        Cause::OtherArchitecture { .. } if asked.typed != version => {
            vec![steps.graph("to check it without the architecture", &["why", version])]
        }
        Cause::NotRetrieved(finding) => vec![steps.mend(finding)],
        Cause::Conditional(_) => vec![steps.account(), steps.judged()],
        Cause::OtherChannel(elsewhere) => steps.channels(elsewhere),
        Cause::Blocked { over, .. } | Cause::NoEdge { over } if !over.is_empty() => {
            vec![steps.path()]
        }
        Cause::TooFar(_) => vec![steps.path()],
        Cause::Recommended { held_back: None } if asked.lists => {
            vec![steps.request("to request it", &["--to", version])]
        }
        Cause::Recommended { held_back: Some(_) } => {
            vec![steps.cluster("to list admin gates", &["ack"]), steps.account()]
        }
        Cause::NotListedYet
        | Cause::ConditionalInGraph { .. }
        | Cause::Recommended { held_back: None } => vec![steps.judged()],
        Cause::NotListed { .. } => {
            let words = ["why", version, "--graph", "FILE"];
            vec![steps.cluster("to use a saved graph", &words)]
        }
        Cause::AlreadyThere { .. }
        | Cause::Older { .. }
        | Cause::OtherArchitecture { .. }
        | Cause::Blocked { .. }
        | Cause::NoEdge { .. } => vec![steps.list()],
    }
}

/// Commands that repeat the user's flags if they take them.
struct NextSteps<'a> {
    asked: &'a WhyAsked<'a>,
    invocation: &'a Invocation,
}

impl NextSteps<'_> {
    fn step(&self, purpose: &str, words: &[&str], flags: &[String]) -> NextView {
        let words = words.iter().copied().chain(flags.iter().map(String::as_str));
        NextView { purpose: purpose.to_owned(), command: self.invocation.command(words) }
    }

    fn cluster(&self, purpose: &str, words: &[&str]) -> NextView {
        self.step(purpose, words, &[])
    }

    /// Returns a command that changes the cluster; for recordings, it only prints the patch.
    fn write(&self, purpose: &str, words: &[&str]) -> NextView {
        let dry_run = self.invocation.reads_files().then(|| "--dry-run=client".to_owned());
        self.step(purpose, words, dry_run.as_slice())
    }

    /// Returns a request, or for a hosted control plane, where to make it.
    fn request(&self, purpose: &str, words: &[&str]) -> NextView {
        match &self.asked.hosted {
            None => self.write(purpose, words),
            Some(hosted) => NextView {
                purpose: format!(
                    "{purpose}, on the management cluster of this hosted control plane"
                ),
                command: hosted.command.clone(),
            },
        }
    }

    fn graph(&self, purpose: &str, words: &[&str]) -> NextView {
        self.step(purpose, words, &self.asked.flags.all)
    }

    fn list(&self) -> NextView {
        let purpose = "to list all updates";
        if self.asked.lists {
            self.cluster(purpose, &["--include-not-recommended"])
        } else {
            self.graph(purpose, &["graph", "evaluate"])
        }
    }

    fn path(&self) -> NextView {
        self.graph("to see the update path", &["path", self.asked.version])
    }

    fn account(&self) -> NextView {
        let words = ["recommend", self.asked.version];
        self.cluster("to see known issues", &words)
    }

    fn judged(&self) -> NextView {
        let words = ["graph", "evaluate", self.asked.version];
        self.graph("to see the risk evaluation", &words)
    }

    fn channels(&self, elsewhere: &OtherChannels) -> Vec<NextView> {
        let OtherChannels { best, direct, over, .. } = elsewhere;
        let way = (direct.is_empty() && !over.is_empty()).then(|| self.path());
        let look = match best {
            Some(best) if self.asked.lists => {
                let words = ["channel", "--preview", best];
                self.step("to see the updates in that channel", &words, &self.asked.flags.origin)
            }
            _ => self.list(),
        };
        way.into_iter().chain([look]).collect()
    }

    /// Returns what fixes stale updates.
    fn mend(&self, finding: &Finding) -> NextView {
        let Finding::NotRetrieved(condition) = finding else {
            return self.graph("to check again in a moment", &["why", self.asked.version]);
        };
        match condition.as_ref().map_or("", |condition| &condition.reason) {
            "NoChannel" | "VersionNotFound" => {
                self.cluster("to see available channels", &["channel"])
            }
            _ => self.cluster("to see the update service", &["upstream"]),
        }
    }
}

pub(crate) fn texts(versions: &[Version]) -> Vec<String> {
    versions.iter().map(ToString::to_string).collect()
}
