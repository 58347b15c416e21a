//! One path of several updates, step by step.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use super::view::PathReport;
use crate::cli::invocation::Invocation;
use crate::output::parts::cluster::{ReleaseView, filled};
use crate::output::parts::risk::MatchingRuleView;
use upgrade_core::condition_type::ClusterVersionCondition;
use upgrade_graph::channel;
use upgrade_graph::condition::Status;
use upgrade_graph::path::{
    AcceptedBy, ChannelChoice, ChannelScope, Cost, Hop, PathQuery, Pause, Route, choices, pauses,
};
use upgrade_graph::risk::RiskVerdict;
use upgrade_graph::version::Step;

/// A path from the start to the target
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RouteView {
    /// The release at its end
    pub(crate) to: String,
    /// False if a risk applies that is not accepted, Unknown if one may apply
    pub(crate) recommended: Status,
    pub(crate) cost: Cost,
    /// Risks that apply or may apply and are not accepted, sorted
    pub(crate) unaccepted: Vec<String>,
    /// Risks that apply or may apply and are accepted, sorted
    pub(crate) accepted: Vec<String>,
    pub(crate) hops: Vec<HopView>,
    /// With `--eus`: when worker pools can stay paused
    pub(crate) pauses: Vec<PauseView>,
    /// With `--eus`: the commands of the whole path, in order; empty if they cannot be run on this
    /// cluster, or if no pool is paused
    pub(crate) commands: Vec<String>,
}

/// One step of a path
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HopView {
    /// Counted from 1
    pub(crate) number: usize,
    pub(crate) from: String,
    pub(crate) to: ReleaseView,
    pub(crate) step: StepView,
    /// The channel to set for this step; null if unknown
    pub(crate) channel: Option<String>,
    pub(crate) channel_change: ChannelChangeView,
    /// The family of channels that this step leaves, such as `stable`; null if it stays
    pub(crate) leaves: Option<String>,
    /// All channels that have this update
    pub(crate) channels: Vec<String>,
    /// False if a risk applies that is not accepted, Unknown if one may apply
    pub(crate) recommended: Status,
    /// Whether the update is conditional
    pub(crate) conditional: bool,
    /// Whether it is conditional without a reason
    pub(crate) unexplained: bool,
    /// Sorted by name
    pub(crate) risks: Vec<HopRiskView>,
    /// Whether the risks are evaluated ahead of time: all steps but the first
    pub(crate) by_todays_metrics: bool,
    /// Other notes
    pub(crate) notes: Vec<String>,
    /// The command that sets the channel.
    #[serde(skip)]
    pub(crate) set: Option<String>,
    /// The command that lists admin gates, if the cluster blocks minor version updates.
    #[serde(skip)]
    pub(crate) gates: Option<String>,
}

/// What to do about the channel before a step
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) enum ChannelChangeView {
    /// It is already set
    Stay,
    Set,
    /// The graph does not report a channel
    Unknown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) enum StepView {
    /// Within the minor version
    Patch,
    /// To the next minor version, or the first of the next major version
    NextMinor,
    /// Skips a minor version: cluster-version operators of 4.19 and later block it
    SkipsMinor,
}

/// A risk of one step
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
    /// Null if it is not accepted
    pub(crate) accepted_by: Option<AcceptedBy>,
    /// In the order of evaluation: the first one that can be evaluated decides
    pub(crate) matching_rules: Vec<MatchingRuleView>,
}

/// A part of a path during which worker pools can stay paused
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PauseView {
    /// The step before which you pause them
    pub(crate) before: usize,
    /// The step after which you resume them, before the next minor version update
    pub(crate) until: usize,
    /// The minor version they stay on
    pub(crate) from: String,
    /// The minor version they update to
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
        let mut view = Self {
            to: hops.last().map(|hop| hop.to.version.clone()).unwrap_or_default(),
            recommended: recommended(route.cost.risks, route.cost.unknowns),
            cost: route.cost,
            unaccepted: named(false),
            accepted: named(true),
            pauses: pauses.iter().map(PauseView::new).collect(),
            commands: Vec::new(),
            hops,
        };
        view.commands = view.sequence(report);
        view
    }

    /// Returns all commands of a path on which pools are paused.
    fn sequence(&self, report: &PathReport<'_>) -> Vec<String> {
        if self.pauses.is_empty() || !report.is_requestable() {
            return Vec::new();
        }
        let invocation = report.invocation;
        let pools = |action| {
            let names = report.pools.iter().map(String::as_str);
            invocation.command(["pools", action].into_iter().chain(names))
        };
        let mut commands = Vec::new();
        for hop in &self.hops {
            commands.extend(hop.gates.clone());
            commands.extend(hop.set.clone());
            if self.pauses.iter().any(|pause| pause.before == hop.number) {
                commands.push(pools("pause"));
            }
            commands.push(hop.request(&["--wait"], invocation));
            if self.pauses.iter().any(|pause| pause.until == hop.number) {
                commands.push(pools("resume"));
                commands.push(invocation.command(["wait", "--for=workers"]));
            }
        }
        commands
    }

    /// Returns whether a step is conditional without a reason, which no name accepts.
    pub(crate) fn is_unexplained(&self) -> bool {
        self.hops.iter().any(|hop| hop.unexplained)
    }

    /// Returns the commands for the first step.
    pub(crate) fn first_commands(&self, invocation: &Invocation) -> Vec<String> {
        let Some(hop) = self.hops.first() else { return Vec::new() };
        hop.set.iter().cloned().chain([hop.request(&[], invocation)]).collect()
    }
}

impl HopView {
    /// Returns the command that requests its update, with more arguments.
    fn request(&self, more: &[&str], invocation: &Invocation) -> String {
        let mut words = vec!["--to", self.to.version.as_str()];
        let open = self.risks.iter().filter(|risk| risk.matters() && !risk.is_on_cluster());
        let names: BTreeSet<&String> = open.map(|risk| &risk.name).collect();
        let names: Vec<String> = names.into_iter().cloned().collect();
        if self.unexplained || !names.is_empty() {
            words.push("--allow-not-recommended");
        }
        if can_be_typed(&names) && !self.unexplained {
            words.extend(accepting(&names));
        }
        if self.step == StepView::SkipsMinor {
            words.push("--allow-upgrade-with-warnings");
        }
        words.extend(more);
        invocation.command(words)
    }

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
            gates: None,
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

    /// Returns the channel to set before.
    pub(crate) fn to_set(&self) -> Option<&str> {
        let sets = self.channel_change == ChannelChangeView::Set;
        self.channel.as_deref().filter(|_| sets)
    }
}

/// Returns whether `--accept` takes all of these names.
pub(crate) fn can_be_typed(names: &[String]) -> bool {
    names.iter().all(|name| name.chars().all(|c| c.is_ascii_graphic() && c != ','))
}

/// Returns the flags that accept these names.
pub(crate) fn accepting(names: &[String]) -> impl Iterator<Item = &str> {
    names.iter().flat_map(|name| ["--accept", name.as_str()])
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
        format!("the graph lists the update {count} times with risks: clusters drop such an update")
    });
    let skips = (query.step(hop.from, hop.to) == Some(Step::TooFar)).then(|| {
        "the update skips a minor version: cluster-version operators of 4.19 and later block it"
            .to_owned()
    });
    skips.into_iter().chain(several).collect()
}

/// Notes each step that leaves the channels of the cluster.
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
            Some(family) => (format!("the {family} channels"), "none of them has this update"),
            None => (format!("channel {followed}"), "it does not have this update"),
        };
        let why = if offered { "--eus prefers eus channels" } else { none };
        hop.notes.insert(0, format!("this step leaves {left}: {why}"));
        hop.leaves = Some(own.clone().unwrap_or_else(|| followed.to_owned()));
    }
}

/// Notes at the first minor version update that the cluster blocks them now.
fn hold_back(report: &PathReport<'_>, hops: &mut [HopView]) {
    let first = hops.iter_mut().find(|hop| match hop.step {
        StepView::Patch => false,
        StepView::NextMinor | StepView::SkipsMinor => true,
    });
    let (Some(first), true) = (first, report.is_of_cluster()) else { return };
    let held =
        report.cluster.and_then(|cluster| cluster.condition(ClusterVersionCondition::Upgradeable));
    if let Some(condition) = held.filter(|condition| condition.status == Status::False) {
        first.notes.push(format!("{} blocks minor version updates", condition.state()));
        first.gates = Some(report.invocation.command(["ack"]));
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
            matching_rules: MatchingRuleView::all(&risk.rules),
        }
    }

    /// Returns whether it applies or may apply.
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
