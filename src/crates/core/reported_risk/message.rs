//! The message of a `Recommended` condition, split into the texts that the cluster-version operator
//! joined.

mod parts;

use std::collections::{BTreeMap, BTreeSet};

use crate::cluster::ReportedRisk;
pub use parts::MessagePart;
pub(super) use parts::parts;
use upgrade_graph::condition::{Condition, Status};

/// What a message tells about one risk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mention {
    NotNamed,
    Applies,
    /// The cluster could not evaluate it.
    NotEvaluated,
}

/// One way to read a message: what it tells about each risk.
type Reading = Vec<Mention>;

const BETWEEN: &str = "\n\n"; // separates two texts, and sometimes occurs within one

// A message is split in bounded time and space, whatever it contains: the search is exponential in
// principle, because each risk occurs at most once. If a limit is reached, nothing is known about
// any risk. Real messages stay far below: few risks, and one reading.
const MOST_RISKS: usize = 200; // risks of one update; the limit of the API
const MOST_COMPARED: usize = 256 << 20; // bytes; some tens of milliseconds
const MOST_PIECES: usize = 10_000; // positions where a text may occur
const MOST_READINGS: usize = 10_000; // readings of the whole, and of each suffix

/// Returns what a condition that is not True tells about each of several risks; none for those on
/// which possible readings differ. Nothing is known about any risk if the message is not a sequence
/// of such texts, or contradicts status or reason.
// cluster-version-operator: pkg/cvo/availableupdates.go, evaluateConditionalUpdate
pub(super) fn mentions(
    recommended: &Condition,
    risks: &[ReportedRisk],
) -> Option<Vec<Option<Mention>>> {
    let readings = readings(&recommended.message, risks)?;
    let fitting = || readings.iter().filter(|reading| fits(reading, recommended, risks));
    fitting().next()?;
    // With a risk that applies, the status would be False.
    let contradicted = recommended.status == Status::Unknown
        && fitting().all(|reading| reading.contains(&Mention::Applies));
    let of_risk = |(place, risk): (usize, &ReportedRisk)| {
        let mut found = readings.iter().filter_map(|reading| reading.get(place));
        let first = found.next().copied()?;
        // An empty text leaves no trace at the end of a message.
        let untold = contradicted || text(risk).trim_end().is_empty();
        let known = found.all(|other| *other == first) && !(first == Mention::NotNamed && untold);
        known.then_some(first)
    };
    Some(risks.iter().enumerate().map(of_risk).collect())
}

/// Returns whether status and reason match a reading.
fn fits(reading: &Reading, recommended: &Condition, risks: &[ReportedRisk]) -> bool {
    let names = |mention: Mention| reading.contains(&mention);
    let by_status = match recommended.status {
        Status::False => names(Mention::Applies),
        Status::Unknown => names(Mention::NotEvaluated),
        Status::True => false,
    };
    let mut of_reason = risks
        .iter()
        .zip(reading)
        .filter(|(risk, _)| !risk.name.is_empty() && risk.name == recommended.reason)
        .map(|(_, mention)| *mention)
        .peekable();
    by_status && (of_reason.peek().is_none() || of_reason.any(|it| it == Mention::Applies))
}

/// Returns every reading of a message; none if there is none, or if there may be too many.
fn readings(message: &str, risks: &[ReportedRisk]) -> Option<BTreeSet<Reading>> {
    let message = message.trim_end();
    let pieces = pieces(message, risks)?;
    let mut count = 0;
    let mut open = BTreeMap::from([(0, BTreeSet::from([vec![Mention::NotNamed; risks.len()]]))]);
    let mut whole = BTreeSet::new();
    // Every piece leads forward, so that all ways to a position are known before it is left.
    while let Some((start, readings)) = open.pop_first() {
        for piece in pieces.get(&start).into_iter().flatten() {
            for reading in readings.iter().filter(|it| it[piece.risk] == Mention::NotNamed) {
                let mut longer = reading.clone();
                longer[piece.risk] = piece.mention;
                let readings = match piece.end {
                    end if end == message.len() => &mut whole,
                    end => open.entry(end + BETWEEN.len()).or_default(),
                };
                count += usize::from(readings.insert(longer));
                if count > MOST_READINGS {
                    return None;
                }
            }
        }
    }
    (!whole.is_empty()).then_some(whole)
}

/// A text of one risk within a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Piece {
    end: usize,
    risk: usize,
    mention: Mention,
}

/// Returns the texts of a message by their start, as far as others follow them up to its end.
fn pieces(message: &str, risks: &[ReportedRisk]) -> Option<BTreeMap<usize, BTreeSet<Piece>>> {
    if risks.len() > MOST_RISKS {
        return None;
    }
    let texts: Vec<RiskTexts> = risks.iter().map(|risk| RiskTexts::new(message, risk)).collect();
    let starts: Vec<usize> = starts(message).collect();
    let compared: usize = texts.iter().map(RiskTexts::len).sum();
    if starts.len().saturating_mul(compared) > MOST_COMPARED {
        return None;
    }
    let mut pieces: BTreeMap<usize, BTreeSet<Piece>> = BTreeMap::new();
    let mut count = 0;
    for start in starts.into_iter().rev() {
        let leads_on = |end: &usize| {
            let next = message[*end..].starts_with(BETWEEN).then(|| *end + BETWEEN.len());
            *end == message.len() || next.is_some_and(|next| pieces.contains_key(&next))
        };
        let mut found = BTreeSet::new();
        for (risk, texts) in texts.iter().enumerate() {
            let ends = texts.ends(message, start).filter(|(end, _)| leads_on(end));
            let ends = ends.map(|(end, mention)| Piece { end, risk, mention });
            found.extend(ends.take(MOST_PIECES));
        }
        count += found.len();
        if count > MOST_PIECES {
            return None;
        }
        if !found.is_empty() {
            pieces.insert(start, found);
        }
    }
    Some(pieces)
}

/// Returns where texts may start: at the beginning, and after every blank line.
fn starts(message: &str) -> impl Iterator<Item = usize> {
    let pairs = message.as_bytes().windows(BETWEEN.len()).enumerate();
    let pairs = pairs.filter(|(_, pair)| *pair == BETWEEN.as_bytes());
    std::iter::once(0).chain(pairs.map(|(at, _)| at + BETWEEN.len()))
}

/// The texts of cluster-version operators for one risk, past and present.
struct RiskTexts {
    /// It applies.
    applies: String,
    /// It could not be evaluated, in the earliest form.
    sketched: String,
    /// It could not be evaluated, in 4.10 to 4.13: the start, and what follows that line.
    first_shipped: (String, String),
    /// The current form: its start.
    shipped: String,
    /// The ends of its last line in the message.
    last_lines: Vec<(usize, usize)>,
}

impl RiskTexts {
    fn new(message: &str, risk: &ReportedRisk) -> Self {
        let (name, url) = (&risk.name, risk.url.as_deref().unwrap_or_default());
        let last_line = format!("\n  {name} URL:");
        let last_lines = message.match_indices(&last_line).map(|(at, line)| {
            let rest = at + line.len();
            (at, line_end(message, rest))
        });
        Self {
            applies: text(risk),
            sketched: format!(
                "Unable to evaluate PromQL to determine if the cluster is impacted by {name}. {url}"
            ),
            first_shipped: (
                format!("Exposure to {name} is unknown due to an evaluation failure:"),
                format!("\n{}", text(risk)),
            ),
            shipped: format!("Could not evaluate exposure to update risk {name} ("),
            last_lines: last_lines.collect(),
        }
    }

    /// Returns how much of the message is compared, at most, to find them at one position.
    fn len(&self) -> usize {
        let Self { applies, sketched, first_shipped: (start, rest), shipped, last_lines } = self;
        let texts = applies.len() + sketched.len() + start.len() + rest.len() + shipped.len();
        2 * texts + last_lines.len()
    }

    /// Returns where the texts that start at a position end, and what they tell.
    fn ends(&self, message: &str, start: usize) -> impl Iterator<Item = (usize, Mention)> {
        let not_evaluated =
            [after(message, start, &self.sketched), self.after_first_shipped(message, start)];
        let not_evaluated =
            not_evaluated.into_iter().flatten().flatten().chain(self.after_shipped(message, start));
        let applies = after(message, start, &self.applies).into_iter().flatten();
        let applies = applies.map(|end| (end, Mention::Applies));
        applies.chain(not_evaluated.map(|end| (end, Mention::NotEvaluated)))
    }

    /// The failure is on one line, and the risk on the next.
    fn after_first_shipped(&self, message: &str, start: usize) -> [Option<usize>; 2] {
        let (first, rest) = &self.first_shipped;
        if !message[start..].starts_with(first) {
            return [None, None];
        }
        after(message, line_end(message, start + first.len()), rest)
    }

    /// The failure may have several lines with any text: so each of its last lines may be the end.
    fn after_shipped(&self, message: &str, start: usize) -> impl Iterator<Item = usize> {
        let told = start + self.shipped.len();
        let is_there = message[start..].starts_with(&self.shipped);
        let lines = self.last_lines.iter().filter(move |(at, _)| is_there && *at >= told);
        lines.map(|(_, end)| *end)
    }
}

/// Returns the text for a risk that applies.
fn text(risk: &ReportedRisk) -> String {
    format!("{} {}", risk.message, risk.url.as_deref().unwrap_or_default())
}

/// Returns where a text that starts at a position ends, with and without trailing white space.
fn after(message: &str, start: usize, text: &str) -> [Option<usize>; 2] {
    [text, text.trim_end()]
        .map(|text| message[start..].starts_with(text).then(|| start + text.len()))
}

fn line_end(message: &str, from: usize) -> usize {
    message[from..].find('\n').map_or(message.len(), |at| from + at)
}

#[cfg(test)]
mod tests;
