// What the service knows: one function for each kind of answer. Everything that the page asks for goes through here. Paths
// are relative, so that the page works behind a prefix.

const get = (path, params, signal) => ask(path, params, { signal });

// ask asks the service; the page of a site asks the reader, which runs in the browser.
async function ask(path, params, options) {
  if (site) return (await site).ask(path, params, options);
  const query = new URLSearchParams(params).toString(), address = query ? `${path}?${query}` : path;
  let response;
  try {
    response = await fetch(address, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("the service does not answer");
  }
  const body = await response.json().catch(() => ({ error: `the service answers ${response.status}` }));
  if (!response.ok) throw new Error(body.error);
  return body;
}

const of = (game, what) => `v1/${encodeURIComponent(game)}/${what}`;

// given is what the service wrote into the page for its first view: null where the page is a plain file. Its member board
// is the answer of board, game that of replay, games that of games.
export const given = JSON.parse(document.getElementById("given")?.textContent ?? "null");

const site = given?.site && import(new URL(`${given.site.app}client.js`, document.baseURI)).then(({ Site }) => new Site(given.site));

export const games = async () => given?.games ?? get("v1/games");
export const board = (game, position) => get(of(game, "board"), position === undefined ? {} : { position });
export const replay = (game, position, turns, signal) => get(of(game, "game"), { position, turns: turns.join(" "), part: 1 }, signal);
export const moves = (game, position, signal) => get(of(game, "moves"), { position }, signal);
export const tricky = (game, position) => get(of(game, "moves"), { position, tricky: 1 });
export const stats = (game) => get(of(game, "stats"));
export const line = (game, position, signal) => get(of(game, "line"), { position }, signal);
export const sample = (game, value, n) => get(of(game, "sample"), { value, n });
export const play = (game, position, strength, aggressive, signal) =>
  get(of(game, "play"), { position, strength, aggressive: aggressive ? 1 : 0 }, signal);
export const near = (game, value, from, back) => get(of(game, "near"), { value, from, back: back ? 1 : 0 });
// review judges the games that a text has.
export const review = (game, text) => ask(of(game, "review"), {}, { method: "POST", headers: { "Content-Type": "text/plain" }, body: text });
export const puzzle = (game) => get(of(game, "puzzle"));
// picture and plot are addresses of pictures. The page of a site draws its own from the board.
export const picture = async (game, position, ply, board) =>
  site ? (await site).picture(board) : `${of(game, "picture.png")}?${new URLSearchParams({ position, ply })}`;
export const plot = (game) => (site ? `${given.site.games[game].folder}plot.svg` : of(game, "plot.svg"));
