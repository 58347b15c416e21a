// The answer in one line: whether there is a path, and if not, how far one gets and what is missing.

import { element } from "./dom.js";
import { summary } from "./words.js";

/** Returns the heading of an answer. */
export function heading(answer) {
  const { from, to, outcome } = answer;
  const [best] = [...answer.ways, ...answer.notRecommended];
  const way = best && `${from} → ${best.to}`;
  return {
    Arrived: () => `${from} is the version you chose`,
    Found: () => way,
    NotRecommended: () => `No recommended update path from ${from} to ${to}`,
    NoWay: () => `No update path from ${from} to ${to}`,
    Incomplete: () => `No update path from ${from} to ${to} in the channels searched`,
  }[outcome]();
}

/** Returns what stands below the heading. */
export function subheading(answer) {
  const [best] = [...answer.ways, ...answer.notRecommended];
  if (!best) return "";
  const text = summary(best);
  return answer.outcome === "NotRecommended" ? `${best.hops[0].from} → ${best.to}: ${text}` : text;
}

/** Makes what explains an answer without a proposed path. */
export function explanation(answer) {
  return [
    answer.reachable.length > 0 && reachable(answer),
    answer.missing.length > 0 && missing(answer.missing),
    [...answer.notes, ...answer.warnings].map((note) => element("p", { class: "note outside" }, note)),
  ];
}

function reachable({ from, reachable: rows }) {
  const head = ["Minor version", "Newest", "Newest recommended"];
  return element("section", { "aria-label": "Reachable" },
    element("h3", null, `How far you get from ${from}`),
    element("table", { class: "reachable" },
      element("thead", null, element("tr", null, head.map((text) => element("th", { scope: "col" }, text)))),
      element("tbody", null, rows.map(({ minor, newest, recommended }) => element("tr", null,
        element("th", { scope: "row" }, minor),
        element("td", null, newest),
        element("td", null, recommended ?? "none"))))));
}

function missing(reasons) {
  const items = reasons.map(({ message, pattern }) => element("li", { class: "outside" },
    message, pattern && [" ", element("code", null, pattern)]));
  return element("section", { "aria-label": "Missing" },
    element("h3", null, "What is missing"), element("ul", { class: "missing" }, items));
}
