//! The two lists, and what happens while they are made.

use serde_json::json;

use super::super::objects::text;
use super::Play;

#[test]
fn a_new_channel_is_stale_for_a_moment_and_answers_come_one_by_one() {
    let mut play = Play::of("vsphere-proxy");
    play.spec(&json!({"channel": "stable-4.7"}));
    play.pass("1s");
    let version = play.version();
    assert_ne!(version["metadata"]["generation"], version["status"]["observedGeneration"]);
    play.pass("2s");
    assert_eq!(
        play.version()["metadata"]["generation"],
        play.version()["status"]["observedGeneration"]
    );
    play.spec(&json!({"channel": "made-up"}));
    play.pass("1m");
    assert_eq!(play.says("RetrievedUpdates").1, "VersionNotFound");
    assert!(play.version()["status"]["availableUpdates"].is_null());
    play.spec(&json!({"channel": ""}));
    play.pass("1m");
    assert_eq!(play.says("RetrievedUpdates").1, "NoChannel");
}

#[test]
fn queries_are_throttled_to_one_a_second() {
    let mut play = Play::of("vsphere-proxy");
    play.0.operator.memory.asked.clear();
    play.0.operator.memory.listed = None;
    let reasons = |play: &Play| -> Vec<String> {
        let updates = play.version()["status"]["conditionalUpdates"].as_array().unwrap();
        updates.iter().map(|update| text(&update["conditions"][0], "/reason").to_owned()).collect()
    };
    play.pass("0s");
    assert_eq!(reasons(&play), ["MultipleReasons", "EvaluationFailed", "EvaluationFailed"]);
    play.pass("3s");
    assert_eq!(reasons(&play), ["MultipleReasons", "EvaluationFailed", "ThanosDNSUnmarshalError"]);
}

#[test]
fn the_update_service_fails_with_the_real_reasons() {
    let mut play = Play::of("healthy");
    for (upstream, reason) in [
        ("https://nowhere.example.com/graph", "RemoteFailed"),
        ("not a url", "InvalidURI"),
        ("", "RetrievedAgain"),
    ] {
        play.spec(&json!({"upstream": upstream}));
        play.pass("1m");
        let (status, found, _) = play.says("RetrievedUpdates");
        if reason == "RetrievedAgain" {
            assert_eq!(status, "True");
        } else {
            assert_eq!((status.as_str(), found.as_str()), ("False", reason));
        }
        let kept = play.version()["status"]["availableUpdates"].is_array();
        assert_eq!(kept, reason != "InvalidURI", "what is stale is kept: {reason}");
    }
}

#[test]
fn alerts_are_raised_after_an_hour_and_taken_back() {
    let names = |play: &Play| -> Vec<String> {
        let alerts = play.0.store.alerts.iter();
        alerts.map(|alert| text(alert, "/labels/alertname").to_owned()).collect()
    };
    let mut play = Play::of("vsphere-proxy");
    play.pass("20m");
    assert!(names(&play).is_empty(), "{:?}", names(&play));
    play.pass("11m");
    assert_eq!(names(&play), ["CannotEvaluateConditionalUpdates"]);
    play.request("4.6.43");
    play.pass("1m");
    assert!(names(&play).is_empty(), "4.6.43 has no update that cannot be judged");
    let mut play = Play::of("cannot-retrieve");
    play.pass("61m");
    assert_eq!(names(&play), ["CannotRetrieveUpdates"]);
}
