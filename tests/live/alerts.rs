//! Where alerts come from: the Route, the token that goes to its host only, and all failures.

use std::sync::Arc;
use std::time::{Duration, Instant};

use http::{Method, Request, StatusCode};
use serde_json::{Value, json};

use crate::common::Run;
use crate::common::lab::Lab;
use crate::common::server::{Server, Step, TOKEN, served, version};
use crate::common::tls::{Authority, config};

const ROUTE: &str =
    "/apis/route.openshift.io/v1/namespaces/openshift-monitoring/routes/thanos-querier";
const INGRESS: &str = "/api/v1/namespaces/openshift-config-managed/configmaps/default-ingress-cert";
const MINT: &str = "/api/v1/namespaces/openshift-monitoring/serviceaccounts/prometheus-k8s/token";
const ALERTS: &str = "/api/v1/alerts";
const TARGET: [&str; 3] = ["recommend", "--version", "4.10.6"];

fn ok(body: Value) -> Step {
    Step::Answer(StatusCode::OK, body)
}

fn refused(code: u16, message: &str) -> Step {
    let status = json!({"kind": "Status", "status": "Failure", "message": message, "code": code});
    Step::Answer(StatusCode::from_u16(code).unwrap(), status)
}

fn route(hosts: &[&str]) -> Value {
    let ingress: Vec<Value> = hosts.iter().map(|host| json!({"host": host})).collect();
    json!({"kind": "Route", "apiVersion": "route.openshift.io/v1", "metadata": {"name": "thanos-querier"}, "status": {"ingress": ingress}})
}

fn answer() -> Value {
    json!({"status": "success", "data": {"alerts": [{
        "labels": {"alertname": "etcdMembersDown", "severity": "critical"},
        "annotations": {"summary": "A member is down."}, "state": "firing",
    }]}})
}

/// A cluster behind TLS whose Route points to itself, where `tell` answers with alerts.
fn monitored(tell: impl Fn(&Request<Vec<u8>>) -> Step + Send + Sync + 'static) -> Server {
    Server::lab(
        version(),
        Arc::new(move |request, _, _| {
            let host = request.headers().get("host").map(|host| host.to_str().unwrap());
            match request.uri().path() {
                ROUTE => ok(route(&[host.unwrap()])),
                ALERTS | MINT => tell(request),
                _ => Step::Serve,
            }
        }),
    )
}

/// Returns the credentials in requests for alerts.
fn shown(server: &Server) -> Vec<String> {
    let seen = server.seen.lock().unwrap();
    let asked = seen.iter().filter(|seen| seen.line.ends_with(ALERTS));
    asked.map(|seen| seen.headers["authorization"].to_str().unwrap().to_owned()).collect()
}

fn asked(server: &Server, path: &str) -> usize {
    server.requests().iter().filter(|line| line.ends_with(path)).count()
}

/// Asserts that alerts could not be read, which is a warning and an issue.
fn assert_not_checked(run: &Run, why: &str) {
    let first = run.stderr.lines().next().unwrap_or_default();
    assert!(first.starts_with("warning: alerts were not checked: "), "{}", run.stderr);
    assert!(first.contains(why), "{first}\nis not because: {why}");
    assert!(run.stderr.contains("not accepted: FailedToCompletePrecheck"), "{}", run.stderr);
    assert_eq!(run.code, 3);
}

#[test]
fn alerts_are_read_at_the_routes_host_with_the_sessions_token() {
    let server = monitored(|_| ok(answer()));
    let run = server.run(&TARGET);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.contains("not accepted: etcdMembersDown"), "{}", run.stderr);
    assert!(run.stdout.contains("recommended/CriticalAlerts/etcdMembersDown/0=False:"));
    assert_eq!(shown(&server), [format!("Bearer {TOKEN}")]);
    let mut requests = server.requests();
    requests[..5].sort(); // they are sent at the same time
    let version = "/apis/config.openshift.io/v1/clusterversions/version";
    let infrastructure = "/apis/config.openshift.io/v1/infrastructures/cluster";
    let pools = "/apis/machineconfiguration.openshift.io/v1/machineconfigpools?&limit=500";
    let expected = [INGRESS, version, infrastructure, pools, ROUTE, ALERTS];
    assert_eq!(requests, expected.map(|path| format!("GET {path}")));
}

#[test]
fn a_lab_that_is_served_tells_its_alerts() {
    let lab = Lab::serve(&["--scenario", "failing"]);
    let (code, stdout, stderr) = lab.upgrade(&["recommend", "--version", "4.7.28"]);
    assert_eq!(code, 3, "{stderr}");
    assert!(stdout.contains("recommended/CriticalAlerts/AlertmanagerClusterDown/0=False:"));
    let names = "AlertmanagerClusterDown,Failing,KubeContainerWaiting";
    let accepted = format!("--accept {}", names.replace(',', " --accept "));
    assert!(stderr.contains(&accepted), "{stderr}");
    let words = ["recommend", "--version", "4.7.28", "--quiet", "--accept", names];
    assert_eq!(lab.upgrade(&words), (0, String::new(), String::new()));
}

#[test]
fn without_a_route_to_follow_nothing_is_asked_and_that_is_an_issue() {
    for (step, why) in [
        (Step::Serve, "no Route openshift-monitoring/thanos-querier"),
        (refused(403, "routes is forbidden"), "answered 403: routes is forbidden"),
        (ok(route(&[])), "has no host"),
        (ok(route(&["user@evil.example"])), "is not a host name"),
        (ok(json!({"kind": "Route"})), "has no host"),
    ] {
        let hand = move |request: &Request<Vec<u8>>, _: usize, _: &_| match request.uri().path() {
            ROUTE => step.clone(),
            _ => Step::Serve,
        };
        let server = Server::with(version(), Arc::new(hand));
        assert_not_checked(&server.run(&TARGET), why);
        assert_eq!(asked(&server, ALERTS), 0);
    }
}

#[test]
fn the_overview_warns_and_accepting_it_suffices() {
    let server = Server::new(version());
    let run = server.run(&["recommend"]);
    assert_eq!(run.code, 0);
    assert!(run.stderr.starts_with("warning: alerts were not checked: "), "{}", run.stderr);
    let run = server.run(&[&TARGET[..], &["--accept", "FailedToCompletePrecheck"]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let run = server.run(&["recommend", "-o", "json"]);
    assert_eq!((run.stderr.as_str(), run.code), ("", 0));
    let json: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(json["alerts"]["checked"], false);
    assert_eq!(json["issues"][0]["name"], "FailedToCompletePrecheck");
    assert_eq!(json["warnings"].as_array().unwrap().len(), 1);
}

#[test]
fn a_session_without_a_token_gets_a_hint() {
    let server = Server::new(version());
    let mut kubeconfig = server.kubeconfig();
    kubeconfig["users"][0]["user"] = json!({});
    server.write_kubeconfig(&kubeconfig);
    let run = server.run(&TARGET);
    assert_not_checked(&run, "no token for the cluster's monitoring");
    assert!(run.stderr.contains("--monitoring-token"), "{}", run.stderr);
    assert_eq!(asked(&server, ROUTE), 0);
}

#[test]
fn nothing_is_shown_to_a_host_that_is_not_verified() {
    let server = monitored(|_| ok(answer()));
    for flag in [&[][..], &["--monitoring-token"]] {
        let words = [&TARGET[..], &["--insecure-skip-tls-verify"], flag].concat();
        assert_not_checked(&server.run(&words), "insecure-skip-tls-verify is set");
    }
    assert_eq!(asked(&server, ALERTS) + asked(&server, ROUTE) + asked(&server, MINT), 0);
}

#[test]
fn a_redirect_is_not_followed() {
    let other = Server::new(version());
    let url: &'static str = Box::leak(format!("{}{ALERTS}", other.url()).into_boxed_str());
    let server = monitored(move |_| Step::Raw(StatusCode::FOUND, ("location", url), Vec::new()));
    assert_not_checked(&server.run(&TARGET), "redirects (302)");
    assert_eq!((asked(&server, ALERTS), other.requests().len()), (1, 0));
}

#[test]
fn an_answer_that_is_none_is_an_issue() {
    let raw = |code: u16, body: &[u8]| {
        let header = ("content-type", "text/plain");
        Step::Raw(StatusCode::from_u16(code).unwrap(), header, body.to_vec())
    };
    for (step, why) in [
        (raw(500, b"out of memory"), "answered 500: out of memory"),
        (raw(403, b"<html>no</html>"), "answered 403"),
        (raw(200, b"<html>Log in</html>"), "is not JSON"),
        (ok(json!({"status": "error", "error": "overloaded"})), "overloaded"),
        (ok(json!({"kind": "Status"})), "the request for alerts failed"),
        (ok(json!({"status": "success", "data": {"alerts": [4]}})), "data.alerts[0]"),
        (Step::Vanish, "the connection to https://127.0.0.1"),
        (Step::Hang, "did not answer within 0.7s"),
        (Step::HangInBody, "did not answer within 0.7s"),
        (Step::Huge(100 << 20), "larger than 64 MiB"),
    ] {
        let silent = why.contains("0.7s");
        let server = monitored(move |_| step.clone());
        let start = Instant::now();
        let timeout = ["--request-timeout", if silent { "700ms" } else { "15s" }];
        assert_not_checked(&server.run(&[&TARGET[..], &timeout].concat()), why);
        assert!(start.elapsed() < Duration::from_secs(10), "{why}: {:?}", start.elapsed());
    }
}

#[test]
fn a_token_that_is_said_back_is_not_printed() {
    let server = monitored(|request| {
        let shown = request.headers()["authorization"].to_str().unwrap();
        refused(401, &format!("{shown} is not known"))
    });
    let run = server.run(&TARGET);
    assert_not_checked(&run, "answered 401: Bearer … is not known");
    assert!(!format!("{}{}", run.stdout, run.stderr).contains("lab~"));
}

#[test]
fn a_token_is_made_for_it_if_asked_for() {
    let server = monitored(|request| {
        if request.method() == Method::POST {
            return Step::Answer(
                StatusCode::CREATED,
                json!({"kind": "TokenRequest", "status": {"token": "minted"}}),
            );
        }
        ok(json!({"status": "success", "data": {"alerts": []}}))
    });
    let run = server.run(&[&TARGET[..], &["--monitoring-token"]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(shown(&server), ["Bearer minted"]);
    let seen = server.seen.lock().unwrap();
    let made = seen.iter().find(|seen| seen.line == format!("POST {MINT}")).unwrap();
    let body: Value = serde_json::from_slice(&made.body).unwrap();
    assert_eq!(body["spec"], json!({"expirationSeconds": 600}));
}

#[test]
fn a_token_that_is_not_made_is_said() {
    for (step, why) in [
        (refused(403, "not yours"), "answered 403: not yours"),
        (ok(json!({"kind": "TokenRequest", "status": {}})), "the answer contains no token"),
    ] {
        let server = monitored(move |_| step.clone());
        let run = server.run(&[&TARGET[..], &["--monitoring-token"]].concat());
        assert_not_checked(&run, why);
        assert_eq!(asked(&server, ALERTS), 0);
    }
}

/// A cluster whose Route names these hosts, and whose ingress has the certificates of this authority.
fn leading_to(hosts: Vec<String>, ingress: Option<String>) -> Server {
    let hand = move |request: &Request<Vec<u8>>, _: usize, _: &_| match request.uri().path() {
        ROUTE => ok(route(&hosts.iter().map(String::as_str).collect::<Vec<_>>())),
        INGRESS => match &ingress {
            Some(pem) => ok(json!({"kind": "ConfigMap", "data": {"ca-bundle.crt": pem}})),
            None => refused(403, "configmaps is forbidden"),
        },
        _ => Step::Serve,
    };
    Server::with(version(), Arc::new(hand))
}

#[test]
fn the_clusters_ingress_vouches_for_the_host() {
    let authority = Authority::new("ingress");
    let tls = config(authority.sign("127.0.0.1", |_| {}));
    let thanos = Server::start(version(), served(), Some(tls));
    let hosts = vec![thanos.address.to_string()];
    let odd = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    let server = leading_to(hosts.clone(), Some(format!("{odd}{}", authority.pem())));
    let run = server.run(&TARGET);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(shown(&thanos), [format!("Bearer {TOKEN}")]);

    let server = leading_to(hosts, None);
    assert_not_checked(&server.run(&TARGET), "is signed by an unknown CA");
    assert_eq!(thanos.requests().len(), 1, "nothing was sent to an untrusted host");
}

#[test]
fn else_this_machine_vouches_for_it() {
    let (authority, stranger) = (Authority::new("public"), Authority::new("ingress"));
    let tls = config(authority.sign("127.0.0.1", |_| {}));
    let thanos = Server::start(version(), served(), Some(tls));
    for ingress in [None, Some(stranger.pem())] {
        let server = leading_to(vec![thanos.address.to_string()], ingress);
        let trusted = server.home().join("trusted.pem");
        std::fs::write(&trusted, authority.pem()).unwrap();
        let run = server.run_with(&TARGET, |command| {
            command.env("SSL_CERT_FILE", &trusted);
        });
        assert_eq!(run.code, 0, "{}", run.stderr);
    }
    assert_eq!(shown(&thanos).len(), 2);
}

#[test]
fn hosts_are_asked_in_order_until_one_answers() {
    let authority = Authority::new("ingress");
    let serve = |hand| {
        let tls = config(authority.sign("127.0.0.1", |_| {}));
        Server::start(version(), hand, Some(tls))
    };
    let broken = serve(Arc::new(|_, _, _| refused(500, "out of order")));
    let (second, third) = (serve(served()), serve(served()));
    let hosts = [&broken, &second, &third].map(|server| server.address.to_string()).to_vec();
    let server = leading_to(hosts.clone(), Some(authority.pem()));
    let run = server.run(&TARGET);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!([&broken, &second, &third].map(|server| server.requests().len()), [1, 1, 0]);

    let server = leading_to(vec![hosts[0].clone(); 2], Some(authority.pem()));
    let run = server.run(&TARGET);
    assert_not_checked(&run, "answered 500: out of order");
    assert_eq!(run.stderr.matches("out of order").count(), 1, "the same is said once");
}
