"""Prints lines INDEX VALUE TEXT: python3 reader.py TABLE [INDEX...]. Written from kv/table/FORMAT.md,
to prove that page. Compressed tables need Python 3.14 or the shared library of zstd."""
import functools, hashlib, json, struct, sys

def demand(condition, fault):
    if not condition:
        sys.exit(f"{sys.argv[1]} is damaged: {fault}")

def checked(name, part, want):
    crc = 0xFFFFFFFF
    for byte in part:
        crc = crc >> 8 ^ CASTAGNOLI[(crc ^ byte) & 255]
    demand(crc ^ 0xFFFFFFFF == want, f"the {name} has the wrong checksum")
    return part

def unzstd(frame, size):
    try:
        from compression import zstd
        return zstd.ZstdDecompressor().decompress(frame, size)
    except ImportError:
        from ctypes import CDLL, util, c_char_p, c_size_t, create_string_buffer
        decompress, out = CDLL(util.find_library("zstd")).ZSTD_decompress, create_string_buffer(size)
        decompress.restype, decompress.argtypes = c_size_t, (c_char_p, c_size_t, c_char_p, c_size_t)
        got = decompress(out, size, frame, len(frame))
        return out.raw[:got] if got <= size else b""

@functools.cache
def values(b):
    (offset, stored, crc), size = index[b], min(block, n - b * block) * width
    raw = checked(f"block {b}", data[offset:][:stored], crc)
    decoded = raw if stored == size else unzstd(raw, size)
    if version > 1 and kind in ("wide", "moves16") and 2 * len(decoded) == size:  # high bytes are left out
        decoded = bytes(byte for low in decoded for byte in (low, 0))
    demand(len(decoded) == size, f"block {b} does not hold {size} bytes")
    return decoded

def text(v):
    if kind[:5] == "moves":
        return str(v - 1) if v else "unknown" if "max_phase" in header else "unsolvable"
    if wide:  # a game of chance
        x = v / 65535 if kind == "chance16" else struct.unpack("<" + wide, v.to_bytes(width, "little"))[0]
        return f"{100 * x:.2f}%" if kind[0] == "c" else f"{x:.4f}"
    if kind == "score":
        return f"{v - (v & 128) * 2:+d}" if v else "0"
    if v == 0:
        return "unknown" if "max_phase" in header else "T" if kind == "byte" else "draw"
    return "WL"[v & 1] + str(v // 2) if kind == "byte" else ("win-", "loss-")[v & 1] + str((v - 1) // 2)

CASTAGNOLI = functools.reduce(lambda t, _: [c >> 1 ^ (c & 1) * 0x82F63B78 for c in t], range(8), range(256))
data = open(sys.argv[1], "rb").read()
demand(len(data) >= 72 and data[:8] == b"\x89FGT\r\n\x1a\n", "it is not a table")
version, head, head_crc = struct.unpack("<III", checked("prefix", data[:20], *struct.unpack("<I", data[20:24]))[8:])
version in (1, 2, 3, 4, 5) or sys.exit(f"{sys.argv[1]} has format {version}, this reads formats 1 to 5")
end = checked("trailer", data[-48:-12], *struct.unpack("<I", data[-12:-8]))
at, blocks, index_crc, tail, tail_crc, length = struct.unpack("<QQIIIQ", end)
demand(data[-8:] == b"\n\x1a\n\rTGF\x89" and length == len(data) == at + 16 * blocks + tail + 48, "it is cut short")
header = json.loads(checked("header", data[24:24 + head], head_crc))
summary = json.loads(checked("summary", data[at + 16 * blocks:-48], tail_crc))
index = list(struct.iter_unpack("<QII", checked("index", data[at:at + 16 * blocks], index_crc)))
"order" not in header or sys.exit(f"{sys.argv[1]} has the order {header['order']}: want the order of the indices")
kind, block, n = header["kind"], header["block"], header["positions"]
wide = {"chance": "d", "chance32": "f", "chance16": "H", "expected": "d", "expected32": "f", "expected16": "e"}.get(kind, "")
width = struct.calcsize(wide) if wide else 1 + (kind in ("wide", "moves16"))
demand([e[0] for e in index] + [at] == [24 + head] + [e[0] + e[1] for e in index], "its blocks leave gaps")
demand(blocks == -(-n // block) and n == sum(c["positions"] for c in summary["counts"]), "its counts do not fit")
if not sys.argv[2:]:
    demand(hashlib.sha256(b"".join(map(values, range(blocks)))).hexdigest() == summary["sha256"], "the digest is wrong")
for i in map(int, sys.argv[2:] or range(n)):
    0 <= i < n or sys.exit(f"index {i} is out of range: the table has {n} positions")
    v = int.from_bytes(values(i // block)[i % block * width:][:width], "little")
    print(i, v, text(v))
