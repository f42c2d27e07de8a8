"""Tic-tac-toe. Cells are numbered row by row from the top left. A key has a bit for each cell
with an X, and nine bits above those for each with an O; X begins."""

import foregone

CELLS, ALL = 9, 511
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
LINED = [any(marks & line == line for line in LINES) for marks in range(ALL + 1)]
EMPTY = [[1 << cell for cell in range(CELLS) if not marks >> cell & 1] for marks in range(ALL + 1)]
X_MOVES = [[x.bit_count() == o.bit_count() for o in range(ALL + 1)] for x in range(ALL + 1)]


class TicTacToe(foregone.Game):
    name = "tictactoe"
    version = "1.0"
    summary = "three in a row"
    rules = """X and O take turns to fill a cell of the board of 3 by 3. Whoever first has three
of his own in a row, a column or a diagonal has won. A full board is drawn.

A position is written cell by cell from the top left: X, O or . such as XO..X...."""
    max_successors = 9
    depiction = {
        "looks": {"X": {"shape": "man", "figure": "cross"}, "O": {"shape": "man", "figure": "ring", "second": True}},
        "players": [{"name": "X"}, {"name": "O"}],
        "goal": "Who first has three in a row, a column or a diagonal wins.",
    }

    def start(self) -> int:
        return 0

    def ending(self, key: int) -> int:
        x, o = key & ALL, key >> CELLS
        if LINED[o if X_MOVES[x][o] else x]:
            return foregone.LOST
        return foregone.DRAWN if x | o == ALL else foregone.GOES_ON

    def successors(self, key: int) -> list[int]:
        x, o = key & ALL, key >> CELLS
        shift = 0 if X_MOVES[x][o] else CELLS
        return [key | bit << shift for bit in EMPTY[x | o]]

    # What follows makes the game one to read, play and click on; a game does without.

    def marks(self, key: int) -> str:
        return "".join("X" if key >> n & 1 else "O" if key >> n + CELLS & 1 else "." for n in range(CELLS))

    def text(self, key: int) -> str:
        return self.marks(key)

    def parse(self, text: str) -> int:
        if len(text) != CELLS or text.strip("XO."):
            raise ValueError("want nine of X, O and .")
        x = sum(1 << n for n in range(CELLS) if text[n] == "X")
        o = sum(1 << n for n in range(CELLS) if text[n] == "O")
        if text.count("X") - text.count("O") not in (0, 1):
            raise ValueError("X begins, so that X has as many as O or one more")
        return x | o << CELLS

    def move(self, key: int, successor: int) -> str:
        cell = (key ^ successor).bit_length() - 1
        return "abc"[cell % 3] + "321"[cell % CELLS // 3]

    def board(self, key: int) -> str:
        marks = self.marks(key)
        rows = [f"{3 - row} " + " ".join(marks[3 * row : 3 * row + 3]) for row in range(3)]
        return "\n".join(rows + ["  a b c", ""])
