#!/usr/bin/env node
// Quixo on a board of 3 or 4 cubes a side, in JSON lines: the same keys, symmetry and slices as in
// quixo.c. A push goes cell by cell.
import { createInterface } from "node:readline";

const HALF = 1 << 16;
const description = {
  protocol: 1, name: "quixo", version: "1.0", summary: "take a cube from the border, push it in with your mark, make a line",
  kind: "wide", max_successors: 36, parts: ["canonical", "slices"],
  params: [{ name: "size", default: 4, min: 3, max: 4, help: "cubes in a row" }],
};

let pushes, images, lines;

function open(size) {
  const last = size - 1, at = (row, column) => row * size + column, all = [...Array(size).keys()];
  const cells = all.flatMap((row) => all.map((column) => [row, column]));
  const line = (cell) => all.reduce((set, n) => set | 1 << cell(n), 0);
  lines = [...all.map((k) => line((n) => at(k, n))), ...all.map((k) => line((n) => at(n, k))), line((n) => at(n, n)), line((n) => at(n, last - n))];
  const symmetries = [...Array(8).keys()].map((s) => cells.map(([row, column]) => {
    if (s & 1) column = last - column;
    if (s & 2) row = last - row;
    return s & 4 ? at(column, row) : at(row, column);
  }));
  pushes = [];
  for (const [row, column] of cells) {
    if (row % last && column % last) continue;
    for (const [r, c] of [[0, 1], [0, -1], [1, 0], [-1, 0]]) {
      const way = []; // of the cubes that move, the nearest first
      for (let n = 1; row + n * r >= 0 && row + n * r < size && column + n * c >= 0 && column + n * c < size; n++) way.push(at(row + n * r, column + n * c));
      if (way.length) pushes.push({ cell: at(row, column), way });
    }
  }
  const image = (symmetry, set) => symmetry.reduce((out, to, cell) => out | (set >> cell & 1) << to, 0);
  images = symmetries.map((symmetry) => Uint16Array.from({ length: 1 << size * size }, (_, set) => image(symmetry, set)));
}

const key = (own, other) => own * HALF + other;
const halves = (key) => [Math.floor(key / HALF), key % HALF];
const hasLine = (set) => lines.some((line) => (set & line) === line);

function twins(position) {
  const [own, other] = halves(position);
  return images.map((image) => key(image[own], image[other]));
}

const canonical = (position) => Math.min(...twins(position));

function push(set, { cell, way }, mark) {
  for (const from of way) {
    set = set & ~(1 << cell) | (set >> from & 1) << cell;
    cell = from;
  }
  return set & ~(1 << cell) | mark << cell;
}

function expand(position, form) {
  const [own, other] = halves(position);
  if (hasLine(own)) return { standing: 2 };
  if (hasLine(other)) return { standing: 1 };
  const legal = pushes.filter(({ cell }) => !(other >> cell & 1));
  return { standing: 0, successors: legal.map((p) => form(key(push(other, p, 0), push(own, p, 1)))) };
}

function ones(set) {
  let n = 0;
  for (; set; set &= set - 1) n++;
  return n;
}

function number(position) {
  const [own, other] = halves(position).map(ones);
  return own + other << 5 | Math.max(own, other);
}

const answers = {
  open: ({ params }) => (open(params[0]), { start: 0 }),
  expand: ({ keys }) => ({ positions: keys.map((k) => expand(k, (to) => to)) }),
  expand_canonical: ({ keys }) => ({ positions: keys.map((k) => expand(k, canonical)) }),
  canonical: ({ keys }) => ({ keys: keys.map(canonical) }),
  weights: ({ keys }) => ({ keys: keys.map((k) => new Set(twins(k)).size) }),
  numbers: ({ keys }) => ({ keys: keys.map(number) }),
};

console.log(JSON.stringify(description));
createInterface({ input: process.stdin }).on("line", (line) => {
  const question = JSON.parse(line);
  console.log(JSON.stringify(answers[question.ask](question)));
});
