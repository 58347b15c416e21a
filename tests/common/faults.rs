//! Everything that can go wrong between a command and a server, and the results.

use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use http::{Request, StatusCode};
use serde_json::{Value, json};
use upgrade_lab::{Service, Store};

use super::server::{Hand, Server, Step, TOKEN, image};
use super::{Run, upgrade};

/// How a command talks to a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Talk {
    Reads,
    Writes,
    Watches,
}

/// A command that talks to a server; `upgrade -h` has no other, except for the controller.
pub(crate) struct Command {
    pub(crate) name: &'static str,
    pub(crate) words: Vec<String>,
    pub(crate) talk: Talk,
}

pub(crate) fn commands() -> Vec<Command> {
    use Talk::{Reads, Watches, Writes};
    let image = image("6");
    let words: [(&str, &[&str], Talk); 34] = [
        ("overview", &[], Reads),
        ("recommend", &["recommend"], Reads),
        ("recommend V", &["recommend", "--version", "4.10.7"], Reads),
        ("why", &["why", "4.10.9"], Reads),
        ("path", &["path", "--to", "4.10.9"], Reads),
        ("status", &["status"], Reads),
        ("history", &["history"], Reads),
        ("fleet", &["fleet", "--all-contexts"], Reads),
        ("fleet V", &["fleet", "4.10.9", "--all-contexts"], Reads),
        ("channel", &["channel"], Reads),
        ("channel --preview", &["channel", "--preview", "fast-4.10"], Reads),
        ("upstream", &["upstream"], Reads),
        ("accept", &["accept"], Reads),
        ("ack", &["ack"], Reads),
        ("pools", &["pools"], Reads),
        ("graph show", &["graph", "show"], Reads),
        ("graph evaluate", &["graph", "evaluate"], Reads),
        ("--to", &["--to", "4.10.6"], Writes),
        ("--to-latest", &["--to-latest"], Writes),
        ("--to-image", &["--to-image", &image], Writes),
        ("--to-multi-arch", &["--to-multi-arch"], Writes),
        ("--to --wait", &["--to", "4.10.6", "--wait", "--timeout", "100ms"], Writes),
        ("start", &["start", "--to", "4.10.6"], Writes),
        ("--clear", &["--clear"], Writes),
        ("rollback", &["rollback"], Writes),
        ("accept RISK", &["accept", "A"], Writes),
        ("ack GATE", &["ack", "ack-4.10-a", "--no-wait"], Writes),
        ("pools pause", &["pools", "pause", "worker"], Writes),
        ("channel NAME", &["channel", "fast-4.10", "--no-wait"], Writes),
        ("upstream URL", &["upstream", "https://updates.example.com/graph", "--no-wait"], Writes),
        ("pre-checks", &["pre-checks", "--version", "4.10.7"], Writes),
        ("pre-checks --accept", &["pre-checks", "--version", "4.10.7", "--accept"], Writes),
        ("wait", &["wait", "--timeout", "100ms"], Watches),
        ("status --watch", &["status", "--watch"], Watches),
    ];
    let command = |(name, words, talk): (&'static str, &[&str], Talk)| {
        let words = words.iter().map(ToString::to_string).collect();
        Command { name, words, talk }
    };
    words.into_iter().map(command).collect()
}

impl Command {
    /// What it works on: a request that can be canceled, a release to roll back to, gates, plans.
    pub(crate) fn objects(&self) -> Vec<Value> {
        let mut objects = super::admin_gates::objects();
        let version = &mut objects[0];
        if ["--clear", "wait"].contains(&self.name) {
            version["spec"]["desiredUpdate"] = json!({"version": "4.10.7", "image": image("7")});
        }
        if self.name.starts_with("pools") {
            objects.push(json!({
                "apiVersion": "machineconfiguration.openshift.io/v1", "kind": "MachineConfigPool",
                "metadata": {"name": "worker", "uid": "w", "resourceVersion": "600", "generation": 1},
                "spec": {"paused": false, "configuration": {"name": "rendered-worker-1"}},
                "status": {"machineCount": 3, "updatedMachineCount": 3},
            }));
        }
        let version = &mut objects[0];
        if self.name == "rollback" {
            let before =
                json!({"state": "Completed", "version": "4.10.4", "image": "quay.io/x@sha256:4"});
            version["status"]["history"].as_array_mut().unwrap().push(before);
        }
        let crds = upgrade(&["crds", "-o", "json"]).json();
        objects.extend(crds["items"].as_array().unwrap().iter().cloned());
        objects
    }

    /// Runs it once for every fault of the requests that `hits` selects. Returns the results.
    pub(crate) fn outcomes(&self, hits: Hits) -> Vec<Option<String>> {
        let (step, hand) = switch(hits);
        let server = Server::serve(Store::new(self.objects()), hand, None);
        // The update service fails like the rest, and no other is used.
        let upstream = format!("{}/graph", server.url());
        server.service.with(|store| {
            store.change_cluster_version(|version| version["spec"]["upstream"] = upstream.into());
        });
        self.outcomes_on(&server, &step, &|| server.stored())
    }

    /// The same, on a server with switchable faults; `stored` returns what must not change.
    pub(crate) fn outcomes_on(
        &self,
        server: &Server,
        step: &Mutex<Step>,
        stored: &dyn Fn() -> Value,
    ) -> Vec<Option<String>> {
        let outcomes = faults().into_iter().map(|(name, fault)| {
            // So much data takes a while, and is read in one place.
            if name.contains(" MB") && !["overview", "--to", "status", "wait"].contains(&self.name)
            {
                return None;
            }
            *step.lock().unwrap() = fault;
            server.seen.lock().unwrap().clear();
            let _ = std::fs::remove_dir_all(server.home().join(".local")); // plans of earlier runs
            let before = stored();
            let outcome = self.outcome(server, name);
            assert_eq!(stored(), before, "{name}, {}: something was written", self.name);
            Some(outcome)
        });
        outcomes.collect()
    }

    /// Runs it against one fault, and describes the result.
    fn outcome(&self, server: &Server, fault: &str) -> String {
        let mut words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        // Long enough for a slow machine where the server answers, short where it never does.
        let silent = ["hangs", "drips"].iter().any(|silent| fault.starts_with(silent));
        words.extend(["--request-timeout", if silent { "700ms" } else { "15s" }]);
        if fault.contains(" MB") && self.name == "wait" {
            words.extend(["--timeout", "15s"]); // it takes a while to read that much
        }
        let start = Instant::now();
        let run = if self.name == "status --watch" {
            server.run_for_a_moment(&words)
        } else {
            server.run(&words)
        };
        let took = start.elapsed();
        assert!(took < Duration::from_mins(1), "{fault}, {}: it took {took:?}", self.name);
        let mut writes = writes(server);
        let count = writes.len();
        writes.sort();
        writes.dedup();
        assert_eq!(writes.len(), count, "{fault}, {}: a write is never repeated", self.name);
        sentence(&run, &server.url())
    }
}

/// Chooses the requests that go wrong.
pub(crate) type Hits = fn(&Request<Vec<u8>>) -> bool;

/// Returns a fault that can be changed, and the handler that causes it for the selected requests.
pub(crate) fn switch(hits: Hits) -> (Arc<Mutex<Step>>, Hand) {
    let step = Arc::new(Mutex::new(Step::Serve));
    let fault = step.clone();
    let hand = move |request: &Request<Vec<u8>>, _: usize, _: &Service| {
        if hits(request) { fault.lock().unwrap().clone() } else { Step::Serve }
    };
    (step, Arc::new(hand))
}

/// Returns the writes that a server has seen.
pub(crate) fn writes(server: &Server) -> Vec<String> {
    server.requests().into_iter().filter(|line| !line.starts_with("GET")).collect()
}

/// Runs commands against faults, several at once, and returns a table of the results.
pub(crate) fn table(commands: &[Command], hits: Hits) -> String {
    let next = AtomicUsize::new(0);
    let outcomes = Mutex::new(vec![Vec::new(); commands.len()]);
    std::thread::scope(|scope| {
        // Most of the time is spent waiting for servers that do not answer.
        for _ in 0..6 {
            scope.spawn(|| {
                loop {
                    let place = next.fetch_add(1, Ordering::SeqCst);
                    let Some(command) = commands.get(place) else { return };
                    let ended = command.outcomes(hits);
                    outcomes.lock().unwrap()[place] = ended;
                }
            });
        }
    });
    let names: Vec<&str> = commands.iter().map(|command| command.name).collect();
    let faults: Vec<&str> = faults().into_iter().map(|(fault, _)| fault).collect();
    lines(&faults, &names, &outcomes.into_inner().unwrap())
}

/// Writes the result of each fault, by command; faults with the same result are written once.
pub(crate) fn lines(faults: &[&str], names: &[&str], outcomes: &[Vec<Option<String>>]) -> String {
    let mut groups: Vec<(Vec<&str>, Vec<String>)> = Vec::new();
    for (place, fault) in faults.iter().enumerate() {
        let ended = names
            .iter()
            .zip(outcomes)
            .filter_map(|(name, ended)| Some((*name, ended.get(place)?.clone()?)));
        let rows = rows(&ended.collect::<Vec<_>>());
        match groups.iter_mut().find(|(_, known)| *known == rows) {
            Some((faults, _)) => faults.push(fault),
            None => groups.push((vec![fault], rows)),
        }
    }
    let mut table = String::new();
    for (faults, rows) in groups {
        for row in rows {
            writeln!(table, "{} | {row}", faults.join(", ")).unwrap();
        }
    }
    table
}

pub(crate) fn status(code: u16, reason: &str, details: &Value) -> Step {
    let code = StatusCode::from_u16(code).unwrap();
    let message = format!("the server says {reason}");
    Step::Answer(
        code,
        json!({"kind": "Status", "status": "Failure", "reason": reason, "message": message, "details": details, "code": code.as_u16()}),
    )
}

pub(crate) fn faults() -> Vec<(&'static str, Step)> {
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

pub(crate) fn sentence(run: &Run, url: &str) -> String {
    let first = run.stderr.lines().find(|line| line.starts_with("error:"));
    let first = first.map_or_else(
        || run.stdout.lines().next().map_or("nothing".to_owned(), |_| "an answer".to_owned()),
        ToOwned::to_owned,
    );
    // How long a wait takes depends on the machine.
    let (first, after) =
        first.split_once(" after ").map_or((first.as_str(), ""), |(first, after)| {
            (first, after.split_once(';').map_or("", |(_, rest)| rest))
        });
    let after = if after.is_empty() { String::new() } else { format!(" in time;{after}") };
    format!("exit {}, {}", run.code, format!("{first}{after}").replace(url, "SERVER"))
}

/// The same text for several commands is one row; that of most commands is the row of all others.
fn rows(outcomes: &[(&str, String)]) -> Vec<String> {
    let mut said: Vec<(&String, Vec<&str>)> = Vec::new();
    for (command, outcome) in outcomes {
        match said.iter_mut().find(|(known, _)| *known == outcome) {
            Some((_, commands)) => commands.push(command),
            None => said.push((outcome, vec![command])),
        }
    }
    said.sort_by_key(|(_, commands)| commands.len());
    let rows = said.into_iter().map(|(outcome, commands)| {
        let who = if commands.len() == outcomes.len() {
            "all".to_owned()
        } else if commands.len() * 2 > outcomes.len() {
            "all others".to_owned()
        } else {
            commands.join(", ")
        };
        format!("{who} | {outcome}")
    });
    rows.collect()
}
