// The turns of the game with the value each left, so that blunders stand out.
import { bestAt, mistake, sentence } from "./values.js";
import { chip, span, turnText } from "./moves.js";

// showHistory lists steps; side(ply) is 0 for light, 1 for dark.
// names are those of the two; retry(ply) lets people play on from before a mistake.
export function showHistory(parent, steps, at, side, go, names, retry, better, spell) {
  const held = parent.contains(document.activeElement);
  parent.replaceChildren(...steps.map((step, ply) => entry(steps, step, ply, at, side, go, names, retry, better, spell)));
  // The list scrolls by itself: scrollIntoView would scroll the page, too.
  const now = parent.querySelector("[aria-current]");
  if (!now) return;
  if (held) now.focus({ preventScroll: true });
  const { top, bottom } = now.getBoundingClientRect(), box = parent.getBoundingClientRect();
  if (top < box.top) parent.scrollTop -= box.top - top;
  else if (bottom > box.bottom) parent.scrollTop += bottom - box.bottom;
}

function entry(steps, step, ply, at, side, go, names, retry, better, spell) {
  const li = document.createElement("li");
  const b = document.createElement("button");
  b.type = "button";
  if (ply === at) b.setAttribute("aria-current", "step");
  if (ply === 0) {
    b.append(span("turn", "Beginning"), ...(step.value ? [chip(step.value)] : []));
    if (step.value) b.title = `${names[side(0)]} to move: ${sentence(step.value, step.plies)}`;
  } else {
    const best = bestAt(steps, ply), who = names[side(ply - 1)];
    const { size, mark } = mistake(best, step.moved);
    b.append(span(side(ply - 1) ? "dot dark" : "dot light", ""), turnText(spell(step.move, ply - 1)), span("mark", mark), chip(step.moved));
    li.className = ["", "slow", "mistake", "blunder"][size];
    b.title = size > 0 ? `${who}: the best move was worth ${best}, this one ${step.moved}` : `${who}: a best move`;
    const improvement = size > 1 && better(ply);
    if (improvement) b.append(span("better", `better ${spell(improvement, ply - 1)}`));
    if (size > 1) {
      const again = document.createElement("button");
      again.type = "button";
      again.className = "retry";
      again.textContent = "Retry";
      again.title = `Play on from before turn ${ply}`;
      again.addEventListener("click", () => retry(ply - 1));
      b.addEventListener("click", () => go(ply));
      li.append(b, again);
      return li;
    }
  }
  b.addEventListener("click", () => go(ply));
  li.append(b);
  return li;
}
