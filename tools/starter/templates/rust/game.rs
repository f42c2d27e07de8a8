// Tic-tac-toe. Cells are numbered row by row from the top left. A key has a bit for each
// cell with an X, and nine bits above those for each with an O; X begins.
#![crate_type = "cdylib"]

use std::slice::{from_raw_parts, from_raw_parts_mut};

const DESCRIPTION: &str = r#"{"protocol":1,"name":"tictactoe","version":"1.0","summary":"three in a row",
"kind":"byte","max_successors":9,"parts":["text","moves","board"]}"#;

const CELLS: usize = 9;
const ALL: u64 = 511;
const LOST: u32 = 1; // how a finished position stands
const DRAWN: u32 = 4;
const LINES: [u64; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

#[no_mangle]
pub extern "C" fn foregone_describe() -> u64 {
    (DESCRIPTION.as_ptr() as u64) << 32 | DESCRIPTION.len() as u64
}

/// Memory for keys and answers. It is called once, and the memory is never given back.
#[no_mangle]
pub extern "C" fn foregone_buffer(bytes: u32) -> *mut u64 {
    vec![0u64; bytes as usize / 8 + 1].leak().as_mut_ptr()
}

#[no_mangle]
pub extern "C" fn foregone_start() -> u64 {
    0
}

fn has_line(marks: u64) -> bool {
    LINES.iter().any(|line| marks & line == *line)
}

/// Says of n keys how they stand, and where their moves lead.
#[no_mangle]
pub unsafe extern "C" fn foregone_expand(keys: *const u64, n: usize, heads: *mut u32, successors: *mut u64) -> i32 {
    let keys = from_raw_parts(keys, n);
    let heads = from_raw_parts_mut(heads, n);
    let successors = from_raw_parts_mut(successors, n * CELLS);
    let mut total = 0;
    for (key, head) in keys.iter().zip(heads) {
        let (x, o) = (key & ALL, key >> CELLS);
        let (shift, opponent) = if x.count_ones() == o.count_ones() { (0, o) } else { (CELLS, x) };
        if has_line(opponent) {
            *head = LOST;
            continue;
        }
        if x | o == ALL {
            *head = DRAWN;
            continue;
        }
        let first = total;
        for cell in (0..CELLS).filter(|cell| (x | o) >> cell & 1 == 0) {
            successors[total] = key | 1 << (cell + shift);
            total += 1;
        }
        *head = ((total - first) as u32) << 16;
    }
    total as i32
}

fn mark(key: u64, cell: usize) -> u8 {
    if key >> cell & 1 == 1 {
        b'X'
    } else if key >> (cell + CELLS) & 1 == 1 {
        b'O'
    } else {
        b'.'
    }
}

/// Writes a text and returns how many bytes it has.
unsafe fn write(text: &[u8], out: *mut u8, size: usize) -> i32 {
    from_raw_parts_mut(out, size)[..text.len()].copy_from_slice(text);
    text.len() as i32
}

#[no_mangle]
pub unsafe extern "C" fn foregone_text(key: u64, out: *mut u8, size: usize) -> i32 {
    let text: Vec<u8> = (0..CELLS).map(|cell| mark(key, cell)).collect();
    write(&text, out, size)
}

/// Reads a position, or returns 0 where the text is none.
#[no_mangle]
pub unsafe extern "C" fn foregone_parse(text: *const u8, length: usize, out: *mut u64) -> i32 {
    if length != CELLS {
        return 0;
    }
    let mut key = 0u64;
    for (cell, c) in from_raw_parts(text, length).iter().enumerate() {
        match c {
            b'X' => key |= 1 << cell,
            b'O' => key |= 1 << (cell + CELLS),
            b'.' => (),
            _ => return 0,
        }
    }
    let (x, o) = ((key & ALL).count_ones(), (key >> CELLS).count_ones());
    if x != o && x != o + 1 {
        return 0;
    }
    *out = key;
    1
}

/// Writes the cell that was filled: a column letter and a row digit.
#[no_mangle]
pub unsafe extern "C" fn foregone_move(from: u64, to: u64, out: *mut u8, size: usize) -> i32 {
    let cell = (from ^ to).trailing_zeros() as u8 % 9;
    write(&[b'a' + cell % 3, b'3' - cell / 3], out, size)
}

/// Draws a position, with the letters of the columns and the numbers of the rows.
#[no_mangle]
pub unsafe extern "C" fn foregone_board(key: u64, out: *mut u8, size: usize) -> i32 {
    let mut drawing = Vec::new();
    for cell in 0..CELLS {
        if cell % 3 == 0 {
            drawing.push(b'3' - (cell / 3) as u8);
        }
        drawing.extend([b' ', mark(key, cell)]);
        if cell % 3 == 2 {
            drawing.push(b'\n');
        }
    }
    drawing.extend(b"  a b c\n");
    write(&drawing, out, size)
}
