//! The two lists, and what happens while they are made.

use serde_json::json;

use super::Play;
use crate::operator::ServiceAnswer;
use crate::operator::objects::text;

#[test]
fn a_new_channel_is_listed_in_seconds_and_observed_in_minutes() {
    let mut play = Play::new("vsphere-proxy");
    let observed = |play: &Play| {
        let version = play.version();
        version["metadata"]["generation"] == version["status"]["observedGeneration"]
    };
    let lists = |play: &Play| play.version()["status"]["availableUpdates"].clone();
    let before = lists(&play);
    play.spec(&json!({"channel": "stable-4.7"}));
    play.pass("1s");
    assert_eq!((observed(&play), lists(&play)), (false, before.clone()));
    play.pass("9s");
    assert_ne!(lists(&play), before);
    play.pass("1m");
    assert!(!observed(&play), "a healthy cluster reports it with the next apply of its payload");
    play.pass("3m");
    assert!(observed(&play));
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
    let mut play = Play::new("vsphere-proxy");
    play.0.operator.memory.asked.clear();
    play.0.operator.memory.listed = None;
    play.0.operator.acted_on = None;
    let reasons = |play: &Play| -> Vec<String> {
        let updates = play.version()["status"]["conditionalUpdates"].as_array().unwrap();
        updates.iter().map(|update| text(&update["conditions"][0], "/reason").to_owned()).collect()
    };
    play.pass("0s");
    assert_eq!(reasons(&play), ["MultipleReasons", "PromQLError", "PromQLError"]);
    play.pass("3s");
    assert_eq!(reasons(&play), ["MultipleReasons", "PromQLError", "ThanosDNSUnmarshalError"]);
}

#[test]
fn a_risk_is_asked_about_again_and_its_verdict_can_change() {
    let mut play = Play::new("passing-risk");
    let recommended = |play: &Play| {
        let update = &play.version()["status"]["conditionalUpdates"][0];
        text(&update["conditions"][0], "/status").to_owned()
    };
    let told = |play: &Play| {
        let answers = play.0.store.neighbours.answers.values();
        answers.map(|answer| text(answer, "/data/result/0/value/1").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!((recommended(&play), told(&play)), ("False".to_owned(), vec!["1".to_owned()]));
    play.pass("55m");
    assert_eq!(told(&play), ["0"], "Prometheus answers something else");
    assert_eq!(recommended(&play), "False", "and is not asked yet");
    play.pass("10m");
    assert_eq!(recommended(&play), "True");
    let available = play.version()["status"]["availableUpdates"].as_array().unwrap().len();
    assert_eq!(available, 2);
}

#[test]
fn the_update_service_fails_with_the_real_reasons() {
    let mut play = Play::new("healthy");
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
fn stale_lists_are_kept_for_a_day_and_never_offer_what_runs() {
    let versions = |play: &Play| -> Vec<String> {
        let listed = play.version()["status"]["availableUpdates"].as_array().into_iter().flatten();
        listed.map(|release| text(release, "/version").to_owned()).collect()
    };
    let mut play = Play::new("healthy");
    play.spec(&json!({"upstream": "https://nowhere.example.com/graph"}));
    play.pass("1m");
    assert_eq!(versions(&play), ["4.7.28", "4.7.26", "4.7.25"]);
    play.request("4.7.26");
    for _ in 0..4 {
        play.pass("40s");
        assert_eq!(versions(&play), ["4.7.28"], "what is newer, from the first moment on");
    }
    play.pass("23h");
    assert_eq!(versions(&play), ["4.7.28"]);
    play.pass("1h");
    assert!(versions(&play).is_empty(), "too old");
    play.spec(&json!({"upstream": ""}));
    play.pass("1m");
    assert_eq!(versions(&play)[0], "4.7.28");
}

#[test]
fn the_update_service_is_not_asked_all_the_time_however_fast_the_cluster_lives() {
    let mut play = Play::new("healthy");
    play.0 = play.0.at_speed(100_000);
    play.pass("10s");
    let due = play.0.operator.due().expect("it looks again");
    assert!(due > play.0.now().unwrap());
    let since = due.duration_since(play.0.now().unwrap());
    assert!(since <= jiff::SignedDuration::from_secs(1), "{since}");
    let at = play.0.operator.memory.retrieval.as_ref().unwrap().at();
    assert!(due.duration_since(at) >= jiff::SignedDuration::from_secs(1));
}

#[test]
fn an_idle_look_does_nothing() {
    let mut play = Play::new("healthy");
    play.pass("1s");
    play.0.operator.memory.listed = None; // any action writes the lists again
    play.pass("1s");
    assert!(play.0.operator.memory.listed.is_none(), "nothing has changed and nothing was due");
    play.spec(&json!({"channel": "fast-4.7"}));
    play.pass("1s");
    assert!(play.0.operator.memory.listed.is_some(), "something has");
    play.0.operator.memory.listed = None;
    play.pass("5m");
    assert!(play.0.operator.memory.listed.is_some(), "it was time to look again");
}

#[test]
fn a_risk_that_is_named_twice_is_listed_once() {
    let mut documents = crate::Scenario::find("vsphere-proxy").unwrap().documents();
    let graph = documents.iter_mut().find(|document| document.object["nodes"].is_array()).unwrap();
    for group in graph.object["conditionalEdges"].as_array_mut().unwrap() {
        let twice = group["risks"][0].clone();
        group["risks"].as_array_mut().unwrap().push(twice);
    }
    let play = Play(crate::World::new(documents).unwrap());
    for update in play.version()["status"]["conditionalUpdates"].as_array().unwrap() {
        let names = update["risks"].as_array().unwrap().iter().map(|risk| text(risk, "/name"));
        let once: std::collections::BTreeSet<&str> = names.clone().collect();
        assert_eq!(names.count(), once.len(), "{update}");
    }
}

#[test]
fn alerts_fire_after_an_hour_and_are_resolved() {
    let names = |play: &Play| -> Vec<String> {
        let alerts = play.0.store.neighbours.alerts.iter();
        alerts.map(|alert| text(alert, "/labels/alertname").to_owned()).collect()
    };
    let mut play = Play::new("vsphere-proxy");
    play.pass("20m");
    assert!(names(&play).is_empty(), "{:?}", names(&play));
    play.pass("11m");
    assert_eq!(names(&play), ["CannotEvaluateConditionalUpdates"]);
    play.request("4.6.43");
    play.pass("1m");
    assert!(names(&play).is_empty(), "4.6.43 has no update that cannot be evaluated");
    let mut play = Play::new("cannot-retrieve");
    play.pass("61m");
    assert_eq!(names(&play), ["CannotRetrieveUpdates"]);
}

#[test]
fn a_client_queries_a_service_outside_of_the_lab() {
    let outside = "http://127.0.0.1:8080/api/upgrades_info/graph";
    let mut play = Play::new("healthy");
    let own = play.version()["status"]["availableUpdates"].clone();
    play.spec(&json!({"upstream": outside}));
    play.pass("1m");
    assert_eq!(play.says("RetrievedUpdates").1, "RemoteFailed", "no client sends the request");
    assert!(play.0.operator.wanted().is_none());

    play.0 = play.0.following();
    play.pass("5m");
    let wanted = play.0.operator.wanted().expect("it wants to know");
    assert_eq!((wanted.upstream.as_str(), wanted.arch), (outside, "amd64"));
    assert_eq!(wanted.channel, play.version()["spec"]["channel"]);
    assert!(wanted.id.is_some() && wanted.platform.is_some(), "{wanted:?}");
    let mut graph = play.0.operator.settings.graph.clone().unwrap();
    let newest = graph.nodes.iter().position(|node| node.release.version.text() == "4.7.28");
    graph.edges.retain(|(_, to)| Some(*to) != newest);
    play.0.operator.tell(wanted, ServiceAnswer::Graph(graph));
    play.pass("1s");
    assert_eq!(play.says("RetrievedUpdates").0, "True");
    let found = &play.version()["status"]["availableUpdates"];
    assert_ne!(found, &own);
    assert!(!found.to_string().contains("4.7.28"), "{found}");
    assert!(play.0.operator.wanted().is_none(), "it knows for a while");

    play.pass("5m");
    let again = play.0.operator.wanted().expect("it asks again");
    play.spec(&json!({"upstream": "https://elsewhere.example.com/graph"}));
    play.pass("1m");
    let other = play.0.operator.wanted().expect("it wants to know of the other one now");
    play.0.operator.tell(again, ServiceAnswer::Garbage("late".to_owned()));
    play.pass("1s");
    assert_eq!(play.says("RetrievedUpdates").0, "True", "an answer to an old request is ignored");
    assert_eq!(play.0.operator.wanted(), Some(other.clone()));
    for (heard, reason) in [
        (ServiceAnswer::Unreachable("connection refused".to_owned()), "RemoteFailed"),
        (ServiceAnswer::Refused("it answered 500".to_owned()), "ResponseFailed"),
        (ServiceAnswer::Garbage("it is not a graph".to_owned()), "ResponseInvalid"),
        (ServiceAnswer::Graph(upgrade_graph::model::Graph::default()), "VersionNotFound"),
    ] {
        play.0.operator.tell(other.clone(), heard);
        play.pass("1s");
        assert_eq!(play.says("RetrievedUpdates").1, reason);
        play.pass("5m");
    }
    play.spec(&json!({"upstream": ""}));
    play.pass("1m");
    assert_eq!(
        play.version()["status"]["availableUpdates"],
        own,
        "the lab's own is never asked so"
    );
}
