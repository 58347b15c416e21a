//! `upgrade rollback`.

use crate::common::{Run, upgrade};

fn on_fixture(words: &[&str]) -> Run {
    upgrade(&[words, &["--from", "tests/fixtures/history"]].concat())
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
