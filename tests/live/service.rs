//! `upgrade graph serve` over real sockets: answers, reloads, load, and the end.

use std::io::{BufReader, Read, Write};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use crate::common::lab::Lab;
use crate::common::service_process::{
    Answer, Data, GRAPH, Service, command, connect, next, request,
};
use crate::common::{git, succeeds, until};

fn upgrade(words: &[&str]) -> (i32, String, String) {
    let words: Vec<String> = words.iter().map(ToString::to_string).collect();
    let output = command(&words).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn clusters_get_what_graph_data_declares() {
    let service = Service::start();
    let graph = service.graph();
    assert_eq!(graph["version"], 1);
    assert_eq!(graph["edges"], json!([[1, 2], [3, 6]]), "what is blocked for all is not there");
    let risks: Vec<&Value> = graph["conditionalEdges"].as_array().unwrap().iter().collect();
    assert_eq!(risks[0]["edges"], json!([{"from": "4.6.2", "to": "4.7.1"}]));
    assert_eq!(risks[0]["risks"][0]["matchingRules"][0]["type"], "PromQL");
    assert_eq!(risks.len(), 2);
    let other = service.get("/v1/graph?channel=stable-4.7&arch=s390x");
    let other: Value = serde_json::from_slice(&other.body).unwrap();
    assert_eq!(other["nodes"].as_array().unwrap().len(), 1);
}

#[test]
fn a_head_has_the_length_of_what_it_does_not_have() {
    let service = Service::start();
    let (got, head) = (service.get(GRAPH), service.ask("HEAD", GRAPH, &[]));
    assert_eq!((head.status, head.body.len()), (200, 0));
    let length = got.body.len().to_string();
    assert_eq!((head.header("content-length"), got.header("content-length")), (&*length, &*length));
    assert_eq!(head.header("etag"), got.header("etag"));
    let nowhere = service.get("/nowhere");
    assert_eq!((nowhere.status, nowhere.body.len()), (404, 0));
    assert_eq!(service.ask("OPTIONS", GRAPH, &[]).status, 204);
    let posted = service.ask("POST", GRAPH, &["content-length: 2"]);
    assert_eq!(posted.status, 405);
}

#[test]
fn our_own_client_reads_it() {
    let service = Service::start();
    let asked = ["--graph", &service.url, "--channel", "stable-4.7"];
    let words = [&["graph", "show", "-o", "json", "--from-version", "4.6.1"], &asked[..]].concat();
    let (code, stdout, stderr) = upgrade(&words);
    assert_eq!(code, 0, "{stderr}");
    let shown: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(shown["graph"]["channels"][0]["releases"], 7);
    let words = [&["graph", "audit", "--fail-on", "no-exit"], &asked[..]].concat();
    let (code, stdout, _) = upgrade(&words);
    assert_eq!(code, 3);
    // Those of 4.7.1 are for another platform, so they are not even conditional.
    assert!(stdout.contains("no updates\n    4.6.0, 4.7.1\n"), "{stdout}");
}

/// What an answer has to say besides the graph itself.
type Protocol = (u16, Vec<String>, Value);

const SAID: [&str; 5] =
    ["content-type", "allow", "vary", "cache-control", "access-control-allow-methods"];

#[tokio::test]
async fn a_lab_answers_as_an_update_service_does() {
    let (service, lab) = (Service::start(), Lab::serve(&[]));
    let client = lab.client().await;
    let graph = GRAPH.replace("?channel=stable-4.7", "");
    for (method, query, accept) in [
        ("GET", "?channel=stable-4.7", None),
        ("GET", "?channel=stable-4.7&arch=s390x", Some("*/*")),
        ("GET", "?channel=stable-4.7", Some("application/json")),
        ("GET", "?channel=stable-4.7", Some("text/html")),
        ("GET", "?channel=Stable_4.7", Some("*/*")),
        ("GET", "?channel=stable-4.7&arch=X", Some("*/*")),
        ("GET", "", Some("*/*")),
        ("OPTIONS", "?channel=stable-4.7", None),
        ("DELETE", "?channel=stable-4.7", None),
    ] {
        let path = format!("{graph}{query}");
        let header = accept.map(|accept| format!("accept: {accept}"));
        let headers: Vec<&str> = header.iter().map(String::as_str).collect();
        let answer = service.ask(method, &path, &headers);
        let error = |body: &[u8], status: u16| match status {
            400.. => serde_json::from_slice(body).unwrap_or_default(),
            _ => Value::Null,
        };
        let said = SAID.map(|name| answer.header(name).to_owned());
        let theirs: Protocol = (answer.status, said.to_vec(), error(&answer.body, answer.status));
        let mut asked = http::Request::builder().method(method).uri(&path);
        if let Some(accept) = accept {
            asked = asked.header("accept", accept);
        }
        let answer = client.send(asked.body(kube::client::Body::empty()).unwrap()).await.unwrap();
        let (head, body) = answer.into_parts();
        let said = |name: &str| {
            head.headers.get(name).map_or("", |value| value.to_str().unwrap()).to_owned()
        };
        let said = SAID.map(said).to_vec();
        let body = http_body_util::BodyExt::collect(body).await.unwrap().to_bytes();
        let ours: Protocol = (head.status.as_u16(), said, error(&body, head.status.as_u16()));
        assert_eq!(ours, theirs, "{method} {path} {accept:?}");
    }
}

#[test]
fn a_platform_is_sent_or_mapped() {
    let service = Service::start();
    let leads_on = |more: &str| {
        let answer = service.get(&format!("{GRAPH}{more}"));
        let graph: Value = serde_json::from_slice(&answer.body).unwrap();
        graph["edges"].as_array().unwrap().contains(&json!([5, 6]))
    };
    assert!(!leads_on(""), "its platform is unknown");
    assert!(!leads_on("&platform=VSphere") && !leads_on("&platform=none"));
    assert!(leads_on("&platform=AWS"));
    assert!(leads_on("&id=66666666-7777-8888-9999-000000000000"));
    assert!(!leads_on("&id=11111111-2222-3333-4444-555555555555"));
    assert!(!leads_on("&id=66666666-7777-8888-9999-000000000000&platform=VSphere"));
    service.data.write("platforms.yaml", "11111111-2222-3333-4444-555555555555: GCP\n");
    service.until_loads(2, 0);
    assert!(leads_on("&id=11111111-2222-3333-4444-555555555555"), "it has moved");
}

#[test]
fn new_data_is_served_and_what_did_not_change_is_known_again() {
    let service = Service::start();
    let first = service.get(GRAPH);
    let tag = format!("if-none-match: {}", first.header("etag"));
    assert_eq!(service.ask("GET", GRAPH, &[&tag]).status, 304);
    let before = service.metric("last_successful_load_timestamp_seconds");
    service.data.write("graph-data/channels/fast-4.7.yaml", "name: fast-4.7\nversions: [4.7.1]\n");
    service.until_loads(2, 0);
    assert!(service.metric("last_successful_load_timestamp_seconds") > before);
    let found: Value =
        serde_json::from_slice(&service.get("/graph?channel=fast-4.7").body).unwrap();
    assert_eq!(found["nodes"].as_array().unwrap().len(), 1);
    assert_eq!(service.ask("GET", GRAPH, &[&tag]).status, 200, "4.7.1 is in a channel more");
    service.data.restore();
    service.until_loads(3, 0);
    assert_eq!(service.ask("GET", GRAPH, &[&tag]).status, 304, "it is as it was");
    assert_eq!(service.get(GRAPH).body, first.body);
}

/// Changes of the data, and the messages about them.
type Damage = (&'static str, Box<dyn Fn(&Data)>);

fn damages() -> Vec<Damage> {
    let write = |name: &'static str, text: &'static str| {
        Box::new(move |data: &Data| data.write(name, text)) as Box<dyn Fn(&Data)>
    };
    let cycle = |data: &Data| {
        let text = data.read("releases.json");
        data.write("releases.json", &text.replace("\"edges\": [", "\"edges\": [[6, 0], [4, 3],"));
    };
    let typo = |data: &Data| {
        let name = "graph-data/channels/stable-4.7.yaml";
        data.write(name, &data.read(name).replace("4.6.1", "4.6.l"));
    };
    vec![
        (
            "blocked-edges/4.7.0.yaml:2:7: ",
            write("graph-data/blocked-edges/4.7.0.yaml", "to: 4.7.0\nfrom: (4[.]6\n"),
        ),
        ("blocked-edges/4.7.0.yaml:", write("graph-data/blocked-edges/4.7.0.yaml", "to: 4.7.0\n")),
        ("blocked-edges/4.7.0.yaml:", write("graph-data/blocked-edges/4.7.0.yaml", "")),
        (
            "blocked-edges/4.7.0.yaml:",
            write("graph-data/blocked-edges/4.7.0.yaml", "to: 4.7.0\nto: 4.7.1\nfrom: x\n"),
        ),
        ("channels/stable-4.7.yaml:7:3: ", Box::new(typo)),
        ("version:1:1: schema version 2.0.0", write("graph-data/version", "2.0.0\n")),
        ("raw/metadata.json:", write("graph-data/raw/metadata.json", "{\"4.6.3\": 1}")),
        ("releases.json: ", write("releases.json", "{\"nodes\": [")),
        ("node index out of range", write("releases.json", "{\"nodes\": [], \"edges\": [[0, 1]]}")),
        (
            "has no channel with a known release",
            write("releases.json", "{\"nodes\": [], \"edges\": []}"),
        ),
        ("the graph contains a cycle: ", Box::new(cycle)),
        ("platforms.yaml: ", write("platforms.yaml", "a: b: c\n")),
        (
            "the file is missing",
            Box::new(|data| std::fs::remove_file(data.path("graph-data/version")).unwrap()),
        ),
        (
            "cannot read ",
            Box::new(|data| std::fs::remove_dir_all(data.path("graph-data")).unwrap()),
        ),
        (
            "graph-data lost ",
            Box::new(|data| {
                std::fs::remove_dir_all(data.path("graph-data/blocked-edges")).unwrap();
            }),
        ),
        (
            "blocked-edges/gone.yaml:1:1: cannot read ",
            Box::new(|data| {
                std::os::unix::fs::symlink(
                    "nowhere",
                    data.path("graph-data/blocked-edges/gone.yaml"),
                )
                .unwrap();
            }),
        ),
    ]
}

const NOT_WELL: &[u8] = b"ok, but the newest data is bad: serving the old data\n";

#[test]
fn bad_data_is_reported_and_never_served() {
    let service = Service::start();
    let good = service.get(GRAPH);
    for (place, (why, damage)) in (1..).zip(damages()) {
        let heard = service.said().len();
        damage(&service.data);
        service.until_loads(place, place);
        assert_eq!(service.get(GRAPH).body, good.body, "{why}");
        assert_eq!(service.metric("last_load_success"), "0", "{why}");
        assert_eq!(service.metric("invalid_files"), "1", "{why}");
        assert_eq!(service.get("/healthz").body, NOT_WELL, "{why}");
        let told = "error: cannot serve the new data, keeping the old data: ";
        let said = || service.said()[heard..].to_owned();
        until(&format!("{why}: {}", said()), || said().contains(told) && said().contains(why));
        service.data.restore();
        service.until_loads(place + 1, place);
        assert_eq!(service.metric("last_load_success"), "1");
        assert_eq!(service.metric("invalid_files"), "0");
        assert_eq!(service.get("/readyz").body, b"ok\n");
        assert_eq!(service.get(GRAPH).body, good.body, "{why}");
    }
}

#[test]
fn data_that_lost_most_of_its_blocks_is_served_only_if_that_is_allowed() {
    let block = |number: usize| format!("graph-data/blocked-edges/4.7.{number}.yaml");
    let data = || {
        let data = Data::new();
        for number in 100..140 {
            data.write(&block(number), &format!("to: 4.7.{number}\nfrom: .*\n"));
        }
        data
    };
    let lose = |data: &Data, numbers: std::ops::Range<usize>| {
        numbers.for_each(|number| std::fs::remove_file(data.path(&block(number))).unwrap());
    };
    let service = Service::of(data(), &[]);
    let good = service.get(GRAPH);
    lose(&service.data, 100..115);
    service.until_loads(2, 0);
    assert_eq!(service.metric("data_loss_refused"), "0", "{}", service.said());
    lose(&service.data, 115..139);
    service.until_loads(2, 1);
    assert_eq!(service.metric("data_loss_refused"), "1");
    assert_eq!(service.metric("last_load_success"), "0");
    assert_eq!(service.get(GRAPH).body, good.body);
    until(&service.said(), || {
        let said = service.said();
        said.contains("graph-data lost 24 of 29 blocks and risks")
            && said.contains("--allow-data-loss")
    });
    let service = Service::of(data(), &["--allow-data-loss"]);
    lose(&service.data, 100..139);
    service.until_loads(2, 0);
    assert_eq!(service.metric("data_loss_refused"), "0");
    let warning = "warning: graph-data lost 39 of 44 blocks and risks";
    until(&service.said(), || service.said().contains("lost 39 of 44 blocks and risks"));
    assert!(service.said().contains("warning: "), "{warning}");
}

#[test]
fn data_that_is_bad_at_the_start_is_not_served_at_all() {
    for (why, damage) in damages().into_iter().filter(|(why, _)| !why.contains("lost")) {
        let data = Data::new();
        damage(&data);
        let output = command(&data.words()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{why}: {said}");
        assert!(said.contains(why) && output.stdout.is_empty(), "{why}: {said}");
    }
    let data = Data::new();
    data.write("graph-data/blocked-edges/4.7.0.yaml", "to: 4\n");
    data.write("graph-data/channels/stable-4.6.yaml", "versions: 4\n");
    let said = String::from_utf8(command(&data.words()).output().unwrap().stderr).unwrap();
    for file in ["blocked-edges/4.7.0.yaml", "channels/stable-4.6.yaml"] {
        assert!(said.contains(file), "all errors are told: {said}");
    }
}

#[test]
fn invalid_arguments_are_reported_before_anything_is_read() {
    let data = Data::new();
    let words = |more: &[&str]| {
        let more = more.iter().map(ToString::to_string);
        data.words().into_iter().chain(more).collect::<Vec<_>>()
    };
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    for (more, code, why) in [
        (&["-o", "json"][..], 2, "does not support -o json"),
        (&["--graph-data", "-"], 2, "cannot serve data from standard input"),
        (&["--releases", "-"], 2, "cannot serve data from standard input"),
        (&["--tls-cert", "a"], 2, "--tls-key"),
        (&["--tls-cert", "a", "--tls-key", "b"], 1, "cannot read a"),
        (&["--listen", "nowhere"], 2, "--listen"),
        (&["--reload", "soon"], 2, "is not a duration"),
    ] {
        let output = command(&words(more)).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{more:?}: {said}");
        assert!(said.contains(why), "{more:?}: {said}");
    }
    let first = Service::start();
    let output = command(&words(&["--listen", first.address()])).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said} {taken}");
    assert!(said.contains(&format!("cannot listen on {}", first.address())), "{said}");
}

#[test]
fn a_revision_is_served_as_it_was_committed() {
    let data = Data::new();
    let folder = data.path("graph-data");
    succeeds(&mut git(&folder, &["init", "-q"]));
    succeeds(&mut git(&folder, &["add", "."]));
    succeeds(&mut git(&folder, &["commit", "-qm", "one"]));
    let service = Service::of(data, &["--rev", "main"]);
    let first = service.get(GRAPH);
    let block = "graph-data/blocked-edges/4.6.2.yaml";
    service.data.write(block, "to: 4.6.2\nfrom: .*\n");
    service.data.write("graph-data/version", "broken");
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(service.metric("loads_total{result=\"good\"}"), "1", "it is being edited");
    assert_eq!(service.get(GRAPH).body, first.body);
    succeeds(&mut git(&folder, &["add", "blocked-edges"]));
    succeeds(&mut git(&folder, &["commit", "-qm", "two"]));
    service.until_loads(2, 0);
    assert_eq!(service.graph()["edges"], json!([[3, 6]]), "4.6.1 → 4.6.2 is blocked now");
    let archive = service.get("/graph-data");
    assert_eq!(archive.header("content-type"), "application/gzip");
    let names = names(&archive);
    assert!(names.contains(&"blocked-edges/4.6.2.yaml".to_owned()), "{names:?}");
    assert!(names.contains(&"LICENSE".to_owned()), "{names:?}");
}

fn names(archive: &Answer) -> Vec<String> {
    let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(&archive.body[..]));
    let entries = archive.entries().unwrap();
    entries.map(|entry| entry.unwrap().path().unwrap().display().to_string()).collect()
}

#[test]
fn what_is_handed_out_can_be_served_elsewhere() {
    let first = Service::start();
    let archive = first.get("/api/upgrades_info/graph-data");
    assert_eq!(archive.body, first.get("/graph-data").body);
    let data = Data::new();
    std::fs::write(data.path("graph-data.tar.gz"), &archive.body).unwrap();
    let path = data.path("graph-data.tar.gz").display().to_string();
    let second = Service::of(data, &["--graph-data", &path]);
    assert_eq!(first.get(GRAPH).body, second.get(GRAPH).body);
    assert_eq!(second.get("/graph-data").body, archive.body, "to the byte");
    // Half of an archive is no archive.
    std::fs::write(&path, &archive.body[..archive.body.len() / 2]).unwrap();
    second.until_loads(1, 1);
    assert_eq!(first.get(GRAPH).body, second.get(GRAPH).body);
}

#[test]
fn what_is_handed_out_is_linted_as_what_it_is() {
    let data = Data::new();
    let feeder = "\nfeeder: {name: fast, delay: PT0H}\n";
    data.replace(|folder| {
        std::fs::create_dir(folder.join("internal-channels")).unwrap();
        std::fs::write(folder.join("internal-channels/fast.yaml"), "name: fast\nversions: []\n")
            .unwrap();
        for name in ["stable-4.6", "candidate-4.7"] {
            let path = folder.join(format!("channels/{name}.yaml"));
            let text = std::fs::read_to_string(&path).unwrap();
            std::fs::write(path, text + feeder).unwrap();
        }
    });
    let folder = data.path("graph-data").display().to_string();
    let service = Service::of(data, &[]);
    let archive = service.data.path("graph-data.tar.gz").display().to_string();
    std::fs::write(&archive, service.get("/graph-data").body).unwrap();
    let codes = |path: &str| {
        let (_, stdout, stderr) = upgrade(&["graph", "lint", path, "-o", "name"]);
        assert!(stderr.is_empty(), "{stderr}");
        stdout.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let mut whole = codes(&folder);
    whole.push("feeder-not-checked".to_owned());
    let mut handed_out = codes(&archive);
    whole.sort();
    handed_out.sort();
    assert_eq!(handed_out, whole, "one note, and nothing else");
}

#[test]
fn many_who_ask_at_once_for_what_is_not_made_yet_are_all_answered() {
    let service = Arc::new(Service::start());
    let ask = |_| {
        let service = Arc::clone(&service);
        std::thread::spawn(move || service.get("/graph?channel=candidate-4.7&platform=AWS"))
    };
    let clients: Vec<_> = (0..32).map(ask).collect();
    let mut answers: Vec<Answer> = clients.into_iter().map(|it| it.join().unwrap()).collect();
    for answer in &mut answers {
        answer.head = String::new(); // which has the time
    }
    answers.dedup();
    assert_eq!((answers.len(), answers[0].status), (1, 200));
}

#[test]
fn who_is_being_answered_at_the_end_is_answered_to_the_end() {
    let data = Data::new();
    let mut releases: Value = serde_json::from_str(&data.read("releases.json")).unwrap();
    let large = "x".repeat(4 << 20); // more than sockets take unread
    for node in releases["nodes"].as_array_mut().unwrap() {
        node["metadata"]["description"] = json!(large);
    }
    data.write("releases.json", &releases.to_string());
    let mut service = Service::of(data, &[]);
    let address = service.address().to_owned();
    let (mut busy, mut idle) = (connect(&address), BufReader::new(connect(&address)));
    idle.get_mut().write_all(request("GET", "/healthz", &[]).as_bytes()).unwrap();
    assert_eq!(next(&mut idle).status, 200);
    busy.write_all(request("GET", GRAPH, &["connection: close"]).as_bytes()).unwrap();
    let mut first = [0; 1 << 10];
    busy.read_exact(&mut first).unwrap();
    let ended = std::thread::spawn(move || (service.terminate(), service.said()));
    assert_eq!(idle.read(&mut [0]).unwrap(), 0, "idle connections are closed");
    until("new connections are refused", || std::net::TcpStream::connect(&address).is_err());
    let mut rest = Vec::new();
    busy.read_to_end(&mut rest).unwrap();
    let answer = Answer::parse(&[&first[..], &rest].concat());
    assert_eq!(answer.body.len().to_string(), answer.header("content-length"));
    let (code, said) = ended.join().unwrap();
    assert_eq!(code, Some(0));
    until(&said, || said.ends_with("serve: stopped\n"));
}

#[test]
fn a_cluster_of_the_lab_follows_it() {
    let data = Data::new();
    data.replace(|folder| {
        let channel = "name: stable-4.6\nversions: [4.6.23, 4.6.99]\n";
        std::fs::write(folder.join("channels/stable-4.6.yaml"), channel).unwrap();
    });
    let lab = Lab::serve(&["--speed", "600"]);
    let list = || -> Value { serde_json::from_str(&lab.upgrade(&["-o", "json"]).1).unwrap() };
    let image = list()["cluster"]["desired"]["image"].as_str().unwrap().to_owned();
    let node = |version: &str, payload: &str| {
        let metadata = json!({"io.openshift.upgrades.graph.release.arch": "amd64"});
        json!({"version": format!("{version}+amd64"), "payload": payload, "metadata": metadata})
    };
    let newer = format!("registry.example.com/ocp/release@sha256:{}", "9".repeat(64));
    let nodes = [node("4.6.23", &image), node("4.6.99", &newer)];
    data.write("releases.json", &json!({"nodes": nodes, "edges": [[0, 1]]}).to_string());
    let service = Service::of(data, &[]);
    let (code, stdout, stderr) = lab.upgrade(&["upstream", &service.url]);
    assert_eq!(code, 0, "{stdout}{stderr}");
    until("the cluster gets what is served", || list()["recommended"][0]["version"] == "4.6.99");
    let asked: u64 =
        service.metric("responses_total{endpoint=\"graph\",code=\"200\"}").parse().unwrap();
    assert!(asked >= 1);
    service.data.write("graph-data/blocked-edges/4.6.99.yaml", "to: 4.6.99\nfrom: .*\n");
    until("the update is blocked", || list()["recommended"] == json!([]));
    drop(service);
    until("the service no longer answers", || {
        let conditions = list()["conditions"].as_array().unwrap().clone();
        conditions.iter().any(|it| it["reason"] == "RemoteFailed")
    });
}

#[test]
fn a_layout_with_more_than_is_known_is_served_and_warned_of() {
    let data = Data::new();
    data.write("graph-data/version", "1.2.0\n");
    let service = Service::of(data, &[]);
    assert_eq!(service.get(GRAPH).status, 200);
    assert_eq!(service.metric("doubtful_files"), "1");
    assert!(service.said().contains("schema version 1.2.0"), "{}", service.said());
}

/// Removes what the two do not share: where the graph is from, and why a risk is unknown.
fn comparable(mut document: Value) -> Value {
    fn clear(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for key in ["origin", "why"] {
                    fields.remove(key);
                }
                fields.values_mut().for_each(clear);
            }
            Value::Array(items) => items.iter_mut().for_each(clear),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    clear(&mut document);
    document
}

#[test]
fn the_explorer_answers_what_the_commands_answer() {
    let service = Service::start();
    let graph = ["--graph", &service.url, "--from-version", "4.6.1", "-o", "json"];
    for (words, query) in [
        ("path 4.7 --channel stable-4.7", "path?to=4.7&channel=stable-4.7"),
        ("path 4.7.1 --channel stable-4.7", "path?to=4.7.1&channel=stable-4.7"),
        ("path 4.8 --channel stable-4.7", "path?to=4.8&channel=stable-4.7"),
        (
            "path 4.7 --all 3 --allow-not-recommended --channel stable-4.7,fast-4.7",
            "path?to=4.7&all=3&allow-not-recommended=true&channel=stable-4.7&channel=fast-4.7",
        ),
        ("path 4.6 --eus --channel stable-4.7", "path?to=4.6&eus=true&channel=stable-4.7"),
        ("graph show --channel stable-4.7", "graph?channel=stable-4.7"),
        ("graph show --all --channel stable-4.7", "graph?all=true&channel=stable-4.7"),
        ("graph show --to 4.6.2 --channel stable-4.7", "graph?to=4.6.2&channel=stable-4.7"),
    ] {
        let words: Vec<&str> = words.split(' ').chain(graph).collect();
        let (code, stdout, stderr) = upgrade(&words);
        assert!([0, 3, 4].contains(&code), "{words:?}: {stderr}");
        let told: Value = serde_json::from_str(&stdout).unwrap();
        for place in ["/api/v1", "/api/upgrades_info/api/v1"] {
            let answer = service.get(&format!("{place}/{query}&from=4.6.1"));
            assert_eq!(answer.status, 200, "{query}: {}", String::from_utf8_lossy(&answer.body));
            let answered: Value = serde_json::from_slice(&answer.body).unwrap();
            assert_eq!(comparable(answered), comparable(told.clone()), "{query}");
        }
    }
}

#[test]
fn answers_of_the_explorer_are_cached_packed_and_replaced_as_the_graph_is() {
    let service = Service::start();
    let path = "/api/v1/path?from=4.6.1&to=4.7";
    let first = service.get(path);
    assert_eq!((first.status, first.header("content-type")), (200, "application/json"));
    let tag = format!("if-none-match: {}", first.header("etag"));
    assert_eq!(service.ask("GET", path, &[&tag]).status, 304);
    let packed = service.ask("GET", path, &["accept-encoding: gzip"]);
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert_eq!(
        service.ask("HEAD", path, &[]).header("content-length"),
        first.body.len().to_string()
    );
    assert_eq!(service.ask("POST", path, &["content-length: 0"]).status, 405);
    let channels = service.get("/api/v1/channels");
    service.data.write("graph-data/channels/new-4.7.yaml", "name: new-4.7\nversions: [4.7.1]\n");
    service.until_loads(2, 0);
    assert_ne!(service.get("/api/v1/channels").body, channels.body);
    let refused = service.get("/api/v1/path?from=4.6.1");
    let refused: Value = serde_json::from_slice(&refused.body).unwrap();
    assert_eq!((&refused["kind"], &refused["parameter"]), (&json!("missing_params"), &json!("to")));
    assert_eq!(service.metric("responses_total{endpoint=\"api-path\",code=\"400\"}"), "1");
}

#[test]
fn clusters_are_answered_while_many_ask_for_paths() {
    let service = Arc::new(Service::start());
    let questions: Vec<_> = (0..48)
        .map(|number| {
            let service = Arc::clone(&service);
            std::thread::spawn(move || {
                let path = format!("/api/v1/path?from=4.6.1&to=4.7&all=100&accept=R{number}");
                service.get(&path).status
            })
        })
        .collect();
    for _ in 0..20 {
        assert_eq!(service.get(GRAPH).status, 200);
    }
    let statuses: Vec<u16> = questions.into_iter().map(|one| one.join().unwrap()).collect();
    assert!(statuses.iter().all(|status| [200, 503].contains(status)), "{statuses:?}");
    assert!(statuses.contains(&200));
}
