//! Answers for the page: read from the cluster when a page asks, and no more often than useful.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::Instant;

use super::server::ExplorerQuestion;
use super::view::{ExploredCluster, SameAnswers};
use crate::actions::find_path::{self, PathSource};
use crate::actions::list_updates::view::UpdateList;
use crate::actions::read_graphs::{self, GraphContext, GraphScope, GraphStart};
use crate::actions::show_graph::channels_view::GraphChannels;
use crate::cli::graph_args::{FactArgs, GraphArgs, OriginArgs};
use crate::commands::pre_checks::view::{PlanPlace, PreCheckReport};
use crate::commands::status::view::{StatusDetail, UpdateStatusReport};
use crate::connect::Source;
use crate::connect::plans::{PlanList, PlanLookup, StoredPlan};
use crate::connect::snapshot::SnapshotParts;
use crate::error::Result;
use crate::output::{self, Format};
use crate::service::api::question::{ApiError, ApiQuestion, GraphPlace, GraphQuestion, PathAsked};
use crate::service::api::{self, ApiAnswers};
use crate::service::body::PreparedBody;
use upgrade_core::snapshot::Snapshot;
use upgrade_core::status;
use upgrade_core::updates::Updates;
use upgrade_graph::version::Version;

/// Between two reads of the cluster, however many pages are open.
const READ_AGAIN: Duration = Duration::from_secs(2);
/// How long an evaluation of risks counts as the current one.
const EVALUATE_AGAIN: Duration = Duration::from_secs(10);

pub(super) struct ClusterExplorer<'a> {
    source: Rc<Source>,
    origin: &'a OriginArgs,
    facts: &'a FactArgs,
    context: GraphContext<'a>,
    /// The last read of the cluster, and when it began.
    read: Mutex<Option<(Instant, Arc<PreparedBody>)>>,
    /// The answers since a moment.
    answers: RefCell<(Instant, Rc<ApiAnswers>)>,
}

impl<'a> ClusterExplorer<'a> {
    pub(super) fn new(
        source: Source,
        origin: &'a OriginArgs,
        facts: &'a FactArgs,
        context: GraphContext<'a>,
    ) -> Self {
        Self {
            source: Rc::new(source),
            origin,
            facts,
            context,
            read: Mutex::new(None),
            answers: RefCell::new((Instant::now(), Rc::default())),
        }
    }

    pub(super) async fn answer(
        &self,
        question: &ExplorerQuestion,
    ) -> std::result::Result<Arc<PreparedBody>, ApiError> {
        match question {
            ExplorerQuestion::Cluster => self.cluster().await,
            ExplorerQuestion::Api(question) => {
                let answers = self.current_answers();
                if let Some(known) = answers.body(question) {
                    return Ok(known);
                }
                let body = PreparedBody::new(self.made(question).await?);
                Ok(answers.keep(question.clone(), body))
            }
        }
    }

    /// Returns the answers that still count.
    fn current_answers(&self) -> Rc<ApiAnswers> {
        let mut answers = self.answers.borrow_mut();
        if answers.0.elapsed() >= EVALUATE_AGAIN {
            *answers = (Instant::now(), Rc::default());
        }
        Rc::clone(&answers.1)
    }

    async fn made(&self, question: &ApiQuestion) -> std::result::Result<Vec<u8>, ApiError> {
        match question {
            ApiQuestion::Channels(place) => Box::pin(self.channels(place)).await,
            ApiQuestion::Graph(question) => Box::pin(self.graph(question)).await,
            ApiQuestion::Path(asked) => Box::pin(self.path(asked)).await,
        }
    }

    async fn cluster(&self) -> std::result::Result<Arc<PreparedBody>, ApiError> {
        let mut read = self.read.lock().await;
        if let Some((_, known)) = read.as_ref().filter(|(at, _)| at.elapsed() < READ_AGAIN) {
            return Ok(Arc::clone(known));
        }
        let at = Instant::now();
        let document =
            Box::pin(self.read_cluster()).await.map_err(|error| ApiError::unreadable(&error))?;
        let body = Arc::new(PreparedBody::new(json(&document)));
        *read = Some((at, Arc::clone(&body)));
        Ok(body)
    }

    async fn read_cluster(&self) -> Result<ExploredCluster> {
        let invocation = &self.context.session.invocation;
        let snapshot = self.source.snapshot(&SnapshotParts::EXPLORE).await?;
        let updates = Updates::new(&snapshot.cluster);
        let (plans, notes) = self.plans(&snapshot, &updates).await;
        let report = status::assess(&snapshot);
        let pre_checks = plans.iter().map(|stored| {
            let place = PlanPlace::of(stored);
            PreCheckReport::new(&snapshot.cluster, &stored.plan, place, invocation)
        });
        let same = SameAnswers {
            command: invocation.command([]),
            path_arguments: [self.origin.words(), self.facts.words()].concat(),
        };
        Ok(ExploredCluster::new(
            same,
            UpdateList::new(&snapshot, &updates, true, invocation),
            UpdateStatusReport::new(&snapshot, &report, StatusDetail::default()),
            pre_checks.collect(),
            notes,
        ))
    }

    /// Reads the stored plans that are still needed, and says why others cannot be read.
    async fn plans(
        &self,
        snapshot: &Snapshot,
        updates: &Updates,
    ) -> (Vec<StoredPlan>, Vec<String>) {
        let cluster = &snapshot.cluster;
        let state = self.context.session.environment.state.as_deref();
        let listed = self.source.list_plans(cluster, state).await;
        let PlanList { mut plans, unreadable } =
            listed.unwrap_or_else(|error| PlanList { plans: Vec::new(), unreadable: vec![error] });
        if let Source::Files(_) = *self.source {
            // A recording does not list its plans.
            for update in updates.all() {
                let found = self.source.find_plan(update.release.version.text()).await;
                if let Ok(PlanLookup::Found(stored)) = found {
                    plans.push(*stored);
                }
            }
        }
        plans.retain(|stored| !cluster.now.is_some_and(|now| stored.plan.is_spent(cluster, now)));
        let notes =
            unreadable.iter().map(|error| format!("cannot read a plan: {}", error.message()));
        (plans, notes.collect())
    }

    async fn channels(&self, place: &GraphPlace) -> std::result::Result<Vec<u8>, ApiError> {
        let args = self.graph_args(place, None);
        let here = self.start(&args).await?;
        let graphs = here.graphs(&args, GraphScope::Ahead, self.context).await;
        let graphs = graphs.map_err(|error| ApiError::unreadable(&error))?;
        let arches = vec![here.arch_or_default().to_owned()];
        Ok(json(&GraphChannels::new(&graphs, arches)))
    }

    async fn graph(&self, question: &GraphQuestion) -> std::result::Result<Vec<u8>, ApiError> {
        let args = self.graph_args(&question.place, question.from.as_ref());
        let here = self.start(&args).await?;
        let graphs = here.graphs(&args, GraphScope::Followed, self.context).await;
        let mut graphs = graphs.map_err(|error| ApiError::unreadable(&error))?;
        graphs.from = question.from.clone().map(Version::new);
        api::graph(question, &graphs, here.cluster()).map(|graph| json(&graph))
    }

    async fn path(&self, asked: &PathAsked) -> std::result::Result<Vec<u8>, ApiError> {
        let args = self.graph_args(&asked.place, asked.from.as_ref());
        let here = self.start(&args).await?;
        let question = asked.question()?;
        let source = PathSource { graph: &args, facts: self.facts, words: &[] };
        let found = find_path::find(&question, source, &here, self.context).await;
        let (view, _) = found.map_err(|error| ApiError::unreadable(&error))?;
        Ok(json(&view))
    }

    async fn start(&self, args: &GraphArgs) -> std::result::Result<GraphStart, ApiError> {
        let started = read_graphs::start_from(Rc::clone(&self.source), args).await;
        started.map_err(|error| ApiError::unreadable(&error))
    }

    fn graph_args(&self, place: &GraphPlace, from: Option<&String>) -> GraphArgs {
        let OriginArgs { graph, arch } = self.origin.clone();
        GraphArgs {
            origin: OriginArgs { graph, arch: place.arch.clone().or(arch) },
            channel: place.channels.clone(),
            from_version: from.cloned(),
        }
    }
}

fn json(document: &impl serde::Serialize) -> Vec<u8> {
    output::document(document, Format::Json).into_bytes()
}
