// The paths of an answer: the best one step by step, the others folded.

import { element, errata } from "./dom.js";
import { riskList } from "./risks.js";
import { summary } from "./words.js";

/** Makes the best path, and the others that can be unfolded. `reported` knows what the cluster reports. */
export function routeList(routes, reported) {
  const [best, ...others] = routes;
  if (!best) return [];
  return [steps(best, reported), others.length > 0 && alternatives(others, reported)];
}

function alternatives(routes, reported) {
  const folded = routes.map((route) => {
    const stops = [route.hops[0].from, ...route.hops.map((hop) => hop.to.version)];
    const details = element("details", { class: "alternative" },
      element("summary", null, element("strong", null, stops.join(" → ")), ` ${summary(route)}`));
    // What is folded is made when it is unfolded.
    details.addEventListener("toggle", () => {
      if (details.open && details.children.length === 1) details.append(steps(route, reported));
    });
    return details;
  });
  return element("section", { class: "alternatives", "aria-label": "Alternatives" },
    element("h3", null, "Alternatives"), folded);
}

function steps(route, reported) {
  const items = route.hops.flatMap((hop) => [
    ...route.pauses.filter((pause) => pause.before === hop.number).map(pausing),
    step(hop, reported),
    ...route.pauses.filter((pause) => pause.until === hop.number).map(resuming),
  ]);
  return element("ol", { class: "steps" }, items);
}

function pausing({ from, to }) {
  return element("li", { class: "pools" }, "Worker pools can be paused here. ",
    `They stay on ${from} until they update to ${to}.`);
}

function resuming({ to }) {
  return element("li", { class: "pools" }, `Resume the worker pools here: they update to ${to}.`);
}

const STEPS = {
  Patch: null,
  NextMinor: "minor version update",
  SkipsMinor: "skips a minor version",
};

function step(hop, reported) {
  const { to, risks, conditional, unexplained, byTodaysMetrics } = hop;
  const open = hop.recommended !== "True";
  const kind = open ? "open" : conditional ? "conditional" : "clear";
  return element("li", { class: `step ${kind}`, "data-from": hop.from, "data-to": to.version },
    element("h3", null,
      element("span", { class: "number" }, hop.number), `${hop.from} → ${to.version}`,
      STEPS[hop.step] && element("span", { class: "tag" }, STEPS[hop.step]),
      conditional && element("span", { class: "tag conditional" }, "conditional")),
    element("dl", null,
      element("dt", null, "Channel"), element("dd", null, channel(hop)),
      to.url && [element("dt", null, "Errata"), element("dd", null, errata(to.url))],
      element("dt", null, "Risks"),
      element("dd", null,
        told(risks, unexplained, reported?.(to.version)),
        byTodaysMetrics && element("span", { class: "quiet" }, " with today's metrics"))),
    hop.notes.map((note) => element("p", { class: "note outside" }, note)));
}

function channel(hop) {
  const name = hop.channel && element("code", null, hop.channel);
  return {
    Stay: [name, " (no change)"],
    Set: [element("span", { class: "set" }, "set "), name],
    Unknown: ["the graph does not report a channel"],
  }[hop.channelChange];
}

function told(risks, unexplained, reported) {
  if (risks.length > 0) return riskList(risks, reported);
  return unexplained ? "conditional, and the graph gives no reason" : "none";
}
