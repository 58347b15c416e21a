//! `upgrade fleet` over many servers: what each costs, and what one that fails costs the others.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::fleet::{Fleet, Manner, cluster};
use crate::common::server::image;

fn entry<'a>(report: &'a Value, name: &str) -> &'a Value {
    let mut entries = report["clusters"].as_array().unwrap().iter();
    entries.find(|entry| entry["name"] == name).unwrap()
}

fn states(report: &Value) -> Vec<(&str, &str)> {
    let entries = report["clusters"].as_array().unwrap().iter();
    entries.map(|one| (one["name"].as_str().unwrap(), one["state"].as_str().unwrap())).collect()
}

#[test]
fn a_cluster_that_cannot_be_read_costs_only_its_row() {
    let manners = [
        Manner::Serve,
        Manner::Status(401),
        Manner::Status(403),
        Manner::Status(404),
        Manner::Hang,
        Manner::Status(500),
    ];
    let clusters = manners.iter().enumerate().map(|(place, manner)| (cluster(place), *manner));
    let fleet = Fleet::new(clusters.collect(), json!({}));
    let start = Instant::now();
    let run = fleet.run(&["fleet", "--all-contexts", "--request-timeout", "1s", "-o", "json"]);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    let report = run.json();
    let expected = [
        ("c4", "Unreachable"),
        ("c1", "Unauthorized"),
        ("c2", "Forbidden"),
        ("c3", "NotOpenShift"),
        ("c5", "Unreadable"),
        ("c0", "Idle"),
    ];
    assert_eq!(states(&report), expected);
    assert_eq!(entry(&report, "c4")["error"]["code"], "Timeout");
    assert_eq!((&report["summary"]["notRead"], &report["summary"]["idle"]), (&json!(5), &json!(1)));
}

#[test]
fn an_entry_of_the_kubeconfig_that_cannot_be_used_costs_only_its_row() {
    let fleet = Fleet::of(1);
    let mut config = fleet.kubeconfig();
    let mut add = |list: &str, entry: Value| config[list].as_array_mut().unwrap().push(entry);
    let context = |name: &str, cluster: &str, user: &str| json!({"name": name, "context": {"cluster": cluster, "user": user}});
    let exec = |command: &str, arguments: &[&str]| {
        let version = "client.authentication.k8s.io/v1";
        json!({"exec": {"apiVersion": version, "command": command, "args": arguments, "interactiveMode": "IfAvailable"}})
    };
    add("users", json!({"name": "wrong-type", "user": {"token": {"never": "shown"}}}));
    add("users", json!({"name": "fails", "user": exec("false", &[])}));
    add("users", json!({"name": "hangs", "user": exec("sleep", &["60"])}));
    let server = "https://127.0.0.1:1";
    let broken = json!({"server": server, "certificate-authority-data": "%%%"});
    add("clusters", json!({"name": "bad-ca", "cluster": broken}));
    add("clusters", json!({"name": "dead", "cluster": {"server": "http://127.0.0.1:1"}}));
    for (name, cluster, user) in [
        ("no-cluster", "missing", "user"),
        ("no-user", "c0", "missing"),
        ("wrong-type", "c0", "wrong-type"),
        ("plugin-fails", "c0", "fails"),
        ("plugin-hangs", "c0", "hangs"),
        ("bad-ca", "bad-ca", "user"),
        ("dead", "dead", "user"),
        ("twin", "c0", "user"),
    ] {
        add("contexts", context(name, cluster, user));
    }
    add("contexts", json!({"name": "bad-context", "context": {"cluster": 5}}));
    fleet.write_kubeconfig(&config);
    let words = ["fleet", "--all-contexts", "--request-timeout", "2s", "-o", "json"];
    let start = Instant::now();
    let run = fleet.run(&words);
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
    assert!(!run.stdout.contains("never\": \"shown") && !run.stdout.contains("shown"));
    let report = run.json();
    let mut found = states(&report);
    found.sort_unstable();
    let expected = [
        ("bad-ca", "InvalidKubeconfig"),
        ("bad-context", "InvalidKubeconfig"),
        ("c0", "Idle"),
        ("dead", "Unreachable"),
        ("no-cluster", "InvalidKubeconfig"),
        ("no-user", "InvalidKubeconfig"),
        ("plugin-fails", "Unauthorized"),
        ("plugin-hangs", "Unauthorized"),
        ("twin", "Idle"),
        ("wrong-type", "InvalidKubeconfig"),
    ];
    assert_eq!(found, expected);
    assert_eq!(entry(&report, "twin")["sameClusterAs"], "c0");
    assert_eq!(report["summary"]["clusters"], 9, "the twin is not counted");
    let message = entry(&report, "wrong-type")["error"]["message"].as_str().unwrap();
    let told = "user \"wrong-type\" cannot be read: user.token: expected a string";
    assert!(message.ends_with(told), "{message}");
}

#[test]
fn files_with_contexts_of_the_same_name_stay_apart() {
    let fleet = Fleet::of(2);
    for (place, name) in ["east", "west"].iter().enumerate() {
        let mut config = fleet.kubeconfig();
        let chosen = config["contexts"][place]["context"].clone();
        config["contexts"] = json!([{"name": "admin", "context": chosen}]);
        config["current-context"] = "admin".into();
        let folder = fleet.home.path().join("clusters").join(name);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("kubeconfig"), config.to_string()).unwrap();
    }
    std::fs::create_dir_all(fleet.home.path().join("clusters/broken")).unwrap();
    std::fs::write(fleet.home.path().join("clusters/broken/kubeconfig"), "a: [").unwrap();
    let run = fleet.run(&["fleet", "--kubeconfigs", "~/clusters/*/kubeconfig", "-o", "json"]);
    let report = run.json();
    let names: Vec<(&str, &str)> = states(&report);
    let expected = [
        ("broken/kubeconfig", "InvalidKubeconfig"),
        ("admin (east/kubeconfig)", "Idle"),
        ("admin (west/kubeconfig)", "Idle"),
    ];
    assert_eq!(names, expected);
    let east = entry(&report, "admin (east/kubeconfig)");
    let file = fleet.home.path().join("clusters/east/kubeconfig");
    assert_eq!(east["kubeconfig"], file.to_str().unwrap());
    let command = format!("upgrade --kubeconfig {} --context admin --to 4.10.6", file.display());
    assert_eq!(east["command"], command);
    assert_eq!(east["cluster"]["id"], "99999999-8888-7777-6666-000000000000");
    assert_eq!(run.code, 1);
}

#[test]
fn patterns_choose_contexts_and_a_name_that_matches_nothing_is_an_error() {
    let fleet = Fleet::of(12);
    let names = |words: &[&str]| fleet.run(&[&["fleet", "-o", "name"], words].concat()).stdout;
    assert_eq!(names(&["--contexts", "c1*"]), "c1\nc10\nc11\n");
    assert_eq!(names(&["--contexts", "c3,c1?,c3"]), "c10\nc11\nc3\n");
    assert_eq!(names(&["--context", "c7"]), "c7\n");
    fleet.seen.lock().unwrap().clear();
    for (word, told) in [("c99", "no context named \"c99\""), ("x*", "no context matches \"x*\"")] {
        let run = fleet.run(&["fleet", "--contexts", word]);
        assert_eq!(run.code, 1);
        assert!(run.stderr.contains(told), "{}", run.stderr);
    }
    assert!(fleet.seen.lock().unwrap().is_empty(), "nothing is read");
}

/// A graph in which 4.10.9 is two updates away from 4.10.5.
fn graph() -> Value {
    let node = |version: &str, number: &str| {
        let channels = "stable-4.10,fast-4.10,candidate-4.10";
        json!({"version": version, "payload": image(number), "metadata": {"io.openshift.upgrades.graph.release.channels": channels}})
    };
    json!({
        "version": 1,
        "nodes": [node("4.10.5", "5"), node("4.10.6", "6"), node("4.10.9", "9")],
        "edges": [[0, 1], [1, 2]],
    })
}

#[test]
fn the_graph_is_read_once_for_all_clusters() {
    let clusters = (0..40).map(|place| {
        let mut version = cluster(place);
        if place % 2 == 1 {
            version["spec"]["channel"] = "fast-4.10".into();
        }
        (version, Manner::Serve)
    });
    let fleet = Fleet::new(clusters.collect(), graph());
    let run = fleet.run(&["fleet", "4.10.9", "--all-contexts", "-o", "json"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stderr);
    let report = run.json();
    assert_eq!(report["summary"]["target"]["away"], 40);
    for cluster in report["clusters"].as_array().unwrap() {
        assert_eq!(
            (&cluster["answer"]["steps"], &cluster["answer"]["next"]),
            (&json!(2), &json!("4.10.6"))
        );
    }
    let seen = fleet.seen.lock().unwrap();
    let mut graphs: Vec<&String> = seen.iter().filter(|line| line.contains("/graph")).collect();
    let count = graphs.len();
    graphs.sort();
    graphs.dedup();
    assert_eq!(graphs.len(), count, "a question was sent twice");
    assert!(graphs.iter().any(|line| line.contains("channel=stable-4.10")), "{graphs:?}");
    assert!(
        graphs.iter().all(|line| !line.contains("id=")),
        "of no cluster in particular: {graphs:?}"
    );
}

#[test]
fn an_update_service_that_fails_is_asked_once_and_the_rest_is_shown() {
    let clusters = (0..20).map(|place| (cluster(place), Manner::Serve)).collect();
    let fleet = Fleet::new(clusters, json!("no graph"));
    let run = fleet.run(&["fleet", "4.10.9", "--all-contexts", "-o", "json"]);
    assert_eq!(run.code, 0);
    let report = run.json();
    assert_eq!(
        (&report["summary"]["target"]["unknown"], &report["summary"]["idle"]),
        (&json!(20), &json!(20))
    );
    let seen = fleet.seen.lock().unwrap();
    let mut graphs: Vec<&String> = seen.iter().filter(|line| line.contains("/graph")).collect();
    let count = graphs.len();
    graphs.sort();
    graphs.dedup();
    assert_eq!(graphs.len(), count, "a question was sent twice");
}

#[test]
fn a_cluster_costs_what_its_status_costs() {
    let fleet = Fleet::of(2);
    fleet.run(&["status", "--context", "c0"]);
    let mut status = fleet.requests(0);
    status.push("GET /apis/config.openshift.io/v1/infrastructures/cluster".to_owned());
    status.sort();
    assert_eq!(fleet.run(&["fleet", "--contexts", "c1"]).code, 0);
    assert_eq!(fleet.requests(1), status);
}

#[test]
fn two_hundred_clusters_are_read_completely_in_bounded_memory_and_nothing_is_written() {
    let fleet = Fleet::of(200);
    let words = ["fleet", "4.10.6", "--all-contexts", "-o", "json"];
    let (run, peak) = fleet.run_and_weigh(&words);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let report = run.json();
    assert_eq!(
        (&report["summary"]["clusters"], &report["summary"]["target"]["ready"]),
        (&json!(200), &json!(200))
    );
    assert!(peak.is_none_or(|peak| peak < 100_000_000), "{peak:?}");
    assert!(fleet.seen.lock().unwrap().iter().all(|line| line.starts_with("GET")));
    let each: Vec<usize> = (0..200).map(|place| fleet.requests(place).len()).collect();
    assert!(each.iter().all(|count| *count == each[0]), "{each:?}");
}

#[test]
fn the_exit_code_tells_the_worst_that_is_certain() {
    let code = |states: &[&str], words: &[&str]| {
        let clusters = states.iter().enumerate().map(|(place, state)| {
            let mut version = cluster(place);
            let conditions = version["status"]["conditions"].as_array_mut().unwrap();
            match *state {
                "failing" => conditions[0]["status"] = "True".into(),
                "updating" => conditions[1]["status"] = "True".into(),
                _ => {}
            }
            (version, if *state == "dead" { Manner::Status(403) } else { Manner::Serve })
        });
        let fleet = Fleet::new(clusters.collect(), json!({}));
        fleet.run(&[&["fleet", "--all-contexts"], words].concat()).code
    };
    let flag = ["--exit-code"];
    assert_eq!(code(&["idle", "failing", "updating"], &[]), 0);
    assert_eq!(code(&["idle", "dead", "failing"], &[]), 1);
    assert_eq!(code(&["idle", "updating"], &flag), 7);
    assert_eq!(code(&["updating", "dead"], &flag), 1);
    assert_eq!(code(&["updating", "dead", "failing"], &flag), 5);
    assert_eq!(code(&["idle"], &flag), 0);
}

#[test]
fn a_watch_prints_a_line_for_each_change_and_ends_with_the_last_update() {
    let fleet = Fleet::of(2);
    let progressing = |place: usize, status: &'static str| {
        fleet.services[place].with(|store| {
            store.change_cluster_version(|version| {
                version["status"]["conditions"][1]["status"] = status.into();
            });
        });
    };
    progressing(1, "True");
    let mut command = crate::common::command(&["fleet", "--all-contexts", "--watch"]);
    command.env("HOME", fleet.home.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut next = || {
        let line = lines.next().unwrap().unwrap();
        line.split_once(' ').unwrap().1.to_owned()
    };
    let mut first = [next(), next()];
    first.sort();
    assert_eq!(first, ["c0: idle, on 4.10.5", "c1: updating, on 4.10.5"]);
    fleet.services[0].with(|store| {
        store.change_cluster_version(|version| version["spec"]["channel"] = "fast-4.10".into());
    });
    assert_eq!(next(), "c0: channel set to fast-4.10");
    progressing(1, "False");
    assert_eq!(next(), "c1: idle");
    let ended = child.wait_with_output().unwrap();
    assert_eq!(
        (ended.status.code(), String::from_utf8(ended.stderr).unwrap()),
        (Some(0), String::new())
    );
}
