//! Adds releases to a channel file: lines are inserted, and everything else stays.

use std::collections::BTreeMap;

use crate::data::{Channel, ReleaseName, WithLocation};

/// Returns the text with these releases, each after the newest older one; or why they cannot be
/// inserted.
pub fn insert(text: &str, channel: &Channel, new: &[ReleaseName]) -> Result<String, String> {
    let mut new: Vec<&ReleaseName> = new.iter().collect();
    new.sort();
    new.dedup();
    if channel.versions.is_empty() {
        return fill(text, &new);
    }
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut added: BTreeMap<usize, String> = BTreeMap::new();
    for version in new {
        let older = channel.versions.iter().filter(|listed| listed.value < *version);
        let anchor = older.max_by(|a, b| (&a.value, a.spot).cmp(&(&b.value, b.spot)));
        let (anchor, after) = match anchor {
            Some(anchor) => (anchor, true),
            None => (first(channel), false),
        };
        let style = Style::new(&lines, anchor)?;
        let line = usize::try_from(anchor.spot.line).unwrap_or(usize::MAX);
        let place = if after { past_comments(&lines, line, version) } else { line - 1 };
        added.entry(place).or_default().push_str(&style.line(version));
    }
    Ok(joined(&lines, &added))
}

fn first(channel: &Channel) -> &WithLocation<ReleaseName> {
    let first = channel.versions.iter().min_by_key(|listed| listed.spot);
    first.expect("a list that is not empty has a first item")
}

/// How an item of a list is written.
struct Style<'a> {
    indent: &'a str,
    quote: &'a str,
    ending: &'a str,
}

impl<'a> Style<'a> {
    fn new(lines: &[&'a str], item: &WithLocation<ReleaseName>) -> Result<Self, String> {
        let place = usize::try_from(item.spot.line).unwrap_or(usize::MAX);
        let strange = || format!("line {place} is not a list item with `{}` alone", item.value);
        let line = place.checked_sub(1).and_then(|place| lines.get(place)).ok_or_else(strange)?;
        let column = usize::try_from(item.spot.column).unwrap_or(usize::MAX);
        let start = line.char_indices().nth(column.saturating_sub(1)).map(|(start, _)| start);
        let (indent, rest) = line.split_at(start.ok_or_else(strange)?);
        let is_item = indent.trim() == "-" && indent.ends_with([' ', '\t']);
        let quote = match rest.as_bytes().first() {
            Some(b'"' | b'\'') => &rest[..1],
            _ => "",
        };
        let written = rest[quote.len()..].strip_prefix(item.value.text());
        let rest = written.and_then(|rest| rest.strip_prefix(quote)).ok_or_else(strange)?;
        if !is_item || !(rest.trim().is_empty() || rest.trim_start().starts_with('#')) {
            return Err(strange());
        }
        let ending = if lines[0].ends_with("\r\n") { "\r\n" } else { "\n" };
        Ok(Self { indent, quote, ending })
    }

    fn line(&self, version: &ReleaseName) -> String {
        let Self { indent, quote, ending } = self;
        format!("{indent}{quote}{version}{quote}{ending}")
    }
}

/// Returns where to insert a release after a line: after comments about older ones, which explain
/// why they are missing.
fn past_comments(lines: &[&str], line: usize, version: &ReleaseName) -> usize {
    let mut place = line;
    let mut about_older = false;
    for (number, line) in lines.iter().enumerate().skip(line) {
        let Some(comment) = line.trim_start().strip_prefix('#') else { break };
        let mut words = comment.split(|c: char| c.is_whitespace() || ",;:()`".contains(c));
        if let Some(about) = words.find_map(ReleaseName::parse) {
            about_older = about < *version;
        }
        // A comment without a version continues the one before.
        if !about_older {
            break;
        }
        place = number + 1;
    }
    place
}

fn joined(lines: &[&str], added: &BTreeMap<usize, String>) -> String {
    let mut out = String::new();
    for place in 0..=lines.len() {
        if let Some(added) = added.get(&place) {
            if out.is_empty() || out.ends_with('\n') {
                out.push_str(added);
            } else {
                // The last line had no line break, and gets none.
                let ending = if added.ends_with("\r\n") { "\r\n" } else { "\n" };
                out.push_str(ending);
                out.push_str(added.trim_end_matches(['\r', '\n']));
            }
        }
        out.push_str(lines.get(place).copied().unwrap_or_default());
    }
    out
}

/// Adds releases to `versions: []`.
fn fill(text: &str, new: &[&ReleaseName]) -> Result<String, String> {
    let empty = |line: &str| {
        let value = line.strip_prefix("versions:")?;
        let code = value.split('#').next().unwrap_or_default();
        (code.trim() == "[]").then(|| value.replacen(" []", "", 1))
    };
    let mut out = String::new();
    let mut filled = 0;
    for line in text.split_inclusive('\n') {
        let Some(rest) = empty(line) else {
            out.push_str(line);
            continue;
        };
        filled += 1;
        let ending = if line.ends_with("\r\n") { "\r\n" } else { "\n" };
        let rest = rest.trim_end();
        out.push_str("versions:");
        out.push_str(rest);
        out.push_str(ending);
        out.extend(new.iter().map(|version| format!("- {version}{ending}")));
    }
    match filled {
        1 => Ok(out),
        _ => Err("there is no line `versions: []`".to_owned()),
    }
}

#[cfg(test)]
mod tests;
