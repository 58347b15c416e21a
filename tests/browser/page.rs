//! The page of a service, opened in a browser, and what a test sees and does on it.

use std::time::{Duration, Instant};

use fantoccini::Locator;
use fantoccini::key::Key;
use serde_json::{Value, json};

use super::chromium::Chromium;
use crate::common::service_process::Service;

const PATIENCE: Duration = Duration::from_secs(30);

pub(super) struct Page {
    pub(super) browser: Chromium,
    /// Where the page is, with a slash at its end.
    pub(super) root: String,
}

impl Page {
    /// Opens the page of a service with this query; none if there is no browser.
    pub(super) async fn of(service: &Service, query: &str) -> Option<Self> {
        Self::at(&format!("http://{}/", service.address()), query).await
    }

    pub(super) async fn at(root: &str, query: &str) -> Option<Self> {
        let page = Self { browser: Chromium::start().await?, root: root.to_owned() };
        page.goto(query).await;
        Some(page)
    }

    /// Opens the page again, with another query.
    pub(super) async fn goto(&self, query: &str) {
        self.browser.client.goto(&format!("{}{query}", self.root)).await.unwrap();
        self.settled().await;
    }

    /// Waits until the page has answered everything that was asked.
    pub(super) async fn settled(&self) {
        let ready = "return document.documentElement.dataset.ready === 'true' \
                     && document.getElementById('main').getAttribute('aria-busy') === 'false'";
        self.until(ready).await;
    }

    /// Waits until a script returns true.
    pub(super) async fn until(&self, script: &str) {
        let start = Instant::now();
        while self.run(script).await != json!(true) {
            if start.elapsed() > PATIENCE {
                let log = self.browser.log("browser").await;
                let text = self.run("return document.body.innerText").await;
                assert_eq!(script, "", "not within {PATIENCE:?}\n{log:#?}\n{text}");
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    pub(super) async fn run(&self, script: &str) -> Value {
        self.browser.client.execute(script, Vec::new()).await.unwrap()
    }

    /// Returns what is visible in the first element of a selector.
    pub(super) async fn text(&self, selector: &str) -> String {
        let found = self.browser.client.find(Locator::Css(selector)).await;
        found.expect(selector).text().await.unwrap()
    }

    /// Returns the texts of all elements of a selector, visible or not.
    pub(super) async fn texts(&self, selector: &str) -> Vec<String> {
        let script = format!(
            "return [...document.querySelectorAll({})].map((one) => one.textContent)",
            json!(selector)
        );
        serde_json::from_value(self.run(&script).await).unwrap()
    }

    pub(super) async fn count(&self, selector: &str) -> usize {
        self.texts(selector).await.len()
    }

    pub(super) async fn click(&self, selector: &str) {
        let found = self.browser.client.find(Locator::Css(selector)).await;
        let element = found.expect(selector);
        element.click().await.expect(selector);
    }

    /// Types into a field, in place of what it has.
    pub(super) async fn fill(&self, selector: &str, text: &str) {
        let field = self.browser.client.find(Locator::Css(selector)).await.unwrap();
        let [control, released] = [Key::Control, Key::Null].map(char::from);
        field.send_keys(&format!("{control}a{released}{text}")).await.unwrap();
    }

    /// Moves the mouse to the middle of an element.
    pub(super) async fn point_at(&self, selector: &str) {
        let (x, y) = self.middle(selector).await;
        self.mouse("mouseMoved", x, y).await;
    }

    /// Drags with the mouse, from the upper left corner of an element to the right.
    pub(super) async fn drag(&self, selector: &str, by: i32) {
        let script = format!(
            "const box = document.querySelector({}).getBoundingClientRect(); return [box.left, box.top]",
            json!(selector)
        );
        let corner = self.run(&script).await;
        let (x, y) = (corner[0].as_f64().unwrap() + 8.0, corner[1].as_f64().unwrap() + 8.0);
        self.mouse("mousePressed", x, y).await;
        for part in 1..=4 {
            self.mouse("mouseMoved", x + f64::from(by * part / 4), y).await;
        }
        self.mouse("mouseReleased", x + f64::from(by), y).await;
    }

    async fn middle(&self, selector: &str) -> (f64, f64) {
        let script = format!(
            "const one = document.querySelector({}); one.scrollIntoView({{block: 'center'}});
             const box = one.getBoundingClientRect();
             return [box.left + box.width / 2, box.top + box.height / 2]",
            json!(selector)
        );
        let middle = self.run(&script).await;
        (middle[0].as_f64().unwrap(), middle[1].as_f64().unwrap())
    }

    async fn mouse(&self, kind: &str, x: f64, y: f64) {
        let held = u8::from(kind != "mouseReleased");
        let event = json!({
            "type": kind, "x": x, "y": y, "button": "left", "buttons": held, "clickCount": 1,
        });
        self.browser.devtools("Input.dispatchMouseEvent", event).await;
    }

    /// Lets the page use the clipboard, as people do when their browser asks.
    pub(super) async fn allow_clipboard(&self) {
        let allowed = json!({
            "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"],
            "origin": self.root.trim_end_matches('/'),
        });
        self.browser.devtools("Browser.grantPermissions", allowed).await;
    }

    /// Presses a button that copies, and returns what is on the clipboard then.
    pub(super) async fn copy(&self, selector: &str) -> String {
        self.run("document.getElementById('announcement').textContent = ''").await;
        self.click(selector).await;
        self.until("return document.getElementById('announcement').textContent === 'Copied'").await;
        let read = "const [done] = arguments;
            navigator.clipboard.readText().then(done, (error) => done(String(error)))";
        let text = self.browser.client.execute_async(read, Vec::new()).await.unwrap();
        text.as_str().unwrap().to_owned()
    }

    /// Returns the query of the address.
    pub(super) async fn query(&self) -> String {
        let url = self.browser.client.current_url().await.unwrap();
        url.query().unwrap_or_default().to_owned()
    }

    /// Makes the window this wide, in the pixels of the page.
    pub(super) async fn width(&self, width: u32) {
        let size = json!({"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false});
        self.browser.devtools("Emulation.setDeviceMetricsOverride", size).await;
    }

    /// Checks what must hold for every page: no error, and no request but to its own server.
    pub(super) async fn finish(self) {
        let log = self.browser.log("browser").await;
        assert!(log.is_empty(), "the console has {log:#?}");
        let requests = self.requests().await;
        assert!(requests.len() > 10, "{requests:?}");
        let outside: Vec<_> = requests
            .iter()
            .filter(|url| !url.starts_with(&self.root) && !url.starts_with("data:"))
            .collect();
        assert!(outside.is_empty(), "the page requested {outside:?}");
    }

    /// Returns the addresses of all requests since the last call.
    pub(super) async fn requests(&self) -> Vec<String> {
        let events = self.browser.log("performance").await;
        let messages = events.iter().map(|event| {
            let text = event["message"].as_str().unwrap();
            serde_json::from_str::<Value>(text).unwrap()["message"].clone()
        });
        // The browser's own first page has requests, too.
        let is_ours = |message: &Value| {
            let document = message["params"]["documentURL"].as_str().unwrap_or_default();
            message["method"] == "Network.requestWillBeSent" && document.starts_with(&self.root)
        };
        let sent = messages.filter(is_ours);
        let urls = sent.map(|message| message["params"]["request"]["url"].clone());
        urls.filter_map(|url| url.as_str().map(str::to_owned)).collect()
    }
}
