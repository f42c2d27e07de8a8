"""The rules of dao, for check.py: the board of 4 by 4 as a text, X for the men of the player to move."""
RULES = "84791d9a0354f887e53d4ba820180acc1a094e1d78a42482a2d7cebe5441ca06"


def accepts(game, rules):
    return game.startswith("dao.py:") and rules in (None, RULES)


def men(p, who):
    return {(i // 4, i % 4) for i in range(16) if p[i] == who}


def wins(m):
    rows, columns = {r for r, _ in m}, {c for _, c in m}
    if len(rows) == 1 or len(columns) == 1 or m == {(0, 0), (0, 3), (3, 0), (3, 3)}:
        return True
    return len(rows) == len(columns) == 2 and max(rows) - min(rows) == max(columns) - min(columns) == 1


def over(p):
    own, other = men(p, "X"), men(p, "O")
    if wins(other):
        return "loss"
    for r, c in own & {(0, 0), (0, 3), (3, 0), (3, 3)}:
        if {(a, b) for a in range(4) for b in range(4) if 0 < max(abs(a - r), abs(b - c)) < 2} <= other:
            return "win"


def moves(p):
    found = {}
    for i in range(16):
        for dr, dc in ((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if p[i] == "X" and (a or b)):
            r, c = i // 4, i % 4
            while 0 <= r + dr < 4 and 0 <= c + dc < 4 and p[4 * (r + dr) + c + dc] == ".":
                r, c = r + dr, c + dc
            to = 4 * r + c
            if to != i:
                q = list(p.translate({88: 79, 79: 88}))
                q[i], q[to] = ".", "O"
                found["abcd"[i % 4] + "4321"[i // 4] + "-" + "abcd"[c] + "4321"[r]] = "".join(q)
    return found


def twins(p):
    found = [p, "".join(p[i ^ 3] for i in range(16))]
    for k in range(6):
        found.append("".join(found[k][4 * (3 - i % 4) + i // 4] for i in range(16)))
    return found
