//! `upgrade graph show`: reachable releases as text, data and pictures.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use roxmltree::Document;

use crate::common::{Run, upgrade};

const DRAWINGS: [&str; 3] = ["svg", "dot", "mermaid"];

fn show(words: &[&str]) -> Run {
    upgrade(&[&["graph", "show"], words].concat())
}

/// Runs on one of our own graphs.
fn of(file: &str, words: &[&str]) -> Run {
    show(&[&["--graph", &format!("tests/fixtures/graph/show-{file}.json")], words].concat())
}

fn from(version: &'static str) -> [&'static str; 2] {
    ["--from-version", version]
}

#[test]
fn what_a_cluster_can_reach_is_shown() {
    snap!("graph-show", "lab", show(&["--lab"]));
    snap!("graph-show", "lab-channels", show(&["--lab", "--channel", "stable-4.7,stable-4.8"]));
    snap!("graph-show", "lab-nothing", show(&["--lab", "--from-version", "4.6.99-example"]));
    assert_eq!(
        show(&["--lab", "-o", "version"]).stdout,
        "4.7.4\n4.6.99-example\n4.6.44\n4.6.43\n4.6.42\n4.6.30\n"
    );
}

#[test]
fn a_graph_needs_no_cluster() {
    snap!("graph-show", "small", of("small", &from("4.10.3")));
    snap!(
        "graph-show",
        "small-wide",
        of("small", &[&from("4.10.3")[..], &["-o", "wide"]].concat())
    );
    snap!("graph-show", "small-whole", of("small", &[]));
    snap!("graph-show", "small-all", of("small", &[&from("4.10.6")[..], &["--all"]].concat()));
}

#[test]
fn json_has_all_of_it() {
    let json = of("small", &[&from("4.10.3")[..], &["-o", "json"]].concat());
    snap!("graph-show", "small-json", json);
    let yaml = of("small", &[&from("4.10.3")[..], &["-o", "yaml"]].concat()).stdout;
    let yaml: serde_json::Value = serde_saphyr::from_str(&yaml).unwrap();
    assert_eq!(yaml, json.json());
    let lab = show(&["--lab", "-o", "json"]).json();
    assert_eq!(lab["cluster"]["desired"]["version"], lab["from"]);
    let whole = of("small", &["-o", "json"]).json();
    assert_eq!(
        (&whole["cluster"], &whole["from"]),
        (&serde_json::Value::Null, &serde_json::Value::Null)
    );
}

#[test]
fn only_what_lies_on_the_ways_to_a_version_is_shown() {
    snap!("graph-show", "to", of("small", &[&from("4.10.3")[..], &["--to", "4.11.2"]].concat()));
    snap!("graph-show", "to-whole", of("small", &["--to", "4.10.6"]));
}

#[test]
fn what_is_not_there_or_not_to_be_reached_is_said_with_its_neighbours() {
    for (name, code, words) in [
        ("to-unknown", 4, &["--from-version", "4.10.3", "--to", "4.11.3"][..]),
        ("to-unreachable", 4, &["--from-version", "4.10.6", "--to", "4.10.4"]),
        ("to-here", 2, &["--from-version", "4.10.6", "--to", "4.10.6"]),
        ("from-unknown", 4, &["--from-version", "4.10.5"]),
    ] {
        let run = of("small", words);
        assert_eq!(run.code, code, "{name}");
        snap!("graph-show", name, run);
    }
    snap!("graph-show", "lab-not-in-channel", show(&["--lab", "--channel", "stable-4.8"]));
    snap!(
        "graph-show",
        "lab-not-in-channel-all",
        show(&["--lab", "--channel", "stable-4.8", "--all"])
    );
}

#[test]
fn an_empty_channel_is_a_note_and_a_target_in_it_an_error() {
    snap!("graph-show", "lab-empty", show(&["--lab", "--channel", "stable-4.42"]));
    snap!("graph-show", "empty", of("empty", &from("4.10.3")));
    snap!("graph-show", "empty-to", of("empty", &["--to", "4.10.3"]));
    for drawing in DRAWINGS {
        let run = of("empty", &[&from("4.10.3")[..], &["-o", drawing]].concat());
        assert_eq!((run.code, run.stdout.is_empty()), (0, false), "{drawing}");
    }
}

#[test]
fn what_is_no_graph_is_an_error() {
    snap!("graph-show", "broken", of("broken", &from("4.10.3")));
    snap!("graph-show", "not-a-graph", of("not-a-graph", &from("4.10.3")));
    snap!("graph-show", "no-file", of("missing", &from("4.10.3")));
}

#[test]
fn pictures_of_a_small_graph() {
    for drawing in DRAWINGS {
        let run = of("small", &[&from("4.10.3")[..], &["-o", drawing]].concat());
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{drawing}");
        snap!("graph-show", format!("small-{drawing}"), run);
    }
    let svg = show(&["--lab", "--channel", "stable-4.7", "-o", "svg"]).stdout;
    assert!(Document::parse(&svg).is_ok());
}

#[test]
fn nothing_in_a_graph_can_steer_a_terminal_or_break_a_picture() {
    snap!("graph-show", "hostile", of("hostile", &from("4.10.3")));
    snap!(
        "graph-show",
        "hostile-json",
        of("hostile", &[&from("4.10.3")[..], &["-o", "json"]].concat())
    );
    for drawing in ["dot", "mermaid"] {
        let run = of("hostile", &[&from("4.10.3")[..], &["-o", drawing]].concat());
        snap!("graph-show", format!("hostile-{drawing}"), run);
    }
    for page in ["html", "markdown"] {
        let run = of("hostile", &[&from("4.10.3")[..], &["-o", page]].concat());
        assert!(page == "markdown" || !run.stdout.contains("<script>"), "{}", run.stdout);
        snap!("graph-show", format!("hostile-{page}"), run);
    }
    snap!("graph-show", "lab-markdown", show(&["--lab", "-o", "markdown"]));
    let svg = of("hostile", &[&from("4.10.3")[..], &["-o", "svg"]].concat()).stdout;
    let picture = Document::parse(&svg).unwrap();
    let strange = picture.descendants().find(|node| {
        node.has_tag_name("script") || node.has_tag_name("a") || node.has_tag_name("x")
    });
    assert_eq!(strange, None, "{svg}");
    assert!(svg.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
}

#[test]
fn three_hundred_releases_and_many_thousand_edges_are_shown_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("graph.json");
    fs::write(&file, dense(300)).unwrap();
    let words = ["--graph", file.to_str().unwrap(), "--from-version", "4.10.0"];
    let text = show(&words).stdout;
    assert!(text.contains("299 releases reachable from 4.10.0, all with one update"));
    let svg = show(&[&words[..], &["-o", "svg"]].concat()).stdout;
    let picture = Document::parse(&svg).unwrap();
    let boxes = picture.descendants().filter(|node| node.has_tag_name("rect"));
    assert!(boxes.count() >= 300);
    assert!(svg.len() < 300_000, "{} bytes", svg.len());
    let mermaid = show(&[&words[..], &["-o", "mermaid"]].concat()).stdout;
    assert!(mermaid.lines().count() < 1_500, "{}", mermaid.lines().count());
}

/// Releases of three minor versions with edges from each to all newer ones.
fn dense(releases: usize) -> String {
    let version =
        |place: usize| format!("4.{}.{}", 10 + place * 3 / releases, place % (releases / 3));
    let (mut nodes, mut edges) = (String::new(), String::new());
    for place in 0..releases {
        let comma = if place == 0 { "" } else { ",\n" };
        let (version, image) = (version(place), format!("quay.io/r@sha256:{place:064x}"));
        write!(nodes, "{comma}{{\"version\": \"{version}\", \"payload\": \"{image}\"}}").unwrap();
        for newer in place + 1..releases {
            let comma = if edges.is_empty() { "" } else { "," };
            write!(edges, "{comma}[{place},{newer}]").unwrap();
        }
    }
    format!("{{\"nodes\": [{nodes}], \"edges\": [{edges}]}}")
}

#[test]
fn graphs_as_they_are_served_are_shown_and_drawn() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/graph/served");
    let Ok(entries) = fs::read_dir(&folder) else {
        return eprintln!("SKIPPED: {} is not there", folder.display());
    };
    let mut seen = 0;
    for entry in entries {
        let path = entry.unwrap().path();
        let graph: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let nodes = graph["nodes"].as_array().unwrap().len();
        let words = ["--graph", path.to_str().unwrap()];
        let json = show(&[&words[..], &["-o", "json"]].concat()).json();
        assert_eq!(json["counts"]["releases"], nodes);
        let edges = graph["edges"].as_array().unwrap().len();
        let conditional = json["counts"]["conditionalEdges"].as_u64().unwrap();
        assert_eq!(json["counts"]["edges"], edges as u64 + conditional);
        let svg = show(&[&words[..], &["-o", "svg"]].concat()).stdout;
        let picture = Document::parse(&svg).unwrap();
        let boxes = picture
            .descendants()
            .filter(|node| node.attribute("class").is_some_and(|class| class.starts_with("node ")));
        assert_eq!(boxes.count(), nodes, "{}", path.display());
        seen += 1;
    }
    assert!(seen > 0);
}
