//! `pre-checks --accept` without a version: the release of the only plan.

use anyhow::anyhow;

use super::PreChecksRequest;
use crate::cli::Session;
use crate::connect::Source;
use crate::connect::plans::PlanList;
use crate::connect::snapshot::SnapshotParts;
use crate::error::{Error, Result};
use upgrade_core::pre_checks::{AcceptEdit, InsightSelection};
use upgrade_graph::version::Version;

/// Returns the release of the only plan that is still needed; an error lists all plans.
pub(super) async fn target(
    request: &PreChecksRequest,
    source: &Source,
    session: &Session,
) -> Result<String> {
    let cluster = source.snapshot(&SnapshotParts::CLUSTER_VERSION).await?.cluster;
    let state = session.environment.state.as_deref();
    let PlanList { plans, unreadable } = source.list_plans(&cluster, state).await?;
    let plans = plans.into_iter().map(|stored| stored.plan);
    let needed = plans.filter(|plan| !cluster.now.is_some_and(|now| plan.is_spent(&cluster, now)));
    let mut targets: Vec<Version> = needed.map(|plan| Version::new(plan.target)).collect();
    targets.sort_by(Version::newest_first);
    targets.dedup();
    let targets: Vec<&str> = targets.iter().map(Version::text).collect();
    let error = match (targets.as_slice(), unreadable.into_iter().next()) {
        ([only], None) => return Ok((*only).to_owned()),
        ([], None) => {
            let error = anyhow!("no plan on {}", cluster.origin.name());
            let check = session.invocation.command(["pre-checks", "--version"]);
            return Err(
                Error::no_target(error).hint_run("to create one", format!("{check} VERSION"))
            );
        }
        // An unreadable plan may be for any release, so the choice is ambiguous.
        (_, Some(unreadable)) => unreadable,
        (several, None) => {
            let error = anyhow!("there are plans for {}: choose one", several.join(", "));
            Error::usage(error)
        }
    };
    Err(targets.iter().fold(error, |error, target| {
        error.hint_run(&format!("for {target}"), request.repeated(target, session))
    }))
}

impl PreChecksRequest {
    /// Returns the command that accepts the same in the plan of a release.
    fn repeated(&self, target: &str, session: &Session) -> String {
        let accept = match &self.wanted {
            None => None,
            Some(InsightSelection::Listed) => Some("--accept".to_owned()),
            Some(InsightSelection::Named(AcceptEdit { add, remove })) => {
                let withdrawn = remove.iter().map(|id| format!("-{id}"));
                let ids: Vec<String> = add.iter().cloned().chain(withdrawn).collect();
                Some(format!("--accept={}", ids.join(",")))
            }
        };
        let risks = self.also_accept_risks.then_some("--also-accept-risks");
        let words = ["pre-checks", "--version", target];
        session.invocation.command(words.into_iter().chain(accept.as_deref()).chain(risks))
    }
}
