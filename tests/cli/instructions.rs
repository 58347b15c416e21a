//! What the most frequent runs cost, in instructions: unlike time, they are the same on every
//! machine. The bounds are half more than what was counted, for the unoptimized build.

use std::process::{Command, Stdio};

use crate::common::{on_path, upgrade};

const PROGRAM: &str = env!("CARGO_BIN_EXE_upgrade");

/// Returns how many million instructions a run takes; none without valgrind.
fn counted(words: &[&str]) -> Option<u64> {
    if !on_path(&["valgrind"], "UPGRADE_REQUIRE_VALGRIND") {
        return None;
    }
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", PROGRAM])
        .args(words)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{log}");
    let count = log.lines().find_map(|line| line.split_once("Collected : ")).unwrap().1;
    Some(count.trim().parse::<u64>().unwrap() / 1_000_000)
}

/// Compares a run with its bound in millions of instructions.
fn takes_at_most(bound: u64, words: &[&str]) {
    let Some(count) = counted(words) else { return };
    assert!(
        count <= bound,
        "{words:?} takes {count} million instructions, more than {bound} million. \
         Compare with `valgrind --tool=callgrind` before and after the change"
    );
}

#[test]
fn starting_takes_few_instructions() {
    takes_at_most(60, &["--help"]);
}

#[test]
fn the_overview_and_the_status_of_a_recording_take_few_instructions() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("recording");
    let place = place.to_str().unwrap();
    assert_eq!(upgrade(&["lab", "export", "vsphere-proxy", place]).code, 0);
    takes_at_most(370, &["--from", place, "--include-not-recommended"]);
    takes_at_most(390, &["status", "--from", place]);
}
