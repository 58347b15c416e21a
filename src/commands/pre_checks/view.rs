//! `PreCheckReport`: the pre-checks for an update, and which insights are accepted.

use schemars::JsonSchema;
use serde::Serialize;

use crate::cli::invocation::Invocation;
use crate::connect::plans::{PlanStore, StoredPlan};
use crate::output::parts::ApiVersion;
use crate::output::parts::cluster::{ClusterView, filled};
use upgrade_core::cluster::Cluster;
use upgrade_core::gates::words;
use upgrade_core::insight::{Area, Impact, Level, Object, Scope, is_reserved};
use upgrade_core::pre_checks::{
    AcceptChange, InformerResult, InformerState, InsightAcceptance, InsightAcceptedBy,
    PlanFindings, UpdatePlan,
};

/// The pre-checks for an update to one release
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PreCheckReport {
    api_version: ApiVersion,
    kind: Kind,
    pub(crate) cluster: ClusterView,
    /// `status.desired.version`
    pub(crate) from: Option<String>,
    pub(crate) target: String,
    pub(crate) plan: PlanView,
    /// The informers that were queried, built-in ones first
    pub(crate) informers: Vec<InformerView>,
    /// Grouped by scope, most severe first
    pub(crate) insights: Vec<PlanInsightView>,
    /// The ids of the insights that must be accepted and are not
    pub(crate) unaccepted: Vec<String>,
    /// The ids that this command accepted, or would accept
    pub(crate) added: Vec<String>,
    /// What this command stopped accepting, or would: ids, or `informer/uid` if there is no id
    pub(crate) removed: Vec<String>,
    pub(crate) outcome: AcceptOutcome,
    /// The plans of other releases that were no longer needed and that this command deleted
    pub(crate) pruned: Vec<String>,
    pub(crate) warnings: Vec<String>,
    #[serde(skip)]
    pub(crate) reading: PlanText,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    PreCheckReport,
}

/// Where the plan is stored, and when it was collected
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlanView {
    pub(crate) name: String,
    pub(crate) place: PlaceView,
    /// As a sentence part
    pub(crate) location: String,
    /// Why it is not stored in a better place
    pub(crate) because: Vec<String>,
    /// RFC 3339; null if nothing was collected yet
    pub(crate) collected_time: Option<String>,
    /// Who collected it
    pub(crate) collected_by: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) enum PlaceView {
    /// An UpdatePlan of the cluster
    UpdatePlan,
    /// A ConfigMap of the cluster
    ConfigMap,
    /// A file of the user
    File,
    /// In the files of `--from`
    Recording,
    /// It is not stored
    Nowhere,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InformerView {
    pub(crate) name: String,
    /// Whether it is part of this program, not an UpdateInformer of the cluster
    pub(crate) built_in: bool,
    pub(crate) state: InformerState,
    pub(crate) message: Option<String>,
    /// The number of insights that it reported
    pub(crate) insights: usize,
}

/// A problem or fact that matters to the update
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlanInsightView {
    /// `informer/scope/uid`, with a hash of the scope
    pub(crate) id: String,
    /// The eight characters that `--accept` takes
    pub(crate) short_id: String,
    pub(crate) informer: String,
    pub(crate) uid: String,
    pub(crate) scope: ScopeView,
    pub(crate) level: Level,
    pub(crate) impact: Impact,
    pub(crate) summary: String,
    pub(crate) description: String,
    /// What to do
    pub(crate) action: Option<String>,
    /// Where to read more
    pub(crate) reference: Option<String>,
    /// RFC 3339
    pub(crate) acquisition_time: Option<String>,
    /// RFC 3339
    pub(crate) estimated_finish: Option<String>,
    /// Whether the informer reports that it needs no attention any more; null if it does not report
    /// that
    pub(crate) resolved: Option<bool>,
    /// Whether it must be accepted before the update starts
    pub(crate) must_be_accepted: bool,
    pub(crate) accepted: bool,
    /// Null if it is not accepted
    pub(crate) accepted_by: Option<InsightAcceptedBy>,
    #[serde(skip)]
    pub(crate) place: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ScopeView {
    pub(crate) r#type: Area,
    pub(crate) worker_pools: Vec<ObjectView>,
    pub(crate) resources: Vec<ObjectView>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct ObjectView {
    pub(crate) kind: String,
    pub(crate) namespace: Option<String>,
    pub(crate) name: String,
}

/// The result of accepting
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) enum AcceptOutcome {
    /// Nothing to accept or to stop accepting
    Shown,
    /// The plan was changed
    Accepted,
    /// No change was needed
    Unchanged,
    /// The user declined; nothing was accepted
    NotConfirmed,
    /// The plan changed during the command, so the insights shown no longer hold; nothing was
    /// accepted
    Changed,
    /// `--dry-run`: nothing was stored
    DryRun,
}

/// What only the text needs.
#[derive(Debug, Default)]
pub(crate) struct PlanText {
    pub(crate) details: bool,
    /// The command that accepts the open insights.
    pub(crate) accept: String,
}

/// Where a plan is stored, for the document.
#[derive(Debug, Clone)]
pub(crate) struct PlanPlace {
    pub(crate) kind: PlaceView,
    pub(crate) location: String,
    pub(crate) because: Vec<String>,
}

impl PlanPlace {
    pub(crate) fn of(stored: &StoredPlan) -> Self {
        Self {
            kind: match stored.at {
                PlanStore::Object => PlaceView::UpdatePlan,
                PlanStore::ConfigMap => PlaceView::ConfigMap,
                PlanStore::File(_) => PlaceView::File,
                PlanStore::Recording => PlaceView::Recording,
                PlanStore::Nowhere => PlaceView::Nowhere,
            },
            location: stored.label(),
            because: stored.because.clone(),
        }
    }
}

impl PreCheckReport {
    pub(crate) fn new(
        cluster: &Cluster,
        plan: &UpdatePlan,
        place: PlanPlace,
        invocation: &Invocation,
    ) -> Self {
        let risks = cluster.requested.as_ref().map(|asked| asked.accept_risks.as_slice());
        let found = plan.found(risks.unwrap_or_default());
        let open = found.iter().filter(|found| found.is_open());
        let collection = plan.collection.as_ref();
        let informers = collection.map(|collection| collection.informers.as_slice());
        let target = plan.target.clone();
        let accept = invocation.command(["pre-checks", &target, "--accept"]);
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::PreCheckReport,
            cluster: ClusterView::new(cluster),
            from: filled(cluster.desired.version.text()),
            plan: PlanView {
                name: UpdatePlan::name_of(&target),
                place: place.kind,
                location: place.location,
                because: place.because,
                collected_time: collection.map(|collection| collection.at.to_string()),
                collected_by: collection.map(|collection| collection.by.clone()),
            },
            informers: informers.unwrap_or_default().iter().map(InformerView::new).collect(),
            unaccepted: open.map(|found| found.id.text().to_owned()).collect(),
            insights: found.iter().map(PlanInsightView::new).collect(),
            added: Vec::new(),
            removed: Vec::new(),
            outcome: AcceptOutcome::Shown,
            pruned: Vec::new(),
            warnings: warnings(cluster, plan),
            reading: PlanText { details: false, accept },
            target,
        }
    }

    /// Adds what was accepted and withdrawn, or would be.
    #[must_use]
    pub(crate) fn with(mut self, edited: &AcceptChange, outcome: AcceptOutcome) -> Self {
        self.added = edited.added.iter().map(|id| id.text().to_owned()).collect();
        let removed = |entry: &InsightAcceptance| match &entry.id {
            Some(id) => id.text().to_owned(),
            None => entry.label(),
        };
        self.removed = edited.removed.iter().map(removed).collect();
        self.outcome = outcome;
        self
    }

    #[must_use]
    pub(crate) fn with_details(mut self, details: bool) -> Self {
        self.reading.details = details;
        self
    }

    pub(crate) fn notes_on_pruned(&self) -> Vec<String> {
        let deleted = |place: &String| format!("deleted {place}: the plan is no longer needed");
        self.pruned.iter().map(deleted).collect()
    }

    /// Returns the open insights by the names that users type.
    pub(crate) fn open(&self) -> impl Iterator<Item = &PlanInsightView> {
        self.insights.iter().filter(|one| one.must_be_accepted && !one.accepted)
    }
}

fn warnings(cluster: &Cluster, plan: &UpdatePlan) -> Vec<String> {
    let noted = plan.collection.iter().flat_map(|collection| &collection.noted).cloned();
    let unscoped = plan.unscoped().into_iter().map(|entry| {
        format!("the acceptance of {entry} has no id, so it covers every insight with this uid")
    });
    let unobserved = words::unobserved_spec(cluster).map(|unobserved| unobserved.warning());
    cluster.oddities.iter().cloned().chain(noted).chain(unscoped).chain(unobserved).collect()
}

impl InformerView {
    pub(crate) fn new(informer: &InformerResult) -> Self {
        Self {
            name: informer.name.clone(),
            built_in: is_reserved(&informer.name),
            state: informer.state,
            message: filled(&informer.message),
            insights: informer.insights.len(),
        }
    }
}

impl PlanInsightView {
    fn new(found: &PlanFindings) -> Self {
        let PlanFindings { id, informer, insight, accepted } = found;
        let remediation = &insight.remediation;
        Self {
            id: id.text().to_owned(),
            short_id: id.short(),
            informer: informer.clone(),
            uid: insight.uid.clone(),
            scope: ScopeView::new(&insight.scope),
            level: insight.level,
            impact: insight.impact.clone(),
            summary: insight.summary.clone(),
            description: insight.description.clone(),
            action: remediation.action.clone(),
            reference: remediation.reference.clone(),
            acquisition_time: insight.acquired.map(|at| at.to_string()),
            estimated_finish: remediation.finish.map(|at| at.to_string()),
            resolved: remediation.resolved,
            must_be_accepted: insight.level.must_be_accepted(),
            accepted: accepted.is_some(),
            accepted_by: *accepted,
            place: found.place(),
        }
    }
}

impl ScopeView {
    pub(crate) fn new(scope: &Scope) -> Self {
        Self {
            r#type: scope.area,
            worker_pools: scope.pools.iter().map(ObjectView::new).collect(),
            resources: scope.resources.iter().map(ObjectView::new).collect(),
        }
    }
}

impl ObjectView {
    pub(crate) fn new(object: &Object) -> Self {
        Self {
            kind: object.kind.clone(),
            namespace: filled(&object.namespace),
            name: object.name.clone(),
        }
    }
}
