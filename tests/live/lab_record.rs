//! `upgrade lab record`: a recording reports what the cluster reported, and contains no secret.

use std::path::Path;

use serde_json::Value;

use crate::common::lab::{Lab, kubectl};
use crate::common::{Run, run, upgrade};
use crate::live::lab_agreement::{masked, scenarios};

/// What is asked of a recording.
const READS: [&[&str]; 9] = [
    &["--include-not-recommended"],
    &["recommend"],
    &["status", "--details=all"],
    &["history"],
    &["path", "4.8"],
    &["why", "4.7.24"],
    &["why", "4.9.9"],
    &["graph", "show"],
    &["graph", "evaluate"],
];

fn record(lab: &Lab, folder: &Path, words: &[&str]) -> (i32, String, String) {
    let folder = folder.to_str().unwrap();
    lab.upgrade(&[&["lab", "record", folder], words].concat())
}

/// Returns everything in a directory as one text.
fn texts(folder: &Path) -> String {
    let files = std::fs::read_dir(folder).unwrap();
    files.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap()).collect()
}

/// Removes what a recording has not: where the cluster is.
fn without_place(value: Value) -> Value {
    match value {
        Value::Object(mut fields) => {
            fields.retain(|name, _| !["context", "server", "origin"].contains(&name.as_str()));
            fields.into_iter().map(|(name, value)| (name, without_place(value))).collect()
        }
        Value::Array(items) => items.into_iter().map(without_place).collect(),
        other => other,
    }
}

fn compare(scenario: &str) {
    let lab = Lab::serve(&["--scenario", scenario, "--speed", "1"]);
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("recording");
    let (code, _, said) = record(&lab, &folder, &[]);
    assert_eq!(code, 0, "{scenario}: {said}");
    let place = folder.to_str().unwrap();
    let server = lab.server();
    let own = [format!("{server}/api/upgrades_info/graph"), server];
    for read in READS {
        let words = [read, &["-o", "json"]].concat();
        let live = run(&words, |command| {
            command.env("KUBECONFIG", &lab.kubeconfig);
        });
        let mask = |output: &Run| {
            let text = output.stdout.replace(&format!(" --from {place}"), "");
            let text = text.replace(&format!(" --lab={place}"), "");
            let text = text.replace(&format!("{place}/graph.json"), &own[0]);
            without_place(masked(&text, &own))
        };
        for source in [vec!["--from", place], vec![&format!("--lab={place}")]] {
            let replayed = upgrade(&[source.as_slice(), words.as_slice()].concat());
            let what = format!("{scenario}: {source:?} {read:?}: {}", replayed.stderr);
            assert_eq!(mask(&replayed), mask(&live), "{what}");
            assert_eq!(replayed.code, live.code, "{what}");
        }
    }
}

#[test]
fn a_recording_says_what_the_cluster_said() {
    // The update service of `hostile` cannot be reached, and a recording words that differently.
    let compared = scenarios().into_iter().filter(|scenario| scenario != "hostile");
    std::thread::scope(|scope| {
        let running: Vec<_> = compared
            .map(|scenario| (scenario.clone(), scope.spawn(move || compare(&scenario))))
            .collect();
        for (scenario, compared) in running {
            assert!(compared.join().is_ok(), "the recording of {scenario} says something else");
        }
    });
}

/// A scenario with secrets wherever a cluster may have them, and with names of its own.
fn planted(folder: &Path) {
    let place = folder.to_str().unwrap();
    assert_eq!(upgrade(&["lab", "export", "stuck-drain", place]).code, 0);
    let add = |name: &str, text: &str| {
        let file = folder.join(name);
        let before = std::fs::read_to_string(&file).unwrap_or_default();
        std::fs::write(file, format!("{before}---\n{text}")).unwrap();
    };
    add(
        "secret.yaml",
        "{apiVersion: v1, kind: Secret, metadata: {name: pull-secret, namespace: openshift-config}, \
         stringData: {a: PLANTED}}\n",
    );
    add(
        "configmap.yaml",
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: other, namespace: openshift-config}, \
         data: {token: PLANTED}}\n",
    );
    add(
        "pdb.yaml",
        "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: strict, namespace: bank}, \
         spec: {minAvailable: 1, selector: {matchLabels: {app: vault}}}, status: {disruptionsAllowed: 0}}\n",
    );
    add(
        "pod.yaml",
        "{apiVersion: v1, kind: Pod, metadata: {name: vault-0, namespace: bank, labels: {app: vault}, \
         annotations: {kubectl.kubernetes.io/last-applied-configuration: PLANTED}}, \
         spec: {nodeName: worker-1, containers: [{name: vault, image: \"mirror.corp.test:5000/vault@sha256:00\", \
         env: [{name: A, value: PLANTED}], args: [--password=PLANTED]}]}, status: {phase: Running}}\n",
    );
    let change = |name: &str, from: &str, to: &str| {
        let file = folder.join(name);
        let text = std::fs::read_to_string(&file).unwrap();
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{name}");
        std::fs::write(file, changed).unwrap();
    };
    change("mc.yaml", "  osImageURL:", "  config: {passwd: PLANTED}\n  osImageURL:");
    change("cv.yaml", "  upstream: https://", "  upstream: https://me:PLANTED@osus.corp.test/");
}

#[test]
fn secrets_of_a_cluster_are_not_recorded() {
    let parent = tempfile::tempdir().unwrap();
    let source = parent.path().join("source");
    planted(&source);
    assert!(texts(&source).matches("PLANTED").count() >= 6);
    let of_source = format!("--lab={}", source.display());
    let lab = Lab::serve(&["--scenario", source.to_str().unwrap(), "--speed", "1"]);
    let token = std::fs::read_to_string(&lab.kubeconfig).unwrap();
    let token: Value = serde_json::from_str(&token).unwrap();
    let token = token["users"][0]["user"]["token"].as_str().unwrap();
    let (served, inside) = (parent.path().join("served"), parent.path().join("inside"));
    assert_eq!(record(&lab, &served, &[]).0, 0);
    assert_eq!(upgrade(&[&of_source, "lab", "record", inside.to_str().unwrap()]).code, 0);
    for folder in [served, inside] {
        let text = texts(&folder);
        for secret in ["PLANTED", token, "managedFields", "last-applied"] {
            assert!(!text.contains(secret), "{secret}: {text}");
        }
        assert!(text.contains("vault-0"), "the rest of the pod is there");
    }
}

#[test]
fn an_anonymized_recording_has_none_of_the_names() {
    let parent = tempfile::tempdir().unwrap();
    let (source, folder) = (parent.path().join("source"), parent.path().join("recording"));
    planted(&source);
    let lab = format!("--lab={}", source.display());
    let place = folder.to_str().unwrap();
    let recorded = upgrade(&[&lab, "lab", "record", place, "--anonymize"]);
    assert_eq!(recorded.code, 0, "{}", recorded.stderr);
    assert!(recorded.stderr.contains("replaced the cluster ID"), "{}", recorded.stderr);
    let version = upgrade(&[&lab, "-o", "json"]).json();
    let id = version["cluster"]["id"].as_str().unwrap_or("no id").to_owned();
    let text = texts(&folder);
    for name in ["worker-0", "worker-2", "master-0", "corp.test", "vault-0", "bank", "strict", &id]
    {
        assert!(!text.contains(name), "{name}: {text}");
    }
    let replayed = upgrade(&[&format!("--lab={place}"), "status", "--details=all"]);
    assert_eq!(replayed.code, upgrade(&[&lab, "status", "--details=all"]).code);
    assert_eq!(upgrade(&["--from", place, "recommend"]).code, upgrade(&[&lab, "recommend"]).code);
}

#[test]
fn a_recording_is_written_whole_or_not_at_all() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("recording");
    let place = folder.to_str().unwrap();
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("notes.txt"), "mine").unwrap();
    let refused = upgrade(&["--lab", "lab", "record", place]);
    assert_eq!(refused.code, 2, "{}", refused.stderr);
    assert!(refused.stderr.contains("contains notes.txt"), "{}", refused.stderr);
    std::fs::remove_file(folder.join("notes.txt")).unwrap();
    for _ in ["into an empty directory", "in the place of a recording"] {
        assert_eq!(upgrade(&["--lab", "lab", "record", place]).code, 0);
    }
    let left: Vec<_> = std::fs::read_dir(parent.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
    let other = parent.path().join("other");
    let server = "https://127.0.0.1:1";
    let failed = upgrade(&["--server", server, "lab", "record", other.to_str().unwrap()]);
    assert_eq!(failed.code, 1, "{}", failed.stderr);
    assert!(!other.exists());
}

#[test]
fn what_the_cluster_does_not_have_is_not_missing_in_its_recording() {
    let lab = Lab::serve(&["--scenario", "healthy", "--speed", "1"]);
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("recording");
    assert_eq!(record(&lab, &folder, &[]).0, 0);
    let from = ["--from", folder.to_str().unwrap()];
    let insights = |run: &Run| -> Vec<String> {
        let report: Value = serde_json::from_str(&run.stdout).unwrap();
        let insights = report["insights"].as_array().unwrap().iter();
        insights.map(|insight| insight["uid"].as_str().unwrap().to_owned()).collect()
    };
    let words = ["pre-checks", "4.7.28", "-o", "json"];
    let live = run(&words, |command| {
        command.env("KUBECONFIG", &lab.kubeconfig);
    });
    let replayed = upgrade(&[&from[..], &words].concat());
    assert_eq!(insights(&replayed), insights(&live), "{}", replayed.stderr);
    let gates = upgrade(&[&from[..], &["ack"]].concat());
    assert_eq!((gates.code, gates.stderr.as_str()), (0, ""), "{}", gates.stdout);
    assert!(!gates.stdout.contains("unknown"), "{}", gates.stdout);
}

#[test]
fn alerts_that_nobody_could_read_are_not_replayed_as_none() {
    let parent = tempfile::tempdir().unwrap();
    let (source, folder) = (parent.path().join("source"), parent.path().join("recording"));
    let (source, place) = (source.to_str().unwrap(), folder.to_str().unwrap());
    assert_eq!(upgrade(&["lab", "export", "healthy", source]).code, 0);
    let broken = r#"{"status": "error", "errorType": "unavailable", "error": "no store is ready"}"#;
    std::fs::write(format!("{source}/alerts.json"), broken).unwrap();
    let lab = Lab::serve(&["--scenario", source, "--speed", "1"]);
    let (code, _, said) = record(&lab, &folder, &[]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("no alerts: ") && said.contains("no store is ready"), "{said}");
    let words = ["recommend", "-o", "json"];
    let unread = |text: &str| {
        let found: Value = serde_json::from_str(text).unwrap();
        let text = found.to_string();
        assert!(text.contains("no store is ready"), "{text}");
    };
    unread(&lab.upgrade(&words).1);
    let again = parent.path().join("again");
    let inside = format!("--lab={place}");
    for from in [["--from", place].as_slice(), &[inside.as_str()]] {
        unread(&upgrade(&[from, &words].concat()).stdout);
    }
    assert_eq!(upgrade(&[&inside, "lab", "record", again.to_str().unwrap()]).code, 0);
    assert!(texts(&again).contains("no store is ready"));
}

#[test]
fn plans_in_config_maps_machine_sets_and_the_proxy_are_recorded() {
    let lab = Lab::serve(&["--scenario", "next-major", "--speed", "1"]);
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("recording");
    let Some(kubectl) = kubectl() else { return };
    let apply = |text: &str| {
        let file = parent.path().join("object.yaml");
        std::fs::write(&file, text).unwrap();
        let words = ["apply", "--validate=false", "-f", file.to_str().unwrap()];
        let (code, _, stderr) = lab.run(kubectl, &words);
        assert_eq!(code, 0, "{stderr}");
    };
    apply(
        "{apiVersion: v1, kind: Namespace, metadata: {name: openshift-machine-api}}\n---\n\
         {apiVersion: machine.openshift.io/v1beta1, kind: MachineSet, metadata: {name: workers, \
         namespace: openshift-machine-api}, spec: {replicas: 3}}\n---\n\
         {apiVersion: config.openshift.io/v1, kind: Proxy, metadata: {name: cluster}, \
         spec: {httpsProxy: 'http://me:PLANTED@squid.example.com:3128'}}\n",
    );
    // Without the CustomResourceDefinition, plans are ConfigMaps.
    let plans = "updateplans.update.openshift.io";
    let (code, stdout, stderr) = lab.run(kubectl, &["get", "crd", "-o", "name"]);
    assert_eq!(code, 0, "{stderr}");
    let name = stdout.lines().find(|name| name.contains("updateplans")).unwrap_or(plans);
    assert_eq!(lab.run(kubectl, &["delete", name]).0, 0);
    let (code, _, stderr) = lab.upgrade(&["pre-checks", "4.22.3", "--accept"]);
    assert!([0, 3].contains(&code), "{stderr}");
    let (code, _, stderr) = record(&lab, &folder, &[]);
    assert_eq!(code, 0, "{stderr}");
    let text = texts(&folder);
    assert!(
        text.contains("kind: MachineSet") && text.contains("kind: MachineConfigNode"),
        "{text}"
    );
    assert!(text.contains("http://squid.example.com:3128") && !text.contains("PLANTED"), "{text}");
    let words = ["pre-checks", "4.22.3", "-o", "json"];
    let accepted = |text: &str| -> Vec<String> {
        let report: Value = serde_json::from_str(text).unwrap();
        let insights = report["insights"].as_array().unwrap().iter();
        insights.map(|insight| format!("{} {}", insight["uid"], insight["accepted"])).collect()
    };
    let live = lab.upgrade(&words).1;
    let place = folder.to_str().unwrap();
    let inside = format!("--lab={place}");
    for from in [["--from", place].as_slice(), &[inside.as_str()]] {
        let replayed = upgrade(&[from, &words].concat());
        assert_eq!(accepted(&replayed.stdout), accepted(&live), "{}", replayed.stderr);
    }
}
