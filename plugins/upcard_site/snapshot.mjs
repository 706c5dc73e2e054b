// Makes the memory of a Python that has imported the engine, for the page to start from.
//
//   node snapshot.mjs <folder of pyodide> <engine.zip> <out.gz>
//
// The same input gives the same bytes: the clock stands still and nothing begins from chance.
// `random` is seeded anew when a page starts (see play/worker.js).
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [pyodide, engine, out] = process.argv.slice(2).map((path) => resolve(path));
const Clock = Date;
const THEN = Clock.UTC(2000, 0, 1);
globalThis.Date = class extends Clock {
  constructor(...given) {
    super(...(given.length ? given : [THEN]));
  }
  static now() {
    return THEN;
  }
};

performance.now = () => 1;
Object.defineProperty(globalThis.crypto, "getRandomValues", { value: (into) => into.fill(7) });

const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({
  indexURL: `${pyodide}/`,
  env: { PYTHONHASHSEED: "0" },
  _makeSnapshot: true,
});
python.FS.writeFile("/engine.zip", readFileSync(engine));
python.runPython(`import sys
sys.path.insert(0, "/engine.zip")
from upcard_library.served import start
start()`);
python.runPython("import random; random.seed(0)");
const memory = gzipSync(python.makeMemorySnapshot(), { level: 9 });
writeFileSync(`${out}.part`, memory);
renameSync(`${out}.part`, out);
process.exit(0);
