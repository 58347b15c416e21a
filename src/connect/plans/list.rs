//! All plans of a cluster, wherever they are stored.

use std::path::Path;

use super::{PlanStore, StoredPlan, file, folder, parsed, read};
use crate::connect::Source;
use crate::connect::local::write;
use crate::error::{Error, Result};
use upgrade_core::cluster::Cluster;
use upgrade_core::pre_checks::UpdatePlan;

/// Plans, and why others could not be read.
#[derive(Debug, Default)]
pub(crate) struct PlanList {
    pub(crate) plans: Vec<StoredPlan>,
    pub(crate) unreadable: Vec<Error>,
}

impl Source {
    /// Lists the plans that count: those in the cluster, and the user's own.
    pub(crate) async fn list_plans(
        &self,
        cluster: &Cluster,
        state: Option<&Path>,
    ) -> Result<PlanList> {
        let mut all = match self {
            Self::Files(_) => None,
            Self::Live(live) => match live.plans_in(PlanStore::Object).await? {
                Some(listed) => Some(listed),
                None => live.plans_in(PlanStore::ConfigMap).await?,
            },
        }
        .unwrap_or_default();
        all.extend(files(cluster, state)?);
        Ok(all)
    }

    /// Lists the plans that no controller deletes: ConfigMaps, if plans are stored there, and
    /// files.
    pub(crate) async fn list_unattended_plans(
        &self,
        cluster: &Cluster,
        at: &PlanStore,
        state: Option<&Path>,
    ) -> Result<PlanList> {
        let mut all = match (self, at) {
            (Self::Live(live), PlanStore::ConfigMap) => live.plans_in(PlanStore::ConfigMap).await?,
            (Self::Live(_) | Self::Files(_), _) => None,
        }
        .unwrap_or_default();
        all.extend(files(cluster, state)?);
        Ok(all)
    }

    /// Deletes a plan, unless it changed since it was read; false if it did.
    pub(crate) async fn drop_plan(&self, stored: &StoredPlan) -> Result<bool> {
        match (self, &stored.at) {
            (_, PlanStore::File(path)) => write::remove(path).map(|()| true),
            (Self::Live(live), _) => live.drop_plan(stored).await,
            (Self::Files(_), _) => Ok(false),
        }
    }
}

/// Lists the plans of a cluster in the user's files.
fn files(cluster: &Cluster, state: Option<&Path>) -> Result<PlanList> {
    let id = cluster.id.as_deref();
    let Some(folder) = folder(id, state) else { return Ok(PlanList::default()) };
    let names = write::names(&folder)?.into_iter();
    let is_json = |name: &str| Path::new(name).extension().is_some_and(|it| it == "json");
    let is_plan = |name: &String| name.starts_with(UpdatePlan::PREFIX) && is_json(name);
    let mut names: Vec<String> = names.filter(is_plan).collect();
    names.sort();
    Ok(names.iter().filter_map(|name| stored(&folder.join(name), id, state).transpose()).collect())
}

/// Reads the plan in a file, whose name must match its release.
fn stored(path: &Path, cluster: Option<&str>, state: Option<&Path>) -> Result<Option<StoredPlan>> {
    let Some(text) = write::read_if_there(path)? else { return Ok(None) };
    let origin = path.display().to_string();
    let object = parsed(&text, &origin)?;
    let target = object["spec"]["targetRelease"].as_str().unwrap_or_default();
    let plan = read(&object, target, &origin)?;
    if file(target, cluster, state).as_deref() != Some(path) {
        let error = anyhow::anyhow!("{origin} is for {target:?}: its name does not match");
        return Err(Error::new("BadData", error));
    }
    let at = PlanStore::File(path.to_owned());
    Ok(Some(StoredPlan { plan, at, uid: None, revision: None, because: Vec::new() }))
}

impl PlanList {
    fn extend(&mut self, other: Self) {
        self.plans.extend(other.plans);
        self.unreadable.extend(other.unreadable);
    }
}

impl FromIterator<Result<StoredPlan>> for PlanList {
    fn from_iter<I: IntoIterator<Item = Result<StoredPlan>>>(all: I) -> Self {
        let mut list = Self::default();
        for read in all {
            match read {
                Ok(stored) => list.plans.push(stored),
                Err(error) => list.unreadable.push(error),
            }
        }
        list
    }
}
