"""Tapatan, whose positions are declared: foregone numbers them, swaps the sides after every turn,
stores twins once and ends play. The class knows the moves alone, those of X: he is always the mover."""

import foregone

CELLS, MEN = 9, 3
LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
NEXT = [{b for line in LINES for a in line for b in line if a == c and abs(line.index(a) - line.index(b)) == 1} for c in range(CELLS)]
SWAP = str.maketrans("XO", "OX")


class Tapatan(foregone.Game):
    version = "1.0"
    summary = "three in a row, with three men each"
    rules = """The players put their three men on the nine points of the board in turn. Then each turn
moves a man along a line to the next point, if it is empty. Three men in a line win. Who cannot move
has lost."""
    max_successors = 15
    placement = {
        "squares": CELLS, "width": 3, "start": ".........",
        "groups": [{"name": "X", "max": MEN}, {"name": "O", "side": 1, "max": MEN}],
        "bounds": [{"sum": {"O": 1, "X": -1}, "min": 0, "max": 1}],  # the players put in turn
        "changes": [{"X": 1}, {}],  # a man is put, or none
        "symmetries": [[2, 1, 0, 5, 4, 3, 8, 7, 6], [0, 3, 6, 1, 4, 7, 2, 5, 8]],
        "ends": [{"group": "O", "patterns": LINES}, {"group": "X", "patterns": LINES, "result": "won"}],
    }  # fmt: skip

    def successors(self, position: str) -> list[str]:
        theirs = position.translate(SWAP)
        if position.count("X") < MEN:
            return [theirs[:c] + "O" + theirs[c + 1 :] for c in range(CELLS) if position[c] == "."]
        found = []
        for cell in range(CELLS):
            if position[cell] == "X":
                rest = theirs[:cell] + "." + theirs[cell + 1 :]
                found += [rest[:c] + "O" + rest[c + 1 :] for c in NEXT[cell] if position[c] == "."]
        return found
