//! The output in README.md and in the manual is what the program prints; `BLESS=1 cargo test` rewrites it.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::terminal::printed_on;
use crate::common::upgrade;

/// Columns of console blocks: the manual indents them by two, and fits into 80.
const CONSOLE: u16 = 78;

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
        commands += kept.matches("\n$ upgrade").count();
    }
    assert!(commands >= 30, "the pages have lost their commands");
}

/// Replaces the output of each `$ upgrade …` in a console block with what the program prints on a
/// terminal. A command continues on the next line after a backslash, as in a shell.
fn with_real_output(text: &str) -> String {
    let home = tempfile::tempdir().unwrap();
    let mut out = String::new();
    let mut in_console = false;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line == "```" {
            in_console = false;
        }
        match line.strip_prefix("$ upgrade").filter(|_| in_console) {
            Some(words) => {
                writeln!(out, "{line}").unwrap();
                let mut words = words.to_owned();
                while let Some(start) = words.strip_suffix('\\') {
                    let next = lines.next().unwrap();
                    writeln!(out, "{next}").unwrap();
                    words = format!("{start} {next}");
                }
                let words: Vec<&str> = words.split_whitespace().collect();
                let (screen, _) = printed_on(CONSOLE, home.path(), &words);
                writeln!(out, "{}", screen.trim_end()).unwrap();
            }
            None if in_console => {}
            None => writeln!(out, "{line}").unwrap(),
        }
        in_console |= line == "```console";
    }
    out
}

#[test]
fn every_topic_is_a_page_and_every_page_a_topic() {
    let listed = upgrade(&["help"]).stdout;
    let listed = listed.split("\nTopics:\n").nth(1).unwrap();
    let listed = listed.lines().take_while(|line| !line.is_empty());
    let mut listed: Vec<&str> =
        listed.map(|line| line.split_whitespace().next().unwrap()).collect();
    listed.sort_unstable();
    let pages = pages();
    let stem = |path: &PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let mut names: Vec<String> = pages.iter().map(stem).filter(|name| name != "README").collect();
    names.sort_unstable();
    assert_eq!(listed, names);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/manual");
    for name in names {
        let page = upgrade(&["help", &name]);
        assert_eq!(page.code, 0, "{name}");
        let source = fs::read_to_string(root.join(format!("{name}.md"))).unwrap();
        let printed = printed(&source);
        let own = page.stdout.lines().filter(|line| !printed.contains(line.trim()));
        for line in own.filter(|line| !line.contains("://")) {
            assert!(line.chars().count() <= 80, "{name}: {line}");
        }
    }
}

/// Returns the lines of console blocks: their width depends on the commands.
fn printed(page: &str) -> BTreeSet<&str> {
    let blocks = page.split("```console\n").skip(1).filter_map(|rest| rest.split("```\n").next());
    blocks.flat_map(str::lines).map(str::trim).collect()
}

/// Links between pages, and from README to them, point to files.
#[test]
fn links_lead_to_files() {
    for path in pages() {
        let text = fs::read_to_string(&path).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().unwrap();
            let there = file.contains("://")
                || file.is_empty()
                || path.parent().unwrap().join(file).exists();
            assert!(there, "{}: {link}", path.display());
        }
    }
}

#[test]
fn readme_is_short_and_starts_with_two_commands() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    assert!(text.lines().count() <= 250, "{}", text.lines().count());
    let commands = text.lines().filter(|line| line.starts_with("cargo "));
    let commands: Vec<&str> =
        commands.map(|line| line.split("  #").next().unwrap().trim_end()).collect();
    assert_eq!(commands[..2], ["cargo run -- --lab --include-not-recommended", "cargo test"]);
}

#[test]
fn the_picture_in_readme_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(".github/graph.svg");
    let drawn = upgrade(&["--lab", "graph", "show", "--channel", "stable-4.7", "-o", "svg"]).stdout;
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &drawn).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == drawn, ".github/graph.svg is not current: run BLESS=1 cargo test manual");
}

#[test]
fn man_pages_are_written_for_commands_and_topics() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    for _ in 0..2 {
        let run = upgrade(&["man", dir]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(run.stdout.starts_with("Wrote "), "{}", run.stdout);
    }
    let status = fs::read_to_string(folder.path().join("man1/upgrade-status.1")).unwrap();
    assert!(status.contains(".SH OPTIONS") && status.contains("exit\\-code"), "{status}");
    assert!(!status.contains("kubeconfig"), "flags of every command are on the page of upgrade");
    let show = fs::read_to_string(folder.path().join("man1/upgrade-graph-show.1")).unwrap();
    assert!(show.contains(".TH upgrade-graph-show 1"), "{show}");
    let risks = fs::read_to_string(folder.path().join("man7/upgrade-risks.7")).unwrap();
    assert!(risks.contains(".SH DESCRIPTION"), "{risks}");
    let topics = fs::read_dir(folder.path().join("man7")).unwrap().count();
    assert_eq!(topics + 1, pages().len());

    fs::write(folder.path().join("man7/upgrade-risks.7"), "other notes").unwrap();
    assert_eq!(upgrade(&["man", dir]).code, 1);
}

#[test]
fn version_says_what_the_program_was_built_from() {
    let run = upgrade(&["version", "-o", "json"]).json();
    assert_eq!(run["version"], env!("CARGO_PKG_VERSION"));
    assert!(run["target"].as_str().unwrap().contains('-'), "{run}");
    assert!(run["features"].is_array());
    let commit = run["commit"].as_str();
    let whole = |commit: &str| commit.len() >= 40 && commit.chars().all(|c| c.is_ascii_hexdigit());
    assert!(commit.is_none_or(whole), "{run}");
    let text = upgrade(&["version"]).stdout;
    assert!(text.starts_with(concat!("upgrade ", env!("CARGO_PKG_VERSION"), "\n")), "{text}");
    assert!(text.contains(&format!("Commit: {}\n", commit.unwrap_or("unknown"))), "{text}");
    assert_eq!(upgrade(&["version", "-o", "version"]).stdout.trim(), env!("CARGO_PKG_VERSION"));
}

/// Returns the words of each `upgrade …` that a text tells users to type, without what follows in a
/// pipe.
fn typed(text: &str) -> Vec<Vec<String>> {
    let text = text.replace("\\\n", " \\ ");
    let lines = text.lines().map(|line| line.trim().trim_start_matches("$ "));
    let commands = lines.filter(|line| line.starts_with("upgrade ") && !line.contains("..."));
    let words = commands.map(|line| {
        let line = ["|", ">", "&&", ";"]
            .iter()
            .fold(line, |line, end| line.split(&format!(" {end}")).next().unwrap_or_default());
        let continued: Vec<&str> = line.split(" \\ ").collect();
        // Two spaces end an example of help; what follows explains it.
        let parts = continued.iter().map(|part| part.trim().split("  ").next().unwrap_or_default());
        parts
            .flat_map(str::split_whitespace)
            .skip_while(|word| *word == "upgrade")
            .map(str::to_owned)
            .collect()
    });
    words.collect()
}

/// With a help flag, all words are parsed, and nothing is done.
#[test]
fn every_example_can_be_typed() {
    let mut examples: BTreeSet<Vec<String>> = BTreeSet::new();
    for path in pages() {
        let text = fs::read_to_string(&path).unwrap();
        for start in ["```sh\n", "```console\n", "```text\n"] {
            let blocks = text.split(start).skip(1).filter_map(|rest| rest.split("```\n").next());
            examples.extend(blocks.flat_map(typed));
        }
    }
    for path in crate::cli::usage::commands().iter().chain([&vec![]]) {
        let words: Vec<&str> = path.iter().map(String::as_str).chain(["-h"]).collect();
        let page = upgrade(&words).stdout;
        let shown = page.split("\nExamples:\n").nth(1).unwrap_or_default();
        examples.extend(typed(shown.split("\n\n").next().unwrap_or_default()));
    }
    assert!(examples.len() > 100, "{}", examples.len());
    for example in &examples {
        let words: Vec<&str> = example.iter().map(String::as_str).chain(["-h"]).collect();
        let run = Command::new(env!("CARGO_BIN_EXE_upgrade")).args(&words).output().unwrap();
        let stderr = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "{}: {stderr}", words.join(" "));
    }
}
