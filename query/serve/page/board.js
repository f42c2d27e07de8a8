// Draws positions as the game describes its board.

import { element, Frame, ground, isWord, joined, piece, pileShapes, size } from "./draw.js";
import { owned, piles, split } from "./cells.js";
import { brief, outcome } from "./values.js";

// Board is a drawn board: show puts a position on it. onClick gets the number of a
// square in the notation, onHand the name of a piece in the mover's hand, such as *C, onDrag the squares that something is
// dragged from and to.
export class Board {
  constructor(parent, description, onClick = () => {}, onHand = () => {}, onDrag = () => {}) {
    description.known ??= new Map(description.cells ? [[description.start, description.cells]] : []); // see split
    this.view = { turn: false, mirror: false, swap: false }; // as people want to see it
    this.d = description;
    this.parent = parent;
    this.cursor = 0;
    parent.replaceChildren();
    if (!description.squares) {
      this.text = document.createElement("pre");
      parent.append(this.text);
      return;
    }
    this.frame = new Frame(description);
    const { width, height } = this.frame;
    this.svg = element("svg", { viewBox: `0 0 ${width} ${height}`, tabindex: 0, role: "application", "aria-label": "Board" });
    this.svg.style.maxWidth = `${5 * width}px`; // small boards are not blown up
    this.spoken = document.createElement("p"); // what a screen reader says of the square of the keyboard
    this.spoken.className = "unseen";
    this.spoken.setAttribute("aria-live", "polite");
    this.spoken.id = "spoken";
    this.draggable(onDrag);
    this.svg.addEventListener("click", (event) => {
      if (this.dragged) return (this.dragged = false);
      const square = event.target.closest("[data-place]");
      const hand = event.target.closest("[data-hand]");
      if (square) onClick(this.square(Number(square.dataset.place)));
      else if (hand) onHand(hand.dataset.hand);
    });
    // A click does not take the focus: arrow keys go through the game then.
    this.svg.addEventListener("mousedown", (event) => {
      event.preventDefault();
      if (document.activeElement !== this.svg) document.activeElement?.blur();
    });
    this.svg.addEventListener("focus", () => { this.mark(); this.speak(); });
    this.svg.addEventListener("blur", () => this.mark());
    this.onClick = onClick;
    parent.append(this.svg, this.spoken);
  }

  // draggable lets what stands on a square be dragged to another: with a finger from squares alone that a turn goes on
  // from, since elsewhere it scrolls the page.
  draggable(onDrag) {
    let from = null;
    const placeAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("#board [data-place]");
    const drop = (event) => {
      const start = from;
      from = null;
      this.svg.querySelectorAll(".lifted").forEach((e) => { e.classList.remove("lifted"); e.removeAttribute("transform"); });
      const to = placeAt(event);
      if (!start || !this.dragged || !to || to.dataset.place === String(start.place)) return;
      onDrag(this.square(start.place), this.square(Number(to.dataset.place)));
    };
    this.svg.addEventListener("pointerdown", (event) => {
      const square = event.target.closest("[data-place]");
      this.dragged = false;
      const held = event.pointerType !== "touch" || square?.classList.contains("liftable");
      from = square && event.button === 0 && held ? { place: Number(square.dataset.place), x: event.clientX, y: event.clientY } : null;
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (!from) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      if (!this.dragged && Math.hypot(dx, dy) < 8) return;
      this.dragged = true;
      const scale = this.svg.viewBox.baseVal.width / this.svg.getBoundingClientRect().width;
      const g = this.svg.querySelector(`[data-place="${from.place}"]`);
      g.querySelectorAll(".piece, .anchor, .label").forEach((e) => {
        e.classList.add("lifted");
        e.setAttribute("transform", `translate(${dx * scale} ${dy * scale})`);
      });
    });
    this.svg.addEventListener("pointerup", drop);
    this.svg.addEventListener("touchmove", (event) => { if (from) event.preventDefault(); }, { passive: false }); // it does not scroll
    const forget = () => { if (from) this.svg.querySelectorAll(".lifted").forEach((e) => e.removeAttribute("transform")); from = null; };
    this.svg.addEventListener("pointerleave", forget);
    this.svg.addEventListener("pointercancel", forget);
  }

  // seen returns the column and row, from the top left, in which a square is drawn.
  seen(x, y) {
    const { turn, mirror } = this.view;
    return [turn !== mirror ? this.d.columns.length - 1 - x : x, turn ? this.d.rows.length - 1 - y : y];
  }

  // name of square i, as the player to move calls it.
  name(i) {
    const [x, y] = this.d.squares[i];
    return this.d.columns[x] + this.d.rows[y];
  }

  get names() {
    return this.d.squares.map((_, i) => this.name(i));
  }

  // across is what the other player calls a square where the position turns: the name at the board for the second player.
  across(name) {
    const i = this.byName(name);
    return i < 0 ? name : this.name(this.opposite(i));
  }

  byName(name) {
    return this.d.squares.findIndex((_, i) => this.name(i) === name);
  }

  // turned says whether the board is seen from the other side: squares are where they
  // were for who moved first.
  get turned() {
    return (this.d.turned || this.d.mirrored) && this.flip;
  }

  // opposite returns where the other player sees square i.
  opposite(i) {
    if (!this.d.mirrored) return this.d.squares.length - 1 - i;
    const [x, y] = this.d.squares[i];
    return this.d.squares.findIndex(([a, b]) => a === x && b === this.d.rows.length - 1 - y);
  }

  // place and square tell where a square of the notation is drawn, and back.
  place(i) {
    return this.turned ? this.opposite(i) : i;
  }
  square(place) {
    return this.place(place);
  }

  center(i) {
    const [x, y] = this.seen(...this.d.squares[this.place(i)]);
    return [this.frame.left + size * (x + 0.5), this.frame.top + size * (y + 0.5)];
  }

  // show draws a position. flip: the mover is dark where symbols tell mover from
  // opponent. before: squares that differ from this picture are marked. arrows: pairs
  // of squares of the player who moved, flipped as arrowFlip says. hints: squares. liftable: squares that
  // fingers can drag from. painted: squares with values. tone(value): how good it is. held: the name of a piece in hand that is chosen.
  show({ text, flip = false, before, arrows = [], arrowFlip = flip, chosen = [], hints = [], crossed = [], liftable = [], painted = [], several = [], best, tone = outcome, held, off, drawn }) {
    if (this.text) {
      this.text.textContent = drawn ?? text;
      return;
    }
    this.flip = flip;
    const { columns, rows, squares, railings } = this.d;
    const looks = this.looks(text, flip);
    const { left: x0, top: y0 } = this.frame;
    const shapes = ground(this, looks);
    const chosenPlaces = new Set(chosen.map((i) => this.place(i)));
    const hintPlaces = new Set(hints.map((i) => this.place(i)));
    const crossedPlaces = new Set(crossed.map((i) => this.place(i)));
    const liftablePlaces = new Set(liftable.map((i) => this.place(i)));
    const paints = new Map(painted.map(([i, value]) => [this.place(i), value])), stacked = new Set(several.map((i) => this.place(i)));
    const badges = []; // above arrows
    this.shown = { looks, paints };
    squares.forEach((square, place) => {
      const [x, y] = this.seen(...square);
      const look = looks[place];
      const left = x0 + size * x, top = y0 + size * y;
      const marked = before && before[place] !== look.key && !(this.d.ground === "plain" && look.shape === "none" && before[place].startsWith("block"));
      const chequered = this.d.ground === "chequered" && (square[0] + rows.length - square[1]) % 2 === 1;
      const classes = ["square", this.d.ground, chequered && "second", marked && "marked", chosenPlaces.has(place) && "chosen", ["hole", "wall"].includes(look.shape) && look.shape, liftablePlaces.has(place) && "liftable", this.d.ground === "plain" && ["disc", "none"].includes(look.shape) && "spot", isWord(look) && "words"];
      const g = element("g", { "data-place": place, "data-square": this.name(this.square(place)), "data-label": this.name(place), class: classes.filter(Boolean).join(" ") });
      g.append(this.tile(left, top));
      if (this.d.ground === "points" && look.shape === "none") g.append(element("circle", { class: "point", cx: left + size / 2, cy: top + size / 2, r: 3.5 }));
      let mark = this.d.marks?.[columns[square[0]] + rows[square[1]]];
      if (this.view.swap) mark = mark?.replace(/-(light|dark)$/, (side) => (side === "-light" ? "-dark" : "-light"));
      if (mark?.startsWith("=")) g.append(element("text", { class: "number mark", x: left + 2.5, y: top + 11 }, mark.slice(1)));
      else if (mark) g.append(...piece({ shape: "none", figure: mark }, left + size / 2, top + size / 2, this.d));
      g.append(...(joined(this, looks, place) ?? piece(look, left + size / 2, top + size / 2, this.d)));
      if (look.shape !== "none" && /^(goal|rosette)/.test(mark)) g.append(element("g", { class: "under", transform: `translate(${left + 9} ${top + 11}) scale(.48)` }, ...piece({ shape: "none", figure: mark }, 0, 0, this.d))); // seen beside the piece
      if (hintPlaces.has(place)) g.append(element("circle", { class: "hint", cx: left + size / 2, cy: top + size / 2, r: look.shape === "none" ? 6 : 21 }));
      if (crossedPlaces.has(place)) g.append(cross(left, top));
      if (paints.has(place)) badges.push(paint(place, paints.get(place), tone(paints.get(place)), left, top, Math.max(1, columns.length / 8), look.shape === "stones" ? "above" : this.d.ground === "points" && look.shape === "none" ? "on" : "below", stacked.has(place), paints.get(place) === best));
      shapes.push(g);
    });
    for (const [name, mark] of Object.entries(this.d.marks ?? {})) {
      if (squares.some(([x, y]) => columns[x] + rows[y] === name)) continue;
      const [x] = this.seen(name.charCodeAt(0) - 97, 0), [, y] = this.seen(0, rows.indexOf(name.slice(1))); // outside, such as right of a row
      const away = Math.max(x0 - 14, Math.min(x0 + size * columns.length + 14, x0 + size * (x + 0.5)));
      shapes.push(element("g", { transform: `translate(${away} ${y0 + size * (y + 0.5)}) scale(.75)` }, ...piece({ shape: "none", figure: mark }, 0, 0, this.d)));
    }
    this.flip = arrowFlip;
    columns.forEach((name, x) => {
      const [drawnX] = this.seen(x, 0);
      const middle = x0 + size * (drawnX + 0.5), bottom = y0 + size * rows.length;
      if (!this.d.unnamed) shapes.push(element("text", { class: "name", x: middle, y: y0 - 10 }, name), element("text", { class: "name", x: middle, y: bottom + 19 }, name));
      if (railings) {
        const there = (y) => squares.some(([sx, sy]) => sx === x && sy === y);
        const [topRow, bottomRow] = this.view.turn ? [rows.length - 1, 0] : [0, rows.length - 1];
        if (there(topRow)) shapes.push(element("rect", { class: "rail", x: x0 + size * drawnX, y: y0 - 5, width: size, height: 6 }));
        if (there(bottomRow)) shapes.push(element("rect", { class: "rail", x: x0 + size * drawnX, y: bottom - 1, width: size, height: 6 }));
      }
    });
    if (!this.d.unnamed) rows.forEach((name, y) => {
      const middle = y0 + size * (this.seen(0, y)[1] + 0.5) + 5;
      shapes.push(element("text", { class: "name", x: x0 - 14, y: middle }, name), element("text", { class: "name", x: x0 + size * columns.length + 14, y: middle }, name));
    });
    shapes.push(...this.heaps(text, flip, held));
    const ways = arrows.filter(([from, to]) => from !== to).map(([from, to, value]) => [this.center(from), this.center(to), value && tone(value)]);
    for (const [from, to, kind] of ways) shapes.push(arrow(...(ways.some(([a, b]) => meets(from, to, a, b)) ? aside(from, to) : [from, to]), kind));
    if (off) {
      const from = this.center(off.square), sign = this.turned ? -1 : 1;
      const [zero, step] = [this.seen(0, 0), this.seen(...off.step)];
      const out = arrow(from, [from[0] + sign * (step[0] - zero[0]) * size, from[1] + sign * (step[1] - zero[1]) * size]);
      out.classList.add("off");
      shapes.push(out);
    }
    shapes.push(...badges);
    this.flip = flip;
    this.svg.replaceChildren(...shapes);
    this.mark();
  }

  // looks returns how each place looks, in the order of places.
  looks(text, flip) {
    this.flip = flip;
    const [symbols] = split(this.d, text);
    return this.d.squares.map((_, place) => {
      const symbol = symbols[this.square(place)];
      const look = { ...(this.d.looks[symbol] ?? (symbol === undefined ? { shape: "none" } : { shape: "disc", label: symbol })) };
      if (flip && this.d.relative && owned(look)) look.second = !look.second;
      if (this.view.swap) look.second = !look.second;
      look.key = [look.shape, isWord(look) ? "" : look.label, look.figure, look.heads, look.neutral, owned(look) && Boolean(look.second)].join();
      look.symbol = symbol;
      return look;
    });
  }

  // tile is the square, the point or the pit itself.
  tile(left, top) {
    if (this.d.ground === "pits") return element("circle", { cx: left + size / 2, cy: top + size / 2, r: 21 });
    if (this.d.ground === "points") return element("circle", { cx: left + size / 2, cy: top + size / 2, r: 23 });
    return element("rect", { x: left, y: top, width: size, height: size, fill: this.d.ground ? undefined : this.d.color });
  }

  // heaps draws what lies beside the board. The mover's pieces can be clicked.
  heaps(text, flip, held) {
    const found = piles(this.d, ...split(this.d, text), flip);
    if (found.length) this.svg.setAttribute("aria-description", found.map((pile) => pileText(this.d, pile)).join(" "));
    return pileShapes(this, found, flip, held);
  }

  keys(text, flip) {
    return this.d.squares && this.looks(text, flip).map((look) => look.key);
  }

  // mark shows the keyboard's square.
  mark() {
    this.svg.querySelector(".cursor")?.remove();
    if (document.activeElement !== this.svg || !this.svg.matches(":focus-visible")) return;
    const [x, y] = this.seen(...this.d.squares[this.cursor]);
    this.svg.append(element("rect", { class: "cursor", x: this.frame.left + size * x + 2, y: this.frame.top + size * y + 2, width: size - 4, height: size - 4 }));
  }

  // speak says where the cursor is, and what stands there.
  speak() {
    const { looks, paints } = this.shown ?? {};
    if (!looks) return;
    const value = paints.get(this.cursor);
    this.spoken.textContent = `${this.name(this.cursor)}: ${lookText(looks[this.cursor])}${value ? `, ${value}` : ""}`;
  }

  // key answers a key while the board has the focus, and reports whether it was its own.
  key(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step) {
      const [x, y] = this.seen(...this.d.squares[this.cursor]), [right, down] = step;
      let nearest = Infinity, next = this.cursor; // over gaps, and rather along the line than aside
      this.d.squares.forEach((square, i) => {
        const [a, b] = this.seen(...square);
        const along = (a - x) * right + (b - y) * down, far = along + 3 * Math.abs((a - x) * down + (b - y) * right);
        if (along > 0 && far < nearest) [nearest, next] = [far, i];
      });
      this.cursor = next;
      this.mark();
      this.speak();
      return true;
    }
    if (event.key === "Enter" || event.key === " ") {
      this.onClick(this.square(this.cursor));
      return true;
    }
    return false;
  }
}

// lookText says in words what stands on a square.
function lookText(look) {
  if (look.shape === "none") return look.label || "empty";
  if (look.shape === "hole") return "no square";
  if (look.shape === "wall") return "a wall";
  if (look.shape === "stones") return `${look.label} stones`;
  const parts = [...(owned(look) ? [look.second ? "dark" : "light"] : []), look.figure || look.label || (look.shape === "block" ? "square piece" : "round piece")];
  if (look.anchor) parts.push("with the anchor");
  return parts.join(" ");
}

// paint writes on a square what the best turn is worth that lands there: at its lower edge, above a number of stones, or on
// an empty point. stacked: other turns land there that are worth less. best: no turn is worth more.
function paint(place, value, tone, left, top, scale, where, stacked, best) {
  const text = brief(value), width = [...text].reduce((sum, c) => sum + ({ W: 13, ".": 4.5, "-": 5.5 }[c] ?? 8.4), 6), room = stacked ? width + 3 : width;
  scale = Math.min(scale, (size - 2) / (room + 2));
  const at = where === "on" ? [left + size / 2 + (width / 2 + 1) * scale, top + size / 2 + 9 * scale] : [left + size, where === "above" ? top + 18 * scale : top + size];
  const g = element("g", { class: `paint ${tone}${best ? " best" : ""}`, "data-paint": place, transform: `translate(${at}) scale(${scale})` });
  if (stacked) g.append(element("rect", { x: -width - 4, y: -20, width, height: 16, rx: 4 }));
  g.append(element("rect", { x: -width - 1, y: -17, width, height: 16, rx: 4 }), element("text", { x: -width / 2 - 1, y: -4.7 }, text));
  return g;
}

// pileText says in words what lies beside the board.
function pileText(d, pile) {
  const pieces = pile.pieces.map(({ look, count }) => [count > 1 || !look.label ? count : "", look.label].filter(Boolean).join(" "));
  return `${nameOfSide(d, pile.second)}, ${pile.name}: ${pieces.join(" ") || (pile.number ?? "nothing")}.`;
}

const nameOfSide = (d, second) => d.players?.[second ? 1 : 0]?.name ?? (second ? "Dark" : "Light");

// icon is a piece by itself, for the palette.
export function icon(look, d) {
  return element("svg", { viewBox: "0 0 48 48", width: 32, height: 32, "aria-hidden": "true" }, element("rect", { class: look.shape === "hole" ? "tile hole" : "tile", width: 48, height: 48 }), ...piece(look, 24, 24, d));
}

// cross marks a square that is taken away.
function cross(left, top) {
  const a = size * 0.2, b = size * 0.8;
  return element("path", { class: "cross", d: `M${left + a} ${top + a}L${left + b} ${top + b}M${left + b} ${top + a}L${left + a} ${top + b}` });
}

// meets says that an arrow goes against another one on the same line, and aside moves one to its right.
function meets([x1, y1], [x2, y2], [u1, v1], [u2, v2]) {
  const [dx, dy] = [x2 - x1, y2 - y1], along = (x, y) => ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy), off = (x, y) => Math.abs((x - x1) * dy - (y - y1) * dx);
  return off(u1, v1) + off(u2, v2) < 1 && along(u2, v2) < along(u1, v1) && along(u2, v2) < 1 && along(u1, v1) > 0;
}

function aside([x1, y1], [x2, y2]) {
  const long = Math.hypot(x2 - x1, y2 - y1), [dx, dy] = [(-7 * (y2 - y1)) / long, (7 * (x2 - x1)) / long];
  return [[x1 + dx, y1 + dy], [x2 + dx, y2 + dy]];
}

// arrow leads from the edge of a piece to short of the middle of a square.
function arrow([x1, y1], [x2, y2], tone) {
  const angle = Math.atan2(y2 - y1, x2 - x1), from = Math.min(14, 0.25 * Math.hypot(x2 - x1, y2 - y1));
  x1 += from * Math.cos(angle);
  y1 += from * Math.sin(angle);
  const tip = [x2 - 6 * Math.cos(angle), y2 - 6 * Math.sin(angle)];
  const side = (turn) => [tip[0] - 12 * Math.cos(angle + turn), tip[1] - 12 * Math.sin(angle + turn)].join();
  const g = element("g", { class: tone ? `arrow ${tone}` : "arrow" });
  g.append(element("line", { x1, y1, x2: tip[0] - 8 * Math.cos(angle), y2: tip[1] - 8 * Math.sin(angle) }));
  g.append(element("polygon", { points: [tip.join(), side(0.5), side(-0.5)].join(" ") }));
  return g;
}
