// The whole state is in the URL: its query names the game, the position it began with, the turns, and who plays. Older
// links have the same behind "#", which servers never see.

// views are how the board is seen, each with a letter.
const views = { turn: "t", mirror: "m", swap: "c", plain: "n" };

export function read({ search, hash }) {
  const old = new URLSearchParams(hash.replace(/^#/, ""));
  const p = old.has("g") ? old : new URLSearchParams(search);
  const turns = (p.get("t") ?? "").split(/\s+/).filter(Boolean);
  const bounded = (name, otherwise, most) => {
    const n = /^\d{1,9}$/.test(p.get(name)) ? Number(p.get(name)) : otherwise;
    return n <= most ? n : otherwise;
  };
  const engines = p.get("e") ?? "";
  return {
    game: p.get("g") ?? "",
    base: p.get("p") ?? "",
    turns,
    at: bounded("at", turns.length, turns.length),
    engine: [engines.includes("l"), engines.includes("d")],
    strength: bounded("s", 15, 15),
    dice: bounded("d", 0, 999999999),
    aggressive: p.get("a") === "1",
    view: Object.fromEntries(Object.entries(views).map(([name, letter]) => [name, (p.get("v") ?? "").includes(letter)])),
  };
}

export function write(state) {
  const p = new URLSearchParams({ g: state.game, p: state.base });
  if (state.turns.length) p.set("t", state.turns.join(" "));
  if (state.at !== state.turns.length) p.set("at", state.at);
  const engines = (state.engine[0] ? "l" : "") + (state.engine[1] ? "d" : "");
  if (engines) p.set("e", engines);
  if (state.strength !== 15) p.set("s", state.strength);
  if (state.dice) p.set("d", state.dice);
  if (state.aggressive) p.set("a", "1");
  const view = Object.entries(views).filter(([name]) => state.view[name]).map(([, letter]) => letter).join("");
  if (view) p.set("v", view);
  return "?" + p.toString();
}
