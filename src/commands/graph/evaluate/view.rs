//! `RiskEvaluation`: every update from one release, every risk with the answer to each rule, and
//! what the cluster reports.

use schemars::JsonSchema;
use serde::Serialize;

use crate::actions::read_graphs::RulesFrom;
use crate::output::parts::ApiVersion;
use crate::output::parts::cluster::{ClusterView, ReleaseView, filled};
use crate::output::parts::graph_source::GraphSourceView;
use upgrade_core::cluster::Cluster;
use upgrade_core::evaluate::{
    ClusterVerdict, DifferenceCode, EvaluatedTarget, GraphEvaluation, NotComparable,
    VerdictDifference,
};
use upgrade_core::updates::Candidate;
use upgrade_graph::channel_graphs::ChannelGraphs;
use upgrade_graph::condition::Status;
use upgrade_graph::model::Rule;
use upgrade_graph::risk::{QueryAnswer, RiskVerdict, RuleAttempt, RuleOutcome};
use upgrade_graph::targets::{EvaluatedRisk, GraphTarget};
use upgrade_graph::version::Version;

/// The updates from one release, evaluated now
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RiskEvaluation {
    api_version: ApiVersion,
    kind: Kind,
    /// Null if no cluster was read
    pub(crate) cluster: Option<ClusterView>,
    /// The version to start from
    pub(crate) from: String,
    pub(crate) graph: GraphSourceView,
    pub(crate) rules_from: RulesFrom,
    /// Newest first; with `--version`, only that one
    pub(crate) targets: Vec<EvaluatedTargetView>,
    /// The risks of these targets, each once, sorted by name
    pub(crate) risks: Vec<EvaluatedRiskView>,
    /// Updates that the cluster reports and the graph does not have, newest first
    pub(crate) only_listed: Vec<ListedView>,
    /// Why the targets are not compared with the cluster; null if they are
    pub(crate) not_compared: Option<String>,
    /// Notes on how this was determined
    pub(crate) notes: Vec<String>,
    pub(crate) warnings: Vec<String>,
    #[serde(skip)]
    pub(crate) reading: EvaluationText,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    RiskEvaluation,
}

/// What only the text needs.
#[derive(Debug)]
pub(crate) struct EvaluationText {
    /// Whether the text shows one target in full, not all.
    pub(crate) account: bool,
    /// How to see one target in full.
    pub(crate) show_one: String,
}

/// A target, as evaluated here and by the cluster
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct EvaluatedTargetView {
    #[serde(flatten)]
    pub(crate) release: ReleaseView,
    /// The worst of its risks: False, then Unknown, then True
    pub(crate) recommended: Status,
    /// Null if it is not conditional
    pub(crate) reason: Option<String>,
    /// Null if it is not conditional
    pub(crate) message: Option<String>,
    /// Whether it is a conditional update
    pub(crate) conditional: bool,
    /// Sorted by name; `risks` next to `targets` has the details
    pub(crate) risks: Vec<RiskVerdictView>,
    /// What the cluster reports about it; null if it does not report it, or was not read
    pub(crate) cluster: Option<ClusterVerdictView>,
    /// Why the cluster reports something else; null if it reports the same, or was not read
    pub(crate) difference: Option<DifferenceView>,
}

/// Whether a risk of a target applies
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RiskVerdictView {
    pub(crate) name: String,
    pub(crate) applies: Status,
    /// Why that is unknown; null if it is known
    pub(crate) why: Option<String>,
    /// Accepted on the cluster
    pub(crate) accepted: bool,
}

/// What a cluster reports about an available update
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ClusterVerdictView {
    pub(crate) recommended: Status,
    /// Null if it is not conditional
    pub(crate) reason: Option<String>,
    /// Null if it is not conditional
    pub(crate) message: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ListedView {
    #[serde(flatten)]
    pub(crate) release: ReleaseView,
    #[serde(flatten)]
    pub(crate) said: ClusterVerdictView,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct DifferenceView {
    pub(crate) code: DifferenceCode,
    /// A sentence
    pub(crate) message: String,
}

/// A risk and its evaluation
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct EvaluatedRiskView {
    pub(crate) name: String,
    pub(crate) message: String,
    pub(crate) url: Option<String>,
    pub(crate) applies: Status,
    /// Why that is unknown; null if it is known
    pub(crate) why: Option<String>,
    /// Accepted on the cluster
    pub(crate) accepted: bool,
    /// The versions that have this risk, newest first
    pub(crate) targets: Vec<String>,
    /// In the order of evaluation: the first one that can be evaluated decides
    pub(crate) rules: Vec<RuleView>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct RuleView {
    /// `Always`, `PromQL`, `Platforms`, or an unknown type
    pub(crate) r#type: String,
    /// The query of `PromQL`
    pub(crate) query: Option<String>,
    /// The platforms of `Platforms`
    pub(crate) platforms: Option<Vec<String>>,
    /// What Prometheus returned; null if the rule has no query, or if it was not sent
    pub(crate) answer: Option<AnswerView>,
    pub(crate) outcome: RuleOutcomeView,
    /// Why it failed; null if it did not
    pub(crate) why: Option<String>,
}

/// An answer as Prometheus returned it
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct AnswerView {
    /// The samples of a vector, as Prometheus writes them; null if there is none
    pub(crate) values: Option<Vec<String>>,
    /// Null if there is an answer
    pub(crate) error: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum RuleOutcomeView {
    Match,
    NoMatch,
    Failed,
    /// A rule that was not evaluated
    NotNeeded,
}

impl RiskEvaluation {
    /// The view of all targets, or of those of one version.
    pub(crate) fn new(
        graphs: &ChannelGraphs,
        rules_from: RulesFrom,
        cluster: Option<&Cluster>,
        found: &GraphEvaluation,
        only: Option<&Version>,
        show_one: String,
    ) -> Self {
        let shown = |version: &Version| only.is_none_or(|only| only == version);
        let targets = found.targets.iter().filter(|known| shown(&known.target.release.version));
        let risks = found.risks().into_iter().filter_map(|(risk, mut versions)| {
            versions.retain(|version| shown(version));
            (!versions.is_empty()).then(|| EvaluatedRiskView::new(risk, &versions))
        });
        let listed = found.elsewhere.iter().filter(|said| shown(&said.release.version));
        let known = found.targets.iter().map(|known| &known.target);
        let mingled = mingled(known.filter(|target| shown(&target.release.version)));
        let oddities = cluster.iter().flat_map(|cluster| &cluster.oddities);
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::RiskEvaluation,
            cluster: cluster.map(ClusterView::new),
            from: graphs.from.as_ref().map(ToString::to_string).unwrap_or_default(),
            graph: GraphSourceView::new(graphs),
            rules_from,
            targets: targets.map(EvaluatedTargetView::new).collect(),
            risks: risks.collect(),
            only_listed: listed.map(ListedView::new).collect(),
            not_compared: found.apart.as_ref().map(apart),
            notes: graphs.notes.clone(),
            warnings: oddities.chain(&graphs.warnings).cloned().chain(mingled).collect(),
            reading: EvaluationText { account: only.is_some(), show_one },
        }
    }
}

impl EvaluatedTargetView {
    fn new(known: &EvaluatedTarget) -> Self {
        let EvaluatedTarget { target, heard, difference } = known;
        let GraphTarget { release, verdict, risks, groups, .. } = target;
        Self {
            release: ReleaseView::new(release),
            recommended: target.status(),
            reason: verdict.as_ref().map(|verdict| verdict.reason.clone()),
            message: verdict.as_ref().map(|verdict| verdict.message.clone()),
            conditional: *groups > 0,
            risks: risks.iter().map(RiskVerdictView::new).collect(),
            cluster: heard.as_ref().map(ClusterVerdictView::new),
            difference: difference.as_ref().map(DifferenceView::new),
        }
    }
}

impl RiskVerdictView {
    fn new(assessed: &EvaluatedRisk) -> Self {
        let EvaluatedRisk { risk, judgement, accepted } = assessed;
        let (applies, why) = applies(&judgement.verdict);
        Self { name: risk.name.clone(), applies, why, accepted: *accepted }
    }
}

/// Returns whether a risk applies, and why that is unknown.
fn applies(verdict: &RiskVerdict) -> (Status, Option<String>) {
    match verdict {
        RiskVerdict::Applies => (Status::True, None),
        RiskVerdict::Clear => (Status::False, None),
        RiskVerdict::Unknown { why } => (Status::Unknown, Some(why.clone())),
    }
}

impl ClusterVerdictView {
    fn new(heard: &ClusterVerdict) -> Self {
        let condition = heard.condition.as_ref();
        Self {
            recommended: heard.status,
            reason: condition.map(|condition| condition.reason.clone()),
            message: condition.map(|condition| condition.message.clone()),
        }
    }
}

impl ListedView {
    fn new(said: &Candidate) -> Self {
        Self {
            release: ReleaseView::new(&said.release),
            said: ClusterVerdictView::new(&ClusterVerdict::new(said)),
        }
    }
}

impl EvaluatedRiskView {
    pub(crate) fn new(assessed: &EvaluatedRisk, targets: &[&Version]) -> Self {
        let EvaluatedRisk { risk, judgement, accepted } = assessed;
        let (applies, why) = applies(&judgement.verdict);
        Self {
            name: risk.name.clone(),
            message: risk.message.clone(),
            url: filled(&risk.url),
            applies,
            why,
            accepted: *accepted,
            targets: targets.iter().map(ToString::to_string).collect(),
            rules: judgement.trail.iter().map(RuleView::new).collect(),
        }
    }
}

impl RuleView {
    fn new(tried: &RuleAttempt) -> Self {
        let (kind, query, platforms) = match &tried.rule {
            Rule::Always => ("Always", None, None),
            Rule::PromQl(query) => ("PromQL", Some(query.clone()), None),
            Rule::Platforms(names) => ("Platforms", None, Some(names.clone())),
            Rule::AnyOf(_) => ("AnyOf", None, None),
            Rule::Unknown(kind) => (kind.as_str(), None, None),
        };
        let (outcome, why) = match &tried.found {
            RuleOutcome::Match => (RuleOutcomeView::Match, None),
            RuleOutcome::NoMatch => (RuleOutcomeView::NoMatch, None),
            RuleOutcome::Failed(why) => (RuleOutcomeView::Failed, Some(why.clone())),
            RuleOutcome::NotNeeded => (RuleOutcomeView::NotNeeded, None),
        };
        let answer = tried.answer.as_ref().map(AnswerView::new);
        Self { r#type: kind.to_owned(), query, platforms, answer, outcome, why }
    }
}

impl AnswerView {
    fn new(answer: &QueryAnswer) -> Self {
        let number = |value: &f64| match *value {
            value if value == f64::INFINITY => "+Inf".to_owned(),
            value if value == f64::NEG_INFINITY => "-Inf".to_owned(),
            value => value.to_string(),
        };
        match answer {
            QueryAnswer::Vector(values) => {
                Self { values: Some(values.iter().map(number).collect()), error: None }
            }
            QueryAnswer::Failed(why) => Self { values: None, error: Some(why.clone()) },
        }
    }
}

/// Warns about targets that a graph lists more than once.
pub(crate) fn mingled<'a>(targets: impl Iterator<Item = &'a GraphTarget>) -> Vec<String> {
    let mut warnings = Vec::new();
    for GraphTarget { release, plain, groups, .. } in targets {
        let version = &release.version;
        if *plain && *groups > 0 {
            warnings.push(format!(
                "the graph lists {version} with and without risks. It counts as conditional"
            ));
        }
        if *groups > 1 {
            warnings.push(format!(
                "the graph lists {version} {groups} times with risks. All risks count"
            ));
        }
    }
    warnings
}

fn apart(apart: &NotComparable) -> String {
    match apart {
        NotComparable::NoCluster => "no cluster".to_owned(),
        NotComparable::OtherVersion { on } => format!("the cluster is on {on}"),
        NotComparable::OtherChannel { followed: Some(channel) } => {
            format!("the cluster is in channel {channel}")
        }
        NotComparable::OtherChannel { followed: None } => {
            "no channel is set on the cluster".to_owned()
        }
        NotComparable::OtherArchitecture { here } => format!("the cluster is {here}"),
        NotComparable::OtherGraph => {
            "the graph is not from the cluster's update service".to_owned()
        }
    }
}

impl DifferenceView {
    pub(crate) fn new(difference: &VerdictDifference) -> Self {
        Self { code: difference.code(), message: difference.sentence() }
    }
}
