//! A server, or a proxy before it, that echoes credentials.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::StatusCode;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::common::Run;
use crate::common::server::{Server, Step, TOKEN, served, version};
use crate::common::terminal::{at_a_terminal, plain};

const PLAIN: (&str, &str) = ("content-type", "text/plain");

/// Asserts that no piece of a secret is readable in the output.
fn keeps(secret: &str, run: &Run) {
    keeps_on_screen(secret, &format!("{}{}", run.stdout, run.stderr));
}

fn keeps_on_screen(secret: &str, said: &str) {
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
    // Wherever the line is broken.
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

/// How a server echoes a token.
#[derive(Debug, Clone)]
enum Echo {
    Text,
    Html,
    Message,
    Reason,
    /// A body that is JSON and not a Status.
    Other,
    Base64,
    Percent,
    Lines(usize),
    /// Every so many letters one is a JSON escape.
    Escapes(usize),
    /// In a message of the ClusterVersion.
    Object,
}

impl Echo {
    fn body(&self, said: &str) -> String {
        match self {
            Self::Text | Self::Object => said.to_owned(),
            Self::Html => format!("<html>\n{said}</html>"),
            Self::Message => json!({"kind": "Status", "message": said}).to_string(),
            Self::Reason => json!({"kind": "Status", "reason": said}).to_string(),
            Self::Other => json!({"error": said, "value": said}).to_string(),
            Self::Base64 => STANDARD.encode(said),
            Self::Percent => said.replace('~', "%7E").replace('+', "%2B").replace('/', "%2F"),
            Self::Lines(width) => {
                let letters: Vec<char> = said.chars().collect();
                let lines: Vec<String> =
                    letters.chunks(*width).map(|line| line.iter().collect()).collect();
                lines.join("\r\n ")
            }
            Self::Escapes(every) => {
                let letters = said.chars().enumerate().map(|(place, c)| match place % every {
                    0 => format!("\\u{:04x}", u32::from(c)),
                    _ => c.to_string(),
                });
                format!(
                    "{{\"kind\": \"Status\", \"message\": \"{}\"}}",
                    letters.collect::<String>()
                )
            }
        }
    }
}

fn echo() -> impl Strategy<Value = Echo> {
    prop_oneof![
        Just(Echo::Text),
        Just(Echo::Html),
        Just(Echo::Message),
        Just(Echo::Reason),
        Just(Echo::Other),
        Just(Echo::Base64),
        Just(Echo::Percent),
        (1_usize..40).prop_map(Echo::Lines),
        (1_usize..9).prop_map(Echo::Escapes),
        Just(Echo::Object),
    ]
}

/// The part of the request's token that is echoed, after this much text.
#[derive(Debug, Clone)]
struct Saying {
    echo: Echo,
    status: u16,
    before: usize,
    from: usize,
    to: usize,
}

impl Saying {
    fn answer(&self, request: &http::Request<Vec<u8>>, service: &upgrade_lab::Service) -> Step {
        let shown = request.headers()["authorization"].to_str().unwrap();
        let from = self.from % shown.len();
        let part: String = shown.chars().skip(from).take(self.to).collect();
        let said = self.echo.body(&format!("{}{part}", "x".repeat(self.before)));
        if matches!(self.echo, Echo::Object) {
            let mut object = service.with(|store| store.cluster_version().unwrap().clone());
            for condition in object["status"]["conditions"].as_array_mut().unwrap() {
                condition["message"] = said.clone().into();
            }
            object["status"]["conditionalUpdates"][0]["risks"][0]["message"] = said.into();
            let path = request.uri().path();
            return if path.ends_with("/clusterversions/version") {
                Step::Answer(StatusCode::OK, object)
            } else {
                Step::Serve
            };
        }
        Step::Raw(StatusCode::from_u16(self.status).unwrap(), PLAIN, said.into_bytes())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 50, ..ProptestConfig::default() })]

    #[test]
    fn no_piece_of_any_token_is_printed_after_any_echo_and_any_cut(
        token in "[A-Za-z0-9._~+/=-]{24,600}",
        echo in echo(),
        status in prop_oneof![
            Just(200_u16), Just(301), Just(400), Just(401), Just(403), Just(404), Just(409), Just(422), Just(500)
        ],
        before in prop_oneof![0_usize..260, 3_300_usize..4_100],
        from in 0_usize..600,
        to in 1_usize..600,
        command in 0_usize..5,
    ) {
        let saying = Saying { echo, status, before, from, to };
        let server =
            Server::with(version(), Arc::new(move |request, _, service| saying.answer(request, service)));
        let commands: [&[&str]; 5] = [
            &["--include-not-recommended"],
            &["--to", "4.10.6", "-v", "6"],
            &["status", "--details=all"],
            &["recommend"],
            &["channel", "fast-4.10", "--no-wait"],
        ];
        for format in [&[][..], &["-o", "json"], &["-o", "yaml"]] {
            keeps(&token, &server.run(&[commands[command], &["--token", &token], format].concat()));
        }
        let (screen, _) = at_a_terminal(&server, &[commands[command], &["--token", &token]].concat(), "");
        keeps_on_screen(&token, &plain(&screen));
    }
}

/// A pod: its token is in a file, and its API server in the environment.
#[test]
fn a_pod_shows_its_token_and_never_prints_it() {
    let pod = std::process::Command::new("unshare").args(["-rm", "true"]).output();
    if !pod.is_ok_and(|done| done.status.success()) {
        std::io::stderr().write_all(b"SKIPPED: no mount namespaces here\n").unwrap();
        return;
    }
    let refuses =
        Arc::new(|request: &http::Request<Vec<u8>>, _: usize, _: &upgrade_lab::Service| {
            let shown = request.headers()["authorization"].as_bytes().to_vec();
            Step::Raw(StatusCode::BAD_REQUEST, PLAIN, [vec![b'x'; 180], shown].concat())
        });
    for (hand, code) in [(served(), 0), (refuses, 1)] {
        let server = Server::lab(version(), hand);
        let config = std::fs::read_to_string(server.home().join(".kube/config")).unwrap();
        let config: Value = serde_saphyr::from_str(&config).unwrap();
        let authority = config["clusters"][0]["cluster"]["certificate-authority-data"].as_str();
        let authority = STANDARD.decode(authority.unwrap()).unwrap();
        std::fs::write(server.home().join("ca.crt"), authority).unwrap();
        std::fs::write(server.home().join("token"), format!("{TOKEN}\n")).unwrap();
        std::fs::write(server.home().join("namespace"), "default").unwrap();
        std::fs::remove_file(server.home().join(".kube/config")).unwrap();
        let script = format!(
            "mount -t tmpfs none /var/run && at=/var/run/secrets/kubernetes.io/serviceaccount &&
             mkdir -p $at && cp \"$HOME/token\" \"$HOME/ca.crt\" \"$HOME/namespace\" $at && exec {} history",
            env!("CARGO_BIN_EXE_upgrade")
        );
        let mut pod = std::process::Command::new("unshare");
        pod.args(["-rm", "sh", "-c", &script]).env_clear().env("PATH", "/usr/bin:/bin");
        pod.env("HOME", server.home()).env("KUBERNETES_SERVICE_HOST", "127.0.0.1");
        pod.env("KUBERNETES_SERVICE_PORT", server.address.port().to_string());
        let done = pod.output().unwrap();
        let said = String::from_utf8([done.stdout, done.stderr].concat()).unwrap();
        assert_eq!(done.status.code(), Some(code), "{said}");
        assert!(
            server.seen.lock().unwrap()[0].headers["authorization"] == format!("Bearer {TOKEN}")
        );
        keeps_on_screen(TOKEN, &said);
    }
}

/// A proxy that rejects all requests, and echoes them.
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
