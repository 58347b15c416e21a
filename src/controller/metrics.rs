//! The metrics of the controller, in the Prometheus text format.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;

use crate::listener::exposition::Exposition;
use upgrade_core::pre_checks::{InformerResult, InformerState};

/// The kinds of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WorkItem {
    Status,
    Plans,
}

const WORKS: [(WorkItem, &str); 2] = [(WorkItem::Status, "status"), (WorkItem::Plans, "plans")];

#[derive(Debug, Default)]
pub(crate) struct ControllerMetrics(Mutex<PlanMetrics>);

#[derive(Debug, Default)]
struct PlanMetrics {
    leads: bool,
    calls: CallCounts,
    reached: bool,
    works: [WorkRecord; WORKS.len()],
    pruned: u64,
    /// The last outcome of each informer.
    informers: BTreeMap<String, InformerState>,
}

/// Calls to the API server, by whether it responded and authorized them.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct CallCounts {
    succeeded: u64,
    failed: u64,
}

#[derive(Debug, Default, Clone, Copy)]
struct WorkRecord {
    done: u64,
    failed: u64,
    last: Option<Timestamp>,
}

impl ControllerMetrics {
    pub(crate) fn lead(&self, leads: bool) {
        self.known().leads = leads;
    }

    pub(crate) fn called(&self, succeeded: bool) {
        let calls = &mut self.known().calls;
        *(if succeeded { &mut calls.succeeded } else { &mut calls.failed }) += 1;
    }

    /// Runs something, and notes whether the API server could be reached meanwhile: not if calls
    /// failed, and none succeeded.
    pub(crate) async fn round<T>(&self, work: impl Future<Output = T>) -> T {
        let before = self.known().calls;
        let done = work.await;
        let mut known = self.known();
        if known.calls.succeeded > before.succeeded {
            known.reached = true;
        } else if known.calls.failed > before.failed {
            known.reached = false;
        }
        done
    }

    pub(crate) fn is_reached(&self) -> bool {
        self.known().reached
    }

    pub(crate) fn done(&self, work: WorkItem, at: Timestamp) {
        let mut known = self.known();
        let record = known.record(work);
        record.done += 1;
        record.last = Some(at);
    }

    pub(crate) fn failed(&self, work: WorkItem) {
        self.known().record(work).failed += 1;
    }

    pub(crate) fn pruned(&self) {
        self.known().pruned += 1;
    }

    pub(crate) fn gathered(&self, informers: &[InformerResult]) {
        let states = informers.iter().map(|informer| (informer.name.clone(), informer.state));
        self.known().informers = states.collect();
    }

    pub(crate) fn text(&self) -> String {
        let known = self.known();
        let mut out = Exposition::new("upgrade_controller_");
        out.put("gauge", "leader", "Whether this replica is the leader.");
        out.value("leader", u8::from(known.leads));
        out.put(
            "gauge",
            "api_server_reached",
            "Whether any recent call to the API server succeeded.",
        );
        out.value("api_server_reached", u8::from(known.reached));
        out.put("counter", "rounds_total", "Checks of the update and of plans, by result.");
        for ((_, of), record) in WORKS.iter().zip(&known.works) {
            out.value(&format!("rounds_total{{of=\"{of}\",result=\"done\"}}"), record.done);
            out.value(&format!("rounds_total{{of=\"{of}\",result=\"failed\"}}"), record.failed);
        }
        let name = "last_success_timestamp_seconds";
        out.put("gauge", name, "When a check last succeeded; 0 before the first.");
        for ((_, of), record) in WORKS.iter().zip(&known.works) {
            let at = record.last.map_or(0, Timestamp::as_second);
            out.value(&format!("{name}{{of=\"{of}\"}}"), at);
        }
        out.put(
            "counter",
            "pruned_plans_total",
            "Plans deleted because they were no longer needed.",
        );
        out.value("pruned_plans_total", known.pruned);
        out.put("gauge", "informers", "Informers by the result of their last call.");
        for (state, name) in InformerState::ALL {
            let count = known.informers.values().filter(|known| **known == state).count();
            out.value(&format!("informers{{state=\"{name}\"}}"), count);
        }
        out.text()
    }

    fn known(&self) -> MutexGuard<'_, PlanMetrics> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PlanMetrics {
    fn record(&mut self, work: WorkItem) -> &mut WorkRecord {
        match work {
            WorkItem::Status => &mut self.works[0],
            WorkItem::Plans => &mut self.works[1],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use upgrade_core::pre_checks::testing::contribution;
    use upgrade_core::testing::now;

    #[test]
    fn every_value_is_written_with_its_help_and_type() {
        let metrics = ControllerMetrics::default();
        metrics.lead(true);
        metrics.done(WorkItem::Plans, now());
        metrics.failed(WorkItem::Status);
        metrics.pruned();
        metrics.gathered(&[contribution("a", Vec::new()), contribution("b", Vec::new())]);
        let text = metrics.text();
        for line in [
            "upgrade_controller_leader 1",
            "upgrade_controller_api_server_reached 0",
            "upgrade_controller_rounds_total{of=\"plans\",result=\"done\"} 1",
            "upgrade_controller_rounds_total{of=\"status\",result=\"failed\"} 1",
            "upgrade_controller_last_success_timestamp_seconds{of=\"status\"} 0",
            "upgrade_controller_last_success_timestamp_seconds{of=\"plans\"} 1630152000",
            "upgrade_controller_pruned_plans_total 1",
            "upgrade_controller_informers{state=\"Answered\"} 2",
            "upgrade_controller_informers{state=\"Offline\"} 0",
        ] {
            assert!(text.lines().any(|known| known == line), "{line} in {text}");
        }
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let name = line.split(['{', ' ']).next().unwrap();
            for word in ["HELP", "TYPE"] {
                assert!(text.contains(&format!("# {word} {name} ")), "{word} {name}");
            }
        }
    }
}
