"""The rules of tic-tac-toe, for check.py."""
RULES = "a0fa0c2256313ad058702c961ed6a2f3ed8cdf67f2ccb9c452b2c6e6aab353d8"
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def accepts(game, rules):
    return game == "tictactoe:height=3,line=3,width=3" and rules in (None, RULES)


def over(p):
    if any(p[a] != "." and p[a] == p[b] == p[c] for a, b, c in LINES):
        return "loss"
    return None if "." in p else "draw"


def moves(p):
    if over(p):
        return {}
    mark = "X" if p.count("X") == p.count("O") else "O"
    return {"abc"[i % 3] + "321"[i // 3]: p[:i] + mark + p[i + 1:] for i in range(9) if p[i] == "."}


def twins(p):
    turned = lambda p: "".join(p[3 * (2 - i % 3) + i // 3] for i in range(9))
    found = [p, p[2::-1] + p[5:2:-1] + p[8:5:-1]]
    for i in range(6):
        found.append(turned(found[i]))
    return found
