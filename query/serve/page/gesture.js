// Turns made by clicking squares.
import { clicksBetween, slidesBetween, split } from "./cells.js";
import { isKeep } from "./moves.js";

const squaresOf = (turn) => turn.match(/[a-z]\d+/g) ?? [];

// clicksOf returns what to click for a turn: [square, act] each, as the game says, or the
// squares that the turn names. What is dropped, C*b3, is taken from the hand: *C.
export function clicksOf(move) {
  if (move.clicks) return move.clicks;
  const drop = move.move.match(/^([A-Za-z]+)\*([a-z]\d+)$/);
  if (drop) return [[`*${drop[1].toUpperCase()}`, "take"], [drop[2], "put"]];
  return squaresOf(move.move).map((name) => [name, "take"]);
}

// setClicks sets the clicks of moves at a position where turns need not name their squares: where the notation is FEN, and
// where pieces slide that cover several squares.
export function setClicks(moves, before, board) {
  if (board.d.game.startsWith("einstein:")) for (const m of moves) if (m.label === "wins") setWins(m, before, board.d.columns.length);
  if (board.d.form === "rows") {
    const large = Object.values(board.d.looks).some((look) => look.joined || look.joins);
    for (const m of moves) if (m.position && (large || !squaresOf(m.move).length)) m.clicks ??= slidesBetween(board.d, board, before, m.position);
  }
  if (board.d.fen && board.d.squares) for (const m of moves) if (m.position) m.clicks ??= clicksBetween(board.d, board, before, m.position);
  return moves;
}

// setWins sets the steps of the turn "wins" of EinStein: a stone that the roll allows, or the next lower or higher one, goes
// to the opposite corner or takes the last stone of the opponent.
function setWins(move, before, size) {
  const [stones, others] = before.split("/").map((side) => side.split(".")), rolled = parseInt(move.move) - 1;
  const left = others.filter((name) => name !== "-"), there = stones.flatMap((name, i) => (name === "-" ? [] : [i]));
  move.ways = [...new Set([there.findLast((i) => i <= rolled), there.find((i) => i >= rolled)])].filter((i) => i !== undefined).flatMap((i) => [[1, 0], [0, 1], [1, 1]].map(([right, on]) => {
    const [x, y] = [stones[i].charCodeAt(0) - 97 + right, Number(stones[i].slice(1)) + on], to = String.fromCharCode(97 + x) + y;
    return x < size && y <= size && ((x === size - 1 && y === size) || left.join() === to) ? [[stones[i], "take"], [to, "put"]] : null;
  })).filter(Boolean);
  move.clicks = move.ways[0];
  move.label = `${move.ways.map(([[from], [to]]) => from + (others.includes(to) || stones.includes(to) ? "x" : "-") + to).join(" or ")} wins`;
}

// landing returns the square where a move puts its piece, as the player to move calls it; undefined where it has none. In a
// column that a piece drops into that is the square that changes, or the lowest empty one where the move ends the game.
export function landing(move, text, board) {
  const clicks = clicksOf(move);
  const steps = clicks.filter(([, act]) => act !== "clear");
  const last = clicks.findLast(([, act]) => act === "put") ?? steps[Math.min(1, steps.length - 1)] ?? clicks[0];
  const one = last && [last[0]].concat(last[0].split("|")).find((name) => board.byName(name) >= 0);
  if (!last || one) return one;
  const wanted = board.names.filter((name) => meets(name, last[0]));
  if (board.d.form === "drawn") return wanted.at(-1);
  const now = split(board.d, text)[0], then = move.position && !board.d.relative ? split(board.d, move.position)[0] : null;
  const symbol = (cells, name) => cells[board.byName(name)];
  if (then) return wanted.find((name) => symbol(now, name) !== symbol(then, name));
  return wanted.findLast((name) => board.d.looks[symbol(now, name)]?.shape === "none");
}

// meets reports whether a click on a square is one that a turn wants, which may be any of a
// column ("c") or of a row ("3"), or one of several ("a1|b1").
const meets = (name, wanted) => name === wanted || (wanted.includes("|") && wanted.split("|").includes(name)) || (/^[a-z]+$/.test(wanted) ? name.replace(/\d+$/, "") === wanted : /^\d+$/.test(wanted) && name.replace(/^[a-z]+/, "") === wanted);

// inAnyOrder returns the orders in which several pieces can be moved in a turn: pairs of clicks, take and put.
function inAnyOrder(clicks) {
  if (clicks.length < 4 || !inPairs(clicks)) return [clicks];
  return clicks.flatMap((_, i) => (i % 2 ? [] : inAnyOrder([...clicks.slice(0, i), ...clicks.slice(i + 2)]).map((rest) => [...clicks.slice(i, i + 2), ...rest])));
}

// inPairs says that clicks take pieces and put them down.
export const inPairs = (clicks) => clicks.length % 2 === 0 && clicks.every(([, act], i) => act === (i % 2 ? "put" : "take"));

// Gesture collects the squares of a turn. The moves of a position that begin with these
// squares tell what may come next; one that is complete is played.
export class Gesture {
  // quick says that a click which leaves one turn makes it.
  constructor(moves, board, quick = false) {
    this.board = board;
    this.quick = quick;
    this.names = board.names;
    this.moves = moves.flatMap((m) => [m, ...(m.also ?? []).map((move) => ({ move, value: m.value, position: m.position }))])
      .flatMap((m) => (m.ways ?? inAnyOrder(clicksOf(m))).map((clicks) => ({ move: m.move, label: m.label, value: m.value, position: m.position, clicks })));
    this.named = this.moves.filter((m) => m.clicks.length === 0);
    this.moves = this.moves.filter((m) => m.clicks.length);
    this.picks = [];
  }

  empty(name) {
    const i = this.board.byName?.(name) ?? -1;
    return i >= 0 && this.board.shown?.looks[this.board.place(i)]?.shape === "none";
  }

  matching(picks) {
    return this.moves.filter((m) => picks.every((name, i) => m.clicks[i] && meets(name, m.clicks[i][0])));
  }

  // choices are turns to be chosen by name: those that the clicks complete, where there are several, such as what a pawn
  // becomes, or where more clicks make another turn; and before the first click those that have no square, such as to pass.
  get choices() {
    if (this.picks.length === 0) return this.named;
    const all = this.matching(this.picks), made = all.filter((m) => m.clicks.length === this.picks.length);
    const distinct = made.filter((m, i) => made.findIndex((n) => n.position === m.position) === i);
    return distinct.length > 1 || made.length < all.length ? distinct : [];
  }

  // click takes a square's name and returns a complete turn, or null.
  click(name) {
    const longer = [...this.picks, name];
    if (this.picks.at(-1) === name && this.matching(longer).length === 0) this.picks = [];
    else if (this.matching(longer).length) this.picks = longer;
    else this.picks = this.matching([name]).length ? [name] : [];
    const rest = this.matching(this.picks);
    if (this.quick && this.picks.length && new Set(rest.map((m) => m.move)).size === 1) return rest[0].move;
    return this.picks.length && !this.choices.length && rest.length && rest[0].clicks.length === this.picks.length ? rest[0].move : null;
  }

  get chosen() {
    return this.picks;
  }

  // how says what a first click does.
  get how() {
    if (!this.moves.length) return this.named.length ? "Choose a turn below the board." : "";
    if (this.named.some(isKeep)) return "A click marks a die as kept, and the bold button rolls the others. A click on a category scores this throw.";
    if (this.quick && this.moves.every((m) => !m.clicks[0][0].split("|").every((name) => this.empty(name)))) return "Click a piece to move it by the roll, then where it goes.";
    if (this.quick) return "Click a piece to move it by the roll, or the square where a new one comes in.";
    if (this.moves.every((m) => m.clicks.length === 1)) return this.moves.every((m) => m.clicks[0][1] === "put" || this.empty(m.clicks[0][0])) ? "Click where to put a piece." : "Click a marked place to move.";
    if (this.moves.some((m) => m.clicks[0][0].startsWith("*"))) return "Click a piece, on the board or in hand, then the square where it goes.";
    if (this.moves.some((m) => m.clicks.length === 1)) return "Click where to put a piece, or a piece and then where it goes.";
    return "Click a piece, then the square where it goes.";
  }

  // painted returns the squares where turns land that the clicks can still become, with what the best of these is worth;
  // several are those where others land that are worth less.
  // Once squares are chosen these are the squares to click next.
  painted(text) {
    const best = new Map();
    this.several = new Set();
    for (const m of this.matching(this.picks)) {
      const next = m.clicks[this.picks.length]?.[0].split("|").find((name) => this.names.includes(name));
      const name = this.picks.length && next ? next : landing(m, text, this.board);
      if (name && !best.has(name)) best.set(name, m.value); // best first
      else if (name && best.get(name) !== m.value) this.several.add(name);
    }
    return best;
  }

  // best returns the turns of the greatest worth that the clicks can still become.
  get best() {
    const all = this.matching(this.picks);
    return all.filter((m) => m.value === all[0].value);
  }

  // next are the squares that can be clicked now.
  get next() {
    return this.wanted(() => true);
  }

  // clearing are those of them that the turn takes away.
  get clearing() {
    return this.wanted(([, act]) => act === "clear");
  }

  // liftable are those that the turn goes on from, to another square.
  get liftable() {
    return this.wanted((_, m) => m.clicks.length > this.picks.length + 1);
  }

  wanted(which) {
    const next = this.matching(this.picks).filter((m) => m.clicks.length > this.picks.length).map((m) => [m.clicks[this.picks.length], m])
      .filter(([c, m]) => which(c, m)).map(([c]) => c);
    const wanted = new Set(next.map(([square]) => square));
    return this.names.filter((name) => [...wanted].some((w) => meets(name, w)));
  }

  // text is the position while the turn is made, where it changes; undefined elsewhere.
  get text() {
    return undefined;
  }
}

// PushFight is a gesture in Push Fight, where the list has but one of the turns with a
// result: moves are made on the board, and a push completes the turn.
export class PushFight {
  constructor(text, board, moves) {
    this.cells = [...text];
    this.board = board;
    this.turns = moves.map((m) => ({ move: m.move, value: m.value, squares: squaresOf(m.move) }));
    this.done = []; // moves made
    this.from = -1;
  }

  at = (x, y) => this.board.d.squares.findIndex(([a, b]) => a === x && b === y);

  neighbours(i) {
    const [x, y] = this.board.d.squares[i];
    return [this.at(x - 1, y), this.at(x + 1, y), this.at(x, y - 1), this.at(x, y + 1)].filter((j) => j >= 0);
  }

  get clearing() {
    return [];
  }

  get choices() {
    return [];
  }

  get how() {
    return "Move up to two pieces: click each, then an empty square. Then push: click a square piece and its neighbour.";
  }

  // reach are the empty squares that a piece on square i can move to.
  reach(i) {
    if (this.done.length === 2) return [];
    const found = new Set([i]);
    for (const j of found) for (const k of this.neighbours(j)) if (this.cells[k] === ".") found.add(k);
    found.delete(i);
    return [...found];
  }

  pushes(i) {
    return "OP".includes(this.cells[i]) ? this.neighbours(i).filter((j) => this.cells[j] !== ".") : [];
  }

  click(name) {
    const i = this.board.byName(name);
    const from = this.from;
    if (from >= 0 && this.pushes(from).includes(i)) return [...this.done, this.pair(from, i)].join(",");
    this.from = -1;
    if (from >= 0 && this.reach(from).includes(i)) {
      this.done.push(this.pair(from, i));
      this.cells[i] = this.cells[from];
      this.cells[from] = ".";
    } else if (i !== from && "oOP".includes(this.cells[i])) this.from = i;
    return null;
  }

  pair = (from, to) => `${this.board.name(from)}-${this.board.name(to)}`;

  // painted is that of [Gesture], by the turns that are listed: the shortest for each result.
  painted() {
    const best = new Map();
    if (!this.done.length && this.from < 0) return best; // the best turn is shown by arrows
    const made = [...this.done.flatMap(squaresOf), ...(this.from >= 0 ? [this.board.name(this.from)] : [])];
    for (const { value, squares } of this.turns) {
      const name = squares[made.length];
      if (name && made.every((square, i) => squares[i] === square) && !best.has(name)) best.set(name, value);
    }
    return best;
  }

  get best() {
    return this.done.length || this.from >= 0 ? [] : this.turns.slice(0, 1);
  }

  // liftable are the squares of the pieces that can move or push.
  get liftable() {
    return this.cells.flatMap((cell, i) => ("oOP".includes(cell) && (this.reach(i).length || this.pushes(i).length) ? [this.board.name(i)] : []));
  }

  get chosen() {
    return this.from >= 0 ? [this.board.name(this.from)] : [];
  }

  get next() {
    return this.from < 0 ? [] : [...this.reach(this.from), ...this.pushes(this.from)].map((i) => this.board.name(i));
  }

  get text() {
    return this.done.length ? this.cells.join("") : undefined;
  }
}

// arrowsOf returns the pairs of squares that a turn names.
export function arrowsOf(turn, board) {
  if (!board.d.squares) return [];
  const pairs = [];
  for (const [, from, to] of turn.matchAll(/([a-z]\d+)[-x]([a-z]\d+)/g)) {
    const pair = [board.byName(from), board.byName(to)];
    if (pair.every((i) => i >= 0)) pairs.push(pair);
  }
  return pairs;
}

// pushedOff returns where a turn of Push Fight pushes a piece off the board, as a step from
// its square: the number of the square, and the direction; or null.
export function pushedOff(turn, text, board) {
  const pairs = arrowsOf(turn, board);
  const cells = [...text];
  const last = pairs.pop();
  if (!last) return null;
  for (const [from, to] of pairs) [cells[from], cells[to]] = [".", cells[from]];
  const place = (i) => board.d.squares[i];
  const step = [place(last[1])[0] - place(last[0])[0], place(last[1])[1] - place(last[0])[1]];
  if (cells[last[1]] === "." || Math.abs(step[0]) + Math.abs(step[1]) !== 1) return null;
  for (let at = last[1]; ; ) {
    const [x, y] = place(at);
    const next = board.d.squares.findIndex(([a, b]) => a === x + step[0] && b === y + step[1]);
    if (next < 0) return { square: at, step };
    if (cells[next] === ".") return null;
    at = next;
  }
}
