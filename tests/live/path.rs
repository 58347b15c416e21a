//! `upgrade path` and `upgrade why` request the same channels from an update service, and find the
//! same.

use std::collections::BTreeMap;
use std::sync::Arc;

use http::{Request, StatusCode};
use serde_json::{Value, json};

use crate::common::Run;
use crate::common::server::{Server, Step, version};

/// A cluster on the first of these releases, and a service that answers for their channels.
struct Followed {
    cluster: Server,
    service: Server,
}

type Releases = Vec<(String, Vec<String>)>;

impl Followed {
    fn new(
        releases: Releases,
        hand: impl Fn(&str) -> Option<Step> + Send + Sync + 'static,
    ) -> Self {
        let (first, channels) = releases[0].clone();
        let answer = move |request: &Request<Vec<u8>>, _: usize, _: &_| {
            let channel = asked(request);
            hand(&channel)
                .unwrap_or_else(|| Step::Answer(StatusCode::OK, graph(&releases, &channel)))
        };
        let service = Server::with(version(), Arc::new(answer));
        let mut cluster = version();
        cluster["spec"]["upstream"] = json!(format!("{}/graph", service.url()));
        cluster["spec"]["channel"] = json!(channels[0]);
        cluster["status"]["desired"]["version"] = json!(first);
        cluster["status"]["desired"]["channels"] = json!(channels);
        cluster["status"]["availableUpdates"] = json!([]);
        cluster["status"]["conditionalUpdates"] = json!([]);
        Self { cluster: Server::new(cluster), service }
    }

    fn path(&self, to: &str, more: &[&str]) -> Run {
        self.cluster.run(&[&["path", "--to", to, "-o", "json"], more].concat())
    }

    fn why(&self, version: &str) -> Value {
        let run = self.cluster.run(&["why", version, "-o", "json"]);
        assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
        run.json()
    }

    fn asked(&self) -> usize {
        self.service.requests().len()
    }
}

fn asked(request: &Request<Vec<u8>>) -> String {
    let query = request.uri().query().unwrap_or_default();
    let pairs: BTreeMap<&str, &str> =
        query.split('&').filter_map(|pair| pair.split_once('=')).collect();
    pairs.get("channel").copied().unwrap_or_default().to_owned()
}

/// What a service serves for a channel: each release has an update to the next.
fn graph(releases: &Releases, channel: &str) -> Value {
    let kept: Vec<&(String, Vec<String>)> = releases
        .iter()
        .filter(|(_, channels)| channels.iter().any(|known| known == channel))
        .collect();
    let node = |(version, channels): &&(String, Vec<String>)| {
        let digest = format!("{:0>64}", version.replace('.', ""));
        let key = "io.openshift.upgrades.graph.release.channels";
        json!({"version": version, "payload": format!("example.com/ocp@sha256:{digest}"), "metadata": {key: channels.join(",")}})
    };
    let follows = |pair: &&[&(String, Vec<String>)]| {
        let place = |release: &(String, Vec<String>)| {
            releases.iter().position(|known| known == release).unwrap()
        };
        place(pair[0]) + 1 == place(pair[1])
    };
    let edges = kept.windows(2).enumerate().filter(|(_, pair)| follows(pair));
    let edges: Vec<[usize; 2]> = edges.map(|(place, _)| [place, place + 1]).collect();
    json!({"version": 1, "nodes": kept.iter().map(node).collect::<Vec<_>>(), "edges": edges})
}

/// A release in each of this many minor versions and in the next major one, in the stable channels
/// of its own minor version and the next.
fn minors(count: u64) -> Releases {
    let mut minors: Vec<String> = (6..6 + count).map(|minor| format!("4.{minor}")).collect();
    minors.push("5.0".to_owned());
    let pairs = minors.iter().zip(minors.iter().skip(1).chain([&minors[minors.len() - 1]]));
    let release = |(minor, next): (&String, &String)| {
        (format!("{minor}.1"), vec![format!("stable-{minor}"), format!("stable-{next}")])
    };
    pairs.map(release).collect()
}

#[test]
fn a_path_over_any_number_of_minor_versions_and_into_the_next_major_is_found() {
    for (count, to, updates) in [(30, "4.35.1", 29), (30, "5.0.1", 30), (150, "5.0.1", 150)] {
        let followed = Followed::new(minors(count), |_| None);
        let told = followed.why(to);
        assert_eq!(told["byWayOf"].as_array().unwrap().len(), updates - 1, "{told}");
        let before = followed.asked();
        let run = followed.path(to, &[]);
        assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
        let json = run.json();
        assert_eq!(json["outcome"], "Found");
        assert_eq!(json["ways"][0]["cost"]["hops"], updates);
        assert_eq!(json["ways"][0]["cost"]["skips"], 0);
        assert_eq!(json["graph"], told["graph"], "both read the same channels");
        assert_eq!(followed.asked(), before * 2);
        assert!(before < 3 * updates, "{before} requests");
    }
}

#[test]
fn a_channel_that_cannot_be_read_is_reported_and_leaves_the_answer_open() {
    let broken = |channel: &str| {
        (channel == "stable-4.9").then_some(Step::Answer(StatusCode::BAD_GATEWAY, json!({})))
    };
    let followed = Followed::new(minors(30), broken);
    let run = followed.path("4.8.1", &[]);
    assert_eq!(run.code, 0, "what is not needed is not missed: {}", run.stderr);
    assert_eq!(run.json()["warnings"], json!([]), "it was not requested");
    let run = followed.path("4.9.1", &[]);
    let json = run.json();
    assert_eq!((run.code, &json["outcome"]), (1, &json!("Incomplete")), "{}", run.stdout);
    let missing = json["missing"].as_array().unwrap();
    let failed = missing.iter().find(|one| one["code"] == "ReadFailed").unwrap();
    let message = failed["message"].as_str().unwrap();
    assert!(message.contains("stable-4.9") && message.contains("answered 502"), "{message}");
    assert!(json["warnings"].to_string().contains("answered 502"), "{json}");
    let error: Value = serde_json::from_str(&run.stderr).unwrap();
    assert_eq!(error["code"], "Incomplete");
    assert!(!run.stderr.contains("no path"), "{}", run.stderr);
    let told = followed.why("4.9.1");
    assert_eq!(told["cause"], "NotListed", "not: there is no such version: {told}");
    assert!(told["notChecked"].to_string().contains("stable-4.9"), "{told}");
}

#[test]
fn a_service_without_end_is_left_after_a_while() {
    let endless = |channel: &str| {
        let number: u64 = channel.rsplit('.').next()?.parse().ok()?;
        let key = "io.openshift.upgrades.graph.release.channels";
        let channels = format!("{channel},x-4.{},x-4.{}", number * 2 + 1, number * 2 + 2);
        let node = |version: &str| json!({"version": version, "payload": format!("example.com/ocp@sha256:{:0>64}", version.replace('.', "")), "metadata": {key: channels}});
        let nodes = json!([node("4.6.1"), node("4.6.2"), node("4.7.1")]);
        Some(Step::Answer(StatusCode::OK, json!({"nodes": nodes, "edges": []})))
    };
    let followed = Followed::new(minors(30), endless);
    let run = followed.path("4.7.1", &[]);
    let json = run.json();
    assert_eq!((run.code, &json["outcome"]), (1, &json!("Incomplete")), "{}", run.stdout);
    let codes: Vec<&Value> =
        json["missing"].as_array().unwrap().iter().map(|one| &one["code"]).collect();
    assert_eq!(codes, ["NoEntry", "LimitReached"]);
    assert_eq!(followed.asked(), 1024);
}

#[test]
fn a_service_that_is_down_is_not_queried_for_every_channel() {
    let down = |_: &str| Some(Step::Answer(StatusCode::SERVICE_UNAVAILABLE, json!({})));
    let followed = Followed::new(minors(30), down);
    let run = followed.path("4.35.1", &[]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("answered 503"), "{}", run.stderr);
    assert!(followed.asked() < 10, "{}", followed.asked());
    let fading = move |channel: &str| (channel != "stable-4.6").then(|| down(channel)).flatten();
    let followed = Followed::new(minors(30), fading);
    let run = followed.path("4.35.1", &[]);
    assert_eq!((run.code, run.json()["outcome"].as_str()), (1, Some("Incomplete")));
    assert!(followed.asked() < 15, "{}", followed.asked());
}

#[test]
fn channels_that_were_not_named_leave_the_answer_open() {
    let followed = Followed::new(minors(30), |_| None);
    let run = followed.path("4.9.1", &["--channel", "stable-4.7"]);
    let json = run.json();
    assert_eq!((run.code, &json["outcome"]), (4, &json!("Incomplete")), "{}", run.stdout);
    let last = &json["missing"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last["code"], "NotLookedAt");
    assert_eq!(followed.asked(), 1);
    let error: Value = serde_json::from_str(&run.stderr).unwrap();
    let hints = error["hints"].to_string();
    assert!(hints.contains("path 4.9.1") && !hints.contains("--channel"), "{hints}");
    let older = followed.path("4.5.1", &["--channel", "stable-4.7"]);
    assert_eq!(older.json()["outcome"], "NoWay", "no channel changes that");
}
