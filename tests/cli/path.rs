//! `upgrade path`: update paths to a version.

use std::path::Path;

use roxmltree::{Document, Node, ParsingOptions};
use serde_json::{Value, json};

use crate::common::{Run, upgrade};

const GRAPH: &str = "tests/fixtures/graph/path.json";
const SKIPPING: &str = "tests/fixtures/graph/skips-a-minor.json";
const SLOW: [&str; 2] = ["--answers", "tests/fixtures/graph/path-slow-disks.json"];
const FAST: [&str; 2] = ["--answers", "tests/fixtures/graph/path-fast-disks.json"];

fn path(words: &[&str]) -> Run {
    upgrade(&[&["path"], words].concat())
}

/// In the saved graph, from 4.12.10, without a cluster.
fn saved(words: &[&str]) -> Run {
    path(&[&["--graph", GRAPH, "--from-version", "4.12.10"], words].concat())
}

/// The same for a cluster in fast-4.12 that accepts OldProxy and blocks minor version updates.
fn recorded(words: &[&str]) -> Run {
    path(&[&["--from", "tests/fixtures/path", "--graph", GRAPH], words].concat())
}

fn versions(run: &Run) -> Vec<&str> {
    run.stdout.lines().collect()
}

#[test]
fn a_hosted_control_plane_is_updated_elsewhere() {
    let run = path(&["--lab=hosted", "--to", "4.8"]);
    assert!(
        !run.stdout.contains("upgrade --lab=hosted"),
        "commands that would be refused: {}",
        run.stdout
    );
    snap!("path", "hosted", run);
    let json = path(&["--lab=hosted", "--to", "4.8", "-o", "json"]).json();
    assert!(json["hostedControlPlane"]["message"].as_str().unwrap().contains("HostedCluster"));
    let elsewhere =
        path(&["--lab=hosted", "--to", "4.8", "--from-version", "4.7.26", "-o", "json"]);
    assert_eq!(elsewhere.json()["hostedControlPlane"], Value::Null, "it is not about this cluster");
}

#[test]
fn a_path_is_shown_step_by_step() {
    snap!("path", "lab", path(&["--lab", "--to", "4.8.2"]));
    snap!("path", "lab-minor-all", path(&["--lab", "--to", "4.8", "--all", "3"]));
    snap!("path", "saved", saved(&["--to", "4.16.1"]));
    snap!("path", "saved-wide", saved(&["--to", "4.14", "-o", "wide"]));
}

#[test]
fn verdicts_decide_on_the_way() {
    let of = |words: &[&str]| saved(&[&["--to", "4.14.8", "-o", "version"], words].concat());
    assert_eq!(versions(&of(&FAST)), ["4.13.5", "4.13.9", "4.14.8"], "no cluster has slow disks");
    let around = ["4.13.5", "4.13.9", "4.14.3", "4.14.8"];
    assert_eq!(versions(&of(&SLOW)), around, "a risk is avoided, however long it takes");
    assert_eq!(versions(&of(&[])), around, "what is not known is, too");
    let accepted = of(&["--accept", "OldProxy,SlowDisks"]);
    assert_eq!(versions(&accepted), ["4.13.9", "4.14.8"]);
    let all = [&["--allow-not-recommended"], &SLOW[..]].concat();
    assert_eq!(versions(&of(&all)), around, "allowing is not preferring");
}

#[test]
fn accepted_risks_are_named_and_go_into_the_next_command() {
    snap!("path", "accepted-here", recorded(&["--to", "4.13.9", "--accept", "SlowDisks"]));
    let strange = recorded(&["--to", "4.13.5", "--accept", "slowdisk,Nothing"]);
    snap!("path", "accepted-strangers", strange);
}

#[test]
fn what_the_cluster_says_counts() {
    snap!("path", "cluster", recorded(&["--to", "4.14.8"]));
    let json = recorded(&["--to", "4.14.8", "-o", "json"]).json();
    let channels: Vec<&Value> =
        json["ways"][0]["hops"].as_array().unwrap().iter().map(|hop| &hop["channel"]).collect();
    assert_eq!(channels, ["fast-4.13", "fast-4.13", "fast-4.14", "fast-4.14"]);
}

#[test]
fn what_is_not_recommended_is_possible_and_no_answer() {
    snap!("path", "not-recommended", path(&["--lab", "--to", "4.7.4"]));
    let allowed = path(&["--lab", "--to", "4.7.4", "--allow-not-recommended"]);
    snap!("path", "not-recommended-allowed", allowed);
    let bare = path(&["--lab", "--to", "4.7.4", "-o", "version"]);
    assert_eq!((bare.stdout.as_str(), bare.code), ("", 3));
    let json = path(&["--lab", "--to", "4.7.4", "-o", "json"]);
    assert_eq!((json.stderr.as_str(), json.code), ("", 3));
    let json = json.json();
    assert_eq!(json["outcome"], "NotRecommended");
    assert_eq!(json["ways"].as_array().unwrap().len(), 0, "it is not proposed");
    assert_eq!(json["notRecommended"][0]["unaccepted"].as_array().unwrap().len(), 3);
}

#[test]
fn a_condition_without_a_reason_and_hostile_words_are_reported_safely() {
    let unnamed = path(&["--graph", GRAPH, "--from-version", "4.14.3", "--to", "4.14.9"]);
    snap!("path", "no-reason", unnamed);
    let hostile =
        path(&["--graph", GRAPH, "--from-version", "4.14.8", "--to", "4.14.9", "--all", "2"]);
    snap!("path", "hostile", hostile);
}

#[test]
fn from_even_to_even_pools_may_wait() {
    snap!("path", "eus", saved(&["--to", "4.16", "--eus"]));
    let odd = path(&["--graph", GRAPH, "--from-version", "4.13.9", "--to", "4.16", "--eus"]);
    snap!("path", "eus-from-odd", odd);
    snap!("path", "eus-to-odd", saved(&["--to", "4.15.2", "--eus"]));
    let short = saved(&["--to", "4.12.20", "--eus"]);
    assert!(short.stdout.contains("you do not need to pause"), "{}", short.stdout);
    snap!("path", "eus-lab", path(&["--lab", "--to", "4.8", "--eus"]));
    snap!("path", "eus-commands", path(&["--lab=eus", "--to", "4.18", "--eus"]));
    let json = path(&["--lab=eus", "--to", "4.18", "--eus", "-o", "json"]).json();
    let commands = json["ways"][0]["commands"].as_array().unwrap().iter();
    let commands: Vec<&str> = commands.map(|command| command.as_str().unwrap()).collect();
    let place = |what: &str| commands.iter().position(|command| command.contains(what)).unwrap();
    assert!(place("pools pause worker") < place("--to 4.17"), "{commands:#?}");
    assert!(place("--to 4.17") < place("--to 4.18"), "{commands:#?}");
    assert!(place("--to 4.18") < place("pools resume worker"), "{commands:#?}");
    assert_eq!(commands.last(), Some(&"upgrade --lab=eus wait --for=workers"));
}

#[test]
fn who_is_there_has_nothing_to_do() {
    snap!("path", "arrived", path(&["--lab", "--to", "4.6.23"]));
    snap!("path", "arrived-minor", path(&["--lab", "--to", "4.6"]));
    assert_eq!(path(&["--lab", "--to", "4.6", "-o", "version"]).stdout, "");
}

#[test]
fn where_there_is_no_way_it_is_said_how_far_one_gets_and_what_is_missing() {
    snap!("path", "no-target", path(&["--lab", "--to", "4.8.99"]));
    snap!("path", "no-minor", saved(&["--to", "4.20"]));
    snap!("path", "no-entry", saved(&["--to", "4.18.0"]));
    snap!("path", "blocked", saved(&["--to", "4.16.4"]));
    snap!("path", "older", path(&["--lab", "--to", "4.6.21"]));
    snap!("path", "no-start", path(&["--lab", "--to", "4.8.2", "--from-version", "4.6.1"]));
    let channel = ["--channel", "candidate-4.14", "--to", "4.14.9", "--from-version", "4.12.20"];
    assert_eq!(path(&[&["--graph", GRAPH], &channel[..]].concat()).code, 0);
    let other = ["--channel", "stable-4.12", "--to", "4.12.20", "--from-version", "4.13.5"];
    assert_eq!(path(&[&["--graph", GRAPH], &other[..]].concat()).code, 4);
}

#[test]
fn an_update_that_skips_a_minor_version_is_marked() {
    snap!("path", "skips-a-minor", saved(&["--to", "4.17.0"]));
    let json = saved(&["--to", "4.17.0", "-o", "json"]).json();
    let way = &json["ways"][0];
    assert_eq!(way["cost"]["skips"], 1);
    let hops = way["hops"].as_array().unwrap();
    let steps: Vec<&Value> = hops.iter().map(|hop| &hop["step"]).collect();
    assert_eq!(steps.last().unwrap(), &"SkipsMinor", "{steps:?}");
    assert!(hops.last().unwrap()["notes"][0].as_str().unwrap().contains("skips a minor version"));
    let first = path(&["--lab", "--to", "4.8.2", "--graph", SKIPPING]);
    snap!("path", "skips-a-minor-first", first);
}

#[test]
fn json_of_a_way_that_is_not_there_has_both_the_facts_and_the_error() {
    let run = saved(&["--to", "4.16.4", "-o", "json"]);
    assert_eq!(run.code, 4);
    let json = run.json();
    assert_eq!(json["outcome"], "NoWay");
    assert_eq!(json["missing"][1]["code"], "Blocked");
    assert_eq!(json["missing"][1]["pattern"], "4[.]15[.]|4[.]16[.]0");
    assert_eq!(json["reachable"][0]["newest"], "4.12.20");
    let error: Value = serde_json::from_str(&run.stderr).unwrap();
    assert_eq!(error["code"], "NoSuchTarget");
}

#[test]
fn json_has_every_way_with_its_cost() {
    snap!("path", "json", recorded(&["--to", "4.13.9", "--accept", "SlowDisks", "-o", "json"]));
    let json = saved(&["--to", "4.14.8", "--all", "9", "--allow-not-recommended", "-o", "json"]);
    let ways = json.json()["ways"].as_array().unwrap().clone();
    let cost = |way: &Value| {
        ["skips", "risks", "unknowns", "minors", "hops"]
            .map(|field| way["cost"][field].as_u64().unwrap())
    };
    let costs: Vec<[u64; 5]> = ways.iter().map(cost).collect();
    assert!(costs.len() > 3 && costs.is_sorted(), "{costs:?}");
    let yaml = saved(&["--to", "4.14.8", "-o", "yaml"]);
    let yaml: Value = serde_saphyr::from_str(&yaml.stdout).unwrap();
    assert_eq!(yaml, saved(&["--to", "4.14.8", "-o", "json"]).json());
}

#[test]
fn one_who_follows_stable_is_not_led_into_candidates_without_need() {
    let to = ["--to", "4.14", "-o", "version"];
    assert_eq!(versions(&saved(&to)), ["4.13.5", "4.13.9", "4.14.3"], "4.14.9 is newer");
    let run = recorded(&["--to", "4.14.9"]);
    snap!("path", "leaves-the-family", run);
    let json = recorded(&["--to", "4.14.9", "-o", "json"]).json();
    let hops = json["ways"][0]["hops"].as_array().unwrap();
    let leaves: Vec<&Value> = hops.iter().map(|hop| &hop["leaves"]).collect();
    assert_eq!(leaves, [&Value::Null, &Value::Null, &Value::from("fast")]);
    let named = saved(&[&["--channel", "candidate-4.14"], &to[..]].concat());
    assert_eq!(versions(&named), ["4.13.5", "4.13.9", "4.14.9"], "it was requested");
}

#[test]
fn from_stable_the_update_that_leaves_it_has_a_note() {
    let graph = ["--lab", "--graph", "tests/fixtures/graph/leaves-stable.json"];
    let leaves = |to: &str| {
        let json = path(&[&graph[..], &["--to", to, "-o", "json"]].concat()).json();
        let told = |hop: &Value| {
            let note = hop["notes"].to_string().contains("leaves the stable channels");
            assert_eq!(hop["leaves"] == "stable", note, "{hop}");
            format!("{}{}", hop["channel"].as_str().unwrap(), if note { "!" } else { "" })
        };
        json["ways"][0]["hops"].as_array().unwrap().iter().map(told).collect::<Vec<_>>()
    };
    assert_eq!(leaves("4.6.30"), ["stable-4.6"]);
    assert_eq!(leaves("4.7.24"), ["candidate-4.7!"]);
    assert_eq!(leaves("4.7.26"), ["fast-4.7!"]);
    assert_eq!(leaves("4.8.2"), ["eus-4.8!", "eus-4.8"], "it is told once");
    snap!("path", "leaves-stable", path(&[&graph[..], &["--to", "4.8.2"]].concat()));
    let json = path(&[&graph[..], &["--to", "4.8.2", "--eus", "-o", "json"]].concat()).json();
    let hop = &json["ways"][0]["hops"][0];
    assert_eq!((&hop["channel"], &hop["leaves"]), (&"eus-4.8".into(), &"stable".into()));
}

#[test]
fn invalid_arguments_are_usage_errors() {
    let cases: &[(&str, &[&str])] = &[
        ("usage-no-target", &["--lab"]),
        ("usage-not-a-version", &["--lab", "--to", "4"]),
        ("usage-with-a-v", &["--lab", "--to", "v4.8.2"]),
        ("usage-all-zero", &["--lab", "--to", "4.8", "--all", "0"]),
    ];
    for (name, words) in cases {
        let run = path(words);
        assert_eq!(run.code, 2, "{name}");
        snap!("path", *name, run);
    }
    let nowhere = path(&["--graph", GRAPH, "--to", "4.14"]);
    assert_eq!(nowhere.code, 2, "{}", nowhere.stderr);
    assert!(nowhere.stderr.contains("--from-version"), "{}", nowhere.stderr);
}

/// Real graphs, if there are any: compares with the file itself.
#[test]
fn real_graphs_have_real_ways() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/graph/served");
    for (name, from, to) in [
        ("stable-4.7_amd64", "4.6.1", "4.7"),
        ("stable-4.8_amd64", "4.7.0", "4.8"),
        ("candidate-4.12_multi", "4.12.0-rc.0", "4.12.0-rc.4"),
    ] {
        let file = folder.join(format!("{name}.json"));
        let Ok(text) = std::fs::read_to_string(&file) else {
            eprintln!("skipped: {} is not there", file.display());
            continue;
        };
        check(&serde_json::from_str(&text).unwrap(), file.to_str().unwrap(), (from, to));
    }
}

#[test]
fn a_saved_answer_for_one_channel_does_not_rule_out_a_path() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("graph.json");
    let node = |version: &str| {
        let channels = json!({"io.openshift.upgrades.graph.release.channels": "stable-4.6"});
        json!({"version": version, "payload": version, "metadata": channels})
    };
    let graph = json!({"nodes": [node("4.6.1"), node("4.6.2")], "edges": [[0, 1]]});
    std::fs::write(&file, graph.to_string()).unwrap();
    let words = ["--graph", file.to_str().unwrap(), "--from-version", "4.6.1", "--to", "4.7"];
    let run = path(&[&words[..], &["-o", "json"]].concat());
    assert_eq!(run.code, 4, "{}", run.stderr);
    let json = run.json();
    assert_eq!(json["outcome"], "Incomplete");
    assert_eq!(json["missing"][1]["code"], "NotLookedAt", "{json}");
    let graph = ["--graph", file.to_str().unwrap(), "--from-version", "4.6.1"];
    let run = upgrade(&[&["why", "4.7.0"], &graph[..], &["-o", "json"]].concat());
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.json()["notChecked"].to_string().contains("stable-4.7"), "{}", run.stdout);
}

fn check(graph: &Value, file: &str, (from, to): (&str, &str)) {
    let nodes = graph["nodes"].as_array().unwrap();
    let version =
        |place: &Value| nodes[usize::try_from(place.as_u64().unwrap()).unwrap()]["version"].clone();
    let plain: Vec<(Value, Value)> = graph["edges"]
        .as_array()
        .unwrap()
        .iter()
        .map(|edge| (version(&edge[0]), version(&edge[1])))
        .collect();
    let groups = graph["conditionalEdges"].as_array().cloned().unwrap_or_default();
    let conditional: Vec<Value> =
        groups.iter().flat_map(|group| group["edges"].as_array().unwrap().clone()).collect();
    let words = ["--graph", file, "--from-version", from, "--to", to, "--all", "5", "-o", "json"];
    let json = path(&[&words[..], &["--allow-not-recommended"]].concat());
    assert_eq!(json.code, 0, "{file}: {}{}", json.stdout, json.stderr);
    let ways = json.json()["ways"].clone();
    for way in ways.as_array().unwrap() {
        assert!(!way["hops"].as_array().unwrap().is_empty());
        for hop in way["hops"].as_array().unwrap() {
            let ends = (hop["from"].clone(), hop["to"]["version"].clone());
            let with_condition =
                conditional.iter().any(|edge| (&edge["from"], &edge["to"]) == (&ends.0, &ends.1));
            assert!(with_condition || plain.contains(&ends), "{file}: there is no edge {ends:?}");
            assert_eq!(hop["conditional"], with_condition, "{file}: {ends:?}");
        }
    }
}

#[test]
fn a_page_and_a_ticket_have_what_the_text_has() {
    let lab = |format| path(&["--lab", "--to", "4.8", "--all", "3", "-o", format]);
    snap!("path", "lab-markdown", lab("markdown"));
    snap!("path", "lab-html", lab("html"));
    snap!("path", "eus-markdown", saved(&["--to", "4.16", "--eus", "-o", "markdown"]));
    for words in [
        &["--lab", "--to", "4.8"][..],
        &["--lab", "--to", "4.9"],
        &["--lab", "--to", "4.7.4", "--channel", "stable-4.6"],
        &["--graph", GRAPH, "--from-version", "4.14.8", "--to", "4.14.9", "--all", "2"],
    ] {
        let as_format = |format| path(&[words, &["-o", format]].concat());
        let (json, html) = (as_format("json"), as_format("html"));
        assert_eq!(json.code, html.code, "{words:?}");
        let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
        let page = Document::parse_with_options(&html.stdout, options);
        let page = page.unwrap_or_else(|bad| panic!("{words:?}: {bad}: {}", html.stdout));
        let strange = page.descendants().find(|node| {
            let source = node.attribute("src").or_else(|| node.attribute("href"));
            let elsewhere = source.is_some_and(|it| !it.starts_with("https://"));
            node.has_tag_name("script") || node.has_tag_name("link") || elsewhere
        });
        assert_eq!(strange, None, "{words:?}");
        let (json, text) = (json.json(), page.root_element().descendants());
        let text: String = text.filter(Node::is_text).filter_map(|it| it.text()).collect();
        for way in ["ways", "notRecommended"] {
            for hop in
                json[way].as_array().unwrap().iter().flat_map(|it| it["hops"].as_array().unwrap())
            {
                let version = hop["to"]["version"].as_str().unwrap();
                assert!(html.stdout.contains(version) && text.contains(version), "{version}");
            }
        }
    }
}

#[test]
fn hostile_words_are_text_on_a_page_and_in_a_ticket() {
    let hostile = |format| {
        path(&["--graph", GRAPH, "--from-version", "4.14.8", "--to", "4.14.9", "-o", format])
    };
    snap!("path", "hostile-markdown", hostile("markdown"));
    snap!("path", "hostile-html", hostile("html"));
    for format in ["html", "markdown"] {
        let shown = hostile(format).stdout;
        assert!(shown.chars().all(|c| c == '\n' || !c.is_control()), "{shown}");
    }
}
