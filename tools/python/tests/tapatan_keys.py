"""Tapatan by keys: examples/tapatan.py without a placement. A key has a bit for each point with a man
of the mover, and nine bits above those for each with one of the other."""

import foregone

CELLS, MEN, ALL = 9, 3, 511
LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
MASKS = [sum(1 << c for c in line) for line in LINES]
LINED = [any(men & mask == mask for mask in MASKS) for men in range(ALL + 1)]
NEXT = [{b for line in LINES for a in line for b in line if a == c and abs(line.index(a) - line.index(b)) == 1} for c in range(CELLS)]
TURN, MIRROR = [2, 5, 8, 1, 4, 7, 0, 3, 6], [2, 1, 0, 5, 4, 3, 8, 7, 6]
SYMMETRIES = [list(range(CELLS))]
for _ in range(3):
    SYMMETRIES.append([TURN[c] for c in SYMMETRIES[-1]])
SYMMETRIES += [[MIRROR[c] for c in s] for s in SYMMETRIES]
IMAGES = [[sum(1 << s[c] for c in range(CELLS) if men >> c & 1) for men in range(ALL + 1)] for s in SYMMETRIES]


class TapatanKeys(foregone.Game):
    max_successors = 15

    def start(self) -> int:
        return 0

    def ending(self, key: int) -> int:
        return foregone.LOST if LINED[key >> CELLS] else foregone.GOES_ON

    def successors(self, key: int) -> list[int]:
        own, other = key & ALL, key >> CELLS
        empty = [c for c in range(CELLS) if not (own | other) >> c & 1]
        if own.bit_count() < MEN:
            return [other | (own | 1 << c) << CELLS for c in empty]
        return [other | (own ^ 1 << m ^ 1 << c) << CELLS for m in range(CELLS) if own >> m & 1 for c in NEXT[m] if c in empty]

    def twins(self, key: int) -> list[int]:
        own, other = key & ALL, key >> CELLS
        return [image[own] | image[other] << CELLS for image in IMAGES]

    def slice(self, key: int) -> int:
        return key.bit_count()

    def text(self, key: int) -> str:
        return "".join("X" if key >> c & 1 else "O" if key >> c + CELLS & 1 else "." for c in range(CELLS))

    def parse(self, text: str) -> int:
        return sum(1 << c for c in range(CELLS) if text[c] == "X") | sum(1 << c + CELLS for c in range(CELLS) if text[c] == "O")
