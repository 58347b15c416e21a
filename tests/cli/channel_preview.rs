//! `upgrade channel --preview`: the updates in another channel; nothing is changed.

use crate::common::{Run, upgrade};

const WHY: [&str; 4] =
    ["--from", "tests/fixtures/graph-evaluate", "--from", "tests/fixtures/graph/why.json"];
const ANSWERS: [&str; 2] = ["--answers", "tests/fixtures/graph/evaluate-answers.json"];

fn preview(words: &[&str]) -> Run {
    upgrade(&[&["channel"], words].concat())
}

#[test]
fn a_channel_is_seen_before_it_is_followed() {
    let run = preview(&["--lab", "--preview", "stable-4.7"]);
    assert_eq!(run.code, 0);
    snap!("channel-preview", "lab", run);
    snap!(
        "channel-preview",
        "lab-json",
        preview(&["--lab", "--preview", "stable-4.7", "-o", "json"])
    );
    snap!("channel-preview", "current", preview(&["--lab", "--preview", "stable-4.6"]));
    snap!(
        "channel-preview",
        "no-channel",
        preview(&["--lab=no-channel", "--preview", "stable-4.7"])
    );
}

#[test]
fn what_the_cluster_makes_of_it_later_is_what_was_seen() {
    let seen = preview(&["--lab", "--preview", "stable-4.7", "-o", "json"]).json();
    let set = preview(&["--lab", "stable-4.7", "-o", "json"]).json();
    assert_eq!((&seen["gained"], &seen["lost"]), (&set["gained"], &set["lost"]));
    let versions = |list: &serde_json::Value| -> Vec<String> {
        let list = list.as_array().unwrap().iter();
        list.map(|release| release["version"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(versions(&seen["recommended"]), versions(&set["updates"]["recommended"]));
    let mut not = versions(&seen["notRecommended"]);
    not.extend(versions(&seen["unknown"]));
    not.sort();
    let mut later = versions(&set["updates"]["notRecommended"]);
    later.sort();
    assert_eq!(not, later);
}

#[test]
fn a_release_that_is_not_in_the_channel_is_stranded_there() {
    snap!("channel-preview", "stranded", preview(&["--lab", "--preview", "stable-4.8"]));
    snap!("channel-preview", "no-such-channel", preview(&["--lab", "--preview", "stable-47"]));
    let json = preview(&["--lab", "--preview", "stable-4.8", "-o", "json"]).json();
    assert_eq!(json["inChannel"], false);
}

#[test]
fn what_cannot_be_evaluated_is_listed_separately() {
    let answered = [&WHY, &ANSWERS[..], &["--preview", "stable-4.11"]].concat();
    snap!("channel-preview", "files", preview(&answered));
    snap!(
        "channel-preview",
        "files-nobody-asked",
        preview(&[&WHY, &["--preview", "stable-4.11"][..]].concat())
    );
    let versions = preview(&[&answered[..], &["-o", "version"]].concat()).stdout;
    assert_eq!(versions, "4.11.2\n4.10.8\n4.10.6\n");
    let stale = ["--from", "tests/fixtures/graph-evaluate-stale", "--from", WHY[3]];
    let run = preview(&[&stale, &ANSWERS[..], &["--preview", "stable-4.11"]].concat());
    snap!("channel-preview", "stale", run);
}

#[test]
fn flags_that_have_no_meaning_are_usage_errors() {
    let cases: &[(&str, &[&str])] = &[
        ("usage-name", &["--preview", "stable-4.7", "stable-4.7"]),
        ("usage-clear", &["--preview", "stable-4.7", "--clear"]),
        ("usage-dry-run", &["--preview", "stable-4.7", "--dry-run"]),
        ("usage-no-preview", &["stable-4.7", "--graph", "graph.json"]),
        ("usage-answers", &["--answers", "answers.json"]),
        ("usage-odd-name", &["--preview", "Stable 4.7"]),
    ];
    for (name, words) in cases {
        let run = preview(&[&["--lab"], *words].concat());
        assert_eq!(run.code, 2, "{name}");
        snap!("channel-preview", *name, run);
    }
}

#[test]
fn without_a_cluster_there_is_nothing_to_see() {
    let run = preview(&["--preview", "stable-4.11", "--graph", WHY[3]]);
    assert_eq!(run.code, 1);
    snap!("channel-preview", "no-cluster", run);
}
