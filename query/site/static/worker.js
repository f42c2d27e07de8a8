// The worker of a site: runs the reader, so that the page stays responsive.
let site, base; // what the page says of the site, and the address of its folder
let started; // a promise of the reader
const opened = new Map(); // promises by slug

// Progress since the last answer: requests in progress and done, bytes.
const count = { begun: 0, done: 0, bytes: 0 };
let told = 0;
function tell(text) {
  const now = Date.now();
  if (now - told < 50) return;
  told = now;
  postMessage({ progress: text });
}

const kilobytes = (n) => (n < 1e6 ? `${Math.ceil(n / 1000)} kB` : `${(n / 1e6).toFixed(1)} MB`);

self.foregoneProgress = (requests, bytes) => {
  if (requests > 0) count.begun++;
  else {
    count.done++;
    count.bytes += bytes;
  }
  tell(`Reading the table: ${count.done} of ${count.begun} requests, ${kilobytes(count.bytes)}`);
};

// start loads the reader and runs it.
async function start() {
  const packed = load(base, site.app + "reader.bin", site.files["reader.bin"], (n, all) =>
    tell(`Loading the reader: ${kilobytes(n)}${all ? ` of ${kilobytes(all)}` : ""}`));
  packed.catch(() => {}); // awaited below
  if (!globalThis.DecompressionStream) throw new Error("This browser is too old: it has no DecompressionStream.");
  const ready = new Promise((done) => (self.foregoneReady = done));
  const code = new Blob([await packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const go = new Go();
  const { instance } = await WebAssembly.instantiateStreaming(new Response(code, { headers: { "Content-Type": "application/wasm" } }), go.importObject);
  const end = go.run(instance).then(() => { throw new Error("The reader stopped: load the page again."); });
  await Promise.race([ready, end]);
  if (self.foregone.protocol !== site.protocol) throw new Error("The reader is of another version than the page: load the page again.");
  return self.foregone;
}

// open opens a game, once.
async function open(slug) {
  const game = site.games[slug];
  const root = load(base, `${game.folder}root.bin`, game.root);
  root.catch(() => {});
  const reader = await started;
  await reader.open(slug, new URL(game.folder, base).href, JSON.stringify(game.files), await root);
}

function once(slug) {
  if (!opened.has(slug)) {
    const game = open(slug);
    game.catch(() => opened.delete(slug)); // the next request may succeed
    opened.set(slug, game);
  }
  return opened.get(slug);
}

const act = {
  async ask({ id, slug, path, query, body }) {
    Object.assign(count, { begun: 0, done: 0, bytes: 0 });
    const [status, text] = await (await started).ask(id, slug, path, query, body ?? null);
    return { status, text };
  },
  async forget({ slug }) { // for measurements, without the cache on disk
    await (await started).forget(slug);
    return { status: 200, text: "{}" };
  },
  async keep({ id, slug }) {
    await (await started).keep(id, slug, (done, all) => tell(`Keeping the game: ${Math.floor((100 * done) / all)} %`));
    return { status: 200, text: "{}" };
  },
};

onmessage = async ({ data }) => {
  if (data.begin) {
    ({ site, base } = data.begin);
    if (site.forgetful) Object.defineProperty(self, "caches", { value: undefined }); // for measurements
    started = start();
    started.catch(() => {});
    return;
  }
  if (data.stop) {
    started?.then((reader) => reader.stop(data.stop), () => {});
    return;
  }
  const { id } = data;
  try {
    const game = once(data.slug); // loads its root while the reader loads
    game.catch(() => {});
    try {
      await started;
    } catch (error) {
      started = start(); // for the next request
      started.catch(() => {});
      throw error;
    }
    await game;
    postMessage({ id, ...(await act[data.act](data)) });
  } catch (error) {
    postMessage({ id, status: 503, text: JSON.stringify({ error: error.message }) });
  }
};
