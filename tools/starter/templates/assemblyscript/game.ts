// Tic-tac-toe. Cells are numbered row by row from the top left. A key has a bit for each
// cell with an X, and nine bits above those for each with an O; X begins.

const DESCRIPTION: string = '{"protocol":1,"name":"tictactoe","version":"1.0","summary":"three in a row",' +
  '"kind":"byte","max_successors":9,"parts":["text","moves","board"]}';

const CELLS: u32 = 9;
const ALL: u64 = 511;
const LOST: u32 = 1; // how a finished position stands
const DRAWN: u32 = 4;
const LINES: StaticArray<u64> = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

const described = String.UTF8.encode(DESCRIPTION);
let memoryOfHost: ArrayBuffer = new ArrayBuffer(0);

export function foregone_describe(): u64 {
  return ((changetype<usize>(described) as u64) << 32) | (described.byteLength as u64);
}

export function foregone_buffer(bytes: u32): usize {
  memoryOfHost = new ArrayBuffer(bytes);
  return changetype<usize>(memoryOfHost);
}

export function foregone_start(): u64 {
  return 0;
}

function hasLine(marks: u64): bool {
  for (let n = 0; n < LINES.length; n++) {
    if ((marks & unchecked(LINES[n])) == unchecked(LINES[n])) return true;
  }
  return false;
}

// Says of n keys how they stand, and where their moves lead.
export function foregone_expand(keys: usize, n: u32, heads: usize, successors: usize): i32 {
  let total: u32 = 0;
  for (let i: u32 = 0; i < n; i++) {
    const key = load<u64>(keys + ((i as usize) << 3));
    const x = key & ALL, o = key >> CELLS;
    const xMoves = popcnt<u64>(x) == popcnt<u64>(o);
    const head = heads + ((i as usize) << 2);
    if (hasLine(xMoves ? o : x)) {
      store<u32>(head, LOST);
      continue;
    }
    if ((x | o) == ALL) {
      store<u32>(head, DRAWN);
      continue;
    }
    const first = total;
    for (let cell: u32 = 0; cell < CELLS; cell++) {
      if (((x | o) >> cell) & 1) continue;
      const bit: u64 = (1 as u64) << (xMoves ? cell : cell + CELLS);
      store<u64>(successors + ((total as usize) << 3), key | bit);
      total++;
    }
    store<u32>(head, (total - first) << 16);
  }
  return total as i32;
}

function mark(key: u64, cell: u32): u8 {
  if ((key >> cell) & 1) return 0x58; // X
  if ((key >> (cell + CELLS)) & 1) return 0x4f; // O
  return 0x2e;
}

// Writes a position and returns how many bytes it wrote.
export function foregone_text(key: u64, out: usize, size: u32): i32 {
  for (let cell: u32 = 0; cell < CELLS; cell++) store<u8>(out + cell, mark(key, cell));
  return CELLS;
}

// Reads a position, or returns 0 where the text is none.
export function foregone_parse(text: usize, length: u32, out: usize): i32 {
  if (length != CELLS) return 0;
  let key: u64 = 0;
  for (let cell: u32 = 0; cell < CELLS; cell++) {
    const c = load<u8>(text + cell);
    if (c == 0x58) key |= (1 as u64) << cell;
    else if (c == 0x4f) key |= (1 as u64) << (cell + CELLS);
    else if (c != 0x2e) return 0;
  }
  const more = popcnt<u64>(key & ALL) - popcnt<u64>(key >> CELLS);
  if (more != 0 && more != 1) return 0;
  store<u64>(out, key);
  return 1;
}

// Writes the cell that was filled: a column letter and a row digit.
export function foregone_move(from: u64, to: u64, out: usize, size: u32): i32 {
  const cell = (ctz<u64>(from ^ to) % CELLS) as u32;
  store<u8>(out, (0x61 + (cell % 3)) as u8);
  store<u8>(out + 1, (0x33 - cell / 3) as u8);
  return 2;
}

// Draws a position, with the letters of the columns and the numbers of the rows.
export function foregone_board(key: u64, out: usize, size: u32): i32 {
  let at = out;
  for (let cell: u32 = 0; cell < CELLS; cell++) {
    if (cell % 3 == 0) store<u8>(at++, (0x33 - cell / 3) as u8);
    store<u8>(at++, 0x20);
    store<u8>(at++, mark(key, cell));
    if (cell % 3 == 2) store<u8>(at++, 0x0a);
  }
  const legend = String.UTF8.encode("  a b c\n");
  memory.copy(at, changetype<usize>(legend), legend.byteLength);
  return (at - out + legend.byteLength) as i32;
}
