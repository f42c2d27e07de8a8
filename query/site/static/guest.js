// A game that is a WebAssembly module of its own: runs in the browser, with the imports of its protocol and nothing else.
const guestPatience = 30_000; // milliseconds for an answer

// foregoneGuest makes an instance of a metered module. most and quota are steps: see package wasm.
self.foregoneGuest = (bytes, most, quota) => {
  const state = { left: 0n, calls: 0, late: 0, said: "" };
  most = BigInt(most);
  quota = BigInt(quota);
  const stop = (text) => { throw new Error(text); };
  const view = () => new DataView(instance.exports.memory.buffer);
  const long = (at, value) => view().setBigUint64(at, value, true);
  const word = (at, value) => view().setUint32(at, value, true);
  const host = {
    fd_write(fd, parts, n, out) {
      let total = 0;
      for (let i = 0; i < Math.min(n, 64); i++) {
        const at = view().getUint32(parts + 8 * i, true), size = view().getUint32(parts + 8 * i + 4, true);
        total += size;
        if (state.said.length < 512) state.said += new TextDecoder().decode(new Uint8Array(instance.exports.memory.buffer, at, Math.min(size, 512)));
      }
      word(out, total);
      return 0;
    },
    proc_exit: (code) => stop(`module closed with exit_code(${code})`),
    random_get(at, n) { // the same in every run
      if (n > 4096) stop(`it called random_get for ${n} at once: want at most 4096`);
      for (let i = 0; i < n; i++) view().setUint8(at + i, (i * 151 + 42) & 255);
      return 0;
    },
    clock_time_get: (id, precision, at) => (long(at, 1640995200000000000n), 0),
    clock_res_get: (id, at) => (long(at, 1000n), 0),
    args_sizes_get: (n, size) => (word(n, 0), word(size, 0), 0),
    environ_sizes_get: (n, size) => (word(n, 0), word(size, 0), 0),
    args_get: () => 0,
    environ_get: () => 0,
    sched_yield: () => 0,
  };
  const imports = {
    "foregone meter": {
      more(counter) {
        state.left += counter;
        if (state.left <= 0n) stop(`it took more than ${most} steps to answer`);
        if (Date.now() > state.late) stop(`it did not answer within ${guestPatience / 1000}s`);
        const next = state.left < quota ? state.left : quota;
        state.left -= next;
        return next;
      },
    },
    env: { abort: () => stop("it aborted") },
    wasi_snapshot_preview1: new Proxy({}, {
      get: (_, name) => (...args) => {
        if (++state.calls > 65536) stop("it called the host more than 65536 times");
        if (name.startsWith("path_")) stop(`it called ${name}: there are no files`);
        return host[name] ? host[name](...args) : name.startsWith("fd_") ? 8 : 52; // no such file; not supported
      },
    }),
  };
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), imports);
  // call calls an export. kinds has "i" or "I" for each argument, of 32 or 64 bits; words has two words for each.
  const call = (name, kinds, words) => {
    Object.assign(state, { left: most - quota, calls: 0, late: Date.now() + guestPatience, said: "" });
    instance.exports["foregone steps"].value = quota;
    const args = [...kinds].map((kind, i) => (kind === "I" ? BigInt(words[2 * i]) | (BigInt(words[2 * i + 1]) << 32n) : words[2 * i] | 0));
    try {
      const answer = instance.exports[name](...args);
      if (typeof answer !== "bigint") return [answer >>> 0, 0];
      const bits = BigInt.asUintN(64, answer);
      return [Number(bits & 0xffffffffn), Number(bits >> 32n)];
    } catch (error) {
      return error.message + (state.said ? `, after it wrote ${JSON.stringify(state.said)}` : "");
    }
  };
  return { call, has: (name) => typeof instance.exports[name] === "function", memory: () => new Uint8Array(instance.exports.memory.buffer) };
};
