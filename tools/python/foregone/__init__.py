"""Games for Foregone, in Python.

A game is a class of three methods:

    class Countdown(foregone.Game):
        max_successors = 2

        def start(self):
            return 20

        def ending(self, key):
            return foregone.GOES_ON  # who cannot move has lost

        def successors(self, key):
            return [key - n for n in (1, 2) if n <= key]

"foregone solve countdown.py" solves it, and "python -m foregone.check countdown.py" checks it.
foregone.open reads the database that comes of it, or of any other game.
"""

from .database import Database, Line, Missing, Move, open
from .environment import Environment
from .exploit import Exploit, Exploited, exploit
from .game import DRAWN, DRAWS_NOW, GOES_ON, LOSES_NOW, LOST, WINS_NOW, WON, Bool, Game, Int, Step

from .source import Changed, Damaged
from .table import Table
from .values import Value

__all__ = ["Changed", "Damaged", "Database", "Environment", "Line", "Missing", "Move", "Table", "Value", "open"]
__all__ += ["Exploit", "Exploited", "exploit"]
__all__ += ["DRAWN", "DRAWS_NOW", "GOES_ON", "LOSES_NOW", "LOST", "WINS_NOW", "WON", "Bool", "Game", "Int", "Step"]
__version__ = "1.0"
