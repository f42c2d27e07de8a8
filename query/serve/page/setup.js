// Setting a position up by clicking: the chosen piece goes to the square clicked, or
// leaves it where it stands there already.
import { icon } from "./board.js";
import { inHand, join, moverOf, split, withHand, withOtherMover } from "./cells.js";

export class Setup {
  constructor(parent, description, changed) {
    this.parent = parent;
    this.d = description;
    this.changed = changed; // called with the new text
    this.symbols = [...description.symbols];
    this.symbol = this.symbols[1] ?? this.symbols[0];
    this.text = null; // null: not setting up
  }

  get on() {
    return this.text !== null;
  }

  begin(text) {
    this.text = text;
    this.draw();
  }

  end() {
    this.text = null;
    this.parent.hidden = true;
  }

  draw() {
    const buttons = this.symbols.map((symbol) => {
      const b = document.createElement("button");
      b.type = "button";
      b.append(icon(this.d.looks[symbol], this.d));
      b.title = symbol === this.symbols[0] ? "empty square" : symbol;
      b.setAttribute("aria-label", b.title);
      b.setAttribute("aria-pressed", symbol === this.symbol);
      b.addEventListener("click", () => this.choose(symbol));
      return b;
    });
    buttons.push(this.button("Clear", join(this.d, this.d.squares.map(() => this.symbols[0]), this.rest)));
    if (this.d.hands) {
      buttons.push(this.act("+ in hand", "One more of the chosen piece in hand", () => this.inHand(1)), this.act("− in hand", "One less of it", () => this.inHand(-1)));
    }
    const other = this.withOther();
    if (other) {
      const dark = moverOf(this.d, this.rest) === 1;
      const toggle = this.button(this.d.relative ? "Let the other side move" : `${this.d.players[dark ? 1 : 0].name} to move`, other);
      toggle.title = "Let the other player move";
      toggle.className = "mover";
      buttons.push(toggle);
    }
    this.parent.replaceChildren(...buttons);
    this.parent.hidden = false;
  }

  // withOther returns the text of the same pieces with the other player to move: where symbols tell the mover's pieces from
  // the opponent's, with the pieces exchanged. It is undefined where the number of pieces says who moves.
  withOther() {
    if (!this.d.relative) {
      const other = withOtherMover(this.d, this.rest);
      return other && join(this.d, this.cells, other);
    }
    const swap = (symbol) => {
      const look = this.d.looks[symbol];
      return this.symbols.find((s) => { const l = this.d.looks[s]; return l.shape === look?.shape && l.label === look.label && l.anchor === look.anchor && Boolean(l.second) !== Boolean(look.second) && l.shape !== "none" && l.shape !== "hole"; }) ?? symbol;
    };
    const cells = this.cells.map(swap);
    const rest = this.d.hands ? withHand(this.d, this.rest, inHand(this.d, this.rest).filter((s) => this.d.looks[s]).map(swap).sort((a, b) => this.symbols.indexOf(a) - this.symbols.indexOf(b))) : this.rest;
    return join(this.d, this.d.turned ? cells.reverse() : cells, rest);
  }

  button(label, text) {
    return this.act(label, "", () => this.change(text));
  }

  act(label, title, act) {
    const b = document.createElement("button");
    b.type = "button";
    b.textContent = label;
    b.title = title;
    b.addEventListener("click", act);
    return b;
  }

  // inHand puts one more of the chosen piece, or of the mover's with a label, into the hand of its side, or takes one away.
  inHand(more, label) {
    const symbol = label === undefined ? this.symbol : this.symbols.find((s) => this.d.looks[s].label === label && !this.d.looks[s].second);
    const pieces = (s) => this.symbols.indexOf(s) > 0 && this.d.looks[s].shape !== "hole";
    const hand = inHand(this.d, this.rest).filter(pieces);
    if (more > 0 && pieces(symbol)) hand.push(symbol);
    else if (hand.includes(symbol)) hand.splice(hand.indexOf(symbol), 1);
    hand.sort((a, b) => this.symbols.indexOf(a) - this.symbols.indexOf(b));
    this.change(join(this.d, this.cells, withHand(this.d, this.rest, hand)));
  }

  // rest is what follows the squares in the notation, such as the side to move.
  get rest() {
    return split(this.d, this.text)[1];
  }

  get cells() {
    return split(this.d, this.text)[0];
  }

  choose(symbol) {
    this.symbol = symbol;
    this.draw();
  }

  put(i, symbol = this.symbol) {
    const symbols = this.cells;
    symbols[i] = symbols[i] === symbol ? this.symbols[0] : symbol;
    this.change(join(this.d, symbols, this.rest));
  }

  // move takes what stands on a square to another.
  move(from, to) {
    const symbols = this.cells;
    [symbols[from], symbols[to]] = [this.symbols[0], symbols[from]];
    this.change(join(this.d, symbols, this.rest));
  }

  change(text) {
    this.text = text;
    this.draw();
    this.changed(text);
  }
}
