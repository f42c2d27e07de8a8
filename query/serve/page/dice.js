// Dice of a game of chance. The roll at a turn follows from a seed and the number of the turn, so that a link shows the same
// game again.
import { isKeep, span } from "./moves.js";

const mostButtons = 36; // rolls that are offered as buttons

export const newSeed = () => 1 + Math.floor(Math.random() * 999999);

// rollOf returns the roll of a turn: rolls have their names in roll and their probabilities.
export function rollOf(rolls, seed, ply) {
  let h = Math.imul(seed, 0x9e3779b1) ^ Math.imul(ply + 1, 0x85ebca6b);
  for (const k of [0x7feb352d, 0x846ca68b]) h = Math.imul(h ^ (h >>> 15), k);
  let x = ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
  return rolls.find((r) => (x -= r.probability) < 0) ?? rolls.at(-1);
}

// movesOf returns the moves that a roll allows, as turns are written.
export const movesOf = (roll) => roll.moves.map((m) => ({ ...m, label: m.move, move: `${roll.roll}:${m.move}` }));

let kept = { rolled: null, dice: new Set() }; // the places of dice that people keep

// showDice shows the roll in parent, and in others those to choose from; choose(name) is called with the name of another one.
// Where the roll's moves keep dice, dice can be clicked, and make(move) makes such a move. best are the dice to keep that are
// marked as the best.
export function showDice(parent, others, rolls, rolled, who, choose, moves, make, best) {
  parent.hidden = others.hidden = !rolled || rolls.length === 1; // such as a turn of the doubling cube
  if (parent.hidden) return;
  const said = document.createElement("strong"), keeps = moves.filter(isKeep);
  said.textContent = `${who} rolled ${rolled.roll}`;
  parent.replaceChildren(said, moves.length ? ` now worth ${moves[0].value} ` : " ");
  if (keeps.length) parent.append(diceToKeep(rolled, keeps, make, best, () => showDice(parent, others, rolls, rolled, who, choose, moves, make, best)));
  else if (/^[1-6](-?[1-6])*$/.test(rolled.roll) && rolls[0].roll !== "0") parent.append(span("dice", rolled.roll.match(/\d/g).map(face).join("")));
  others.replaceChildren("Suppose another throw (this makes no move): ", rolls.length > mostButtons ? rollMenu(rolls, rolled, choose) : rollButtons(rolls, rolled, choose));
}

const face = (n) => String.fromCodePoint(0x267f + Number(n));

// diceToKeep are the dice on the table, to be kept by a click, and a button that rolls the others.
function diceToKeep(rolled, keeps, make, best, again) {
  if (kept.rolled !== rolled) kept = { rolled, dice: new Set() };
  const all = span("rolls", "");
  all.append(span("ask", /\d/.test(best) ? "Click the dice to keep (best: green):" : "Click the dice to keep:"));
  [...rolled.roll].forEach((n, i) => {
    const b = button(face(n), () => { if (!kept.dice.delete(i)) kept.dice.add(i); again(); all.isConnected || document.querySelectorAll(".die")[i]?.focus(); });
    b.className = best.includes(n) ? "die good" : "die";
    best = best.replace(n, "");
    b.setAttribute("aria-label", `Keep the ${n}`);
    b.setAttribute("aria-pressed", kept.dice.has(i));
    all.append(b);
  });
  const wanted = [...kept.dice].map((i) => rolled.roll[i]).sort().join("") || "-", left = rolled.roll.length - kept.dice.size;
  const move = keeps.find((m) => m.label === wanted);
  const roll = button(wanted === "-" ? `Keep none, roll all ${left} again` : left ? `Keep ${wanted}, roll the other ${left}` : "Keep all", () => make(move.move));
  roll.className = "again";
  roll.disabled = !move;
  all.append(roll);
  return all;
}

function button(text, click) {
  const b = document.createElement("button");
  b.type = "button";
  b.textContent = text;
  b.addEventListener("click", click);
  return b;
}

function rollButtons(rolls, rolled, choose) {
  const others = span("rolls", "");
  for (const r of rolls) {
    const b = button(`${r.roll} `, () => choose(r.roll));
    b.setAttribute("aria-pressed", r === rolled);
    b.title = `Show the moves of ${r.roll}, rolled in ${(100 * r.probability).toFixed(1)} % of all turns`;
    b.append(span("share", `${(100 * r.probability).toFixed(1)} %`));
    others.append(b);
  }
  return others;
}

function rollMenu(rolls, rolled, choose) {
  const menu = document.createElement("select");
  menu.append(...rolls.toSorted((a, b) => (a.roll < b.roll ? -1 : 1)).map((r) => new Option(`${r.roll}, ${(100 * r.probability).toFixed(1)} %`, r.roll, false, r === rolled)));
  menu.addEventListener("change", () => choose(menu.value));
  menu.setAttribute("aria-label", "Throw");
  return menu;
}
