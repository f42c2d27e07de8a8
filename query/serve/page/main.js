// The analyzer page: ties state, board, moves and history together.
import * as api from "./api.js";
import { Board } from "./board.js";
import { moverOf, split } from "./cells.js";
import { arrowsOf, clicksOf, Gesture, PushFight, pushedOff, setClicks } from "./gesture.js";
import { showChart } from "./chart.js";
import { explore } from "./explore.js";
import { showHistory } from "./history.js";
import { chip, MoveList } from "./moves.js";
import { Puzzle } from "./puzzle.js";
import { Setup } from "./setup.js";
import { read, write } from "./state.js";
import { legend, sentence } from "./values.js";

const $ = (id) => document.getElementById(id);
const longestGame = 400; // turns that engines play against each other before they stop
const pause = 350; // milliseconds before an engine's turn

let state = read(location.hash);
let description, board, setup, gesture;
let puzzle = null; // that people are at
let good; // the last state that could be shown
let steps = []; // of the game, the base first
let moves = []; // at the position shown
let abort = new AbortController(); // of what is under way
let drawn; // text of the board, where squares cannot be drawn

const list = new MoveList($("moves"), { hover: (move) => preview(move), choose: (move) => turn(move.move) });

// side returns who moves after that many turns: 0 is light, 1 is dark.
function side(ply) {
  if (description.relative || description.turned || !description.squares) return ply % 2;
  const mover = (text) => (text ? moverOf(description, split(description, text)[1]) : undefined);
  const now = mover(steps[ply]?.shown);
  if (now !== undefined) return now;
  const text = steps[0]?.shown ?? state.base;
  const first = mover(text);
  if (first !== undefined) return (ply + first) % 2;
  let more = 0; // pieces of light beyond those of dark: he has moved
  for (const symbol of split(description, text)[0]) {
    const look = description.looks[symbol];
    if (look?.shape === "disc" || look?.shape === "block") more += look.second ? -1 : 1;
  }
  return (ply + (more > 0 ? 1 : 0)) % 2;
}

const current = () => steps[state.at];
const flipAt = (ply) => side(ply) === 1;
const aborted = (error) => error.name === "AbortError";

function fail(error) {
  if (aborted(error)) return;
  $("error").textContent = error.message;
  $("error").hidden = false;
}

// offer lists the games there are, where one was asked for that is not.
function offer() {
  $("offer").replaceChildren(...games.map((g) => {
    const b = document.createElement("button");
    b.type = "button";
    b.textContent = nameOf(g);
    b.title = g.game;
    b.addEventListener("click", () => choose(g.slug));
    return b;
  }));
  $("offer").hidden = false;
}

const nameOf = (g) => (g.variant ? `${g.title} ${g.variant}` : g.title);

function choose(slug) {
  Object.assign(state, { game: slug, base: "", turns: [], at: 0 });
  return load();
}

// saveState keeps the state in the address. What can be gone back to with the browser's
// Back gets an entry of its own.
function saveState() {
  const address = write(state);
  if (address !== location.hash) {
    if (location.hash && !restoring) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  }
  restoring = false;
}
let restoring = true; // the first address, and one that the browser went back to, stay

// undone are turns taken back, that can be made again from where they were.
let undone = { base: "", before: "", turns: [] };

// busy tells people, and tests, that something is under way.
let underWay = 0;
async function busy(work) {
  document.body.dataset.busy = ++underWay;
  try {
    return await work();
  } catch (error) {
    fail(error);
  } finally {
    if (--underWay === 0) delete document.body.dataset.busy;
  }
}

// openGame gets what is to know of a game, unless it is known.
async function openGame() {
  if (description?.slug === state.game) return;
  const slug = state.game;
  const d = await api.board(slug);
  if (slug !== state.game) return;
  description = { ...d, slug };
  board = new Board($("board"), description, clickSquare, clickHand, dragSquare);
  setup = new Setup($("palette"), description, (text) => setPosition(text, []));
  setup.end();
  $("setup").disabled = !description.squares;
  $("game").value = slug;
  $("spec").textContent = description.game;
  $("rules").textContent = description.rules;
  $("legend").replaceChildren(...legend(description.kind).flatMap(([value, means]) => {
    const dt = document.createElement("dt"), dd = document.createElement("dd");
    dt.textContent = value;
    dd.textContent = means;
    return [dt, dd];
  }));
  [$("name-light").textContent, $("name-dark").textContent] = names();
  busy(() => explore(slug, (position, turns) => { setup.end(); return setPosition(position, turns, 0); }, fail, () => current()?.index));
}

// load shows the state from the beginning. What the service refuses is taken back.
async function load() {
  abort.abort();
  abort = new AbortController();
  const { signal } = abort;
  $("error").hidden = $("offer").hidden = true;
  await busy(async () => {
    await openGame();
    state.base ||= description.start;
    try {
      steps = (await api.replay(state.game, state.base, state.turns, signal)).steps;
    } catch (error) {
      if (!aborted(error)) await refused(signal);
      throw error;
    }
    state.base = steps[0].position;
    saveState();
    good = { ...state };
    await show(signal);
  });
  if (!signal.aborted) await engineIfDue();
}

// refused goes back to the last state that could be shown; while a position is being
// set up it stays as it is.
async function refused(signal) {
  if (setup.on) {
    list.note("No position of the game yet.");
    return render();
  }
  if (good?.game !== state.game) {
    good = { ...state, base: description.start, turns: [], at: 0 };
    steps = (await api.replay(good.game, good.base, [], signal)).steps;
  }
  Object.assign(state, good);
  await show(signal);
}

// show shows the position the cursor is at, and its moves.
async function show(signal) {
  const step = current();
  const inList = $("moves").contains(document.activeElement) && document.activeElement.matches(":focus-visible");
  gesture = null;
  moves = [];
  render();
  if (step.over || !step.position) return list.show([]);
  list.note("…");
  try {
    if (!description.squares) drawn = (await api.board(state.game, step.position)).drawn;
    const answer = await api.moves(state.game, step.position, signal);
    signal.throwIfAborted();
    moves = answer.moves;
    setClicks(moves, step.position, board);
    step.atLeast = answer.at_least;
  } catch (error) {
    if (!aborted(error)) list.note("");
    throw error;
  }
  newGesture();
  if (puzzle?.open(state)) list.note("Hidden while the puzzle is not solved.");
  else list.show(moves);
  render();
  if (inList) list.focus(); // where it was before the move
}

function newGesture() {
  if (!board.svg) return;
  const pushes = description.game.startsWith("pushfight:");
  gesture = pushes ? new PushFight(current().position, board, moves) : new Gesture(moves, board);
}

function go(at) {
  setup.end();
  state.at = Math.max(0, Math.min(at, state.turns.length));
  good = { ...state };
  abort.abort();
  abort = new AbortController();
  saveState();
  return busy(() => show(abort.signal));
}

// turn makes a turn at the position shown. What followed is forgotten.
async function turn(text) {
  if (!current()?.position || current().over) return;
  setup.end();
  puzzle?.try(state, text);
  state.turns = [...state.turns.slice(0, state.at), text];
  state.at++;
  await load();
}

// ofTheDay shows the puzzle of the day.
async function ofTheDay() {
  const slug = state.game;
  const found = await busy(() => api.puzzle(slug));
  if (!found || slug !== state.game) return;
  setup.end();
  puzzle = new Puzzle(slug, found);
  state.engine = [false, false];
  return setPosition(found.position, []);
}

function setPosition(text, turns, at = turns.length) {
  Object.assign(state, { base: text, turns, at });
  return load();
}

// takeBack forgets the last turn, and the engine's before, so that people move again.
function takeBack() {
  let n = state.at;
  if (n === 0) return;
  do n--; while (n > 0 && state.engine[side(n)] && !state.engine[1 - side(n)]);
  undone = { base: state.base, before: state.turns.slice(0, n).join(" "), turns: state.turns.slice(n) };
  state.turns = state.turns.slice(0, n);
  steps = steps.slice(0, n + 1);
  return go(n);
}

const canRedo = () => undone.turns.length > 0 && undone.base === state.base && undone.before === state.turns.join(" ");

// redo makes the turns again that were taken back last.
function redo() {
  if (!canRedo()) return;
  setup.end();
  state.turns = [...state.turns, ...undone.turns];
  state.at = state.turns.length;
  undone = { base: "", before: "", turns: [] };
  return load();
}

function engineIfDue() {
  if (!setup.on && state.at === state.turns.length && state.at < longestGame && state.engine[side(state.at)]) return engineTurn(true);
}

async function engineTurn(wait) {
  const step = current();
  if (!step?.position || step.over) return;
  const { signal } = abort;
  const move = await busy(async () => {
    if (wait) await new Promise((done) => setTimeout(done, pause));
    if (signal.aborted) return;
    return api.play(state.game, step.position, state.strength, state.aggressive, signal);
  });
  if (move && !signal.aborted) return turn(move.move);
}

// renderBoard draws the position shown.
function renderBoard() {
  const step = current();
  const flip = flipAt(state.at);
  board.view = state.view;
  for (const name of Object.keys(state.view)) $(`view-${name}`).checked = state.view[name];
  if (setup.on) board.show({ text: setup.text, liftable: description.squares.map((_, i) => i) });
  else {
    const before = state.at > 0 && !gesture?.text ? steps[state.at - 1] : null;
    const indices = (names) => (names ?? []).map((name) => board.byName(name));
    board.flip = flip;
    board.show({
      text: gesture?.text ?? step.shown, flip, drawn,
      before: before && board.keys(before.shown, flipAt(state.at - 1)),
      chosen: indices(gesture?.chosen),
      hints: gesture?.chosen.length || gesture?.text ? indices(gesture.next) : [],
      crossed: gesture?.chosen.length ? indices(gesture.clearing) : [],
      liftable: indices(gesture?.liftable),
      held: gesture?.chosen[0],
      painted: state.view.values && gesture && !puzzle?.open(state) ? [...gesture.painted()].map(([name, value]) => [board.byName(name), value]) : [],
    });
  }
}

// render draws everything that depends on the state.
function render() {
  const step = current();
  renderBoard();
  if (document.activeElement !== $("position")) $("position").value = setup.on ? setup.text : step.shown;
  $("setup").setAttribute("aria-pressed", setup.on);
  verdict(step);
  hint();
  offerTurns();
  showHistory($("history"), steps, state.at, side, go, names());
  showChart($("chart"), steps, state.at, side, go, names());
  $("first").disabled = $("back").disabled = $("undo").disabled = state.at === 0;
  $("forward").disabled = $("last").disabled = state.at === state.turns.length;
  $("redo").disabled = !canRedo();
  $("engine").disabled = step.over || !step.position;
  $("light").value = state.engine[0] ? "engine" : "";
  $("dark").value = state.engine[1] ? "engine" : "";
  $("strength").value = state.strength;
  sight();
  $("aggressive").checked = state.aggressive;
}

// names of the players: of colours, where there are pieces.
const names = () => (description.squares ? ["Light", "Dark"] : ["First", "Second"]);

function verdict(step) {
  const who = names()[side(state.at)];
  const p = $("verdict");
  document.title = `${nameOf(description)} ${step.value ?? step.moved} · Foregone`;
  if (!step.position) {
    p.replaceChildren(chip(step.moved), ` Game over: ${names()[side(state.at - 1)]} ${sentence(step.moved, 0)}`);
    return;
  }
  const words = step.atLeast ? `at least ${step.atLeast}` : sentence(step.value, step.plies);
  if (step.over) p.replaceChildren(chip(step.value), ` Game over: ${words === "draw" ? "a draw" : `${who} ${words}`}`);
  else p.replaceChildren(chip(step.value), ` ${who} to move: ${words}`);
}

function hint() {
  let text = "";
  $("solution").hidden = !puzzle?.at(state) || setup.on;
  if (setup.on) text = "Choose a piece, then click squares." + (description.relative ? " The player to move is light." : "");
  else if (gesture?.text) text = "Move another piece, or push. Esc starts anew.";
  else if (gesture?.chosen.length) text = gesture.choices.length ? "Choose one of these turns." : "Go on with a marked square.";
  else if (puzzle?.at(state)) text = puzzle.text(state, names()[side(0)]);
  $("hint").textContent = text;
}

// offerTurns shows the turns that the clicks complete, where there are several.
function offerTurns() {
  if (setup.on) return;
  const turns = gesture?.choices ?? [];
  const palette = $("palette");
  palette.hidden = turns.length === 0;
  palette.replaceChildren(...turns.map((m) => {
    const b = document.createElement("button");
    b.type = "button";
    b.textContent = m.move;
    b.addEventListener("click", () => { board.svg.focus(); turn(m.move); });
    return b;
  }));
}

function sight() {
  const plies = [10, 12, 16, 24, 40, 72];
  const s = Number($("strength").value);
  $("sight").textContent = s === 15 ? "15, perfect" : `${s}, sees ${s > 8 ? plies[s - 9] : s} plies`;
}

// preview shows a move of the list on the board.
function preview(move) {
  if (!moves.length || setup.on) return;
  if (!move) return renderBoard();
  const flip = flipAt(state.at);
  board.flip = flip;
  const text = move.position;
  board.show({
    text: text ?? current().shown, drawn: text && !description.squares ? text : drawn,
    flip: text ? flipAt(state.at + 1) : flip,
    before: text && board.keys(current().shown, flip),
    arrows: previewArrows(move, flip), arrowFlip: flip,
    crossed: clicksOf(move).filter(([, act]) => act === "clear").map(([name]) => indexAt(name, flip)),
    off: previewOff(move, flip),
    chosen: text ? [] : (move.move.match(/[a-z]\d+/g) ?? []).map((name) => board.byName(name)).filter((i) => i >= 0),
  });
}

// indexAt returns the square of a name, as the player to move calls it.
function indexAt(name, flip) {
  board.flip = flip;
  return board.byName(name);
}

// previewOff returns where a turn that ends the game pushes a piece off the board.
function previewOff(move, flip) {
  if (!board.svg || move.position || !description.game.startsWith("pushfight:")) return;
  board.flip = flip;
  return pushedOff(move.move, current().shown, board);
}

function previewArrows(move, flip) {
  if (!board.svg) return [];
  board.flip = flip;
  const pairs = arrowsOf(move.move, board);
  if (pairs.length || !description.fen || !move.clicks) return pairs;
  return [move.clicks.map(([name]) => board.byName(name))].filter(([from]) => from >= 0);
}

function clickSquare(i) {
  if (setup.on) return setup.put(i);
  pick(board.name(i));
}

// clickHand takes a piece in hand: for the turn, or off the hand while setting up.
function clickHand(name) {
  if (setup.on) return setup.inHand(-1, name.slice(1));
  pick(name);
}

// pick goes on with the turn by a click on a square, or on a piece in hand.
function pick(name) {
  if (!gesture) return;
  const complete = gesture.click(name);
  render();
  if (complete) turn(complete);
}

// dragSquare moves what stands on a square: while setting up, or as the next steps of a turn.
function dragSquare(from, to) {
  if (setup.on) return setup.move(from, to);
  if (!gesture) return;
  if (gesture.chosen.at(-1) !== board.name(from)) clickSquare(from);
  if (gesture.chosen.at(-1) === board.name(from)) clickSquare(to);
}

// see changes how the board is seen.
function see(name, on = !state.view[name]) {
  state.view[name] = on;
  saveState();
  render();
}

// said tells on a button what it did, for a while.
function said(id, text) {
  const before = ($(id).dataset.label ??= $(id).textContent);
  $(id).textContent = text;
  setTimeout(() => ($(id).textContent = before), 2000);
}

async function copy(id, text) {
  try {
    await navigator.clipboard.writeText(text);
    said(id, "Copied");
  } catch { // not allowed without https: what is selected can be copied by hand
    if (id === "copy") $("position").select();
    said(id, id === "copy" ? "Selected" : "Copy it from the address bar");
  }
}

async function copyPicture() {
  const address = api.picture(state.game, current().position ?? current().shown);
  try {
    const picture = fetch(address).then((answer) => answer.blob());
    await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
    said("copy-picture", "Copied");
  } catch {
    open(address, "_blank", "noopener");
  }
}

function toggleSetup() {
  if ($("setup").disabled) return;
  if (setup.on) {
    setup.end();
    $("error").hidden = true;
    Object.assign(state, good);
    return go(state.at).then(engineIfDue);
  }
  abort.abort();
  abort = new AbortController();
  setup.begin(current().position ?? current().shown);
  render();
}

function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
  const target = event.target;
  if (target.matches("input:not([type=checkbox]), select")) {
    if (event.key === "Escape") target.blur();
    return;
  }
  if (target === board?.svg) {
    const symbol = setup.on && [...description.symbols].find((s) => s === event.key);
    if (symbol) setup.put(board.square(board.cursor), symbol);
    const held = !setup.on && event.key !== event.key.toLowerCase() && board.svg.querySelector(`[data-hand="*${CSS.escape(event.key)}"]`);
    if (held) {
      clickHand(held.dataset.hand);
      return event.preventDefault();
    }
    if (symbol || board.key(event)) return event.preventDefault();
  }
  const act = {
    ArrowLeft: () => go(state.at - 1),
    ArrowRight: () => go(state.at + 1),
    Home: () => go(0),
    End: () => go(state.turns.length),
    Backspace: takeBack,
    r: redo,
    Escape: () => { if (gesture && !setup.on) { newGesture(); render(); } },
    e: () => engineTurn(false),
    s: toggleSetup,
    v: () => see("values"),
    f: () => see("turn"),
    i: () => see("mirror"),
    x: () => see("swap"),
    c: () => copy("copy", $("position").value),
    n: () => $(event.shiftKey ? "near-back" : "near-on").click(),
    m: () => list.focus(),
    b: () => board.svg?.focus(),
    p: () => $("position").select(),
    "?": () => $("help").showModal(),
  }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!act || !steps.length) return;
  event.preventDefault();
  act();
}

function listen() {
  const on = (id, what, act) => $(id).addEventListener(what, act);
  on("first", "click", () => go(0));
  on("back", "click", () => go(state.at - 1));
  on("forward", "click", () => go(state.at + 1));
  on("last", "click", () => go(state.turns.length));
  on("undo", "click", takeBack);
  on("redo", "click", redo);
  on("engine", "click", () => engineTurn(false));
  on("setup", "click", toggleSetup);
  on("puzzle", "click", ofTheDay);
  on("solution", "click", () => { puzzle.solved = true; setPosition(puzzle.position, puzzle.solution, 1); });
  on("help-open", "click", () => $("help").showModal());
  on("paste", "submit", (event) => {
    event.preventDefault();
    setup?.end();
    setPosition($("position").value.trim(), []);
  });
  on("game", "change", () => choose($("game").value));
  for (const [i, id] of ["light", "dark"].entries()) {
    on(id, "change", () => {
      state.engine[i] = $(id).value === "engine";
      saveState();
      abort.abort();
      abort = new AbortController();
      engineIfDue();
    });
  }
  on("strength", "input", () => { state.strength = Number($("strength").value); sight(); saveState(); });
  on("aggressive", "change", () => { state.aggressive = $("aggressive").checked; saveState(); });
  on("share", "click", () => copy("share", location.href));
  on("copy", "click", () => copy("copy", $("position").value));
  on("copy-picture", "click", copyPicture);
  for (const name of ["values", "turn", "mirror", "swap"]) on(`view-${name}`, "change", () => see(name, $(`view-${name}`).checked));
  document.addEventListener("keydown", key);
  addEventListener("popstate", () => { restoring = true; state = read(location.hash); setup?.end(); begin(); });
}

const games = await busy(api.games);

function begin() {
  if (!games?.length) return games && fail(new Error("no game is served"));
  const known = games.find((g) => g.slug === state.game || g.game === state.game);
  if (state.game && !known) {
    fail(new Error(`No game ${state.game} is served here. These are:`));
    $("verdict").textContent = "Choose a game.";
    offer();
  }
  else {
    state.game = (known ?? games[0]).slug;
    load();
  }
}

$("game").append(...(games ?? []).map((g) => new Option(nameOf(g), g.slug)));
listen();
begin();
