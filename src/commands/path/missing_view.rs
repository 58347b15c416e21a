//! Why there is no way, in words.

use schemars::JsonSchema;
use serde::Serialize;

use super::view::PathReport;
use upgrade_graph::path::{Examples, MissingPath, PathGoal};
use upgrade_graph::version::Version;

/// Something that stands between the start and the goal
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct MissingView {
    pub(crate) code: MissingCode,
    pub(crate) message: String,
    /// Of updates that were taken away without a word: the expression that does that
    pub(crate) pattern: Option<String>,
    /// What to do about it.
    #[serde(skip)]
    pub(crate) hint: Option<String>,
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
    /// Other channels than the named ones may have a way
    NotLookedAt,
    /// There are more channels than are read
    LimitReached,
    /// Channels could not be read
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
            format!("{:?} is not a version by SemVer: what is newer cannot be said", from.text()),
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
        MissingPath::Older => {
            (MissingCode::Older, format!("{to} is older than {from}, and updates do not go back"))
        }
        MissingPath::NoEntry => (MissingCode::NoEntry, format!("no update leads to {whatever}")),
        MissingPath::NotReached { entries } => {
            let only = format!("updates to {to} lead only from {}", listed(entries));
            let reached = match entries.count {
                1 => format!("which cannot be reached from {from}"),
                _ => format!("none of which can be reached from {from}"),
            };
            (MissingCode::NotReached, format!("{only}, {reached}"))
        }
        MissingPath::NotInRealm { entries } => {
            let none = "none of them in an eus or stable channel of an even minor version";
            (
                MissingCode::NotInChannels,
                format!("updates to {to} lead from {}, {none}", listed(entries)),
            )
        }
        MissingPath::Blocked { from, to, .. } => (
            MissingCode::Blocked,
            format!("the update from {from} to {to} was taken away without a word"),
        ),
        MissingPath::NotLookedAt { channels } => (
            MissingCode::NotLookedAt,
            format!("channels that were not named were not looked at: {}", named(channels)),
        ),
        MissingPath::OneChannel { channel, others } => (
            MissingCode::NotLookedAt,
            format!("the graph has only the channel {channel}, without {}", named(others)),
        ),
        MissingPath::TooManyChannels { channels } => {
            let read = report.graphs.channels.len();
            (
                MissingCode::LimitReached,
                format!("after {read} channels others were not looked at: {}", named(channels)),
            )
        }
        MissingPath::Unreadable { channels, why } => (
            MissingCode::ReadFailed,
            format!("channels could not be read: {} ({why})", named(channels)),
        ),
    }
}

/// Names some of the channels, and how many there are beside them.
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
        Some([one]) => format!("the channel {one}"),
        Some(names) if names.len() > MANY => format!("any of {} channels", names.len()),
        Some(names) => format!("any of the channels {}", names.join(", ")),
    }
}

const MANY: usize = 24; // more are counted, not named

/// Names some of the versions, and how many there are beside them.
fn listed(examples: &Examples) -> String {
    let names: Vec<&str> = examples.newest.iter().map(Version::text).collect();
    match (examples.count - names.len(), names.as_slice()) {
        (0, [rest @ .., last]) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        (0, _) => names.join(", "),
        (more, _) => format!("{} and {more} others", names.join(", ")),
    }
}

fn hint(report: &PathReport<'_>, missing: &MissingPath) -> Option<String> {
    let near = |nearest: &[Version]| {
        let names: Vec<&str> = nearest.iter().map(Version::text).collect();
        (!names.is_empty()).then(|| format!("the nearest are: {}", names.join(", ")))
    };
    match missing {
        MissingPath::NoSuchTarget { nearest } => near(nearest),
        MissingPath::StartNotListed { nearest } => {
            near(nearest).map(|near| format!("of where to start, {near}"))
        }
        MissingPath::Older if report.is_requestable() => {
            let command = report.invocation.command(["rollback"]);
            Some(format!("to go back to the release before: {command}"))
        }
        MissingPath::NotInRealm { .. } => Some("without --eus there may be a way".to_owned()),
        MissingPath::NotLookedAt { .. } if report.cluster.is_some() => {
            Some(format!("to look at all channels: {}", report.in_all_channels()))
        }
        MissingPath::NotLookedAt { channels } => {
            let channels = channels.join(",");
            let command = report.again(["--channel", &channels]);
            Some(format!("to look there: {command}"))
        }
        MissingPath::OneChannel { .. } => {
            Some("to search all channels, pass the URL of an update service to --graph".to_owned())
        }
        MissingPath::Unreadable { .. } => Some(format!("to try again: {}", report.again([]))),
        MissingPath::Older
        | MissingPath::NoOrder
        | MissingPath::NoEntry
        | MissingPath::NotReached { .. }
        | MissingPath::Blocked { .. }
        | MissingPath::TooManyChannels { .. } => None,
    }
}
