// Tic-tac-toe. Cells are numbered row by row from the top left. A key has a bit for each
// cell with an X, and nine bits above those for each with an O; X begins.
#include "foregone.h"

DESCRIBE("{\"protocol\":1,\"name\":\"tictactoe\",\"version\":\"1.0\","
	"\"summary\":\"three in a row\","
	"\"rules\":\"X and O take turns to fill a cell of the board of 3 by 3. Whoever first has three\\n"
	"of his own in a row, a column or a diagonal has won. A full board is drawn.\\n\\n"
	"A position is written cell by cell from the top left: X, O or . such as XO..X....\","
	"\"kind\":\"byte\",\"max_successors\":9,\"parts\":[\"text\",\"moves\",\"board\"]}")

enum { CELLS = 9, ALL = (1 << CELLS) - 1 };

static const uint32_t lines[] = { 0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124 };

EXPORT(start) uint64_t start(void) { return 0; }

// x_moves reports whether it is X's turn.
static int x_moves(uint32_t key) {
	return __builtin_popcount(key & ALL) == __builtin_popcount(key >> CELLS);
}

static int has_line(uint32_t marks) {
	for (uint32_t n = 0; n < sizeof lines / sizeof *lines; n++)
		if ((marks & lines[n]) == lines[n]) return 1;
	return 0;
}

// expand says of n keys how they stand, and where their moves lead.
EXPORT(expand) int32_t expand(const uint64_t *keys, uint32_t n, uint32_t *heads, uint64_t *successors) {
	uint64_t *next = successors;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t key = keys[i], x = key & ALL, o = key >> CELLS, shift = x_moves(key) ? 0 : CELLS;
		if (has_line(shift ? x : o)) {
			heads[i] = head(LOST, 0);
			continue;
		}
		if ((x | o) == ALL) {
			heads[i] = head(DRAWN, 0);
			continue;
		}
		uint64_t *first = next;
		for (uint32_t cell = 0; cell < CELLS; cell++)
			if (!((x | o) >> cell & 1)) *next++ = key | 1u << (cell + shift);
		heads[i] = head(GOES_ON, next - first);
	}
	return next - successors;
}

static char mark(uint32_t key, uint32_t cell) {
	return key >> cell & 1 ? 'X' : key >> (cell + CELLS) & 1 ? 'O' : '.';
}

// text writes a position and returns how many bytes it wrote.
EXPORT(text) int32_t text(uint64_t key, char *out, uint32_t size) {
	for (uint32_t cell = 0; cell < CELLS; cell++) out[cell] = mark(key, cell);
	return CELLS;
}

// parse reads a position, or returns 0 where the text is none.
EXPORT(parse) int32_t parse(const char *in, uint32_t size, uint64_t *key) {
	*key = 0;
	if (size != CELLS) return 0;
	for (uint32_t cell = 0; cell < CELLS; cell++) {
		if (in[cell] == 'X') *key |= 1u << cell;
		else if (in[cell] == 'O') *key |= 1u << (cell + CELLS);
		else if (in[cell] != '.') return 0;
	}
	int more = __builtin_popcount(*key & ALL) - __builtin_popcount(*key >> CELLS);
	return more == 0 || more == 1;
}

// move writes the cell that was filled: a column letter and a row digit.
EXPORT(move) int32_t move(uint64_t from, uint64_t to, char *out, uint32_t size) {
	uint32_t cell = __builtin_ctzll(from ^ to) % CELLS;
	out[0] = 'a' + cell % 3;
	out[1] = '3' - cell / 3;
	return 2;
}

// board draws a position, with the letters of the columns and the numbers of the rows.
EXPORT(board) int32_t board(uint64_t key, char *out, uint32_t size) {
	char *next = out;
	for (uint32_t cell = 0; cell < CELLS; cell++) {
		if (cell % 3 == 0) *next++ = '3' - cell / 3;
		*next++ = ' ';
		*next++ = mark(key, cell);
		if (cell % 3 == 2) *next++ = '\n';
	}
	for (const char *legend = "  a b c\n"; *legend;) *next++ = *legend++;
	return next - out;
}
