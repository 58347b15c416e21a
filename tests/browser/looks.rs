//! Narrow and wide, light and dark, magnified: nothing is cut off, and text stays legible.

use serde_json::{Value, json};

use super::data;
use super::page::Page;

const QUERY: &str = "?from=4.6.23&to=4.7.4";

/// Elements that are wider than the page, or reach beyond it.
const CUT_OFF: &str = "const page = document.documentElement;
    const wide = page.scrollWidth > page.clientWidth ? ['page'] : [];
    const over = [...document.querySelectorAll('main *')].filter((one) => {
      const box = one.getBoundingClientRect();
      const hidden = one.closest('svg, .for-readers, #table-place, #channel-list') || box.width === 0;
      return !hidden && box.right > page.clientWidth + 1;
    });
    return [...wide, ...over.map((one) => one.outerHTML.slice(0, 90))]";

/// The least contrast of all visible text, as the accessibility guidelines compute it.
const CONTRAST: &str = "const channels = (color) => color.match(/[\\d.]+/g).map(Number);
    const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
      .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
      .reduce((sum, c, at) => sum + c * [0.2126, 0.7152, 0.0722][at], 0);
    const ground = (one) => {
      for (let at = one; at; at = at.parentElement) {
        const color = channels(getComputedStyle(at).backgroundColor);
        if (color.length < 4 || color[3] > 0) return color;
      }
      return [255, 255, 255];
    };
    const worst = { ratio: 21 };
    for (const one of document.querySelectorAll('body *:not(svg *)')) {
      const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      if (!own || !one.checkVisibility() || one.closest('.for-readers, .skip')) continue;
      const [a, b] = [light(channels(getComputedStyle(one).color)), light(ground(one))];
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (ratio < worst.ratio) Object.assign(worst, { ratio, text: one.textContent.slice(0, 60) });
    }
    return worst";

async fn is_legible(page: &Page) {
    let worst = page.run(CONTRAST).await;
    assert!(worst["ratio"].as_f64().unwrap() >= 4.5, "{worst}");
}

#[tokio::test]
async fn nothing_is_cut_off_from_360_to_2560_pixels() {
    let service = data::serve(&[]);
    let Some(page) = Page::of(&service, QUERY).await else { return };
    page.click(".channel-choice summary").await;
    for width in [360, 480, 768, 1_024, 1_280, 1_920, 2_560] {
        page.width(width).await;
        assert_eq!(page.run(CUT_OFF).await, json!([]), "at {width} pixels");
    }
    // At 200 %, a window of 1,280 pixels has the room of 640.
    page.width(640).await;
    assert_eq!(page.run(CUT_OFF).await, json!([]));
    assert_eq!(page.count("#picture .node").await, 11);
    page.finish().await;
}

#[tokio::test]
async fn text_is_legible_in_light_and_in_dark() {
    let service = data::serve(&[]);
    let Some(page) = Page::of(&service, QUERY).await else { return };
    let ground = "return getComputedStyle(document.body).backgroundColor";
    is_legible(&page).await;
    let light: Value = page.run(ground).await;
    let feature = json!({"features": [{"name": "prefers-color-scheme", "value": "dark"}]});
    page.browser.devtools("Emulation.setEmulatedMedia", feature).await;
    assert_ne!(page.run(ground).await, light);
    is_legible(&page).await;
    page.finish().await;
}
