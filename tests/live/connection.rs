//! Flags and files that choose the cluster and the user.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use serde_json::json;

use crate::common::server::{Server, TOKEN, version, write_plugin};
use crate::common::terminal::at_a_terminal;

fn header(server: &Server, name: &str) -> Vec<String> {
    let seen = server.seen.lock().unwrap();
    let values = seen[0].headers.get_all(name).iter();
    values.map(|value| value.to_str().unwrap().to_owned()).collect()
}

#[test]
fn the_kubeconfigs_token_and_a_name_of_our_own_are_sent() {
    let server = Server::new(version());
    assert_eq!(server.run(&[]).code, 0);
    assert_eq!(header(&server, "authorization"), [format!("Bearer {TOKEN}")]);
    assert_eq!(header(&server, "user-agent"), [concat!("upgrade/", env!("CARGO_PKG_VERSION"))]);
}

#[test]
fn a_token_flag_replaces_the_kubeconfigs() {
    let server = Server::new(version());
    assert_eq!(server.run(&["--token", "another"]).code, 0);
    assert_eq!(header(&server, "authorization"), ["Bearer another"]);
}

#[test]
fn impersonation_is_sent_as_kubectl_sends_it() {
    let server = Server::new(version());
    assert_eq!(server.run(&["--as", "alice", "--as-group", "ops", "--as-group", "dev"]).code, 0);
    assert_eq!(header(&server, "impersonate-user"), ["alice"]);
    assert_eq!(header(&server, "impersonate-group"), ["ops", "dev"]);
}

#[test]
fn a_server_flag_needs_no_kubeconfig() {
    let server = Server::new(version());
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
    let server = Server::new(version());
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
    let server = Server::new(version());
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

/// A proxy that tunnels every CONNECT to this address, and records the requests.
fn proxy(to: std::net::SocketAddr) -> (std::net::SocketAddr, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let asked = Arc::new(Mutex::new(Vec::new()));
    let heard = asked.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let (mut client, heard) = (stream.unwrap(), heard.clone());
            std::thread::spawn(move || {
                let mut head = Vec::new();
                while !head.ends_with(b"\r\n\r\n") {
                    let mut byte = [0];
                    client.read_exact(&mut byte).unwrap();
                    head.push(byte[0]);
                }
                heard.lock().unwrap().push(String::from_utf8(head).unwrap());
                let mut server = TcpStream::connect(to).unwrap();
                client.write_all(b"HTTP/1.1 200 OK\r\n\r\n").unwrap();
                let (mut up, mut down) = (client.try_clone().unwrap(), server.try_clone().unwrap());
                std::thread::spawn(move || std::io::copy(&mut up, &mut down));
                let _ = std::io::copy(&mut server, &mut client);
            });
        }
    });
    (address, asked)
}

#[test]
fn proxies_are_chosen_by_the_clusters_host() {
    let server = Server::new(version());
    let (proxy, asked) = proxy(server.address);
    let far = "http://api.cluster.invalid:6443";
    let proxy_url = format!("http://user:hunter2@{proxy}");
    // A token is not sent unencrypted to a remote host, so requests are anonymous here.
    let mut config = server.kubeconfig();
    config["clusters"][0]["cluster"]["server"] = far.into();
    config["users"][0]["user"] = json!({});
    server.write_kubeconfig(&config);
    let run = |set: &[(&str, &str)], words: &[&str]| {
        server.run_with(words, |command| {
            command.envs(set.iter().copied());
        })
    };
    assert_eq!(run(&[("HTTP_PROXY", &proxy_url)], &[]).code, 0);
    let head = asked.lock().unwrap().pop().unwrap();
    assert!(head.starts_with("CONNECT api.cluster.invalid:6443"), "{head}");
    assert!(head.to_lowercase().contains("proxy-authorization: basic"), "{head}");
    // The proxy's own host in NO_PROXY does not matter; the cluster's does.
    assert_eq!(run(&[("HTTP_PROXY", &proxy_url), ("NO_PROXY", "127.0.0.1")], &[]).code, 0);
    let direct = run(&[("HTTP_PROXY", &proxy_url), ("NO_PROXY", "cluster.invalid")], &[]);
    assert!(direct.stderr.contains("cannot resolve the host name"), "{}", direct.stderr);
    assert_eq!(run(&[("ALL_PROXY", &proxy_url), ("HTTPS_PROXY", &proxy_url)], &[]).code, 1);
    // A proxy that the user names takes precedence over all variables.
    assert_eq!(run(&[("NO_PROXY", "*")], &["--proxy-url", &proxy_url]).code, 0);
    config["clusters"][0]["cluster"]["proxy-url"] = proxy_url.into();
    server.write_kubeconfig(&config);
    assert_eq!(run(&[("NO_PROXY", "127.0.0.1,cluster.invalid")], &[]).code, 0);
    let dead = run(&[], &["--proxy-url", "http://user:hunter2@127.0.0.1:1"]);
    let said = "proxy http://127.0.0.1:1 (from proxy-url) cannot connect to http://api.cluster.invalid:6443";
    assert!(dead.stderr.contains(said) && !dead.stderr.contains("hunter2"), "{}", dead.stderr);
}

#[test]
fn credentials_are_not_sent_in_clear_to_a_far_host() {
    let server = Server::new(version());
    let run = server.run(&["--server", "http://api.cluster.invalid:6443"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("cannot send credentials unencrypted"), "{}", run.stderr);
}

fn with_plugin(server: &Server, answer: &str) -> std::path::PathBuf {
    let script = server.home().join("plugin");
    write_plugin(&script, answer);
    let mut config = server.kubeconfig();
    config["users"][0]["user"] = json!({"exec": {
        "apiVersion": "client.authentication.k8s.io/v1", "command": "../plugin",
        "env": [{"name": "CLIENT_SECRET", "value": "hunter2"}], "interactiveMode": "Never",
    }});
    server.write_kubeconfig(&config);
    script
}

#[test]
fn a_credential_plugin_is_run_once_a_command() {
    let server = Server::new(version());
    let answer = json!({"kind": "ExecCredential", "status": {"token": "from-the-plugin"}});
    let script = with_plugin(&server, &answer.to_string());
    assert_eq!(server.run_with(&["--to", "4.10.6"], path).code, 0);
    assert_eq!(header(&server, "authorization"), ["Bearer from-the-plugin"]);
    let runs = std::fs::read_to_string(script.with_extension("runs")).unwrap();
    assert_eq!(runs.lines().count(), 1);
    assert_eq!(server.run_with(&["--token", "mine"], path).code, 0, "a token needs no plugin");
}

/// Writes a plugin that runs these commands, for a user of this mode.
fn with_script(server: &Server, mode: &str, script: &str) -> std::path::PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = with_plugin(server, "");
    let answer = json!({"kind": "ExecCredential", "status": {"token": TOKEN}});
    std::fs::write(&path, format!("#!/bin/sh\n{script}\necho '{answer}'\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut config = server.kubeconfig();
    config["users"][0]["user"] = json!({"exec": {
        "apiVersion": "client.authentication.k8s.io/v1", "command": "../plugin",
        "interactiveMode": mode, "provideClusterInfo": true,
    }});
    server.write_kubeconfig(&config);
    path
}

#[test]
fn a_loop_around_the_program_keeps_its_lines() {
    for mode in ["IfAvailable", "Never"] {
        let server = Server::new(version());
        with_script(&server, mode, "cat > /dev/null");
        let mut shell = std::process::Command::new("sh");
        let program = env!("CARGO_BIN_EXE_upgrade");
        let script = format!(
            "printf 'a\\nb\\nc\\n' | while read line; do {program} > /dev/null || echo failed; echo $line; done"
        );
        shell
            .arg("-c")
            .arg(script)
            .env_clear()
            .env("HOME", server.home())
            .env("PATH", "/usr/bin:/bin");
        let done = shell.output().unwrap();
        let said = String::from_utf8_lossy(&done.stderr);
        assert_eq!(String::from_utf8_lossy(&done.stdout), "a\nb\nc\n", "{mode}: {said}");
    }
}

#[test]
fn a_plugin_that_must_ask_questions_is_not_run_without_a_terminal() {
    let server = Server::new(version());
    let plugin = with_script(&server, "Always", "echo run > \"$0.runs\"");
    let run = server.run_with(&[], path);
    assert_eq!(run.code, 1);
    let said = "needs a terminal (interactiveMode: Always), and stdin is not one";
    assert!(run.stderr.contains(said), "{}", run.stderr);
    assert!(run.stderr.contains("use --token"), "{}", run.stderr);
    assert!(!plugin.with_extension("runs").exists());
}

#[test]
fn a_plugin_asks_its_questions_at_a_terminal_if_its_mode_allows() {
    for (mode, answer) in [("Always", "jane"), ("IfAvailable", "jane"), ("Never", "")] {
        let server = Server::new(version());
        let script = "read name; echo \"$name $KUBERNETES_EXEC_INFO\" > \"$0.said\"";
        let plugin = with_script(&server, mode, script);
        let (screen, code) = at_a_terminal(&server, &["history"], "jane\n");
        assert_eq!(code, 0, "{mode}: {screen}");
        let said = std::fs::read_to_string(plugin.with_extension("said")).unwrap();
        let (name, info) = said.split_once(' ').unwrap();
        let info: serde_json::Value = serde_json::from_str(info).unwrap();
        assert_eq!((name, &info["spec"]["interactive"]), (answer, &json!(!answer.is_empty())));
    }
}

#[test]
fn a_plugin_gets_the_cluster_that_was_chosen() {
    let server = Server::new(version());
    let plugin = with_script(&server, "Never", "echo \"$KUBERNETES_EXEC_INFO\" > \"$0.info\"");
    let run = server.run_with(&["--server", &server.url()], path);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let info = std::fs::read_to_string(plugin.with_extension("info")).unwrap();
    let info: serde_json::Value = serde_json::from_str(&info).unwrap();
    assert_eq!(info["spec"], json!({"interactive": false, "cluster": {"server": server.url()}}));
}

fn path(command: &mut std::process::Command) {
    command.env("PATH", "/usr/bin:/bin");
}

#[test]
fn a_credential_plugin_that_fails_is_named_and_never_quoted() {
    for answer in ["not JSON: hunter2", "{\"status\": {}}", "{\"token\": \"hunter2\"}"] {
        let server = Server::new(version());
        with_plugin(&server, answer);
        let run = server.run_with(&[], path);
        assert_eq!(run.code, 1);
        assert!(run.stderr.contains("user \"test\": credential plugin"), "{}", run.stderr);
        assert!(!run.stderr.contains("hunter2"), "{}", run.stderr);
    }
}

#[test]
fn tokens_in_files_and_block_scalars_are_trimmed_and_bad_ones_are_errors() {
    let server = Server::new(version());
    let mut config = server.kubeconfig();
    std::fs::write(server.home().join("token"), "from-a-file\n").unwrap();
    config["users"][0]["user"] = json!({"tokenFile": "../token"});
    server.write_kubeconfig(&config);
    assert_eq!(server.run(&[]).code, 0, "{}", server.run(&[]).stderr);
    assert_eq!(header(&server, "authorization"), ["Bearer from-a-file"]);
    config["users"][0]["user"] = json!({"token": "in\nside"});
    server.write_kubeconfig(&config);
    let run = server.run(&[]);
    assert_eq!(run.code, 1);
    assert!(
        run.stderr.contains("the token contains characters that are not allowed in a header"),
        "{}",
        run.stderr
    );
}

#[test]
fn empty_flags_are_not_given() {
    let server = Server::new(version());
    let words =
        ["--token", "", "--user", "", "--context", "", "--server", "", "--cluster", "", "--as", ""];
    assert_eq!(server.run(&words).code, 0, "{}", server.run(&words).stderr);
    assert_eq!(header(&server, "authorization"), [format!("Bearer {TOKEN}")]);
    assert!(header(&server, "impersonate-user").is_empty());
}

#[test]
fn a_token_flag_keeps_whom_we_act_as() {
    let server = Server::new(version());
    let mut config = server.kubeconfig();
    config["users"][0]["user"] = json!({"token": "x", "as": "limited"});
    server.write_kubeconfig(&config);
    assert_eq!(server.run(&["--token", "other"]).code, 0);
    assert_eq!(header(&server, "impersonate-user"), ["limited"]);
}

#[test]
fn a_kubeconfig_may_be_a_pipe() {
    let server = Server::new(version());
    let run = server.run_with(&["--kubeconfig", "/dev/stdin"], |command| {
        let (reader, mut writer) = std::io::pipe().unwrap();
        writer.write_all(server.kubeconfig().to_string().as_bytes()).unwrap();
        command.stdin(reader);
    });
    assert_eq!(run.code, 0, "{}", run.stderr);
}

#[test]
fn every_way_to_impersonate_is_sent() {
    let server = Server::new(version());
    let words = [
        "--as",
        "alice",
        "--as-uid",
        "7",
        "--as-user-extra",
        "team=a",
        "--as-user-extra",
        "team=b",
    ];
    assert_eq!(server.run(&words).code, 0);
    assert_eq!(header(&server, "impersonate-uid"), ["7"]);
    assert_eq!(header(&server, "impersonate-extra-team"), ["a", "b"]);
}

#[test]
fn servers_that_cannot_be_meant_are_refused() {
    let server = Server::new(version());
    for (url, said) in [
        ("http://user:hunter2@127.0.0.1:1", "contains a user or password"),
        ("127.0.0.1:6443", "is not an https:// URL"),
        ("http://127.0.0.1:99999", "has an invalid port"),
        ("http://", "is not a URL"),
    ] {
        let run = server.run(&["--server", url]);
        assert_eq!(run.code, 1, "{url}");
        assert!(run.stderr.contains(said) && !run.stderr.contains("hunter2"), "{}", run.stderr);
    }
}

#[test]
fn in_a_pod_a_named_context_is_not_silently_the_pods_cluster() {
    let server = Server::new(version());
    let run = server.run_with(&["--context", "prod"], |command| {
        command.env("HOME", "/nonexistent").env("KUBERNETES_SERVICE_HOST", "127.0.0.1");
        command.env("KUBERNETES_SERVICE_PORT", "6443");
    });
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("no context named \"prod\""), "{}", run.stderr);
}

#[test]
fn hints_repeat_the_flags_that_chose_the_cluster_but_never_the_token() {
    let server = Server::new(version());
    let run = server.run(&["--context", "test", "--token", TOKEN, "--to", "4.10.7"]);
    assert_eq!(run.code, 3);
    let command = "upgrade --context test --to 4.10.7 --allow-not-recommended";
    assert!(run.stderr.contains(command), "{}", run.stderr);
}
