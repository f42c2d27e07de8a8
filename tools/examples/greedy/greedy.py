#!/usr/bin/env python3
"""Plays British Square by a rule of thumb: claim as much territory as possible.

An example of a program for "foregone policy", which shows that this rule loses:

    foregone policy --exec 'python3 tools/examples/greedy/greedy.py'

A player's territory is the empty tiles on which only he may place a piece, because they are next to his
pieces. The program plays the tile that makes its territory largest. Of equal tiles it plays the first, row by
row from the top left. It reads positions from standard input, one a line, and writes a move for each, until
the input ends.
"""
import argparse
import math
import sys


class Board:
    """A position: the tiles, row by row from the top, a blank, and the player to move."""

    def __init__(self, text, width, center):
        tiles, _, self.own = text.partition(" ")
        self.tiles, self.center = list(tiles), center
        self.width = width or math.isqrt(len(tiles))
        if self.own not in ("1", "2"):
            sys.exit(f"greedy: {text!r} does not say who moves")
        if not tiles or len(tiles) % self.width or not width and self.width**2 != len(tiles):
            sys.exit(f"greedy: {text!r} is not a square board: say with --width how many tiles a row has")
        self.opponent = "21"[self.own == "2"]
        self.height = len(tiles) // self.width

    def legal(self, tile, player, other):
        """A tile must be empty and not next to an opponent's piece; the first move of the game must not take the centre."""
        if self.tiles[tile] != ".":
            return False
        y, x = divmod(tile, self.width)
        for a, b in (x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1):
            if 0 <= a < self.width and 0 <= b < self.height and self.tiles[b * self.width + a] == other:
                return False
        opens = player == "1" and "1" not in self.tiles
        return not opens or self.center or 2 * x + 1 != self.width or 2 * y + 1 != self.height

    def territory(self):
        """The number of tiles on which only the player to move may place a piece."""
        return sum(
            self.legal(tile, self.own, self.opponent) and not self.legal(tile, self.opponent, self.own)
            for tile in range(len(self.tiles))
        )

    def greedy(self):
        """The move: a tile, as a column letter and a row digit from the bottom, or pass if no tile is legal."""
        best, most = "pass", -1
        for tile in range(len(self.tiles)):
            if self.legal(tile, self.own, self.opponent):
                self.tiles[tile] = self.own
                if (n := self.territory()) > most:
                    y, x = divmod(tile, self.width)
                    best, most = f"{chr(ord('a') + x)}{self.height - y}", n
                self.tiles[tile] = "."
        return best


def main():
    parser = argparse.ArgumentParser(description="plays British Square greedily")
    parser.add_argument("--width", type=int, default=0, help="columns of the board (default: those of a square)")
    parser.add_argument("--center", action="store_true", help="the first player may open on the centre")
    args = parser.parse_args()
    for line in iter(sys.stdin.readline, ""):
        print(Board(line.rstrip("\n"), args.width, args.center).greedy(), flush=True)


main()
