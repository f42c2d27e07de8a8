// Quixo on a board of 3 or 4 cubes a side, as in quixo.c: the same keys, symmetry and slices.

const DESCRIPTION: string = '{"protocol":1,"name":"quixo","version":"1.0",' +
  '"summary":"take a cube from the border, push it in with your mark, make a line",' +
  '"kind":"wide","max_successors":36,"parts":["canonical","slices"],' +
  '"params":[{"name":"size","default":4,"min":3,"max":4,"help":"cubes in a row"}]}';

const HALF: u32 = 16;
const LOWER: u32 = 0xffff;
const HAS_LINE: u32 = 1 << 24;
const LOST: u32 = 1; // how a finished position stands
const WON: u32 = 2;

const described = String.UTF8.encode(DESCRIPTION);
let memoryOfHost: ArrayBuffer = new ArrayBuffer(0);

let size: u32 = 0;
let cells: u32 = 0;
let count: u32 = 0; // of pushes
const clears = new StaticArray<u32>(32);
const keeps = new StaticArray<u32>(32);
const turns = new StaticArray<u32>(32);
const marks = new StaticArray<u32>(32);
const images = new StaticArray<u16>(8 * 512); // by symmetry and half of the board
const legal = new StaticArray<u32>(512);
const forms = new StaticArray<u32>(1 << 16); // least image, which symmetries make it, whether it has a line

export function foregone_describe(): u64 {
  return ((changetype<usize>(described) as u64) << 32) | (described.byteLength as u64);
}

export function foregone_buffer(bytes: u32): usize {
  memoryOfHost = new ArrayBuffer(bytes);
  return changetype<usize>(memoryOfHost);
}

function turned(cell: u32, s: u32): u32 {
  let column = cell % size, row = cell / size;
  if (s & 1) column = size - 1 - column;
  if (s & 2) row = size - 1 - row;
  return s & 4 ? column * size + row : row * size + column;
}

// @ts-ignore: decorator
@inline
function image(s: u32, set: u32): u32 {
  return unchecked(images[s << 9 | set & 255]) | unchecked(images[s << 9 | 256 | set >> 8 & 255]);
}

// Adds the push that takes a cube and puts it in at the other end of its way.
function add(cell: u32, end: u32, step: i32): void {
  let keep: u32 = 0;
  for (let c = end; c != cell; c += step) keep |= 1 << c | 1 << (c + HALF);
  for (let set: u32 = 0; set < 256; set++) {
    if (set >> cell % 8 & 1) legal[cell / 8 << 8 | set] |= 1 << count;
  }
  keeps[count] = keep;
  clears[count] = keep | 1 << cell | 1 << (cell + HALF);
  turns[count] = (step + 32) % 32;
  marks[count++] = 1 << end;
}

function lines(): u32[] {
  const all: u32[] = [];
  let falling: u32 = 0, rising: u32 = 0;
  for (let n: u32 = 0; n < size; n++) {
    let row: u32 = 0, column: u32 = 0;
    for (let m: u32 = 0; m < size; m++) {
      row |= 1 << (n * size + m);
      column |= 1 << (m * size + n);
    }
    all.push(row);
    all.push(column);
    falling |= 1 << (n * size + n);
    rising |= 1 << (n * size + size - 1 - n);
  }
  all.push(falling);
  all.push(rising);
  return all;
}

function makeForms(): void {
  const all = lines();
  for (let set: u32 = 0; set < (1 as u32) << cells; set++) {
    let least: u32 = LOWER + 1, by: u32 = 0;
    for (let s: u32 = 0; s < 8; s++) {
      const i = image(s, set);
      if (i < least) {
        least = i;
        by = 1 << s;
      } else if (i == least) by |= 1 << s;
    }
    let form = least | by << HALF;
    for (let n = 0; n < all.length; n++) {
      if ((set & all[n]) == all[n]) form |= HAS_LINE;
    }
    forms[set] = form;
  }
}

export function foregone_open(params: usize, n: u32): i32 {
  size = load<i64>(params) as u32;
  cells = size * size;
  for (let s: u32 = 0; s < 8; s++) {
    for (let cell: u32 = 0; cell < cells; cell++) {
      for (let set: u32 = 0; set < 256; set++) {
        if (set >> cell % 8 & 1) images[s << 9 | cell / 8 << 8 | set] |= ((1 as u32) << turned(cell, s)) as u16;
      }
    }
  }
  const last = size - 1;
  for (let cell: u32 = 0; cell < cells; cell++) {
    const column = cell % size, row = cell / size;
    if (column && column != last && row && row != last) continue;
    if (column) add(cell, cell - column, 1);
    if (column != last) add(cell, cell - column + last, -1);
    if (row) add(cell, column, size as i32);
    if (row != last) add(cell, last * size + column, -(size as i32));
  }
  makeForms();
  return 0;
}

export function foregone_start(): u64 {
  return 0;
}

// @ts-ignore: decorator
@inline
function canonicalKey(key: u32): u32 {
  const form = unchecked(forms[key >> HALF]);
  let by = form >> HALF & 255, least = image(ctz<u32>(by), key & LOWER);
  for (by &= by - 1; by; by &= by - 1) least = min<u32>(least, image(ctz<u32>(by), key & LOWER));
  return form << HALF | least;
}

// @ts-ignore: decorator
@inline
function expandAll(keys: usize, n: u32, heads: usize, successors: usize, canonical: bool): i32 {
  let next = successors;
  for (let i: u32 = 0; i < n; i++, heads += 4) {
    const key = load<u64>(keys + ((i as usize) << 3)) as u32;
    if (unchecked(forms[key >> HALF]) & HAS_LINE) {
      store<u32>(heads, WON);
      continue;
    }
    if (unchecked(forms[key & LOWER]) & HAS_LINE) {
      store<u32>(heads, LOST);
      continue;
    }
    const first = next, exchanged = key << HALF | key >> HALF;
    for (let l = unchecked(legal[~key & 255]) | unchecked(legal[256 | ~key >> 8 & 255]); l; l &= l - 1) {
      const p = ctz<u32>(l);
      const to = exchanged & ~unchecked(clears[p]) | rotl<u32>(exchanged & unchecked(keeps[p]), unchecked(turns[p])) | unchecked(marks[p]);
      store<u64>(next, canonical ? canonicalKey(to) : to);
      next += 8;
    }
    store<u32>(heads, ((next - first) >> 3 << 16) as u32);
  }
  return ((next - successors) >> 3) as i32;
}

export function foregone_expand(keys: usize, n: u32, heads: usize, successors: usize): i32 {
  return expandAll(keys, n, heads, successors, false);
}

export function foregone_expand_canonical(keys: usize, n: u32, heads: usize, successors: usize): i32 {
  return expandAll(keys, n, heads, successors, true);
}

export function foregone_canonical(keys: usize, n: u32): i32 {
  for (let i: u32 = 0; i < n; i++, keys += 8) store<u64>(keys, canonicalKey(load<u64>(keys) as u32));
  return 0;
}

// Counts the twins of a position by the symmetries that leave it as it is.
export function foregone_weights(keys: usize, n: u32, out: usize): i32 {
  for (let i: u32 = 0; i < n; i++, keys += 8, out += 4) {
    const key = load<u64>(keys) as u32;
    let own: u32 = 0;
    for (let s: u32 = 0; s < 8; s++) {
      if ((image(s, key >> HALF) << HALF | image(s, key & LOWER)) == key) own++;
    }
    store<u32>(out, 8 / own);
  }
  return 0;
}

export function foregone_numbers(keys: usize, n: u32, out: usize): i32 {
  for (let i: u32 = 0; i < n; i++, keys += 8, out += 2) {
    const key = load<u64>(keys) as u32;
    const own = popcnt<u32>(key >> HALF), other = popcnt<u32>(key & LOWER);
    store<u16>(out, ((own + other) << 5 | max<u32>(own, other)) as u16);
  }
  return 0;
}
