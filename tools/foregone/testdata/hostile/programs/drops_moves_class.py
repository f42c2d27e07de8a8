import foregone


class Unfaithful(foregone.Game):
    max_successors = 5
    asked = 0

    def start(self):
        return 300

    def successors(self, key):
        self.asked += 1
        return [key - n for n in (1, 2, 5) if n <= key and not (n == 5 and key % 3 == 0 and self.asked > 700)]
