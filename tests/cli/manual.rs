//! The output in README.md and in the manual is what the program prints; `BLESS=1 cargo test` rewrites it.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::upgrade;

/// Returns README.md and every page of the manual.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manual = fs::read_dir(root.join("src/manual")).unwrap();
    let manual = manual.map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> =
        manual.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    pages.push(root.join("README.md"));
    pages
}

#[test]
fn console_blocks_show_real_output() {
    let mut commands = 0;
    for path in pages() {
        let kept = fs::read_to_string(&path).unwrap();
        let current = with_real_output(&kept);
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, &current).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap();
        let name = path.display();
        assert!(kept == current, "{name} is not current: run BLESS=1 cargo test manual");
        commands += kept.matches("\n$ upgrade ").count();
    }
    assert!(commands >= 30, "the pages have lost their commands");
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
