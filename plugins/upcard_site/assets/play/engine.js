// The engine as a page's script sees it. One engine serves all games of a visit.
//
//   import { engine } from "./engine.js";
//   await engine.start({ progress: ({ loaded, total }) => ... });
//   await engine.open("games/cribbage.json");            // hand over a game's article, once
//   const answer = await engine.call("ask", { game: "cribbage", question: "show", given: {...} });
//
// A refusal to answer is thrown as EngineError with `code`, `message` and what else is known.

export class EngineError extends Error {
  constructor(told) {
    super(told.message || told.code);
    Object.assign(this, told);
  }
}

class Engine {
  constructor() {
    this.reset();
  }

  reset() {
    this.turn = (this.turn || 0) + 1; // what began in an earlier turn has been stopped
    this.worker = null;
    this.starting = null;
    this.started = null; // {way, milliseconds} once it runs
    this.waiting = new Map();
    this.opened = new Map();
    this.listeners = new Set();
    this.next = 1;
  }

  get running() {
    return Boolean(this.started);
  }

  /** Start the engine, or wait for the start that is under way. */
  start({ progress, snapshot } = {}) {
    if (progress) this.listeners.add(progress);
    const { turn } = this;
    this.starting = this.starting || this.begin(snapshot).catch((error) => {
      if (turn === this.turn) this.fail(error);
      throw error;
    });
    return this.starting;
  }

  async begin(snapshot) {
    if (typeof WebAssembly !== "object" || typeof Worker !== "function" || typeof DecompressionStream !== "function") {
      throw new EngineError({ code: "unsupported", message: "this browser has no WebAssembly or no workers" });
    }
    const { turn } = this;
    const from = new URL("./", import.meta.url).href;
    const manifest = await json(new URL("manifest.json", from));
    this.goOn(turn);
    if (!manifest.available) throw new EngineError({ code: "absent", message: "not part of this build" });
    this.worker = new Worker(new URL("worker.js", from), { type: "module" });
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.fail(new EngineError({ code: "worker", message: event.message || "the engine's worker cannot be started" }));
    };
    const store = !(navigator.serviceWorker && navigator.serviceWorker.controller);
    this.started = await this.send("start", { manifest, from, store, snapshot });
    this.listeners.clear();
    return this.started;
  }

  heard(data) {
    if (data.progress) {
      this.listeners.forEach((listener) => listener(data.progress));
      return;
    }
    const settle = this.waiting.get(data.id);
    if (!settle) return;
    this.waiting.delete(data.id);
    if (data.ok) settle.done(data.value);
    else settle.failed(new EngineError(data.error));
  }

  send(call, args) {
    return new Promise((done, failed) => {
      const id = this.next++;
      this.waiting.set(id, { done, failed });
      this.worker.postMessage({ id, call, args });
    });
  }

  /** Ask the running engine. */
  async call(name, args = {}) {
    await this.start();
    return this.send(name, args);
  }

  /** Hand over a game's article: the address of its data, or the data itself. Returns the data. */
  async open(what) {
    const { turn } = this;
    const data = typeof what === "string" ? await gameData(what) : what;
    this.goOn(turn);
    const key = `${data.id} ${data.language}`;
    if (this.opened.get(data.id) !== key) {
      await this.call("library", data.article);
      this.opened.set(data.id, key);
    }
    return data;
  }

  /** Stop the engine, whatever it does; the next call starts a new one. */
  stop() {
    this.fail(stopped());
  }

  /** Refuse to go on with what was begun before the engine was stopped. */
  goOn(turn) {
    if (turn !== this.turn) throw stopped();
  }

  fail(error) {
    if (this.worker) this.worker.terminate();
    const waiting = [...this.waiting.values()];
    this.reset();
    waiting.forEach((settle) => settle.failed(error));
  }
}

function stopped() {
  return new EngineError({ code: "stopped", message: "stopped" });
}

async function json(url) {
  const answer = await fetch(url, { cache: "no-cache" });
  if (!answer.ok) throw new EngineError({ code: "network", message: `${url} cannot be loaded (${answer.status})` });
  return answer.json();
}

const known = new Map();

/** Return a game's data, fetched once a visit. */
export function gameData(path) {
  const url = new URL(path, import.meta.url).href;
  if (!known.has(url)) known.set(url, json(url).catch((error) => { known.delete(url); throw error; }));
  return known.get(url);
}

export const engine = new Engine();
