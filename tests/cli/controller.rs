//! `upgrade controller`, as far as it can be tested without a cluster.

use serde_json::Value;

use crate::common::upgrade;

fn controller(words: &[&str]) -> crate::common::Run {
    upgrade(&[&["controller"], words].concat())
}

#[test]
fn help_tells_what_it_writes_and_what_it_needs() {
    snap!("controller", "help", controller(&["--help"]));
    snap!("controller", "help-manifests", controller(&["manifests", "--help"]));
}

#[test]
fn manifests_are_whole_and_say_what_was_asked_for() {
    let run = controller(&["manifests"]);
    snap!("controller", "manifests", &run);
    let words = [
        "manifests",
        "--namespace",
        "updates",
        "--image",
        "registry.example.com/upgrade@sha256:00",
        "--replicas",
        "3",
        "--informer-secret",
        "a/b",
        "--informer-secret",
        "c/d",
    ];
    let run = controller(&words);
    let objects: Vec<Value> = serde_saphyr::from_multiple(&run.stdout).unwrap();
    let kinds = |kind: &str| objects.iter().filter(|object| object["kind"] == kind).count();
    assert_eq!((kinds("Deployment"), kinds("ClusterRole"), kinds("Role")), (1, 1, 8));
    let deployment = objects.iter().find(|object| object["kind"] == "Deployment").unwrap();
    assert_eq!(deployment["spec"]["replicas"], 3);
    assert_eq!(deployment["metadata"]["namespace"], "updates");
    let image = &deployment["spec"]["template"]["spec"]["containers"][0]["image"];
    assert_eq!(image, "registry.example.com/upgrade@sha256:00");
    let subjects: Vec<&Value> =
        objects.iter().map(|object| &object["subjects"][0]["namespace"]).collect();
    assert!(subjects.iter().all(|subject| subject.is_null() || **subject == "updates"));
    let secret = objects.iter().find(|object| object["metadata"]["namespace"] == "c").unwrap();
    assert_eq!(secret["rules"][0]["resourceNames"][0], "d");
}

#[test]
fn invalid_arguments_are_reported_before_anything_is_done() {
    let cases: &[(&str, &[&str])] = &[
        ("files", &["--from", "tests/fixtures/pre-checks"]),
        ("lab", &["--lab"]),
        ("lease-without-election", &["--lease-duration", "15s"]),
        ("lease-too-short", &["--leader-elect", "--lease-duration", "1s"]),
        ("lease-for-ever", &["--leader-elect", "--lease-duration", "0"]),
        ("metrics-nowhere", &["--metrics", "here"]),
        ("way", &["--informers", "pigeon"]),
        ("manifests-image", &["manifests", "--image", "a\nb: c"]),
        ("manifests-namespace", &["manifests", "--namespace", "A b"]),
        ("manifests-secret", &["manifests", "--informer-secret", "b"]),
        ("json", &["-o", "json"]),
        ("manifests-json", &["manifests", "-o", "json"]),
        ("manifests-dotted", &["manifests", "--namespace", "a.b"]),
        ("manifests-beside", &["--leader-elect", "manifests"]),
    ];
    for (name, words) in cases {
        let run = controller(words);
        assert_eq!(run.code, 2, "{words:?}");
        snap!("controller", *name, run);
    }
}
