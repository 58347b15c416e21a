//! TLS: invalid and valid certificates, and client certificates.

use std::fmt::Write;
use std::sync::Arc;

use rcgen::{CertificateParams, KeyPair};
use rustls::pki_types::PrivateKeyDer;
use serde_json::json;

use crate::common::server::{Server, Step, version};
use crate::common::tls::{Authority, config, provider};

fn serve(config: rustls::ServerConfig, authority: &Authority) -> Server {
    let server = Server::start(version(), Arc::new(|_, _, _| Step::Serve), Some(config));
    std::fs::write(server.home().join("ca.pem"), authority.pem()).unwrap();
    let mut kubeconfig = server.kubeconfig();
    kubeconfig["clusters"][0]["cluster"]["certificate-authority"] = "../ca.pem".into();
    server.write_kubeconfig(&kubeconfig);
    server
}

/// Every command so far.
const WORDS: [&[&str]; 7] = [
    &[],
    &["--to", "4.10.6"],
    &["--to-latest"],
    &["--to-image", "quay.io/a/b:c"],
    &["--to-multi-arch"],
    &["--clear"],
    &["recommend"],
];

#[test]
fn invalid_certificates_are_distinguished() {
    let (authority, stranger) = (Authority::new("ours"), Authority::new("theirs"));
    let expired = |params: &mut CertificateParams| {
        params.not_before = rcgen::date_time_ymd(2000, 1, 1);
        params.not_after = rcgen::date_time_ymd(2001, 1, 1);
    };
    let mut table = String::new();
    for (fault, config) in [
        ("unknown authority", config(stranger.sign("127.0.0.1", |_| {}))),
        ("another name", config(authority.sign("other.example", |_| {}))),
        ("expired", config(authority.sign("127.0.0.1", expired))),
    ] {
        let server = serve(config, &authority);
        for words in WORDS {
            let run = server.run(words);
            let first = run.stderr.lines().next().unwrap().replace(&server.url(), "SERVER");
            let name = words.first().unwrap_or(&"overview");
            writeln!(table, "{fault} | {name} | exit {}, {first}", run.code).unwrap();
        }
        assert!(server.requests().is_empty(), "{fault}: something was sent");
    }
    let own = rustls::ServerConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![authority.certificate.der().clone()], authority.key())
        .unwrap();
    let server = serve(own, &authority);
    let run = server.run(&[]);
    let first = run.stderr.lines().next().unwrap().replace(&server.url(), "SERVER");
    writeln!(table, "authority as server | overview | exit {}, {first}", run.code).unwrap();
    let plain = Server::new(version());
    let https = plain.url().replace("http://", "https://");
    for words in WORDS {
        let run = plain.run(&[words, &["--server", &https]].concat());
        let first = run.stderr.lines().next().unwrap().replace(&https, "SERVER");
        let name = words.first().unwrap_or(&"overview");
        writeln!(table, "not TLS | {name} | exit {}, {first}", run.code).unwrap();
    }
    snap_text!("faults", "tls", table);
}

#[test]
fn a_certificate_that_holds_is_accepted_by_file_by_flag_and_under_another_name() {
    let authority = Authority::new("ours");
    let server = serve(config(authority.sign("127.0.0.1", |_| {})), &authority);
    assert_eq!(server.run(&[]).code, 0, "{}", server.run(&[]).stderr);

    let mut bare = server.kubeconfig();
    server.write_kubeconfig(&bare);
    assert_eq!(server.run(&[]).code, 1);
    let file = server.home().join("ca.pem");
    assert_eq!(server.run(&["--certificate-authority", file.to_str().unwrap()]).code, 0);
    assert_eq!(server.run(&["--insecure-skip-tls-verify"]).code, 0);
    bare["clusters"][0]["cluster"]["insecure-skip-tls-verify"] = true.into();
    server.write_kubeconfig(&bare);
    assert_eq!(server.run(&[]).code, 0);
    assert_eq!(
        server.run(&["--insecure-skip-tls-verify=false"]).code,
        1,
        "the flag has the last word"
    );
    let verified = ["--certificate-authority", file.to_str().unwrap()];
    assert_eq!(server.run(&verified).code, 0, "{}", server.run(&verified).stderr);

    let named = serve(config(authority.sign("api.example", |_| {})), &authority);
    assert_eq!(named.run(&[]).code, 1);
    assert_eq!(named.run(&["--tls-server-name", "api.example"]).code, 0);
}

#[test]
fn a_client_certificate_is_shown_to_the_server() {
    let authority = Authority::new("ours");
    let mut roots = rustls::RootCertStore::empty();
    roots.add(authority.certificate.der().clone()).unwrap();
    let verifier =
        rustls::server::WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider())
            .build()
            .unwrap();
    let (certificate, key) = authority.sign("127.0.0.1", |_| {});
    let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let config = rustls::ServerConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_client_cert_verifier(verifier)
        .with_single_cert(vec![certificate], key)
        .unwrap();
    let server = serve(config, &authority);
    assert_eq!(server.run(&[]).code, 1, "without a certificate");

    let mut params = CertificateParams::new(vec!["admin".to_owned()]).unwrap();
    params.extended_key_usages = vec![rcgen::ExtendedKeyUsagePurpose::ClientAuth];
    let key = KeyPair::generate().unwrap();
    let client = params.signed_by(&key, &authority.issuer).unwrap();
    let (client_file, key_file) = (server.home().join("client.pem"), server.home().join("key.pem"));
    std::fs::write(&client_file, client.pem()).unwrap();
    std::fs::write(&key_file, key.serialize_pem()).unwrap();
    let flags = [
        "--client-certificate",
        client_file.to_str().unwrap(),
        "--client-key",
        key_file.to_str().unwrap(),
    ];
    let run = server.run(&flags);
    assert_eq!(run.code, 0, "{}", run.stderr);

    let script = server.home().join("plugin");
    let answer = json!({"kind": "ExecCredential", "apiVersion": "client.authentication.k8s.io/v1",
        "status": {"clientCertificateData": client.pem(), "clientKeyData": key.serialize_pem()}});
    crate::common::server::write_plugin(&script, &answer.to_string());
    let mut kubeconfig = server.kubeconfig();
    kubeconfig["clusters"][0]["cluster"]["certificate-authority"] = "../ca.pem".into();
    kubeconfig["users"][0]["user"] = json!({"exec": {"apiVersion": "client.authentication.k8s.io/v1", "command": "../plugin", "interactiveMode": "Never"}});
    server.write_kubeconfig(&kubeconfig);
    let run = server.run(&[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
}
