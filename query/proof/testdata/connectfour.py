# Connect Four on 3 by 3 squares, three in a line: nothing here says that a line ends the game with the move.
RULES = "383427e2088e25111ce4ca599c83b5b7addcf36674d5938ed458d66525b368f2"
SIZE = 3
LINES = [[(x + k * dx, y + k * dy) for k in range(SIZE)] for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
         for x in range(SIZE) for y in range(SIZE) if 0 <= x + 2 * dx < SIZE and 0 <= y + 2 * dy < SIZE]

def accepts(game, rules):
    return game == "connect-four:height=3,line=3,width=3" and rules in (None, RULES)


def over(position):
    for line in LINES:
        if {position[y * SIZE + x] for x, y in line} in ({"X"}, {"O"}):
            return "loss"
    return None if "." in position else "draw"


def moves(position):
    found, mark = {}, "X" if position.count("X") == position.count("O") else "O"
    for column in range(SIZE):
        empty = [i for i in range(column, SIZE * SIZE, SIZE) if position[i] == "."]
        if empty:
            found["abc"[column]] = position[:empty[-1]] + mark + position[empty[-1] + 1:]
    return found


def twins(position):
    rows = [position[i:i + SIZE] for i in range(0, SIZE * SIZE, SIZE)]
    return [position, "".join(row[::-1] for row in rows)]
