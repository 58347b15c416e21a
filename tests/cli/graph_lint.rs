//! `upgrade graph lint`: the problems in graph-data, and how to fix them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{Run, upgrade};

const SOUND: &str = "tests/fixtures/graph-data/sound";
const FAULTY: &str = "tests/fixtures/graph-data/faulty";
const BROKEN: &str = "tests/fixtures/graph-data/broken";
const RELEASES: [&str; 2] = ["--releases", "tests/fixtures/graph-data/releases.json"];

fn lint(words: &[&str]) -> Run {
    upgrade(&[&["graph", "lint"], words].concat())
}

#[test]
fn sound_data_is_left_alone() {
    snap!("graph-lint", "sound", lint(&[SOUND]));
    snap!("graph-lint", "sound-json", lint(&[SOUND, "-o", "json"]));
    snap!("graph-lint", "sound-releases", lint(&[&[SOUND], &RELEASES[..]].concat()));
}

#[test]
fn findings_come_with_their_place_and_their_fix() {
    snap!("graph-lint", "faulty", lint(&[FAULTY]));
    snap!("graph-lint", "faulty-json", lint(&[FAULTY, "-o", "json"]));
    snap!("graph-lint", "broken", lint(&[BROKEN]));
}

#[test]
fn reports_are_for_tools() {
    snap!("graph-lint", "faulty-github", lint(&[FAULTY, "-o", "github"]));
    let sarif = lint(&[FAULTY, "-o", "sarif"]);
    let report: Value = serde_json::from_str(&sarif.stdout).unwrap();
    assert_eq!((report["version"].as_str(), sarif.code), (Some("2.1.0"), 3));
    let run = &report["runs"][0];
    let rules: Vec<&str> = run["tool"]["driver"]["rules"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| r["id"].as_str().unwrap())
        .collect();
    let results = run["results"].as_array().unwrap();
    assert_eq!(
        results.len(),
        lint(&[FAULTY, "-o", "json"]).json()["findings"].as_array().unwrap().len()
    );
    assert!(results.iter().all(|result| rules.contains(&result["ruleId"].as_str().unwrap())));
    let place = &results[0]["locations"][0]["physicalLocation"];
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(place["artifactLocation"]["uri"].as_str().unwrap());
    assert!(file.exists(), "{}", file.display());
}

#[test]
fn every_code_is_in_the_manual() {
    let page =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/manual/graph-data.md"))
            .unwrap();
    let report: Value = serde_json::from_str(&lint(&[SOUND, "-o", "sarif"]).stdout).unwrap();
    for rule in report["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap() {
        let (code, about) = (rule["id"].as_str().unwrap(), &rule["shortDescription"]["text"]);
        let level = rule["defaultConfiguration"]["level"].as_str().unwrap();
        let row = format!("| `{code}` | {level} | {} |", about.as_str().unwrap());
        assert!(page.contains(&row), "graph-data.md lacks: {row}");
    }
}

#[test]
fn what_is_allowed_is_counted_and_no_more() {
    let allow = "file-name,incomplete-risk,channel-subset";
    let run = lint(&[FAULTY, "--allow", allow, "-o", "json"]);
    assert_eq!(run.code, 0);
    assert_eq!(
        (&run.json()["counts"]["errors"], &run.json()["counts"]["allowed"]),
        (&0.into(), &4.into())
    );
    snap!("graph-lint", "no-such-code", lint(&[FAULTY, "--allow", "from-dots"]));
}

#[test]
fn reports_have_no_meaning_elsewhere() {
    snap!("graph-lint", "sarif-elsewhere", upgrade(&["--lab", "-o", "sarif"]));
    snap!("graph-lint", "version-here", lint(&[SOUND, "-o", "version"]));
    snap!("graph-lint", "no-graph-data", lint(&["tests/fixtures/minimal"]));
    snap!("graph-lint", "no-revision", lint(&[SOUND, "--rev=--all"]));
}

/// Lints real data, which is not part of the project.
fn real(name: &str) -> Option<BTreeMap<String, Vec<String>>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/graph").join(name);
    if !path.exists() {
        eprintln!("skipped: there is no {}", path.display());
        return None;
    }
    let run = lint(&[path.to_str().unwrap(), "-o", "json"]);
    assert_eq!(run.code, 0, "upstream's validators let it pass: {}", run.stdout);
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for finding in run.json()["findings"].as_array().unwrap() {
        let text = |key: &str| finding[key].as_str().unwrap().to_owned();
        found.entry(text("code")).or_default().push(format!(
            "{}: {}",
            text("file"),
            text("problem")
        ));
    }
    Some(found)
}

#[test]
fn real_data_of_2025_has_what_a_careful_reader_found() {
    let Some(found) = real("graph-data-2025-10-31.tar.gz") else { return };
    let none = Vec::new();
    let of = |code: &str| found.get(code).unwrap_or(&none);
    let targets: Vec<&str> =
        of("target-in-no-channel").iter().map(|one| one.split_once(": ").unwrap().1).collect();
    let wanted =
        ["4.14.47", "4.16.31", "4.18.0"].map(|version| format!("{version} is in no channel"));
    assert_eq!(targets, wanted);
    let has = |code: &str, text: &str| of(code).iter().any(|one| one.contains(text));
    assert!(has("from-overmatch", "`4[.]14[.][3-8]` is not anchored: it also matches 4.14.30"));
    assert!(has("from-dot", "`4.18.*` matches any character: it also matches 4.4.18"));
    assert!(has(
        "risk-gap",
        "4.13.51, the next version after 4.13.50, does not have risk ARODNSWrongBootSequence"
    ));
    // The rest is out of order by SemVer and by the tool that promotes.
    assert_eq!((of("channel-order").len(), of("from-dot").len()), (10, 8));
    assert!(!has("risk-gap", "PreRelease") && of("risk-gap").len() == 17);
    // What upstream's hack/stabilization-changes.py warns about.
    assert_eq!(of("tombstone-promoted").len(), 15);
    assert!(has("tombstone-promoted", "candidate has tombstones for: 4.15.7, 4.15.26"));
    for code in ["promql-syntax", "promql-series", "skipped-version", "feeder-not-checked"] {
        assert_eq!(of(code), &none, "{code}");
    }
}

#[test]
fn real_data_of_2021_has_queries_that_answer_with_several_series() {
    let Some(found) = real("graph-data-2021-11-24") else { return };
    assert_eq!(found["promql-series"].len(), 2);
    assert!(!found.contains_key("from-dot") && !found.contains_key("skipped-version"));
    assert!(
        found["promql-series"][0].contains("`cluster_infrastructure_provider` is not aggregated")
    );
}
