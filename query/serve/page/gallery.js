// The list of all games, where the service has not written it into the page.
import * as api from "./api.js";
import { Board } from "./board.js";
import { span } from "./moves.js";

export const nameOf = (g) => (g.variant ? `${g.title} ${g.variant}` : g.title);

export function showGallery(parent, games) {
  if (parent.children.length) return;
  parent.append(...games.map((g) => {
    const a = document.createElement("a");
    a.className = "card";
    a.href = `?${new URLSearchParams({ g: g.slug })}`;
    const thumb = span("thumb", ""), name = document.createElement("strong"), size = document.createElement("small");
    name.textContent = nameOf(g);
    size.textContent = `${g.positions.toLocaleString("en")} positions`;
    a.append(thumb, name, " ", span("", g.result ?? ""), " ", size, " ", span("go", "Play and explore ›"));
    api.board(g.slug).then((d) => {
      if (d.squares) new Board(thumb, d).show({ text: d.start });
    }, () => {}); // a card without a picture is a card
    return a;
  }));
}
