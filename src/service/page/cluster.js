// The cluster that the page is for: what runs, what it reports about each risk, and its progress.

import { byId, element, link, replace } from "./dom.js";
import { riskList } from "./risks.js";
import { count, duration } from "./words.js";

/** Shows a cluster. What was unfolded stays so when it is read again. */
export function showCluster(explored) {
  const { updates, status, preChecks, notes } = explored;
  const { cluster } = updates;
  const place = byId("cluster");
  const open = new Set([...place.querySelectorAll("details[open]")].map((one) => one.dataset.key));
  place.hidden = false;
  byId("cluster-name").textContent = `${cluster.context ?? cluster.server ?? cluster.id ?? "cluster"}`;
  replace(byId("cluster-facts"),
    element("dl", { class: "facts" },
      fact("Version", cluster.desired.version === cluster.version ? cluster.version : `${cluster.version ?? "none"}, updating to ${cluster.desired.version}`),
      fact("Channel", cluster.channel || "none"),
      cluster.requested && fact("Requested", cluster.requested.version),
      cluster.server && fact("Server", cluster.server)),
    status?.updating && progress(status),
    conditions(updates.conditions),
    notes.map((note) => element("p", { class: "note outside" }, note)),
    reported(updates, open),
    status && insights("status", "Health", status.insights, open),
    preChecks.map((report) => insights(`plan ${report.target}`, `Pre-checks for ${report.target}`, report.insights, open)));
}

function fact(name, value) {
  return [element("dt", null, name), element("dd", null, value)];
}

function progress({ verdict, controlPlane, pools }) {
  const { completion, estimatedRemainingSeconds: rest, target } = controlPlane;
  const percent = completion?.percent ?? 0;
  const left = rest === null || rest === undefined ? "" : `, about ${duration(rest)} left`;
  return element("section", { class: "progress", "aria-label": "Progress" },
    element("p", null, element("strong", null, `Updating to ${target?.version ?? "the requested version"}`), ` ${percent}%${left} (${verdict})`),
    element("progress", { max: 100, value: percent, "aria-label": "Control plane" }),
    (pools ?? []).map((pool) => pool.completion && element("p", { class: "quiet" },
      `${pool.name}: ${pool.completion.updated} of ${count(pool.completion.total, "node")} updated`)));
}

// Conditions as they should be need no words.
const EXPECTED = {
  Available: "True", Failing: "False", RetrievedUpdates: "True", Progressing: "False", Upgradeable: "True",
  Invalid: "False", ReleaseAccepted: "True",
};

function conditions(list) {
  const odd = list.filter(({ type, status }) => EXPECTED[type] !== undefined && EXPECTED[type] !== status);
  return odd.map(({ type, status, reason, message }) => element("p", { class: "note outside" },
    `${type}=${status}${reason ? ` (${reason})` : ""}${message ? `: ${message}` : ""}`));
}

// What the cluster itself says about each update, beside what the graph says.
function reported({ recommended, notRecommended }, open) {
  const summary = `The cluster reports ${count(recommended.length, "recommended update")}, ${notRecommended.length} not recommended`;
  return folded("reported", summary, open, [
    element("p", null, "Recommended: ", recommended.map((update) => update.version).join(", ") || "none"),
    notRecommended.map((update) => element("section", null,
      element("h4", null, update.version, " ", element("span", { class: "tag conditional" }, `Recommended=${update.recommended}`)),
      update.risks.length > 0 ? riskList(update.risks) : element("p", { class: "outside" }, update.message))),
  ]);
}

function insights(key, title, list, open) {
  if (list.length === 0) return null;
  return folded(key, `${title}: ${count(list.length, "insight")}`, open, element("ul", { class: "risks" }, list.map((insight) =>
    element("li", { class: "risk" },
      element("p", { class: "risk-name" }, element("strong", { class: "outside" }, insight.summary), " ",
        element("span", { class: `state state-${insight.accepted ? "False" : insight.level === "info" ? "False" : "True"}` }, insight.accepted ? "accepted" : insight.level)),
      insight.description && element("p", { class: "outside" }, insight.description),
      insight.action && element("p", { class: "quiet outside" }, insight.action),
      insight.reference && element("p", null, link(insight.reference))))));
}

function folded(key, title, open, content) {
  return element("details", { "data-key": key, open: open.has(key) }, element("summary", null, title), content);
}

/** Returns what the cluster reports about the risks of an update to a version, by name. */
export function reportedBy(explored) {
  if (!explored) return undefined;
  const { notRecommended } = explored.updates;
  return (version) => {
    const update = notRecommended.find((one) => one.version === version);
    return update && new Map(update.risks.map((risk) => [risk.name, risk]));
  };
}
