//! The log of commands that run until they are stopped: for people and for machines.

use serde_json::Value;

use crate::common::controller::Controller;
use crate::common::lab::Lab;
use crate::common::{poll, upgrade};

fn topics(lines: &[String]) -> Vec<(String, Value)> {
    let log = lines.iter().filter(|line| line.starts_with('{'));
    log.map(|line| {
        let event: Value = serde_json::from_str(line).unwrap();
        assert!(event["time"].is_string() && event["message"].is_string(), "{line}");
        (event["topic"].as_str().unwrap().to_owned(), event)
    })
    .collect()
}

#[test]
fn machines_read_requests_decisions_and_bodies_without_secrets() {
    let lab = Lab::serve(&["--scenario", "healthy"]);
    let kubeconfig = std::fs::read_to_string(&lab.kubeconfig).unwrap();
    let token = kubeconfig.split("\"token\":").nth(1).unwrap().split('"').nth(1).unwrap();
    assert!(token.len() > 20, "{token}");
    let words = ["--log-format", "json", "-v=3", "--leader-elect", "--metrics", "127.0.0.1:0"];
    let controller = Controller::start(&lab.kubeconfig, &words);
    assert_eq!(controller.get("/healthz").0, 200);
    let all = ["controller", "request", "decision", "body"];
    let seen = |topic: &str| topics(&controller.log()).iter().any(|(found, _)| found == topic);
    let found = poll(|| all.iter().all(|topic| seen(topic)).then_some(()));
    assert!(found.is_some(), "{:#?}", controller.log());
    let log = controller.log();
    assert!(
        log.iter().all(|line| line.starts_with('{') || line.starts_with("http://")),
        "{log:#?}"
    );
    let part = &token[token.len() - 12..];
    assert!(!log.iter().any(|line| line.contains(part)), "the token is in the log");
    let events = topics(&log);
    let request = events.iter().find(|(topic, event)| topic == "request" && event["status"] == 200);
    let (_, request) = request.unwrap();
    assert!(request["request"].is_string() && request["took_ms"].is_u64(), "{request}");
    assert_eq!(request["level"], "debug");
}

#[test]
fn people_read_no_more_than_they_asked_for() {
    let lab = Lab::serve(&["--scenario", "healthy"]);
    let quiet = Controller::start(&lab.kubeconfig, &[]);
    quiet.says("controller: updating UpdateStatus and UpdatePlans of ");
    let requests = Controller::start(&lab.kubeconfig, &["-v"]);
    requests.says("request: GET https://127.0.0.1:");
    let decisions = Controller::start(&lab.kubeconfig, &["-v=2"]);
    decisions.says("decision: ");
    for line in quiet.log() {
        assert!(line.starts_with("controller: "), "{line}");
    }
    assert!(!requests.has_said("decision: ") && !decisions.has_said("body: "));
}

#[test]
fn commands_that_end_have_no_log_format() {
    let run = upgrade(&["--lab", "status", "--log-format", "json"]);
    assert_eq!(run.code, 2);
}
