//! Graph-data: which releases are in which channels, which updates are blocked, and which have
//! risks.

pub(crate) mod block;
pub(crate) mod channel;
pub mod check;
pub(crate) mod finding;
pub(crate) mod known_releases;
pub(crate) mod pattern;
pub mod read;
pub(crate) mod release_name;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use block::{ABOUT_RISKS, Block, BlockEffect, BlockReading};
pub use channel::{Channel, Delay, Feeder};
pub use finding::{LintCode, LintFinding, Severity};
pub use known_releases::KnownReleases;
pub(crate) use pattern::Pattern;
pub use release_name::ReleaseName;

use std::collections::BTreeMap;

/// The supported version; the patch level does not matter.
pub(crate) const KNOWN_SCHEMA: [u64; 2] = [1, 1];

/// The content of one repository, archive or revision, in the order of its file names.
#[derive(Debug, Clone, Default)]
pub struct GraphData {
    /// What was read: a directory, an archive, or a directory at a revision.
    pub origin: String,
    /// The schema version; none if it could not be read.
    pub schema: Option<WithLocation<ReleaseName>>,
    pub channels: Vec<Channel>,
    /// For promotion; update services do not read these.
    pub internal: Vec<Channel>,
    /// Plain blocks and risks.
    pub blocks: Vec<Block>,
    /// `raw/metadata.json`: additions to the metadata of old releases.
    pub raw: Vec<Amendment>,
    /// The findings while reading. After a fatal one, a part of its file is missing.
    pub findings: Vec<LintFinding>,
    /// By file; without files that have none.
    pub comments: BTreeMap<String, Vec<WithLocation<String>>>,
    /// Every file that was found, read or not.
    pub files: Vec<String>,
    /// What shows that it is a checkout, if so: update services do not serve it.
    pub checkout: Option<String>,
}

/// One key of the metadata of a release.
#[derive(Debug, Clone)]
pub struct Amendment {
    pub release: WithLocation<ReleaseName>,
    pub key: String,
    pub value: WithLocation<String>,
}

/// A position in a file; both count from one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    pub line: u64,
    pub column: u64,
}

/// A value and its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WithLocation<T> {
    pub value: T,
    pub spot: Location,
}

impl Location {
    /// The position of a file as a whole.
    pub(crate) const START: Self = Self { line: 1, column: 1 };
}

impl GraphData {
    /// Adds the content of more files.
    pub(crate) fn append(&mut self, more: Self) {
        let Self {
            origin: _,
            schema,
            channels,
            internal,
            blocks,
            raw,
            findings,
            comments,
            files,
            checkout: _,
        } = more;
        self.schema = self.schema.take().or(schema);
        self.channels.extend(channels);
        self.internal.extend(internal);
        self.blocks.extend(blocks);
        self.raw.extend(raw);
        self.findings.extend(findings);
        self.comments.extend(comments);
        self.files.extend(files);
    }

    /// Returns the findings that make it invalid.
    pub(crate) fn faults(&self) -> impl Iterator<Item = &LintFinding> {
        self.findings.iter().filter(|finding| finding.code.is_fatal())
    }

    /// Returns a public channel.
    pub fn channel(&self, name: &str) -> Option<&Channel> {
        self.channels.iter().find(|channel| channel.name.value == name)
    }

    /// Returns the channel that feeds another; it may be an internal one.
    pub(crate) fn feeder_of(&self, channel: &Channel) -> Option<&Channel> {
        let name = &channel.feeder.as_ref()?.name.value;
        let internal = || self.internal.iter().find(|internal| internal.name.value == *name);
        self.channel(name).or_else(internal)
    }
}
