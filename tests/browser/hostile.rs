//! Outside text that tries to be more than text.

use serde_json::json;

use super::data;
use super::page::Page;

const HOSTILE: &str = r#"to: 4.7.4
from: 4[.]6[.]23[+]amd64
name: HostileRisk
url: https://example.com/"><script>document.title='owned'</script>
message: "</p><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\"> **bold** [x](javascript:alert(1))"
matchingRules:
- type: PromQL
  promql:
    promql: "vector(1) # </code><script>document.title='owned'</script>"
"#;

#[tokio::test]
async fn hostile_risks_stay_text_on_the_page_and_in_the_picture() {
    let service = data::serve(&[("4.7.4-HostileRisk", HOSTILE)]);
    let Some(page) = Page::of(&service, "?from=4.6.23&to=4.7.4").await else { return };
    page.click("input[name=click][value=show]").await;
    page.click("[data-version='4.6.23']").await;
    page.click("#details .chip.conditional").await;
    let text = page.text("#details").await;
    assert!(text.contains("</p><script>document.title='owned'</script><img src=x"), "{text}");
    page.run("for (const one of document.querySelectorAll('.promql')) one.open = true").await;
    let title = page.browser.client.title().await.unwrap();
    assert!(title.ends_with("Update explorer"), "{title}");
    assert_eq!(page.count("#main script, #main img").await, 0);
    let links = "return [...document.links].every((one) => one.protocol === 'https:' || one.hash)";
    assert_eq!(page.run(links).await, json!(true));
    page.finish().await;
}

#[tokio::test]
async fn hostile_addresses_stay_text() {
    let service = data::serve(&[]);
    let query = "?from=%3Cscript%3Ealert(1)%3C/script%3E&to=4.8&channel=%3Cimg%20src=x%20onerror=alert(1)%3E";
    let Some(page) = Page::of(&service, query).await else { return };
    assert_eq!(page.text("#verdict").await, "There is no answer");
    assert_eq!(page.count("#main script, #main img").await, 0);
    assert!(page.text("#channels-chosen").await.contains("<img src=x"));
    let command = page.run("return document.getElementById('tools').hidden").await;
    assert_eq!(command, json!(true), "there is nothing to copy");
    let _ = page.browser.log("browser").await; // a response with status 400 is logged
    page.finish().await;
}

#[tokio::test]
async fn the_policy_refuses_scripts_from_elsewhere() {
    let service = data::serve(&[]);
    let Some(page) = Page::of(&service, "").await else { return };
    let script = "const added = document.createElement('script');
        added.textContent = \"document.title = 'owned'\";
        document.head.append(added);
        return document.title";
    assert_eq!(page.run(script).await, "Update explorer");
    let log = page.browser.log("browser").await;
    assert!(
        log.iter().any(|entry| entry.to_string().contains("Content Security Policy")),
        "{log:?}"
    );
    page.finish().await;
}
