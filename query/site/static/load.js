// Files of a site: from the browser's cache, or from the host, and checked. The page and the worker have it in common.

// cacheName is the cache of a site; base is the address of its folder. Several sites may share an origin.
const cacheName = (base) => `foregone site ${base}`;

// crc32c is the checksum of bytes.
const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? (n >>> 1) ^ 0x82f63b78 : n >>> 1;
  return n;
});
function crc32c(bytes) {
  let crc = -1;
  for (let i = 0; i < bytes.length; i++) crc = (crc >>> 8) ^ crcTable[(crc ^ bytes[i]) & 255];
  return (crc ^ -1) >>> 0;
}

// load returns the bytes of a file with a checksum. progress(bytes, all) is told what has arrived. Only files whose checksum
// is right reach the cache.
async function load(base, path, crc, progress = () => {}) {
  const url = new URL(path, base).href;
  const cache = globalThis.caches ? await caches.open(cacheName(base)).catch(() => null) : null;
  const known = await cache?.match(url).catch(() => null);
  if (known) {
    const bytes = new Uint8Array(await known.arrayBuffer());
    if (crc32c(bytes) === crc) return bytes;
    await cache.delete(url);
  }
  let fault;
  for (let attempt = 0; attempt < 4; attempt++) {
    if (attempt) await new Promise((done) => setTimeout(done, 200 * 2 ** attempt));
    try {
      const bytes = await get(url, attempt ? "reload" : "default", progress);
      if (crc32c(bytes) === crc) {
        cache?.put(url, new Response(bytes)).catch(() => {}); // the browser may have no room
        return bytes;
      }
      fault = new Error(`${path}: the host sends other bytes than the site has. If the site was updated, load the page again`);
    } catch (error) {
      fault = error;
      if (error.final) break;
    }
  }
  throw fault;
}

async function get(url, cache, progress) {
  const final = (text) => Object.assign(new Error(text), { final: true });
  let answer;
  try {
    answer = await fetch(url, { cache });
  } catch {
    if (globalThis.navigator?.onLine === false) throw final("You are offline, and this game was not opened before.");
    throw new Error("The host of this site cannot be reached.");
  }
  if (answer.status === 404) throw final(`The host no longer has ${url}: if the site was updated, load the page again.`);
  if (!answer.ok) throw new Error(`The host answers with status ${answer.status} for ${url}.`);
  const all = answer.headers.get("Content-Encoding") ? 0 : Number(answer.headers.get("Content-Length"));
  const chunks = [], reader = answer.body.getReader();
  let n = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    progress((n += value.length), all);
  }
  const bytes = new Uint8Array(n);
  n = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, n);
    n += chunk.length;
  }
  return bytes;
}
