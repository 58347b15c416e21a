//! Which characters are valid, and which text some YAML parsers read as another type.

use std::sync::LazyLock;

use regex::Regex;

use crate::data::Location;

/// Returns the first character that YAML does not allow, and its position.
pub(super) fn unprintable(text: &str) -> Option<(char, Location)> {
    // Hardly any text has one of these bytes, and comparing bytes is fast.
    let is_suspect =
        |byte: u8| byte < b' ' && !b"\t\n\r".contains(&byte) || b"\x7f\xc2\xef".contains(&byte);
    if !text.bytes().any(is_suspect) {
        return None;
    }
    let (place, letter) = text.char_indices().find(|(_, letter)| !is_printable(*letter))?;
    Some((letter, location(text, place)))
}

/// YAML 1.2.2, section 5.1.
fn is_printable(letter: char) -> bool {
    matches!(letter,
        '\t' | '\n' | '\r' | ' '..='~' | '\u{85}' | '\u{a0}'..='\u{fffd}' | '\u{10000}'..)
}

/// Returns the first character that is a line break in YAML 1.1, but not in 1.2.
pub(super) fn line_break(text: &str) -> Option<(char, Location)> {
    if text.is_ascii() {
        return None;
    }
    let place = text.find(['\u{85}', '\u{2028}', '\u{2029}'])?;
    Some((text[place..].chars().next()?, location(text, place)))
}

/// Returns the position of a byte in a text.
pub(super) fn location(text: &str, place: usize) -> Location {
    let before = &text[..place];
    let line = before.bytes().filter(|byte| *byte == b'\n').count() as u64 + 1;
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    Location { line, column: before[start..].chars().count() as u64 + 1 }
}

/// Returns how YAML 1.1 parsers read an unquoted text, if not as text.
pub(super) fn other_type(text: &str) -> Option<&'static str> {
    let start = text.bytes().next()?;
    if text.len() > LONGEST || !(start.is_ascii_digit() || b"+-.<=NOYnoy".contains(&start)) {
        return None;
    }
    OTHER_TYPES.iter().find(|(_, regex)| regex.is_match(text)).map(|(what, _)| *what)
}

const LONGEST: usize = 40; // bytes; no date is longer

/// As PyYAML resolves them, which upstream's tools use. What all versions of YAML agree on is left
/// out.
static OTHER_TYPES: LazyLock<[(&str, Regex); 4]> = LazyLock::new(|| {
    let types = [
        ("a boolean", "[Yy]es|YES|[Nn]o|NO|[Oo]n|ON|[Oo]ff|OFF"),
        (
            "a number",
            "[-+]?(0b[01_]+|0x[0-9A-Fa-f_]+|[0-9][0-9_]*|[0-9][0-9_]*(:[0-5]?[0-9])+([.][0-9_]*)?|\
             [0-9][0-9_]*[.][0-9_]*([Ee][-+][0-9]+)?)|[.][0-9][0-9_]*([Ee][-+][0-9]+)?",
        ),
        (
            "a date",
            "[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt]|[ \\t]+)[0-9]{1,2}:[0-9]{2}:\
             [0-9]{2}([.][0-9]*)?([ \\t]*(Z|[-+][0-9]{1,2}(:[0-9]{2})?))?",
        ),
        ("a special key", "=|<<"),
    ];
    types.map(|(what, text)| {
        (what, Regex::new(&format!("^(?:{text})$")).expect("the expressions are fixed"))
    })
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_other_parsers_read_as_another_type_is_reported() {
        for (text, other) in [
            ("Yes", Some("a boolean")),
            ("off", Some("a boolean")),
            ("NO", Some("a boolean")),
            ("yEs", None),
            ("y", None),
            ("Yes1", None),
            ("None", None),
            ("1_000", Some("a number")),
            ("0b11", Some("a number")),
            ("190:20:30", Some("a number")),
            ("190:70", None),
            ("4.7.4", None),
            ("2024-01-31", Some("a date")),
            ("2024-01-31 08:00:00 +1", Some("a date")),
            ("2024-01-31T08:00:00Z", Some("a date")),
            ("2024-01", None),
            ("=", Some("a special key")),
            ("<<", Some("a special key")),
            ("<", None),
            (".*", None),
            ("", None),
        ] {
            assert_eq!(other_type(text), other, "{text:?}");
        }
    }

    #[test]
    fn what_breaks_lines_elsewhere_is_found_where_it_stands() {
        let found = line_break("a: b\nc: d\u{2028}e").unwrap();
        assert_eq!(found, ('\u{2028}', Location { line: 2, column: 5 }));
        assert_eq!(line_break("a: b\r\nc: \u{e9}"), None);
    }

    #[test]
    fn characters_that_yaml_does_not_allow_are_found_where_they_stand() {
        for (text, found) in [
            ("a: b\tc\r\n", None),
            ("a: \u{e9}\u{a0}\u{85}\u{feff}\u{1f600}", None),
            ("a: b\nc: \u{e9}\u{1b}[1m", Some(('\u{1b}', 2, 5))),
            ("t\0o\0", Some(('\0', 1, 2))),
            ("a: \u{7f}", Some(('\u{7f}', 1, 4))),
            ("a: \u{9b}", Some(('\u{9b}', 1, 4))),
            ("a: \u{fffe}", Some(('\u{fffe}', 1, 4))),
        ] {
            let found = found.map(|(letter, line, column)| (letter, Location { line, column }));
            assert_eq!(unprintable(text), found, "{text:?}");
        }
    }
}
