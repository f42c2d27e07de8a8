// Whole games, judged. The service judges what people paste; of games that are played here the page says the same.
import { bestAt, counted, isChance, isMean, mistake, outcome } from "./values.js";

// readLink returns the state in a link to the page, or null.
export function readLink(text) {
  const link = text.trim();
  return /^\S+[?#](\S*&)?g=\S+$/.test(link) ? new URL(link, location) : null;
}

// accuracy says of each side which share of its turns kept the result, among those made in positions that were not lost, and
// how many were mistakes. It counts as package review does.
export function accuracy(steps, side, names, alone) {
  if (alone) {
    const long = steps.slice(1).filter((step, i) => mistake(steps[i].value, step.moved).size > 0).length;
    return long ? `${counted(long, "move", "moves")} of ${steps.length - 1} not on a shortest way.` : `All ${counted(steps.length - 1, "move", "moves")} on a shortest way.`;
  }
  const told = [0, 1].map((who) => {
    let risk = 0, mistakes = 0, slow = 0, made = 0;
    steps.slice(1).forEach((step, i) => {
      const before = bestAt(steps, i + 1);
      if (side(i) !== who || !before || before === "unknown" || step.moved === "unknown") return;
      const { size } = mistake(before, step.moved);
      made++;
      if (outcome(before) !== "loss") risk++;
      if (size > 1) mistakes++;
      if (size === 1) slow++;
    });
    if (!risk) return made && `${names[who]} not counted (losing throughout)`;
    const share = Math.round((1000 * (risk - mistakes)) / risk) / 10;
    return `${names[who]} ${share} % (${counted(mistakes, "mistake", "mistakes")}${slow ? `, ${slow} ${isChance(steps[0].value ?? "") || isMean(steps[0].value ?? "") ? "slightly worse than best" : "slow"}` : ""})`;
  }).filter(Boolean);
  return told.length ? `Accuracy: ${told.join(", ")}.` : "";
}

// Reviewed is a game that the service has judged, with a better move for each mistake.
export class Reviewed {
  constructor(game) {
    this.base = game.position;
    this.turns = game.steps.map((step) => step.move);
    this.best = game.steps.map((step) => step.best);
    this.error = game.error;
    const players = game.sides.map((side) => side.player).filter(Boolean).join(" – ");
    const mistakes = game.sides[0].blunders + game.sides[1].blunders;
    this.name = `${game.number}. ${players ? `${players}, ` : ""}${counted(this.turns.length, "turn", "turns")}, ${counted(mistakes, "mistake", "mistakes")}`;
  }

  // better returns a move that was better than that of a ply, if it is this game's up to there.
  better(state, ply) {
    const same = state.base === this.base && this.turns.slice(0, ply).every((turn, i) => turn === state.turns[i]);
    return same ? this.best[ply - 1] : undefined;
  }
}
