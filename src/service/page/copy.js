// Puts text on the clipboard, or selects it where the browser refuses.

import { button, byId, element } from "./dom.js";

/** Makes a button that copies what `text` returns, and says so. */
export function copyButton(label, text, attributes) {
  return button(label, async (event) => {
    const pressed = event.currentTarget;
    const done = await copy(await text());
    say(done ? "Copied" : "Press Ctrl+C to copy the selected text", pressed, label);
  }, attributes);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    hide();
    return true;
  } catch {
    show(text); // no permission, or no HTTPS
    return false;
  }
}

// Where there is no clipboard, the text is shown, selected.
function show(text) {
  const area = byId("copied");
  area.value = text;
  area.hidden = false;
  area.focus();
  area.select();
}

function hide() {
  byId("copied").hidden = true;
}

function say(text, pressed, label) {
  announce(text);
  pressed.textContent = text;
  setTimeout(() => { pressed.textContent = label; }, 1600);
}

/** Tells those who do not see the page. */
export function announce(text) {
  byId("announcement").replaceChildren(element("span", null, text));
}
