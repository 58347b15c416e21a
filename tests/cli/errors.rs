//! Connection errors that need no server.

use std::fs;

use crate::common::{Run, run};

/// Runs with a home directory that contains these files.
fn at_home(files: &[(&str, &str)], words: &[&str], kubeconfig: Option<&str>) -> Run {
    let home = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = home.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    run(words, |command| {
        command.env("HOME", ".").current_dir(home.path());
        if let Some(kubeconfig) = kubeconfig {
            command.env("KUBECONFIG", kubeconfig);
        }
    })
}

/// Name of the snapshot, kubeconfig, arguments.
type Case<'a> = (&'a str, &'a str, &'a [&'a str]);

const CONFIG: &str = "\
apiVersion: v1
kind: Config
clusters:
- {name: prod, cluster: {server: 'https://127.0.0.1:1'}}
- {name: nameless, cluster: {}}
users:
- {name: admin, user: {token: sha256~verysecret}}
contexts:
- {name: prod, context: {cluster: prod, user: admin}}
- {name: no-user, context: {cluster: prod, user: ghost}}
- {name: no-cluster, context: {cluster: ghost, user: admin}}
- {name: no-server, context: {cluster: nameless, user: admin}}
current-context: prod
";

#[test]
fn kubeconfigs_that_cannot_be_used_are_named() {
    let no_context = CONFIG.replace("current-context: prod", "");
    let broken = CONFIG.replace("token: sha256~verysecret", "token: [sha256~verysecret");
    let wrong = CONFIG.replace("{token: sha256~verysecret}", "sha256~verysecret");
    let scheme = CONFIG.replace("https://127.0.0.1:1", "127.0.0.1:1");
    let cases: &[Case] = &[
        ("context-unknown", CONFIG, &["--context", "prd"]),
        ("context-unset", &no_context, &[]),
        ("user-missing", CONFIG, &["--context", "no-user"]),
        ("cluster-missing", CONFIG, &["--context", "no-cluster"]),
        ("server-missing", CONFIG, &["--context", "no-server"]),
        ("server-without-scheme", &scheme, &[]),
        ("kubeconfig-broken", &broken, &[]),
        ("kubeconfig-wrong-type", &wrong, &[]),
        ("kubeconfig-missing", CONFIG, &["--kubeconfig", "nowhere"]),
    ];
    for (name, config, words) in cases {
        let run = at_home(&[(".kube/config", config)], words, None);
        assert_eq!(run.code, 1, "{name}");
        assert!(!run.stderr.contains("verysecret"), "{name} shows a token");
        snap!("errors", *name, run);
    }
}

#[test]
fn without_any_cluster_the_next_step_is_said() {
    snap!("errors", "nothing-configured", at_home(&[], &[], None));
    snap!("errors", "nothing-configured-json", at_home(&[], &["-o", "json"], None));
    snap!("errors", "kubeconfig-variable-missing", at_home(&[], &[], Some("a:b")));
}

#[test]
fn missing_files_in_the_kubeconfig_variable_are_skipped() {
    let run = at_home(&[("k", CONFIG)], &[], Some("nowhere:k"));
    snap!("errors", "refused", run);
}

#[test]
fn variables_of_the_client_library_do_not_point_elsewhere() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("k"), CONFIG).unwrap();
    let run = run(&[], |command| {
        command.current_dir(home.path()).env("KUBECONFIG", "k");
        command.env("KUBE_RS_DEBUG_OVERRIDE_URL", "http://elsewhere.invalid");
        command.env("KUBE_RS_DEBUG_IMPERSONATE_USER", "somebody");
    });
    assert!(run.stderr.contains("https://127.0.0.1:1 refused the connection"), "{}", run.stderr);
}

#[test]
fn a_host_name_that_does_not_resolve_is_said() {
    let run = at_home(
        &[],
        &["--server", "https://no-such-host.invalid:6443", "--token", "verysecret"],
        None,
    );
    snap!("errors", "name-resolution", run);
}
