//! Habits from other tools get the command that was meant, and every command in a hint works.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::upgrade;

/// What people type, and the command that the hint shows.
const HABITS: &[(&str, &str)] = &[
    ("--lab to 4.6.43", "--lab --to 4.6.43"),
    ("--lab 4.6.43", "--lab --to 4.6.43"),
    ("--lab v4.6.43", "--lab --to 4.6.43"),
    ("--lab 4.7", "--lab path 4.7"),
    ("--lab to 4.7", "--lab path 4.7"),
    ("--lab latest", "--lab --to-latest"),
    ("--lab to latest", "--lab --to-latest"),
    ("--lab --to latest", "--lab --to-latest"),
    ("--lab --to=latest", "--lab --to-latest"),
    ("--lab --to v4.6.43", "--lab --to 4.6.43"),
    ("--lab --to 4.7", "--lab path 4.7"),
    ("--lab=healthy --to 4.7", "--lab=healthy path 4.7"),
    ("--lab recommend 4.7", "--lab path 4.7"),
    ("--lab recommend v4.6.43", "--lab recommend 4.6.43"),
    ("--lab pre-checks 4.7", "--lab path 4.7"),
    ("--lab start", "--lab --include-not-recommended"),
    ("--lab adm upgrade", "--lab"),
    ("--lab adm upgrade --to 4.6.43", "--lab --to 4.6.43"),
    ("--lab adm upgrade --to-latest", "--lab --to-latest"),
    ("--lab oc adm upgrade status", "--lab status"),
    ("--lab adm upgrade channel stable-4.7", "--lab channel stable-4.7"),
    ("--lab control-plane start --to 4.6.43", "--lab start --to 4.6.43"),
    ("--lab --channel stable-4.7", "--lab channel stable-4.7"),
    ("--lab --channel=stable-4.7", "--lab channel stable-4.7"),
    ("--lab recommend --channel stable-4.7", "--lab channel --preview stable-4.7"),
    ("--lab status --to 4.6.43", "--lab status"),
    ("--lab --to 4.6.43 status", "--lab status"),
    ("--lab --to 4.6.43 recommend", "--lab recommend 4.6.43"),
    ("--lab=updating status -w", "--lab=updating status --watch"),
    ("--lab=updating --watch", "--lab=updating status --watch"),
    ("--lab=updating -w", "--lab=updating status --watch"),
    ("--lab=updating watch", "--lab=updating status --watch"),
    ("--lab=updating progress", "--lab=updating status --watch"),
    ("--lab=updating wait --watch", "--lab=updating status --watch"),
    ("--lab list", "--lab"),
    ("--lab ls", "--lab"),
    ("--lab get", "--lab"),
    ("--lab versions", "--lab"),
    ("--lab -A", "--lab --include-not-recommended"),
    ("--lab --all", "--lab --include-not-recommended"),
    ("--lab list -A", "--lab --include-not-recommended"),
    ("--lab status -A", "--lab status --details=all"),
    ("--lab update 4.6.43", "--lab --to 4.6.43"),
    ("--lab upgrade 4.6.43", "--lab --to 4.6.43"),
    ("--lab install 4.6.43", "--lab --to 4.6.43"),
    ("--lab cancel", "--lab --clear"),
    ("--lab --cancel", "--lab --clear"),
    ("--lab explain 4.7.28", "--lab why 4.7.28"),
    ("--lab check 4.6.43", "--lab pre-checks 4.6.43"),
    ("--lab prechecks 4.6.43", "--lab pre-checks 4.6.43"),
    ("--lab channels", "--lab channel"),
    ("--lab risks", "--lab accept"),
    ("--lab=admin-gates gates", "--lab=admin-gates ack"),
    ("--lab undo", "--lab rollback"),
    ("--lab rollback 4.6.16", "--lab rollback"),
    ("--lab logs", "--lab history"),
    ("--lab --latest", "--lab --to-latest"),
    ("--lab --target 4.6.43", "--lab --to 4.6.43"),
    ("--lab --to-version=4.6.43", "--lab --to 4.6.43"),
    ("-f tests/fixtures/list", "--from tests/fixtures/list"),
    ("--lab updating", "--lab=updating"),
    ("--lab --to 4.6.43 --dry-run server", "--lab --to 4.6.43 --dry-run=server"),
    ("--lab stauts", "--lab status"),
    ("--lab recomend", "--lab recommend"),
    ("--lab --include-not-recomended", "--lab --include-not-recommended"),
];

#[test]
fn what_people_type_elsewhere_gets_the_command_that_was_meant() {
    for (typed, meant) in HABITS {
        let words: Vec<&str> = typed.split(' ').collect();
        let run = upgrade(&words);
        assert_eq!(run.code, 2, "{typed}: {}", run.stderr);
        let command = format!("\n  upgrade {meant}\n");
        assert!(run.stderr.contains(&command), "{typed}: {}", run.stderr);
        let json = upgrade(&[&words[..], &["-o", "json"]].concat());
        assert!(json.stderr.contains(&format!("upgrade {meant}")), "{typed}: {}", json.stderr);
    }
    let meant: BTreeSet<String> =
        HABITS.iter().map(|(_, meant)| format!("upgrade {meant}")).collect();
    all_work(meant);
}

#[test]
fn a_version_that_is_not_full_is_explained() {
    let run = upgrade(&["--lab", "why", "4.9"]);
    assert!(run.stdout.contains("upgrade --lab path 4.9\n"), "{}", run.stdout);
    assert!(!run.stdout.contains("4.6.99-example"), "{}", run.stdout);
}

#[test]
fn nothing_far_fetched_is_suggested() {
    for words in [&["--lab", "status", "--to"][..], &["--lab", "lab", "--x"], &["--lab", "xyz"]] {
        let run = upgrade(words);
        assert_eq!(run.code, 2, "{words:?}");
        assert!(!run.stderr.contains("did you mean"), "{}", run.stderr);
        assert!(run.stderr.contains("hint: for usage, run:\n  upgrade "), "{}", run.stderr);
    }
}

#[test]
fn a_target_is_a_word_of_its_own_or_a_flag() {
    let commands: &[&[&str]] = &[
        &["recommend"],
        &["pre-checks", "--dry-run"],
        &["why"],
        &["path"],
        &["graph", "evaluate"],
        &["start", "--dry-run"],
    ];
    for command in commands {
        let run = |target: &[&str]| {
            let run = upgrade(&[&["--lab"], *command, target, &["-o", "json"]].concat());
            (run.stdout, run.stderr, run.code)
        };
        let word = run(&["4.6.43"]);
        assert_ne!(word.2, 2, "{command:?}: {}", word.1);
        assert_eq!(run(&["--to", "4.6.43"]), word, "{command:?}");
        assert_eq!(run(&["--version", "4.6.43"]), word, "{command:?}");
        assert_eq!(run(&["4.6.43", "--to", "4.7.4"]).2, 2, "{command:?}");
    }
}

/// Every command that a snapshot tells people or programs to run.
#[test]
fn every_command_in_a_hint_works() {
    all_work(hinted());
}

fn hinted() -> BTreeSet<String> {
    let mut commands = BTreeSet::new();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots");
    for folder in std::fs::read_dir(root).unwrap() {
        let folder = folder.unwrap().path();
        if folder.ends_with("faults") || folder.ends_with("usage") {
            continue; // servers that are gone by now, and help
        }
        for file in std::fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let mut before = "";
            for line in text.lines() {
                if let Some(command) = line.strip_prefix("  upgrade ")
                    && (before.ends_with("run:") || before.ends_with("did you mean:"))
                {
                    commands.insert(format!("upgrade {command}"));
                }
                if let Some((_, command)) = line.split_once("run: upgrade ") {
                    let command = command.trim_end_matches([',', '"']);
                    commands.insert(format!("upgrade {command}"));
                }
                before = line;
            }
        }
    }
    // These need a file, an id or a server that only the reader has.
    let needs = ["FILE", "ID,", "VERSION", "--context", "--server", "--kubeconfig", "TOKEN"];
    commands.retain(|command| !needs.iter().any(|word| command.contains(word)));
    assert!(commands.len() > 30, "{commands:#?}");
    commands
}

/// Runs commands as a shell would, and asserts that none is misused and none leads back to itself.
fn all_work(commands: BTreeSet<String>) {
    let mut faults = Vec::new();
    for command in commands {
        let (stderr, code) = brief(&command);
        let again = format!("\n  {command}\n");
        let loops = code != Some(0) && stderr.contains(&again);
        if code == Some(2) || loops {
            faults.push(format!("{command}: exit {code:?}: {stderr}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

const PATIENCE: Duration = Duration::from_secs(20); // what goes on for so long was understood

/// Runs a command in a shell; one that does not end by itself is ended.
fn brief(command: &str) -> (String, Option<i32>) {
    let program = env!("CARGO_BIN_EXE_upgrade");
    let state = tempfile::tempdir().unwrap();
    let stderr = state.path().join("stderr");
    let words = command.strip_prefix("upgrade").unwrap();
    let watches = words.contains("--watch");
    let mut child = Command::new("sh")
        .args(["-c", &format!("exec '{program}'{words}")])
        .env_clear()
        .env("HOME", state.path())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(&stderr).unwrap())
        .spawn()
        .unwrap();
    let end = Instant::now() + if watches { Duration::from_secs(3) } else { PATIENCE };
    let code = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status.code(),
            None if Instant::now() > end => {
                child.kill().unwrap();
                child.wait().unwrap();
                break None;
            }
            None => std::thread::sleep(Duration::from_millis(20)),
        }
    };
    (std::fs::read_to_string(stderr).unwrap(), code)
}
