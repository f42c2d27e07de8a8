#!/usr/bin/env python3
"""Faults for solves on several machines. It shares no code with the program or its tests.

It starts the program as a coordinator and two to five workers, with a store in a folder, makes faults at random,
restarts what it killed by the same command, and compares the digest of the table with that of a solve on one machine.

    go build -o foregone ./tools/foregone
    python3 solver/cluster/testdata/chaos/chaos.py --binary ./foregone --faults 1000

It needs Python 3.9 and Linux. As root it makes file systems of its own, so that disks can be full; otherwise it leaves
that kind out and says so. DIR/faults.jsonl has each fault with its time and seed. `--seed N --solves 1` makes the solve
of that seed again, with the same faults in the same order; their timing depends on the machine.

A solve is wrong if its table differs, if a process ends by itself, if the store or the folders do not change for a
minute after the last fault, or if it has not ended half an hour after that. The status is 1 if any is. A process that
refuses to begin because the disk has too little space, which the documents say, is begun again and counted apart.
"""
import argparse
import collections
import ctypes
import hashlib
import json
import multiprocessing
import os
import random
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import threading
import time

# Games by way of solving, with the memory of each process.
GAMES = [
    ("slabs", "pushfight:movers=1,pushers=2", "256MiB"),
    ("phases", "rpsw:pieces=2", "256MiB"),
    ("rules only", "morris:men=5", "256MiB"),
    ("layers", "connect-four:width=5,height=4,ranked=true", "256MiB"),
    ("sweeps", "quixo:ranked=true,marks=12", "512MiB"),
]
STANDSTILL = 60.0  # seconds without a change after the last fault
HANG = 1800.0  # seconds after the last fault
SEAL = struct.Struct("<Q32s8s")  # at the end of an object: length, SHA-256 of content and length, mark


def intact(path):
    """Whether an object of the store has a correct seal (FORMAT.md)."""
    try:
        with open(path, "rb") as f:
            raw = f.read()
    except OSError:
        return False
    if len(raw) < SEAL.size:
        return False
    length, digest, mark = SEAL.unpack(raw[-SEAL.size:])
    return mark == b"FGblob1\n" and length == len(raw) - SEAL.size and hashlib.sha256(raw[:-40]).digest() == digest


last_port = 10000


def free_port():
    """Returns a port below those that the system gives to connections. Each lane has a range."""
    global last_port
    while True:
        last_port += 1
        port = last_port
        with socket.socket() as s:
            try:
                s.bind(("127.0.0.1", port))
                return port
            except OSError:
                pass


def die_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


class Process:
    """A process of the program, which keeps its command line over restarts."""

    def __init__(self, name, args, log):
        self.name, self.args, self.log = name, args, log
        self.popen, self.stopped = None, False

    def start(self):
        out = open(self.log, "ab")
        self.offset = os.path.getsize(self.log)
        self.popen = subprocess.Popen(self.args, stdout=out, stderr=out, stdin=subprocess.DEVNULL, preexec_fn=die_with_parent,
                                      env=dict(os.environ, GOMAXPROCS="1"))
        out.close()
        self.stopped = False

    def runs(self):
        return self.popen is not None and self.popen.poll() is None

    def send(self, sig):
        if self.runs():
            self.popen.send_signal(sig)

    def kill(self):
        if self.popen is not None:
            self.send(signal.SIGKILL)
            self.popen.wait()
            self.popen = None

    def text(self):
        with open(self.log, "rb") as f:
            f.seek(self.offset)
            return f.read().decode(errors="replace")

    def seconds(self):
        """Processor time."""
        try:
            with open(f"/proc/{self.popen.pid}/stat") as f:
                fields = f.read().rsplit(")", 1)[1].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, AttributeError):
            return 0.0


class Proxy:
    """A TCP proxy between a worker and the coordinator. Its mode is open, cut, hole or slow."""

    def __init__(self, target):
        self.target, self.mode, self.open = target, "open", set()
        self.lock = threading.Lock()
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near, _ = self.server.accept()
            except OSError:
                return
            if self.mode == "cut":
                near.close()
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self.target), timeout=5)
                far.settimeout(None)
            except OSError:
                near.close()
                continue
            with self.lock:
                self.open |= {near, far}
            for a, b in ((near, far), (far, near)):
                threading.Thread(target=self.pump, args=(a, b), daemon=True).start()

    def pump(self, a, b):
        try:
            while data := a.recv(65536):
                while self.mode == "hole":
                    time.sleep(0.1)
                if self.mode == "slow":
                    time.sleep(0.3)
                b.sendall(data)
        except OSError:
            pass
        self.drop({a, b})

    def drop(self, sockets):
        with self.lock:
            self.open -= sockets
        for s in sockets:
            try:
                s.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            s.close()

    def set(self, mode):
        self.mode = mode
        if mode == "cut":
            self.drop(set(self.open))

    def close(self):
        self.server.close()
        self.mode = "open"
        self.drop(set(self.open))


class Solve:
    """A solve with faults, all of them from one seed."""

    KINDS = {  # weights
        "kill worker": 10, "stop worker": 6, "kill coordinator": 6, "stop coordinator": 3, "wipe worker": 3, "wipe coordinator": 3,
        "flip bits": 5, "cut object": 5, "empty object": 5, "remove object": 5, "old object": 4, "other object": 4,
        "damage job": 4, "damage keys": 5, "store away": 4, "second coordinator": 3, "join": 4, "leave": 4,
        "cut network": 5, "hole in network": 3, "slow network": 3, "full disk": 4,
    }

    def __init__(self, o, seed, record):
        self.o, self.seed, self.record = o, seed, record
        r = self.rng = random.Random(seed)
        self.way, self.game, self.memory = r.choice([g for g in GAMES if not o.games or g[0] in o.games])
        self.dir = os.path.join(o.dir, f"solve-{seed}")
        self.wrong, self.faults = [], collections.Counter()
        self.heals = []  # of (time, function)
        self.extra, self.second = [], 0.0  # the second coordinator, and when the last one ended
        self.known, self.workers, self.proxies, self.seconds_to_end, self.gap = {}, [], {}, 0.0, 0.0
        self.made = self.refusals = 0
        self.most = r.randint(25, 50)
        self.mode = r.choice([["--coordinate"], ["--coordinate"], ["--coordinate"], ["--audit", "20%"], ["--quorum", "2", "--coordinate"], []])
        if o.mode is not None:
            self.mode = o.mode.split()

    # The folders.

    def setup(self):
        shutil.rmtree(self.dir, ignore_errors=True)
        os.makedirs(os.path.join(self.dir, "log"))
        self.mounts = []
        for name, size in (("shared", "160m"), ("local", "320m")):
            path = os.path.join(self.dir, name)
            os.makedirs(path)
            if self.o.disks:
                subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "chaos", path], check=True)
                self.mounts.append(path)
        self.shared, self.local = os.path.join(self.dir, "shared"), os.path.join(self.dir, "local")
        self.store = os.path.join(self.shared, "store")
        self.secret = os.path.join(self.dir, "secret")
        self.port = free_port()
        self.token = subprocess.run([self.o.binary, "cluster", "--token", "--secret-file", self.secret], check=True, capture_output=True,
                                    text=True).stdout.strip()
        self.lead = self.coordinator("lead", self.port)
        self.lead.start()
        for _ in range(self.rng.randint(2, 4)):
            self.join()

    def teardown(self):
        for p in [self.lead] + self.workers + self.extra:
            p.kill()
        for p in self.proxies.values():
            p.close()
        if self.wrong:
            shutil.copytree(self.shared, os.path.join(self.dir, "kept-store"), dirs_exist_ok=True, ignore=shutil.ignore_patterns("filler"))
        for path in self.mounts:
            subprocess.run(["umount", "-l", path], check=False)
        if not self.wrong:
            shutil.rmtree(self.dir, ignore_errors=True)

    def coordinator(self, name, port):
        args = [self.o.binary, "solve", self.game, "--cluster", f"127.0.0.1:{port}", "--store", self.store, "--db", os.path.join(self.local, name),
                "--memory", self.memory, "--workers", "1", "--secret-file", self.secret] + self.mode
        return Process(name, args, os.path.join(self.dir, "log", name))

    def join(self):
        self.made += 1
        name = f"worker-{self.made}"
        proxy = self.proxies[name] = Proxy(self.port)
        url = f"nats://worker:{self.token}@127.0.0.1:{proxy.port}"
        w = Process(name, [self.o.binary, "worker", url, "--memory", self.memory, "--workers", "1", "--scratch", os.path.join(self.local, name)],
                    os.path.join(self.dir, "log", name))
        w.leaving = False
        self.workers.append(w)
        w.start()

    # The store.

    def objects(self):
        found = {}
        for folder, _, names in os.walk(self.store):
            for name in names:
                if name == ".foregone-store" or ".tmp-" in name:
                    continue
                path = os.path.join(folder, name)
                try:
                    s = os.stat(path)
                except OSError:
                    continue
                found[os.path.relpath(path, self.store)] = (s.st_size, s.st_mtime_ns)
        return found

    def remember(self, found):
        """Keeps the contents of some objects, for stores that lie."""
        for name, (size, _) in found.items():
            if name not in self.known and size < 1 << 18 and len(self.known) < 600 and os.path.basename(name) != "done":
                try:
                    with open(os.path.join(self.store, name), "rb") as f:
                        self.known[name] = f.read()
                except OSError:
                    pass

    def put(self, name, raw):
        path = os.path.join(self.store, name)
        if not os.path.exists(os.path.join(self.store, ".foregone-store")):
            raise FileNotFoundError(self.store)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path + ".chaos", "wb") as f:
            f.write(raw)
        os.replace(path + ".chaos", path)

    def damage(self, name, how):
        path = os.path.join(self.store, name)
        if how == "remove":
            os.remove(path)
            return
        with open(path, "rb") as f:
            raw = bytearray(f.read())
        if how == "empty" or not raw:
            raw = b""
        elif how == "cut":
            raw = raw[:self.rng.randrange(max(len(raw), 1))]
        else:
            for _ in range(self.rng.randint(1, 3)):
                raw[self.rng.randrange(len(raw))] ^= 1 << self.rng.randrange(8)
        self.put(name, bytes(raw))

    def choose(self, part=None):
        """Returns a name of an object, of each folder of the job alike; not the job or the keys."""
        by = collections.defaultdict(list)
        for name in sorted(self.objects()):
            folder = name.split("/")[1]
            if (part is None and folder not in ("keys", "job.json", "job-copy.json", "done")) or folder == part:
                by[folder].append(name)
        return self.rng.choice(by[self.rng.choice(sorted(by))]) if by else None

    # The faults. Each returns a text on what it did, or None if it cannot.

    def later(self, least, most, f):
        self.heals.append((time.time() + self.rng.uniform(least, most), f))

    def some_worker(self):
        list = [w for w in self.workers if w.runs() and not w.stopped and not w.leaving]
        return self.rng.choice(list) if list else None

    def restart(self, p):
        if p is self.lead or p in self.workers:
            p.start()

    def fault(self, kind):
        r = self.rng
        what, _, rest = kind.partition(" ")
        if what in ("kill", "stop", "wipe"):
            p = self.lead if rest == "coordinator" else self.some_worker()
            if p is None or not p.runs() or p.stopped:
                return None
            if what == "stop":
                p.send(signal.SIGSTOP)
                p.stopped = True

                def go_on():
                    p.send(signal.SIGCONT)
                    p.stopped = False
                self.later(0.5, 15 if p is not self.lead else 6, go_on)
                return p.name
            p.kill()
            if what == "wipe" and not (p is self.lead and os.path.exists(os.path.join(self.shared, "away"))):
                shutil.rmtree(os.path.join(self.local, p.name), ignore_errors=True)
            self.later(0, 4, lambda: self.restart(p))
            return p.name
        if what in ("flip", "cut", "empty", "remove") and rest in ("bits", "object"):
            name = self.choose()
            if name is None:
                return None
            self.damage(name, what)
            return name
        if kind == "damage job":
            folder = sorted({n.split("/")[0] for n in self.objects()})
            names = [f"{folder[0]}/{n}" for n in ("job.json", "job-copy.json")] if folder else []
            if not names or not all(intact(os.path.join(self.store, n)) for n in names):
                return None  # one of the two may be lost
            name, how = r.choice(names), r.choice(["flip", "cut", "empty", "remove"])
            self.damage(name, how)
            return f"{name}: {how}"
        if kind == "damage keys":
            name = self.choose("keys")
            if name is None:
                return None
            how = r.choice(["flip", "cut", "empty", "remove"])
            self.damage(name, how)
            if r.random() < 0.5:  # who needs the keys is a worker that begins
                self.join()
            return f"{name}: {how}"
        if kind == "old object":
            now = self.objects()
            gone = sorted(n for n in self.known if n not in now or now[n][0] != len(self.known[n]))
            if not gone:
                return None
            name = r.choice(gone)
            self.put(name, self.known[name])
            return name
        if kind == "other object":
            name = self.choose()
            like = [n for n in sorted(self.known) if name and n != name and n.split("/")[1] == name.split("/")[1]]
            if not like:
                return None
            other = r.choice(like)
            self.put(name, self.known[other])
            return f"{name} has the content of {other}"
        if kind == "store away":
            away = os.path.join(self.shared, "away")
            if os.path.exists(away):
                return None
            if self.extra or not os.path.exists(os.path.join(self.local, "lead", "status.json.cluster")):
                return None  # a coordinator that knows nothing of the solve would begin another one
            bare = r.random() < 0.5
            os.rename(self.store, away)
            if bare:
                os.mkdir(self.store)

            def back():
                if bare:
                    os.rename(self.store, self.store + "-bare")
                os.rename(away, self.store)
                if bare and os.path.exists(os.path.join(self.store + "-bare", ".foregone-store")):
                    self.report("a store is begun in the bare mount point", "")
                shutil.rmtree(self.store + "-bare", ignore_errors=True)
            self.later(1, 12, back)
            return "bare mount point" if bare else "no folder"
        if kind == "second coordinator":
            if self.extra or os.path.exists(os.path.join(self.shared, "away")):
                return None
            same = r.random() < 0.3
            p = self.coordinator("second", self.port if same else free_port())
            p.start()
            self.extra = [p]

            def end():
                if not p.runs():
                    text = p.text()
                    digest = digest_of(text)
                    if p.popen.returncode == 0 and digest != self.o.digests[self.game]:
                        self.report("wrong table by the second coordinator", str(digest))
                    elif p.popen.returncode != 0 and not (same and "address already in use" in text):
                        self.report("second coordinator ends", f"{p.popen.returncode}: {text[-600:]}")
                p.kill()
                self.extra, self.second = [], time.time()
                shutil.rmtree(os.path.join(self.local, "second"), ignore_errors=True)
            self.later(3, 20, end)
            return "same address" if same else "another address"
        if kind == "join":
            if len([w for w in self.workers if not w.leaving]) > 4:
                return None
            self.join()
            return self.workers[-1].name
        if kind == "leave":
            w = self.some_worker()
            if w is None or len([w for w in self.workers if not w.leaving]) < 3:
                return None
            w.leaving = True
            w.send(signal.SIGTERM)

            def left():
                if w.runs():
                    self.report("a worker does not leave within 20 s of SIGTERM", w.name)
                    w.kill()
                self.workers.remove(w)
            self.later(20, 20, left)
            return w.name
        if rest in ("network", "in network"):
            w = self.some_worker()
            if w is None or self.proxies[w.name].mode != "open":
                return None
            self.proxies[w.name].set(what)
            self.later(0.5, 12, lambda: self.proxies[w.name].set("open"))
            return w.name
        if kind == "full disk":
            if not self.o.disks:
                return None
            where = r.choice([self.shared, self.local])
            filler = os.path.join(where, "filler")
            if os.path.exists(filler):
                return None
            with open(filler, "wb") as f:
                space = os.statvfs(where)
                try:
                    os.posix_fallocate(f.fileno(), 0, max(space.f_bavail * space.f_bsize - r.choice([0, 0, 1 << 16, 1 << 20]), 1))
                except OSError:
                    pass
            self.later(1, 10, lambda: os.remove(filler))
            return os.path.basename(where)
        raise ValueError(kind)

    def refused(self, text, name):
        """Whether a process refused to begin, because the disk has less than it may take. It is begun again."""
        if not re.search(r"may take up to .* of disk, and .* has .* left\s*$", text):
            return False
        self.record(self, "refused for want of disk", name)
        self.refusals += 1
        time.sleep(0.5)
        return True

    def report(self, what, detail):
        self.wrong.append((what, detail))
        self.record(self, "wrong: " + what, detail)

    def heal(self, all=False):
        now = time.time()
        due = sorted((h for h in self.heals if all or h[0] <= now), key=lambda h: h[0])
        for h in due:
            self.heals.remove(h)
            h[1]()

    def watch(self):
        """Restarts processes that ended by themselves, and reports them. Returns the digest if the solve has ended."""
        if self.lead.popen is not None and not self.lead.runs():
            text = self.lead.text()
            if self.lead.popen.returncode == 0:
                return digest_of(text) or "none"
            if self.lead.popen.returncode == 2 and "address already in use" in text and (self.extra or time.time() - self.second < 10):
                self.lead.popen = None  # the second coordinator was faster
                self.later(1, 2, lambda: self.restart(self.lead))
                return None
            if not self.refused(text, "coordinator"):
                self.report("coordinator ends", f"{self.lead.popen.returncode}: {text[:400]} … {text[-800:]}")
            if len(self.wrong) > 8:
                return "given up"
            self.lead.start()
        for w in self.workers:
            if w.popen is not None and not w.runs() and not w.leaving:
                text = w.text()
                if w.popen.returncode != 0 and not self.refused(text, w.name):
                    self.report("worker ends", f"{w.name}, {w.popen.returncode}: {text[-2500:]}")
                time.sleep(0.2)
                if self.lead.popen is not None and not self.lead.runs():
                    return None  # the solve is over
                if len(self.wrong) > 8:
                    return "given up"
                if w.popen.returncode == 0 and time.time() - getattr(w, "ended", 0) > 5:  # a second coordinator may have ended the solve
                    w.ended = time.time()
                w.start()
        return None

    def run(self):
        self.setup()
        begun = time.time()
        try:
            digest = None
            until = begun + self.rng.uniform(0.5, 4)
            patient = self.seed % 4 > 0  # most solves have objects before the first fault; finding positions may take long
            looked = 0
            while digest is None and sum(self.faults.values()) < self.most and not self.o.enough():
                time.sleep(0.05)
                self.heal()
                if time.time() - looked > 1 and os.path.isdir(self.store):
                    self.remember(self.objects())
                    looked = time.time()
                digest = self.watch()
                if patient and not self.objects():
                    continue
                patient = False
                if digest is None and time.time() >= until:
                    kinds = self.o.kinds or list(self.KINDS)
                    kind = self.rng.choices(kinds, [self.KINDS[k] for k in kinds])[0]
                    try:
                        what = self.fault(kind)
                    except FileNotFoundError:
                        what = None
                    except OSError as e:  # the disk is full for this program, too
                        what = None if e.errno == 28 else f"{e}"
                    if what is not None:
                        self.faults[kind] += 1
                        self.record(self, kind, what)
                        until = time.time() + self.rng.expovariate(1 / self.o.pause)
            while self.heals:
                time.sleep(0.05)
                self.heal(all=digest is not None)
                digest = digest or self.watch()
            last = changed = time.time()
            seen, busy = None, {}
            while digest is None:
                time.sleep(0.5)
                digest = self.watch()
                now = time.time()
                state = (self.objects(), tree(self.local))
                if state != seen:
                    seen, changed, stood = state, now, False
                    busy = {p.name: p.seconds() for p in [self.lead] + self.workers}
                self.gap = max(self.gap, now - changed)
                if now - changed > STANDSTILL and not stood:
                    stood = True
                    used = {p.name: round(p.seconds() - busy.get(p.name, 0), 1) for p in [self.lead] + self.workers}
                    self.report("standstill of a minute", f"processor seconds meanwhile: {used}")
                if now - changed > 3 * STANDSTILL or now - last > HANG:
                    self.report("hang", f"{now - last:.0f} s after the last fault")
                    break
            self.seconds_to_end = time.time() - last
            if digest is not None and digest != self.o.digests[self.game]:
                self.report("wrong table" if len(digest) == 64 else "no table", digest)
            self.record(self, "end", f"{time.time() - begun:.0f} s, {self.seconds_to_end:.0f} s after the last fault, longest gap {self.gap:.0f} s")
        finally:
            self.teardown()


def tree(path):
    sizes = {}
    for folder, _, names in os.walk(path):
        for name in names:
            try:
                s = os.stat(os.path.join(folder, name))
                sizes[os.path.join(folder, name)] = (s.st_size, s.st_mtime_ns)
            except OSError:
                pass
    return sizes


def digest_of(text):
    found = re.search(r"(?m)^sha256\s+([0-9a-f]{64})\s*$", text)
    return found.group(1) if found else None


def lane(o, first, lanes, count, lock, queue):
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    global last_port
    last_port = 10000 + first * 20000 // lanes
    o.enough = lambda: count.value >= o.faults

    def record(solve, kind, detail):
        fault = kind in Solve.KINDS
        with lock:
            count.value += fault
            with open(os.path.join(o.dir, "faults.jsonl"), "a") as f:
                f.write(json.dumps({"time": time.strftime("%H:%M:%S"), "seed": solve.seed, "way": solve.way, "mode": " ".join(solve.mode), "fault" if fault else "event": kind,
                                    "detail": detail}) + "\n")

    seed = o.seed + first
    while not o.enough() and (not o.solves or seed < o.seed + o.solves):
        s = Solve(o, seed, record)
        try:
            s.run()
        except Exception as e:
            s.report("the harness fails", repr(e))
        queue.put((s.seed, s.way, s.mode, s.faults, s.seconds_to_end, s.gap, s.refusals, s.wrong))
        seed += lanes


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--binary", required=True)
    p.add_argument("--faults", type=int, default=1000)
    p.add_argument("--solves", type=int, default=0, help="end after so many solves, 0: no limit")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--dir", default="chaos")
    p.add_argument("--lanes", type=int, default=2, help="solves at a time")
    p.add_argument("--pause", type=float, default=0.8, help="mean seconds between two faults of a solve")
    p.add_argument("--games", nargs="*", help="ways of solving: " + ", ".join(g[0] for g in GAMES))
    p.add_argument("--kinds", nargs="*", choices=list(Solve.KINDS), help="only these kinds of faults")
    p.add_argument("--mode", help="flags of the coordinator; default: at random")
    o = p.parse_args()
    o.binary, o.dir = os.path.abspath(o.binary), os.path.abspath(o.dir)
    os.makedirs(o.dir, exist_ok=True)
    o.disks = os.geteuid() == 0
    if not o.disks:
        print("not root: no full disks", flush=True)
    o.digests = {}
    for way, game, memory in GAMES:
        if o.games and way not in o.games:
            continue
        begun = time.time()
        db = os.path.join(o.dir, "single", re.sub(r"[^a-z0-9]", "-", game))
        out = subprocess.run([o.binary, "solve", game, "--db", db, "--memory", memory, "--workers", "1", "-q"], check=True, capture_output=True, text=True).stdout
        o.digests[game] = digest_of(out)
        print(f"{way}: {game}, {time.time() - begun:.1f} s on one machine, {o.digests[game][:12]}", flush=True)
    count, lock, queue = multiprocessing.Value("i", 0), multiprocessing.Lock(), multiprocessing.Queue()
    lanes = [multiprocessing.Process(target=lane, args=(o, n, o.lanes, count, lock, queue)) for n in range(o.lanes)]
    for process in lanes:
        process.start()
    faults, solves, wrong, ways, slowest, gap, refusals = collections.Counter(), 0, [], collections.Counter(), 0.0, 0.0, 0
    while any(process.is_alive() for process in lanes) or not queue.empty():
        try:
            seed, way, mode, made, seconds, longest, refused, bad = queue.get(timeout=1)
        except Exception:
            continue
        solves, refusals = solves + 1, refusals + refused
        faults.update(made)
        ways[way] += 1
        slowest, gap = max(slowest, seconds), max(gap, longest)
        wrong += [(seed, way, what, detail) for what, detail in bad]
        print(f"{time.strftime('%H:%M:%S')} solve {seed}, {way} {' '.join(mode)}: {sum(made.values())} faults, ended {seconds:.0f} s after the last, "
              f"longest gap {longest:.0f} s{'; WRONG: ' + ', '.join(w for w, _ in bad) if bad else ''}; {sum(faults.values())} faults in all", flush=True)
    print(f"\n{sum(faults.values())} faults in {solves} solves ({', '.join(f'{n} {w}' for w, n in sorted(ways.items()))})")
    for kind in Solve.KINDS:
        print(f"{faults[kind]:6} {kind}")
    print(f"ended at most {slowest:.0f} s after the last fault, without a change for at most {gap:.0f} s")
    print(f"{refusals} times a process refused to begin for want of disk")
    for seed, way, what, detail in wrong:
        print(f"WRONG seed {seed}, {way}: {what}: {detail}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
