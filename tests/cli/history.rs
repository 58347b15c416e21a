//! `upgrade history`.

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
