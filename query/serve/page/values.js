// Values as the service writes them: W2, L1, T; win-7, loss-8; +2, 0, -3; unknown.

export function outcome(value) {
  if (/^(W|win|\+)/.test(value)) return "win";
  if (/^(L|loss|-)/.test(value)) return "loss";
  return value === "unknown" ? "unknown" : "draw";
}

export const isScore = (value) => /^([+-]\d+|0)$/.test(value);

const points = (n) => `${n} point${n === 1 ? "" : "s"}`;

// sentence says a value in words, for the player it is seen by.
export function sentence(value, plies) {
  if (isScore(value)) {
    const n = Number(value);
    return n === 0 ? "ends level" : `ends ${points(Math.abs(n))} ${n > 0 ? "ahead" : "behind"}`;
  }
  const kind = outcome(value);
  if (kind === "draw") return "draw";
  if (kind === "unknown") return "unknown";
  if (!plies) return kind === "win" ? "has won" : "has lost";
  return `${kind} in ${plies} ${plies === 1 ? "ply" : "plies"}`;
}

const rank = { loss: 0, draw: 1, unknown: 1, win: 2 };

// mistake compares what a turn was worth with the best there was: how much it gave
// away, 0 where nothing, and the mark that chess players write.
export function mistake(best, moved) {
  if (best === "unknown" || moved === "unknown") return { size: 0, mark: "" };
  if (isScore(best)) {
    const lost = Number(best) - Number(moved);
    return { size: lost > 0 ? (outcome(best) === outcome(moved) ? 1 : 2) : 0, mark: lost > 0 ? `−${lost}` : "" };
  }
  const drop = rank[outcome(best)] - rank[outcome(moved)];
  if (drop > 0) return { size: drop + 1, mark: drop === 2 ? "??" : "?" };
  return best === moved ? { size: 0, mark: "" } : { size: 1, mark: "slow" };
}

// legend explains the notation of a kind of values: a value, and what it means for the
// player it is seen by. Where no player is named that is the player to move.
export function legend(kind) {
  const own = "W and L count own turns, plies the turns of both";
  return {
    byte: [["W6", "wins with his 6th own turn: in 11 plies"], ["L6", "loses after 6 own turns: in 12 plies"], ["L0", "has lost: there is no move, or the game is over"], ["T", `draw. ${own}`]],
    wide: [["win-21", "wins in 21 plies, turns of both players"], ["loss-8", "loses in 8 plies"], ["win-0, loss-0", "the game is over"], ["draw", "neither can win"]],
    score: [["+2", "ends 2 points ahead"], ["-3", "ends 3 points behind"], ["0", "ends level"]],
  }[kind] ?? [];
}
