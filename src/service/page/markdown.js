// An answer as Markdown, for a ticket. No text of others counts as Markdown in it.

import { plain } from "./dom.js";
import { heading, subheading } from "./verdict.js";
import { applies } from "./words.js";

/** Returns an answer as Markdown, with the address of the page and the command that gives the same answer. */
export function markdown(answer, command, address) {
  const routes = [...answer.ways, ...answer.notRecommended];
  const parts = [
    `## ${escaped(heading(answer))}`,
    escaped(subheading(answer)),
    ...(routes[0] ? steps(routes[0]) : []),
    ...reachable(answer),
    ...answer.missing.map(({ message, pattern }) => `- ${escaped(message)}${pattern ? ` ${code(pattern)}` : ""}`),
    ...answer.notes.map((note) => `> ${escaped(note)}`),
    fenced(command),
    `<${address}>`,
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

function steps({ hops, pauses }) {
  return hops.flatMap((hop) => [
    ...pauses.filter((pause) => pause.before === hop.number).map((pause) => `*Worker pools can be paused: they stay on ${pause.from}.*`),
    step(hop),
    ...pauses.filter((pause) => pause.until === hop.number).map((pause) => `*Resume the worker pools: they update to ${pause.to}.*`),
  ]);
}

function step({ number, from, to, step: kind, channel, channelChange, risks, unexplained, byTodaysMetrics }) {
  const minor = kind === "Patch" ? "" : kind === "NextMinor" ? " (minor version update)" : " (skips a minor version)";
  const set = { Stay: `${code(channel)} (no change)`, Set: `set ${code(channel)}`, Unknown: "unknown" }[channelChange];
  const told = risks.length > 0 ? "" : unexplained ? "conditional, and the graph gives no reason" : "none";
  return [
    `### ${number}. ${escaped(from)} → ${escaped(to.version)}${minor}`,
    "",
    `- Channel: ${set}`,
    to.url && `- Errata: ${escaped(to.url)}`,
    `- Risks${byTodaysMetrics ? ", with today's metrics" : ""}: ${told}`.trimEnd(),
    ...risks.map((risk) => `  - **${escaped(risk.name)}** (${applies(risk)}): ${escaped(risk.message)}${risk.url ? ` ${escaped(risk.url)}` : ""}`),
  ].filter((line) => typeof line === "string").join("\n");
}

function reachable({ from, reachable: rows }) {
  if (rows.length === 0) return [];
  const line = ({ minor, newest, recommended }) => `| ${[minor, newest, recommended ?? "none"].map(escaped).join(" | ")} |`;
  return [`### Reachable from ${escaped(from)}`, ["| Minor version | Newest | Newest recommended |", "| --- | --- | --- |", ...rows.map(line)].join("\n")];
}

function escaped(text) {
  return plain(text).replace(/\s+/g, " ").trim().replace(/[\\`*_{}[\]<>()#+!|~&]/g, "\\$&");
}

function code(text) {
  const safe = plain(text).replace(/\s+/g, " ");
  return safe.includes("`") ? escaped(safe) : `\`${safe}\``;
}

function fenced(text) {
  return `\`\`\`sh\n${plain(text).replaceAll("`", "'")}\n\`\`\``;
}
