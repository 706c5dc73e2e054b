// What stands around the piles: whose turn it is, what can be done, what was refused and why.

import { el, fill } from "./dom.js";
import * as moves from "./moves.js";
import { rove } from "./table-keys.js";
import { Desk } from "./desk.js";

const MANY = 10;
let numbered = 0;

export class Panels {
  constructor(table) {
    Object.assign(this, { table, words: table.words, root: table.root, desk: new Desk(table) });
  }

  /** Draw the frame once; what changes is filled in later. */
  frame() {
    if (this.title) return;
    const { words } = this;
    const id = `table-${++numbered}`;
    this.title = el("h3", { id, class: "ttitle", tabindex: "-1" }, words.table);
    this.bar = el("progress", { max: "1", value: 0, "aria-label": this.table.data.words.loading });
    this.start = el("p", { class: "tstart", hidden: true, role: "status" }, this.bar, el("span", {}));
    this.status = el("p", { class: "tstatus", role: "status" });
    this.message = el("div", { class: "tmessage", role: "alert" });
    this.board = el("div", { class: "tboard" });
    this.actions = el("div", { class: "tactions", role: "group", "aria-label": words.actions });
    this.cover = el("div", { class: "tcover", hidden: true });
    this.root.replaceChildren(el("section", { class: "ttable", "aria-labelledby": id },
      this.title, this.start, this.desk.setupPanel, this.status, this.desk.replayBar, this.cover, this.board,
      this.message, this.actions, this.desk.tools, this.desk.panel, this.desk.aside));
    this.table.start();
  }

  loading(loaded, total) {
    this.start.hidden = loaded === null;
    if (loaded === null) return;
    const { words } = this.table.data;
    const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
    this.bar.max = total || 1;
    this.bar.value = loaded;
    this.start.querySelector("span").textContent = total && loaded >= total ? words.starting
      : `${words.loading} ${total ? fill(words.megabytes, megabytes(loaded), megabytes(total)) : ""}`;
  }

  setup() {
    this.desk.drawSetup();
  }

  clearLog() {
    this.desk.clearLog();
  }

  // --- drawing ---------------------------------------------------------------------------------

  draw() {
    const { table, root } = this;
    const { view, piles } = table;
    const had = root.contains(document.activeElement);
    const key = had && document.activeElement.dataset ? document.activeElement.dataset.key : null;
    const action = had && document.activeElement.closest(".tactions, .tboard, .tcover");
    this.cover.hidden = true;
    this.board.hidden = false;
    const me = table.viewer || (table.stepping ? view.acts_for || view.seats[view.seats.length - 1] : view.seats[view.seats.length - 1]);
    const from = view.seats.indexOf(me);
    const others = [...view.seats.slice(from + 1), ...view.seats.slice(0, from)];
    this.status.replaceChildren(...this.says());
    this.board.replaceChildren(...others.map((seat) => this.side(seat, piles.draw(seat), "other")),
      this.middle(piles.draw(null)), this.side(me, piles.draw(me), "mine"));
    this.board.classList.toggle("tboard--picks", table.acting && moves.mostCards(view) > 0);
    this.drawActions();
    this.desk.draw();
    const first = this.board.querySelector(`.tc--button[data-key="${CSS.escape(key || "")}"]`)
      || this.board.querySelector(".tside--mine .tc--legal") || this.board.querySelector(".tc--button");
    if (first) rove(root, first);
    if (this.parked && document.activeElement === this.title) this.focusBest();
    else if (key || action) this.focusKey(key);
  }

  /** Mark what is chosen and what can be done with it; the board stays as it is. */
  mark() {
    const had = this.actions.contains(document.activeElement);
    const key = had ? document.activeElement.dataset.key : null;
    this.table.piles.mark(this.board);
    this.drawActions();
    if (had) this.focusKey(key);
  }

  /** Nothing loses the focus: it stays where it was, or goes to what can be done next. */
  focusKey(key) {
    if (document.activeElement && document.activeElement !== document.body && this.root.contains(document.activeElement)) return;
    const same = key ? this.root.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
    if (same && !same.disabled) same.focus({ preventScroll: true });
    else this.focusBest();
  }

  focusBest() {
    const best = this.root.querySelector(".tcover:not([hidden]) button") || this.board.querySelector(".tc--legal[tabindex='0']")
      || this.board.querySelector(".tc--legal") || this.actions.querySelector("button") || this.title;
    this.parked = best === this.title; // until there is something to do
    best.focus({ preventScroll: true });
  }

  side(seat, piles, kind) {
    const { table, words } = this;
    const { view } = table;
    const name = seat === table.viewer ? fill(words.you, table.seat(seat)) : table.seat(seat);
    const dealer = view.dealer === seat ? ` · ${words.dealer_mark}` : "";
    const turn = view.turn === seat || view.acts_for === seat;
    const at = view.sides.findIndex((side) => side.includes(seat));
    return el("div", { class: `tside tside--${kind}${turn ? " tside--turn" : ""}`, role: "region", "aria-label": name },
      el("p", { class: "tside__name" }, el("b", {}, name), el("span", {}, dealer), el("span", { class: "tside__score" }, String(view.standing[at]))),
      el("div", { class: "tside__piles" }, piles));
  }

  middle(piles) {
    const chips = this.desk.chips();
    const lately = this.desk.lately();
    if (!piles.length && !chips && !lately) return "";
    return el("div", { class: "tmiddle", role: "region", "aria-label": this.words.middle }, lately, chips, el("div", { class: "tmiddle__piles" }, piles));
  }

  /** Whose turn it is, in which part of the hand, and what is asked. */
  says() {
    const { table, words } = this;
    const { view } = table;
    const title = table.title ? [el("b", {}, table.title), ". "] : [];
    if (view.over) {
      const names = view.winners.map((seat) => table.seat(seat)).join(", ");
      const won = view.winners.length ? fill(view.winners.length > 1 ? words.won_many : words.won, names) : words.drawn;
      return [...title, el("b", {}, `${words.match_over} ${won}`)];
    }
    if (view.hand_over) return [...title, el("b", {}, words.hand_over)];
    const mine = table.acting && !table.stepping;
    const asked = view.acts_for !== view.turn ? fill(words.acts_for, table.seat(view.turn), table.seat(view.acts_for)) : fill(words.turn_of, table.seat(view.turn));
    const phase = table.name(view.phase);
    const prompt = view.prompt ? `: ${view.prompt.split("; ").map((one) => table.data.play.names[one] || one).join("; ")}` : "";
    return [...title, el("b", {}, mine ? words.your_turn : asked), el("span", { class: "tphase" }, ` · ${phase}`), el("span", { class: "tprompt" }, mine ? prompt : "")];
  }

  // --- what can be done ------------------------------------------------------------------------

  drawActions() {
    const { table, words } = this;
    const { view } = table;
    const parts = [];
    if (view.hand_over && !view.over && !table.stepping) parts.push(this.button(words.next_hand, () => table.nextHand(), "next", "tgo"));
    if (view.over) parts.push(this.button(words.new_deal, () => table.guarded(() => table.deal()), "new", "tgo"));
    if (table.acting) parts.push(...this.choices());
    this.actions.replaceChildren(...parts);
  }

  button(label, onclick, key, kind = "") {
    return el("button", { type: "button", class: `tbutton ${kind}`, "data-action": true, "data-key": `b:${key}`, onclick }, label);
  }

  choices() {
    const { table, words } = this;
    const { view, chosen } = table;
    const found = moves.fitting(view, chosen);
    const parts = [];
    if (chosen.length) {
      parts.push(el("span", { class: "tactions__chosen" }, ...this.about(words.chosen_cards, chosen.map((one) => one.code))));
    }
    const numbers = found.filter((move) => typeof move.arg === "number");
    const many = numbers.length > MANY ? numbers : found.length > 3 * MANY ? found : [];
    parts.push(...found.filter((move) => !many.includes(move)).map((move) => this.moveButton(move)));
    if (many.length) parts.push(this.pickOne(many));
    if (chosen.length && !found.length) parts.push(...this.attempts());
    if (chosen.length) parts.push(el("button", { type: "button", class: "tbutton tquiet", "data-key": "b:clear", onclick: () => table.clear() }, words.clear));
    if (!chosen.length && moves.mostCards(view)) parts.unshift(el("span", { class: "tactions__chosen" }, found.length ? words.choose_cards : words.choose_only));
    return parts;
  }

  moveButton(move) {
    const { table } = this;
    return this.button(this.label(move), () => table.play(move.text), move.text.replace(/^\S+ /, ""), "tgo");
  }

  /** A move's label: the verb, the cards, and where they go. */
  label(move) {
    const { table } = this;
    const words = moves.wordsOf(move);
    const to = words.map((word) => this.where(move, word)).filter(Boolean);
    const cards = moves.allCards(move).length && !move.groups.some((g) => g.cards.length)
      ? [" ", ...table.drawing.text(move.cards.join(" "))] : move.cards.length ? [" ", ...table.drawing.text(move.cards.join(" "))] : [];
    const groups = move.groups.filter((group) => group.cards.length)
      .flatMap((group) => [` ${table.name(group.name).toLowerCase()} `, ...table.drawing.text(group.cards.join(" "))]);
    return [table.verb(move.verb), ...cards, ...groups, to.length ? ` · ${to.join(", ")}` : ""];
  }

  where(move, word) {
    const { table } = this;
    if (move.groups.some((group) => group.name === word && group.cards.length)) return "";
    const zones = table.view.zones.filter((zone) => moves.means(word, zone) && (zone.owner === null || zone.owner === table.view.acts_for));
    const labels = new Set(zones.map((zone) => zone.label));
    if (labels.size === 1) return table.name([...labels][0]);
    return /^\d+$/.test(word) ? word : table.name(word);
  }

  pickOne(many) {
    const { table, words } = this;
    const verbs = [...new Set(many.map((move) => move.verb))].map((verb) => table.verb(verb)).join(" / ");
    const options = many.map((move) => el("option", { value: move.text }, move.text.replace(/^\S+ \S+ /, "")));
    const select = el("select", { "aria-label": verbs, "data-key": "s:many" }, options);
    return el("span", { class: "tpick" }, select, this.button(verbs || words.make, () => table.play(select.value), "many", "tgo"));
  }

  /** Buttons for what is not allowed with these cards: pressing one tells why. */
  attempts() {
    const { table, words } = this;
    const verbs = moves.cardVerbs(table.view);
    return [el("span", { class: "tactions__chosen" }, words.may_try), ...verbs.map((verb) => this.button(table.verb(verb), () => table.play(table.attempt(verb)), `try ${verb}`, "tquiet"))];
  }

  about(text, codes) {
    const [before, after] = text.split("{}");
    return [before, ...this.table.drawing.text(codes.join(" ")), after || ""];
  }

  // --- what is told ----------------------------------------------------------------------------

  say(...parts) {
    this.message.replaceChildren(...parts);
  }

  quiet() {
    this.message.replaceChildren();
    document.querySelectorAll(".rule--lit").forEach((rule) => rule.classList.remove("rule--lit"));
  }

  /** A refused move: the article's own sentence, this table's values, the rule lit up in the text. */
  refused(told, text) {
    const { table, words } = this;
    this.quiet();
    const facts = Object.entries(told.facts || {}).filter(([, value]) => value !== "" && value !== null && typeof value !== "object");
    const values = facts.length ? el("p", { class: "tmessage__facts" }, words.at_table, " ",
      facts.flatMap(([name, value], at) => [at ? "; " : "", `${table.name(name)}: `, ...table.drawing.text(String(value))])) : "";
    const rule = told.anchor ? document.getElementById(told.anchor) : null;
    if (rule) rule.classList.add("rule--lit");
    const link = rule ? el("a", { href: `#${told.anchor}`, "data-key": "b:rule", onclick: (event) => this.goTo(event, rule) }, words.read_rule) : "";
    this.say(el("p", {}, el("b", {}, words.refused), ": ", ...table.drawing.text(text)), el("blockquote", { class: "tmessage__rule", "data-rule": told.rule }, told.sentence), values, el("p", {}, link));
  }

  goTo(event, rule) {
    event.preventDefault();
    event.stopPropagation();
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
    document.querySelectorAll(".tback-link").forEach((one) => one.remove());
    const back = el("button", { type: "button", class: "tback-link", onclick: () => {
      back.remove();
      this.title.scrollIntoView({ behavior: calm, block: "start" });
      this.focusBest();
    } }, this.words.back_to_table);
    rule.append(" ", back);
    rule.classList.add("rule--lit");
    rule.scrollIntoView({ behavior: calm, block: "center" });
    back.focus({ preventScroll: true });
  }

  hint({ move, scores }, bot) {
    const { table, words } = this;
    const said = fill(words.hint_is, table.bot(bot), "\u0000").split("\u0000");
    const gains = scores.map((one) => el("p", { class: "tmessage__facts" }, fill(words.hint_scores, one.points, one.sentence)));
    const go = el("button", { type: "button", class: "tbutton tquiet", "data-key": "b:hint-go", onclick: () => table.play(move.text) }, words.make);
    this.say(el("p", {}, said[0], ...this.label(move), said[1], " ", go), ...gains);
  }

  /** Hide everything until the next person has taken the device. */
  curtain(seat) {
    const { table, words } = this;
    table.curtained = true;
    table.view = null; // what one person was told is nothing to the other
    table.log = [];
    this.clearLog();
    this.board.replaceChildren();
    this.actions.replaceChildren();
    this.status.replaceChildren();
    this.quiet();
    this.desk.hide();
    this.board.hidden = true;
    this.cover.hidden = false;
    const name = table.seat(seat);
    const button = el("button", { type: "button", class: "tbutton tgo", "data-key": "b:uncover", onclick: () => {
      table.curtained = false;
      table.uncover(seat);
    } }, fill(words.pass_done, name));
    this.cover.replaceChildren(el("p", {}, fill(words.pass_to, name)), el("p", { class: "tquieter" }, words.pass_help), button);
    button.focus({ preventScroll: true });
  }
}
