// The command that gives the same answer as the page.

import { plain } from "./dom.js";

/**
 * Returns `upgrade path …` for a choice. `start` is how the program was started for the cluster, if it was:
 * the words before and after the command, and the version of the cluster.
 * An update service answers about named channels only: `searched` are those that the answer is about.
 */
export function pathCommand(choice, arch, searched, start) {
  const words = start ? [] : ["upgrade"];
  words.push("path", choice.to || "VERSION");
  if (choice.from && choice.from !== start?.from) words.push("--from-version", choice.from);
  if (!start) words.push("--graph", updateService());
  if (arch && !start) words.push("--arch", arch);
  const channels = choice.channels.length > 0 || start ? choice.channels : searched;
  for (const channel of channels) words.push("--channel", channel);
  if (choice.eus) words.push("--eus");
  if (choice.risky) words.push("--allow-not-recommended");
  words.push(...(start?.pathArguments ?? []));
  const typed = words.map(quoted).join(" ");
  return start ? `${start.command} ${typed}` : typed;
}

/** Returns where this update service answers clusters. */
function updateService() {
  const prefix = "/api/upgrades_info/";
  const path = location.pathname.endsWith(prefix) ? "graph" : "api/upgrades_info/graph";
  return new URL(path, location.origin + location.pathname).href;
}

function quoted(word) {
  const safe = plain(word);
  return /^[\w@%+=:,./-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", "'\\''")}'`;
}
