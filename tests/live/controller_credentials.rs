//! A controller that runs longer than its credentials, and watches that are rejected.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use http::StatusCode;
use serde_json::{Value, json};
use upgrade_lab::Store;

use crate::common::controller::Controller;
use crate::common::lab::exported;
use crate::common::server::{Hand, Server, Step, write_plugin};
use crate::common::until;

/// A server that accepts only this token.
fn guarded(valid: &Arc<Mutex<&'static str>>) -> Server {
    let valid = valid.clone();
    let hand: Hand = Arc::new(move |request, _, _| {
        let wanted = format!("Bearer {}", valid.lock().unwrap());
        match request.headers().get("authorization") {
            Some(shown) if *shown == *wanted => Step::Serve,
            _ => Step::Answer(
                StatusCode::UNAUTHORIZED,
                json!({"kind": "Status", "code": 401, "message": "who?"}),
            ),
        }
    });
    Server::serve(Store::new(exported("healthy")), hand, None)
}

fn use_credentials(server: &Server, user: &Value) {
    let mut config = server.kubeconfig();
    config["users"][0]["user"] = user.clone();
    server.write_kubeconfig(&config);
}

/// Starts a controller that sends requests often, since it must hold a lease.
fn start(server: &Server) -> Controller {
    let kubeconfig = server.home().join(".kube/config");
    let words = ["--leader-elect", "--lease-duration", "3s", "--metrics", "127.0.0.1:0"];
    let controller = Controller::start(&kubeconfig, &words);
    controller.says("controller: leading as ");
    until("it is ready", || controller.get("/readyz").0 == 200);
    controller
}

/// Lets the credentials expire, and issues new ones only after everything has failed.
fn expire(server: &Server, valid: &Mutex<&'static str>, give_out: impl FnOnce()) {
    let controller = start(server);
    assert!(!controller.has_said("renewed"), "nothing has expired");
    *valid.lock().unwrap() = "second-token-of-this-test";
    until("every call fails", || controller.get("/readyz").0 == 503);
    assert_eq!(controller.get("/healthz").0, 200, "another process would fare no better");
    assert!(!controller.has_said("works again"), "nothing does");
    give_out();
    controller.says("controller: credentials renewed");
    until("it is ready again", || controller.get("/readyz").0 == 200);
    let beat = || -> Value {
        let found = server.service.with(|store| {
            let status = store.objects().find(|object| object["kind"] == "UpdateStatus");
            status.map(|status| status["status"]["heartbeatTime"].clone())
        });
        found.unwrap_or_default()
    };
    let before = beat();
    until("it works", || beat() != before);
}

#[test]
fn a_token_file_that_is_replaced_is_read_again() {
    let valid = Arc::new(Mutex::new("first-token-of-this-test"));
    let server = guarded(&valid);
    let path = server.home().join("token");
    std::fs::write(&path, "first-token-of-this-test").unwrap();
    use_credentials(&server, &json!({"tokenFile": path}));
    expire(&server, &valid, || std::fs::write(&path, "second-token-of-this-test").unwrap());
}

#[test]
fn a_plugin_is_run_again_but_not_in_a_loop() {
    let valid = Arc::new(Mutex::new("first-token-of-this-test"));
    let server = guarded(&valid);
    let path = server.home().join("plugin");
    let gives = |token: &str| {
        let answer = json!({
            "apiVersion": "client.authentication.k8s.io/v1", "kind": "ExecCredential",
            "status": {"token": token},
        });
        let new = path.with_extension("new");
        write_plugin(&new, &answer.to_string());
        std::fs::rename(new, &path).unwrap(); // a running program cannot be written
    };
    gives("first-token-of-this-test");
    let exec = json!({
        "apiVersion": "client.authentication.k8s.io/v1", "command": path,
        "interactiveMode": "Never",
    });
    use_credentials(&server, &json!({"exec": exec}));
    expire(&server, &valid, || gives("second-token-of-this-test"));
    let runs = std::fs::read_to_string(path.with_extension("runs")).unwrap().lines().count();
    let refused = server.requests().len();
    assert!((2..refused / 2).contains(&runs), "{runs} runs, {refused} requests");
}

#[test]
fn a_watch_works_again_when_it_has_brought_something() {
    let closed = Arc::new(AtomicBool::new(true));
    let is_closed = closed.clone();
    let hand: Hand = Arc::new(move |request, _, _| {
        let uri = request.uri();
        let watches = uri.query().unwrap_or_default().contains("watch=");
        let of_pools = uri.path().ends_with("/machineconfigpools");
        if watches && of_pools && is_closed.load(Ordering::SeqCst) {
            let said = json!({"kind": "Status", "code": 403, "message": "no watches for you"});
            return Step::Answer(StatusCode::FORBIDDEN, said);
        }
        Step::Serve
    });
    let server = Server::serve(Store::new(exported("healthy")), hand, None);
    let controller = Controller::start(&server.home().join(".kube/config"), &[]);
    controller.says("warning: watching machineconfigpools: ");
    let watches = || {
        let requests = server.requests();
        let watches = |line: &&String| line.contains("watch=") && line.contains("configpools");
        requests.iter().filter(watches).count()
    };
    let tried = watches();
    until("it is listed and tried again", || watches() > tried);
    assert!(!controller.has_said("works again"), "that it can be listed is not enough");
    closed.store(false, Ordering::SeqCst);
    let tried = watches();
    until("it is let in", || watches() > tried);
    assert!(!controller.has_said("works again"), "nothing has come yet");
    server.change("machineconfigpools", "worker", |object| {
        object["metadata"]["annotations"] = json!({"touched": "true"});
    });
    controller.says("controller: watching machineconfigpools: works again");
}
