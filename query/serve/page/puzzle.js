// The puzzle of the day: exactly one move wins.
import { counted, isScore } from "./values.js";

export class Puzzle {
  constructor(game, found) {
    this.game = game;
    this.position = found.position;
    this.solution = found.solution;
    this.right = [found.move, ...(found.also ?? [])];
    this.task = isScore(found.value) ? "ends ahead" : `wins in ${counted(found.turns, "turn", "turns")}`;
    this.solved = false;
  }

  // at says whether the page shows the puzzle, or what was played from it.
  at(state) {
    return state.game === this.game && state.base === this.position;
  }

  // open says whether it is to be solved now: moves with their values would tell.
  open(state) {
    return this.at(state) && state.at === 0 && !this.solved;
  }

  // try takes the turn that is made.
  try(state, turn) {
    if (this.open(state) && this.right.includes(turn)) this.solved = true;
  }

  text(state, mover) {
    if (this.open(state)) return `Puzzle of the day: ${mover} ${this.task}, by one move only. Which?`;
    if (state.at !== 1) return "";
    return this.right.includes(state.turns[0]) ? "Right: that is the move." : "Not that one. Take it back and try again.";
  }
}
