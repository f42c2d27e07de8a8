"""Opens the folder of a database."""

from __future__ import annotations

import base64
import builtins
import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol, Union

from .game import DRAWS_NOW, LOSES_NOW, WINS_NOW, Bool, Game, describe, has, make
from .keys import Keys
from .load import load
from .source import find
from .table import Table
from .values import UNKNOWN, Value, before, decided, decode

Position = Union[int, str]  # a key, of a game in Python, or a text


@dataclass(frozen=True)
class Move:
    """A move, with what it is worth to the player who makes it."""

    text: str
    value: Value
    to: Position | None  # None: it ends the game, and there is no position to ask for
    index: int | None  # of the position that it leads to


class Rules(Protocol):
    """What says the moves of a database's game."""

    def start(self) -> Position: ...

    def find(self, position: Position) -> int | None: ...

    def text(self, position: Position) -> str: ...

    def moves(self, position: Position) -> list[Move]: ...


class Missing(Exception):
    """Something that a database needs for an answer is not here."""


class PythonRules:
    """The rules are a game in Python."""

    def __init__(self, game: Game, table: Table, keys: Keys) -> None:
        self.game, self.table, self.keys = game, table, keys
        own = type(game)
        self.symmetric, self.named, self.worded = has(own, "canonical", "twins"), has(own, "move"), has(own, "text")
        self.number = game.layer if has(own, "layer") else game.slice if has(own, "slice") else None

    def start(self) -> int:
        return self.game.start()

    def key(self, position: Position) -> int:
        if isinstance(position, int):
            return position
        if position[:1] == "#" and position[1:].isdigit():
            return self.keys.key(int(position[1:]))
        if position.startswith("0x"):
            return int(position, 16)
        return self.game.parse(position)

    def find(self, position: Position) -> int | None:
        key = self.key(position)
        if self.symmetric:
            key = self.game.canonical(key)
        return self.keys.index(key, self.number(key) if self.number else None)

    def text(self, position: Position) -> str:
        key = self.key(position)
        return self.game.text(key) if self.worded else hex(key)

    def moves(self, position: Position) -> list[Move]:
        key, kind = self.key(position), self.table.kind
        standing = self.game.ending(key)
        found = []
        for to in sorted(set(self.game.successors(key))) if not standing & 7 else ():
            index = self.find(to)
            value = UNKNOWN if index is None else before(kind, self.table[index])
            found.append(Move(self.game.move(key, to) if self.named else self.text(to), value, to, index))
        for bit, name in (WINS_NOW, "wins"), (DRAWS_NOW, "draws"), (LOSES_NOW, "loses"):
            if standing & bit:
                value = decode(kind, 0) if bit == DRAWS_NOW else decided(kind, "win" if bit == WINS_NOW else "loss", 1)
                found.append(Move(name, value, None, None))
        found.sort(key=lambda m: m.text.encode())
        return sorted(found, key=lambda m: m.value.order, reverse=True)


class CommandRules:
    """The rules are asked of the command foregone, a process for each question."""

    def __init__(self, command: str, folder: str) -> None:
        self.command, self.folder = command, folder

    def ask(self, what: str, position: Position) -> dict[str, Any]:
        text = f"#{position}" if isinstance(position, int) else position
        done = subprocess.run([self.command, what, "--json", "--db", self.folder, "--", text], capture_output=True, text=True)
        if done.returncode:
            raise Missing((done.stderr or done.stdout).strip())
        answer: dict[str, Any] = json.loads(done.stdout)
        return answer

    def start(self) -> str:
        done = subprocess.run([self.command, "stats", "--json", "--db", self.folder], capture_output=True, text=True)
        if done.returncode:
            raise Missing(done.stderr.strip())
        start = json.loads(done.stdout)["start"]
        if start is None:
            raise Missing("the game has no single start")
        return str(start["position"])

    def find(self, position: Position) -> int | None:
        index = self.ask("value", position)["index"]
        return None if index is None else int(index)

    def text(self, position: Position) -> str:
        return str(self.ask("value", position)["position"])

    def moves(self, position: Position) -> list[Move]:
        list = []
        for m in self.ask("moves", position)["moves"]:
            text, count = m["value"], m.get("moves")
            if count is not None or text == "unsolvable":
                value = Value("unsolvable" if count is None else "solvable", None, None, text, count)
                list.append(Move(m["move"], value, m.get("position"), m.get("index")))
                continue
            score = int(text) if text.lstrip("+-").isdigit() else None
            outcome = {"W": "win", "w": "win", "L": "loss", "l": "loss", "T": "draw", "d": "draw"}.get(text[0], "unknown")
            value = Value("score" if score is not None else outcome, m.get("plies"), score, text)
            list.append(Move(m["move"], value, m.get("position"), m.get("index")))
        return list


@dataclass(frozen=True)
class Line:
    """Best play: the winner hurries, the loser delays, and of equal moves it is the first."""

    moves: list[str]
    end: str  # for the player who moves first: "win", "loss", "draw" or "unknown"
    positions: list[Position]  # before each move


MOST_DRAWN = 200  # moves of a line without an end


class Database:
    """A finished database: a sequence of values by index, and by position where its rules are
    at hand. It may be used by several threads."""

    def __init__(self, table: Table, keys: Keys | None, rules: Rules | None) -> None:
        self.table, self.keys, self._rules = table, keys, rules
        self.game, self.kind, self.slices, self.sha256 = table.game, table.kind, table.slices, table.sha256
        self.counts, self.weighted = table.counts, table.weighted

    def __len__(self) -> int:
        return len(self.table)

    def __getitem__(self, index: int) -> Value:
        return self.table[index]

    def __iter__(self) -> Iterator[Value]:
        return iter(self.table)

    def array(self, first: int = 0, end: int | None = None) -> Any:
        """Returns the numbers of values, as kv/table/FORMAT.md has them, as an array of NumPy."""
        return self.table.array(first, end)

    @property
    def rules(self) -> Rules:
        if self._rules is None:
            raise Missing(f"{self.game} needs its rules for that: open it with game=, a game in Python, or with command=\"foregone\"")
        return self._rules

    def key(self, index: int) -> int:
        """Returns the key of the position at an index, of games that bring only their rules."""
        if self.keys is None:
            raise Missing(f"the database of {self.game} has no keys of its positions")
        return self.keys.key(index)

    def start(self) -> Position:
        """Returns the position that the game starts from."""
        return self.rules.start()

    def index(self, position: Position) -> int:
        """Returns the index of a position, or raises KeyError."""
        if isinstance(position, str) and position[:1] == "#" and position[1:].isdigit():
            return int(position[1:])
        index = self.rules.find(position)
        if index is None:
            raise KeyError(f"{position} is not in the database")
        return index

    def text(self, position: Position) -> str:
        """Writes a position."""
        return self.rules.text(position)

    def value(self, position: Position) -> Value:
        """Returns what a position is worth to the player to move."""
        return self.table[self.index(position)]

    def moves(self, position: Position) -> list[Move]:
        """Returns the moves of a position, best first, and equal ones in order of their texts."""
        return self.rules.moves(position)

    def line(self, position: Position) -> Line:
        """Returns best play from a position on. A drawn line ends with the move that leads back
        to a position of the line, or after 200 moves."""
        value = self.value(position)
        end = value.outcome
        if value.score is not None:
            end = "win" if value.score > 0 else "loss" if value.score else "draw"
        line, seen = Line([], end, []), {position}
        while (moves := self.moves(position)) and value.outcome != "unknown":
            line.moves.append(moves[0].text)
            line.positions.append(position)
            if moves[0].to is None:
                break
            position = moves[0].to
            if value.plies is None and (position in seen or len(line.moves) == MOST_DRAWN):
                break
            seen.add(position)
        return line

    def close(self) -> None:
        """Gives the files back."""
        self.table.close()
        if self.keys is not None:
            self.keys.close()

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def variant(game: type[Game], spec: str) -> Game:
    """Makes the variant of a game that the spec of a database names."""
    name, _, rest = spec.partition(":")
    own = str(describe(game)["name"])
    if name not in (own, own + ".py", own + ".wasm", own + ".exec"):
        raise ValueError(f"the database is of {name}, and the game is {own}")
    given = dict(part.split("=", 1) for part in rest.split(",") if part)
    values = []
    for p in game.params:
        text = given.get(p.name, str(int(p.default)))
        values.append(int(text == "true") if isinstance(p, Bool) else int(text))
    return make(game, values)


def open(folder: str, game: type[Game] | str | None = None, command: str | None = None) -> Database:
    """Opens a finished database: a folder, a table, a pack, or the URL of one of them. For answers by position it
    takes the rules: game is a game in Python with the same keys, or the path of the script or module that was solved; command
    is the command foregone, which is asked instead. Without them there are values by index, and keys."""
    folder = os.fspath(folder)
    found = find(folder, "table.foregone")
    if found is None:
        raise FileNotFoundError(f"{folder} holds no table, nor is it one or a pack")
    table = Table(*found)
    try:
        kept = find(folder, "keys.foregone")
        keys = None if kept is None else Keys(*kept)
        rules: Rules | None = None
        if isinstance(game, str) and not game.endswith(".py"):  # its rules do not run in Python
            check_module(game, table)
            command = command or shutil.which("foregone")
            if command is None:
                raise Missing(f"{game} is not a script: install the command foregone, which runs it, or name it with command=")
            game = None
        if game is not None:
            if keys is None:
                raise Missing(f"{folder} has no keys, by which a game in Python is looked up: open it with command=\"foregone\"")
            if isinstance(game, str):
                check_hash(game, table)
                game = load(game)
            rules = PythonRules(variant(game, table.game), table, keys)
        elif command is not None:
            rules = CommandRules(command, folder)
    except BaseException:
        table.close()
        raise
    return Database(table, keys, rules)


def check_module(path: str, table: Table) -> None:
    """Refuses a module that is not the one that was solved."""
    kept = table.files.get("module")
    with builtins.open(path, "rb") as file:
        if kept is not None and base64.b64decode(kept) != file.read():
            raise ValueError(f"{path} is not the module that was solved: it was changed since, or is another")


def check_hash(path: str, table: Table) -> None:
    """Refuses a script that is not the one that was solved."""
    with builtins.open(path, "rb") as file:
        hash = hashlib.sha256(file.read()).hexdigest()
    kept = json.loads(table.files.get("program", "{}"))
    if kept and kept["program"] != hash:
        raise ValueError(f"{path} is not the script that was solved: it was changed since, or is another")
