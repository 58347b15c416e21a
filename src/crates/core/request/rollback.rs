//! Rolling back to the previous release: exactly that one, or nothing.

use super::decide::{self, Decision, Proposal, Request, UpdateChange};
use crate::cluster::{Cluster, HistoryEntry};
use crate::gates::{self, Finding};
use crate::snapshot::Snapshot;
use crate::updates::{Advice, Candidate};
use upgrade_graph::image;
use upgrade_graph::release::Release;
use upgrade_graph::version::{Step, Version};

/// Decides what a rollback means for the cluster as it was read.
pub(crate) fn decide(snapshot: &Snapshot, request: &Request) -> Decision {
    let cluster = &snapshot.cluster;
    let Some(previous) = previous(cluster) else {
        return Decision::NothingBefore;
    };
    let release = Release {
        version: previous.version.clone(),
        image: previous.image.clone(),
        url: None,
        channels: Vec::new(),
        architecture: None,
    };
    let target = Candidate::unjudged(release, Advice::Unlisted);
    let change = UpdateChange::new(cluster, request, previous.version.text(), &previous.image);
    if let Some(settled) = decide::already_requested(cluster, &change) {
        return Decision::Settled(settled);
    }
    let mut findings = findings(snapshot, previous, &target);
    findings.extend(decide::pending_request(cluster, &change));
    Decision::Judged(Box::new(Proposal {
        from: cluster.desired.version.clone(),
        findings: decide::judged(findings, request),
        cautions: decide::cautions(snapshot, &target, request),
        target,
        change,
    }))
}

/// Returns the history entry before the current release, whatever its state.
pub fn previous(cluster: &Cluster) -> Option<&HistoryEntry> {
    let desired = &cluster.desired;
    cluster
        .history
        .iter()
        .find(|past| past.version != desired.version || !image::same(&past.image, &desired.image))
}

/// Findings that no flag overrides come first. A failing cluster may be rolled back.
fn findings(snapshot: &Snapshot, previous: &HistoryEntry, target: &Candidate) -> Vec<Finding> {
    let cluster = &snapshot.cluster;
    // cluster-version-operator: pkg/payload/precondition/clusterversion/rollback.go:101
    let same_minor = matches!(
        cluster.desired.version.step_to(&previous.version),
        Step::Down | Step::Patch | Step::Same
    );
    let same_version = previous.version == cluster.desired.version;
    let running = gates::progressing(cluster, target).and_then(|finding| {
        let Finding::Progressing(said) = finding else { return None };
        Some(Finding::RollbackWhileUpdating(said))
    });
    [
        snapshot.is_hosted().then_some(Finding::HostedControlPlane),
        running,
        (!previous.completed).then_some(Finding::PreviousIsPartial),
        (!same_minor).then_some(Finding::PreviousOfOtherMinor),
        same_version.then_some(Finding::PreviousIsSameVersion),
        gates::no_image(cluster, target),
        gates::invalid(cluster, target),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns whether the rollback is to a newer version: the history decides, but that is worth a
/// note.
pub fn goes_up(from: &Version, to: &Version) -> bool {
    from.step_to(to) == Step::Patch
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gates::Waivers;
    use crate::request::decide::RequestTarget;
    use crate::testing::{cluster, condition, past, snapshot};
    use upgrade_graph::condition::Status;
    use upgrade_graph::testing::release;

    /// A cluster on the first of these, which came after the others; a `!` marks partial ones.
    fn on(history: &[&str]) -> Cluster {
        let mut cluster = cluster(history[0].trim_end_matches('!'));
        cluster.history = history
            .iter()
            .map(|text| HistoryEntry {
                completed: !text.ends_with('!'),
                ..past(text.trim_end_matches('!'))
            })
            .collect();
        cluster.desired.image = cluster.history[0].image.clone();
        cluster
    }

    fn request() -> Request {
        Request { target: RequestTarget::Previous, waivers: Waivers::default() }
    }

    fn judged(cluster: &Cluster) -> Proposal {
        match decide(&snapshot(cluster), &request()) {
            Decision::Judged(proposal) => *proposal,
            other => unreachable!("{other:?}"),
        }
    }

    fn codes(cluster: &Cluster) -> Vec<&'static str> {
        judged(cluster).findings.iter().map(|judged| judged.finding.code().as_str()).collect()
    }

    #[test]
    fn the_release_before_is_the_target_even_if_it_is_newer() {
        let proposal = judged(&on(&["4.6.23", "4.6.21", "4.6.20"]));
        assert!(proposal.passes());
        assert_eq!(proposal.change.version, "4.6.21");
        let back_up = judged(&on(&["4.6.21", "4.6.23"]));
        assert!(back_up.passes(), "history counts, not the numbers");
        assert!(goes_up(&back_up.from, &back_up.target.release.version));
    }

    #[test]
    fn no_entry_is_skipped_to_find_one_that_would_do() {
        let cluster = on(&["4.6.23", "4.6.22!", "4.6.21"]);
        assert_eq!(codes(&cluster), ["PreviousIsPartial"]);
        assert_eq!(judged(&cluster).change.version, "4.6.22");
        assert_eq!(codes(&on(&["4.7.1", "4.6.23", "4.7.0"])), ["PreviousOfOtherMinor"]);
        let mut other_image = on(&["4.6.23", "4.6.23", "4.6.21"]);
        other_image.history[1].image = release("other").image;
        assert_eq!(codes(&other_image), ["PreviousIsSameVersion"]);
    }

    #[test]
    fn an_update_that_runs_is_the_first_reason() {
        let running = on(&["4.7.1!", "4.6.23"]);
        assert_eq!(codes(&running), ["RollbackWhileUpdating", "PreviousOfOtherMinor"]);
    }

    #[test]
    fn without_a_release_before_there_is_no_way_back() {
        assert_eq!(decide(&snapshot(&on(&["4.6.23"])), &request()), Decision::NothingBefore);
    }

    #[test]
    fn a_failing_cluster_may_go_back_and_a_spec_not_yet_observed_is_a_caution() {
        let mut cluster = on(&["4.6.23", "4.6.21"]);
        cluster.conditions.0.retain(|condition| condition.kind != "Failing");
        cluster.conditions.0.push(condition("Failing", Status::True));
        assert!(judged(&cluster).passes());
        cluster.generation = cluster.observed_generation.map(|observed| observed + 1);
        assert!(judged(&cluster).passes());
        assert_eq!(judged(&cluster).cautions.len(), 1);
    }
}
