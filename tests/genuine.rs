//! The same paths against a genuine API server, if `UPGRADE_TEST_KUBECONFIG` names its kubeconfig.
//!
//! The suite installs its own CRDs and objects, labeled as its own, and removes them. It refuses to
//! start on a server that has a ClusterVersion, or its CRD, without that label: it can never touch
//! a real cluster.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "tests: what does not hold should end the test"
)]

mod common;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use k8s_openapi::api::coordination::v1::Lease;
use kube::api::{Api, ApiResource, DeleteParams, DynamicObject, Patch, PatchParams, PostParams};
use kube::config::{KubeConfigOptions, Kubeconfig};
use kube::core::GroupVersionKind;
use kube::{Client, Config};
use serde_json::{Value, json};

use common::controller::Controller;
use common::faults::{Command, Hits, Talk, commands, switch};
use common::run;
use common::server::Server;

const LABEL: &str = "upgrade-test.invalid/owned";
const IMAGE: &str = "quay.io/openshift-release-dev/ocp-release@sha256:";
/// The definitions that the suite installs.
const OURS: [&str; 5] = [
    "clusterversions.config.openshift.io",
    "infrastructures.config.openshift.io",
    "updateinformers.config.openshift.io",
    "updatestatuses.config.openshift.io",
    "updateplans.config.openshift.io",
];

const RULES_SINCE: u32 = 25; // the minor version of Kubernetes

/// What exists on the server, and what may be removed.
struct Suite {
    runtime: tokio::runtime::Runtime,
    client: Client,
    kubeconfig: PathBuf,
}

#[test]
fn the_suite_holds_on_a_genuine_api_server() {
    let Some(kubeconfig) = std::env::var_os("UPGRADE_TEST_KUBECONFIG") else {
        // Written past the capture of the test runner, so that it is visible.
        let said =
            "SKIPPED: UPGRADE_TEST_KUBECONFIG is not set, so no genuine API server was asked";
        writeln!(std::io::stderr(), "{said}").unwrap();
        return;
    };
    let suite = Suite::start(Path::new(&kubeconfig));
    suite.overview();
    suite.request_and_leftovers();
    suite.dry_run();
    suite.clear();
    suite.settings();
    suite.waiting();
    suite.reports();
    suite.pre_checks();
    suite.controllers();
    suite.busy_writer();
    suite.faults();
    suite.missing_object();
}

impl Suite {
    fn start(kubeconfig: &Path) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let client = runtime.block_on(async {
            let file = Kubeconfig::read_from(kubeconfig).unwrap();
            let config =
                Config::from_custom_kubeconfig(file, &KubeConfigOptions::default()).await.unwrap();
            Client::try_from(config).unwrap()
        });
        let suite = Self { runtime, client, kubeconfig: kubeconfig.to_owned() };
        suite.refuse_where_anything_is_not_ours();
        suite.remove(); // what an earlier run left behind
        suite.create();
        suite
    }

    fn api(&self, group: &str, kind: &str, plural: &str) -> Api<DynamicObject> {
        let resource =
            ApiResource::from_gvk_with_plural(&GroupVersionKind::gvk(group, "v1", kind), plural);
        Api::all_with(self.client.clone(), &resource)
    }

    fn definitions(&self) -> Api<DynamicObject> {
        self.api("apiextensions.k8s.io", "CustomResourceDefinition", "customresourcedefinitions")
    }

    fn versions(&self) -> Api<DynamicObject> {
        self.api("config.openshift.io", "ClusterVersion", "clusterversions")
    }

    fn refuse_where_anything_is_not_ours(&self) {
        let found = self.runtime.block_on(async {
            let mut found = Vec::new();
            for name in OURS {
                found.extend(get(&self.definitions(), name).await);
            }
            found.extend(get(&self.versions(), "version").await);
            found
        });
        for object in found {
            let ours =
                object.metadata.labels.as_ref().is_some_and(|labels| labels.contains_key(LABEL));
            assert!(
                ours,
                "{:?} is not of this suite: this may be a real cluster",
                object.metadata.name
            );
        }
    }

    fn create(&self) {
        self.runtime.block_on(async {
            for (kind, plural) in
                [("ClusterVersion", "clusterversions"), ("Infrastructure", "infrastructures")]
            {
                let definition = definition(kind, plural);
                self.definitions().create(&PostParams::default(), &definition).await.unwrap();
            }
            let infrastructures =
                self.api("config.openshift.io", "Infrastructure", "infrastructures");
            let infrastructure = object("Infrastructure", "cluster", &json!({}));
            // A definition is served a moment after it is created.
            for attempt in 0.. {
                let created = infrastructures.create(&PostParams::default(), &infrastructure).await;
                assert!(created.is_ok() || attempt < 100, "{created:?}");
                if created.is_ok() {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            let status = json!({"status": {"controlPlaneTopology": "HighlyAvailable"}});
            let manager = PatchParams::default();
            infrastructures
                .patch_status("cluster", &manager, &Patch::Merge(&status))
                .await
                .unwrap();
        });
        self.reset(&json!({}));
    }

    /// Recreates the ClusterVersion, with this `spec.desiredUpdate`.
    fn reset(&self, desired: &Value) {
        self.runtime.block_on(async {
            let versions = self.versions();
            let spec = json!({"clusterID": "99999999-8888-7777-6666-555555555555", "channel": "stable-4.10", "desiredUpdate": desired});
            for attempt in 0.. {
                let _ = versions.delete("version", &DeleteParams::default()).await;
                let created = versions.create(&PostParams::default(), &object("ClusterVersion", "version", &spec)).await;
                assert!(created.is_ok() || attempt < 100, "{created:?}");
                if let Ok(created) = created {
                    let status = status(created.metadata.generation.unwrap_or(1));
                    versions.patch_status("version", &PatchParams::default(), &Patch::Merge(&status)).await.unwrap();
                    break;
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        });
    }

    fn stored(&self) -> Value {
        self.runtime.block_on(async {
            serde_json::to_value(self.versions().get("version").await.unwrap()).unwrap()
        })
    }

    fn run(&self, words: &[&str]) -> (i32, String, String) {
        let run = run(words, |command| {
            command.arg("--kubeconfig").arg(&self.kubeconfig);
        });
        (run.code, run.stdout, run.stderr)
    }

    fn overview(&self) {
        let (code, stdout, stderr) = self.run(&["--include-not-recommended"]);
        assert_eq!((code, stderr.as_str()), (0, ""));
        assert!(
            stdout.contains("Cluster version is 4.10.5") && stdout.contains("  Version: 4.10.7"),
            "{stdout}"
        );
    }

    fn request_and_leftovers(&self) {
        for leftover in [
            json!({}),
            json!({"version": "4.10.5", "image": format!("{IMAGE}{}", "5".repeat(64)), "force": true}),
            json!({"version": "4.10.5", "architecture": "Multi"}),
            json!({"acceptRisks": [{"name": "A"}]}),
            json!({"version": "4.10.5", "mode": "Preflight", "acceptRisks": [{"name": "A"}]}),
        ] {
            self.reset(&leftover);
            let (code, stdout, stderr) =
                self.run(&["--to", "4.10.6", "--allow-upgrade-with-warnings"]);
            assert_eq!(code, 0, "{leftover}: {stdout}{stderr}");
            let mut expected = json!({"version": "4.10.6", "image": format!("{IMAGE}{}", "6".repeat(64)), "architecture": "", "force": false});
            if let Some(risks) = leftover.get("acceptRisks") {
                expected["acceptRisks"] = risks.clone();
            }
            assert_eq!(self.stored()["spec"]["desiredUpdate"], expected, "{leftover}");
        }
        self.reset(&json!({}));
        let (code, _, stderr) = self.run(&["--to", "4.10.7"]);
        assert_eq!(code, 3, "{stderr}");
        assert_eq!(self.stored()["spec"]["desiredUpdate"], json!({}));
        let (code, _, stderr) = self.run(&["--to", "4.10.7", "--allow-not-recommended"]);
        assert_eq!(code, 0, "{stderr}");
    }

    fn dry_run(&self) {
        self.reset(&json!({}));
        let before = self.stored();
        let (code, stdout, stderr) = self.run(&["--to", "4.10.6", "--dry-run=server"]);
        assert_eq!(code, 0, "{stdout}{stderr}");
        assert_eq!(self.stored(), before);
        let (code, _, stderr) = self.run(&["--to-multi-arch"]);
        assert_eq!(code, 0, "{stderr}");
        assert_eq!(self.stored()["spec"]["desiredUpdate"]["architecture"], "Multi");
    }

    fn clear(&self) {
        self.reset(&json!({"version": "4.10.6", "image": format!("{IMAGE}{}", "6".repeat(64))}));
        assert_eq!(self.run(&["--clear"]).0, 0);
        assert_eq!(self.stored()["spec"].get("desiredUpdate"), None);
        let (_, stdout, _) = self.run(&["--clear"]);
        assert!(stdout.starts_with("No pending request"), "{stdout}");
        self.reset(&json!({"version": "4.10.6", "acceptRisks": [{"name": "A"}]}));
        assert_eq!(self.run(&["--clear"]).0, 0);
        assert_eq!(self.stored()["spec"]["desiredUpdate"]["acceptRisks"], json!([{"name": "A"}]));
    }

    fn settings(&self) {
        self.reset(&json!({}));
        let (code, _, stderr) =
            self.run(&["channel", "fast-4.10", "--no-wait", "--allow-explicit-channel"]);
        assert_eq!(code, 0, "{stderr}");
        assert_eq!(self.stored()["spec"]["channel"], "fast-4.10");
        let url = "https://updates.example.com/graph";
        assert_eq!(self.run(&["upstream", url, "--no-wait"]).0, 0);
        assert_eq!(self.stored()["spec"]["upstream"], url);
        assert_eq!(self.run(&["upstream", "--clear", "--no-wait"]).0, 0);
        assert_eq!(self.stored()["spec"].get("upstream"), None);
        let (code, _, stderr) = self.run(&["accept", "A", "Future", "--allow-unknown"]);
        assert_eq!(code, 0, "{stderr}");
        let names = json!([{"name": "A"}, {"name": "Future"}]);
        assert_eq!(self.stored()["spec"]["desiredUpdate"]["acceptRisks"], names);
        assert_eq!(self.run(&["accept", "--clear"]).0, 0);
        assert_eq!(self.stored()["spec"].get("desiredUpdate"), None, "nothing empty is left");
    }

    /// Faults in front of this server are reported as in front of the lab.
    fn faults(&self) {
        for (hits, talk) in [
            ((|_| true) as Hits, Talk::Reads),
            (|request| request.method() != http::Method::GET, Talk::Writes),
            (|request| request.uri().query().unwrap_or_default().contains("watch="), Talk::Watches),
        ] {
            let needs_more = ["rollback", "ack GATE", "pre-checks", "pre-checks --accept"];
            let same =
                |command: &Command| command.talk == talk && !needs_more.contains(&command.name);
            for command in commands().into_iter().filter(same) {
                let request =
                    json!({"version": "4.10.7", "image": format!("{IMAGE}{}", "7".repeat(64))});
                let requested = ["--clear", "wait"].contains(&command.name);
                self.reset(&if requested { request } else { json!({}) });
                let (step, hand) = switch(hits);
                let proxy = Server::before(self.client.clone(), hand);
                let here = command.outcomes_on(&proxy, &step, &|| self.stored());
                assert_eq!(here, command.outcomes(hits), "{}", command.name);
            }
        }
    }

    /// The test plays the operator; the program watches a genuine server.
    fn waiting(&self) {
        self.reset(&json!({}));
        std::thread::scope(|scope| {
            let waiting =
                scope.spawn(|| self.run(&["--to", "4.10.6", "--wait", "--timeout", "60s"]));
            while self.stored()["spec"]["desiredUpdate"]["version"] != "4.10.6" {
                std::thread::sleep(Duration::from_millis(50));
            }
            let image = format!("{IMAGE}{}", "6".repeat(64));
            let entry = json!({"state": "Completed", "version": "4.10.6", "image": image});
            let generation = self.stored()["metadata"]["generation"].clone();
            let status = json!({"status": {"desired": {"version": "4.10.6", "image": image}, "observedGeneration": generation, "history": [entry]}});
            let versions = self.versions();
            self.runtime
                .block_on(versions.patch_status(
                    "version",
                    &PatchParams::default(),
                    &Patch::Merge(&status),
                ))
                .unwrap();
            let (code, stdout, stderr) = waiting.join().unwrap();
            assert_eq!(code, 0, "{stdout}{stderr}");
        });
    }

    /// Kinds that this server does not have affect only their part.
    fn reports(&self) {
        self.reset(&json!({}));
        let (code, stdout, stderr) = self.run(&["status"]);
        assert!(code == 0 && stdout.contains("not updating"), "{stdout}{stderr}");
        assert!(stderr.contains("cannot read machine config pools: not found"), "{stderr}");
        let (code, stdout, _) = self.run(&["history"]);
        assert!(code == 0 && stdout.contains("4.10.5"), "{stdout}");
        let (code, stdout, stderr) = self.run(&["recommend", "--version", "4.10.6", "--quiet"]);
        assert_eq!((code, stdout.trim()), (3, "FailedToCompletePrecheck"), "{stderr}");
        assert_eq!(self.run(&["rollback"]).0, 4, "there is no release before");
    }

    /// The server accepts our definitions, and enforces their rules.
    fn pre_checks(&self) {
        self.reset(&json!({}));
        let (code, stdout, stderr) = self.run(&["crds", "-o", "json"]);
        assert_eq!(code, 0, "{stderr}");
        let list: Value = serde_json::from_str(&stdout).unwrap();
        for definition in list["items"].as_array().unwrap() {
            let mut definition = definition.clone();
            definition["metadata"]["labels"] = json!({LABEL: "true"});
            let definition = serde_json::from_value(definition).unwrap();
            let created = self.definitions();
            self.runtime.block_on(created.create(&PostParams::default(), &definition)).unwrap();
        }
        let words = ["pre-checks", "--version", "4.10.6", "-o", "json"];
        let report = (0..100).find_map(|_| {
            std::thread::sleep(Duration::from_millis(100)); // until the definitions are served
            let (_, stdout, _) = self.run(&words);
            let report: Value = serde_json::from_str(&stdout).ok()?;
            (report["plan"]["place"] == "UpdatePlan").then_some(report)
        });
        let open = report.unwrap()["unaccepted"].as_array().unwrap().len();
        assert!(open > 0, "alerts cannot be read here, and that must be accepted");
        assert_eq!(self.run(&["--to", "4.10.6"]).0, 3);
        let (code, _, stderr) = self.run(&[&words[..], &["--accept"]].concat());
        assert_eq!(code, 0, "{stderr}");
        self.rules_of_plans(open);
        let (code, _, stderr) = self.run(&["--to", "4.10.6"]);
        assert_eq!(code, 0, "{stderr}");
    }

    fn rules_of_plans(&self, accepted: usize) {
        let kind = GroupVersionKind::gvk("config.openshift.io", "v1beta1", "UpdatePlan");
        let resource = ApiResource::from_gvk_with_plural(&kind, "updateplans");
        let plans: Api<DynamicObject> = Api::all_with(self.client.clone(), &resource);
        let plan = |name: &str, target: &str| {
            let object = json!({"apiVersion": "config.openshift.io/v1beta1", "kind": "UpdatePlan", "metadata": {"name": name}, "spec": {"targetRelease": target}});
            serde_json::from_value::<DynamicObject>(object).unwrap()
        };
        self.runtime.block_on(async {
            let stored = plans.get("update-plan-4.10.6").await.unwrap();
            let listed = stored.data["spec"]["acceptedInsights"].as_array().unwrap();
            assert_eq!(listed.len(), accepted);
            assert_eq!(stored.data["status"]["controlPlaneVersion"], "4.10.5");
            let version = self.client.apiserver_version().await.unwrap();
            let minor: String = version.minor.chars().take_while(char::is_ascii_digit).collect();
            if minor.parse::<u32>().unwrap_or_default() < RULES_SINCE {
                let said = "SKIPPED: this API server is too old for rules of definitions";
                let written = writeln!(std::io::stderr(), "{said}");
                return written.unwrap();
            }
            let create = PostParams::default();
            for (name, target, taken) in [
                ("another", "4.10.6", false),
                ("update-plan-soon", "soon", false),
                ("update-plan-4.11.0-rc.1", "4.11.0-RC.1", true),
                ("update-plan-4.11.0-amd64", "4.11.0+amd64", true),
            ] {
                let created = plans.create(&create, &plan(name, target)).await;
                assert_eq!(created.is_ok(), taken, "{name}: {created:?}");
            }
            let other = Patch::Merge(json!({"spec": {"targetRelease": "4.10.7"}}));
            let moved = plans.patch("update-plan-4.10.6", &PatchParams::default(), &other).await;
            assert!(moved.is_err(), "a plan is for one release");
        });
    }

    /// Two controllers: one leads, and others get what it collects.
    fn controllers(&self) {
        let words = ["--leader-elect", "--lease-duration", "3s"];
        let start = || Controller::start(&self.kubeconfig, &words);
        let mut controllers = [start(), start()];
        let words = ["pre-checks", "--version", "4.10.6", "-o", "json"];
        let by_controller = || {
            (0..100).any(|_| {
                std::thread::sleep(Duration::from_millis(200)); // until one leads
                let (_, stdout, _) = self.run(&words);
                let report: Value = serde_json::from_str(&stdout).unwrap_or_default();
                let by = report["plan"]["collectedBy"].as_str().unwrap_or_default();
                by.starts_with("upgrade controller ")
            })
        };
        let gathered = by_controller();
        let leases: Api<Lease> = Api::default_namespaced(self.client.clone());
        let holder = || {
            let lease = self.runtime.block_on(leases.get("upgrade-controller"));
            lease.unwrap().spec.unwrap().holder_identity.unwrap()
        };
        let first = holder();
        let leads = |one: &&mut Controller| first.contains(&format!("_{}_", one.child.id()));
        let killed = controllers.iter_mut().find(leads).map(|one| one.child.kill());
        let another = (0..100).any(|_| {
            std::thread::sleep(Duration::from_millis(200)); // until the lease has expired
            holder() != first
        });
        let still = by_controller();
        drop(controllers);
        let delete = DeleteParams::default();
        self.runtime.block_on(leases.delete("upgrade-controller", &delete)).unwrap();
        assert!(gathered && killed.is_some() && another && still, "{first}");
    }

    /// Another writer changes labels all the time; neither loses anything.
    fn busy_writer(&self) {
        self.reset(&json!({}));
        let stop = std::sync::atomic::AtomicBool::new(false);
        let mut done = 0;
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut count = 0;
                while !stop.load(std::sync::atomic::Ordering::SeqCst) {
                    count += 1;
                    let patch = json!({"metadata": {"annotations": {"count": count.to_string()}}});
                    let patched = self.versions();
                    let _ = self.runtime.block_on(patched.patch(
                        "version",
                        &PatchParams::default(),
                        &Patch::Merge(&patch),
                    ));
                    std::thread::sleep(Duration::from_millis(5));
                }
            });
            for round in 0..20 {
                let (words, settled): (&[&str], _) = if round % 2 == 0 {
                    (&["--to", "4.10.6"], "4.10.6")
                } else {
                    (&["--clear"], "")
                };
                let (code, stdout, stderr) = self.run(words);
                let version = self.stored()["spec"]["desiredUpdate"]["version"]
                    .as_str()
                    .unwrap_or_default()
                    .to_owned();
                match code {
                    0 => {
                        done += 1;
                        assert_eq!(version, settled, "{stdout}{stderr}");
                    }
                    1 => assert!(stderr.contains("changed 5 times in a row"), "{stderr}"),
                    other => unreachable!("exit {other}: {stdout}{stderr}"),
                }
            }
            stop.store(true, std::sync::atomic::Ordering::SeqCst);
        });
        assert!(done >= 2, "no request got through");
        let count = self.stored()["metadata"]["annotations"]["count"].clone();
        assert!(
            count.as_str().is_some_and(|count| count.parse().is_ok_and(|count: u32| count > 0))
        );
    }

    fn missing_object(&self) {
        self.runtime.block_on(self.versions().delete("version", &DeleteParams::default())).unwrap();
        let (code, _, stderr) = self.run(&[]);
        assert_eq!(code, 1);
        assert!(
            stderr.contains("has no clusterversions.config.openshift.io named version"),
            "{stderr}"
        );
        self.remove();
        let (code, _, stderr) = self.run(&[]);
        assert_eq!(code, 1);
        assert!(stderr.contains("not an OpenShift cluster"), "{stderr}");
    }

    /// Removes what is labeled as ours, and waits until it is gone; the rest is not touched.
    fn remove(&self) {
        self.runtime.block_on(async {
            for name in OURS {
                while let Some(found) = get(&self.definitions(), name).await {
                    if !found.metadata.labels.unwrap_or_default().contains_key(LABEL) {
                        break;
                    }
                    let _ = self.definitions().delete(name, &DeleteParams::default()).await;
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        });
    }
}

impl Drop for Suite {
    fn drop(&mut self) {
        self.remove();
    }
}

/// Returns an object if it and its kind exist: a group that is not served is answered in plain
/// text.
async fn get(api: &Api<DynamicObject>, name: &str) -> Option<DynamicObject> {
    match api.get(name).await {
        Ok(object) => Some(object),
        Err(kube::Error::Api(status)) if status.code == 404 => None,
        Err(error) => unreachable!("{error}"),
    }
}

fn object(kind: &str, name: &str, spec: &Value) -> DynamicObject {
    serde_json::from_value(json!({
        "apiVersion": "config.openshift.io/v1", "kind": kind,
        "metadata": {"name": name, "labels": {LABEL: "true"}}, "spec": spec,
    }))
    .unwrap()
}

/// A definition with the schema of upstream's where we write, and open elsewhere.
fn definition(kind: &str, plural: &str) -> DynamicObject {
    let open = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
    let update = json!({"type": "object", "properties": {
        "version": {"type": "string"}, "image": {"type": "string"}, "force": {"type": "boolean"},
        "architecture": {"type": "string", "enum": ["Multi", ""]},
        "mode": {"type": "string", "enum": ["Preflight"]},
        "acceptRisks": {"type": "array", "minItems": 1, "items": {"type": "object", "required": ["name"],
            "properties": {"name": {"type": "string"}}}},
    }});
    let spec = json!({"type": "object", "properties": {
        "clusterID": {"type": "string"}, "channel": {"type": "string"}, "upstream": {"type": "string"},
        "desiredUpdate": update,
    }});
    let schema = json!({"type": "object", "properties": {"spec": spec, "status": open}});
    serde_json::from_value(json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        // The suffix is protected; this declares that it is used without upstream's approval.
        "metadata": {"name": format!("{plural}.config.openshift.io"), "labels": {LABEL: "true"},
                     "annotations": {"api-approved.kubernetes.io": "unapproved, for tests"}},
        "spec": {
            "group": "config.openshift.io", "scope": "Cluster",
            "names": {"kind": kind, "plural": plural, "singular": kind.to_lowercase(), "listKind": format!("{kind}List")},
            "versions": [{"name": "v1", "served": true, "storage": true, "subresources": {"status": {}},
                          "schema": {"openAPIV3Schema": schema}}],
        },
    }))
    .unwrap()
}

fn status(generation: i64) -> Value {
    let image = |digit: &str| format!("{IMAGE}{}", digit.repeat(64));
    let condition = |kind: &str, status: &str| json!({"type": kind, "status": status, "lastTransitionTime": "2022-03-02T12:00:00Z"});
    json!({"status": {
        "observedGeneration": generation + 100,
        "desired": {"version": "4.10.5", "image": image("5")},
        "history": [{"state": "Completed", "version": "4.10.5", "image": image("5")}],
        "conditions": [condition("Failing", "False"), condition("Progressing", "False"), condition("RetrievedUpdates", "True")],
        "availableUpdates": [{"version": "4.10.6", "image": image("6")}],
        "conditionalUpdates": [{
            "release": {"version": "4.10.7", "image": image("7")},
            "risks": [{"name": "A", "message": "A breaks things.", "url": "https://example.com/A"}],
            "conditions": [{"type": "Recommended", "status": "False", "reason": "A", "message": "A breaks things."}],
        }],
    }})
}
