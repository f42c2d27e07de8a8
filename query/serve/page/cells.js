// How the notation of a game lists the squares of its board: a character each, or as FEN does.

// owned says whether a look is that of a player's piece.
export const owned = (look) => Boolean(look) && ["disc", "block", "wedge", "man"].includes(look.shape) && !look.neutral;

// split parts the symbols of a position's squares from the rest of its text.
export function split(d, text) {
  if (d.form === "drawn") {
    const known = d.known?.get(text), all = [...(known ?? "")];
    return [all.slice(0, d.squares.length), known ? all.slice(d.squares.length).join("") : text];
  }
  const all = [...text];
  if (d.form === "rows") {
    const cells = all.filter((c) => c !== "/").slice(0, d.squares.length);
    let end = 0;
    for (let left = cells.length; left > 0; end++) if (all[end] !== "/") left--;
    return [cells, all.slice(end).join("")];
  }
  if (!d.fen) return [all.slice(0, d.squares.length), all.slice(d.squares.length).join("")];
  const end = all.findIndex((c) => c === " " || c === "[");
  const placed = all.slice(0, end < 0 ? all.length : end).join("");
  const empty = [...d.symbols][0];
  return [[...placed.replace(/\d+/g, (n) => empty.repeat(Math.min(n, d.squares.length))).replaceAll("/", "")], text.slice(placed.length)];
}

// join is the inverse of split.
export function join(d, cells, rest) {
  if (d.form === "rows") return cells.map((c, i) => (i > 0 && d.squares[i][1] > d.squares[i - 1][1] ? `/${c}` : c)).join("") + rest;
  if (!d.fen) return cells.join("") + rest;
  const empty = [...d.symbols][0], width = d.columns.length;
  const rows = d.rows.map((_, y) => cells.slice(width * y, width * (y + 1)).map((c) => (c === empty ? " " : c)).join(""));
  return rows.map((row) => row.replace(/ +/g, (gap) => gap.length)).join("/") + rest;
}

// symbolOf returns the symbol of a player's piece right behind the board, which says who is to move: G in "G 1 2".
function symbolOf(d, rest) {
  const said = d.fen || d.hands ? null : rest.match(/^ (\S)(?= |$)/u);
  return said && owned(d.looks[said[1]]) ? said[1] : undefined;
}

// moverOf returns who is to move by the rest of a position's text, 0 or 1: w or b in FEN, elsewhere the symbol of a player's piece, or
// 1 or 2; undefined where it does not say.
export function moverOf(d, rest) {
  const symbol = symbolOf(d, rest);
  if (symbol) return Number(Boolean(d.looks[symbol].second));
  const said = d.fen ? rest.match(/^(?:\[\S*)? ([wb])(?= |$)/) : rest.match(/ ([12])$/);
  return said ? Number("b2".includes(said[1])) : undefined;
}

// withOtherMover returns the rest of a text with the other player to move, or undefined where it names nobody.
export function withOtherMover(d, rest) {
  const mover = moverOf(d, rest);
  if (mover === undefined) return undefined;
  if (d.fen) return rest.replace(/ [wb](?= |$)/, mover ? " w" : " b");
  const symbol = symbolOf(d, rest), look = d.looks[symbol];
  if (!symbol) return rest.slice(0, -1) + (2 - mover);
  const other = [...d.symbols].find((s) => { const l = d.looks[s]; return l.shape === look.shape && l.label === look.label && Boolean(l.second) !== Boolean(look.second); });
  return other && ` ${other}${rest.slice(2)}`;
}

// handOf is the heap in which the notation lists pieces.
const handOf = (d) => d.heaps?.find((h) => h.side === 2 && h.find);

// inHand returns the symbols of the pieces that are not on the board, and withHand the rest of a text with others.
export const inHand = (d, rest) => [...(rest.match(new RegExp(handOf(d)?.find ?? "$^"))?.[1] ?? "")];
export const withHand = (d, rest, hand) => (d.fen ? rest.replace(/^\[\S*?\]/, `[${hand.join("")}]`) : ` ${hand.join("") || "-"}`);

// piles returns what lies beside the board: piles of a name, a player, and pieces with their number, or a number alone.
export function piles(d, symbols, rest, flip) {
  const all = [];
  for (const h of d.heaps ?? []) {
    const swap = flip && Boolean(d.relative || d.turned || d.mirrored);
    const add = (list, hand) => {
      const sides = [[], []];
      for (const symbol of list) {
        const look = d.looks[symbol] ?? (d.looks[symbol.toUpperCase()] && { shape: "disc", label: symbol });
        if (!look || ["none", "hole", "wall", "stones"].includes(look.shape)) continue;
        const second = owned(look) ? Boolean(look.second) !== Boolean(flip && d.relative) : (h.side === 1) !== swap;
        const place = Number(h.side === 2 ? second : (h.side === 1) !== swap);
        const same = sides[place].find((p) => p.symbol === symbol);
        if (same) same.count++;
        else sides[place].push({ symbol, look: { ...look, second }, count: 1 });
      }
      sides.forEach((pieces, second) => { if (pieces.length) all.push({ name: h.name, second: Boolean(second), pieces, hand }); });
    };
    if (h.absent) {
      const left = [...symbols];
      const same = (a, b) => owned(d.looks[a]) && owned(d.looks[b]) && Boolean(d.looks[a].second) === Boolean(d.looks[b].second) && d.looks[a].label === d.looks[b].label;
      const missing = [...h.absent].filter((symbol) => { const i = left.findIndex((on) => same(on, symbol)); if (i >= 0) left[i] = ""; return i < 0; });
      add(missing, true);
      continue;
    }
    const found = rest.match(new RegExp(h.find))?.[1] ?? "", number = /^\d+$/.test(found) ? Number(found) : undefined;
    if (h.piece) add(Array(Math.min(number ?? 0, 999)).fill(h.piece), false);
    else if (number !== undefined) all.push({ name: h.name, second: (h.side === 1) !== swap, pieces: [], number, store: h.store });
    else add([...found], true);
  }
  return all;
}

// pieceAt returns the squares of the piece that covers square i.
export function pieceAt(d, cells, i) {
  const look = d.looks[cells[i]], found = [i];
  if (look?.joined) return cells.flatMap((symbol, k) => (symbol === cells[i] ? [k] : []));
  const steps = { l: [-1, 0], r: [1, 0], u: [0, -1], d: [0, 1] };
  for (const k of found) {
    for (const way of d.looks[cells[k]]?.joins ?? "") {
      const next = d.squares.findIndex(([x, y]) => x === d.squares[k][0] + steps[way][0] && y === d.squares[k][1] + steps[way][1]);
      if (next >= 0 && !found.includes(next)) found.push(next);
    }
  }
  return found;
}

// slidesBetween returns the clicks of a move that slides a piece: any of its squares, then one that it comes to cover, the
// farthest. Where one square alone is empty a click on the piece is enough. Squares to choose from are joined by "|".
export function slidesBetween(d, board, before, after) {
  const [was] = split(d, before), [is] = split(d, after), empty = (symbol) => (d.looks[symbol]?.shape ?? "none") === "none";
  const gone = was.findIndex((symbol, i) => !empty(symbol) && empty(is[i]));
  const come = is.flatMap((symbol, i) => (!empty(symbol) && empty(was[i]) ? [i] : []));
  if (gone < 0 || !come.length) return undefined;
  const piece = pieceAt(d, was, gone), names = (list) => list.map((i) => board.name(i)).join("|");
  const away = (i) => Math.min(...piece.map((k) => Math.abs(d.squares[i][0] - d.squares[k][0]) + Math.abs(d.squares[i][1] - d.squares[k][1])));
  const farthest = Math.max(...come.map(away));
  const take = [names(piece), "take"];
  return was.filter(empty).length === 1 ? [take] : [take, [names(come.filter((i) => away(i) === farthest)), "put"]];
}

// clicksBetween returns the clicks of a turn whose text does not name its squares, by what has changed: from where the
// mover's piece has gone, or his hand, to where one of his has come.
export function clicksBetween(d, board, before, after) {
  const [was, rest] = split(d, before), [is] = split(d, after);
  const mover = moverOf(d, rest);
  const own = (symbol) => Boolean(d.looks[symbol]) && !["none", "hole"].includes(d.looks[symbol].shape) && Number(Boolean(d.looks[symbol].second)) === mover;
  const changed = is.map((_, i) => i).filter((i) => was[i] !== is[i]);
  const gone = changed.filter((i) => own(was[i]) && !own(is[i]));
  const come = changed.filter((i) => own(is[i]));
  // Where two pieces move, as in castling, the king is taken.
  const to = come.find((i) => is[i].toUpperCase() === "K") ?? come[0];
  if (to === undefined) return undefined;
  const from = gone.find((i) => was[i] === is[to]) ?? gone[0];
  if (from === undefined) return [[`*${d.looks[is[to]].label}`, "take"], [board.name(to), "put"]];
  return [[board.name(from), "take"], [board.name(to), "put"]];
}
