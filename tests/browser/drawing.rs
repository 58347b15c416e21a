//! The picture: pointed at, searched, followed, and used to choose.

use serde_json::json;

use super::data;
use super::page::Page;

const PATH: &str =
    "return [...document.querySelectorAll('.edge.on-path title')].map((one) => one.textContent)";

#[tokio::test]
async fn the_path_is_highlighted_from_its_start_to_its_goal() {
    let service = data::serve(&[]);
    let Some(page) = Page::of(&service, "?from=4.6.21&to=4.8.2").await else { return };
    let steps = page
        .run("return [...document.querySelector('.steps').children].map((one) => `${one.dataset.from} → ${one.dataset.to}`)")
        .await;
    assert_eq!(page.run(PATH).await, steps);
    assert_eq!(page.texts(".node.start text:first-of-type").await, ["4.6.21"]);
    assert_eq!(page.texts(".node.goal text:first-of-type").await, ["4.8.2"]);
    assert_eq!(page.count(".node.on-path").await, steps.as_array().unwrap().len() + 1);
    page.finish().await;
}

#[tokio::test]
async fn a_click_makes_a_release_the_start_then_the_goal() {
    let service = data::serve(&[]);
    let Some(page) = Page::of(&service, "").await else { return };
    page.click("[data-version='4.6.23']").await;
    page.settled().await;
    assert_eq!(page.query().await, "from=4.6.23");
    assert_eq!(page.text("#verdict").await, "Where do you want to go?");
    page.click("[data-version='4.7.28']").await;
    page.until("return document.querySelectorAll('.step').length > 0").await;
    assert_eq!(page.query().await, "from=4.6.23&to=4.7.28");
    page.click("input[name=click][value=from]").await;
    page.click("[data-version='4.6.43']").await;
    page.until("return document.getElementById('verdict').textContent === '4.6.43 → 4.7.28'").await;
    assert_eq!(page.query().await, "from=4.6.43&to=4.7.28");
    page.finish().await;
}

#[tokio::test]
async fn a_release_that_is_pointed_at_shows_its_updates_and_an_update_its_reason() {
    let service = data::serve(&[]);
    let Some(page) = Page::of(&service, "?from=4.6.23").await else { return };
    page.point_at("[data-version='4.6.23']").await;
    page.until("return document.querySelectorAll('.pointed .edge').length === 4").await;
    assert_eq!(page.text("#caption").await, "4.6.23 3 updates from here, 1 to here");
    let dashed = "return getComputedStyle(document.querySelector('.pointed .conditional .line')).strokeDasharray";
    assert_ne!(page.run(dashed).await, "none", "conditional updates look conditional");
    page.click("input[name=click][value=show]").await;
    page.click("[data-version='4.6.23']").await;
    assert_eq!(page.text("#details h3").await, "4.6.23");
    page.click("#details .chip.conditional").await;
    assert_eq!(page.text("#details h3").await, "4.6.23 → 4.7.4");
    let reason = page.text("#details").await;
    assert!(reason.contains("On clusters with a proxy, connections are left open."), "{reason}");
    page.click("#details .promql summary").await;
    assert!(page.text("#details .promql code").await.starts_with("max(cluster_proxy_enabled"));
    page.click("#details .actions button:last-child").await;
    assert_eq!(page.text("#details h3").await, "4.7.4", "one follows updates from one to the next");
    assert_eq!(page.query().await, "from=4.6.23&at=4.7.4");
    page.finish().await;
}

#[tokio::test]
async fn releases_and_risks_are_found() {
    let service = data::serve(&[]);
    let Some(page) = Page::of(&service, "").await else { return };
    page.fill("#search", "4.7.2").await;
    assert_eq!(page.texts("#found button").await, ["4.7.28", "4.7.24"]);
    assert_eq!(page.count(".node.is-found").await, 2);
    page.fill("#search", "proxy").await;
    assert_eq!(page.texts("#found button").await, ["4.6.23 → 4.7.4"]);
    page.click("#found button").await;
    assert_eq!(page.text("#details h3").await, "4.6.23 → 4.7.4");
    page.fill("#search", "nothing like this").await;
    assert_eq!(page.text("#found").await, "nothing found");
    page.finish().await;
}

#[tokio::test]
async fn the_picture_is_magnified_and_moved() {
    let service = data::serve(&[]);
    let Some(page) = Page::of(&service, "").await else { return };
    let width = "return document.getElementById('picture').viewBox.baseVal.width";
    let before = page.run(width).await.as_f64().unwrap();
    page.click("#zoom-in").await;
    assert!(page.run(width).await.as_f64().unwrap() < before);
    page.click("#zoom-all").await;
    assert!((page.run(width).await.as_f64().unwrap() - before).abs() < 1.0);
    let left = "return document.getElementById('picture').viewBox.baseVal.x";
    let before = page.run(left).await.as_f64().unwrap();
    page.drag("#picture", 120).await;
    assert!(page.run(left).await.as_f64().unwrap() < before, "dragging moves the view");
    assert_eq!(page.query().await, "", "a drag is not a click");
    page.finish().await;
}

#[tokio::test]
async fn the_table_has_every_update_of_the_picture() {
    let service = data::serve(&[]);
    let Some(page) = Page::of(&service, "?from=4.6.23").await else { return };
    assert_eq!(page.count("#table-place tr").await, 0, "what is folded is not there");
    page.click("#table summary").await;
    page.until("return document.querySelectorAll('#table-place tbody tr').length === 11").await;
    let row = page
        .run("const row = [...document.querySelectorAll('#table-place tbody tr')].find((one) => one.cells[0].textContent === '4.6.23'); return [...row.cells].map((one) => one.textContent)")
        .await;
    let expected = json!(["4.6.23", "start", "4.7.24, 4.6.43", "4.7.4 (ProxyConnectionLeak)"]);
    assert_eq!(row, expected);
    page.finish().await;
}
