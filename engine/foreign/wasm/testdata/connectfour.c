// Connect four with layers and symmetry. Keys are those of the built-in game: the cells of
// a column are consecutive bits, with a bit above that belongs to no cell. A key has the
// mover's pieces, and in each column the bit above the topmost piece.
#include "foregone.h"

DESCRIBE("{\"protocol\":1,\"name\":\"connect-four\",\"version\":\"1.0\","
	"\"summary\":\"drop a piece into a column, make a line of four\","
	"\"kind\":\"byte\",\"max_successors\":7,\"parts\":[\"canonical\",\"layers\"],"
	"\"params\":[{\"name\":\"height\",\"default\":4,\"min\":1,\"max\":6,\"help\":\"rows\"},"
	"{\"name\":\"width\",\"default\":5,\"min\":1,\"max\":7,\"help\":\"columns\"}]}")

static uint32_t width, height, column;
static uint64_t bottom, cells;

EXPORT(open) int32_t open(const int64_t *params, uint32_t count) {
	height = params[0];
	width = params[1];
	column = height + 1;
	for (uint32_t c = 0; c < width; c++) {
		bottom |= 1ull << c * column;
		for (uint32_t row = 0; row < height; row++) cells |= 1ull << (c * column + row);
	}
	return 0;
}

EXPORT(start) uint64_t start(void) { return bottom; }

// filled returns all pieces of a position.
static uint64_t filled(uint64_t key) {
	uint64_t all = 0;
	for (uint32_t c = 0; c < width; c++) {
		uint64_t part = key >> c * column & ((1ull << column) - 1);
		all |= ((1ull << (63 - __builtin_clzll(part))) - 1) << c * column;
	}
	return all;
}

// has_line reports whether a piece at a cell makes a line of four with some of a set.
static int has_line(uint64_t set) {
	const uint32_t steps[] = { 1, column, column + 1, column - 1 };
	for (uint32_t n = 0; n < 4; n++) {
		uint64_t pairs = set & set >> steps[n];
		if (steps[n] && pairs & pairs >> 2 * steps[n]) return 1;
	}
	return 0;
}

static uint64_t mirror(uint64_t key) {
	uint64_t turned = 0;
	for (uint32_t c = 0; c < width; c++) {
		turned = turned << column | (key & ((1ull << column) - 1));
		key >>= column;
	}
	return turned;
}

static uint64_t least(uint64_t key) {
	uint64_t other = mirror(key);
	return other < key ? other : key;
}

EXPORT(expand) int32_t expand(const uint64_t *keys, uint32_t n, uint32_t *heads, uint64_t *successors) {
	uint64_t *next = successors;
	for (uint32_t i = 0; i < n; i++) {
		uint64_t all = filled(keys[i]), own = keys[i] & all;
		uint64_t drops = (all + bottom) & cells, quiet = 0;
		uint32_t standing = GOES_ON;
		for (uint64_t rest = drops; rest; rest &= rest - 1) {
			uint64_t drop = rest & -rest;
			if (has_line(own | drop)) standing = WINS_NOW;
			else quiet |= drop;
		}
		if ((quiet | all) == cells && quiet && !(quiet & (quiet - 1))) { // the last cell
			standing |= DRAWS_NOW;
			quiet = 0;
		}
		uint64_t *first = next, base = all + bottom + (all ^ own);
		for (; quiet; quiet &= quiet - 1) *next++ = base + (quiet & -quiet);
		heads[i] = head(standing, next - first);
	}
	return next - successors;
}

EXPORT(canonical) int32_t canonical(uint64_t *keys, uint32_t n) {
	for (uint32_t i = 0; i < n; i++) keys[i] = least(keys[i]);
	return 0;
}

EXPORT(weights) int32_t weights(const uint64_t *keys, uint32_t n, uint32_t *out) {
	for (uint32_t i = 0; i < n; i++) out[i] = mirror(keys[i]) == keys[i] ? 1 : 2;
	return 0;
}

EXPORT(numbers) int32_t numbers(const uint64_t *keys, uint32_t n, uint16_t *out) {
	for (uint32_t i = 0; i < n; i++) out[i] = __builtin_popcountll(filled(keys[i]));
	return 0;
}
