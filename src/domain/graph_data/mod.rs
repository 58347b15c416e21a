//! Graph-data: which releases are in which channels, which updates are blocked, and which carry risks.

mod block;
mod channel;
pub(crate) mod check;
pub(crate) mod diff;
mod expression;
mod finding;
mod known;
pub(crate) mod lint;
mod name;
pub(crate) mod promote;
#[cfg(test)]
pub(crate) mod testing;

pub(crate) use block::{Block, BlockEffect, BlockReading};
pub(crate) use channel::{Channel, Delay, Feeder};
pub(crate) use expression::Pattern;
pub(crate) use finding::{LintCode, LintFinding, Severity};
pub(crate) use known::KnownReleases;
pub(crate) use name::ReleaseName;

use std::collections::BTreeMap;

/// What this program understands; patch levels do not matter.
pub(crate) const KNOWN_SCHEMA: [u64; 2] = [1, 1];

/// All that was read of one repository, archive or revision, in the order of its file names.
#[derive(Debug, Clone, Default)]
pub(crate) struct GraphData {
    /// What was read: a folder, an archive, or a folder at a revision.
    pub(crate) origin: String,
    /// The version of the layout; none where it could not be read.
    pub(crate) schema: Option<WithLocation<ReleaseName>>,
    pub(crate) channels: Vec<Channel>,
    /// Bookkeeping of promotion; no update service knows these.
    pub(crate) internal: Vec<Channel>,
    /// Plain blocks and risks alike.
    pub(crate) blocks: Vec<Block>,
    /// `raw/metadata.json`: what is added to the metadata of old releases.
    pub(crate) raw: Vec<Amendment>,
    /// What was found while reading. One that is fatal leaves something of its file unread.
    pub(crate) findings: Vec<LintFinding>,
    /// By file; files without any are not there.
    pub(crate) comments: BTreeMap<String, Vec<WithLocation<String>>>,
    /// Every file that was looked at, read or not.
    pub(crate) files: Vec<String>,
}

/// One key of the metadata of a release.
#[derive(Debug, Clone)]
pub(crate) struct Amendment {
    pub(crate) release: WithLocation<ReleaseName>,
    pub(crate) key: String,
    pub(crate) value: WithLocation<String>,
}

/// A place in a file; both count from one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Location {
    pub(crate) line: u64,
    pub(crate) column: u64,
}

/// A value and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WithLocation<T> {
    pub(crate) value: T,
    pub(crate) spot: Location,
}

impl Location {
    /// Stands for a file as a whole.
    pub(crate) const START: Self = Self { line: 1, column: 1 };
}

impl GraphData {
    /// Adds what was read of more files.
    pub(crate) fn append(&mut self, more: Self) {
        let Self { origin: _, schema, channels, internal, blocks, raw, findings, comments, files } =
            more;
        self.schema = self.schema.take().or(schema);
        self.channels.extend(channels);
        self.internal.extend(internal);
        self.blocks.extend(blocks);
        self.raw.extend(raw);
        self.findings.extend(findings);
        self.comments.extend(comments);
        self.files.extend(files);
    }

    /// Returns what makes it unfit to decide by.
    pub(crate) fn faults(&self) -> impl Iterator<Item = &LintFinding> {
        self.findings.iter().filter(|finding| finding.code.is_fatal())
    }

    /// Returns a public channel.
    pub(crate) fn channel(&self, name: &str) -> Option<&Channel> {
        self.channels.iter().find(|channel| channel.name.value == name)
    }

    /// Returns the channel that feeds another; it may be an internal one.
    pub(crate) fn feeder_of(&self, channel: &Channel) -> Option<&Channel> {
        let name = &channel.feeder.as_ref()?.name.value;
        let internal = || self.internal.iter().find(|internal| internal.name.value == *name);
        self.channel(name).or_else(internal)
    }
}
