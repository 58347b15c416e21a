//! Graphs, graph-data, metrics, insights and plans, as large as they are taken: within 300 MB, or refused.

use std::sync::Arc;

use http::StatusCode;
use serde_json::{Value, json};

use super::limits::{GZIP, limited, packed};
use crate::common::informer::{Act, Informer, insight};
use crate::common::lab::Lab;
use crate::common::pre_checks::register;
use crate::common::server::{Server, Step, version};

const SMALLER: usize = 4; // fifths, from one try to the next

/// Makes the input smaller until it is taken, and returns what it was then. Whatever is refused is refused for its size.
fn taken(mut size: usize, mut run: impl FnMut(usize) -> (Option<i32>, String)) -> usize {
    let mut refused = 0;
    loop {
        let (code, said) = run(size);
        if matches!(code, Some(0 | 3 | 4)) {
            assert!(refused > 0, "{size} is not at the limit");
            return size;
        }
        assert!(
            code == Some(1)
                && ["more than", "larger than", "more risks on more edges"]
                    .iter()
                    .any(|limit| said.contains(limit)),
            "{size}: {code:?} {said}"
        );
        refused += 1;
        size = size * SMALLER / 5;
    }
}

fn release(place: usize) -> Value {
    json!({
        "version": format!("4.{}.{}", place / 1_000, place % 1_000),
        "payload": format!("quay.io/x/y@sha256:{place:064x}"),
        "metadata": {"url": format!("https://example.com/{place}")},
    })
}

fn releases(count: usize) -> Value {
    (0..count).map(release).collect()
}

fn risk(name: &str, message: &str) -> Value {
    json!({"name": name, "message": message, "url": "https://example.com", "matchingRules": [{"type": "Always"}]})
}

#[test]
fn a_graph_takes_no_more_than_300_mb() {
    let many_releases = |count: usize| json!({"nodes": releases(count), "edges": []});
    let many_edges = |count: usize| {
        let edge = |place: usize| [place / 200, place / 200 + 1 + place % 200];
        let edges: Vec<[usize; 2]> = (0..count).map(edge).collect();
        json!({"nodes": releases(count / 200 + 202), "edges": edges})
    };
    let many_risks = |count: usize| {
        let conditional = |place: usize| {
            let edge = json!({"from": "4.0.0", "to": format!("4.0.{}", 1 + place % 999)});
            json!({"edges": [edge], "risks": [risk(&format!("Risk{place}"), "m")]})
        };
        let conditional: Value = (0..count).map(conditional).collect();
        json!({"nodes": releases(1_000), "edges": [], "conditionalEdges": conditional})
    };
    let one_long_risk = |length: usize| {
        let edges: Value =
            (1..1_000).map(|to| json!({"from": "4.0.0", "to": format!("4.0.{to}")})).collect();
        let conditional = json!([{"edges": edges, "risks": [risk("Long", &"m".repeat(length))]}]);
        json!({"nodes": releases(1_000), "edges": [], "conditionalEdges": conditional})
    };
    let shapes: [(&dyn Fn(usize) -> Value, usize); 4] = [
        (&many_releases, 50_000),
        (&many_edges, 150_000),
        (&many_risks, 25_000),
        (&one_long_risk, 80_000),
    ];
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("graph.json");
    let run = |words: &[&str]| {
        limited(folder.path(), &[words, &["--graph", file.to_str().unwrap()]].concat())
    };
    for (shape, most) in shapes {
        let size = taken(most, |size| {
            std::fs::write(&file, shape(size).to_string()).unwrap();
            run(&["graph", "audit"])
        });
        for words in [
            &["path", "4.0.9", "--from-version", "4.0.0", "-o", "json"][..],
            &["graph", "show", "--from-version", "4.0.0", "--all", "-o", "json"],
            &["graph", "show", "--from-version", "4.0.0", "--all", "-o", "svg"],
        ] {
            let (code, said) = run(words);
            assert!(matches!(code, Some(0 | 3 | 4)), "{size}: {words:?}: {code:?} {said}");
        }
    }
}

#[test]
fn graph_data_takes_no_more_than_300_mb() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("graph-data");
    for part in ["blocked-edges", "channels"] {
        std::fs::create_dir_all(root.join(part)).unwrap();
    }
    std::fs::write(root.join("version"), "1.1.0\n").unwrap();
    let raw = folder.path().join("releases.json");
    std::fs::write(&raw, json!({"nodes": releases(100), "edges": [[0, 1]]}).to_string()).unwrap();
    let (channel, block) =
        (root.join("channels/stable-4.0.yaml"), root.join("blocked-edges/4.0.1-Long.yaml"));
    let (data, raw) = (root.to_str().unwrap(), raw.to_str().unwrap());
    let build = ["graph", "build", "--graph-data", data, "--releases", raw];
    let write = |versions: usize, message: usize| {
        let versions: Vec<String> = (0..versions).map(|place| format!("- 4.0.{place}")).collect();
        let versions = versions.join("\n");
        std::fs::write(&channel, format!("name: stable-4.0\nversions:\n{versions}\n")).unwrap();
        let rules = "matchingRules:\n- type: Always\n";
        let message = "m".repeat(message);
        let text = format!(
            "to: 4.0.1\nfrom: 4[.]0[.].*\nurl: https://example.com\nname: Long\nmessage: {message}\n{rules}"
        );
        std::fs::write(&block, text).unwrap();
    };
    let versions = taken(400_000, |size| {
        write(size, 9);
        limited(folder.path(), &build)
    });
    let message = taken(20_000_000, |size| {
        write(9, size);
        limited(folder.path(), &build)
    });
    for (versions, message) in [(versions, 9), (9, message)] {
        write(versions, message);
        let (code, said) = limited(folder.path(), &["graph", "lint", data]);
        assert!(matches!(code, Some(0 | 3)), "{code:?} {said}");
    }
}

#[test]
fn metrics_take_no_more_than_300_mb() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("graph.json");
    let rule = json!({"type": "PromQL", "promql": {"promql": "up"}});
    let mut asks = risk("Asks", "m");
    asks["matchingRules"] = json!([rule]);
    let conditional = json!([{"edges": [{"from": "4.0.0", "to": "4.0.1"}], "risks": [asks]}]);
    let graph = json!({"nodes": releases(2), "edges": [], "conditionalEdges": conditional});
    std::fs::write(&file, graph.to_string()).unwrap();
    let series = |place: usize| json!({"metric": {"pod": place.to_string()}, "value": [1, "1"]});
    let body = |size: usize| {
        let result: Value = (0..size).map(series).collect();
        json!({"status": "success", "data": {"resultType": "vector", "result": result}}).to_string()
    };
    for size in [10, 10_000, 50_000, 70_000, 200_000] {
        let body = packed(&body(size));
        let hand = move |_: &_, _: usize, _: &_| Step::Raw(StatusCode::OK, GZIP, body.clone());
        let server = Server::with(version(), Arc::new(hand));
        let url = server.url();
        let words = ["graph", "evaluate", "--graph", file.to_str().unwrap(), "--prometheus", &url];
        let (code, said) =
            limited(folder.path(), &[&words[..], &["--from-version", "4.0.0"]].concat());
        assert_eq!(code, Some(0), "what cannot be read is Unknown: {size}: {said}");
    }
}

fn insights(count: usize) -> Vec<u8> {
    let insights: Value = (0..count).map(|place| insight(&format!("i{place}"))).collect();
    json!({"spec": {"insights": insights}, "status": {"response": "Success"}}).to_string().into()
}

#[tokio::test(flavor = "multi_thread")]
async fn insights_take_no_more_than_300_mb() {
    let lab = Lab::serve(&[]);
    for (name, count) in [("few", 100), ("many", 3_000), ("most", 20_000), ("too-many", 100_000)] {
        let body = insights(count);
        register(&lab, name, &Informer::start(move |_, _| Act::Raw(body.clone()))).await;
    }
    let kubeconfig = lab.kubeconfig.to_str().unwrap();
    let words = ["pre-checks", "4.7.28", "--kubeconfig", kubeconfig, "-o", "json"];
    let (code, said) = limited(lab.home.path(), &words);
    assert!(matches!(code, Some(0 | 3)), "{code:?} {said}");
}
