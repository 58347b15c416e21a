//! Collects pre-checks: the built-in informers, the informers of the cluster, and the progress.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use crate::cli::Session;
use crate::connect::Source;
use crate::connect::informers::{
    Deadline, InformerEvent, InformerOptions, InformerRoute, ProgressListener,
};
use crate::connect::snapshot::SnapshotParts;
use crate::error::Result;
use crate::output::progress::ProgressLine;
use crate::output::text::sentence;
use upgrade_core::cluster::Cluster;
use upgrade_core::insight::Object;
use upgrade_core::pre_checks::{
    Collection, Hook, InformerQuery, InformerQuestion, aggregate, plan_object,
};
use upgrade_core::rules;
use upgrade_core::snapshot::Snapshot;
use upgrade_core::update_status::record::machine_sets;

/// What is collected.
#[derive(Debug, Clone)]
pub(crate) struct GatherOptions {
    pub(crate) target: String,
    pub(crate) informer_update: bool,
    /// Whether to create a token for reading alerts.
    pub(crate) create_token: bool,
}

/// Who collects.
const WRITTEN_BY: &str = concat!("upgrade ", env!("CARGO_PKG_VERSION"));
pub(crate) const CONTROLLER: &str = concat!("upgrade controller ", env!("CARGO_PKG_VERSION"));

/// Queries all informers and shows the progress. `before` is the last collection, so that insights
/// with a changed scope are reported.
pub(crate) async fn gather(
    source: &Source,
    cluster: &Cluster,
    options: &GatherOptions,
    before: Option<&Collection>,
    patience: Deadline,
    session: &Session,
) -> Result<(Cluster, Collection)> {
    let progress = GatherProgress::new(session.ui.progress(false));
    let report = |event: &InformerEvent<'_>| progress.report(event);
    let informers = InformerOptions { patience, reach: InformerRoute::Proxied };
    let gathered = gather_with(source, cluster, options, before, informers, &report).await;
    progress.line.end();
    gathered
}

/// The same, with a progress listener.
pub(crate) async fn gather_with(
    source: &Source,
    cluster: &Cluster,
    options: &GatherOptions,
    before: Option<&Collection>,
    informers: InformerOptions,
    report: ProgressListener<'_>,
) -> Result<(Cluster, Collection)> {
    let question = InformerQuestion {
        hook: Hook::Plan,
        cluster: cluster.id.clone(),
        from: cluster.desired.version.text().to_owned(),
        to: options.target.clone(),
        informer_update: options.informer_update,
    };
    let parts = SnapshotParts::PRE_CHECKS.with_token(options.create_token);
    let (snapshot, asked) =
        tokio::join!(source.snapshot(&parts), ask(source, &question, None, informers, report));
    let snapshot = snapshot?;
    let gathered = Collection {
        at: snapshot.instant(),
        by: WRITTEN_BY.to_owned(),
        from: snapshot.cluster.desired.version.text().to_owned(),
        informers: rules::check_target(&snapshot, &options.target),
        pools: BTreeMap::new(),
        noted: Vec::new(),
    };
    let mut gathered = join(gathered, asked, before);
    gathered.pools = uids(source, &snapshot, &gathered).await;
    Ok((snapshot.cluster, plan_object::fitting(gathered)))
}

/// Reads the uids of the pools that insights are about.
async fn uids(
    source: &Source,
    snapshot: &Snapshot,
    gathered: &Collection,
) -> BTreeMap<Object, String> {
    let own = gathered.pools_named().into_iter();
    let own = own.filter_map(|pool| snapshot.uid_of_pool(&pool).map(|uid| (pool, uid)));
    let mut uids: BTreeMap<Object, String> = own.collect();
    if let Source::Live(live) = source {
        uids.extend(live.machine_set_uids(machine_sets(&gathered.informers)).await);
    }
    uids
}

/// Joins the built-in results and those of informers; informers that cannot be listed become an
/// insight.
pub(crate) fn join(
    mut seen: Collection,
    asked: std::result::Result<Vec<InformerQuery>, String>,
    before: Option<&Collection>,
) -> Collection {
    let asked = asked.unwrap_or_else(|why| {
        seen.informers.push(rules::unlisted(why));
        Vec::new()
    });
    aggregate(seen, asked, before)
}

/// Queries all informers of a cluster, or only those with these names.
pub(crate) async fn ask(
    source: &Source,
    question: &InformerQuestion,
    only: Option<&BTreeSet<String>>,
    informers: InformerOptions,
    report: ProgressListener<'_>,
) -> std::result::Result<Vec<InformerQuery>, String> {
    match source {
        Source::Live(live) => live.ask_informers(question, only, informers, report).await,
        Source::Files(_) => Ok(Vec::new()), // cannot be queried
    }
}

/// Shows the progress.
struct GatherProgress {
    line: ProgressLine,
    state: Mutex<GatherState>,
}

#[derive(Default)]
struct GatherState {
    all: usize,
    done: usize,
    waits: BTreeSet<String>,
}

impl GatherProgress {
    fn new(line: ProgressLine) -> Self {
        line.draw(|_| "Running pre-checks".to_owned());
        Self { line, state: Mutex::default() }
    }

    fn report(&self, event: &InformerEvent<'_>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            InformerEvent::Listed(count) => state.all = *count,
            InformerEvent::Waits { informer, said } => {
                if state.waits.insert((*informer).to_owned()) {
                    let said = if said.is_empty() { "" } else { &format!(": {said}") };
                    let remark = format!("waiting for informer {informer}{said}");
                    self.line.notify("note:", &remark);
                }
            }
            InformerEvent::Done { informer } => {
                state.done += 1;
                state.waits.remove(*informer);
            }
        }
        let GatherState { all, done, waits } = &*state;
        let names: Vec<&str> = waits.iter().map(String::as_str).collect();
        let waits = match names.as_slice() {
            [] => String::new(),
            names => format!(", waiting for {}", names.join(", ")),
        };
        self.line
            .draw(|_| sentence(&format!("Running pre-checks: {done} of {all} informers{waits}")));
    }
}
