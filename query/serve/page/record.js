// Whole games: read from what people paste, and judged.
import { counted, mistake } from "./values.js";

// readGame reads the turns of a game with numbers, comments, variations and results among them, and the position that a line
// such as [FEN "…"] gives. A link to the page is a game, too.
export function readGame(text) {
  const link = text.trim().match(/^\S*[?#]\S*\bg=\S+$/);
  if (link) {
    const p = new URLSearchParams(text.trim().replace(/^[^?#]*[?#]/, ""));
    return { base: p.get("p") ?? "", turns: (p.get("t") ?? "").split(/\s+/).filter(Boolean) };
  }
  let base = "";
  const turns = text.replace(/^\s*\[(\w+)\s+"([^"]*)"\]\s*$/gm, (_, name, value) => {
    if (/^(fen|position|start)$/i.test(name)) base = value;
    return " ";
  }).replace(/\{[^}]*\}/g, " ").replace(/^[#;].*$/gm, " ");
  let flat = turns, before;
  do [before, flat] = [flat, flat.replace(/\([^()]*\)/g, " ")]; while (flat !== before); // variations
  return {
    base,
    turns: flat.split(/\s+/).map((word) => word.replace(/^\d+\.+(?=.)/, "").replace(/[!?]+$/, ""))
      .filter((word) => word && !/^(\d+\.+|\.+|\$\d+|1-0|0-1|1\/2-1\/2|½-½|\*)$/.test(word)),
  };
}

// judge says of each step, after the first, what its turn gave away: size 0 is nothing, 1 time or points, 2 and 3 the result.
export const judge = (steps) => steps.slice(1).map((step, i) => ({ ply: i + 1, ...mistake(steps[i].value, step.moved) }));

// accuracy says how many of each side's turns were best, and how many kept the result.
export function accuracy(steps, side, names) {
  const judged = judge(steps);
  if (judged.length === 0) return "";
  return [0, 1].map((who) => {
    const own = judged.filter(({ ply }) => side(ply - 1) === who);
    if (own.length === 0) return "";
    const kept = own.filter(({ size }) => size < 2).length, best = own.filter(({ size }) => size === 0).length;
    return `${names[who]}: ${Math.round((100 * kept) / own.length)} % of ${counted(own.length, "turn", "turns")} kept the result, ${Math.round((100 * best) / own.length)} % were best`;
  }).filter(Boolean).join(". ") + ".";
}
