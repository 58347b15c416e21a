// The graph as a table, for those who do not see the picture. It is made when it is unfolded.

import { element, replace } from "./dom.js";

/** Fills a `details` element with the table of a graph whenever it is open. */
export function tableOf(details, place, current) {
  let shown = null;
  const fill = () => {
    const graph = current();
    if (!details.open || !graph || graph === shown) return;
    shown = graph;
    replace(place, table(graph));
  };
  details.addEventListener("toggle", fill);
  return fill;
}

function table(graph) {
  const head = ["Release", "Reachable", "Recommended updates to", "Conditional updates to"];
  const rows = graph.document.nodes.map((node) => {
    const [conditional, recommended] = split(graph.from(node.version));
    return element("tr", null,
      element("th", { scope: "row" }, node.version),
      element("td", null, node.current ? "start" : { Recommended: "yes", Conditional: "conditional" }[node.reachable] ?? "–"),
      element("td", null, recommended.map((edge) => edge.to).join(", ") || "none"),
      element("td", null, conditional.map((edge) => `${edge.to} (${edge.risks.join(", ") || "no reason given"})`).join(", ") || "none"));
  });
  return element("table", null,
    element("caption", null, "Releases, newest first"),
    element("thead", null, element("tr", null, head.map((text) => element("th", { scope: "col" }, text)))),
    element("tbody", null, rows));
}

function split(edges) {
  return [edges.filter((edge) => edge.conditional), edges.filter((edge) => !edge.conditional)];
}
