//! Habits from other tools get the intended command, and every command in a hint works.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::common::upgrade;

/// What users type, and the command in the hint.
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

/// Every command that a snapshot tells people or programs to run, on the same source.
#[test]
fn every_command_in_a_hint_works() {
    all_work(hinted());
}

fn hinted() -> BTreeSet<String> {
    let mut commands = BTreeSet::new();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots");
    for folder in std::fs::read_dir(root).unwrap() {
        for file in std::fs::read_dir(folder.unwrap().path()).unwrap() {
            let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
            commands.extend(next_commands(&text).iter().map(|command| filled_in(command, &text)));
        }
    }
    assert!(commands.len() > 60, "{commands:#?}");
    commands
}

/// Returns the commands that a text says to run, in its order.
fn next_commands(text: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut before = "";
    for line in text.lines() {
        let alone = line.trim_start().strip_prefix("upgrade");
        let invited = before.ends_with("run:") || before.ends_with("did you mean:");
        let within = line.split_once("run: upgrade").map(|(_, words)| words);
        if let Some(words) = alone.filter(|_| invited).or(within) {
            let words = words.trim_end_matches(',').trim_end_matches('"').replace("\\\"", "\"");
            commands.push(format!("upgrade{words}"));
        }
        before = line;
    }
    commands
}

/// Puts values of the same source where a command leaves them to the reader.
fn filled_in(command: &str, text: &str) -> String {
    let command = command.replace("--graph FILE", "--graph tests/fixtures/graph/why.json");
    let command = match command.strip_suffix(" VERSION") {
        Some(start) => format!("{start} {}", first_version(text)),
        None => command,
    };
    match command.strip_suffix("=ID,…") {
        Some(start) => format!("{start}={}", insights(start.strip_suffix(" --accept").unwrap())),
        None => command,
    }
}

/// Returns the first version of a table.
fn first_version(text: &str) -> String {
    let words = text.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let is_version = |word: &&str| word.starts_with("4.") && word.matches('.').count() >= 2;
    words.into_iter().find(is_version).expect("a table of versions").to_owned()
}

/// Returns the ids of the insights that a command lists.
fn insights(command: &str) -> String {
    let words: Vec<&str> = command.split(' ').skip(1).chain(["-o", "json"]).collect();
    let report = upgrade(&words).json();
    let ids = report["insights"].as_array().unwrap().iter();
    let ids: Vec<&str> = ids.map(|insight| insight["id"].as_str().unwrap()).collect();
    assert!(!ids.is_empty(), "{command} lists nothing to accept: {report}");
    ids.join(",")
}

/// Runs commands as a shell would, and asserts that each leads on.
fn all_work(commands: BTreeSet<String>) {
    let (todo, faults) = (Mutex::new(commands.into_iter()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let Some(command) = todo.lock().unwrap().next() else { break };
                    faults.lock().unwrap().extend(follow(command).err());
                }
            });
        }
    });
    let faults = faults.into_inner().unwrap();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Does what a person does who takes every advice: runs a command and, unless it succeeds, the one that
/// it names first. That ends, and never with a usage error.
fn follow(command: String) -> Result<(), String> {
    let mut followed = vec![command];
    loop {
        let command = &followed[followed.len() - 1];
        let (said, code) = brief(command);
        if code == Some(2) {
            return Err(format!("{followed:?} is misuse: {said}"));
        }
        let next = next_commands(&said).into_iter().next();
        let Some(next) = next.filter(|_| code.is_some_and(|code| code != 0)) else { return Ok(()) };
        let next = filled_in(&next, &said);
        if followed.contains(&next) {
            return Err(format!("{followed:?} leads back to {next}: {said}"));
        }
        followed.push(next);
    }
}

#[test]
fn a_hint_that_leads_in_circles_is_found() {
    // It is refused, and its first hint accepts the risks.
    assert_eq!(follow("upgrade --lab --to 4.7.4".to_owned()), Ok(()));
    let said = "error: no\nhint: to see why, run:\n  upgrade why 4.7.4\n";
    assert_eq!(next_commands(said), ["upgrade why 4.7.4"]);
    let json = r#"  "to list updates, run: upgrade --lab","#;
    assert_eq!(next_commands(json), ["upgrade --lab"]);
    assert!(follow("upgrade --lab=nowhere --to".to_owned()).is_err());
}

const PATIENCE: Duration = Duration::from_secs(20); // what goes on for so long was understood

/// Runs a command in a shell, and returns all that it says; one that does not end by itself is ended.
fn brief(command: &str) -> (String, Option<i32>) {
    let program = env!("CARGO_BIN_EXE_upgrade");
    let state = tempfile::tempdir().unwrap();
    let said = state.path().join("said");
    let output = std::fs::File::create(&said).unwrap();
    let words = command.strip_prefix("upgrade").unwrap();
    let goes_on = ["--watch", " serve"].iter().any(|word| words.contains(word));
    let mut child = Command::new("sh")
        .args(["-c", &format!("exec '{program}'{words}")])
        .env_clear()
        .env("HOME", state.path())
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null())
        .stdout(output.try_clone().unwrap())
        .stderr(output)
        .spawn()
        .unwrap();
    let end = Instant::now() + if goes_on { Duration::from_secs(3) } else { PATIENCE };
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
    (String::from_utf8_lossy(&std::fs::read(said).unwrap()).into_owned(), code)
}
