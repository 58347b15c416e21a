//! The texts that a message consists of, one by one: to show each text once.

use std::collections::{BTreeMap, BTreeSet};

use super::{BETWEEN, MOST_READINGS, Mention, Piece, Reading, pieces, readings, text};
use crate::cluster::ReportedRisk;

/// One text of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessagePart {
    /// The index of its risk in those of the update.
    pub risk: usize,
    /// Why the evaluation failed, before the description of the risk; none if the risk applies.
    pub failure: Option<String>,
}

/// Returns the texts that a message consists of, in their order. There are none if it contains
/// anything else, or can be read in several ways.
pub(in crate::reported_risk) fn parts(
    message: &str,
    risks: &[ReportedRisk],
) -> Option<Vec<MessagePart>> {
    let message = message.trim_end();
    let readings = readings(message, risks)?;
    let mut readings = readings.into_iter();
    let (Some(reading), None) = (readings.next(), readings.next()) else { return None };
    let pieces = pieces(message, risks)?;
    let mut search = Search { message, risks, reading, pieces, tried: 0, found: Vec::new() };
    search.reaches_the_end(0).then_some(search.found)
}

/// The search for the positions of the texts, whose meaning is known.
struct Search<'a> {
    message: &'a str,
    risks: &'a [ReportedRisk],
    reading: Reading,
    pieces: BTreeMap<usize, BTreeSet<Piece>>,
    tried: usize,
    found: Vec<MessagePart>,
}

impl Search<'_> {
    fn reaches_the_end(&mut self, start: usize) -> bool {
        let here = self.pieces.get(&start).cloned().unwrap_or_default();
        for piece in here {
            self.tried += 1;
            let told = self.reading[piece.risk] == piece.mention;
            let used = self.found.iter().any(|part| part.risk == piece.risk);
            if !told || used || self.tried > MOST_READINGS {
                continue;
            }
            let Some(part) = self.part(start, piece) else { continue };
            self.found.push(part);
            let is_last = piece.end == self.message.len();
            if is_last && self.is_whole()
                || !is_last && self.reaches_the_end(piece.end + BETWEEN.len())
            {
                return true;
            }
            self.found.pop();
        }
        false
    }

    /// Returns whether every risk in the message has been found.
    fn is_whole(&self) -> bool {
        let named = self.reading.iter().filter(|mention| **mention != Mention::NotNamed);
        named.count() == self.found.len()
    }

    fn part(&self, start: usize, piece: Piece) -> Option<MessagePart> {
        let failure = match piece.mention {
            Mention::NotNamed => return None,
            Mention::Applies => None,
            Mention::NotEvaluated => {
                let said = &self.message[start..piece.end];
                Some(failure(said, &self.risks[piece.risk])?)
            }
        };
        Some(MessagePart { risk: piece.risk, failure })
    }
}

/// Returns what precedes the description of the risk; none if it describes another.
fn failure(said: &str, risk: &ReportedRisk) -> Option<String> {
    let (name, url) = (&risk.name, risk.url.as_deref().unwrap_or_default());
    let described = if said.starts_with("Could not evaluate exposure") {
        format!("\n  {name} description: {}\n  {name} URL: {url}", risk.message)
    } else if said.starts_with("Exposure to") {
        format!("\n{}", text(risk))
    } else {
        format!(" {url}")
    };
    let before =
        said.strip_suffix(&described).or_else(|| said.strip_suffix(described.trim_end()))?;
    Some(before.to_owned())
}
