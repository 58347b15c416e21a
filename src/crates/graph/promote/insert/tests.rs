//! Releases that are added to channel files.

use super::*;
use crate::data::{Location, testing};

/// Reads the list of a channel line by line.
fn channel(text: &str) -> Channel {
    let item = |(line, text): (usize, &str)| {
        let dash = text.find("- ")?;
        let start = dash + text[dash..].find(|c: char| c != '-' && c != ' ')?;
        let value = text[start..].trim_start_matches(['"', '\'']);
        let end = value.find(['"', '\'', ' ', '\r', '\n']).unwrap_or(value.len());
        let spot = Location { line: line as u64 + 1, column: start as u64 + 1 };
        Some(WithLocation { value: ReleaseName::parse(&value[..end])?, spot })
    };
    let items = text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with('#'));
    let versions = items.filter_map(item).collect();
    Channel { versions, ..testing::channel("fast-4.2", &[]) }
}

fn inserted(text: &str, new: &[&str]) -> Result<String, String> {
    let new: Vec<ReleaseName> = new.iter().map(|text| testing::name(text)).collect();
    insert(text, &channel(text), &new)
}

#[track_caller]
fn check(text: &str, new: &[&str], wanted: &str) {
    assert_eq!(inserted(text, new).unwrap(), wanted);
}

#[test]
fn releases_come_after_the_newest_older_one() {
    let text = "name: fast-4.2\nversions:\n- 4.1.9\n- 4.2.0\n- 4.2.10\n";
    check(
        text,
        &["4.2.2", "4.1.10", "4.2.11", "4.2.0-rc.1"],
        "name: fast-4.2\nversions:\n- 4.1.9\n- 4.1.10\n- 4.2.0-rc.1\n- 4.2.0\n- 4.2.2\n- 4.2.10\n- 4.2.11\n",
    );
    check(text, &["4.1.8"], "name: fast-4.2\nversions:\n- 4.1.8\n- 4.1.9\n- 4.2.0\n- 4.2.10\n");
}

#[test]
fn a_list_that_is_not_in_order_stays_so() {
    let text = "versions:\n- 4.2.0-rc.1\n- 4.2.0-rc.10\n- 4.2.0-rc.2\n- 4.2.0\nname: fast-4.2\n";
    let wanted = "versions:\n- 4.2.0-rc.1\n- 4.2.0-rc.10\n- 4.2.0-rc.2\n- 4.2.0-rc.3\n- 4.2.0\nname: fast-4.2\n";
    check(text, &["4.2.0-rc.3"], wanted);
}

#[test]
fn comments_stay_with_what_they_are_about() {
    let text = "\
# top
versions: # all of them
- 4.2.2 # fine
# no 4.2.3 because it was rolled into 4.2.4
- 4.2.4
# not 4.2.5 because
# it was cut too early
# - 4.2.7 failed to run tests,
# but is in a channel
- 4.2.7
# 4.2.8: never built
";
    let wanted = "\
# top
versions: # all of them
- 4.2.2 # fine
# no 4.2.3 because it was rolled into 4.2.4
- 4.2.4
# not 4.2.5 because
# it was cut too early
- 4.2.6
# - 4.2.7 failed to run tests,
# but is in a channel
- 4.2.7
# 4.2.8: never built
- 4.2.9
";
    check(text, &["4.2.6", "4.2.9"], wanted);
}

#[test]
fn the_style_of_the_list_is_kept() {
    check("versions:\n  - 4.2.0", &["4.2.1"], "versions:\n  - 4.2.0\n  - 4.2.1");
    check("versions:\n-   '4.2.0'\n", &["4.2.1"], "versions:\n-   '4.2.0'\n-   '4.2.1'\n");
    check(
        "versions:\r\n- \"4.2.0\"\r\n",
        &["4.2.1"],
        "versions:\r\n- \"4.2.0\"\r\n- \"4.2.1\"\r\n",
    );
    check(
        "versions:\r\n- 4.2.0",
        &["4.2.1", "4.2.2"],
        "versions:\r\n- 4.2.0\r\n- 4.2.1\r\n- 4.2.2",
    );
}

#[test]
fn an_empty_list_is_filled() {
    let text = "name: fast-4.2\nversions: [] # none yet\ntombstones: []\n";
    let wanted = "name: fast-4.2\nversions: # none yet\n- 4.2.0\n- 4.2.1\ntombstones: []\n";
    check(text, &["4.2.1", "4.2.0"], wanted);
    check("versions: []", &["4.2.0"], "versions:\n- 4.2.0\n");
    assert!(inserted("versions: [ # none\n]\n", &["4.2.0"]).is_err());
}

#[test]
fn what_is_written_otherwise_is_left_alone() {
    let new = [testing::name("4.2.1")];
    let with = |text: &str, line: u64, column: u64| {
        let version =
            WithLocation { value: testing::name("4.2.0"), spot: Location { line, column } };
        let channel = Channel { versions: vec![version], ..testing::channel("fast-4.2", &[]) };
        insert(text, &channel, &new)
    };
    for (text, line, column) in [
        ("versions: [4.2.0]\n", 1, 12),
        ("versions:\n- &a 4.2.0\n", 2, 6),
        ("versions:\n- *a\n", 2, 3),
        ("versions:\n- 4.2.0-rc.1\n", 2, 3),
        ("versions:\n- '4.2.0\"\n", 2, 3),
        ("versions:\n- [4.2.0\n", 2, 4),
        ("versions:\n", 7, 3),
        ("versions:\n- 4\n", 2, 9),
        ("", 1, 1),
    ] {
        let told = with(text, line, column).unwrap_err();
        assert!(told.contains("is not a list item with `4.2.0` alone"), "{text:?}: {told}");
    }
    assert!(with("versions:\n- 4.2.0 # here\n", 2, 3).is_ok());
}

#[test]
fn nothing_but_lines_is_added() {
    let text = "# a\nversions:\n\n- 4.2.0\n\n# b 4.2.1\n- 4.2.3 \n\n# end\n";
    let after = inserted(text, &["4.2.2", "4.2.4"]).unwrap();
    let kept: String = after
        .split_inclusive('\n')
        .filter(|line| !["- 4.2.2\n", "- 4.2.4\n"].contains(line))
        .collect();
    assert_eq!(kept, text);
    assert_eq!(after.lines().count(), text.lines().count() + 2);
}
