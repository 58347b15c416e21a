// What is known about the release or the update that is pointed at.

import { button, element, errata, replace } from "./dom.js";
import { copyButton } from "./copy.js";
import { riskList } from "./risks.js";
import { count } from "./words.js";

const FIRST = 8; // updates that are listed before one asks for all

/** Shows a release, with all updates from and to it to follow. */
export function showRelease(panel, graph, version, act) {
  const node = graph.node(version);
  if (!node) return;
  replace(panel,
    element("h3", null, version),
    element("p", { class: "actions" },
      button("Start here", () => act.choose(version, "from"), { class: "small" }),
      button("Go here", () => act.choose(version, "to"), { class: "small" })),
    element("dl", null,
      node.url && [element("dt", null, "Errata"), element("dd", null, errata(node.url))],
      element("dt", null, "Channels"), element("dd", null, node.channels.join(", ") || "none")),
    node.image && folded("Image", () => [
      element("code", { class: "outside" }, node.image), copyButton("Copy image", () => node.image, { class: "small" })]),
    updates("Updates from here", graph.from(version), (edge) => edge.to, act),
    updates("Updates to here", graph.to(version), (edge) => edge.from, act));
}

/** Shows an update: why it is conditional, and where it leads. */
export function showUpdate(panel, graph, edge, act, reported) {
  const risks = graph.risksOf(edge);
  replace(panel,
    element("h3", null, `${edge.from} → ${edge.to}`),
    element("p", null, element("span", { class: `tag ${edge.conditional ? "conditional" : ""}` }, edge.conditional ? "conditional" : "recommended"),
      " ", why(edge, risks)),
    element("p", { class: "actions" },
      button(`Show ${edge.from}`, () => act.show(edge.from), { class: "small" }),
      button(`Show ${edge.to}`, () => act.show(edge.to), { class: "small" })),
    risks.length > 0 && riskList(risks, reported?.(edge.to)));
}

function why(edge, risks) {
  if (!edge.conditional) return "for every cluster";
  return risks.length === 0 ? "the graph gives no reason" : `recommended only for clusters to which ${risks.length === 1 ? "this risk does" : "these risks do"} not apply`;
}

function updates(title, edges, end, act) {
  const list = element("ul", { class: "updates" }, edges.slice(0, FIRST).map((edge) => update(edge, end, act)));
  const rest = edges.length > FIRST && button(`Show all ${edges.length}`, (event) => {
    event.currentTarget.remove();
    list.append(...edges.slice(FIRST).map((edge) => update(edge, end, act)));
  }, { class: "small" });
  return element("section", { "aria-label": title }, element("h4", null, `${title}: ${count(edges.length, "update")}`), list, rest);
}

function update(edge, end, act) {
  const text = edge.conditional ? `${end(edge)} (conditional)` : end(edge);
  return element("li", null, button(text, () => act.follow(edge), { class: edge.conditional ? "chip conditional" : "chip" }));
}

function folded(title, make) {
  const details = element("details", null, element("summary", null, title));
  details.addEventListener("toggle", () => {
    if (details.open && details.children.length === 1) details.append(...make());
  });
  return details;
}
