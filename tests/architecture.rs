//! What the compiler cannot check: where colors are named, that every file states its job, the order
//! of modules inside a crate, and plain English. The order of the crates is in their manifests.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "tests: what does not hold should end the test"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

mod architecture {
    mod voice;
}

/// The modules of the program, each with those it may name beside itself.
const PROGRAM: [(&str, &[&str]); 13] = [
    ("topic", &[]),
    ("error", &[]),
    ("secrets", &[]),
    ("connect", &["topic", "error", "secrets"]),
    ("output", &["topic", "error", "secrets"]),
    ("cli", &["topic", "error", "connect", "output"]),
    ("actions", &["topic", "error", "connect", "output", "cli"]),
    ("listener", &["topic"]),
    ("controller", &["topic", "error", "connect", "output", "cli", "actions", "listener"]),
    ("service", &["topic", "error", "connect", "output", "cli", "actions", "listener"]),
    ("commands", BELOW_COMMANDS),
    ("fuzzing", &["connect"]), // of what is read, through bytes
    ("tests", &["connect", "output", "cli", "actions", "commands"]), // of the whole, through text
];

const BELOW_COMMANDS: &[&str] =
    &["topic", "error", "connect", "output", "cli", "actions", "listener", "controller", "service"];

/// The modules of core from the bottom up: each may name those of its own row, and of the rows above it
/// in this list. `testing` has builders for all of their tests.
const CORE: [&[&str]; 9] = [
    &["part", "objects", "cluster", "alert", "condition_type", "selector", "links", "documents"],
    &["insight"],
    &["pre_checks", "reported_status"],
    &["snapshot"],
    &["updates", "reported_risk", "drain", "admin_gates", "progress"],
    &["gates"],
    &["rules"],
    &["request", "settings", "recommend", "pools", "wait", "why", "evaluate", "preview", "status"],
    &["update_status", "fleet"],
];

/// Which modules a module may name.
type Order = BTreeMap<&'static str, BTreeSet<&'static str>>;

fn program() -> Order {
    let rows = PROGRAM.iter().map(|(module, below)| {
        (*module, below.iter().copied().chain([*module]).collect::<BTreeSet<_>>())
    });
    rows.collect()
}

fn core() -> Order {
    let mut known = BTreeSet::from(["testing"]);
    let mut order = Order::new();
    for row in CORE {
        known.extend(row);
        order.extend(row.iter().map(|module| (*module, known.clone())));
    }
    order.insert("testing", known);
    order
}

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Returns every Rust file below a directory, or the file itself, with its text.
fn sources(path: &Path) -> Vec<(PathBuf, String)> {
    if path.is_file() {
        return vec![(path.to_owned(), fs::read_to_string(path).unwrap())];
    }
    let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    let is_source =
        |path: &PathBuf| path.is_dir() || path.extension().is_some_and(|end| end == "rs");
    entries.filter(is_source).flat_map(|path| sources(&path)).collect()
}

/// Returns the modules at the top of a crate: those next to its `lib.rs`.
fn modules(crate_root: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(crate_root).unwrap().map(|entry| entry.unwrap().path());
    let modules = entries.filter(|path| {
        if path.is_dir() {
            !path.ends_with("crates") && !sources(path).is_empty()
        } else {
            path.extension().is_some_and(|end| end == "rs")
        }
    });
    let names = modules.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned());
    names.filter(|name| name != "lib" && name != "main").collect()
}

/// Returns how many modules a file lies below the root of its crate: 1 for `a.rs` and `a/mod.rs`.
fn depth(crate_root: &Path, file: &Path) -> usize {
    let inside = file.strip_prefix(crate_root).unwrap();
    let parts = inside.components().count();
    if inside.ends_with("mod.rs") { parts - 1 } else { parts }
}

/// Returns the names in a crate that are against its order, and modules without a place in it.
fn out_of_order(crate_root: &Path, order: &Order) -> Vec<String> {
    let present = modules(crate_root);
    let mut found: Vec<String> = present
        .iter()
        .filter(|module| !order.contains_key(module.as_str()))
        .map(|module| format!("{module} has no place in the order"))
        .collect();
    for (module, allowed) in order.iter().filter(|(module, _)| present.contains(**module)) {
        let files = [crate_root.join(format!("{module}.rs")), crate_root.join(module)];
        let files = files.iter().filter(|path| path.exists());
        for (path, text) in files.flat_map(|path| sources(path)) {
            for named in named(&text, depth(crate_root, &path)) {
                if !allowed.contains(named.as_str()) {
                    found.push(format!("{} names {named}", path.display()));
                }
            }
        }
    }
    found
}

/// Returns the top modules of the crate that a file names, by `crate::` or `super::`.
fn named(text: &str, depth: usize) -> BTreeSet<String> {
    let tokens = tokens(&code(text));
    let token = |at: usize| tokens.get(at).map_or("", String::as_str);
    let (mut found, mut braces, mut inline) = (BTreeSet::new(), 0_usize, Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        let start = at;
        at += 1;
        match token(start) {
            "{" => braces += 1,
            "}" => {
                braces = braces.saturating_sub(1);
                inline.retain(|opened| *opened < braces);
            }
            "mod" if token(start + 2) == "{" => inline.push(braces),
            "crate" if token(start + 1) == "::" => firsts(&tokens, start + 2, &mut found),
            "super" if token(start + 1) == "::" => {
                let ups = (0..).take_while(|up| {
                    token(start + 2 * up) == "super" && token(start + 2 * up + 1) == "::"
                });
                let ups = ups.count();
                if ups >= depth + inline.len() {
                    firsts(&tokens, start + 2 * ups, &mut found);
                }
                at = start + 2 * ups;
            }
            _ => {}
        }
    }
    found
}

/// Adds the first name of a path, or of each path in braces.
fn firsts(tokens: &[String], at: usize, found: &mut BTreeSet<String>) {
    let is_name = |token: &str| token.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let token = |at: usize| tokens.get(at).map_or("", String::as_str);
    if token(at) != "{" {
        found.extend(is_name(token(at)).then(|| token(at).to_owned()));
        return;
    }
    let (mut nested, mut begins) = (0, true);
    for token in &tokens[at + 1..] {
        match token.as_str() {
            "}" if nested == 0 => return,
            "{" => nested += 1,
            "}" => nested -= 1,
            "," if nested == 0 => begins = true,
            name if begins => {
                begins = false;
                found.extend((is_name(name) && name != "self").then(|| name.to_owned()));
            }
            _ => {}
        }
    }
}

fn tokens(code: &str) -> Vec<String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        tokens.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    tokens
}

/// Removes comments and everything in quotes from a text.
fn code(text: &str) -> String {
    let (mut code, mut rest) = (String::new(), text);
    while let Some(first) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else {
            quoted(rest, code.chars().next_back())
        };
        if skipped > 0 {
            code.push(' ');
            rest = &rest[skipped..];
        } else {
            code.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    code
}

/// Returns the length of the string or character at the start; 0 if there is none.
fn quoted(text: &str, before: Option<char>) -> usize {
    if let Some(raw) = text.strip_prefix('r')
        && !before.is_some_and(|c| c.is_alphanumeric() && c != 'b' || c == '_')
    {
        let hashes = raw.chars().take_while(|c| *c == '#').count();
        if raw[hashes..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            let inside = &raw[hashes + 1..];
            return inside.find(&end).map_or(text.len(), |at| 2 + hashes + at + end.len());
        }
    }
    let quote = match text.chars().next() {
        Some('"') => '"',
        // A lifetime has no second quote where a character would have its own.
        Some('\'') if text[1..].starts_with('\\') || text.chars().nth(2) == Some('\'') => '\'',
        _ => return 0,
    };
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn names_a_color(text: &str) -> bool {
    text.contains("owo_colors")
}

fn names_a_color_of_pictures(text: &str) -> bool {
    text.split('#').skip(1).any(|rest| {
        let hex = rest.chars().take_while(char::is_ascii_hexdigit).count();
        hex == 3 || hex == 6
    })
}

fn says_its_job(text: &str) -> bool {
    text.starts_with("//! ")
}

#[test]
fn modules_of_the_program_name_only_what_lies_below() {
    let (root, order) = (root("src"), program());
    for module in order.keys() {
        assert!(modules(&root).contains(*module), "there is no {module}");
    }
    assert_eq!(out_of_order(&root, &order), Vec::<String>::new());
}

#[test]
fn modules_of_core_name_only_what_lies_below() {
    let (root, order) = (root("src/crates/core"), core());
    for module in order.keys() {
        assert!(modules(&root).contains(*module), "there is no {module}");
    }
    assert_eq!(out_of_order(&root, &order), Vec::<String>::new());
}

#[test]
fn only_the_theme_names_a_color() {
    for (path, text) in sources(&root("src")) {
        let theme = path.ends_with("src/output/theme.rs");
        assert_eq!(names_a_color(&text), theme, "{}", path.display());
    }
}

#[test]
fn only_the_palette_names_a_color_of_pictures() {
    for (path, text) in sources(&root("src/commands/graph/show/drawing")) {
        let palette = path.ends_with("palette.rs");
        assert_eq!(names_a_color_of_pictures(&text), palette, "{}", path.display());
    }
}

/// What only files named `unix.rs` may name.
const UNIX: [&str; 3] = ["std::os::unix", "rustix", "tokio::signal::unix"];

#[test]
fn only_files_named_unix_depend_on_unix() {
    for (path, text) in sources(&root("src")) {
        let named: Vec<&str> = UNIX.into_iter().filter(|name| text.contains(name)).collect();
        let is_unix = path.ends_with("unix.rs");
        assert_eq!(!named.is_empty(), is_unix, "{}: {named:?}", path.display());
    }
}

#[test]
fn every_file_opens_with_its_job() {
    for (path, text) in sources(&root("src")).into_iter().chain(sources(&root("tests"))) {
        assert!(says_its_job(&text), "{} does not state its job", path.display());
    }
}

/// A file of `connect` with every kind of violation.
const BAD: &str = r##"//! A bad sample.
use crate::{error::{Error, Result}, output::theme, self};
use super::super::actions::open;
use super::credentials; // a neighbor
/// Not [`crate::listener`].
fn f<'a>(quote: char) -> bool {
    let text = "crate::service \" crate::service";
    let raw = r#"crate::service "quoted" crate::service"#;
    quote == '"' && text == raw && crate::cli::run()
}
#[cfg(test)]
mod tests {
    use super::super::super::commands;
    use super::super::near; // still in connect
    const QUOTE: char = '\'';
}
#[cfg(test)]
use super::super::tests;
"##;

#[test]
fn a_bad_sample_is_found_out() {
    let expected = ["actions", "cli", "commands", "error", "output", "tests"];
    assert_eq!(named(BAD, 2), expected.map(str::to_owned).into());

    let folder = tempfile::tempdir().unwrap();
    for module in ["connect", "error", "attic"] {
        fs::create_dir(folder.path().join(module)).unwrap();
        fs::write(folder.path().join(module).join("mod.rs"), "//! Nothing.\n").unwrap();
    }
    let bad = folder.path().join("connect/bad.rs");
    fs::write(&bad, BAD).unwrap();
    fs::write(folder.path().join("lib.rs"), "//! Names crate::all, and may.\n").unwrap();
    let found = out_of_order(folder.path(), &program());
    let names = ["actions", "cli", "commands", "output", "tests"];
    let names = names.map(|named| format!("{} names {named}", bad.display()));
    assert_eq!(found[0], "attic has no place in the order");
    assert_eq!(found[1..], names);
}

#[test]
fn core_may_look_down_and_sideways_but_not_up() {
    let order = core();
    assert!(order["rules"].contains("snapshot") && order["rules"].contains("testing"));
    assert!(order["status"].contains("why") && order["why"].contains("status"));
    assert!(!order["snapshot"].contains("rules") && !order["status"].contains("update_status"));
}

#[test]
fn bad_colors_and_headers_are_found_out() {
    assert!(names_a_color("use owo_colors::Style;"));
    assert!(!names_a_color("theme.warning(text)"));
    for text in ["fill=\"#c00\"", "stroke: #1a2B3c;", "a # b #abcdef"] {
        assert!(names_a_color_of_pictures(text), "{text}");
    }
    for text in ["#[test]", "# Heading", "#12", "#abcd", "&#10;"] {
        assert!(!names_a_color_of_pictures(text), "{text}");
    }
    for text in ["", "use std::fs;", "// A comment.", "//!", "\n//! Late."] {
        assert!(!says_its_job(text), "{text:?}");
    }
    assert!(says_its_job("//! What it is for."));
}

#[test]
fn the_pure_crates_depend_on_no_runtime_and_no_network() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/crates");
    for name in ["graph", "core"] {
        let manifest = fs::read_to_string(root.join(name).join("Cargo.toml")).unwrap();
        let dependencies = manifest.split("[dependencies]").nth(1).unwrap();
        let dependencies = dependencies.split("\n[").next().unwrap();
        for banned in
            ["tokio", "futures", "hyper", "http", "kube", "rustls", "tower", "upgrade-lab"]
        {
            let named = dependencies.lines().any(|line| line.starts_with(banned));
            assert!(!named, "{name} depends on {banned}");
        }
        assert!(root.join(name).join(".clippy.toml").exists(), "{name} bans I/O of its own");
    }
}

/// The threat model names the test behind each claim.
#[test]
fn every_test_that_the_threat_model_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("src/manual/security.md")).unwrap();
    let files = [root.join("src"), root.join("tests")].map(|folder| sources(&folder));
    let known: String = files.into_iter().flatten().map(|(_, text)| text).collect();
    let named = page.split('`').skip(1).step_by(2);
    let named: BTreeSet<&str> = named.filter(|word| word.matches('_').count() > 2).collect();
    assert!(named.len() > 30, "claims have tests: {named:?}");
    let missing: Vec<_> =
        named.iter().filter(|name| !known.contains(&format!("fn {name}("))).collect();
    assert!(missing.is_empty(), "the threat model names tests that do not exist: {missing:?}");
}

/// A claim that something is impossible has a test.
#[test]
fn every_claim_of_what_an_attacker_cannot_do_names_its_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("src/manual/security.md")).unwrap();
    for part in page.split("It cannot:\n").skip(1) {
        let list = part.split("\n## ").next().unwrap_or_default();
        for claim in list.split("\n- ").skip(1) {
            let tests = claim.split('`').skip(1).step_by(2);
            assert!(tests.clone().any(|word| word.contains('_')), "no test backs {claim:?}");
        }
    }
}
