// node check.mjs RULES.mjs PROOF: the check of check.py once more, with nothing in common but
// FORMAT.md. RULES.mjs exports accepts, moves, over, and twins where twins are left out. moves
// returns a Map from turns to {to} or {value}, with {points, again} in games of scores.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

class Wrong extends Error {}
const wrong = (text) => {
  throw new Wrong(text);
};
const whole = (text) => (/^-?\d{1,9}$/.test(text) ? Number(text) : wrong(`${text} is no number`));

export function parse(text, rules) {
  const lines = text.replace(/\n$/, "").split("\n");
  const version = { "foregone proof 1": 1, "foregone proof 2": 2 }[lines[0]] ?? wrong(`unknown version: ${lines[0].slice(0, 60)}`);
  const proof = { claims: [], form: (p) => p };
  let nodes = null;
  let count = 0;
  let done = false;
  for (const [at, line] of lines.entries()) {
    if (at === 0) continue;
    if (done) wrong(`line ${at + 1} is after the end`);
    const f = line.split("\t");
    const header = nodes === null && f.length === 2 && !(f[0] in proof);
    if (header && ["game", "position"].includes(f[0])) proof[f[0]] = f[1];
    else if (header && version > 1 && f[0] === "rules") proof.rules = f[1];
    else if (version > 1 && line === "twins" && nodes === null) {
      if (!rules.twins) wrong("the rules have no twins");
      proof.form = (p) => rules.twins(p).reduce((a, b) => (a < b ? a : b));
    } else if (f[0] === "half" && f.length === 3) {
      const [kind, number = "0", more] = f[2].split(" ");
      const holders = { mover: [true], other: [false], both: [true, false] }[f[1]];
      if (!holders || more || (version < 2 && f[1] === "both") || !["win", "draw", "score"].includes(kind)) wrong(`line ${at + 1}: no such half`);
      if (kind === "win" && holders.length > 1) wrong("both players cannot win");
      if (nodes === null) begin(proof, version, rules);
      nodes = new Map();
      const points = kind === "win" ? 1 : kind === "draw" ? 0 : whole(number);
      for (const mover of holders) proof.claims.push({ mover, kind, need: mover || f[1] === "other" ? points : -points, plies: whole(number), nodes, usual: points });
    } else if ((f[0] === "+" || f[0] === "-") && nodes && f.length >= 3 && f.length <= 5) {
      const key = f[0] + proof.form(f[1]);
      if (nodes.has(key)) wrong(`line ${at + 1}: ${f[1]} is there twice`);
      const usual = proof.claims.at(-1).usual;
      nodes.set(key, { holder: f[0] === "+", position: f[1], rank: whole(f[2]), turn: f[3] ?? "", claim: f[4] === undefined ? usual : whole(f[4]) });
      count++;
    } else if (version > 1 && f[0] === "end" && f[1] === String(count) && f.length === 2) done = true;
    else wrong(`line ${at + 1} is no line of a proof`);
  }
  if (nodes === null || (version > 1 && !done)) wrong("a half or the end is missing");
  return proof;
}

// begin checks the header at the first half.
function begin(proof, version, rules) {
  if (proof.game === undefined || proof.position === undefined || (version > 1 && proof.rules === undefined)) wrong("the header lacks a line");
  if (!rules.accepts(proof.game, proof.rules)) wrong("these are not the rules of the game");
}

function checkClaim(c, proof, rules) {
  const first = c.nodes.get((c.mover ? "+" : "-") + proof.form(proof.position));
  if (!first || first.claim < c.need) wrong("the beginning is missing, or claims less");
  if (c.kind === "win" && (first.rank < 0 || first.rank > c.plies)) wrong("the win takes longer");
  const ranked = c.kind === "win" || [...c.nodes.values()].some((n) => n.rank !== 0);
  const worth = (value, holder) => {
    if ((typeof value === "number") !== (c.kind === "score")) wrong(`${value} is no value of a ${c.kind}`);
    return (holder ? 1 : -1) * (c.kind === "score" ? value : { win: 1, draw: 0, loss: -1 }[value]);
  };
  const next = new Map(); // moves that may not go round
  for (const [key, n] of c.nodes) {
    const over = rules.over(n.position) ?? null;
    const moves = over === null ? rules.moves(n.position) : new Map();
    if (moves.size === 0) {
      if (worth(over ?? "loss", n.holder) < n.claim) wrong(`${n.position} is over, and worth less`);
      continue;
    }
    if (c.kind === "win" && n.rank < 1) wrong(`${n.position} is not over`);
    if (n.holder && !moves.has(n.turn)) wrong(`${n.turn} is no move at ${n.position}`);
    const kept = [];
    for (const m of n.holder ? [moves.get(n.turn)] : moves.values()) {
      const gain = (n.holder ? 1 : -1) * (m.points ?? 0);
      const holder = m.again ? n.holder : !n.holder;
      const end = m.value !== undefined ? worth(m.value, n.holder) : rules.over(m.to) != null ? worth(rules.over(m.to), holder) : null;
      const to = (holder ? "+" : "-") + (end === null ? proof.form(m.to) : "");
      const after = end === null ? c.nodes.get(to) : { claim: end };
      if (!after) wrong(`${n.position} leads to ${m.to}, which is missing`);
      if (gain + after.claim < n.claim) wrong(`${n.position} leads to ${m.to}, which is worth less`);
      if (end !== null || !(c.kind === "win" || (n.claim > 0 && gain === 0 && after.claim === n.claim))) continue;
      if (!ranked) kept.push(to);
      else if (after.rank >= n.rank) wrong(`${n.position} leads to ${m.to}, which is not nearer`);
    }
    if (kept.length > 0) next.set(key, kept);
  }
  const state = new Map(); // 1: on the way, 2: ends
  for (const begin of next.keys()) {
    const way = [[begin, 0]];
    while (way.length > 0) {
      const top = way.at(-1);
      state.set(top[0], 1);
      const to = next.get(top[0])?.[top[1]++];
      if (to === undefined) state.set(way.pop()[0], 2);
      else if (state.get(to) === 1) wrong(`play can go round at ${to.slice(1)}`);
      else if (!state.has(to)) way.push([to, 0]);
    }
  }
}

export function check(text, rules) {
  const proof = parse(text, rules);
  const win = proof.claims.length === 1 && proof.claims[0].kind === "win";
  const [a, b] = proof.claims;
  const level = proof.claims.length === 2 && a.mover !== b.mover && a.kind === b.kind && a.kind !== "win" && a.need + b.need === 0;
  if (!win && !level) wrong("neither a win, nor both sides of a draw or a score");
  for (const c of proof.claims) checkClaim(c, proof, rules);
  return proof.claims.map((c) => `right: the ${c.mover ? "mover" : "other"} holds ${c.kind} ${c.kind === "win" ? c.plies : c.need} at ${proof.position}, ${c.nodes.size} positions`);
}

// With more than one file, each gets a line.
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const rules = await import(pathToFileURL(process.argv[2]));
  for (const file of process.argv.slice(3)) {
    try {
      console.log(check(readFileSync(file, "utf8"), rules).join("; "));
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      console.log(`wrong: ${error.message}`);
      process.exitCode = 1;
    }
  }
}
