// The game as a chart across the page: what each position is worth for light, the sooner it ends the farther from the
// middle.
import { bestAt, isChance, isMean, isMoves, isScore, mistake, outcome } from "./values.js";

const height = 92, middle = height / 2;
const $says = () => document.getElementById("chart-says");
const svgNS = "http://www.w3.org/2000/svg";

function element(name, attributes, text) {
  const e = document.createElementNS(svgNS, name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  if (text) e.textContent = text;
  return e;
}

// standing returns what a step is worth for light: 1 is won, -1 lost, 0 a draw; null is unknown.
// At a game's end only the last turn says.
function standing(steps, ply, side, longest) {
  const step = steps[ply];
  const value = step.value ?? step.moved;
  const sign = (step.value ? side(ply) : side(ply - 1)) ? -1 : 1;
  if (!value || value === "unknown") return null;
  if (value === "0" && steps.some((s) => isMoves(s.value ?? ""))) return 1; // solved
  if (isMoves(value)) return 1 - 0.9 * Math.min(1, Number(value) / longest);
  if (value === "unsolvable") return -1;
  if (isChance(value)) return (sign * (parseFloat(value) - 50)) / 50;
  if (isScore(value) || isMean(value)) return sign * Math.max(-1, Math.min(1, Number(value) / longest));
  const kind = outcome(value);
  if (kind === "draw") return 0;
  const near = 1 - 0.7 * Math.min(1, (step.plies ?? 0) / longest);
  return sign * (kind === "win" ? near : -near);
}

// showChart draws the steps; go(ply) is called where one is clicked.
export function showChart(svg, steps, at, side, go, names, spell) {
  svg.replaceChildren();
  svg.parentElement.hidden = steps.length < 2;
  if (steps.length < 2) return;
  const width = svg.clientWidth || 900;
  const longest = Math.max(isMean(steps[0].value ?? "") ? 1 : 8, ...steps.map((s) => (isMoves(s.value ?? "") ? Number(s.value) : isScore(s.value ?? "") || isMean(s.value ?? "") ? Math.abs(Number(s.value)) : s.plies ?? 0)));
  const step = Math.min(60, width / steps.length);
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.append(element("line", { class: "axis", x1: 0, x2: width, y1: middle, y2: middle }));
  const lost = [], first = steps[0].value ?? "", [a, b] = names;
  $says().textContent = `${isMoves(first) || first === "unsolvable" ? "The taller, the nearer to the goal" : a === b ? "What best play still brings on average" : isChance(first) || isMean(first) ? `Above the line ${a} has the better chances, below it ${b}` : isScore(first) ? `Above the line ${a} ends ahead, below it ${b}; the taller, the farther` : `Above the line ${a} wins, below it ${b}; the taller, the sooner. A short grey bar is a draw`}. Click a bar to see its position.`;
  steps.forEach((s, ply) => {
    const value = standing(steps, ply, side, longest);
    const g = element("g", { "data-ply": ply, class: ply === at ? "bar now" : "bar" });
    g.append(element("rect", { class: "whole", x: ply * step, y: 0, width: step, height }));
    const tall = value === null ? 0 : Math.max(3, Math.abs(value) * (middle - 12));
    const kind = value === null ? "unknown" : value > 0 ? "win" : value < 0 ? "loss" : "draw";
    g.append(element("rect", { class: kind, x: ply * step + step * 0.1, y: value > 0 ? middle - tall : value < 0 ? middle : middle - 1.5, width: step * 0.8, height: tall || 3 }));
    const { size, mark } = ply > 0 ? mistake(bestAt(steps, ply), s.moved) : { size: 0 };
    if (size > 1) {
      lost.push(`${ply} ${spell(s.move, ply - 1)}`);
      g.append(element("text", { class: "blunder", x: (ply + 0.5) * step, y: value > 0 ? height - 4 : 12 }, mark));
    }
    g.append(element("title", {}, `${ply ? `${ply}. ${spell(s.move, ply - 1)}` : "Beginning"}${s.value ? ` ${s.value}` : ""}`));
    g.addEventListener("click", () => go(ply));
    svg.append(g);
  });
  svg.setAttribute("aria-label", `What each position is worth for ${names[0]}, over ${steps.length - 1} turns. ${lost.length ? `Mistakes: ${lost.join(", ")}.` : "No mistakes."}`);
}
