// Starts the page.

import { copyButton } from "./copy.js";
import { byId, element, replace } from "./dom.js";
import { Explorer } from "./explorer.js";
import { markdown } from "./markdown.js";

const BUSY = 5_000; // milliseconds between reads while an update runs
const QUIET = 30_000;

const explorer = new Explorer();

function tools() {
  replace(byId("tools"),
    copyButton("Copy command", () => explorer.command(), { id: "copy-command" }),
    copyButton("Copy as Markdown", () => markdown(explorer.answer, explorer.command(), location.href), { id: "copy-markdown" }));
  const act = {
    in: (drawing) => drawing.viewport.zoom(1.4),
    out: (drawing) => drawing.viewport.zoom(1 / 1.4),
    path: (drawing) => drawing.fit(),
    all: (drawing) => drawing.showAll(),
  };
  for (const [name, zoom] of Object.entries(act)) {
    byId(`zoom-${name}`).addEventListener("click", () => explorer.drawing && zoom(explorer.drawing));
  }
}

/** Reads the cluster again and again, more often while an update runs, and not for a page that is hidden. */
async function watch() {
  let busy = false;
  try {
    if (!document.hidden) busy = (await explorer.cluster()).status?.updating ?? false;
    replace(byId("cluster-trouble"));
  } catch (error) {
    byId("cluster").hidden = false;
    replace(byId("cluster-trouble"), element("p", { class: "note outside" }, `The cluster cannot be read: ${error.message}`));
  }
  setTimeout(watch, busy ? BUSY : QUIET);
}

tools();
const mode = document.querySelector("meta[name=upgrade-mode]").content;
if (mode === "cluster") await watch();
await explorer.go(explorer.choice);
document.documentElement.dataset.ready = "true";
