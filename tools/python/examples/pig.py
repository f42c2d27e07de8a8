"""Pig: roll a die again and again, or hold what the turn has brought."""

import foregone
from foregone import Step


class Pig(foregone.Game):
    """A key has ten bits each for the score of the player who rolls, the opponent's, and the points of the turn."""

    name = "pig"
    version = "1.0"
    summary = "roll a die again and again, or hold what the turn has brought"
    kind = "chance"
    dice = {"sum": 6, "rolls": 6}
    max_successors = 11
    params = [foregone.Int("goal", 20, 2, 300, "points that win")]

    def start(self):
        return 0

    def rolls(self, key):
        own, other, turn = key & 1023, key >> 10 & 1023, key >> 20
        yield 1, [other | own << 10]  # the points of the turn are lost
        for number in range(2, 7):
            points = turn + number
            if own + points >= self.goal:
                yield 1, [Step(ending=foregone.WINS_NOW)]
            else:
                roll_on, hold = own | other << 10 | points << 20, other | (own + points) << 10
                yield 1, [Step(roll_on, keeps=True), hold]

    def slice(self, key):
        return (key & 1023) + (key >> 10 & 1023)

    def text(self, key):
        return f"{key & 1023}:{key >> 10 & 1023}+{key >> 20}"

    def parse(self, text):
        own, rest = text.split(":")
        other, turn = rest.split("+")
        return int(own) | int(other) << 10 | int(turn) << 20
