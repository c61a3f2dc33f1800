// A drawing made by the server, in the page: pan, zoom, neighbours, details. Names are only ever set as text.

const SVG_NS = 'http://www.w3.org/2000/svg';
const MOST_ZOOM = 4;

export class Drawing {
  #host;
  #svg = null;
  #source = '';
  #box = null;
  #size = null;
  #nodes = [];
  #lines = [];
  #chosen = -1;
  #onChoose;

  /** onChoose gets {kind, name, note, mark, before, after} or null. */
  constructor(host, onChoose) {
    this.#host = host;
    this.#onChoose = onChoose;
    host.addEventListener('wheel', event => this.#wheel(event), {passive: false});
    host.addEventListener('pointerdown', event => this.#drag(event));
    host.addEventListener('keydown', event => this.#key(event));
  }

  /** The SVG as the server sent it, which stands alone. */
  get source() {
    return this.#source;
  }

  clear() {
    this.#host.replaceChildren();
    this.#svg = null;
    this.#source = '';
    this.#choose(-1);
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
    this.#size = {width: Number(svg.getAttribute('width')), height: Number(svg.getAttribute('height'))};
    svg.removeAttribute('width');
    svg.removeAttribute('height');
    svg.setAttribute('aria-hidden', 'true');
    const kept = this.#chosen >= 0 ? this.#nodes[this.#chosen]?.dataset.name : null;
    const sameSize = this.#svg !== null && this.#box !== null && kept !== null;
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
      node.addEventListener('click', event => { event.stopPropagation(); this.#choose(n); });
    });
    if (!sameSize) {
      this.fit();
    } else {
      this.#apply();
    }
    this.#choose(kept === null ? -1 : this.#nodes.findIndex(node => node.dataset.name === kept));
  }

  fit() {
    if (this.#svg === null) {
      return;
    }
    const host = this.#host.getBoundingClientRect();
    // Never larger than life: a lone node should not fill the screen.
    const scale = Math.min(1.2, host.width / this.#size.width, host.height / this.#size.height);
    const width = host.width / scale;
    const height = host.height / scale;
    this.#box = {x: (this.#size.width - width) / 2, y: (this.#size.height - height) / 2, width, height};
    this.#apply();
  }

  zoom(factor, at = {x: 0.5, y: 0.5}) {
    if (this.#svg === null) {
      return;
    }
    const host = this.#host.getBoundingClientRect();
    const least = host.width / MOST_ZOOM;
    const most = 4 * Math.max(this.#size.width, this.#size.height * host.width / host.height, host.width);
    const width = Math.min(most, Math.max(least, this.#box.width / factor));
    const height = width * host.height / host.width;
    this.#box = {
      x: this.#box.x + at.x * (this.#box.width - width),
      y: this.#box.y + at.y * (this.#box.height - height),
      width,
      height};
    this.#apply();
  }

  #apply() {
    const {x, y, width, height} = this.#box;
    this.#svg.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
  }

  #wheel(event) {
    if (this.#svg === null) {
      return;
    }
    event.preventDefault();
    const host = this.#host.getBoundingClientRect();
    const at = {x: (event.clientX - host.left) / host.width, y: (event.clientY - host.top) / host.height};
    this.zoom(Math.exp(-event.deltaY / 400), at);
  }

  #drag(event) {
    if (this.#svg === null || event.button !== 0) {
      return;
    }
    const start = {x: event.clientX, y: event.clientY, box: this.#box};
    let moved = false;
    const move = now => {
      const scale = this.#box.width / this.#host.getBoundingClientRect().width;
      const dx = now.clientX - start.x;
      const dy = now.clientY - start.y;
      if (!moved && Math.hypot(dx, dy) < 4) {
        return;
      }
      if (!moved) {
        moved = true;
        this.#host.setPointerCapture(event.pointerId);
        this.#host.classList.add('dragging');
      }
      this.#box = {...this.#box, x: start.box.x - dx * scale, y: start.box.y - dy * scale};
      this.#apply();
    };
    const end = () => {
      this.#host.classList.remove('dragging');
      this.#host.removeEventListener('pointermove', move);
      this.#host.removeEventListener('pointerup', end);
      this.#host.removeEventListener('pointercancel', end);
    };
    this.#host.addEventListener('pointermove', move);
    this.#host.addEventListener('pointerup', end);
    this.#host.addEventListener('pointercancel', end);
  }

  #key(event) {
    const after = () => this.#lines.filter(line => line.from === this.#chosen).map(line => line.to);
    const before = () => this.#lines.filter(line => line.to === this.#chosen).map(line => line.from);
    const count = this.#nodes.length;
    const step = {
      '+': () => this.zoom(1.25), '=': () => this.zoom(1.25), '-': () => this.zoom(0.8), '0': () => this.fit(),
      'Escape': () => this.#choose(-1),
      'ArrowDown': () => this.#choose(after()[0] ?? Math.max(this.#chosen, 0)),
      'ArrowUp': () => this.#choose(before()[0] ?? Math.max(this.#chosen, 0)),
      'ArrowRight': () => this.#choose((this.#chosen + 1) % count),
      'ArrowLeft': () => this.#choose((this.#chosen - 1 + count) % count)}[event.key];
    if (step !== undefined && count > 0 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      step();
      this.#bringIntoView();
    }
  }

  #bringIntoView() {
    const node = this.#nodes[this.#chosen];
    if (node === undefined) {
      return;
    }
    const shape = node.getBoundingClientRect();
    const host = this.#host.getBoundingClientRect();
    if (shape.left < host.left || shape.right > host.right || shape.top < host.top || shape.bottom > host.bottom) {
      const scale = this.#box.width / host.width;
      this.#box = {
        ...this.#box,
        x: this.#box.x + ((shape.left + shape.right) / 2 - (host.left + host.right) / 2) * scale,
        y: this.#box.y + ((shape.top + shape.bottom) / 2 - (host.top + host.bottom) / 2) * scale};
      this.#apply();
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

  #choose(n) {
    this.#nodes.forEach((node, each) => node.classList.toggle('chosen', each === n));
    this.#chosen = n;
    this.#focus(n);
    const node = this.#nodes[n];
    if (node === undefined) {
      this.#onChoose(null);
      return;
    }
    const names = numbers => [...new Set(numbers)].map(each => this.#nodes[each].dataset.name);
    const classes = [...node.classList];
    this.#onChoose({
      kind: classes[1].replaceAll('_', ' '),
      name: node.dataset.name,
      note: node.querySelector('.note')?.textContent ?? '',
      mark: ['added', 'removed', 'changed'].find(mark => classes.includes(mark)) ?? '',
      before: names(this.#lines.filter(line => line.to === n).map(line => line.from)),
      after: names(this.#lines.filter(line => line.from === n).map(line => line.to))});
  }
}
