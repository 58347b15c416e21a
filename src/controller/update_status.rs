//! The current update: its progress, and what informers report about it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use jiff::{SignedDuration, Timestamp};
use tracing::{debug, info};

use super::context::ControllerContext;
use super::metrics::WorkItem;
use crate::actions::gather::{self, CONTROLLER};
use crate::connect::informers::InformerEvent;
use crate::connect::live::Live;
use crate::connect::snapshot::SnapshotParts;
use crate::error::{Error, Result};
use crate::topic;
use upgrade_core::insight::PROGRESS;
use upgrade_core::objects::update_api::UpdateStatusStatus;
use upgrade_core::part::Part;
use upgrade_core::pre_checks::{
    Collection, Hook, InformerQuestion, InformerResult, InformerState, unresolved,
};
use upgrade_core::snapshot::Snapshot;
use upgrade_core::status::{self, StatusReport};
use upgrade_core::update_status::asking::{Asking, Whom};
use upgrade_core::update_status::record::{UpdateStatusRecord, machine_sets};
use upgrade_core::update_status::{conditions, object};

/// After two minutes without a heartbeat, clients treat the controller as ended.
const HEARTBEAT_EVERY: Duration = Duration::from_secs(30);
const HEARTBEAT_AFTER: SignedDuration = SignedDuration::from_secs(25); // a heartbeat is never quite on time
const PARTS: SnapshotParts = SnapshotParts::STATUS;
const SHORTEST: Duration = Duration::from_secs(10); // between two reads: each reads all nodes
const TRY_AGAIN: Duration = Duration::from_secs(10);

/// Reads the cluster, and returns when to read it again.
pub(crate) async fn update(context: Arc<ControllerContext>) -> Duration {
    const ABOUT: &str = "update status";
    if let Some(wait) = context.too_soon(SHORTEST) {
        return wait;
    }
    match context.metrics.round(attend(&context)).await {
        Ok(()) => {
            context.well(WorkItem::Status, ABOUT);
            HEARTBEAT_EVERY
        }
        Err(error) => {
            context.failed(WorkItem::Status, ABOUT, &error);
            TRY_AGAIN
        }
    }
}

async fn attend(context: &ControllerContext) -> Result<()> {
    let Some(live) = context.live() else { return Ok(()) };
    let (snapshot, stored) =
        tokio::join!(context.source.snapshot(&PARTS), live.update_status_to_fill(),);
    let (snapshot, stored) = (snapshot, stored?);
    // Only new warnings are logged.
    let snapshot = snapshot.map(|snapshot| Snapshot { reported: Part::NotRead, ..snapshot });
    let snapshot = match snapshot.and_then(|snapshot| seen_as_before(snapshot, &stored.status)) {
        Ok(snapshot) => snapshot,
        Err(error) => {
            let beat = Some(context.now().to_string());
            let alive = UpdateStatusStatus { heartbeat_time: beat, ..stored.status.clone() };
            live.keep_update_status(&stored, &alive).await?;
            return Err(error);
        }
    };
    let report = status::assess(&snapshot);
    let before = object::informers(&stored.status).unwrap_or_default();
    let is_under_way = conditions::conditions(&snapshot, &report, &[]).is_under_way();
    let asked = object::asked(&stored.status);
    let open = unresolved(before.clone());
    let asking = Asking::new(is_under_way, &open, stored.request, asked, context.now());
    let look = Look { context, live, snapshot: &snapshot, report: &report, asking: &asking };
    let record = look.record(look.informers(before, open).await).await;
    let written = object::fitting(record, &stored.status);
    context.stalls(snapshot.cluster.desired.version.text(), report.stall());
    let is_news = !object::says_the_same(&stored.status, &written) || asking.answers.is_some();
    let why = if is_news { "it has changed" } else { "its heartbeat is due" };
    if is_news || is_old(&stored.status, context.now()) {
        debug!(target: topic::DECISION, "writing UpdateStatus: {why}");
        // If another client wrote first, the next check sees its object.
        live.keep_update_status(&stored, &written).await?;
    }
    Ok(())
}

/// Rejects a snapshot without the pools of the last one: that may be temporary.
fn seen_as_before(snapshot: Snapshot, stored: &UpdateStatusStatus) -> Result<Snapshot> {
    let had_pools = stored.worker_pools.iter().any(|pool| pool.kind == conditions::POOL);
    if !snapshot.pools.is_known() && had_pools {
        let why = snapshot.notes.join("; ");
        return Err(Error::new("Unreachable", anyhow!("cannot read machine config pools: {why}")));
    }
    Ok(snapshot)
}

/// One check of the cluster, and the informers that it queries.
#[derive(Clone, Copy)]
struct Look<'a> {
    context: &'a ControllerContext,
    live: &'a Live,
    snapshot: &'a Snapshot,
    report: &'a StatusReport,
    asking: &'a Asking,
}

/// The results of informers, and when they were queried.
struct Heard {
    informers: Vec<InformerResult>,
    asked: Option<Timestamp>,
}

impl Look<'_> {
    /// Queries informers if due; `open` is what was stored and is not resolved.
    async fn informers(self, before: Vec<InformerResult>, open: Vec<InformerResult>) -> Heard {
        let Asking { whom, answers, .. } = self.asking;
        match whom {
            Whom::All => debug!(target: topic::DECISION, "asking all informers"),
            Whom::Only(names) => debug!(target: topic::DECISION, "asking informers {names:?}"),
            Whom::None => debug!(target: topic::DECISION, "asking no informer"),
        }
        match whom {
            Whom::All => self.ask(None, before).await,
            Whom::Only(names) => {
                let Heard { informers, asked } = self.ask(Some(names), before).await;
                Heard { informers: unresolved(informers), asked }
            }
            Whom::None => Heard { informers: self.still_there(open).await, asked: *answers },
        }
    }

    /// Removes the results of informers that are deleted or disabled.
    async fn still_there(self, mut informers: Vec<InformerResult>) -> Vec<InformerResult> {
        if !informers.is_empty()
            && let Ok(names) = self.live.enabled_informers().await
        {
            informers.retain(|informer| names.contains(&informer.name));
        }
        informers
    }

    /// Queries informers about the progress. During an update, built-in insights are added.
    async fn ask(self, only: Option<&BTreeSet<String>>, before: Vec<InformerResult>) -> Heard {
        let Self { context, snapshot, report, asking, .. } = self;
        let from = snapshot.cluster.completed();
        let question = InformerQuestion {
            hook: Hook::Status,
            cluster: snapshot.cluster.id.clone(),
            from: from.map(|past| past.version.text().to_owned()).unwrap_or_default(),
            to: snapshot.cluster.desired.version.text().to_owned(),
            informer_update: asking.informer_update,
        };
        let (ignore, options) = (|_: &InformerEvent<'_>| {}, context.informer_options());
        let answers = gather::ask(&context.source, &question, only, options, &ignore).await;
        let are_listed = answers.is_ok();
        let collection = |informers| Collection {
            at: snapshot.instant(),
            by: CONTROLLER.to_owned(),
            from: question.from.clone(),
            informers,
            pools: BTreeMap::new(), // a status has insights of its own
            noted: Vec::new(),
        };
        let seen = if only.is_none() { vec![seen(report)] } else { Vec::new() };
        let (seen, before) = (collection(seen), collection(before));
        let mut gathered = gather::join(seen, answers, Some(&before));
        gathered.remember(&before.informers, are_listed);
        if let [first, ..] = gathered.noted.as_slice() {
            info!(target: topic::CONTROLLER, "{first}");
        }
        if only.is_none() {
            context.metrics.gathered(&gathered.informers);
            context.heard(&gathered.informers);
        }
        let asked = asking.answers.unwrap_or_else(|| context.now());
        Heard { informers: gathered.informers, asked: are_listed.then_some(asked) }
    }

    async fn record(self, heard: Heard) -> UpdateStatusRecord {
        let Self { live, snapshot, report, .. } = self;
        let Heard { informers, asked } = heard;
        let sets = live.machine_sets(machine_sets(&informers)).await;
        UpdateStatusRecord {
            at: live.clock.now().unwrap_or(snapshot.instant()),
            asked,
            version: snapshot.cluster.desired.version.text().to_owned(),
            rollouts: conditions::conditions(snapshot, report, &sets),
            informers,
        }
    }
}

/// Returns the insights that `status` shows itself, as those of an informer.
fn seen(report: &StatusReport) -> InformerResult {
    let own = report.insights.iter().filter(|one| one.reported_by.is_none());
    InformerResult {
        name: PROGRESS.to_owned(),
        state: InformerState::Answered,
        message: String::new(),
        insights: own.map(|one| one.insight.as_progress()).collect(),
    }
}

/// Returns whether a heartbeat is due.
fn is_old(stored: &UpdateStatusStatus, now: Timestamp) -> bool {
    let beat: Option<Timestamp> = stored.heartbeat_time.as_ref().and_then(|at| at.parse().ok());
    beat.is_none_or(|beat| now.duration_since(beat).abs() >= HEARTBEAT_AFTER)
}
