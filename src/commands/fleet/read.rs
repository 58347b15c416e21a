//! Reads all clusters at once, and what an update means for each.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use futures::StreamExt;
use tokio::sync::OnceCell;

use super::FleetMember;
use crate::actions::find_path::route_view::RouteView;
use crate::actions::find_path::view::{PathOutcome, UpdatePath};
use crate::actions::find_path::{PathAsker, PathQuestion, PathSearch};
use crate::actions::read_graphs::{self, GraphContext, GraphScope, GraphStart};
use crate::actions::request::plan;
use crate::cli::graph_args::{FactArgs, GraphArgs};
use crate::cli::{GlobalArgs, Session};
use crate::commands::fleet::view::{FleetEntry, FleetError, FleetReport};
use crate::connect::Source;
use crate::connect::plans::{PlanLookup, StoredPlan};
use crate::connect::snapshot::SnapshotParts;
use crate::connect::update_service::SharedGraphs;
use crate::error::Result;
use crate::output::parts::hosted::HostedView;
use upgrade_core::fleet::{FleetAnswer, StepsAway, answer};
use upgrade_core::part::Part;
use upgrade_core::pre_checks::UpdatePlan;
use upgrade_core::snapshot::Snapshot;
use upgrade_graph::channel_graphs::ChannelGraphs;
use upgrade_graph::path::PathGoal;
use upgrade_graph::version::Version;

/// Clusters that are read at the same time. Fewer would make hundreds take several times as long as the slowest
/// one; more would need more connections than most systems allow.
pub(super) const AT_ONCE: usize = 100;

/// Reads all clusters, and shows those that were read so far on a terminal.
pub(super) async fn all(
    members: &[FleetMember],
    target: Option<String>,
    global: &GlobalArgs,
    session: &Session,
) -> FleetReport {
    let reader = FleetReader::new(target.clone(), global, session);
    let progress = session.ui.progress(global.verbose());
    let mut entries: Vec<Option<FleetEntry>> = members.iter().map(|_| None).collect();
    progress.draw(|layout| FleetReport::so_far(&entries).progress(members.len(), layout));
    let reads = members.iter().enumerate();
    let reads = reads.map(async |(place, member)| (place, reader.entry(member).await));
    let mut reads = futures::stream::iter(reads).buffer_unordered(AT_ONCE);
    while let Some((place, entry)) = reads.next().await {
        entries[place] = Some(entry);
        progress.draw(|layout| FleetReport::so_far(&entries).progress(members.len(), layout));
    }
    progress.end();
    FleetReport::new(target, entries.into_iter().flatten().collect())
}

/// What the clusters of a fleet share.
struct FleetReader<'a> {
    target: Option<String>,
    answers: Rc<SharedGraphs>,
    /// The graphs of clusters that have the same ones.
    graphs: RefCell<BTreeMap<GraphKey, SharedChannels>>,
    context: GraphContext<'a>,
}

/// What decides which graphs lead from a cluster to the target.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct GraphKey {
    /// The update service, or the cluster that has a graph of its own.
    service: String,
    arch: String,
    from: Option<String>,
    channel: Option<String>,
    channels: Vec<String>,
}

/// Graphs, or why they cannot be read.
type SharedChannels = Rc<OnceCell<std::result::Result<Rc<ChannelGraphs>, String>>>;

impl<'a> FleetReader<'a> {
    fn new(target: Option<String>, global: &'a GlobalArgs, session: &'a Session) -> Self {
        Self {
            target,
            answers: Rc::default(),
            graphs: RefCell::default(),
            context: GraphContext { global, session },
        }
    }

    async fn entry(&self, member: &FleetMember) -> FleetEntry {
        let read = Box::pin(self.read(member)).await;
        read.unwrap_or_else(|error| FleetEntry::not_read(member, error))
    }

    async fn read(&self, member: &FleetMember) -> std::result::Result<FleetEntry, FleetError> {
        let GraphContext { global, session } = self.context;
        let source = member.open(global, session).await?;
        let failed = |error| FleetError::new(&error);
        let Some(target) = &self.target else {
            let snapshot = source.snapshot(&SnapshotParts::FLEET).await.map_err(failed)?;
            return Ok(FleetEntry::new(member, &snapshot));
        };
        let (snapshot, lookup) =
            tokio::join!(source.snapshot(&SnapshotParts::FLEET_TARGET), source.find_plan(target));
        let mut snapshot = snapshot.map_err(failed)?;
        let state = session.environment.state.as_deref();
        let lookup = lookup.and_then(|found| plan::near(found, target, &snapshot.cluster, state));
        snapshot.plan = stored(lookup);
        let entry = FleetEntry::new(member, &snapshot);
        let answer = match answer(&snapshot, target) {
            Some(answer) => answer,
            None => self.away(member, source, snapshot, target).await,
        };
        Ok(entry.with_answer(answer, target, &member.invocation))
    }

    /// Searches for an update path, as `path` does.
    async fn away(
        &self,
        member: &FleetMember,
        source: Source,
        snapshot: Snapshot,
        target: &str,
    ) -> FleetAnswer {
        let args = GraphArgs::default();
        let here = GraphStart::of_fleet(source, snapshot, &args, Rc::clone(&self.answers));
        let goal = PathGoal::Release(Version::new(target));
        let graphs = match self.graphs(member, &here, &args, &goal).await {
            Ok(graphs) => graphs,
            Err(why) => return FleetAnswer::Unknown { why },
        };
        let question = PathQuestion {
            goal,
            channels: Vec::new(),
            eus: false,
            count: 1,
            allow_not_recommended: false,
            accept: Vec::new(),
        };
        if let Err(error) = here.start_version() {
            return FleetAnswer::Unknown { why: error.message() };
        }
        let search = PathSearch::new(&question, &graphs, here.cluster());
        let args = FactArgs::default();
        let facts = match read_graphs::facts(&args, &here, search.risks(), self.context).await {
            Ok(facts) => facts,
            Err(error) => return FleetAnswer::Unknown { why: error.message() },
        };
        let asker = PathAsker {
            pools: &[],
            hosted: here.snapshot().and_then(HostedView::new),
            invocation: &member.invocation,
            words: &["path".to_owned(), target.to_owned()],
        };
        by_path(&search.answer(&facts, &asker))
    }

    /// Reads the graphs that may lead to the target, once for all clusters that have the same ones.
    async fn graphs(
        &self,
        member: &FleetMember,
        here: &GraphStart,
        args: &GraphArgs,
        goal: &PathGoal,
    ) -> std::result::Result<Rc<ChannelGraphs>, String> {
        let shared = Rc::clone(self.graphs.borrow_mut().entry(key(member, here)).or_default());
        let read = async || {
            let scope = GraphScope::Towards(goal.clone());
            let graphs = here.graphs(args, scope, self.context).await;
            graphs.map(Rc::new).map_err(|error| error.message())
        };
        shared.get_or_init(read).await.clone()
    }
}

fn key(member: &FleetMember, here: &GraphStart) -> GraphKey {
    let cluster = here.cluster();
    let upstream = cluster.and_then(|cluster| cluster.upstream.clone()).unwrap_or_default();
    let recorded = here.live().is_none();
    GraphKey {
        service: if recorded { member.name.clone() } else { upstream },
        arch: here.arch_or_default().to_owned(),
        from: here.from.as_ref().map(|version| version.text().to_owned()),
        channel: cluster.and_then(|cluster| cluster.channel.clone()),
        channels: cluster.map(|cluster| cluster.desired.channels.clone()).unwrap_or_default(),
    }
}

/// The plan as it is stored: reading a fleet runs no pre-checks.
fn stored(lookup: Result<PlanLookup>) -> Part<UpdatePlan> {
    match lookup {
        Ok(PlanLookup::Missing { .. }) => Part::NotServed,
        Ok(PlanLookup::Found(stored)) => {
            let StoredPlan { plan, .. } = *stored;
            Part::Known(plan)
        }
        Err(error) => Part::unreadable(error.message()),
    }
}

fn by_path(found: &UpdatePath) -> FleetAnswer {
    let unknown = |why: &str| FleetAnswer::Unknown { why: why.to_owned() };
    let (best, recommended) = match found.outcome {
        PathOutcome::Arrived => return FleetAnswer::AtTarget,
        PathOutcome::NoWay => return FleetAnswer::NoPath,
        PathOutcome::Incomplete => return unknown("not all channels were read"),
        PathOutcome::Found => (found.ways.first(), true),
        PathOutcome::NotRecommended => (found.not_recommended.first(), false),
    };
    let Some(RouteView { hops, unaccepted, .. }) = best else { return FleetAnswer::NoPath };
    let first = hops.first();
    FleetAnswer::Away(StepsAway {
        steps: hops.len(),
        risks: unaccepted.clone(),
        recommended,
        channel: first.and_then(|hop| hop.to_set()).map(str::to_owned),
        next: first.map(|hop| hop.to.version.clone()).unwrap_or_default(),
    })
}
