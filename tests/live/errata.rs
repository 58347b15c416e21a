//! `upgrade graph promote --check-errata`: errata that are public, are not, or cannot be read.

use std::collections::BTreeMap;
use std::sync::Arc;

use http::StatusCode;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::Run;
use crate::common::server::{Server, Step, version};

const CANDIDATE: &str = "\
name: candidate-4.14
versions:
- 4.14.0
- 4.14.1
- 4.14.2
- 4.14.3
- 4.14.4
- 4.14.5
- 4.14.6
- 4.14.7
- 4.14.8
";

const FAST: &str = "\
name: fast-4.14
feeder:
  name: candidate-4.14
  errata: public
versions:
- 4.14.0
";

/// A portal with errata pages. The number of a page determines its answer.
fn portal() -> Server {
    let page = |status: StatusCode| Step::Raw(status, ("content-type", "text/html"), Vec::new());
    Server::with(
        version(),
        Arc::new(move |request, _, _| match request.uri().path() {
            "/errata/RHBA-2024:1" | "/errata/RHEA-2024:2" | "/errata/RHSA-2024:8" => {
                page(StatusCode::OK)
            }
            "/errata/RHBA-2024:4" | "/errata/RHSA-2024:4" | "/errata/RHEA-2024:4" => {
                page(StatusCode::FORBIDDEN)
            }
            path if path.ends_with(":5") => Step::Hang,
            path if path.ends_with(":7") => page(StatusCode::BAD_GATEWAY),
            "/errata/RHBA-2024:8" => Step::Vanish,
            _ => page(StatusCode::NOT_FOUND),
        }),
    )
}

/// Graph-data, and releases with errata at the portal; one is at a port without a server.
fn data(portal: &Server) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    std::fs::create_dir(folder.path().join("channels")).unwrap();
    write("version", "1.1.0\n");
    write("channels/candidate-4.14.yaml", CANDIDATE);
    write("channels/fast-4.14.yaml", FAST);
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let nodes: Vec<Value> = (0..9)
        .map(|patch| {
            let host = if patch == 6 { format!("http://{nobody}") } else { portal.url() };
            let url = format!("{host}/errata/RHBA-2024:{patch}");
            let payload = format!("registry.example/ocp/release@sha256:{patch:064}");
            json!({"version": format!("4.14.{patch}+amd64"), "payload": payload, "metadata": {"url": url}})
        })
        .collect();
    write("releases.json", &json!({"nodes": nodes, "edges": []}).to_string());
    folder
}

fn promote(portal: &Server, folder: &TempDir, more: &[&str]) -> Run {
    let releases = folder.path().join("releases.json");
    let data = [folder.path().to_str().unwrap(), "--releases", releases.to_str().unwrap()];
    let words = [&["graph", "promote", "--request-timeout", "1"], &data[..], more].concat();
    portal.run(&words)
}

/// Returns the outcome of each version and the first reason for it.
fn told(run: &Run) -> BTreeMap<String, (String, String)> {
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let candidates = report["channels"][0]["candidates"].as_array().unwrap().iter();
    let told = candidates.map(|it| {
        let reason = text(&it["reasons"][0]["message"]);
        (text(&it["version"]), (text(&it["outcome"]), reason))
    });
    told.collect()
}

#[test]
fn errata_are_public_when_one_of_their_pages_is_there() {
    let portal = portal();
    let folder = data(&portal);
    let run = promote(&portal, &folder, &["--check-errata", "-o", "json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let told = told(&run);
    for (patch, outcome, why) in [
        (1, "promote", "errata public: PORTAL/errata/RHBA-2024:1"),
        (2, "promote", "errata public: PORTAL/errata/RHEA-2024:2"),
        (3, "wait", "errata not public: PORTAL/errata/RHBA-2024:3"),
        (4, "wait", "errata not public: PORTAL/errata/RHBA-2024:4"),
        (5, "wait", "did not answer within 1s"),
        (6, "wait", "refused"),
        (7, "wait", "PORTAL answered 502"),
        (8, "promote", "errata public: PORTAL/errata/RHSA-2024:8"),
    ] {
        let (found, reason) = &told[&format!("4.14.{patch}")];
        let reason = reason.replace(&portal.url(), "PORTAL");
        assert!(found == outcome && reason.contains(why), "4.14.{patch}: {found}: {reason}");
    }
    let asked = portal.requests();
    let of = |path: &str| asked.iter().filter(|line| *line == path).count();
    assert_eq!(of("GET /errata/RHBA-2024:1"), 1, "each page is requested once: {asked:?}");
    assert_eq!(of("GET /errata/RHSA-2024:1"), 0, "one that is there is enough: {asked:?}");
    assert_eq!(of("GET /errata/RHBA-2024:0"), 0, "what was promoted is not requested: {asked:?}");
    let seen = portal.seen.lock().unwrap();
    assert!(seen.iter().all(|seen| !seen.headers.contains_key("authorization")));
}

#[test]
fn no_page_is_requested_without_the_flag() {
    let portal = portal();
    let folder = data(&portal);
    let run = promote(&portal, &folder, &["-o", "json"]);
    assert_eq!((portal.requests(), run.code), (Vec::new(), 0));
    assert!(
        told(&run).values().all(|(outcome, why)| {
            outcome == "wait" && why.contains("use --errata or --check-errata")
        }),
        "{}",
        run.stdout
    );
    let list = folder.path().join("public.txt");
    std::fs::write(&list, "4.14.1\n").unwrap();
    let listed = ["--errata", list.to_str().unwrap(), "--check-errata", "-o", "json"];
    let run = promote(&portal, &folder, &listed);
    assert_eq!(told(&run)["4.14.1"].0, "promote");
    let asked = portal.requests();
    assert!(!asked.iter().any(|line| line.ends_with(":1")), "the list knows it: {asked:?}");
}

#[test]
fn what_is_public_is_written_and_the_rest_is_not() {
    let portal = portal();
    let folder = data(&portal);
    let run = promote(&portal, &folder, &["--check-errata", "--write"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let file = std::fs::read_to_string(folder.path().join("channels/fast-4.14.yaml")).unwrap();
    assert_eq!(file, format!("{FAST}- 4.14.1\n- 4.14.2\n- 4.14.8\n"));
}
