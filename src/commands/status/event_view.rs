//! Events of a watched update, in words.

use jiff::Timestamp;

use super::insight_view::InsightView;
use upgrade_core::progress::control_plane::Assessment;
use upgrade_core::progress::nodes::NodePhase;
use upgrade_core::status::StatusEvent;

/// An event, and when it happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EventView {
    pub(crate) at: String,
    pub(crate) text: String,
    pub(crate) tone: Tone,
}

/// The severity of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tone {
    Plain,
    Good,
    Bad,
}

impl EventView {
    pub(crate) fn new(event: &StatusEvent, now: Timestamp) -> Self {
        let (tone, text) = words(event, now);
        Self::said(text, tone, now)
    }

    pub(crate) fn said(text: String, tone: Tone, now: Timestamp) -> Self {
        Self { at: clock(now), text, tone }
    }
}

/// Returns the time of day in UTC.
pub(crate) fn clock(now: Timestamp) -> String {
    now.strftime("%H:%M:%S").to_string()
}

fn words(event: &StatusEvent, now: Timestamp) -> (Tone, String) {
    match event {
        StatusEvent::Target(version) => (Tone::Plain, format!("update to {version} started")),
        StatusEvent::Refused(target) => {
            (Tone::Bad, format!("the cluster does not accept {target}"))
        }
        StatusEvent::Assessed(assessment) => assessed(*assessment),
        StatusEvent::OperatorUpdating(name) => {
            (Tone::Plain, format!("operator {name} is updating"))
        }
        StatusEvent::OperatorUpdated(name) => (Tone::Good, format!("operator {name} is updated")),
        StatusEvent::ControlPlaneUpdated(version) => {
            (Tone::Good, format!("the control plane is updated to {version}"))
        }
        StatusEvent::NodeMoved { node, phase } => moved(node, *phase),
        StatusEvent::NodeDegraded(node) => (Tone::Bad, format!("node {node} is degraded")),
        StatusEvent::PoolUpdated(name) => (Tone::Good, format!("pool {name} is updated")),
        StatusEvent::InsightCome(insight) => {
            let insight = InsightView::new(insight, now);
            (Tone::Bad, format!("new insight: {}", insight.summary))
        }
        StatusEvent::InsightGone(insight) => {
            let insight = InsightView::new(insight, now);
            (Tone::Good, format!("resolved: {}", insight.summary))
        }
        StatusEvent::Ended => (Tone::Good, "no update is in progress".to_owned()),
    }
}

fn assessed(assessment: Assessment) -> (Tone, String) {
    let (tone, text) = match assessment {
        Assessment::Completed => (Tone::Good, "the control plane is updated"),
        Assessment::Progressing => (Tone::Plain, "the control plane is progressing"),
        Assessment::Slow => (Tone::Bad, "the control plane is slower than estimated"),
        Assessment::Stalled => (Tone::Bad, "the control plane is stalled"),
    };
    (tone, text.to_owned())
}

fn moved(node: &str, phase: NodePhase) -> (Tone, String) {
    let (tone, does) = match phase {
        NodePhase::Draining => (Tone::Plain, "is draining"),
        NodePhase::Updating => (Tone::Plain, "is updating"),
        NodePhase::Rebooting => (Tone::Plain, "is rebooting"),
        NodePhase::Paused => (Tone::Bad, "waits: its pool is paused"),
        NodePhase::Pending => (Tone::Plain, "is pending"),
        NodePhase::Updated => (Tone::Good, "is updated"),
    };
    (tone, format!("node {node} {does}"))
}
