"""Reads the bytes of files: on this machine, on a web server, or inside a pack (kv/FORMAT.md)."""

from __future__ import annotations

import json
import mmap
import os
import struct
import threading
import time
import urllib.error
import urllib.request
from collections import OrderedDict
from email.message import Message
from typing import Any, Protocol

PACK = b"\x89FGP\r\n\x1a\n"
PAGE = 16 << 10  # bytes that a request asks for, at least
PAGES = 1024  # in memory
WHOLE = 64 << 20  # bytes of the largest file that is read whole from a host without range requests
TIMEOUT = 30.0  # seconds
ATTEMPTS = 5
PASSING = {408, 429, 500, 502, 503, 504}


class Damaged(Exception):
    """A file is not what was written, or is none that can be read here."""


class Changed(Damaged):
    """A file on a web server changed while it was in use."""


class Source(Protocol):
    """The bytes of a file."""

    def read(self, at: int, n: int) -> bytes: ...

    def size(self) -> int: ...

    def forget(self) -> bool:
        """Drops bytes in memory, and tells whether they may be others when they are read again."""

    def close(self) -> None: ...


def unpack(source: Source, layout: str, at: int) -> tuple[Any, ...]:
    """Returns numbers from an offset on."""
    return struct.unpack(layout, source.read(at, struct.calcsize(layout)))


class Memory:
    """Bytes in memory."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def read(self, at: int, n: int) -> bytes:
        return self._content[at : at + n]

    def size(self) -> int:
        return len(self._content)

    def forget(self) -> bool:
        return False

    def close(self) -> None:
        pass


class File:
    """A file on this machine."""

    def __init__(self, path: str) -> None:
        with open(path, "rb") as file:
            self._size = os.fstat(file.fileno()).st_size
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if self._size else None

    def read(self, at: int, n: int) -> bytes:
        return self._data[at : at + n] if self._data is not None else b""

    def size(self) -> int:
        return self._size

    def forget(self) -> bool:
        return False

    def close(self) -> None:
        if self._data is not None:
            self._data.close()


class Part:
    """A part of a pack."""

    def __init__(self, whole: Source, at: int, n: int) -> None:
        self._whole, self._at, self._n = whole, at, n

    def read(self, at: int, n: int) -> bytes:
        return self._whole.read(self._at + at, max(0, min(n, self._n - at)))

    def size(self) -> int:
        return self._n

    def forget(self) -> bool:
        return self._whole.forget()

    def close(self) -> None:
        self._whole.close()


def is_url(path: str) -> bool:
    return path[:8].lower().startswith(("http://", "https://"))


class Web:
    """A file on a web server, by range requests. Pages that were read stay in memory; the reader
    checks what they hold."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._whole: bytes | None = None
        self._stamp: tuple[str, str] | None = None
        self._pages: OrderedDict[int, bytes] = OrderedDict()
        self._lock = threading.Lock()
        self._size = -1
        self._page(0)

    def _answer(self, first: int, n: int) -> bytes:
        """Asks for bytes once. A failure that may pass is an OSError."""
        ask = urllib.request.Request(self.url, headers={"Range": f"bytes={first}-{first + n - 1}", "Accept-Encoding": "identity"})
        try:
            with urllib.request.urlopen(ask, timeout=TIMEOUT) as got:
                return self._take(got.status, got.headers, got, first, n)
        except urllib.error.HTTPError as e:
            if e.code in PASSING:
                raise OSError(f"the host answers with status {e.code}") from e
            if e.code in (404, 410):
                raise FileNotFoundError(f"{self.url} is not found: the host answers with status {e.code}") from e
            raise Damaged(f"{self.url}: the host answers with status {e.code}") from e

    def _take(self, status: int, head: Message, body: Any, first: int, n: int) -> bytes:
        if head.get_content_type() == "text/html":
            raise Damaged(f"{self.url}: the host answers with a web page, want the file (is it a login page?)")
        if head.get("Content-Encoding", "identity") != "identity":
            raise Damaged(f"{self.url}: the host compresses the file in transit, which breaks range requests")
        tag, modified = head.get("ETag", ""), head.get("Last-Modified", "")
        if self._stamp is None:
            self._stamp = tag, modified
        elif (tag != self._stamp[0]) if tag and self._stamp[0] else (tag, modified) != self._stamp:
            raise Changed(f"{self.url} changed on the host while it was in use: open it again")
        if status == 200:
            return self._take_whole(head, body)
        bounds, _, total = head.get("Content-Range", "").removeprefix("bytes ").partition("/")
        if not total.isdigit() or bounds != f"{first}-{min(first + n, int(total)) - 1}":
            raise OSError(f"the host sends the range {bounds}/{total}, want {first}-{first + n - 1}")
        if self._size not in (-1, int(total)):
            raise Changed(f"{self.url} changed on the host while it was in use: open it again")
        want = min(n, int(total) - first)
        part: bytes = body.read(want + 1)
        if len(part) != want:
            raise OSError(f"the host sends {len(part)} bytes, want {want}")
        self._size = int(total)
        return part

    def _take_whole(self, head: Message, body: Any) -> bytes:
        if self._size >= 0:
            raise OSError("the host sends the whole file, want a part")
        size = head.get("Content-Length", "")
        if size.isdigit() and int(size) > WHOLE:
            raise Damaged(f"{self.url}: the host does not answer range requests, and the file has {size} bytes, want at most {WHOLE}")
        whole: bytes = body.read(WHOLE + 1)
        if len(whole) > WHOLE or size.isdigit() and len(whole) != int(size):
            raise OSError(f"the host sends {len(whole)} bytes, want {size or 'at most ' + str(WHOLE)}")
        self._whole, self._size = whole, len(whole)
        return whole

    def _fetch(self, first: int, n: int) -> bytes:
        for attempt in range(ATTEMPTS):
            try:
                return self._answer(first, n)
            except FileNotFoundError:
                raise
            except (OSError, ValueError) as e:  # urllib's errors, timeouts and cut bodies are OSErrors
                if attempt + 1 == ATTEMPTS:
                    raise OSError(f"{self.url}: {e} ({ATTEMPTS} attempts)") from e
                time.sleep(0.05 * 2**attempt)
        raise AssertionError

    def _page(self, number: int) -> bytes:
        with self._lock:
            if number in self._pages:
                self._pages.move_to_end(number)
                return self._pages[number]
        page = self._fetch(number * PAGE, PAGE)
        with self._lock:
            self._pages[number] = page
            while len(self._pages) > PAGES:
                self._pages.popitem(last=False)
        return page

    def read(self, at: int, n: int) -> bytes:
        n = max(0, min(n, self._size - at))
        if self._whole is not None:
            return self._whole[at : at + n]
        if n > 4 * PAGE:
            return self._fetch(at, n)
        first, last = at // PAGE, (at + n - 1) // PAGE
        return b"".join(self._page(p) for p in range(first, last + 1))[at - first * PAGE :][:n]

    def size(self) -> int:
        return self._size

    def forget(self) -> bool:
        with self._lock:
            self._pages.clear()
        return self._whole is None

    def close(self) -> None:
        self.forget()


def pack_part(whole: Source, path: str, name: str) -> Part | None:
    """Returns a part of a pack, or None."""
    from .table import checksum

    prefix = whole.read(0, 24)
    if len(prefix) < 24 or checksum(prefix[:20]) != struct.unpack_from("<I", prefix, 20)[0]:
        raise Damaged(f"{path} is damaged: the first bytes have the wrong checksum")
    version, n, crc = struct.unpack_from("<III", prefix, 8)
    if version != 1:
        raise Damaged(f"{path} has format {version}, this reads format 1")
    text = whole.read(24, n)
    if len(text) != n or checksum(text) != crc:
        raise Damaged(f"{path} is damaged: the header has the wrong checksum")
    at = 24 + n
    for part in json.loads(text)["parts"]:
        if part["name"] == name:
            return Part(whole, at, part["bytes"])
        at += part["bytes"]
    return None


def find(where: str, name: str) -> tuple[str, Source] | None:
    """Returns a file of a database, with the path that names it in messages, or None: where is a
    folder, a table or a pack, or the URL of one of them."""
    whole: Source | None = None
    if is_url(where):
        if not where.endswith("/"):
            try:
                whole = Web(where)
            except (FileNotFoundError, Damaged):
                whole = None
    elif os.path.isfile(where):
        whole = File(where)
    if whole is not None and whole.read(0, 8) == PACK:
        part = pack_part(whole, where, name)
        return None if part is None else (where, part)
    if whole is not None:
        if name == "table.foregone":
            return where, whole
        whole.close()
        base, _, last = where.replace(os.sep, "/").rpartition("/")
        if last != "table.foregone":
            return None  # a file of another name may have strange neighbours
        where = base or "."
    path = where.rstrip("/") + "/" + name if is_url(where) else os.path.join(where, name)
    if is_url(where):
        try:
            return path, Web(path)
        except FileNotFoundError:
            return None
    return (path, File(path)) if os.path.exists(path) else None
