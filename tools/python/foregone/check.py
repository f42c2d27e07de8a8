"""Checks a game: python -m foregone.check FILE [NAME=VALUE…] [--most N].

Asks the game in FILE, a script or any program that speaks in frames, in two processes, as it is
asked when it is solved, and holds the answers against the protocol: engine/foreign/PROTOCOL.md."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from array import array
from typing import Any

from .game import GOES_ON, PROTOCOL, WON
from .placement import ended, opening, width
from .server import (ANSWERED, BOARD, CANONICAL, EXPAND, EXPAND_CANONICAL, GREETING, MOVE, NO_RANK, NUMBERS, OPEN, PARSE, RANK,
                     REFUSED, TEXT, UNRANK, WEIGHTS, frame, keys_of, little, read)

FINISHED = 7
BATCH = 256
WORDS = 1 << 14  # bytes of a text


class Breach(Exception):
    """What is wrong with a game."""


def name(key: Any) -> str:
    """Names a position in messages."""
    return f"key {key:#x}" if isinstance(key, int) else f"position {key!r}"


class Process:
    """A process of a game."""

    def __init__(self, path: str) -> None:
        command = [sys.executable, "-m", "foregone", path] if path.endswith(".py") else [os.path.abspath(path)]
        here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        paths = [here] + [p for p in os.environ.get("PYTHONPATH", "").split(os.pathsep) if p]
        environment = dict(os.environ, PYTHONHASHSEED="0", PYTHONPATH=os.pathsep.join(paths))
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        assert self.process.stdin and self.process.stdout
        self.sink, self.source = self.process.stdin, self.process.stdout
        if self.source.read(len(GREETING)) != GREETING:
            raise Breach(f"it does not begin with {GREETING.decode()!r} and a frame")
        number, text = self.frame()
        if number != ANSWERED:
            raise Breach(text.decode(errors="replace"))
        self.description: dict[str, Any] = json.loads(text)
        placement = self.description.get("placement")
        self.width = width(placement) if placement else 0  # of a position; 0: positions are keys

    def frame(self) -> tuple[int, bytes]:
        answer = read(self.source)
        if answer is None:
            raise Breach("it ended, or closed its output, while it was asked")
        return answer

    def ask(self, number: int, content: bytes) -> bytes | None:
        """Asks a question; None is a refusal."""
        self.sink.write(frame(number, content))
        self.sink.flush()
        status, answer = self.frame()
        if status not in (ANSWERED, REFUSED):
            raise Breach(answer.decode(errors="replace"))
        return answer if status == ANSWERED else None

    def numbers(self, number: int, keys: list[int]) -> list[int]:
        """Asks for a number for each key."""
        answer = self.ask(number, little(array("Q", keys)))
        if answer is None or len(answer) != 8 * len(keys):
            raise Breach(f"it does not answer question {number} with a number for each key")
        return list(keys_of(answer))

    def expand(self, number: int, keys: list[Any]) -> list[tuple[int, list[Any]]]:
        """Returns the head and the successors of each key, or of each position of a placement."""
        answer = self.ask(number, "".join(keys).encode() if self.width else little(array("Q", keys)))
        size = (4 * len(keys) + 7) // 8 * 8
        if answer is None or len(answer) < size or (len(answer) - size) % (self.width or 8):
            raise Breach(f"its answer about {len(keys)} keys has {len(answer or b'')} bytes")
        heads = array("I", answer[: 4 * len(keys)])
        if sys.byteorder == "big":
            heads.byteswap()
        found: list[Any] = []
        if self.width:
            text, at = answer[size:].decode("ascii"), 0
            found = [text[i : i + self.width] for i in range(0, len(text), self.width)]
        else:
            found, at = list(keys_of(answer[size:])), 0
        result = []
        for head in heads:
            result.append((head, found[at : at + (head >> 16)]))
            at += head >> 16
        if at != len(found):
            raise Breach(f"it answers with {len(found)} successors, and its heads have {at}")
        return result

    def words(self, number: int, keys: list[int], what: str, lines: bool = False) -> str:
        """Asks for a text."""
        text = (self.ask(number, little(array("Q", keys))) or b"").decode()
        if not text or len(text.encode()) > WORDS or any(ord(c) < 32 and not (lines and c == "\n") for c in text):
            raise Breach(f"key {keys[-1]:#x}: its {what} is {text[:40]!r}: want a text without control characters")
        return text

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self.sink.close()
        self.source.close()


class Checker:
    """Checks one variant of a game."""

    def __init__(self, first: Process, second: Process, values: dict[str, int]) -> None:
        self.first, self.second = first, second
        d = self.description = first.description
        if d.get("protocol") != PROTOCOL:
            raise Breach(f"its description must have \"protocol\":{PROTOCOL}")
        if second.description != d:
            raise Breach("two processes describe themselves differently")
        self.parts = set(d.get("parts", ()))
        self.dice: dict[str, Any] = d.get("dice") or {}
        kind = d.get("kind") or "byte"
        if bool(self.dice) != (kind in ("chance", "expected")):
            raise Breach(f"its kind is {kind}, and it declares {'' if self.dice else 'no '}dice: dice go with the kinds chance and expected")
        names = [p["name"] for p in d.get("params", ())]
        if unknown := set(values) - set(names):
            raise Breach(f"it has no parameter {', '.join(sorted(unknown))}: want some of {', '.join(names) or 'none'}")
        params = little(array("q", [values[p["name"]] if p["name"] in values else p["default"] for p in d.get("params", ())]))
        answers = [p.ask(OPEN, params) for p in (first, second)]
        if None in answers:
            raise Breach("it refuses these values of its parameters")
        if answers[0] != answers[1]:
            raise Breach("two processes start differently")
        self.start: Any
        self.start, self.size = keys_of(answers[0] or b"")
        self.placement = d.get("placement")
        if self.placement:
            self.start = opening(self.placement)
        self.texts: dict[str, int] = {}

    def check(self, most: int) -> int:
        """Checks up to so many positions, and returns how many there were."""
        if self.start is None:
            raise Breach("its placement has no start, from which positions can be found")
        waiting, seen = [self.start], {self.start}
        done = 0
        while waiting and done < most:
            keys, waiting = waiting[:BATCH], waiting[BATCH:]
            for key in self.batch(keys):
                if key not in seen and len(seen) < most and not (self.placement and ended(self.placement, key)):
                    seen.add(key)
                    waiting.append(key)
            done += len(keys)
        return done

    def batch(self, keys: list[Any]) -> list[Any]:
        """Checks positions, and returns where their moves lead."""
        answers = self.first.expand(EXPAND, keys)
        again = [self.second.expand(EXPAND, [key])[0] for key in reversed(keys)]
        found: list[Any] = []
        for n, (key, answer, other) in enumerate(zip(keys, answers, reversed(again))):
            if answer != other:
                raise Breach(f"{name(key)}: another process, asked for it alone, answers differently")
            if self.dice:
                answer = answers[n] = (answer[0], self.rolls(key, answer[1]))
            self.standing(key, *answer)
            found += answer[1]
        self.symmetry(keys, answers)
        self.numbers(keys, answers)
        self.ranks(keys)
        self.written(keys[0], answers[0][1])
        return found

    def rolls(self, key: int, words: list[int]) -> list[int]:
        """Checks the rolls at a position of a game of chance, and returns where their moves lead."""
        found, total, rolls, at = [], 0, 0, 0
        while at < len(words):
            weight, count = words[at] & 0xFFFFFFFF, words[at] >> 32
            moves, at = words[at + 1 : at + 1 + 2 * count], at + 1 + 2 * count
            total, rolls = total + weight, rolls + 1
            if not weight or not count or at > len(words):
                raise Breach(f"{name(key)}: a roll has no weight or no move: want a move that passes")
            for does, to in zip(moves[::2], moves[1::2]):
                ending, gain = does >> 32 & 255, does & 0xFFFFFFFF
                if ending not in (0, 8, 16, 32) or does >> 41 or (ending if "bound" in self.dice else gain):
                    raise Breach(f"{name(key)}: a move of a roll is not one of the kind {self.description['kind']}")
                if not ending:
                    found.append(to)
        if words and total != self.dice["sum"]:
            raise Breach(f"{name(key)}: the weights of its rolls have the sum {total}, and its dice say {self.dice['sum']}")
        if rolls > self.dice["rolls"]:
            raise Breach(f"{name(key)}: it has {rolls} rolls, and its dice say at most {self.dice['rolls']}")
        return found

    def standing(self, key: Any, head: int, successors: list[Any]) -> None:
        standing, kind, score = head & 255, self.description.get("kind") or "byte", head >> 8 & 255
        finished = standing & FINISHED
        if standing >= 64 or finished not in (0, 1, 2, 4) or finished and (standing != finished or successors):
            raise Breach(f"{name(key)}: it stands at {standing} with {len(successors)} successors: a finished position has no more")
        if kind == "byte" and standing & (WON | 32):
            raise Breach(f"{name(key)}: the kind byte has no positions that are won without a move, and no moves that lose at once")
        if kind in ("moves", "moves16") and standing & ~(WON | 8):
            raise Breach(f"{name(key)}: it stands at {standing}: a game of one player ends at a goal alone, WON or WINS_NOW")
        if len(successors) > self.description["max_successors"]:
            raise Breach(f"{name(key)}: it has {len(successors)} successors, more than max_successors")
        scores = kind in ("score", "expected")
        if (score or scores) and standing != GOES_ON or score and (not scores or successors):
            raise Breach(f"{name(key)}: a score is for positions without successors, in games of the kinds score and expected")

    def symmetry(self, keys: list[int], answers: list[tuple[int, list[int]]]) -> None:
        if "canonical" not in self.parts:
            return
        ask = self.first
        canonical = ask.numbers(CANONICAL, keys)
        if ask.numbers(CANONICAL, canonical) != canonical:
            raise Breach("a canonical key has another canonical key")
        weights = ask.numbers(WEIGHTS, keys)
        if weights != ask.numbers(WEIGHTS, canonical) or 0 in weights:
            raise Breach("twins have different weights, or there is a weight of 0")
        if self.dice:
            return
        for key, (head, successors), (other, theirs) in zip(canonical, ask.expand(EXPAND_CANONICAL, canonical), answers):
            own = sorted(set(ask.numbers(CANONICAL, theirs))) if theirs else []
            if head & 0xFFFF != other & 0xFFFF or sorted(set(successors)) != own:
                raise Breach(f"{name(key)}: it and its twin differ in how they stand, or in where their moves lead")

    def numbers(self, keys: list[int], answers: list[tuple[int, list[int]]]) -> None:
        if not self.parts & {"layers", "slices"}:
            return
        for key, number, (_, successors) in zip(keys, self.first.numbers(NUMBERS, keys), answers):
            after = self.first.numbers(NUMBERS, successors) if successors else []
            if number > 65535 or any(n < number + ("layers" in self.parts) for n in after):
                raise Breach(f"{name(key)}: a move leads from number {number} to {min(after, default=0)}")

    def ranks(self, keys: list[int]) -> None:
        if "rank" not in self.parts:
            return
        if "canonical" in self.parts:
            keys = self.first.numbers(CANONICAL, keys)
        ranks = self.first.numbers(RANK, keys)
        for key, rank in zip(keys, ranks):
            if rank == NO_RANK or rank >= self.size:
                raise Breach(f"{name(key)}: its rank is {rank}: want less than {self.size}")
        if self.first.numbers(UNRANK, ranks) != keys:
            raise Breach("a rank is not that of its own key")

    def written(self, key: int, successors: list[int]) -> None:
        """Checks what is written of a position."""
        if "text" in self.parts:
            text = self.first.words(TEXT, [key], "text")
            if self.texts.setdefault(text, key) != key:
                raise Breach(f"{name(key)}: key {self.texts[text]:#x} is written {text!r}, too")
            back = self.first.ask(PARSE, text.encode())
            if back is None or list(keys_of(back)) != [key]:
                raise Breach(f"{name(key)}: {text!r} is not read as it is written")
        if "board" in self.parts:
            self.first.words(BOARD, [key], "board", lines=True)
        if "moves" in self.parts:
            moves = [self.first.words(MOVE, [key, to], "move") for to in sorted(set(successors))]
            if len(set(moves)) < len(moves):
                raise Breach(f"{name(key)}: two different moves are written the same: {', '.join(moves)}")


def check(path: str, values: dict[str, int], most: int = 100_000) -> tuple[str, int, bool]:
    """Checks the game in a file, and returns its name, how many positions were looked at, and
    whether these are all. Raises Breach."""
    processes: list[Process] = []
    try:
        for _ in range(2):
            processes.append(Process(path))
        checker = Checker(processes[0], processes[1], values)
        done = checker.check(most)
        return checker.description["name"], done, done < most
    except (OSError, ValueError, KeyError, TypeError) as e:
        raise Breach(f"{type(e).__name__}: {e}") from e
    finally:
        for p in processes:
            p.close()


def main() -> int:
    arguments = argparse.ArgumentParser(prog="python -m foregone.check", description="checks a game against the protocol")
    arguments.add_argument("file", help="a script, or a program that speaks in frames")
    arguments.add_argument("params", nargs="*", metavar="NAME=VALUE", help="parameters; true is 1 and false is 0")
    arguments.add_argument("--most", type=int, default=100_000, metavar="N", help="check at most N positions (default: 100,000)")
    given = arguments.parse_args()
    values = {}
    for text in given.params:
        name, _, value = text.partition("=")
        try:
            values[name] = {"true": 1, "false": 0}[value] if value in ("true", "false") else int(value)
        except ValueError:
            arguments.error(f"{text!r}: want NAME=VALUE, a whole number")
    try:
        name, done, whole = check(given.file, values, given.most)
    except Breach as e:
        print(f"{given.file}: {e}", file=sys.stderr)
        return 1
    print(f"{name}: {done:,} positions checked, {'all that there are' if whole else 'of more'}: nothing is wrong")
    return 0


if __name__ == "__main__":
    sys.exit(main())
