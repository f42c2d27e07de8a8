"""Dodgem, with symmetry and slices: drive all your cars off the far side of the board. Each player
numbers the squares row by row from his side; the mover's cars are in bits 32 and above, the
opponent's below, and bit 63 says that the second player is to move."""

import foregone

SECOND = 1 << 63


class Dodgem(foregone.Game):
    name = "dodgem"
    version = "1.0"
    summary = "drive all your cars off the far side of the board"
    kind = "wide"  # who cannot move has won already
    max_successors = 12
    params = [foregone.Int("cars", 2, 1, 4, "of each player"), foregone.Int("size", 3, 2, 5, "squares in a row")]
    cars: int
    size: int

    def setup(self) -> None:
        if self.cars >= self.size:
            raise ValueError(f"{self.cars} cars do not fit on a board of {self.size} by {self.size}")
        self.squares = (1 << self.size**2) - 1
        self.left = self.squares // ((1 << self.size) - 1)
        self.right = self.left << self.size - 1

    def start(self) -> int:
        return ((1 << self.cars + 1) - 2) * ((1 << 32) + 1)

    def turned(self, squares: int) -> int:
        """Returns a player's squares as the other one numbers them."""
        n = self.size
        return sum(1 << at % n * n + at // n for at in range(n * n) if squares >> at & 1)

    def drives(self, key: int) -> list[int]:
        """Returns the mover's cars after each move."""
        own = key >> 32 & self.squares
        taken = own | self.turned(key & self.squares)
        found = []
        for at in range(self.size**2):
            car = own & 1 << at
            if car:
                for to in car << self.size, (car & ~self.left) >> 1, (car & ~self.right) << 1:
                    if to & ~taken:
                        found.append((own ^ car | to) & self.squares)
        return found

    def ending(self, key: int) -> int:
        drives = self.drives(key)
        if not drives:
            return foregone.WON
        return foregone.WINS_NOW if 0 in drives else foregone.GOES_ON

    def successors(self, key: int) -> list[int]:
        after = (key & self.squares) << 32 | ~key & SECOND
        return [after | cars for cars in self.drives(key) if cars]

    def canonical(self, key: int) -> int:
        return key & ~SECOND

    def weight(self, key: int) -> int:
        return 2

    def slice(self, key: int) -> int:
        return 2 * self.cars - (key & ~SECOND).bit_count()
