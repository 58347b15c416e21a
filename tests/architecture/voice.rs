//! Plain English: phrases that read as translated, and British spellings, do not come back.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::{quoted, root};

/// What not to write, and what to write instead. Phrases are compared word by word, in any case.
const AVOIDED: &[(&str, &str)] = &[
    ("speaks against", "known issues, risks"),
    ("speak against", "known issues, risks"),
    ("spoke against", "known issues, risks"),
    ("take back", "cancel"),
    ("takes back", "cancels"),
    ("took back", "canceled"),
    ("taken back", "canceled"),
    ("taken up", "accepted"),
    ("under way", "in progress"),
    ("amiss", "issues"),
    ("held back", "blocked"),
    ("holds back", "blocks"),
    ("hold back", "block"),
    ("take away", "remove, block"),
    ("takes away", "removes, blocks"),
    ("took away", "removed, blocked"),
    ("taken away", "removed, blocked"),
    ("look at", "check, read"),
    ("looks at", "checks, reads"),
    ("looked at", "checked, read"),
    ("looking at", "checking, reading"),
    ("cannot be said", "unknown, cannot check"),
    ("could not be found out", "cannot determine"),
    ("anew", "again"),
    ("for ever", "no limit"),
    ("folder", "directory"),
    ("folders", "directories"),
    ("somebody", "another client, a user"),
    ("nobody", "no client, no one"),
    ("anybody", "anyone"),
    ("everybody", "everyone"),
    ("whoever", "the client, the user"),
    ("out of date", "stale"),
    ("way back", "roll back"),
    ("go back", "roll back"),
    ("goes back", "rolls back"),
    ("unpause", "resume"),
    ("unpaused", "resumed"),
    ("there twice", "duplicate"),
    ("make no sense", "are invalid"),
    ("makes no sense", "is invalid"),
    ("do not say", "do not report"),
    ("does not say", "does not report"),
    ("tells of", "reports"),
    ("told of", "reported"),
    ("speaks of", "reports"),
    ("says of", "reports about"),
    ("without a word", "without a reason"),
    ("there is no way", "no update path"),
    ("gravest", "most severe"),
    ("thought of", "planned"),
    ("judge", "evaluate"),
    ("judged", "evaluated"),
    ("judges", "evaluates"),
    ("in spite of", "accepted"),
    ("go ahead?", "Continue?"),
    ("does not know who you are", "unauthorized (401)"),
    ("shows what can be typed", "for usage, run:"),
    ("write all three numbers", "use a full version, such as 4.7.24"),
    ("behaviour", "behavior"),
    ("cancelled", "canceled"),
    ("colour", "color"),
    ("colours", "colors"),
    ("judgement", "evaluation"),
    ("labelled", "labeled"),
    ("neighbour", "neighbor"),
    ("neighbours", "neighbors"),
    ("recognised", "recognized"),
];

/// What people read: README, contributors' guide, changelog, manual, and everything the program prints.
const PROSE: [&str; 6] = [
    "README.md",
    "CHANGELOG.md",
    ".github/CONTRIBUTING.md",
    "src/manual",
    "snapshots",
    "completions",
];

/// Comments and sentences in sources.
const SOURCES: [&str; 2] = ["src", "tests"];

#[test]
fn no_sentence_reads_as_translated() {
    let mut found = Vec::new();
    for path in PROSE.iter().flat_map(|path| files(&root(path))) {
        let text = fs::read_to_string(&path).unwrap();
        found.extend(avoided(&text).into_iter().map(|what| format!("{}: {what}", path.display())));
    }
    let is_source = |path: &PathBuf| path.extension().is_some_and(|end| end == "rs");
    for path in SOURCES.iter().flat_map(|path| files(&root(path))).filter(is_source) {
        if path.ends_with("architecture/voice.rs") {
            continue; // the list itself
        }
        for (line, sentence) in sentences(&fs::read_to_string(&path).unwrap()) {
            let at = format!("{}:{line}", path.display());
            found.extend(avoided(&sentence).into_iter().map(|what| format!("{at}: {what}")));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Returns every file below a directory, or the file itself.
fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| files(&path)).collect()
}

/// Returns the avoided phrases in a text, each with its replacement.
fn avoided(text: &str) -> Vec<String> {
    static PHRASES: LazyLock<Vec<String>> =
        LazyLock::new(|| AVOIDED.iter().map(|(phrase, _)| words(phrase)).collect());
    let words = words(text);
    let found = AVOIDED.iter().zip(PHRASES.iter()).filter(|(_, phrase)| words.contains(*phrase));
    found.map(|((phrase, instead), _)| format!("`{phrase}`: write {instead}")).collect()
}

/// Returns the words in lowercase, with one space around each. Names such as `a-b` and `a_b` are one word.
fn words(text: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || "-_'?".contains(c);
    let words = text.split(|c: char| !is_part(c)).filter(|word| !word.is_empty());
    words.fold(" ".to_owned(), |all, word| all + &word.to_lowercase() + " ")
}

/// Returns the comments and the texts of more than one word in a Rust file, each with its line. Comments
/// on consecutive lines are one; names in backticks are left out.
fn sentences(source: &str) -> Vec<(usize, String)> {
    let (mut found, mut rest, mut line) = (Vec::new(), source, 1);
    let (mut comment, mut before) = (None, None);
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            let length = rest.find('\n').unwrap_or(rest.len());
            let text = rest[..length].trim_start_matches(['/', '!']);
            let (_, all): &mut (usize, String) = comment.get_or_insert((line, String::new()));
            *all += text;
            length
        } else {
            if !first.is_whitespace() {
                found.extend(comment.take());
            }
            let length = quoted(rest, before);
            let text = rest[..length].replace("\\\n", " ");
            if text.contains(' ') {
                found.push((line, text));
            }
            length.max(first.len_utf8())
        };
        let (read, unread) = rest.split_at(length);
        line += read.matches('\n').count();
        (before, rest) = (read.chars().next_back(), unread);
    }
    found.extend(comment);
    found.into_iter().map(|(line, text)| (line, without_names(&text))).collect()
}

fn without_names(text: &str) -> String {
    text.split('`').step_by(2).collect::<Vec<_>>().join(" ")
}

#[test]
fn phrases_are_found_across_lines_and_names_are_not() {
    let source = "/// It is held\n/// back.\nfn folder() { say(\"under \\\n     way\"); tell(\"folder\"); } // `anew`";
    let found: Vec<_> = sentences(source)
        .into_iter()
        .flat_map(|(line, text)| avoided(&text).into_iter().map(move |what| (line, what)))
        .collect();
    let expected = [(1, "`held back`: write blocked"), (3, "`under way`: write in progress")];
    assert_eq!(found, expected.map(|(line, what)| (line, what.to_owned())));
    assert_eq!(avoided("must-gather, a_folder, folder-1 and judgement-free"), Vec::<String>::new());
    assert_eq!(avoided("Go ahead? [y/N]").len(), 1);
}
