//! Operators installed by the Operator Lifecycle Manager (OLM) that do not support the release.

use super::{UpdatePhase, UpdateTarget};
use crate::insight::{Impact, Insight, InsightCode, Level, Object};
use crate::objects::olm::{InstalledOperator, MaxRelease, SERVICE_VERSION};
use crate::part::Part;
use crate::snapshot::Snapshot;

/// OLM blocks minor version updates only, so patch updates pass in any case.
pub(super) fn check(
    snapshot: &Snapshot,
    _: UpdatePhase<'_>,
    target: Option<&UpdateTarget>,
) -> Part<Vec<Insight>> {
    let Some(target) = target.filter(|target| target.leaves_the_minor()) else {
        return Part::Known(Vec::new());
    };
    match &snapshot.olm_operators {
        Part::NotServed => Part::Known(Vec::new()), // a cluster without OLM
        operators @ (Part::Known(_) | Part::NotRead | Part::Unreadable { .. }) => operators
            .as_ref()
            .map(|operators| operators.iter().filter_map(|one| of_operator(one, target)).collect()),
    }
}

fn of_operator(operator: &InstalledOperator, target: &UpdateTarget) -> Option<Insight> {
    let InstalledOperator { namespace, name, max_release } = operator;
    let to = target.version();
    let release = to.numbers().map(|[major, minor, _]| same_release(major, minor));
    let (level, summary, description) = match max_release {
        MaxRelease::NotLimited => return None,
        MaxRelease::UpTo(major, minor) => {
            let supports = |release| release <= same_release(*major, *minor);
            let (level, verb) = match release.map(supports) {
                Some(true) => return None,
                Some(false) => (Level::Error, "does not support"),
                None => (Level::Unknown, "may not support"),
            };
            let description = format!("olm.maxOpenShiftVersion is {major}.{minor}.");
            (level, format!("Operator {namespace}/{name} {verb} {to}"), description)
        }
        MaxRelease::Invalid(why) => {
            let summary =
                format!("Operator {namespace}/{name} has an invalid olm.maxOpenShiftVersion");
            let description =
                format!("{why}. OLM blocks minor version updates until the property is valid.");
            (Level::Error, summary, description)
        }
    };
    let uid = format!("OLMOperatorIncompatible-{namespace}/{name}");
    Some(
        Insight::new(InsightCode::OlmOperatorLimit, uid, level, Impact::UpdateStalled, summary)
            .concerning(Object::within(SERVICE_VERSION, namespace, name))
            .describing(description)
            .remedied_by(format!(
                "update the operator to a version that supports {to}, or uninstall it"
            )),
    )
}

/// 4.23 and 5.0 are the same release.
/// operator-lifecycle-manager: pkg/controller/operators/openshift/helpers.go, normalizeOCPVersion
fn same_release(major: u64, minor: u64) -> (u64, u64) {
    if (major, minor) == (4, 23) { (5, 0) } else { (major, minor) }
}
