"""Values of positions, as tables have them."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True)
class Value:
    """What a position is worth to the player to move."""

    outcome: str  # "win", "loss", "draw", "score", "solvable", "unsolvable", "chance", "expected" or "unknown"
    plies: int | None  # turns of both players until the end, of wins and losses
    score: float | None  # the mover's margin, in games of scores; what he expects, in games of expected scores
    text: str  # such as "W3", "win-7", "T", "+2", "11", "51.54%"
    moves: int | None = None  # the least number to a goal, in games of one player
    win: float | None = None  # the probability that the mover wins, in games of chance

    def __str__(self) -> str:
        return self.text

    @property
    def order(self) -> tuple[int, float]:
        """Sorts values: the greater, the better for the mover, who hurries to win and delays a loss."""
        if self.score is not None:
            return 0, self.score
        if self.win is not None:
            return 0, self.win
        if self.outcome in ("win", "solvable"):
            return 1, -(self.plies or self.moves or 0)
        if self.outcome == "loss":
            return -1, self.plies or 0
        return (0, 0) if self.outcome in ("draw", "unsolvable") else (-2, 0)


UNKNOWN = Value("unknown", None, None, "unknown")


# FORMS has the forms of the values of games of chance, as module struct names them.
FORMS = {"chance": "d", "chance32": "f", "chance16": "H", "expected": "d", "expected32": "f", "expected16": "e"}


def uncertain(kind: str, x: float) -> Value:
    """Makes a value of a game of chance: of a probability or an expected score."""
    if kind.startswith("chance"):
        return Value("chance", None, None, f"{100 * x:.2f}%", win=x)
    return Value("expected", None, x, f"{x:.4f}")


@lru_cache(maxsize=None)
def decode(kind: str, code: int, partial: bool = False) -> Value:
    """Makes a value of the number that a table has for it; partial says that the table is
    solved up to some phase only."""
    if kind.startswith(("chance", "expected")):
        form = "<" + FORMS[kind]
        x = struct.unpack(form, code.to_bytes(struct.calcsize(form), "little"))[0]
        return uncertain(kind, x / 65535 if kind == "chance16" else x)
    if kind == "score":
        score = code - 256 if code > 127 else code
        return Value("score", None, score, f"{score:+d}" if score else "0")
    if kind in ("moves", "moves16"):
        if code == 0:
            return UNKNOWN if partial else Value("unsolvable", None, None, "unsolvable")
        return Value("solvable", None, None, str(code - 1), code - 1)
    if code == 0:
        return UNKNOWN if partial else Value("draw", None, None, "T" if kind == "byte" else "draw")
    won = code % 2 == 0
    if kind == "byte":
        plies = code - 1
        return Value("win" if won else "loss", plies, None, f"{'W' if won else 'L'}{code // 2}")
    plies = code // 2 - 1 if won else code // 2
    return Value("win" if won else "loss", plies, None, f"{'win' if won else 'loss'}-{plies}")


def decided(kind: str, outcome: str, plies: int) -> Value:
    """Makes the value of a win or a loss in that many plies."""
    if kind in ("byte", "moves", "moves16"):
        return decode(kind, plies + 1)
    return decode(kind, 2 * plies + (2 if outcome == "win" else 1))


def before(kind: str, after: Value) -> Value:
    """Returns what a move is worth to the player who makes it, by what it leads to."""
    if after.win is not None:
        return uncertain(kind, 1 - after.win)
    if kind.startswith("expected"):
        return uncertain(kind, -(after.score or 0.0))
    if after.score is not None:
        return decode(kind, -after.score & 255) if after.score > -128 else UNKNOWN
    if after.moves is not None:
        return decided(kind, "win", after.moves + 1)
    if after.plies is None:
        return after
    return decided(kind, "loss" if after.outcome == "win" else "win", after.plies + 1)
