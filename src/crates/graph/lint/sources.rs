//! `from`: an expression that is not anchored, and so matches more than intended.

use super::{Lint, LintInputs};
use crate::data::{LintCode, Pattern, ReleaseName};
use crate::shortened::shortened;

const ARCHES: [&str; 5] = ["amd64", "arm64", "multi", "ppc64le", "s390x"];

/// The matches of one expression in the known versions, by index.
struct Matches {
    /// Those that match only in part.
    by_accident: Vec<usize>,
    /// Those that would not match if bare dots were escaped and the ends anchored.
    by_dot: Vec<usize>,
    nothing: bool,
}

pub(super) fn check(lint: &mut Lint<'_>) {
    let known = super::of_each_source(lint.data, |pattern| Matches::new(pattern, lint.known));
    let versions = &lint.known.versions;
    for block in &lint.data.blocks {
        let pattern = &block.from.value;
        let matches = &known[pattern.text.as_str()];
        let (file, spot) = (block.file.as_str(), block.from.spot);
        if matches.nothing && !versions.is_empty() {
            let problem = format!("`{}` matches no version of any channel", pattern.text);
            let fix = "correct the expression, or remove the file".to_owned();
            lint.found(LintCode::FromNothing, file, spot, problem, fix);
            continue;
        }
        let target = &block.to.value;
        let near = |place: &&usize| {
            let version = &versions[**place];
            version.precedence(target).is_lt() && super::is_near(version, target)
        };
        let by_accident: Vec<usize> = matches.by_accident.iter().filter(near).copied().collect();
        if !by_accident.is_empty() {
            let hit = shortened(by_accident.iter().map(|place| versions[*place].text()));
            let problem = format!("`{}` is not anchored: it also matches {hit}", pattern.text);
            let fix = format!("use `{}` to exclude them", anchored(&escaped(&pattern.text)));
            lint.found(LintCode::FromOvermatch, file, spot, problem, fix);
        }
        let by_dot: Vec<usize> =
            matches.by_dot.iter().filter(|place| !by_accident.contains(place)).copied().collect();
        if !by_dot.is_empty() {
            let hit = shortened(by_dot.iter().map(|place| versions[*place].text()));
            let problem = format!(
                "an unescaped dot in `{}` matches any character: it also matches {hit}",
                pattern.text
            );
            let fix = format!("use `{}`", escaped(&pattern.text));
            lint.found(LintCode::FromDot, file, spot, problem, fix);
        }
    }
}

impl Matches {
    fn new(pattern: &Pattern, known: &LintInputs<'_>) -> Self {
        let hits = &known.hits[pattern.text.as_str()];
        let hit: Vec<usize> = (0..hits.len()).filter(|place| hits[*place]).collect();
        let elsewhere = |version: &ReleaseName| {
            let of_arch = |arch: &&str| format!("{}+{arch}", version.version());
            ARCHES.iter().any(|arch| pattern.is_match(&of_arch(arch)))
        };
        let nothing = hit.is_empty() && !known.versions.iter().any(elsewhere);
        let whole = as_a_whole(&pattern.text);
        let is_whole = |place: &usize| {
            whole.as_ref().is_none_or(|whole| whole.is_match(&known.sources[*place]))
        };
        // An expression that matches no whole version is meant as a part of versions.
        let (matched, mut by_accident): (Vec<usize>, Vec<usize>) =
            hit.iter().partition(|place| is_whole(place));
        if matched.is_empty() {
            by_accident.clear();
        }
        let strict = Some(escaped(&pattern.text)).filter(|text| *text != pattern.text);
        let by_dot = match strict.and_then(|text| as_a_whole(&text)) {
            Some(strict) => {
                let only = |place: &&usize| !strict.is_match(&known.sources[**place]);
                hit.iter().filter(only).copied().collect()
            }
            None => Vec::new(),
        };
        Self { by_accident, by_dot, nothing }
    }
}

/// Returns an expression that must match a whole version, with any architecture.
fn as_a_whole(text: &str) -> Option<Pattern> {
    Pattern::anchored(&format!("(?:{text})(?:[+].*)?")).ok()
}

/// Puts every unescaped dot in brackets.
fn escaped(pattern: &str) -> String {
    let letters: Vec<char> = pattern.chars().collect();
    let mut out = String::new();
    let (mut class, mut place) = (false, 0);
    while let Some(&letter) = letters.get(place) {
        let next = letters.get(place + 1);
        let repeated = next.is_some_and(|next| "*+?{".contains(*next));
        match letter {
            '\\' => {
                out.push(letter);
                out.extend(next);
                place += 1;
            }
            '[' | ']' => {
                class =
                    letter == '[' || (class && letters.get(place.wrapping_sub(1)) == Some(&'['));
                out.push(letter);
            }
            '.' if !class && !repeated => out.push_str("[.]"),
            letter => out.push(letter),
        }
        place += 1;
    }
    out
}

/// Anchors an expression at both ends, including the architecture.
fn anchored(pattern: &str) -> String {
    let inner = pattern.trim_start_matches('^').trim_end_matches('$');
    let inner = if inner.contains('|') { format!("({inner})") } else { inner.to_owned() };
    format!("^{inner}[+].*$")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bare_dots_are_put_in_brackets_and_others_are_not() {
        for (given, wanted) in [
            ("4.18.*", "4[.]18.*"),
            (r"4\.18\..*", r"4\.18\..*"),
            ("4[.]18[.].*", "4[.]18[.].*"),
            ("4[.0-9]6.", "4[.0-9]6[.]"),
            (".*", ".*"),
            (".+", ".+"),
            ("4.(6|7).[0-9]+", "4[.](6|7)[.][0-9]+"),
            ("[]x.]", "[]x.]"),
        ] {
            assert_eq!(escaped(given), wanted, "{given}");
        }
    }

    #[test]
    fn alternatives_are_anchored_together() {
        assert_eq!(anchored("4[.]14[.][3-8]"), "^4[.]14[.][3-8][+].*$");
        assert_eq!(anchored("4[.]1|4[.]2"), "^(4[.]1|4[.]2)[+].*$");
        assert_eq!(anchored("^4[.]1"), "^4[.]1[+].*$");
    }
}
