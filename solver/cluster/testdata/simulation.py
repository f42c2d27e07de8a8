#!/usr/bin/env python3
"""The table of solver/decisions/simulation.md: what several machines would take, from measured constants.

    python3 solver/cluster/testdata/simulation.py

Change the constants and run it again. The page has the model and the commands that measured the constants.
"""
import math
import os

GIB, MIB, GB = 2**30, 2**20, 1e9

# Measured by one machine.
SLAB_SECONDS = 3.0 * 3600 / 86208131520  # processor time a position, `foregone solve pushfight`
SLAB_TABLE_MEMORY = 12.7 * GIB / 86208131520  # bytes a position that the coordinator needs at least, `info pushfight`
SLAB_BITMAP = 11 * GIB / 86208131520  # bytes a position, of one bit for each configuration of live slabs
SWEEP_SECONDS = 1515 / 12522094592  # quixo:size=5,marks=20
SWEEP_MEMORY = 59.8 * GIB / 107207255529  # bytes a position at full speed, `info quixo:size=5,ranked=true`
PHASE_SECONDS = 0.17e-6  # rpsw
TABLE_BITS = 2.07  # a position, quixo:size=5,marks=20

# Measured by four workers, pushfight:movers=1,pushers=3 (parts.md).
PARTS_FACTOR = 92.6 / 68.3  # processor time of the workers, against one machine
COORDINATOR_SECONDS = 19.3 / 1016205120  # processor time a position
LINKS = 1.1  # a position not won at once
LINK_BYTES = 1.2  # of a link in a message
RESULT_BYTES = 14.4 * GIB / 86208131520  # a position, the log of Push Fight (slabs.md); the coordinator reads results twice

# Of the program.
STATE_BITMAPS = 5  # of a part (part.go)
LEAST_MESSAGE = 2**18  # links for several parts share an object up to this size (parts.go)
SHELF = 2**26  # bytes of such objects that a worker keeps for its other parts (parts.go)
BITMAPS_A_PART, LEAST_PARTS, PART_CHUNKS = 2**29, 12, 16  # together.go
REPLICA_BITS = 7  # a position of the largest slice on each machine, at most (doc.go)

# Assumed.
BUSY = 0.85  # share of the time that workers spend on units (estimate.go)
STAGE_SECONDS = 1.0  # a stage has two listings and some messages
PROCESS = 200 * MIB


def values():
    """The positions of Push Fight by value byte, minimized."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../engine/pushfight/testdata/published/values.tsv")
    with open(path) as f:
        return {int(a): int(c) for a, _, c in (l.split("\t") for l in f if l[0].isdigit())}


def slabs(name, scale, machines, cores, memory, gbit):
    count = {v: n * scale for v, n in values().items()}
    positions = sum(count.values())
    bitmap = SLAB_BITMAP * positions
    parts = LEAST_PARTS * int(max(1, min(4, bitmap // 2**22), bitmap // BITMAPS_A_PART))
    slabs_live, shift = 380790 * scale, 8
    while shift > 0 and slabs_live / 2**shift < PART_CHUNKS * parts:
        shift -= 1
    chunks = math.ceil(slabs_live / 2**shift / parts)
    mine = math.ceil(parts / machines)  # parts of the machine with most of them
    worker = STATE_BITMAPS * bitmap / parts * mine + PROCESS
    # Links by stage: the first has those of all positions not won at once; each later stage those of what it decides.
    undecided = positions - count[1] - count[2]
    stages = [undecided] + [count[v] for v in sorted(count) if v > 2]
    written, read = positions * RESULT_BYTES, 2 * positions * RESULT_BYTES
    for n in stages:
        message = n * LINKS * LINK_BYTES / parts  # of one part, for all others
        written += message * parts
        share = max(1, min(parts, LEAST_MESSAGE * parts / message))  # parts whose links an object has
        kept = min(1, SHELF / (message * parts))
        read += message * parts * (kept * min(share, machines) + (1 - kept) * share)
    busy = parts / (mine * machines) * min(cores, chunks) / cores
    compute = positions * SLAB_SECONDS * PARTS_FACTOR / (machines * cores) / BUSY / busy
    network = (written + read) * 8 / (gbit * 1e9)
    once = (2 * written + positions * RESULT_BYTES) * 8 / (gbit * 1e9)
    table = positions * COORDINATOR_SECONDS
    waits = len(stages) * STAGE_SECONDS
    parallel = {"computing": compute, "network": network, "coordinator, one thread": table, "stages": waits}
    coordinator = SLAB_TABLE_MEMORY * positions
    print(f"| {name} | {machines} × {cores}, {memory} GiB | by slabs, {parts:,} parts | {positions:.2e} | {worker / GIB:.1f} GiB | {coordinator / GIB:.0f} GiB | {written / GB:.0f} GB, "
          f"{read / GB:.0f} GB | {compute / 60:.1f} | {network / 60:.1f} ({once / 60:.1f}) | {table / 60:.0f} | {waits / 60:.1f} | {max(parallel, key=parallel.get)} | "
          f"{'yes' if max(worker, coordinator) <= memory * GIB else 'no: memory of the coordinator' if coordinator > memory * GIB else 'no: memory of workers'} |")


def sweeps(name, positions, largest, machines, cores, memory, gbit):
    alone = positions * SWEEP_SECONDS / cores
    print(f"| {name} | 1 × {cores}, {memory} GiB | by sweeps, one machine | {positions:.2e} | {SWEEP_MEMORY * positions / GIB:.0f} GiB | | | {alone / 60:.1f} | | | | computing | "
          f"{'yes' if SWEEP_MEMORY * positions <= memory * GIB else 'slower, with bitmaps in files'} |")
    frontiers = positions * TABLE_BITS / 8 * (machines + 1)  # each result to every machine
    compute = positions * SWEEP_SECONDS / machines / cores / BUSY
    print(f"| {name} | {machines} × {cores}, {memory} GiB | by sweeps, were they in parts | {positions:.2e} | {SWEEP_MEMORY * positions / machines / GIB:.1f} GiB | | {positions * TABLE_BITS / 8 / GB:.0f} GB, "
          f"{frontiers / GB:.0f} GB | {compute / 60:.1f} | {frontiers * 8 / gbit / 1e9 / 60:.0f} | | | network | no: sweeps are not in parts |")


def phases(name, positions, share, machines, cores, memory, gbit):
    replica = REPLICA_BITS / 8 * positions * share
    compute = positions * PHASE_SECONDS / machines / cores / BUSY
    store = positions * 4
    moved = store * (machines - 1) + 3 * 12 * positions
    print(f"| {name} | {machines} × {cores}, {memory} GiB | by phases, replicas | {positions:.2e} | {replica / GIB:.0f} GiB | | {store / GB:.0f} GB, {moved / GB:.0f} GB | {compute / 60:.1f} | "
          f"{moved * 8 / gbit / 1e9 / 60:.0f} | | | {'memory' if replica > memory * GIB else 'network'} | {'no: memory' if replica > memory * GIB else 'yes'} |")


print("| game | machines | way | positions | memory of a worker | coordinator, at least | written, read | computing, min | network, min (each object read once) | coordinator, one thread, min | stages, min | bottleneck | today |")
print("|---|---|---|---|---|---|---|---|---|---|---|---|---|")
slabs("Push Fight", 1, 8, 8, 16, 10)
slabs("Push Fight", 1, 50, 32, 64, 10)
sweeps("Quixo 5×5", 107207255529, 0, 50, 32, 64, 10)
slabs("10¹², like Push Fight", 1e12 / 86208131520, 50, 32, 64, 10)
phases("10¹², one slice", 1e12, 1.0, 50, 32, 64, 10)
phases("10¹², the largest slice 8 %", 1e12, 0.08, 50, 32, 64, 10)
