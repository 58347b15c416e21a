//! `upgrade lab serve` and other files: what is stored, what is refused, what is not touched.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use futures::StreamExt;
use k8s_openapi::api::core::v1::ConfigMap;
use kube::api::{Api, ListParams, PostParams, WatchEvent, WatchParams};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::common::lab::{Lab, kubectl};
use crate::common::until;

/// Runs a lab that should not start.
fn fails(words: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_upgrade"));
    let Output { status, stderr, .. } =
        command.args(["lab", "serve"]).args(words).output().unwrap();
    (status.code(), String::from_utf8(stderr).unwrap())
}

fn export(name: &str, folder: &Path) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_upgrade"));
    let done = command.args(["lab", "export", name]).arg(folder).output().unwrap();
    assert!(done.status.success());
}

#[test]
fn a_kept_cluster_leaves_everything_else_in_its_folder_alone() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state");
    let mut lab = Lab::serve(&["--state", state.to_str().unwrap()]);
    assert!(state.join("cv.yaml").exists(), "it is stored before clients are notified");
    std::fs::write(state.join("notes.txt"), "mine").unwrap();
    std::fs::create_dir(state.join("sub")).unwrap();
    let stray =
        "apiVersion: config.openshift.io/v1\nkind: ClusterVersion\nmetadata: {name: version}\n";
    std::fs::write(state.join("zz-backup.yaml"), stray).unwrap();
    std::fs::write(state.join("secret.yaml"), "").unwrap();
    assert_eq!(lab.upgrade(&["--to", "4.6.43"]).0, 0);
    let saved = || std::fs::read_to_string(state.join("cv.yaml")).unwrap();
    until("the request is saved", || saved().contains("desiredUpdate:"));
    assert_eq!(lab.interrupt(), Some(0));
    assert!(!state.join("secret.yaml").exists(), "a file of the lab's that is not needed goes");
    for name in ["notes.txt", "sub", "zz-backup.yaml"] {
        assert!(state.join(name).exists(), "{name}");
    }
    let again = Lab::serve(&["--state", state.to_str().unwrap()]);
    assert!(again.upgrade(&[]).1.contains("4.6.43"), "the stray file is not the cluster");
}

#[test]
fn a_folder_that_cannot_be_read_whole_is_not_served_and_not_written() {
    let folder = tempfile::tempdir().unwrap();
    for (name, broken) in
        [("lab.yaml", "kind: [\n"), ("graph.json", "{"), ("node.yaml", "a: b: c\n")]
    {
        let place = folder.path().join(name.replace('.', "-"));
        export("healthy", &place);
        let file = place.join(name);
        std::fs::write(&file, broken).unwrap();
        for flag in ["--state", "--scenario"] {
            let (code, said) = fails(&[flag, place.to_str().unwrap()]);
            assert_eq!(code, Some(1), "{flag} {name}: {said}");
            assert!(said.contains(name) && said.contains("line "), "{said}");
        }
        assert_eq!(std::fs::read_to_string(&file).unwrap(), broken, "{name} is as it was");
    }
}

#[test]
fn what_makes_no_cluster_is_refused_with_its_cause() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::create_dir(path("empty")).unwrap();
    std::fs::write(path("text"), "just a text\n").unwrap();
    std::fs::create_dir(path("bare")).unwrap();
    let node = "apiVersion: v1\nkind: Node\nmetadata: {name: a}\n";
    std::fs::write(path("bare/node.yaml"), node).unwrap();
    for (name, file, text) in [
        ("edges", "graph.json", r#"{"nodes": []}"#),
        ("two", "other.json", r#"{"nodes": [], "edges": []}"#),
        ("later", "lab.yaml", "apiVersion: upgrade/v2\nkind: Lab\n"),
        (
            "shape",
            "infrastructure.yaml",
            "apiVersion: config.openshift.io/v1\nkind: Infrastructure\nmetadata: {name: cluster, labels: x}\n",
        ),
    ] {
        export("healthy", &path(name));
        std::fs::write(path(name).join(file), text).unwrap();
    }
    for (name, cause) in [
        ("empty", "no ClusterVersion `version` among 0 objects"),
        ("text", "no ClusterVersion `version` among 0 objects"),
        ("bare", "no ClusterVersion `version` among 1 objects"),
        ("edges", "graph.json: an update graph has a list of edges, and this has none"),
        ("two", "other.json: a second update graph; the first is in "),
        ("later", "lab.yaml: it is not `kind: Lab` of `apiVersion: upgrade/v1`"),
        ("shape", "infrastructure.yaml: metadata.labels: Invalid value"),
    ] {
        let (code, said) = fails(&["--scenario", path(name).to_str().unwrap()]);
        assert_eq!(code, Some(1), "{name}: {said}");
        assert!(said.contains("cannot serve ") && said.contains(cause), "{said}");
    }
}

#[test]
fn a_kubeconfig_that_a_crash_left_behind_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("config");
    let words = ["--kubeconfig-out", config.to_str().unwrap()];
    let mut lab = Lab::serve(&words);
    lab.child.kill().unwrap();
    lab.child.wait().unwrap();
    let left = std::fs::read_to_string(&config).unwrap();
    let again = Lab::serve(&words);
    assert_ne!(std::fs::read_to_string(&config).unwrap(), left);
    assert_eq!(again.upgrade(&[]).0, 0);
    std::fs::write(folder.path().join("theirs"), "precious").unwrap();
    let theirs = folder.path().join("theirs");
    let (code, said) = fails(&["--kubeconfig-out", theirs.to_str().unwrap()]);
    assert!(code == Some(1) && said.contains("hint: remove it"), "{said}");
}

#[test]
fn odd_patches_do_not_end_a_lab() {
    let Some(kubectl) = kubectl() else { return };
    let lab = Lab::serve(&["--scenario", "healthy"]);
    let merge = |what: &[&str], patch: &str| {
        let words = [&["patch"], what, &["--type=merge", "-p", patch]].concat();
        lab.run(kubectl, &words)
    };
    for (what, patch, field) in [
        (&["mcp", "worker"][..], r#"{"spec":{"configuration":"x"}}"#, "spec.configuration"),
        (&["mcp", "worker", "--subresource=status"], r#"{"status":"x"}"#, "status"),
        (&["clusterversion", "version", "--subresource=status"], r#"{"status":"x"}"#, "status"),
        (&["node", "worker-0"], r#"{"metadata":{"annotations":"x"}}"#, "metadata.annotations"),
    ] {
        let (code, _, said) = merge(what, patch);
        assert!(code == 1 && said.contains(field), "{what:?}: {said}");
    }
    assert_eq!(lab.upgrade(&[]).0, 0, "it is still there");
}

#[test]
fn kubectl_drains_a_node_as_far_as_budgets_allow() {
    let Some(kubectl) = kubectl() else { return };
    let lab = Lab::serve(&["--scenario", "stuck-drain"]);
    let drain =
        |node: &str, time: &str| lab.run(kubectl, &["drain", node, "--force", "--timeout", time]);
    let (code, said, stderr) = drain("worker-0", "20s");
    assert_eq!(code, 0, "{stderr}");
    assert!(said.contains("node/worker-0 drained"), "{said}");
    let (code, _, said) = drain("worker-1", "8s");
    assert!(code == 1 && said.contains("violate the pod's disruption budget"), "{said}");
    assert_eq!(lab.run(kubectl, &["delete", "pdb", "ledger"]).0, 0);
    let (code, said, stderr) = drain("worker-1", "20s");
    assert!(code == 0 && said.contains("pod/ledger-0 evicted"), "{stderr}");
}

/// A cluster in this directory; it is killed, not stopped.
fn kept(folder: &Path) -> Lab {
    Lab::serve(&["--state", folder.to_str().unwrap(), "--speed", "1"])
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_is_there_after_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("state");
    let mut acknowledged: Vec<String> = Vec::new();
    for round in 0_u64..4 {
        let mut lab = kept(&folder);
        let maps: Api<ConfigMap> = Api::namespaced(lab.client().await, "default");
        for name in &acknowledged {
            assert!(maps.get_opt(name).await.unwrap().is_some(), "{name} is lost");
        }
        let writer = async {
            for place in 0.. {
                let name = format!("round-{round}-{place}");
                let mut map = ConfigMap::default();
                map.metadata.name = Some(name.clone());
                match maps.create(&PostParams::default(), &map).await {
                    Ok(_) => acknowledged.push(name),
                    Err(_) => return,
                }
            }
        };
        let killer = async {
            tokio::time::sleep(Duration::from_millis(300 + 170 * round)).await;
            lab.child.kill().unwrap(); // with SIGKILL
            lab.child.wait().unwrap();
        };
        tokio::join!(writer, killer);
    }
    assert!(acknowledged.len() > 20, "{acknowledged:?}");
}

#[test]
fn a_crash_during_the_first_save_leaves_no_cluster_behind() {
    for pause in (0..60).step_by(6) {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("state");
        let mut first = Command::new(env!("CARGO_BIN_EXE_upgrade"));
        first.args(["lab", "serve", "--state"]).arg(&folder);
        let mut first = first.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(pause));
        first.kill().unwrap();
        first.wait().unwrap();
        let mut lab = kept(&folder);
        let (code, stdout, stderr) = lab.upgrade(&["-o", "version"]);
        assert_eq!((code, stdout.as_str()), (0, "4.6.43\n4.6.42\n"), "after {pause} ms: {stderr}");
        lab.interrupt();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_thousand_watches_all_hear_of_a_change() {
    const WATCHES: usize = 2_000;
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).unwrap();
    let lab = Lab::serve(&[]);
    let maps: Api<ConfigMap> = Api::namespaced(lab.client().await, "default");
    let start = maps.list(&ListParams::default()).await.unwrap().metadata.resource_version.unwrap();
    let heard: Vec<_> = (0..WATCHES)
        .map(|_| {
            let (maps, start) = (maps.clone(), start.clone());
            tokio::spawn(async move {
                let changes = maps.watch(&WatchParams::default(), &start).await.unwrap();
                let mut changes = std::pin::pin!(changes);
                match changes.next().await {
                    Some(Ok(WatchEvent::Added(map))) => map.metadata.name,
                    other => unreachable!("{other:?}"),
                }
            })
        })
        .collect();
    let mut map = ConfigMap::default();
    map.metadata.name = Some("news".to_owned());
    maps.create(&PostParams::default(), &map).await.unwrap();
    for one in heard {
        assert_eq!(one.await.unwrap().as_deref(), Some("news"));
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", lab.child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let peak: u64 = peak.trim().strip_suffix(" kB").unwrap().parse().unwrap();
    assert!(peak < 400 << 10, "{peak} KB");
}
