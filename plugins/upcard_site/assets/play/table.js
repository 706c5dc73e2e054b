// Play it: one table for all games, drawn from what the engine tells the seat that looks.
// What it is told is described by `schema/view.schema.json`; what it may ask, by
// docs/engine-in-the-page.md. It knows no game.

import { faultText, style } from "./table-start.js";
import { Drawing, el, fill } from "./dom.js";
import { draggable } from "./drag.js";
import { engine, gameData } from "./engine.js";
import * as moves from "./moves.js";
import { Panels } from "./panels.js";
import { Piles } from "./piles.js";
import { listen } from "./table-keys.js";

const PACES = { calm: 700, quick: 0 };
const ADVICE = 2; // seconds that a hint may take at most
const SELDOM = 120; // milliseconds between two drawings of a fast match

/** Open the table in `box`: a new deal, or a hand or position of the article. */
export async function open(box, address, query, pressed) {
  style("table.css");
  style("score.css");
  const data = await gameData(address);
  const table = box.table || new Table(box, data);
  box.table = table;
  await table.open(query.get("play"), pressed);
  return table;
}

class Table {
  constructor(box, data) {
    Object.assign(this, { box, data, words: data.play.words, drawing: new Drawing(data) });
    this.chosen = [];
    this.opened = new Set();
    this.log = [];
    this.run = 0;
    this.drawn = 0;
    this.view = null;
    this.setting = { people: null, bots: {}, bot: "", seed: null, pace: "calm", think: 0.8, under: rulesOfPage(data.id) };
    this.root = box.querySelector(".playit__table");
    this.panels = new Panels(this);
    this.piles = new Piles(this);
  }

  // --- opening ---------------------------------------------------------------------------------

  async open(what, pressed) {
    this.box.classList.add("playit--open");
    this.panels.frame();
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.panels.title.scrollIntoView({ behavior: calm || !pressed ? "auto" : "smooth", block: "start" });
    if (pressed) this.panels.title.focus({ preventScroll: true });
    try {
      await engine.start({ progress: ({ loaded, total }) => this.panels.loading(loaded, total) });
      await engine.open(this.data);
      this.panels.loading(null);
      await this.seating();
      const scene = Object.hasOwn(this.data.play.scenes, what || "") ? this.data.play.scenes[what] : null;
      if (scene) await this.openScene(scene, this.data.play.titles[what]);
      else await this.deal();
    } catch (error) {
      this.panels.loading(null);
      this.panels.say(faultText(this.words, error, this.data.id, this.setting.under));
    }
  }

  async seating() {
    const { setting } = this;
    const told = await engine.call("seating", { game: this.data.id, under: setting.under });
    const stale = !setting.people || [...setting.people].some((seat) => !told.seats.includes(seat));
    this.bots = told.bots;
    if (!this.bots.includes(setting.bot)) setting.bot = told.bots[told.bots.length - 1];
    if (stale) setting.people = new Set([told.seats[told.seats.length - 1]]);
    this.seats = told.seats;
    this.panels.setup();
  }

  async deal() {
    const { setting } = this;
    const seed = setting.seed === null ? {} : { seed: setting.seed };
    await this.begin("sit", { game: this.data.id, under: setting.under, ...seed });
  }

  async openScene(scene, title = "") {
    const at = scene.at === undefined ? 0 : scene.at;
    if ("record" in scene) await this.begin("sit_record", { game: this.data.id, record: scene.record, at }, !scene.play, title);
    else await this.begin("sit_position", { game: this.data.id, ...scene }, true, title);
  }

  async begin(call, args, stepping = false, title = "") {
    this.run++;
    const told = await engine.call(call, { ...args, seat: "", open: stepping, since: 1e6 });
    if (this.id) engine.call("close", { table: this.id }).catch(() => null);
    Object.assign(this, { id: told.table, stepping, title, viewer: null, curtained: false, log: [], chosen: [], view: null });
    this.panels.clearLog();
    this.seats = told.view.seats;
    if ([...this.setting.people].some((seat) => !this.seats.includes(seat))) this.setting.people = new Set([this.seats[this.seats.length - 1]]);
    const only = [...this.setting.people];
    if (!stepping) this.viewer = only.length === 1 ? only[0] : only.includes(told.view.turn) ? null : only[0] || null;
    if (!stepping && only.length > 1 && only.includes(told.view.turn)) {
      this.panels.curtain(told.view.turn);
      return;
    }
    await this.look();
    await this.advance();
  }

  // --- asking ----------------------------------------------------------------------------------

  ask(call, args = {}) {
    const since = this.log.length ? this.log[this.log.length - 1].number : 0;
    return engine.call(call, { table: this.id, seat: this.viewer || "", open: this.stepping, since, ...args });
  }

  async look() {
    this.take(await this.ask("look"));
  }

  /** Take what the engine tells: nothing is known but this. */
  take(view) {
    this.log = this.log.filter((entry) => entry.number <= view.moves_made);
    this.log.push(...view.log);
    this.rules = { ...(this.rules || {}), ...view.rules };
    this.view = view;
    this.chosen = [];
    this.fresh = false;
    if (this.watched || performance.now() - this.drawn > SELDOM || view.hand_over) this.render();
  }

  /** Whether every move is to be seen; between bots at full pace only some are drawn. */
  get watched() {
    return this.stepping || this.setting.pace !== "quick" || this.setting.people.has(this.view.turn);
  }

  get acting() {
    const { view } = this;
    return Boolean(view && !this.curtained && view.moves.length && (this.stepping || view.turn === this.viewer));
  }

  /** Go on until a person is to act: bots act, the device is passed on. */
  async advance() {
    const run = ++this.run;
    while (!this.stepping && !this.view.over) {
      if (this.view.hand_over) {
        if (this.setting.people.size) break;
        const next = await this.guarded(() => this.ask("next_hand"));
        if (!next || run !== this.run) return;
        this.take(next.view);
      }
      const seat = this.view.turn;
      if (this.setting.people.has(seat)) {
        if (seat !== this.viewer) this.panels.curtain(seat);
        else if (!this.fresh) this.render();
        return;
      }
      await pause(PACES[this.setting.pace]);
      if (run !== this.run) return;
      const bot = this.setting.bots[seat] || this.setting.bot;
      const told = await this.guarded(() => this.ask("bot", { bot, think: Math.round(this.setting.think * 1000) }));
      if (!told || run !== this.run) return;
      this.take(told.view);
    }
    if (!this.fresh) this.render();
  }

  /** Uncover the table for the next person. */
  async uncover(seat) {
    this.viewer = seat;
    this.log = [];
    this.panels.clearLog();
    await this.guarded(() => this.look());
    this.panels.focusBest();
  }

  /** Do something of the engine's; a fault is told in words. */
  async guarded(doing) {
    try {
      return await doing();
    } catch (error) {
      if (error.code === "notation") this.panels.say(el("p", {}, fill(this.words.notation, error.message)));
      else if (error.code !== "stopped") this.panels.say(el("p", {}, fill(this.words.fault, error.message)));
      return null;
    }
  }

  // --- playing ---------------------------------------------------------------------------------

  /** Make a move, given in notation. A refused one is told by the article's own sentence. */
  async play(text) {
    if (this.busy || !this.view || this.view.hand_over) return null;
    this.busy = true;
    const told = await this.guarded(() => this.ask("act", { move: text }));
    this.busy = false;
    if (!told) return null;
    if (told.refused) {
      this.panels.refused(told.refused, text);
      return told;
    }
    this.panels.quiet();
    this.take(told.view);
    await this.advance();
    return told;
  }

  async nextHand() {
    const told = await this.guarded(() => this.ask("next_hand"));
    if (!told) return;
    this.take(told.view);
    await this.advance();
  }

  async undo() {
    if (!this.id || this.busy) return;
    const told = await this.guarded(() => this.ask("back", { seats: this.stepping ? this.seats : [...this.setting.people] }));
    if (!told) return;
    this.run++;
    this.panels.quiet();
    if (!this.stepping && told.view.turn !== this.viewer && this.setting.people.has(told.view.turn)) {
      this.panels.curtain(told.view.turn);
      return;
    }
    this.take(told.view);
  }

  async hint() {
    if (!this.acting) return;
    const bot = this.bots[this.bots.length - 1]; // the strongest; it answers in any time that is set
    const seconds = Math.min(this.setting.think, ADVICE);
    const told = await this.guarded(() => this.ask("hint", { bot, think: Math.round(seconds * 1000) }));
    if (told) this.panels.hint(told, bot);
  }

  async step(to) {
    const told = await this.guarded(() => this.ask("step", { to }));
    if (told) {
      this.panels.quiet();
      this.take(told.view);
    }
  }

  async playOn() {
    this.stepping = false;
    this.run++;
    this.viewer = null;
    this.log = [];
    this.panels.clearLog();
    const told = await this.guarded(() => this.ask("go_on"));
    if (!told) return;
    const { turn } = told.view;
    const { people } = this.setting;
    if (people.size && turn && !people.has(turn)) this.setting.people = new Set([turn]);
    this.viewer = this.setting.people.has(turn) ? turn : [...this.setting.people][0] || null;
    this.panels.setup();
    await this.look();
    await this.advance();
  }

  // --- choosing --------------------------------------------------------------------------------

  /** A card was pressed: it is chosen, put back, or the aim of what is chosen. */
  press(zone, at) {
    const code = zone.cards[at];
    const before = this.chosen.findIndex((one) => one.zone === zone && one.at === at);
    if (before >= 0) this.chosen.splice(before, 1);
    else if (this.chosen.length && this.aims(zone) && !moves.withCard(this.view, this.chosen, zone, code).length) {
      this.playOnto(zone);
      return;
    } else {
      const goes = this.chosen.length && moves.withCard(this.view, this.chosen, zone, code).length;
      if (!goes && moves.mostCards(this.view) < 2) this.chosen = [];
      else if (!goes && this.chosen.length && moves.fitting(this.view, this.chosen).length) this.chosen = [];
      this.chosen.push({ zone, at, code });
    }
    this.panels.mark();
  }

  clear() {
    this.chosen = [];
    this.panels.mark();
  }

  /** Whether the chosen cards, or a move without cards, may go to a pile. */
  aims(zone) {
    if (!this.acting) return false;
    if (this.chosen.some((one) => one.zone === zone)) return false;
    return moves.fitting(this.view, this.chosen).some((move) => moves.touches(move, zone, this.view));
  }

  /** Put the chosen cards on a pile: play if one move is meant, try it if none is allowed. */
  playOnto(zone) {
    const found = zone ? moves.onto(this.view, this.chosen, zone) : moves.fitting(this.view, this.chosen);
    const verbs = moves.cardVerbs(this.view);
    if (found.length === 1) this.play(found[0].text);
    else if (!found.length && this.chosen.length && verbs.length === 1) this.play(this.attempt(verbs[0]));
    else this.panels.mark();
  }

  /** Play what is chosen if one move is meant. */
  playChosen() {
    const found = moves.fitting(this.view, this.chosen);
    if (this.chosen.length && found.length === 1) {
      this.play(found[0].text);
      return true;
    }
    return false;
  }

  /** Write the move that these cards would make, allowed or not. */
  attempt(verb) {
    return [verb, ...this.chosen.map((one) => one.code)].join(" ");
  }

  // --- words -----------------------------------------------------------------------------------

  /** A name of the engine's in the page's words. */
  name(id) {
    const plain = id.replace(/[-_]/g, " ");
    const known = this.data.play.names;
    const said = known[plain] || known[plain.toLowerCase()] || this.data.labels[id] || plain;
    return said.charAt(0).toUpperCase() + said.slice(1);
  }

  verb(id) {
    return this.data.play.verbs[id] || this.name(id);
  }

  /** What a bot does, in the page's words. */
  bot(id) {
    return this.data.play.bots[id] || this.name(id).toLowerCase();
  }

  seat(name) {
    return this.data.seats[name] || name;
  }

  cards(many) {
    return many === 1 ? this.words.one_card : fill(this.words.cards_many, many);
  }

  // --- drawing ---------------------------------------------------------------------------------

  render() {
    this.drawn = performance.now();
    this.fresh = true;
    if (this.view && !this.curtained) this.panels.draw();
  }

  start() {
    listen(this);
    draggable(this.root, {
      pick: (button) => {
        const zone = this.view.zones[button.dataset.zone];
        const at = Number(button.dataset.at);
        if (!this.acting || (zone.owner !== this.view.acts_for && !moves.playable(this.view, zone, zone.cards[at]))) return [];
        if (!this.chosen.some((one) => one.zone === zone && one.at === at)) this.chosen = [{ zone, at, code: zone.cards[at] }];
        return this.chosen.map((one) => this.root.querySelector(`.tc--button[data-zone="${this.view.zones.indexOf(one.zone)}"][data-at="${one.at}"]`)).filter(Boolean);
      },
      drop: (index) => this.playOnto(index === null ? null : this.view.zones[index]),
    });
  }
}

function pause(milliseconds) {
  return milliseconds ? new Promise((done) => { setTimeout(done, milliseconds); }) : null;
}

function rulesOfPage(game) {
  const holder = document.querySelector("[data-game]");
  const chosen = window.upcard && typeof window.upcard.rules === "function" ? window.upcard.rules() : "base";
  return holder && holder.dataset.game !== game ? "base" : chosen || "base";
}

// The next deal follows the page's choice of rules, wherever that is made.
document.addEventListener("upcard:rules", ({ detail }) => {
  const box = document.querySelector("[data-table]");
  const table = box && box.table;
  if (!table || !detail || typeof detail.under !== "string") return;
  table.setting.under = detail.under || "base";
  table.guarded(() => table.seating());
});
