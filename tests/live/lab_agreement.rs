//! `lab serve` and `--lab` are one cluster: every command that reads reports the same through both, and no
//! command on a practice cluster uses another server.

use std::net::TcpListener;
use std::process::Command;

use serde_json::{Map, Value};

use crate::common::lab::Lab;
use crate::common::{run, until, upgrade};

/// Every command that only reads.
const READS: [&[&str]; 16] = [
    &["--include-not-recommended"],
    &["recommend"],
    &["status", "--details=all"],
    &["history"],
    &["channel"],
    &["channel", "--preview", "stable-4.8"],
    &["upstream"],
    &["pre-checks", "4.7.28"],
    &["pre-checks", "4.8.2"],
    &["path", "4.8"],
    &["why", "4.7.24"],
    &["why", "4.9.9"],
    &["graph", "show"],
    &["graph", "evaluate"],
    &["accept"],
    &["ack"],
];

/// A proxy for everything outside of this machine, which notices whether it is asked.
struct Outside(TcpListener);

impl Outside {
    fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        Self(listener)
    }

    fn watch(&self, command: &mut Command) {
        let proxy = format!("http://{}", self.0.local_addr().unwrap());
        for name in ["HTTPS_PROXY", "HTTP_PROXY", "https_proxy", "http_proxy"] {
            command.env(name, &proxy);
        }
    }

    fn was_asked(&self) -> bool {
        self.0.accept().is_ok()
    }
}

/// Reads a document, with what must differ left out: addresses, names and the hour.
pub(crate) fn masked(text: &str, addresses: &[String]) -> Value {
    let value = serde_json::from_str(text).unwrap_or_else(|_| Value::from(text));
    without_hour(value, "", addresses)
}

fn without_hour(value: Value, field: &str, addresses: &[String]) -> Value {
    match value {
        Value::Object(fields) => {
            let masked = fields.into_iter().map(|(name, value)| {
                let value = without_hour(value, &name, addresses);
                (name, value)
            });
            Value::Object(masked.collect::<Map<_, _>>())
        }
        Value::Array(items) => {
            items.into_iter().map(|item| without_hour(item, field, addresses)).collect()
        }
        Value::Number(_) if field.ends_with("Seconds") => Value::from("duration"),
        Value::String(_) if ["context", "server", "origin"].contains(&field) => Value::from("lab"),
        Value::String(text) if text.parse::<jiff::Timestamp>().is_ok() => Value::from("time"),
        Value::String(mut text) => {
            for address in addresses {
                text = text.replace(address.as_str(), "lab");
            }
            Value::from(text)
        }
        other => other,
    }
}

pub(crate) fn scenarios() -> Vec<String> {
    let list = upgrade(&["lab", "list", "-o", "json"]).json();
    let names = list["scenarios"].as_array().unwrap().iter();
    names.map(|scenario| scenario["name"].as_str().unwrap().to_owned()).collect()
}

fn compare(scenario: &str) {
    let lab = Lab::serve(&["--scenario", scenario, "--speed", "1"]);
    let outside = Outside::new();
    let inside = format!("--lab={scenario}");
    let recorded = upgrade(&[&inside, "upstream", "-o", "json"]).json();
    let recorded = recorded["upstream"].as_str().unwrap_or_default().to_owned();
    let server = lab.server();
    let graph = format!("{server}/api/upgrades_info/graph");
    for read in READS {
        let words = [read, &["-o", "json"]].concat();
        let of_lab = upgrade(&[&[inside.as_str()], words.as_slice()].concat());
        let served = run(&words, |command| {
            command.env("KUBECONFIG", &lab.kubeconfig);
            outside.watch(command);
        });
        let ours = [recorded.clone(), format!(" {inside}"), " --lab".to_owned()];
        let ours: Vec<String> = ours.into_iter().filter(|text| !text.is_empty()).collect();
        let mask = |text: &str| {
            let text = text.replace(&format!(" {inside}"), "").replace(" --lab ", " ");
            masked(&text, &ours)
        };
        let theirs = [graph.clone(), server.clone()];
        let both = [
            (mask(&of_lab.stdout), masked(&served.stdout, &theirs)),
            (mask(&of_lab.stderr), masked(&served.stderr, &theirs)),
        ];
        for (inside, served) in both {
            assert_eq!(inside, served, "{scenario}: {read:?}");
        }
        assert_eq!(of_lab.code, served.code, "{scenario}: {read:?}");
        assert!(!outside.was_asked(), "{scenario}: {read:?} used a server outside");
    }
}

#[test]
fn every_read_says_the_same_through_lab_serve_and_lab() {
    std::thread::scope(|scope| {
        let running: Vec<_> = scenarios()
            .into_iter()
            .map(|scenario| (scenario.clone(), scope.spawn(move || compare(&scenario))))
            .collect();
        for (scenario, compared) in running {
            assert!(compared.join().is_ok(), "{scenario} says one thing here and another there");
        }
    });
}

#[test]
fn the_default_update_service_of_a_lab_is_its_own() {
    let lab = Lab::serve(&["--scenario", "healthy"]);
    let outside = Outside::new();
    let ask = |words: &[&str]| {
        run(words, |command| {
            command.env("KUBECONFIG", &lab.kubeconfig);
            outside.watch(command);
        })
    };
    let own = format!("{}/api/upgrades_info/graph", lab.server());
    for words in [
        &["upstream", "--clear"][..],
        &["upstream", "https://api.openshift.com/api/upgrades_info/graph"],
    ] {
        ask(words);
        let shown = ask(&["upstream", "-o", "json"]).json();
        assert_eq!(shown["upstream"], own.as_str(), "{words:?}");
        assert_eq!(ask(&["graph", "show"]).code, 0);
        assert!(!outside.was_asked(), "{words:?}");
    }
}

#[test]
fn a_lab_that_is_resumed_leads_to_its_new_address() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state");
    let state = state.to_str().unwrap();
    let mut lab = Lab::serve(&["--scenario", "cannot-retrieve", "--state", state]);
    assert_eq!(lab.interrupt(), Some(0));
    let saved = std::fs::read_to_string(format!("{state}/cv.yaml")).unwrap();
    assert!(saved.contains("upstream: https://updates.example.com/graph"), "{saved}");
    let lab = Lab::serve(&["--state", state]);
    let shown = lab.upgrade(&["upstream", "-o", "json"]).1;
    assert!(shown.contains(&lab.server()), "{shown}");
    let (_, stdout, _) = lab.upgrade(&["recommend", "-o", "json"]);
    assert!(!stdout.contains("cannot read alerts"), "the Route leads to this lab: {stdout}");
    let (code, _, stderr) = lab.upgrade(&["graph", "show"]);
    assert!(code == 1 && stderr.contains("192.0.2.7"), "its service is still away: {stderr}");
}

#[test]
fn a_token_for_monitoring_is_created_and_works() {
    let lab = Lab::serve(&[]);
    let (code, stdout, stderr) =
        lab.upgrade(&["graph", "evaluate", "--monitoring-token", "-o", "json"]);
    assert_eq!(code, 0, "{stderr}");
    let found: Value = serde_json::from_str(&stdout).unwrap();
    let risks = found["risks"].as_array().unwrap();
    assert!(risks.iter().any(|risk| risk["applies"] == "True"), "{stdout}");
}

/// The operator of the lab uses a service that a user names, and no other.
#[test]
fn the_operator_asks_who_is_named() {
    let lab = Lab::serve(&["--scenario", "healthy", "--speed", "600"]);
    let service = TcpListener::bind("127.0.0.1:0").unwrap();
    service.set_nonblocking(true).unwrap();
    let address = format!("http://{}/graph", service.local_addr().unwrap());
    let (_, _, stderr) = lab.upgrade(&["upstream", &address, "--timeout", "1s"]);
    until(&format!("it is asked: {stderr}"), || service.accept().is_ok());
}
