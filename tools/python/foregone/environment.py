"""A game to be played step by step, with the truth beside it."""

from __future__ import annotations

import random
from typing import Any

from .database import Database, Move, Position
from .values import Value


def result(value: Value) -> float:
    """Returns what an outcome counts: 1, 0 or -1, or the margin of a score."""
    if value.score is not None:
        return float(value.score)
    return {"win": 1.0, "loss": -1.0}.get(value.outcome, 0.0)


class Environment:
    """The two sides move in turn. As in gymnasium, reset returns an observation and what is known
    of it, and step takes an action and returns an observation, a reward, whether the game is over,
    whether it was broken off, and what is known. An observation is a position, seen by the player
    to move; an action is a move's text, or its place in info["moves"]. The reward is for the player
    who moved: 1 for a win and -1 for a loss at the end of the game, or the margin; else 0.

    What is known, exactly: "value" of the position and "moves" with the value of each, best first;
    "agent", 0 or 1, who is to move. After a step also "mistake": how much worse the outcome is than
    with the best move (2 of a win that became a loss), and "plies_lost" where it is no worse: by
    how many plies a win comes later, or a loss earlier."""

    def __init__(self, database: Database, most_plies: int = 1000) -> None:
        self.database, self.most_plies = database, most_plies
        self.position: Position | None = None
        self.moves: list[Move] = []
        self.agent = self.plies = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Position, dict[str, Any]]:
        """Begins a game: from options["position"], from a random stored position that has moves
        with options["random"], or from the start."""
        options = options or {}
        position: Position
        if options.get("random"):
            choose = random.Random(seed)
            while True:
                position = self.database.key(choose.randrange(len(self.database)))
                if self.database.moves(position):
                    break
        elif "position" in options:
            position = options["position"]
        else:
            position = self.database.start()
        self.agent = self.plies = 0
        return self._at(position), self._info()

    def _at(self, position: Position) -> Position:
        self.position, self.moves = position, self.database.moves(position)
        return position

    def _info(self) -> dict[str, Any]:
        position = self.position
        value = None if position is None else self.moves[0].value if self.moves else self.database.value(position)
        return {"value": value, "moves": self.moves, "agent": self.agent}

    def step(self, action: int | str) -> tuple[Position | None, float, bool, bool, dict[str, Any]]:
        """Makes a move."""
        if not self.moves:
            raise RuntimeError("the game is over: call reset")
        if isinstance(action, str):
            chosen = [m for m in self.moves if m.text == action]
            if not chosen:
                raise ValueError(f"{action!r} is not a move here: want one of {', '.join(m.text for m in self.moves)}")
            move = chosen[0]
        else:
            move = self.moves[action]
        best = self.moves[0].value
        told = {"mistake": result(best) - result(move.value), "plies_lost": 0}
        if best.outcome == move.value.outcome and best.plies is not None and move.value.plies is not None:
            told["plies_lost"] = abs(best.plies - move.value.plies)
        self.agent, self.plies = 1 - self.agent, self.plies + 1
        if move.to is None:
            self.position, self.moves = None, []
        else:
            self._at(move.to)
        over = not self.moves
        return self.position, result(move.value) if over else 0.0, over, not over and self.plies >= self.most_plies, {**self._info(), **told}
