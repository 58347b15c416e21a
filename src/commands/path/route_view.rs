//! One way over several updates, hop by hop.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use super::view::PathReport;
use crate::cli::invocation::Invocation;
use crate::output::parts::cluster::{ReleaseView, filled};
use upgrade_core::condition_type::ClusterVersionCondition;
use upgrade_graph::channel;
use upgrade_graph::condition::Status;
use upgrade_graph::path::{
    AcceptedBy, ChannelChoice, ChannelScope, Cost, Hop, PathQuery, Pause, Route, choices, pauses,
};
use upgrade_graph::risk::RiskVerdict;
use upgrade_graph::version::Step;

/// A way from the start to the goal
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RouteView {
    /// The release it ends at
    pub(crate) to: String,
    /// False where a risk applies that is not accepted, Unknown where one may
    pub(crate) recommended: Status,
    pub(crate) cost: Cost,
    /// The risks that apply, or may, and are not accepted, each once, sorted
    pub(crate) unaccepted: Vec<String>,
    /// The risks that apply, or may, and are accepted, each once, sorted
    pub(crate) accepted: Vec<String>,
    pub(crate) hops: Vec<HopView>,
    /// With `--eus`: when worker pools may stay paused
    pub(crate) pauses: Vec<PauseView>,
}

/// One update of a way
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HopView {
    /// Counted from 1
    pub(crate) number: usize,
    pub(crate) from: String,
    pub(crate) to: ReleaseView,
    pub(crate) step: StepView,
    /// The channel to follow for it; null where the graph names none that offers it
    pub(crate) channel: Option<String>,
    pub(crate) channel_change: ChannelChangeView,
    /// The channels that the cluster follows, such as `stable`, where this update leaves them for
    /// others; null where it does not
    pub(crate) leaves: Option<String>,
    /// All channels that offer it
    pub(crate) channels: Vec<String>,
    /// False where a risk applies that is not accepted, Unknown where one may
    pub(crate) recommended: Status,
    /// Whether the graph makes conditions
    pub(crate) conditional: bool,
    /// Whether there is a condition whose reason is not given
    pub(crate) unexplained: bool,
    /// Sorted by name
    pub(crate) risks: Vec<HopRiskView>,
    /// Whether the risks are judged before they matter: all but the first hop
    pub(crate) by_todays_metrics: bool,
    /// What else one should know
    pub(crate) notes: Vec<String>,
    /// The command that sets the channel.
    #[serde(skip)]
    pub(crate) set: Option<String>,
}

/// What to do about the channel before an update
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) enum ChannelChangeView {
    /// It is followed already
    Stay,
    Set,
    /// The graph does not say in which channel the update is
    Unknown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) enum StepView {
    /// Within the minor version
    Patch,
    /// To the next minor version, or the first of the next major version
    NextMinor,
    /// Over more than one minor version: cluster-version operators since 4.19 block such an update
    SkipsMinor,
}

/// A risk of one hop
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HopRiskView {
    pub(crate) name: String,
    pub(crate) message: String,
    pub(crate) url: Option<String>,
    pub(crate) applies: Status,
    /// Why that is Unknown
    pub(crate) why: Option<String>,
    pub(crate) accepted: bool,
    /// Null where it is not accepted
    pub(crate) accepted_by: Option<AcceptedBy>,
}

/// A stretch of a way during which worker pools may stay paused
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PauseView {
    /// The number of the hop before which they are paused
    pub(crate) before: usize,
    /// The number of the hop after which they are unpaused, before any further minor version
    pub(crate) until: usize,
    /// The minor version they stay on
    pub(crate) from: String,
    /// The minor version they follow to
    pub(crate) to: String,
}

impl RouteView {
    pub(crate) fn new(report: &PathReport<'_>, route: &Route) -> Self {
        let query = report.query;
        let choices = choices(query, &route.hops, report.channel(), report.named);
        let hops = route.hops.iter().zip(choices).enumerate();
        let mut hops: Vec<HopView> =
            hops.map(|(place, (hop, choice))| HopView::new(report, place, *hop, choice)).collect();
        leave(report, &mut hops);
        hold_back(report, &mut hops);
        let named = |accepted: bool| -> Vec<String> {
            let risks = hops.iter().flat_map(|hop| &hop.risks);
            let open = risks.filter(|risk| risk.matters() && risk.accepted == accepted);
            let names: BTreeSet<&String> = open.map(|risk| &risk.name).collect();
            names.into_iter().cloned().collect()
        };
        let eus = query.scope == ChannelScope::Eus;
        let pauses = if eus { pauses(query, &route.hops) } else { Vec::new() };
        Self {
            to: hops.last().map(|hop| hop.to.version.clone()).unwrap_or_default(),
            recommended: recommended(route.cost.risks, route.cost.unknowns),
            cost: route.cost,
            unaccepted: named(false),
            accepted: named(true),
            pauses: pauses.iter().map(PauseView::new).collect(),
            hops,
        }
    }

    /// Returns whether a hop has a condition without a reason, which no name accepts.
    pub(crate) fn is_unexplained(&self) -> bool {
        self.hops.iter().any(|hop| hop.unexplained)
    }

    /// Returns the commands for the first hop.
    pub(crate) fn first_commands(&self, invocation: &Invocation) -> Vec<String> {
        let Some(hop) = self.hops.first() else { return Vec::new() };
        let mut words = vec!["--to", hop.to.version.as_str()];
        let open = hop.risks.iter().filter(|risk| risk.matters() && !risk.is_on_cluster());
        let names: BTreeSet<&String> = open.map(|risk| &risk.name).collect();
        let names: Vec<String> = names.into_iter().cloned().collect();
        if hop.unexplained || !names.is_empty() {
            words.push("--allow-not-recommended");
        }
        let names = typed(&names);
        if let Some(names) = names.as_deref().filter(|_| !hop.unexplained) {
            words.extend(["--accept", names]);
        }
        if hop.step == StepView::SkipsMinor {
            words.push("--allow-upgrade-with-warnings");
        }
        hop.set.iter().cloned().chain([invocation.command(words)]).collect()
    }
}

impl HopView {
    fn new(report: &PathReport<'_>, place: usize, hop: Hop, choice: ChannelChoice) -> Self {
        let PathReport { query, opinion, invocation, .. } = report;
        let (merged, way) = (query.merged, query.way(hop));
        let risks: Vec<HopRiskView> =
            way.risks.iter().map(|&risk| HopRiskView::new(report, risk)).collect();
        let (followed, channel_change) = match choice {
            ChannelChoice::Stay(name) => (Some(name), ChannelChangeView::Stay),
            ChannelChoice::Set(name) => (Some(name), ChannelChangeView::Set),
            ChannelChoice::Any => (None, ChannelChangeView::Unknown),
        };
        let sets = channel_change == ChannelChangeView::Set;
        let cost = query.cost(hop, *opinion);
        let set = followed.as_deref().filter(|_| sets && report.is_requestable());
        Self {
            number: place + 1,
            from: query.version(hop.from).text().to_owned(),
            to: ReleaseView::new(&merged.nodes[hop.to].release),
            step: match query.step(hop.from, hop.to) {
                Some(Step::NextMinor) => StepView::NextMinor,
                Some(Step::TooFar) => StepView::SkipsMinor,
                Some(
                    Step::Same | Step::Patch | Step::Down | Step::DownAcrossMinor | Step::Unknown,
                )
                | None => StepView::Patch,
            },
            set: set.map(|name| invocation.command(["channel", name])),
            channel: followed,
            channel_change,
            leaves: None,
            channels: channel::sorted(&merged.channel_names(&way.channels)),
            recommended: recommended(cost.risks, cost.unknowns),
            conditional: way.is_conditional(),
            unexplained: way.unexplained,
            risks,
            by_todays_metrics: place > 0,
            notes: notes(query, hop),
        }
    }

    /// Returns the channel that is to be set before.
    pub(crate) fn to_set(&self) -> Option<&str> {
        let sets = self.channel_change == ChannelChangeView::Set;
        self.channel.as_deref().filter(|_| sets)
    }
}

/// Returns names as `--accept` takes them; none where one of them cannot be typed.
pub(crate) fn typed(names: &[String]) -> Option<String> {
    let plain = |name: &String| name.chars().all(|c| c.is_ascii_graphic() && c != ',');
    (!names.is_empty() && names.iter().all(plain)).then(|| names.join(","))
}

fn recommended(risks: usize, unknowns: usize) -> Status {
    match (risks, unknowns) {
        (0, 0) => Status::True,
        (0, _) => Status::Unknown,
        _ => Status::False,
    }
}

fn notes(query: &PathQuery<'_>, hop: Hop) -> Vec<String> {
    let way = query.way(hop);
    let several = (way.groups > 1).then(|| {
        let count = way.groups;
        format!("the graph has conditions for it {count} times, and clusters drop such an update")
    });
    let skips = (query.step(hop.from, hop.to) == Some(Step::TooFar)).then(|| {
        "the update skips a minor version: cluster-version operators since 4.19 block it, and \
         earlier ones do not check"
            .to_owned()
    });
    skips.into_iter().chain(several).collect()
}

/// Says at each hop that leads from the channels which the cluster follows into others.
fn leave(report: &PathReport<'_>, hops: &mut [HopView]) {
    let Some(followed) = report.channel() else { return };
    let own = channel::family(followed);
    for hop in hops {
        let is_own = |name: &str| match &own {
            Some(family) => channel::family(name).as_ref() == Some(family),
            None => name == followed,
        };
        let leaves = hop.to_set().is_some_and(|to| !is_own(to));
        if !leaves {
            continue;
        }
        let offered = hop.channels.iter().any(|name| is_own(name));
        let (left, none) = match &own {
            Some(family) => (format!("the {family} channels"), "none of them offers it"),
            None => (format!("the channel {followed}"), "it is not offered there"),
        };
        let why = if offered { "--eus prefers eus channels" } else { none };
        hop.notes.insert(0, format!("the update to {} leaves {left}: {why}", hop.to.version));
        hop.leaves = Some(own.clone().unwrap_or_else(|| followed.to_owned()));
    }
}

/// Says at the first hop that it concerns what the cluster itself has against a later minor version.
fn hold_back(report: &PathReport<'_>, hops: &mut [HopView]) {
    let first = hops.iter_mut().find(|hop| match hop.step {
        StepView::Patch => false,
        StepView::NextMinor | StepView::SkipsMinor => true,
    });
    let (Some(first), true) = (first, report.is_of_cluster()) else { return };
    let held =
        report.cluster.and_then(|cluster| cluster.condition(ClusterVersionCondition::Upgradeable));
    if let Some(condition) = held.filter(|condition| condition.status == Status::False) {
        let why = condition.state();
        let command = report.invocation.command(["ack"]);
        first.notes.push(format!(
            "{why} blocks minor version updates; to list admin gates, run: {command}"
        ));
    }
}

impl HopRiskView {
    fn new(report: &PathReport<'_>, number: usize) -> Self {
        let risk = &report.query.merged.risks[number];
        let verdict = report.opinion.verdicts.get(number);
        let accepted = report.opinion.accepted.by(&risk.name);
        Self {
            name: risk.name.clone(),
            message: risk.message.clone(),
            url: filled(&risk.url),
            applies: match verdict {
                Some(RiskVerdict::Applies) => Status::True,
                Some(RiskVerdict::Clear) => Status::False,
                Some(RiskVerdict::Unknown { .. }) | None => Status::Unknown,
            },
            why: match verdict {
                Some(RiskVerdict::Unknown { why }) => Some(why.clone()),
                Some(RiskVerdict::Applies | RiskVerdict::Clear) | None => None,
            },
            accepted: accepted.is_some(),
            accepted_by: accepted,
        }
    }

    /// Returns whether it applies, or may.
    pub(crate) fn matters(&self) -> bool {
        self.applies != Status::False
    }

    fn is_on_cluster(&self) -> bool {
        self.accepted_by == Some(AcceptedBy::Cluster)
    }
}

impl PauseView {
    fn new(pause: &Pause) -> Self {
        let name = |(major, minor): (u64, u64)| format!("{major}.{minor}");
        Self {
            before: pause.before + 1,
            until: pause.until + 1,
            from: name(pause.from),
            to: name(pause.to),
        }
    }
}
