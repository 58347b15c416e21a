//! Holds the direction of imports: data flows source → api → translate → domain → view → render.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "tests: what does not hold should end the test"
)]

use std::fs;
use std::path::{Path, PathBuf};

/// Each module with the modules of this crate it may name.
const MAY_NAME: [(&str, &[&str]); 10] = [
    ("api", &["api"]),
    ("domain", &["domain"]),
    ("translate", &["translate", "api", "domain"]),
    ("source", &["source", "translate", "api", "domain", "error"]),
    ("view", &["view", "domain"]),
    ("render", &["render", "view"]),
    ("lab", &["lab", "translate", "api", "domain"]),
    ("serve", &["serve", "view", "domain"]),
    ("ui", &["ui", "render", "view", "error"]),
    ("error.rs", &["error"]),
];

/// Words that have no place in a module, whatever they come from.
const NEVER: [(&str, &[&str]); 4] = [
    (
        "domain",
        &["async ", "serde", "kube::", "owo_colors", "std::env", "std::fs", "std::io", "tokio"],
    ),
    ("translate", &["async ", "std::fs", "std::env", "tokio"]),
    ("view", &["async ", "owo_colors", "comfy_table", "terminal_size", "std::io"]),
    ("render", &["async ", "std::fs", "std::env", "tokio"]),
];

fn sources(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(path).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() || path.extension().is_some_and(|extension| extension == "rs") {
            found.extend(sources(&path));
        }
    }
    found
}

fn of_module(module: &str) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(module);
    let files: Vec<_> = sources(&root)
        .into_iter()
        .map(|path| (path.clone(), fs::read_to_string(path).unwrap()))
        .collect();
    assert!(!files.is_empty(), "src/{module} has no source");
    files
}

#[test]
fn modules_name_only_what_lies_upstream() {
    for (module, allowed) in MAY_NAME {
        for (path, text) in of_module(module) {
            for part in text.split("crate::").skip(1) {
                let named = part.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
                let named = if named.is_empty() { part.trim_start_matches('{') } else { named };
                assert!(allowed.contains(&named), "{} names crate::{named}", path.display());
            }
        }
    }
}

#[test]
fn modules_stay_free_of_what_is_not_theirs() {
    for (module, words) in NEVER {
        for (path, text) in of_module(module) {
            let code = text.split("#[cfg(test)]").next().unwrap();
            let code: String =
                code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
            for word in words {
                assert!(!code.contains(word), "{} contains {word:?}", path.display());
            }
        }
    }
}

#[test]
fn only_the_theme_names_a_color() {
    for (path, text) in of_module("") {
        let theme = path.ends_with("render/theme.rs");
        assert!(theme || !text.contains("owo_colors"), "{} names a color", path.display());
    }
}

#[test]
fn only_the_palette_names_a_color_of_pictures() {
    let colored = |text: &str| {
        text.split('#').skip(1).any(|rest| {
            let hex = rest.chars().take_while(char::is_ascii_hexdigit).count();
            hex == 3 || hex == 6
        })
    };
    for (path, text) in of_module("render/drawing") {
        let palette = path.ends_with("palette.rs");
        assert_eq!(colored(&text), palette, "{} names a color", path.display());
    }
}

#[test]
fn every_file_opens_with_its_job() {
    for (path, text) in of_module("") {
        assert!(text.starts_with("//! "), "{} does not say its job", path.display());
    }
}
