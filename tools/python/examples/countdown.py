"""Counting down: a player takes 1, 2 or 3; who takes the last one wins."""

import foregone


class Countdown(foregone.Game):
    name = "countdown"
    version = "1.0"
    summary = "take 1, 2 or 3; who takes the last one wins"
    max_successors = 3
    params = [foregone.Int("from", 20, 1, 200, "how many there are")]

    def start(self):
        return getattr(self, "from")

    def ending(self, key):
        return foregone.GOES_ON  # who cannot move has lost

    def successors(self, key):
        return [key - n for n in (1, 2, 3) if n <= key]
