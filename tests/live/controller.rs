//! `upgrade controller` in the lab: plans and the UpdateStatus are maintained, through outages.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use kube::api::{DynamicObject, Patch, PatchParams, PostParams};
use serde_json::{Value, json};

use crate::common::controller::{Controller, conditions, objects, status_that};
use crate::common::informer::{Act, Informer, insight, success};
use crate::common::lab::Lab;
use crate::common::pre_checks::{open, pre_checks, register};
use crate::common::until;

#[tokio::test(flavor = "multi_thread")]
async fn pre_checks_show_what_the_controller_has_collected() {
    let lab = Lab::serve(&["--scenario", "healthy"]);
    let more = Arc::new(Mutex::new(vec![insight("First")]));
    let told = more.clone();
    let informer = Informer::start(move |_, _| success(&json!(*told.lock().unwrap())));
    register(&lab, "mco", &informer).await;
    let mut controller = Controller::start(&lab.kubeconfig, &[]);
    status_that(&lab, |status| status["heartbeatTime"].is_string()).await;

    let (code, report) = pre_checks(&lab, &[]);
    assert_eq!((code, open(&report)), (3, vec!["First"]), "{report:#}");
    let by = report["plan"]["collectedBy"].as_str().unwrap();
    assert!(by.starts_with("upgrade controller "), "{report:#}");
    assert_eq!(lab.upgrade(&["start", "--to", "4.7.28"]).0, 3);
    assert_eq!(pre_checks(&lab, &["--accept"]).0, 0);
    more.lock().unwrap().push(insight("Second"));
    let (code, report) = pre_checks(&lab, &[]);
    assert_eq!((code, open(&report)), (3, vec!["Second"]), "{report:#}");
    assert_eq!(lab.upgrade(&["start", "--to", "4.7.28"]).0, 3, "a new insight, a new acceptance");
    assert_eq!(pre_checks(&lab, &["--accept=Second"]).0, 0);
    let (code, _, stderr) = lab.upgrade(&["start", "--to", "4.7.28"]);
    assert_eq!(code, 0, "{stderr}");
    assert!(
        informer.questions().iter().all(|asked| asked["kind"] == "UpdatePlanInsightsRequest"),
        "no update was in progress"
    );
    controller.signal(rustix::process::Signal::TERM);
    assert_eq!(controller.ended(), Some(0));
    let gone = status_that(&lab, |_| true).await;
    assert!(gone["heartbeatTime"].is_null(), "no client waits for it any more: {gone:#}");
    assert!(gone["endedTime"].is_string(), "and it does not look like one that never beats");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_update_is_followed_and_what_is_unresolved_stays() {
    let lab = Lab::serve(&["--scenario", "updating", "--speed", "300"]);
    let is_mended = Arc::new(AtomicBool::new(false));
    let mended = is_mended.clone();
    let informer = Informer::start(move |_, _| {
        if mended.load(Ordering::SeqCst) {
            return success(&json!([]));
        }
        let mut lasting = insight("Lasting");
        lasting["remediation"]["resolved"] = false.into();
        let mut about_machines = insight("Rebooting");
        about_machines["impact"]["level"] = "status".into();
        about_machines["scope"] = json!({
            "type": "WorkerPool",
            "workerPool": [{"kind": "MachineSet", "namespace": "openshift-machine-api", "name": "a"}],
        });
        success(&json!([lasting, about_machines]))
    });
    register(&lab, "mco", &informer).await;
    let controller = Controller::start(&lab.kubeconfig, &[]);
    let told = |status: &Value| status["workerPools"].as_array().is_some_and(|all| all.len() == 2);
    let status = status_that(&lab, told).await;
    let plane = &status["controlPlane"];
    assert_eq!(
        conditions(plane),
        ["UpdatePending=True ReleaseNotReconciled", "UpdateActive=True ControlPlaneUpdateActive"]
    );
    let names: Vec<_> =
        plane["updateInformers"].as_array().unwrap().iter().map(|i| &i["name"]).collect();
    assert_eq!(names, ["update-progress", "mco"]);
    let [pool, set] = status["workerPools"].as_array().unwrap().as_slice() else { unreachable!() };
    assert_eq!((&pool["kind"], &pool["name"]), (&json!("MachineConfigPool"), &json!("worker")));
    assert_eq!(conditions(pool)[0], "UpdatePending=True WorkerDoesNotMatchRelease");
    assert_eq!((&set["kind"], &set["name"]), (&json!("MachineSet"), &json!("a")));
    assert_eq!(conditions(set)[1], "UpdateActive=Unknown CannotDetermine", "there is no such set");
    let asked = informer.questions();
    assert_eq!(asked[0]["kind"], "UpdateInsightsRequest");
    assert_eq!(asked[0]["spec"]["controlPlaneVersion"], "4.6.23");
    assert_eq!(asked[0]["spec"]["targetControlPlaneVersion"], "4.6.43");

    let (_, shown, _) = lab.upgrade(&["status", "-o", "json"]);
    let shown: Value = serde_json::from_str(&shown).unwrap();
    let told = shown["insights"].as_array().unwrap().iter();
    let told: Vec<_> = told.filter(|one| one["summary"] == "Lasting is of concern").collect();
    assert_eq!(told.len(), 1, "{shown:#}");
    assert_eq!(shown["otherPools"][0]["pool"]["name"], "a", "{shown:#}");

    let done = |status: &Value| {
        let pools = status["workerPools"].as_array().unwrap();
        pools.len() == 1 && conditions(&pools[0])[0] == "UpdatePending=False ReleaseReconciled"
    };
    let status = status_that(&lab, done).await;
    assert_eq!(conditions(&status["controlPlane"])[0], "UpdatePending=False ReleaseReconciled");
    let [left] = status["controlPlane"]["updateInformers"].as_array().unwrap().as_slice() else {
        unreachable!("{status:#}")
    };
    assert_eq!((&left["name"], &left["insights"][0]["uid"]), (&json!("mco"), &json!("Lasting")));
    assert!(!controller.has_said("warning"));
    let (_, shown, _) = lab.upgrade(&["status"]);
    assert!(shown.contains("Lasting is of concern"), "{shown}");
    assert!(!shown.contains("Rebooting is of concern"), "{shown}");

    // Its informer is still queried, slowly; here the time passes at once.
    drop(controller);
    is_mended.store(true, Ordering::SeqCst);
    let asked = informer.questions().len();
    let long_ago = jiff::Timestamp::now() - jiff::SignedDuration::from_mins(5);
    let patch = Patch::Merge(json!({"status": {"askedTime": long_ago.to_string()}}));
    let statuses = objects(&lab, "UpdateStatus").await;
    statuses.patch_status("cluster", &PatchParams::default(), &patch).await.unwrap();
    let _controller = Controller::start(&lab.kubeconfig, &[]);
    let resolved = |status: &Value| {
        status["controlPlane"]["updateInformers"].as_array().is_some_and(Vec::is_empty)
    };
    let status = status_that(&lab, resolved).await;
    assert_ne!(status["askedTime"], json!(long_ago.to_string()));
    assert_eq!(informer.questions()[asked]["kind"], "UpdateInsightsRequest");
    assert!(!lab.upgrade(&["status"]).1.contains("Lasting is of concern"));
}

#[tokio::test(flavor = "multi_thread")]
async fn informers_update_themselves_on_request() {
    let lab = Lab::serve(&["--scenario", "updating", "--speed", "1"]);
    let (code, _, stderr) = lab.upgrade(&["status", "--informer-update"]);
    assert!(code == 1 && stderr.contains("no update status controller is running"), "{stderr}");
    let informer = Informer::start(|_, _| success(&json!([insight("A")])));
    register(&lab, "mco", &informer).await;
    let _controller = Controller::start(&lab.kubeconfig, &[]);
    let updates = || -> Vec<bool> {
        let questions = informer.questions();
        questions.iter().map(|asked| asked["spec"]["informerUpdate"].as_bool().unwrap()).collect()
    };
    until("it is asked", || !updates().is_empty());
    assert!(!updates().contains(&true), "it was not requested");
    let (code, stdout, stderr) = lab.upgrade(&["status", "--informer-update"]);
    assert!(code == 0 && stdout.contains("A is of concern"), "{stdout}{stderr}");
    assert!(!stderr.contains("has not queried informers"), "{stderr}");
    assert_eq!(updates().iter().filter(|update| **update).count(), 1, "once");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_informer_that_only_reads_addresses_is_heard_of_an_update() {
    let lab = Lab::serve(&["--scenario", "updating", "--speed", "1"]);
    let bodies = Mutex::new(0);
    let informer = Informer::start(move |_, body| {
        let mut bodies = bodies.lock().unwrap();
        *bodies += u32::from(!body.is_null());
        match (body.is_null(), *bodies % 2) {
            (true, _) => success(&json!([insight("Sketched")])),
            (false, 1) => Act::Status(405),
            (false, _) => Act::Status(400),
        }
    });
    register(&lab, "mco", &informer).await;
    let _controller = Controller::start(&lab.kubeconfig, &[]);
    let informers = "/controlPlane/updateInformers/1/insights/0/uid";
    status_that(&lab, |status| status.pointer(informers) == Some(&json!("Sketched"))).await;
    let asked = informer.asked.lock().unwrap();
    let lines: Vec<&str> = asked.iter().map(|(line, ..)| line.as_str()).collect();
    let path = "/hooks.config.openshift.io/v1alpha1/updateInsights";
    assert_eq!(lines[1..3], [format!("POST {path}"), format!("GET {path}")]);
    assert!(lines[3].starts_with(&format!("GET {path}?clusterID=")), "{lines:?}");
    assert!(lines[3].contains("&targetControlPlaneVersion=4.6.43&informerUpdate=false"));
}

#[tokio::test(flavor = "multi_thread")]
async fn plans_that_are_not_needed_are_deleted_and_odd_ones_are_kept() {
    let lab = Lab::serve(&["--scenario", "healthy"]);
    let plans = objects(&lab, "UpdatePlan").await;
    let plan = |name: &str, target: &str| {
        let object = json!({
            "apiVersion": "config.openshift.io/v1beta1", "kind": "UpdatePlan",
            "metadata": {"name": name},
            "spec": {"targetRelease": target, "acceptedInsights": []},
        });
        serde_json::from_value::<DynamicObject>(object).unwrap()
    };
    let create = PostParams::default();
    for (name, target) in [
        ("update-plan-4.7.24", "4.7.24"),
        ("update-plan-4.7.20", "4.7.20"),
        ("update-plan-4.7.28", "4.7.28"),
    ] {
        plans.create(&create, &plan(name, target)).await.unwrap();
    }
    let odd = json!({"status": {"collectedTime": "yesterday"}});
    let odd = plans
        .patch_status("update-plan-4.7.28", &PatchParams::default(), &Patch::Merge(&odd))
        .await;
    let controller = Controller::start(&lab.kubeconfig, &[]);
    controller.says("deleted plan update-plan-4.7.24");
    controller.says("deleted plan update-plan-4.7.20");
    if odd.is_ok() {
        controller.says("\"yesterday\" is not a time");
    }
    let left = plans.list(&kube::api::ListParams::default()).await.unwrap();
    let left: Vec<_> = left.iter().map(|plan| plan.metadata.name.clone().unwrap()).collect();
    assert_eq!(left, ["update-plan-4.7.28"]);
}

/// A connection to a server that can be cut.
struct Cable {
    address: SocketAddr,
    cut: Arc<AtomicBool>,
    lines: Arc<Mutex<Vec<TcpStream>>>,
}

impl Cable {
    fn to(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (cut, lines) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(Vec::new())));
        let cable = Self { address, cut: cut.clone(), lines: lines.clone() };
        std::thread::spawn(move || {
            for here in listener.incoming().map_while(Result::ok) {
                if cut.load(Ordering::SeqCst) {
                    continue;
                }
                let there = TcpStream::connect(server).unwrap();
                for (from, to) in [(&here, &there), (&there, &here)] {
                    let (mut from, mut to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
                    std::thread::spawn(move || {
                        let _ = std::io::copy(&mut from, &mut to);
                        let _ = to.shutdown(std::net::Shutdown::Write); // the end is passed on, too
                    });
                }
                lines.lock().unwrap().extend([here, there]);
            }
        });
        cable
    }

    fn cut(&self) {
        self.cut.store(true, Ordering::SeqCst);
        for line in self.lines.lock().unwrap().drain(..) {
            let _ = line.shutdown(std::net::Shutdown::Both);
        }
    }

    fn mend(&self) {
        self.cut.store(false, Ordering::SeqCst);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn it_goes_on_when_the_api_server_comes_back() {
    let lab = Lab::serve(&["--scenario", "healthy"]);
    let text = std::fs::read_to_string(&lab.kubeconfig).unwrap();
    let server = text.split("https://").nth(1).unwrap().split(['"', '\n', ' ']).next().unwrap();
    let cable = Cable::to(server.parse().unwrap());
    let kubeconfig = lab.home.path().join("by-cable");
    std::fs::write(&kubeconfig, text.replace(server, &cable.address.to_string())).unwrap();
    let controller = Controller::start(&kubeconfig, &[]);
    let before = status_that(&lab, |status| status["heartbeatTime"].is_string()).await;
    cable.cut();
    controller.says("warning: update status: ");
    cable.mend();
    controller.says("update status: works again");
    status_that(&lab, |status| status["heartbeatTime"] != before["heartbeatTime"]).await;
    let (_, report) = pre_checks(&lab, &[]);
    assert!(report["plan"]["collectedBy"].as_str().unwrap().contains("controller"), "{report:#}");
}
