//! The page for one cluster, as `upgrade explore` serves it for a practice cluster.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use serde_json::Value;

use super::answers::{facts, shown};
use super::page::Page;
use crate::common::{command, upgrade};

/// `upgrade explore` in a process of its own.
struct Exploration {
    child: Child,
    url: String,
}

impl Exploration {
    fn start(words: &[&str]) -> Self {
        let mut command = command(words);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        Self { child, url: url.trim().to_owned() }
    }
}

impl Drop for Exploration {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test]
async fn the_page_of_a_cluster_starts_from_it_and_has_its_risks_and_what_it_reports() {
    let explored = Exploration::start(&["--lab", "explore"]);
    let Some(page) = Page::at(&explored.url, "").await else { return };
    assert_eq!(page.text("#cluster-name").await, "vsphere-proxy");
    assert_eq!(page.query().await, "from=4.6.23&channel=stable-4.6");
    page.click("[data-version='4.7.4']").await;
    page.until("return document.querySelectorAll('.step').length > 0").await;
    page.settled().await;
    let words = ["--lab", "path", "4.7.4", "--channel", "stable-4.6", "-o", "json"];
    let document: Value = serde_json::from_str(&upgrade(&words).stdout).unwrap();
    assert_eq!(shown(&page).await, facts(&document["notRecommended"][0]));
    let reported = page.texts(".step .risk .quiet").await;
    assert_eq!(reported, ["The cluster reports: applies"; 3]);
    page.allow_clipboard().await;
    let copied = page.copy("#copy-command").await;
    assert_eq!(copied, "upgrade --lab path 4.7.4 --channel stable-4.6");
    page.finish().await;
}

#[tokio::test]
async fn the_copied_command_reads_the_same_files() {
    let directory = tempfile::tempdir().unwrap();
    let recording = directory.path().join("recording").display().to_string();
    assert_eq!(upgrade(&["lab", "export", "vsphere-proxy", &recording]).code, 0);
    let explored = Exploration::start(&["--from", &recording, "explore", "--arch", "amd64"]);
    let Some(page) = Page::at(&explored.url, "?from=4.6.23&to=4.6.43").await else { return };
    page.allow_clipboard().await;
    let copied = page.copy("#copy-command").await;
    assert_eq!(copied, format!("upgrade --from {recording} path 4.6.43 --arch amd64"));
    let words: Vec<&str> = copied.split(' ').skip(1).collect();
    assert_eq!(upgrade(&words).code, 0);
    page.finish().await;
}

#[tokio::test]
async fn an_update_that_runs_shows_its_progress() {
    let explored = Exploration::start(&["--lab=updating", "explore"]);
    let Some(page) = Page::at(&explored.url, "").await else { return };
    let progress = page.text("#cluster-facts .progress").await;
    assert!(progress.starts_with("Updating to 4.6.43"), "{progress}");
    assert!(progress.contains("worker: 0 of 3 nodes updated"), "{progress}");
    assert_eq!(page.count("#cluster-facts progress").await, 1);
    page.finish().await;
}

#[tokio::test]
async fn the_insights_of_a_plan_are_shown() {
    let directory = tempfile::tempdir().unwrap();
    let recording = directory.path().join("recording");
    let shown = recording.display().to_string();
    assert_eq!(upgrade(&["lab", "export", "vsphere-proxy", &shown]).code, 0);
    std::fs::write(recording.join("plan.yaml"), PLAN).unwrap();
    let explored = Exploration::start(&["--from", &shown, "explore"]);
    let Some(page) = Page::at(&explored.url, "").await else { return };
    let summaries = page.texts("#cluster-facts summary").await;
    assert!(summaries.contains(&"Pre-checks for 4.6.43: 1 insight".to_owned()), "{summaries:?}");
    page.finish().await;
}

const PLAN: &str = "\
apiVersion: config.openshift.io/v1beta1
kind: UpdatePlan
metadata: {name: update-plan-4.6.43}
spec: {targetRelease: 4.6.43}
status:
  collectedTime: 2021-08-28T01:00:00Z
  collectedBy: an administrator
  controlPlaneVersion: 4.6.23
  controlPlane:
    updateInformers:
    - name: cluster-operators
      state: Answered
      insights:
      - uid: ClusterOperatorDegraded-dns
        scope: {type: ControlPlane, resources: [{kind: ClusterOperator, name: dns}]}
        impact: {level: warning, type: api-availability, summary: Cluster operator dns is degraded}
";
