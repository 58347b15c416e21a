//! `upgrade upstream`.

use crate::common::upgrade;

#[test]
fn the_upstream_is_shown_set_and_cleared() {
    snap!("upstream", "show", upgrade(&["upstream", "--lab"]));
    snap!("upstream", "show-json", upgrade(&["upstream", "--lab", "-o", "json"]));
    snap!("upstream", "show-default", upgrade(&["upstream", "--from", "tests/fixtures/history"]));
    snap!("upstream", "set", upgrade(&["upstream", "https://updates.example.com/graph", "--lab"]));
    snap!(
        "upstream",
        "set-plain",
        upgrade(&["upstream", "http://updates.example.com/graph", "--lab", "--dry-run"])
    );
    snap!("upstream", "cleared", upgrade(&["upstream", "--clear", "--lab=cannot-retrieve"]));
    let change = upgrade(&["upstream", "--clear", "--lab=cannot-retrieve", "-o", "json"]).json();
    assert_eq!(
        (&change["kind"], &change["to"]),
        (&"UpstreamChange".into(), &serde_json::Value::Null)
    );
    assert_eq!(change["patch"]["spec"], serde_json::json!({"upstream": null}));
}

#[test]
fn invalid_arguments_are_reported() {
    for (name, words) in [
        ("scheme", &["upstream", "updates.example.com", "--lab"][..]),
        ("secret", &["upstream", "https://user:secret@updates.example.com/", "--lab"]),
        ("host", &["upstream", "https:///graph", "--lab"]),
        ("clear-and-url", &["upstream", "--clear", "https://a", "--lab"]),
    ] {
        let run = upgrade(words);
        assert_eq!(run.code, 2, "{words:?}");
        assert!(!run.stderr.contains("secret"), "{}", run.stderr);
        snap!("upstream", name, run);
    }
}
