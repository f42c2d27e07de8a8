#!/usr/bin/env python3
"""check.py RULES.py PROOF checks a proof that "foregone proof" wrote, with the rules alone; FORMAT.md describes the file and what
RULES.py must define: accepts(game, rules), moves(position), over(position), and twins(position) where twins are left out."""
import runpy
import sys
from graphlib import CycleError, TopologicalSorter


def check_half(rules, same, start, own, kind, need, plies, nodes):
    def seen(result, own):  # the points that a result is to the holder; an error where values are not of that kind
        return (1 if own else -1) * (int(result) if kind == "score" else {"win": 1, "draw": 0, "loss": -1}[result])

    absent, graph, ranked = (None, 0, "", float("-inf")), TopologicalSorter(), kind == "win" or any(n[1] for n in nodes.values())
    _, rank, _, claim = nodes.get((own, same(start)), absent)
    if claim < need or kind == "win" and not 0 <= rank <= plies:
        return f"the beginning {start} is not in the proof, or not with what is claimed"
    for (own, key), (position, rank, turn, claim) in nodes.items():
        result = rules["over"](position)
        moves = rules["moves"](position) if result is None else {}
        if not moves and seen("loss" if result is None else result, own) < claim:
            return f"{position} is over, and {result} for the player to move"
        if moves and (own and turn not in moves or kind == "win" and rank < 1):
            return f"{position} is not over: {turn} is not a move, or {rank} plies are too few"
        for to in [moves[turn]] if own and moves else moves.values():
            points, to, again = to if isinstance(to, tuple) else (0, to, False)
            gain, after = points if own else -points, own == again
            value = isinstance(to, int) or to in ("win", "loss", "draw")
            end = to if value else rules["over"](to)
            key_to = None if value else (after, same(to))
            _, further, _, rest = nodes.get(key_to, absent) if end is None else (None, 0, "", seen(end, own if value else after))
            if gain + rest < claim:
                return f"{position} leads to {to}, which is not in the proof, or worth less than is claimed"
            if end is None and (kind == "win" or claim > 0 and gain == 0 and rest == claim):
                if ranked and further >= rank:
                    return f"{position} leads to {to}, which is not nearer to the end"
                ranked or graph.add(key_to, (own, key))
    try:
        graph.prepare()
    except CycleError:
        return "play can go round for ever without what is claimed"


def read(rules, lines):  # returns the beginning, the function that makes twins one, and the halves
    head, halves, count, same, ended = {}, [], 0, (lambda position: position), False
    for number, line in enumerate(lines, 1):
        kind, *rest = line.split("\t")
        if number == 1:
            if line not in ("foregone proof 1", "foregone proof 2"):
                sys.exit(f'wrong: line 1 is {line!r}: want "foregone proof 1" or "foregone proof 2"')
            version = line[-1]
        elif ended:
            sys.exit(f"wrong: line {number} comes after the end")
        elif kind in ("game", "position") + ("rules",) * (version > "1") and len(rest) == 1 and kind not in head and not halves:
            head[kind] = rest[0]
        elif version > "1" and line == "twins" and not halves:
            if "twins" not in rules:
                sys.exit("wrong: the proof leaves out twins, and the rules define no twins(position)")
            same = lambda position: min(rules["twins"](position))
        elif kind == "half" and len(rest) == 2 and rest[0] in ("mover", "other") + ("both",) * (version > "1"):
            if not halves:
                if not {"game", "position"} <= head.keys() or version > "1" and "rules" not in head:
                    sys.exit("wrong: the header lacks a line")
                if not rules["accepts"](head["game"], head.get("rules")):
                    sys.exit(f"wrong: {sys.argv[1]} are not the rules of {head['game']}, or of another version of it")
            goal, points, nodes = *(rest[1] + " 0").split()[:2], {}
            if goal not in ("win", "draw", "score") or goal == "win" and rest[0] == "both":
                sys.exit(f"wrong: line {number}: {rest[1]!r} is no claim")
            halves.append((rest[0], rest[1], {"win": 1, "draw": 0, "score": int(points)}[goal], int(points), nodes))
        elif kind in ("+", "-") and halves and 2 <= len(rest) <= 4:
            key = kind == "+", same(rest[0])
            if key in nodes:
                sys.exit(f"wrong: line {number}: {rest[0]} is there twice")
            nodes[key] = rest[0], int(rest[1]), "".join(rest[2:3]), int(rest[3]) if rest[3:] else halves[-1][2]
            count += 1
        elif version > "1" and kind == "end" and rest == [str(count)]:
            ended = True
        else:
            sys.exit(f"wrong: line {number} is not of a proof: {line[:60]!r}")
    if not halves or not ended and version > "1":
        sys.exit("wrong: a half or the end is missing")
    return head["position"], same, halves


rules = runpy.run_path(sys.argv[1])
with open(sys.argv[2], encoding="utf-8", newline="\n") as file:
    start, same, halves = read(rules, file.read().removesuffix("\n").split("\n"))
parts = [(side, half[1], need, *half[3:]) for half in halves for side, need in (("mover", half[2]), ("other", -half[2])) if half[0] == "both"]
parts += [half for half in halves if half[0] != "both"]
sums = {part[0]: part[2] for part in parts}
if len(sums) < len(parts) or not any("win" in part[1] for part in parts) and (len(sums) < 2 or sum(sums.values())):
    sys.exit("wrong: neither a win, nor both halves of a draw or a score")
for holder, claim, need, plies, nodes in parts:
    if fault := check_half(rules, same, start, holder == "mover", claim.split()[0], need, plies, nodes):
        sys.exit(f"wrong: {fault}")
    shown = f"score {need}" if "score" in claim else claim
    print(f"right: the {holder} holds {shown} at {start}, {len(nodes)} positions")
