import foregone


class Greedy(foregone.Game):
    max_successors = 2

    def start(self):
        return 9

    def successors(self, key):
        kept = []
        while key == 7:
            kept.append(bytearray(1 << 22))
        return [key - n for n in (1, 2) if n <= key]
