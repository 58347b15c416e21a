//! Pre-checks end to end: informers behind the lab's proxy, plans in it, and requests that use
//! them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kube::api::{Api, ApiResource, DynamicObject, Patch, PatchParams, PostParams};
use kube::core::GroupVersionKind;
use serde_json::{Value, json};

use crate::common::informer::{Act, Informer, insight, success};
use crate::common::lab::Lab;
use crate::common::pre_checks::{open, pre_checks, register};

#[tokio::test(flavor = "multi_thread")]
async fn checked_refused_accepted_and_refused_again_until_all_is_accepted() {
    let lab = Lab::serve(&["--scenario", "healthy"]);
    let more = Arc::new(Mutex::new(vec![insight("First")]));
    let told = more.clone();
    let informer = Informer::start(move |_, _| success(&json!(*told.lock().unwrap())));
    register(&lab, "mco", &informer).await;

    let (code, report) = pre_checks(&lab, &[]);
    assert_eq!((code, open(&report)), (3, vec!["First"]), "{report:#}");
    assert_eq!(report["plan"]["place"], "UpdatePlan");
    let (code, _, stderr) = lab.upgrade(&["start", "--to", "4.7.28"]);
    assert_eq!(code, 3, "{stderr}");
    assert!(stderr.contains("1 pre-check insight for 4.7.28 is not accepted"), "{stderr}");
    assert!(stderr.contains("--to 4.7.28 --pre-checks=false"), "{stderr}");

    let (code, report) = pre_checks(&lab, &["--accept"]);
    assert_eq!((code, report["outcome"].as_str()), (0, Some("Accepted")), "{report:#}");
    assert_eq!(lab.upgrade(&["start", "--to", "4.7.28", "--dry-run"]).0, 0);

    more.lock().unwrap().push(insight("Second"));
    assert_eq!(lab.upgrade(&["start", "--to", "4.7.28", "--dry-run"]).0, 0, "it is not old yet");
    let (code, _, stderr) = lab.upgrade(&["start", "--to", "4.7.28", "--pre-checks"]);
    assert!(code == 3 && stderr.contains("Second is of concern"), "{stderr}");
    assert!(!stderr.contains("First is of concern"), "{stderr}");
    let id = open(&pre_checks(&lab, &[]).1).join("");
    let (code, report) = pre_checks(&lab, &[&format!("--accept={id}")]);
    assert_eq!(code, 0, "{report:#}");
    let (code, stdout, stderr) = lab.upgrade(&["start", "--to", "4.7.28"]);
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.starts_with("Requested update from 4.7.24 to 4.7.28"), "{stdout}");

    let asked = informer.asked.lock().unwrap();
    assert!(asked.iter().all(|(_, token, _)| !token), "an informer saw the token");
    drop(asked);
    let question = &informer.questions()[0];
    assert_eq!(question["kind"], "UpdatePlanInsightsRequest");
    assert_eq!(question["spec"]["targetControlPlaneVersion"], "4.7.28");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_accepted_is_withdrawn_and_waived() {
    let lab = Lab::serve(&["--scenario", "healthy"]);
    let informer = Informer::start(|_, _| success(&json!([insight("A"), insight("B")])));
    register(&lab, "mco", &informer).await;
    assert_eq!(pre_checks(&lab, &["--accept=A,B"]).0, 0);
    let (code, report) = pre_checks(&lab, &["--accept=-A"]);
    assert_eq!((code, open(&report)), (3, vec!["A"]));
    let (code, _, stderr) = lab.upgrade(&["--to", "4.7.28"]);
    assert!(code == 3 && stderr.contains("A is of concern"), "{stderr}");
    let (code, _, stderr) = lab.upgrade(&["pre-checks", "--version", "4.7.28", "--accept=C"]);
    assert!(code == 4 && stderr.contains("has no insight \"C\""), "{stderr}");
    let (code, _, stderr) = lab.upgrade(&["--to", "4.7.28", "--pre-checks=false"]);
    assert_eq!(code, 0, "{stderr}");
    assert!(stderr.contains("overridden by --pre-checks=false: 1 pre-check insight"), "{stderr}");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_version_the_only_plan_there_is_is_accepted() {
    let lab = Lab::serve(&["--scenario", "healthy"]);
    let informer = Informer::start(|_, _| success(&json!([insight("A")])));
    register(&lab, "mco", &informer).await;
    let accept = || lab.upgrade(&["pre-checks", "--accept=A"]);
    let (code, _, stderr) = accept();
    assert_eq!(code, 4, "there is none: {stderr}");
    assert!(stderr.contains("upgrade pre-checks --version VERSION"), "{stderr}");
    assert_eq!(pre_checks(&lab, &[]).0, 3);
    let (code, stdout, stderr) = accept();
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains("Pre-checks for the update from 4.7.24 to 4.7.28"), "{stdout}");
    lab.upgrade(&["pre-checks", "--version", "4.7.26"]);
    let (code, _, stderr) = accept();
    assert_eq!(code, 2, "there are two: {stderr}");
    let commands: Vec<&str> =
        stderr.lines().filter_map(|line| line.split_once("upgrade ")).map(|(_, it)| it).collect();
    let expected =
        ["4.7.28", "4.7.26"].map(|target| format!("pre-checks --version {target} --accept=A"));
    assert_eq!(commands, expected, "{stderr}");
    let words: Vec<&str> = commands[1].split(' ').collect();
    assert_eq!(lab.upgrade(&words).0, 0, "it works when pasted");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_plan_is_renewed_before_it_is_relied_on() {
    let lab = Lab::serve(&["--scenario", "healthy"]);
    let informer = Informer::start(|before, _| {
        let insights = if before == 0 { json!([]) } else { json!([insight("New")]) };
        success(&insights)
    });
    register(&lab, "mco", &informer).await;
    assert_eq!(pre_checks(&lab, &[]).0, 0);
    assert_eq!(lab.upgrade(&["--to", "4.7.28", "--dry-run"]).0, 0);
    assert_eq!(informer.questions().len(), 1, "it is fresh");
    let kind = GroupVersionKind::gvk("config.openshift.io", "v1beta1", "UpdatePlan");
    let plans: Api<DynamicObject> =
        Api::all_with(lab.client().await, &ApiResource::from_gvk(&kind));
    let old = jiff::Timestamp::now() - jiff::SignedDuration::from_mins(11);
    let old = Patch::Merge(json!({"status": {"collectedTime": old.to_string()}}));
    plans.patch_status("update-plan-4.7.28", &PatchParams::default(), &old).await.unwrap();
    let (code, _, stderr) = lab.upgrade(&["--to", "4.7.28"]);
    assert!(code == 3 && stderr.contains("New is of concern"), "{stderr}");
    let stored = plans.get("update-plan-4.7.28").await.unwrap();
    assert_eq!(stored.data["status"]["worstLevel"], "warning", "what was found is stored");
    let asked = informer.questions().len();
    assert_eq!(lab.upgrade(&["--to", "4.7.28"]).0, 3);
    assert_eq!(informer.questions().len(), asked, "it is fresh again");
}

/// The results of the cluster's informers: by name the state, and the uids of insights.
fn heard(report: &Value) -> BTreeMap<&str, (&str, Vec<&str>)> {
    let mut heard: BTreeMap<&str, (&str, Vec<&str>)> = BTreeMap::new();
    for informer in report["informers"].as_array().unwrap() {
        if informer["builtIn"] == false {
            let state = informer["state"].as_str().unwrap();
            heard.insert(informer["name"].as_str().unwrap(), (state, Vec::new()));
        }
    }
    for insight in report["insights"].as_array().unwrap() {
        if let Some((_, uids)) = heard.get_mut(insight["informer"].as_str().unwrap()) {
            uids.push(insight["uid"].as_str().unwrap());
        }
    }
    heard
}

/// All at once, so that the slow ones are waited for together.
#[tokio::test(flavor = "multi_thread")]
async fn every_informer_answers_or_is_reported() {
    let lab = Lab::serve(&["--scenario", "healthy"]);
    let wait = || Act::Answer(json!({"status": {"response": "Wait", "message": "Gathering."}}));
    let failure = |insights: Value| {
        Act::Answer(
            json!({"spec": {"insights": insights}, "status": {"response": "Failure", "message": "It broke."}}),
        )
    };
    let informers: Vec<(&str, Informer)> =
        vec![
            ("success", Informer::start(|_, _| success(&json!([insight("Plain")])))),
            (
                "patient",
                Informer::start(move |before, _| {
                    if before < 2 { wait() } else { success(&json!([insight("Late")])) }
                }),
            ),
            ("endless", Informer::start(move |_, _| wait())),
            ("failing", Informer::start(move |_, _| failure(json!([])))),
            ("explaining", Informer::start(move |_, _| failure(json!([insight("Because")])))),
            ("hanging", Informer::start(|_, _| Act::Hang)),
            ("broken", Informer::start(|_, _| Act::Status(500))),
            ("huge", Informer::start(|_, _| Act::Raw(vec![b' '; 10 << 20]))),
            ("garbled", Informer::start(|_, _| Act::Raw(b"<html>".to_vec()))),
            ("odd", Informer::start(|_, _| success(&json!([insight("Fine"), {"uid": ""}])))),
            (
                "leaving",
                Informer::start(move |before, _| if before == 0 { wait() } else { Act::Vanish }),
            ),
        ];
    for (name, informer) in &informers {
        register(&lab, name, informer).await;
    }
    let (code, report) = pre_checks(&lab, &["--wait", "14s"]);
    assert_eq!(code, 3);
    let heard = heard(&report);
    let expected: [(&str, &str, &[&str]); 11] = [
        ("broken", "Failed", &["InformerFailed"]),
        ("endless", "TimedOut", &["InformerTimeout"]),
        ("explaining", "Failed", &["Because"]),
        ("failing", "Failed", &["InformerFailed"]),
        ("garbled", "Invalid", &["InformerInvalid"]),
        ("hanging", "TimedOut", &["InformerTimeout"]),
        ("huge", "Invalid", &["InformerInvalid"]),
        ("leaving", "Offline", &["InformerOffline"]),
        ("odd", "Invalid", &["Fine", "InformerInvalid"]),
        ("patient", "Answered", &["Late"]),
        ("success", "Answered", &["Plain"]),
    ];
    for (name, state, uids) in expected {
        assert_eq!(heard[name], (state, uids.to_vec()), "{name}");
    }
    assert_eq!(informers[1].1.questions().len(), 3, "it was queried until it had collected all");
}

#[tokio::test(flavor = "multi_thread")]
async fn informers_that_change_their_uids_are_asked_about_again_and_again() {
    let lab = Lab::serve(&["--scenario", "healthy"]);
    let restless = Informer::start(|before, _| success(&json!([insight(&format!("Uid{before}"))])));
    let moving = Informer::start(|before, _| {
        let mut moving = insight("Moving");
        moving["scope"]["resources"][0]["name"] = json!(format!("node-{before}"));
        success(&json!([moving]))
    });
    register(&lab, "restless", &restless).await;
    register(&lab, "moving", &moving).await;
    let (_, report) = pre_checks(&lab, &["--accept"]);
    assert_eq!(report["warnings"], json!([]));
    assert!(open(&report).is_empty());
    let (code, report) = pre_checks(&lab, &[]);
    assert_eq!((code, open(&report)), (3, vec!["Moving", "Uid1"]));
    let warning = report["warnings"][0].as_str().unwrap();
    assert!(warning.starts_with("moving reports other objects than before"), "{warning}");
    assert_eq!(report["warnings"].as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn informers_that_are_off_or_have_no_service_are_not_asked() {
    let lab = Lab::serve(&["--scenario", "healthy"]);
    let informer = Informer::start(|_, _| success(&json!([insight("A")])));
    register(&lab, "mco", &informer).await;
    let (code, _, stderr) = lab.run(
        "kubectl",
        &[
            "patch",
            "updateinformer",
            "mco",
            "--type",
            "merge",
            "-p",
            "{\"spec\":{\"enabled\":false}}",
        ],
    );
    assert_eq!(code, 0, "{stderr}");
    let (code, report) = pre_checks(&lab, &[]);
    assert_eq!((code, open(&report)), (0, Vec::new()), "{report:#}");
    let informers = report["informers"].as_array().unwrap();
    let mco = informers.iter().find(|informer| informer["name"] == "mco").unwrap();
    assert_eq!(mco["state"], "Disabled");
    assert!(informer.asked.lock().unwrap().is_empty());
    let on = "{\"spec\":{\"enabled\":true,\"clientConfig\":{\"service\":{\"name\":\"gone\"}}}}";
    lab.run("kubectl", &["patch", "updateinformer", "mco", "--type", "merge", "-p", on]);
    let (code, report) = pre_checks(&lab, &[]);
    assert_eq!((code, open(&report)), (3, vec!["InformerOffline"]), "{report:#}");
}

#[tokio::test(flavor = "multi_thread")]
async fn pools_in_a_plan_differ_from_others_of_that_name() {
    let lab = Lab::serve(&["--scenario", "healthy"]);
    let client = lab.client().await;
    let create = async |group: &str, object: Value| {
        let (_, version) = object["apiVersion"].as_str().unwrap().split_once('/').unwrap();
        let kind = GroupVersionKind::gvk(group, version, object["kind"].as_str().unwrap());
        let api: Api<DynamicObject> = match object["metadata"]["namespace"].as_str() {
            Some(home) => Api::namespaced_with(client.clone(), home, &ApiResource::from_gvk(&kind)),
            None => Api::all_with(client.clone(), &ApiResource::from_gvk(&kind)),
        };
        let object = serde_json::from_value(object).unwrap();
        api.create(&PostParams::default(), &object).await.unwrap().metadata.uid.unwrap()
    };
    let machines = "machine.openshift.io";
    let set = json!({"apiVersion": "machine.openshift.io/v1beta1", "kind": "MachineSet", "metadata": {"name": "blue", "namespace": "default"}, "spec": {}});
    let uid = create(machines, set).await;
    let informer = Informer::start(|_, _| {
        let mut about = insight("A");
        about["scope"] = json!({
            "type": "WorkerPool",
            "workerPool": [
                {"kind": "MachineConfigPool", "name": "worker"},
                {"kind": "MachineSet", "namespace": "default", "name": "blue"},
                {"kind": "MachineSet", "namespace": "default", "name": "gone"},
            ],
        });
        success(&json!([about]))
    });
    register(&lab, "mco", &informer).await;
    assert_eq!(pre_checks(&lab, &[]).0, 3);
    let kind = |group: &str, version: &str, kind: &str| {
        let resource = ApiResource::from_gvk(&GroupVersionKind::gvk(group, version, kind));
        Api::<DynamicObject>::all_with(client.clone(), &resource)
    };
    let pools = kind("machineconfiguration.openshift.io", "v1", "MachineConfigPool");
    let worker = pools.get("worker").await.unwrap().metadata.uid.unwrap();
    let plans = kind("config.openshift.io", "v1beta1", "UpdatePlan");
    let plan = plans.get("update-plan-4.7.28").await.unwrap();
    let stored: Vec<[&str; 3]> = plan.data["status"]["workerPools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|pool| ["name", "apiVersion", "uid"].map(|it| pool[it].as_str().unwrap_or_default()))
        .collect();
    let expected = [
        ["worker", "machineconfiguration.openshift.io/v1", worker.as_str()],
        ["blue", "machine.openshift.io/v1beta1", uid.as_str()],
        ["gone", "machine.openshift.io/v1beta1", ""],
    ];
    assert_eq!(stored, expected, "{:#}", plan.data);
}

/// The test plays the controller.
#[tokio::test(flavor = "multi_thread")]
async fn a_controller_that_is_alive_is_waited_for() {
    let lab = Arc::new(Lab::serve(&["--scenario", "healthy"]));
    let informer = Informer::start(|_, _| success(&json!([insight("A")])));
    register(&lab, "mco", &informer).await;
    let now = || jiff::Timestamp::now().to_string();
    let resource = |kind: &str| {
        ApiResource::from_gvk(&GroupVersionKind::gvk("config.openshift.io", "v1beta1", kind))
    };
    let client = lab.client().await;
    let statuses: Api<DynamicObject> = Api::all_with(client.clone(), &resource("UpdateStatus"));
    let plans: Api<DynamicObject> = Api::all_with(client, &resource("UpdatePlan"));
    let status = json!({"apiVersion": "config.openshift.io/v1beta1", "kind": "UpdateStatus", "metadata": {"name": "cluster"}});
    let status = serde_json::from_value(status).unwrap();
    statuses.create(&PostParams::default(), &status).await.unwrap();
    let alive = Patch::Merge(json!({"status": {"heartbeatTime": now()}}));
    statuses.patch_status("cluster", &PatchParams::default(), &alive).await.unwrap();
    let controller = async {
        loop {
            tokio::time::sleep(Duration::from_millis(200)).await;
            let status = json!({"collectedTime": now(), "collectedBy": "the controller", "controlPlaneVersion": "4.7.24"});
            let patch = Patch::Merge(json!({"status": status}));
            let _ = plans.patch_status("update-plan-4.7.28", &PatchParams::default(), &patch).await;
        }
    };
    let ours = lab.clone();
    let checking = tokio::task::spawn_blocking(move || pre_checks(&ours, &["--wait", "20s"]));
    let (code, report) = tokio::select! {
        () = controller => unreachable!("it does not end"),
        checked = checking => checked.unwrap(),
    };
    assert_eq!((code, report["plan"]["collectedBy"].as_str()), (0, Some("the controller")));
    assert!(informer.asked.lock().unwrap().is_empty(), "the controller asks them");
    let silent = Patch::Merge(json!({"status": {"heartbeatTime": "2021-01-01T00:00:00Z"}}));
    statuses.patch_status("cluster", &PatchParams::default(), &silent).await.unwrap();
    let (code, report) = pre_checks(&lab, &[]);
    assert_eq!((code, open(&report)), (3, vec!["A"]), "one that is gone is not waited for");
}

mod places {
    //! Where plans are stored on clusters without the kind, or without permission.

    use http::{Method, StatusCode};
    use serde_json::{Value, json};
    use upgrade_lab::Store;

    use crate::common::Run;
    use crate::common::pre_checks::open;
    use crate::common::server::{Server, Step, infrastructure, version};
    use crate::common::terminal::{at_a_terminal, plain};
    use std::sync::Arc;

    const PLAN: &str = "/updateplans/update-plan-4.10.6";
    const MAP: &str = "/configmaps/update-plan-4.10.6";

    fn namespace() -> Value {
        json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "openshift-config", "resourceVersion": "1"}})
    }

    /// A server without UpdatePlans, and with or without a namespace for ConfigMaps.
    fn server(others: Vec<Value>) -> Server {
        let objects = [version(), infrastructure()].into_iter().chain(others);
        Server::serve(Store::new(objects), Arc::new(|_, _, _| Step::Serve), None)
    }

    fn checked(server: &Server, words: &[&str]) -> (i32, Value) {
        let words = [&["pre-checks", "--version", "4.10.6", "-o", "json"], words].concat();
        let Run { code, stdout, stderr, .. } = server.run(&words);
        (code, serde_json::from_str(&stdout).unwrap_or_else(|_| unreachable!("{stdout}{stderr}")))
    }

    #[test]
    fn without_the_kind_a_plan_is_a_config_map_and_counts_as_much() {
        let server = server(vec![namespace()]);
        assert_eq!(server.run(&["--to", "4.10.6", "--dry-run"]).code, 0, "there is no plan");
        let (code, report) = checked(&server, &[]);
        assert_eq!(code, 3, "{report:#}");
        assert_eq!(report["plan"]["place"], "ConfigMap");
        assert_eq!(report["plan"]["because"], json!(["the cluster has no updateplans"]));
        let run = server.run(&["--to", "4.10.6"]);
        assert!(run.code == 3 && run.stderr.contains("is not accepted"), "{}", run.stderr);
        let (code, report) = checked(&server, &["--accept"]);
        assert_eq!((code, open(&report).len()), (0, 0), "{report:#}");
        let run = server.run(&["--to", "4.10.6"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
    }

    #[test]
    fn without_a_place_in_the_cluster_a_plan_is_a_file_and_counts_as_much() {
        let server = server(Vec::new());
        let (code, report) = checked(&server, &[]);
        assert_eq!((code, report["plan"]["place"].as_str()), (3, Some("File")), "{report:#}");
        let file = report["plan"]["location"].as_str().unwrap().to_owned();
        let home = server.home().join(".local/state/upgrade/plans");
        assert!(std::path::Path::new(&file).starts_with(home), "{file}");
        assert_eq!(server.run(&["--to", "4.10.6"]).code, 3);
        std::fs::write(&file, "{").unwrap();
        let run = server.run(&["--to", "4.10.6"]);
        assert!(
            run.code == 3
                && run.stderr.contains("cannot read the pre-check plan for 4.10.6: cannot read"),
            "{}",
            run.stderr
        );
        std::fs::remove_file(&file).unwrap();
        assert_eq!(checked(&server, &["--accept"]).0, 0);
        let run = server.run(&["--to", "4.10.6"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
    }

    /// A plan that was collected this many days ago.
    fn plan(target: &str, days: i64) -> Value {
        let at = jiff::Timestamp::now() - jiff::SignedDuration::from_hours(24 * days);
        json!({
            "kind": "UpdatePlan", "spec": {"targetRelease": target, "acceptedInsights": []},
            "status": {"collectedTime": at.to_string(), "collectedBy": "upgrade", "controlPlaneVersion": "4.10.5"},
        })
    }

    fn map(name: &str, plan: &str, by: &str) -> Value {
        let labels = json!({"app.kubernetes.io/managed-by": by});
        json!({
            "apiVersion": "v1", "kind": "ConfigMap", "data": {"plan": plan},
            "metadata": {"namespace": "openshift-config", "name": name, "labels": labels, "resourceVersion": "1"},
        })
    }

    /// By target and age: the current version, earlier ones, unused ones; and those that may still
    /// be needed.
    const SPENT: [(&str, i64); 3] = [("4.10.5", 0), ("4.10.4", 2), ("4.10.9", 31)];
    const NEEDED: [(&str, i64); 3] = [("4.10.3", 0), ("4.10.8", 29), ("4.10.7", 0)];

    #[test]
    fn config_maps_of_plans_that_are_not_needed_are_deleted() {
        let ours = |(target, days): (&str, i64)| {
            map(&format!("update-plan-{target}"), &plan(target, days).to_string(), "upgrade")
        };
        let old = plan("4.10.1", 100).to_string();
        let others = [
            namespace(),
            map("update-plan-4.10.1", &old, "somebody"),
            map("update-plan-4.10.0", "{", "upgrade"),
            map("something", &old, "upgrade"),
        ];
        let objects = others.into_iter().chain(SPENT.map(ours)).chain(NEEDED.map(ours));
        let server = server(objects.collect());
        let deleted = |server: &Server| {
            let requests = server.requests().into_iter();
            let deleted = requests.filter(|line| line.starts_with("DELETE"));
            deleted.map(|line| line.rsplit_once('/').unwrap().1.to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(checked(&server, &["--dry-run"]).1["pruned"], json!([]));
        assert!(deleted(&server).is_empty(), "nothing is deleted by a dry run");
        let (_, report) = checked(&server, &[]);
        let mut gone = deleted(&server);
        gone.sort();
        assert_eq!(gone, ["update-plan-4.10.4?", "update-plan-4.10.5?", "update-plan-4.10.9?"]);
        assert_eq!(report["pruned"].as_array().unwrap().len(), 3, "{report:#}");
        let bad = report["warnings"][0].as_str().unwrap();
        assert!(bad.contains("configmaps/update-plan-4.10.0"), "{report:#}");
        assert_eq!(checked(&server, &[]).1["pruned"], json!([]), "once");
    }

    #[test]
    fn who_may_not_delete_plans_leaves_them_to_others() {
        let hand = |request: &http::Request<Vec<u8>>, _: usize, _: &_| {
            let lists = request.uri().query().is_some_and(|query| query.contains("managed-by"));
            if lists || request.method() == Method::DELETE {
                let body = json!({"kind": "Status", "code": 403, "message": "no"});
                Step::Answer(StatusCode::FORBIDDEN, body)
            } else {
                Step::Serve
            }
        };
        let objects = [version(), infrastructure(), namespace()];
        let server = Server::serve(Store::new(objects), Arc::new(hand), None);
        let (_, report) = checked(&server, &[]);
        assert_eq!((&report["pruned"], &report["warnings"]), (&json!([]), &json!([])));
    }

    #[test]
    fn files_of_plans_that_are_not_needed_are_deleted() {
        let server = server(Vec::new());
        let folder = server.home().join(".local/state/upgrade/plans");
        let folder = folder.join(version()["spec"]["clusterID"].as_str().unwrap());
        std::fs::create_dir_all(&folder).unwrap();
        for (target, days) in SPENT.into_iter().chain(NEEDED) {
            let file = folder.join(format!("update-plan-{target}.json"));
            std::fs::write(file, plan(target, days).to_string()).unwrap();
        }
        std::fs::write(folder.join("notes.json"), "mine").unwrap();
        let run = server.run(&["pre-checks", "--version", "4.10.6"]);
        assert_eq!(run.code, 3, "{}", run.stderr);
        let note = format!("note: deleted {}", folder.join("update-plan-4.10.4.json").display());
        assert!(run.stderr.contains(&note), "{}", run.stderr);
        let mut left: Vec<String> = std::fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        let plans = ["4.10.3", "4.10.6", "4.10.7", "4.10.8"];
        let plans = plans.map(|target| format!("update-plan-{target}.json"));
        assert_eq!(left, [&["notes.json".to_owned()], &plans[..]].concat());
    }

    #[test]
    fn without_a_place_to_store_nothing_can_be_accepted() {
        let server = server(Vec::new());
        std::fs::write(server.home().join(".local"), "not a directory").unwrap();
        let (code, report) = checked(&server, &[]);
        assert_eq!((code, report["plan"]["place"].as_str()), (3, Some("Nowhere")), "{report:#}");
        let run = server.run(&["pre-checks", "--version", "4.10.6", "--accept"]);
        assert_eq!(run.code, 1, "{}", run.stderr);
        assert!(run.stderr.contains("the plan cannot be stored"), "{}", run.stderr);
    }

    #[test]
    fn at_a_terminal_one_is_asked_what_is_to_be_accepted() {
        let words = ["pre-checks", "--version", "4.10.6", "--accept"];
        for (answer, code) in [("n\n", 3), ("y\n", 0)] {
            let server = server(vec![namespace()]);
            let (screen, ended) = at_a_terminal(&server, &words, answer);
            let screen = plain(&screen);
            assert_eq!(ended, code, "{screen}");
            assert!(screen.contains("Accept 1 insight for the update"), "{screen}");
            assert!(screen.contains("Unknown: Not checked: alerts"), "{screen}");
            let open = open(&checked(&server, &[]).1).len();
            assert_eq!(open, usize::from(code == 3), "{screen}");
        }
    }

    #[test]
    fn nothing_is_stored_by_a_dry_run() {
        let server = server(vec![namespace()]);
        let (code, report) = checked(&server, &["--accept", "--dry-run"]);
        assert_eq!((code, report["outcome"].as_str()), (0, Some("DryRun")), "{report:#}");
        let writes = server.requests().into_iter().filter(|line| !line.starts_with("GET"));
        assert_eq!(writes.count(), 0);
        assert!(!server.home().join(".local").exists());
    }

    /// The result of a request if looking up the plan ends like this.
    fn with_plan_answered(step: Step) -> Run {
        let hand = move |request: &http::Request<Vec<u8>>, _: usize, _: &_| {
            let path = request.uri().path();
            let plan = path.ends_with(PLAN) || path.ends_with(MAP);
            if request.method() == Method::GET && plan { step.clone() } else { Step::Serve }
        };
        let server = Server::with(version(), Arc::new(hand));
        let run = server.run(&["--to", "4.10.6", "--request-timeout", "2s"]);
        assert_eq!(server.patches().len(), usize::from(run.code == 0));
        run
    }

    #[test]
    fn a_plan_that_cannot_be_read_is_a_refusal_and_only_403_and_404_are_none() {
        let status = |code: u16| {
            let body = json!({"kind": "Status", "code": code, "message": "so it says"});
            Step::Answer(StatusCode::from_u16(code).unwrap(), body)
        };
        for code in [403, 404] {
            let run = with_plan_answered(status(code));
            assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{code}");
        }
        let object = |spec: Value| {
            let metadata = json!({"name": "update-plan-4.10.6", "resourceVersion": "9"});
            Step::Answer(
                StatusCode::OK,
                json!({"kind": "UpdatePlan", "metadata": metadata, "spec": spec}),
            )
        };
        for (step, said) in [
            (status(401), "unauthorized (401)"),
            (status(500), "answered 500: so it says"),
            (Step::Vanish, "lost the connection"),
            (Step::Hang, "did not answer within 2s"),
            (
                Step::Raw(StatusCode::OK, ("content-type", "text/html"), b"<html>".to_vec()),
                "is not a Kubernetes object",
            ),
            (object(json!({})), "spec: missing field `targetRelease`"),
            (object(json!({"targetRelease": 4})), "spec.targetRelease: invalid type"),
            (object(json!({"targetRelease": "4.10.7"})), "is the plan for \"4.10.7\""),
        ] {
            let run = with_plan_answered(step);
            assert_eq!(run.code, 3, "{said}: {}", run.stderr);
            assert!(
                run.stderr.contains("cannot read the pre-check plan for 4.10.6"),
                "{}",
                run.stderr
            );
            assert!(run.stderr.contains(said), "{} does not contain {said}", run.stderr);
        }
    }

    #[test]
    fn insights_that_come_up_meanwhile_are_not_accepted_unseen() {
        let hand = |request: &http::Request<Vec<u8>>, _: usize, service: &upgrade_lab::Service| {
            // Another client collects again just before the acceptance is written.
            let body = String::from_utf8_lossy(request.body()).into_owned();
            if request.method() == Method::PATCH && body.contains("\\\"accepted\\\": true") {
                service.with(|store| {
                    store.change("configmaps", "update-plan-4.10.6", |map| {
                        let plan = map["data"]["plan"].as_str().unwrap();
                        map["data"]["plan"] =
                            json!(plan.replace("Not checked: alerts", "Something else"));
                    });
                });
            }
            Step::Serve
        };
        let objects = [version(), infrastructure(), namespace()];
        let server = Server::serve(Store::new(objects), Arc::new(hand), None);
        let (code, report) = checked(&server, &["--accept"]);
        assert_eq!((code, report["outcome"].as_str()), (3, Some("Changed")), "{report:#}");
        assert!(!open(&report).is_empty());
    }

    /// A server that answers writes with this method like this.
    fn writes_answered(method: &Method, step: Step) -> Server {
        let method = method.clone();
        let hand = move |request: &http::Request<Vec<u8>>, _: usize, _: &_| {
            if *request.method() == method { step.clone() } else { Step::Serve }
        };
        let objects = [version(), infrastructure(), namespace()];
        Server::serve(Store::new(objects), Arc::new(hand), None)
    }

    #[test]
    fn a_lost_answer_to_a_plan_is_looked_up_and_never_sent_again() {
        let sent = |server: &Server, method: &Method| {
            let requests = server.requests().into_iter();
            requests.filter(|line| line.starts_with(method.as_str())).count()
        };
        for method in [Method::POST, Method::PATCH] {
            let server = writes_answered(&method, Step::ServeAndVanish);
            let (code, report) = checked(&server, &["--accept"]);
            assert_eq!((code, report["outcome"].as_str()), (0, Some("Accepted")), "{report:#}");
            assert_eq!(
                (report["plan"]["place"].as_str(), sent(&server, &method)),
                (Some("ConfigMap"), 1)
            );
            let server = writes_answered(&method, Step::Vanish);
            let run = server.run(&["pre-checks", "--version", "4.10.6", "--accept"]);
            assert_eq!((run.code, sent(&server, &method)), (1, 1), "{}", run.stderr);
        }
        let server = writes_answered(&Method::PATCH, Step::Vanish);
        let run = server.run(&["pre-checks", "--version", "4.10.6", "--accept"]);
        assert!(run.stderr.contains("the plan was not changed"), "{}", run.stderr);
    }
}
