// The graph in memory: who leads where, and which updates a picture needs.

const FEW = 40; // updates; so many can be told apart when all are drawn

export class Graph {
  /** Reads an UpdateGraph document. Nodes are newest first there, and oldest first here. */
  constructor(document) {
    this.document = document;
    this.nodes = [...document.nodes].reverse();
    this.places = new Map(this.nodes.map((node, place) => [node.version, place]));
    this.risks = grouped(document.risks);
    this.leaving = this.nodes.map(() => []);
    this.arriving = this.nodes.map(() => []);
    this.edges = document.edges.map((edge) => this.#edge(edge)).filter(Boolean);
    for (const edge of this.edges) {
      this.leaving[edge.start].push(edge);
      this.arriving[edge.end].push(edge);
    }
    this.drawn = this.#needed();
  }

  #edge(edge) {
    const [start, end] = [this.places.get(edge.from), this.places.get(edge.to)];
    return start === undefined || end === undefined ? null : { ...edge, start, end };
  }

  node(version) {
    return this.nodes[this.places.get(version)];
  }

  /** Returns the updates from a version, newest target first. */
  from(version) {
    const place = this.places.get(version);
    return place === undefined ? [] : [...this.leaving[place]].sort((a, b) => b.end - a.end);
  }

  /** Returns the updates to a version, newest start first. */
  to(version) {
    const place = this.places.get(version);
    return place === undefined ? [] : [...this.arriving[place]].sort((a, b) => b.start - a.start);
  }

  edge(from, to) {
    const place = this.places.get(from);
    return place === undefined ? undefined : this.leaving[place].find((edge) => edge.to === to);
  }

  /** Returns the risks of an update, with message, link and rules. */
  risksOf(edge) {
    return edge.risks.flatMap((name) => this.risks.get(name) ?? [{ name, message: "" }]);
  }

  // An update is left out if two others lead to the same release with no other risks: the picture
  // stays readable, and pointing at a release shows all of its updates.
  #needed() {
    if (this.edges.length <= FEW) return this.edges;
    const ahead = this.leaving.map((edges) => edges.filter((edge) => edge.end > edge.start));
    const left = new Set();
    const direct = new Map();
    for (const edges of ahead) {
      direct.clear();
      for (const edge of edges) direct.set(edge.end, edge);
      for (const first of edges) {
        for (const second of ahead[first.end]) {
          const edge = direct.get(second.end);
          if (edge && burdensNoMore(first, edge) && burdensNoMore(second, edge)) left.add(edge);
        }
      }
    }
    return this.edges.filter((edge) => !left.has(edge));
  }
}

// Several risks may have the same name and differ.
function grouped(risks) {
  const byName = new Map();
  for (const risk of risks) byName.set(risk.name, [...(byName.get(risk.name) ?? []), risk]);
  return byName;
}

function burdensNoMore(edge, other) {
  if (edge.unexplained && !other.unexplained) return false;
  return edge.risks.every((risk) => other.risks.includes(risk));
}
