// Values as the service writes them: W2, L1, T; win-7, loss-8; +2, 0, -3; 51.5 %; 11, unsolvable; unknown.

export function outcome(value) {
  if (isMean(value)) return Number(value) > 0 ? "win" : Number(value) < 0 ? "loss" : "draw";
  if (/^(W|win|\+)/.test(value) || isMoves(value)) return "win";
  if (/^(L|loss|-|unsolvable)/.test(value)) return "loss";
  if (isChance(value)) return parseFloat(value) > 50 ? "win" : parseFloat(value) < 50 ? "loss" : "draw";
  return value === "unknown" ? "unknown" : "draw";
}

// short writes win-21, draw and loss-8 as W11, T and L4.
export const short = (value) => value.replace(/^(win|loss)-(\d+)$/, (_, kind, plies) => (kind === "win" ? "W" : "L") + own(plies)).replace(/^draw$/, "T");

// brief is a value where there is little room.
export const brief = (value) => (isMean(value) ? (Math.abs(value) < 10 ? Number(value).toFixed(2).replace(/^(-?)0/, "$1") : Number(value).toFixed(Math.abs(value) < 99.95 ? 1 : 0)) : isChance(value) ? parseFloat(value).toFixed(1).replace(/^(0|100)\.0$/, "$1") : value === "unsolvable" ? "no" : short(value));

// tone says how good a move is: in games of two players by its outcome, elsewhere by what it costs against the best.
export function tone(value, best) {
  if (isMoves(value)) return value === best ? "win" : "draw";
  const lost = parseFloat(best) - parseFloat(value);
  if (isMean(value)) return lost > 0.02 * scale(best) ? "loss" : lost > 0.0005 * scale(best) ? "draw" : "win";
  if (!isChance(value)) return outcome(value);
  return lost > 2 ? "loss" : lost > 0.05 ? "draw" : "win";
}

export const isScore = (value) => /^([+-]\d+|0)$/.test(value);
export const isMoves = (value) => /^[1-9]\d*$/.test(value); // of one player; 0 moves look like an even score
export const isMean = (value) => /^-?\d+\.\d+$/.test(value); // an expected score
const scale = (best) => Math.max(1, Math.abs(best)); // of which a move's cost is a share
export const isChance = (value) => /^[\d.]+ ?%$/.test(value);

export const counted = (n, one, many) => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

// own is the number of the winner's or loser's own turns in so many plies.
const own = (plies) => Math.ceil(plies / 2);

// sentence says what a position is worth to a player, after the player's name. The service has the same words in words.go.
// alone: the game has one player.
export function sentence(value, plies, alone) {
  if (isChance(value)) return `wins ${value.replace(/ ?%/, "\u00a0%")} of the games with best play`;
  if (isMean(value)) return `${value < 0 ? "loses" : "gains"} ${value.replace("-", "")} points on average`;
  if (value === "unsolvable") return "unsolvable";
  if (isMoves(value)) return `${counted(Number(value), "move", "moves")} to the goal`;
  if (alone && value === "0") return "solved";
  if (isScore(value)) {
    const n = Number(value);
    return n === 0 ? "ends level" : `ends ${counted(Math.abs(n), "point", "points")} ${n > 0 ? "ahead" : "behind"}`;
  }
  const kind = outcome(value);
  if (kind === "draw") return "a draw with best play";
  if (kind === "unknown") return "the value is not known";
  if (!plies) return kind === "win" ? "has won" : "has lost";
  return `${kind === "win" ? "wins" : "loses"} in ${counted(own(plies), "turn", "turns")}`;
}

// ending says how a game ended, by what its last position or turn was worth to player who of two.
export function ending(value, names, who) {
  if (isScore(value)) return `${names[who]} ${sentence(value, 0)}`;
  const kind = outcome(value);
  return kind === "draw" ? "a draw" : `${names[kind === "win" ? who : 1 - who]} has won${isMean(value) ? `, ${counted(Math.abs(value), "point", "points")}` : ""}`;
}

const ordinal = (n) => n + (n % 100 > 10 && n % 100 < 14 ? "th" : ["th", "st", "nd", "rd"][n % 10] ?? "th");

// meaning explains the notation of a value to those who see it for the first time: who is the player to move.
export function meaning(value, plies, who, other, alone) {
  if (value === "unknown") return "The table does not hold this value.";
  if (isChance(value)) return `${value}: the share of games that ${who} wins if both play best; ${other} wins the rest.`;
  if (isMean(value)) return who === other ? `${value}: the points that best play still brings on average.` : `${value}: the points that ${who} gains from ${other} on average, if both play best.`;
  if (value === "unsolvable") return `${value}: no goal can be reached.`;
  if (isMoves(value) || (alone && value === "0")) return `${value}: the least number of moves to the goal. That of a move includes the move.`;
  if (isScore(value)) return `${value}: the margin at the end for ${who}, the player to move, if both play best.`;
  const kind = outcome(value);
  if (kind === "draw") return `${short(value)}: a draw. Neither player can force a win.`;
  if (!plies) return `${short(value)}: the game is over.`;
  if (kind === "win" && plies === 1) return `${short(value)}: ${who} wins with this turn.`;
  const turns = `${counted(plies, "ply", "plies")}, counting the turns of both`;
  if (kind === "win") return `${short(value)}: ${who} wins on ${who}'s ${ordinal(own(plies))} turn, whatever ${other} plays: in ${turns}.`;
  return `${short(value)}: ${other} wins whatever ${who} plays. ${who} has ${counted(own(plies), "turn", "turns")} left: ${turns}.`;
}

const rank = { loss: 0, draw: 1, unknown: 1, win: 2 };

// mistake compares what a turn was worth with the best there was: how much it gave
// away, 0 where nothing, and the mark that chess players write.
export function mistake(best, moved) {
  if (!best || !moved || best === "unknown" || moved === "unknown") return { size: 0, mark: "" };
  if (isScore(best)) {
    const lost = Number(best) - Number(moved);
    return { size: lost > 0 ? (outcome(best) === outcome(moved) ? 1 : 2) : 0, mark: lost > 0 ? `−${lost}` : "" };
  }
  if (isMoves(best)) {
    if (!isMoves(moved)) return { size: 3, mark: "??" };
    return { size: moved === best ? 0 : 1, mark: moved === best ? "" : `+${moved - best}` };
  }
  if (isMean(best)) {
    const lost = best - moved, share = lost / scale(best);
    return { size: share > 0.1 ? 3 : share > 0.02 ? 2 : lost >= 0.005 ? 1 : 0, mark: lost >= 0.005 ? `−${lost.toFixed(2)}` : "" };
  }
  if (isChance(best)) {
    const lost = parseFloat(best) - parseFloat(moved);
    return { size: lost > 10 ? 3 : lost > 2 ? 2 : lost > 0.05 ? 1 : 0, mark: lost > 0.05 ? `−${lost.toFixed(1)} %` : "" };
  }
  const drop = rank[outcome(best)] - rank[outcome(moved)];
  if (drop > 0) return { size: drop + 1, mark: drop === 2 ? "??" : "?" };
  return best === moved ? { size: 0, mark: "" } : { size: 1, mark: "slow" };
}

// bestAt returns what the best turn at a ply was worth: in games of chance of those that the roll allowed, where it is known.
export function bestAt(steps, ply) {
  const before = steps[ply - 1].value ?? "";
  return steps[ply].best ?? (isChance(before) || isMean(before) ? undefined : before);
}

// legend explains the notation of a kind of values: a value, and what it means for the
// player it is seen by. Where no player is named that is the player to move.
export function legend(kind) {
  const alone = [["11", "the least number of moves to a goal"], ["0", "solved: it is a goal"], ["unsolvable", "no goal can be reached"]];
  return {
    byte: [["W6", "wins on the player's 6th turn: in 11 plies, which count the turns of both"], ["L6", "loses after the player's 6th turn: in 12 plies"], ["L0", "has lost: there is no move, or the game is over"], ["T", "a draw"]],
    wide: [["W11", "wins on the player's 11th turn: win-21 on the command line, in 21 plies, which count the turns of both"], ["L4", "loses after the player's 4th turn: loss-8, in 8 plies"], ["W0, L0", "the game is over"], ["T", "a draw: neither can win"]],
    score: [["+2", "ends 2 points ahead"], ["-3", "ends 3 points behind"], ["0", "ends level"]],
    moves: alone,
    moves16: alone,
    chance: [["51.54%", "wins that share of the games, if both play best"], ["−1.3 %", "what a move loses against the best of its roll"]],
    expected: [["254.6", "the points that best play brings on average"], ["−1.3", "what a move loses against the best of its roll"]],
  }[kind] ?? [];
}
