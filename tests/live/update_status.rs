//! `upgrade status` with a controller that maintains an UpdateStatus, and informers that update
//! themselves.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};

use http::StatusCode;
use kube::api::{Api, ApiResource, DynamicObject, Patch, PatchParams, PostParams};
use kube::core::GroupVersionKind;
use serde_json::{Value, json};
use upgrade_lab::Store;

use crate::common::informer::{Informer, insight, success};
use crate::common::lab::Lab;
use crate::common::pre_checks::register;
use crate::common::rollout::{objects, operator, without};
use crate::common::server::{Hand, Server, Step, infrastructure, served, version};
use crate::common::terminal::{at_a_terminal, plain};
use crate::common::until;

fn definition(kind: &str, plural: &str) -> Value {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": format!("{plural}.config.openshift.io")},
        "spec": {
            "group": "config.openshift.io", "scope": "Cluster",
            "names": {"kind": kind, "plural": plural},
            "versions": [{"name": "v1beta1", "served": true, "storage": true}],
        },
    })
}

/// A current UpdateStatus with this report of one informer.
fn update_status(insights: &Value) -> Value {
    json!({
        "apiVersion": "config.openshift.io/v1beta1", "kind": "UpdateStatus",
        "metadata": {"name": "cluster", "resourceVersion": "9"},
        "status": {
            "heartbeatTime": jiff::Timestamp::now().to_string(),
            "controlPlane": {"updateInformers": [{"name": "mco", "state": "Answered", "insights": insights}]},
        },
    })
}

/// The objects of the recorded update, and these.
fn all(more: Vec<Value>) -> Vec<Value> {
    let kinds = [
        definition("UpdateStatus", "updatestatuses"),
        definition("UpdateInformer", "updateinformers"),
    ];
    objects().into_iter().chain([infrastructure()]).chain(kinds).chain(more).collect()
}

fn updating(more: Vec<Value>, hand: Hand) -> Server {
    Server::serve(Store::new(all(more)), hand, None)
}

/// The uids of insights of informers, in a report.
fn uids(report: &Value) -> Vec<&str> {
    let insights = report["insights"].as_array().unwrap().iter();
    insights.filter_map(|one| one["informer"]["uid"].as_str()).collect()
}

#[test]
fn informers_are_heard_at_the_price_of_no_other_request() {
    let with = updating(vec![update_status(&json!([insight("First")]))], served());
    let run = with.run(&["status"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("First is of concern: master-0 (mco)"), "{}", run.stdout);
    assert!(!run.stderr.contains("heartbeat"), "{}", run.stderr);
    let bare = updating(Vec::new(), served());
    let without = bare.run(&["status"]);
    assert!(!without.stdout.contains("mco") && !without.stderr.contains("UpdateStatus"));
    assert_eq!(with.requests().len(), bare.requests().len());
    assert!(!with.requests().iter().any(|line| line.contains("updateinformers")));
}

#[test]
fn the_first_two_reads_are_concurrent() {
    let arrived = Barrier::new(2);
    let server = Server::with(
        version(),
        Arc::new(move |request, _, _| {
            let path = request.uri().path();
            if path.contains("/clusterversions/") || path.contains("/updatestatuses/") {
                arrived.wait();
            }
            Step::Serve
        }),
    );
    assert_eq!(server.run(&["status", "--request-timeout", "10s"]).code, 0);
}

#[test]
fn an_update_status_that_cannot_be_read_is_a_note_and_says_how_much_is_known() {
    let said = |hand| {
        let run = updating(Vec::new(), hand).run(&["status", "-o", "json"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let report = run.json();
        let notes = report["notes"].as_array().unwrap().iter();
        let note = notes.filter_map(Value::as_str).find(|note| note.contains("UpdateStatus"));
        (note.map(str::to_owned), report["complete"].as_bool().unwrap())
    };
    let place = "/updatestatuses/";
    assert_eq!(said(without(place, 404)), (None, true));
    let forbidden = "cannot read the UpdateStatus: forbidden";
    assert_eq!(said(without(place, 403)), (Some(forbidden.to_owned()), true));
    let (note, complete) = said(without(place, 500));
    assert!(note.unwrap().starts_with("cannot read the UpdateStatus: ") && !complete);
    let other: Hand = Arc::new(move |request, _, _| {
        if request.uri().path().contains(place) {
            Step::Answer(StatusCode::OK, json!({"kind": "Surprise"}))
        } else {
            Step::Serve
        }
    });
    let (note, complete) = said(other);
    assert!(note.unwrap().contains("unexpected answer") && !complete);
}

/// The rest can be watched without it, and earlier insights do not end because it cannot be read.
#[test]
fn an_update_status_that_comes_and_goes_does_not_disturb_who_watches() {
    let run = Server::with(version(), without("/updatestatuses/", 500)).run(&["status", "--watch"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("cannot read the UpdateStatus"), "{}", run.stderr);

    let hidden = Arc::new(AtomicBool::new(false));
    let misses = Arc::new(AtomicUsize::new(0));
    let (gone, missed) = (hidden.clone(), misses.clone());
    let hand: Hand = Arc::new(move |request, _, _| {
        if !(request.uri().path().contains("/updatestatuses/") && gone.load(Ordering::SeqCst)) {
            return Step::Serve;
        }
        missed.fetch_add(1, Ordering::SeqCst);
        Step::Answer(StatusCode::INTERNAL_SERVER_ERROR, json!({}))
    });
    let told = update_status(&json!([insight("First")]));
    let kind = definition("UpdateStatus", "updatestatuses");
    let objects = [version(), infrastructure(), operator("dns"), operator("etcd"), kind, told];
    let server = Server::serve(Store::new(objects), hand, None);
    server.take_up();
    let run = server.run_while(&["status", "--watch", "-o", "json"], || {
        hidden.store(true, Ordering::SeqCst);
        server.update_operator("dns");
        until("it has missed something", || misses.load(Ordering::SeqCst) > 0);
        server.update_operator("etcd");
        server.complete();
    });
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let reports = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap());
    let reports: Vec<Value> = reports.collect();
    assert!(reports.iter().all(|one| one["updating"] == false || uids(one) == ["First"]));
    let last = reports.last().unwrap();
    assert_eq!((&last["updating"], uids(last)), (&json!(false), Vec::new()));
    let kept = json!("cannot read informer results. Showing the last known ones");
    assert!(last["notes"].as_array().unwrap().contains(&kept), "{last:#}");
}

#[test]
fn what_was_said_long_ago_is_said_to_be() {
    let mut old = update_status(&json!([insight("First")]));
    old["status"]["heartbeatTime"] = json!("2022-03-01T08:50:00Z");
    let run = updating(vec![old], served()).run(&["status"]);
    assert!(run.stdout.contains("First is of concern"), "{}", run.stdout);
    assert!(
        run.stderr.contains(
            "heartbeat of the update status controller was at \
         2022-03-01T08:50:00Z"
        ),
        "{}",
        run.stderr
    );
}

#[test]
fn machines_that_only_the_controller_knows_of_are_waited_for() {
    let mut told = update_status(&json!([]));
    let said = |kind: &str| json!({"type": kind, "status": "True", "reason": "WorkersUpdateActive", "message": "Two machines are left.", "lastTransitionTime": "2022-03-01T08:50:00Z"});
    told["status"]["workerPools"] = json!([{
        "kind": "MachineSet", "namespace": "machines", "name": "blue",
        "conditions": [said("UpdatePending"), said("UpdateActive")],
    }]);
    let kind = definition("UpdateStatus", "updatestatuses");
    let server =
        Server::serve(Store::new([version(), infrastructure(), kind, told]), served(), None);
    let run = server.run(&["status", "--exit-code"]);
    assert_eq!(run.code, 7, "{}{}", run.stdout, run.stderr);
    assert!(
        run.stdout.contains(
            "MachineSet machines/blue   Progressing   ?            Two machines are left."
        ),
        "{}",
        run.stdout
    );
}

fn informer(name: &str, reason: &str) -> Value {
    let online =
        json!({"type": "Online", "status": "False", "reason": reason, "message": "Please wait."});
    json!({
        "apiVersion": "config.openshift.io/v1beta1", "kind": "UpdateInformer",
        "metadata": {"name": name, "resourceVersion": "9"},
        "spec": {"clientConfig": {"service": {"name": "x", "namespace": "y"}}},
        "status": {"conditions": [online]},
    })
}

fn lists(server: &Server) -> usize {
    server.requests().iter().filter(|line| line.contains("/updateinformers")).count()
}

/// A server with an informer that is back at the second read, together with a new insight.
fn coming_back() -> Server {
    let looks = AtomicUsize::new(0);
    let back: Hand = Arc::new(move |request, _, service| {
        let looks_again = request.uri().path().contains("/updateinformers")
            && looks.fetch_add(1, Ordering::SeqCst) == 1;
        if looks_again {
            let fresh = update_status(&json!([insight("Fresh")]));
            service.with(|store| *store = Store::new(all(vec![fresh])));
        }
        Step::Serve
    });
    updating(vec![informer("slow", "InformerUpdating")], back)
}

#[test]
fn informers_that_update_themselves_are_waited_for_and_then_it_is_shown() {
    let server = coming_back();
    let run = server.run(&["status", "--wait"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("note: informer slow is updating: Please wait."), "{}", run.stderr);
    assert!(!run.stderr.contains("still updating"), "{}", run.stderr);
    assert!(run.stdout.contains("Fresh is of concern"), "{}", run.stdout);
    assert_eq!(lists(&server), 2);
}

#[test]
fn at_a_terminal_one_sees_who_is_waited_for() {
    let (screen, code) = at_a_terminal(&coming_back(), &["status", "--wait=1m"], "");
    let screen = plain(&screen);
    assert_eq!(code, 0, "{screen}");
    assert!(
        screen.contains("Waiting for slow") && screen.contains("Fresh is of concern"),
        "{screen}"
    );
}

#[test]
fn when_the_time_is_up_it_is_shown_and_said_who_is_missing() {
    let mut off = informer("off", "InformerUpdating");
    off["spec"]["enabled"] = json!(false);
    let all = vec![informer("slow", "InformerUpdating"), informer("sick", "Degraded"), off];
    let server = updating(all, served());
    let run = server.run(&["status", "--wait=1s", "-o", "json"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let report = run.json();
    let notes: Vec<&str> =
        report["notes"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let still: Vec<_> = notes.iter().filter(|note| note.contains("still updating")).collect();
    assert_eq!(still.len(), 1, "{notes:?}");
    assert!(still[0].starts_with("informer slow is still updating"), "{still:?}");
    let run = updating(Vec::new(), without("/updateinformers", 403)).run(&["status", "--wait"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stderr.contains("cannot wait for informers: cannot read update informers: forbidden"),
        "{}",
        run.stderr
    );
}

/// The test plays the controller: it stores what was collected for a plan.
#[tokio::test(flavor = "multi_thread")]
async fn what_an_informer_said_is_shown_while_the_update_runs_and_after_it() {
    let lab = Lab::serve(&["--scenario", "healthy", "--speed", "600"]);
    let informer = Informer::start(|_, _| {
        let mut lasting = insight("Lasting");
        lasting["remediation"]["resolved"] = json!(false);
        success(&json!([insight("Passing"), lasting]))
    });
    register(&lab, "mco", &informer).await;
    assert_eq!(lab.upgrade(&["pre-checks", "--version", "4.7.28"]).0, 3);
    let resource = |kind: &str| {
        ApiResource::from_gvk(&GroupVersionKind::gvk("config.openshift.io", "v1beta1", kind))
    };
    let client = lab.client().await;
    let plans: Api<DynamicObject> = Api::all_with(client.clone(), &resource("UpdatePlan"));
    let gathered = plans.get("update-plan-4.7.28").await.unwrap().data["status"].clone();
    let statuses: Api<DynamicObject> = Api::all_with(client, &resource("UpdateStatus"));
    let object = update_status(&json!([]));
    let mut bare = object.clone();
    bare["metadata"] = json!({"name": "cluster"});
    let bare = serde_json::from_value(bare).unwrap();
    statuses.create(&PostParams::default(), &bare).await.unwrap();
    let mut status = object["status"].clone();
    for part in ["controlPlane", "workerPools"] {
        status[part] = gathered[part].clone();
    }
    let patch = Patch::Merge(json!({"status": status}));
    statuses.patch_status("cluster", &PatchParams::default(), &patch).await.unwrap();

    let shown = || {
        let (code, stdout, stderr) = lab.upgrade(&["status", "-o", "json"]);
        assert_eq!(code, 0, "{stderr}");
        serde_json::from_str::<Value>(&stdout).unwrap()
    };
    assert_eq!(uids(&shown()), ["Lasting"], "nothing updates yet");
    let (code, _, stderr) = lab.upgrade(&["--to", "4.7.28", "--pre-checks=false"]);
    assert_eq!(code, 0, "{stderr}");
    let looks = (0..500).map(|_| shown());
    let during = looks.into_iter().find(|report| report["updating"] == true).unwrap();
    assert_eq!(uids(&during), ["Passing", "Lasting"]);
    assert_eq!(lab.upgrade(&["wait", "--for=workers"]).0, 0);
    let after = shown();
    assert_eq!((&after["updating"], uids(&after)), (&json!(false), vec!["Lasting"]), "{after:#}");
}
