"""Dao. A key has the mover's men in bits 16 to 31 and the opponent's in bits 0 to 15, squares
numbered row by row from the top left."""

from itertools import combinations

import foregone

CELLS, LOWER = 16, 0xFFFF
STEPS = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if row or column]


def bits(squares: list[tuple[int, int]]) -> int:
    return sum(1 << row * 4 + column for row, column in squares)


LINES = [bits([(k, m) for m in range(4)]) for k in range(4)] + [bits([(m, k) for m in range(4)]) for k in range(4)]
BLOCKS = [bits([(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]) for r in range(3) for c in range(3)]
CORNERS = bits([(0, 0), (0, 3), (3, 0), (3, 3)])
WINS = {*LINES, *BLOCKS, CORNERS}
TRAPS = [
    (bits([(r, c)]), bits([(abs(r - 1), c), (r, abs(c - 1)), (abs(r - 1), abs(c - 1))])) for r, c in ((0, 0), (0, 3), (3, 0), (3, 3))
]
RAYS = [
    [[(r + k * dr) * 4 + c + k * dc for k in range(1, 4) if 0 <= r + k * dr < 4 and 0 <= c + k * dc < 4] for dr, dc in STEPS]
    for r in range(4)
    for c in range(4)
]
FLIPS = (lambda r, c: (r, c), lambda r, c: (r, 3 - c))
IMAGES = []
for flip in FLIPS:
    for quarter in range(4):
        image = []
        for r, c in [(r, c) for r in range(4) for c in range(4)]:
            r, c = flip(r, c)
            for _ in range(quarter):
                r, c = c, 3 - r
            image.append(r * 4 + c)
        images = [0]  # by sets of squares
        for square in image:
            images += [s | 1 << square for s in images]
        IMAGES.append(images)
# By the mover's men, the upper half of a key: the least of their images, and the symmetries that lead to it.
LEAST = {}
for men in combinations(range(CELLS), 4):
    own = sum(1 << square for square in men)
    least = min(image[own] for image in IMAGES)
    LEAST[own] = least << CELLS, [image for image in IMAGES if image[own] == least]


class Dao(foregone.Game):
    version = "1.0"
    summary = "four men each, which slide until something stops them"
    rules = """Each player has four men on a board of 4 by 4, at first on the long diagonals. A turn slides
one of the own men in one of the eight directions as far as the next man or the border lets it. Four
men in a row, a column, a square of 2 by 2 or in the corners win. Whose man is shut into a corner by
three of the opponent's men wins, too.

A position is written square by square from the top left: X for the men of the player to move, O
for the others. A move is two squares, such as a4-a2."""
    kind = "wide"  # a turn can end in a position that is won for the player to move
    max_successors = 32

    def start(self) -> int:
        return 0x8421 << CELLS | 0x1248

    def ending(self, key: int) -> int:
        own, other = key >> CELLS, key & LOWER
        if other in WINS:
            return foregone.LOST
        shut = any(own & corner and other & around == around for corner, around in TRAPS)
        return foregone.WON if shut else foregone.GOES_ON

    def successors(self, key: int) -> list[int]:
        own, other = key >> CELLS, key & LOWER
        taken, found = own | other, []
        for cell in range(CELLS):
            if own >> cell & 1:
                for ray in RAYS[cell]:
                    to = cell
                    for square in ray:
                        if taken >> square & 1:
                            break
                        to = square
                    if to != cell:
                        found.append(other << CELLS | own ^ 1 << cell ^ 1 << to)
        return found

    def twins(self, key: int) -> list[int]:
        own, other = key >> CELLS, key & LOWER
        return [image[own] << CELLS | image[other] for image in IMAGES]

    def canonical(self, key: int) -> int:  # the least of the twins, faster: one or two symmetries in place of eight
        least, images = LEAST[key >> CELLS]
        return least | min([image[key & LOWER] for image in images])

    def text(self, key: int) -> str:
        return "".join("X" if key >> CELLS + n & 1 else "O" if key >> n & 1 else "." for n in range(CELLS))

    def parse(self, text: str) -> int:
        if len(text) != CELLS or text.count("X") != 4 or text.count("O") != 4 or text.count(".") != 8:
            raise ValueError("want sixteen of X, O and ., four of them X and four O")
        return sum(1 << n << CELLS * (text[n] == "X") for n in range(CELLS) if text[n] != ".")

    def move(self, key: int, successor: int) -> str:
        own, after = key >> CELLS, successor & LOWER
        return "-".join("abcd"[n % 4] + "4321"[n // 4] for n in ((own & ~after).bit_length() - 1, (after & ~own).bit_length() - 1))
