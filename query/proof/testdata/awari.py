"""The rules of awari, for check.py: twelve digits, the opponent's pits from his last to his first, then the mover's."""
RULES = "a4614b2c9844b3eac710152c4d7b072f1aa6a288339ec3bd11fde6b01590959a"


def accepts(game, rules):
    return game.startswith("awari:") and rules in (None, RULES)


def ring(position):  # the stones in the order of sowing, the mover's first
    return [int(stones) for stones in position[6:] + position[5::-1]]


def text(stones):
    return "".join(map(str, stones[:5:-1] + stones[:6]))


def over(position):
    stones = ring(position)
    return None if any(stones[:6]) else -sum(stones)


def moves(position):
    found = {}
    for pit in range(6):
        stones, at = ring(position), pit
        hand, stones[pit] = stones[pit], 0
        if hand == 0:
            continue
        while hand > 0:
            at = (at + 1) % 12
            if at != pit:
                stones[at] += 1
                hand -= 1
        captured = 0
        while at >= 6 and stones[at] in (2, 3):
            captured += stones[at]
            stones[at] = 0
            at -= 1
        found["abcdef"[pit] + "1"] = (captured, text(stones[6:] + stones[:6]), False)
    fed = {turn: after for turn, after in found.items() if over(after[1]) is None}
    return fed or found
