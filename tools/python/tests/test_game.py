"""Tests of games: how they are found, described, asked and checked."""

import os
import subprocess
import sys
import tempfile
import textwrap
import unittest

from foregone.check import Breach, check
from foregone.load import load
from foregone.game import describe

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
EXAMPLES = os.path.join(HERE, "examples")

# A game of counting down from 7, which can be spoilt by other methods.
GOOD = """
import os
import foregone

class CountDown(foregone.Game):
    max_successors = 2

    def start(self):
        return 7

    def successors(self, key):
        return [key - n for n in (1, 2) if n <= key]
"""


# A game of taking stones, by a declared placement.
PLACED = """
import foregone

class Remove(foregone.Game):
    max_successors = 4
    placement = {"squares": 4, "start": "XXXX", "groups": [{"name": "X", "side": 2, "max": 4}], "changes": [{"X": -1}],
                 "ends": [{"when": [{"sum": {"X": 1}, "min": 0, "max": 0}]}]}

    def successors(self, position):
        return [position[:n] + "." + position[n + 1:] for n in range(4) if position[n] == "X"]
"""


class Games(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "mine.py")

    def write(self, methods="", before=GOOD):
        with open(self.path, "w") as file:
            file.write(before + textwrap.indent(textwrap.dedent(methods), "    "))

    def breach(self, methods, want):
        self.write(methods)
        with self.assertRaisesRegex(Breach, want):
            check(self.path, {})

    def test_good(self):
        self.write()
        self.assertEqual(check(self.path, {}), ("count-down", 8, True))
        self.assertEqual(check(self.path, {}, 3), ("count-down", 3, False))

    def test_placement(self):
        self.write(before=PLACED)
        self.assertEqual(check(self.path, {}), ("remove", 15, True))
        self.write("def start(self):\n    return 0", before=PLACED)
        with self.assertRaisesRegex(Breach, "has a placement, which gives it its start"):
            check(self.path, {})
        self.write("def successors(self, position):\n    return [position[4]]", before=PLACED)
        with self.assertRaisesRegex(Breach, "at 'XXXX': IndexError"):
            check(self.path, {})

    def test_examples(self):
        for name, values, positions in (
            ("tictactoe", {}, 5478),
            ("quixo", {"size": 3}, None),
            ("dodgem", {"size": 3, "cars": 2}, None),
            ("connectfour", {"width": 3, "height": 3}, None),
            ("countdown", {"from": 30}, 31),
            ("pig", {"goal": 10}, 342),
            ("tapatan", {}, None),
        ):
            with self.subTest(name):
                _, done, whole = check(os.path.join(EXAMPLES, name + ".py"), values, 6000)
                if positions:
                    self.assertEqual((done, whole), (positions, True))

    def test_refused_values(self):
        with self.assertRaisesRegex(Breach, "refuses these values"):
            check(os.path.join(EXAMPLES, "dodgem.py"), {"size": 3, "cars": 3})
        with self.assertRaisesRegex(Breach, "no parameter height: want some of cars, size"):
            check(os.path.join(EXAMPLES, "dodgem.py"), {"height": 3})

    def test_breaches(self):
        for methods, want in (
            ("def start(self): return os.getpid()", "two processes start differently"),
            ("def start(self): return -1", "OverflowError"),
            ("def start(self): return 1 / 0", r"ZeroDivisionError: division by zero \(line 13 of mine.py\)"),
            ("def ending(self, key): return foregone.WON", "the kind byte has no positions that are won"),
            ("def ending(self, key): return 3", "it stands at 3"),
            ("def ending(self, key): return 'lost'", "at key 0x7: TypeError"),
            ("def successors(self, key): return [1, 2, 3]", "at key 0x7: .*more than 2 successors"),
            ("def successors(self, key):\n    while True: yield 1", "at key 0x7: .*more than 2 successors"),
            ("def successors(self, key): return [2**64]", "at key 0x7: OverflowError"),
            ("def successors(self, key): return None", "at key 0x7: TypeError"),
            ("def successors(self, key): return [os.getpid()]", "asked for it alone, answers differently"),
            ("def successors(self, key): os._exit(3)", "it ended, or closed its output"),
            ("def layer(self, key): return key", "a move leads from number 7 to"),
            ("def slice(self, key): return 1 << 16", "a move leads from number 65536"),
            ("def twins(self, key): return [key, key ^ 1]", "differ in how they stand|where their moves lead"),
            ("def canonical(self, key): return key + 1\ndef weight(self, key): return 1", "a canonical key has another"),
            ("def canonical(self, key): return key\ndef weight(self, key): return 0", "a weight of 0"),
            ("def canonical(self, key): return key", "has a part of canonical and lacks twins or weight"),
            ("def text(self, key): return 'x'\ndef parse(self, text): return 7", "is written 'x', too|not read as"),
            ("def text(self, key): return ''\ndef parse(self, text): return 7", "its text is ''"),
            ("def text(self, key): return str(key)\ndef parse(self, text): raise ValueError", "is not read as it is written"),
            ("def move(self, key, to): return 'on'", "two different moves are written the same: on, on"),
            ("def board(self, key): return chr(7)", "its board is"),
            ("def size(self): return 5\ndef rank(self, key): return key\ndef unrank(self, rank): return rank", "its rank is 7: want less than 5"),
            ("def size(self): return 8\ndef rank(self, key): return 0\ndef unrank(self, rank): return rank", "a rank is not that of its own key"),
            ("def setup(self): raise ValueError('no')", "it refuses these values"),
        ):
            with self.subTest(methods):
                self.breach(methods, want)

    def test_breaches_of_dice(self):
        declared = "kind = 'chance'\ndice = {'sum': 2, 'rolls': 2}\n"
        rolls = "def rolls(self, key): return %s\n"
        self.write(declared + "def ending(self, key): return 0 if key else foregone.LOST\n" + rolls % "[(1, [key - 1]), (1, [0])]")
        self.assertEqual(check(self.path, {}), ("count-down", 8, True))
        for methods, want in (
            ("kind = 'chance'", "its kind is chance, and it declares no dice"),
            ("dice = {'sum': 2, 'rolls': 2}", "its kind is byte, and it declares dice"),
            (declared + rolls % "[(2, [0]), (1, [0])]", "the weights of its rolls have the sum 3, and its dice say 2"),
            (declared + rolls % "[(1, [0]), (1, [])]", "a roll has no weight or no move"),
            (declared + rolls % "[(2, [0]), (0, [0])]", "a roll has no weight or no move"),
            (declared + rolls % "[(2, [0, 1, 2])]", "at key 0x7: .*max_successors allows 2 of all its rolls|it has 3 successors"),
            (declared + rolls % "[(1, [0, 1]), (1, [0])]", "at key 0x7: .*max_successors allows 2 of all its rolls together, and dice 2 rolls"),
            (declared + rolls % "[(2, [foregone.Step(1, gain=1)])]", "a move of a roll is not one of the kind chance"),
            (declared.replace("2}", "1}") + rolls % "[(1, [0]), (1, [0])]", "it has 2 rolls, and its dice say at most 1|dice 1 rolls"),
        ):
            with self.subTest(methods):
                self.breach(methods, want)

    def test_files(self):
        for text, want in (
            ("x = (", "SyntaxError"),
            ("import foregone", "must have one class derived from foregone.Game, and has none"),
            ("raise OSError('no disk')", r"OSError: no disk \(line 1 of"),
            (GOOD + "class Other(foregone.Game):\n    pass\n", "and has CountDown, Other"),
            (GOOD.replace("max_successors = 2", ""), "must say max_successors"),
        ):
            with self.subTest(text):
                self.write(before=text)
                with self.assertRaisesRegex(Breach, want):
                    check(self.path, {})

    def test_prints_do_no_harm(self):
        self.write("def ending(self, key):\n    print('at', key)\n    return 0")
        self.assertEqual(check(self.path, {})[1], 8)

    def test_description(self):
        game = load(os.path.join(EXAMPLES, "quixo.py"))
        d = describe(game)
        self.assertEqual((d["name"], d["kind"], d["parts"]), ("quixo", "wide", ["canonical", "slices"]))
        self.assertEqual(d["params"], [{"name": "size", "default": 3, "min": 3, "max": 4, "help": "cubes in a row"}])

    def test_wheel(self):
        sys.path.insert(0, HERE)
        import backend

        folder = os.path.dirname(self.path)
        wheel = os.path.join(folder, backend.build_wheel(folder))
        self.write()
        environment = dict(os.environ, PYTHONPATH=wheel)
        command = [sys.executable, "-c", "import foregone, foregone.check as c; print(foregone.__file__, foregone.__version__); c.main()", self.path]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=folder)
        self.assertIn("8 positions checked", done.stdout, done.stderr)
        self.assertIn(f"{wheel}/foregone/__init__.py {backend.VERSION}", done.stdout.replace(os.sep, "/"))

    def test_command(self):
        environment = dict(os.environ, PYTHONPATH=HERE)
        for arguments, status, want in (
            ([os.path.join(EXAMPLES, "countdown.py"), "from=9"], 0, "countdown: 10 positions checked, all that there are"),
            ([os.path.join(EXAMPLES, "missing.py")], 1, "FileNotFoundError"),
            ([os.path.join(EXAMPLES, "countdown.py"), "from"], 2, "want NAME=VALUE"),
        ):
            done = subprocess.run([sys.executable, "-m", "foregone.check", *arguments], env=environment, capture_output=True, text=True)
            self.assertEqual(done.returncode, status)
            self.assertIn(want, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
