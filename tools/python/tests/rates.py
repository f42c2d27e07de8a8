"""Measures how many positions a process answers for in a second of its CPU time: the successors of each, in batches of 256 keys, canonical
ones where a game has twins. python3 tests/rates.py, in the folder tools/python, prints a line for each of these games."""

import sys
import time
from array import array
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from foregone.game import describe  # noqa: E402
from foregone.load import load  # noqa: E402
from foregone.server import ANSWERED, EXPAND, EXPAND_CANONICAL, Server  # noqa: E402

MOST, BATCH = 5120, 256


def measure(file: str) -> str:
    game = load(str(Path(__file__).parent.parent / file))
    server, twins = Server(game), "canonical" in describe(game)["parts"]
    server.open(array("q", [int(p.default) for p in game.params]).tobytes())
    plain = (lambda p: p) if not twins else server.game.canonical
    queue = [game.placement["start"] if server.width else plain(server.game.start())]
    seen = set(queue)
    for position in queue:
        if len(queue) >= MOST:
            break
        if not server.game.ending(position) & 7:
            new = {plain(p): None for p in server.game.successors(position)}
            queue += [p for p in new if p not in seen]
            seen.update(new)
    queue = queue[:MOST]
    parts = [queue[i : i + BATCH] for i in range(0, len(queue), BATCH)]
    batches = ["".join(p).encode() if server.width else array("Q", p).tobytes() for p in parts]
    rates = []
    for _ in range(5):
        began = time.process_time()
        if any(server.answer(EXPAND_CANONICAL if twins else EXPAND, batch)[0] != ANSWERED for batch in batches):
            raise SystemExit(f"{file} fails")
        rates.append(len(queue) / (time.process_time() - began))
    how = "keys with twins" if twins else "a placement" if server.width else "keys"
    return f"{file:24} {how:16} {sorted(rates)[2]:11,.0f} positions a second"


for name in ("tictactoe", "connectfour", "quixo", "dao"):
    print(measure(f"examples/{name}.py"))
print(measure("tests/tapatan_keys.py"))
print(measure("examples/tapatan.py"))
