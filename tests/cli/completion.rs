//! `upgrade completion`: the scripts, their requests, and where they are installed. `completions/`
//! is what the command prints; `BLESS=1 cargo test` rewrites it.

use std::fs;
use std::path::Path;

use crate::common::{run, upgrade};

#[test]
fn completions_are_current() {
    for (shell, file) in [
        ("bash", "upgrade.bash"),
        ("zsh", "_upgrade"),
        ("fish", "upgrade.fish"),
        ("powershell", "_upgrade.ps1"),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("completions").join(file);
        let printed = upgrade(&["completion", shell]).stdout;
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, &printed).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            kept == printed,
            "completions/{file} is not current: run BLESS=1 cargo test completions"
        );
    }
}

/// Completes as a shell does, and returns the values without their descriptions.
fn completed(words: &[&str]) -> Vec<String> {
    let asked: Vec<&str> = ["__complete", "fish", "upgrade"].iter().chain(words).copied().collect();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_upgrade"));
    command.args(&asked).env_clear().env("HOME", "/nonexistent");
    command.env("UPGRADE_COMPLETION_TIMEOUT", "30s"); // the machine may be slow
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{words:?}: {output:?}");
    let printed = String::from_utf8(output.stdout).unwrap();
    printed.lines().map(|line| line.split('\t').next().unwrap().to_owned()).collect()
}

#[test]
fn names_come_from_the_cluster() {
    assert_eq!(completed(&["--lab", "--to", ""]), ["4.6.43", "4.6.42"]);
    assert_eq!(
        completed(&["--lab", "--allow-not-recommended", "--to", "4."]),
        ["4.6.43", "4.6.42", "4.7.4", "4.6.99-example", "4.6.30"]
    );
    assert_eq!(completed(&["--lab", "--to=4.6.42"]), ["--to=4.6.42"]);
    assert_eq!(completed(&["--lab", "why", "4.7"]), ["4.7.4"]);
    for (command, flag) in
        [("recommend", "--version"), ("pre-checks", "--version"), ("path", "--to")]
    {
        assert_eq!(completed(&["--lab", command, flag, "4.7"]), ["4.7.4"], "{command}");
    }
    assert_eq!(completed(&["--lab", "channel", "s"]), ["stable-4.6", "stable-4.7"]);
    assert_eq!(completed(&["--lab", "path", "--channel", "fast"]), ["fast-4.6", "fast-4.7"]);
    assert_eq!(completed(&["accept", "--lab", "VSphereN"]), ["VSphereNodeNameChanges"]);
    assert_eq!(
        completed(&["--lab", "--accept", "ExampleReason,VSphereN"]),
        ["ExampleReason,VSphereNodeNameChanges"]
    );
    assert_eq!(completed(&["--lab=admin-gates", "ack", ""]), ["ack-4.7-kube-1.21-api-removals"]);
    assert_eq!(completed(&["--lab", "pools", "pause", ""]), ["worker"]);
    assert_eq!(completed(&["--lab=paused-pool", "pools", "resume", ""]), ["worker"]);
    let files = ["--from", "tests/fixtures/pools", "pools"];
    assert_eq!(completed(&[&files[..], &["pause", ""]].concat()), ["infra", "gpu"]);
    assert_eq!(completed(&[&files[..], &["resume", "w"]].concat()), ["worker"]);
}

#[test]
fn names_come_from_the_program() {
    assert_eq!(completed(&["--lab=heal"]), ["--lab=healthy"]);
    assert_eq!(completed(&["lab", "export", "stuck"]), ["stuck-drain"]);
    assert_eq!(completed(&["lab", "serve", "--scenario", "multi"]), ["multi-arch"]);
    assert_eq!(completed(&["schema", "UpdateL"]), ["UpdateList"]);
    assert_eq!(completed(&["hist"]), ["history"]);
}

#[test]
fn names_come_from_the_kubeconfig() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config");
    let text = "apiVersion: v1\nkind: Config\n\
                contexts:\n- {name: prod/api:6443, context: {cluster: c, user: u}}\n- {name: test, context: {cluster: c, user: u}}\n\
                clusters:\n- {name: c, cluster: {server: 'https://c:6443'}}\nusers:\n- {name: u, user: {}}\n";
    fs::write(&path, text).unwrap();
    let kubeconfig = format!("--kubeconfig={}", path.display());
    assert_eq!(completed(&[&kubeconfig, "--context", ""]), ["prod/api:6443", "test"]);
    assert_eq!(completed(&[&kubeconfig, "status", "--cluster", ""]), ["c"]);
    assert_eq!(completed(&[&kubeconfig, "--user="]), ["--user=u"]);
}

#[test]
fn flags_are_offered_once_one_is_begun() {
    let begun = completed(&["--lab", "history", "--"]);
    assert!(begun.iter().any(|flag| flag == "--context"), "{begun:?}");
    let bare = completed(&["--lab", "why", ""]);
    assert!(bare.iter().all(|value| !value.starts_with('-')), "{bare:?}");
}

#[test]
fn what_is_odd_is_not_offered() {
    for value in completed(&["--lab=hostile", "--allow-not-recommended", "--to", ""]) {
        assert!(!value.chars().any(char::is_control), "{value:?}");
    }
    assert_eq!(completed(&["--from", "/nonexistent", "--to", ""]), Vec::<String>::new());
}

#[test]
fn install_writes_what_shells_and_kubectl_find() {
    let home = tempfile::tempdir().unwrap();
    let bin = home.path().join(".local/bin");
    let install = |words: &[&str], shell: &str| {
        let words: Vec<&str> = ["completion", "install"].iter().chain(words).copied().collect();
        run(&words, |command| {
            command.env("HOME", home.path()).env("PATH", &bin).env("SHELL", shell);
        })
    };
    let planned = install(&["--dry-run"], "/bin/bash");
    assert!(planned.stdout.starts_with("Would write "), "{planned:?}");
    assert!(!home.path().join(".local").exists(), "a dry run wrote");

    assert_eq!(install(&["bash", "zsh", "fish"], "").code, 0);
    for (script, shell) in [
        (".local/share/bash-completion/completions/upgrade", "bash"),
        (".zfunc/_upgrade", "zsh"),
        (".config/fish/completions/upgrade.fish", "fish"),
    ] {
        let text = fs::read_to_string(home.path().join(script)).unwrap();
        assert_eq!(text, upgrade(&["completion", shell]).stdout);
    }
    let program = Path::new(env!("CARGO_BIN_EXE_upgrade")).canonicalize().unwrap();
    for name in ["kubectl-upgrade", "oc-upgrade", "kubectl_complete-upgrade", "oc_complete-upgrade"]
    {
        assert_eq!(bin.join(name).canonicalize().unwrap(), program);
    }
    assert_eq!(install(&[], "/usr/bin/fish").code, 0, "again");
    assert_eq!(
        install(&["-o", "json"], "/usr/bin/zsh").json()["files"][0]["linkTo"],
        serde_json::Value::Null
    );
}

#[test]
fn install_keeps_what_is_not_its_own() {
    let home = tempfile::tempdir().unwrap();
    let bin = home.path().join(".local/bin");
    let path = home.path().join(".zfunc/_upgrade");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, "# my own\n").unwrap();
    let refused = run(&["completion", "install", "zsh"], |command| {
        command.env("HOME", home.path()).env("PATH", &bin);
    });
    assert_eq!(refused.code, 1, "{refused:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "# my own\n");
    let unknown = run(&["completion", "install"], |command| {
        command.env("HOME", home.path()).env("SHELL", "/bin/tcsh");
    });
    assert_eq!(unknown.code, 2, "{unknown:?}");
}
