//! `upgrade lab serve`: the lab over a real socket, for our own client, kube's and kubectl.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use futures::{StreamExt, TryStreamExt};
use kube::Client;
use kube::api::{
    Api, ApiResource, DeleteParams, DynamicObject, ListParams, Patch, PatchParams, PostParams,
    WatchEvent, WatchParams,
};
use kube::core::GroupVersionKind;
use serde_json::json;

use crate::common::lab::{Lab, kubectl};
use crate::common::until;

#[test]
fn our_own_client_reads_and_requests_over_tls() {
    let mut lab = Lab::serve(&[]);
    let (code, stdout, stderr) = lab.upgrade(&["--to", "4.6.43"]);
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains("context lab, server https://127.0.0.1:"), "{stdout}");
    assert!(lab.upgrade(&[]).1.contains("Requested: 4.6.43"), "it is one cluster for all");
    let (code, _, stderr) = lab.upgrade(&["--token", "wrong"]);
    assert!(code == 1 && stderr.contains("(401)"), "{stderr}");
    let mode = std::os::unix::fs::PermissionsExt::mode(
        &std::fs::metadata(&lab.kubeconfig).unwrap().permissions(),
    );
    assert_eq!(mode & 0o777, 0o600);
    let kubeconfig = lab.kubeconfig.clone();
    assert_eq!(lab.interrupt(), Some(0), "Ctrl-C ends it cleanly");
    assert!(!kubeconfig.exists() && !kubeconfig.parent().unwrap().exists());
}

#[test]
fn non_loopback_addresses_need_a_flag() {
    let output = Command::new(env!("CARGO_BIN_EXE_upgrade"))
        .args(["lab", "serve", "--listen", "0.0.0.0:0"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("add --allow-remote"));
}

#[test]
fn a_scenario_is_exported_changed_and_served() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("mine");
    let export = |name: &str| {
        Command::new(env!("CARGO_BIN_EXE_upgrade"))
            .args(["lab", "export", name])
            .arg(&place)
            .output()
            .unwrap()
    };
    assert!(export("failing").status.success());
    assert!(!export("failing").status.success(), "what is there is not overwritten");
    let file = place.join("cv.yaml");
    let text =
        std::fs::read_to_string(&file).unwrap().replace("channel: stable-4.7", "channel: mine-4.7");
    std::fs::write(&file, text).unwrap();
    let config = folder.path().join("config");
    let lab = Lab::serve(&[
        "--scenario",
        place.to_str().unwrap(),
        "--kubeconfig-out",
        config.to_str().unwrap(),
    ]);
    assert_eq!(lab.kubeconfig, config);
    assert!(lab.upgrade(&[]).1.contains("Channel: mine-4.7"));
}

#[test]
fn a_file_that_is_there_is_neither_written_over_nor_removed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("config");
    std::fs::write(&file, "precious").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_upgrade"))
        .args(["lab", "serve", "--kubeconfig-out"])
        .arg(&file)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "precious");
}

#[test]
fn nothing_is_left_behind_when_the_terminal_goes() {
    for signal in [rustix::process::Signal::TERM, rustix::process::Signal::HUP] {
        let mut lab = Lab::serve(&[]);
        let kubeconfig = lab.kubeconfig.clone();
        rustix::process::kill_process(rustix::process::Pid::from_child(&lab.child), signal)
            .unwrap();
        assert_eq!(lab.child.wait().unwrap().code(), Some(0));
        assert!(!kubeconfig.exists());
    }
}

fn api(client: &Client, group: &str, kind: &str, plural: &str) -> Api<DynamicObject> {
    let resource =
        ApiResource::from_gvk_with_plural(&GroupVersionKind::gvk(group, "v1", kind), plural);
    Api::all_with(client.clone(), &resource)
}

fn node(name: &str) -> DynamicObject {
    serde_json::from_value(json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": {"made": "here"}}}))
        .unwrap()
}

#[tokio::test]
async fn kubes_own_client_lists_pages_watches_and_conflicts() {
    let lab = Lab::serve(&["--scenario", "healthy"]);
    let client = lab.client().await;
    let nodes = api(&client, "", "Node", "nodes");
    for name in ["a", "b", "c"] {
        nodes.create(&PostParams::default(), &node(name)).await.unwrap();
    }
    let ours = || ListParams::default().labels("made=here").limit(2);
    let first = nodes.list(&ours()).await.unwrap();
    let resume = first.metadata.continue_.clone().unwrap();
    let rest = nodes.list(&ours().continue_token(&resume)).await.unwrap();
    assert_eq!((first.items.len(), rest.items.len()), (2, 1));

    let revision = rest.metadata.resource_version.unwrap();
    let events = nodes.watch(&WatchParams::default(), &revision).await.unwrap();
    let label = Patch::Merge(json!({"metadata": {"labels": {"x": "y"}}}));
    nodes.patch("a", &PatchParams::default(), &label).await.unwrap();
    nodes.delete("b", &DeleteParams::default()).await.unwrap();
    let told: Vec<WatchEvent<DynamicObject>> = events.take(2).try_collect().await.unwrap();
    assert!(
        matches!(&told[0], WatchEvent::Modified(node) if node.metadata.name.as_deref() == Some("a"))
    );
    assert!(
        matches!(&told[1], WatchEvent::Deleted(node) if node.metadata.name.as_deref() == Some("b"))
    );

    let versions = api(&client, "config.openshift.io", "ClusterVersion", "clusterversions");
    let stale =
        Patch::Merge(json!({"metadata": {"resourceVersion": "1"}, "spec": {"channel": "x"}}));
    let refused = versions.patch("version", &PatchParams::default(), &stale).await.unwrap_err();
    assert!(matches!(refused, kube::Error::Api(status) if status.is_conflict()));
    let dry = PatchParams { dry_run: true, ..PatchParams::default() };
    versions
        .patch("version", &dry, &Patch::Merge(json!({"spec": {"channel": "x"}})))
        .await
        .unwrap();
    assert_eq!(versions.get("version").await.unwrap().data["spec"]["channel"], "stable-4.7");
    let status = Patch::Merge(json!({"status": {"versionHash": "new"}}));
    versions.patch_status("version", &PatchParams::default(), &status).await.unwrap();
    assert_eq!(versions.get("version").await.unwrap().data["status"]["versionHash"], "new");
}

/// Two writers at once: every write that is accepted is kept.
#[tokio::test]
async fn two_clients_race_and_no_write_is_lost() {
    let lab = Lab::serve(&["--scenario", "healthy"]);
    let versions =
        api(&lab.client().await, "config.openshift.io", "ClusterVersion", "clusterversions");
    let count = |who: &'static str| {
        let versions = versions.clone();
        async move {
            for _ in 0..25 {
                loop {
                    let mut object = versions.get("version").await.unwrap();
                    let annotations = object.metadata.annotations.get_or_insert_default();
                    let next =
                        annotations.get(who).and_then(|text| text.parse().ok()).unwrap_or(0) + 1;
                    annotations.insert(who.to_owned(), next.to_string());
                    if versions.replace("version", &PostParams::default(), &object).await.is_ok() {
                        break;
                    }
                }
            }
        }
    };
    futures::join!(count("one"), count("two"));
    let annotations = versions.get("version").await.unwrap().metadata.annotations.unwrap();
    assert_eq!((annotations["one"].as_str(), annotations["two"].as_str()), ("25", "25"));
}

#[tokio::test]
async fn an_open_watch_does_not_hold_up_the_end() {
    let mut lab = Lab::serve(&["--scenario", "healthy"]);
    let nodes = api(&lab.client().await, "", "Node", "nodes");
    let mut events = nodes.watch(&WatchParams::default(), "0").await.unwrap().boxed();
    assert!(events.try_next().await.unwrap().is_some());
    let start = std::time::Instant::now();
    assert_eq!(lab.interrupt(), Some(0));
    assert!(start.elapsed().as_secs() < 5, "a watch lasts for minutes, and nothing waits for it");
}

#[test]
fn kubectl_gets_patches_creates_and_applies() {
    let Some(kubectl) = kubectl() else { return };
    let lab = Lab::serve(&[]);
    let ok = |words: &[&str]| {
        let (code, stdout, stderr) = lab.run(kubectl, words);
        assert_eq!(code, 0, "kubectl {words:?}: {stderr}");
        stdout
    };
    let table = ok(&["get", "clusterversion"]);
    assert!(
        table.starts_with("NAME      VERSION   AVAILABLE   PROGRESSING   SINCE")
            && table.contains("4.6.23"),
        "{table}"
    );
    ok(&[
        "patch",
        "clusterversion",
        "version",
        "--type=merge",
        "-p",
        r#"{"spec":{"channel":"fast-4.6"}}"#,
    ]);
    assert_eq!(
        ok(&["get", "clusterversion", "version", "-o", "jsonpath={.spec.channel}"]),
        "fast-4.6"
    );

    let manifest = |name: &str, text: &str| {
        let path = lab.home.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let node = manifest("node.yaml", "apiVersion: v1\nkind: Node\nmetadata: {name: worker}\n");
    let words = |verb: &'static str, path: &Path| {
        [
            verb.to_owned(),
            "--validate=false".to_owned(),
            "-f".to_owned(),
            path.display().to_string(),
        ]
    };
    let run = |words: [String; 4]| ok(&words.each_ref().map(String::as_str));
    run(words("create", &node));
    ok(&["label", "node", "worker", "tier=front"]);
    assert!(ok(&["get", "nodes", "-l", "tier=front"]).contains("worker"));
    for value in ["1", "2"] {
        let map = format!(
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: map, namespace: default}}\ndata: {{a: \"{value}\"}}\n"
        );
        run(words("apply", &manifest("map.yaml", &map)));
    }
    assert_eq!(ok(&["get", "configmap", "map", "-o", "jsonpath={.data.a}"]), "2");
    ok(&["delete", "node", "worker"]);
}

#[test]
fn kubectl_explains_asks_what_it_may_and_shows_wide_columns() {
    let Some(kubectl) = kubectl() else { return };
    let lab = Lab::serve(&["--scenario", "healthy"]);
    let ok = |words: &[&str]| {
        let (code, stdout, stderr) = lab.run(kubectl, words);
        assert_eq!(code, 0, "kubectl {words:?}: {stderr}");
        stdout
    };
    let explained = ok(&["explain", "clusterversion.spec.desiredUpdate"]);
    assert!(explained.contains("force\t<boolean>"), "{explained}");
    assert!(ok(&["explain", "updateplan.spec"]).contains("targetRelease"));
    assert_eq!(ok(&["auth", "can-i", "patch", "clusterversions"]).trim(), "yes");
    assert!(ok(&["auth", "whoami"]).contains("kube:admin"));
    for path in ["/healthz", "/livez", "/readyz"] {
        assert_eq!(ok(&["get", "--raw", path]), "ok");
    }
    assert!(ok(&["get", "--raw", "/readyz?verbose"]).contains("readyz check passed"));
    let wide = ok(&["get", "nodes", "-o", "wide"]);
    assert!(wide.contains("CONTAINER-RUNTIME") && wide.contains("cri-o://1.20.0"), "{wide}");
    assert!(!ok(&["get", "nodes"]).contains("CONTAINER-RUNTIME"));
    let patch = ["patch", "clusterversion", "version", "--type=merge", "-p"];
    let refused = |patch: &[&str], said: &str| {
        let (code, _, stderr) = lab.run(kubectl, patch);
        assert!(code == 1 && stderr.contains(said), "{stderr}");
    };
    refused(&[&patch[..], &[r#"{"spec":{"clusterID":5}}"#]].concat(), "spec.clusterID");
    let file = lab.home.path().join("namespace.yaml");
    std::fs::write(&file, "apiVersion: v1\nkind: Namespace\nmetadata: {name: Bad_Name}\n").unwrap();
    refused(
        &["create", "-f", file.to_str().unwrap()],
        "metadata.name: Invalid value: \"Bad_Name\"",
    );
}

#[test]
fn kubectl_shows_machine_config_nodes_and_what_was_done_to_nodes() {
    let Some(kubectl) = kubectl() else { return };
    let lab = Lab::serve(&["--scenario", "next-major", "--speed", "3600"]);
    let old = Lab::serve(&["--scenario", "healthy", "--speed", "1"]);
    let get = |lab: &Lab, words: &[&str]| lab.run(kubectl, &[&["get"], words].concat());
    let (code, table, _) = get(&lab, &["machineconfignodes"]);
    let header: Vec<&str> = table.lines().next().unwrap().split_whitespace().collect();
    assert_eq!(header, ["NAME", "POOLNAME", "DESIREDCONFIG", "CURRENTCONFIG", "UPDATED", "AGE"]);
    assert_eq!((code, table.lines().count()), (0, 7), "{table}");
    let wide = get(&lab, &["machineconfignodes", "-o", "wide"]).1;
    assert!(wide.contains("UPDATEDFILESANDOS") && wide.contains("UNCORDONEDNODE"), "{wide}");
    assert_eq!(get(&old, &["machineconfignodes"]).0, 1, "4.7 has none");
    let (code, _, stderr) = lab.upgrade(&["--to", "4.22.3", "--wait=workers"]);
    assert_eq!(code, 0, "{stderr}");
    let events = get(&lab, &["events"]).1;
    let header = events.lines().next().unwrap();
    assert!(header.starts_with("LAST SEEN   TYPE     REASON"), "{events}");
    for node in ["node/master-0 ", "node/worker-2 "] {
        let of_node: Vec<&str> = events.lines().filter(|line| line.contains(node)).collect();
        assert_eq!(of_node.len(), 3, "drained, rebooted and done once: {events}");
    }
}

#[test]
fn several_clusters_have_a_context_each() {
    let lab = Lab::serve(&["--scenario", "healthy", "--scenario", "eus"]);
    for (context, version) in [("healthy", "4.7.24"), ("eus", "4.16.30")] {
        let (code, stdout, stderr) = lab.upgrade(&["--context", context]);
        assert!(code == 0 && stdout.contains(&format!("Cluster version is {version}")), "{stderr}");
        assert_eq!(lab.upgrade(&["--context", context, "graph", "show"]).0, 0);
    }
    assert!(lab.upgrade(&[]).1.contains("4.7.24"), "the first is the current one");
    for words in [
        &["--scenario", "eus", "--scenario", "eus"][..],
        &["--scenario", "eus", "--scenario", "healthy", "--state", "/nonexistent/x"],
        &["--scenario", "eus", "--scenario", "healthy", "--listen", "127.0.0.1:4711"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_upgrade"));
        let output = command.args(["lab", "serve"]).args(words).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?}");
    }
}

#[test]
fn kubectl_watches() {
    let Some(kubectl) = kubectl() else { return };
    let lab = Lab::serve(&[]);
    let set = |channel: &str| {
        let patch = json!({"spec": {"channel": channel}}).to_string();
        let words = ["patch", "clusterversion", "version", "--type=merge", "-p", &patch];
        assert_eq!(lab.run(kubectl, &words).0, 0);
    };
    let mut watch = Command::new(kubectl);
    watch
        .args(["get", "clusterversion", "-w", "-o", "jsonpath={.spec.channel}{\"\\n\"}"])
        .env("KUBECONFIG", &lab.kubeconfig)
        .env("HOME", lab.home.path());
    let mut watch = watch.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(watch.stdout.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "stable-4.6");
    set("eus-4.6");
    assert_eq!(lines.next().unwrap().unwrap(), "eus-4.6");
    watch.kill().unwrap();
    watch.wait().unwrap();
}

fn history(lab: &Lab) -> (String, String) {
    let list = lab.upgrade(&["-o", "json"]).1;
    let list: serde_json::Value = serde_json::from_str(&list).unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    (text(&list["cluster"]["version"]), text(&list["cluster"]["desired"]["version"]))
}

#[test]
fn an_update_runs_in_the_time_that_the_speed_gives_it() {
    let lab = Lab::serve(&["--speed", "3600"]);
    let (code, _, stderr) = lab.upgrade(&["--to", "4.7.4", "--allow-not-recommended"]);
    assert_eq!(code, 0, "{stderr}");
    until("4.7.4", || history(&lab) == ("4.7.4".into(), "4.7.4".into()));
}

#[test]
fn a_cluster_is_stored_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state");
    let state = state.to_str().unwrap();
    let mut lab = Lab::serve(&["--speed", "600", "--state", state]);
    assert_eq!(lab.upgrade(&["--to", "4.6.43"]).0, 0);
    until("the update begins", || history(&lab).1 == "4.6.43");
    assert_eq!(lab.interrupt(), Some(0));
    let files = std::fs::read_to_string(format!("{state}/cv.yaml")).unwrap();
    assert!(files.contains("state: Partial"), "{files}");
    let again = Lab::serve(&["--speed", "3600", "--state", state]);
    until("the update ends", || history(&again) == ("4.6.43".into(), "4.6.43".into()));
    drop(again);
    for (words, complaint) in [
        (["--state", state, "--scenario", "healthy"], "already contains a cluster"),
        (["--state", env!("CARGO_MANIFEST_DIR"), "--speed", "1"], "is not a lab directory"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_upgrade"))
            .args(["lab", "serve"])
            .args(words)
            .output()
            .unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && stderr.contains(complaint), "{stderr}");
    }
}

/// What a genuine `oc` shows and does, where there is one.
#[test]
fn oc_shows_requests_and_follows() {
    let Some(oc) = std::env::var_os("OC_BIN") else {
        std::io::stderr().write_all(b"SKIPPED: OC_BIN names no oc\n").unwrap();
        return;
    };
    let oc = oc.to_str().unwrap();
    let lab = Lab::serve(&["--speed", "600"]);
    let ok = |words: &[&str]| {
        let (code, stdout, stderr) = lab.run(oc, words);
        assert_eq!(code, 0, "oc {words:?}: {stderr}");
        stdout
    };
    assert!(ok(&["adm", "upgrade"]).contains("4.6.43"));
    assert!(ok(&["adm", "upgrade", "--include-not-recommended"]).contains("4.7.4"));
    ok(&["adm", "upgrade", "channel", "--allow-explicit-channel", "stable-4.7"]);
    ok(&["adm", "upgrade", "--to", "4.6.43"]);
    until("the update begins", || history(&lab).1 == "4.6.43");
    ok(&["adm", "upgrade", "status"]);
    until("the update ends", || history(&lab).0 == "4.6.43");
}
