// The page of a game starts its reader here, while the page's own script is under way.
(() => {
  const { site } = JSON.parse(document.getElementById("given").textContent);

  // start returns a worker that loads the reader of a site.
  function start(site) {
    const worker = new Worker(site.app + "worker.js");
    worker.onerror = () => (early = null);
    worker.postMessage({ begin: { site, base: new URL("./", document.baseURI).href } });
    return worker;
  }
  let early = new URLSearchParams(location.search).has("g") ? start(site) : null;

  // takeReader returns the worker that was started here, the first time, then new ones.
  globalThis.takeReader = (site) => {
    const worker = early ?? start(site);
    early = null;
    return worker;
  };
})();
