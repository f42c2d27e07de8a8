// Dodgem with slices and symmetry. Keys are those of the example module: each player numbers
// the squares row by row from his side; the mover's cars are in bits 32 and above, the
// opponent's below, and bit 63 says that the second player is to move.
#include "foregone.h"

DESCRIBE("{\"protocol\":1,\"name\":\"dodgem\",\"version\":\"1.0\","
	"\"summary\":\"drive all your cars off the far side of the board\","
	"\"kind\":\"wide\",\"max_successors\":12,\"parts\":[\"canonical\",\"slices\"],"
	"\"params\":[{\"name\":\"cars\",\"default\":3,\"min\":1,\"max\":4,\"help\":\"of each player\"},"
	"{\"name\":\"size\",\"default\":4,\"min\":2,\"max\":5,\"help\":\"squares in a row\"}]}")

#define SECOND (1ull << 63)

static uint32_t size, cars;
static uint64_t squares, left, right;

EXPORT(open) int32_t open(const int64_t *params, uint32_t count) {
	cars = params[0];
	size = params[1];
	squares = (1ull << size * size) - 1;
	left = squares / ((1ull << size) - 1);
	right = left << (size - 1);
	return cars >= size;
}

EXPORT(start) uint64_t start(void) {
	return ((1ull << (cars + 1)) - 2) * ((1ull << 32) + 1);
}

// turned returns a player's squares as the other one numbers them.
static uint64_t turned(uint64_t set) {
	uint64_t other = 0;
	for (; set; set &= set - 1) {
		uint32_t at = __builtin_ctzll(set);
		other |= 1ull << (at % size * size + at / size);
	}
	return other;
}

EXPORT(expand) int32_t expand(const uint64_t *keys, uint32_t n, uint32_t *heads, uint64_t *successors) {
	uint64_t *to = successors;
	for (uint32_t i = 0; i < n; i++) {
		uint64_t own = keys[i] >> 32 & squares, other = keys[i] & squares, taken = own | turned(other);
		uint64_t next = other << 32 | (~keys[i] & SECOND), *first = to;
		int moves = 0, wins = 0;
		for (uint64_t rest = own; rest; rest &= rest - 1) {
			uint64_t car = rest & -rest;
			uint64_t targets = (car << size | (car & ~left) >> 1 | (car & ~right) << 1) & ~taken;
			for (; targets; targets &= targets - 1) {
				uint64_t after = ((own ^ car) | (targets & -targets)) & squares;
				moves = 1;
				if (after) *to++ = next | after;
				else wins = 1;
			}
		}
		heads[i] = head(!moves ? WON : wins ? WINS_NOW : GOES_ON, to - first);
	}
	return to - successors;
}

EXPORT(canonical) int32_t canonical(uint64_t *keys, uint32_t n) {
	for (uint32_t i = 0; i < n; i++) keys[i] &= ~SECOND;
	return 0;
}

EXPORT(weights) int32_t weights(const uint64_t *keys, uint32_t n, uint32_t *out) {
	for (uint32_t i = 0; i < n; i++) out[i] = 2;
	return 0;
}

EXPORT(numbers) int32_t numbers(const uint64_t *keys, uint32_t n, uint16_t *out) {
	for (uint32_t i = 0; i < n; i++) out[i] = 2 * cars - __builtin_popcountll(keys[i] & ~SECOND);
	return 0;
}
