//! Every command against every fault: one table, generated, with exit code and sentence.

use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::common::Run;
use crate::common::server::{Server, Step, TOKEN, version};

/// The commands so far, and whether each writes.
fn commands() -> Vec<(&'static str, Vec<String>, bool)> {
    let words = |words: &[&str]| words.iter().map(ToString::to_string).collect();
    let image = format!("quay.io/openshift-release-dev/ocp-release@sha256:{}", "6".repeat(64));
    vec![
        ("overview", words(&[]), false),
        ("--to", words(&["--to", "4.10.6"]), true),
        ("--to-latest", words(&["--to-latest"]), true),
        ("--to-image", words(&["--to-image", &image]), true),
        ("--to-multi-arch", words(&["--to-multi-arch"]), true),
        ("--clear", words(&["--clear"]), true),
        ("recommend", words(&["recommend"]), false),
        ("accept", words(&["accept", "A"]), true),
        ("ack", words(&["ack"]), false),
        ("wait", words(&["wait", "--timeout", "100ms"]), false),
        ("channel", words(&["channel", "fast-4.10", "--no-wait"]), true),
        ("upstream", words(&["upstream", "https://updates.example.com/graph", "--no-wait"]), true),
        ("rollback", words(&["rollback"]), true),
        ("history", words(&["history"]), false),
        ("pre-checks", words(&["pre-checks", "--version", "4.10.6"]), false),
    ]
}

/// A cluster with a request that can be cleared, and waivers would be needed to replace.
fn object(command: &str) -> Value {
    let mut object = version();
    if command == "--clear" {
        object["spec"]["desiredUpdate"] =
            json!({"version": "4.10.7", "image": "quay.io/x@sha256:7"});
    }
    if command == "rollback" {
        let before =
            json!({"state": "Completed", "version": "4.10.4", "image": "quay.io/x@sha256:4"});
        object["status"]["history"].as_array_mut().unwrap().push(before);
    }
    object
}

fn status(code: u16, reason: &str, details: &Value) -> Step {
    let code = StatusCode::from_u16(code).unwrap();
    let message = format!("the server says {reason}");
    Step::Answer(
        code,
        json!({"kind": "Status", "status": "Failure", "reason": reason, "message": message, "details": details, "code": code.as_u16()}),
    )
}

fn faults() -> Vec<(&'static str, Step)> {
    let named = json!({"name": "version"});
    let text = ("content-type", "text/html");
    let raw = |code: u16, body: &[u8]| {
        Step::Raw(StatusCode::from_u16(code).unwrap(), text, body.to_vec())
    };
    vec![
        ("closes", Step::Vanish),
        ("hangs", Step::Hang),
        ("hangs in body", Step::HangInBody),
        ("drips", Step::Drip),
        ("truncates", Step::Truncate),
        ("301", raw(301, b"<html>moved</html>")),
        ("400", status(400, "BadRequest", &json!({}))),
        ("401", status(401, "Unauthorized", &json!({}))),
        ("403", status(403, "Forbidden", &named)),
        ("404 kind", status(404, "NotFound", &json!({}))),
        ("404 object", status(404, "NotFound", &named)),
        ("409", status(409, "Conflict", &named)),
        ("410", status(410, "Gone", &named)),
        ("415", status(415, "UnsupportedMediaType", &json!({}))),
        ("422", status(422, "Invalid", &named)),
        (
            "429 Retry-After",
            Step::Raw(
                StatusCode::TOO_MANY_REQUESTS,
                ("retry-after", "3600"),
                b"{\"kind\": \"Status\", \"message\": \"slow down\"}".to_vec(),
            ),
        ),
        ("500", status(500, "InternalError", &json!({}))),
        (
            "503",
            Step::Raw(StatusCode::SERVICE_UNAVAILABLE, ("retry-after", "3600"), b"{}".to_vec()),
        ),
        ("504", Step::Raw(StatusCode::GATEWAY_TIMEOUT, ("retry-after", "3600"), b"".to_vec())),
        (
            "huge Retry-After",
            Step::Raw(
                StatusCode::SERVICE_UNAVAILABLE,
                ("retry-after", "18446744073709551615"),
                b"{}".to_vec(),
            ),
        ),
        ("echoes the token", status(401, &format!("Bearer {TOKEN}"), &json!({}))),
        ("HTML 502", raw(502, b"<html>Bad Gateway</html>")),
        ("HTML 200", raw(200, b"<html>Log in</html>")),
        ("empty 200", raw(200, b"")),
        ("JSON 200", raw(200, b"{}")),
        ("wrong kind", raw(200, b"{\"kind\": \"Node\", \"metadata\": {\"name\": \"version\"}}")),
        ("not UTF-8", raw(200, b"{\"kind\": \"\xff\xfe\"}")),
        ("50 MB", Step::Huge(50 << 20)),
        ("100 MB", Step::Huge(100 << 20)),
    ]
}

/// Runs one command against one fault, on reads or on the patch, and says how it ended.
fn outcome(server: &Server, name: &str, words: &[String]) -> String {
    let before = server.stored();
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    // Long enough for a slow machine where the server answers, short where it never does.
    let silent = ["hangs", "drips"].iter().any(|fault| name.starts_with(fault));
    words.extend(["--request-timeout", if silent { "700ms" } else { "15s" }]);
    if name.contains(" MB") && words.first() == Some(&"wait") {
        words.extend(["--timeout", "15s"]); // it takes a while to read that much
    }
    let start = Instant::now();
    let run = server.run(&words);
    assert!(start.elapsed() < Duration::from_secs(20), "{name} took {:?}", start.elapsed());
    assert_eq!(server.stored(), before, "{name}: something was written");
    sentence(&run, &server.url())
}

/// Returns how many patches were tried without storing anything, and how many were meant.
fn patches(server: &Server) -> (usize, usize) {
    let requests = server.requests();
    let patches = requests.iter().filter(|line| line.starts_with("PATCH"));
    let (asked, sent): (Vec<&String>, Vec<&String>) =
        patches.partition(|line| line.contains("dryRun=All"));
    (asked.len(), sent.len())
}

fn sentence(run: &Run, url: &str) -> String {
    assert_eq!(run.stdout, "", "{}", run.stderr);
    let first = run.stderr.lines().find(|line| !line.starts_with("warning:")).unwrap_or_default();
    // How long a wait took is the machine's business.
    let (first, after) = first.split_once(" after ").map_or((first, ""), |(first, after)| {
        (first, after.split_once(';').map_or("", |(_, rest)| rest))
    });
    let after = if after.is_empty() { String::new() } else { format!(" in time;{after}") };
    format!("exit {}, {}", run.code, format!("{first}{after}").replace(url, "SERVER"))
}

/// The same words for several commands are one row.
fn row(table: &mut String, fault: &str, outcomes: &[(&str, String)]) {
    let mut said: Vec<(&String, Vec<&str>)> = Vec::new();
    for (command, outcome) in outcomes {
        match said.iter_mut().find(|(known, _)| *known == outcome) {
            Some((_, commands)) => commands.push(command),
            None => said.push((outcome, vec![command])),
        }
    }
    for (outcome, commands) in said {
        let who =
            if commands.len() == outcomes.len() { "all".to_owned() } else { commands.join(", ") };
        writeln!(table, "{fault} | {who} | {outcome}").unwrap();
    }
}

fn snapshot(name: &str, table: &str) {
    snap_text!("faults", name, table);
}

#[test]
fn every_command_against_every_fault_of_a_read() {
    let mut table = String::new();
    for (fault, step) in faults() {
        let outcomes: Vec<(&str, String)> = commands()
            .into_iter()
            .map(|(name, words, _)| {
                let step = step.clone();
                let server = Server::with(object(name), Arc::new(move |_, _, _| step.clone()));
                (name, outcome(&server, &format!("{fault}, {name}"), &words))
            })
            .collect();
        row(&mut table, fault, &outcomes);
    }
    snapshot("reads", &table);
}

#[test]
fn every_writing_command_against_every_fault_of_the_patch() {
    let mut table = String::new();
    for (fault, step) in faults() {
        let outcomes: Vec<(&str, String)> = commands()
            .into_iter()
            .filter(|(_, _, writes)| *writes)
            .map(|(name, words, _)| {
                let step = step.clone();
                let hand = move |request: &http::Request<Vec<u8>>, _: usize, _: &_| {
                    if request.method() == Method::PATCH { step.clone() } else { Step::Serve }
                };
                let server = Server::with(object(name), Arc::new(hand));
                let outcome = outcome(&server, &format!("{fault}, {name}"), &words);
                let (asked, sent) = patches(&server);
                let once = asked <= 1 && sent <= 1 && asked + sent > 0;
                assert!(once, "{fault}, {name}: a patch is never sent twice blindly");
                (name, outcome)
            })
            .collect();
        row(&mut table, fault, &outcomes);
    }
    snapshot("patches", &table);
}

#[test]
fn every_command_against_a_server_that_is_not_there() {
    let mut table = String::new();
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let resets = resetting();
    for (fault, url) in
        [("refuses", format!("http://{closed}")), ("resets", format!("http://{resets}"))]
    {
        let server = Server::new(version());
        let mut config = server.kubeconfig();
        config["clusters"][0]["cluster"]["server"] = url.clone().into();
        server.write_kubeconfig(&config);
        let outcomes: Vec<(&str, String)> = commands()
            .into_iter()
            .map(|(name, words, _)| {
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let said = sentence(&server.run(&words), &url);
                // Which of the two the kernel reports depends on who is faster.
                let said = said.replace("Connection reset by peer (os error 104)", "RESET");
                (name, said.replace("connection closed before message completed", "RESET"))
            })
            .collect();
        row(&mut table, fault, &outcomes);
    }
    snapshot("unreachable", &table);
}

/// A server that takes a connection and drops it at once.
fn resetting() -> std::net::SocketAddr {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || listener.incoming().for_each(drop));
    address
}

#[test]
fn a_busy_server_is_asked_again_and_people_are_told() {
    let hand = |_: &_, place: usize, _: &_| match place {
        0 => Step::Raw(StatusCode::TOO_MANY_REQUESTS, ("retry-after", "0"), b"{}".to_vec()),
        1 => Step::Raw(StatusCode::SERVICE_UNAVAILABLE, ("retry-after", "0"), b"{}".to_vec()),
        _ => Step::Serve,
    };
    let server = Server::with(version(), Arc::new(hand));
    let run = server.run(&["history"]);
    assert_eq!((run.code, server.requests().len()), (0, 3), "{}", run.stderr);
    assert_eq!(run.stderr.matches("asking again in 0s").count(), 2, "{}", run.stderr);
    let server = Server::with(version(), Arc::new(hand));
    let run = server.run(&["history", "-o", "json"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
}

#[test]
fn a_server_that_stays_busy_is_left_after_three_more_tries() {
    let hand = |_: &_, _: usize, _: &_| {
        Step::Raw(StatusCode::SERVICE_UNAVAILABLE, ("retry-after", "0"), b"{}".to_vec())
    };
    let server = Server::with(version(), Arc::new(hand));
    let run = server.run(&["history"]);
    assert_eq!((run.code, server.requests().len()), (1, 4), "{}", run.stderr);
}

#[test]
fn verbosity_shows_requests_and_no_secret() {
    let server = Server::new(version());
    let run = server.run(&["-v", "6"]);
    assert!(
        run.stderr.starts_with(&format!("request: GET {}/apis/", server.url())),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains(": 200 OK in ") && !run.stderr.contains(TOKEN));
}

#[test]
fn a_conflict_that_is_none_of_versions_is_told_in_the_servers_words() {
    for (name, words, _) in commands().into_iter().filter(|(_, _, writes)| *writes) {
        let hand = |request: &http::Request<Vec<u8>>, _: usize, _: &_| match *request.method() {
            Method::PATCH => status(409, "the webhook's objection", &json!({})),
            _ => Step::Serve,
        };
        let server = Server::with(object(name), Arc::new(hand));
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let run = server.run(&words);
        assert_eq!((run.code, patches(&server).1), (1, 1), "{name}: {}", run.stderr);
        assert!(run.stderr.contains("the webhook's objection"), "{}", run.stderr);
    }
}
