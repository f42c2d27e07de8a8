// Best play from the position shown: to step into, to play out and to copy.
import * as api from "./api.js";
import { span } from "./moves.js";
import { counted } from "./values.js";

const shown = 16; // turns at first: lines have up to 200
const foreseen = 8; // of a game of chance: what comes then is less likely than all else together

// BestLine calls jump(turns) with the turns of the line up to the one that is clicked, and play(turns) to play them out.
export class BestLine {
  constructor(parent, { jump, play, copy, spell }) {
    Object.assign(this, { parent, jump, play, copy, spell });
    this.turns = [];
  }

  hide() {
    this.turns = [];
    this.parent.hidden = true;
    this.parent.removeAttribute("aria-busy");
  }

  // load asks for the line; side is the player to move, 0 or 1. every says that each turn has a number of its own, as where
  // players do not take turns. first is the turn that the line of a game of chance begins with: a best one of the roll shown.
  async load(game, position, side, every, heading, signal, first) {
    Object.assign(this, { every, heading });
    this.parent.replaceChildren(span("heading", heading), " …");
    this.parent.hidden = false;
    this.parent.setAttribute("aria-busy", true);
    signal.addEventListener("abort", () => this.parent.removeAttribute("aria-busy"));
    const line = first && !first.position ? { moves: [] } : await api.line(game, first?.position ?? position, signal);
    signal.throwIfAborted();
    const cut = first && line.moves.length >= foreseen;
    if (first) line.moves = [first.move, ...line.moves].slice(0, foreseen);
    this.turns = line.moves;
    this.rounds = rounds(line, side);
    this.more = cut ? "… and so on." : !line.open ? "" : line.end === "draw" ? "… and so on: neither can force more than a draw." : "… and so on.";
    this.draw(side, shown);
  }

  draw(side, most) {
    this.parent.removeAttribute("aria-busy");
    this.parent.hidden = this.turns.length === 0;
    const ol = document.createElement("ol");
    this.turns.slice(0, most).forEach((turn, i) => {
      const li = document.createElement("li");
      const number = this.number(side, i, "…");
      if (number) li.append(span("number", `${number} `));
      li.append(act(this.spell(turn, i), "link", () => this.jump(this.turns.slice(0, i + 1))));
      ol.append(li);
    });
    if (this.turns.length > most) {
      const li = document.createElement("li");
      li.append(act(this.every ? counted(this.turns.length - most, "more move", "more moves") : counted(this.turns.length - most, "more ply", "more plies"), "link", () => this.draw(side, Infinity)));
      ol.append(li);
    }
    else if (this.more) ol.append(Object.assign(document.createElement("li"), { className: "on", textContent: this.more }));
    if (!this.every && this.rounds.slice(0, most).some(({ again }) => again)) ol.append(Object.assign(document.createElement("li"), { className: "on", textContent: "+: the same player again" }));
    const heading = span("heading", `${this.heading} `);
    this.parent.replaceChildren(heading, act("Play out", "", () => this.play(this.turns)), act("Copy", "", (b) => this.copy(b, this.numbered(side))), ol);
  }

  // number is what stands before a turn: "" before the second one of a pair, "+" where the same player moves again.
  number(side, i, dots) {
    if (this.every) return `${i + 1}.`;
    const { round, dark, again } = this.rounds[i];
    return again ? "+" : dark && i > 0 ? "" : `${round}.${dark ? dots : ""}`;
  }

  // numbered writes the line as players do.
  numbered(side) {
    return this.turns.map((turn, i) => `${this.number(side, i, "..")} ${turn}`.trim()).join(" ");
  }
}

// rounds returns of each turn of a line its round, who makes it, and whether the same player made the one before.
function rounds(line, side) {
  let round = 1, dark = side, again = false;
  return line.moves.map((_, i) => {
    const now = { round, dark, again };
    again = Boolean(line.keeps?.includes(i));
    if (!again) [round, dark] = [round + dark, 1 - dark];
    return now;
  });
}

function act(text, className, click) {
  const b = document.createElement("button");
  b.type = "button";
  b.className = className;
  b.textContent = text;
  b.addEventListener("click", () => click(b));
  return b;
}
