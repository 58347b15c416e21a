//! Words that make no sense, and help.

use crate::common::upgrade;

#[test]
fn help_shows_examples_and_exit_codes() {
    snap!("usage", "help", upgrade(&["--help"]));
    snap!("usage", "help-recommend", upgrade(&["recommend", "--help"]));
    snap!("usage", "help-wait", upgrade(&["wait", "--help"]));
    snap!("usage", "help-accept", upgrade(&["accept", "--help"]));
    snap!("usage", "help-ack", upgrade(&["ack", "--help"]));
    snap!("usage", "help-path", upgrade(&["path", "--help"]));
    snap!("usage", "help-lab", upgrade(&["lab", "--help"]));
    snap!("usage", "help-pre-checks", upgrade(&["pre-checks", "--help"]));
    assert_eq!(
        upgrade(&["--version"]).stdout,
        concat!("upgrade ", env!("CARGO_PKG_VERSION"), "\n")
    );
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
        &["--lab", "channel"],
        &["--lab", "channel", "stable-4.7"],
        &["--lab", "upstream"],
        &["--lab", "accept"],
        &["--lab=admin-gates", "ack", "--all"],
        &["--lab", "rollback"],
        &["lab", "list"],
        &["lab", "serve"],
        &["completion", "bash"],
        &["schema", "UpdateList"],
    ];
    for words in commands {
        for drawing in ["svg", "dot", "mermaid"] {
            let run = upgrade(&[words, &["-o", drawing][..]].concat());
            assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{words:?}");
            let said = format!("error: -o {drawing} draws a graph, and this has none\n");
            assert!(run.stderr.starts_with(&said), "{words:?}: {}", run.stderr);
        }
    }
    snap!("usage", "drawing", upgrade(&["--lab", "--to", "4.6.43", "-o", "svg"]));
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
