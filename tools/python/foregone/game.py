"""What a game is: a class with three methods, and more where the game can do more."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Union

GOES_ON = 0  # or, without a successor, lost for the mover, who cannot move
LOST = 1  # finished: the player to move has lost
WON = 2  # finished: the player to move has won; not in the kind "byte"; of one player: a goal
DRAWN = 4  # finished: nobody has won
WINS_NOW = 8  # a move wins at once, and is not among the successors
DRAWS_NOW = 16  # a move ends the game drawn, likewise
LOSES_NOW = 32  # a move loses at once, likewise; not in the kind "byte"

PROTOCOL = 1


@dataclass(frozen=True)
class Int:
    """A parameter that is a whole number. The game has it as an attribute of this name."""

    name: str
    default: int
    min: int
    max: int
    help: str = ""


@dataclass(frozen=True)
class Bool:
    """A parameter that is true or false."""

    name: str
    default: bool = False
    help: str = ""


class Step(NamedTuple):
    """A move that a roll allows, in a game of chance."""

    to: int = 0  # the position it leads to, as the player who moves there sees it
    keeps: bool = False  # the same player moves next
    gain: int = 0  # the points that it earns, of the kind "expected"
    ending: int = GOES_ON  # WINS_NOW, DRAWS_NOW or LOSES_NOW: it ends the game, and leads to no position


class Game:
    """A game. A position is its key, a whole number from 0 to 2**64 - 1, one for each
    position, whose turn it is included where that matters, or with a placement a string. Every
    method must answer the same whenever it is asked the same, in every process."""

    name: str = ""  # a lower-case word; "": that of the class
    version: str = ""
    summary: str = ""  # one line
    rules: str = ""  # in words
    kind: str = "byte"  # how values are coded: "byte", "wide", "score", of one player "moves" or "moves16", or with dice "chance" or "expected"
    max_successors: int = 0  # an upper bound on the successors of a position, or on the moves of all its rolls
    # Declares the rolls of a game of chance: "sum" of their weights and "rolls", the most at a position; of the
    # kind "expected" also "bound". Such a game has the method rolls in place of successors.
    dice: Mapping[str, Any] | None = None
    # The declaration of the positions, as PROTOCOL.md describes it. Then a position is a string: a
    # character for each square, then one for each counter. The game is ranked, and needs successors alone.
    placement: Mapping[str, Any] | None = None
    # What pictures and the analyzer page show: see "Pictures" of PROTOCOL.md.
    depiction: Mapping[str, Any] | None = None
    params: Sequence[Union[Int, Bool]] = ()

    def setup(self) -> None:
        """Is called once, when the parameters are set. ValueError refuses them."""

    # The three methods of every game.

    def start(self) -> int:
        """Returns the position that the game starts from."""
        raise NotImplementedError("the game has no start")

    def ending(self, key: int) -> int:
        """Says how the game stands: GOES_ON, LOST, WON, DRAWN, or a sum of WINS_NOW and the like."""
        return GOES_ON

    def successors(self, key: int) -> Iterable[int]:
        """Returns the positions that the moves lead to. It is not called of finished ones."""
        raise NotImplementedError("the game has no moves")

    def rolls(self, key: int) -> Iterable[tuple[int, Iterable[Union[int, Step]]]]:
        """Returns the rolls at a position of a game of chance: the weight of each, and the moves that it allows.
        A number is a move to that position, where the opponent moves; other moves are a Step. A roll that allows
        no move has one that passes."""
        raise NotImplementedError("a game of chance says its rolls")

    # The others say more, where a game defines them.

    def twins(self, key: int) -> Iterable[int]:
        """Returns all positions that are the same by symmetry, the position itself included."""
        raise NotImplementedError

    def canonical(self, key: int) -> int:
        """Returns the twin that stands for all; to be defined where there is a faster way."""
        return min(self.twins(key))

    def weight(self, key: int) -> int:
        """Returns the number of twins, itself included; likewise."""
        return len(set(self.twins(key)))

    def layer(self, key: int) -> int:
        """Returns a number from 0 to 65535 such that every move leads to a greater one."""
        raise NotImplementedError

    def slice(self, key: int) -> int:
        """Returns a number from 0 to 65535 such that no move leads to a lower one."""
        raise NotImplementedError

    def score(self, key: int) -> int:
        """Returns the mover's margin in a finished position, of the kinds "score" and "expected"."""
        raise NotImplementedError("a game of scores says the score of finished positions")

    def text(self, key: int) -> str:
        """Writes a position in one line."""
        raise NotImplementedError

    def parse(self, text: str) -> int:
        """Reads a position. ValueError says that the text is none."""
        raise NotImplementedError

    def move(self, key: int, successor: int) -> str:
        """Writes the move from a position to one of its successors."""
        raise NotImplementedError

    def board(self, key: int) -> str:
        """Draws a position in lines of text."""
        raise NotImplementedError

    def size(self) -> int:
        """Returns the number of ranks, of games that reckon them."""
        raise NotImplementedError

    def rank(self, key: int) -> int | None:
        """Returns the rank of a position, from 0 on, or None where it has none."""
        raise NotImplementedError

    def unrank(self, rank: int) -> int:
        """Returns the position of a rank."""
        raise NotImplementedError


def has(game: type[Game], *methods: str) -> bool:
    """Says whether a game defines one of these methods itself."""
    return any(getattr(game, m) is not getattr(Game, m) for m in methods)


# What a game has to define for a part: one of each group.
PARTS: dict[str, tuple[tuple[str, ...], ...]] = {
    "canonical": (("twins", "canonical"), ("twins", "weight")),
    "layers": (("layer",),),
    "slices": (("slice",),),
    "text": (("text",), ("parse",)),
    "moves": (("move",),),
    "board": (("board",),),
    "rank": (("size",), ("rank",), ("unrank",)),
}


def describe(game: type[Game]) -> dict[str, Any]:
    """Returns the description of a game, as the protocol has it."""
    parts = []
    for part, groups in PARTS.items():
        defined = [has(game, *group) for group in groups]
        if all(defined):
            parts.append(part)
        elif any(defined):
            missing = " and ".join(" or ".join(g) for g, d in zip(groups, defined) if not d)
            raise TypeError(f"{game.__name__} has a part of {part} and lacks {missing}")
    if game.placement is not None and (parts or has(game, "start")):
        raise TypeError(f"{game.__name__} has a placement, which gives it {' and '.join(parts or ['its start'])}")
    if game.max_successors <= 0 and "moves" not in (game.placement or ()):
        raise TypeError(f"{game.__name__} must say max_successors, the greatest number of successors of a position")
    params: list[dict[str, Any]] = []
    for p in game.params:
        entry: dict[str, Any] = {"name": p.name, "default": int(p.default), "help": p.help}
        if isinstance(p, Bool):
            entry["type"] = "bool"
        else:
            entry.update(min=p.min, max=p.max)
        params.append(entry)
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", "-", game.__name__).lower()
    described = {
        "protocol": PROTOCOL,
        "name": game.name or words,
        "version": game.version,
        "summary": game.summary,
        "rules": game.rules,
        "kind": game.kind,
        "max_successors": game.max_successors,
        "params": params,
        "parts": parts,
    }
    if game.dice is not None:
        described["dice"] = game.dice
    if game.placement is not None:
        described["placement"] = game.placement
    if game.depiction is not None:
        described["depiction"] = game.depiction
    return described


def description(game: type[Game]) -> bytes:
    """Returns the description in JSON."""
    return json.dumps(describe(game), ensure_ascii=False, separators=(",", ":")).encode()


def make(game: type[Game], values: Sequence[int]) -> Game:
    """Makes the variant of a game with these values of the parameters."""
    made = game()
    for p, value in zip(game.params, values):
        setattr(made, p.name, bool(value) if isinstance(p, Bool) else value)
    made.setup()
    return made
