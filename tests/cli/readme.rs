//! The output in README.md is what the program prints; `BLESS=1 cargo test` rewrites it.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::common::upgrade;

#[test]
fn the_tour_shows_real_output() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let kept = fs::read_to_string(&path).unwrap();
    let current = with_real_output(&kept);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &current).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap();
    assert!(kept == current, "README.md is not current: run BLESS=1 cargo test readme");
    assert!(!kept.contains("\nBENCH"), "README.md has a placeholder");
    assert!(kept.matches("\n$ upgrade ").count() >= 5, "the tour has lost its commands");
}

/// Replaces what follows each `$ upgrade …` of a console block by what the program prints.
fn with_real_output(text: &str) -> String {
    let mut out = String::new();
    let mut in_console = false;
    for line in text.lines() {
        if line == "```" {
            in_console = false;
        }
        match line.strip_prefix("$ upgrade ").filter(|_| in_console) {
            Some(words) => {
                let run = upgrade(&words.split(' ').collect::<Vec<_>>());
                writeln!(out, "{line}\n{}", format!("{}{}", run.stdout, run.stderr).trim_end())
                    .unwrap();
            }
            None if in_console => {}
            None => writeln!(out, "{line}").unwrap(),
        }
        in_console |= line == "```console";
    }
    out
}
