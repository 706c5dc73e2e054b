/* Keeps what was read, for reading without a network. Written by `mkdocs build`, one for each build.

   A file of the site is known by the hash of its content and fetched once. Pages are answered from
   what is kept and renewed meanwhile; a new build renews all that changed before it takes over. */
"use strict";

const BUILD = {/* build */};
const HOME = new URL("./", self.location).href;
const PAGES = "upcard-pages", FILES = "upcard-files";
const LIST = HOME + "offline.json", ALL = HOME + "?keep=all";

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));

self.addEventListener("fetch", (event) => {
  const request = event.request;
  if (request.method !== "GET" || !request.url.startsWith(HOME)) return;
  const path = pathOf(request.url);
  if (path in BUILD.assets) event.respondWith(asset(path).catch(() => fetch(request)));
  else if (isPage(request, path)) event.respondWith(page(event, path));
  else if (!/^(api\/|sw\.js|livereload|js\/livereload)/.test(path)) event.respondWith(other(event, path));
});

self.addEventListener("message", (event) => {
  const port = event.ports[0], ask = event.data.ask;
  const work = { state: () => state(), visited: () => visited(event.data.urls),
    keep: () => keepAll((done, total) => port.postMessage({ done, total })), drop: () => drop() }[ask];
  if (!work) return;
  event.waitUntil(work().then((told) => port && port.postMessage({ told }),
    (error) => port && port.postMessage({ failed: String(error) })));
});

/* --- addresses ------------------------------------------------------------------------------- */

function pathOf(address) {
  const url = new URL(address);
  return decodeURI((url.origin + url.pathname).slice(HOME.length)).replace(/(^|\/)index\.html$/, "$1");
}

function isPage(request, path) {
  return request.mode === "navigate" || path === "" || /(\/|\.html)$/.test(path);
}

function keyOf(path) { return HOME + path + "?" + encodeURIComponent(BUILD.assets[path]); }

/* --- answers --------------------------------------------------------------------------------- */

async function asset(path) {
  const cache = await caches.open(FILES), key = keyOf(path);
  const kept = await cache.match(key);
  if (kept) return kept;
  // What does not have the hash is refused: an old copy, or that of a newer build.
  const wanted = { integrity: BUILD.assets[path] };
  const found = await fetch(HOME + path, wanted)
    .catch(() => fetch(HOME + path, Object.assign({ cache: "reload" }, wanted)));
  if (found.ok) await cache.put(key, found.clone());
  return found;
}

async function page(event, path) {
  const cache = await caches.open(PAGES);
  const kept = await cache.match(HOME + path);
  const fresh = fetch(event.request).then(async (found) => {
    if (isWhole(found)) await cache.put(HOME + path, found.clone());
    return found;
  });
  if (kept) {
    event.waitUntil(fresh.catch(() => {}));
    return kept;
  }
  return fresh.catch(() => {
    const help = BUILD.pages.find((known) => known.startsWith("offline"));
    return event.request.mode === "navigate" && help ? Response.redirect(HOME + help) : Response.error();
  });
}

function isWhole(found) { return found.ok && !found.redirected && found.type === "basic"; }

async function other(event, path) {
  const cache = await caches.open(PAGES);
  try {
    const found = await fetch(event.request);
    if (isWhole(found)) await cache.put(HOME + path, found.clone());
    return found;
  } catch (error) {
    return (await cache.match(HOME + path)) || Response.error();
  }
}

/* --- a new build ----------------------------------------------------------------------------- */

async function install() {
  await each(BUILD.first, asset);
  await renew();
  const cache = await caches.open(PAGES);
  await each(BUILD.pages, async (path) => {
    if (!(await cache.match(HOME + path))) await keepPage(path);
  });
  await self.skipWaiting();
}

/* Fetch anew the pages that are kept and have changed, and forget those that are no more. */
async function renew() {
  const cache = await caches.open(PAGES);
  const before = await list(cache), now = await fetchList();
  for (const request of await cache.keys()) {
    const path = pathOf(request.url), known = before.pages[path];
    if (!known || request.url !== HOME + path) continue;
    if (!now.pages[path]) await cache.delete(request);
    else if (known[0] !== now.pages[path][0]) await keepPage(path);
  }
  await cache.put(LIST, new Response(JSON.stringify(now)));
  if (await cache.match(ALL)) await keepAll(() => {});
}

async function activate() {
  const cache = await caches.open(FILES);
  const current = new Set(Object.keys(BUILD.assets).map(keyOf));
  for (const request of await cache.keys()) if (!current.has(request.url)) await cache.delete(request);
  await self.clients.claim();
}

async function list(cache) {
  const kept = await cache.match(LIST);
  return kept ? kept.json() : { pages: {}, assets: [], bytes: 0 };
}

async function fetchList() {
  const found = await fetch(LIST, { cache: "no-cache" });
  if (!found.ok) throw new Error("no list of pages");
  return found.json();
}

async function keepPage(path) {
  const found = await fetch(HOME + path, { cache: "no-cache" });
  const cache = await caches.open(PAGES);
  if (isWhole(found)) await cache.put(HOME + path, found);
  else if (found.status === 404) await cache.delete(HOME + path);
}

/* --- what the page asks ---------------------------------------------------------------------- */

async function state() {
  const cache = await caches.open(PAGES), known = await list(cache);
  return { bytes: known.bytes, pages: Object.keys(known.pages).length, all: Boolean(await cache.match(ALL)) };
}

/* The first page and what it was made of were fetched before there was a worker. */
async function visited(urls) {
  const paths = urls.filter((url) => url.startsWith(HOME)).map(pathOf);
  await each(paths.filter((path) => path in BUILD.assets), (path) => asset(path).catch(() => {}));
  await each(paths.filter((path) => isPage({}, path)), (path) => keepPage(path).catch(() => {}));
}

async function keepAll(tell) {
  const cache = await caches.open(PAGES), known = await list(cache);
  const pages = Object.keys(known.pages), total = pages.length + known.assets.length;
  let done = 0;
  const step = (work) => async (path) => {
    await work(path);
    done += 1;
    if (done % 10 === 0) tell(done, total);
  };
  await each(known.assets.filter((path) => path in BUILD.assets), step(asset));
  await each(pages, step(async (path) => {
    if (!(await cache.match(HOME + path))) await keepPage(path);
  }));
  await cache.put(ALL, new Response("all"));
  return state();
}

async function drop() {
  await Promise.all([caches.delete(PAGES), caches.delete(FILES)]);
  await install();
  return state();
}

/* Four at a time: a phone's connection is shared with the reader. */
async function each(paths, work) {
  const rest = paths.slice();
  await Promise.all([1, 2, 3, 4].map(async () => {
    while (rest.length) await work(rest.shift());
  }));
}
