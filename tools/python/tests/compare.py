"""Compares what the package reads of a database with what foregone printed of it:
compare.py DB SCRIPT|COMMAND DIR, where DIR has values.csv, the lines of "export csv", and moves.json
and line.json, an object a line for some positions. COMMAND is the path of foregone."""

import csv
import json
import os
import sys

import foregone


def text(db, rules, position):
    """The position of a move as foregone prints it."""
    return None if position is None else db.text(position)


def main(folder, rules, printed):
    script = rules.endswith(".py")
    db = foregone.open(folder, rules) if script else foregone.open(folder, command=rules)
    with open(os.path.join(printed, "values.csv"), newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(db), f"{len(db)} positions, and {len(rows)} were printed"
    values = list(db)
    for n, row in enumerate(rows):
        assert int(row["index"]) == n and values[n].text == row["value"] == db[n].text, f"{n}: {values[n]}, {row}"
    for n in range(0, len(db), 1 + len(db) // 500 if script else len(db)):
        row = rows[n]
        assert db.value(row["position"]) == values[n], f"{row} is worth {db.value(row['position'])}"
        if script:
            key = db.key(n)
            assert db.index(key) == n and db.text(key) == row["position"], f"{n} is {key:#x}, {db.text(key)}"
    counts = {}
    for v in values:
        counts[v] = counts.get(v, 0) + 1
    assert counts == db.counts, f"{counts}, and the table says {db.counts}"
    run = b"".join(db.table.codes(3, len(db) - 2))
    assert run == db.table.verify()[3 * db.table.width : (len(db) - 2) * db.table.width]
    for line in open(os.path.join(printed, "moves.json")):
        want = json.loads(line)
        have = [{"move": m.text, "value": m.value.text, "plies": m.value.plies, "index": m.index} for m in db.moves(want["position"])]
        wanted = [{"move": m["move"], "value": m["value"], "plies": m.get("plies"), "index": m.get("index")} for m in want["moves"]]
        assert have == wanted, f"{have}\n{wanted}"
    for line in open(os.path.join(printed, "line.json")):
        want, have = json.loads(line), db.line(json.loads(line)["position"])
        assert have.moves == want["moves"] and have.end == want["end"], f"{have}\n{want}"
    play(db)
    arrays = "without NumPy"
    try:
        import numpy
    except ImportError:
        pass
    else:
        arrays = "with NumPy"
        whole = db.array()
        assert whole.shape == (len(db),) and (whole[3:9] == db.array(3, 9)).all()
        codes, numbers = numpy.unique(whole, return_counts=True)
        assert dict(zip(codes.tolist(), numbers.tolist())) == {c: n for c, n in zip(codes.tolist(), numbers.tolist()) if n}
        assert sorted(numbers.tolist()) == sorted(db.counts.values())
    print(f"{len(db)} positions are the same, {arrays}")


def play(db):
    """Plays best moves from the start, which keep what it is worth, and then any moves."""
    environment = foregone.Environment(db, most_plies=60)
    position, info = environment.reset()
    first, sign, over, broken = info["value"], 1, False, False
    while not over and not broken:
        position, reward, over, broken, info = environment.step(0)
        assert info["mistake"] == 0 == info["plies_lost"], info
        sign = -sign
    want = {"win": 1, "loss": -1, "draw": 0}.get(first.outcome, first.score)
    assert broken or reward == -sign * want, f"{first} ended with {reward}"
    position, info = environment.reset()
    for n in range(6):
        if not info["moves"]:
            break
        worst = info["moves"][-1]
        position, reward, over, broken, info = environment.step(worst.text)
        assert info["mistake"] >= 0 and info["plies_lost"] >= 0 and (position is None) == (worst.to is None), info
    try:
        environment.step("no such move")
    except (ValueError, RuntimeError):
        return
    raise AssertionError("a move that is none was made")


main(*sys.argv[1:])
