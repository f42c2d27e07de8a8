"""Places of indices in tables that have an order of their own, for web servers. engine/pushfight/order.go
describes the one order there is so far."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from functools import cache
from itertools import combinations
from math import factorial
from typing import Callable, NamedTuple

FULL = "  .....\n........\n........\n .....\n"


@cache
def strings(squares: int, pieces: tuple[int, ...]) -> int:
    """Returns the number of strings with these numbers of pieces."""
    if min(pieces) < 0 or sum(pieces) > squares:
        return 0
    n = factorial(squares) // factorial(squares - sum(pieces))
    for count in pieces:
        n //= factorial(count)
    return n


class Block(NamedTuple):
    """A run of indices with the same anchor and the same pieces on its neighbours."""

    first: int
    size: int
    anchor: int  # its square, which is its number
    free: int  # squares, as bits
    pieces: tuple[int, ...]  # on the free squares: o, O, x, X
    movers: int  # the mover's on the neighbours
    pushers: int


class OwnPieces:
    """The order own-pieces-1 of Push Fight: by the mover's pieces, and these by index."""

    def __init__(self, game: str, files: Mapping[str, str]) -> None:
        spec = dict(part.split("=") for part in game.partition(":")[2].split(","))
        self.movers, self.pushers = int(spec["movers"]), int(spec["pushers"])
        rows = files.get("board", FULL).strip("\n").split("\n")
        self.cells = [(y, x) for y, row in enumerate(rows) for x, c in enumerate(row) if c == "."]
        self.number = {cell: n for n, cell in enumerate(self.cells)}
        n = len(self.cells)
        turned = [(len(rows) - 1 - y, max(map(len, rows)) - 1 - x) for y, x in reversed(self.cells)]
        self.symmetric = n % 2 == 0 and turned == self.cells
        self.blocks: list[Block] = []
        self.near: list[int] = []  # by anchor: its neighbours
        self.anchors = range(n // 2 if self.symmetric else n)  # their squares
        for square in self.anchors:
            self._add_anchor(square)
        self.first: dict[tuple[int, int], int] = {}
        place = 0
        sets = [sorted(sum(1 << s for s in c) for c in combinations(range(n), k)) for k in (self.movers, self.pushers)]
        for m in sets[0]:
            for p in sets[1]:
                if m & p or (m, p) in self.first:
                    continue
                twins = [(m, p)]
                if self.symmetric:
                    twins.append((int(f"{m:0{n}b}"[::-1], 2), int(f"{p:0{n}b}"[::-1], 2)))
                for own in twins:
                    if own not in self.first:
                        self.first[own] = place
                        place += sum(self._sizes(a, *own)[1] for a in self.anchors if not (own[0] | own[1]) >> a & 1)

    def _add_anchor(self, square: int) -> None:
        y, x = self.cells[square]
        left, right, up, down = (self.number.get(c) for c in ((y, x - 1), (y, x + 1), (y - 1, x), (y + 1, x)))
        self.near.append(sum(1 << s for s in (left, right, up, down) if s is not None))
        sides, ends = left is not None and right is not None, up is not None and down is not None
        for a in range(5) if sides else ():
            for b in range(5):
                if (a == 0) != (b == 0):
                    self._add(square, {left, right}, (left, a), (right, b))
        for i in range(625) if ends else ():
            t, a, b, d = i // 125, i // 25 % 5, i // 5 % 5, i % 5
            if (t == 0) != (d == 0) and not (sides and (a == 0) != (b == 0)):
                self._add(square, {left, right, up, down}, (up, t), (left, a), (right, b), (down, d))

    def _add(self, square: int, decided: set[int | None], *beside: tuple[int | None, int]) -> None:
        if any(symbol and at is None for at, symbol in beside):
            return
        symbols = [symbol for _, symbol in beside]
        start = (self.movers, self.pushers, self.movers, self.pushers - 1)
        pieces = tuple(n - symbols.count(symbol + 1) for symbol, n in enumerate(start))
        fixed = sum(1 << at for at in decided | {square} if at is not None)
        free = (1 << len(self.cells)) - 1 & ~fixed
        if size := strings(free.bit_count(), pieces):
            first = self.blocks[-1].first + self.blocks[-1].size if self.blocks else 0
            own = [sum(1 << at for at, s in beside if s == symbol and at is not None) for symbol in (1, 2)]
            self.blocks.append(Block(first, size, square, free, pieces, own[0], own[1]))

    def _sizes(self, anchor: int, movers: int, pushers: int) -> tuple[dict[int, int], int]:
        """Returns how many positions of the mover's pieces are in earlier blocks of an anchor, by block, and in all."""
        near = self.near[anchor]
        return self._near(anchor, movers & near, pushers & near)

    @cache
    def _near(self, anchor: int, movers: int, pushers: int) -> tuple[dict[int, int], int]:
        before, total = {}, 0
        for n, b in enumerate(self.blocks):
            if b.anchor == anchor and movers & ~b.free == b.movers and pushers & ~b.free == b.pushers:
                before[n] = total
                total += strings(b.free.bit_count() - b.pieces[0] - b.pieces[1], b.pieces[2:])
        return before, total

    def __call__(self, index: int) -> int:
        """Returns the place of an index."""
        n = bisect_right(self.blocks, index, key=lambda b: b.first) - 1
        b = self.blocks[n]
        rank, left, own, theirs = index - b.first, list(b.pieces), [b.movers, b.pushers], []
        squares = [s for s in range(len(self.cells)) if b.free >> s & 1]
        for after, s in zip(reversed(range(len(squares))), squares):
            if rank < (lower := strings(after, tuple(left))):
                continue
            for symbol in range(4):
                rank -= lower
                left[symbol] -= 1
                if rank < (lower := strings(after, tuple(left))):
                    break
                left[symbol] += 1
            if symbol < 2:
                own[symbol] |= 1 << s
            else:
                theirs.append((s, symbol - 2))
        m, p = own
        place = self.first[m, p] + self._sizes(b.anchor, m, p)[0][n]
        place += sum(self._sizes(a, m, p)[1] for a in range(b.anchor) if not (m | p) >> a & 1)
        rest, free = list(b.pieces[2:]), b.free & ~(m | p)
        for s, symbol in theirs:
            after = (free >> s + 1).bit_count()
            place += strings(after, tuple(rest))
            if symbol:
                place += strings(after, (rest[0] - 1, rest[1]))
            rest[symbol] -= 1
        return place


ORDERS: dict[str, Callable[[str, Mapping[str, str]], Callable[[int], int]]] = {"own-pieces-1": OwnPieces}
