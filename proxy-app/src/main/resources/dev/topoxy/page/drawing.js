// A drawing made by the server, in the page: pan, zoom, neighbours, details. Names are only ever set as text.

const SVG_NS = 'http://www.w3.org/2000/svg';
const MOST_ZOOM = 4;
/** Smaller than this nothing can be read. */
const LEAST_READABLE = 0.75;
/** Never larger than life at first: a lone node should not fill the screen. */
const LARGEST_AT_FIRST = 1.2;

export class Drawing {
  #host;
  #svg = null;
  #source = '';
  /** The picture's point in the host's corner, and how large the picture is shown. */
  #view = null;
  #size = null;
  #nodes = [];
  #lines = [];
  #chosen = -1;
  #onChoose;
  #pointers = new Map();

  /** onChoose gets {kind, name, note, mark, before, after} or null; those before and after are {name, number}. */
  constructor(host, onChoose) {
    this.#host = host;
    this.#onChoose = onChoose;
    host.addEventListener('wheel', event => this.#wheel(event), {passive: false});
    host.addEventListener('pointerdown', event => this.#pointerDown(event));
    host.addEventListener('pointermove', event => this.#pointerMove(event));
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) {
      host.addEventListener(end, event => this.#pointerEnd(event));
    }
    host.addEventListener('keydown', event => this.#key(event));
    new ResizeObserver(() => this.#apply()).observe(host);
  }

  /** The SVG as the server sent it, which stands alone. */
  get source() {
    return this.#source;
  }

  /** Whether some of it is of that class. */
  has(kind) {
    return this.#svg !== null && this.#svg.querySelector('.node.' + kind + ', .line.' + kind) !== null;
  }

  clear() {
    this.#host.replaceChildren();
    this.#svg = null;
    this.#source = '';
    this.choose(-1);
  }

  show(text) {
    // The page has its own style, and its policy allows no other, not even to be parsed.
    const unstyled = text.replace(/<style>[^<]*<\/style>/, '');
    const parsed = new DOMParser().parseFromString(unstyled, 'image/svg+xml').documentElement;
    if (parsed.namespaceURI !== SVG_NS) {
      throw new Error('The server sent no picture.');
    }
    parsed.querySelectorAll(':scope > title').forEach(title => title.remove());
    const svg = document.importNode(parsed, true);
    const chosen = this.#nodes[this.#chosen]?.dataset.name;
    const first = this.#svg === null;
    this.#size = {width: Number(svg.getAttribute('width')), height: Number(svg.getAttribute('height'))};
    svg.removeAttribute('width');
    svg.removeAttribute('height');
    svg.setAttribute('aria-hidden', 'true');
    this.#source = text;
    this.#svg = svg;
    this.#nodes = [];
    svg.querySelectorAll('.node').forEach(node => { this.#nodes[Number(node.dataset.n)] = node; });
    this.#lines = [...svg.querySelectorAll('.line')].map(line => (
      {element: line, from: Number(line.dataset.from), to: Number(line.dataset.to)}));
    this.#host.replaceChildren(svg);
    this.#nodes.forEach((node, n) => {
      node.addEventListener('pointerenter', () => this.#focus(n));
      node.addEventListener('pointerleave', () => this.#focus(this.#chosen));
      node.addEventListener('click', event => { event.stopPropagation(); this.choose(n); });
    });
    if (first) {
      this.#look(Math.max(LEAST_READABLE, this.#fitting()));
    } else {
      this.#apply();
    }
    this.choose(chosen === undefined ? -1 : this.#nodes.findIndex(node => node.dataset.name === chosen));
  }

  /** All of it. */
  fit() {
    if (this.#svg !== null) {
      this.#look(this.#fitting());
    }
  }

  #fitting() {
    const {width, height} = this.#room();
    return Math.min(LARGEST_AT_FIRST, width / this.#size.width, height / this.#size.height);
  }

  #room() {
    const host = this.#host.getBoundingClientRect();
    return {left: host.left, top: host.top, width: Math.max(1, host.width), height: Math.max(1, host.height)};
  }

  /** In the middle what there is room for, of the rest the beginning: the first of the topmost nodes. */
  #look(scale) {
    const room = this.#room();
    const width = room.width / scale;
    const spare = this.#size.width - width;
    const start = spare > 0 ? this.#beginning() - width / 2 : 0;
    this.#view = {
      x: spare > 0 ? Math.max(0, Math.min(spare, start)) : spare / 2,
      y: Math.min(0, (this.#size.height - room.height / scale) / 2),
      scale};
    this.#apply();
  }

  #beginning() {
    const boxes = this.#nodes.map(node => node.getBBox());
    const top = Math.min(...boxes.map(box => box.y));
    return Math.min(...boxes.filter(box => box.y < top + 1).map(box => box.x + box.width / 2));
  }

  #apply() {
    if (this.#svg !== null) {
      const {width, height} = this.#room();
      const {x, y, scale} = this.#view;
      this.#svg.setAttribute('viewBox', `${x} ${y} ${width / scale} ${height / scale}`);
    }
  }

  /** Larger or smaller, with the point at that place of the host staying where it is. */
  zoom(factor, at) {
    if (this.#svg === null) {
      return;
    }
    const {width, height} = this.#room();
    const {x, y, scale} = this.#view;
    const least = Math.min(this.#fitting(), 1) / 4;
    const next = Math.min(MOST_ZOOM, Math.max(least, scale * factor));
    const fixed = at ?? {x: width / 2, y: height / 2};
    this.#view = {
      x: x + fixed.x / scale - fixed.x / next,
      y: y + fixed.y / scale - fixed.y / next,
      scale: next};
    this.#apply();
  }

  #move(dx, dy) {
    const {x, y, scale} = this.#view;
    this.#view = {x: x - dx / scale, y: y - dy / scale, scale};
    this.#apply();
  }

  #at(event) {
    const {left, top} = this.#room();
    return {x: event.clientX - left, y: event.clientY - top};
  }

  #wheel(event) {
    if (this.#svg !== null) {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), this.#at(event));
    }
  }

  #pointerDown(event) {
    if (this.#svg !== null && event.button === 0) {
      this.#pointers.set(event.pointerId, {...this.#at(event), moved: false});
    }
  }

  /** One pointer moves the picture, two also zoom it; a click that trembles does neither. */
  #pointerMove(event) {
    const before = this.#pointers.get(event.pointerId);
    if (before === undefined) {
      return;
    }
    const now = this.#at(event);
    if (!before.moved && Math.hypot(now.x - before.x, now.y - before.y) < 4) {
      return;
    }
    if (!before.moved) {
      this.#host.setPointerCapture(event.pointerId);
      this.#host.classList.add('dragging');
    }
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other === undefined) {
      this.#move(now.x - before.x, now.y - before.y);
    } else {
      const apart = point => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
      this.#move((now.x - before.x) / 2, (now.y - before.y) / 2);
      this.zoom(apart(now) / apart(before), {x: (now.x + other.x) / 2, y: (now.y + other.y) / 2});
    }
    this.#pointers.set(event.pointerId, {...now, moved: true});
  }

  #pointerEnd(event) {
    this.#pointers.delete(event.pointerId);
    if (this.#pointers.size === 0) {
      this.#host.classList.remove('dragging');
    }
  }

  #key(event) {
    const after = () => this.#lines.filter(line => line.from === this.#chosen).map(line => line.to);
    const before = () => this.#lines.filter(line => line.to === this.#chosen).map(line => line.from);
    const count = this.#nodes.length;
    const step = {
      '+': () => this.zoom(1.25), '=': () => this.zoom(1.25), '-': () => this.zoom(0.8), '0': () => this.fit(),
      'Escape': () => this.choose(-1),
      'ArrowDown': () => this.choose(after()[0] ?? Math.max(this.#chosen, 0)),
      'ArrowUp': () => this.choose(before()[0] ?? Math.max(this.#chosen, 0)),
      'ArrowRight': () => this.choose((this.#chosen + 1) % count),
      'ArrowLeft': () => this.choose((this.#chosen - 1 + count) % count)}[event.key];
    if (step !== undefined && count > 0 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      step();
    }
  }

  #bringIntoView(node) {
    const shape = node.getBoundingClientRect();
    const host = this.#host.getBoundingClientRect();
    if (shape.left < host.left || shape.right > host.right || shape.top < host.top || shape.bottom > host.bottom) {
      this.#move((host.left + host.right - shape.left - shape.right) / 2, (host.top + host.bottom - shape.top - shape.bottom) / 2);
    }
  }

  #focus(n) {
    if (this.#svg === null) {
      return;
    }
    this.#svg.querySelectorAll('.near').forEach(element => element.classList.remove('near'));
    this.#svg.classList.toggle('focused', n >= 0);
    if (n < 0) {
      return;
    }
    this.#nodes[n].classList.add('near');
    for (const line of this.#lines) {
      if (line.from === n || line.to === n) {
        line.element.classList.add('near');
        this.#nodes[line.from].classList.add('near');
        this.#nodes[line.to].classList.add('near');
      }
    }
  }

  /** Shows details of the node with that number; of none for -1. */
  choose(n) {
    this.#nodes.forEach((node, each) => node.classList.toggle('chosen', each === n));
    this.#chosen = n;
    this.#focus(n);
    const node = this.#svg === null ? undefined : this.#nodes[n];
    if (node === undefined) {
      this.#chosen = -1;
      this.#onChoose(null);
      return;
    }
    const named = numbers => [...new Set(numbers)].map(number => ({number, name: this.#nodes[number].dataset.name}));
    const classes = [...node.classList];
    this.#onChoose({
      kind: classes[1].replaceAll('_', ' '),
      name: node.dataset.name,
      note: node.querySelector('.note')?.textContent ?? '',
      mark: ['added', 'removed', 'changed'].find(mark => classes.includes(mark)) ?? '',
      before: named(this.#lines.filter(line => line.to === n).map(line => line.from)),
      after: named(this.#lines.filter(line => line.from === n).map(line => line.to))});
    // Behind the details, which take room beside it.
    requestAnimationFrame(() => this.#bringIntoView(node));
  }
}
