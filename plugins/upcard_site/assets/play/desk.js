// What lies beside the cards: who plays, tools, saving and loading, stepping, score, facts, the log.

import { el, fill, copyButton } from "./dom.js";

const RECORD_LIMIT = 256 * 1024;
const LOG_SHOWN = 200;
const LATELY = 4;

export class Desk {
  constructor(table) {
    const { words } = table;
    Object.assign(this, { table, words });
    this.setupPanel = el("details", { class: "tsetup" });
    this.replayBar = el("div", { class: "treplay", role: "group", "aria-label": words.replay, hidden: true });
    this.panel = el("div", { class: "tpanel" });
    this.tools = el("div", { class: "ttools" },
      this.tool(words.undo, () => table.undo(), "undo"), this.tool(words.hint, () => table.hint(), "hint"),
      this.tool(words.new_deal, () => table.guarded(() => table.deal()), "deal"),
      this.tool(words.save, () => this.save(), "save"), this.tool(words.load, () => this.load(), "load"),
      this.tool(words.write, () => this.write(), "write"), this.tool(words.keys, () => this.keys(), "keys"));
    this.entries = el("ol", {});
    this.logBox = el("div", { class: "tlog", role: "log", "aria-label": words.log, tabindex: "0" }, this.entries);
    this.score = el("div", { class: "tscore" });
    this.facts = el("div", { class: "tfacts" });
    this.aside = el("div", { class: "taside" }, this.score, el("div", {}, el("p", { class: "tlabel" }, words.log), this.logBox), this.facts);
  }

  tool(label, onclick, key) {
    return el("button", { type: "button", class: "ttool", "data-key": `t:${key}`, onclick }, label);
  }

  // --- who plays -------------------------------------------------------------------------------

  drawSetup() {
    const { table, words } = this;
    const { setting } = table;
    const rows = table.seats.map((seat) => {
      const options = [el("option", { value: "" }, words.person), ...table.bots.map((bot) => el("option", { value: bot }, fill(words.bot, table.bot(bot))))];
      const select = el("select", { id: `tseat-${seat}`, onchange: () => this.seat(seat, select.value) }, options);
      select.value = setting.people.has(seat) ? "" : setting.bots[seat] || setting.bot;
      return el("label", {}, fill(words.sits, table.seat(seat)), select);
    });
    const seed = el("input", { inputmode: "numeric", maxlength: 9, autocomplete: "off", value: setting.seed === null ? "" : String(setting.seed),
      onchange: () => { setting.seed = /^\d{1,9}$/.test(seed.value.trim()) ? Number(seed.value) : null; seed.value = setting.seed === null ? "" : String(setting.seed); } });
    const pace = el("select", { onchange: () => { setting.pace = pace.value; } },
      el("option", { value: "calm" }, words.pace_calm), el("option", { value: "quick" }, words.pace_quick));
    pace.value = setting.pace;
    const think = el("input", { type: "number", min: "0.1", max: "20", step: "0.1", value: String(setting.think),
      onchange: () => { setting.think = Math.min(20, Math.max(0.1, Number(think.value) || 0.8)); think.value = String(setting.think); } });
    const variants = el("select", { onchange: () => this.rules(variants.value) }, this.rulesOptions());
    variants.value = setting.under;
    const go = el("button", { type: "button", class: "tbutton tgo", "data-key": "b:setup-deal", onclick: () => table.guarded(() => table.deal()) }, words.deal);
    const summary = el("summary", {}, `${rows.length ? table.seats.map((s) => `${table.seat(s)}: ${this.sitter(s)}`).join(" · ") : ""}`);
    const open = this.setupPanel.open;
    this.setupPanel.replaceChildren(summary, el("div", { class: "tsetup__fields" },
      table.data.variants.length > 1 || setting.under !== "base" ? el("label", {}, table.data.words.rules, variants) : "",
      rows, el("label", {}, words.seed, seed, el("small", {}, words.seed_help)), el("label", {}, words.pace, pace), el("label", {}, words.think, think), el("p", {}, go)));
    this.setupPanel.open = open;
  }

  sitter(seat) {
    const { setting } = this.table;
    return setting.people.has(seat) ? this.words.person : fill(this.words.bot, this.table.bot(setting.bots[seat] || setting.bot));
  }

  rulesOptions() {
    const { table } = this;
    const known = table.data.variants.map((variant) => [variant.id, variant.title]);
    if (!known.some(([id]) => id === table.setting.under)) known.push([table.setting.under, table.data.words.chosen]);
    return known.map(([id, title]) => el("option", { value: id }, title));
  }

  async rules(under) {
    this.table.setting.under = under;
    await this.table.guarded(() => this.table.seating());
  }

  /** A seat is given to a person or a bot; the match goes on with whoever sits there now. */
  seat(seat, bot) {
    const { table } = this;
    const { setting } = table;
    if (bot) {
      setting.people.delete(seat);
      setting.bots[seat] = bot;
    } else setting.people.add(seat);
    if (table.viewer && !setting.people.has(table.viewer)) table.viewer = null;
    this.drawSetup();
    if (table.view && !table.stepping && !table.curtained) table.look().then(() => table.advance());
  }

  // --- saving, loading, writing ----------------------------------------------------------------

  show(...parts) {
    const close = el("button", { type: "button", class: "ttool", "data-key": "t:close", onclick: () => this.panel.replaceChildren() }, this.words.close);
    this.panel.replaceChildren(...parts, el("p", {}, close));
  }

  async save() {
    const { table, words } = this;
    if (!table.id) return;
    const record = await table.guarded(() => table.ask("record"));
    if (record === null) return;
    const text = el("textarea", { readonly: true, rows: "6", "aria-label": words.save_help }, record);
    const file = URL.createObjectURL(new Blob([record], { type: "text/plain" }));
    const link = el("a", { class: "ttool", href: file, download: `${table.data.id}.txt`, onclick: (event) => event.stopPropagation() }, words.download);
    this.show(el("p", { class: "tquieter" }, words.save_help), text, el("p", { class: "trow" }, link, copyButton(table.data.words, () => record, text)));
    text.focus({ preventScroll: true });
  }

  load() {
    const { words } = this;
    const text = el("textarea", { rows: "6", maxlength: RECORD_LIMIT, "aria-label": words.load_help, spellcheck: "false" });
    const file = el("input", { type: "file", accept: ".txt,text/plain", "aria-label": words.load_file, onchange: async () => {
      const chosen = file.files[0];
      if (!chosen) return;
      if (chosen.size > RECORD_LIMIT) said.textContent = fill(words.load_fault, words.too_long);
      else text.value = await chosen.text();
    } });
    const said = el("p", { class: "tfault", role: "alert" });
    const go = (play) => () => this.loadRecord(text.value, play, said);
    this.show(el("p", { class: "tquieter" }, words.load_help), text, file, said, el("p", { class: "trow" },
      el("button", { type: "button", class: "tbutton tgo", "data-key": "t:load-play", onclick: go(true) }, words.load_go),
      el("button", { type: "button", class: "tbutton", "data-key": "t:load-step", onclick: go(false) }, words.load_step)));
    text.focus({ preventScroll: true });
  }

  async loadRecord(record, play, said) {
    const { table, words } = this;
    said.textContent = "";
    if (record.length > RECORD_LIMIT) {
      said.textContent = fill(words.load_fault, words.too_long);
      return;
    }
    try {
      await table.openScene({ record, play, at: play ? 1e8 : 0 });
      this.panel.replaceChildren();
      table.panels.focusBest();
    } catch (error) {
      const line = error.line ? `${fill(words.load_line, error.line)}: ` : "";
      said.textContent = fill(words.load_fault, line + error.message);
    }
  }

  /** A move may be written too: any move, so that any can be refused with its reason. */
  write() {
    const { table, words } = this;
    const view = table.view || { moves: [] };
    const sample = view.moves.length ? view.moves[0].text.replace(/^\S+ /, "") : "";
    const input = el("input", { autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 300, "aria-label": words.write, placeholder: sample || null });
    const form = el("form", { class: "trow", onsubmit: (event) => {
      event.preventDefault();
      if (input.value.trim()) table.play(input.value.trim());
    } }, input, el("button", { type: "submit", class: "tbutton" }, words.make));
    this.show(el("p", { class: "tquieter" }, fill(words.write_help, view.verbs ? view.verbs.map((verb) => verb.shape).join(" · ") : sample)), form);
    input.focus({ preventScroll: true });
  }

  keys() {
    const { words } = this;
    const lines = ["arrows", "space", "enter", "digits", "escape", "undo", "hint"].map((name) => el("li", {}, words[`key_${name}`]));
    this.show(el("ul", { class: "tkeys" }, lines));
  }

  // --- stepping --------------------------------------------------------------------------------

  drawReplay() {
    const { table, words } = this;
    const { view } = table;
    this.replayBar.hidden = !table.stepping;
    if (!table.stepping) return;
    const total = view.moves_made + view.ahead;
    const step = (label, to, key, sign) => el("button", { type: "button", class: "ttool", "aria-label": label, "data-key": `r:${key}`,
      "aria-disabled": String(to < 0 || to > total), onclick: () => { if (to >= 0 && to <= total) table.step(to); } }, sign);
    const range = el("input", { type: "range", min: 0, max: total, value: view.moves_made, "aria-label": words.replay, "data-key": "r:range",
      "aria-valuetext": fill(words.step_at, view.moves_made, total), onchange: () => table.step(Number(range.value)) });
    this.replayBar.replaceChildren(step(words.step_first, 0, "first", "⏮"), step(words.step_back, view.moves_made - 1, "back", "◀"),
      range, step(words.step_on, view.moves_made + 1, "on", "▶"), step(words.step_last, total, "last", "⏭"),
      el("span", { class: "tquieter" }, fill(words.step_at, view.moves_made, total)),
      view.over ? "" : el("button", { type: "button", class: "ttool", "data-key": "r:play", onclick: () => table.playOn() }, words.play_on));
  }

  // --- score, facts, log -----------------------------------------------------------------------

  hide() {
    this.panel.replaceChildren();
    this.replayBar.hidden = true;
    this.score.replaceChildren();
    this.facts.replaceChildren();
  }

  draw() {
    this.drawReplay();
    this.drawScore();
    this.drawFacts();
    this.drawLog();
  }

  sideName(side) {
    return this.table.view.sides[side].map((seat) => this.table.seat(seat)).join(" + ");
  }

  drawScore() {
    const { table, words } = this;
    const { view } = table;
    const rows = view.items.map((item) => el("tr", {}, el("th", { scope: "row" }, this.rule(item.rule)),
      ...view.sides.map((_, side) => el("td", {}, side === item.side ? String(item.points) : ""))));
    const head = el("tr", {}, el("td", {}), ...view.sides.map((_, side) => el("th", { scope: "col" }, this.sideName(side))));
    const total = el("tr", { class: "ttotal" }, el("th", { scope: "row" }, words.score), ...view.standing.map((points) => el("td", {}, String(points))));
    const note = view.low_wins ? el("p", { class: "tquieter" }, words.low_wins) : "";
    this.score.replaceChildren(el("p", { class: "tlabel" }, `${fill(words.hand_number, view.hand)}`), el("table", {}, el("thead", {}, head), el("tbody", {}, rows.slice(-12)), el("tfoot", {}, total)), note);
  }

  /** A rule's name, leading to its sentence in the text. */
  rule(id) {
    const { table } = this;
    const told = (table.rules || {})[id];
    const label = table.data.rules[id] || table.name(id);
    const target = told && told.anchor ? document.getElementById(told.anchor) : null;
    if (!target) return el("span", { title: told ? told.sentence : null }, label);
    return el("a", { href: `#${told.anchor}`, title: told.sentence, onclick: (event) => table.panels.goTo(event, target) }, label);
  }

  /** What everybody knows in few words: trumps, the count, the bid. */
  chips() {
    const { table } = this;
    const short = table.view.facts.filter(({ name, value }) => name !== "dealer" && (typeof value === "number" ? value !== 0 : typeof value === "string" && value && value !== "none" && value !== "nobody" && value.length < 20));
    if (!short.length) return null;
    return el("dl", { class: "tchips" }, short.map(({ name, value }) => el("div", {}, el("dt", {}, table.name(name)), el("dd", {}, ...this.value(value)))));
  }

  value(value) {
    const { table } = this;
    if (typeof value !== "string") return [String(value)];
    if (table.seats.includes(value)) return [table.seat(value)];
    if (table.drawing.cards(value)) return table.drawing.text(value);
    return [Object.hasOwn(table.data.suits, value) ? table.data.suits[value] : table.name(value)];
  }

  drawFacts() {
    const { table, words } = this;
    const listed = table.view.facts.filter(({ value }) => Array.isArray(value) && value.some((one) => one !== "" && one !== 0));
    if (!listed.length) {
      this.facts.replaceChildren();
      return;
    }
    const rows = listed.map(({ name, value }) => el("tr", {}, el("th", { scope: "row" }, table.name(name)),
      el("td", {}, value.flatMap((one, at) => [at ? " · " : "", value.length === table.view.sides.length ? `${this.sideName(at)} ` : "", ...this.value(one)]))));
    const key = "d:facts";
    const open = table.opened.has(key);
    const all = el("details", { class: "tknown" }, el("summary", { "data-key": key }, words.facts), el("table", {}, el("tbody", {}, rows)));
    all.open = open;
    all.addEventListener("toggle", () => table.opened[all.open ? "add" : "delete"](key));
    this.facts.replaceChildren(all);
  }

  /** The last moves, from one's own last one on, so that nothing goes by unseen. */
  lately() {
    const { table } = this;
    const played = table.log.filter((entry) => entry.seat !== "DEALER");
    const own = played.map((entry) => entry.seat).lastIndexOf(table.viewer);
    const last = played.slice(Math.max(own < 0 ? played.length - 1 : own, played.length - LATELY));
    if (!last.length) return null;
    return el("p", { class: "tlately", "aria-hidden": "true" }, last.flatMap((entry, at) => [at ? " · " : "", ...this.moved(entry)]));
  }

  clearLog() {
    this.entries.replaceChildren();
    this.shown = 0;
  }

  /** New moves are added at the end, where a screen reader hears them; taken-back ones go. */
  drawLog() {
    const { table } = this;
    for (const line of [...this.entries.children].reverse()) {
      if (Number(line.dataset.number) <= table.view.moves_made) break;
      line.remove();
    }
    const last = this.entries.lastElementChild;
    const shown = last ? Number(last.dataset.number) : 0;
    for (const entry of table.log.filter((one) => one.number > shown)) this.entries.append(this.line(entry));
    while (this.entries.children.length > LOG_SHOWN) this.entries.firstElementChild.remove();
    this.logBox.scrollTop = this.logBox.scrollHeight;
  }

  line(entry) {
    const acted = [...entry.scored.map((item) => [item.rule, ` ${item.points > 0 ? "+" : ""}${item.points}`]), ...entry.events.map((event) => [event.rule, ""])];
    const rules = acted.flatMap(([rule, points], at) => [at ? ", " : " · ", this.rule(rule), points]);
    return el("li", { "data-number": entry.number, title: entry.text }, ...this.moved(entry), el("span", { class: "tquieter" }, rules));
  }

  /** A move in words: who, what, and the cards as far as they are known. */
  moved(entry) {
    const { table } = this;
    const cards = [...entry.cards, ...entry.groups.flatMap((group) => [group.name, ...group.cards])];
    const hidden = entry.hidden && entry.many && entry.seat !== "DEALER" ? ` (${table.cards(entry.many)})` : "";
    const arg = entry.arg === "" ? "" : ` ${typeof entry.arg === "number" ? entry.arg : table.name(entry.arg).toLowerCase()}`;
    const who = entry.seat === "DEALER" ? "–" : table.seat(entry.seat);
    return [el("b", {}, who), ` ${table.verb(entry.verb).toLowerCase()}${arg} `, ...(cards.length ? table.drawing.text(cards.join(" ")) : []), hidden];
  }
}
