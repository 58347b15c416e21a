// Where releases stand: a band for each minor version, oldest on top, and rows of releases in it.

export const HEIGHT = 28; // of a release
const LETTER = 7.4; // the width of a letter of a version
const PADDING = 20; // left and right of a version, together
const GAP = 26; // between neighbors, for the arrow between them
const ROW = 66; // from one row to the next
export const SIDE = 92; // the name of a band, left of its releases
const BAND = 30; // above and below the rows of a band, together
const BETWEEN = 12; // bands
const SHAPE = 1.6; // the width of the picture, in heights
const FEWEST = 8; // releases in a row

/** Returns the places of all releases, the bands, and the size of the whole. */
export function layout(graph) {
  const bands = byMinor(graph.nodes);
  const longest = Math.max(6, ...graph.nodes.map((node) => Math.min(node.version.length, 30)));
  const width = Math.ceil(longest * LETTER) + PADDING;
  const columns = columnsFor(graph.nodes.length, width + GAP);
  const boxes = new Map();
  const drawn = [];
  let top = 0;
  for (const [minor, nodes] of bands) {
    const rows = Math.ceil(nodes.length / columns);
    const height = (rows - 1) * ROW + HEIGHT + BAND + 22;
    nodes.forEach((node, number) => {
      const row = Math.floor(number / columns);
      const x = SIDE + (number % columns) * (width + GAP);
      boxes.set(node.version, { x, y: top + 26 + row * ROW, width, row: `${minor} ${row}` });
    });
    drawn.push({ minor, top, height, releases: nodes.length });
    top += height + BETWEEN;
  }
  const most = Math.max(1, ...bands.map(([, nodes]) => Math.min(nodes.length, columns)));
  return { boxes, bands: drawn, width: SIDE + most * (width + GAP) + 6, height: Math.max(60, top - BETWEEN) };
}

function byMinor(nodes) {
  const bands = new Map();
  for (const node of nodes) {
    const minor = node.minor ?? "other";
    if (!bands.has(minor)) bands.set(minor, []);
    bands.get(minor).push(node);
  }
  return [...bands];
}

function columnsFor(count, width) {
  return Math.max(FEWEST, Math.ceil(Math.sqrt((count * ROW * SHAPE) / width)));
}

/** Returns the line of an update and the head of its arrow, as the data of an SVG path. */
export function line(from, to) {
  const right = from.x + from.width;
  const middle = (box) => box.x + box.width / 2;
  if (from.row === to.row && to.x > from.x) {
    const y = from.y + HEIGHT / 2;
    if (to.x - right <= GAP + 1) return `M${right} ${y}H${to.x - 1}${headRight(to.x - 1, y)}`;
    const lift = Math.min(24, 9 + (to.x - right) / 28);
    const [x, end] = [middle(from) + 8, middle(to) - 8];
    return `M${x} ${from.y}C${x + 10} ${from.y - lift} ${end} ${to.y - lift} ${end} ${to.y - 1}${headDown(end, to.y - 1)}`;
  }
  if (to.y > from.y) {
    const [startY, endY] = [from.y + HEIGHT, to.y - 1];
    const bend = Math.max(14, (endY - startY) * 0.45);
    return `M${middle(from)} ${startY}C${middle(from)} ${startY + bend} ${middle(to)} ${endY - bend} ${middle(to)} ${endY}${headDown(middle(to), endY)}`;
  }
  const bend = 40; // back to an older release: around the left
  const y = to.y + HEIGHT / 2;
  return `M${from.x} ${from.y + HEIGHT / 2}C${from.x - bend} ${from.y} ${to.x - bend} ${y} ${to.x - 1} ${y}${headRight(to.x - 1, y)}`;
}

// Part of the line: markers would not be drawn within a path of many lines.
const headRight = (x, y) => `M${x - 5} ${y - 3.5}L${x} ${y}L${x - 5} ${y + 3.5}`;
const headDown = (x, y) => `M${x - 3.5} ${y - 5}L${x} ${y}L${x + 3.5} ${y - 5}`;
