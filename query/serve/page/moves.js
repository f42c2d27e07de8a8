// The list of moves, grouped by result, best first.
import { counted, isMoves, outcome, sentence, short, tone } from "./values.js";

const shown = 60; // of a group at first: Push Fight has thousands

// isKeep says that a move keeps some of the dice, or none, and rolls the others again.
export const isKeep = (move) => /^(\d{2,}):(\d+|-)$/.test(move.move);

// MoveList calls hover(move or null) and choose(move); spell(turn) is a turn as people read it.
export class MoveList {
  constructor(parent, { hover, choose, spell }) {
    this.parent = parent;
    this.spell = spell;
    this.hover = hover;
    this.choose = choose;
    const moveOf = (event) => event.target.closest("button.move")?.move;
    parent.addEventListener("pointerover", (e) => e.pointerType !== "touch" && hover(moveOf(e) ?? null));
    parent.addEventListener("pointerleave", () => hover(null));
    parent.addEventListener("focusin", (e) => hover(moveOf(e) ?? null));
    parent.addEventListener("focusout", () => hover(null));
    parent.addEventListener("click", (e) => {
      const move = moveOf(e);
      if (move) choose(move);
    });
    parent.addEventListener("keydown", (e) => this.key(e));
  }

  note(text) {
    const p = document.createElement("p");
    p.className = "faint";
    p.textContent = text;
    this.parent.replaceChildren(p);
  }

  show(moves) {
    if (moves.length === 0) return this.note("No moves: the game is over.");
    this.best = moves[0].value;
    if (moves.some((m) => m.label !== undefined)) return this.parent.replaceChildren(this.rolled(moves));
    const groups = [];
    for (const move of moves) {
      const last = groups.at(-1);
      if (last?.value === move.value) last.moves.push(move);
      else groups.push({ value: move.value, plies: move.plies, moves: [move] });
    }
    this.parent.replaceChildren(...groups.map((group, i) => this.group(group, i === 0 || moves.length <= shown)));
  }

  // rolled lists the moves of a roll, each with what it is worth and what it costs.
  rolled(moves) {
    const table = span("rolled", "");
    for (const move of moves) {
      const lost = move.cost < 0.005 ? "best" : `−${move.cost.toFixed(2)}${move.win === undefined ? "" : " %"}`;
      table.append(button(move, this.spell), chip(move.value, tone(move.value, this.best)), span("cost", lost));
    }
    return table;
  }

  group({ value, plies, moves }, open) {
    const details = document.createElement("details");
    details.className = tone(value, this.best);
    details.dataset.value = value;
    details.open = open;
    const summary = document.createElement("summary");
    const counts = isMoves(value) ? ", this one included" : /-[1-9]/.test(value) && plies ? ` (${counted(plies, "ply", "plies")})` : "";
    summary.append(chip(value, tone(value, this.best)), " ", sentence(value, plies) + counts, span("count", moves.length.toLocaleString("en")));
    const list = document.createElement("div");
    list.className = "list";
    details.append(summary, list);
    const more = (from, to) => {
      list.append(...moves.slice(from, to).map((move) => button(move, this.spell)));
      if (to >= moves.length) return;
      const rest = document.createElement("button");
      rest.type = "button";
      rest.className = "more";
      rest.textContent = `${(moves.length - to).toLocaleString("en")} more`;
      rest.addEventListener("click", () => {
        rest.remove();
        more(to, to + 500);
      });
      list.append(rest);
    };
    // A closed group is filled when it is opened.
    let filled = false;
    const fill = () => {
      if (filled || !details.open) return;
      filled = true;
      more(0, shown);
    };
    details.addEventListener("toggle", fill);
    fill();
    return details;
  }

  focus() {
    this.parent.querySelector("button.move")?.focus();
  }

  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const all = [...this.parent.querySelectorAll("summary, details[open] button")];
    const next = all[all.indexOf(document.activeElement) + step];
    if (next) next.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}

function button(move, spell) {
  const b = document.createElement("button");
  b.type = "button";
  b.className = "move";
  b.append(isKeep(move) ? `keep ${move.label === "-" ? "none" : move.label}` : move.label ? turnText(spell(move.label)) : [move.move, ...(move.also ?? [])].map(spell).join(" or "));
  if (move.also?.length) b.title = "The same by symmetry";
  b.move = move;
  return b;
}

export function span(className, text) {
  const s = document.createElement("span");
  s.className = className;
  s.textContent = text;
  return s;
}

// fading lets a list that goes on below its end fade out there.
export function fading(list) {
  const look = () => list.classList.toggle("cut", list.scrollHeight - list.scrollTop - list.clientHeight > 6);
  list.addEventListener("scroll", look, { passive: true });
  list.addEventListener("toggle", look, true);
  new MutationObserver(look).observe(list, { childList: true, subtree: true });
  new ResizeObserver(look).observe(list);
}

// turnText is a turn that breaks between its steps only.
export function turnText(turn) {
  const parts = turn.split(/(?<=,)/).map((part) => span("part", part));
  const text = span("turn", "");
  parts.forEach((part, i) => text.append(...(i ? [document.createElement("wbr"), part] : [part])));
  return text;
}

// chip is a value with the colour of its outcome.
export const chip = (value, kind = outcome(value)) => span(`chip ${kind}`, short(value));
