//! `upgrade history` and `upgrade rollback`.

use crate::common::upgrade;

const FIXTURE: [&str; 2] = ["--from", "tests/fixtures/history"];

fn on_fixture(words: &[&str]) -> crate::common::Run {
    upgrade(&[words, &FIXTURE].concat())
}

#[test]
fn what_ran_is_listed_newest_first_with_what_was_passed_over() {
    snap!("history", "list", on_fixture(&["history"]));
    snap!("history", "list-wide", on_fixture(&["history", "--limit", "2", "-o", "wide"]));
    snap!("history", "list-json", on_fixture(&["history", "-o", "json"]));
    snap!("history", "under-way", upgrade(&["history", "--lab=updating"]));
    let run = on_fixture(&["history", "-o", "version"]);
    assert_eq!(run.stdout, "4.10.5\n4.10.4\n4.10.3\n4.9.23\n");
    assert_eq!(upgrade(&["history", "--limit", "0", "--lab"]).code, 2);
}

#[test]
fn back_goes_to_the_release_before() {
    snap!("rollback", "requested", upgrade(&["rollback", "--lab"]));
    snap!("rollback", "requested-json", upgrade(&["rollback", "--lab", "-o", "json"]));
    snap!("rollback", "dry-run", upgrade(&["rollback", "--lab", "--dry-run"]));
    let waited = upgrade(&["rollback", "--lab=healthy", "--wait"]);
    assert!(
        waited.code == 0 && waited.stdout.contains("Updated to 4.7.11 in "),
        "{}",
        waited.stdout
    );
}

#[test]
fn back_is_refused_with_the_right_reason() {
    snap!("rollback", "partial", on_fixture(&["rollback", "--dry-run"]));
    snap!("rollback", "under-way", upgrade(&["rollback", "--lab=updating"]));
    snap!("rollback", "nothing-before", upgrade(&["rollback", "--lab=failing"]));
    snap!("rollback", "hosted", upgrade(&["rollback", "--lab=hosted"]));
    snap!(
        "rollback",
        "pending",
        upgrade(&["rollback", "--from", "tests/fixtures/pending-request", "--dry-run"])
    );
    assert_eq!(on_fixture(&["rollback"]).code, 2, "files are not written to");
}
