//! Why there is no path, in words.

use schemars::JsonSchema;
use serde::Serialize;

use super::view::PathReport;
use crate::error::Hint;
use upgrade_graph::path::{Examples, MissingPath, PathGoal};
use upgrade_graph::version::Version;

/// A reason why there is no path
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct MissingView {
    pub(crate) code: MissingCode,
    pub(crate) message: String,
    /// The expression that blocks the update, if the graph blocks it without a reason
    pub(crate) pattern: Option<String>,
    /// What to do about it.
    #[serde(skip)]
    pub(crate) hint: Option<Hint>,
}

/// A stable name
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) enum MissingCode {
    NoOrder,
    StartNotListed,
    NoSuchTarget,
    Older,
    NoEntry,
    NotReached,
    NotInChannels,
    Blocked,
    /// Channels that were not searched may have a path
    NotLookedAt,
    /// There are more channels than the limit
    LimitReached,
    /// Some channels cannot be read
    ReadFailed,
}

impl MissingView {
    pub(crate) fn new(report: &PathReport<'_>, missing: &MissingPath) -> Self {
        let (code, message) = description(report, missing);
        let pattern = match missing {
            MissingPath::Blocked { pattern, .. } => Some(pattern.clone()),
            MissingPath::NoOrder
            | MissingPath::StartNotListed { .. }
            | MissingPath::NoSuchTarget { .. }
            | MissingPath::Older
            | MissingPath::NoEntry
            | MissingPath::NotReached { .. }
            | MissingPath::NotInRealm { .. }
            | MissingPath::NotLookedAt { .. }
            | MissingPath::OneChannel { .. }
            | MissingPath::TooManyChannels { .. }
            | MissingPath::Unreadable { .. } => None,
        };
        Self { code, message, pattern, hint: hint(report, missing) }
    }
}

fn description(report: &PathReport<'_>, missing: &MissingPath) -> (MissingCode, String) {
    let (from, to) = (&report.query.from, &report.query.goal);
    let whatever = match to {
        PathGoal::Release(version) => version.to_string(),
        PathGoal::Minor(..) => format!("a release of {to}"),
    };
    match missing {
        MissingPath::NoOrder => (
            MissingCode::NoOrder,
            format!("{:?} is not a SemVer version: cannot determine newer versions", from.text()),
        ),
        MissingPath::StartNotListed { .. } => {
            (MissingCode::StartNotListed, format!("{from} is not in {}", looked(report)))
        }
        MissingPath::NoSuchTarget { .. } => {
            let none = match to {
                PathGoal::Release(version) => format!("{version} is not"),
                PathGoal::Minor(..) => format!("no release of {to} is"),
            };
            (MissingCode::NoSuchTarget, format!("{none} in {}", looked(report)))
        }
        MissingPath::Older => (MissingCode::Older, format!("{to} is older than {from}")),
        MissingPath::NoEntry => (MissingCode::NoEntry, format!("there is no update to {whatever}")),
        MissingPath::NotReached { entries } => {
            let only = format!("updates to {to} are available only from {}", listed(entries));
            let reached = match entries.count {
                1 => format!("which is not reachable from {from}"),
                _ => format!("none of which are reachable from {from}"),
            };
            (MissingCode::NotReached, format!("{only}, {reached}"))
        }
        MissingPath::NotInRealm { entries } => {
            let none = "but not in an eus or stable channel of an even minor version";
            (
                MissingCode::NotInChannels,
                format!("updates to {to} are available from {}, {none}", listed(entries)),
            )
        }
        MissingPath::Blocked { from, to, .. } => (
            MissingCode::Blocked,
            format!("the graph blocks the update from {from} to {to} without a reason"),
        ),
        MissingPath::NotLookedAt { channels } => (
            MissingCode::NotLookedAt,
            format!("only the given channels were searched, not {}", named(channels)),
        ),
        MissingPath::OneChannel { channel, others } => (
            MissingCode::NotLookedAt,
            format!("the graph has only channel {channel}, not {}", named(others)),
        ),
        MissingPath::TooManyChannels { channels } => {
            let read = report.graphs.channels.len();
            (
                MissingCode::LimitReached,
                format!("only {read} channels were searched (limit), not {}", named(channels)),
            )
        }
        MissingPath::Unreadable { channels, why } => {
            (MissingCode::ReadFailed, format!("cannot read channels {} ({why})", named(channels)))
        }
    }
}

/// Names some of the channels, and counts the others.
fn named(channels: &[String]) -> String {
    let (some, more) = channels.split_at(channels.len().min(SHOWN));
    match more.len() {
        0 => some.join(", "),
        more => format!("{} and {more} others", some.join(", ")),
    }
}

const SHOWN: usize = 8; // names of channels

fn looked(report: &PathReport<'_>) -> String {
    let channels = report.graphs.channels.iter();
    let names: Option<Vec<&str>> = channels.map(|looked| looked.channel.as_deref()).collect();
    match names.as_deref() {
        None | Some([]) => "the graph".to_owned(),
        Some([one]) => format!("channel {one}"),
        Some(names) if names.len() > MANY => format!("any of {} channels", names.len()),
        Some(names) => format!("any of channels {}", names.join(", ")),
    }
}

const MANY: usize = 24; // more are counted, not named

/// Names some of the versions, and counts the others.
fn listed(examples: &Examples) -> String {
    let names: Vec<&str> = examples.newest.iter().map(Version::text).collect();
    match (examples.count - names.len(), names.as_slice()) {
        (0, [rest @ .., last]) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        (0, _) => names.join(", "),
        (more, _) => format!("{} and {more} others", names.join(", ")),
    }
}

fn hint(report: &PathReport<'_>, missing: &MissingPath) -> Option<Hint> {
    let near = |nearest: &[Version]| -> Option<String> {
        let names: Vec<&str> = nearest.iter().map(Version::text).collect();
        (!names.is_empty()).then(|| format!("similar versions: {}", names.join(", ")))
    };
    match missing {
        MissingPath::NoSuchTarget { nearest } => near(nearest).map(Hint::from),
        MissingPath::StartNotListed { nearest } => {
            near(nearest).map(|near| format!("for --from-version, {near}").into())
        }
        MissingPath::Older if report.is_requestable() => Some(Hint::run(
            "to roll back to the previous release",
            report.invocation.command(["rollback"]),
        )),
        MissingPath::NotInRealm { .. } => Some("without --eus there may be a path".into()),
        MissingPath::NotLookedAt { .. } if report.cluster.is_some() => {
            Some(Hint::run("to search all channels", report.in_all_channels()))
        }
        MissingPath::NotLookedAt { channels } => {
            let channels = channels.join(",");
            let command = report.again(["--channel", &channels]);
            Some(Hint::run("to search these channels", command))
        }
        MissingPath::OneChannel { .. } => {
            Some("to search all channels, pass the URL of an update service to --graph".into())
        }
        MissingPath::Unreadable { .. } => Some(Hint::run("to retry", report.again([]))),
        MissingPath::Older
        | MissingPath::NoOrder
        | MissingPath::NoEntry
        | MissingPath::NotReached { .. }
        | MissingPath::Blocked { .. }
        | MissingPath::TooManyChannels { .. } => None,
    }
}
