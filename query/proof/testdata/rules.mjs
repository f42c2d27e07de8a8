// The rules of the games of the tests, for check.mjs. The game of the proof chooses among them.
let game;
// The digests of the texts that the rules below were written from.
const DIGESTS = {
  "tictactoe": "a0fa0c2256313ad058702c961ed6a2f3ed8cdf67f2ccb9c452b2c6e6aab353d8",
  "connect-four": "383427e2088e25111ce4ca599c83b5b7addcf36674d5938ed458d66525b368f2",
  "british-square": "d30f3bf4ea3600fb07b9b1d17e3dbd967e3a146659abd5062c2b78cfde1b319d",
  "awari": "a4614b2c9844b3eac710152c4d7b072f1aa6a288339ec3bd11fde6b01590959a",
  "kalah": "4ef57d48443d3026a339e1af303199c1896b82793ca4d021e7bea066bc1899a6",
  "quixo": "39ecb8e7d51960250da03617cdb80ee018bc38ae80493e3175b9311aa3f95f08",
  "tictacchec": "9722e658e9ebe7b109bfd5c0ae0c265be5b896787797300f930c7ba0f7db9517",
  "dao.py": "84791d9a0354f887e53d4ba820180acc1a094e1d78a42482a2d7cebe5441ca06",
};
const games = {};
export const accepts = (spec, rules) => {
  const [name, rest = ""] = spec.split(":");
  const options = Object.fromEntries(rest.split(",").map((part) => part.split("=")));
  game = games[name];
  if (!game || !(game.setup?.(options) ?? true)) return false;
  return rules === undefined || rules === DIGESTS[name];
};
export const moves = (p) => game.moves(p);
export const over = (p) => game.over(p);
export const twins = (p) => game.twins(p);

const grid = (text, n) => Array.from({ length: text.length / n }, (_, r) => [...text.slice(r * n, r * n + n)]);
const flat = (rows) => rows.map((row) => row.join("")).join("");
const square = (n) => (text) => {
  const found = [];
  for (let rows = grid(text, n), k = 0; k < 4; k++) {
    found.push(flat(rows), flat(rows.map((row) => [...row].reverse())));
    const old = rows;
    rows = old.map((_, r) => old.map((row) => row[r]).reverse());
  }
  return found;
};
const name = (r, c, n) => "abcdef"[c] + (n - r);
const swapped = (text) => [...text].map((x) => (x === "X" ? "O" : x === "O" ? "X" : x)).join("");
const straight = (rows, want, n) => {
  for (let r = 0; r < rows.length; r++)
    for (let c = 0; c < rows[0].length; c++)
      for (const [dr, dc] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
        let k = 0;
        while (k < n && rows[r + k * dr]?.[c + k * dc] === want) k++;
        if (k === n) return true;
      }
  return false;
};
const marked = (p) => ([...p].filter((x) => x !== ".").length % 2 ? "O" : "X");
const put = (p, i, mark) => p.slice(0, i) + mark + p.slice(i + 1);
const threes = (p) => (straight(grid(p, 3), marked(p) === "X" ? "O" : "X", 3) ? "loss" : p.includes(".") ? null : "draw");
games.tictactoe = {
  setup: (o) => o.height === "3" && o.width === "3" && o.line === "3",
  over: threes,
  moves: (p) => new Map([...p].flatMap((x, i) => (x === "." ? [[name(i / 3 | 0, i % 3, 3), { to: put(p, i, marked(p)) }]] : []))),
  twins: square(3),
};
games["connect-four"] = {
  setup: (o) => o.height === "3" && o.width === "3" && o.line === "3",
  over: threes,
  moves(p) {
    const found = new Map();
    for (let c = 0; c < 3; c++) for (let r = 2; r >= 0; r--) if (p[3 * r + c] === ".") { found.set("abc"[c], { to: put(p, 3 * r + c, marked(p)) }); break; }
    return found;
  },
  twins: (p) => [p, flat(grid(p, 3).map((row) => row.reverse()))],
};
const british = {
  setup: (o) => o.height === "3" && o.width === "3" && o.center === "false",
  places(p, me) {
    const rows = grid(p.slice(0, 9), 3), found = [];
    for (let i = 0; i < 9; i++) {
      const r = i / 3 | 0, c = i % 3;
      const by = [rows[r - 1]?.[c], rows[r + 1]?.[c], rows[r][c - 1], rows[r][c + 1]];
      if (rows[r][c] === "." && !by.includes(me === "1" ? "2" : "1") && !(i === 4 && !/[12]/.test(p.slice(0, 9)))) found.push(i);
    }
    return found;
  },
  over(p) {
    if (this.places(p, "1").length || this.places(p, "2").length) return null;
    const margin = p.slice(0, 9).split("1").length - p.slice(0, 9).split("2").length;
    return p[10] === "1" ? margin : -margin;
  },
  moves(p) {
    const me = p[10], you = me === "1" ? "2" : "1", found = new Map();
    for (const i of this.places(p, me)) found.set(name(i / 3 | 0, i % 3, 3), { to: put(p.slice(0, 9), i, me) + " " + you });
    return found.size || this.over(p) !== null ? found : new Map([["pass", { to: p.slice(0, 10) + you }]]);
  },
  twins: (p) => square(3)(p.slice(0, 9)).map((b) => b + p.slice(9)),
};
games["british-square"] = british;
games.awari = {
  over: (p) => (/[1-9]/.test(p.slice(6)) ? null : -[...p].reduce((sum, x) => sum + Number(x), 0)),
  moves(p) {
    const found = new Map();
    const ring = () => [...p.slice(6), ...[...p.slice(0, 6)].reverse()].map(Number);
    for (let pit = 0; pit < 6; pit++) {
      const s = ring();
      let hand = s[pit], at = pit, points = 0;
      if (!hand) continue;
      for (s[pit] = 0; hand; ) if ((at = (at + 1) % 12) !== pit) s[at]++, hand--;
      for (; at > 5 && (s[at] === 2 || s[at] === 3); at--) (points += s[at]), (s[at] = 0);
      found.set("abcdef"[pit] + "1", { points, to: s.slice(0, 6).reverse().join("") + s.slice(6).join("") });
    }
    const fed = [...found].filter(([, m]) => this.over(m.to) === null);
    return fed.length ? new Map(fed) : found;
  },
};
const digit = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
games.kalah = {
  setup(o) { this.o = o; return true; },
  read(p) {
    const fields = p.split(" "), n = fields[0].length / 2, all = [...fields[0]].map((x) => digit.indexOf(x));
    return { n, rows: [all.slice(n), all.slice(0, n).reverse()], stores: this.o.stores === "true" ? fields[1].split("-").map(Number) : null, me: Number(fields.at(-1)) - 1 };
  },
  over(p) {
    const { rows, stores, me } = this.read(p), [a, b] = rows.map((row) => row.reduce((x, y) => x + y));
    if (a && b && !(this.o.majority === "true" && Math.max(...stores) > this.o.pits * this.o.seeds)) return null;
    const margin = a - b + (stores ? stores[0] - stores[1] : 0);
    return me ? 0 - margin : margin;
  },
  moves(p) {
    const found = new Map(), n = this.read(p).n;
    for (let pit = 0; pit < n; pit++) {
      const { rows, stores, me } = this.read(p), own = rows[me], other = rows[1 - me];
      let hand = own[pit], at = pit, points = 0;
      if (!hand) continue;
      for (own[pit] = 0; hand > 0; hand--) {
        at = (at + 1) % (2 * n + 1);
        if (at === n) points++;
        else if (at < n) own[at]++;
        else other[at - n - 1]++;
      }
      if (at < n && own[at] === 1 && (this.o.empty === "true" || other[n - 1 - at])) {
        points += 1 + other[n - 1 - at];
        own[at] = other[n - 1 - at] = 0;
      }
      const again = at === n, next = (again ? me : 1 - me) + 1;
      const pits = [...[...rows[1]].reverse(), ...rows[0]].map((x) => digit[x]).join("");
      if (stores) stores[me] += points;
      found.set("abcdef"[me ? n - 1 - pit : pit] + (me + 1), stores ? { to: `${pits} ${stores.join("-")} ${next}`, again } : { to: `${pits} ${next}`, points, again });
    }
    return found;
  },
};
games["dao.py"] = {
  wins(p, who) {
    if (straight(grid(p, 4).map((row) => row), who, 4) && !["05af", "369c"].some((d) => [...d].every((x) => p[parseInt(x, 16)] === who))) return true;
    if ([0, 3, 12, 15].every((i) => p[i] === who)) return true;
    return [0, 1, 2, 4, 5, 6, 8, 9, 10].some((i) => [0, 1, 4, 5].every((d) => p[i + d] === who));
  },
  over(p) {
    if (this.wins(p, "O")) return "loss";
    const shut = [[0, 1, 4, 5], [3, 2, 6, 7], [12, 8, 9, 13], [15, 10, 11, 14]].some(([at, ...by]) => p[at] === "X" && by.every((i) => p[i] === "O"));
    return shut ? "win" : null;
  },
  moves(p) {
    const found = new Map();
    for (let i = 0; i < 16; i++)
      for (let d = 0; d < 9; d++) {
        let r = i >> 2, c = i & 3;
        if (p[i] !== "X" || d === 4) continue;
        const dr = (d / 3 | 0) - 1, dc = (d % 3) - 1, free = (r, c) => r >= 0 && c >= 0 && r < 4 && c < 4 && p[4 * r + c] === ".";
        while (free(r + dr, c + dc)) (r += dr), (c += dc);
        if (4 * r + c !== i) found.set(`${name(i >> 2, i & 3, 4)}-${name(r, c, 4)}`, { to: swapped(put(put(p, i, "."), 4 * r + c, "X")) });
      }
    return found;
  },
  twins: square(4),
};
games.quixo = {
  setup(o) { this.n = Number(o.size); return this.n === 3 || this.n === 4; },
  over(p) {
    const rows = grid(p, this.n);
    return straight(rows, "X", this.n) ? "win" : straight(rows, "O", this.n) ? "loss" : null;
  },
  moves(p) {
    const n = this.n, found = new Map();
    for (let i = 0; i < n * n; i++) {
      const r = i / n | 0, c = i % n, inner = (x) => x > 0 && x < n - 1;
      if (p[i] === "O" || (inner(r) && inner(c))) continue;
      for (const [dr, dc] of [[0, 1], [0, -1], [1, 0], [-1, 0]]) {
        const rows = grid(p, n);
        let [a, b] = [r, c];
        for (; rows[a + dr]?.[b + dc]; a += dr, b += dc) rows[a][b] = rows[a + dr][b + dc];
        if (a === r && b === c) continue;
        rows[a][b] = "X";
        found.set(`${name(r, c, n)}-${name(a, b, n)}`, { to: swapped(flat(rows)) });
      }
    }
    return found;
  },
  twins: (p) => square(Math.sqrt(p.length))(p),
};
games.tictacchec = {
  setup(o) {
    this.pieces = o.pieces;
    return /^[PNBR]{2,4}$/.test(o.pieces);
  },
  over(p) {
    const rows = grid(p.slice(0, 16).replace(/[A-Z]/g, "X").replace(/[a-z]/g, "O"), 4);
    return straight(rows, "X", this.pieces.length) || straight(rows, "O", this.pieces.length) ? "loss" : null;
  },
  moves(p) {
    const found = new Map(), opening = 2 * this.pieces.length - 2, ply = p.length > 16 ? Number(p.slice(17)) + 1 : opening;
    const own = (x) => x >= "A" && x <= "Z", at = (r, c) => (r < 0 || c < 0 || r > 3 || c > 3 ? undefined : p[4 * r + c]);
    const turn = (text, b, i, man) => {
      const pawn = man === "P" || man === "D", lands = pawn && i < 4 ? "D" : pawn && i > 11 ? "P" : man;
      const seen = [...put(b, i, lands)].reverse().map((x) => (own(x) ? x.toLowerCase() : x.toUpperCase())).join("");
      found.set(text, { to: ply < opening ? `${seen} ${ply}` : seen });
    };
    const board = p.slice(0, 16);
    for (const man of this.pieces)
      if (!board.includes(man) && !(man === "P" && board.includes("D")))
        for (let i = 0; i < 16; i++) if (board[i] === ".") turn(`${man}*${name(i >> 2, i & 3, 4)}`, board, i, man);
    for (let i = 0; i < 16 && p.length === 16; i++) {
      const man = board[i], r = i >> 2, c = i & 3;
      const go = (a, b) => turn(name(r, c, 4) + (at(a, b) === "." ? "-" : "x") + name(a, b, 4), put(board, i, "."), 4 * a + b, man);
      if (man === "P" || man === "D") {
        const a = man === "P" ? r - 1 : r + 1;
        if (at(a, c) === ".") go(a, c);
        for (const b of [c - 1, c + 1]) if (/[a-z]/.test(at(a, b) ?? "")) go(a, b);
      }
      for (let dr = -2; dr <= 2; dr++)
        for (let dc = -2; dc <= 2; dc++) {
          const far = dr * dr + dc * dc, most = { N5: 1, B2: 3, R1: 3 }[man + far] ?? 0;
          for (let k = 1; k <= most; k++) {
            const x = at(r + k * dr, c + k * dc);
            if (x === undefined || own(x)) break;
            go(r + k * dr, c + k * dc);
            if (x !== ".") break;
          }
        }
    }
    return found;
  },
  twins: (p) => [p, flat(grid(p.slice(0, 16), 4).map((row) => row.reverse())) + p.slice(16)],
};
