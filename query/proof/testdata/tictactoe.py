"""The rules of tic-tac-toe, for check.py."""
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def over(p):
    if any(p[a] != "." and p[a] == p[b] == p[c] for a, b, c in LINES):
        return "loss"
    return None if "." in p else "draw"


def moves(p):
    if over(p):
        return {}
    mark = "X" if p.count("X") == p.count("O") else "O"
    return {"abc"[i % 3] + "321"[i // 3]: p[:i] + mark + p[i + 1:] for i in range(9) if p[i] == "."}
