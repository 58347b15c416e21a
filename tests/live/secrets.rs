//! A server, or a proxy before it, that says back what it was shown.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::StatusCode;
use serde_json::{Value, json};

use crate::common::Run;
use crate::common::server::{Server, Step, TOKEN, served, version};

const PLAIN: (&str, &str) = ("content-type", "text/plain");

/// Asserts that no piece of a secret can be read in what was printed.
fn keeps(secret: &str, run: &Run) {
    let said = format!("{}{}", run.stdout, run.stderr);
    let joined: String = said.split_whitespace().collect();
    for start in 0..=secret.len() - 8 {
        let piece = &secret[start..start + 8];
        assert!(!said.contains(piece) && !joined.contains(piece), "{piece:?} is in {said}");
    }
}

/// What a proxy may make of the headers it was sent.
fn echoes(token: &str) -> Vec<Vec<u8>> {
    let header = format!("Authorization: Bearer {token}");
    let lines: Vec<&str> =
        token.as_bytes().chunks(11).map(|line| std::str::from_utf8(line).unwrap()).collect();
    let mut bodies = vec![
        json!({"kind": "Status", "message": format!("who is {token}?")}).to_string(),
        json!({"kind": "Status", "reason": token, "details": {"name": token}}).to_string(),
        json!({"error": {"headers": header}}).to_string(),
        format!("rejected, {}", STANDARD.encode(&header)),
        format!("rejected, {}", token.replace('~', "%7E")),
        format!("rejected:\n{}", lines.join("\n ")),
        lines.join("\n"),
    ];
    // Wherever the line is cut.
    bodies.extend((100..220).step_by(7).map(|start| format!("{}{header}", "x".repeat(start))));
    bodies.into_iter().map(String::into_bytes).collect()
}

#[test]
fn nothing_of_the_token_is_printed_whatever_is_said_back() {
    for body in echoes(TOKEN) {
        for status in [StatusCode::UNAUTHORIZED, StatusCode::BAD_REQUEST] {
            let body = body.clone();
            let server = Server::with(
                version(),
                Arc::new(move |_, _, _| Step::Raw(status, PLAIN, body.clone())),
            );
            for words in [&[][..], &["-o", "json"], &["status", "-o", "yaml"]] {
                let run = server.run(words);
                assert_eq!(run.code, 1);
                keeps(TOKEN, &run);
            }
        }
    }
}

#[test]
fn nothing_of_the_token_is_printed_if_an_object_holds_it() {
    let mut version = version();
    let message = format!("\u{1b}{TOKEN} was refused by {}.", STANDARD.encode(TOKEN));
    for condition in version["status"]["conditions"].as_array_mut().unwrap() {
        condition["message"] = message.clone().into();
    }
    version["status"]["conditions"][0]["status"] = "True".into();
    version["status"]["conditionalUpdates"][0]["conditions"][0]["message"] = message.into();
    let server = Server::with(version, served());
    for words in [
        &["--include-not-recommended"][..],
        &["--include-not-recommended", "-o", "json"],
        &["-o", "yaml"],
        &["status", "--details=all"],
        &["recommend", "--version", "4.10.7"],
        &["--to", "4.10.7"],
        &["--to", "4.10.7", "-o", "json"],
    ] {
        let run = server.run(words);
        assert!(run.stdout.contains('…') || run.stderr.contains('…'), "{words:?}: {run:?}");
        keeps(TOKEN, &run);
        if words.ends_with(&["json"]) {
            serde_json::from_str::<Value>(&run.stdout).unwrap();
        }
    }
}

#[test]
fn a_token_in_a_file_is_a_secret_too() {
    let server = Server::with(
        version(),
        Arc::new(|request, _, _| {
            let shown = request.headers()["authorization"].as_bytes().to_vec();
            Step::Raw(StatusCode::BAD_REQUEST, PLAIN, [vec![b'x'; 180], shown].concat())
        }),
    );
    let token = "a-token-of-a-service-account-in-a-pod";
    std::fs::write(server.home().join("token"), format!("{token}\n")).unwrap();
    let mut config = server.kubeconfig();
    config["users"][0]["user"] = json!({"tokenFile": "../token"});
    server.write_kubeconfig(&config);
    let run = server.run(&[]);
    assert!(run.stderr.contains("xxx"), "{}", run.stderr);
    keeps(token, &run);
}

/// A proxy that lets nobody through, and says back what it was sent.
fn refusing_proxy() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut head = vec![0; 4096];
            let count = stream.read(&mut head).unwrap();
            let body = &head[..count];
            let status = format!("HTTP/1.1 407 No\r\ncontent-length: {}\r\n\r\n", body.len());
            let _ = stream.write_all(&[status.as_bytes(), body].concat());
        }
    });
    address
}

#[test]
fn nothing_of_a_proxys_password_is_printed() {
    let server = Server::new(version());
    let password = "correct-horse-battery-staple";
    let proxy = format!("http://jane:{password}@{}", refusing_proxy());
    for words in [&["--proxy-url", &proxy][..], &["--proxy-url", &proxy, "-o", "json"]] {
        let run = server.run(words);
        assert_eq!(run.code, 1);
        keeps(password, &run);
        keeps(&STANDARD.encode(format!("jane:{password}")), &run);
    }
}
