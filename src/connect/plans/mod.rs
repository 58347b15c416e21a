//! Where plans are stored: in an UpdatePlan, else in a ConfigMap, else in a file of the user.

mod list;
pub(super) mod live;
pub(crate) mod save;

pub(crate) use list::PlanList;
pub(crate) use live::ALL_PLANS;

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use serde_json::Value;

use super::Source;
use super::local::recording::{Recording, only};
use super::local::write;
use super::write::{WriteOutcome, made_anew};
use crate::error::{Error, Result};
use upgrade_core::objects::update_api::{PLAN, PLANS};
use upgrade_core::pre_checks::{UpdatePlan, plan_object};
use upgrade_graph::bounded;
use upgrade_graph::decode::BadObject;

/// A plan, and where it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoredPlan {
    pub(crate) plan: UpdatePlan,
    pub(crate) at: PlanStore,
    /// The uid of its object.
    pub(crate) uid: Option<String>,
    /// None if it has no revisions.
    pub(crate) revision: Option<String>,
    /// Why it is not stored in a better place.
    pub(crate) because: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PlanStore {
    /// An `UpdatePlan`.
    Object,
    ConfigMap,
    File(PathBuf),
    /// In the files of a recording, which are read-only.
    Recording,
    /// There is no place for it.
    Nowhere,
}

impl PlanStore {
    /// Returns whether a plan can be stored there.
    pub(crate) fn is_kept(&self) -> bool {
        match self {
            Self::Object | Self::ConfigMap | Self::File(_) => true,
            Self::Recording | Self::Nowhere => false,
        }
    }
}

/// The result of looking up a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PlanLookup {
    Found(Box<StoredPlan>),
    /// There is none; where one would be stored, and why not in a better place.
    Missing {
        at: PlanStore,
        because: Vec<String>,
    },
}

/// Which half of a plan to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PlanSection {
    Spec,
    Status,
}

/// The namespace of the ConfigMaps with plans.
const NAMESPACE: &str = "openshift-config";

impl Source {
    /// Looks up the plan of a release in the cluster: with one request, and a second one if
    /// UpdatePlans are not served or forbidden.
    pub(crate) async fn find_plan(&self, target: &str) -> Result<PlanLookup> {
        match self {
            Self::Live(live) => live.find_plan(target).await,
            Self::Files(files) => files.find_plan(target),
        }
    }

    /// Stores a plan that is not stored yet.
    pub(crate) async fn begin_plan(
        &self,
        plan: &UpdatePlan,
        lookup: PlanLookup,
    ) -> Result<PlanLookup> {
        match (self, lookup) {
            (Self::Live(live), PlanLookup::Missing { at, because }) => {
                live.begin_plan(plan, at, because).await
            }
            (_, lookup) => Ok(lookup),
        }
    }

    /// Writes a half of a plan once.
    pub(crate) async fn write_plan(
        &self,
        stored: &StoredPlan,
        half: PlanSection,
    ) -> Result<WriteOutcome<StoredPlan>> {
        match (self, &stored.at) {
            (_, PlanStore::File(path)) => {
                write::store(path, &format!("{:#}\n", plan_object::whole(&stored.plan)))?;
                Ok(WriteOutcome::Stored(stored.clone()))
            }
            (Self::Live(live), PlanStore::Object | PlanStore::ConfigMap) => {
                live.write_plan(stored, half).await
            }
            _ => Ok(WriteOutcome::Stored(stored.clone())),
        }
    }

    /// Returns whether a controller collects plans in this cluster.
    pub(crate) async fn has_controller(&self) -> bool {
        match self {
            Self::Live(live) => live.has_controller().await,
            Self::Files(_) => false,
        }
    }
}

impl PlanLookup {
    /// Also reads the user's own files: what could not be stored in the cluster is there.
    pub(crate) fn or_file(
        self,
        target: &str,
        cluster: Option<&str>,
        state: Option<&Path>,
    ) -> Result<Self> {
        let Self::Missing { at, because } = self else { return Ok(self) };
        if at == PlanStore::Recording {
            return Ok(Self::Missing { at, because });
        }
        let Some(path) = file(target, cluster, state) else {
            return Ok(Self::Missing { at, because });
        };
        match write::read_if_there(&path)? {
            Some(text) => {
                let origin = path.display().to_string();
                let plan = read(&parsed(&text, &origin)?, target, &origin)?;
                let at = PlanStore::File(path);
                Ok(Self::Found(Box::new(StoredPlan {
                    plan,
                    at,
                    uid: None,
                    revision: None,
                    because,
                })))
            }
            None if at == PlanStore::Nowhere => {
                Ok(Self::Missing { at: PlanStore::File(path), because })
            }
            None => Ok(Self::Missing { at, because }),
        }
    }
}

/// Returns the file of a plan.
fn file(target: &str, cluster: Option<&str>, state: Option<&Path>) -> Option<PathBuf> {
    Some(folder(cluster, state)?.join(format!("{}.json", UpdatePlan::name_of(target))))
}

/// Returns the directory for the plans of a cluster; none for an invalid id.
fn folder(cluster: Option<&str>, state: Option<&Path>) -> Option<PathBuf> {
    let legal = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let cluster = cluster.filter(|id| !id.is_empty() && id.chars().all(legal))?;
    Some(state?.join("upgrade").join("plans").join(cluster))
}

fn parsed(text: &str, origin: &str) -> Result<Value> {
    bounded::json(text.as_bytes()).map_err(|error| {
        Error::new("BadData", anyhow!(error).context(format!("cannot read {origin}")))
    })
}

fn read(object: &Value, target: &str, origin: &str) -> Result<UpdatePlan> {
    let bad = |bad: BadObject| {
        Error::new("BadData", anyhow!(bad).context(format!("cannot read {origin}")))
    };
    let plan = plan_object::plan(object).map_err(bad)?;
    if plan.target != target {
        let other = &plan.target;
        return Err(Error::new(
            "BadData",
            anyhow!("{origin} is the plan for {other:?}, not {target}"),
        ));
    }
    Ok(plan)
}

impl StoredPlan {
    /// Returns how a sentence names it.
    pub(crate) fn label(&self) -> String {
        self.at.label(&UpdatePlan::name_of(&self.plan.target))
    }

    /// Returns how the object was replaced; none if it was not.
    pub(crate) fn replaced_by(&self, again: &Self) -> Option<String> {
        made_anew("the plan", self.uid.as_deref(), again.uid.as_deref())
    }
}

impl PlanStore {
    /// Returns how a sentence names the plan of this name.
    pub(crate) fn label(&self, name: &str) -> String {
        match self {
            Self::Object => format!("{PLANS}/{name}"),
            Self::ConfigMap => format!("configmaps/{name} in namespace {NAMESPACE}"),
            Self::File(path) => path.display().to_string(),
            Self::Recording => format!("{name} in the recording"),
            Self::Nowhere => "nowhere".to_owned(),
        }
    }
}

impl Recording {
    fn find_plan(&self, target: &str) -> Result<PlanLookup> {
        let reading = self.load(false)?;
        let name = UpdatePlan::name_of(target);
        let found = only(&reading.documents, |document| {
            (document.kind(), document.name()) == (PLAN, name.as_str())
        })?;
        let at = PlanStore::Recording;
        match found {
            None => Ok(PlanLookup::Missing { at, because: Vec::new() }),
            Some(found) => {
                let plan = read(&found.object, target, &found.origin)?;
                Ok(PlanLookup::Found(Box::new(StoredPlan {
                    plan,
                    at,
                    uid: None,
                    revision: None,
                    because: Vec::new(),
                })))
            }
        }
    }
}
