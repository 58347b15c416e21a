//! Usage errors and help.

use std::process::Command;

use crate::common::{on_path, upgrade};

/// Returns every command by its words, from the lists of commands in help.
pub(super) fn commands() -> Vec<Vec<String>> {
    fn below(path: &[String], found: &mut Vec<Vec<String>>) {
        found.push(path.to_vec());
        let page = help(path, "-h");
        let list = page.split("\nCommands:\n").nth(1).unwrap_or_default();
        let names = list.lines().take_while(|line| !line.is_empty());
        let names: Vec<&str> = names.filter_map(|line| line.split_whitespace().next()).collect();
        for name in names {
            below(&[path, &[name.to_owned()]].concat(), found);
        }
    }
    let page = help(&[], "-h");
    let groups = ["Plan:", "Update:", "Tools:"];
    let mut names = Vec::new();
    for group in groups {
        let list = page.split(&format!("\n{group}\n")).nth(1).unwrap();
        for line in list.lines().take_while(|line| !line.is_empty()) {
            match line.strip_prefix("  Also: ") {
                Some(others) => names.extend(others.split(", ")),
                None => names.extend(line.split_whitespace().next()),
            }
        }
    }
    let mut found = Vec::new();
    for name in names.into_iter().chain(["help"]) {
        below(&[name.to_owned()], &mut found);
    }
    found
}

fn help(path: &[String], flag: &str) -> String {
    let words: Vec<&str> = path.iter().map(String::as_str).chain([flag]).collect();
    let run = upgrade(&words);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{words:?}");
    run.stdout
}

#[test]
fn every_page_of_help_fits_a_terminal() {
    let commands = commands();
    assert!(commands.len() > 25, "{commands:?}");
    for path in commands.iter().chain([&vec![]]) {
        for flag in ["-h", "--help"] {
            let page = help(path, flag);
            for line in page.lines() {
                assert!(line.chars().count() <= 80, "{path:?}: {line}");
            }
            let as_parsers_do =
                page.split('<').skip(1).any(|rest| rest.starts_with(char::is_uppercase));
            assert!(!as_parsers_do, "{path:?}:\n{page}");
        }
        let all = help(path, "--help");
        let short = help(path, "-h");
        let (title, rest) = short.split_once('\n').unwrap();
        assert!(all.starts_with(title), "{path:?}: --help is -h and more");
        let usage = rest.split("\n\n").next().unwrap();
        assert!(all.contains(usage), "{path:?}: --help is -h and more");
    }
    assert!(help(&[], "-h").lines().count() <= 50);
    assert_eq!(help(&[], "-h"), help(&[], "--help"));
}

#[test]
fn every_page_of_help_has_two_or_three_examples_and_exit_codes() {
    for path in commands() {
        let page = help(&path, "-h");
        let examples = page.split("\nExamples:\n").nth(1).unwrap_or_default();
        let examples = examples.lines().take_while(|line| !line.is_empty());
        let examples = examples.filter(|line| !line.starts_with("    ")).count();
        assert!((2..=3).contains(&examples), "{path:?} has {examples} examples");
        assert!(page.contains("\nExit codes: 0 "), "{path:?}:\n{page}");
    }
}

#[test]
fn help_is_for_one_command_and_options_for_all() {
    for path in commands() {
        let page = help(&path, "-h");
        let flags = ["--kubeconfig", "--request-timeout", "--color"];
        for flag in flags.iter().filter(|_| path != ["options"] && path != ["lab", "serve"]) {
            assert!(!page.contains(&format!("      {flag} ")), "{path:?} shows {flag}");
        }
    }
    snap!("usage", "options", upgrade(&["options"]));
    snap!("usage", "help", upgrade(&["-h"]));
    snap!("usage", "help-recommend", upgrade(&["recommend", "--help"]));
    snap!("usage", "help-start", upgrade(&["start", "-h"]));
    snap!("usage", "help-status", upgrade(&["status", "-h"]));
    snap!("usage", "help-fleet", upgrade(&["fleet", "-h"]));
    snap!("usage", "help-wait", upgrade(&["wait", "--help"]));
    snap!("usage", "help-accept", upgrade(&["accept", "--help"]));
    snap!("usage", "help-ack", upgrade(&["ack", "--help"]));
    snap!("usage", "help-pools", upgrade(&["pools", "--help"]));
    snap!("usage", "help-pools-resume", upgrade(&["pools", "resume", "--help"]));
    snap!("usage", "help-path", upgrade(&["path", "--help"]));
    snap!("usage", "help-lab", upgrade(&["lab", "--help"]));
    snap!("usage", "help-pre-checks", upgrade(&["pre-checks", "--help"]));
    assert_eq!(
        upgrade(&["--version"]).stdout,
        concat!("upgrade ", env!("CARGO_PKG_VERSION"), "\n")
    );
}

#[test]
fn help_shows_commands_by_their_words() {
    assert_eq!(upgrade(&["help", "why"]).stdout, help(&["why".to_owned()], "--help"));
    let show = ["graph".to_owned(), "show".to_owned()];
    assert_eq!(upgrade(&["help", "graph", "show"]).stdout, help(&show, "--help"));
}

#[test]
fn a_topic_starts_with_the_usage_of_its_command() {
    for (topic, command) in
        [("status", "status"), ("acks", "ack"), ("ack", "ack"), ("path", "path")]
    {
        let page = upgrade(&["help", topic]).stdout;
        assert!(page.starts_with(&help(&[command.to_owned()], "-h")), "{topic}");
        let usage = help(&[command.to_owned()], "-h").lines().count();
        assert!(page.lines().count() > usage + 5, "{topic} is a page of the manual");
    }
    snap!("usage", "help-topics", upgrade(&["help"]));
    snap!("usage", "help-unknown", upgrade(&["help", "risk"]));
    snap!("usage", "help-far", upgrade(&["help", "zebra"]));
}

#[test]
fn other_formats_are_refused_with_those_there_are() {
    let cases: &[(&str, &[&str])] = &[
        ("format-jsonpath", &["--lab", "-o", "jsonpath={.recommended[0].version}"]),
        ("format-template", &["--lab", "status", "-o=go-template={{.cluster.version}}"]),
        ("format-columns", &["--lab", "history", "-ocustom-columns=V:.history[0].version"]),
        ("format-unknown", &["--lab", "why", "4.7.4", "--output", "table"]),
        ("format-none", &["completion", "bash", "-o", "json"]),
    ];
    for (name, words) in cases {
        let run = upgrade(words);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{words:?}");
        snap!("usage", *name, run);
    }
    assert_eq!(upgrade(&["-o", "dot", "--lab", "graph", "show"]).code, 0);
}

/// The hint of a refused template, run by a shell with a real jq.
#[test]
fn the_command_for_jq_selects_what_the_template_would() {
    if !on_path(&["jq"], "UPGRADE_REQUIRE_JQ") {
        return;
    }
    let cases: &[(&[&str], &str)] = &[
        (&["--lab", "-o", "jsonpath={.recommended[0].version}"], "4.6.43\n"),
        (&["--lab", "-ojsonpath={.recommended[*].version}"], "4.6.43\n4.6.42\n"),
        (&["--lab", "-o", "jsonpath={$.cluster.channel}"], "stable-4.6\n"),
        (&["--lab", "status", "-o=go-template={{.cluster.version}}"], "4.6.23\n"),
        (
            &["--lab", "-o", "custom-columns=V:.cluster.version,C:.cluster.channel"],
            "4.6.23\tstable-4.6\n",
        ),
    ];
    for (words, selected) in cases {
        assert_eq!(piped(words), *selected, "{words:?}");
    }
    // What is more than fields selects everything, as a start.
    for asked in
        ["jsonpath={range .recommended[*]}{.version}{end}", "go-template-file=x", "jsonpath"]
    {
        let all: serde_json::Value = serde_json::from_str(&piped(&["--lab", "-o", asked])).unwrap();
        assert_eq!(all["kind"], "UpdateList", "{asked}");
    }
}

/// Runs the command that a refusal shows, and returns what it prints.
fn piped(words: &[&str]) -> String {
    let refused = upgrade(words);
    assert_eq!(refused.code, 2, "{words:?}");
    let mut lines = refused.stderr.lines();
    lines.find(|line| *line == "hint: to select fields, run:").expect("a hint");
    let command = lines.next().unwrap().trim().strip_prefix("upgrade ").unwrap();
    let program = env!("CARGO_BIN_EXE_upgrade");
    let run = Command::new("sh").args(["-c", &format!("'{program}' {command}")]).output().unwrap();
    assert!(run.status.success() && run.stderr.is_empty(), "{command}: {run:?}");
    String::from_utf8(run.stdout).unwrap()
}

#[test]
fn wrong_words_are_usage_errors() {
    let cases: &[(&str, &[&str])] = &[
        ("unknown-flag", &["--nope"]),
        ("unknown-command", &["stauts"]),
        ("waiver-without-target", &["--lab", "--allow-not-recommended"]),
        ("accept-without-waiver", &["--lab", "--to", "4.7.4", "--accept", "X"]),
        (
            "accept-with-waiver-off",
            &["--lab", "--to", "4.7.4", "--allow-not-recommended=false", "--accept", "X"],
        ),
        ("include-with-target", &["--lab", "--to", "4.7.4", "--include-not-recommended"]),
        ("to-not-a-version", &["--lab", "--to", "4.7"]),
        ("to-with-a-v", &["--lab", "--to", "v4.6.43"]),
        ("to-empty", &["--lab", "--to", ""]),
        ("request-beside-command", &["--to", "4.7.4", "lab", "list"]),
        ("value-without-equals", &["--lab", "updating"]),
        ("dry-run-without-equals", &["--lab", "--to", "4.6.43", "--dry-run", "server"]),
        ("boolean-without-equals", &["--lab", "--to", "4.6.43", "--force", "false"]),
        ("boolean-odd", &["--lab", "--to", "4.6.43", "--force=perhaps"]),
        ("two-sources", &["--lab", "--from", "x"]),
        ("lab-and-context", &["--lab", "--context", "x"]),
        ("timeout", &["--lab", "--request-timeout", "soon"]),
        ("latest-with-accept", &["--lab", "--to-latest", "--accept", "X"]),
        ("json", &["--nope", "-o", "json"]),
    ];
    for (name, words) in cases {
        let run = upgrade(words);
        assert_eq!(run.code, 2, "{words:?}");
        snap!("usage", *name, run);
    }
}

#[test]
fn only_a_graph_can_be_drawn_and_nothing_is_done_before_that_is_said() {
    let commands: &[&[&str]] = &[
        &["--lab"],
        &["--lab", "--to", "4.6.43"],
        &["--lab", "--to", "4.7.4"],
        &["--lab", "--to-latest", "--wait"],
        &["--lab=updating", "--clear"],
        &["--lab", "recommend"],
        &["--lab", "why", "4.7.4"],
        &["--lab", "path", "--to", "4.7.28"],
        &["--lab", "graph", "evaluate"],
        &["--lab=updating", "status"],
        &["--lab=updating", "status", "--watch"],
        &["--lab=updating", "wait"],
        &["--lab", "history"],
        &["--lab", "fleet"],
        &["--lab", "channel"],
        &["--lab", "channel", "stable-4.7"],
        &["--lab", "upstream"],
        &["--lab", "explore"],
        &["--lab", "accept"],
        &["--lab=admin-gates", "ack", "--all"],
        &["--lab", "rollback"],
        &["--lab", "pools"],
        &["--lab", "pools", "pause", "worker"],
        &["lab", "list"],
        &["lab", "serve"],
        &["completion", "bash"],
        &["schema", "UpdateList"],
    ];
    for words in commands {
        for drawing in ["svg", "dot", "mermaid"] {
            let run = upgrade(&[words, &["-o", drawing][..]].concat());
            assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{words:?}");
            let said = format!("does not support -o {drawing}\n");
            assert!(run.stderr.contains(&said), "{words:?}: {}", run.stderr);
        }
    }
    snap!("usage", "drawing", upgrade(&["--lab", "--to", "4.6.43", "-o", "svg"]));
    snap!("usage", "help-explore", upgrade(&["explore", "--help"]));
    snap!("usage", "help-path", upgrade(&["path", "--help"]));
    for page in ["html", "markdown"] {
        let run = upgrade(&["--lab", "status", "-o", page]);
        assert_eq!(run.code, 2, "{page} is for paths and graphs");
    }
    snap!("usage", "help-graph-show", upgrade(&["graph", "show", "--help"]));
}

#[test]
fn booleans_take_values_as_kubectls_do() {
    assert_eq!(upgrade(&["--lab", "--to", "4.7.4", "--allow-not-recommended=true"]).code, 0);
    assert_eq!(upgrade(&["--lab", "--to", "4.7.4", "--allow-not-recommended=false"]).code, 3);
}

#[test]
fn a_timeout_beyond_all_calendars_is_no_timeout() {
    assert_eq!(upgrade(&["--lab", "--request-timeout", "18446744073709551615"]).code, 0);
}
