//! An insight: something that matters to an update, and how much.

pub(crate) mod code;
pub mod id;
pub(crate) mod informer_names;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub(crate) use code::{InsightCode, Subject};
pub(crate) use id::InsightId;
#[cfg(test)]
pub(crate) use informer_names::BUILT_IN;
pub use informer_names::{
    ADMIN_GATES, ALERTS, BUDGETS, CLUSTER_VERSION, ETCD, HISTORY, INSTALL_PLANS, NETWORK, NODES,
    OLM_OPERATORS, OPERATORS, POOLS, PROGRESS, REGISTRY, REMOVED_APIS, RISKS, SIGNATURES,
    is_reserved,
};

use std::borrow::Cow;

use jiff::Timestamp;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use id::fnv;

/// What a rule of this program, or an informer, reports about one subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Insight {
    pub code: InsightCode,
    /// The informer's own name for the subject, the same in every answer.
    pub uid: String,
    /// When the data behind it was acquired.
    pub acquired: Option<Timestamp>,
    /// When it began, if that is known.
    pub since: Option<Timestamp>,
    pub scope: Scope,
    /// Its subject if that is not an object that its scope could name: an alert.
    pub about: Option<Object>,
    pub level: Level,
    pub impact: Impact,
    pub summary: String,
    pub description: String,
    pub remediation: Remediation,
    /// Whether the update is unlikely to continue without help.
    pub stops_update: bool,
}

/// The scope of an insight. It is part of the insight's identity.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scope {
    pub area: Area,
    /// The pools, for workers.
    pub pools: Vec<Object>,
    pub resources: Vec<Object>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub enum Area {
    #[default]
    ControlPlane,
    WorkerPool,
}

/// An object of the cluster by its name; empty text for what has no namespace.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Object {
    pub kind: String,
    pub namespace: String,
    pub name: String,
}

/// The severity. An unknown one must be accepted, as a warning must.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// An expected step of an update.
    Status,
    Info,
    Unknown,
    Warning,
    Error,
    Critical,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Impact {
    None,
    Unknown,
    ApiAvailability,
    ClusterCapacity,
    ApplicationAvailability,
    ApplicationOutage,
    DataLoss,
    UpdateSpeed,
    UpdateStalled,
    /// An informer's own word.
    Other(String),
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Remediation {
    /// Where to read more.
    pub reference: Option<String>,
    /// What to do, in a sentence.
    pub action: Option<String>,
    /// Whether it needs no attention any more; none if the informer does not report that.
    pub resolved: Option<bool>,
    /// When it is expected to end.
    pub finish: Option<Timestamp>,
}

/// Limits of an answer: more would not fit into a plan, or on a screen.
pub(crate) const MOST_INSIGHTS: usize = 200;
pub(crate) const MOST_OBJECTS: usize = 200;
/// Characters.
pub(crate) const LONGEST_UID: usize = 256;
pub(crate) const LONGEST_NAME: usize = 256;
pub(crate) const LONGEST_SUMMARY: usize = 1_024;
pub(crate) const LONGEST_DESCRIPTION: usize = 8_192;
pub(crate) const LONGEST_REFERENCE: usize = 2_048;

impl Insight {
    /// Makes an insight about the control plane; the builder methods add the rest.
    pub(crate) fn new(
        code: InsightCode,
        uid: impl Into<String>,
        level: Level,
        impact: Impact,
        summary: impl Into<String>,
    ) -> Self {
        Self {
            code,
            uid: fitting_uid(uid.into()),
            acquired: None,
            since: None,
            scope: Scope::default(),
            about: None,
            level,
            impact,
            summary: shortened(summary.into(), LONGEST_SUMMARY),
            description: String::new(),
            remediation: Remediation::default(),
            stops_update: false,
        }
    }

    #[must_use]
    pub(crate) fn since(self, since: Option<Timestamp>) -> Self {
        Self { since, ..self }
    }

    #[must_use]
    pub(crate) fn about(self, object: Object) -> Self {
        Self { about: Some(object), ..self }
    }

    #[must_use]
    pub(crate) fn stops_update(self, stops_update: bool) -> Self {
        Self { stops_update, ..self }
    }

    /// Returns the objects that it is about, without the pools that they belong to.
    pub fn subjects(&self) -> Vec<Object> {
        self.about.clone().map_or_else(|| self.scope.resources.clone(), |about| vec![about])
    }

    /// Returns it as the update status controller stores its own insights: with its code as uid,
    /// which identifies it together with its objects.
    #[must_use]
    pub fn as_progress(&self) -> Self {
        let Remediation { reference, .. } = self.remediation.clone();
        Self {
            uid: self.code.as_str().to_owned(),
            scope: Scope { resources: self.subjects(), ..self.scope.clone() },
            remediation: Remediation { reference, ..Remediation::default() },
            ..self.clone()
        }
    }

    /// Returns the part of it that is stored as the answer of an informer.
    #[must_use]
    pub(crate) fn stored_by(self, informer: &str) -> Self {
        Self {
            code: InsightCode::read(informer, &self.uid, self.level),
            since: None,
            about: None,
            stops_update: false,
            ..self
        }
    }

    #[must_use]
    pub(crate) fn concerning(mut self, object: Object) -> Self {
        self.scope.resources.push(object);
        self
    }

    /// Assigns it to a pool; no pool, and the control plane's, mean the control plane.
    #[must_use]
    pub(crate) fn in_pool(mut self, pool: Option<&str>) -> Self {
        if let Some(pool) = pool.filter(|pool| *pool != CONTROL_PLANE) {
            self.scope.area = Area::WorkerPool;
            self.scope.pools.push(Object::new("MachineConfigPool", pool));
        }
        self
    }

    #[must_use]
    pub(crate) fn describing(mut self, description: impl Into<String>) -> Self {
        self.description = shortened(description.into(), LONGEST_DESCRIPTION);
        self
    }

    #[must_use]
    pub(crate) fn remedied_by(mut self, action: impl Into<String>) -> Self {
        self.remediation.action = Some(shortened(action.into(), LONGEST_SUMMARY));
        self
    }

    #[must_use]
    pub(crate) fn see(mut self, reference: impl Into<String>) -> Self {
        let fits = |link: &String| (1..=LONGEST_REFERENCE).contains(&link.chars().count());
        self.remediation.reference = Some(reference.into()).filter(fits);
        self
    }
}

/// Shortens a uid that is too long, and keeps it distinct from others with the same start.
fn fitting_uid(uid: String) -> String {
    const HASH: usize = 17;
    if uid.chars().nth(LONGEST_UID).is_none() {
        return uid;
    }
    let start: String = uid.chars().take(LONGEST_UID - HASH).collect();
    format!("{start}-{:016x}", fnv(uid.bytes()))
}

/// Returns at most this many characters of a text; the last one shows that there was more.
pub(crate) fn shortened(text: String, most: usize) -> String {
    if text.chars().nth(most).is_none() {
        return text;
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

impl Scope {
    /// Returns all objects that it names, pools first.
    pub fn objects(&self) -> Vec<Object> {
        self.pools.iter().chain(&self.resources).cloned().collect()
    }
}

const CONTROL_PLANE: &str = "master";

impl Object {
    pub(crate) fn new(kind: &str, name: &str) -> Self {
        Self { kind: kind.to_owned(), namespace: String::new(), name: name.to_owned() }
    }

    pub(crate) fn within(kind: &str, namespace: &str, name: &str) -> Self {
        Self { namespace: namespace.to_owned(), ..Self::new(kind, name) }
    }

    /// Returns namespace and name as people write them.
    pub fn label(&self) -> String {
        match self.namespace.as_str() {
            "" => self.name.clone(),
            namespace => format!("{namespace}/{}", self.name),
        }
    }
}

impl Level {
    pub(crate) const ALL: [(Self, &'static str); 6] = [
        (Self::Status, "status"),
        (Self::Info, "info"),
        (Self::Unknown, "unknown"),
        (Self::Warning, "warning"),
        (Self::Error, "error"),
        (Self::Critical, "critical"),
    ];

    /// Reads a level in any case; an unknown word is Unknown.
    pub(crate) fn read(text: &str) -> Self {
        let known = |(_, name): &&(Self, &str)| name.eq_ignore_ascii_case(text.trim());
        Self::ALL.iter().find(known).map_or(Self::Unknown, |(level, _)| *level)
    }

    pub(crate) fn text(self) -> &'static str {
        Self::ALL.iter().find(|(level, _)| *level == self).map_or("unknown", |(_, name)| name)
    }

    /// Returns its name for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::Status => "Status",
            Self::Info => "Info",
            Self::Unknown => "Unknown",
            Self::Warning => "Warning",
            Self::Error => "Error",
            Self::Critical => "Critical",
        }
    }

    /// Returns whether it must be accepted before an update starts.
    pub fn must_be_accepted(self) -> bool {
        self >= Self::Unknown
    }
}

impl Impact {
    const KNOWN: [(Self, &'static str, &'static str); 9] = [
        (Self::None, "none", "None"),
        (Self::Unknown, "unknown", "Unknown"),
        (Self::ApiAvailability, "api-availability", "API Availability"),
        (Self::ClusterCapacity, "cluster-capacity", "Cluster Capacity"),
        (Self::ApplicationAvailability, "application-availability", "Application Availability"),
        (Self::ApplicationOutage, "application-outage", "Application Outage"),
        (Self::DataLoss, "data-loss", "Data Loss"),
        (Self::UpdateSpeed, "update-speed", "Update Speed"),
        (Self::UpdateStalled, "update-stalled", "Update Stalled"),
    ];

    /// Reads an impact, written `update-stalled` or `Update Stalled`.
    pub(crate) fn read(text: &str) -> Self {
        let text = text.trim();
        let words = text.to_lowercase().replace(' ', "-");
        let known = Self::KNOWN.into_iter().find(|(_, wire, _)| *wire == words);
        match known {
            Some((impact, ..)) => impact,
            None if text.is_empty() => Self::Unknown,
            None => Self::Other(text.to_owned()),
        }
    }

    /// Returns its name in objects.
    pub(crate) fn text(&self) -> &str {
        match (self, Self::KNOWN.iter().find(|(impact, ..)| impact == self)) {
            (Self::Other(text), _) => text,
            (_, known) => known.map_or("unknown", |(_, wire, _)| wire),
        }
    }

    /// Returns its name for people.
    pub fn title(&self) -> &str {
        match (self, Self::KNOWN.iter().find(|(impact, ..)| impact == self)) {
            (Self::Other(text), _) => text,
            (_, known) => known.map_or("Unknown", |(_, _, title)| title),
        }
    }
}

impl Serialize for Impact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text())
    }
}

/// Informers may use their own words, so any text is an impact.
impl JsonSchema for Impact {
    fn schema_name() -> Cow<'static, str> {
        "Impact".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let known = Self::KNOWN.map(|(_, wire, _)| wire);
        json_schema!({
            "description": "What is affected; informers may have other words than these",
            "type": "string",
            "examples": known,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_that_is_not_one_is_unknown_and_must_be_accepted() {
        for (text, level) in [
            ("warning", Level::Warning),
            ("Warning", Level::Warning),
            (" CRITICAL ", Level::Critical),
            ("status", Level::Status),
            ("severe", Level::Unknown),
            ("", Level::Unknown),
        ] {
            assert_eq!(Level::read(text), level, "{text:?}");
        }
        let waits: Vec<&str> = Level::ALL
            .iter()
            .filter(|(level, _)| level.must_be_accepted())
            .map(|(_, name)| *name)
            .collect();
        assert_eq!(waits, ["unknown", "warning", "error", "critical"]);
        assert!(Level::ALL.iter().all(|(level, name)| level.text() == *name));
    }

    #[test]
    fn impacts_are_read_both_ways_and_others_kept() {
        for (_, wire, title) in Impact::KNOWN {
            assert_eq!(Impact::read(wire), Impact::read(title));
            assert_eq!((Impact::read(wire).text(), Impact::read(wire).title()), (wire, title));
        }
        assert_eq!(Impact::read(""), Impact::Unknown);
        assert_eq!(Impact::read("coffee").title(), "coffee");
    }
}
