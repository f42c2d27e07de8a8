// What the page of a site has in place of the service: it asks the reader, in a worker, and shows what is under way.
const later = 200; // milliseconds before progress is shown

const base = new URL("./", document.baseURI).href;

// looks are the properties that a picture of the board takes from the page's style sheet.
const looks = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity",
  "visibility", "display", "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline", "paint-order"];

export class Site {
  constructor(site) {
    Object.assign(this, { site, waiting: new Map(), views: new Map(), next: 1 });
    this.note = document.createElement("p");
    this.note.id = "progress";
    this.note.setAttribute("role", "status");
    this.note.hidden = true;
    document.body.append(this.note);
    this.offerKeeping();
    addEventListener("offline", () => this.say("You are offline. Positions that were read before still work."));
    addEventListener("online", () => this.say(""));
    if (new URLSearchParams(location.search).has("g")) this.begin();
    globalThis.navigator.serviceWorker?.register("sw.js").catch(() => {}); // not allowed everywhere
    // A page that was loaded while the worker began to work is not its client yet.
    globalThis.navigator.serviceWorker?.ready.then((worker) => navigator.serviceWorker.controller ?? worker.active?.postMessage("claim"));
  }

  // begin starts the worker.
  begin() {
    if (this.worker) return;
    this.worker = takeReader(this.site); // see start.js
    this.worker.onmessage = ({ data }) => this.take(data);
    this.worker.onerror = () => {
      for (const { reject } of this.waiting.values()) reject(new Error("The reader cannot be loaded: is the host of this site reachable?"));
      this.waiting.clear();
      this.worker = null;
    };
  }

  take({ id, status, text, progress }) {
    if (progress) {
      const now = Date.now();
      if ([...this.waiting.values()].some(({ since }) => now - since > later)) this.say(progress, true);
      return;
    }
    const call = this.waiting.get(id);
    this.waiting.delete(id);
    if (!this.waiting.size && this.busy) this.say("");
    const body = JSON.parse(text);
    if (status === 200) call?.resolve(body);
    else call?.reject(new Error(body.error));
  }

  say(text, busy = false) {
    this.busy = busy;
    this.note.textContent = text;
    this.note.hidden = !text;
  }

  // send sends a request to the worker.
  send(request, signal) {
    this.begin();
    const id = this.next++;
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      this.waiting.set(id, { resolve, reject, since: Date.now() });
      signal?.addEventListener("abort", () => {
        this.worker?.postMessage({ stop: id });
        reject(signal.reason);
      });
      this.worker.postMessage({ id, ...request });
      setTimeout(() => {
        if (this.waiting.has(id) && this.note.hidden) this.say("Working…", true);
      }, later);
    });
  }

  // view returns what the site says of a game without the reader: board, start, stats.
  view(slug) {
    if (!this.views.has(slug)) {
      const game = this.site.games[slug];
      const view = load(base, `${game.folder}view.json`, game.view).then((bytes) => JSON.parse(new TextDecoder().decode(bytes)));
      view.catch(() => this.views.delete(slug));
      this.views.set(slug, view);
    }
    return this.views.get(slug);
  }

  // ask answers what the service answers for a path below v1/.
  async ask(path, params, { signal, body } = {}) {
    const [, game, what] = path.split("/");
    const slug = decodeURIComponent(game);
    if (!this.site.games[slug]) throw new Error(`No game ${slug} is on this site.`);
    this.slug = slug;
    this.showKeeping();
    if (what === "stats") return (await this.view(slug)).stats;
    if (what === "board" && params.position === undefined) return (await this.view(slug)).board;
    if (({ game: !params.turns, moves: !params.tricky, line: true })[what]) {
      const view = await this.view(slug), answer = view[what === "game" ? "start" : what];
      if (answer && view.board.start === params.position) return answer;
    }
    return this.send({ act: "ask", slug, path: `/${path}`, query: new URLSearchParams(params).toString(), body }, signal);
  }

  // picture returns the address of a picture of the board, in PNG. It has no style sheet, so that its looks become attributes.
  async picture(svg) {
    const copy = svg.cloneNode(true), originals = svg.querySelectorAll("*");
    [...copy.querySelectorAll("*")].forEach((e, i) => {
      const style = getComputedStyle(originals[i]);
      for (const name of looks) e.setAttribute(name, style.getPropertyValue(name));
      if (e.matches(".cursor")) e.setAttribute("visibility", "hidden");
    });
    const { width, height } = svg.viewBox.baseVal, scale = 2 * Math.min(1, 800 / Math.max(width, height)) * Math.max(1, 400 / Math.max(width, height));
    const canvas = Object.assign(document.createElement("canvas"), { width: scale * width, height: scale * height });
    for (const name of ["width", "height"]) copy.setAttribute(name, canvas[name]);
    const image = Object.assign(new Image(), { src: `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}` });
    await image.decode();
    const brush = canvas.getContext("2d");
    brush.fillStyle = getComputedStyle(document.body).backgroundColor;
    brush.fillRect(0, 0, canvas.width, canvas.height);
    brush.drawImage(image, 0, 0);
    return URL.createObjectURL(await new Promise((done) => canvas.toBlob(done)));
  }

  offerKeeping() {
    if (!globalThis.caches) return;
    this.button = document.createElement("button");
    Object.assign(this.button, { id: "keep", type: "button", hidden: true });
    this.button.addEventListener("click", () => this.keep());
    document.getElementById("settings").append(this.button);
  }

  showKeeping() {
    if (!this.button || this.keeping) return;
    const { bytes } = this.site.games[this.slug];
    const kept = localStorage.getItem(this.mark());
    this.button.hidden = bytes > this.site.mostKept;
    this.button.disabled = Boolean(kept);
    this.button.textContent = kept ? "Kept offline" : "Keep offline";
    this.button.title = kept ? "All of this game works without network" : `Fetch all of this game (${Math.ceil(bytes / 1e5) / 10} MB), so that it works without network`;
  }

  mark() {
    return `foregone kept ${base}${this.site.games[this.slug].folder}`;
  }

  async keep() {
    const { slug } = this, mark = this.mark();
    this.button.disabled = this.keeping = true;
    try {
      await navigator.serviceWorker?.ready;
      await navigator.storage?.persist?.().catch(() => {});
      await this.view(slug);
      await this.send({ act: "keep", slug });
      localStorage.setItem(mark, "1");
    } catch (error) {
      this.say(error.message);
    }
    this.keeping = false;
    this.showKeeping();
  }
}
