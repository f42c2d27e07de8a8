// What the service knows. Paths are relative, so that the page works behind a prefix.

async function get(path, params, signal) {
  const query = new URLSearchParams(params).toString();
  let response;
  try {
    response = await fetch(query ? `${path}?${query}` : path, { signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("the service does not answer");
  }
  const body = await response.json().catch(() => ({ error: `the service answers ${response.status}` }));
  if (!response.ok) throw new Error(body.error);
  return body;
}

const of = (game, what) => `v1/${encodeURIComponent(game)}/${what}`;

export const games = () => get("v1/games");
export const board = (game, position) => get(of(game, "board"), position === undefined ? {} : { position });
export const replay = (game, position, turns, signal) => get(of(game, "game"), { position, turns: turns.join(" ") }, signal);
export const moves = (game, position, signal) => get(of(game, "moves"), { position }, signal);
export const stats = (game) => get(of(game, "stats"));
export const line = (game, position) => get(of(game, "line"), { position });
export const sample = (game, value, n) => get(of(game, "sample"), { value, n });
export const play = (game, position, strength, aggressive, signal) =>
  get(of(game, "play"), { position, strength, aggressive: aggressive ? 1 : 0 }, signal);
export const near = (game, value, from, back) => get(of(game, "near"), { value, from, back: back ? 1 : 0 });
export const picture = (game, position) => `${of(game, "picture.png")}?${new URLSearchParams({ position })}`;
export const puzzle = (game) => get(of(game, "puzzle"));
export const plot = (game) => of(game, "plot.svg");
