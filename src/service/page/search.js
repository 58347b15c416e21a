// Finds releases by a part of their version, and updates by a part of the name of a risk.

import { button, byId, element, replace } from "./dom.js";
import { count } from "./words.js";

const SHOWN = 6; // results

/** Searches with every letter. Returns what searches again, for another graph. */
export function searchIn(graph, explorer) {
  const search = () => {
    const text = byId("search").value.trim().toLowerCase();
    const found = text && graph() ? find(graph(), text) : { versions: [], edges: [] };
    explorer.drawing?.find(new Set(found.versions));
    replace(byId("found"), text && results(found, explorer));
  };
  byId("search").addEventListener("input", search);
  byId("search").addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    byId("found").querySelector("button")?.click();
  });
  return search;
}

function find(graph, text) {
  const versions = graph.document.nodes.map((node) => node.version).filter((version) => version.toLowerCase().includes(text));
  const exact = versions.filter((version) => version.toLowerCase() === text);
  const names = (edge) => edge.risks.some((name) => name.toLowerCase().includes(text));
  return { versions: [...new Set([...exact, ...versions])], edges: graph.edges.filter(names) };
}

function results({ versions, edges }, explorer) {
  const total = versions.length + edges.length;
  const shown = [
    ...versions.slice(0, SHOWN).map((version) => button(version, () => explorer.show(version), { class: "chip" })),
    ...edges.slice(0, SHOWN).map((edge) => button(`${edge.from} → ${edge.to}`, () => explorer.follow(edge), { class: "chip conditional", title: edge.risks.join(", ") })),
  ];
  return [element("span", { class: "quiet" }, total === 0 ? "nothing found" : count(total, "result")), " ", shown];
}
