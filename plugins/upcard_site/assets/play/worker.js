// Runs the engine: a Python of its own, away from the page. See docs/engine-in-the-page.md.
//
// In:  {id, call, args}. The first call is "start"; all others go to Python as they are.
// Out: {id, ok: true, value} or {id, ok: false, error: {code, message, ...}}, and while it starts
//      {progress: {loaded, total}} in bytes.

const SHELF = "upcard-engine";
const BOOT = `import sys
sys.path.insert(0, "/engine.zip")
from upcard_library.served import start
start()`;
const plainFetch = self.fetch.bind(self);
let respond = null;

self.onmessage = async ({ data }) => {
  const { id, call, args } = data;
  try {
    if (call === "start") self.postMessage({ id, ok: true, value: await start(args) });
    else if (!respond) throw new Error("the engine has not been started");
    else self.postMessage({ id, ...JSON.parse(respond(JSON.stringify({ call, args }))) });
  } catch (error) {
    const message = error && error.message ? error.message : String(error);
    self.postMessage({ id, ok: false, error: { code: "engine", message: message.slice(0, 600) } });
  }
};

/** Start Python: from the snapshot if there is one that fits, or else in the ordinary way. */
async function start({ manifest, from, store, snapshot }) {
  const at = (path) => new URL(path, from).href;
  const parts = loader(manifest, at(manifest.base), store);
  const begun = performance.now();
  let way = "ordinary";
  let python = null;
  const { loadPyodide } = await import(`${at(manifest.base)}pyodide.mjs`);
  const settings = { indexURL: at(manifest.base), env: { PYTHONHASHSEED: "0" } };
  if (manifest.snapshot && snapshot !== false) {
    try {
      const memory = parts.get(at(manifest.snapshot)).then(unpacked);
      memory.catch(() => null); // told below, where it is waited for
      python = await loadPyodide({ ...settings, _loadSnapshot: memory });
      python.runPython("import random; random.seed()");
      way = "snapshot";
    } catch (error) {
      console.info("The snapshot does not fit; starting in the ordinary way.", error);
      python = null;
    }
  }
  if (!python) {
    python = await loadPyodide(settings);
    const engine = await (await parts.get(at(manifest.engine))).arrayBuffer();
    python.FS.writeFile("/engine.zip", new Uint8Array(engine));
    python.runPython(BOOT);
  }
  respond = python.runPython("from upcard_library.served import respond\nrespond");
  parts.tidy();
  return { way, milliseconds: Math.round(performance.now() - begun) };
}

/** Fetch the large parts: kept between visits, and told as they arrive. */
function loader(manifest, base, store) {
  const sizes = manifest.sizes;
  const names = manifest.snapshot ? [manifest.snapshot] : [manifest.engine];
  const wanted = new Set(["pyodide.asm.wasm", "python_stdlib.zip", ...names.map(last)]);
  const total = [...wanted].reduce((sum, name) => sum + (sizes[name] || 0), 0);
  const ours = new Set(["pyodide.asm.wasm", "python_stdlib.zip"].map((name) => base + name));
  const used = new Set();
  let loaded = 0;
  let told = 0;

  function tell(more) {
    loaded += more;
    if (loaded - told < 200000 && loaded < total) return;
    told = loaded;
    self.postMessage({ progress: { loaded: Math.min(loaded, total), total } });
  }

  async function get(url) {
    const shelf = store && self.caches ? await self.caches.open(SHELF).catch(() => null) : null;
    used.add(url);
    const kept = shelf ? await shelf.match(url).catch(() => undefined) : undefined;
    if (kept) {
      tell(sizes[last(url)] || 0);
      return kept; // as it is: the browser may keep what it has compiled of it
    }
    const answer = await plainFetch(url);
    if (!answer.ok) throw new Error(`${url} cannot be loaded (${answer.status})`);
    if (shelf) shelf.put(url, answer.clone()).catch(() => null); // a full disk is no fault
    const counted = new TransformStream({
      transform(chunk, out) {
        tell(chunk.byteLength);
        out.enqueue(chunk);
      },
    });
    return new Response(answer.body.pipeThrough(counted), { headers: answer.headers });
  }

  async function tidy() {
    const shelf = store && self.caches ? await self.caches.open(SHELF).catch(() => null) : null;
    if (!shelf) return;
    for (const request of await shelf.keys()) if (!used.has(request.url)) await shelf.delete(request);
  }

  self.fetch = (what, init) => {
    const url = typeof what === "string" ? what : what.url || String(what);
    return ours.has(url) ? get(url) : plainFetch(what, init);
  };
  return { get, tidy };
}

function last(path) {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Unpack the snapshot, unless the host has done so on the way. */
async function unpacked(answer) {
  const reader = answer.body.getReader();
  const first = await reader.read();
  const whole = new ReadableStream({
    start(out) {
      if (first.value) out.enqueue(first.value);
    },
    async pull(out) {
      const { done, value } = await reader.read();
      if (done) out.close();
      else out.enqueue(value);
    },
  });
  const zipped = first.value && first.value[0] === 0x1f && first.value[1] === 0x8b;
  const stream = zipped ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
