//! `upgrade graph build`: releases and graph-data → the graph that an update service serves.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::common::{Run, upgrade};

const SOUND: [&str; 2] = ["--graph-data", "tests/fixtures/graph-data/sound"];
const FAULTY: [&str; 2] = ["--graph-data", "tests/fixtures/graph-data/faulty"];
const BROKEN: [&str; 2] = ["--graph-data", "tests/fixtures/graph-data/broken"];
const RELEASES: [&str; 2] = ["--releases", "tests/fixtures/graph-data/releases.json"];
const STABLE: [&str; 4] = ["--channel", "stable-4.15", "--arch", "amd64"];
const FAST: [&str; 4] = ["--channel", "fast-4.15", "--arch", "amd64"];

fn build(words: &[&[&str]]) -> Run {
    upgrade(&[&["graph", "build"], words.concat().as_slice()].concat())
}

#[test]
fn a_channel_is_built() {
    snap!("graph-build", "stable", build(&[&SOUND, &RELEASES, &STABLE]));
    snap!("graph-build", "versions", build(&[&SOUND, &RELEASES, &["-o", "version"]]));
    let json = build(&[&SOUND, &RELEASES, &STABLE, &["-o", "json"]]).json();
    let text = build(&[&SOUND, &RELEASES, &STABLE]).json();
    assert_eq!(json, text, "-o json is the same graph");
}

#[test]
fn releases_may_be_a_directory_of_their_metadata() {
    let folder = ["--releases", "tests/fixtures/graph-data/releases"];
    snap!("graph-build", "folder", build(&[&SOUND, &folder]));
}

#[test]
fn what_is_doubtful_is_left_out_with_a_warning() {
    snap!("graph-build", "doubtful", build(&[&FAULTY, &RELEASES, &FAST]));
    snap!("graph-build", "doubtful-compat", build(&[&FAULTY, &RELEASES, &FAST, &["--compat"]]));
}

#[test]
fn what_is_broken_is_refused_with_all_that_is_wrong() {
    snap!("graph-build", "broken", build(&[&BROKEN, &RELEASES]));
    snap!("graph-build", "broken-json", build(&[&BROKEN, &RELEASES, &["-o", "json"]]));
    let compat = build(&[&BROKEN, &RELEASES, &["--compat", "-o", "version"]]);
    snap!("graph-build", "broken-compat", compat);
}

#[test]
fn what_is_not_there_is_said_not_to_be() {
    for (name, words) in [
        ("no-channel", &["--channel", "stable-4.51"][..]),
        ("no-arch", &["--arch", "mips"]),
        ("no-such-name", &["--channel", "Stable 4"]),
    ] {
        snap!("graph-build", name, build(&[&SOUND, &RELEASES, words]));
    }
    let nothing = ["--releases", "tests/fixtures/graph-data/sound/raw/metadata.json"];
    snap!("graph-build", "no-releases", build(&[&SOUND, &nothing]));
    let nothing = ["--graph-data", "tests/fixtures/minimal"];
    snap!("graph-build", "no-graph-data", build(&[&nothing, &RELEASES]));
    snap!("graph-build", "nothing-given", build(&[]));
    let twice = build(&[&["--graph-data", "-", "--releases", "-"]]);
    assert_eq!((twice.stdout.as_str(), twice.code), ("", 2), "{}", twice.stderr);
    assert!(twice.stderr.contains("stdin can be used only once"), "{}", twice.stderr);
}

/// Returns the path of real data, which is not part of the project.
fn real() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/graph");
    if !path.exists() {
        eprintln!("skipped: there is no {}", path.display());
        return None;
    }
    Some(path)
}

fn of_2021(root: &Path, words: &[&str]) -> Value {
    let data = root.join("graph-data-2021-11-24");
    let releases = root.join("releases-2021-11-24.json");
    let given = ["--graph-data", data.to_str().unwrap(), "--releases", releases.to_str().unwrap()];
    let run = build(&[&given, words]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    run.json()
}

/// A graph, in any order.
#[derive(Debug, PartialEq, Eq)]
struct Sets {
    nodes: BTreeMap<String, (Value, BTreeMap<String, BTreeSet<String>>)>,
    edges: BTreeSet<(String, String)>,
    conditional: BTreeMap<(String, String), BTreeSet<String>>,
}

fn sets(graph: &Value) -> Sets {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let list = |value: &Value| value.as_array().unwrap().clone();
    let nodes = list(&graph["nodes"]);
    let metadata = |node: &Value| {
        let parts = |text: &str| text.split(['|', ',']).map(str::to_owned).collect();
        let all = node["metadata"].as_object().into_iter().flatten();
        all.map(|(key, value)| (key.clone(), parts(value.as_str().unwrap()))).collect()
    };
    let node = |node: &Value| (text(&node["version"]), (node["payload"].clone(), metadata(node)));
    let at =
        |place: &Value| text(&nodes[usize::try_from(place.as_u64().unwrap()).unwrap()]["version"]);
    let mut conditional = BTreeMap::new();
    for group in list(&graph["conditionalEdges"]) {
        let risks: BTreeSet<String> = list(&group["risks"]).iter().map(Value::to_string).collect();
        for edge in list(&group["edges"]) {
            let known = conditional.insert((text(&edge["from"]), text(&edge["to"])), risks.clone());
            assert_eq!(known, None, "duplicate {edge}");
        }
    }
    Sets {
        nodes: nodes.iter().map(node).collect(),
        edges: list(&graph["edges"]).iter().map(|edge| (at(&edge[0]), at(&edge[1]))).collect(),
        conditional,
    }
}

#[test]
fn real_graphs_are_those_of_the_shipped_service() {
    let Some(root) = real() else { return };
    let mut compared = 0;
    for entry in fs::read_dir(root.join("expected")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let (channel, arch) = name.split_once('_').unwrap();
        let served: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let words = ["--channel", channel, "--arch", arch, "--compat"];
        let [compat, closed] = [&words[..], &words[..4]].map(|words| sets(&of_2021(&root, words)));
        assert!(compat == sets(&served), "{name} differs");
        assert!(closed == compat, "{name} differs without --compat, though the data is clean");
        compared += 1;
    }
    assert!(compared >= 5);
}

#[test]
fn real_figures_are_those_of_the_shipped_service() {
    let Some(root) = real() else { return };
    let figures = |words: &[&str]| {
        let graph = of_2021(&root, &[&["--compat"], words].concat());
        let Sets { nodes, edges, conditional } = sets(&graph);
        let groups = graph["conditionalEdges"].as_array().unwrap().len();
        let left: BTreeSet<&String> =
            edges.iter().chain(conditional.keys()).map(|(from, _)| from).collect();
        let stuck: Vec<String> =
            nodes.keys().filter(|version| !left.contains(version)).cloned().collect();
        let unseen = nodes.values().filter(|(payload, _)| payload.is_null()).count();
        ((nodes.len(), unseen, edges.len(), conditional.len(), groups), stuck)
    };
    let (all, stuck) = figures(&[]);
    assert_eq!((all, stuck.len()), ((1085, 92, 17395, 63, 2), 73));
    for (channel, wanted, stuck) in [
        ("stable-4.7", (68, 0, 1212, 13, 2), &["4.6.49", "4.7.36"][..]),
        ("stable-4.8", (48, 0, 535, 4, 1), &["4.8.20"]),
        ("stable-4.9", (5, 0, 10, 0, 0), &["4.9.7"]),
        ("fast-4.9", (22, 0, 156, 0, 0), &["4.9.8"]),
        ("candidate-4.9", (37, 0, 325, 0, 0), &["4.9.9"]),
    ] {
        let found = figures(&["--channel", channel, "--arch", "amd64"]);
        let stuck: Vec<String> = stuck.iter().map(ToString::to_string).collect();
        assert_eq!(found, (wanted, stuck), "{channel}");
    }
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let once = build(&[&SOUND, &RELEASES]).stdout;
    assert_eq!(once, build(&[&SOUND, &RELEASES]).stdout);
}
