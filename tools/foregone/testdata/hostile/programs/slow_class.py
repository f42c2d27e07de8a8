import time

import foregone


class Slow(foregone.Game):
    max_successors = 2

    def start(self):
        return 9

    def successors(self, key):
        while key == 7:
            time.sleep(1)
        return [key - n for n in (1, 2) if n <= key]
