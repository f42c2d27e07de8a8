"""The rules of tictacchec, for check.py: the board row by row from the top as the mover sees it, his pieces in capitals, D for a pawn that goes down."""
RULES = "9722e658e9ebe7b109bfd5c0ae0c265be5b896787797300f930c7ba0f7db9517"
LINES, PIECES = [], ""
STEPS = {"R": [(0, 1), (0, -1), (1, 0), (-1, 0)], "B": [(1, 1), (1, -1), (-1, 1), (-1, -1)],
         "N": [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]}
NAMES = [file + rank for rank in "4321" for file in "abcd"]
RAYS = {}


def ray(s, dr, dc, most):
    r, c, found = s // 4 + dr, s % 4 + dc, []
    while 0 <= r < 4 and 0 <= c < 4 and len(found) < most:
        found.append(4 * r + c)
        r, c = r + dr, c + dc
    return found


for kind, steps in STEPS.items():
    for s in range(16):
        RAYS[kind, s] = [way for dr, dc in steps if (way := ray(s, dr, dc, 1 if kind == "N" else 3))]


def accepts(game, rules):
    global PIECES, LINES
    PIECES = game.removeprefix("tictacchec:pieces=")
    n = len(PIECES)
    LINES = [way for s in range(16) for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)) if len(way := [s] + ray(s, dr, dc, n - 1)) == n]
    return game.startswith("tictacchec:pieces=") and set(PIECES) <= set("PNBR") and rules in (None, RULES)


def over(p):
    for line in LINES:
        row = "".join([p[s] for s in line])
        if row.isalpha() and (row.isupper() or row.islower()):
            return "loss"


def moves(p):
    board, turns = p[:16], p[17:]
    ready, found = 2 * len(PIECES) - 2, {}
    after = f" {int(turns) + 1}" if turns and int(turns) + 1 < ready else ""

    def turn(name, piece, s, to):
        if piece in "PD":
            piece = "D" if to < 4 else "P" if to > 11 else piece
        b = list(board)
        if s is not None:
            b[s] = "."
        b[to] = piece
        found[name] = "".join(b)[::-1].swapcase() + after

    for piece in PIECES:
        if piece not in board and (piece != "P" or "D" not in board):
            for to in range(16):
                if board[to] == ".":
                    turn(piece + "*" + NAMES[to], piece, None, to)
    for s in range(0 if turns else 16):  # the opening places pieces only
        piece = board[s]
        if piece in "RBN":
            ways = RAYS[piece, s]
        elif piece in "PD":
            row, c = s // 4 + (1 if piece == "D" else -1), s % 4
            ways = [[4 * row + c]] if board[4 * row + c] == "." else []
            ways += [[4 * row + d] for d in (c - 1, c + 1) if 0 <= d < 4 and board[4 * row + d].islower()]
        else:
            continue
        for way in ways:
            for to in way:
                if board[to].isupper():
                    break
                turn(NAMES[s] + ("-" if board[to] == "." else "x") + NAMES[to], piece, s, to)
                if board[to] != ".":
                    break
    return found


def twins(p):
    return [p, p[3::-1] + p[7:3:-1] + p[11:7:-1] + p[15:11:-1] + p[16:]]
