// The picture: built in one pass; what is pointed at is added to it, and removed again.

import { plain, shape } from "./dom.js";
import { HEIGHT, SIDE, layout, line } from "./layout.js";
import { LARGEST, Viewport } from "./viewport.js";
import { count } from "./words.js";

const LEGIBLE = 0.55; // pixels of a unit: below, versions are too small to read
const READABLE = 0.58; // pixels of a unit: above, the whole graph can be read
const MANY = 60; // lines; so many stand back
const LONGEST = 30; // letters of a version

export class Drawing {
  /** Draws a graph. `on.point`, `on.leave`, `on.edge` and `on.choose` hear what people do with it. */
  constructor(graph, on) {
    this.graph = graph;
    this.on = on;
    this.layout = layout(graph);
    this.groups = new Map();
    this.route = [];
    this.chosen = {};
    this.focus = graph.nodes[0]?.version;
    this.picture = this.#draw();
    this.viewport = new Viewport(this.picture, this.layout, (scale) => {
      this.picture.classList.toggle("far", scale < LEGIBLE);
      this.picture.style.setProperty("--pixel", (1 / scale).toFixed(3));
    });
    // The picture is as high as it needs to be, within the limits of the style sheet.
    this.picture.style.setProperty("--high", `${(this.layout.height + 24) * LARGEST}px`);
    this.picture.style.aspectRatio = `${this.layout.width + 24} / ${this.layout.height + 24}`;
    this.#listen();
  }

  #draw() {
    const { bands, width, height, boxes } = this.layout;
    this.pathLayer = shape("g", { class: "path" });
    this.pointLayer = shape("g", { class: "pointed" });
    const { releases, edges, conditionalEdges } = this.graph.document.counts;
    const label = `Update graph: ${count(releases, "release")}, ${count(edges, "update")}, ${conditionalEdges} of them conditional. `
      + "Arrow keys move between releases, Enter chooses one. A table with the same content follows.";
    // Listening for the focus of its releases would make the picture itself a stop in the order of tabs.
    return shape("svg", { id: "picture", tabindex: "-1", class: this.graph.drawn.length > MANY ? "many" : "", viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": label },
      shape("g", { "aria-hidden": "true" }, bands.map((band) => this.#band(band))),
      this.#edges(),
      shape("g", null, this.graph.nodes.map((node) => this.#node(node, boxes.get(node.version)))),
      this.pointLayer,
      this.pathLayer);
  }

  #band({ minor, top, height, releases }) {
    return [
      shape("rect", { class: "band", x: 0, y: top, width: this.layout.width, height, rx: 10 }),
      shape("text", { class: "minor", x: SIDE - 18, y: top + 44 }, minor),
      shape("text", { class: "remark", x: SIDE - 18, y: top + 60 }, count(releases, "release")),
    ];
  }

  // Two paths hold all lines: thousands of elements would have to be laid out one by one.
  #edges() {
    const { boxes } = this.layout;
    const lines = (edges) => edges.map((edge) => line(boxes.get(edge.from), boxes.get(edge.to))).join("");
    const drawn = this.graph.drawn;
    return shape("g", { class: "backdrop", "aria-hidden": "true" },
      shape("path", { class: "line recommended", d: lines(drawn.filter((edge) => !edge.conditional)) }),
      shape("path", { class: "line conditional", d: lines(drawn.filter((edge) => edge.conditional)) }));
  }

  #node(node, { x, y, width }) {
    const version = node.version;
    const text = version.length > LONGEST ? `${version.slice(0, LONGEST - 1)}…` : version;
    const group = shape("g", { class: "node", role: "button", tabindex: version === this.focus ? "0" : "-1", "data-version": version, transform: `translate(${x} ${y})` },
      shape("rect", { width, height: HEIGHT, rx: 7 }),
      shape("text", { x: width / 2, y: HEIGHT / 2 }, text));
    this.groups.set(version, group);
    this.#state(group, node);
    return group;
  }

  // What is not reachable, or only with conditional updates, looks so, and is told to screen readers.
  #state(group, node) {
    const { from, to } = this.chosen;
    const known = this.graph.document.from !== null;
    const state = node.version === from ? "start"
      : node.version === to ? "goal"
      : !known ? "plain"
      : node.reachable === "Recommended" ? "recommended"
      : node.reachable === "Conditional" ? "conditional" : "apart";
    group.setAttribute("class", `node ${state}`);
    const words = {
      start: "start", goal: "goal", plain: "", recommended: "reachable with recommended updates",
      conditional: "reachable with conditional updates only", apart: "not reachable",
    }[state];
    group.setAttribute("aria-label", plain(words ? `${node.version}, ${words}` : node.version));
    for (const mark of group.querySelectorAll(".mark")) mark.remove();
    if (state === "start" || state === "goal") {
      const { width } = this.layout.boxes.get(node.version);
      group.append(shape("text", { class: "mark", x: 4, y: HEIGHT + 9 }, state));
    }
  }

  /** Shows a path and its ends. */
  highlight(chosen, route) {
    this.chosen = chosen;
    this.route = route ?? [];
    for (const node of this.graph.nodes) this.#state(this.groups.get(node.version), node);
    const passed = new Set(this.route.flatMap((hop) => [hop.from, hop.to.version]));
    for (const [version, group] of this.groups) group.classList.toggle("on-path", passed.has(version));
    this.picture.classList.toggle("has-path", this.route.length > 0);
    const { boxes } = this.layout;
    const lines = this.route.filter((hop) => boxes.has(hop.from) && boxes.has(hop.to.version)).map((hop) => {
      const edge = this.graph.edge(hop.from, hop.to.version) ?? { from: hop.from, to: hop.to.version, conditional: hop.conditional, risks: [] };
      return this.#line(edge, "on-path");
    });
    // Far away, where releases are too small for their names, the stops of the path have them beside.
    const stops = [...passed].filter((version) => boxes.has(version)).map((version) => {
      const { x, y, width } = boxes.get(version);
      return shape("text", { class: "stop", x: x + width + 10, y: y + HEIGHT / 2, "aria-hidden": "true" }, version);
    });
    this.pathLayer.replaceChildren(...lines, ...stops);
  }

  /** Moves the view to the path, or shows the whole graph if there is none. */
  fit() {
    this.viewport.fit(() => this.#fit());
  }

  #fit() {
    const ends = [this.chosen.from, this.chosen.to, ...this.route.flatMap((hop) => [hop.from, hop.to.version])];
    const boxes = ends.map((version) => this.layout.boxes.get(version)).filter(Boolean);
    if (boxes.length === 0 || this.viewport.whole() > READABLE) return this.viewport.showAll();
    const left = Math.min(...boxes.map((box) => box.x));
    const top = Math.min(...boxes.map((box) => box.y));
    const right = Math.max(...boxes.map((box) => box.x + box.width));
    const bottom = Math.max(...boxes.map((box) => box.y + HEIGHT));
    this.viewport.show({ x: left, y: top, width: right - left, height: bottom - top }, 70);
  }

  showAll() {
    this.viewport.fit(() => this.viewport.showAll());
  }

  /** Draws all updates of one release, each to be pointed at. */
  point(version) {
    for (const group of this.picture.querySelectorAll(".is-pointed")) group.classList.remove("is-pointed");
    const group = this.groups.get(version);
    this.picture.classList.toggle("has-pointed", Boolean(group));
    if (!group) return this.pointLayer.replaceChildren();
    group.classList.add("is-pointed");
    const edges = [...this.graph.from(version), ...this.graph.to(version)];
    this.pointLayer.replaceChildren(...edges.map((edge) => this.#line(edge, "one")));
  }

  /** Marks one update. */
  mark(edge) {
    this.picture.classList.toggle("has-pointed", Boolean(edge));
    this.pointLayer.replaceChildren(...(edge ? [this.#line(edge, "one marked")] : []));
  }

  /** Marks the releases that a search found, and shows them. */
  find(versions) {
    for (const [version, group] of this.groups) group.classList.toggle("is-found", versions.has(version));
    this.picture.classList.toggle("has-found", versions.size > 0);
    const [first] = versions;
    if (first) this.viewport.reveal(this.#frame(first));
  }

  #line(edge, kind) {
    const { boxes } = this.layout;
    const { places } = this.graph;
    const data = line(boxes.get(edge.from), boxes.get(edge.to));
    const state = edge.conditional ? "conditional" : "recommended";
    const why = edge.conditional ? `, conditional: ${edge.risks.join(", ") || "no reason given"}` : "";
    return shape("g", { class: `edge ${state} ${kind}`, "data-edge": `${places.get(edge.from)} ${places.get(edge.to)}` },
      shape("title", null, `${edge.from} → ${edge.to}${why}`),
      shape("path", { class: "hit", d: data }),
      shape("path", { class: "line", d: data }));
  }

  #frame(version) {
    const { x, y, width } = this.layout.boxes.get(version);
    return { x, y, width, height: HEIGHT };
  }

  #listen() {
    const picture = this.picture;
    const version = (event) => event.target.closest?.("[data-version]")?.dataset.version;
    const edge = (event) => {
      const [from, to] = event.target.closest?.("[data-edge]")?.dataset.edge.split(" ") ?? [];
      return from && this.graph.edge(this.graph.nodes[from].version, this.graph.nodes[to].version);
    };
    picture.addEventListener("pointerover", (event) => {
      const [at, on] = [version(event), edge(event)];
      if (at) this.on.point(at);
      else if (on) this.on.edge(on);
    });
    picture.addEventListener("click", (event) => {
      if (this.viewport.dragged) return;
      const [at, on] = [version(event), edge(event)];
      if (at) this.on.choose(at);
      else if (on) this.on.follow(on);
    });
    picture.addEventListener("focusin", (event) => {
      const at = version(event);
      if (!at) return;
      this.#rove(at);
      this.viewport.reveal(this.#frame(at));
      this.on.point(at);
    });
    picture.addEventListener("keydown", (event) => this.#key(event, version(event)));
  }

  // One release is in the order of tabs: the one that had the focus last.
  #rove(version) {
    this.groups.get(this.focus)?.setAttribute("tabindex", "-1");
    this.focus = version;
    this.groups.get(version).setAttribute("tabindex", "0");
  }

  #key(event, version) {
    if (!version || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = {
      Enter: () => this.on.choose(version),
      " ": () => this.on.choose(version),
      s: () => this.on.choose(version, "from"),
      g: () => this.on.choose(version, "to"),
      ArrowRight: () => this.#step(version, 1),
      ArrowLeft: () => this.#step(version, -1),
      ArrowDown: () => this.#leap(version, 1),
      ArrowUp: () => this.#leap(version, -1),
      Home: () => this.#go(this.graph.nodes[0].version),
      End: () => this.#go(this.graph.nodes.at(-1).version),
      "+": () => this.viewport.zoom(1.4),
      "-": () => this.viewport.zoom(1 / 1.4),
      0: () => this.showAll(),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }

  #step(version, by) {
    const node = this.graph.nodes[this.graph.places.get(version) + by];
    if (node) this.#go(node.version);
  }

  // To the closest release of the row above or below.
  #leap(version, by) {
    const here = this.layout.boxes.get(version);
    let best = null;
    for (const [other, box] of this.layout.boxes) {
      const down = (box.y - here.y) * by;
      if (down <= 0) continue;
      const far = down * 4 + Math.abs(box.x - here.x);
      if (!best || far < best.far) best = { other, far };
    }
    if (best) this.#go(best.other);
  }

  #go(version) {
    this.groups.get(version).focus({ preventScroll: true });
  }
}
