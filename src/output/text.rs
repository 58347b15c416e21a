//! Makes text from outside printable: no control characters, limited, wrapped.

use std::borrow::Cow;
use std::fmt::Write;

use jiff::SignedDuration;

const LONGEST: usize = 4_000; // characters of one message; JSON has all of it

/// Returns whether a character must not reach a terminal: it controls it, reorders or hides text,
/// or is invalid.
pub(crate) fn unsafe_char(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{061c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}'
            | '\u{e0000}'..='\u{e007f}')
}

/// Makes a single-line value safe: every control, escape and bidi character becomes `\u….`.
pub(crate) fn line(text: &str) -> Cow<'_, str> {
    let (text, cut) = shortened(text);
    let safe = sanitize(text, |c| !unsafe_char(c));
    match cut {
        None => safe,
        Some(note) => Cow::Owned(safe.into_owned() + &note),
    }
}

/// Makes a sentence with text from outside safe: it stays one line, so that no part of it looks
/// like a line of ours.
pub(crate) fn sentence(text: &str) -> String {
    line(&text.split_whitespace().collect::<Vec<_>>().join(" ")).into_owned()
}

/// Returns a text with a capital first letter.
pub(crate) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    first + letters.as_str()
}

/// Makes a message safe, keeps its line breaks, trims and truncates it.
pub(crate) fn message(text: &str) -> String {
    let (text, cut) = shortened(text.trim());
    let unified = text.replace("\r\n", "\n").replace('\t', "    ");
    let safe = sanitize(&unified, |c| c == '\n' || !unsafe_char(c)).into_owned();
    safe + &cut.unwrap_or_default()
}

/// Truncates a long text, and notes that.
fn shortened(text: &str) -> (&str, Option<String>) {
    match text.char_indices().nth(LONGEST) {
        None => (text, None),
        Some((place, _)) => {
            let note =
                format!("… (truncated: {} bytes in total, use -o json to see all)", text.len());
            (&text[..place], Some(note))
        }
    }
}

fn sanitize(text: &str, safe: impl Fn(char) -> bool) -> Cow<'_, str> {
    if text.chars().all(&safe) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if safe(c) {
            out.push(c);
        } else {
            let _ = write!(out, "\\u{:04x}", c as u32);
        }
    }
    Cow::Owned(out)
}

/// Indents every line that is not empty; on a terminal, wraps to it first.
pub(crate) fn indented(text: &str, columns: usize, width: Option<usize>) -> String {
    let indent = " ".repeat(columns);
    let mut out = String::new();
    for paragraph in text.lines() {
        match width {
            Some(width) if columns + textwrap::core::display_width(paragraph) > width => {
                // Links and digests are not broken, so that they can be copied.
                let options = textwrap::Options::new(width.saturating_sub(columns).max(20))
                    .break_words(false)
                    .word_separator(textwrap::WordSeparator::Custom(words))
                    .word_splitter(textwrap::WordSplitter::NoHyphenation);
                for line in textwrap::wrap(paragraph, options) {
                    let _ = writeln!(out, "{indent}{line}");
                }
            }
            _ if paragraph.trim().is_empty() => out.push('\n'),
            _ => {
                let _ = writeln!(out, "{indent}{paragraph}");
            }
        }
    }
    out
}

const LONG_WORD: usize = 40; // columns; longer words are mostly lists of names, or links

/// Returns the words of a line. Names joined by commas may be broken after each comma; links and
/// commands may not.
fn words(line: &str) -> Box<dyn Iterator<Item = textwrap::core::Word<'_>> + '_> {
    let words = textwrap::WordSeparator::AsciiSpace.find_words(line);
    let is_command = line.contains(" --");
    Box::new(words.flat_map(move |word| {
        let is_list = word.word.len() > LONG_WORD && !word.word.contains("://") && !is_command;
        let cut = |from: &str| from.find(',').map_or(from.len(), |at| at + 1);
        let mut rest = word.word;
        let mut parts = Vec::new();
        while is_list && cut(rest) < rest.len() {
            let (part, after) = rest.split_at(cut(rest));
            parts.push(textwrap::core::Word::from(part));
            rest = after;
        }
        let mut last = textwrap::core::Word::from(rest);
        last.whitespace = word.whitespace;
        parts.push(last);
        parts
    }))
}

/// Writes a sentence and, on a line of its own, the command that it ends with.
pub(crate) fn with_command(sentence: &str, command: &str, width: Option<usize>) -> String {
    indented(sentence, 0, width) + &self::command(command, width)
}

/// Writes a command to copy, indented by two. If it does not fit a terminal, it continues with ` \`
/// on further lines: a flag and its value stay together, a repeated flag starts a line.
pub(crate) fn command(command: &str, width: Option<usize>) -> String {
    let command = line(command);
    let columns = textwrap::core::display_width;
    let mut out = String::from("  ");
    let mut used = out.len();
    let parts = command_parts(&command);
    let is_broken = width.is_some_and(|width| used + columns(&command) > width);
    for (place, part) in parts.iter().enumerate() {
        let tail = if place + 1 == parts.len() { "" } else { " \\" };
        let needed = 1 + columns(part) + tail.len();
        let flag = |part: &String| part.split(' ').next().map(str::to_owned);
        let repeats =
            place > 0 && parts[place - 1].contains(' ') && flag(part) == flag(&parts[place - 1]);
        if place > 0 && is_broken && (repeats || width.is_some_and(|width| used + needed > width)) {
            out += " \\\n    ";
            used = 4;
        } else if place > 0 {
            out.push(' ');
            used += 1;
        }
        out += part;
        used += columns(part);
    }
    out.push('\n');
    out
}

/// Splits a command where a shell allows a line break: before flags, and before words that are not
/// values of a flag.
fn command_parts(command: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut is_value = false;
    for word in shell_words(command) {
        match parts.last_mut() {
            Some(part) if is_value && !word.starts_with('-') => {
                part.push(' ');
                part.push_str(word);
                is_value = false;
            }
            _ => {
                is_value = word.starts_with("--") && !word.contains('=');
                parts.push(word.to_owned());
            }
        }
    }
    parts
}

/// Splits at spaces outside of quotes.
fn shell_words(command: &str) -> Vec<&str> {
    let mut quoted = false;
    let words = command.split(|c: char| {
        quoted ^= c == '\'';
        c == ' ' && !quoted
    });
    words.filter(|word| !word.is_empty()).collect()
}

/// Writes `label: text`; text that needs more than one line starts on the next, indented further.
pub(crate) fn labelled(label: &str, text: &str, indent: usize, width: Option<usize>) -> String {
    let text = message(text);
    let pad = " ".repeat(indent);
    let fits = width.is_none_or(|width| {
        indent + label.len() + 2 + textwrap::core::display_width(&text) <= width
    });
    if text.is_empty() {
        String::new()
    } else if fits && !text.contains('\n') {
        format!("{pad}{label}: {text}\n")
    } else {
        format!("{pad}{label}:\n{}", indented(&text, indent + 2, width))
    }
}

const SHOWN_OF_A_DIGEST: std::ops::RangeInclusive<usize> = 7..=12; // as git and podman shorten them

/// Makes an image safe, and fits it into this many columns: its digest is shortened first, then the
/// path before its name is left out.
pub(crate) fn image(image: &str, columns: Option<usize>) -> String {
    let whole = line(image);
    let width = textwrap::core::display_width;
    let Some(columns) = columns.filter(|columns| width(&whole) > *columns) else {
        return whole.into_owned();
    };
    let Some((name, digest)) = whole.rsplit_once("@sha256:") else {
        return clipped(&whole, columns);
    };
    let short = name.rsplit_once('/').map_or(name.to_owned(), |(_, last)| format!("…/{last}"));
    let fitting = [name, short.as_str()].into_iter().find_map(|name| {
        let left = columns.checked_sub(width(name) + "@sha256:…".chars().count())?;
        let shown = left.min(*SHOWN_OF_A_DIGEST.end());
        let start: String = digest.chars().take(shown).collect();
        SHOWN_OF_A_DIGEST.contains(&shown).then(|| format!("{name}@sha256:{start}…"))
    });
    fitting.unwrap_or_else(|| clipped(&whole, columns))
}

/// Truncates a line of plain text to this many columns: between words, unless that would leave less than
/// half of them.
pub(crate) fn clipped(text: &str, columns: usize) -> String {
    let width = textwrap::core::display_width;
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut out = String::new();
    for c in text.chars() {
        out.push(c);
        if width(&out) >= columns {
            out.pop();
            break;
        }
    }
    match out.rfind(' ').filter(|end| width(&out[..*end]) >= columns / 2) {
        Some(end) if !text[out.len()..].starts_with(' ') => out[..=end].to_owned() + "…",
        _ => out + "…",
    }
}

/// Wraps a sentence to at most this many lines of a display: the rest is truncated.
pub(crate) fn folded(text: &str, indent: usize, width: usize, most: usize) -> Vec<String> {
    let all = indented(text, indent, Some(width));
    let mut lines: Vec<String> = all.lines().map(str::to_owned).collect();
    if lines.len() > most {
        let rest = lines.split_off(most.saturating_sub(1)).join(" ");
        let rest = rest.split_whitespace().collect::<Vec<_>>().join(" ");
        lines.push(format!("{}{rest}", " ".repeat(indent)));
    }
    lines.iter().map(|line| clipped(line, width)).collect()
}

/// Returns a duration to the second: `45s`, `12m03s`, `1h02m03s`.
pub(crate) fn stretch(seconds: i64) -> String {
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    match (hours, minutes) {
        (0, 0) => format!("{seconds}s"),
        (0, _) => format!("{minutes}m{seconds:02}s"),
        _ => format!("{hours}h{minutes:02}m{seconds:02}s"),
    }
}

/// Writes a duration as the reference client does: `1h4m41s`, `14m`, `now`.
pub(crate) fn short(seconds: i64) -> String {
    if seconds == 0 {
        return "now".to_owned();
    }
    let sign = if seconds < 0 { "-" } else { "" };
    let seconds = seconds.unsigned_abs();
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    let text = match (hours, minutes, seconds) {
        (0, 0, seconds) => format!("{seconds}s"),
        (0, minutes, 0) => format!("{minutes}m"),
        (0, minutes, seconds) => format!("{minutes}m{seconds}s"),
        (hours, 0, 0) => format!("{hours}h"),
        (hours, minutes, 0) => format!("{hours}h{minutes}m"),
        (hours, minutes, seconds) => format!("{hours}h{minutes}m{seconds}s"),
    };
    format!("{sign}{text}")
}

/// Returns an age in its two largest units: `2d3h`, `1h5m`, `4m`, `12s`.
pub(crate) fn age(age: SignedDuration) -> String {
    let seconds = age.as_secs().max(0);
    let mut rest = seconds;
    let mut shown = String::new();
    let mut units = 0;
    for (unit, name) in [(86_400, 'd'), (3_600, 'h'), (60, 'm'), (1, 's')] {
        let count = rest / unit;
        rest %= unit;
        if count > 0 {
            let _ = write!(shown, "{count}{name}");
        }
        if !shown.is_empty() {
            units += 1;
        }
        if units == 2 || (units == 1 && unit == 60) {
            break;
        }
    }
    if shown.is_empty() { "0s".to_owned() } else { shown }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_steers_a_terminal_passes() {
        assert_eq!(
            line("a\u{1b}[31mred\u{7}\n\u{9b}\u{202e}"),
            "a\\u001b[31mred\\u0007\\u000a\\u009b\\u202e"
        );
        assert_eq!(message("a\r\nb\u{1b}]0;x\u{7}\tc"), "a\nb\\u001b]0;x\\u0007    c");
        assert!(matches!(line("plain → text"), Cow::Borrowed(_)));
    }

    #[test]
    fn a_huge_message_is_cut_and_says_so() {
        let text = message(&"x".repeat(1_000_000));
        assert!(
            text.len() < 5_000
                && text.ends_with("(truncated: 1000000 bytes in total, use -o json to see all)")
        );
    }

    #[test]
    fn one_line_stays_on_its_label_and_more_moves_below() {
        assert_eq!(labelled("Message", "short", 2, None), "  Message: short\n");
        assert_eq!(labelled("Message", "a\n\nb", 2, None), "  Message:\n    a\n\n    b\n");
        assert_eq!(
            labelled("Message", "one two three four five six", 2, Some(24)),
            "  Message:\n    one two three four\n    five six\n"
        );
        assert_eq!(labelled("Message", " \n", 2, None), "");
    }

    #[test]
    fn links_are_never_broken() {
        let link = "https://example.com/a-very-long-link-that-is-wider-than-the-terminal";
        assert_eq!(indented(&format!("see {link}"), 4, Some(30)), format!("    see\n    {link}\n"));
    }

    #[test]
    fn lists_without_spaces_are_broken_after_commas() {
        let list = "first-of-several-long-names,second-of-several-long-names,third";
        assert_eq!(
            indented(&format!("for reasons: {list} and more"), 2, Some(44)),
            "  for reasons: first-of-several-long-names,\n  second-of-several-long-names,third and\n  \
             more\n"
        );
        let link = "https://example.com/a,b,c?with-more-than-forty-columns-in-it";
        assert_eq!(indented(&format!("see {link}"), 0, Some(30)), format!("see\n{link}\n"));
    }

    #[test]
    fn a_command_has_its_own_line_and_breaks_between_words_only() {
        let said = |width| with_command("To list them, run:", "upgrade --lab --from 'a b'", width);
        assert_eq!(said(None), "To list them, run:\n  upgrade --lab --from 'a b'\n");
        assert_eq!(said(Some(28)), "To list them, run:\n  upgrade --lab --from 'a b'\n");
        assert_eq!(said(Some(27)), "To list them, run:\n  upgrade --lab \\\n    --from 'a b'\n");
    }

    #[test]
    fn stretches_are_to_the_second() {
        for (seconds, shown) in [(0, "0s"), (45, "45s"), (723, "12m03s"), (3_723, "1h02m03s")] {
            assert_eq!(stretch(seconds), shown);
        }
    }

    #[test]
    fn a_remark_is_folded_between_words_before_it_is_cut() {
        let said = "Working towards 4.7.28, waiting on dns, machine-config, network, storage";
        assert_eq!(folded(said, 2, 80, 3), [format!("  {said}")]);
        let lines =
            ["  Working towards 4.7.28,", "  waiting on dns,", "  machine-config, network,"];
        let whole = folded(said, 2, 26, 4);
        assert_eq!((&whole[..3], whole[3].as_str()), (&lines.map(str::to_owned)[..], "  storage"));
        let cut = folded(said, 2, 26, 2);
        assert_eq!(cut, ["  Working towards 4.7.28,", "  waiting on dns, …"]);
    }

    #[test]
    fn a_line_is_cut_to_its_columns() {
        assert_eq!(clipped("short", 5), "short");
        assert_eq!(clipped("longer", 5), "long…");
        assert_eq!(clipped("one or two words", 12), "one or two …");
        assert_eq!(clipped("one or two words", 11), "one or two…");
        assert_eq!(clipped("a averylongword", 10), "a averylo…");
        assert_eq!(clipped("日本語文字", 5), "日本…");
        assert_eq!(clipped("x", 0), "…");
    }

    #[test]
    fn an_image_is_shortened_where_that_costs_least() {
        let digest = "0123456789abcdef".repeat(4);
        let whole = format!("quay.io/openshift-release-dev/ocp-release@sha256:{digest}");
        assert_eq!(image(&whole, None), whole);
        for (columns, shown) in [
            (whole.len(), whole.as_str()),
            (100, "quay.io/openshift-release-dev/ocp-release@sha256:0123456789ab…"),
            (58, "quay.io/openshift-release-dev/ocp-release@sha256:01234567…"),
            (56, "…/ocp-release@sha256:0123456789ab…"),
            (30, "…/ocp-release@sha256:01234567…"),
            (20, "quay.io/openshift-r…"),
        ] {
            assert_eq!(image(&whole, Some(columns)), shown, "{columns}");
        }
        assert_eq!(image("registry.example/ocp:4.6.43-x86_64", Some(20)), "registry.example/oc…");
        assert_eq!(image("odd\u{1b}[31m@sha256:00", Some(80)), "odd\\u001b[31m@sha256:00");
    }

    #[test]
    fn ages_show_two_units() {
        for (seconds, shown) in
            [(0, "0s"), (12, "12s"), (245, "4m"), (3_900, "1h5m"), (7_200, "2h"), (183_600, "2d3h")]
        {
            assert_eq!(age(SignedDuration::from_secs(seconds)), shown);
        }
    }
}
