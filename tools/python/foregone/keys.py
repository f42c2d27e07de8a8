"""Reads the keys of positions, as "go doc ./kv/keys" has them, without loading them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache

from .source import Damaged, File, Memory, Source, unpack
from .table import MOST_CHECKED, checksum

MAGIC, END = b"\x89FGK\r\n\x1a\n", b"\n\x1a\n\rKGF\x89"
BLOCK = 128  # keys
GAPS = 255  # the width of a block that is coded by gaps


@dataclass(frozen=True)
class Part:
    """The keys of a slice, ascending."""

    number: int  # that the rules give the slice
    first: int  # index
    size: int
    index: int  # offset of the first keys and the offsets of its blocks


class Keys:
    """The keys of a database, by index and the other way round."""

    def __init__(self, path: str, source: Source | None = None) -> None:
        self.path = path
        self._source = File(path) if source is None else source
        size = self._source.size()
        self._demand(size >= 32, "it is too short")
        ends = self._source.read(0, 8) == MAGIC and self._source.read(size - 8, 8) == END
        self._demand(ends, "it is not a file of keys, or cut short")
        if self._source.forget():  # bytes of a web server are checked before they are used
            self._source = Memory(self._source.read(0, size))
            self._check(size)
        at, length = unpack(self._source, "<QI", size - 24)
        self._demand(at + length == size - 24, "its header is not where it should be")
        if size <= MOST_CHECKED:  # else blocks are held against the index when they are used
            self._check(size)
        header = json.loads(self._source.read(at, length))
        if header["format"] != 1:
            raise Damaged(f"{path} has format {header['format']}, this reads format 1")
        self.game: str = header["game"]
        self.parts: list[Part] = []
        first = 0
        for p in header["parts"]:
            self._demand(p["index"] + 16 * -(-p["size"] // BLOCK) <= at, "an index is not where it should be")
            self.parts.append(Part(p["number"], first, p["size"], p["index"]))
            first += p["size"]
        self.size = first
        self._keys = lru_cache(maxsize=256)(self._block)

    def _demand(self, condition: bool, fault: str) -> None:
        if not condition:
            raise Damaged(f"{self.path} is damaged: {fault}")

    def _check(self, size: int) -> None:
        crc = unpack(self._source, "<I", size - 12)[0]
        self._demand(checksum(self._source.read(0, size - 12)) == crc, "it has the wrong checksum")

    def _block(self, part: int, block: int) -> list[int]:
        """Returns the keys of a block."""
        p = self.parts[part]
        first, at = unpack(self._source, "<QQ", p.index + 16 * block)
        self._demand(at + 12 <= p.index, "a block is not where it should be")
        begin, count, width, length = unpack(self._source, "<QBBH", at)
        self._demand(begin == first and count + 1 == min(BLOCK, p.size - BLOCK * block), "a block is not what it should be")
        keys = [first]
        if width == GAPS:
            gap = shift = 0
            for byte in self._source.read(at + 12, length):
                gap |= (byte & 127) << shift
                shift += 7
                if byte < 128:
                    keys.append(keys[-1] + gap + 1)
                    gap = shift = 0
        else:
            size = ((count + 1) * width + 7) // 8
            lows = int.from_bytes(self._source.read(at + 12, size), "little")
            highs = int.from_bytes(self._source.read(at + 12 + size, length), "little")
            keys = []
            mask = (1 << width) - 1
            while highs:
                place = (highs & -highs).bit_length() - 1
                highs &= highs - 1
                low = lows >> len(keys) * width & mask
                keys.append(first + (place - len(keys) << width | low))
        self._demand(len(keys) == count + 1, "a block is not what it should be")
        return keys

    def key(self, index: int) -> int:
        """Returns the key of an index."""
        if not 0 <= index < self.size:
            raise IndexError(f"index {index} is out of range: there are {self.size} positions")
        low, high = 0, len(self.parts)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.parts[middle].first <= index else (low, middle)
        block, at = divmod(index - self.parts[low].first, BLOCK)
        return self._keys(low, block)[at]

    def index(self, key: int, slice: int | None = None) -> int | None:
        """Returns the index of a key that is stored, or None. It is faster with the number that
        the rules give its slice."""
        for number, part in enumerate(self.parts):
            found = None if slice not in (None, part.number) else self._rank(number, part, key)
            if found is not None:
                return part.first + found
        return None

    def _rank(self, number: int, part: Part, key: int) -> int | None:
        low, high = 0, -(-part.size // BLOCK)
        while high - low > 1:  # the block of the greatest first key that is not above
            middle = (low + high) // 2
            first = unpack(self._source, "<Q", part.index + 16 * middle)[0]
            low, high = (middle, high) if first <= key else (low, middle)
        if part.size == 0:
            return None
        keys = self._keys(number, low)
        try:
            return low * BLOCK + keys.index(key)
        except ValueError:
            return None

    def close(self) -> None:
        """Gives the file back."""
        self._source.close()
