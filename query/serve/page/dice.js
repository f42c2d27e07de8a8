// Dice of a game of chance. The roll at a turn follows from a seed and the number of the turn, so that a link shows the same
// game again.
import { span } from "./moves.js";

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

// showDice shows the roll, and the others to choose from; choose(name) is called with the name of another one.
export function showDice(parent, rolls, rolled, who, choose) {
  parent.hidden = !rolled;
  if (!rolled) return;
  const others = span("rolls", "");
  for (const r of rolls) {
    const b = document.createElement("button");
    b.type = "button";
    b.setAttribute("aria-pressed", r === rolled);
    b.title = `Show the moves of ${r.roll}, rolled in ${(100 * r.probability).toFixed(1)} % of all turns`;
    b.append(r.roll, " ", span("share", `${Math.round(100 * r.probability)} %`));
    b.addEventListener("click", () => choose(r.roll));
    others.append(b);
  }
  const said = document.createElement("strong");
  said.textContent = `${who} rolled ${rolled.roll}`;
  parent.replaceChildren(said, " ", others);
}
