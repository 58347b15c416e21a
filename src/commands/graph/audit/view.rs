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
    /// What was looked at
    pub(crate) graph: String,
    /// One for each channel and architecture, in their order
    pub(crate) channels: Vec<ChannelAuditView>,
    /// How many releases there are of each class, over all channels and architectures
    pub(crate) classes: Vec<CountView>,
    /// The classes of which there may be none
    pub(crate) fail_on: Vec<StrandedClass>,
    /// Whether there are some of them
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
    /// Null where the graph is that of a channel which it does not name
    pub(crate) channel: Option<String>,
    /// Null where the graph does not say
    pub(crate) arch: Option<String>,
    /// The minor version that releases are to reach; null where the channel has none of it
    pub(crate) minor: Option<String>,
    pub(crate) releases: usize,
    /// Oldest first
    pub(crate) stranded: Vec<StrandedView>,
    /// The newest of earlier minor versions that lead no further; they are not stranded
    pub(crate) ends: Vec<StrandedView>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StrandedView {
    pub(crate) version: String,
    /// In which ways it is stranded
    pub(crate) classes: Vec<StrandedClass>,
    /// How many updates with risks lead on from here
    pub(crate) conditional: usize,
    /// The names of these risks
    pub(crate) risks: Vec<String>,
    /// The files that block updates from here; null where the graph was not built from graph-data
    pub(crate) blocked_by: Option<Vec<String>>,
    /// The newest release that recommended updates lead to; null where there is none
    pub(crate) reaches: Option<String>,
    /// The newest release that updates lead to, risks taken; null where there is none
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
