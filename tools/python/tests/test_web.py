"""Tests of databases on web servers and in packs."""

import http.server
import os
import random
import tempfile
import threading
import unittest
from unittest import mock

import foregone
from foregone import source
from foregone.table import Table

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
TABLE = os.path.join(ROOT, "kv", "table", "testdata", "1", "byte.foregone")
PACK = os.path.join(ROOT, "kv", "pack", "testdata", "1.pack")


class Handler(http.server.BaseHTTPRequestHandler):
    """Serves one file in ranges, with a fault."""

    content = b""
    fault = ""
    tag = '"1"'

    def do_GET(self):
        body, fault = self.content, self.fault if random.random() < 0.5 or self.fault.endswith("!") else ""
        fault = fault.rstrip("!")
        if "/none" in self.path or fault == "404":
            return self.send_error(404)
        if fault in ("500", "503"):
            self.send_response(int(fault))
            self.send_header("Content-Length", "0")
            return self.end_headers()
        if fault == "login":
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", "6")
            self.end_headers()
            self.wfile.write(b"<html>")
            return None
        first, last = map(int, self.headers["Range"].removeprefix("bytes=").split("-"))
        last = min(last, len(body) - 1)
        if fault == "other range":
            first = max(0, first - 1)
        part = bytearray(body[first : last + 1])
        if fault == "damaged":
            part[random.randrange(len(part))] ^= 1
        if fault == "whole":
            part = bytearray(body)
        self.send_response(200 if fault == "whole" else 206)
        self.send_header("Content-Range", f"bytes {first}-{last}/{len(body)}")
        self.send_header("Content-Length", str(len(part)))
        self.send_header("ETag", '"2"' if fault == "changed" else self.tag)
        if fault == "compressed":
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(part[: len(part) // 2] if fault == "cut" else part)
        return None

    def log_message(self, *_):
        pass


class Web(unittest.TestCase):
    def setUp(self):
        with open(TABLE, "rb") as file:
            Handler.content = file.read()
        Handler.fault = ""
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/table.foregone"
        patch = mock.patch.object(source.time, "sleep", lambda _: None)
        patch.start()
        self.addCleanup(patch.stop)

    def table(self):
        table = Table(*source.find(self.url, "table.foregone"))
        self.addCleanup(table.close)
        return table

    def test_values(self):
        local = Table(TABLE)
        self.addCleanup(local.close)
        self.assertEqual(list(self.table()), list(local))
        self.assertEqual(self.table().verify(), local.verify())

    def test_faults(self):
        local = Table(TABLE)
        self.addCleanup(local.close)
        want, answers = list(local), 0
        for fault in ["404", "500", "503", "login", "other range", "damaged", "whole", "changed", "compressed", "cut"] * 3:
            Handler.fault = ""
            table = self.table()
            table._source.forget()
            Handler.fault = fault
            for n in random.sample(range(len(want)), 5):
                try:
                    self.assertEqual(table[n], want[n], fault)
                    answers += 1
                except (foregone.Damaged, OSError) as e:
                    self.assertIn(self.url, str(e))
        self.assertGreater(answers, 20)

    def test_refusals(self):
        for fault, text in ("login", "login page"), ("compressed", "compresses"), ("503", "attempts"):
            Handler.fault = fault + "!"
            with self.assertRaisesRegex((foregone.Damaged, OSError), text):
                source.Web(self.url)
        Handler.fault = ""
        table = self.table()
        table._source.forget()
        Handler.tag = '"3"'
        self.addCleanup(setattr, Handler, "tag", '"1"')
        with self.assertRaises(foregone.Changed):
            list(table)

    def test_find(self):
        self.assertIsNone(source.find(self.url.replace("table.foregone", "none"), "keys.foregone"))
        with self.assertRaises(FileNotFoundError):
            foregone.open(os.path.join(tempfile.gettempdir(), "no such folder"))

    def test_pack(self):
        for where in PACK, self.url:
            with open(PACK, "rb") as file:
                Handler.content = file.read()
            _, part = source.find(where, "table.foregone")
            self.addCleanup(part.close)
            self.assertEqual(part.read(0, 100), b"the table")
            self.assertIsNone(source.find(where, "starts.json"))


if __name__ == "__main__":
    unittest.main()
