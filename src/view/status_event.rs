//! What happened while an update was watched, in words.

use jiff::Timestamp;

use super::insight::InsightView;
use crate::domain::status::{Assessment, Event, Phase};

/// Something that happened, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EventView {
    pub(crate) at: String,
    pub(crate) text: String,
    pub(crate) tone: Tone,
}

/// How an event is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tone {
    Plain,
    Good,
    Bad,
}

impl EventView {
    pub(crate) fn of(event: &Event, now: Timestamp) -> Self {
        let (tone, text) = words(event, now);
        Self::said(text, tone, now)
    }

    pub(crate) fn said(text: String, tone: Tone, now: Timestamp) -> Self {
        Self { at: clock(now), text, tone }
    }
}

/// Returns the time of the day, of the world's one clock.
pub(crate) fn clock(now: Timestamp) -> String {
    now.strftime("%H:%M:%S").to_string()
}

fn words(event: &Event, now: Timestamp) -> (Tone, String) {
    match event {
        Event::Target(version) => (Tone::Plain, format!("the cluster goes to {version}")),
        Event::Refused(target) => {
            (Tone::Bad, format!("the cluster does not accept the request for {target}"))
        }
        Event::Assessed(assessment) => assessed(*assessment),
        Event::OperatorUpdating(name) => (Tone::Plain, format!("operator {name} is updating")),
        Event::OperatorUpdated(name) => (Tone::Good, format!("operator {name} is updated")),
        Event::ControlPlaneUpdated(version) => {
            (Tone::Good, format!("the control plane is updated to {version}"))
        }
        Event::NodeMoved { node, phase } => moved(node, *phase),
        Event::NodeDegraded(node) => (Tone::Bad, format!("node {node} is degraded")),
        Event::PoolUpdated(name) => (Tone::Good, format!("pool {name} is updated")),
        Event::InsightCome(insight) => {
            let insight = InsightView::of(insight, now);
            (Tone::Bad, format!("new: {}", insight.summary))
        }
        Event::InsightGone(insight) => {
            let insight = InsightView::of(insight, now);
            (Tone::Good, format!("over: {}", insight.summary))
        }
        Event::Ended => (Tone::Good, "the cluster is not updating any more".to_owned()),
    }
}

fn assessed(assessment: Assessment) -> (Tone, String) {
    let (tone, text) = match assessment {
        Assessment::Completed => (Tone::Good, "the control plane is updated"),
        Assessment::Progressing => (Tone::Plain, "the control plane is progressing"),
        Assessment::Slow => (Tone::Bad, "the control plane takes longer than estimated"),
        Assessment::Stalled => (Tone::Bad, "the control plane is stalled"),
    };
    (tone, text.to_owned())
}

fn moved(node: &str, phase: Phase) -> (Tone, String) {
    let (tone, does) = match phase {
        Phase::Draining => (Tone::Plain, "is draining"),
        Phase::Updating => (Tone::Plain, "is updating"),
        Phase::Rebooting => (Tone::Plain, "is rebooting"),
        Phase::Paused => (Tone::Bad, "is kept back by its paused pool"),
        Phase::Pending => (Tone::Plain, "is to be updated"),
        Phase::Updated => (Tone::Good, "is updated"),
    };
    (tone, format!("node {node} {does}"))
}
