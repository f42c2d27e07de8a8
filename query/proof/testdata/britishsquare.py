"""The rules of British Square on 3 by 3 tiles, for check.py."""
RULES = "d30f3bf4ea3600fb07b9b1d17e3dbd967e3a146659abd5062c2b78cfde1b319d"
N = 3

def accepts(game, rules):
    return game == "british-square:center=false,height=3,width=3" and rules in (None, RULES)


def near(board, i, piece):
    x, y = i % N, i // N
    return any(
        0 <= x + a < N and 0 <= y + b < N and board[i + a + b * N] == piece for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1)))


def places(board, player):
    other = "12"["21".index(player)]
    empty = board.count(".") == N * N
    return [i for i in range(N * N) if board[i] == "." and not near(board, i, other) and not (empty and i == N * N // 2)]


def over(p):
    board, player = p.split()
    other = "12"["21".index(player)]
    if places(board, player) or places(board, other):
        return None
    return board.count(player) - board.count(other)


def moves(p):
    board, player = p.split()
    other = "12"["21".index(player)]
    name = lambda i: "abc"[i % N] + str(N - i // N)
    found = {name(i): board[:i] + player + board[i + 1:] + " " + other for i in places(board, player)}
    return found or ({"pass": board + " " + other} if over(p) is None else {})


def twins(p):
    board, player = p.split()
    found = [[board[i * N:i * N + N] for i in range(N)]]
    found.append([row[::-1] for row in found[0]])
    for i in range(6):
        found.append(["".join(row) for row in zip(*found[i][::-1])])
    return ["".join(rows) + " " + player for rows in found]
