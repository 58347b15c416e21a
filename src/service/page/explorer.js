// The choice, the questions it asks, and the parts of the page that show the answers.

import { addressOf, choiceOf } from "./address.js";
import { Refusal, ask } from "./api.js";
import { listen, readChoice, showChoice } from "./choices.js";
import { reportedBy, showCluster } from "./cluster.js";
import { pathCommand } from "./command.js";
import { announce } from "./copy.js";
import { showRelease, showUpdate } from "./details.js";
import { button, byId, element, replace } from "./dom.js";
import { Drawing } from "./drawing.js";
import { Graph } from "./graph.js";
import { routeList } from "./routes.js";
import { searchIn } from "./search.js";
import { tableOf } from "./table.js";
import { explanation, heading, subheading } from "./verdict.js";
import { count } from "./words.js";

const PATHS = 4; // the best one and its alternatives

export class Explorer {
  choice = choiceOf(location.search);
  offer = null; // what there is to choose from
  answer = null; // the last answer to a question for a path
  graph = null;
  drawing = null;
  explored = null; // the cluster
  drawn = ""; // the question whose answer is drawn

  constructor() {
    listen(() => this.choose(readChoice(this.offer?.arch)));
    addEventListener("popstate", () => this.go(choiceOf(location.search), true));
    this.fillTable = tableOf(byId("table"), byId("table-place"), () => this.graph);
    this.search = searchIn(() => this.graph, this);
  }

  /** Chooses something else: the address says so, and the page can be left with the back button. */
  choose(change, keepView = false) {
    const choice = { ...this.choice, ...change };
    const address = addressOf(choice);
    if (address === addressOf(this.choice)) return;
    history.pushState(null, "", address);
    this.go(choice, !keepView);
  }

  /** Asks for what was chosen, and shows it. */
  async go(choice, fit = true) {
    this.choice = choice;
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    byId("main").setAttribute("aria-busy", "true");
    await this.#offer(asking.signal);
    await Promise.all([this.#path(asking.signal), this.#graph(asking.signal)]);
    if (asking.signal.aborted) return;
    this.#highlight(fit);
    byId("main").setAttribute("aria-busy", "false");
  }

  async #offer(signal) {
    const { arch } = this.choice;
    showChoice(this.choice, null);
    try {
      if (!this.offer || this.offer.asked !== arch) {
        this.offer = { ...await ask("channels", { arch }, signal), asked: arch };
      }
      showChoice(this.choice, this.offer, () => this.choose(readChoice(this.offer.arch)));
    } catch (error) {
      this.#failed("result", error);
    }
  }

  async #path(signal) {
    const { from, to } = this.choice;
    this.answer = null;
    if (!from || !to) return this.#invite();
    try {
      const answer = await ask("path", this.question(), signal);
      this.answer = answer;
      this.#show(answer);
    } catch (error) {
      this.#failed("result", error);
    }
  }

  /** Returns the question for a path. */
  question() {
    const { from, to, channels, arch, eus, risky } = this.choice;
    return { from, to, channel: channels, arch: this.#arch(arch), all: PATHS, eus, "allow-not-recommended": risky };
  }

  #arch(arch) {
    return arch || this.offer?.arch;
  }

  #invite() {
    const { from } = this.choice;
    replace(byId("verdict"), from ? "Where do you want to go?" : "Which version do you run?");
    replace(byId("summary"), "Type a version, or choose a release in the graph.");
    replace(byId("answer"));
    byId("tools").hidden = true;
  }

  #show(answer) {
    const title = heading(answer);
    const routes = [...answer.ways, ...answer.notRecommended];
    replace(byId("verdict"), title);
    replace(byId("summary"), subheading(answer));
    byId("result").dataset.outcome = answer.outcome;
    replace(byId("answer"), routeList(routes, reportedBy(this.explored)), explanation(answer), this.#wider(answer));
    byId("tools").hidden = false;
    document.title = `${title} – Update explorer`;
    announce([title, subheading(answer)].filter(Boolean).join(": "));
  }

  // The next step if the channels are what is missing.
  #wider({ outcome }) {
    const found = outcome === "Found" || outcome === "Arrived";
    if (found || this.choice.channels.length === 0) return null;
    return button("Search all channels", () => this.choose({ channels: [] }));
  }

  async #graph(signal) {
    const { channels, from, arch } = this.choice;
    const question = { channel: channels, arch: this.#arch(arch), from, all: Boolean(from) };
    const key = JSON.stringify(question);
    if (this.drawn === key) return;
    try {
      const document = await ask("graph", question, signal).catch((error) => {
        // The release to start from is not in these channels: show them all the same.
        if (!(error instanceof Refusal) || error.status !== 404) throw error;
        return ask("graph", { ...question, from: "", all: false }, signal);
      });
      this.drawn = key;
      this.#draw(new Graph(document));
    } catch (error) {
      this.#failed("graph", error);
    }
  }

  #draw(graph) {
    const same = this.graph && String(this.graph.nodes.map((node) => node.version)) === String(graph.nodes.map((node) => node.version));
    const box = same && this.drawing.viewport.box;
    this.graph = graph;
    this.drawing = new Drawing(graph, {
      point: (version) => this.point(version),
      edge: (edge) => this.#edge(edge),
      choose: (version, as) => this.#chosen(version, as),
      follow: (edge) => this.follow(edge),
    });
    const { releases, edges, conditionalEdges } = graph.document.counts;
    byId("graph-counts").textContent = `${count(releases, "release")}, ${count(edges, "update")}, ${conditionalEdges.toLocaleString("en-US")} conditional`;
    replace(byId("graph-notes"), [...graph.document.notes, ...graph.document.warnings].map((note) => element("p", { class: "note outside" }, note)));
    const focused = document.activeElement?.dataset?.version;
    replace(byId("canvas"), releases > 0 ? this.drawing.picture : element("p", { class: "quiet" }, "There are no releases in these channels."));
    if (box) this.drawing.viewport.show(box, 0);
    else this.drawing.showAll();
    if (focused) this.drawing.groups.get(focused)?.focus({ preventScroll: true });
    this.fitNext = !box;
    this.fillTable();
    this.search();
    if (this.choice.at && graph.node(this.choice.at)) this.#release(this.choice.at);
    else replace(byId("details"));
  }

  #highlight(fit) {
    if (!this.drawing) return;
    const [best] = this.answer ? [...this.answer.ways, ...this.answer.notRecommended] : [];
    const to = best?.to ?? this.choice.to;
    this.drawing.highlight({ from: this.choice.from, to }, best?.hops);
    if (fit || this.fitNext) this.drawing.fit();
    this.fitNext = false;
  }

  /** Shows the updates of the release that is pointed at. */
  point(version) {
    this.drawing.point(version);
    const [after, before] = [this.graph.from(version).length, this.graph.to(version).length];
    replace(byId("caption"), element("strong", null, version), ` ${count(after, "update")} from here, ${before} to here`);
  }

  #edge(edge) {
    const why = edge.conditional ? `conditional: ${edge.risks.join(", ") || "no reason given"}` : "recommended";
    replace(byId("caption"), element("strong", null, `${edge.from} → ${edge.to}`), ` ${why}`);
  }

  // A click makes a release the goal, or what the switch says. Without a start, it is the start.
  #chosen(version, as) {
    const wanted = as ?? (this.choice.from ? document.querySelector("input[name=click]:checked").value : "from");
    if (wanted === "show") return this.show(version);
    this.#release(version);
    this.choose({ [wanted]: version, at: "" }, true);
  }

  /** Shows a release: in the picture, beside it, and in the address. */
  show(version) {
    this.choice = { ...this.choice, at: version };
    history.replaceState(null, "", addressOf(this.choice));
    this.#release(version);
    this.point(version);
    const { x, y, width } = this.drawing.layout.boxes.get(version);
    this.drawing.viewport.reveal({ x, y, width, height: 28 });
  }

  #release(version) {
    showRelease(byId("details"), this.graph, version, this.#acts());
  }

  /** Shows an update: why it is conditional. */
  follow(edge) {
    this.drawing.mark(edge);
    this.#edge(edge);
    showUpdate(byId("details"), this.graph, edge, this.#acts(), reportedBy(this.explored));
    announce(`${edge.from} → ${edge.to}, ${edge.conditional ? "conditional" : "recommended"}`);
  }

  #acts() {
    return {
      choose: (version, as) => this.choose({ [as]: version }, true),
      show: (version) => this.show(version),
      follow: (edge) => this.follow(edge),
    };
  }

  /** Shows the cluster, and starts from it if the address does not say otherwise. */
  async cluster() {
    const explored = await ask("cluster", {});
    const before = this.explored;
    this.explored = explored;
    showCluster(explored);
    const { cluster } = explored.updates;
    const version = cluster.desired.version;
    // Risks are evaluated for the cluster as it is now.
    if (before && JSON.stringify(before.updates) !== JSON.stringify(explored.updates)) this.go(this.choice, false);
    if (!before && !this.choice.from && this.choice.channels.length === 0) {
      const channels = cluster.channel ? [cluster.channel] : [];
      this.choice = { ...this.choice, from: version, channels };
      history.replaceState(null, "", addressOf(this.choice));
    }
    return explored;
  }

  /** Returns the command that gives this answer. */
  command() {
    const { explored } = this;
    const start = explored && { ...explored, from: explored.updates.cluster.desired.version };
    return pathCommand(this.choice, this.#arch(this.choice.arch), this.#searched(), start);
  }

  // The channels of the best path; without a path, those of the minor versions on the way.
  #searched() {
    const [best] = this.answer ? [...this.answer.ways, ...this.answer.notRecommended] : [];
    if (best) return [...new Set(best.hops.map((hop) => hop.channel).filter(Boolean))];
    const minor = (version) => Number(/^\d+\.(\d+)/.exec(version)?.[1] ?? 0);
    const [first, last] = [minor(this.choice.from), minor(this.choice.to)];
    const between = (channel) => first <= minor(channel.minor ?? "") && minor(channel.minor ?? "") <= last;
    return this.offer.channels.filter(between).map((channel) => channel.name);
  }

  #failed(where, error) {
    if (error.name === "AbortError") return;
    const words = error instanceof Refusal ? error.message : "The server cannot be reached.";
    const hints = (error.hints ?? []).map((hint) => element("p", { class: "note outside" }, hint));
    announce(words);
    if (where === "graph") return replace(byId("graph-notes"), element("p", { class: "note outside" }, words), hints);
    delete byId("result").dataset.outcome;
    replace(byId("verdict"), "There is no answer");
    replace(byId("summary"), words);
    replace(byId("answer"), hints);
    byId("tools").hidden = true;
  }
}
