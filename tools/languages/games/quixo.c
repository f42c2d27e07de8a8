// Quixo on a board of 3 or 4 cubes a side, with symmetry and slices. Keys are those of the
// built-in game: the mover's marks in bits 16 to 31, the opponent's in bits 0 to 15, cells
// numbered row by row from the top left. Plain positions have no twins, and bit 63 says that
// the second player is to move.
#include "foregone.h"

DESCRIBE("{\"protocol\":1,\"name\":\"quixo\",\"version\":\"1.0\","
	"\"summary\":\"take a cube from the border, push it in with your mark, make a line\","
	"\"kind\":\"wide\",\"max_successors\":36,\"parts\":[\"canonical\",\"slices\"],"
	"\"params\":[{\"name\":\"plain\",\"type\":\"bool\",\"default\":0,\"help\":\"every position with its side to move, without symmetry\"},"
	"{\"name\":\"size\",\"default\":4,\"min\":3,\"max\":4,\"help\":\"cubes in a row\"}]}")

enum { HALF = 16, LOWER = 0xffff, HAS_LINE = 1 << 24 };

typedef struct {
	uint32_t clear, keep, turn, mark;
} Push;

#define SECOND (1ull << 63)

static uint32_t plain, size, cells, pushes_count;
static Push pushes[32];
static uint16_t images[8][2][256];
static uint32_t legal[2][256];
static uint32_t forms[1 << HALF]; // least image, which symmetries make it, whether it has a line

static uint32_t turned(uint32_t cell, uint32_t s) {
	uint32_t column = cell % size, row = cell / size;
	if (s & 1) column = size - 1 - column;
	if (s & 2) row = size - 1 - row;
	if (s & 4) { uint32_t t = column; column = row; row = t; }
	return row * size + column;
}

static inline uint32_t image(uint32_t s, uint32_t set) {
	return images[s][0][set & 255] | images[s][1][set >> 8 & 255];
}

static void add(uint32_t cell, uint32_t end, int32_t step) {
	Push *p = &pushes[pushes_count];
	for (uint32_t c = end; c != cell; c += step) p->keep |= 1u << c | 1u << (c + HALF);
	p->clear = p->keep | 1u << cell | 1u << (cell + HALF);
	p->mark = 1u << end;
	p->turn = (step + 32) % 32;
	for (uint32_t set = 0; set < 256; set++)
		if (set >> cell % 8 & 1) legal[cell / 8][set] |= 1u << pushes_count;
	pushes_count++;
}

static void make_forms(void) {
	uint32_t lines[10], count = 0, falling = 0, rising = 0;
	for (uint32_t n = 0; n < size; n++) {
		uint32_t row = 0, column = 0;
		for (uint32_t m = 0; m < size; m++) {
			row |= 1u << (n * size + m);
			column |= 1u << (m * size + n);
		}
		lines[count++] = row;
		lines[count++] = column;
		falling |= 1u << (n * size + n);
		rising |= 1u << (n * size + size - 1 - n);
	}
	lines[count++] = falling;
	lines[count++] = rising;
	for (uint32_t set = 0; set < 1u << cells; set++) {
		uint32_t least = LOWER + 1, by = 0;
		for (uint32_t s = 0; s < 8; s++) {
			uint32_t i = image(s, set);
			if (i < least) least = i, by = 1u << s;
			else if (i == least) by |= 1u << s;
		}
		forms[set] = least | by << HALF;
		for (uint32_t n = 0; n < count; n++)
			if ((set & lines[n]) == lines[n]) forms[set] |= HAS_LINE;
	}
}

EXPORT(open) int32_t open(const int64_t *params, uint32_t count) {
	plain = params[0];
	size = params[1];
	cells = size * size;
	for (uint32_t s = 0; s < 8; s++)
		for (uint32_t part = 0; part < 2; part++)
			for (uint32_t set = 0; set < 256; set++)
				for (uint32_t bit = 0; bit < 8; bit++)
					if (set >> bit & 1 && part * 8 + bit < cells) images[s][part][set] |= 1u << turned(part * 8 + bit, s);
	uint32_t last = size - 1;
	for (uint32_t cell = 0; cell < cells; cell++) {
		uint32_t column = cell % size, row = cell / size;
		if (column && column != last && row && row != last) continue;
		if (column) add(cell, cell - column, 1);
		if (column != last) add(cell, cell - column + last, -1);
		if (row) add(cell, column, size);
		if (row != last) add(cell, last * size + column, -(int32_t)size);
	}
	make_forms();
	return 0;
}

EXPORT(start) uint64_t start(void) { return 0; }

static inline uint32_t left(uint32_t x, uint32_t n) { return x << (n & 31) | x >> (-n & 31); }

static inline uint32_t canonical_key(uint32_t key) {
	uint32_t f = forms[key >> HALF], by = f >> HALF & 255;
	uint32_t least = image(__builtin_ctz(by), key & LOWER);
	for (by &= by - 1; by; by &= by - 1) {
		uint32_t i = image(__builtin_ctz(by), key & LOWER);
		if (i < least) least = i;
	}
	return (f & LOWER) << HALF | least;
}

static inline int32_t expand_all(const uint64_t *keys, uint32_t n, uint32_t *heads, uint64_t *successors, int canonical) {
	uint64_t *next = successors;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t key = keys[i];
		if (forms[key >> HALF] & HAS_LINE) {
			heads[i] = head(WON, 0);
			continue;
		}
		if (forms[key & LOWER] & HAS_LINE) {
			heads[i] = head(LOST, 0);
			continue;
		}
		uint64_t *first = next, side = plain ? ~keys[i] & SECOND : 0;
		uint32_t exchanged = key << HALF | key >> HALF;
		for (uint32_t l = legal[0][~key & 255] | legal[1][~key >> 8 & 255]; l; l &= l - 1) {
			const Push *p = &pushes[__builtin_ctz(l)];
			uint32_t to = (exchanged & ~p->clear) | left(exchanged & p->keep, p->turn) | p->mark;
			*next++ = canonical ? canonical_key(to) : to | side;
		}
		heads[i] = head(GOES_ON, next - first);
	}
	return next - successors;
}

EXPORT(expand) int32_t expand(const uint64_t *keys, uint32_t n, uint32_t *heads, uint64_t *successors) {
	return expand_all(keys, n, heads, successors, 0);
}

EXPORT(expand_canonical) int32_t expand_canonical(const uint64_t *keys, uint32_t n, uint32_t *heads, uint64_t *successors) {
	return expand_all(keys, n, heads, successors, !plain);
}

EXPORT(canonical) int32_t canonical(uint64_t *keys, uint32_t n) {
	for (uint32_t i = 0; i < n && !plain; i++) keys[i] = canonical_key(keys[i]);
	return 0;
}

// weights counts the twins of a position by the symmetries that leave it as it is.
EXPORT(weights) int32_t weights(const uint64_t *keys, uint32_t n, uint32_t *out) {
	for (uint32_t i = 0; i < n; i++) {
		uint32_t key = keys[i], own = 0;
		for (uint32_t s = 0; s < 8; s++)
			own += (image(s, key >> HALF) << HALF | image(s, key & LOWER)) == key;
		out[i] = plain ? 1 : 8 / own;
	}
	return 0;
}

EXPORT(numbers) int32_t numbers(const uint64_t *keys, uint32_t n, uint16_t *out) {
	for (uint32_t i = 0; i < n; i++) {
		uint32_t own = __builtin_popcount((uint32_t)keys[i] >> HALF), other = __builtin_popcount(keys[i] & LOWER);
		out[i] = (own + other) << 5 | (own > other ? own : other);
	}
	return 0;
}
