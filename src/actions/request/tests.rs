//! Requests and cancellations against the store in memory, with another writer in between.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use http::{Method, Request as HttpRequest, Response};
use kube::client::Body;
use serde_json::{Value, json};

use super::clear;
use crate::actions::request;
use crate::cli::Session;
use crate::cli::invocation::Invocation;
use crate::cli::values::DryRun;
use crate::cli::write_args::RequestOptions;
use crate::connect::Source;
use crate::connect::clock::Clock;
use crate::connect::config::kubeconfig::Environment;
use crate::connect::live::Live;
use crate::error::ExitStatus;
use crate::output::theme::Theme;
use crate::output::ui::Ui;
use crate::output::{Format, Layout};
use upgrade_core::gates::Waivers;
use upgrade_core::request::decide::{Request, RequestTarget};
use upgrade_lab::{Gates, Scenario, Service};

/// Lets a writer change the object before each of the first patches.
#[derive(Clone)]
struct Interrupted {
    service: Service,
    left: Arc<AtomicUsize>,
    seed: usize,
    write: fn(&mut Value, usize),
}

impl tower::Service<HttpRequest<Body>> for Interrupted {
    type Response = Response<upgrade_lab::Body>;
    type Error = Box<dyn std::error::Error + Send + Sync>;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Self::Error>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: HttpRequest<Body>) -> Self::Future {
        let left = self.left.load(Ordering::SeqCst);
        if request.method() == Method::PATCH && left > 0 {
            self.left.store(left - 1, Ordering::SeqCst);
            self.service.with(|store| {
                store.change_cluster_version(|object| (self.write)(object, self.seed + left));
            });
        }
        self.service.call(request)
    }
}

pub(crate) fn session() -> Session {
    let layout = Layout { width: None, theme: Theme { color: false }, wide: false };
    Session {
        ui: Ui {
            stdout: Box::new(io::sink()),
            stderr: Box::new(io::sink()),
            stdin: Box::new(io::empty()),
            out: layout,
            err: layout,
            format: Format::Json,
            interactive: false,
            canvas: None,
            stream: false,
            unread: false,
            changes: Vec::new(),
        },
        invocation: Invocation::new("upgrade".into(), Vec::new()),
        environment: Environment::default(),
    }
}

fn source(service: &Interrupted, now: Option<jiff::Timestamp>) -> Source {
    let client = kube::Client::new(service.clone(), "default");
    Source::Live(Box::new(Live::inside(client, Clock::at(now))))
}

/// Runs `--to 4.6.43` or `--clear` on the default scenario and returns the outcome and what is
/// stored.
fn play(
    clearing: bool,
    times: usize,
    seed: usize,
    write: fn(&mut Value, usize),
) -> (Option<ExitStatus>, Value) {
    let mut store = Scenario::find("vsphere-proxy").unwrap().load().store;
    store.gates = Gates { accept_risks: true, preflight: true };
    let now = store.now;
    if clearing {
        store.change_cluster_version(|object| {
            object["spec"]["desiredUpdate"] =
                json!({"version": "4.6.42", "acceptRisks": [{"name": "Old"}]});
        });
    }
    let service = Interrupted {
        service: Service::new(store),
        left: Arc::new(AtomicUsize::new(times)),
        seed,
        write,
    };
    let options =
        RequestOptions { dry_run: DryRun::None, yes: false, pre_checks: false, wait: None };
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().start_paused(true).build().unwrap();
    let ended = runtime.block_on(async {
        let source = source(&service, now);
        if clearing {
            return clear::withdraw(options, &source, &mut session()).await;
        }
        let request = Request {
            target: RequestTarget::Version("4.6.43".into()),
            waivers: Waivers::default(),
        };
        request::ask(&request, options, &source, &mut session()).await.map(|ended| ended.status())
    });
    (ended.ok(), service.service.with(|store| store.cluster_version().unwrap().clone()))
}

/// Writes an unrelated field, which the seed chooses.
fn something_else(object: &mut Value, seed: usize) {
    match seed % 4 {
        0 => object["spec"]["channel"] = format!("channel-{seed}").into(),
        1 => {
            object["spec"]["desiredUpdate"]["acceptRisks"] =
                json!([{"name": format!("Risk{seed}")}]);
        }
        2 => object["status"]["versionHash"] = format!("hash-{seed}").into(),
        _ => object["metadata"]["annotations"]["count"] = seed.to_string().into(),
    }
}

#[test]
fn a_thousand_rounds_keep_what_others_write() {
    for round in 0..1_000 {
        let (clearing, times, seed) = (round % 2 == 0, round % 5, round * 7);
        let (ended, stored) = play(clearing, times, seed, something_else);
        assert_eq!(ended, Some(ExitStatus::Success), "round {round}");
        let (_, mut expected) = play(clearing, 0, 0, |_, _| {});
        for left in (1..=times).rev() {
            something_else(&mut expected, seed + left);
        }
        for ours in ["resourceVersion", "generation"] {
            expected["metadata"][ours] = stored["metadata"][ours].clone();
        }
        assert_eq!(stored, expected, "round {round}");
    }
}

#[test]
fn a_target_that_is_no_longer_what_was_decided_on_is_not_sent() {
    let writes: [fn(&mut Value, usize); 4] = [
        |object, _| object["status"]["availableUpdates"] = json!([]),
        |object, _| {
            object["status"]["availableUpdates"][0]["image"] = "quay.io/x/y@sha256:00".into();
        },
        |object, _| object["status"]["conditions"][2]["status"] = "True".into(),
        |object, _| object["spec"]["desiredUpdate"] = json!({"version": "4.6.42"}),
    ];
    for write in writes {
        let (ended, stored) = play(false, 1, 0, write);
        assert_ne!(ended, Some(ExitStatus::Success));
        assert_ne!(stored["spec"]["desiredUpdate"]["version"], "4.6.43");
    }
}

#[test]
fn another_clients_request_is_not_canceled() {
    let (ended, stored) = play(true, 1, 0, |object, _| {
        object["spec"]["desiredUpdate"] = json!({"version": "4.6.43"});
    });
    assert_eq!(ended, Some(ExitStatus::Refused));
    assert_eq!(stored["spec"]["desiredUpdate"]["version"], "4.6.43");
}
