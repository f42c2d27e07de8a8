"""The rules of kalah, played out, for check.py: "PITS STORES PLAYER", or "PITS PLAYER" where what is stored is made on the way."""
RULES = "4ef57d48443d3026a339e1af303199c1896b82793ca4d021e7bea066bc1899a6"
options = {}
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def accepts(game, rules):
    options.update(part.split("=") for part in game.removeprefix("kalah:").split(","))
    return game.startswith("kalah:") and rules in (None, RULES)


def apart(position):
    pits, *stores, player = position.split()
    n = len(pits) // 2
    rows = [[DIGITS.index(c) for c in pits[n:]], [DIGITS.index(c) for c in pits[n - 1::-1]]]
    return rows, [int(s) for s in stores[0].split("-")] if stores else None, int(player) - 1


def over(position):
    rows, stores, player = apart(position)
    half = int(options["pits"]) * int(options["seeds"])
    if any(rows[0]) and any(rows[1]) and not (options["majority"] == "true" and max(stores) > half):
        return None
    margin = sum(rows[0]) - sum(rows[1]) + (stores[0] - stores[1] if stores else 0)
    return -margin if player else margin


def moves(position):
    found = {}
    for pit in range(len(apart(position)[0][0])):
        rows, stores, player = apart(position)
        own, other, n, stored, at = rows[player], rows[1 - player], len(rows[0]), 0, pit
        hand, own[pit] = own[pit], 0
        if hand == 0:
            continue
        for at in ((pit + 1 + i) % (2 * n + 1) for i in range(hand)):
            if at == n:
                stored += 1
            elif at < n:
                own[at] += 1
            else:
                other[at - n - 1] += 1
        if at < n and own[at] == 1 and (options["empty"] == "true" or other[n - 1 - at]):
            stored += 1 + other[n - 1 - at]
            own[at] = other[n - 1 - at] = 0
        mover = player if at == n else 1 - player
        pits = "".join(DIGITS[c] for c in rows[1][::-1] + rows[0])
        name = "abcdef"[n - 1 - pit if player else pit] + str(player + 1)
        if stores:
            stores[player] += stored
            found[name] = (0, f"{pits} {stores[0]}-{stores[1]} {mover + 1}", at == n)
        else:
            found[name] = (stored, f"{pits} {mover + 1}", at == n)
    return found
