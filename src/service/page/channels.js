// The channels to choose from: a row for each minor version, a column for each family.

import { element, replace } from "./dom.js";
import { count } from "./words.js";

const FAMILIES = ["stable", "eus", "fast", "candidate"];

/** Shows the channels; the chosen ones are checked, whether there are such channels or not. */
export function showChannels(place, known, chosen, changed) {
  const box = (name, text, title) => element("label", { class: "channel", title },
    element("input", { type: "checkbox", name: "channel", value: name, checked: chosen.includes(name), onchange: changed }),
    element("span", null, text));
  const named = known.filter((channel) => channel.minor && FAMILIES.includes(channel.family));
  const minors = [...new Set(named.map((channel) => channel.minor))];
  const rows = minors.map((minor) => element("tr", null,
    element("th", { scope: "row" }, minor),
    FAMILIES.map((family) => {
      const channel = named.find((one) => one.minor === minor && one.family === family);
      return element("td", null, channel && box(channel.name, channel.name.slice(0, -minor.length - 1), `${channel.name}: ${count(channel.releases, "release")}`));
    })));
  const names = new Set(known.map((channel) => channel.name));
  const others = [
    ...known.filter((channel) => !named.includes(channel)).map((channel) => [channel.name, channel.name]),
    ...chosen.filter((name) => !names.has(name)).map((name) => [name, `${name} (unknown)`]),
  ];
  replace(place,
    rows.length > 0 && element("table", { class: "channels" },
      element("caption", { class: "for-readers" }, "Channels by minor version"),
      element("tbody", null, rows)),
    others.length > 0 && element("p", { class: "others" }, others.map(([name, text]) => box(name, text, name))));
}

/** Returns the names that are checked. */
export function checkedChannels(place) {
  return [...place.querySelectorAll("input:checked")].map((input) => input.value);
}
