//! One answer: the overview, `recommend`, `why`, `accept` and `--to` agree on every target.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use crate::common::upgrade;

/// Issues that `recommend` lists among risks, and that are not risks of an update.
const NOT_RISKS: [&str; 2] = ["UpgradeableFalse", "TooFar"];
const MOST: usize = 12; // targets of one cluster

#[test]
fn commands_agree_on_every_target_of_every_scenario() {
    let list = upgrade(&["lab", "list", "-o", "json"]).json();
    let names = list["scenarios"].as_array().unwrap().iter().map(|it| text(&it["name"]).to_owned());
    let compared: usize = names.map(|name| compare(&[&format!("--lab={name}")])).sum();
    assert!(compared > 30, "only {compared} targets of scenarios were compared");
}

#[test]
fn commands_agree_on_every_target_of_every_recording() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let folders = std::fs::read_dir(fixtures).unwrap().map(|entry| entry.unwrap().path());
    let recordings = folders.filter(|folder| folder.join("cv.yaml").exists());
    let mut recordings: Vec<String> =
        recordings.map(|folder| folder.to_str().unwrap().to_owned()).collect();
    recordings.sort();
    let compared: usize = recordings.iter().map(|folder| compare(&["--from", folder])).sum();
    assert!(compared > 50, "only {compared} targets of recordings were compared");
}

/// The cluster and this program evaluate by the same rules.
#[test]
fn the_cluster_and_the_graph_agree_on_the_risks_of_the_practice_cluster() {
    let said = upgrade(&["--lab", "-o", "json"]).json();
    let update = &said["notRecommended"].as_array().unwrap()[0];
    let evaluated = upgrade(&["--lab", "graph", "evaluate", "--version", "4.7.4", "-o", "json"]);
    let evaluated = evaluated.json();
    let applies = |risks: &Value| {
        let risks = risks.as_array().unwrap().iter();
        risks
            .map(|risk| (text(&risk["name"]).to_owned(), text(&risk["applies"]).to_owned()))
            .collect::<BTreeMap<_, _>>()
    };
    assert_eq!(update["version"], "4.7.4");
    assert_eq!(applies(&update["risks"]), applies(&evaluated["risks"]));
    assert!(applies(&update["risks"]).values().all(|applies| applies == "True"));
}

/// Returns how many targets were compared.
fn compare(place: &[&str]) -> usize {
    let json = |words: &[&str]| -> Option<Value> {
        let run = upgrade(&[place, words, &["-o", "json"]].concat());
        serde_json::from_str(&run.stdout).ok()
    };
    let Some(overview) = json(&[]) else { return 0 };
    let list = |name: &str| overview[name].as_array().unwrap();
    let not_recommended: BTreeSet<&str> =
        list("notRecommended").iter().map(|update| text(&update["version"])).collect();
    let all = list("recommended").iter().chain(list("notRecommended"));
    let mut listed: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
    // What is not a version cannot be requested by version.
    let is_version = |update: &&Value| semver::Version::parse(text(&update["version"])).is_ok();
    for update in all.filter(is_version) {
        listed.entry(text(&update["version"])).or_default().push(update);
    }
    accepts_the_same(place, &overview, &json(&["accept"]).unwrap());
    for (version, updates) in listed.iter().rev().take(MOST) {
        let against = not_recommended.contains(version);
        let what = format!("{place:?} {version}");
        let told =
            |words: &[&str]| json(words).unwrap_or_else(|| unreachable!("{what}: {words:?}"));
        let request = told(&["--to", version, "--dry-run=client"]);
        let why = told(&["why", version]);
        let recommend = told(&["recommend", "--version", version]);
        let codes: Vec<&str> =
            request["findings"].as_array().unwrap().iter().map(|it| text(&it["code"])).collect();
        if !codes.contains(&"AmbiguousTarget") {
            assert_eq!(codes.contains(&"NotRecommended"), against, "{what}: {codes:?}");
        }
        let target = &recommend["target"];
        let own = |risk: &&Value| !NOT_RISKS.contains(&text(&risk["name"]));
        let held = target["risks"].as_array().unwrap().iter().any(|risk| !own(&risk));
        assert_eq!(target["recommended"] != "True", against || held, "{what}: {target}");
        match text(&why["cause"]) {
            "Conditional" => assert!(against, "{what}"),
            "Recommended" | "NotUpgradeable" | "TooFar" => assert!(!against, "{what}"),
            // Findings that come before the available updates matter.
            "NotRetrieved" | "AlreadyThere" | "Older" | "OtherArchitecture" | "Hosted" => {}
            other => assert!(!against, "{what}: {other}"),
        }
        let [update] = updates[..] else { continue };
        let risks = risks(update["risks"].as_array().map(Vec::as_slice).unwrap_or_default());
        let asked = request["risks"].as_array().unwrap();
        let told: Vec<Value> =
            target["risks"].as_array().unwrap().iter().filter(own).cloned().collect();
        if against {
            assert_eq!(self::risks(asked), risks, "{what}");
            assert_eq!(self::risks(&told), risks, "{what}");
        }
        if why["cause"] == "Conditional" {
            assert_eq!(self::risks(why["risks"].as_array().unwrap()), risks, "{what}");
        }
    }
    listed.len().min(MOST)
}

/// `accept` lists the worst of what is reported about each risk.
fn accepts_the_same(place: &[&str], overview: &Value, accept: &Value) {
    let known = risks(accept["risks"].as_array().unwrap());
    let updates = overview["notRecommended"].as_array().unwrap().iter();
    for risk in updates.flat_map(|update| update["risks"].as_array().unwrap()) {
        let name = text(&risk["name"]);
        if name.is_empty() {
            continue;
        }
        let (applies, accepted) = &known[name];
        let harm =
            |applies: &str| ["False", "Unknown", "True"].iter().position(|it| *it == applies);
        assert!(harm(applies) >= harm(text(&risk["applies"])), "{place:?}: {name}");
        assert_eq!(*accepted, risk["accepted"] == true, "{place:?}: {name}");
    }
}

/// Returns by name whether risks apply, and are accepted.
fn risks(risks: &[Value]) -> BTreeMap<String, (String, bool)> {
    let told = |risk: &Value| {
        let applies = text(&risk["applies"]).to_owned();
        (text(&risk["name"]).to_owned(), (applies, risk["accepted"] == true))
    };
    risks.iter().map(told).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
