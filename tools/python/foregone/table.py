"""Reads finished tables, as kv/table/FORMAT.md has them, without loading them."""

from __future__ import annotations

import hashlib
import json
import threading
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Callable

from .order import ORDERS
from .source import Damaged, File, Source, unpack
from .values import Value, decode

MAGIC, END = b"\x89FGT\r\n\x1a\n", b"\n\x1a\n\rTGF\x89"
CACHE = 256  # blocks
GATHERED = 1 << 20  # values
KINDS = {"byte": "u1", "wide": "<u2", "score": "i1", "moves": "u1", "moves16": "<u2"}  # their numbers
KINDS |= {"chance": "<f8", "chance32": "<f4", "chance16": "<u2", "expected": "<f8", "expected32": "<f4", "expected16": "<f2"}
MOST_CHECKED = 1 << 20  # bytes of an index that are read for their checksum


def _castagnoli() -> tuple[int, ...]:
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (byte & 1) * 0x82F63B78
        table.append(byte)
    return tuple(table)


CASTAGNOLI = _castagnoli()


def checksum(part: bytes) -> int:
    """Returns the CRC-32C of some bytes."""
    table, crc = CASTAGNOLI, 0xFFFFFFFF
    for byte in part:
        crc = crc >> 8 ^ table[(crc ^ byte) & 255]
    return crc ^ 0xFFFFFFFF


def decompressor() -> Callable[[bytes, int], bytes]:
    """Returns what unpacks a frame of Zstandard to that many bytes: Python 3.14 has it, the package
    zstandard, and the shared library of zstd."""
    try:
        from compression import zstd  # type: ignore

        return lambda frame, size: zstd.ZstdDecompressor().decompress(frame, size)
    except ImportError:
        pass
    try:
        import zstandard  # type: ignore

        return lambda frame, size: zstandard.ZstdDecompressor().decompress(frame, max_output_size=size)
    except ImportError:
        pass
    import ctypes
    import ctypes.util

    name = ctypes.util.find_library("zstd")
    if name is None:
        raise ImportError("compressed tables need Python 3.14, the package zstandard, or the shared library of zstd")
    unpack = ctypes.CDLL(name).ZSTD_decompress
    unpack.restype = ctypes.c_size_t
    unpack.argtypes = (ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t)

    def decompress(frame: bytes, size: int) -> bytes:
        out = ctypes.create_string_buffer(size)
        unpacked = unpack(out, size, frame, len(frame))
        return out.raw[:unpacked] if unpacked <= size else b""

    return decompress


@dataclass(frozen=True)
class Slice:
    """A run of indices that play can leave but never come back to."""

    name: str
    first: int
    size: int


class Table:
    """A finished table: a sequence of values by index. It may be used by several threads."""

    def __init__(self, path: str, source: Source | None = None) -> None:
        self.path = path
        self._source = File(path) if source is None else source
        try:
            size = self._source.size()
            self._demand(size >= 72, "it is too short")
            self._read_head(size)
        except BaseException:
            self._source.close()
            raise
        self._cache: OrderedDict[int, bytes] = OrderedDict()
        self._lock = threading.Lock()
        self._unpack: Callable[[bytes, int], bytes] | None = None

    def _demand(self, condition: bool, fault: str) -> None:
        if not condition:
            raise Damaged(f"{self.path} is damaged: {fault}")

    def _part(self, name: str, at: int, size: int, want: int) -> bytes:
        part = self._source.read(at, size)
        for _ in range(2):
            if len(part) == size and checksum(part) == want or not self._source.forget():
                break
            part = self._source.read(at, size)  # the line may have damaged it
        self._demand(len(part) == size and checksum(part) == want, f"{name} has the wrong checksum")
        return part

    def _read_head(self, size: int) -> None:
        source = self._source
        self._demand(source.read(0, 8) == MAGIC, "it is not a table")
        version, head, head_crc, prefix_crc = unpack(source, "<IIII", 8)
        self._part("the prefix", 0, 20, prefix_crc)
        if version == 6:
            raise Damaged(f"{self.path} leaves values out, which only the program foregone computes: want the table before compact")
        if version not in (1, 2, 3, 4, 5):
            raise Damaged(f"{self.path} has format {version}, this reads formats 1 to 5")
        self._version: int = version
        at, blocks, index_crc, tail, tail_crc, length = unpack(source, "<QQIIIQ", size - 48)
        self._demand(source.read(size - 8, 8) == END, "it is cut short")
        self._part("the trailer", size - 48, 36, unpack(source, "<I", size - 12)[0])
        self._demand(length == size and 24 + head <= at and at + 16 * blocks + tail + 48 == size, "its parts do not fit")
        self._begin, self._index, self._blocks = 24 + head, at, blocks
        header: dict[str, Any] = json.loads(self._part("the header", 24, head, head_crc))
        summary: dict[str, Any] = json.loads(self._part("the summary", at + 16 * blocks, tail, tail_crc))
        if 16 * blocks <= MOST_CHECKED:  # else entries are held against each other when they are used
            self._part("the index", at, 16 * blocks, index_crc)
        self.game: str = header["game"]
        self.files: dict[str, str] = header.get("files", {})
        self.kind: str = header["kind"]
        self.positions: int = header["positions"]
        self.slices = [Slice(s["name"], s["first"], s["size"]) for s in header["slices"]]
        self.max_phase: int | None = header.get("max_phase")
        self.sha256: str = summary["sha256"]
        self.order: str = header.get("order", "")  # of the values in the file; "": that of the indices
        self._place: Callable[[int], int] | None = None
        self.error: float = header.get("error", 0.0)  # of a game of chance: the proven half-width of its values
        self._demand(self.kind in KINDS, "its kind is unknown")
        self.width = int(KINDS[self.kind][-1])
        self._block: int = header["block"]
        self._demand(1 <= self._block <= 1 << 20, "its header is wrong")
        self._demand(blocks == -(-self.positions // self._block), "its blocks do not fit its positions")
        self.counts: dict[Value, int] = {self._bucket(c["value"]): c["positions"] for c in summary["counts"]}
        self.weighted: dict[Value, int] = {self._bucket(c["value"]): c["weighted"] for c in summary["counts"]}
        self._demand(sum(self.counts.values()) == self.positions, "its counts do not fit its positions")

    def _value(self, code: int) -> Value:
        return decode(self.kind, code, self.max_phase is not None)

    def _bucket(self, number: int) -> Value:
        """Returns the value of a number in the counts: of a game of chance the least one of a bucket."""
        if self.kind.startswith("chance"):
            return Value("chance", None, None, f"{number}%", win=number / 100)
        if self.kind.startswith("expected"):
            return Value("expected", None, number - 32768, str(number - 32768))
        return self._value(number)

    def _stored(self, block: int, check: bool) -> bytes:
        """Returns the bytes of a block."""
        offset, stored, crc = unpack(self._source, "<QII", self._index + 16 * block)
        size = min(self._block, self.positions - block * self._block) * self.width
        end = self._index
        if block + 1 < self._blocks:
            end = unpack(self._source, "<Q", self._index + 16 * (block + 1))[0]
        inside = (self._begin <= offset if block else offset == self._begin) and offset + stored == end <= self._index
        self._demand(inside and 0 < stored <= size, f"block {block} is not where it should be")
        raw = self._part(f"block {block}", offset, stored, crc) if check else self._source.read(offset, stored)
        if stored < size:
            if self._unpack is None:
                self._unpack = decompressor()
            try:
                raw = self._unpack(raw, size)
            except Exception as e:  # each decompressor has its own
                raise Damaged(f"{self.path} is damaged: block {block} cannot be unpacked: {e}") from e
            if self._version > 1 and self.kind in ("wide", "moves16") and 2 * len(raw) == size:  # high bytes are left out
                wide = bytearray(size)
                wide[::2] = raw
                raw = bytes(wide)
            self._demand(len(raw) == size, f"block {block} does not hold {size} bytes")
        return raw

    def _decoded(self, block: int) -> bytes:
        """Returns the bytes of a block, from the cache where it is there."""
        with self._lock:
            if block in self._cache:
                self._cache.move_to_end(block)
                return self._cache[block]
        raw = self._stored(block, check=True)
        with self._lock:
            self._cache[block] = raw
            while len(self._cache) > CACHE:
                self._cache.popitem(last=False)
        return raw

    def __len__(self) -> int:
        return self.positions

    def code(self, index: int) -> int:
        """Returns the number that the table has for an index."""
        if not 0 <= index < self.positions:
            raise IndexError(f"index {index} is out of range: the table has {self.positions} positions")
        block, at = divmod(self._places()(index) if self.order else index, self._block)
        return int.from_bytes(self._decoded(block)[at * self.width :][: self.width], "little")

    def __getitem__(self, index: int) -> Value:
        return self._value(self.code(index))

    def codes(self, first: int = 0, end: int | None = None) -> Iterator[memoryview]:
        """Yields the numbers of the indices from first to before end, in runs, as bytes, or as
        numbers of two bytes in the kinds "wide" and "moves16"."""
        end = self.positions if end is None else end
        if not 0 <= first <= end <= self.positions:
            raise IndexError(f"{first} to {end} is out of range: the table has {self.positions} positions")
        while self.order and first < end:
            yield memoryview(self._gather(first, min(first + GATHERED, end)))
            first += GATHERED
        while first < end:
            block, at = divmod(first, self._block)
            to = min(self._block, at + end - first)
            yield memoryview(self._decoded(block))[at * self.width : to * self.width]
            first += to - at

    def _places(self) -> Callable[[int], int]:
        """Returns what tells the place of an index in the file."""
        if self._place is None:
            if self.order not in ORDERS:
                raise Damaged(f"{self.path} has its values in the order {self.order}, which this reader does not know")
            self._place = ORDERS[self.order](self.game, self.files)
        return self._place

    def _gather(self, first: int, end: int) -> bytes:
        """Returns the bytes of indices of a table with an order. It unpacks each block once."""
        place, width = self._places(), self.width
        out = bytearray((end - first) * width)
        for at, n in sorted((place(index), n) for n, index in enumerate(range(first, end))):
            block, inside = divmod(at, self._block)
            out[n * width : (n + 1) * width] = self._decoded(block)[inside * width : (inside + 1) * width]
        return bytes(out)

    def __iter__(self) -> Iterator[Value]:
        for run in self.codes():
            if self.width == 1:
                yield from map(self._value, run)
            else:
                yield from (self._value(int.from_bytes(run[at : at + self.width], "little")) for at in range(0, len(run), self.width))

    def array(self, first: int = 0, end: int | None = None) -> Any:
        """Returns the numbers of indices as an array of NumPy: of the whole table, which the digest
        then proves, or of a part."""
        import numpy  # type: ignore

        kind = KINDS[self.kind]
        if first == 0 and end in (None, self.positions):
            return numpy.frombuffer(self.verify(), dtype=kind)
        return numpy.frombuffer(b"".join(self.codes(first, end)), dtype=kind)

    def verify(self) -> bytes:
        """Reads all values, proves their digest, and returns their bytes."""
        raw = b"".join(self.codes()) if self.order else b"".join(self._stored(block, check=False) for block in range(self._blocks))
        self._demand(hashlib.sha256(raw).hexdigest() == self.sha256, "its digest is wrong")
        return raw

    def close(self) -> None:
        """Gives the file back."""
        self._source.close()
