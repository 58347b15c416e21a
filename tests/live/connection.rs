//! Flags and files that choose the cluster and the user.

use serde_json::json;

use crate::server::{Server, TOKEN, version};

fn header(server: &Server, name: &str) -> Vec<String> {
    let seen = server.seen.lock().unwrap();
    let values = seen[0].headers.get_all(name).iter();
    values.map(|value| value.to_str().unwrap().to_owned()).collect()
}

#[test]
fn the_kubeconfigs_token_and_a_name_of_our_own_are_sent() {
    let server = Server::of(version());
    assert_eq!(server.run(&[]).code, 0);
    assert_eq!(header(&server, "authorization"), [format!("Bearer {TOKEN}")]);
    assert_eq!(header(&server, "user-agent"), [concat!("upgrade/", env!("CARGO_PKG_VERSION"))]);
}

#[test]
fn a_token_flag_replaces_the_kubeconfigs() {
    let server = Server::of(version());
    assert_eq!(server.run(&["--token", "another"]).code, 0);
    assert_eq!(header(&server, "authorization"), ["Bearer another"]);
}

#[test]
fn impersonation_is_sent_as_kubectl_sends_it() {
    let server = Server::of(version());
    assert_eq!(server.run(&["--as", "alice", "--as-group", "ops", "--as-group", "dev"]).code, 0);
    assert_eq!(header(&server, "impersonate-user"), ["alice"]);
    assert_eq!(header(&server, "impersonate-group"), ["ops", "dev"]);
}

#[test]
fn a_server_flag_needs_no_kubeconfig() {
    let server = Server::of(version());
    let url = server.url();
    let run = server.run_with(&["--server", &url, "--token", "mine", "-o", "json"], |command| {
        command.env("HOME", "/nonexistent");
    });
    assert_eq!(run.code, 0, "{}", run.stderr);
    let answer: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(answer["cluster"]["server"], url);
    assert_eq!(answer["cluster"]["context"], serde_json::Value::Null);
}

#[test]
fn context_cluster_and_user_are_chosen_apart() {
    let server = Server::of(version());
    let mut config = server.kubeconfig();
    config["clusters"]
        .as_array_mut()
        .unwrap()
        .push(json!({"name": "dead", "cluster": {"server": "http://127.0.0.1:1"}}));
    config["users"]
        .as_array_mut()
        .unwrap()
        .push(json!({"name": "other", "user": {"token": "other-token"}}));
    config["contexts"] = json!([
        {"name": "dead", "context": {"cluster": "dead", "user": "test"}},
        {"name": "test", "context": {"cluster": "test", "user": "test"}},
    ]);
    config["current-context"] = "dead".into();
    server.write_kubeconfig(&config);
    assert_eq!(server.run(&[]).code, 1);
    assert_eq!(server.run(&["--cluster", "test", "--user", "other"]).code, 0);
    assert_eq!(header(&server, "authorization"), ["Bearer other-token"]);
    assert_eq!(server.run(&["--context", "test"]).code, 0);
}

#[test]
fn several_kubeconfigs_are_merged_and_the_first_word_counts() {
    let server = Server::of(version());
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    std::fs::write(&first, json!({"contexts": [{"name": "mine", "context": {"cluster": "test", "user": "test"}}], "current-context": "mine"}).to_string()).unwrap();
    std::fs::write(&second, server.kubeconfig().to_string()).unwrap();
    let list = std::env::join_paths([folder.path().join("nowhere"), first, second]).unwrap();
    let run = server.run_with(&["-o", "json"], |command| {
        command.env("HOME", "/nonexistent").env("KUBECONFIG", list);
    });
    assert_eq!(run.code, 0, "{}", run.stderr);
    let answer: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(answer["cluster"]["context"], "mine");
}

#[test]
fn no_proxy_is_judged_by_the_clusters_host() {
    let server = Server::of(version());
    let proxied = server.run_with(&[], |command| {
        command.env("HTTP_PROXY", "http://127.0.0.1:1");
    });
    assert_eq!(proxied.code, 1, "the proxy was not asked");
    let direct = server.run_with(&[], |command| {
        command.env("HTTP_PROXY", "http://127.0.0.1:1").env("NO_PROXY", "127.0.0.1");
    });
    assert_eq!(direct.code, 0, "{}", direct.stderr);
}

#[test]
fn hints_repeat_the_flags_that_chose_the_cluster_but_never_the_token() {
    let server = Server::of(version());
    let run = server.run(&["--context", "test", "--token", TOKEN, "--to", "4.10.7"]);
    assert_eq!(run.code, 3);
    let command = "upgrade --context test --to 4.10.7 --allow-not-recommended";
    assert!(run.stderr.contains(command), "{}", run.stderr);
}
