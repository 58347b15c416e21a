//! `upgrade graph audit`: releases without a recommended update.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::common::{Run, upgrade};

const DATA: [&str; 4] = [
    "--graph-data",
    "tests/fixtures/graph-data/stranded",
    "--releases",
    "tests/fixtures/graph-data/stranded-releases.json",
];

fn audit(words: &[&[&str]]) -> Run {
    upgrade(&[&["graph", "audit"], words.concat().as_slice()].concat())
}

/// Returns the classes of each stranded release of a channel and architecture.
fn classes(run: &Run, channel: &str, arch: &str) -> BTreeMap<String, Vec<String>> {
    let json = run.json();
    let mut channels = json["channels"].as_array().unwrap().iter();
    let found = channels.find(|it| it["channel"] == channel && it["arch"] == arch).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let stranded = found["stranded"].as_array().unwrap().iter().map(|it| {
        (text(&it["version"]), it["classes"].as_array().unwrap().iter().map(text).collect())
    });
    stranded.collect()
}

#[test]
fn stranded_releases_are_reported_with_class_and_reason() {
    snap!("graph-audit", "help", upgrade(&["graph", "audit", "--help"]));
    snap!("graph-audit", "text", audit(&[&DATA]));
    snap!("graph-audit", "json", audit(&[&DATA, &["--arch", "amd64", "-o", "json"]]));
    snap!("graph-audit", "version", audit(&[&DATA, &["-o", "version"]]));
}

#[test]
fn each_channel_and_architecture_is_audited_on_its_own() {
    let run = audit(&[&DATA, &["-o", "json"]]);
    let of = |channel: &str, arch: &str| classes(&run, channel, arch);
    let wanted = [
        ("4.6.1", &["no-exit", "no-way"][..]),
        ("4.6.2", &["no-way"]),
        ("4.6.3", &["only-conditional", "no-way"]),
        ("4.6.4", &["only-always", "no-way"]),
    ];
    let wanted = wanted.map(|(version, classes)| {
        (version.to_owned(), classes.iter().map(ToString::to_string).collect::<Vec<_>>())
    });
    assert_eq!(of("stable-4.7", "amd64"), BTreeMap::from(wanted));
    for (channel, arch) in [("stable-4.7", "s390x"), ("fast-4.7", "amd64"), ("fast-4.7", "s390x")] {
        assert!(of(channel, arch).is_empty(), "{channel} {arch}");
    }
    let one = audit(&[&DATA, &["--channel", "fast-4.7", "--arch", "s390x", "-o", "json"]]);
    assert_eq!(one.json()["channels"].as_array().unwrap().len(), 1);
}

#[test]
fn a_pipeline_fails_on_the_classes_it_names() {
    for (words, code) in [
        (&["--fail-on", "no-exit"][..], 3),
        (&["--fail-on", "only-conditional"], 3),
        (&["--fail-on", "only-always"], 3),
        (&["--fail-on", "no-way"], 3),
        (&["--fail-on", "any"], 3),
        (&["--fail-on", "any", "--channel", "fast-4.7"], 0),
        (&["--fail-on", "any", "--arch", "s390x"], 0),
        (&[], 0),
    ] {
        let run = audit(&[&DATA, words]);
        assert_eq!(run.code, code, "{words:?}: {}", run.stderr);
        let json = audit(&[&DATA, words, &["-o", "json"]]);
        assert_eq!((json.code, &json.json()["failed"]), (code, &(code == 3).into()), "{words:?}");
    }
    snap!("graph-audit", "fail-on", audit(&[&DATA, &["--fail-on", "no-exit,only-always"]]));
}

#[test]
fn a_graph_is_audited_as_it_is_served() {
    let words = ["graph", "build", "--channel", "stable-4.7", "--arch", "amd64"];
    let graph = upgrade(&[&words, &DATA[..]].concat()).stdout;
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), graph).unwrap();
    let served = ["--graph", file.path().to_str().unwrap(), "-o", "json"];
    let run = audit(&[&served, &["--channel", "stable-4.7"]]).json();
    let versions = |run: &Value| -> Vec<Value> {
        let stranded = run["channels"][0]["stranded"].as_array().unwrap();
        stranded.iter().map(|it| json!([it["version"], it["classes"]])).collect()
    };
    let built = audit(&[&DATA, &["--channel", "stable-4.7", "--arch", "amd64", "-o", "json"]]);
    assert_eq!(versions(&run), versions(&built.json()));
    let why = |run: &Value| run["channels"][0]["stranded"][0]["blockedBy"].clone();
    assert_eq!((why(&run), why(&built.json())), (Value::Null, json!(["blocked-edges/4.6.2.yaml"])));
}

/// Graph-data without any served update, since clusters cannot evaluate the only risk: the same
/// releases as in the fixture, with a rule that blocks all of them.
fn untold(rule: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["version", "channels/fast-4.7.yaml", "channels/stable-4.7.yaml"] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::copy(Path::new(DATA[1]).join(name), path).unwrap();
    }
    let blocks = folder.path().join("blocked-edges");
    fs::create_dir_all(&blocks).unwrap();
    for to in ["4.6.2", "4.6.3", "4.6.4", "4.6.5", "4.7.1", "4.7.2", "4.7.3"] {
        fs::write(blocks.join(format!("{to}-Odd.yaml")), format!("to: {to}\nfrom: .*\n{rule}"))
            .unwrap();
    }
    folder
}

#[test]
fn what_is_not_served_strands_releases() {
    let texts = "url: https://example.com/odd\nmessage: Odd.\n";
    let unknown = format!("name: Odd\n{texts}matchingRules:\n- type: CEL\n");
    let platforms = format!("reason: Odd\n{texts}clusters: {{platforms: [AWS]}}\n");
    for rule in [unknown, platforms] {
        let folder = untold(&rule);
        let data = ["--graph-data", folder.path().to_str().unwrap()];
        let words = [&data[..], &DATA[2..]].concat();
        let built = upgrade(&[&["graph", "build"], &words[..]].concat());
        let json: Value = serde_json::from_str(&built.stdout).unwrap();
        assert_eq!((&json["edges"], &json["conditionalEdges"]), (&json!([]), &json!([])), "{rule}");
        for class in ["no-exit", "no-way", "any"] {
            let run = audit(&[&words, &["--fail-on", class, "-o", "json"]]);
            assert_eq!(run.code, 3, "{class}: {}", run.stdout);
        }
        let run = audit(&[&words, &["--channel", "stable-4.7", "--arch", "amd64", "-o", "json"]]);
        let stranded = run.json()["channels"][0]["stranded"].clone();
        for found in stranded.as_array().unwrap() {
            assert!(found["classes"].as_array().unwrap().contains(&"no-exit".into()), "{found}");
            let files = found["blockedBy"].as_array().unwrap();
            assert!(files.iter().all(|file| file.as_str().unwrap().ends_with("-Odd.yaml")));
            assert!(!files.is_empty(), "{found}");
        }
    }
}

#[test]
fn a_risk_without_texts_is_built_and_audited_as_conditional() {
    let query = "promql: {promql: max(cluster_installer)}";
    for rule in [
        format!("name: Odd\nmatchingRules:\n- type: PromQL\n  {query}\n"),
        "reason: Odd\nclusters: {promql: max(cluster_installer)}\n".to_owned(),
    ] {
        let folder = untold(&rule);
        let data = ["--graph-data", folder.path().to_str().unwrap()];
        let words = [&data[..], &DATA[2..]].concat();
        let built = upgrade(&[&["graph", "build"], &words[..]].concat());
        assert!(built.stderr.contains("placeholder"), "{rule}: {}", built.stderr);
        let json: Value = serde_json::from_str(&built.stdout).unwrap();
        let risk = &json["conditionalEdges"][0]["risks"][0];
        let wanted = json!(["Odd", "No description is available for risk Odd."]);
        assert_eq!(json!([risk["name"], risk["message"]]), wanted);
        assert!(risk["url"].as_str().unwrap().starts_with("https://"), "{risk}");
        let run = audit(&[&words, &["--channel", "stable-4.7", "--arch", "amd64", "-o", "json"]]);
        let json = run.json();
        let stranded = json["channels"][0]["stranded"].as_array().unwrap();
        assert!(stranded.iter().all(|found| found["blockedBy"] == json!([])), "{stranded:?}");
        let classes = stranded[0]["classes"].to_string();
        assert_eq!(classes, r#"["only-conditional","no-way"]"#);
        assert_eq!(stranded[0]["risks"], json!(["Odd"]));
    }
}

#[test]
fn invalid_arguments_are_usage_errors() {
    snap!("graph-audit", "no-graph", audit(&[]));
    snap!("graph-audit", "no-releases", audit(&[&DATA[..2]]));
    snap!("graph-audit", "no-such-class", audit(&[&DATA, &["--fail-on", "stranded"]]));
    snap!("graph-audit", "no-such-channel", audit(&[&DATA, &["--channel", "stabel-4.7"]]));
    for words in [
        &["--graph", "a.json", "--graph-data", "b"][..],
        &["--releases", "a.json"],
        &["--graph-data", "-", "--releases", "-"],
        &["--rev", "HEAD"],
        &["--graph", "a.json", "--channel", "no channel"],
    ] {
        let run = audit(&[words]);
        assert_eq!((run.stdout.as_str(), run.code), ("", 2), "{words:?}: {}", run.stderr);
    }
}

#[test]
fn graph_data_with_errors_is_not_audited() {
    let broken = ["--graph-data", "tests/fixtures/graph-data/broken"];
    snap!("graph-audit", "broken", audit(&[&broken, &DATA[2..]]));
}

/// A graph that is served for a channel and an architecture.
struct Served {
    channel: String,
    arch: String,
    graph: Value,
}

/// Audits real data, which is not part of the project, and returns the served graph; none if there
/// is none.
fn real() -> Option<(Run, Vec<Served>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/graph");
    if !root.exists() {
        eprintln!("skipped: there is no {}", root.display());
        return None;
    }
    let path = |name: &str| root.join(name).to_str().unwrap().to_owned();
    let (data, releases) = (path("graph-data-2021-11-24"), path("releases-2021-11-24.json"));
    let run = audit(&[&["--graph-data", &data, "--releases", &releases, "-o", "json"]]);
    let mut graphs = Vec::new();
    for entry in fs::read_dir(root.join("expected")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let (channel, arch) = name.split_once('_').unwrap();
        let graph = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        graphs.push(Served { channel: channel.to_owned(), arch: arch.to_owned(), graph });
    }
    Some((run, graphs))
}

/// Lists releases of a served graph that are not the newest of their minor version and have no edge
/// without risks, with a second implementation.
fn dead_ends(graph: &Value) -> Vec<String> {
    let versions: Vec<semver::Version> = graph["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|node| node["version"].as_str().unwrap().parse().unwrap())
        .collect();
    let edges = graph["edges"].as_array().unwrap();
    let is_dead = |place: usize, version: &semver::Version| {
        let newer = |other: &semver::Version| {
            (other.major, other.minor) == (version.major, version.minor) && other > version
        };
        versions.iter().any(newer) && !edges.iter().any(|edge| edge[0] == place)
    };
    let dead = versions.iter().enumerate().filter(|(place, version)| is_dead(*place, version));
    let mut dead: Vec<String> = dead.map(|(_, version)| version.to_string()).collect();
    dead.sort();
    dead
}

#[test]
fn real_graphs_have_the_dead_ends_that_are_counted_by_hand() {
    let Some((run, graphs)) = real() else { return };
    assert!(graphs.len() >= 5);
    for Served { channel, arch, graph } in graphs {
        let found = classes(&run, &channel, &arch);
        let without = |classes: &[String]| classes.iter().any(|class| class != "no-way");
        let mut stranded: Vec<String> = found
            .into_iter()
            .filter(|(_, classes)| without(classes))
            .map(|(version, _)| version)
            .collect();
        stranded.sort();
        assert_eq!(stranded, dead_ends(&graph), "{channel} {arch}");
    }
    let json = run.json();
    let channels = json["channels"].as_array().unwrap();
    let ends = |channel: &str| {
        let is = |it: &&Value| it["channel"] == channel && it["arch"] == "amd64";
        let ends = &channels.iter().find(is).unwrap()["ends"];
        ends.as_array().unwrap().iter().map(|end| end["version"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(ends("stable-4.7"), ["4.6.49"], "the newest of its minor version is not stranded");
    assert_eq!(ends("stable-4.8"), [""; 0]);
    let wanted = json!(["4.3.0-rc.0", ["no-way"], "4.3.0-rc.3"]);
    let found = channels.iter().find(|it| it["channel"] == "candidate-4.4").unwrap();
    let first = &found["stranded"][0];
    assert_eq!(json!([first["version"], first["classes"], first["reaches"]]), wanted);
}
