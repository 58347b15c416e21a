//! Regular expressions of graph-data, compiled for the names of releases.

use regex::bytes::{Regex, RegexBuilder};

/// A regular expression, and its source.
#[derive(Debug, Clone)]
pub struct Pattern {
    pub text: String,
    regex: Regex,
}

impl Pattern {
    /// Returns why it is invalid, without the picture of the position.
    pub(crate) fn new(text: &str) -> Result<Self, String> {
        Self::compile(text, text)
    }

    /// An expression that must match a whole name.
    pub(crate) fn anchored(text: &str) -> Result<Self, String> {
        Self::compile(text, &format!("^(?:{text})$"))
    }

    fn compile(text: &str, whole: &str) -> Result<Self, String> {
        let fast = is_plain(whole).then(|| RegexBuilder::new(whole).unicode(false).build().ok());
        let regex = match fast.flatten() {
            Some(regex) => regex,
            None => regex::Regex::new(whole)
                .and_then(|_| Regex::new(whole))
                .map_err(|error| error.to_string())?,
        };
        Ok(Self { text: text.to_owned(), regex })
    }

    /// Searches in the name of a release, which is ASCII.
    pub(crate) fn is_match(&self, name: &str) -> bool {
        self.regex.is_match(name.as_bytes())
    }
}

/// Returns whether an expression means the same without Unicode, in ASCII names. That makes
/// compilation ten times faster.
fn is_plain(text: &str) -> bool {
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let plain = match letter {
            '\\' => letters.next().is_some_and(|next| ".+-d".contains(next)),
            // `(?:` is a group, anything else a flag.
            '(' if letters.next_if_eq(&'?').is_some() => letters.next() == Some(':'),
            letter => letter.is_ascii_graphic(),
        };
        if !plain {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_fast_finds_what_is_found_otherwise() {
        let names = ["4.14.3+amd64", "4.14.30-rc.1+s390x", "4.4.14+multi", "5.0.0", ""];
        for text in [
            ".*",
            "^4[.]14[.](3|30)[+].*$",
            r"4\.14\.\d+(.*hotfix.*|\+amd64|-s390x)?",
            "(?:4.14)",
            "(?i)AMD64",
            r"\p{Nd}",
            r"\bamd64\b",
            "é|4",
            "[^a-z]$",
            "^$",
        ] {
            let (pattern, known) = (Pattern::new(text).unwrap(), regex::Regex::new(text).unwrap());
            for name in names {
                assert_eq!(pattern.is_match(name), known.is_match(name), "{text} {name}");
            }
        }
    }

    #[test]
    fn what_the_service_cannot_compile_is_no_expression() {
        for text in ["(4[.]6", "4[.", "(?-u:\\xff)", "a{9999999}", "(?=4)", r"\q"] {
            assert_eq!(Pattern::new(text).is_err(), regex::Regex::new(text).is_err(), "{text}");
            assert!(Pattern::new(text).is_err(), "{text}");
        }
    }

    #[test]
    fn anchors_hold_the_whole() {
        let pattern = Pattern::anchored("4[.]1|4[.]2").unwrap();
        assert!(pattern.is_match("4.1") && pattern.is_match("4.2"));
        assert!(!pattern.is_match("4.1.2") && !pattern.is_match("14.2"));
        assert_eq!(pattern.text, "4[.]1|4[.]2");
    }
}
