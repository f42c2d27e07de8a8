"""Quixo on a board of 3 or 4 cubes a side, with symmetry and slices. A key has the mover's marks
in bits 16 to 31 and the opponent's in bits 0 to 15, cells numbered row by row from the top left."""

from collections.abc import Callable
from functools import lru_cache

import foregone

HALF, LOWER = 16, 0xFFFF
BOTH = 1 << HALF | 1  # times cells: the same in both halves


class Quixo(foregone.Game):
    name = "quixo"
    version = "1.0"
    summary = "take a cube from the border, push it in with your mark, make a line"
    kind = "wide"
    max_successors = 36
    params = [foregone.Int("size", 3, 3, 4, "cubes in a row")]
    size: int

    def setup(self) -> None:
        n = self.size
        cells = [(row, column) for row in range(n) for column in range(n)]
        lines = [[(k, m) for m in range(n)] for k in range(n)] + [[(m, k) for m in range(n)] for k in range(n)]
        lines += [[(m, m) for m in range(n)], [(m, n - 1 - m) for m in range(n)]]
        self.lines = [sum(1 << row * n + column for row, column in line) for line in lines]
        # A push takes a cube, which is the first cell of a way; what is on each of the others
        # moves to the one before, and the last has the mark then. Both players' marks move.
        self.pushes: list[tuple[int, tuple[int, int, int, int]]] = []
        for row, column in cells:
            if 0 < row < n - 1 and 0 < column < n - 1:
                continue
            for step_row, step_column in (0, 1), (0, -1), (1, 0), (-1, 0):
                r, c = row + step_row, column + step_column
                cube, way = 1 << row * n + column, 0
                while 0 <= r < n and 0 <= c < n:
                    mark = 1 << r * n + c
                    way |= mark
                    r, c = r + step_row, c + step_column
                if way:
                    rest = ~((cube | way) * BOTH)
                    self.pushes.append((cube, (rest, way * BOTH, n - step_row * n - step_column, mark)))
        self.legal = lru_cache(None)(lambda other: [push for cube, push in self.pushes if not other & cube])
        turns = (
            lambda r, c: (r, c),
            lambda r, c: (r, n - 1 - c),
        )
        self.symmetries = []
        for flip in turns:
            for quarter in range(4):
                image = []
                for r, c in cells:
                    r, c = flip(r, c)
                    for _ in range(quarter):
                        r, c = c, n - 1 - r
                    image.append(r * n + c)
                self.symmetries.append(image)
        self.image = [lru_cache(None)(lambda s, i=image: sum(1 << i[b] for b in range(n * n) if s >> b & 1)) for image in self.symmetries]
        self.form = lru_cache(None)(self.least)
        self.has_line = lru_cache(None)(lambda s: any(s & line == line for line in self.lines))

    def least(self, own: int) -> tuple[int, list[Callable[[int], int]]]:
        """Returns the least image of the mover's marks, in their half, and the symmetries that make it."""
        least = min(image(own) for image in self.image)
        return least << HALF, [image for image in self.image if image(own) == least]

    def start(self) -> int:
        return 0

    def ending(self, key: int) -> int:
        if self.has_line(key >> HALF):
            return foregone.WON
        return foregone.LOST if self.has_line(key & LOWER) else foregone.GOES_ON

    def successors(self, key: int) -> list[int]:
        n, exchanged = self.size, (key & LOWER) << HALF | key >> HALF
        return [exchanged & rest | (exchanged & way) << up >> n | mark for rest, way, up, mark in self.legal(key & LOWER)]

    def twins(self, key: int) -> list[int]:
        own, other = key >> HALF, key & LOWER
        return [image(own) << HALF | image(other) for image in self.image]

    def canonical(self, key: int) -> int:
        least, images = self.form(key >> HALF)
        other = key & LOWER
        return least | (images[0](other) if len(images) == 1 else min(image(other) for image in images))

    def slice(self, key: int) -> int:
        own, other = (key >> HALF).bit_count(), (key & LOWER).bit_count()
        return own + other << 5 | max(own, other)
