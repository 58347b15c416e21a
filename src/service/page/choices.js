// The form: architecture, channels, the version you run and where you want to go.

import { byId, element, replace } from "./dom.js";
import { checkedChannels, showChannels } from "./channels.js";
import { count } from "./words.js";

const shown = {}; // the last choice

/** Shows a choice in the form, among what the service has. */
export function showChoice(choice, offer, changed) {
  for (const [id, value] of [["from", choice.from], ["to", choice.to]]) {
    if (shown[id] !== value) byId(id).value = value; // what is being typed stays
    shown[id] = value;
  }
  byId("eus").checked = choice.eus;
  byId("risky").checked = choice.risky;
  if (!offer) return;
  const arches = [...new Set([...offer.arches, choice.arch || offer.arch])];
  replace(byId("arch"), arches.map((arch) => element("option", { value: arch, selected: arch === (choice.arch || offer.arch) }, arch)));
  byId("arch").value = choice.arch || offer.arch;
  showChannels(byId("channel-list"), offer.channels, choice.channels, changed);
  byId("channels-chosen").textContent = choice.channels.length === 0 ? "all" : choice.channels.join(", ");
  offerVersions(choice, offer);
}

// The versions of the chosen channels, newest first; as goals also minor versions.
function offerVersions({ channels }, offer) {
  const among = offer.channels.filter(({ name }) => channels.length === 0 || channels.includes(name));
  const versions = [...new Set(among.flatMap((channel) => channel.versions))].sort(newestFirst);
  const minors = [...new Set(versions.map((version) => /^\d+\.\d+(?=\.)/.exec(version)?.[0]).filter(Boolean))];
  const options = (values) => values.map((value) => element("option", { value }));
  replace(byId("from-versions"), options(versions));
  replace(byId("to-versions"), options(minors), options(versions));
  byId("offer").textContent = `${count(versions.length, "release")} in ${count(among.length, "channel")}`;
}

function newestFirst(a, b) {
  return b.localeCompare(a, "en", { numeric: true });
}

/** Returns what the form holds. */
export function readChoice(defaultArch) {
  const arch = byId("arch").value;
  return {
    arch: arch === defaultArch ? "" : arch,
    channels: checkedChannels(byId("channel-list")),
    from: byId("from").value.trim(),
    to: byId("to").value.trim(),
    eus: byId("eus").checked,
    risky: byId("risky").checked,
  };
}

/** Calls when something is chosen, not with every letter. */
export function listen(changed) {
  const form = byId("choices");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    changed();
  });
  for (const id of ["from", "to", "arch", "eus", "risky"]) byId(id).addEventListener("change", changed);
  byId("swap").addEventListener("click", () => {
    [byId("from").value, byId("to").value] = [byId("to").value, byId("from").value];
    changed();
  });
  byId("all-channels").addEventListener("click", () => {
    for (const input of form.querySelectorAll("#channel-list input")) input.checked = false;
    changed();
  });
}
