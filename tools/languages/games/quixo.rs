// Quixo on a board of 3 or 4 cubes a side, as in quixo.c: the same keys, symmetry and slices.
#![crate_type = "cdylib"]

use std::slice::{from_raw_parts, from_raw_parts_mut};

const DESCRIPTION: &str = r#"{"protocol":1,"name":"quixo","version":"1.0",
"summary":"take a cube from the border, push it in with your mark, make a line",
"kind":"wide","max_successors":36,"parts":["canonical","slices"],
"params":[{"name":"size","default":4,"min":3,"max":4,"help":"cubes in a row"}]}"#;

const HALF: u32 = 16;
const LOWER: u32 = 0xffff;
const HAS_LINE: u32 = 1 << 24;
const LOST: u32 = 1; // how a finished position stands
const WON: u32 = 2;

struct Push {
    clear: u32,
    keep: u32,
    turn: u32,
    mark: u32,
}

struct Board {
    size: u32,
    cells: u32,
    pushes: Vec<Push>,
    images: [[[u16; 256]; 2]; 8],
    legal: [[u32; 256]; 2],
    forms: Vec<u32>, // least image, which symmetries make it, whether it has a line
}

static mut BOARD: Option<Board> = None;

impl Board {
    fn turned(&self, cell: u32, s: usize) -> u32 {
        let (mut column, mut row) = (cell % self.size, cell / self.size);
        if s & 1 != 0 {
            column = self.size - 1 - column;
        }
        if s & 2 != 0 {
            row = self.size - 1 - row;
        }
        if s & 4 != 0 {
            std::mem::swap(&mut column, &mut row);
        }
        row * self.size + column
    }

    #[inline]
    fn image(&self, s: usize, set: u32) -> u32 {
        (self.images[s][0][(set & 255) as usize] | self.images[s][1][(set >> 8 & 255) as usize]) as u32
    }

    /// Adds the push that takes a cube and puts it in at the other end of its way.
    fn add(&mut self, cell: u32, end: u32, step: i32) {
        let (mut keep, mut c) = (0, end);
        while c != cell {
            keep |= 1 << c | 1 << (c + HALF);
            c = c.wrapping_add(step as u32);
        }
        for set in (0..256).filter(|set| set >> (cell % 8) & 1 != 0) {
            self.legal[(cell / 8) as usize][set] |= 1 << self.pushes.len();
        }
        let clear = keep | 1 << cell | 1 << (cell + HALF);
        self.pushes.push(Push { clear, keep, turn: (step + 32) as u32 % 32, mark: 1 << end });
    }

    fn lines(&self) -> Vec<u32> {
        let n = self.size;
        let line = |cell: &dyn Fn(u32) -> u32| (0..n).map(|m| 1 << cell(m)).sum();
        let rows = (0..n).map(|k| line(&|m| k * n + m));
        let columns = (0..n).map(|k| line(&|m| m * n + k));
        rows.chain(columns).chain([line(&|m| m * n + m), line(&|m| m * n + n - 1 - m)]).collect()
    }

    fn new(size: u32) -> Board {
        let cells = size * size;
        let mut b = Board { size, cells, pushes: vec![], images: [[[0; 256]; 2]; 8], legal: [[0; 256]; 2], forms: vec![] };
        for s in 0..8 {
            for cell in 0..cells {
                let to = b.turned(cell, s);
                for set in (0..256).filter(|set| set >> (cell % 8) & 1 != 0) {
                    b.images[s][(cell / 8) as usize][set] |= 1 << to;
                }
            }
        }
        let last = size - 1;
        for cell in 0..cells {
            let (column, row) = (cell % size, cell / size);
            if column != 0 && column != last && row != 0 && row != last {
                continue;
            }
            if column != 0 {
                b.add(cell, cell - column, 1);
            }
            if column != last {
                b.add(cell, cell - column + last, -1);
            }
            if row != 0 {
                b.add(cell, column, size as i32);
            }
            if row != last {
                b.add(cell, last * size + column, -(size as i32));
            }
        }
        let lines = b.lines();
        for set in 0..1 << b.cells {
            let least = (0..8).map(|s| b.image(s, set)).min().unwrap();
            let by: u32 = (0..8).filter(|&s| b.image(s, set) == least).map(|s| 1 << s).sum();
            let line = lines.iter().any(|line| set & line == *line);
            b.forms.push(least | by << HALF | if line { HAS_LINE } else { 0 });
        }
        b
    }

    #[inline]
    fn canonical_key(&self, key: u32) -> u32 {
        let form = self.forms[(key >> HALF) as usize];
        let mut by = form >> HALF & 255;
        let mut least = self.image(by.trailing_zeros() as usize, key & LOWER);
        by &= by - 1;
        while by != 0 {
            least = least.min(self.image(by.trailing_zeros() as usize, key & LOWER));
            by &= by - 1;
        }
        form << HALF | least
    }

    #[inline]
    fn expand(&self, keys: &[u64], heads: &mut [u32], successors: &mut [u64], canonical: bool) -> usize {
        let mut total = 0;
        for (key, head) in keys.iter().zip(heads) {
            let key = *key as u32;
            if self.forms[(key >> HALF) as usize] & HAS_LINE != 0 {
                *head = WON;
                continue;
            }
            if self.forms[(key & LOWER) as usize] & HAS_LINE != 0 {
                *head = LOST;
                continue;
            }
            let (first, exchanged) = (total, key << HALF | key >> HALF);
            let mut legal = self.legal[0][(!key & 255) as usize] | self.legal[1][(!key >> 8 & 255) as usize];
            while legal != 0 {
                let p = &self.pushes[legal.trailing_zeros() as usize];
                let to = exchanged & !p.clear | (exchanged & p.keep).rotate_left(p.turn) | p.mark;
                successors[total] = if canonical { self.canonical_key(to) } else { to } as u64;
                total += 1;
                legal &= legal - 1;
            }
            *head = ((total - first) as u32) << 16;
        }
        total
    }
}

unsafe fn board() -> &'static Board {
    (*std::ptr::addr_of!(BOARD)).as_ref().unwrap()
}

#[no_mangle]
pub extern "C" fn foregone_describe() -> u64 {
    (DESCRIPTION.as_ptr() as u64) << 32 | DESCRIPTION.len() as u64
}

#[no_mangle]
pub extern "C" fn foregone_buffer(bytes: u32) -> *mut u64 {
    vec![0u64; bytes as usize / 8 + 1].leak().as_mut_ptr()
}

#[no_mangle]
pub unsafe extern "C" fn foregone_open(params: *const i64, _count: u32) -> i32 {
    BOARD = Some(Board::new(*params as u32));
    0
}

#[no_mangle]
pub extern "C" fn foregone_start() -> u64 {
    0
}

#[no_mangle]
pub unsafe extern "C" fn foregone_expand(keys: *const u64, n: usize, heads: *mut u32, successors: *mut u64) -> i32 {
    board().expand(from_raw_parts(keys, n), from_raw_parts_mut(heads, n), from_raw_parts_mut(successors, 36 * n), false) as i32
}

#[no_mangle]
pub unsafe extern "C" fn foregone_expand_canonical(keys: *const u64, n: usize, heads: *mut u32, successors: *mut u64) -> i32 {
    board().expand(from_raw_parts(keys, n), from_raw_parts_mut(heads, n), from_raw_parts_mut(successors, 36 * n), true) as i32
}

#[no_mangle]
pub unsafe extern "C" fn foregone_canonical(keys: *mut u64, n: usize) -> i32 {
    for key in from_raw_parts_mut(keys, n) {
        *key = board().canonical_key(*key as u32) as u64;
    }
    0
}

/// Counts the twins of a position by the symmetries that leave it as it is.
#[no_mangle]
pub unsafe extern "C" fn foregone_weights(keys: *const u64, n: usize, out: *mut u32) -> i32 {
    let b = board();
    for (key, weight) in from_raw_parts(keys, n).iter().zip(from_raw_parts_mut(out, n)) {
        let key = *key as u32;
        let own = (0..8).filter(|&s| b.image(s, key >> HALF) << HALF | b.image(s, key & LOWER) == key).count();
        *weight = 8 / own as u32;
    }
    0
}

#[no_mangle]
pub unsafe extern "C" fn foregone_numbers(keys: *const u64, n: usize, out: *mut u16) -> i32 {
    for (key, number) in from_raw_parts(keys, n).iter().zip(from_raw_parts_mut(out, n)) {
        let (own, other) = ((*key as u32 >> HALF).count_ones(), (*key as u32 & LOWER).count_ones());
        *number = ((own + other) << 5 | own.max(other)) as u16;
    }
    0
}
