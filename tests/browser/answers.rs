//! What the page answers: the same as `upgrade path -o json` for the same graph.

use fantoccini::Locator;
use fantoccini::key::Key;
use serde_json::{Value, json};

use super::data;
use super::page::Page;
use crate::common::service_process::Service;
use crate::common::upgrade;

/// Returns the document of `upgrade path` for the graph that a service has.
fn path(service: &Service, words: &[&str]) -> Value {
    let [data, releases, graph] = ["graph-data", "releases.json", "graph.json"]
        .map(|name| service.data.path(name).display().to_string());
    let built = upgrade(&["graph", "build", "--graph-data", &data, "--releases", &releases]);
    std::fs::write(&graph, built.stdout).unwrap();
    let run = upgrade(&[&["path"], words, &["--graph", &graph, "-o", "json"]].concat());
    serde_json::from_str(&run.stdout).expect(&run.stderr)
}

/// Returns what the page shows of the best path, in the form of `facts`.
pub(super) async fn shown(page: &Page) -> Value {
    page.run(
        "const text = (one) => one ? one.textContent : null;
         const first = document.querySelector('.steps');
         return [...first.querySelectorAll('.step')].map((step) => ({
           from: step.dataset.from,
           to: step.dataset.to,
           channel: text(step.querySelector('dd code')),
           set: step.querySelector('.set') !== null,
           minor: text(step.querySelector('.tag:not(.conditional)')) === 'minor version update',
           conditional: step.querySelector('.tag.conditional') !== null,
           url: [...step.querySelectorAll('a')].map((link) => link.href)[0],
           risks: [...step.querySelectorAll('.risk')].map((risk) => ({
             name: text(risk.querySelector('strong')),
             message: text(risk.querySelector('.outside')),
             applies: text(risk.querySelector('.state')),
             url: risk.querySelector('a').href,
           })),
         }))",
    )
    .await
}

/// Returns the same facts of a path in the document of the command.
pub(super) fn facts(route: &Value) -> Value {
    let hops = route["hops"].as_array().unwrap().iter().map(|hop| {
        let risks = hop["risks"].as_array().unwrap().iter().map(|risk| {
            let applies = match risk["applies"].as_str().unwrap() {
                "True" => "applies",
                "False" => "does not apply",
                _ => "may apply",
            };
            json!({"name": risk["name"], "message": risk["message"], "applies": applies, "url": risk["url"]})
        });
        json!({
            "from": hop["from"],
            "to": hop["to"]["version"],
            "channel": hop["channel"],
            "set": hop["channelChange"] == "Set",
            "minor": hop["step"] == "NextMinor",
            "conditional": hop["conditional"],
            "url": hop["to"]["url"],
            "risks": risks.collect::<Vec<_>>(),
        })
    });
    hops.collect()
}

#[tokio::test]
async fn the_start_page_asks_where_you_are_and_offers_what_there_is() {
    let service = data::serve(&[]);
    let Some(page) = Page::of(&service, "").await else { return };
    assert_eq!(page.text("#verdict").await, "Which version do you run?");
    assert_eq!(page.text("#offer").await, "11 releases in 5 channels");
    assert_eq!(page.count("#picture .node").await, 11);
    assert_eq!(page.text("#channels-chosen").await, "all");
    let offered = page
        .run("return [...document.getElementById('to-versions').options].map((one) => one.value)")
        .await;
    assert_eq!(offered[0], "4.9", "minor versions come first: {offered}");
    assert_eq!(offered.as_array().unwrap().len(), 15);
    page.finish().await;
}

#[tokio::test]
async fn a_path_is_shown_as_the_command_shows_it() {
    let service = data::serve(&[]);
    let Some(page) = Page::of(&service, "").await else { return };
    page.fill("#from", "4.6.21").await;
    page.fill("#to", "4.8.2").await;
    page.click("#choices .main").await;
    page.until("return document.querySelectorAll('.step').length > 0").await;
    page.settled().await;
    let document = path(&service, &["4.8.2", "--from-version", "4.6.21", "--all", "4"]);
    assert_eq!(document["outcome"], "Found");
    assert_eq!(shown(&page).await, facts(&document["ways"][0]));
    let others = document["ways"].as_array().unwrap().len() - 1;
    assert!(others > 0);
    assert_eq!(page.count(".alternative").await, others);
    assert_eq!(page.text("#verdict").await, "4.6.21 → 4.8.2");
    assert_eq!(page.text("#summary").await, "3 updates, 2 minor versions, no known risks");
    assert_eq!(page.query().await, "from=4.6.21&to=4.8.2");
    page.click(".alternative summary").await;
    page.until("return document.querySelectorAll('.alternative .step').length > 0").await;
    page.finish().await;
}

#[tokio::test]
async fn a_conditional_update_says_why_with_promql_to_copy() {
    let service = data::serve(&[]);
    let Some(page) = Page::of(&service, "?from=4.6.23&to=4.7.4").await else { return };
    let document = path(&service, &["4.7.4", "--from-version", "4.6.23"]);
    assert_eq!(document["outcome"], "NotRecommended");
    assert_eq!(shown(&page).await, facts(&document["notRecommended"][0]));
    let verdict = page.text("#verdict").await;
    assert_eq!(verdict, "No recommended update path from 4.6.23 to 4.7.4");
    page.click(".promql summary").await;
    assert_eq!(page.text(".promql code").await, "max(cluster_proxy_enabled{type=~\"https?\"})");
    page.allow_clipboard().await;
    let copied = page.copy(".promql button").await;
    assert_eq!(copied, "max(cluster_proxy_enabled{type=~\"https?\"})");
    page.finish().await;
}

#[tokio::test]
async fn without_a_path_the_page_says_how_far_one_gets_and_what_is_missing() {
    let service = data::serve(&[]);
    let Some(page) = Page::of(&service, "?from=4.6.23&to=4.9.2").await else { return };
    let document = path(&service, &["4.9.2", "--from-version", "4.6.23"]);
    assert_eq!(document["outcome"], "NoWay");
    assert_eq!(page.text("#verdict").await, "No update path from 4.6.23 to 4.9.2");
    let said: Vec<String> = document["missing"]
        .as_array()
        .unwrap()
        .iter()
        .map(|missing| missing["message"].as_str().unwrap().to_owned())
        .collect();
    assert!(!said.is_empty());
    assert_eq!(page.texts(".missing li").await, said);
    let cells: Vec<String> = document["reachable"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|row| ["minor", "newest", "recommended"].map(|key| row[key].clone()))
        .map(|cell| cell.as_str().unwrap_or("none").to_owned())
        .collect();
    assert_eq!(page.texts(".reachable tbody :is(th, td)").await, cells);
    page.finish().await;
}

#[tokio::test]
async fn channels_limit_the_search_and_the_page_offers_to_search_all() {
    let service = data::serve(&[]);
    let Some(page) = Page::of(&service, "?from=4.6.23&to=4.8&channel=stable-4.6").await else {
        return;
    };
    let words = ["4.8", "--from-version", "4.6.23", "--channel", "stable-4.6"];
    let document = path(&service, &words);
    assert_eq!(page.count(".missing li").await, document["missing"].as_array().unwrap().len());
    assert_eq!(page.count("#picture .node").await, 3, "the picture shows the channel");
    page.click("#answer > button").await;
    page.until("return document.querySelectorAll('.step').length > 0").await;
    page.settled().await;
    assert_eq!(page.query().await, "from=4.6.23&to=4.8");
    page.click(".channel-choice summary").await;
    page.click("input[value='stable-4.7']").await;
    page.settled().await;
    assert_eq!(page.query().await, "from=4.6.23&to=4.8&channel=stable-4.7");
    page.finish().await;
}

#[tokio::test]
async fn an_eus_path_says_when_worker_pools_can_be_paused() {
    let service = data::serve(&[]);
    let Some(page) = Page::of(&service, "?from=4.6.43&to=4.8.2&eus=true").await else { return };
    let document = path(&service, &["4.8.2", "--from-version", "4.6.43", "--eus"]);
    assert_eq!(shown(&page).await, facts(&document["ways"][0]));
    assert_eq!(document["ways"][0]["pauses"].as_array().unwrap().len(), 1);
    let notes = page.texts(".pools").await;
    assert_eq!(notes.len(), 2, "{notes:?}");
    assert!(notes[0].contains("stay on 4.6 until they update to 4.8"), "{notes:?}");
    page.finish().await;
}

#[tokio::test]
async fn the_address_holds_the_choice_and_the_back_button_works() {
    let service = data::serve(&[]);
    let link = "?from=4.6.23&to=4.8.2&channel=stable-4.7,stable-4.8&arch=amd64";
    let Some(page) = Page::of(&service, link).await else { return };
    assert_eq!(page.text("#verdict").await, "4.6.23 → 4.8.2");
    assert_eq!(page.text("#channels-chosen").await, "stable-4.7, stable-4.8");
    let value = "return document.getElementById('to').value";
    page.fill("#to", "4.7.28").await;
    page.browser
        .client
        .find(Locator::Css("#to"))
        .await
        .unwrap()
        .send_keys(&char::from(Key::Enter).to_string())
        .await
        .unwrap();
    page.until("return document.getElementById('verdict').textContent === '4.6.23 → 4.7.28'").await;
    let expected = "from=4.6.23&to=4.7.28&channel=stable-4.8&channel=stable-4.7";
    assert_eq!(page.query().await, expected);
    page.browser.client.back().await.unwrap();
    page.until("return document.getElementById('verdict').textContent === '4.6.23 → 4.8.2'").await;
    assert_eq!(page.run(value).await, "4.8.2");
    page.finish().await;
}

#[tokio::test]
async fn what_cannot_be_read_is_refused_in_words() {
    let service = data::serve(&[]);
    let Some(page) = Page::of(&service, "?from=4.6.23&to=4.x").await else { return };
    assert_eq!(page.text("#verdict").await, "There is no answer");
    assert!(page.text("#summary").await.contains("4.x"));
    // The refusal is a response with status 400, which the console reports as well.
    let log = page.browser.log("browser").await;
    assert!(log.iter().all(|entry| entry["message"].as_str().unwrap().contains("400")), "{log:?}");
    page.finish().await;
}

#[tokio::test]
async fn the_command_and_the_ticket_can_be_copied() {
    let service = data::serve(&[]);
    let Some(page) = Page::of(&service, "?from=4.6.23&to=4.8.2&channel=stable-4.8").await else {
        return;
    };
    page.goto("?from=4.6.23&to=4.8.2").await;
    page.allow_clipboard().await;
    let command = page.copy("#copy-command").await;
    let expected = format!(
        "upgrade path 4.8.2 --from-version 4.6.23 --graph {} --arch amd64 \
         --channel stable-4.7 --channel stable-4.8",
        service.url
    );
    assert_eq!(command, expected);
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    let run = upgrade(&words);
    assert_eq!(run.code, 0, "the copied command runs: {}", run.stderr);
    let ticket = page.copy("#copy-markdown").await;
    for part in ["4.6.23", "4.8.2", "stable-4.8", "RHBA-2021:0006"] {
        assert!(ticket.contains(part), "{part} is missing in:\n{ticket}");
    }
    page.finish().await;
}

#[tokio::test]
async fn without_a_clipboard_the_text_is_there_to_copy() {
    let service = data::serve(&[]);
    let Some(page) = Page::of(&service, "?from=4.6.23&to=4.8.2").await else { return };
    page.run("navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))").await;
    page.click("#copy-command").await;
    page.until("return document.getElementById('copied').hidden === false").await;
    let selected = page.run("return getSelection().toString()").await;
    assert!(selected.as_str().unwrap().starts_with("upgrade path 4.8.2 "), "{selected}");
    page.finish().await;
}
