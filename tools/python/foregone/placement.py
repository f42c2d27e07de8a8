"""What a declared placement says of positions, which are strings: see engine/foreign/PROTOCOL.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def columns(placement: Mapping[str, Any]) -> list[str]:
    """Returns the names of what has a character behind the squares."""
    return [c["name"] for c in placement.get("counters", ())] + ["side"] * bool(placement.get("sides"))


def width(placement: Mapping[str, Any]) -> int:
    """Returns the number of characters of a position."""
    return int(placement["squares"]) + len(columns(placement))


def opening(placement: Mapping[str, Any]) -> str | None:
    """Returns the position that the game starts from, or None."""
    if not placement.get("start"):
        return None
    squares, *counters = placement["start"].split()
    counts = dict(c.split("=") for c in counters)
    return squares.replace("/", "") + "".join(chr(48 + int(counts.get(name, 0))) for name in columns(placement))


def ended(placement: Mapping[str, Any], position: str) -> bool:
    """Says whether the declaration ends play at a position."""
    squares = placement["squares"]
    counts = {g["name"]: position.count(g["name"], 0, squares) for g in placement["groups"]}
    counts.update(zip(columns(placement), (ord(c) - 48 for c in position[squares:])))

    def holds(bound: Mapping[str, Any]) -> bool:
        return bool(bound.get("min", 0) <= sum(counts[name] * weight for name, weight in bound["sum"].items()) <= bound.get("max", 0))

    for end in placement.get("ends", ()):
        if any(all(position[s] == end["group"] for s in pattern) for pattern in end.get("patterns", ())):
            return True
        if end.get("when") is not None and all(map(holds, end["when"])):
            return True
    return False
