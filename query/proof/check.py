#!/usr/bin/env python3
"""check.py RULES.py PROOF checks a proof that "foregone proof" wrote, with the rules alone. RULES.py defines two functions:
moves(position) returns a dictionary from turns to resulting positions. A turn that ends the game may have its value for the
player who makes it instead of a position. In games of scores a turn may have a tuple: (points for the player who makes
it, position, whether he moves again).
over(position) returns the value of a finished position for the player to move, "win", "loss", "draw" or a score, or None.
A player without a move has lost. No play makes points for ever; endless play has the points made on the way."""
import runpy
import sys
from graphlib import CycleError, TopologicalSorter


def check_half(rules, start, own, kind, need, plies, nodes):
    def seen(result, own):  # the points that a result is to the holder; an error where values are not of that kind
        return (1 if own else -1) * (int(result) if kind == "score" else {"win": 1, "draw": 0, "loss": -1}[result])

    absent, graph, ranked = (0, "", float("-inf")), TopologicalSorter(), kind == "win" or any(n[0] for n in nodes.values())
    rank, _, claim = nodes.get((own, start), absent)
    if claim < need or kind == "win" and not 0 <= rank <= plies:
        return f"the beginning {start} is not in the proof, or not with what is claimed"
    for (own, position), (rank, turn, claim) in nodes.items():
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
            further, _, rest = nodes.get((after, to), absent) if end is None else (0, "", seen(end, own if value else after))
            if gain + rest < claim:
                return f"{position} leads to {to}, which is not in the proof, or worth less than is claimed"
            if end is None and (kind == "win" or claim > 0 and gain == 0 and rest == claim):
                if ranked and further >= rank:
                    return f"{position} leads to {to}, which is not nearer to the end"
                ranked or graph.add((after, to), (own, position))
    try:
        graph.prepare()
    except CycleError:
        return "play can go round for ever without what is claimed"


rules, halves, start = runpy.run_path(sys.argv[1]), [], None
for kind, *rest in (line.rstrip("\n").split("\t") for line in open(sys.argv[2], encoding="utf-8")):
    if kind == "position":
        start = rest[0]
    elif kind == "half":
        goal, number, nodes = *(rest[1] + " 0").split()[:2], {}
        halves.append((rest[0], rest[1], {"win": 1, "draw": 0, "score": int(number)}[goal], int(number), nodes))
    elif kind in "+-":
        nodes[kind == "+", rest[0]] = int(rest[1]), "".join(rest[2:3]), int(rest[3]) if rest[3:] else halves[-1][2]
sums = {holder: need for holder, _, need, _, _ in halves}
if not {"mover", "other"}.issuperset(sums) or not any("win" in half[1] for half in halves) and (len(sums) < 2 or sum(sums.values())):
    sys.exit("wrong: neither a win, nor both halves of a draw or a score")
for holder, claim, need, plies, nodes in halves:
    if fault := check_half(rules, start, holder == "mover", claim.split()[0], need, plies, nodes):
        sys.exit(f"wrong: {fault}")
    print(f"right: the {holder} holds {claim} at {start}, {len(nodes)} positions")
