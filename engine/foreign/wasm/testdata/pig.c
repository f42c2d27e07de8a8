// Pig: roll a die again and again, or hold what the turn has brought. A key has ten bits each for the score of the
// player who rolls, the opponent's, and the points of the turn.
#include "foregone.h"

DESCRIBE("{\"protocol\":1,\"name\":\"pig\",\"kind\":\"chance\",\"max_successors\":11,"
	"\"dice\":{\"sum\":6,\"rolls\":6,\"names\":[\"1\",\"2\",\"3\",\"4\",\"5\",\"6\"]},"
	"\"params\":[{\"name\":\"goal\",\"default\":20,\"min\":2,\"max\":300}]}")

static uint32_t goal = 20;

EXPORT(open) int32_t game_open(const int64_t *values, uint32_t count) {
	if (count > 0) goal = (uint32_t)values[0];
	return 0;
}

EXPORT(start) uint64_t game_start(void) { return 0; }

static uint64_t position(uint32_t own, uint32_t other, uint32_t turn) { return own | other << 10 | (uint64_t)turn << 20; }

EXPORT(expand) int32_t expand(const uint64_t *keys, uint32_t n, uint32_t *heads, uint64_t *words) {
	uint64_t *to = words;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t own = keys[i] & 1023, other = keys[i] >> 10 & 1023, turn = (uint32_t)(keys[i] >> 20);
		uint64_t *from = to;
		*to++ = roll(1, 1);
		*to++ = does(0, 0, 0);
		*to++ = position(other, own, 0);
		for (uint32_t number = 2; number <= 6; number++) {
			uint32_t points = turn + number;
			if (own + points >= goal) {
				*to++ = roll(1, 1);
				*to++ = does(0, 0, WINS_NOW);
				*to++ = 0;
				continue;
			}
			*to++ = roll(1, 2);
			*to++ = does(0, 1, 0);
			*to++ = position(own, other, points);
			*to++ = does(0, 0, 0);
			*to++ = position(other, own + points, 0);
		}
		heads[i] = head(GOES_ON, (uint32_t)(to - from));
	}
	return (int32_t)(to - words);
}
