//! Answers that are no ClusterVersion: each gets a sentence with server and object.

use std::fmt::Write;
use std::sync::Arc;

use http::StatusCode;
use serde_json::{Value, json};

use crate::server::{Server, Step, version};

fn failing(step: impl Fn() -> Step + Send + Sync + 'static) -> Server {
    Server::with(version(), Arc::new(move |_, _, _| step()))
}

/// Shows the error of the overview and of a request, with the port taken out.
fn transcript(server: &Server, words: &[&str]) -> String {
    let mut text = String::new();
    for words in [words, &[words, &["--to", "4.10.6"]].concat()] {
        let run = server.run(words);
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{words:?}");
        let shown = run.stderr.replace(&server.url(), "http://SERVER");
        write!(text, "$ upgrade {}\n{shown}", words.join(" ")).unwrap();
    }
    assert_eq!(server.stored(), version(), "something was written");
    text
}

macro_rules! snap {
    ($name:expr, $text:expr) => {
        insta::with_settings!({
            snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/answers"),
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!($name, $text);
        })
    };
}

fn status(code: StatusCode, reason: &str, message: &str, details: &Value) -> Step {
    let body = json!({"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": reason,
                      "message": message, "details": details, "code": code.as_u16()});
    Step::Answer(code, body)
}

#[test]
fn errors_of_an_api_server_are_told_in_a_sentence() {
    let named = json!({"name": "version", "kind": "clusterversions"});
    let cases = [
        ("401", StatusCode::UNAUTHORIZED, "Unauthorized", "Unauthorized", json!({})),
        (
            "403",
            StatusCode::FORBIDDEN,
            "Forbidden",
            "clusterversions.config.openshift.io \"version\" is forbidden: User \"eve\" cannot get resource",
            named.clone(),
        ),
        (
            "404-kind",
            StatusCode::NOT_FOUND,
            "NotFound",
            "the server could not find the requested resource",
            json!({}),
        ),
        (
            "404-object",
            StatusCode::NOT_FOUND,
            "NotFound",
            "clusterversions.config.openshift.io \"version\" not found",
            named,
        ),
        (
            "500",
            StatusCode::INTERNAL_SERVER_ERROR,
            "InternalError",
            "etcdserver: request timed out",
            json!({}),
        ),
        (
            "503",
            StatusCode::SERVICE_UNAVAILABLE,
            "ServiceUnavailable",
            "the server is currently unable to handle the request",
            json!({}),
        ),
    ];
    for (name, code, reason, message, details) in cases {
        let server = failing(move || status(code, reason, message, &details));
        snap!(name, transcript(&server, &[]));
    }
}

#[test]
fn answers_of_something_else_are_told_as_such() {
    let cases: [(&str, StatusCode, &str, &[u8]); 6] = [
        ("301", StatusCode::MOVED_PERMANENTLY, "text/html", b"<html>moved</html>"),
        (
            "html-502",
            StatusCode::BAD_GATEWAY,
            "text/html",
            b"<html><body>Bad Gateway</body></html>",
        ),
        ("html-200", StatusCode::OK, "text/html", b"<html>Log in</html>"),
        (
            "text-503",
            StatusCode::SERVICE_UNAVAILABLE,
            "text/plain",
            b"no backend\x1b[31m\nsecond line",
        ),
        ("not-utf8", StatusCode::OK, "application/json", b"{\"kind\": \"\xff\"}"),
        ("wrong-type", StatusCode::OK, "application/json", b"{\"spec\": {\"channel\": 4}}"),
    ];
    for (name, code, kind, body) in cases {
        let body = body.to_vec();
        let server = failing(move || Step::Raw(code, kind, body.clone()));
        snap!(name, transcript(&server, &[]));
    }
}

#[test]
fn a_rejected_patch_names_the_field() {
    let server = Server::with(
        version(),
        Arc::new(|request, _, _| match *request.method() {
            http::Method::PATCH => status(
                StatusCode::UNPROCESSABLE_ENTITY,
                "Invalid",
                "ClusterVersion.config.openshift.io \"version\" is invalid: spec.desiredUpdate: Invalid value: \"object\": cannot set both Architecture and Image",
                &json!({"name": "version"}),
            ),
            _ => Step::Serve,
        }),
    );
    let run = server.run(&["--to", "4.10.6"]);
    assert_eq!(run.code, 1);
    snap!("422", run.stderr.replace(&server.url(), "http://SERVER"));
}

#[test]
fn a_server_that_says_nothing_is_left_after_the_timeout() {
    let server = failing(|| Step::Hang);
    snap!("timeout", transcript(&server, &["--request-timeout", "300ms"]));
}

#[test]
fn a_connection_that_breaks_is_told() {
    let server = failing(|| Step::Vanish);
    snap!("vanished", transcript(&server, &[]));
}

#[test]
fn a_server_that_does_not_speak_tls_is_told() {
    let server = Server::of(version());
    let https = server.url().replace("http://", "https://");
    let run = server.run(&["--server", &https]);
    assert_eq!(run.code, 1);
    snap!("not-tls", run.stderr.replace(&https, "https://SERVER"));
}

/// A server with a certificate of an authority that nobody knows.
#[test]
fn a_certificate_of_an_unknown_authority_is_told() {
    let key = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
    let config = rustls::ServerConfig::builder_with_provider(Arc::new(
        rustls::crypto::ring::default_provider(),
    ))
    .with_safe_default_protocol_versions()
    .unwrap()
    .with_no_client_auth()
    .with_single_cert(
        vec![key.cert.der().clone()],
        key.signing_key.serialize_der().try_into().unwrap(),
    )
    .unwrap();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let https = format!("https://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async move {
            listener.set_nonblocking(true).unwrap();
            let listener = tokio::net::TcpListener::from_std(listener).unwrap();
            let acceptor = tokio_rustls::TlsAcceptor::from(Arc::new(config));
            while let Ok((stream, _)) = listener.accept().await {
                let _ = acceptor.accept(stream).await;
            }
        });
    });
    let server = Server::of(version());
    let run = server.run(&["--server", &https]);
    assert_eq!(run.code, 1);
    snap!("unknown-authority", run.stderr.replace(&https, "https://SERVER"));
}
