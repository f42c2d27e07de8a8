"""Connect four, with symmetry and layers. The cells of a column are consecutive bits, with a bit above
that belongs to no cell. A key has the mover's pieces, and in each column the bit above the topmost
piece."""

import foregone


class ConnectFour(foregone.Game):
    name = "connect-four"
    version = "1.0"
    summary = "drop a piece into a column, make a line of four"
    max_successors = 7
    params = [foregone.Int("height", 4, 1, 6, "rows"), foregone.Int("width", 4, 1, 7, "columns")]
    height: int
    width: int

    def setup(self) -> None:
        self.column = self.height + 1
        self.ones = (1 << self.column) - 1
        self.bottom = sum(1 << c * self.column for c in range(self.width))
        self.cells = self.bottom * ((1 << self.height) - 1)

    def start(self) -> int:
        return self.bottom

    def columns(self, key: int) -> list[int]:
        return [key >> c * self.column & self.ones for c in range(self.width)]

    def filled(self, key: int) -> int:
        """Returns all pieces of a position."""
        return sum((1 << part.bit_length() - 1) - 1 << c * self.column for c, part in enumerate(self.columns(key)))

    def has_line(self, pieces: int) -> bool:
        for step in 1, self.column, self.column + 1, self.column - 1:
            pairs = pieces & pieces >> step
            if step and pairs & pairs >> 2 * step:
                return True
        return False

    def look(self, key: int) -> tuple[int, list[int]]:
        """Returns how a position stands, and the cells that can be filled without an end."""
        filled = self.filled(key)
        own = key & filled
        drops = [d for d in (1 << n for n in range(self.width * self.column)) if (filled + self.bottom) & self.cells & d]
        quiet = [d for d in drops if not self.has_line(own | d)]
        standing = foregone.GOES_ON if len(quiet) == len(drops) else foregone.WINS_NOW
        if len(quiet) == 1 and filled | quiet[0] == self.cells:  # the last cell
            return standing | foregone.DRAWS_NOW, []
        return standing, quiet

    def ending(self, key: int) -> int:
        return self.look(key)[0]

    def successors(self, key: int) -> list[int]:
        filled = self.filled(key)
        base = filled + self.bottom + (filled ^ key & filled)
        return [base + drop for drop in self.look(key)[1]]

    def twins(self, key: int) -> list[int]:
        mirrored = 0
        for part in self.columns(key):
            mirrored = mirrored << self.column | part
        return [key, mirrored]

    def layer(self, key: int) -> int:
        return self.filled(key).bit_count()
