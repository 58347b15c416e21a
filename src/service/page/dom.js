// Makes elements. Everything from outside becomes text, never markup.

const SVG = "http://www.w3.org/2000/svg";

// Control characters, and those that reverse the direction of text, would hide what is there.
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Returns text from outside with what is invisible in it made visible. */
export function plain(text) {
  return String(text ?? "").replace(HIDDEN, "\ufffd");
}

/** Makes an element. Attributes named `on…` are listeners; null and false leave an attribute out. */
export function element(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** Makes an element of a picture. */
export function shape(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  add(made, children);
  return made;
}

function add(parent, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : plain(child));
  }
}

/** Puts children in place of those that are there. */
export function replace(parent, ...children) {
  parent.replaceChildren();
  add(parent, children);
}

/** Makes a link if the address is one that is safe to open, else text. */
export function link(address, text) {
  if (!isSafe(address)) return text === undefined ? plain(address) : `${text}: ${plain(address)}`;
  const attributes = { href: address, target: "_blank", rel: "noopener noreferrer" };
  return element("a", attributes, text ?? address);
}

/** Makes a link to errata, named by the advisory if the address ends with one. */
export function errata(address) {
  const [advisory] = /RH[A-Z]A-\d+:\d+$/.exec(address) ?? [];
  return link(address, advisory);
}

/** Returns whether an address is https, without a name or password, and shows where it leads. */
export function isSafe(address) {
  if (typeof address !== "string" || plain(address) !== address) return false;
  if (!address.startsWith("https://")) return false;
  const url = URL.parse(address);
  return url !== null && url.protocol === "https:" && url.username === "" && url.password === "";
}

/** Makes a button. */
export function button(text, act, attributes) {
  return element("button", { type: "button", onclick: act, ...attributes }, text);
}

export const byId = (id) => document.getElementById(id);
