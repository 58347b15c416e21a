// How numbers and states are worded, in the words of the command line.

/** Returns a number with its noun: `1 update`, `3 updates`. */
export function count(number, noun) {
  return `${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`;
}

/** Returns whether a risk applies, in words. */
export function applies(risk) {
  if (risk.accepted) return "accepted";
  return { True: "applies", False: "does not apply", Unknown: "may apply" }[risk.applies];
}

/** Returns what a path crosses and risks, as the text of `path` does. */
export function summary(route) {
  const { hops, minors, risks, unknowns } = route.cost;
  const open = risks + unknowns;
  const parts = [count(hops, "update")];
  if (minors > 0) parts.push(count(minors, "minor version"));
  parts.push(open === 0 ? noRisks(route) : count(open, "open risk"));
  return parts.join(", ");
}

function noRisks(route) {
  if (route.accepted.length > 0) return `${count(route.accepted.length, "accepted risk")}`;
  return route.recommended === "True" ? "no known risks" : "no reason given";
}

/** Returns a duration in words: `1h20m`, `45s`. */
export function duration(seconds) {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return `${Math.round(seconds)}s`;
  if (minutes < 60) return `${minutes}m`;
  return `${Math.floor(minutes / 60)}h${String(minutes % 60).padStart(2, "0")}m`;
}
