//! Without a mouse, and without seeing the page.

use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::key::Key;
use serde_json::{Value, json};

use super::data;
use super::page::Page;

async fn press(page: &Page, keys: &[Key]) {
    for key in keys {
        let value = char::from(*key);
        let actions = KeyActions::new("keyboard".to_owned())
            .then(KeyAction::Down { value })
            .then(KeyAction::Up { value });
        page.browser.client.perform_actions(actions).await.unwrap();
    }
}

async fn focused(page: &Page) -> Value {
    page.run("return document.activeElement.dataset.version ?? document.activeElement.id").await
}

#[tokio::test]
async fn a_path_is_chosen_with_the_keyboard_alone() {
    let service = data::serve(&[]);
    let Some(page) = Page::of(&service, "?from=4.6.21").await else { return };
    page.run("document.getElementById('zoom-all').focus()").await;
    press(&page, &[Key::Tab]).await;
    assert_eq!(focused(&page).await, "4.6.21", "the picture is one stop in the order of tabs");
    press(&page, &[Key::Right]).await;
    assert_eq!(focused(&page).await, "4.6.23");
    press(&page, &[Key::Down]).await;
    assert_eq!(focused(&page).await, "4.7.24");
    press(&page, &[Key::Right, Key::Enter]).await;
    page.until("return document.getElementById('verdict').textContent === '4.6.21 → 4.7.28'").await;
    page.settled().await;
    assert_eq!(focused(&page).await, "4.7.28", "the focus stays");
    assert_eq!(page.query().await, "from=4.6.21&to=4.7.28");
    page.finish().await;
}

#[tokio::test]
async fn results_are_announced_and_everything_has_a_name() {
    let service = data::serve(&[]);
    let Some(page) = Page::of(&service, "?from=4.6.21&to=4.7.28").await else { return };
    let announced = page.texts("#announcement").await.concat();
    assert!(announced.starts_with("4.6.21 → 4.7.28: 2 updates"), "{announced}");
    let label = page
        .run("return document.querySelector('[data-version=\"4.7.4\"]').getAttribute('aria-label')")
        .await;
    assert_eq!(label, "4.7.4, reachable with conditional updates only");
    // The accessibility tree of the browser: every control and landmark has a name.
    let tree = page.browser.devtools("Accessibility.getFullAXTree", json!({})).await;
    let nodes = tree["nodes"].as_array().unwrap();
    let role = |node: &Value| node["role"]["value"].as_str().unwrap_or_default().to_owned();
    for node in nodes.iter().filter(|node| node["ignored"] != json!(true)) {
        let named = ["button", "textbox", "combobox", "checkbox", "radio", "link", "searchbox"];
        if named.contains(&role(node).as_str()) {
            assert_ne!(node["name"]["value"].as_str().unwrap_or_default(), "", "{node}");
        }
    }
    let roles: Vec<String> = nodes.iter().map(role).collect();
    for landmark in ["banner", "main", "contentinfo", "form", "complementary"] {
        assert!(roles.iter().any(|role| role == landmark), "no {landmark}");
    }
    let skips = page.texts(".skip").await;
    assert_eq!(skips, ["Skip to the update path", "Skip to the graph"]);
    page.finish().await;
}
