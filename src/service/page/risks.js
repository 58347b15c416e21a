// A risk: whether it applies, its message and link, and its PromQL to copy.

import { element, link } from "./dom.js";
import { copyButton } from "./copy.js";
import { applies } from "./words.js";

/** Makes the list of the risks of one update. `reported` is what the cluster says about each, by name. */
export function riskList(risks, reported) {
  const items = risks.map((risk) => element("li", { class: "risk" }, riskParts(risk, reported)));
  return element("ul", { class: "risks" }, items);
}

function riskParts(risk, reported) {
  const said = reported?.get(risk.name);
  return [
    element("p", { class: "risk-name" }, element("strong", null, risk.name), " ", state(risk)),
    element("p", { class: "outside" }, risk.message),
    risk.url && element("p", null, link(risk.url)),
    risk.why && element("p", { class: "quiet outside" }, `Unknown because: ${risk.why}`),
    said && element("p", { class: "quiet" }, "The cluster reports: ", applies(said)),
    rules(risk.matchingRules ?? []),
  ];
}

// Risks of the graph alone are not evaluated: they have no state.
function state(risk) {
  if (risk.applies === undefined) return null;
  const kind = risk.accepted ? "False" : risk.applies;
  return element("span", { class: `state state-${kind}` }, applies(risk));
}

function rules(list) {
  return list.map((rule) => {
    const query = rule.promql?.promql ?? rule.promql;
    if (typeof query === "string") return promql(query);
    if (rule.type === "Always") return element("p", { class: "quiet" }, "Applies to every cluster");
    const platforms = rule.platforms?.join(", ");
    return platforms && element("p", { class: "quiet" }, `Applies on: ${platforms}`);
  });
}

function promql(query) {
  return element("details", { class: "promql" },
    element("summary", null, "PromQL"),
    element("pre", { class: "outside", tabindex: "0" }, element("code", null, query)),
    copyButton("Copy PromQL", () => query, { class: "small" }));
}
