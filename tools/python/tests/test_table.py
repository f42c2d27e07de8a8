"""Tests of tables and keys: files of every version there was, damage, and wrong use."""

import math
import os
import tempfile
import unittest
from collections import Counter

import foregone
from foregone.keys import Keys
from foregone.order import ORDERS
from foregone.source import Damaged
from foregone.table import Table, checksum
from foregone.values import before, decode

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
VERSIONS = os.path.join(ROOT, "kv", "table", "testdata")
TABLES = os.path.join(VERSIONS, "1")
KEYS = os.path.join(ROOT, "kv", "keys", "testdata", "1.foregone")


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_tables(self):
        def even_first(game, files):  # the order of a fixture: the even indices of each slice, then the odd ones
            return lambda i: (first := i // 1000 and 1000) + (i - first) // 2 + (i - first) % 2 * (1000 if first else 500)

        ORDERS["even-first-1"] = even_first
        self.addCleanup(ORDERS.pop, "even-first-1")
        for name in sorted(os.path.join(v, name) for v in os.listdir(VERSIONS) if v != "6" for name in os.listdir(os.path.join(VERSIONS, v))):
            with self.subTest(name):
                table = Table(os.path.join(VERSIONS, name))
                self.addCleanup(table.close)
                values = list(table)
                self.assertEqual(len(values), len(table))
                counted = Counter(values)
                if table.kind.startswith(("chance", "expected")):  # the counts gather whole percents, and whole scores
                    counted = Counter(table._bucket(int(100 * v.win) if v.win is not None else math.floor(v.score) + 32768) for v in values)
                    self.assertEqual(table.error, 0.25)
                self.assertEqual(counted, table.counts)
                self.assertEqual(len(table.verify()), len(table) * table.width)
                for n in {0, len(table) // 2, len(table) - 1} if values else ():
                    self.assertEqual(table[n], values[n])
                for n in -1, len(table):
                    with self.assertRaises(IndexError):
                        table[n]
                with self.assertRaises(IndexError):
                    list(table.codes(0, len(table) + 1))
        with self.assertRaisesRegex(Damaged, "leaves values out"):  # it takes the rules of the game to find them
            Table(os.path.join(VERSIONS, "6", "derived.foregone"))
        part = Table(os.path.join(TABLES, "part.foregone"))
        self.addCleanup(part.close)
        self.assertIn("unknown", {v.outcome for v in part})

    def damaged(self, content, read):
        path = os.path.join(self.folder, "damaged")
        with open(path, "wb") as file:
            file.write(content)
        with self.assertRaises(Damaged, msg=f"{len(content)} bytes"):
            file = read(path)
            self.addCleanup(file.close)
            file.verify() if isinstance(file, Table) else [file.key(n) for n in range(file.size)]
        return True

    def test_damage(self):
        for name in "byte.foregone", "wide.foregone":
            with open(os.path.join(TABLES, name), "rb") as file:
                good = file.read()
            for at in range(3, len(good), max(1, len(good) // 97)):
                bad = bytearray(good)
                bad[at] ^= 0x10
                with self.subTest(name=name, at=at):
                    path = os.path.join(self.folder, "damaged")
                    with open(path, "wb") as file:
                        file.write(bad)
                    with self.assertRaises(Damaged):
                        table = Table(path)
                        self.addCleanup(table.close)
                        list(table)
                    self.damaged(good[:at], Table)

    def test_keys(self):
        keys = Keys(KEYS)
        self.addCleanup(keys.close)
        before = -1
        for part in keys.parts:
            before = -1
            for n in range(part.first, part.first + part.size):
                key = keys.key(n)
                self.assertGreater(key, before)
                self.assertEqual((keys.index(key, part.number), keys.index(key) is None), (n, False))
                before = key
        self.assertIsNone(keys.index(2**64 - 1))
        with self.assertRaises(IndexError):
            keys.key(keys.size)
        with open(KEYS, "rb") as file:
            good = file.read()
        for size in 0, 20, 31, len(good) // 2, len(good) - 1:
            self.damaged(good[:size], Keys)
        for at in range(3, len(good), max(1, len(good) // 50)):
            bad = bytearray(good)
            bad[at] ^= 0x10
            self.damaged(bad, Keys)

    def test_checksum(self):
        self.assertEqual(checksum(b"123456789"), 0xE3069283)

    def test_values(self):
        for kind, code, text, plies in (
            ("byte", 0, "T", None), ("byte", 1, "L0", 0), ("byte", 4, "W2", 3), ("byte", 9, "L4", 8),
            ("wide", 0, "draw", None), ("wide", 1, "loss-0", 0), ("wide", 2, "win-0", 0), ("wide", 42, "win-20", 20),
            ("score", 0, "0", None), ("score", 2, "+2", None), ("score", 253, "-3", None),
        ):
            value = decode(kind, code)
            self.assertEqual((value.text, value.plies), (text, plies))
        self.assertEqual(before("byte", decode("byte", 1)).text, "W1")
        self.assertEqual(before("wide", decode("wide", 42)).text, "loss-21")
        self.assertEqual(before("score", decode("score", 253)).text, "+3")
        self.assertEqual(before("byte", decode("byte", 0)).text, "T")
        order = ["W1", "W2", "T", "L4", "L0"]
        self.assertEqual(sorted(order, key=lambda t: next(v for v in (decode("byte", c) for c in range(20)) if v.text == t).order, reverse=True), order)

    def test_missing(self):
        with self.assertRaises(FileNotFoundError):
            foregone.open(self.folder)
        os.link(os.path.join(TABLES, "byte.foregone"), os.path.join(self.folder, "table.foregone"))
        with foregone.open(self.folder) as db:
            self.assertGreater(len(db), 0)
            for ask in db.moves, db.value, db.text, db.line:
                with self.assertRaisesRegex(foregone.Missing, "needs its rules"):
                    ask("x")
            with self.assertRaisesRegex(foregone.Missing, "no keys"):
                db.key(0)
        with self.assertRaisesRegex(foregone.Missing, "no keys"):
            foregone.open(self.folder, foregone.Game)


if __name__ == "__main__":
    unittest.main()
