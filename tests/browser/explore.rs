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
    fn start() -> Self {
        let mut command = command(&["--lab", "explore"]);
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
    let explored = Exploration::start();
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
    assert_eq!(copied, "upgrade --lab=vsphere-proxy path 4.7.4 --channel stable-4.6");
    page.finish().await;
}
