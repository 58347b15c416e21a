//! `upgrade channel`.

use crate::common::upgrade;

#[test]
fn channels_are_listed_by_minor_version() {
    snap!("channel", "list", upgrade(&["channel", "--lab"]));
    snap!("channel", "list-json", upgrade(&["channel", "--lab", "-o", "json"]));
    snap!("channel", "list-none", upgrade(&["channel", "--lab=no-channel"]));
    snap!("channel", "list-name", upgrade(&["channel", "--lab", "-o", "name"]));
    snap!("channel", "list-unknown", upgrade(&["channel", "--from", "tests/fixtures/history"]));
}

#[test]
fn a_new_channel_shows_what_it_offers() {
    snap!("channel", "set", upgrade(&["channel", "stable-4.7", "--lab"]));
    let change = upgrade(&["channel", "stable-4.7", "--lab", "-o", "json"]).json();
    assert_eq!(change["kind"], "ChannelChange");
    assert_eq!((&change["applied"], &change["observed"]), (&true.into(), &true.into()));
    assert_eq!(change["gained"], serde_json::json!(["4.7.24"]));
    assert_eq!(change["updates"]["cluster"]["channel"], "stable-4.7");
    assert_eq!(change["patch"]["spec"], serde_json::json!({"channel": "stable-4.7"}));
    let run = upgrade(&["channel", "stable-4.7", "--lab", "-o", "version"]);
    assert_eq!(run.stdout, "4.7.24\n4.6.43\n4.6.42\n");
    snap!("channel", "set-no-wait", upgrade(&["channel", "stable-4.7", "--lab", "--no-wait"]));
    snap!("channel", "set-same-offers", upgrade(&["channel", "fast-4.6", "--lab"]));
}

#[test]
fn where_there_is_nothing_that_is_a_note() {
    snap!("channel", "cleared", upgrade(&["channel", "--clear", "--lab"]));
    snap!(
        "channel",
        "explicit",
        upgrade(&["channel", "stable-9.9", "--lab", "--allow-explicit-channel"])
    );
}

#[test]
fn a_channel_is_refused_or_nothing_is_to_be_done() {
    snap!("channel", "not-of-the-release", upgrade(&["channel", "stable-47", "--lab"]));
    snap!(
        "channel",
        "not-of-the-release-json",
        upgrade(&["channel", "stable-47", "--lab", "-o", "json"])
    );
    snap!("channel", "unchanged", upgrade(&["channel", "stable-4.6", "--lab"]));
    snap!("channel", "hosted", upgrade(&["channel", "stable-4.8", "--lab=hosted"]));
    snap!("channel", "dry-run", upgrade(&["channel", "fast-4.6", "--lab", "--dry-run"]));
    snap!(
        "channel",
        "dry-run-server",
        upgrade(&["channel", "fast-4.6", "--lab", "--dry-run=server"])
    );
    let files = &["channel", "fast-4.10", "--from", "tests/fixtures/accepted-risks"];
    assert_eq!(upgrade(files).code, 2);
    let dry = upgrade(&[files.as_slice(), &["--dry-run"]].concat());
    assert!(dry.code == 0 && dry.stdout.contains("\"channel\": \"fast-4.10\""), "{}", dry.stdout);
}

#[test]
fn invalid_arguments_are_reported() {
    for (name, words) in [
        ("odd-name", &["channel", "Stable 4.7", "--lab"][..]),
        ("empty-name", &["channel", "", "--lab"]),
        ("clear-and-name", &["channel", "stable-4.7", "--clear", "--lab"]),
        ("explicit-nothing", &["channel", "--allow-explicit-channel", "--lab"]),
    ] {
        let run = upgrade(words);
        assert_eq!(run.code, 2, "{words:?}");
        snap!("channel", name, run);
    }
}
