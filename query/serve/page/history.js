// The turns of the game with the value each left, so that blunders stand out.
import { mistake, outcome, sentence } from "./values.js";
import { chip, span } from "./moves.js";

// showHistory lists steps; side(ply) is 0 for light, 1 for dark.
// names are those of the two; each value is for the one whose name follows.
export function showHistory(parent, steps, at, side, go, names) {
  const held = parent.contains(document.activeElement);
  parent.replaceChildren(...steps.map((step, ply) => entry(steps, step, ply, at, side, go, names)));
  // The list scrolls by itself: scrollIntoView would scroll the page, too.
  const now = parent.querySelector("[aria-current]");
  if (!now) return;
  if (held) now.focus({ preventScroll: true });
  const { top, bottom } = now.getBoundingClientRect(), box = parent.getBoundingClientRect();
  if (top < box.top) parent.scrollTop -= box.top - top;
  else if (bottom > box.bottom) parent.scrollTop += bottom - box.bottom;
}

function entry(steps, step, ply, at, side, go, names) {
  const li = document.createElement("li");
  const b = document.createElement("button");
  b.type = "button";
  if (ply === at) b.setAttribute("aria-current", "step");
  if (ply === 0) {
    b.append(span("dot none", ""), span("turn", "Beginning"), chip(step.value), span("mark", ""), span("whose", `for ${names[side(0)]}`));
    b.title = `${names[side(0)]} to move: ${sentence(step.value, step.plies)}`;
  } else {
    const best = steps[ply - 1].value;
    const { size, mark } = mistake(best, step.moved);
    b.append(span(side(ply - 1) ? "dot dark" : "dot light", ""), span("turn", step.move), chip(step.moved));
    b.append(span("mark", mark), span("whose", `for ${names[side(ply - 1)]}`));
    b.className = ["", "slow", "mistake", "blunder"][size];
    b.title = size > 0 ? `best was ${best}, this ${step.moved}` : `${outcome(step.moved)} for who moved`;
  }
  b.addEventListener("click", () => go(ply));
  li.append(b);
  return li;
}
