// The shapes of a board: ground, pieces, and what lies beside the board.

export const size = 48;
const margin = 28, strip = 40, storeWidth = 56, naming = 20;
const svgNS = "http://www.w3.org/2000/svg";

export function element(name, attributes, ...children) {
  const e = document.createElementNS(svgNS, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) e.setAttribute(key, value);
  e.append(...children);
  return e;
}

// Frame is the room of the squares and of what lies beside them.
export class Frame {
  constructor(d) {
    const heaps = d.heaps ?? [], lines = heaps.filter((h) => !h.store);
    const both = (h) => h.side === 2 || h.absent || d.relative || d.turned || d.mirrored;
    this.store = heaps.some((h) => h.store);
    this.naming = d.owners ? naming : 0;
    const above = lines.some((h) => both(h) || h.side === 1), below = lines.some((h) => both(h) || h.side === 0);
    Object.assign(this, { above, below });
    this.left = margin + (this.store ? storeWidth + 4 : 0);
    this.top = margin + (above ? strip : 0) + this.naming;
    this.width = 2 * this.left + size * d.columns.length;
    this.bottom = this.top + size * d.rows.length;
    this.height = this.bottom + margin + (below ? strip : 0) + this.naming;
  }
}

// ground draws what lies under the squares, and names the owners of rows.
export function ground(board, looks) {
  const { d, frame } = board, shapes = [];
  // Pits around removed squares are boards apart.
  if (d.ground === "pits" && looks.some((look) => look.shape === "hole")) {
    looks.forEach((look, place) => {
      const [x, y] = board.seen(...d.squares[place]);
      if (look.shape !== "hole" && !isWord(look)) shapes.push(element("rect", { class: "ground apart", x: frame.left + size * x, y: frame.top + size * y, width: size, height: size, fill: d.color }));
    });
  } else if (["points", "pits", "plain"].includes(d.ground)) shapes.push(element("rect", { class: "ground", x: frame.left - 3, y: frame.top - 3, width: size * d.columns.length + 6, height: size * d.rows.length + 6, rx: 8, fill: d.color }));
  const at = new Map(d.squares.map(([x, y]) => [d.columns[x] + d.rows[y], board.seen(x, y)]));
  for (const line of d.lines ?? []) {
    const points = line.split("-").map((name) => at.get(name)?.map((n, axis) => (axis ? frame.top : frame.left) + size * (n + 0.5)).join());
    shapes.push(element("polyline", { class: "line", points: points.join(" ") }));
  }
  if (d.owners) {
    const names = [d.owners[0], d.owners.at(-1)].map((owner) => d.players[owner - 1].name);
    if (board.view.turn) names.reverse();
    names.forEach((name, i) => shapes.push(element("text", { class: "name owner", x: frame.width / 2, y: i ? frame.bottom + 19 + naming : frame.top - 10 - naming }, name)));
  }
  return shapes;
}

// isWord says that a look is words on the ground.
export const isWord = (look) => look.shape === "none" && Boolean(look.label);

// completed adds to a look what it has of its player.
function completed(look, d) {
  const player = (!look.neutral && d?.players?.[look.second ? 1 : 0]) || {};
  const bare = !look.figure && !look.label && !["none", "hole", "wall", "stones"].includes(look.shape);
  return { ...look, color: look.color ?? player.color, figure: look.figure ?? (bare ? player.figure : undefined) };
}

// letters is the class of what is written on a piece of a color.
function letters(look) {
  if (!look.color) return look.second && !look.neutral ? "dark" : "light";
  const [r, g, b] = [1, 3, 5].map((i) => parseInt(look.color.slice(i, i + 2), 16));
  return 299 * r + 587 * g + 114 * b < 128000 ? "dark" : "light";
}

const scales = { man: 1.15, none: 0.8, disc: 0.85 };

// piece draws what stands on a square.
export function piece(bare, x, y, d) {
  const look = completed(bare, d), shapes = [];
  const side = `piece ${look.neutral ? "neutral" : look.second ? "dark" : "light"}`;
  if (look.shape === "stones") return stones(look, x, y);
  if (look.shape === "disc") shapes.push(element("circle", { class: side, cx: x, cy: y, r: 18, fill: look.color }));
  if (look.shape === "block") shapes.push(element("rect", { class: side, x: x - 18, y: y - 18, width: 36, height: 36, rx: 3, fill: look.color }));
  if (look.shape === "wedge") shapes.push(element("path", { class: side, d: "M-17 20V-11L0 -21L17 -11V20Z", transform: `translate(${x} ${y})${look.second ? " rotate(180)" : ""}`, fill: look.color }));
  if (look.anchor) shapes.push(element("circle", { class: "anchor", cx: x, cy: y, r: 9 }));
  if (look.heads) shapes.push(element("path", { class: "heads", d: look.heads > 0 === Boolean(look.second) ? "M-5 19L0 24L5 19Z" : "M-5 -19L0 -24L5 -19Z", transform: `translate(${x} ${y})` }));
  const parts = d?.figures?.[look.figure];
  if (parts) {
    const g = element("g", { class: `figure ${look.shape === "man" ? side : ""}`, transform: `translate(${x} ${y}) scale(${scales[look.shape] ?? 1})` });
    for (const part of parts) {
      const own = part.fill.startsWith("#");
      const kind = part.fill === "body" ? `${side} body` : own ? "own" : `${part.fill} ${letters(look)}`;
      g.append(element("path", { class: kind, d: part.d, fill: own ? part.fill : part.fill === "body" ? look.color : undefined }));
    }
    shapes.push(g);
  } else if (isWord(look)) {
    const long = look.label.length > 2;
    shapes.push(element("text", { class: long ? "word long" : "word", x: long ? x - 20 : x, y: y + 5 }, look.label));
  } else if (look.label) {
    const text = element("text", { class: `label ${letters(look)}`, x, y: y + 7 }, look.label);
    if (look.label.length > 2) text.setAttribute("font-size", 40 / look.label.length);
    shapes.push(text);
  }
  return shapes;
}

// stones draws stones from the middle of a pit outwards, and their number.
function stones(look, x, y) {
  const n = Number(look.label), shapes = [];
  for (let k = 0; k < Math.min(n, 18); k++) {
    const away = 4.4 * Math.sqrt(k + 0.2);
    shapes.push(element("circle", { class: "stone", cx: x + away * Math.cos(2.4 * k), cy: y + away * Math.sin(2.4 * k), r: 4.1, fill: look.color }));
  }
  shapes.push(element("circle", { class: "count", cx: x + 15, cy: y + 15, r: 8.5 }), element("text", { class: "number", x: x + 15, y: y + 19 }, look.label));
  return shapes;
}

// joined draws a piece that covers several squares, at the first of them; undefined where a square's piece is its own.
export function joined(board, looks, place) {
  const { d } = board, look = looks[place], [x, y] = d.squares[place];
  if (!look.joined && !look.joins) return undefined;
  const at = (a, b) => d.squares.findIndex(([c, e]) => c === a && e === b);
  const same = (a, b) => looks[at(a, b)]?.symbol === look.symbol;
  if (look.joined && !same(x - 1, y) && !same(x + 1, y) && !same(x, y - 1) && !same(x, y + 1)) return undefined;
  // A square of the piece draws its part; inner borders are left out.
  const [u, v] = board.seen(x, y), left = board.frame.left + size * u, top = board.frame.top + size * v;
  const gap = (dx, dy) => {
    const flipX = board.seen(1, 0)[0] > board.seen(0, 0)[0] ? 1 : -1, flipY = board.seen(0, 1)[1] > board.seen(0, 0)[1] ? 1 : -1;
    if (look.joins) return look.joins.includes({ "-1,0": "l", "1,0": "r", "0,-1": "u", "0,1": "d" }[[dx * flipX, dy * flipY]]) ? -1 : 3; // parts overlap, so that no line shows between them
    return same(x + dx * flipX, y + dy * flipY) ? -1 : 3;
  };
  const [l, r, t, b] = [gap(-1, 0), gap(1, 0), gap(0, -1), gap(0, 1)];
  const whole = completed(look, d), side = `piece joined ${look.neutral ? "neutral" : look.second ? "dark" : "light"}`;
  const shapes = [element("rect", { class: side, x: left + l, y: top + t, width: size - l - r, height: size - t - b, fill: whole.color })];
  const corner = (dx, dy) => [left + (dx ? size - r : l), top + (dy ? size - b : t)].join(" ");
  const border = [t > 0 && `M${corner(0, 0)}L${corner(1, 0)}`, b > 0 && `M${corner(0, 1)}L${corner(1, 1)}`, l > 0 && `M${corner(0, 0)}L${corner(0, 1)}`, r > 0 && `M${corner(1, 0)}L${corner(1, 1)}`];
  shapes.push(element("path", { class: "border", d: border.filter(Boolean).join("") }));
  if (look.label && l > 0 && t > 0) shapes.push(element("text", { class: `label ${letters(whole)}`, x: left + size / 2, y: top + size / 2 + 7 }, look.label));
  return shapes;
}

// wide is the room that a piece of a pile takes with its count.
const wide = (p) => 32 + (p.count > 9 ? 36 : p.count > 1 ? 26 : 0);

// pileShapes draws piles: the second player's above the board, the first player's below it, stores at its ends.
export function pileShapes(board, piles, flip, held) {
  const { d, frame, view } = board, shapes = [];
  const away = margin + strip / 2 - 4 + frame.naming;
  for (const second of [false, true]) {
    const near = second === view.turn;
    let x = frame.left;
    const own = piles.filter((pile) => pile.second === second && !pile.store), name = d.players[0].name === d.players[1].name ? "" : d.players[second ? 1 : 0].name;
    const named = name ? 7 * name.length + 24 : 0;
    const need = named + own.reduce((sum, pile) => sum + 7 * pile.name.length + 8 + pile.pieces.reduce((n, p) => n + wide(p), pile.pieces.length ? 10 : 36), 0);
    const most = own.some((pile) => pile.pieces.length) ? 1 : Math.max(1, d.columns.length / 7); // on a wide board as large as elsewhere
    const g = element("g", { transform: `translate(${x} ${near ? frame.bottom + away : frame.top - away}) scale(${Math.min(most, (frame.width - frame.left - 4) / Math.max(need, 1))})` });
    x = named;
    if (name && (own.length || (second ? frame.above : frame.below))) g.append(element("circle", { class: second !== view.swap ? "owner-dot dark" : "owner-dot", cx: 6, cy: 0, r: 5 }), element("text", { class: "pile owner", x: 16, y: 4 }, name));
    for (const pile of own) {
      g.append(element("text", { class: "pile", x, y: 4 }, pile.name));
      x += 7 * pile.name.length + 8;
      if (pile.pieces.length) g.append(element("rect", { class: "tray", x: x - 2, y: -17, width: pile.pieces.reduce((n, p) => n + wide(p), 4), height: 34, rx: 6 }));
      for (const { look, count } of pile.pieces) {
        const name = pile.hand && second === flip ? `*${look.label}` : undefined;
        g.append(element("g", { class: name && name === held ? "hand chosen" : "hand", "data-hand": name, "data-count": count, transform: `translate(${x + 16} 0) scale(.72)` }, ...piece({ ...look, second: look.second !== view.swap }, 0, 0, d)));
        if (count > 1) g.append(element("text", { class: "pile number", x: x + 32, y: 5 }, `×${count}`));
        x += wide({ count });
      }
      if (!pile.pieces.length) g.append(element("text", { class: "pile number", x, y: 5 }, String(pile.number)));
      x += pile.pieces.length ? 10 : 36;
    }
    if (g.childNodes.length) shapes.push(g);
  }
  for (const pile of piles.filter((p) => p.store)) {
    const right = pile.second === (view.turn !== view.mirror);
    const left = right ? frame.left + size * d.columns.length + margin : frame.left - margin - 48;
    shapes.push(element("rect", { class: "ground", x: left, y: frame.top, width: 48, height: size * d.rows.length, rx: 22, fill: d.color }), element("text", { class: "store", x: left + 24, y: (frame.top + frame.bottom) / 2 + 8 }, String(pile.number)),
      element("text", { class: "store name", x: left + 24, y: frame.bottom - 10 }, d.players[pile.second ? 1 : 0].name));
  }
  return shapes;
}
