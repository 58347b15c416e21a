//! The comments of a YAML file. Parsers drop them, but they contain reasons.

use crate::data::{Location, WithLocation};

/// Returns the comments with the position of each `#`. A `#` within a block scalar is text.
pub(super) fn comments(text: &str) -> Vec<WithLocation<String>> {
    let mut found = Vec::new();
    // The indentation of the key whose value is a block scalar.
    let mut block: Option<usize> = None;
    for (number, line) in text.lines().enumerate() {
        let indent = line.len() - line.trim_start().len();
        if let Some(of_key) = block {
            if line.trim().is_empty() || indent > of_key {
                continue;
            }
            block = None;
        }
        let start = comment_start(line);
        let code = line[..start.unwrap_or(line.len())].trim_end();
        if opens_block(code) {
            block = Some(indent);
        }
        if let Some(start) = start {
            let column = line[..start].chars().count() as u64 + 1;
            let spot = Location { line: number as u64 + 1, column };
            let value = line[start..].trim_start_matches('#').trim().to_owned();
            found.push(WithLocation { value, spot });
        }
    }
    found
}

/// Finds a `#` at the start of a line or after a blank, outside of quotes.
fn comment_start(line: &str) -> Option<usize> {
    let mut quote: Option<char> = None;
    let mut before = ' ';
    for (place, letter) in line.char_indices() {
        match (quote, letter) {
            (None, '#') if before.is_whitespace() => return Some(place),
            // Quotes count only at the start of a value.
            (None, '"' | '\'') if " [{,".contains(before) => quote = Some(letter),
            (Some('"'), '"') if before == '\\' => {}
            (Some(open), letter) if open == letter => quote = None,
            _ => {}
        }
        before = letter;
    }
    None
}

/// Returns whether a line ends with `|` or `>` and optional indicators.
fn opens_block(code: &str) -> bool {
    let header = code.trim_end_matches(|c: char| c == '-' || c == '+' || c.is_ascii_digit());
    let opened = header.strip_suffix(['|', '>']);
    opened.is_some_and(|rest| rest.ends_with(": ") || rest.ends_with("- "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_found_where_they_stand() {
        let text = "# top\nname: a # why\nversions:\n# no 4.1.2\n- 4.1.3\n  # deep\n";
        let found: Vec<_> =
            comments(text).iter().map(|c| (c.spot.line, c.spot.column, c.value.clone())).collect();
        let wanted = [(1, 1, "top"), (2, 9, "why"), (4, 1, "no 4.1.2"), (6, 3, "deep")];
        assert_eq!(found, wanted.map(|(line, column, text)| (line, column, text.to_owned())));
    }

    #[test]
    fn what_is_text_is_no_comment() {
        let text =
            "message: |-\n  # heading\n  text\n\n  # more\nurl: https://x/y#c3\nname: 'a # b'\n";
        assert!(comments(text).is_empty(), "{:?}", comments(text));
        let text = "rules:\n- promql:\n    promql: |\n      # of PromQL\n      up\n# after\n";
        assert_eq!(comments(text).len(), 1);
    }
}
