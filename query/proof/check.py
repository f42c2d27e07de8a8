#!/usr/bin/env python3
"""check.py RULES.py PROOF checks a proof of "foregone proof" with nothing but the rules.
RULES.py has moves(position), a dictionary of turns and the positions they lead to, and
over(position): None, or what the finished position is worth to the player to move, "win",
"loss", "draw" or a score. A turn that ends the game may lead to such a value in place of a
position, for who makes it. No moves and no value: lost for the player to move."""
import runpy
import sys


def negated(result):
    return -result if isinstance(result, int) else {"win": "loss", "loss": "win"}.get(result, result)


def fulfilled(claim, result):  # whether a result, seen by the holder, is what was claimed
    if claim[0] == "score":
        return isinstance(result, int) and result >= int(claim[1])
    return result == "win" or claim[0] == "draw" and result == "draw"


def check_half(rules, start, holder, claim, nodes):
    own, wins = holder == "mover", claim[0] == "win"
    if (own, start) not in nodes or wins and not 0 <= nodes[own, start][0] <= int(claim[1]):
        return f"the beginning {start} is not in the proof, or not within {claim}"
    for (own, position), (plies, turn) in nodes.items():
        result, moves = rules["over"](position), rules["moves"](position)
        if result is not None or not moves:
            result = "loss" if result is None else result
            if not fulfilled(claim, result if own else negated(result)):
                return f"{position} is over, and {result} for the player to move"
            continue
        if own and turn not in moves or wins and plies < 1:
            return f"{position} is not over: {turn} is no move, or {plies} plies are too few"
        for to in [moves[turn]] if own else moves.values():
            ended = to if to in ("win", "loss", "draw") or isinstance(to, int) else negated(rules["over"](to))
            if ended is not None:
                if not fulfilled(claim, ended if own else negated(ended)):
                    return f"{position}: a move ends the game with {ended}"
            elif (not own, to) not in nodes:
                return f"{position} leads to {to}, which is not in the proof"
            elif wins and nodes[not own, to][0] >= plies:
                return f"{position} leads to {to}, which is not nearer to the end"


rules, halves, start = runpy.run_path(sys.argv[1]), [], None
for line in open(sys.argv[2], encoding="utf-8"):
    kind, *rest = line.rstrip("\n").split("\t")
    if kind == "position":
        start = rest[0]
    elif kind == "half":
        halves.append((rest[0], rest[1].split(), {}))
    elif kind in "+-":
        halves[-1][2][kind == "+", rest[0]] = (int(rest[1]), rest[2] if kind == "+" else None)
claims = {holder: claim for holder, claim, _ in halves}
if not {"mover", "other"}.issuperset(claims) or all(c[0] != "win" for c in claims.values()) and (len(claims) < 2 or sum(int(c[1]) for c in claims.values() if c[1:])):
    sys.exit("wrong: neither a win, nor both halves of a draw or a score")
for holder, claim, nodes in halves:
    if fault := check_half(rules, start, holder, claim, nodes):
        sys.exit(f"wrong: {fault}")
    print(f"right: the {holder} holds {' '.join(claim)} at {start}, {len(nodes)} positions")
