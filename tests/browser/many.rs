//! A thousand releases stay fluid.

use super::data;
use super::page::Page;

/// Generous, because the tests share the machine; without load it takes a tenth.
const MOST: f64 = 3_000.0;

#[tokio::test]
async fn a_thousand_releases_are_drawn_in_one_pass_and_stay_fluid() {
    let service = data::serve_many();
    let Some(page) = Page::of(&service, "?from=4.0.0&to=4.19.40").await else { return };
    assert_eq!(page.count("#picture .node").await, 1_000);
    assert!(page.count(".step").await >= 19);
    let elements = page.run("return document.querySelectorAll('*').length").await;
    assert!(elements.as_u64().unwrap() < 6_000, "what is hidden is not there: {elements}");
    // Zooming, pointing and searching, twenty times each, with the frame that shows it.
    let took = page
        .run(
            "const picture = document.getElementById('picture');
             const nodes = picture.querySelectorAll('.node');
             const start = performance.now();
             for (let turn = 0; turn < 20; turn += 1) {
               document.getElementById(turn % 2 ? 'zoom-in' : 'zoom-out').click();
               nodes[turn * 40].dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
               picture.getBoundingClientRect();
             }
             return performance.now() - start",
        )
        .await;
    assert!(took.as_f64().unwrap() < MOST, "20 times zooming and pointing took {took} ms");
    page.finish().await;
}
