// Moves and magnifies a picture by its viewBox: nothing in it is laid out again.

const CLOSEST = 220; // the narrowest part that fills the view
export const LARGEST = 1.5; // pixels of a unit, unless one asks for more
const NAMES = 74; // units left of the releases
const MOVED = 5; // pixels; a shorter drag is a click

export class Viewport {
  /** Watches a picture of this size. `zoomed` hears how many pixels a unit of the picture takes. */
  constructor(picture, size, zoomed) {
    this.picture = picture;
    this.size = size;
    this.zoomed = zoomed;
    this.fitted = null;
    this.box = { x: 0, y: 0, width: size.width, height: size.height };
    this.dragged = false;
    this.#listen();
  }

  /** Shows a part, with some room around it. */
  show({ x, y, width, height }, room = 40) {
    const shape = this.#shape();
    const wide = Math.max(width + 2 * room, (height + 2 * room) * shape, this.picture.clientWidth / LARGEST);
    const high = wide / shape;
    this.#put({ x: x + width / 2 - wide / 2, y: y + height / 2 - high / 2, width: wide, height: high });
  }

  /** Shows what a function shows, and again whenever the picture gets another size, until one moves it. */
  fit(show) {
    this.fitted = show;
    show();
  }

  showAll() {
    // Far away, the names of bands keep their size, and need room on the left.
    const room = Math.max(0, Math.min(this.size.width, 45 / this.whole() - NAMES));
    this.show({ x: -room, y: 0, width: this.size.width + room, height: this.size.height }, 12);
  }

  /** Returns how many pixels a unit takes if the whole picture is shown. */
  whole() {
    const { clientWidth, clientHeight } = this.picture;
    return Math.min(clientWidth / (this.size.width + 24), clientHeight / (this.size.height + 24));
  }

  /** Moves so that a part is visible, if it is not. */
  reveal({ x, y, width, height }) {
    const box = this.box;
    const inside = x >= box.x && y >= box.y && x + width <= box.x + box.width && y + height <= box.y + box.height;
    if (inside) return;
    const put = { ...box, x: x + width / 2 - box.width / 2, y: y + height / 2 - box.height / 2 };
    this.#put(put);
  }

  /** Magnifies by a factor around a point of the view, its middle by default. */
  zoom(factor, at = { x: 0.5, y: 0.5 }) {
    this.fitted = null;
    const box = this.box;
    const most = Math.max(this.size.width, this.size.height * this.#shape()) * 1.6;
    const width = Math.min(most, Math.max(CLOSEST, box.width / factor));
    const height = width / this.#shape();
    this.#put({ x: box.x + (box.width - width) * at.x, y: box.y + (box.height - height) * at.y, width, height });
  }

  #shape() {
    const { clientWidth, clientHeight } = this.picture;
    return clientWidth > 0 && clientHeight > 0 ? clientWidth / clientHeight : 1.6;
  }

  // Part of the graph is always in view.
  #put(box) {
    const { width, height } = this.size;
    const x = Math.min(Math.max(box.x, 40 - box.width), width - 40);
    const y = Math.min(Math.max(box.y, 40 - box.height), height - 40);
    this.box = { ...box, x, y };
    this.picture.setAttribute("viewBox", `${x.toFixed(1)} ${y.toFixed(1)} ${box.width.toFixed(1)} ${box.height.toFixed(1)}`);
    this.zoomed?.(this.picture.clientWidth / box.width);
  }

  #listen() {
    let last = null;
    let way = 0;
    this.picture.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      last = event;
      way = 0;
      this.dragged = false;
    });
    this.picture.addEventListener("pointermove", (event) => {
      if (!last || (event.buttons & 1) === 0) return;
      const [across, down] = [event.clientX - last.clientX, event.clientY - last.clientY];
      way += Math.abs(across) + Math.abs(down);
      last = event;
      if (way < MOVED) return;
      if (!this.dragged) this.picture.setPointerCapture(event.pointerId);
      this.dragged = true;
      this.fitted = null;
      const unit = this.box.width / this.picture.clientWidth;
      this.#put({ ...this.box, x: this.box.x - across * unit, y: this.box.y - down * unit });
    });
    for (const end of ["pointerup", "pointercancel"]) {
      this.picture.addEventListener(end, () => { last = null; });
    }
    this.picture.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return; // the page scrolls
      event.preventDefault();
      const frame = this.picture.getBoundingClientRect();
      const at = { x: (event.clientX - frame.left) / frame.width, y: (event.clientY - frame.top) / frame.height };
      this.zoom(Math.exp(-event.deltaY / 240), at);
    }, { passive: false });
    new ResizeObserver(() => {
      if (this.picture.clientWidth === 0) return; // another picture took its place
      if (this.fitted) this.fitted();
      else this.show(this.box, 0);
    }).observe(this.picture);
  }
}
