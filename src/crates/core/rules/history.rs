//! Whether the update before the current one completed.

use super::{UpdatePhase, UpdateTarget};
use crate::cluster::HistoryEntry;
use crate::insight::{Impact, Insight, InsightCode, Level, Object};
use crate::links::HISTORY;
use crate::part::Part;
use crate::snapshot::Snapshot;

pub(super) fn check(
    snapshot: &Snapshot,
    phase: UpdatePhase<'_>,
    _: Option<&UpdateTarget>,
) -> Part<Vec<Insight>> {
    Part::Known(previous_incomplete(&snapshot.cluster.history, phase).into_iter().collect())
}

fn previous_incomplete(history: &[HistoryEntry], phase: UpdatePhase<'_>) -> Option<Insight> {
    let plane = match phase {
        UpdatePhase::Idle => return None,
        UpdatePhase::During(progress) | UpdatePhase::After(progress) => &progress.control_plane,
    };
    let before = history.get(1).filter(|before| !before.completed)?;
    if plane.completed.is_some() {
        return None;
    }
    let (version, current) = (before.version.text(), &plane.target.version);
    let complete = history.iter().skip(2).find(|past| past.completed);
    let complete = complete.map_or("unknown", |past| past.version.text());
    let summary = format!(
        "Previous update to {version} never completed, last complete update was {complete}"
    );
    let code = InsightCode::PreviousIncomplete;
    Some(
        Insight::new(code, code.as_str(), Level::Warning, Impact::None, summary)
            .since(history.first().and_then(|newest| newest.started))
            .concerning(Object::new("ClusterVersion", "version"))
            .describing(format!(
                "The update to {current} started before the update to {version} completed"
            ))
            .remedied_by("run `upgrade history` to see past updates")
            .see(HISTORY),
    )
}
