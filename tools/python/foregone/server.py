"""Answers questions about a game in frames: the host's side is in engine/foreign/PROTOCOL.md."""

from __future__ import annotations

import os
import struct
import sys
import traceback
from array import array
from collections.abc import Callable, Iterable
from itertools import islice
from typing import IO, Any, BinaryIO

from .game import Game, Step, description, make
from .placement import width

GREETING = b"foregone"
HEAD = struct.Struct("<II")
ANSWERED, REFUSED, FAILED = range(3)
OPEN, EXPAND, EXPAND_CANONICAL, CANONICAL, WEIGHTS, NUMBERS, RANK, UNRANK, TEXT, PARSE, MOVE, BOARD = range(1, 13)
NO_RANK = 2**64 - 1


class Refused(Exception):
    """Input that the game does not take."""


def little(numbers: array) -> bytes:
    """Returns numbers as they are in frames."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def keys_of(content: bytes) -> array:
    """Returns the keys in a frame."""
    keys = array("Q", content)
    if sys.byteorder == "big":
        keys.byteswap()
    return keys


def where(game: type[Game], error: BaseException) -> str:
    """Says what an exception is, and where in the game it came from."""
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    file = sys.modules[game.__module__].__file__
    lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == file]
    if lines and file:
        text += f" (line {lines[-1]} of {os.path.basename(file)})"
    return text


class Server:
    """Answers about one variant of a game."""

    def __init__(self, game: type[Game]) -> None:
        self.type = game
        self.game: Game = Game()
        self.most = game.max_successors
        if game.dice is not None:
            self.most = game.dice["rolls"] + 2 * self.most  # words
        layers = game.layer is not Game.layer
        self.questions: dict[int, Callable[[bytes], bytes]] = {
            OPEN: self.open,
            EXPAND: lambda content: self.expand(content, self.game.successors if game.dice is None else self.words),
            EXPAND_CANONICAL: lambda content: self.expand(content, self.canonical_successors),
            CANONICAL: lambda content: self.each(content, self.game.canonical),
            WEIGHTS: lambda content: self.each(content, self.game.weight),
            NUMBERS: lambda content: self.each(content, self.game.layer if layers else self.game.slice),
            RANK: lambda content: self.each(content, self.rank),
            UNRANK: lambda content: self.each(content, self.game.unrank),
            TEXT: lambda content: self.game.text(keys_of(content)[0]).encode(),
            PARSE: self.parse,
            MOVE: lambda content: self.game.move(*keys_of(content)).encode(),
            BOARD: lambda content: self.game.board(keys_of(content)[0]).encode(),
        }
        self.width = width(game.placement) if game.placement is not None else 0  # 0: positions are keys
        self.key: Any = None  # that an answer is about

    def open(self, content: bytes) -> bytes:
        values = array("q", content)
        if sys.byteorder == "big":
            values.byteswap()
        try:
            self.game = make(self.type, values)
        except ValueError as e:
            raise Refused(str(e)) from None
        size = self.game.size() if self.type.size is not Game.size else 0
        return little(array("Q", (0 if self.width else self.game.start(), size)))

    def canonical_successors(self, key: int) -> Iterable[int]:
        return map(self.game.canonical, self.game.successors(key))

    def words(self, key: int) -> Iterable[int]:
        """Returns the rolls at a position as frames have them: a word for each, and two for each move."""
        for weight, moves in self.game.rolls(key):
            steps = [m if isinstance(m, Step) else Step(m) for m in moves]
            yield weight | len(steps) << 32
            for to, keeps, gain, ending in steps:
                yield gain & 0xFFFFFFFF | ending << 32 | keeps << 40
                yield to

    def expand(self, content: bytes, successors: Callable[[Any], Iterable[Any]]) -> bytes:
        heads, found, keys = array("I"), array("Q"), keys_of
        if self.width:
            found, keys = [], self.placements
        ending, most, scores = self.game.ending, self.most, self.type.kind in ("score", "expected")
        for key in keys(content):
            self.key = key
            standing = ending(key)
            before = len(found)
            if not standing & 7:
                found.extend(islice(successors(key), most + 1))
            count = len(found) - before
            if count > most and self.type.dice is not None:
                raise OverflowError(f"the position has too many moves: max_successors allows {self.type.max_successors} of all its rolls "
                                    f"together, and dice {self.type.dice['rolls']} rolls")
            if count > most:
                raise OverflowError(f"the position has more than {most} successors, which max_successors says are the most")
            head = standing | count << 16
            if scores and not count:
                score = self.game.score(key)
                if not -128 <= score <= 127:
                    raise OverflowError(f"the score is {score}: want -128 to 127")
                head |= (score & 255) << 8
            heads.append(head)
        if len(heads) % 2:
            heads.append(0)
        return little(heads) + ("".join(found).encode("ascii") if self.width else little(found))

    def placements(self, content: bytes) -> list[str]:
        """Returns the positions in a frame of a game with a placement."""
        text = content.decode("ascii")
        return [text[i : i + self.width] for i in range(0, len(text), self.width)]

    def each(self, content: bytes, answer: Callable[[int], int]) -> bytes:
        answers = array("Q")
        for key in keys_of(content):
            self.key = key
            answers.append(answer(key))
        return little(answers)

    def rank(self, key: int) -> int:
        rank = self.game.rank(key)
        return NO_RANK if rank is None else rank

    def parse(self, content: bytes) -> bytes:
        try:
            key = self.game.parse(content.decode())
        except ValueError as e:
            raise Refused(str(e)) from None
        return little(array("Q", (key,)))

    def answer(self, number: int, content: bytes) -> tuple[int, bytes]:
        """Answers a question with the number and the content of a frame."""
        self.key = None
        try:
            return ANSWERED, self.questions[number](content)
        except Refused as e:
            return REFUSED, str(e).encode()[:1000]
        except Exception as e:  # whatever the game raises
            at = "" if self.key is None else f"at {self.key!r}: " if self.width else f"at key {self.key:#x}: "
            return FAILED, (at + where(self.type, e)).encode()[:1000]


def frame(number: int, content: bytes) -> bytes:
    return HEAD.pack(len(content), number) + content


def read(source: IO[bytes]) -> tuple[int, bytes] | None:
    """Reads a frame: its number and content, or None where there is no more."""
    head = source.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    size, number = HEAD.unpack(head)
    content = source.read(size)
    return (number, content) if len(content) == size else None


def streams() -> tuple[BinaryIO, BinaryIO]:
    """Takes standard input and output for the protocol: what a game prints goes to standard error."""
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return source, sink


def serve(game: type[Game], source: BinaryIO, sink: BinaryIO) -> None:
    """Answers until there are no more questions."""
    server = Server(game)
    sink.write(GREETING + frame(ANSWERED, description(game)))
    sink.flush()
    while (asked := read(source)) is not None:
        sink.write(frame(*server.answer(*asked)))
        sink.flush()
