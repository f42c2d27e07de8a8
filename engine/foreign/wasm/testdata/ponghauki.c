// Pong Hau K'i, whose positions are declared: a byte for each of the five points. X is the mover.
#include "foregone.h"

enum { POINTS = 5 };

DESCRIBE("{\"protocol\":1,\"name\":\"pong-hau-ki\",\"version\":\"1.0\",\"max_successors\":4,\"placement\":{"
	"\"squares\":5,\"start\":\"XX.OO\",\"symmetries\":[[1,0,2,4,3]],"
	"\"groups\":[{\"name\":\"X\",\"min\":2,\"max\":2},{\"name\":\"O\",\"side\":1,\"min\":2,\"max\":2}]}}")

// lines has the points that a stone can go to, as bits, by the point that it stands on.
static const uint8_t lines[POINTS] = {0x0c, 0x14, 0x1b, 0x15, 0x0e};

EXPORT(expand) int32_t expand(const uint8_t *at, int32_t n, uint32_t *heads, uint8_t *successors) {
	int32_t total = 0;
	for (int32_t i = 0; i < n; i++, at += POINTS) {
		uint32_t count = 0;
		for (int from = 0; from < POINTS; from++)
			for (int to = 0; to < POINTS; to++) {
				if (at[from] != 'X' || at[to] != '.' || !(lines[from] >> to & 1)) continue;
				for (int point = 0; point < POINTS; point++) { // the next player is X
					uint8_t stone = point == to ? 'X' : point == from ? '.' : at[point];
					*successors++ = stone == 'X' ? 'O' : stone == 'O' ? 'X' : '.';
				}
				count++;
			}
		heads[i] = head(GOES_ON, count);
		total += count;
	}
	return total;
}
