//! The topics of the manual, in reading order.

/// A page of the manual.
#[derive(Debug)]
pub(crate) struct Topic {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    /// The command whose usage precedes the page.
    pub(crate) command: Option<&'static str>,
    /// The page, in Markdown.
    pub(crate) text: &'static str,
}

macro_rules! topic {
    ($name:literal, $summary:literal) => {
        topic!($name, $summary, None)
    };
    ($name:literal, $summary:literal, of $command:literal) => {
        topic!($name, $summary, Some($command))
    };
    ($name:literal, $summary:literal, $command:expr) => {
        Topic {
            name: $name,
            summary: $summary,
            command: $command,
            text: include_str!(concat!("../../manual/", $name, ".md")),
        }
    };
}

pub(crate) const TOPICS: &[Topic] = &[
    topic!("quickstart", "Your first update"),
    topic!("risks", "Conditional updates"),
    topic!("overrides", "Safety checks and flags"),
    topic!("channels", "Channels, update service", of "channel"),
    topic!("paths", "Multi-step and EUS updates", of "path"),
    topic!("pre-checks", "Plans and informers", of "pre-checks"),
    topic!("status", "Progress and estimates", of "status"),
    topic!("fleet", "Many clusters at once", of "fleet"),
    topic!("acks", "Admin gates", of "ack"),
    topic!("pools", "Pause and resume worker pools", of "pools"),
    topic!("connection", "Kubeconfig, proxies, RBAC"),
    topic!("files", "Must-gather, recordings"),
    topic!("output", "JSON schemas and formats"),
    topic!("exit-codes", "For scripts"),
    topic!("graph-data", "Lint, diff, audit, promote"),
    topic!("service", "Run an update service"),
    topic!("controller", "Deploy the controller", of "controller"),
    topic!("lab", "Practice clusters", of "lab"),
    topic!("from-oc", "Differences from oc"),
    topic!("security", "Threat model and secrets"),
    topic!("disconnected", "Sites without internet access"),
];

/// Returns the topic with this name, or the one of the command with this name.
pub(crate) fn find(words: &[&str]) -> Option<&'static Topic> {
    let [word] = words else { return None };
    let named = TOPICS.iter().find(|topic| topic.name.eq_ignore_ascii_case(word));
    named.or_else(|| TOPICS.iter().find(|topic| topic.command == Some(*word)))
}
