"""python -m foregone FILE answers about the game in a file, over standard input and output."""

from __future__ import annotations

import sys

from .load import load
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
        at = e.__traceback__
        while at is not None and at.tb_next is not None:
            at = at.tb_next
        line = f" (line {at.tb_lineno} of {at.tb_frame.f_code.co_filename})" if at is not None else ""
        sink.write(GREETING + frame(FAILED, f"{type(e).__name__}: {e}{line}".encode()[:1000]))
        sink.flush()
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
