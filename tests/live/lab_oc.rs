//! The genuine `oc` on every scenario, where `OC_BIN` names one.

use std::io::Write;
use std::process::Command;

use serde_json::Value;

use crate::common::lab::Lab;
use crate::common::upgrade;

fn oc() -> Option<String> {
    let oc = std::env::var("OC_BIN").ok();
    if oc.is_none() {
        std::io::stderr().write_all(b"SKIPPED: OC_BIN names no oc\n").unwrap();
    }
    oc
}

/// A lab with an `oc` that is sent to it.
struct Client {
    lab: Lab,
    oc: String,
}

impl Client {
    fn new(oc: &str, words: &[&str]) -> Self {
        Self { lab: Lab::serve(words), oc: oc.to_owned() }
    }

    fn run(&self, words: &[&str]) -> (i32, String) {
        let mut command = Command::new(&self.oc);
        command
            .args(words)
            .env("KUBECONFIG", &self.lab.kubeconfig)
            .env("HOME", self.lab.home.path())
            .env("OC_ENABLE_CMD_UPGRADE_ROLLBACK", "true")
            .env("EDITOR", "sed -i s/candidate-4.7/fast-4.7/")
            .stdin(std::process::Stdio::null());
        let output = command.output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.code().unwrap_or(-1), String::from_utf8(text).unwrap())
    }

    fn ok(&self, words: &[&str]) -> String {
        let (code, text) = self.run(words);
        assert_eq!(code, 0, "oc {words:?}: {text}");
        text
    }

    /// Returns the newest revision of the cluster.
    fn revision(&self) -> String {
        let list = self.lab.run(&self.oc, &["get", "--raw", "/api/v1/nodes"]).1;
        let list: Value = serde_json::from_str(&list).unwrap_or_default();
        list["metadata"]["resourceVersion"].to_string()
    }
}

const READS: [&[&str]; 12] = [
    &["version"],
    &["whoami"],
    &["whoami", "--show-server"],
    &["adm", "upgrade"],
    &["adm", "upgrade", "--include-not-recommended"],
    &["adm", "upgrade", "recommend"],
    &["get", "clusterversion,clusteroperators,nodes,events,pods", "-A", "-o", "wide"],
    &["get", "clusterversion", "version", "-o", "yaml"],
    &["describe", "clusterversion", "version"],
    &["describe", "nodes"],
    &["auth", "can-i", "patch", "clusterversions"],
    &["wait", "clusterversion/version", "--for=condition=Available", "--timeout=5s"],
];

/// What the cluster is in the way of, and so the client refuses, in its words.
const REFUSED: [&str; 6] = [
    "no previous version found",
    "unable to rollback while",
    "is experiencing an error reconciling",
    "is already upgrading",
    "cannot refresh available updates",
    "not supported between minor versions",
];

const NO_POOLS: &str =
    "Error from server (NotFound): the server could not find the requested resource\n";

fn try_everything(oc: &str, scenario: &str) {
    let client = Client::new(oc, &["--scenario", scenario, "--speed", "1"]);
    for words in READS {
        client.ok(words);
    }
    let (code, text) = client.run(&["adm", "upgrade", "status", "--details=all"]);
    if scenario == "hosted" {
        // oc assumes machine config pools, which no hosted cluster has.
        assert_eq!((code, text.as_str()), (1, NO_POOLS), "{scenario}");
    } else {
        assert_eq!(code, 0, "{scenario}: {text}");
    }
    let inspected = client.lab.home.path().join("inspected");
    let inspected = format!("--dest-dir={}", inspected.display());
    client.ok(&["adm", "inspect", "clusterversion", &inspected]);
    client.ok(&["adm", "upgrade", "channel", "candidate-4.7", "--allow-explicit-channel"]);
    client.ok(&["edit", "clusterversion", "version"]);
    let channel = ["get", "clusterversion", "version", "-o", "jsonpath={.spec.channel}"];
    assert_eq!(client.ok(&channel), "fast-4.7", "{scenario}");
    let digest = "0".repeat(64);
    let image = format!("example.com/release@sha256:{digest}");
    let flags = ["--allow-explicit-upgrade", "--allow-upgrade-with-warnings"];
    for words in [
        &["adm", "upgrade", "rollback"][..],
        &["adm", "upgrade", "--to-latest"],
        &["adm", "upgrade", "--clear"],
        &["adm", "upgrade", "--to-image", &image, flags[0], flags[1]],
        &["adm", "upgrade", "--clear"],
    ] {
        let (code, text) = client.run(words);
        let refused = REFUSED.iter().any(|said| text.contains(said));
        assert!(code == 0 || refused, "{scenario}: oc {words:?}: {text}");
    }
}

#[test]
fn oc_reads_and_writes_in_every_scenario() {
    let Some(oc) = oc() else { return };
    let list = upgrade(&["lab", "list", "-o", "json"]).json();
    let names: Vec<&str> =
        list["scenarios"].as_array().unwrap().iter().filter_map(|it| it["name"].as_str()).collect();
    // One after another: some commands of oc give up after seconds.
    for name in names.into_iter().filter(|name| *name != "hostile") {
        try_everything(&oc, name);
    }
}

/// What oc answers to a time that is none: it decodes the ClusterVersion as a whole. No API server would have
/// stored it.
const NO_TIME: &str = "error: parsing time \"the day before yesterday\" as \"2006-01-02T15:04:05Z07:00\": \
                       cannot parse \"the day before yesterday\" as \"2006\"\n";

#[test]
fn oc_cannot_decode_a_hostile_cluster_and_says_why() {
    let Some(oc) = oc() else { return };
    let client = Client::new(&oc, &["--scenario", "hostile", "--speed", "1"]);
    let image = format!("--to-image=example.com/release@sha256:{}", "0".repeat(64));
    for words in [
        &["adm", "upgrade"][..],
        &["adm", "upgrade", "--include-not-recommended"],
        &["adm", "upgrade", "recommend"],
        &["adm", "upgrade", "status"],
        &["adm", "upgrade", "channel", "stable-4.7"],
        &["adm", "upgrade", "rollback"],
        &["adm", "upgrade", "--to-latest"],
        &["adm", "upgrade", "--to=4.6.43"],
        &["adm", "upgrade", &image],
        &["adm", "upgrade", "--clear"],
    ] {
        assert_eq!(client.run(words), (1, NO_TIME.to_owned()), "{words:?}");
    }
    let (code, text) = client.run(&["version"]);
    assert!(code == 1 && text.ends_with(NO_TIME), "{text}");
    let inspected = format!("--dest-dir={}", client.lab.home.path().join("inspected").display());
    for words in [
        &["get", "clusterversion", "version", "-o", "yaml"][..],
        &["edit", "clusterversion", "version"],
        &["adm", "inspect", "clusterversion", &inspected],
    ] {
        let (code, text) = client.run(words);
        let said = "yaml: control characters are not allowed\n";
        assert!(code == 1 && text.ends_with(said), "{words:?}: {text}");
    }
    for words in [
        &["whoami"][..],
        &["get", "clusterversion", "version", "-o", "json"],
        &["get", "clusterversion,clusteroperators,nodes,events,pods", "-A", "-o", "wide"],
        &["describe", "clusterversion", "version"],
        &["auth", "can-i", "patch", "clusterversions"],
    ] {
        client.ok(words);
    }
}

#[test]
fn oc_finds_a_cluster_stable() {
    let Some(oc) = oc() else { return };
    let client = Client::new(&oc, &["--scenario", "healthy"]);
    client.ok(&["adm", "wait-for-stable-cluster", "--minimum-stable-period=1s", "--timeout=20s"]);
}

/// Returns the lines that count nodes: the control plane's and those of each pool.
fn counts(text: &str) -> Vec<String> {
    let line = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let wanted = |line: &&str| {
        ["Completion:", "Node", "NODE"].iter().all(|start| !line.starts_with(start))
            && (line.contains(" Total") || line.contains("Progressing,") || is_node(line))
    };
    text.lines().filter(wanted).map(line).collect()
}

/// Returns whether a line is about one node: a name, an assessment, a phase and a version.
fn is_node(line: &str) -> bool {
    let name = line.split_whitespace().next().unwrap_or_default();
    ["master-", "worker-"].iter().any(|role| name.starts_with(role))
}

#[test]
fn oc_counts_nodes_as_we_do_at_every_step() {
    let Some(oc) = oc() else { return };
    let client = Client::new(&oc, &["--scenario", "updating", "--speed", "40"]);
    let words = ["status", "--details=nodes"];
    let mut differing = Vec::<String>::new();
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..400 {
        let before = client.revision();
        let theirs = client.ok(&["adm", "upgrade", words[0], words[1]]);
        let ours = client.lab.upgrade(&words).1;
        if client.revision() != before {
            continue; // something changed in between
        }
        if theirs.contains("The cluster is not updating") {
            break;
        }
        let (theirs, ours) = (counts(&theirs), counts(&ours));
        seen.insert(theirs.clone());
        if theirs != ours {
            differing.push(format!("oc: {theirs:#?}\nwe: {ours:#?}"));
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
    assert!(seen.len() > 5, "too few steps were seen: {}", seen.len());
}
