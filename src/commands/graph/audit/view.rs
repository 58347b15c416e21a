//! `GraphAudit`: the releases that are stranded in a graph.

use schemars::JsonSchema;
use serde::Serialize;

use crate::output::parts::ApiVersion;
use upgrade_graph::audit::{Audit, Stranded, StrandedClass};
use upgrade_graph::version::Version;

/// The releases that are stranded in a graph
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GraphAudit {
    api_version: ApiVersion,
    kind: Kind,
    /// The graph that was audited
    pub(crate) graph: String,
    /// One per channel and architecture, sorted
    pub(crate) channels: Vec<ChannelAuditView>,
    /// The number of releases of each class, over all channels and architectures
    pub(crate) classes: Vec<CountView>,
    /// The classes of `--fail-on`
    pub(crate) fail_on: Vec<StrandedClass>,
    /// Whether the graph has releases of these classes
    pub(crate) failed: bool,
    pub(crate) warnings: Vec<String>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    GraphAudit,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct CountView {
    pub(crate) class: StrandedClass,
    pub(crate) count: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChannelAuditView {
    /// Null if the graph is of one channel and does not name it
    pub(crate) channel: Option<String>,
    /// Null if the graph does not name it
    pub(crate) arch: Option<String>,
    /// The minor version that releases should reach; null if the channel has no release of it
    pub(crate) minor: Option<String>,
    pub(crate) releases: usize,
    /// Oldest first
    pub(crate) stranded: Vec<StrandedView>,
    /// The newest releases of earlier minor versions without a further update; they do not count as
    /// stranded
    pub(crate) ends: Vec<StrandedView>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StrandedView {
    pub(crate) version: String,
    /// The ways in which it is stranded
    pub(crate) classes: Vec<StrandedClass>,
    /// The number of conditional updates from this release
    pub(crate) conditional: usize,
    /// The names of these risks
    pub(crate) risks: Vec<String>,
    /// The files that block updates from this release; null if the graph was not built from
    /// graph-data
    pub(crate) blocked_by: Option<Vec<String>>,
    /// The newest release that is reachable with recommended updates; null if there is none
    pub(crate) reaches: Option<String>,
    /// The newest release that is reachable if all risks are accepted; null if there is none
    pub(crate) reaches_with_risks: Option<String>,
}

impl GraphAudit {
    pub(crate) fn new(graph: &str, audits: &[Audit], fail_on: &[StrandedClass]) -> Self {
        let stranded = || audits.iter().flat_map(|audit| &audit.stranded);
        let count = |class: &StrandedClass| CountView {
            class: *class,
            count: stranded().filter(|found| found.classes.contains(class)).count(),
        };
        let fails = |found: &Stranded| fail_on.iter().any(|class| found.classes.contains(class));
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::GraphAudit,
            graph: graph.to_owned(),
            channels: audits.iter().map(ChannelAuditView::new).collect(),
            classes: StrandedClass::ALL.iter().map(count).collect(),
            fail_on: fail_on.to_vec(),
            failed: stranded().any(fails),
            warnings: Vec::new(),
        }
    }
}

impl ChannelAuditView {
    fn new(audit: &Audit) -> Self {
        let views = |found: &[Stranded]| found.iter().map(StrandedView::new).collect();
        Self {
            channel: audit.channel.clone(),
            arch: audit.arch.clone(),
            minor: audit.minor.map(|(major, minor)| format!("{major}.{minor}")),
            releases: audit.releases,
            stranded: views(&audit.stranded),
            ends: views(&audit.ends),
        }
    }
}

impl StrandedView {
    fn new(found: &Stranded) -> Self {
        let text = |version: &Option<Version>| version.as_ref().map(|it| it.text().to_owned());
        Self {
            version: found.version.text().to_owned(),
            classes: found.classes.iter().copied().collect(),
            conditional: found.conditional,
            risks: found.risks.iter().cloned().collect(),
            blocked_by: found.blocked.as_ref().map(|files| files.iter().cloned().collect()),
            reaches: text(&found.reaches),
            reaches_with_risks: text(&found.reaches_with_risks),
        }
    }
}
