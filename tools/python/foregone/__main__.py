"""python -m foregone FILE answers about the game in a file, over standard input and output."""

from __future__ import annotations

import sys

from .load import load, reason
from .server import FAILED, GREETING, frame, serve, streams


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("usage: python -m foregone FILE", file=sys.stderr)
        return 2
    source, sink = streams()
    try:
        serve(load(arguments[0]), source, sink)
    except (BrokenPipeError, KeyboardInterrupt):
        return 1
    except Exception as e:
        sink.write(GREETING + frame(FAILED, reason(e, arguments[0]).encode()[:1000]))
        sink.flush()
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
