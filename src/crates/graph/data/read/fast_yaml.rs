//! The YAML subset of nearly all graph-data files: maps, lists and text. It is read directly from
//! the parser's events, in half the time; anything else is left to the full parser.

use std::collections::BTreeSet;

use granit_parser::{Event, Parser, ScalarStyle, Span, StrInput, options};

use crate::bounded::Meter;
use crate::data::Location;
use crate::data::read::tree::{Key, Located, Tree, TreeNode};

const DEEPEST: usize = 16; // graph-data has five levels

/// Returns the only document of a text, or none if it needs the full parser: invalid YAML, anchors,
/// tags, duplicate keys, and scalars that may not be text.
pub(super) fn parse(text: &str, meter: &Meter) -> Option<TreeNode> {
    let parser = Parser::new_from_str_with_options(text, options! { emit_comments: false });
    let mut events = Counted { events: Events(parser), meter };
    let (Event::StreamStart, _) = events.next()? else { return None };
    let (Event::DocumentStart(_, None), _) = events.next()? else { return None };
    let node = events.node(0)?;
    let (Event::DocumentEnd, _) = events.next()? else { return None };
    let (Event::StreamEnd, _) = events.next()? else { return None };
    Some(node)
}

/// Returns the tags of a text as they are written, up to the first error.
pub(super) fn tags(text: &str) -> Vec<(String, Location)> {
    let parser = Parser::new_from_str_with_options(text, options! { emit_comments: false });
    let tagged = Events(parser).filter_map(|(event, span)| {
        let tag = event.tag()?;
        let Located { line, column, .. } = located((), span);
        let written = format!("{}{}", tag.original_handle(), tag.suffix());
        Some((written, Location { line: line.max(1), column: column.max(1) }))
    });
    tagged.collect()
}

/// Returns the position of a tab that is neither in a comment nor in quoted or block text. YAML 1.1
/// parsers reject it.
pub(super) fn bare_tab(text: &str) -> Option<usize> {
    let mut tabs = text.match_indices('\t').map(|(place, _)| place).peekable();
    tabs.peek()?;
    let parser = Parser::new_from_str_with_options(text, options! { emit_comments: true });
    let covered = Events(parser).filter_map(|(event, span)| {
        let covers = match event {
            Event::Comment(..) => true,
            Event::Scalar(_, style, ..) => style != ScalarStyle::Plain,
            _ => false,
        };
        let (start, end) = (span.start.byte_offset()?, span.end.byte_offset()?);
        covers.then_some(start..end)
    });
    let mut covered: Vec<std::ops::Range<usize>> = covered.collect();
    covered.sort_by_key(|range| range.start);
    let mut covered = covered.into_iter().peekable();
    tabs.find(|tab| {
        while covered.next_if(|range| range.end <= *tab).is_some() {}
        covered.peek().is_none_or(|range| !range.contains(tab))
    })
}

struct Events<'a>(Parser<'a, StrInput<'a>>);

/// Ends at invalid YAML.
impl<'a> Iterator for Events<'a> {
    type Item = (Event<'a>, Span);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next()?.ok()
    }
}

/// Events whose values are counted.
struct Counted<'a, 'm> {
    events: Events<'a>,
    meter: &'m Meter,
}

impl<'a> Counted<'a, '_> {
    fn next(&mut self) -> Option<(Event<'a>, Span)> {
        let (event, span) = self.events.next()?;
        if let Event::Scalar(text, ..) = &event {
            self.meter.text(text).ok()?;
        }
        self.meter.value().ok()?;
        Some((event, span))
    }

    fn node(&mut self, depth: usize) -> Option<TreeNode> {
        let (event, span) = self.next()?;
        self.finish(event, span, depth)
    }

    /// Reads the rest of the value that an event started.
    fn finish(&mut self, event: Event<'a>, span: Span, depth: usize) -> Option<TreeNode> {
        let value = match event {
            Event::SequenceStart(_, 0, None) if depth < DEEPEST => self.list(depth)?,
            Event::MappingStart(_, 0, None) if depth < DEEPEST => self.map(depth)?,
            event => Tree::Text(text(event)?),
        };
        Some(located(value, span))
    }

    fn list(&mut self, depth: usize) -> Option<Tree> {
        let mut items = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd, _) => return Some(Tree::List(items)),
                (event, span) => items.push(self.finish(event, span, depth + 1)?),
            }
        }
    }

    fn map(&mut self, depth: usize) -> Option<Tree> {
        let mut entries: Vec<(Key, TreeNode)> = Vec::new();
        let mut known = BTreeSet::new();
        loop {
            let (event, span) = match self.next()? {
                (Event::MappingEnd, _) => return Some(Tree::Map(entries)),
                other => other,
            };
            let key = text(event)?;
            if key == "<<" || !known.insert(key.clone()) {
                return None;
            }
            let value = self.node(depth + 1)?;
            entries.push((located(key, span), value));
        }
    }
}

fn located<T>(value: T, span: Span) -> Located<T> {
    let (start, end) = (&span.start, &span.end);
    let bytes = start.byte_offset().zip(end.byte_offset());
    let bytes = bytes.map(|(start, end)| (start as u64, end.saturating_sub(start) as u64));
    Located { value, line: start.line() as u64, column: start.col() as u64 + 1, bytes }
}

/// Returns a scalar that is certainly text.
fn text(event: Event<'_>) -> Option<String> {
    match event {
        Event::Scalar(text, style, 0, None) if style != ScalarStyle::Plain || is_text(&text) => {
            Some(text.into_owned())
        }
        _ => None,
    }
}

/// Returns whether an unquoted scalar is neither a number nor a keyword of YAML.
fn is_text(scalar: &str) -> bool {
    const WORDS: [&str; 11] =
        ["null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan", "inf"];
    let in_numbers = |letter: char| letter.is_ascii_alphanumeric() || "+-._:~".contains(letter);
    let is_word = WORDS.iter().any(|word| word.eq_ignore_ascii_case(scalar));
    scalar.contains(|letter| !in_numbers(letter))
        || scalar.matches('.').count() > 1
        || (scalar.starts_with(|first: char| first.is_ascii_alphabetic()) && !is_word)
}

#[cfg(test)]
mod tests;
