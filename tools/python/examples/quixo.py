"""Quixo on a board of 3 or 4 cubes a side, with symmetry and slices. A key has the mover's marks
in bits 16 to 31 and the opponent's in bits 0 to 15, cells numbered row by row from the top left."""

from functools import lru_cache

import foregone

HALF, LOWER = 16, 0xFFFF


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
        # A push takes the cells of a way, in order, and moves what is on each to the one before.
        self.pushes: list[tuple[int, list[int]]] = []
        for row, column in cells:
            if 0 < row < n - 1 and 0 < column < n - 1:
                continue
            for step_row, step_column in (0, 1), (0, -1), (1, 0), (-1, 0):
                way = [(row, column)]
                while True:
                    r, c = way[-1][0] + step_row, way[-1][1] + step_column
                    if not (0 <= r < n and 0 <= c < n):
                        break
                    way.append((r, c))
                if len(way) > 1:
                    self.pushes.append((1 << row * n + column, [r * n + c for r, c in way]))
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
        self.has_line = lru_cache(None)(lambda s: any(s & line == line for line in self.lines))

    def start(self) -> int:
        return 0

    def ending(self, key: int) -> int:
        if self.has_line(key >> HALF):
            return foregone.WON
        return foregone.LOST if self.has_line(key & LOWER) else foregone.GOES_ON

    def successors(self, key: int) -> list[int]:
        own, other = key >> HALF, key & LOWER
        found = []
        for cell, way in self.pushes:
            if other & cell:
                continue
            mine, theirs = own, other
            for to, source in zip(way, way[1:]):
                mine = mine & ~(1 << to) | (mine >> source & 1) << to
                theirs = theirs & ~(1 << to) | (theirs >> source & 1) << to
            last = 1 << way[-1]
            found.append((theirs & ~last) << HALF | mine | last)
        return found

    def twins(self, key: int) -> list[int]:
        own, other = key >> HALF, key & LOWER
        return [image(own) << HALF | image(other) for image in self.image]

    def slice(self, key: int) -> int:
        own, other = (key >> HALF).bit_count(), (key & LOWER).bit_count()
        return own + other << 5 | max(own, other)
