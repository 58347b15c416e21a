//! The best paths through the graph.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Cost, Hop, PathEntry, PathQuery, RiskVerdicts, Route};
use crate::merged::MergedEdge;
use crate::risk::RiskVerdict;
use crate::version::Step;

/// The weight of a risk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    None,
    Unknown,
    Applies,
}

/// One of the best paths to a node: its cost, and the last step with the rank of what precedes it.
/// The start has none.
#[derive(Debug, Clone, Copy)]
struct Arrival {
    cost: Cost,
    last: Option<(PathEntry, usize)>,
}

/// A candidate for the next best, ordered: the cheaper, then the newer node before, then the rank
/// there. So paths of equal cost are compared from their end, and newer releases win.
type SearchCandidate = Reverse<(Cost, Reverse<usize>, usize, usize)>;

/// Returns this many of the cheapest paths to the goal; among equals the newest releases, compared
/// from the goal backwards.
///
/// No release occurs twice, since versions only grow; so each node needs only its own best paths,
/// made from those of the nodes before it.
pub(super) fn best(query: &PathQuery<'_>, opinion: RiskVerdicts<'_>, count: usize) -> Vec<Route> {
    let Some(start) = query.start else { return Vec::new() };
    let weights = weights(query, opinion);
    let mut arrivals: Vec<Vec<Arrival>> = vec![Vec::new(); query.entries.len()];
    arrivals[start].push(Arrival { cost: Cost::default(), last: None });
    for place in start + 1..arrivals.len() {
        if query.ahead[place] && query.leads[place] {
            arrivals[place] = enter(query, place, &arrivals, &weights, count);
        }
    }
    let mut heap: BinaryHeap<SearchCandidate> = (start..arrivals.len())
        .filter(|&place| query.is_goal(place))
        .filter_map(|place| Some(Reverse((arrivals[place].first()?.cost, Reverse(place), 0, 0))))
        .collect();
    let mut routes = Vec::new();
    while let Some(Reverse((cost, Reverse(place), rank, _))) = heap.pop() {
        routes.push(Route { hops: hops(&arrivals, place, rank), cost });
        if routes.len() == count {
            break;
        }
        let next = arrivals[place].get(rank + 1);
        heap.extend(next.map(|next| Reverse((next.cost, Reverse(place), rank + 1, 0))));
    }
    routes
}

/// Merges the best paths to the nodes before this one.
fn enter(
    query: &PathQuery<'_>,
    place: usize,
    arrivals: &[Vec<Arrival>],
    weights: &[Weight],
    count: usize,
) -> Vec<Arrival> {
    let entries = &query.entries[place];
    let costs: Vec<Cost> =
        entries.iter().map(|entry| hop_cost(query, *entry, place, weights)).collect();
    let candidate = |number: usize, rank: usize| -> Option<SearchCandidate> {
        let from = entries[number].from;
        let before = arrivals[from].get(rank)?.cost;
        Some(Reverse((before.plus(costs[number]), Reverse(from), rank, number)))
    };
    let mut heap: BinaryHeap<SearchCandidate> =
        (0..entries.len()).filter_map(|number| candidate(number, 0)).collect();
    let mut best = Vec::new();
    while best.len() < count
        && let Some(Reverse((cost, _, rank, number))) = heap.pop()
    {
        best.push(Arrival { cost, last: Some((entries[number], rank)) });
        heap.extend(candidate(number, rank + 1));
    }
    best
}

/// Follows a path back to the start.
fn hops(arrivals: &[Vec<Arrival>], mut place: usize, mut rank: usize) -> Vec<Hop> {
    let mut hops = Vec::new();
    while let Some((PathEntry { from, way }, before)) = arrivals[place][rank].last {
        hops.push(Hop { from, to: place, way });
        (place, rank) = (from, before);
    }
    hops.reverse();
    hops
}

/// Returns the cost of a step.
pub(super) fn cost(
    query: &PathQuery<'_>,
    Hop { from, to, way }: Hop,
    opinion: RiskVerdicts<'_>,
) -> Cost {
    hop_cost(query, PathEntry { from, way }, to, &weights(query, opinion))
}

fn hop_cost(query: &PathQuery<'_>, entry: PathEntry, to: usize, weights: &[Weight]) -> Cost {
    let (risks, unknowns) = counted(query, &query.merged.edges[entry.from][entry.way], weights);
    let skips = usize::from(query.step(entry.from, to) == Some(Step::TooFar));
    let minors = query.version(entry.from).minors_to(query.version(to));
    Cost { skips, risks, unknowns, minors, hops: 1 }
}

/// Counts the risks of an edge that apply, and those that are unknown. Several with one name count
/// once, as the worst; a conditional edge without risks counts as an unknown one.
fn counted(query: &PathQuery<'_>, way: &MergedEdge, weights: &[Weight]) -> (usize, usize) {
    let unexplained = usize::from(way.unexplained);
    let risks = &query.merged.risks;
    let named = way.risks.chunk_by(|&a, &b| risks[a].name == risks[b].name);
    let worst = named.filter_map(|same| same.iter().map(|&risk| weights[risk]).max());
    worst.fold((0, unexplained), |(risks, unknowns), weight| match weight {
        Weight::Applies => (risks + 1, unknowns),
        Weight::Unknown => (risks, unknowns + 1),
        Weight::None => (risks, unknowns),
    })
}

fn weights(query: &PathQuery<'_>, opinion: RiskVerdicts<'_>) -> Vec<Weight> {
    let judged = query.merged.risks.iter().zip(opinion.verdicts);
    let weight = judged.map(|(risk, verdict)| match verdict {
        RiskVerdict::Clear => Weight::None,
        _ if opinion.accepted.by(&risk.name).is_some() => Weight::None,
        RiskVerdict::Applies => Weight::Applies,
        RiskVerdict::Unknown { .. } => Weight::Unknown,
    });
    weight.collect()
}

/// For each node, whether it is reachable with steps without risks that skip no minor version.
pub(super) fn reached_cleanly(query: &PathQuery<'_>, opinion: RiskVerdicts<'_>) -> Vec<bool> {
    let weights = weights(query, opinion);
    let mut clean = vec![false; query.entries.len()];
    for (place, entries) in query.entries.iter().enumerate() {
        let by = |entry: &PathEntry| {
            let cost = hop_cost(query, *entry, place, &weights);
            clean[entry.from] && cost.is_clean() && cost.skips == 0
        };
        clean[place] = Some(place) == query.start || entries.iter().any(by);
    }
    clean
}
