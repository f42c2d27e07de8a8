// The page: ties state, board, moves and history together.
import * as api from "./api.js";
import { Board } from "./board.js";
import { join, moverOf, split, owned, pieceAt } from "./cells.js";
import { movesOf, newSeed, rollOf, showDice } from "./dice.js";
import { arrowsOf, clicksOf, Gesture, inPairs, PushFight, pushedOff, setClicks } from "./gesture.js";
import { showChart } from "./chart.js";
import { explore } from "./explore.js";
import { nameOf, showGallery } from "./gallery.js";
import { showHistory } from "./history.js";
import { BestLine } from "./line.js";
import { chip, fading, isKeep, MoveList, span } from "./moves.js";
import { Puzzle } from "./puzzle.js";
import { accuracy, readLink, Reviewed } from "./record.js";
import { showRules } from "./rules.js";
import { Setup } from "./setup.js";
import { read, write } from "./state.js";
import { brief, ending, isMean, isScore, legend, meaning, outcome, sentence, tone } from "./values.js";

const $ = (id) => document.getElementById(id);
const longestGame = 400; // turns that engines play against each other before they stop
const pause = 350; // milliseconds before an engine's turn

let state = read(location);
let given = location.hash.includes("g=") ? null : api.given; // until the first view is shown
let description, board, setup, gesture;
let puzzle = null; // that people are at
let good; // the last state that could be shown
let reviewed = []; // games
let trunk = null; // the game that a variation leaves: its state
let steps = []; // of the game, the base first
let moves = []; // at the position shown
let rolls = [], rolled; // of a game of chance: those at the position shown, and the one that was rolled
const bests = new Map(); // what the best move of a roll was worth, by the turns up to the one that was made
let chosenRoll; // the name of one that people chose instead: { at, roll }
let abort = new AbortController(); // of what is under way
let drawn; // text of the board, where squares cannot be drawn

const list = new MoveList($("moves"), { hover: (move) => preview(move), choose: (move) => turn(move.move), spell: (text) => spell(text) });
const best = new BestLine($("best"), {
  jump: (turns) => follow(turns),
  play: (turns) => playOut(turns),
  copy: (button, text) => copy(button, text),
  spell: (text, i) => spell(text, state.at + i),
});

// side returns who moves after that many turns: 0 is light, 1 is dark.
function side(ply) {
  if (alone()) return 0;
  if (description.relative || description.turned || !description.squares || description.form === "drawn") {
    return (ply - steps.slice(1, ply + 1).filter((step) => step.keeps).length) % 2;
  }
  const mover = (text) => (text ? moverOf(description, split(description, text)[1]) : undefined);
  const now = mover(steps[ply]?.shown);
  if (now !== undefined) return now;
  const text = steps[0].shown;
  const first = mover(text);
  if (first !== undefined) return (ply + first) % 2;
  let more = 0; // pieces of light beyond those of dark: he has moved
  for (const symbol of split(description, text)[0]) {
    const look = description.looks[symbol];
    if (owned(look)) more += look.second ? -1 : 1;
  }
  return (ply + (more > 0 ? 1 : 0)) % 2;
}

// spell writes a turn as the board names its squares: where the position turns, the second player's turns name them as that
// player sees them.
const spell = (text, ply = state.at) => keeping(((description.turned || description.mirrored) && board?.svg && side(ply) === 1 ? text.replace(/[a-z]\d+/g, (name) => board.across(name)) : text));

// keeping writes the turn of a roll that keeps some of its dice in words.
const keeping = (text) => text.replace(/^(\d{2,}):(\d+|-)$/, (_, roll, kept) => `${roll} keep ${kept === "-" ? "none" : kept}`);

// alone says that the game has one player, chance that it has dice.
const alone = () => description.kind.startsWith("moves");
const solo = () => alone() || names()[0] === names()[1];
const chance = () => /^(chance|expected)/.test(description.kind);

const current = () => steps[state.at];
const flipAt = (ply) => side(ply) === 1;
const aborted = (error) => error.name === "AbortError";

function fail(error) {
  if (aborted(error)) return;
  $("error").textContent = error.message;
  $("error").hidden = false;
}

function choose(slug) {
  if (!slug) return;
  Object.assign(state, { game: slug, base: "", turns: [], at: 0 });
  return load();
}

// saveState keeps the state in the address. What can be gone back to with the browser's
// Back gets an entry of its own.
function saveState() {
  const address = write(state);
  if (address !== location.search || location.hash) {
    if (!restoring) history.pushState(null, "", address);
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
  document.body.dataset.view = "game";
  if (description?.slug === state.game) return;
  const slug = state.game;
  const d = given?.slug === slug ? given.board : await api.board(slug);
  if (slug !== state.game) return;
  description = { ...d, slug };
  document.body.dataset.board = description.squares ? "drawn" : "none";
  document.body.dataset.players = solo() ? "one" : chance() ? "chance" : "two";
  chosenRoll = undefined;
  for (const [i, name] of ["--first", "--second"].entries()) {
    const { color } = description.players[i];
    document.body.style.setProperty(name, color ?? `var(${i ? "--dark" : "--light"})`);
  }
  document.body.dataset.letters = description.players.every(({ name }) => name.length === 1); // X and O: a letter in place of a dot
  document.body.style.setProperty("--first-letter", `"${description.players[0].name[0]}"`);
  document.body.style.setProperty("--second-letter", `"${description.players[1].name[0]}"`);
  board = new Board($("board"), description, clickSquare, clickHand, dragSquare);
  setup = new Setup($("palette"), description, (text) => setPosition(text, []));
  setup.end();
  $("setup").hidden = $("setup").disabled = !description.squares || description.form === "drawn";
  $("engine").textContent = solo() ? "Best move" : "Engine turn";
  $("game").value = slug;
  $("spec").textContent = `On the command line: ${description.game}`;
  $("name").textContent = nameOf(description);
  $("goal").textContent = description.goal ?? "";
  showRules($("rules"), description.rules);
  $("puzzle").hidden = !description.puzzles;
  $("legend").replaceChildren(...legend(description.kind.replace(/\d+$/, description.kind.startsWith("moves") ? "$&" : "")).flatMap(([value, means]) => {
    const dt = document.createElement("dt"), dd = document.createElement("dd");
    dt.textContent = value;
    dd.textContent = means;
    return [dt, dd];
  }));
  [$("name-light").textContent, $("name-dark").textContent] = names();
  explore(slug, (position, turns) => { setup.end(); return setPosition(position, turns, 0); }, fail, () => current()?.index, busy);
}

// load shows the state from the beginning: a position that the service refuses without a verdict, and of turns that are not
// all legal those before.
async function load() {
  abort.abort();
  abort = new AbortController();
  const { signal } = abort;
  $("error").hidden = true;
  await busy(async () => {
    await openGame();
    const first = given;
    given = null;
    state.base ||= description.start;
    let game = first?.game;
    if (first?.error && !game) return refused(first.error);
    if (!game && !steps.length && board.svg) { // before its value is known
      board.view = state.view;
      board.show({ text: drawable(state.base) });
    }
    try {
      game ??= await api.replay(state.game, state.base, state.turns, signal);
    } catch (error) {
      if (aborted(error)) throw error;
      return refused(error.message);
    }
    steps = game.steps;
    steps.forEach((step, i) => {
      if (step.cells) description.known.set(step.shown, step.cells);
      step.best = bests.get(turnsTo(i));
    });
    if (chance()) state.dice ||= newSeed();
    state.base = steps[0].position ?? steps[0].shown;
    if (game.refused) {
      fail(new Error(game.refused.error));
      state.turns = state.turns.slice(0, steps.length - 1);
      state.at = Math.min(state.at, state.turns.length);
    } else saveState();
    good = { ...state };
    await show(signal);
  });
  if (!signal.aborted) await engineIfDue();
}

// turnsTo names the turns up to a ply.
const turnsTo = (ply, turns = state.turns) => [state.game, state.base, ...turns.slice(0, ply)].join(" ");

// refused shows what was asked for, and why there is no answer. While a position is being set up it stays as it is.
function refused(message) {
  fail(new Error(message));
  if (setup.on) list.note("No position of the game yet.");
  else {
    steps = [{ refused: true, shown: state.base, position: null, over: true }];
    Object.assign(state, { turns: [], at: 0 });
    gesture = null;
    moves = [];
    list.note("This is no position of the game, so it has no moves.");
  }
  best.hide();
  render();
}

// show shows the position the cursor is at, and its moves.
async function show(signal) {
  const step = current();
  const inList = $("moves").contains(document.activeElement) && document.activeElement.matches(":focus-visible");
  gesture = null;
  moves = [];
  rolls = [];
  best.hide();
  drawn = undefined;
  render();
  if (!description.squares && step.position) {
    drawn = (await api.board(state.game, step.position)).drawn;
    signal.throwIfAborted();
    render();
  }
  if (step.over || !step.position) return alone() ? list.note(step.value === "unsolvable" ? "No moves are left." : "Solved: there is nothing left to do.") : list.show([]);
  list.note("…");
  try {
    const answer = await api.moves(state.game, step.position, signal);
    signal.throwIfAborted();
    moves = answer.moves;
    rolls = answer.rolls ?? [];
    if (rolls.length) {
      roll();
      if (steps[state.at + 1]) steps[state.at + 1].best = moves[0]?.value;
    }
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
  if (puzzle?.open(state) || step.value === "unknown") return;
  best.load(state.game, step.position, side(state.at), alone() || chance(), chance() ? "Likely course" : "Best line", signal, rolls.length ? moves[0] : undefined).catch(() => { if (!signal.aborted) best.hide(); }); // the rest of the page does without
}

// roll takes the roll at the position shown: of the game, or the one that people chose, or what the dice say.
function roll() {
  const name = state.turns[state.at]?.split(":")[0] ?? (chosenRoll?.at === state.at && chosenRoll.roll);
  rolled = rolls.find((r) => r.roll === name) ?? rollOf(rolls, state.dice, state.at);
  moves = movesOf(rolled);
}

// chooseRoll shows the moves of another roll.
function chooseRoll(name) {
  chosenRoll = { at: state.at, roll: name };
  if (state.at < state.turns.length) trunk ??= { ...state };
  state.turns = state.turns.slice(0, state.at);
  steps = steps.slice(0, state.at + 1);
  return go(state.at);
}

function newGesture() {
  if (!board.svg) return;
  const pushes = description.game.startsWith("pushfight:");
  gesture = pushes ? new PushFight(current().position, board, moves) : new Gesture(moves, board, chance());
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

// turn makes a turn at the position shown. What followed in the game becomes the trunk, to which people can return.
async function turn(text) {
  if (!current()?.position || current().over) return;
  setup.end();
  puzzle?.try(state, text);
  const made = rolls.find((r) => text.startsWith(`${r.roll}:`));
  if (made) bests.set(turnsTo(state.at + 1, [...state.turns.slice(0, state.at), text]), movesOf(made)[0].value);
  await follow([text]);
}

// follow makes turns at the position shown.
function follow(turns) {
  const rest = state.turns.slice(state.at, state.at + turns.length);
  if (rest.length && rest.join() === turns.join()) return go(state.at + turns.length);
  if (state.at < state.turns.length) trunk ??= { ...state };
  state.turns = [...state.turns.slice(0, state.at), ...turns];
  state.at += turns.length;
  return load();
}

// playOut makes turns one after another, until people do something else.
async function playOut(turns) {
  for (const text of turns) {
    await turn(text);
    const { signal } = abort;
    await new Promise((done) => setTimeout(done, pause));
    if (signal.aborted || current()?.over) return;
  }
}

// backToTrunk returns from a variation to the game that it left.
function backToTrunk() {
  Object.assign(state, trunk);
  trunk = null;
  return load();
}

// retry lets people play on from before a mistake.
const retry = (ply) => {
  trunk ??= { ...state, turns: [...state.turns] };
  return go(ply);
};

// judgeGame shows a game that people bring, judged.
async function judgeGame(text) {
  const link = readLink(text);
  if (link) return location.assign(link);
  $("error").hidden = true;
  const answer = await busy(() => api.review(state.game, text));
  if (!answer) return;
  reviewed = answer.games.map((game) => new Reviewed(game));
  $("import-games").replaceChildren(...reviewed.map((game, i) => new Option(game.name, i)));
  $("import-choice").hidden = reviewed.length < 2;
  return showReviewed(0);
}

// showReviewed shows one of the games that were judged.
async function showReviewed(n) {
  const { base, turns, error } = reviewed[n];
  setup.end();
  state.engine = [false, false];
  if (base) await setPosition(base, turns);
  if (error) fail(new Error(error));
}

// better returns a move that was better than a mistake, where a review has found one.
const better = (ply) => reviewed.map((game) => game.better(state, ply)).find(Boolean);

// tip shows a best move on the board; in a lost position that is the longest defence, and it names the trickiest one, too.
async function tip() {
  if (!moves.length || setup.on) return;
  preview(moves[0]);
  const best = spell(moves[0].label ?? moves[0].move), at = current();
  const lost = outcome(moves[0].value) === "loss" && moves[0].plies && !rolls.length;
  $("hint").textContent = `${lost ? "The longest defence" : "A best move"}: ${best}.`;
  const { trickiest } = (lost && (await busy(() => api.tricky(state.game, at.position).catch(() => null)))) || {};
  if (trickiest && current() === at) $("hint").textContent += ` The trickiest to answer: ${spell(trickiest)}.`;
}

// ofTheDay shows the puzzle of the day.
async function ofTheDay() {
  const slug = state.game;
  $("hint").textContent = "Looking for a puzzle…";
  $("puzzle").disabled = true;
  let seconds = 0; // games in slow programs take several
  const clock = setInterval(() => ($("hint").textContent = `Looking for a puzzle… ${++seconds} s`), 1000);
  const found = await busy(() => api.puzzle(slug));
  clearInterval(clock);
  $("puzzle").disabled = false;
  if (!found || slug !== state.game) return hint();
  setup.end();
  puzzle = new Puzzle(slug, found);
  state.engine = [false, false];
  return setPosition(found.position, []);
}

function setPosition(text, turns, at = turns.length) {
  trunk = null;
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
    // The dice have fallen: as in games of scores the engine plays a best move with a probability of strength/15.
    if (rolls.length) return moves[Math.random() * 15 < state.strength ? 0 : Math.floor(Math.random() * moves.length)];
    return api.play(state.game, step.position, state.strength, state.aggressive, signal);
  });
  if (move && !signal.aborted) return turn(move.move);
}

// drawable returns a refused text if it lists the squares, or else the text of an empty board.
function drawable(text) {
  if (!board.svg) return text;
  const cells = split(description, text)[0];
  const known = cells.length === description.squares.length && cells.every((symbol) => description.looks[symbol]);
  return known ? text : join(description, description.squares.map(() => [...description.symbols][0]), "");
}

// renderBoard draws the position shown.
function renderBoard() {
  const step = current(), last = steps[state.at - 1];
  const still = !step.position && last && step.shown.startsWith(`${last.shown} `); // a turn ended the game and left no position: the one before is drawn
  const flip = flipAt(still ? state.at - 1 : state.at);
  let valued = false;
  board.view = state.view;
  for (const name of ["turn", "mirror", "swap"]) $(`view-${name}`).checked = state.view[name];
  $("view-values").checked = !state.view.plain;
  if (step?.refused && !setup.on) board.show({ text: drawable(step.shown), drawn: step.shown });
  else if (setup.on) board.show({ text: setup.text, liftable: description.squares.map((_, i) => i) });
  else {
    const before = state.at > 0 && !gesture?.text && !still ? last : null;
    valued = !state.view.plain && Boolean(gesture?.turns ?? gesture?.moves.length) && moves.length > 0 && !puzzle?.open(state);
    const indices = (names) => (names ?? []).map((name) => board.byName(name));
    board.flip = flip;
    board.show({
      text: gesture?.text ?? step.shown, flip, drawn,
      before: before && board.keys(before.shown, flipAt(state.at - 1)),
      chosen: indices(gesture?.chosen).flatMap((i) => (i < 0 ? [i] : pieceAt(description, split(description, step.shown)[0], i))),
      hints: gesture?.chosen.length || gesture?.text ? indices(gesture.next) : [],
      crossed: gesture?.chosen.length ? indices(gesture.clearing) : [],
      liftable: indices(gesture?.liftable),
      held: gesture?.chosen[0],
      painted: valued ? [...gesture.painted(step.position)].map(([name, value]) => [board.byName(name), value]) : [],
      several: valued ? indices([...(gesture.several ?? [])]) : [],
      arrows: valued ? bestArrows(flip) : still ? previewArrows(setClicks([{ move: step.move, label: step.move.split(":")[1] }], last.shown, board)[0], flip) : [],
      best: valued && framed() ? moves[0].value : undefined,
      tone: (value) => tone(value, moves[0]?.value),
    });
  }
  const keyed = valued || (chance() && moves.length > 0 && !setup.on); // the list has colours, too
  $("key").hidden = !keyed;
  if (keyed) key(step);
}

// framed says that the best values have a frame: where colours do not tell them from others.
const framed = () => !alone() && !chance() && moves.some((m) => m.value !== moves[0].value && outcome(m.value) === outcome(moves[0].value));

const mostArrows = 12; // more hide the board

// bestArrows are the best turns that go from square to square.
function bestArrows(flip) {
  const turns = gesture.best;
  if (turns.length > mostArrows) return [];
  return turns.flatMap((m) => previewArrows(m, flip).map(([from, to]) => [from, to, m.value]));
}

// key explains the colours of moves.
function key(step) {
  const who = names()[side(state.at)], best = moves[0].value, share = isMean(best) ? `${(0.02 * Math.max(1, Math.abs(best))).toFixed(2)} points` : "2 %";
  const words = alone() ? ["on a shortest way", "longer", "no way to the goal"] : chance() ? ["best", `up to ${share} less`, `more than ${share} less`] : isScore(step.value) ? ["ends ahead", "ends level", "ends behind"] : ["wins", "draws", "loses"];
  const marks = alone() ? [best, "", "no"] : chance() ? ["", "", ""] : !board.svg?.querySelector(".paint") ? ["", "", ""] : isScore(best) ? ["+", "0", "−"] : ["W", "T", "L"];
  const kinds = alone() && !moves.some((m) => m.value === "unsolvable") ? ["win", "draw"] : ["win", "draw", "loss"];
  const parts = kinds.map((kind, i) => {
    const part = span("", "");
    part.append(chip(marks[i], kind), solo() || chance() ? ` ${words[i]}` : ` ${who} ${words[i]}`);
    return part;
  });
  if (board.svg?.querySelector(".paint.best")) {
    const part = span("", "");
    part.append(span("chip best", ""), " best move");
    parts.push(part);
  }
  if (gesture?.several?.size) parts.push("Doubled: turns of several values go there, and this is the best.");
  if (state.at > 0 && board.svg?.querySelector(".marked:not(.plain), .marked.spot")) {
    const part = span("", "");
    part.append(span("mark", ""), " changed by the last turn");
    parts.push(part);
  }
  $("key").replaceChildren("Values of moves: ", ...parts);
}

// render draws everything that depends on the state.
function render() {
  const step = current();
  renderBoard();
  if (document.activeElement !== $("position")) $("position").value = setup.on ? setup.text : step.shown;
  $("setup").setAttribute("aria-pressed", setup.on);
  verdict(step);
  showDice($("dice"), $("others"), rolls, moves.length && !setup.on ? rolled : undefined, names()[side(state.at)], chooseRoll, moves, turn, !state.view.plain && moves[0] && isKeep(moves[0]) ? moves[0].label : "");
  hint();
  offerTurns();
  showHistory($("history"), steps, state.at, side, go, names(), retry, better, spell);
  $("accuracy").textContent = (steps.length > 2 ? accuracy(steps, side, names(), alone()) : "") + (steps.length > 1 && !solo() ? " Values are those of the turns, for the players who made them." : "");
  $("return").hidden = !trunk;
  showChart($("chart"), steps, state.at, side, go, names(), spell);
  $("first").disabled = $("back").disabled = $("undo").disabled = state.at === 0;
  $("forward").disabled = $("last").disabled = state.at === state.turns.length;
  $("redo").disabled = !canRedo();
  $("engine").disabled = $("tip").disabled = step.over || !step.position;
  $("copy-picture").disabled = Boolean(step.refused);
  $("light").value = state.engine[0] ? "engine" : "";
  $("dark").value = state.engine[1] ? "engine" : "";
  $("strength").value = state.strength;
  sight();
  $("aggressive").checked = state.aggressive;
}

// names of the players: of colours, where there are pieces.
const names = () => (alone() ? ["You", "You"] : description.players.map((player) => player.name));

function verdict(step) {
  const who = names()[side(state.at)], p = $("verdict"), means = $("means");
  const strong = document.createElement("strong");
  means.textContent = "";
  if (step.refused) {
    document.title = `${nameOf(description)}: no such position · Foregone`;
    return p.replaceChildren();
  }
  const value = step.value ?? step.moved;
  const gained = steps.slice(1, state.at + 1).reduce((sum, s) => sum + Number(s.moved) - Number(s.value ?? 0), 0);
  if (solo() && isMean(value)) {
    strong.textContent = step.over ? "Game over" : `Best play ${sentence(value)}`;
    means.textContent = step.over ? `${gained.toFixed()} points.` : `${meaning(value, 0, names()[0], names()[1])}${gained > 0.5 ? ` So far: ${gained.toFixed()}.` : ""}`;
  } else if (alone()) {
    const worth = step.position ? sentence(value, step.plies, true) : "solved";
    strong.textContent = worth[0].toUpperCase() + worth.slice(1);
    means.textContent = step.over ? (worth === "solved" && state.at ? `${state.at} ${state.at === 1 ? "move" : "moves"}.` : "") : meaning(value, step.plies, "", "", true);
  } else if (!step.position) strong.textContent = `Game over: ${ending(step.moved, names(), side(state.at - 1))}`;
  else if (step.over) strong.textContent = `Game over: ${ending(value, names(), side(state.at))}`;
  else {
    const worth = step.atLeast ? `at least ${step.atLeast}` : sentence(value, step.plies);
    strong.textContent = `${who} to move${chance() ? ", before the roll" : ""}: ${worth}`;
    means.textContent = meaning(value, step.plies, who, names()[1 - side(state.at)]);
  }
  if (chance() && step.position && !step.over && rolls.length !== 1) means.textContent += ` ${solo() ? "This is before the roll; the" : "The"} values of moves are after the roll.`;
  document.title = `${nameOf(description)}: ${strong.textContent} · Foregone`;
  p.replaceChildren(strong, ...(step.over ? [] : [" ", chip(value)]));
}

function hint() {
  let text = "";
  $("solution").hidden = !puzzle?.at(state) || setup.on;
  if (rolls.length && moves.length === 1 && !gesture?.moves.length) text = `${names()[side(state.at)]} has no choice.`;
  else if (setup.on) text = "Choose a piece, then click squares." + (description.relative ? ` The player to move is ${names()[0]}.` : "");
  else if (gesture?.text) text = "Move another piece, or push. Esc starts anew.";
  else if (gesture?.chosen.length && gesture.clearing.length && gesture.clearing.length === gesture.next.length && !gesture.choices.length) text = "Now click a crossed square to take its piece away.";
  else if (gesture?.chosen.length) text = gesture.choices.length ? (gesture.next.length ? "Choose this turn, or go on with a marked square." : "Choose one of these turns.") : "Go on with a marked square.";
  else if (puzzle?.at(state)) text = puzzle.text(state, names()[side(0)]);
  else if (gesture && moves.length) text = (!moves.some(isKeep) && (description.click ?? "").split("\n").at(gesture.named?.length && !gesture.moves.length ? 0 : -1)) || gesture.how;
  else if (moves.length) text = moves.length > 24 ? "Choose a move from the list “Moves”." : "Choose a move here, or from the list “Moves”.";
  $("hint").textContent = text;
}

// offerTurns shows the turns that the clicks complete, where there are several.
function offerTurns() {
  if (setup.on) return;
  const turns = (gesture?.choices ?? (board.svg || moves.length > 24 ? [] : moves)).filter((m) => !isKeep(m));
  const palette = $("palette");
  palette.hidden = turns.length === 0;
  palette.replaceChildren(...turns.map((m) => {
    const b = document.createElement("button");
    b.type = "button";
    b.append(spell(m.label ?? m.move), ...(state.view.plain || puzzle?.open(state) || m.value === undefined ? [] : [" ", chip(brief(m.value), tone(m.value, moves[0]?.value))]));
    b.value = m.move;
    b.addEventListener("click", () => { board.svg?.focus(); turn(m.move); });
    return b;
  }));
}

function sight() {
  const plies = [10, 12, 16, 24, 40, 72];
  const s = Number($("strength").value);
  if (description && chance()) return void ($("sight").textContent = s === 15 ? "15, perfect" : `${s}, a best move in ${s} of 15 turns`);
  $("sight").textContent = s === 15 ? "15, perfect" : `${s}, sees ${s > 8 ? plies[s - 9] : s} plies`;
}

// preview shows a move of the list on the board.
function preview(move) {
  if (!moves.length || setup.on) return;
  if (!move) return renderBoard();
  const flip = flipAt(state.at);
  board.flip = flip;
  const text = description.form === "drawn" && !description.known.has(move.position) ? undefined : move.position;
  board.show({
    text: text ?? current().shown, drawn: text && !description.squares ? text : drawn,
    flip: text ? flipAt(state.at + 1) : flip,
    before: text && board.keys(current().shown, flip),
    arrows: previewArrows(move, flip), arrowFlip: flip,
    tone: () => "",
    crossed: clicksOf(move).filter(([, act]) => act === "clear").map(([name]) => indexAt(name, flip)),
    off: previewOff(move, flip),
    chosen: text ? [] : board.names?.length ? clicksOf(move).map(([name]) => board.byName(name)).filter((i) => i >= 0) : [],
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
  if (move.clicks?.some(([, act]) => act === "clear")) return move.clicks.flatMap(([name, act], i) => (act === "put" && i ? [[board.byName(move.clicks[i - 1][0]), board.byName(name)]] : []));
  const pairs = arrowsOf(move.move, board);
  if (move.clicks?.length > 2 && inPairs(move.clicks)) return move.clicks.flatMap((_, i) => (i % 2 ? [] : previewArrows({ ...move, clicks: move.clicks.slice(i, i + 2) }, flip)));
  if (move.clicks?.length !== 2 || (pairs.length && !description.form)) return pairs;
  return [move.clicks.map(([name]) => board.byName(name.split("|")[0]))].filter(([from, to]) => from >= 0 && to >= 0);
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
  if (typeof id !== "string") {
    await navigator.clipboard?.writeText(text).then(() => (id.textContent = "Copied"), () => {});
    return;
  }
  try {
    await navigator.clipboard.writeText(text);
    said(id, "Copied");
  } catch { // not allowed without https: what is selected can be copied by hand
    if (id === "copy") $("position").select();
    said(id, id === "copy" ? "Selected" : "Copy it from the address bar");
  }
}

async function copyPicture() {
  const ply = state.at - steps.slice(1, state.at + 1).filter((step) => step.keeps).length;
  const address = api.picture(state.game, current().position ?? current().shown, ply, $("board").querySelector("svg"));
  try {
    const picture = address.then(fetch).then((answer) => answer.blob());
    await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
    said("copy-picture", "Copied");
  } catch {
    const link = Object.assign(document.createElement("a"), { href: await address, target: "_blank", rel: "noopener" });
    if (link.protocol === "blob:") link.download = `${state.game}.png`;
    link.click();
  }
}

function toggleSetup() {
  if ($("setup").disabled) return;
  if (setup.on) {
    setup.end();
    $("error").hidden = true;
    if (!good) return load();
    Object.assign(state, good);
    return go(state.at).then(engineIfDue);
  }
  abort.abort();
  abort = new AbortController();
  setup.begin(current().position ?? current().shown);
  render();
}

function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
  const target = event.target;
  if (target.matches("input:not([type=checkbox]), select, textarea")) {
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
    h: tip,
    l: () => playOut(best.turns),
    v: () => see("plain"),
    f: () => see("turn"),
    i: () => see("mirror"),
    x: () => see("swap"),
    c: () => copy("copy", $("position").value),
    n: () => { if ($("explore").open) $(event.shiftKey ? "near-back" : "near-on").click(); else $("explore").open = true; },
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
    setPosition($("position").value.replace(/\n/g, "").trim(), []);
  });
  on("position", "keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    $("paste").requestSubmit();
  });
  fading($("moves"));
  fading($("history"));
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
  for (const name of ["turn", "mirror", "swap"]) on(`view-${name}`, "change", () => see(name, $(`view-${name}`).checked));
  on("view-values", "change", () => see("plain", !$("view-values").checked));
  on("tip", "click", tip);
  on("return", "click", backToTrunk);
  on("import-games", "change", () => showReviewed(Number($("import-games").value)));
  on("import-form", "submit", (event) => { event.preventDefault(); judgeGame($("import-text").value); });
  on("import-file", "change", async () => { const [file] = $("import-file").files; if (file) judgeGame(($("import-text").value = await file.text())); });
  document.addEventListener("keydown", press);
  addEventListener("popstate", () => { restoring = true; state = read(location); trunk = null; setup?.end(); begin(); });
}

const games = await busy(api.games);

// begin shows what the address asks for: a game, by its slug, spec or name, or the list of all.
async function begin() {
  if (!games) return;
  const name = state.game.toLowerCase();
  let found = games.filter((g) => g.slug === state.game || g.game === state.game);
  if (!found.length) found = games.filter((g) => g.game.split(":")[0] === name);
  if (!name || !found.length) {
    document.body.dataset.view = "gallery";
    document.title = "Foregone: solved games";
    description = undefined;
    $("game").value = "";
    $("error").hidden = true;
    if (name) fail(new Error(`No game ${state.game.slice(0, 80)} is served here. These are:`));
    else if (!games.length) fail(new Error("No game is served here."));
    return showGallery($("cards"), games);
  }
  state.game = found.some((g) => g.slug === given?.slug) ? given.slug : found[0].slug;
  // Of several games of a name the first one takes the position that knows it.
  if (found.length > 1 && state.base && !given) {
    for (const g of found) {
      if (await api.replay(g.slug, state.base, []).catch(() => null)) {
        state.game = g.slug;
        break;
      }
    }
  }
  return load();
}

$("game").append(new Option("Choose a game", ""), ...(games ?? []).map((g) => new Option(nameOf(g), g.slug)));
listen();
busy(begin);
document.body.classList.add("ready");
