// The service worker of a site: without network, the page and what it has loaded come from the cache.
const shell = SHELL; // files of the page
const folders = FOLDERS; // of this version of the site
const base = new URL("./", location.href).href;
const name = `foregone site ${base}`;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(["./", ...shell])).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(name);
    const current = [base, ...shell.map((file) => base + file)];
    for (const { url } of await cache.keys()) {
      if (!current.includes(url) && !folders.some((folder) => url.startsWith(base + folder))) await cache.delete(url);
    }
    await clients.claim();
  })());
});

addEventListener("message", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(base) || request.headers.has("Range")) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (shell.includes(request.url.slice(base.length))) event.respondWith(cached(request));
});

// page asks the host first, so that an updated site is seen, for at most three seconds.
async function page(request) {
  const cache = await caches.open(name);
  const fresh = fetch(request).then((answer) => {
    if (!answer.ok) return cache.match("./").then((known) => known ?? answer);
    cache.put("./", answer.clone());
    return answer;
  });
  fresh.catch(() => {});
  const late = new Promise((done) => setTimeout(done, 3000));
  const first = await Promise.race([fresh.catch(() => null), late]);
  return first ?? (await cache.match("./")) ?? fresh;
}

async function cached(request) {
  const cache = await caches.open(name);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}
